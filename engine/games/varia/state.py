"""The state of a Varia match: what its pieces are in, and what is asked about them.

Pieces that several lists may share are frozen and are replaced when they change, so copying a state copies only its
lists.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, final

from engine.budget import Budget
from engine.contract import Decision, Outcome, Seat, mark
from engine.games.varia.lasting_rules import InPlay
from engine.games.varia.leeway import Leeway
from engine.games.varia.pieces import PLANNING, Action, Due, Prompt, Step, VariaInstance, VariaOptions
from engine.games.varia.pool import VariaCards
from engine.kit import state as kit


@final
@dataclass
class VariaPlayer:
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
        performed: the types of every action performed this turn, as a rule for the nth action of a kind counts them:
            without what such rules change.
        treated: the types of every action performed this turn, as it was treated when it had been performed.
        consents: what this seat has said beforehand about optional effects: by definition, whether they occur. Others
            do not know it.
    """

    hp: int
    ap: int
    deck: list[int]
    items: list[int]
    gear: tuple[int, ...]
    hand: list[int] = field(default_factory=list)
    plan: list[Action | None] = field(default_factory=list)
    queue: list[Action] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    forgotten: list[int] = field(default_factory=list)
    ruined: tuple[int, ...] = ()
    stacks: dict[str, int] = field(default_factory=dict)
    item_uses: dict[int, int] = field(default_factory=dict)
    fast_plans: int = 0
    answered: int = 0
    performed: tuple[tuple[str, ...], ...] = ()
    treated: tuple[tuple[str, ...], ...] = ()
    consents: dict[str, bool] = field(default_factory=dict)

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
            self.treated,
            self.consents.copy(),
        )


class _Watched(kit.CardState):
    """What belongs to play in progress, None between picks: its budget, and how far health points may differ.

    As fields of the dataclass, they would make a state slower.
    """

    __slots__ = ("budget", "leeway")

    budget: Budget | None
    leeway: Leeway | None


@final
@dataclass
class VariaState(_Watched):
    """A match in progress.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        open: the open decisions, once they have been requested; not part of a dump.
        standing: the rules that each player has in play, once looked up; not part of a dump.
        active: the active player's seat.
        engaged: whether the players are engaged.
        round: the round of the fast steps, from 1.
        planned_in_round: whether anybody has planned in this round of the fast steps.
        planned_in_step: whether the player being asked has planned in this step.
        moments: the number of moments on the timeline; 0 until the active player's plan is locked in.
        moment: the moment being resolved or, in the reaction step, the first one in which actions can be planned, from
            0.
        left: the moments that the reactive player has left empty in this reaction step.
        answering: the moment to which the reactive player has turned; -1 for the next one from the left.
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
    instances: list[VariaInstance] = field()
    players: list[VariaPlayer] = field()
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
    left: tuple[int, ...] = ()
    answering: int = -1
    prompt: Prompt | None = None
    paying: int = 0
    entered: bool = False
    agenda: list[Due] = field(default_factory=list)
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

    def __post_init__(self) -> None:
        """Begin between picks."""
        self.budget = self.leeway = None

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's health points; somebody beaten has none."""
        return tuple([max(0, player.hp) for player in self.players])

    def copy(self) -> "VariaState":
        """Return an independent copy."""
        return VariaState(
            self.cards,
            self.options,
            self.instances[:],
            [player.copy() for player in self.players],
            self.active,
            self.engaged,
            self.open,
            self.standing,
            self.turn,
            self.step,
            self.round,
            self.planned_in_round,
            self.planned_in_step,
            self.moments,
            self.moment,
            self.left,
            self.answering,
            self.prompt,
            self.paying,
            self.entered,
            self.agenda[:],
            self.unordered,
            self.effect,
            self.agreed,
            self.occurred,
            self.damage,
            self.hit,
            self.struck,
            self.sure,
            self.altered,
            self.outcome,
        )

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

    def has_hp(self, seat: Seat, least: int) -> bool:
        """Whether a player has at least some number of health points."""
        hp = self.players[seat].hp
        if self.leeway is not None:
            self.leeway.compare(seat, hp, least)
        return hp >= least

    def exact_hp(self, seat: Seat) -> int:
        """Return a player's health points, for something that depends on their exact number."""
        if self.leeway is not None:
            self.leeway.fix(seat)
        return self.players[seat].hp

    def damage_dealt(self, seat: Seat) -> int:
        """Return the damage that a player's action dealt in this moment's clash."""
        if self.leeway is not None:
            self.leeway.damage = True
        return self.damage[seat]

    @property
    def exhausted(self) -> bool:
        """Whether the pick in progress has spent its work budget."""
        budget = self.budget
        return budget is not None and budget.used >= budget.limit

    def spend(self, steps: int) -> None:
        """Count some steps of the pick in progress; between picks nothing is counted."""
        if self.budget is not None:
            self.budget.spend(steps)

    def look(self, steps: int) -> None:
        """Note some steps that only look; see `Budget.look`."""
        if self.budget is not None:
            self.budget.look(steps)

    def lose_track(self, instances: Iterable[int], *followed: Seat) -> None:
        """Record that some of these instances moved unseen: only the `followed` seats still know which is which."""
        self.hide(instances, sum(map(mark, followed)))


kit.keep_types(
    VariaPlayer,
    plan=list[Action | None],
    queue=list[Action],
    item_uses=dict[int, int],
    performed=tuple[tuple[str, ...], ...],
    treated=tuple[tuple[str, ...], ...],
)

kit.keep_types(
    VariaState,
    instances=list[VariaInstance],
    players=list[VariaPlayer],
    open=tuple[Decision, ...] | None,
    standing=tuple[Any, Any],
    step=Step,
    prompt=Prompt | None,
    agenda=list[Due],
    damage=tuple[int, int],
    sure=tuple[str, str],
    outcome=Outcome | None,
)
