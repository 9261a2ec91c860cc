"""What each person may know of a match, and looking for what reached a person who may not know it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.match.replay import Entry, Match, Replay
from bot.host.match.table import Table, key_of
from bot.storage import matches, seats, set_versions
from bot.storage.matches import EntryRow
from cardsdb.sets import restored
from engine.contract import AnyGame, Deck, Seat, Seating
from engine.registry import GAMES
from engine.scenarios.names import card_refs
from sandbox.person import Person
from sandbox.wire import encode
from tests.probe import PROBE

ALL_GAMES: dict[str, AnyGame] = {**GAMES, "probe": PROBE}


class Reads(Protocol):
    """Whoever can open the bot's database for reading."""

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Open a connection for reading."""
        ...


class Secrets:
    """The secrets of one match: by seat, the names of cards that the seat has not been shown so far.

    `since` is from where on what each person heard is searched; `heard` is shared by the matches of a room.
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
        """Fail for what `leaks` finds."""
        assert await self.leaks() == []

    async def leaks(self) -> list[tuple[str, str]]:
        """Search all that has reached each person since the last time for names that the person may not know.

        Returns persons and what they were told. What speaks of other matches only is those matches' business.
        """
        heard = [len(person.heard) for person in self.people]  # before the database is read, which may be ahead of it
        table, log, told = await self._table()
        self._replay(table, log)
        names = set(self._in_play(table))
        found: list[tuple[str, str]] = []
        for number, (person, until) in enumerate(zip(self.people, heard, strict=True)):
            seat = next(row.seat for row in table.seats if row.user == person.id)  # who has left knows what it knew
            self.known[seat] |= set(self._told(table, told, seat))
            hidden = {table.cards.name(card) for card in names - self.known[seat]}
            heard_since = self.heard.speaking_of(self.match, person, self.looked[number], until)
            fresh = [each for each in heard_since if not BEFORE_THE_START.search(flat(each))]
            self.looked[number] = until
            found += [(person.name, text) for _, text in find(fresh, hidden)]
        return found

    def _replay(self, table: Table, log: list[EntryRow]) -> None:
        """Play again what was played since the last time: what a seat held for a moment only, it knows too."""
        if self._replayed is None:
            seatings = [Seating(None if row.deck is None else msgspec.convert(row.deck, Deck)) for row in table.seats]
            self._replayed = Replay(Match(table.game, table.options, seatings, table.cards, key_of(table.row)))
        for row in log[self._entered :]:
            self._replayed.enter(Entry.of(row))
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
        """Every card that a view of everything names."""
        return (ref.card for ref in card_refs(table.view(-2)))

    def _shown(self, game: AnyGame, state: Any, seat: Seat) -> Iterable[str]:
        """The cards that a seat sees as a match stands, in its view and in its questions."""
        yield from (ref.card for ref in card_refs(game.view(state, seat)))
        yield from (ref.card for asked in game.decisions(state) if asked.seat == seat for ref in card_refs(asked))

    def _told(self, table: Table, told: list[Any], seat: Seat) -> Iterable[str]:
        """The cards that a seat knows from its deck, and by what it was told."""
        deck = table.seats[seat].deck
        yield from (deck or {"cards": {}})["cards"]
        for row in told:
            fact = row.fact if row.audience is None or seat in row.audience else row.others
            if fact is not None:
                yield from (ref.card for ref in card_refs(table.game.fact(fact)))


SPEAKS_OF = re.compile(r"\bmatch (\d+)|#(\d+)\.\d+", re.IGNORECASE)
"""A match in a text, and in a post's mark."""

ACTS_ON = re.compile(r"\b1\.[a-z]+\.([0-9a-z]+)\.")
"""A match in a custom id, to the base of 36."""


BEFORE_THE_START = re.compile(r"\b1\.word\.")
"""The button of the page on which a seat chooses its deck: what that says of ready decks names cards, but no hand."""


class Heard:
    """Of which matches everything speaks that reached people: found out once, however many matches they play."""

    def __init__(self) -> None:
        self._named: dict[Person, list[set[int]]] = defaultdict(list)

    def speaking_of(self, match: int, person: Person, first: int, until: int) -> list[Any]:
        """Return what a person heard between two points that speaks of a match, or of none."""
        named = self._named[person]
        named += [matches_in(each) for each in person.heard[len(named) : until]]
        return [person.heard[at] for at in range(first, until) if not named[at] or match in named[at]]


def matches_in(heard: Any) -> set[int]:
    """Return the matches of which something speaks."""
    text = flat(heard)
    spoken = {int(number) for groups in SPEAKS_OF.findall(text) for number in groups if number}
    return spoken | {int(number, 36) for number in ACTS_ON.findall(text)}


def find(heard: Iterable[Any], hidden: Iterable[str]) -> list[tuple[str, str]]:
    """Return where hidden names stand in what somebody heard: as whole words in any field of anything."""
    if not (names := sorted(hidden)):
        return []
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
    found = [each for each in heard if pattern.search(flat(each))]
    return [(match[0], text) for each in found for text in strings(each) for match in pattern.finditer(text)]


def flat(value: Any) -> str:
    """Return something as one text, in which every word of its texts stands as a word: much quicker to search."""
    text = encode(value).decode().replace("\\\\", "")
    return re.sub(r"\\[nrtbf]", " ", text).replace("\\", "")


def strings(value: Any) -> Iterator[str]:
    """Return every text inside something, keys too, without the marks that keep markdown from acting."""
    if isinstance(value, str):
        yield value.replace("\\", "")
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (key, *strings(each))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each)
