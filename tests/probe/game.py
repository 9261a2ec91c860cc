"""The probe's rules. A turn is: any number of small acts, gather 2 to 4 of 60 stones, put the hand in order, then a
sealed window and, by option, a race."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from pydantic import BaseModel

from engine.contract import (
    EVERYBODY,
    EVERYTHING,
    JSON,
    Blocked,
    CardRef,
    CardSet,
    Decision,
    Event,
    Fact,
    Game,
    IllegalPosition,
    Key,
    Message,
    Option,
    Outcome,
    Seat,
    Seating,
    SeatRef,
    Viewer,
    Window,
    check_pick,
    find_open,
    letter,
    mark,
)
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from tests.probe import state as p
from tests.probe.state import Instance, ProbeCards, ProbeOptions, ProbeSet, ProbeView, State

HAND = 3
STONES = 60
NAMES = tuple(f"rune{number}" for number in range(40))
ACTS = 3
"""Small acts allowed in a turn, so that it ends."""


class Probe(Game[State, ProbeCards]):
    """One to eight seats."""

    spec = Spec(key="probe", least=1, most=8, options=ProbeOptions, rewinds=True, windows=True)
    card_set = ProbeSet
    state_version = 1

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

    def decisions(self, state: State) -> tuple[Decision, ...]:
        match state.phase:
            case "over":
                return ()
            case "turn":
                return (self._turn(state),)
            case "challenge":
                pair = [Option(word, Message(f"probe.{word}"), final=True) for word in ("accept", "decline")]
                return (self._ask(state, state.challenged, "challenge", pair, tempo="response"),)
            case "gather":
                stones = [Option(f"s{n}", _stone(n), f"probe.row{n // 20}", final=True) for n in range(STONES)]
                return (self._ask(state, state.active, "gather", stones, least=2, most=4),)
            case "order":
                hand = [Option(f"h{n}", _card(state, n), final=True) for n in state.hands[state.active]]
                count = len(hand)
                return (self._ask(state, state.active, "order", hand, least=count, most=count, ordered=True),)
            case "sealed":
                return tuple(self._window(state, seat) for seat in self._waiting(state))
            case "race":
                return tuple(self._race(state, seat) for seat in self._waiting(state))

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
                    options.append(Option(f"share:{other}", Message("probe.share", to), final=True))  # type: ignore[arg-type]
                options.append(Option(f"dare:{other}", Message("probe.dare", to), final=True))  # type: ignore[arg-type]
        options.append(Option("done", Message("probe.done")))
        return self._ask(state, seat, "turn", options, blocked=tuple(blocked))

    def _window(self, state: State, seat: Seat) -> Decision:
        hand = [Option(f"h{number}", _card(state, number), final=True) for number in state.hands[seat]]
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
            tuple(options),
            clock=clock,
            topic=f"{kind} {state.turn}",
            ahead=f"race {state.turn}",
            **more,
        )

    def _waiting(self, state: State) -> list[Seat]:
        return [seat for seat, left in enumerate(state.left) if not left and seat not in state.sealed]

    def _others(self, state: State, seat: Seat) -> list[Seat]:
        return [other for other, left in enumerate(state.left) if other != seat and not left]

    def apply(self, state: State, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        asked = check_pick(self.decisions(state), decision, keys)
        state.asked[asked.seat] += 1
        events: list[Event] = []
        getattr(self, f"_do_{asked.kind}")(state, asked.seat, tuple(keys), dice, events)
        return tuple(events)

    def _do_turn(self, state: State, seat: Seat, keys: tuple[Key, ...], dice: Dice, events: list[Event]) -> None:
        word, _, other = keys[0].partition(":")
        if word == "done":
            state.phase = "gather"
            return
        state.marks += 1
        if word == "mark":
            events.append(Event(p.Marked(seat, state.marks)))
        elif word == "peek":
            number = state.deck[-1]
            self._know(state, number, seat)
            secret = p.Peeked(seat, CardRef(state.instances[number].card, number))
            events.append(Event(secret, (seat,), p.PeekedUnseen(seat), once=True))
        elif word == "share":
            number = dice.choose(f"share.{letter(seat)}", state.hands[seat])
            self._know(state, number, int(other))
            secret_share = p.Shared(seat, int(other), CardRef(state.instances[number].card, number))
            events.append(Event(secret_share, (seat, int(other)), p.SharedUnseen(seat, int(other))))
        else:
            state.phase, state.challenged = "challenge", int(other)
            events.append(Event(p.Challenged(seat, int(other))))

    def _do_challenge(self, state: State, seat: Seat, keys: tuple[Key, ...], dice: Dice, events: list[Event]) -> None:
        accepts = keys[0] == "accept"
        events.append(Event(p.Answered(seat, accepts)))
        if accepts:
            state.scores[dice.choose("dare", (state.active, seat))] += 1
        state.phase = "turn"

    def _do_gather(self, state: State, seat: Seat, keys: tuple[Key, ...], dice: Dice, events: list[Event]) -> None:
        events.append(Event(p.Gathered(seat, tuple(int(key[1:]) for key in keys))))
        state.scores[seat] += len(keys)
        state.phase = "order"

    def _do_order(self, state: State, seat: Seat, keys: tuple[Key, ...], dice: Dice, events: list[Event]) -> None:
        state.hands[seat] = [int(key[1:]) for key in keys]
        events.append(Event(p.Ordered(seat)))
        state.phase, state.sealed = "sealed", {}

    def _do_sealed(self, state: State, seat: Seat, keys: tuple[Key, ...], dice: Dice, events: list[Event]) -> None:
        state.sealed[seat] = keys[0]
        if keys[0] != "none":
            number = int(keys[0][1:])
            events.append(Event(p.SealedIn(seat, CardRef(state.instances[number].card, number)), (seat,)))
        self._close_sealed(state, dice, events)

    def _close_sealed(self, state: State, dice: Dice, events: list[Event]) -> None:
        if self._waiting(state):
            return
        played = {seat: int(key[1:]) for seat, key in sorted(state.sealed.items()) if key != "none"}
        for seat, number in played.items():
            state.hands[seat].remove(number)
            state.instances[number] = replace(state.instances[number], known_to=EVERYBODY)
            state.shown.append(number)
        best = max(played, key=lambda seat: NAMES.index(state.instances[played[seat]].card), default=None)
        if best is not None:
            state.scores[best] += 1
        refs = tuple(CardRef(state.instances[number].card, number) for number in played.values())
        events.append(Event(p.Revealed(refs, best)))
        state.sealed = {}
        if state.options.race:
            state.phase = "race"
        else:
            self._end_turn(state, events)

    def _do_race(self, state: State, seat: Seat, keys: tuple[Key, ...], dice: Dice, events: list[Event]) -> None:
        state.sealed[seat] = keys[0]
        self._close_race(state, dice, events)

    def _close_race(self, state: State, dice: Dice, events: list[Event]) -> None:
        if self._waiting(state):
            return
        grabbed = [seat for seat, key in sorted(state.sealed.items()) if key == "grab"]
        winner = dice.choose("race", grabbed) if grabbed else None
        if winner is not None:
            state.scores[winner] += 1
        events.append(Event(p.Raced(winner)))
        self._end_turn(state, events)

    def _end_turn(self, state: State, events: list[Event]) -> None:
        events.append(Event(p.TurnEnded(state.turn)))
        state.sealed, state.marks = {}, 0
        if state.turn >= state.options.turn_cap:
            self._end(state, self.stop(state), events)
            return
        state.turn += 1
        state.phase = "turn"
        while True:
            state.active = (state.active + 1) % len(state.hands)
            if not state.left[state.active]:
                return

    def _end(self, state: State, outcome: Outcome, events: list[Event]) -> None:
        state.phase, state.outcome = "over", outcome
        events.append(Event(p.Ended(outcome)))

    def _know(self, state: State, number: int, seat: Seat) -> None:
        known = state.instances[number]
        state.instances[number] = replace(known, known_to=known.known_to | mark(seat))

    def default(self, state: State, decision: str, dice: Dice) -> tuple[Key, ...]:
        """By chance where several stones are gathered; otherwise the last option, or the order as it is."""
        asked = find_open(self.decisions(state), decision)
        keys = [option.key for option in asked.options]
        if asked.kind == "gather":
            return tuple(dice.shuffle(f"default.{letter(asked.seat)}", keys)[: asked.least])
        return tuple(keys) if asked.ordered else (keys[-1],)

    def leave(self, state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        if state.left[seat] or state.outcome is not None:
            return ()
        state.left[seat] = True
        events = [Event(p.Gone(seat))]
        if sum(not left for left in state.left) < min(2, len(state.left)):
            self._end(state, self.stop(state), events)
        elif state.phase in ("sealed", "race"):
            (self._close_sealed if state.phase == "sealed" else self._close_race)(state, dice, events)
        elif state.phase == "challenge" and seat == state.challenged:
            state.phase = "turn"
        elif seat == state.active:
            self._end_turn(state, events)
        return tuple(events)

    def undoable(self, asked: Decision, keys: Sequence[Key]) -> bool:
        """Everything but passing, and being done."""
        return not any(option.passes for option in asked.options if option.key in keys) and keys[0] != "done"

    def rewound(self, state: State, undone: State, dice: Dice) -> tuple[Event, ...]:
        for number, known in enumerate(undone.instances):
            if number not in state.deck:
                state.instances[number] = replace(known, known_to=known.known_to | state.instances[number].known_to)
        shown = any(state.instances[number] != undone.instances[number] for number in state.deck)
        if shown:
            for number in state.deck:
                state.instances[number] = replace(state.instances[number], known_to=0)
            state.deck = dice.shuffle("again", state.deck)
        state.asked = [count + 1 for count in undone.asked]
        return (Event(p.Rewound(shown)),)

    def stop(self, state: State) -> Outcome:
        def rank(seat: Seat) -> tuple[bool, int]:
            return (not state.left[seat], state.scores[seat])

        places = sorted({rank(seat) for seat in range(len(state.hands))}, reverse=True)
        ranking = tuple(tuple(s for s in range(len(state.hands)) if rank(s) == place) for place in places)
        return state.outcome or Outcome(ranking, "probe.end")

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def view(self, state: State, viewer: Viewer) -> ProbeView:
        def ref(number: int) -> CardRef | None:
            card = state.instances[number]
            knows = viewer == EVERYTHING or card.known_to & mark(viewer)
            return CardRef(card.card, number) if knows else None

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
            own_answer=state.sealed.get(viewer),
            sealed=dict(state.sealed) if viewer == EVERYTHING else None,
        )

    def determinize(self, state: State, viewer: Viewer, dice: Dice) -> State:
        """Deal anew all that the viewer does not know, and what the others have answered under seal."""
        guess = state.copy()
        if viewer == EVERYTHING:
            return guess
        unknown = [n for n, card in enumerate(state.instances) if not card.known_to & mark(viewer)]
        cards = dice.shuffle("deal", sorted(state.instances[n].card for n in unknown))
        for number, card in zip(unknown, cards, strict=True):
            guess.instances[number] = replace(state.instances[number], card=card)
        for seat in range(len(state.hands)):
            answers = ["grab", "pass"] if state.phase == "race" else [*(f"h{n}" for n in state.hands[seat]), "none"]
            in_already = seat in state.sealed and seat != viewer
            if in_already:
                guess.sealed[seat] = dice.choose("deal", answers)
        return guess

    def worth(self, state: State, seat: Seat) -> float:
        return state.scores[seat] / 100

    def copy(self, state: State) -> State:
        return state.copy()

    def dump(self, state: State) -> JSON:
        data: JSON = msgspec.to_builtins(
            state, enc_hook=lambda value: getattr(value, "model_dump", dict)(), str_keys=True
        )
        del data["cards"]
        return data

    def load(self, data: JSON, version: int, cards: ProbeCards) -> State:
        def rich(kind: type[Any], value: Any) -> Any:
            return value if isinstance(value, kind) else kind.model_validate(value)

        return msgspec.convert({**data, "cards": cards}, State, dec_hook=rich, str_keys=True)

    def fact(self, data: JSON) -> Fact:
        fact: Fact = msgspec.convert(data, p.ProbeFact)
        return fact


def _known_first(ref: CardRef | None) -> int:
    """The order in which others read a hand: no place tells how its owner has ordered it."""
    return 1000 if ref is None or ref.instance is None else ref.instance


def _card(state: State, number: int) -> Message:
    return Message("probe.card", {"card": CardRef(state.instances[number].card, number)})


def _stone(number: int) -> Message:
    return Message("probe.stone", {"number": number + 1})
