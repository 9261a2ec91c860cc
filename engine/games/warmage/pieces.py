"""What a WarMage match consists of: its options, cards, Spells and tasks. All of it is frozen."""

from typing import Literal, TypeAlias

from msgspec import Struct
from pydantic import BaseModel, Field

from engine.contract import Seat
from engine.games.warmage.cards import Ability, Moment
from engine.kit import pieces as kit

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


Choice: TypeAlias = Literal["player", "spell", "card", "pay"]


class Missing(Struct, frozen=True):
    """The next choice to make for an announced Spell or effect, and the seats or instances to choose from."""

    choice: Choice
    among: tuple[int, ...]


class Usable(Struct, frozen=True):
    """An activated effect that can be used now, and its controller."""

    seat: Seat
    lying: Lying
    number: int
    ability: Ability

    @property
    def announced(self) -> Announced:
        """The announcement of this effect, before any choice has been made."""
        return Announced(self.lying.card, self.number)


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
