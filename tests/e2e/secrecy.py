"""What each person may know about a match, and a search for secrets that reached the wrong person."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.match.dice import key_of
from bot.host.match.replay import Replay, ReplayEntry, ReplayMatch
from bot.host.match.table import Table
from bot.storage import matches, seats, set_versions
from bot.storage.matches import EntryRow
from cardsdb.sets import restored
from engine.contract import EVERYTHING, AnyGame, Deck, Seat, Seating
from engine.registry import GAMES
from engine.scenarios.names import card_refs
from sandbox.person import Person
from sandbox.wire import encode
from tests.probe import PROBE

ALL_GAMES: dict[str, AnyGame] = {**GAMES, "probe": PROBE}


class Reads(Protocol):
    """An object that can open the bot's database for reading."""

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Open a connection for reading."""
        ...


class Secrets:
    """The secrets of one match: for each seat, the names of the cards that it has not been shown so far.

    `since` is the position from which each person's messages are searched; `heard` is shared by the matches of a room.
    """

    def __init__(
        self,
        room: Reads,
        match: int,
        people: list[Person],
        since: Sequence[int] | None = None,
        heard: "Heard | None" = None,
    ) -> None:
        self.room = room
        self.match = match
        self.people = people
        self.heard = heard or Heard()
        self.known: dict[Seat, set[str]] = defaultdict(set)
        self._replayed: Replay | None = None
        self._entered = 0
        self.looked = [0] * len(people) if since is None else [*since]

    async def check(self) -> None:
        """Fail if `leaks` finds anything."""
        assert await self.leaks() == []

    async def leaks(self) -> list[tuple[str, str]]:
        """Search everything that reached each person since the last call for names that the person may not know.

        Returns pairs of a person's name and the text with the secret. Messages about other matches only are left to
        those matches.
        """
        heard = [len(person.heard) for person in self.people]  # before reading the database, which may be ahead of it
        table, log, told = await self._table()
        self._replay(table, log)
        names = set(self._in_play(table))
        found: list[tuple[str, str]] = []
        for number, (person, until) in enumerate(zip(self.people, heard, strict=True)):
            seat = next(row.seat for row in table.seats if row.user == person.id)  # a seat that left still knows it
            self.known[seat] |= set(self._told(table, told, seat))
            hidden = {table.cards.name(card) for card in names - self.known[seat]}
            heard_since = self.heard.speaking_of(self.match, person, self.looked[number], until)
            fresh = [each for each in heard_since if not BEFORE_THE_START.search(flat(each))]
            self.looked[number] = until
            found += [(person.name, text) for _, text in find(fresh, hidden)]
        return found

    def _replay(self, table: Table, log: list[EntryRow]) -> None:
        """Replay the entries since the last call: a seat also knows cards that it held only briefly."""
        if self._replayed is None:
            seatings = [Seating(None if row.deck is None else msgspec.convert(row.deck, Deck)) for row in table.seats]
            self._replayed = Replay(ReplayMatch(table.game, table.options, seatings, table.cards, key_of(table.row)))
        for row in log[self._entered :]:
            self._replayed.enter(ReplayEntry.of(row))
            for seat in range(len(table.seats)):
                self.known[seat] |= set(self._shown(table.game, self._replayed.state, seat))
        self._entered = len(log)

    async def _table(self) -> tuple[Table, list[EntryRow], list[Any]]:
        async with self.room.reading() as connection:
            row = await matches.get(connection, self.match)
            assert row is not None
            game = ALL_GAMES[row.game]
            contents = await set_versions.contents(connection, row.sets)
            sitters = await seats.sitters(connection, self.match, 0.0)
            log = await matches.log_of(connection, self.match)
            events = await matches.events_of(connection, self.match, 1, row.events)
        cards = game.cards(restored(game, content) for content in contents)
        return Table(game, cards, row, sitters, {}, 0.0), log, events

    def _in_play(self, table: Table) -> Iterable[str]:
        """Yield every card that an all-seeing view names."""
        return (ref.card for ref in card_refs(table.view(EVERYTHING)))

    def _shown(self, game: AnyGame, state: Any, seat: Seat) -> Iterable[str]:
        """Yield the cards that a seat sees in the current state, in its view and in its questions."""
        yield from (ref.card for ref in card_refs(game.view(state, seat)))
        yield from (ref.card for asked in game.decisions(state) if asked.seat == seat for ref in card_refs(asked))

    def _told(self, table: Table, told: list[Any], seat: Seat) -> Iterable[str]:
        """Yield the cards that a seat knows from its deck and from the events shown to it."""
        deck = table.seats[seat].deck
        yield from (deck or {"cards": {}})["cards"]
        for row in told:
            fact = row.fact if row.audience is None or seat in row.audience else row.others
            if fact is not None:
                yield from (ref.card for ref in card_refs(table.game.fact(fact)))


SPEAKS_OF = re.compile(r"\bmatch (\d+)|#(\d+)\.\d+", re.IGNORECASE)
"""The number of a match in a text, and in a post's mark."""

ACTS_ON = re.compile(r"\b1\.[a-z]+\.([0-9a-z]+)\.")
"""The number of a match in a custom id, in base 36."""


BEFORE_THE_START = re.compile(r"\b1\.word\.")
"""The button of the page on which a seat chooses its deck: the page names cards of ready-made decks, but no hand."""


class Heard:
    """An index from everything that reached people to the matches it mentions, computed only once."""

    def __init__(self) -> None:
        self._named: dict[Person, list[set[int]]] = defaultdict(list)

    def speaking_of(self, match: int, person: Person, first: int, until: int) -> list[Any]:
        """Return what reached a person between two positions and mentions the match, or no match at all."""
        named = self._named[person]
        named += [matches_in(each) for each in person.heard[len(named) : until]]
        return [person.heard[at] for at in range(first, until) if not named[at] or match in named[at]]


def matches_in(heard: Any) -> set[int]:
    """Return the matches that a payload mentions."""
    text = flat(heard)
    spoken = {int(number) for groups in SPEAKS_OF.findall(text) for number in groups if number}
    return spoken | {int(number, 36) for number in ACTS_ON.findall(text)}


def find(heard: Iterable[Any], hidden: Iterable[str]) -> list[tuple[str, str]]:
    """Return the hidden names that occur as whole words in any field, each with the text around it."""
    if not (names := sorted(hidden)):
        return []
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
    found = [each for each in heard if pattern.search(flat(each))]
    return [(match[0], text) for each in found for text in strings(each) for match in pattern.finditer(text)]


def flat(value: Any) -> str:
    """Return a value as one text that keeps every word of its texts intact; it is much faster to search."""
    text = encode(value).decode().replace("\\\\", "")
    return re.sub(r"\\[nrtbf]", " ", text).replace("\\", "")


def strings(value: Any) -> Iterator[str]:
    """Yield every text inside a value, including keys, without the characters that escape Markdown."""
    if isinstance(value, str):
        yield value.replace("\\", "")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (key, *strings(each))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each)
