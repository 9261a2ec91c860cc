"""A started match in memory, for the duration of one transaction: drafts, picks, and their consequences.

Nothing here reads or writes the database: `unit_of_work` loads a table and stores its changes.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from bot.host.kernel.paces import RACE_CLOSES, Pace, pace_of
from bot.host.kernel.pass_delays import NO_DELAY, PassDelay, pass_delay
from bot.host.match.clocks import Clocks
from bot.host.match.coaching import coaching_of
from bot.host.match.dice import card_name, dice_of, key_of
from bot.host.match.drafts import Draft, asked_of, choose, made_of, played, undo
from bot.host.match.event_rows import event_row
from bot.host.match.foreseen import passes, passing
from bot.host.match.position import Position
from bot.host.match.replay import POSITION, UPGRADE, StoredState, opening
from bot.host.match.vote import Vote
from bot.host.puzzles.attempts import attempt_of
from bot.storage.matches import DraftRow, EntryRow, EventRow, MatchRow
from bot.storage.seats import Sitter
from bot.storage.timers import TimerKey
from engine.contract import (
    SPECTATOR,
    AnyGame,
    Cards,
    Decision,
    Deck,
    Event,
    IllegalPick,
    Key,
    Outcome,
    Seat,
    Seating,
    View,
    Viewer,
    check_pick,
    find_open,
    letter,
)
from engine.dice import Dice, FairDice
from engine.players.characters import cast, newcomer
from engine.scenarios.coach import Coach

if TYPE_CHECKING:
    from bot.storage.schema.people import ExplainedRow


class Table:
    """A started match.

    Attributes:
        sitters: the occupants of the seats, as loaded; `seats` and `drafts` are theirs.
        away: until when people are away, by seat.
        timers: when the match's timers are due, as last loaded or set.
        position: the committed state, with what has been computed from it.
        hides_decks: whether the match belongs to a tournament with hidden decks, as `lay` finds out.
        log: entries made since the match was loaded.
        news: events since the match was loaded.
        vote: the open vote on taking a move back; while it is open, the match stands still.
        closing: the number of the last event so far with which a post ends, or None.
        drafted: the seats whose drafts have changed.
        moved: the seats whose rows have changed.
        handed_over: the seats at which house players have taken over from people who left.
        coaching: the lesson's coach, if the match is a lesson.
        attempt: the attempt at a puzzle, if the match is one.
        by_dm: the people who get their hands by direct message, once that has been looked up.
        explained: the terms that have been explained to the seats' players, once they have been looked up.
    """

    def __init__(
        self,
        game: AnyGame,
        cards: Cards,
        row: MatchRow,
        sitters: Sequence[Sitter],
        timers: Mapping[TimerKey, float],
        now: float,
        position: Position | None = None,
        coach: Coach | None = None,
    ) -> None:
        self.game = game
        self.cards = cards
        self.row = row
        self.pace: Pace = pace_of(row.pace)
        self.sitters = sitters
        self.seats = [each.seat for each in sitters]
        self.drafts = [each.draft for each in sitters]
        absent = [each for each in sitters if self.pace.days and not each.seat.left]
        self.away = {each.seat.seat: each.away for each in absent if each.away is not None}
        self.timers = timers
        self.now = now
        self.clocks = msgspec.convert(row.clocks, Clocks)
        self.coaching = coaching_of(coach, row.lesson)
        self.attempt = attempt_of(row.puzzle)
        self.vote = None if row.vote is None else msgspec.convert(row.vote, Vote)
        if position is None and row.state is not None and row.state_version is not None:
            position = Position(game.load(row.state, row.state_version, cards))
        self.position = position or Position(None)
        self.hides_decks = False
        self._own = False
        self.log: list[EntryRow] = []
        self.news: list[EventRow] = []
        self.closing: int | None = None
        self.drafted: set[Seat] = set()
        self.moved: set[Seat] = set()
        self.handed_over: list[Seat] = []
        self.by_dm: Collection[int] | None = None
        self.explained: dict[Seat, list[ExplainedRow]] = {}

    @cached_property
    def options(self) -> Any:
        """The options that the table agreed on."""
        return self.game.spec.options.model_validate(self.row.options)

    @cached_property
    def dice(self) -> Dice:
        """The match's dice, which only what is committed needs."""
        return self._dice(self.row.counters)

    @property
    def state(self) -> Any:
        """The committed state."""
        return self.position.state

    def _change(self) -> Any:
        """Return the state in order to change it; what is loaded or stored may be in use elsewhere, so it is copied."""
        self._become(self.state if self._own else self.game.copy(self.state))
        return self.state

    def _become(self, state: Any) -> None:
        self.position, self._own = Position(state), True

    def share(self) -> Position:
        """Return the position for use elsewhere; before the next change, the state is copied."""
        self._own = False
        return self.position

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is running."""
        outcome: Outcome | None = self.game.outcome(self.state)
        return outcome

    @property
    def deserted(self) -> bool:
        """Whether no person is left at the table."""
        return not any(seat.present for seat in self.seats)

    @property
    def untold(self) -> set[Seat]:
        """The seats whose people cannot be reached, so that their clocks are stopped."""
        return {row.seat for row in self.seats if letter(row.seat) in self.clocks.untold}

    def tell(self, seat: Seat) -> bool:
        """Record that a seat's person knows how things stand, and return whether that is new."""
        new = letter(seat) in self.clocks.untold
        if new:
            self.clocks.untold.remove(letter(seat))
        return new

    def seat_of(self, user: int) -> Seat | None:
        """Return the seat of a person who has not left, or None."""
        return next((row.seat for row in self.seats if row.user == user and not row.left), None)

    def alone(self, seat: Seat) -> bool:
        """Whether a seat is playing only against house players, so that nothing has to be hidden from anyone."""
        return not any(other.present for other in self.seats if other.seat != seat)

    def pass_delay(self, asked: Decision) -> PassDelay:
        """Return when a pass on a question takes effect, in seconds after the question."""
        hidden = self.seats[asked.seat].present and not self.alone(asked.seat)
        if not passing(asked) or asked.tempo != "response" or not hidden:
            return NO_DELAY
        return pass_delay(self.row.secret, asked.id, self.pace, longest=self.hides_decks)

    def held_until(self, asked: Decision) -> float:
        """Return when a pass on a question can take effect, which may be possible before the question is asked."""
        since = self.clocks.foreseen.get(asked.id, self.clocks.asked.get(asked.id))
        return self.now if since is None else since + self.pass_delay(asked).held

    @property
    def foreseen(self) -> Decision | None:
        """The question that follows for a person if the open one is passed, and that can be passed already."""
        people = sum(seat.present for seat in self.seats)
        soon = self.position.foreseen(self.game) if people > 1 else None
        return soon if soon is not None and self.seats[soon.seat].present else None

    def has_reserve(self, asked: Decision) -> bool:
        """Whether a seat's reserve runs after the deadline of its question: never in a window or a response."""
        return self.seats[asked.seat].bank > 0 and asked.tempo == "turn" and asked.window is None

    def view(self, viewer: Viewer) -> View:
        """Return the committed state of the match as a viewer sees it."""
        return self.game.view(self.state, viewer)

    def open(self) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return self.game.decisions(self.state)

    def waited_for(self) -> tuple[Seat, ...]:
        """Return the seats that may be named as being asked: in an open window, even those that have answered."""
        seats: dict[Seat, None] = {}
        for asked in self.open():
            named = [asked.seat] if asked.window is None else self.clocks.windows.get(asked.window.id, [asked.seat])
            seats |= dict.fromkeys(named)
        return tuple(sorted(seats))

    # The seat's actions

    def begin(self) -> None:
        """Begin the match, from the position that it holds if it goes on from another match. Raises IllegalDeck."""
        if self.row.origin is not None:
            self.begin_at(self.state)
            return
        seatings = [Seating(None if row.deck is None else msgspec.convert(row.deck, Deck)) for row in self.seats]
        state, events = self.game.new(self.options, seatings, self.cards, self.dice)
        self._become(state)
        self._enter("start", None, None, None, events)
        for seat in self.seats:
            seat.bank = self.pace.bank
            self.moved.add(seat.seat)

    def begin_at(self, state: Any) -> None:
        """Begin the match from a position."""
        self._become(state)
        self._store_state(POSITION)
        for seat in self.seats:
            seat.bank = self.pace.bank
            self.moved.add(seat.seat)
        self._follow_script()

    def _dice(self, counters: Mapping[str, int]) -> Dice:
        """Return the match's dice after some draws."""
        name = lambda item: card_name(self.game, self.cards, self.state, item)  # noqa: E731 - it only binds the table
        return dice_of(key_of(self.row), counters, self.row.branch, self.row.loaded, name)

    def _store_state(self, kind: str) -> None:
        """Log the state as it is, from which a replay starts."""
        self.row.state_version = rules = self.game.state_version
        stands = StoredState(rules, self.game.dump(self.state), self.dice.counters, self.row.branch)
        self._enter(kind, None, None, stands.answer(), opening(self.game, self.state))

    def _follow_script(self) -> None:
        """Make the picks of a lesson's script that are not the learner's."""
        while self.coaching is not None and (played := self.coaching.plays(self.open())) is not None:
            asked, keys = played
            self._commit("pick", asked.seat, [(asked.id, list(keys))])

    def draft(self, seat: Seat) -> Draft:
        """Return a seat's draft, played on a copy of the match up to the first pick that is no longer legal."""
        row, soon = self.drafts[seat], self.foreseen
        draft = self.position.draft(self.game, row)
        if soon is not None and row.held is not None and (soon.seat, soon.id) == (seat, row.held[0]):
            draft = replace(draft, held=made_of(soon, row.held[1]))
        return draft if self.coaching is None else self.coaching.offered(seat, draft)

    def pick(self, seat: Seat, decision: str, keys: Sequence[Key]) -> bool:
        """Answer a seat's question in its draft or, if the answer is final, commit it with the draft to the match.

        An answer to the question behind an implied choice makes both, and a whole choice makes all its picks. A final
        answer whose time has not come is held. In a puzzle, it is judged instead, and nothing is played.
        Returns whether the match has changed. Raises IllegalPick, and Stale if the seat does not have this question, or
        no longer has it; in either case nothing has changed.
        """
        draft, row, soon = self.draft(seat), self._present(seat), self.foreseen
        if soon is not None and (soon.seat, soon.id) == (seat, decision) and passes(soon, keys):
            check_pick([soon], decision, keys)
            row.held = (decision, list(keys))
            self._changed(row)
            return False
        before, question, keys = draft.resolved(decision, keys)
        decision = question.id
        asked = check_pick([question], decision, keys)
        if self.coaching is not None:
            self.coaching.check(seat, draft, asked, keys)
        final = asked.commits(keys)
        row.picks, row.chosen = [*row.picks[: len(draft.made)], *before], []
        if not final:
            row.picks.append((decision, list(keys)))
        elif self._waits(asked, keys):
            row.held = (decision, list(keys))
        elif self.attempt is not None:
            self.attempt.lock(self.game, self.state, [*row.picks, (decision, list(keys))])
            row.picks = []
        else:
            self._commit("pick", seat, [*row.picks, (decision, list(keys))])
            row.picks = []
            self._follow_script()
        self._changed(row)
        return final and row.held is None

    def _waits(self, asked: Decision, keys: Sequence[Key]) -> bool:
        """Whether a final answer is held: a pass during its delay, or any answer if the seat is using its full time."""
        if self.seats[asked.seat].waits and self.pace.days and asked.tempo == "turn":
            return True
        return passes(asked, keys) and self.held_until(asked) > self.now

    def undo(self, seat: Seat) -> None:
        """Take back the last step in a draft: a held answer, one of several choices, or else the last pick.

        A pass in advance is taken back too.
        """
        draft, row = self.draft(seat), self._present(seat)
        if self.seats[seat].ahead is not None:
            self.pass_ahead(seat, None)
        undo(draft, row)
        self._changed(row)

    def choose(self, seat: Seat, decision: str, key: Key) -> None:
        """Choose one of several options, or take that back. Raises Stale and IllegalPick, as `pick` does."""
        draft, row = self.draft(seat), self._present(seat)
        choose(draft, row, decision, key)
        self._changed(row)

    def pass_ahead(self, seat: Seat, topic: str | None) -> None:
        """Set the topic on which a seat passes in advance."""
        self.seats[seat].ahead = topic
        self.moved.add(seat)

    def be_present(self, seat: Seat) -> None:
        """Record that a seat's person is there, which clears their missed turns."""
        if self.seats[seat].missed:
            self.seats[seat].missed = 0
            self.moved.add(seat)

    def _present(self, seat: Seat) -> DraftRow:
        self.be_present(seat)
        return self.drafts[seat]

    def _changed(self, row: DraftRow) -> None:
        row.revision += 1
        self.drafted.add(row.seat)

    # The effects of time

    def expire(self, seat: Seat, clock: str) -> bool:
        """Play for a seat whose time is up: the finished acts in its draft, then defaults.

        An unfinished act is dropped. Play stops when the seat has no more questions on this clock. Returns whether any
        of the seat's own picks were played.
        """
        draft, row = self.draft(seat), self.drafts[seat]
        picks = row.picks[: len(draft.made)]
        if draft.held is not None and row.held is not None:
            picks = [*picks, row.held]
        else:
            asked = draft.asked
            while picks and (asked is None or asked.begun):
                picks = picks[:-1]
                asked = asked_of(self.game, played(self.game, self.state, picks)[0], seat)
        self._commit("pick", seat, picks)
        while asked := next((each for each in self.open() if each.seat == seat and each.clock == clock), None):
            self._default(asked)
        self._clear(row)
        return bool(picks)

    def pass_on(self, seat: Seat, decision: str) -> bool:
        """Pass for a seat whose delay is over, or commit its held answer; return whether the match has changed.

        A pass is made for a seat that has no legal answer, or that wants to pass and has not begun anything.
        """
        asked = next((each for each in self.open() if each.id == decision and each.seat == seat), None)
        row = self.drafts[seat]
        if asked is None:
            return False
        if row.held is not None and self.draft(seat).held is not None:
            self._commit("pick", seat, [*row.picks, row.held])
        elif not asked.answerable or (self.passed_for(asked) and not row.picks):
            self._commit("pass", seat, [(decision, passing(asked))])
        else:
            return False
        self._clear(row)
        return True

    def passed_for(self, asked: Decision) -> bool:
        """Whether a seat wants to pass on its question: it has passed ahead, or is not to be asked in this window."""
        row = self.seats[asked.seat]
        if not passing(asked):
            return False
        unasked = row.asking == "never" or (row.asking == "concerned" and not asked.concerns)
        if unasked and asked.window is not None and row.present:
            return True
        return row.ahead is not None and row.ahead == asked.topic

    def close_race(self, window: str) -> bool:
        """Close a race and play for the seats that have not answered. Returns whether there were any."""
        late = [asked for asked in self.open() if asked.window is not None and asked.window.id == window]
        for asked in late:
            row = self.drafts[asked.seat]
            if row.held is not None and row.held[0] == asked.id:
                self._commit("pick", asked.seat, [row.held])
            else:
                self._default(asked)
            self._clear(row)
        return bool(late)

    def _clear(self, row: DraftRow) -> None:
        row.picks, row.chosen, row.held = [], [], None
        self._changed(row)

    def play(self, seat: Seat, line: Iterable[tuple[str, Sequence[Key]]]) -> None:
        """Play a house player's line up to the first pick that does not answer an open question."""
        for decision, keys in line:
            try:
                check_pick(self.open(), decision, keys)
            except IllegalPick:
                return
            self._commit("pick", seat, [(decision, list(keys))])

    def leave(self, seat: Seat) -> None:
        """Remove a seat's person: a house player takes over if the table agreed on that; otherwise the seat is out.

        A match in which a house player takes over is not rated.
        """
        row, substitute = self.seats[seat], self.substitute(seat)
        row.left = True
        self.moved.add(seat)
        self.vote = None
        if substitute is None:
            self._enter("leave", seat, None, None, self.game.leave(self._change(), seat, self.dice))
            return
        row.house, row.waits, row.ahead = substitute, False, None
        self.row.unrated = self.row.unrated or "takeover"
        self.handed_over.append(seat)
        self._enter("house", seat, None, None, ())
        self._clear(self.drafts[seat])

    def substitute(self, seat: Seat) -> str | None:
        """Return the character that takes over if a seat's person leaves now, or None."""
        level = self.row.takeover
        remain = any(each.present for each in self.seats if each.seat != seat)
        if level is None or not remain:
            return None
        if not self.game.leave(self.game.copy(self.state), seat, FairDice.seeded("is out")):
            return None  # the seat is out already, so that its leaving changes nothing
        return newcomer(level, cast([each.house for each in self.seats], self.row.id), self.row.id)

    def rewind(self, seat: Seat, entry: int, state: Any, counters: Mapping[str, int]) -> None:
        """Go back to the state before an earlier entry, on a new branch of the dice; all clocks restart."""
        row = self.row
        row.branch += 1
        row.unrated = "rewind"
        undone = self.state
        self._become(state)
        self.dice = self._dice(counters)
        self._enter("rewind", seat, None, [str(entry)], self.game.rewound(state, undone, self.dice))
        self.clocks = Clocks()
        for draft in self.drafts:
            self._clear(draft)

    def upgrade(self) -> None:
        """Upgrade to the current rules: the log stores the state at this point, and an open vote is dropped."""
        self._store_state(UPGRADE)
        self.vote = None

    def _default(self, asked: Decision) -> None:
        self._commit("default", asked.seat, [(asked.id, list(self.game.default(self.state, asked.id, self.dice)))])

    def _commit(self, kind: str, seat: Seat, picks: Iterable[tuple[str, list[Key]]]) -> None:
        for decision, keys in picks:
            asked = find_open(self.open(), decision)
            self._note_race(asked, keys)
            if not passes(asked, keys):
                self._forget_foreseen()
            if self.coaching is not None:
                self.coaching.note(asked, keys)
            self._enter(kind, seat, decision, keys, self.game.apply(self._change(), decision, keys, self.dice))
        self.drafts[seat].held = None

    def _forget_foreseen(self) -> None:
        """Drop a pass on the question that would have followed a pass: what is asked now is another question."""
        if self.foreseen is not None:
            self.clocks.foreseen.pop(self.foreseen.id, None)
            self._clear(self.drafts[self.foreseen.seat])

    def _note_race(self, asked: Decision, keys: Sequence[Key]) -> None:
        """Set a race to close shortly after the first answer that is not a pass."""
        if (window := asked.window) is not None and window.race and not passes(asked, keys):
            self.clocks.races.setdefault(window.id, self.now + RACE_CLOSES)

    def _enter(
        self, kind: str, seat: Seat | None, decision: str | None, keys: list[Key] | None, events: Sequence[Event]
    ) -> None:
        """Add an entry to the log, with its draws, and the events that followed from it."""
        draws = [msgspec.to_builtins(draw) for draw in self.dice.record]
        self.dice.record.clear()
        row = self.row
        self.log.append(EntryRow(row.id, row.entries, kind, seat, decision, keys, draws, self.now))
        for event in events:
            self.news.append(event_row(row.id, row.events + 1, row.entries, event))
            row.events += 1
            if event.closes and event.seen_by(SPECTATOR) is not None:
                self.closing = row.events
        row.entries += 1
