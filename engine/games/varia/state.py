"""The state of a Varia match.

Parts that several lists may share are frozen and are replaced when they change, so copying a state copies only its
lists.
"""

from collections.abc import Iterable
from copy import copy
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Struct
from pydantic import BaseModel, Field

from engine.budget import Budget
from engine.contract import Decision, Outcome, Seat, mark
from engine.contract.decks import by_name
from engine.games.varia.card_profiles import InPlay
from engine.games.varia.decks import FORMATS, LEVEL_CONSTRUCTED, VariaFormat
from engine.games.varia.pool import VariaCards
from engine.kit import state as kit

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
            event has already happened (drawn, discarded, ruined); a "tick" is a pile losing its top.
        origin: the id of the definition that prints it.
        number: the trigger's number there.
        moment: the moment of its action, from 0.
        card: the instance that was drawn, discarded or ruined, or that prints the trigger.
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


class VariaPlayer(Struct):
    """One seat's zones and points.

    The top of the deck is its last element. `plan` holds an action or None for each moment of the timeline; entries
    after the last moment are beyond the timeline and go to the queue.

    Attributes:
        gear: all items that the player brought; each is always in the item zone, on the timeline or in the queue, and
            is therefore in play unless it is ruined.
        ruined: the ruined items.
        stacks: the height of every pile, by the stack's definition.
        item_uses: the number of times that each item has been planned this turn.
        fast_plans: the number of times that this seat has planned in the fast steps of this turn.
        answered: the number of decisions that this seat has answered, used in the ids of its decisions.
        performed: the types of every action performed this turn, as it was treated at that time.
    """

    hp: int
    ap: int
    deck: list[int]
    items: list[int]
    gear: tuple[int, ...]
    hand: list[int] = []
    plan: list[Action | None] = []
    queue: list[Action] = []
    discard: list[int] = []
    forgotten: list[int] = []
    ruined: tuple[int, ...] = ()
    stacks: dict[str, int] = {}
    item_uses: dict[int, int] = {}
    fast_plans: int = 0
    answered: int = 0
    performed: tuple[tuple[str, ...], ...] = ()

    def copy(self) -> "VariaPlayer":
        """Return an independent copy."""
        return VariaPlayer(
            self.hp,
            self.ap,
            self.deck[:],
            self.items[:],
            self.gear,
            self.hand[:],
            self.plan[:],
            self.queue[:],
            self.discard[:],
            self.forgotten[:],
            self.ruined,
            self.stacks.copy(),
            self.item_uses.copy(),
            self.fast_plans,
            self.answered,
            self.performed,
        )


class VariaState(kit.CardState, Struct):
    """A match in progress.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        open: the open decisions, once they have been requested; not part of a dump.
        standing: the rules that each player has in play, once looked up; not part of a dump.
        budget: the budget of the pick in progress, None between picks; not part of a dump.
        active: the active player's seat.
        engaged: whether the players are engaged.
        round: the round of the fast steps, from 1.
        planned_in_round: whether anybody has planned in this round of the fast steps.
        planned_in_step: whether the player being asked has planned in this step.
        moments: the number of moments on the timeline; 0 until the active player's plan is locked in.
        moment: the moment being resolved or, in the reaction step, the first one in which actions can be planned, from
            0.
        prompt: the question that has to be answered before the step continues.
        paying: during payment, the number of players who have finished paying.
        entered: whether this step, sub-step or payment has begun, with its triggers on the agenda.
        agenda: the due triggers, in order.
        unordered: the players who may still have to order their triggers.
        effect: the index of the next effect of the agenda's first trigger.
        agreed: whether the player accepted the agenda's first trigger, which is optional.
        occurred: the number of triggers that have occurred this turn.
        damage: the damage that each player's action dealt in this moment's clash.
        hit: the players whose attacks have hit in this moment.
        struck: the players who have been hit in this moment.
        sure: each player's choice between rolling and a sure number: "" before the choice, then "roll" or "sure".
        altered: whether any card has a permanently changed part.
    """

    cards: VariaCards
    options: VariaOptions
    instances: list[VariaInstance]
    players: list[VariaPlayer]
    active: Seat
    engaged: bool
    open: tuple[Decision, ...] | None = None
    standing: tuple[Any, Any] = (None, None)
    turn: int = 1
    step: Step = "start_of_turn"
    round: int = 1
    planned_in_round: bool = False
    planned_in_step: bool = False
    moments: int = 0
    moment: int = 0
    prompt: Prompt | None = None
    paying: int = 0
    entered: bool = False
    agenda: list[Due] = []
    unordered: tuple[Seat, ...] = ()
    effect: int = 0
    agreed: bool = False
    occurred: int = 0
    damage: tuple[int, int] = (0, 0)
    hit: tuple[Seat, ...] = ()
    struck: tuple[Seat, ...] = ()
    sure: tuple[str, str] = ("", "")
    altered: bool = False
    outcome: Outcome | None = None
    budget: Budget | None = None

    def copy(self) -> "VariaState":
        """Return an independent copy."""
        state = copy(self)
        state.instances = self.instances[:]
        state.players = [player.copy() for player in self.players]
        state.agenda = self.agenda[:]
        state.budget = None
        return state

    @property
    def planning(self) -> bool:
        """Whether a player is planning, so that picks that are not final can be undone."""
        return self.step in PLANNING

    @property
    def reactive(self) -> Seat:
        """The reactive player's seat."""
        return 1 - self.active

    @property
    def in_turn_order(self) -> tuple[Seat, Seat]:
        """The active player, then the reactive one: the order in which the two do everything."""
        return (self.active, 1 - self.active)

    def ids(self, cards: tuple[int, ...]) -> tuple[str, ...]:
        """Return the definition ids of the given instances."""
        if len(cards) == 1:
            return (self.instances[cards[0]].card,)
        return tuple([self.instances[instance].card for instance in cards])

    def action_at(self, seat: Seat, moment: int) -> Action | None:
        """Return a player's action in a moment, or None."""
        plan = self.players[seat].plan
        return plan[moment] if moment < len(plan) else None

    def opposing_action(self, seat: Seat, moment: int | None) -> Action | None:
        """Return the action that opposes a player's in a moment, if each targets the other player (seed, Opposed)."""
        if moment is None:
            return None
        own, other = self.action_at(seat, moment), self.action_at(1 - seat, moment)
        if own is None or other is None or own.disrupted or other.disrupted:
            return None
        return other if own.target == 1 - seat and other.target == seat else None

    def in_play(self, seat: Seat) -> InPlay:
        """Return the combined rules of everything that a player has in play.

        Only the topmost stack with a given name acts (seed, Stacks), so a pile's height does not matter here. An item's
        own text works wherever the item is, unless it is ruined (rules, ambiguities: an item's own text).
        """
        found: InPlay | None = self.standing[seat]
        return found or self._look_up(seat)

    def _look_up(self, seat: Seat) -> InPlay:
        player = self.players[seat]
        items = [self.instances[item].card for item in player.gear if item not in player.ruined]
        haunting = self.cards.haunting
        haunts = [card for number in player.discard if (card := self.instances[number].card) in haunting]
        found = self.cards.in_play((*items, *player.stacks, *haunts))
        self.standing = (found, self.standing[1]) if seat == 0 else (self.standing[0], found)
        return found

    def comes_or_goes(self) -> None:
        """Record that something lasting has entered or left play."""
        self.standing = (None, None)

    def forbidden(self, seat: Seat, what: str) -> bool:
        """Whether a player cannot do something; "cannot" beats "can" (seed, Additional Rules)."""
        return what in self.in_play(seat).forbids or what in self.in_play(1 - seat).forbids_opponent

    @property
    def exhausted(self) -> bool:
        """Whether the pick in progress has spent its work budget."""
        return self.budget is not None and self.budget.spent

    def spend(self, steps: int) -> None:
        """Count some steps of the pick in progress; between picks nothing is counted."""
        if self.budget is not None:
            self.budget.spend(steps)

    def lose_track(self, instances: Iterable[int], *followed: Seat) -> None:
        """Record that some of these instances moved unseen: only the `followed` seats still know which is which."""
        self.hide(instances, sum(map(mark, followed)))
