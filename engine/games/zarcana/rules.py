"""Zarcana as a game of the contract."""

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel

from engine.contract import JSON, Event, Seat, Seating
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.games.zarcana import events
from engine.games.zarcana.answers import answer, usual
from engine.games.zarcana.cards import ZarcanaSet
from engine.games.zarcana.play import Play
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.position import position
from engine.games.zarcana.questions import questions
from engine.games.zarcana.rulings import ZarcanaOptions
from engine.games.zarcana.scoring import ranked
from engine.games.zarcana.setup import deal
from engine.games.zarcana.state import Instance, Player, State
from engine.games.zarcana.turn import leave
from engine.games.zarcana.view import deal_unknown, view
from engine.games.zarcana.worth import worth
from engine.kit.facts import facts_of
from engine.kit.game import CardGame, expect
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


class Zarcana(CardGame[State, ZarcanaCards, Play]):
    """The tarot board."""

    spec = Spec(key="zarcana", least=LEAST, most=MOST, options=ZarcanaOptions)
    card_set = ZarcanaSet
    state_version = 2
    pool = ZarcanaCards
    state_class = State
    play_class = Play
    facts = facts_of(events)
    position = staticmethod(position)
    questions = staticmethod(questions)
    answer = staticmethod(answer)
    usual = staticmethod(usual)
    ranked = staticmethod(ranked)
    view = staticmethod(view)
    deal_unknown = staticmethod(deal_unknown)
    worth = staticmethod(worth)

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return how long a match usually is, as simulated (rules, stated length)."""
        most = seats * (expect(ZarcanaOptions, options).turn_cap + 1)
        few, many = (min(turns, most) for turns in ZARCANA.turns[seats])
        return timed((few, many), TURN_SECONDS)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds: every turn up to the cap, and the final round."""
        return (expect(ZarcanaOptions, options).turn_cap + 1) * seats * EXTRA_TURNS * PICKS

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: ZarcanaCards, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        """Lay out the board, deal the hands, and begin the first turn (rules, section 4)."""
        table = expect(ZarcanaOptions, options)
        instances = [Instance(card, 0) for card in dice.shuffle("ids", cards.pack(extras=table.extras))]
        deck = dice.shuffle("deck", range(len(instances)))[::-1]
        first = dice.roll("first", len(seats)) - 1
        state = State(cards, table, instances, [Player() for _ in seats], first, deck=deck)
        play = Play(state, dice)
        deal(play)
        return state, play.told()

    def take_out(self, play: Play, seat: Seat) -> None:
        """Take a seat out of the match; the others play on while there are two."""
        if not play.state.players[seat].left:
            before = self.decisions(play.state)
            leave(play, seat)
            self.rename(play.state, before)

    def upgraded(self, data: JSON, version: int) -> JSON:
        """Return a state as the present version writes it; version 1 named instances, which say where a card lies."""
        if version > 1:
            return data
        ids = [each["card"] for each in data["instances"]]
        return {**data, **{name: [ids[number] for number in data[name]] for name in ("banning", "banned")}}
