"""Zarcana as a game of the contract."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from pydantic import BaseModel

from engine.contract import (
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
)
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.games.zarcana import events
from engine.games.zarcana.cards import ZarcanaSet
from engine.games.zarcana.play import Play
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.position import position
from engine.games.zarcana.rulings import ZarcanaOptions
from engine.games.zarcana.scoring import ranked
from engine.games.zarcana.setup import deal
from engine.games.zarcana.state import Instance, Player, State
from engine.games.zarcana.turn import answer, decisions, leave
from engine.games.zarcana.view import determinize, view
from engine.games.zarcana.worth import worth
from engine.kit.lengths import ZARCANA, timed

LEAST, MOST = 2, 6
"""How many play (rules, section 2)."""

EXTRA_TURNS: Final = 4
"""More turns than one turn comes to with its extra turns: the High Priestess serves once in them, and in the turn
before them once more for each card that copies her there."""

PICKS: Final = 600
"""More picks than any turn holds: the Fool's two cards, each a Devil that turns all 90 minions, two picks for each."""


TURN_SECONDS = 36
"""What a turn takes at the live pace, half an hour to an hour for a match at a table (rules, section 1)."""


class Zarcana(Game[State, ZarcanaCards]):
    """The tarot board."""

    spec = Spec(key="zarcana", least=LEAST, most=MOST, options=ZarcanaOptions)
    card_set = ZarcanaSet
    state_version = 2

    def cards(self, sets: Iterable[CardSet]) -> ZarcanaCards:
        """Return the definitions of some sets together. Raises IllegalSet."""
        return ZarcanaCards(each for each in sets if isinstance(each, ZarcanaSet))

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return how long a match usually is, as simulated (rules, stated length)."""
        most = seats * (_options(options).turn_cap + 1)
        few, many = (min(turns, most) for turns in ZARCANA.turns[seats])
        return timed((few, many), TURN_SECONDS)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds: every turn up to the cap, and the final round."""
        return (_options(options).turn_cap + 1) * seats * EXTRA_TURNS * PICKS

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: ZarcanaCards, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        """Lay out the board, deal the hands, and begin the first turn (rules, section 4)."""
        table = _options(options)
        instances = [Instance(card, 0) for card in dice.shuffle("ids", cards.pack(extras=table.extras))]
        deck = dice.shuffle("deck", range(len(instances)))[::-1]
        first = dice.roll("first", len(seats)) - 1
        state = State(cards, table, instances, [Player() for _ in seats], first, deck=deck)
        play = Play(state, dice)
        deal(play)
        return state, tuple(play.events)

    def position(self, data: JSON, cards: ZarcanaCards) -> State:
        """Return the state that a scenario describes. Raises IllegalPosition."""
        return position(data, cards)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        """Return the open decision."""
        return decisions(state)

    def apply(self, state: State, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        """Play a pick. Raises IllegalPick, and then nothing has changed."""
        asked = check_pick(decisions(state), decision, keys)
        play = Play(state, dice)
        answer(play, asked, tuple(keys))
        return tuple(play.events)

    def default(self, state: State, decision: str, dice: Dice) -> tuple[Key, ...]:
        """Pass, lock in what is done, demand nothing; cards that are demanded are given at random (rules, 6B)."""
        asked = find_open(decisions(state), decision)
        keys = [option.key for option in asked.options]
        if asked.kind == "give":
            return tuple(dice.shuffle(f"default.{letter(asked.seat)}", keys)[: asked.least])
        preferred = next((key for key in ("pass", "lock") if key in keys), None)
        return (preferred,) if preferred is not None else tuple(keys[: asked.least])

    def leave(self, state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        """Take a seat out of the match; the others play on while there are two."""
        play = Play(state, dice)
        leave(play, seat)
        return tuple(play.events)

    def stop(self, state: State) -> Outcome:
        """Rank by the scores as they stand."""
        return state.outcome or ranked(state, "zarcana.end.stopped")

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
        """Return how good a state is for a seat."""
        return worth(state, seat)

    def copy(self, state: State) -> State:
        """Return a state of its own."""
        return state.copy()

    def dump(self, state: State) -> JSON:
        """Return the state as JSON values."""
        data: JSON = msgspec.to_builtins(state, enc_hook=_plain, str_keys=True)
        del data["cards"], data["open"]
        return data

    def load(self, data: JSON, version: int, cards: ZarcanaCards) -> State:
        """Return the state that `dump` wrote. Raises ValueError for a version that was never released."""
        if not 1 <= version <= self.state_version:
            raise ValueError(f"Zarcana has no state version {version}")
        if version == 1:
            # It named instances, which say where a card lies.
            ids = [each["card"] for each in data["instances"]]
            data = {**data, **{name: [ids[number] for number in data[name]] for name in ("banning", "banned")}}
        return msgspec.convert({**data, "cards": cards}, State, dec_hook=_rich, str_keys=True)

    def fact(self, data: JSON) -> Fact:
        """Return a fact from its JSON form."""
        fact: Fact = msgspec.convert(data, events.ZarcanaFact)
        return fact


def _options(options: BaseModel) -> ZarcanaOptions:
    if not isinstance(options, ZarcanaOptions):
        raise TypeError(options)
    return options


def _plain(value: Any) -> Any:
    """Give msgspec the plain form of what is not its own: options are pydantic's, cards are pinned."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else None


def _rich(kind: type[Any], data: Any) -> Any:
    return data if isinstance(data, kind) else kind.model_validate(data)
