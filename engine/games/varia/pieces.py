"""What a Varia match consists of: its options, cards, actions, triggers and prompts. All of it is frozen."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Struct
from pydantic import BaseModel, Field

from engine.contract import Seat
from engine.contract.decks import by_name
from engine.games.varia.decks import FORMATS, LEVEL_CONSTRUCTED, VariaFormat
from engine.kit import pieces as kit

Step: TypeAlias = Literal[
    "start_of_turn",
    "movement",
    "action",
    "reaction",
    "fast_action",
    "fast_reaction",
    "payment",
    "start",
    "clash",
    "end",
    "end_of_turn",
    "over",
]
"""The steps of a turn. Resolution consists of its four sub-steps, moment by moment."""

PLANNING: tuple[Step, ...] = ("movement", "action", "reaction", "fast_action", "fast_reaction")
"""The steps in which players plan. Their actions in these steps show on the board and are posted with the
resolution."""


_READ, _WRITE = by_name(FORMATS)


class VariaOptions(BaseModel, frozen=True, extra="forbid"):
    """The table options: the deck format (rules, section 3) and the rule variants (rules, beginning)."""

    format: Annotated[VariaFormat, FORMATS, _READ, _WRITE] = LEVEL_CONSTRUCTED
    starting_distance: Literal["disengaged", "engaged"] = "disengaged"
    fast_into_empty: bool = False
    decline_to_pay: bool = False
    death: Literal["sub-step", "any point"] = "sub-step"
    fatigue: Literal["no effect", "lose 1 HP a turn"] = "no effect"
    simultaneous_death: Literal["draw", "active player wins"] = "draw"
    turn_cap: int = Field(60, ge=1, le=200)


class Overlay(Struct, frozen=True):
    """A change that an effect has made to an action temporarily, or to a card permanently.

    Attributes:
        seat: the seat whose effect it was; the effect's numbers are evaluated for that player.
        origin: the definition that prints the effect.
        number: the trigger's number there.
        step: the effect's number in the trigger.
        until: when the change ends.
        copy: the definitions that the whole action has become; None if only a part or figures changed.
    """

    seat: Seat
    origin: str
    number: int
    step: int
    until: Literal["end of moment", "end of turn", "for good"]
    copy: tuple[str, ...] | None = None


class VariaInstance(kit.Instance, Struct, frozen=True):
    """One physical card.

    Attributes:
        card: the definition's id; not the printed one if the card has permanently become another.
        owner: the seat that brought or created the card.
        known_to: the seats that know what it is, one bit per seat.
        token: whether it was created and therefore ceases to exist when it leaves the timeline and the queue.
        maker: for a tied token, the instance that created it.
        altered: its permanently changed parts.
    """

    card: str
    owner: Seat
    known_to: int
    token: bool = False
    maker: int | None = None
    altered: tuple[Overlay, ...] = ()


class CoveredCard(VariaInstance, frozen=True):
    """A card in place of one of several that a player may have in the same place: nobody may look at what it is."""

    def __getattribute__(self, name: str) -> Any:
        """Return an attribute. Raises Uncovered for what the card is."""
        if name in ("card", "altered"):
            raise Uncovered
        return super().__getattribute__(name)

    def __eq__(self, other: object) -> bool:
        raise Uncovered

    def __hash__(self) -> int:
        raise Uncovered


class Uncovered(Exception):
    """Something looks at what a covered card is."""


class Action(Struct, frozen=True):
    """An action on the timeline or in the queue: one card, or several treated as one.

    Attributes:
        cards: the component instances, in the order in which they were combined.
        target: the seat that it targets.
        disrupted: whether it is turned sideways, so that its rules and triggers no longer apply.
        performed: its number among the actions that its player has performed this turn, from 1; 0 until its cost has
            been paid.
        overlays: the changes that effects have made to it, in order.
        became: the number of times it has become another action as a whole.
    """

    cards: tuple[int, ...]
    target: Seat
    disrupted: bool = False
    performed: int = 0
    overlays: tuple[Overlay, ...] = ()
    became: int = 0

    @property
    def copy(self) -> tuple[str, ...] | None:
        """The definitions that the action has become as a whole, or None."""
        return next((each.copy for each in reversed(self.overlays) if each.copy is not None), None)


class Due(Struct, frozen=True):
    """A trigger that is due.

    Attributes:
        seat: the seat that it belongs to.
        source: its carrier: the action of a moment, something lasting that must still be there, or a card to which the
            event has already happened (drawn, discarded, forgotten, ruined); a "tick" is a pile losing its top.
        origin: the id of the definition that prints it.
        number: the trigger's number there.
        moment: the moment of its action, from 0.
        card: the instance that was drawn, discarded, forgotten or ruined, or that prints the trigger.
        became: for an action's own trigger, the number of times that action had become another at that point; None for
            every other trigger.
    """

    seat: Seat
    source: Literal["action", "lasting", "card", "tick"]
    origin: str
    number: int
    moment: int
    card: int | None = None
    became: int | None = None


class Asked(Struct, frozen=True):
    """A question for the player in a seat."""

    seat: Seat


class PlacePrompt(Asked, frozen=True, tag="place"):
    """Cards that have been taken up and are waiting for a choice of moment."""

    cards: tuple[int, ...]


class FusePrompt(Asked, frozen=True, tag="fuse"):
    """Cards that have been taken up for a Spellfuse and are waiting for the next card."""

    cards: tuple[int, ...]


class LandPrompt(Asked, frozen=True, tag="land"):
    """A token that comes to an occupied moment and waits for its owner to choose between a combo and a replacement.

    Until it lands, the token is on no timeline and in no queue.
    """

    token: int
    moment: int


class AimPrompt(Asked, frozen=True, tag="aim"):
    """Cards that have been taken up and are waiting for their target."""

    cards: tuple[int, ...]
    how: Literal["plan", "replace"]
    moment: int


class PayPrompt(Asked, frozen=True, tag="pay"):
    """A payment that its owner may decline."""


class OrderPrompt(Asked, frozen=True, tag="order"):
    """One player's triggers, which wait for that player to order them."""


class MayPrompt(Asked, frozen=True, tag="may"):
    """The agenda's first trigger, which its player may decline."""


class ChoosePrompt(Asked, frozen=True, tag="choose"):
    """An effect that waits for a choice of cards or items from a zone.

    Attributes:
        owner: the owner of the zone.
        zone: the zone to choose from.
        count: the number to choose.
        due: the trigger.
        step: the effect's number in the trigger.
    """

    owner: Seat
    zone: Literal["hand", "discard", "items", "ruined"]
    count: int
    due: Due
    step: int


class SurePrompt(Asked, frozen=True, tag="sure"):
    """A roll that its player may replace with a sure number."""


Prompt: TypeAlias = (
    PlacePrompt | FusePrompt | LandPrompt | AimPrompt | PayPrompt | OrderPrompt | MayPrompt | ChoosePrompt | SurePrompt
)
