"""A started match in memory, for the length of one transaction: drafts, picks, and what follows from them.

Nothing here reads or writes the database: `desk` loads a table and stores what became of it.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from bot.storage.matches import DraftRow, EntryRow, EventRow, MatchRow, SeatRow
from engine.contract import (
    SPECTATOR,
    AnyGame,
    Cards,
    Decision,
    Deck,
    Event,
    IllegalPick,
    Key,
    Message,
    Outcome,
    Seat,
    Seating,
    View,
    check_pick,
    find_open,
)
from engine.dice import Dice, FairDice, NoDice, table_key


class Stale(Exception):
    """A click speaks of something that is no longer so: the panel has moved on."""


class Made(Struct, frozen=True):
    """One pick of a draft, for showing: what was asked and the options that were chosen."""

    kind: str
    labels: tuple[Message, ...]


class Draft(Struct, frozen=True):
    """A seat's draft as it stands.

    Attributes:
        state: the match with the draft played on a copy of it.
        made: the picks of the draft, in order.
        asked: what the seat is asked next, or None where it waits for others.
        chosen: the keys chosen so far, where the question takes several.
        revision: how often the draft has changed; a click on an older panel is stale.
    """

    state: Any
    made: tuple[Made, ...]
    asked: Decision | None
    chosen: tuple[Key, ...]
    revision: int


class Table:
    """A started match.

    Attributes:
        log: entries made since it was loaded.
        news: events since it was loaded.
        posted: whether one of them is worth a post.
    """

    def __init__(self, game: AnyGame, cards: Cards, row: MatchRow, seats: list[SeatRow], now: float) -> None:
        self.game = game
        self.cards = cards
        self.row = row
        self.seats = seats
        self.now = now
        self.options = game.spec.options.model_validate(row.options)
        self.dice: Dice = FairDice(key_of(row), row.counters)
        self.state: Any = None
        if row.state is not None and row.state_version is not None:
            self.state = game.load(row.state, row.state_version, cards)
        self.log: list[EntryRow] = []
        self.news: list[EventRow] = []
        self.posted = False

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it runs."""
        outcome: Outcome | None = self.game.outcome(self.state)
        return outcome

    def seat_of(self, user: int) -> Seat | None:
        """Return where a person sits who has not left, or None."""
        return next((row.seat for row in self.seats if row.user == user and not row.left), None)

    def view(self, viewer: int) -> View:
        """Return what a viewer sees of the match as it is committed."""
        return self.game.view(self.state, viewer)

    def open(self) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return self.game.decisions(self.state)

    # What a seat does

    def begin(self) -> None:
        """Play the beginning. Raises IllegalDeck."""
        seatings = [Seating(None if row.deck is None else msgspec.convert(row.deck, Deck)) for row in self.seats]
        self.state, events = self.game.new(self.options, seatings, self.cards, self.dice)
        self._enter("start", -1, None, None, events)

    def draft(self, row: DraftRow) -> Draft:
        """Return a seat's draft played on a copy of the match, as far as it is still legal."""
        state, made, none = self.game.copy(self.state), [], NoDice()
        for decision, keys in row.picks:
            try:
                asked = check_pick(self.game.decisions(state), decision, keys)
            except IllegalPick:
                break
            self.game.apply(state, decision, keys, none)
            made.append(
                Made(asked.kind, tuple(option.label for key in keys for option in asked.options if option.key == key))
            )
        asked_next = _asked(self.game.decisions(state), row.seat)
        offered = {option.key for option in asked_next.options} if asked_next else set()
        chosen = tuple(key for key in row.chosen if key in offered)
        return Draft(state, tuple(made), asked_next, chosen, row.revision)

    def pick(self, row: DraftRow, decision: str, keys: Sequence[Key]) -> bool:
        """Answer what a seat is asked: into its draft, or with its draft to the match where the answer is final.

        Returns whether the match has changed. Raises IllegalPick, and Stale where the seat is not asked this (any
        more); then nothing has changed.
        """
        draft = self.draft(row)
        if draft.asked is None or draft.asked.id != decision:
            raise Stale
        asked = check_pick([draft.asked], decision, keys)
        row.picks = [*row.picks[: len(draft.made)], (decision, list(keys))]
        row.chosen = []
        row.revision += 1
        if not any(option.final for option in asked.options if option.key in keys):
            return False
        self._commit("pick", row.seat, row.picks)
        row.picks = []
        return True

    def undo(self, row: DraftRow) -> None:
        """Take back the last thing in a draft: a choice of several, else the last pick."""
        draft = self.draft(row)
        if draft.chosen:
            row.chosen = list(draft.chosen[:-1])
        else:
            row.picks = row.picks[: max(0, len(draft.made) - 1)]
        row.revision += 1

    def choose(self, row: DraftRow, decision: str, key: Key) -> None:
        """Choose one of several, or take the choice back. Raises Stale and IllegalPick as `pick` does."""
        asked = self.draft(row).asked
        if asked is None or asked.id != decision:
            raise Stale
        if key not in {option.key for option in asked.options}:
            raise IllegalPick(Message("refusal.not_offered"))
        chosen = [each for each in row.chosen if each != key]
        if len(chosen) == len(row.chosen):
            chosen.append(key)
        if len(chosen) > asked.most:
            raise IllegalPick(Message("refusal.too_many", {"most": asked.most}))
        row.chosen = chosen
        row.revision += 1

    def expire(self, row: DraftRow, clock: str) -> None:
        """Play for a seat whose time is up: its draft's finished acts as they stand, then defaults.

        An act only begun is dropped. It stops when the seat is no longer asked anything on this clock.
        """
        draft = self.draft(row)
        picks = row.picks[: len(draft.made)]
        while picks and (draft.asked is None or draft.asked.begun):
            picks = picks[:-1]
            draft = self.draft(DraftRow(row.match, row.seat, picks))
        self._commit("pick", row.seat, picks)
        while asked := next((each for each in self.open() if each.seat == row.seat and each.clock == clock), None):
            self._default(asked)
        row.picks, row.chosen = [], []
        row.revision += 1

    def pass_on(self, seat: Seat, decision: str) -> bool:
        """Pass for a seat that has no legal answer, and return whether it was still asked."""
        asked = next((each for each in self.open() if each.id == decision and each.seat == seat), None)
        if asked is None or asked.answerable:
            return False
        keys = [option.key for option in asked.options][: asked.least]
        self._commit("pass", seat, [(decision, keys)])
        return True

    def play(self, seat: Seat, line: Iterable[tuple[str, Sequence[Key]]]) -> None:
        """Play a house player's line, as far as it answers what is asked."""
        for decision, keys in line:
            try:
                asked = find_open(self.open(), decision)
                check_pick([asked], decision, keys)
            except IllegalPick:
                return
            self._commit("pick", seat, [(decision, list(keys))])

    def leave(self, seat: Seat) -> None:
        """Take a seat out of the match."""
        self.seats[seat].left = True
        self._enter("leave", seat, None, None, self.game.leave(self.state, seat, self.dice))

    def _default(self, asked: Decision) -> None:
        keys = self.game.default(self.state, asked.id, self.dice)
        self._commit("default", asked.seat, [(asked.id, list(keys))])

    def _commit(self, kind: str, seat: Seat, picks: Iterable[tuple[str, list[Key]]]) -> None:
        for decision, keys in picks:
            self._enter(kind, seat, decision, keys, self.game.apply(self.state, decision, keys, self.dice))

    def _enter(
        self, kind: str, seat: Seat, decision: str | None, keys: list[Key] | None, events: Sequence[Event]
    ) -> None:
        """Add an entry to the log, with the draws it took, and the events that followed from it."""
        draws = [msgspec.to_builtins(draw) for draw in self.dice.record]
        self.dice.record.clear()
        row = self.row
        self.log.append(EntryRow(row.id, row.entries, kind, seat, decision, keys, draws, self.now))
        for event in events:
            self.news.append(_event_row(row.id, row.events + 1, row.entries, event))
            self.posted = self.posted or (event.posted and event.seen_by(SPECTATOR) is not None)
            row.events += 1
        row.entries += 1


def key_of(row: MatchRow) -> bytes:
    """Return the key of a match's dice."""
    return table_key(row.secret, row.table_string or "")


def _asked(decisions: Iterable[Decision], seat: Seat) -> Decision | None:
    return next((each for each in decisions if each.seat == seat), None)


def _event_row(match: int, number: int, entry: int, event: Event) -> EventRow:
    return EventRow(
        match,
        number,
        entry,
        msgspec.to_builtins(event.fact, str_keys=True),
        None if event.audience is None else list(event.audience),
        None if event.others is None else msgspec.to_builtins(event.others, str_keys=True),
        event.once,
    )
