"""A match's log with everything needed to replay the match in another process."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.process_cards import cards_of
from bot.host.match.dice import Loaded, key_of
from bot.host.match.replay import Replay, ReplayEntry, ReplayMatch, first_replayable
from bot.host.match.table import Table
from bot.storage import matches, set_versions
from engine.contract import SPECTATOR, AnyGame, Deck, Fact, Seating
from engine.contract.events import seen


class Log(Struct, frozen=True):
    """A match for replay in another process.

    Attributes:
        game: the rules.
        hashes: the card sets that the match is pinned to.
        contents: the contents of these sets.
        options: the table options.
        seatings: what each seat brought.
        key: the key of its dice.
        entries: its log.
        seed: the seed for the search's own randomness, always the same for a match.
        loaded: what is loaded in its dice.
    """

    game: AnyGame
    hashes: tuple[str, ...]
    contents: tuple[str, ...]
    options: dict[str, Any]
    seatings: tuple[Seating, ...]
    key: bytes
    entries: tuple[ReplayEntry, ...]
    seed: str
    loaded: Loaded | None = None

    def match(self) -> ReplayMatch:
        """Return the setup of the match."""
        options = self.game.spec.options.model_validate(self.options)
        cards = cards_of(self.game, self.hashes, self.contents)
        return ReplayMatch(self.game, options, self.seatings, cards, self.key, self.loaded)


def told_again(log: Log) -> list[Fact]:
    """Replay a match and return what everybody sees happen in it. Raises Diverged."""
    first = first_replayable(log.entries)
    replay = Replay(log.match(), first)
    facts: list[Fact] = []
    for entry in log.entries:
        replay.enter(entry)
        facts += seen(replay.events, SPECTATOR)
    return facts


def seed_of(match: int) -> str:
    """Return the seed of all searches in a match, so that they find the same every time."""
    return f"review {match}"


async def log_of(connection: AsyncConnection, table: Table) -> Log:
    """Return a match and its log, for replay in another process."""
    row = table.row
    return Log(
        game=table.game,
        hashes=tuple(row.sets),
        contents=tuple(await set_versions.contents(connection, row.sets)),
        options=row.options,
        seatings=tuple(
            Seating(None if seat.deck is None else msgspec.convert(seat.deck, Deck)) for seat in table.seats
        ),
        key=key_of(row),
        loaded=row.loaded,
        entries=tuple(ReplayEntry.of(each) for each in await matches.log_of(connection, row.id)),
        seed=seed_of(row.id),
    )
