"""WarMage as a game of the contract."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from pydantic import BaseModel

from engine.contract import (
    EVERYBODY,
    JSON,
    CardSet,
    Decision,
    Event,
    Fact,
    Game,
    Key,
    Outcome,
    Seat,
    Seating,
    View,
    Viewer,
    check_pick,
    find_open,
    letter,
    mark,
)
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.games.warmage import events
from engine.games.warmage.answers import answer
from engine.games.warmage.cards import WarMageSet
from engine.games.warmage.interrupts import PROTECTING, protects
from engine.games.warmage.play import Play
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.position import position
from engine.games.warmage.questions import decisions
from engine.games.warmage.rewind import rewound, undoable
from engine.games.warmage.rulings import FILLED_BY_DEFAULT, HAND, LEAST_SEATS, MOST_SEATS, ROW, wound_cards
from engine.games.warmage.state import Instance, Player, State, WarMageOptions
from engine.games.warmage.turn import advance, begin_turn, leave
from engine.games.warmage.view import determinize, view
from engine.games.warmage.wounds import ranked
from engine.kit.lengths import WARMAGE, timed

PICKS_PER_TURN: Final = 100_000
"""More picks than any turn holds: sixty Chains of sixty Spells, each answered by five players in four picks."""

CARD_WORTH: Final = 0.3
"""What a card in hand is worth to house players, in steps left to live."""

LYING_WORTH: Final = 0.9
"""What a card in play is worth to who cast it for itself, and costs whom it was cast upon, in steps."""

LIFE_WORTH: Final = 2.0
"""What being in the match is worth beside the steps that are left: this makes finishing somebody count."""


DRAW_WORTH: Final = -0.8
"""What going out together with everybody else who is left is worth; winning is 1 and losing -1."""


TURN_SECONDS = 40
"""What a turn takes at the live pace, with the answers to it: with four players a match takes 25 to 35 minutes (rules,
simulation figures)."""


class WarMage(Game[State, WarMageCards]):
    """The duel of mages."""

    spec = Spec(
        key="warmage",
        least=LEAST_SEATS,
        most=MOST_SEATS,
        options=WarMageOptions,
        rewinds=True,
        windows=True,
        foresight=1,
        effort=2,
    )
    card_set = WarMageSet
    plays = (events.Cast, events.Used, events.CameIntoPlay)
    state_version = 2

    def cards(self, sets: Iterable[CardSet]) -> WarMageCards:
        """Return the definitions of some sets together. Raises IllegalSet."""
        return WarMageCards(each for each in sets if isinstance(each, WarMageSet))

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return how long a match usually is, as simulated."""
        few, many = (min(turns, _options(options).turn_cap) for turns in WARMAGE.turns[seats])
        return timed((few, many), TURN_SECONDS)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds."""
        return _options(options).turn_cap * PICKS_PER_TURN

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: WarMageCards, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        """Deal three cards each, reveal the Row, draw lots for who begins (seed, Setup), and begin the first turn."""
        count = len(seats)
        instances = [Instance(card, 0) for card in dice.shuffle("ids", cards.deck)]
        deck = dice.shuffle("shuffle", range(len(instances)))[::-1]
        state = State(cards, _options(options), instances, [Player() for _ in seats], deck, wound_cards(count))
        for seat, player in enumerate(state.players):
            player.hand = [deck.pop() for _ in range(min(HAND, len(deck)))]
            for number in player.hand:
                instances[number] = Instance(instances[number].card, mark(seat))
        state.row = [deck.pop() for _ in range(min(ROW, len(deck)))]
        for number in state.row:
            instances[number] = Instance(instances[number].card, EVERYBODY)
        state.active = dice.choose("first", range(count))
        play = Play(state, dice)
        play.tell(events.Started(state.active, play.refs(state.row)))
        for seat, player in enumerate(state.players):
            play.tell_privately(events.Dealt(seat, play.refs(player.hand)), (seat,))
        begin_turn(play)
        advance(play)
        return state, play.told()

    def position(self, data: JSON, cards: WarMageCards) -> State:
        """Return the state that a scenario describes. Raises IllegalPosition."""
        return position(data, cards)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return decisions(state)

    def apply(self, state: State, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        """Play a pick. Raises IllegalPick, and then nothing has changed."""
        asked = check_pick(decisions(state), decision, keys)
        play = Play(state, dice)
        answer(play, asked, keys)
        return play.told()

    def default(self, state: State, decision: str, dice: Dice) -> tuple[Key, ...]:
        """Play what the rules give for an absent player (rules, time-outs).

        Fill a small hand, else draw from the deck; cast nothing; take a new Flesh Wound; use what protects oneself and
        does nothing else; discard by chance; the oldest of one's own effects first.
        """
        asked = find_open(decisions(state), decision)
        keys = [option.key for option in asked.options]
        match asked.kind:
            case "discard" | "pay":
                return tuple(dice.shuffle(f"default.{letter(asked.seat)}", keys)[: asked.least])
            case "draw" if "fill" in keys and len(state.players[asked.seat].hand) <= FILLED_BY_DEFAULT:
                return ("fill",)
            case "draw" | "take":
                return ("deck",) if "deck" in keys else (keys[0],)
            case "cast" | "answer":
                return (keys[-1],)
        if asked.kind.startswith("react_") and "pass" in keys:
            protecting = asked.kind.removeprefix("react_") in PROTECTING
            used = [key for key in keys[:-1] if protecting and protects(state, asked.seat, key)]
            return (used[0] if used else "pass",)
        return (keys[0],)

    def leave(self, state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        """Take a player out without a last chance (rules, leaving). A question that changes by it gets a new id."""
        if state.outcome is not None or not state.living(seat):
            return ()
        before = {asked.id: asked for asked in decisions(state)}
        state.open = None
        play = Play(state, dice)
        leave(play, seat)
        for asked in decisions(state):
            if before.get(asked.id, asked) != asked:
                state.players[asked.seat].answered += 1
                state.open = None
        return play.told()

    def undoable(self, asked: Decision, keys: Sequence[Key]) -> bool:
        """Whether an answer is a cast, a use or a way to draw (rules, 3.8)."""
        return undoable(asked, keys)

    def rewound(self, state: State, undone: State, dice: Dice) -> tuple[Event, ...]:
        """Play on from an earlier state, with what has been shown since (rules, 3.8)."""
        return tuple(rewound(state, undone, dice).events)

    def stop(self, state: State) -> Outcome:
        """Rank by steps left, then by who went out last (rules, cap)."""
        return state.outcome or ranked(state, "warmage.end.stopped")

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return state.outcome

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what a viewer sees."""
        return view(state, viewer)

    def determinize(self, state: State, viewer: Viewer, dice: Dice) -> State:
        """Return a state in which what the viewer does not know is dealt anew."""
        return determinize(state, viewer, dice)

    def worth(self, state: State, seat: Seat) -> float:
        """Return how good a state is: one's share of the strength that all have together; at the end, one's place."""
        if state.outcome is not None:
            return _place_worth(state.outcome, seat)
        if not state.living(seat):
            return -1.0
        strengths = [_strength(state, each) for each in state.clockwise(seat)]
        return 2 * strengths[-1] / sum(strengths) - 1

    def copy(self, state: State) -> State:
        """Return a state of its own."""
        return state.copy()

    def dump(self, state: State) -> JSON:
        """Return the state as JSON values."""
        data: JSON = msgspec.to_builtins(state, enc_hook=_plain, str_keys=True)
        del data["cards"], data["open"]
        return data

    def load(self, data: JSON, version: int, cards: WarMageCards) -> State:
        """Return the state that `dump` wrote; version 1 is the same, played by a clock that used more effects.

        Raises ValueError for a version that was never released.
        """
        if not 1 <= version <= self.state_version:
            raise ValueError(f"WarMage has no state version {version}")
        return msgspec.convert({**data, "cards": cards}, State, dec_hook=_rich, str_keys=True)

    def fact(self, data: JSON) -> Fact:
        """Return a fact from its JSON form."""
        fact: Fact = msgspec.convert(data, events.WarMageFact)
        return fact


def _options(options: BaseModel) -> WarMageOptions:
    if not isinstance(options, WarMageOptions):
        raise TypeError(options)
    return options


def _place_worth(outcome: Outcome, seat: Seat) -> float:
    """Being the last mage standing is all there is; in a draw nobody stands, which is little better than losing."""
    if seat not in outcome.ranking[0]:
        return -1.0
    return DRAW_WORTH if len(outcome.ranking[0]) > 1 else 1.0


def _strength(state: State, seat: Seat) -> float:
    player = state.players[seat]
    lying = sum(LYING_WORTH if each.seat == seat else -LYING_WORTH for each in player.play)
    cards = len(player.hand)
    if state.active == seat and state.step == "draw":
        cards = max(cards + 1, HAND)
    return max(0.1, LIFE_WORTH + state.steps_left(seat) + CARD_WORTH * cards + lying)


def _plain(value: Any) -> Any:
    """Give msgspec the plain form of what is not its own: options are pydantic's, cards are pinned."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else None


def _rich(kind: type[Any], data: Any) -> Any:
    return data if isinstance(data, kind) else kind.model_validate(data)
