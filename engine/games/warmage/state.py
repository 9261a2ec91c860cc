"""The state of a WarMage match.

Parts that several lists may share are frozen and are replaced when they change, so copying a state copies only its
lists.
"""

from copy import copy
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from pydantic import BaseModel, Field

from engine.contract import Decision, Outcome, Seat
from engine.games.warmage.cards import Moment
from engine.games.warmage.pool import WarMageCards
from engine.kit import state as kit

Step: TypeAlias = Literal["draw", "cast", "end", "over"]
"""The steps of a turn. The beginning of a turn is part of "draw", as only cards in play can raise a question there."""


class WarMageOptions(BaseModel, frozen=True, extra="forbid"):
    """The table options.

    Attributes:
        responses: how answers to a Spell are collected (rules, response window): all at once and sealed, one player
            after the other clockwise, or in a race that closes after the first Spell.
        starter_skips_draw: whether the first turn has no Draw step (rules, R24).
        earliest_out_first: whether, if all remaining players are eliminated together, the last of them to receive a
            final Wound wins instead of a draw (rules, R9).
        turn_cap: the number of turns, for all players together, after which play stops.
    """

    responses: Literal["sealed", "seat_order", "fastest"] = "sealed"
    starter_skips_draw: bool = False
    earliest_out_first: bool = False
    turn_cap: int = Field(400, ge=1, le=1000)


class WarMageInstance(kit.Instance, Struct, frozen=True):
    """One physical card. Nobody owns a card: an unknown card may be anywhere."""

    card: str
    known_to: int


class Targets(Struct, frozen=True):
    """The targets of a Spell or an activated effect: a player, a Spell in the Chain, or a card in play."""

    player: Seat | None = None
    spell: int | None = None
    card: int | None = None


NO_TARGETS = Targets()


class Link(Struct, frozen=True):
    """A Spell that is being cast.

    Attributes:
        card: its instance.
        seat: its caster.
        response: whether it was cast onto a Chain.
        protected: whether it can no longer be countered.
    """

    card: int
    seat: Seat
    targets: Targets = NO_TARGETS
    response: bool = False
    protected: bool = False


class Lying(Struct, frozen=True):
    """A Lingering card in front of a player, and its caster."""

    card: int
    seat: Seat


class Announced(Struct, frozen=True):
    """A Spell or an activated effect that a player has announced, with the choices made for it so far.

    Attributes:
        card: its instance, in the hand or in play.
        ability: the index of the activated effect; None if the card is cast.
        paid: the cards discarded to pay for it.
    """

    card: int
    ability: int | None = None
    targets: Targets = NO_TARGETS
    paid: tuple[int, ...] = ()


# Pending work is a stack of tasks: an interrupt is pushed on top of the task that it interrupts.


class Respond(Struct, frozen=True, tag="respond"):
    """Give everybody except the caster the chance to answer the top Spell in the Chain."""


class Resolve(Struct, frozen=True, tag="resolve"):
    """Resolve the Chain from its top down."""


class Run(Struct, frozen=True, tag="run"):
    """Carry out the effects of a Spell or of an activated effect, starting with a given one.

    Attributes:
        card: the definition's id; a card used as payment may be unknown again by now.
        instance: the physical card.
        seat: the controller.
        bearer: for an activated effect, the player whom the card lies in front of.
        wounder: the caster of the Spell whose Wound it reacts to.
    """

    card: str
    instance: int
    seat: Seat
    ability: int | None = None
    targets: Targets = NO_TARGETS
    bearer: Seat | None = None
    wounder: Seat | None = None
    effect: int = 0


class Finish(Struct, frozen=True, tag="finish"):
    """Remove a successfully cast Spell from the Chain."""

    card: int


class Deal(Struct, frozen=True, tag="deal"):
    """Deal a player one Wound.

    Attributes:
        seat: the player.
        by: the controller of the card that deals it.
        card: the definition's id for the card that deals it.
        spell: whether a Spell deals it, rather than an activated effect.
        deepens: whether it must turn a Flesh Wound Mortal.
    """

    seat: Seat
    by: Seat
    card: str
    spell: bool
    deepens: bool


class Take(Struct, frozen=True, tag="take"):
    """Take a Wound that was not prevented."""

    wound: Deal


class Draw(Struct, frozen=True, tag="draw"):
    """Draw cards one at a time because of an effect."""

    seat: Seat
    count: int


class Discard(Struct, frozen=True, tag="discard"):
    """Discard cards of the player's choice because of an effect."""

    seat: Seat
    count: int


class Point(Struct, frozen=True, tag="point"):
    """An interrupt point: cards in front of a player may act.

    Attributes:
        on: the event.
        seat: the player concerned.
        wound: the Wound concerned.
        done: the activated effects already used at this point: card in play, and index of the effect.
        passed: the controllers who have passed.
    """

    on: Moment
    seat: Seat
    wound: Deal | None = None
    done: tuple[tuple[int, int | None], ...] = ()
    passed: tuple[Seat, ...] = ()


class Check(Struct, frozen=True, tag="check"):
    """Check for eliminations."""


class Mark(Struct, frozen=True, tag="mark"):
    """Mark a player as having used up the last chance."""

    seat: Seat


Task: TypeAlias = Respond | Resolve | Run | Finish | Deal | Take | Draw | Discard | Point | Check | Mark


@lru_cache(maxsize=64)
def _round_the_table(seat: Seat, count: int) -> tuple[Seat, ...]:
    return tuple((seat + step) % count for step in range(1, count + 1))


class WarMagePlayer(Struct):
    """One seat's cards and Wounds. `play` holds the cards in front of the player, oldest first."""

    hand: list[int] = []
    play: list[Lying] = []
    flesh: int = 0
    mortal: int = 0
    out: bool = False
    answered: int = 0
    """The number of decisions that this seat has answered, used in the ids of its decisions."""

    def copy(self) -> "WarMagePlayer":
        """Return an independent copy."""
        return WarMagePlayer(self.hand[:], self.play[:], self.flesh, self.mortal, self.out, self.answered)


class WarMageState(kit.CardState, Struct):
    """A match in progress.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        open: the open decisions, cached once computed; not part of a dump.
        deck: the common deck, with the top card last.
        wounds: the number of Wound Cards per player.
        acts: the number of Chains opened plus activated effects used in this turn.
        used: the activated effects used in this turn: card in play, and index of the effect.
        chain: the Spells being cast, with the bottom one first.
        chains: the number of Chains opened so far.
        window: the seats that may answer the top Spell, in turn order; empty if no window is open.
        windows: the number of windows opened so far.
        sealed: the answers given so far, by seat; None for a pass.
        announced: Spells and effects, by seat, whose choices are not yet complete.
        todo: the stack of tasks, with the next one last.
        asked: the seat that has to answer before the last task of `todo` can be carried out.
        choices: the number of questions completely answered; it names the clock of the open one.
        fallen: the players whose Wounds are all Mortal, in the order in which they got there.
        marked: the players whose last chance has passed.
        gone: the players who are out, in the order of leaving; those who left together form one group.
    """

    cards: WarMageCards
    options: WarMageOptions
    instances: list[WarMageInstance]
    players: list[WarMagePlayer]
    deck: list[int]
    wounds: int
    open: tuple[Decision, ...] | None = None
    row: list[int] = []
    discard: list[int] = []
    turn: int = 1
    active: Seat = 0
    step: Step = "draw"
    acts: int = 0
    used: tuple[tuple[int, int | None], ...] = ()
    chain: list[Link] = []
    chains: int = 0
    window: tuple[Seat, ...] = ()
    windows: int = 0
    sealed: dict[Seat, Announced | None] = {}
    announced: dict[Seat, Announced] = {}
    todo: list[Task] = []
    asked: Seat | None = None
    choices: int = 0
    fallen: tuple[Seat, ...] = ()
    marked: tuple[Seat, ...] = ()
    gone: tuple[tuple[Seat, ...], ...] = ()
    outcome: Outcome | None = None

    def copy(self) -> "WarMageState":
        """Return an independent copy."""
        state = copy(self)
        state.instances = self.instances[:]
        state.players = [player.copy() for player in self.players]
        state.deck, state.row, state.discard = self.deck[:], self.row[:], self.discard[:]
        state.chain, state.todo = self.chain[:], self.todo[:]
        state.sealed, state.announced = self.sealed.copy(), self.announced.copy()
        return state

    def clockwise(self, seat: Seat) -> list[Seat]:
        """Return the living players clockwise from a seat's left, ending with that seat."""
        players = self.players
        return [each for each in _round_the_table(seat, len(players)) if not players[each].out]

    def living(self, seat: Seat) -> bool:
        """Whether a player is still in the match."""
        return not self.players[seat].out

    def all_mortal(self, seat: Seat) -> bool:
        """Whether a player is still in the match with all Wounds Mortal."""
        player = self.players[seat]
        return player.mortal == self.wounds and not player.out

    def steps_left(self, seat: Seat) -> int:
        """Return how many Wounds a player can take until all are Mortal (rules, Wounds)."""
        player = self.players[seat]
        return 2 * self.wounds - player.flesh - 2 * player.mortal

    def link(self, card: int | None) -> int | None:
        """Return a card's index in the Chain, from the bottom, or None."""
        return next((place for place, link in enumerate(self.chain) if link.card == card), None)

    def lying(self, card: int | None) -> tuple[Seat, Lying] | None:
        """Return a card in play and the seat that it lies in front of, or None."""
        for seat, player in enumerate(self.players):
            for each in player.play:
                if each.card == card:
                    return seat, each
        return None

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have yet to answer the top Spell; in seat order, only the next one."""
        left = tuple([seat for seat in self.window if seat not in self.sealed])
        return left[:1] if self.options.responses == "seat_order" else left
