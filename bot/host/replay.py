"""Playing a match again from its log: to check it, and to go back in it.

The log is all that is needed: picks, defaults and leaves by seat, and the rewinds that the table voted for. A rewind
leads to the state before an earlier entry, and on from there on another branch of the dice.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from pydantic import BaseModel

from bot.storage.matches import EntryRow
from engine.contract import AnyGame, Cards, Decision, IllegalPick, Key, Seat, Seating, find_open
from engine.dice import FairDice


class Diverged(Exception):
    """A log does not lead on as it says; the message says where."""


class Entry(Struct, frozen=True):
    """An entry of a log, without what followed from it."""

    kind: str
    seat: Seat
    decision: str | None
    answer: list[str] | None

    @classmethod
    def of(cls, row: EntryRow) -> "Entry":
        """Return an entry as it is stored."""
        return cls(row.kind, row.seat, row.decision, row.answer)


class Step(Struct, frozen=True):
    """An entry that led to the present state: its number in the log, and the question that it answered."""

    number: int
    entry: Entry
    asked: Decision | None

    @property
    def keys(self) -> Sequence[Key]:
        """What was answered."""
        return self.entry.answer or ()


class Match(Struct, frozen=True):
    """What a match is played with: the game and all that was agreed on, and the key of its dice."""

    game: AnyGame
    options: BaseModel
    seatings: Sequence[Seating]
    cards: Cards
    key: bytes


class Replay:
    """A match as far as its log was entered.

    Attributes:
        state: how it stands.
        dice: its dice; their record is of the last entry, if it was cleared before.
        path: the entries that led here; not those that were taken back.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.state: Any = None
        self.dice = FairDice(match.key)
        self.path: list[Step] = []
        self._log: list[Entry] = []
        self._branch = 0

    def enter(self, entry: Entry) -> None:
        """Play one entry. Raises Diverged."""
        number, asked = len(self._log), None
        try:
            match entry.kind:
                case "start":
                    self._begin()
                case "leave":
                    self.match.game.leave(self.state, entry.seat, self.dice)
                case "rewind":
                    self._go_back(entry, number)
                case "house":
                    pass
                case _:
                    asked = self._answer(entry, number)
        except IllegalPick as refusal:
            raise Diverged(f"entry {number} is not legal: {refusal.reason.id}") from refusal
        self.path.append(Step(number, entry, asked))
        self._log.append(entry)

    def _begin(self) -> None:
        match = self.match
        self.state, _ = match.game.new(match.options, match.seatings, match.cards, self.dice)

    def _answer(self, entry: Entry, number: int) -> Decision:
        """Answer a question; a default is drawn again, because it may use dice of its own."""
        game, decision, keys = self.match.game, entry.decision or "", entry.answer or []
        asked = find_open(game.decisions(self.state), decision)
        if entry.kind == "default" and list(game.default(self.state, decision, self.dice)) != keys:
            raise Diverged(f"entry {number} is not what the clock plays")
        game.apply(self.state, decision, keys, self.dice)
        return asked

    def _go_back(self, entry: Entry, number: int) -> None:
        answer = "".join(entry.answer or ())
        target = int(answer) if answer.isdecimal() else 0
        if not 0 < target < number:
            raise Diverged(f"entry {number} goes back to where the match cannot be")
        before = Replay(self.match)
        for each in self._log[:target]:
            before.enter(each)
        self._branch += 1
        dice = FairDice(self.match.key, before.dice.counters, self._branch)
        self.match.game.rewound(before.state, self.state, dice)
        self.state, self.dice, self.path = before.state, dice, before.path


def replayed(match: Match, log: Sequence[Entry]) -> Replay:
    """Return a match as its log leaves it. Raises Diverged."""
    replay = Replay(match)
    for entry in log:
        replay.enter(entry)
    return replay


def first_of_draft(path: Sequence[Step], place: int) -> int:
    """Return where the draft began that an answer committed."""
    seat = path[place].entry.seat
    while place > 0:
        before = path[place - 1]
        if before.entry.seat != seat or before.asked is None or before.asked.commits(before.keys):
            break
        place -= 1
    return place
