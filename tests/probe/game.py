"""The probe's rules. A turn is: any number of small acts, gather 2 to 4 of 60 stones, put the hand in order, then a
sealed window and, by option, a race."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace
from pydantic import BaseModel

from engine.contract import (
    EVERYTHING,
    JSON,
    Blocked,
    CardRef,
    CardSet,
    Decision,
    Event,
    Fact,
    IllegalPosition,
    Key,
    Message,
    Observer,
    Option,
    Outcome,
    Seat,
    Seating,
    SeatRef,
    Viewer,
    Window,
    letter,
    mark,
)
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.kit.facts import Ended, facts_of
from engine.kit.game import CardGame
from engine.kit.keys import OptionKey, keyed, number_of
from engine.kit.play import Play
from tests.probe import state as p
from tests.probe.state import Instance, ProbeCards, ProbeOptions, ProbeSet, ProbeView, State

HAND = 3
STONES = 60
NAMES = tuple(f"rune{number}" for number in range(40))
ACTS = 3
"""Small acts allowed in a turn, so that it ends."""


class ProbePlay(Play[State]):
    """Ends a post with every fact."""

    closing = (Fact,)


class Probe(CardGame[State, ProbeCards, ProbePlay]):
    """One to eight seats."""

    spec = Spec(key="probe", least=1, most=8, options=ProbeOptions, rewinds=True, windows=True)
    card_set = ProbeSet
    state_version = 1
    state_class = State
    play_class = ProbePlay
    facts = facts_of(p)

    def cards(self, sets: Iterable[CardSet]) -> ProbeCards:
        names = [name for each in sets if isinstance(each, ProbeSet) for name in each.cards]
        return ProbeCards(tuple(names) or NAMES)

    def length(self, options: BaseModel, seats: int) -> Length:
        return Length((1, 12), (1, 10))

    def bound(self, options: BaseModel, seats: int) -> int:
        assert isinstance(options, ProbeOptions)
        return options.turn_cap * (2 * ACTS + 4 + 2 * seats)

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: ProbeCards, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        assert isinstance(options, ProbeOptions)
        count = len(seats)
        names = dice.shuffle("ids", cards.names)
        hands = [list(range(seat * HAND, (seat + 1) * HAND)) for seat in range(count)]
        instances = [Instance(name, mark(n // HAND) if n < HAND * count else 0) for n, name in enumerate(names)]
        deck = list(range(HAND * count, len(names)))
        state = State(cards, options, instances, deck, hands, [0] * count, [0] * count, [False] * count)
        return state, ()

    def position(self, data: JSON, cards: ProbeCards) -> State:
        raise IllegalPosition("game", "the probe has no positions")

    def questions(self, state: State) -> tuple[Decision, ...]:
        match state.phase:
            case "turn":
                return (self._turn(state),)
            case "challenge":
                pair = [Option(word, Message(f"probe.{word}"), final=True) for word in ("accept", "decline")]
                return (self._ask(state, state.challenged, "challenge", pair, tempo="response"),)
            case "gather":
                stones = [Option(keyed("s", n), _stone(n), f"probe.row{n // 20}", final=True) for n in range(STONES)]
                return (self._ask(state, state.active, "gather", stones, least=2, most=4),)
            case "order":
                hand = [Option(keyed("h", n), _card(state, n), final=True) for n in state.hands[state.active]]
                count = len(hand)
                return (self._ask(state, state.active, "order", hand, least=count, most=count, ordered=True),)
            case "sealed":
                return tuple(self._window(state, seat) for seat in self._waiting(state))
            case "race":
                return tuple(self._race(state, seat) for seat in self._waiting(state))
            case "over":
                return ()

    def _turn(self, state: State) -> Decision:
        """Reversible and final options in one decision."""
        seat, blocked = state.active, []
        options = [Option("mark", Message("probe.mark"), "probe.small")] if state.marks < ACTS else []
        if state.marks >= ACTS:
            blocked.append(Blocked(Message("probe.mark"), Message("probe.refusal.enough")))
        else:
            options += [Option("peek", Message("probe.peek"), final=True)] if state.deck else []
            for other in self._others(state, seat):
                to = {"seat": SeatRef(other)}
                if state.hands[seat]:
                    options.append(Option(keyed("share", other), Message("probe.share", to), final=True))  # type: ignore[arg-type]
                options.append(Option(keyed("dare", other), Message("probe.dare", to), final=True))  # type: ignore[arg-type]
        options.append(Option("done", Message("probe.done")))
        return self._ask(state, seat, "turn", options, blocked=tuple(blocked))

    def _window(self, state: State, seat: Seat) -> Decision:
        hand = [Option(keyed("h", number), _card(state, number), final=True) for number in state.hands[seat]]
        hand.append(Option("none", Message("probe.none"), final=True, passes=True))
        window = Window(f"sealed {state.turn}")
        about = {"concerns": seat == state.active}
        return self._ask(state, seat, "sealed", hand, tempo="response", window=window, clock=window.id, **about)

    def _race(self, state: State, seat: Seat) -> Decision:
        pair = [Option("grab", Message("probe.grab"), final=True)]
        pair.append(Option("pass", Message("probe.pass"), final=True, passes=True))
        window = Window(f"race {state.turn}", race=True)
        return self._ask(state, seat, "race", pair, tempo="response", window=window, clock=window.id)

    def _ask(self, state: State, seat: Seat, kind: str, options: Sequence[Option], **more: Any) -> Decision:
        clock = more.pop("clock", f"{state.turn} {kind} {letter(seat)}")
        name = f"{letter(seat)}{state.asked[seat]}"
        return Decision(
            name,
            seat,
            kind,
            tuple(replace(option, ahead=f"race {state.turn}") if option.passes else option for option in options),
            clock=clock,
            topic=f"{kind} {state.turn}",
            **more,
        )

    def _waiting(self, state: State) -> list[Seat]:
        return [seat for seat, left in enumerate(state.left) if not left and seat not in state.sealed]

    def _others(self, state: State, seat: Seat) -> list[Seat]:
        return [other for other, left in enumerate(state.left) if other != seat and not left]

    def answer(self, play: ProbePlay, asked: Decision, keys: Sequence[Key]) -> None:
        play.state.ask_anew(asked.seat)
        getattr(self, f"_do_{asked.kind}")(play, asked.seat, tuple(keys))

    def _do_turn(self, play: ProbePlay, seat: Seat, keys: tuple[Key, ...]) -> None:
        state = play.state
        key = OptionKey.parse(keys[0])
        if key.word == "done":
            state.phase = "gather"
            return
        state.marks += 1
        if key.word == "mark":
            play.tell(p.Marked(seat, state.marks))
        elif key.word == "peek":
            number = state.deck[-1]
            state.show((number,), mark(seat))
            play.events.append(Event(p.Peeked(seat, state.ref(number)), (seat,), p.PeekedUnseen(seat), once=True))
        elif key.word == "share":
            number = play.dice.choose(f"share.{letter(seat)}", state.hands[seat])
            state.show((number,), mark(key.number))
            shared = p.Shared(seat, key.number, state.ref(number))
            play.tell(shared, (seat, key.number), p.SharedUnseen(seat, key.number))
        else:
            state.phase, state.challenged = "challenge", key.number
            play.tell(p.Challenged(seat, key.number))

    def _do_challenge(self, play: ProbePlay, seat: Seat, keys: tuple[Key, ...]) -> None:
        state = play.state
        accepts = keys[0] == "accept"
        play.tell(p.Answered(seat, accepts))
        if accepts:
            state.scores[play.dice.choose("dare", (state.active, seat))] += 1
        state.phase = "turn"

    def _do_gather(self, play: ProbePlay, seat: Seat, keys: tuple[Key, ...]) -> None:
        state = play.state
        play.tell(p.Gathered(seat, tuple(number_of(key) for key in keys)))
        state.scores[seat] += len(keys)
        state.phase = "order"

    def _do_order(self, play: ProbePlay, seat: Seat, keys: tuple[Key, ...]) -> None:
        state = play.state
        state.hands[seat] = [number_of(key) for key in keys]
        play.tell(p.Ordered(seat))
        state.phase, state.sealed = "sealed", {}

    def _do_sealed(self, play: ProbePlay, seat: Seat, keys: tuple[Key, ...]) -> None:
        state = play.state
        state.sealed[seat] = keys[0]
        if keys[0] != "none":
            number = number_of(keys[0])
            play.tell(p.SealedIn(seat, state.ref(number)), (seat,))
        self._close_sealed(play)

    def _close_sealed(self, play: ProbePlay) -> None:
        state = play.state
        if self._waiting(state):
            return
        played = {seat: number_of(key) for seat, key in sorted(state.sealed.items()) if key != "none"}
        for seat, number in played.items():
            state.hands[seat].remove(number)
            state.show((number,))
            state.shown.append(number)
        best = max(played, key=lambda seat: NAMES.index(state.instances[played[seat]].card), default=None)
        if best is not None:
            state.scores[best] += 1
        play.tell(p.Revealed(state.refs(played.values()), best))
        state.sealed = {}
        if state.options.race:
            state.phase = "race"
        else:
            self._end_turn(play)

    def _do_race(self, play: ProbePlay, seat: Seat, keys: tuple[Key, ...]) -> None:
        state = play.state
        state.sealed[seat] = keys[0]
        self._close_race(play)

    def _close_race(self, play: ProbePlay) -> None:
        state = play.state
        if self._waiting(state):
            return
        grabbed = [seat for seat, key in sorted(state.sealed.items()) if key == "grab"]
        winner = play.dice.choose("race", grabbed) if grabbed else None
        if winner is not None:
            state.scores[winner] += 1
        play.tell(p.Raced(winner))
        self._end_turn(play)

    def _end_turn(self, play: ProbePlay) -> None:
        state = play.state
        play.tell(p.TurnEnded(state.turn))
        state.sealed, state.marks = {}, 0
        if state.turn >= state.options.turn_cap:
            self._end(play, self.stop(state))
            return
        state.turn += 1
        state.phase = "turn"
        while True:
            state.active = (state.active + 1) % len(state.hands)
            if not state.left[state.active]:
                return

    def _end(self, play: ProbePlay, outcome: Outcome) -> None:
        state = play.state
        state.phase, state.outcome = "over", outcome
        play.tell(Ended(outcome))

    def default_picks(self, state: State, asked: Decision, dice: Dice) -> tuple[Key, ...]:
        """By chance where several stones are gathered; otherwise the last option, or the order as it is."""
        keys = [option.key for option in asked.options]
        if asked.kind == "gather":
            return tuple(dice.shuffle(f"default.{letter(asked.seat)}", keys)[: asked.least])
        return tuple(keys) if asked.ordered else (keys[-1],)

    def take_out(self, play: ProbePlay, seat: Seat) -> None:
        state = play.state
        if state.left[seat]:
            return
        state.left[seat], state.open = True, None
        play.tell(p.Gone(seat))
        if sum(not left for left in state.left) < min(2, len(state.left)):
            self._end(play, self.stop(state))
        elif state.phase in ("sealed", "race"):
            (self._close_sealed if state.phase == "sealed" else self._close_race)(play)
        elif state.phase == "challenge" and seat == state.challenged:
            state.phase = "turn"
        elif seat == state.active:
            self._end_turn(play)

    def undoable(self, asked: Decision, keys: Sequence[Key]) -> bool:
        """Everything but passing, and being done."""
        return not any(option.passes for option in asked.options if option.key in keys) and keys[0] != "done"

    def rewound(self, state: State, undone: State, dice: Dice) -> tuple[Event, ...]:
        for number, known in enumerate(undone.instances):
            if number not in state.deck:
                state.show((number,), known.known_to)
        shown = any(state.instances[number] != undone.instances[number] for number in state.deck)
        if shown:
            state.hide(state.deck)
            state.deck = dice.shuffle("again", state.deck)
        state.asked, state.open = [count + 1 for count in undone.asked], None
        return (Event(p.Rewound(shown), closes=True),)

    def ranked(self, state: State, reason: str) -> Outcome:
        def rank(seat: Seat) -> tuple[bool, int]:
            return (not state.left[seat], state.scores[seat])

        places = sorted({rank(seat) for seat in range(len(state.hands))}, reverse=True)
        ranking = tuple(tuple(s for s in range(len(state.hands)) if rank(s) == place) for place in places)
        return Outcome(ranking, "probe.end")

    def view(self, state: State, viewer: Viewer) -> ProbeView:
        def ref(number: int) -> CardRef | None:
            return state.ref(number) if state.knows(viewer, number) else None

        def held(seat: Seat) -> tuple[CardRef | None, ...]:
            refs = [ref(number) for number in state.hands[seat]]
            return tuple(refs if viewer in (seat, EVERYTHING) else sorted(refs, key=_known_first))

        return ProbeView(
            viewer=viewer,
            turn=state.turn,
            active=state.active,
            phase=state.phase,
            marks=state.marks,
            scores=tuple(state.scores),
            left=tuple(state.left),
            hands=tuple(held(seat) for seat in range(len(state.hands))),
            deck=tuple(ref(number) for number in state.deck),
            shown=tuple(known for number in state.shown if (known := ref(number)) is not None),
            own_answer=None if isinstance(viewer, Observer) else state.sealed.get(viewer),
            sealed=dict(state.sealed) if viewer == EVERYTHING else None,
        )

    def deal_unknown(self, guess: State, viewer: Viewer, dice: Dice) -> None:
        """Deal anew all that the viewer does not know, and what the others have answered under seal."""
        guess.deal_anew(viewer, dice, purpose="deal")
        for seat, hand in enumerate(guess.hands):
            answers = ["grab", "pass"] if guess.phase == "race" else [*(keyed("h", n) for n in hand), "none"]
            in_already = seat in guess.sealed and seat != viewer
            if in_already:
                guess.sealed[seat] = dice.choose("deal", answers)

    def worth(self, state: State, seat: Seat) -> float:
        return state.scores[seat] / 100


def _known_first(ref: CardRef | None) -> int:
    """The order in which others read a hand: no place tells how its owner has ordered it."""
    return 1000 if ref is None or ref.instance is None else ref.instance


def _card(state: State, number: int) -> Message:
    return Message("probe.card", {"card": state.ref(number)})


def _stone(number: int) -> Message:
    return Message("probe.stone", {"number": number + 1})
