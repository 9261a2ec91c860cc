"""Zarcana as an implementation of the game contract."""

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel

from engine.contract import JSON, Event, Seat, Seating
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.games.zarcana import events
from engine.games.zarcana.answers import answer, default_picks
from engine.games.zarcana.cards import ZarcanaSet
from engine.games.zarcana.forecast import forecast
from engine.games.zarcana.pieces import ZarcanaInstance, ZarcanaOptions
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.position import position
from engine.games.zarcana.puzzles import ZarcanaPuzzles
from engine.games.zarcana.questions import questions
from engine.games.zarcana.scoring import ranked_by_score
from engine.games.zarcana.setup import deal
from engine.games.zarcana.state import ZarcanaPlayer, ZarcanaState
from engine.games.zarcana.tastes import TASTES, kind
from engine.games.zarcana.terms import terms
from engine.games.zarcana.turn import leave
from engine.games.zarcana.view import deal_unknown, view
from engine.games.zarcana.worth import worth
from engine.kit.facts import Drew, DrewUnseen, facts_of
from engine.kit.game import CardGame, expect
from engine.kit.lengths import ZARCANA, timed

LEAST, MOST = 2, 6
"""The minimum and maximum number of players (rules, section 2)."""

EXTRA_TURNS: Final = 4
"""An upper bound on a turn plus its extra turns: the High Priestess can be used once in the extra turns,
and in the turn before them once plus once per card that copies her."""

PICKS: Final = 600
"""More picks than any turn has: the Fool's two cards, each a Devil that turns all 90 minions with two picks each."""


TURN_SECONDS = 36
"""Seconds per turn at the live pace; a match at a table takes half an hour to an hour (rules, section 1)."""


class Zarcana(CardGame[ZarcanaState, ZarcanaCards, ZarcanaPlay]):
    """The rules of Zarcana, the game of the tarot board."""

    spec = Spec(key="zarcana", least=LEAST, most=MOST, options=ZarcanaOptions, tastes=TASTES)
    card_set = ZarcanaSet
    quiet = (Drew, DrewUnseen, events.HandDiscarded, events.Passed, events.Reshuffled)
    puzzles = ZarcanaPuzzles()
    state_version = 2
    pool = ZarcanaCards
    state_class = ZarcanaState
    play_class = ZarcanaPlay
    facts = facts_of(events)
    position = staticmethod(position)
    questions = staticmethod(questions)
    answer = staticmethod(answer)
    default_picks = staticmethod(default_picks)
    ranked = staticmethod(ranked_by_score)
    view = staticmethod(view)
    foretell = staticmethod(forecast)
    deal_unknown = staticmethod(deal_unknown)
    worth = staticmethod(worth)
    terms = staticmethod(terms)
    kind = staticmethod(kind)

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return the usual length of a match, as measured in simulations (rules, stated length)."""
        most = seats * (expect(ZarcanaOptions, options).turn_cap + 1)
        few, many = (min(turns, most) for turns in ZARCANA.turns[seats])
        return timed((few, many), TURN_SECONDS)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds: all turns up to the cap, plus the final round."""
        return (expect(ZarcanaOptions, options).turn_cap + 1) * seats * EXTRA_TURNS * PICKS

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: ZarcanaCards, dice: Dice
    ) -> tuple[ZarcanaState, tuple[Event, ...]]:
        """Lay out the board, deal the hands, and begin the first turn (rules, section 4)."""
        table = expect(ZarcanaOptions, options)
        instances = [ZarcanaInstance(card, 0) for card in dice.shuffle("ids", cards.pack(extras=table.extras))]
        deck = dice.shuffle("deck", range(len(instances)))[::-1]
        first = dice.roll("first", len(seats)) - 1
        state = ZarcanaState(cards, table, instances, [ZarcanaPlayer() for _ in seats], first, deck=deck)
        play = ZarcanaPlay(state, dice)
        deal(play)
        return state, play.told()

    def take_out(self, play: ZarcanaPlay, seat: Seat) -> None:
        """Remove a seat from the match; the others continue while at least two are left."""
        if not play.state.players[seat].left:
            before = self.decisions(play.state)
            leave(play, seat)
            self.rename(play.state, before)

    def upgraded(self, data: JSON, version: int) -> JSON:
        """Return a state in the current format. Version 1 listed banned instances, which reveal where a card is."""
        if version > 1:
            return data
        ids = [each["card"] for each in data["instances"]]
        return {**data, **{name: [ids[number] for number in data[name]] for name in ("banning", "banned")}}


GAME: Final = Zarcana()
"""The game, which `engine/registry.py` loads by its key."""
