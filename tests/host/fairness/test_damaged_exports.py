"""A damaged export "does not hold", with the reason and never with a traceback: every game, every kind of damage."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import assume, given, strategies
from typer.testing import CliRunner

from bot.cli import app
from bot.cli.verify import BROKEN, UNCOMPARED, WITHOUT_WORD
from bot.host import lobby
from bot.host.fairness import verification
from bot.host.fairness.exports import export
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from engine.registry import GAMES
from tests.host.damaged_exports import ANYWHERE, DEPTHS, FILES, OF_DECKS, WANTED, Data, encoded
from tests.host.players import ADA, BEN, begin, click, click_randomly, happen, opened, table_of
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite
from tests.upgrade.kept import exports as exports_of_0_1_0

LONGEST: Final = 350
"""How long a line may be: it is no copy of the file."""

SEEDS: Final = 20

LEAVES: Final = 6
"""After how many clicks the second player leaves."""

seeds = strategies.integers(0, 2**32)
games = pytest.mark.parametrize("game", GAMES)


class Exports(dict[str, Data]):
    """An export of each game; what hypothesis prints of them is short."""

    def __repr__(self) -> str:
        return f"the exports of {', '.join(self)}"


def by_name(damage: Callable[..., Any]) -> str:
    return damage.__name__


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Exports:
    """A match of each game: two people, one of whom leaves, and a house player that goes on."""

    async def played() -> Exports:
        clock = ManualClock()
        async with sqlite(tmp_path_factory.mktemp("exports")) as database:
            host = Host(database, GAMES, clock, SeededChance(7), HOOKS)
            await host.store_sets()
            found = Exports({game: await _played(host, clock, game) for game in GAMES})
            host.worker_pool.close()
        return found

    return asyncio.run(played())


async def _played(host: Host, clock: ManualClock, game: str) -> Data:
    chance = Random(2)
    match = (await opened(host, game=game)).match.id
    await lobby.arrange(host, click(ADA), match, "takeover", "easy")
    await lobby.join(host, click(BEN), match)
    await lobby.say_word(host, click(BEN), match, "möhre")
    await begin(host, click(ADA), match)
    beats = 0
    while (await table_of(host, match)).outcome is None:
        for user in (ADA, BEN)[: 1 if beats > LEAVES else 2]:
            await click_randomly(host, match, user, chance)
        if beats == LEAVES:
            await panel_actions.leave(host, click(BEN), match)
        clock.advance(15)
        await happen(host)
        beats += 1
    data: Data = json.loads(encoded(await export(host, match)))
    return data


def check(content: bytes, *codes: int) -> str:
    """Let `tableside verify` look at a file, and return what it says."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "match.json"
        file.write_bytes(content)
        result = CliRunner().invoke(app, ["verify", str(file)])
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code in codes, result.output
    line = result.output.removeprefix(f"{file}: ")
    if result.exit_code == BROKEN:
        assert line.startswith("does not hold: ")
        assert len(line) < LONGEST
        assert line.removesuffix("\n").isprintable()
    return line


def differ(one: Data, other: Data) -> bool:
    """Whether two contents are not the same JSON."""
    return json.dumps(one, sort_keys=True) != json.dumps(other, sort_keys=True)


@games
@pytest.mark.parametrize("damage", FILES, ids=by_name)
def test_no_damaged_file_holds(exports: Exports, game: str, damage: Callable[[bytes, Random], bytes]) -> None:
    content = encoded(exports[game])
    assert "agrees with itself" in check(content, UNCOMPARED)
    for seed in range(SEEDS):
        damaged = damage(content, Random(seed))
        assert damaged != content
        check(damaged, BROKEN)


@games
@pytest.mark.parametrize("depth", DEPTHS)
def test_no_nesting_is_too_deep_for_an_answer(exports: Exports, game: str, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    for name in ("outcome", "options", "log", "seats", "takeover", "more"):
        check(encoded({**exports[game], name: "DEEP"}).replace(b'"DEEP"', deep, 1), BROKEN)


@games
@pytest.mark.parametrize("damage", [*ANYWHERE, *WANTED], ids=by_name)
def test_no_change_of_the_content_holds(exports: Exports, game: str, damage: Callable[[Data, Random], None]) -> None:
    changed = 0
    for seed in range(SEEDS):
        damaged = deepcopy(exports[game])
        damage(damaged, Random(seed))
        if differ(exports[game], damaged):
            check(encoded(damaged), BROKEN)
            changed += 1
    has_decks = any(seat["deck"] is not None for seat in exports[game]["seats"])
    assert changed or (damage in OF_DECKS and not has_decks)


@given(seed=seeds, game=strategies.sampled_from([*GAMES]), damage=strategies.sampled_from([*ANYWHERE, *WANTED]))
def test_who_makes_the_record_anew_is_answered(
    exports: Exports, seed: int, game: str, damage: Callable[[Data, Random], None]
) -> None:
    """The secret is public by then, so anybody can make it: what then agrees with itself is compared by its seal."""
    damaged = deepcopy(exports[game])
    damage(damaged, Random(seed))
    assume(differ(exports[game], damaged))
    with suppress(KeyError, ValueError, TypeError, AttributeError, RecursionError):
        damaged["record"] = verification.record(damaged)
    check(encoded(damaged), BROKEN, UNCOMPARED)


@given(seed=seeds, name=strategies.sampled_from(sorted(exports_of_0_1_0())), damage=strategies.sampled_from(ANYWHERE))
def test_damaged_exports_of_the_first_format_are_answered(
    seed: int, name: str, damage: Callable[[Data, Random], None]
) -> None:
    data = deepcopy(exports_of_0_1_0()[name])
    damage(data, Random(seed))
    check(encoded(data), BROKEN, UNCOMPARED, WITHOUT_WORD)
