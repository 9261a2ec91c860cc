"""What can happen in a Varia match, in the forms in which it is told.

Only what happens to hidden cards has a secret form: whatever is planned is public from the moment the plan is locked
in, because the other player acts on it. Moments are counted from 1 here, as players count them.
"""

from typing import Literal, TypeAlias

from engine.contract import CardRef, Fact, Seat
from engine.kit.facts import CardFact, CardsFact, SeatFact

Figure: TypeAlias = Literal["power", "focus", "effect"]
"""What a roll is for."""


class MomentFact(SeatFact, frozen=True):
    """What became of a player's action in a moment: `cards` is the whole of it."""

    moment: int
    cards: tuple[CardRef, ...]


class FirstPlayerRolled(Fact, frozen=True, tag="first player rolled"):
    """Each seat's d6 for who begins, in seat order; equal throws are rolled again (seed, Getting Set Up)."""

    rolls: tuple[int, ...]


class TurnBegan(Fact, frozen=True, tag="turn began"):
    """A new turn; both players regain their action points."""

    turn: int
    active: Seat


class Reshuffled(SeatFact, frozen=True, tag="reshuffled"):
    """A player drew from an empty deck: discard and forgotten pile became a new deck of `count` cards."""

    count: int


class Moved(SeatFact, frozen=True, tag="moved"):
    """A player engaged or disengaged."""

    engaged: bool


class Stayed(SeatFact, frozen=True, tag="stayed"):
    """The active player did not move."""


class Planned(MomentFact, frozen=True, tag="planned"):
    """An action was put onto the timeline from the hand or the item zone."""


class Combined(MomentFact, frozen=True, tag="combined"):
    """Cards joined an action on the timeline; `cards` is the whole combo."""


class Replaced(SeatFact, frozen=True, tag="replaced"):
    """An action took another's place."""

    moment: int
    old: tuple[CardRef, ...]
    cards: tuple[CardRef, ...]


class ReturnedFromQueue(MomentFact, frozen=True, tag="returned from queue"):
    """A queued action had to go onto the timeline."""


class TokenCreated(MomentFact, frozen=True, tag="token created"):
    """A token came into a moment; beyond the timeline where there is no such moment."""

    beyond: bool


class PlanStands(SeatFact, frozen=True, tag="plan stands"):
    """A player locked in what was planned in a step; `planned` tells whether anything was."""

    step: Literal["action", "reaction", "fast_action", "fast_reaction"]
    planned: bool


class MomentBegan(Fact, frozen=True, tag="moment began"):
    """A moment's resolution begins."""

    moment: int
    moments: int


class Performed(CardsFact, frozen=True, tag="performed"):
    """An action's cost was paid."""

    ap: int
    hp: int


class Treated(CardsFact, frozen=True, tag="treated"):
    """A performed action is treated as of other types than it has."""

    types: tuple[str, ...]


class TookSure(SeatFact, frozen=True, tag="took sure"):
    """A player adds a sure number instead of rolling."""

    power: int
    focus: int


class Queued(SeatFact, frozen=True, tag="queued"):
    """Actions went to the queue, first the one that `why` speaks of, then all that follow it."""

    why: Literal["unpaid", "declined", "beyond"]
    actions: tuple[tuple[CardRef, ...], ...]


class Occurred(SeatFact, frozen=True, tag="occurred"):
    """A trigger of a card occurs; what it does follows."""

    on: Literal["planned", "perform", "start", "hit", "struck", "end", "turn", "drawn", "discarded", "ruined"]
    card: CardRef


class Faced(Fact, frozen=True, tag="faced"):
    """Two opposed actions clash, told before the roll.

    `chance` is the attack's chance to hit a block, as a fraction; None where focus cannot cause a miss.
    """

    moment: int
    attacker: Seat | None
    chance: tuple[int, int] | None


class Rolled(SeatFact, frozen=True, tag="rolled"):
    """A player's roll: the pools thrown, the one that counts, what is added, and the total."""

    figure: Figure
    pools: tuple[tuple[int, ...], ...]
    kept: int
    plus: int
    total: int
    again: tuple[int, ...] = ()
    """The faces that were rolled once more because they were too low."""
    face: int | None = None
    """What every die became after the roll."""


class Hit(SeatFact, frozen=True, tag="hit"):
    """An attack hit: what it dealt and what was prevented."""

    target: Seat
    dealt: int
    prevented: int


class Missed(SeatFact, frozen=True, tag="missed"):
    """An attack missed. It still prevents damage, if it is opposed: that is told with what it prevents."""

    why: Literal["distance", "focus"]


class Damaged(SeatFact, frozen=True, tag="damaged"):
    """A player lost health points to an effect, which nothing prevents."""

    amount: int
    card: CardRef


class Healed(SeatFact, frozen=True, tag="healed"):
    """A player regained health points."""

    amount: int


class RegainedAP(SeatFact, frozen=True, tag="regained ap"):
    """A player regained action points."""

    amount: int


class StacksGained(CardFact, frozen=True, tag="stacks gained"):
    """A player gained stacks; `height` is the pile as it stands now."""

    count: int
    height: int


class StackLost(CardFact, frozen=True, tag="stack lost"):
    """A pile lost stacks; `height` is what is left of it."""

    height: int


class Disrupted(MomentFact, frozen=True, tag="disrupted"):
    """An action was turned sideways."""


class LostAP(SeatFact, frozen=True, tag="lost ap"):
    """A player lost action points."""

    amount: int


class Discarded(SeatFact, frozen=True, tag="discarded"):
    """Cards came into a player's discard pile by an effect."""

    source: Literal["hand", "deck", "forgotten"]
    cards: tuple[CardRef, ...]


class Forgot(SeatFact, frozen=True, tag="forgot"):
    """Cards went face down into a player's forgotten pile, as those see it who know them."""

    source: Literal["hand", "deck", "discard"]
    cards: tuple[CardRef, ...]


class ForgotUnseen(SeatFact, frozen=True, tag="forgot unseen"):
    """Cards went face down into a player's forgotten pile, as the others see it."""

    source: Literal["hand", "deck"]
    count: int


class Returned(SeatFact, frozen=True, tag="returned"):
    """Cards came back to a player's hand, or onto the deck."""

    source: Literal["discard", "forgotten"]
    to: Literal["hand", "deck"]
    cards: tuple[CardRef, ...]


class ReturnedUnseen(SeatFact, frozen=True, tag="returned unseen"):
    """Cards came back out of a forgotten pile, as others see it than the one who gets them."""

    to: Literal["hand", "deck"]
    count: int


class Ruined(CardFact, frozen=True, tag="ruined"):
    """An item was turned sideways."""


class Repaired(CardFact, frozen=True, tag="repaired"):
    """A ruined item was turned upright again."""


class Became(MomentFact, frozen=True, tag="became"):
    """An action became something else: `into` as a whole, or in some part where that is empty."""

    into: tuple[CardRef, ...]
    until: Literal["end of moment", "end of turn", "for good"]


class BecameAgain(MomentFact, frozen=True, tag="became again"):
    """An action is again what it was."""


class Changed(MomentFact, frozen=True, tag="changed"):
    """An action was changed for a time."""

    by: CardRef


class Retargeted(MomentFact, frozen=True, tag="retargeted"):
    """An action has another target."""

    target: Seat


class Joined(SeatFact, frozen=True, tag="joined"):
    """A card of the discard pile joined an action; `cards` is the whole."""

    moment: int
    card: CardRef
    cards: tuple[CardRef, ...]


class TokenGone(CardFact, frozen=True, tag="token gone"):
    """A tied token is gone, because what made it was replaced."""


class Prevented(SeatFact, frozen=True, tag="prevented"):
    """Something did not happen because it cannot."""

    what: Literal["engage", "disengage", "draw", "heal", "gain ap", "disrupt"]


class CutShort(Fact, frozen=True, tag="cut short"):
    """A limit was reached: no more triggers come to be this turn, or no more tokens are created.

    "work" is the budget of the pick: nothing further comes to be in it. "changes" is how often one action is changed.
    """

    what: Literal["triggers", "tokens", "changes", "work"]


class Standing(Fact, frozen=True, tag="standing"):
    """Both players' health and action points after a moment, in seat order."""

    moment: int
    hp: tuple[int, int]
    ap: tuple[int, int]


class TurnEnded(Fact, frozen=True, tag="turn ended"):
    """The turn is over."""

    turn: int
