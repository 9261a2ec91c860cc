"""WarMage as an implementation of the game contract."""

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel

from engine.contract import Event, Seat, Seating, mark
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.games.warmage import events
from engine.games.warmage.answers import answer, default_picks
from engine.games.warmage.cards import WarMageSet
from engine.games.warmage.forecast import forecast
from engine.games.warmage.pieces import WarMageInstance, WarMageOptions
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.position import position
from engine.games.warmage.puzzles import WarMagePuzzles
from engine.games.warmage.questions import questions
from engine.games.warmage.rewind import rewound, undoable
from engine.games.warmage.rulings import HAND, LEAST_SEATS, MOST_SEATS, ROW, wound_cards
from engine.games.warmage.state import WarMagePlayer, WarMageState
from engine.games.warmage.tastes import TASTES, kind
from engine.games.warmage.terms import terms
from engine.games.warmage.turn import advance, begin_turn, leave
from engine.games.warmage.view import deal_unknown, view
from engine.games.warmage.worth import worth
from engine.games.warmage.wounds import ranked_by_wounds
from engine.kit.facts import facts_of
from engine.kit.game import CardGame, expect
from engine.kit.lengths import WARMAGE, timed

PICKS_PER_TURN: Final = 100_000
"""More picks than any turn has: sixty Chains of sixty Spells, each answered by five players in four picks."""

TURN_SECONDS = 40
"""Seconds per turn at the live pace, including answers: a match of four players takes 25 to 35 minutes (rules,
simulation figures)."""


class WarMage(CardGame[WarMageState, WarMageCards, WarMagePlay]):
    """The rules of WarMage, the duel of mages."""

    spec = Spec(
        key="warmage",
        least=LEAST_SEATS,
        most=MOST_SEATS,
        options=WarMageOptions,
        rewinds=True,
        windows=True,
        foresight=1,
        effort=2,
        tastes=TASTES,
    )
    card_set = WarMageSet
    plays = (events.Cast, events.Used, events.CameIntoPlay)
    puzzles = WarMagePuzzles()
    state_version = 2
    pool = WarMageCards
    state_class = WarMageState
    play_class = WarMagePlay
    facts = facts_of(events)
    position = staticmethod(position)
    questions = staticmethod(questions)
    answer = staticmethod(answer)
    default_picks = staticmethod(default_picks)
    undoable = staticmethod(undoable)
    ranked = staticmethod(ranked_by_wounds)
    view = staticmethod(view)
    foretell = staticmethod(forecast)
    deal_unknown = staticmethod(deal_unknown)
    worth = staticmethod(worth)
    terms = staticmethod(terms)
    kind = staticmethod(kind)

    def length(self, options: BaseModel, seats: int) -> Length:
        """Return the usual length of a match, as measured in simulations."""
        few, many = (min(turns, expect(WarMageOptions, options).turn_cap) for turns in WARMAGE.turns[seats])
        return timed((few, many), TURN_SECONDS)

    def bound(self, options: BaseModel, seats: int) -> int:
        """Return a number of picks that no match exceeds."""
        return expect(WarMageOptions, options).turn_cap * PICKS_PER_TURN

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: WarMageCards, dice: Dice
    ) -> tuple[WarMageState, tuple[Event, ...]]:
        """Deal the hands, reveal the Row, draw the starting player by lot (seed, Setup), and begin the first turn."""
        count = len(seats)
        instances = [WarMageInstance(card, 0) for card in dice.shuffle("ids", cards.deck)]
        deck = dice.shuffle("shuffle", range(len(instances)))[::-1]
        state = WarMageState(
            cards,
            expect(WarMageOptions, options),
            instances,
            [WarMagePlayer() for _ in seats],
            deck,
            wound_cards(count),
        )
        for seat, player in enumerate(state.players):
            player.hand = [deck.pop() for _ in range(min(HAND, len(deck)))]
            state.show(player.hand, mark(seat))
        state.row = [deck.pop() for _ in range(min(ROW, len(deck)))]
        state.show(state.row)
        state.active = dice.choose("first", range(count))
        play = WarMagePlay(state, dice)
        play.tell(events.Started(state.active, play.refs(state.row)))
        for seat, player in enumerate(state.players):
            play.tell(events.Dealt(seat, play.refs(player.hand)), (seat,))
        play.stand()
        begin_turn(play)
        advance(play)
        return state, play.told()

    def take_out(self, play: WarMagePlay, seat: Seat) -> None:
        """Remove a player from the match, without a last chance (rules, leaving)."""
        if play.state.living(seat):
            before = self.decisions(play.state)
            play.state.open = None
            leave(play, seat)
            self.rename(play.state, before)

    def rewound(self, state: WarMageState, undone: WarMageState, dice: Dice) -> tuple[Event, ...]:
        """Continue from an earlier state; cards shown since then stay known (rules, 3.8)."""
        return rewound(state, undone, dice).told()


GAME: Final = WarMage()
"""The game, which `engine/registry.py` loads by its key."""
