"""Replay: playing a match again from its log, to check the match or to go back in it.

Only the log is needed: picks, defaults and leaves by seat, and the rewinds that the table voted for. A rewind goes back
to the state before an earlier entry, and continues from there on another branch of the dice. If a running match has
been upgraded to newer rules, the log holds its state at that point. The older rules no longer exist, so replay starts
there.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct
from pydantic import BaseModel

from bot.host.match.dice import Loaded, card_name, dice_of
from engine.contract import JSON, AnyGame, Cards, Decision, Event, IllegalPick, Key, Seat, Seating, find_open
from engine.dice import Dice
from engine.kit.facts import Standing

if TYPE_CHECKING:
    from bot.storage.matches import EntryRow

UPGRADE: Final = "upgrade"
"""The kind of the entry at which a running match was upgraded to newer rules."""

POSITION: Final = "position"
"""The kind of the first entry of a match that began from a position."""


class Diverged(Exception):
    """A log does not replay as recorded; the message says where."""


class ReplayEntry(Struct, frozen=True):
    """An entry of a log, without its consequences."""

    kind: str
    seat: Seat | None
    decision: str | None
    answer: list[str] | None

    @classmethod
    def of(cls, row: "EntryRow") -> "ReplayEntry":
        """Return a stored entry."""
        return cls(row.kind, row.seat, row.decision, row.answer)

    def at_seat(self) -> Seat:
        """Return the seat. Raises Diverged if there is none."""
        if self.seat is None:
            raise Diverged(f"a {self.kind} without a seat")
        return self.seat


class StoredState(Struct, frozen=True):
    """A state that an entry stores as its answer, as JSON: the position at the beginning, or that at an upgrade.

    Attributes:
        rules: the state version of the rules.
        state: the state, in that version.
        counters: the number of draws made so far for each purpose of the dice.
        branch: the branch of the dice.
    """

    rules: int
    state: JSON
    counters: dict[str, int]
    branch: int

    def answer(self) -> list[str]:
        """Return the answer that an entry stores."""
        return [msgspec.json.encode(self).decode()]

    @classmethod
    def of(cls, entry: ReplayEntry) -> "StoredState":
        """Return the state that an entry stores. Raises Diverged."""
        try:
            return msgspec.json.decode("".join(entry.answer or ()), type=cls)
        except msgspec.DecodeError as fault:
            raise Diverged(f"a stored state cannot be read: {fault}") from fault


def first_replayable(log: Sequence[ReplayEntry]) -> int:
    """Return the number of the entry from which a log can be replayed: its last upgrade, or 0."""
    return max((number for number, entry in enumerate(log) if entry.kind == UPGRADE), default=0)


class ReplayStep(Struct, frozen=True):
    """An entry that led to the current state: its number in the log, and the question that it answered."""

    number: int
    entry: ReplayEntry
    asked: Decision | None

    @property
    def keys(self) -> Sequence[Key]:
        """The keys of the answer."""
        return self.entry.answer or ()


class ReplayMatch(Struct, frozen=True):
    """The setup of a match: the game, everything that was agreed on, the key of its dice, and what is loaded."""

    game: AnyGame
    options: BaseModel
    seatings: Sequence[Seating]
    cards: Cards
    key: bytes
    loaded: Loaded | None = None


class Replay:
    """A match as far as its log has been entered.

    Args:
        match: its setup.
        first: the entry from which the log is replayed, see `first_replayable`; entries before it are only counted.

    Attributes:
        state: the current state.
        branch: the branch of the dice.
        dice: the match's dice; their record covers only the last entry if it was cleared before that entry.
        path: the entries that led to this state, without those that have been taken back.
        events: what happened in the last entry.
    """

    def __init__(self, match: ReplayMatch, first: int = 0) -> None:
        self.match = match
        self._first = first
        self.branch = 0
        self.state: Any = None
        self.dice = self._dice({})
        self.path: list[ReplayStep] = []
        self.events: tuple[Event, ...] = ()
        self._log: list[ReplayEntry] = []

    def enter(self, entry: ReplayEntry) -> None:
        """Play one entry. Raises Diverged."""
        number, asked = len(self._log), None
        self.events = ()
        if number < self._first:
            self._log.append(entry)
            return
        try:
            match entry.kind:
                case "start":
                    self._begin()
                case "leave":
                    self.events = self.match.game.leave(self.state, entry.at_seat(), self.dice)
                case "rewind":
                    self._go_back(entry, number)
                case "house":
                    pass
                case "upgrade" | "position":
                    self._take_over(entry, number)
                case _:
                    asked = self._answer(entry, number)
        except IllegalPick as refusal:
            raise Diverged(f"entry {number} is not legal: {refusal.reason.id}") from refusal
        self.path.append(ReplayStep(number, entry, asked))
        self._log.append(entry)

    @property
    def drafting(self) -> bool:
        """Whether the last entry is a pick that is not final, so that the step to which it belongs is not over."""
        asked = self.path[-1].asked if self.path else None
        return asked is not None and not asked.commits(self.path[-1].keys)

    def _dice(self, counters: Mapping[str, int]) -> Dice:
        match = self.match
        name = lambda item: card_name(match.game, match.cards, self.state, item)  # noqa: E731 - it only binds the match
        return dice_of(match.key, counters, self.branch, match.loaded, name)

    def _begin(self) -> None:
        match = self.match
        self.state, self.events = match.game.new(match.options, match.seatings, match.cards, self.dice)

    def _answer(self, entry: ReplayEntry, number: int) -> Decision:
        """Answer a question; a default is computed again, because that may draw from the dice."""
        game, decision, keys = self.match.game, entry.decision or "", entry.answer or []
        asked = find_open(game.decisions(self.state), decision)
        if entry.kind == "default" and list(game.default(self.state, decision, self.dice)) != keys:
            raise Diverged(f"entry {number} is not what the clock plays")
        self.events = game.apply(self.state, decision, keys, self.dice)
        return asked

    def _take_over(self, entry: ReplayEntry, number: int) -> None:
        """Continue from the state that an entry stored."""
        stored, game = StoredState.of(entry), self.match.game
        if stored.rules != game.state_version:
            raise Diverged(f"entry {number} goes on by rules {stored.rules}, which this version does not have")
        try:
            self.state = game.load(stored.state, stored.rules, self.match.cards)
        except (msgspec.ValidationError, ValueError) as fault:
            raise Diverged(f"entry {number} holds no state of this game: {fault}") from fault
        self.branch = stored.branch
        self.dice = self._dice(stored.counters)
        self.events = opening(game, self.state)

    def _go_back(self, entry: ReplayEntry, number: int) -> None:
        answer = "".join(entry.answer or ())
        target = int(answer) if answer.isdecimal() else 0
        if not self._first < target < number:
            raise Diverged(f"entry {number} goes back to where the match cannot be")
        before = Replay(self.match, self._first)
        for each in self._log[:target]:
            before.enter(each)
        self.branch += 1
        dice = self._dice(before.dice.counters)
        self.events = self.match.game.rewound(before.state, self.state, dice)
        self.state, self.dice, self.path = before.state, dice, before.path


def opening(game: AnyGame, state: Any) -> tuple[Event, ...]:
    """Return what a match tells that goes on from a stored state: everybody's points."""
    return (Event(Standing(game.points(state))),)


def replayed(match: ReplayMatch, log: Sequence[ReplayEntry]) -> Replay:
    """Return a match as it stands at the end of its log. Raises Diverged."""
    replay = Replay(match, first_replayable(log))
    for entry in log:
        replay.enter(entry)
    return replay


def first_of_draft(path: Sequence[ReplayStep], place: int) -> int:
    """Return the place at which the draft that includes a committed answer began."""
    seat = path[place].entry.seat
    while place > 0:
        before = path[place - 1]
        if before.entry.seat != seat or before.asked is None or before.asked.commits(before.keys):
            break
        place -= 1
    return place
