"""What a Varia match consists of.

All parts that several lists may share are frozen and replaced when they change, so a copy of a state only copies
its lists.
"""

from typing import Literal, TypeAlias

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from engine.contract import EVERYBODY, Decision, Outcome, Seat
from engine.varia.cards import Trigger
from engine.varia.pool import VariaCards

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
    "over",
]
"""The steps of a turn. Resolution is its four sub-steps, moment by moment; Start of Turn asks nothing and passes at
once, as End of Turn does, which is part of the last sub-step here."""

PLANNING: tuple[Step, ...] = ("movement", "action", "reaction", "fast_action", "fast_reaction")
"""The steps in which players plan: what they do there shows on the board, and is told with the resolution."""


class VariaOptions(BaseModel):
    """The table options (rules, beginning: the only switches that the game has)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    starting_distance: Literal["disengaged", "engaged"] = "disengaged"
    fast_into_empty: bool = False
    decline_to_pay: bool = False
    death: Literal["sub-step", "any point"] = "sub-step"
    fatigue: Literal["no effect", "lose 1 HP a turn"] = "no effect"
    simultaneous_death: Literal["draw", "active player wins"] = "draw"
    turn_cap: int = Field(60, ge=1, le=200)


class Instance(Struct, frozen=True):
    """One piece of cardboard.

    Attributes:
        card: the definition's id.
        owner: the seat that brought it, or made it.
        known_to: the seats that know what it is, a bit a seat.
        token: whether it was created, and ceases to exist away from the timeline and the queue.
    """

    card: str
    owner: Seat
    known_to: int
    token: bool = False


class Action(Struct, frozen=True):
    """An action on the timeline or in the queue: one card, or several that are treated as one.

    Attributes:
        cards: the component instances, in the order in which they were combined.
        target: the seat it is planned against.
        disrupted: turned sideways; no rule or trigger of it occurs any more.
        performed: its cost has been paid.
    """

    cards: tuple[int, ...]
    target: Seat
    disrupted: bool = False
    performed: bool = False

    def turned(self) -> "Action":
        """Return it disrupted."""
        return Action(self.cards, self.target, disrupted=True, performed=self.performed)

    def paid(self) -> "Action":
        """Return it performed."""
        return Action(self.cards, self.target, disrupted=self.disrupted, performed=True)


class Due(Struct, frozen=True):
    """A trigger that is to occur in the present sub-step.

    Attributes:
        seat: whose it is.
        source: what carries it; a "tick" is a depleting stack losing its top, and has no trigger.
        origin: the definition's id that prints it.
        moment: where its action is, from 0.
    """

    seat: Seat
    source: Literal["action", "item", "stack", "tick"]
    origin: str
    moment: int
    trigger: Trigger | None = None


class Place(Struct, frozen=True, tag="place"):
    """Cards taken up, waiting for the moment where they are to go."""

    seat: Seat
    cards: tuple[int, ...]


class Fuse(Struct, frozen=True, tag="fuse"):
    """Cards taken up for a Spellfuse, waiting for the next one."""

    seat: Seat
    cards: tuple[int, ...]


class Land(Struct, frozen=True, tag="land"):
    """A token that comes to an occupied moment, waiting for its owner's combo or replacement.

    The token is on no timeline and in no queue meanwhile: it exists once it has landed.
    """

    seat: Seat
    token: int
    moment: int


class Pay(Struct, frozen=True, tag="pay"):
    """A payment that its owner need not make."""

    seat: Seat


class Order(Struct, frozen=True, tag="order"):
    """Triggers of one player, waiting for that player's order."""

    seat: Seat


Prompt: TypeAlias = Place | Fuse | Land | Pay | Order


class Player(Struct):
    """One seat's zones and points.

    The top of the deck is its last element. `gear` names all items that the player brought: each is always in the
    item zone, on the timeline or in the queue, so always in play. `plan` holds an action or None per moment of the
    timeline; what stands in it behind the last moment is beyond the timeline and goes to the queue.
    """

    hp: int
    ap: int
    deck: list[int]
    items: list[int]
    gear: tuple[str, ...]
    hand: list[int] = []
    plan: list[Action | None] = []
    queue: list[Action] = []
    discard: list[int] = []
    forgotten: list[int] = []
    stacks: dict[str, int] = {}
    item_uses: dict[int, int] = {}
    """How often each item was planned this turn."""
    fast_plans: int = 0
    """How often this seat planned in the fast steps of this turn."""
    answered: int = 0
    """How many decisions this seat has answered: the counter in its decisions' ids."""

    def copy(self) -> "Player":
        """Return a player of its own."""
        return Player(
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
            self.stacks.copy(),
            self.item_uses.copy(),
            self.fast_plans,
            self.answered,
        )


class State(Struct):
    """A match in progress.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        open: the open decisions, once they were asked for; not part of a dump.
        active: the active player's seat.
        engaged: the players' distance.
        round: of the fast steps, from 1.
        planned_in_round: whether anybody planned in this round of the fast steps.
        planned_in_step: whether the player who is asked has planned in this fast step.
        moments: how many moments the timeline has; 0 until the active player's plan stands.
        moment: the one being resolved, or in the reaction step the first that may be planned in, from 0.
        prompt: what has to be answered before the step goes on.
        paying: in the payment, how many players have paid.
        agenda: triggers still to occur in this sub-step; None before it has begun.
        unordered: players who may still have to order theirs.
        effect: which effect of the agenda's first trigger comes next.
        damage: what each player's action dealt in this moment's clash.
    """

    cards: VariaCards
    options: VariaOptions
    instances: list[Instance]
    players: list[Player]
    active: Seat
    engaged: bool
    open: tuple[Decision, ...] | None = None
    turn: int = 1
    step: Step = "start_of_turn"
    round: int = 1
    planned_in_round: bool = False
    planned_in_step: bool = False
    moments: int = 0
    moment: int = 0
    prompt: Prompt | None = None
    paying: int = 0
    agenda: list[Due] | None = None
    unordered: tuple[Seat, ...] = ()
    effect: int = 0
    damage: tuple[int, int] = (0, 0)
    outcome: Outcome | None = None

    def copy(self) -> "State":
        """Return a state of its own."""
        return State(
            self.cards,
            self.options,
            self.instances[:],
            [player.copy() for player in self.players],
            self.active,
            self.engaged,
            self.open,
            self.turn,
            self.step,
            self.round,
            self.planned_in_round,
            self.planned_in_step,
            self.moments,
            self.moment,
            self.prompt,
            self.paying,
            None if self.agenda is None else self.agenda[:],
            self.unordered,
            self.effect,
            self.damage,
            self.outcome,
        )

    @property
    def reactive(self) -> Seat:
        """The reactive player's seat."""
        return 1 - self.active

    @property
    def in_turn_order(self) -> tuple[Seat, Seat]:
        """The active player, then the reactive one: the order of everything that both do."""
        return (self.active, 1 - self.active)

    def card(self, instance: int) -> str:
        """Return the definition's id of an instance."""
        return self.instances[instance].card

    def ids(self, action: Action) -> tuple[str, ...]:
        """Return the definitions' ids of an action's components."""
        return tuple([self.instances[instance].card for instance in action.cards])

    def action_at(self, seat: Seat, moment: int) -> Action | None:
        """Return a player's action in a moment, or None."""
        plan = self.players[seat].plan
        return plan[moment] if moment < len(plan) else None

    def reveal(self, instances: tuple[int, ...]) -> None:
        """Let everybody know what some instances are."""
        for number in instances:
            known = self.instances[number]
            if known.known_to != EVERYBODY:
                self.instances[number] = Instance(known.card, known.owner, EVERYBODY, known.token)
