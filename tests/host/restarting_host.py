"""A host for hypothesis's state machines, on a database that outlives its processes: any step may crash it."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis.stateful import RuleBasedStateMachine, rule

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.storage.database import Database
from bot.storage.schema import card_sets, metadata
from engine.registry import GAMES
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres, sqlite


class RestartingHost(RuleBasedStateMachine):
    """A state machine of steps on a host, which begin with `empty` and `restart`."""

    def __init__(self, runner: asyncio.Runner, database: Database) -> None:
        super().__init__()
        self.runner = runner
        self.database = database
        self.clock = ManualClock()
        self.host: Host

    def run(self, work: Awaitable[Any]) -> Any:
        """Run work to completion and return its result."""

        async def done() -> Any:
            return await work

        return self.runner.run(done())

    async def empty(self) -> None:
        """Delete every row but the card sets."""
        async with self.database.transaction() as tx:
            for table in reversed(metadata.sorted_tables):
                if table is not card_sets:
                    await tx.execute(table.delete())

    @rule()
    def restart(self) -> None:
        """Replace the process by a new one, which has only the database, as after a crash."""
        self.host = Host(self.database, GAMES, self.clock, SeededChance(7), HOOKS)
        self.run(self.host.store_sets())


@contextmanager
def open_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[tuple[asyncio.Runner, Database]]:
    """Open a database of a kind in a separate event loop, because a state machine is not a coroutine."""
    opened = postgres(request.getfixturevalue("server")) if kind == "postgres" else sqlite(folder)
    with asyncio.Runner() as runner:
        database = runner.run(opened.__aenter__())
        try:
            yield runner, database
        finally:
            runner.run(opened.__aexit__(None, None, None))
