"""What can happen in a Varia match, in the forms in which it is told.

Only what happens to hidden cards has a secret form: whatever is planned is public from the moment the plan is locked
in, because the other player acts on it. Moments are counted from 1 here, as players count them.
"""

from typing import Literal, TypeAlias

from engine.contract import CardRef, Fact, Seat

Figure: TypeAlias = Literal["power", "focus", "effect"]
"""What a roll is for."""


class FirstPlayerRolled(Fact, frozen=True, tag="first player rolled"):
    """Each seat's d6 for who begins, in seat order; equal throws are rolled again (seed, Getting Set Up)."""

    rolls: tuple[int, ...]


class TurnBegan(Fact, frozen=True, tag="turn began"):
    """A new turn; both players regain their action points."""

    turn: int
    active: Seat


class Reshuffled(Fact, frozen=True, tag="reshuffled"):
    """A player drew from an empty deck: discard and forgotten pile became a new deck of `count` cards."""

    seat: Seat
    count: int


class Moved(Fact, frozen=True, tag="moved"):
    """A player engaged or disengaged."""

    seat: Seat
    engaged: bool


class Stayed(Fact, frozen=True, tag="stayed"):
    """The active player did not move."""

    seat: Seat


class Planned(Fact, frozen=True, tag="planned"):
    """An action was put onto the timeline from the hand or the item zone."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]


class Combined(Fact, frozen=True, tag="combined"):
    """Cards joined an action on the timeline; `cards` is the whole combo."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]


class Replaced(Fact, frozen=True, tag="replaced"):
    """An action took another's place."""

    seat: Seat
    moment: int
    old: tuple[CardRef, ...]
    cards: tuple[CardRef, ...]


class ReturnedFromQueue(Fact, frozen=True, tag="returned from queue"):
    """A queued action had to go onto the timeline."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]


class TokenCreated(Fact, frozen=True, tag="token created"):
    """A token came into a moment; beyond the timeline where there is no such moment."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]
    beyond: bool


class PlanStands(Fact, frozen=True, tag="plan stands"):
    """A player locked in what was planned in a step; `planned` tells whether anything was."""

    seat: Seat
    step: Literal["action", "reaction", "fast_action", "fast_reaction"]
    planned: bool


class MomentBegan(Fact, frozen=True, tag="moment began"):
    """A moment's resolution begins."""

    moment: int
    moments: int


class Performed(Fact, frozen=True, tag="performed"):
    """An action's cost was paid."""

    seat: Seat
    cards: tuple[CardRef, ...]
    ap: int
    hp: int


class Treated(Fact, frozen=True, tag="treated"):
    """A performed action is treated as of other types than it has."""

    seat: Seat
    cards: tuple[CardRef, ...]
    types: tuple[str, ...]


class TookSure(Fact, frozen=True, tag="took sure"):
    """A player adds a sure number instead of rolling."""

    seat: Seat
    power: int
    focus: int


class Queued(Fact, frozen=True, tag="queued"):
    """Actions went to the queue, first the one that `why` speaks of, then all that follow it."""

    seat: Seat
    why: Literal["unpaid", "declined", "beyond"]
    actions: tuple[tuple[CardRef, ...], ...]


class Occurred(Fact, frozen=True, tag="occurred"):
    """A trigger of a card occurs; what it does follows."""

    seat: Seat
    on: Literal["planned", "perform", "start", "hit", "struck", "end", "turn", "drawn", "discarded", "ruined"]
    card: CardRef


class Faced(Fact, frozen=True, tag="faced"):
    """Two opposed actions clash, told before the roll.

    `chance` is the attack's chance to hit a block, as a fraction; None where focus cannot cause a miss.
    """

    moment: int
    attacker: Seat | None
    chance: tuple[int, int] | None


class Rolled(Fact, frozen=True, tag="rolled"):
    """A player's roll: the pools thrown, the one that counts, what is added, and the total."""

    seat: Seat
    figure: Figure
    pools: tuple[tuple[int, ...], ...]
    kept: int
    plus: int
    total: int
    again: tuple[int, ...] = ()
    """The faces that were rolled once more because they were too low."""
    face: int | None = None
    """What every die became after the roll."""


class Hit(Fact, frozen=True, tag="hit"):
    """An attack hit: what it dealt and what was prevented."""

    seat: Seat
    target: Seat
    dealt: int
    prevented: int


class Missed(Fact, frozen=True, tag="missed"):
    """An attack missed. It still prevents damage, if it is opposed: that is told with what it prevents."""

    seat: Seat
    why: Literal["distance", "focus"]


class Damaged(Fact, frozen=True, tag="damaged"):
    """A player lost health points to an effect, which nothing prevents."""

    seat: Seat
    amount: int
    card: CardRef


class Healed(Fact, frozen=True, tag="healed"):
    """A player regained health points."""

    seat: Seat
    amount: int


class RegainedAP(Fact, frozen=True, tag="regained ap"):
    """A player regained action points."""

    seat: Seat
    amount: int


class StacksGained(Fact, frozen=True, tag="stacks gained"):
    """A player gained stacks; `height` is the pile as it stands now."""

    seat: Seat
    card: CardRef
    count: int
    height: int


class StackLost(Fact, frozen=True, tag="stack lost"):
    """A pile lost stacks; `height` is what is left of it."""

    seat: Seat
    card: CardRef
    height: int


class Disrupted(Fact, frozen=True, tag="disrupted"):
    """An action was turned sideways."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]


class LostAP(Fact, frozen=True, tag="lost ap"):
    """A player lost action points."""

    seat: Seat
    amount: int


class Discarded(Fact, frozen=True, tag="discarded"):
    """Cards came into a player's discard pile by an effect."""

    seat: Seat
    source: Literal["hand", "deck", "forgotten"]
    cards: tuple[CardRef, ...]


class Forgot(Fact, frozen=True, tag="forgot"):
    """Cards went face down into a player's forgotten pile, as those see it who know them."""

    seat: Seat
    source: Literal["hand", "deck", "discard"]
    cards: tuple[CardRef, ...]


class ForgotUnseen(Fact, frozen=True, tag="forgot unseen"):
    """Cards went face down into a player's forgotten pile, as the others see it."""

    seat: Seat
    source: Literal["hand", "deck"]
    count: int


class Returned(Fact, frozen=True, tag="returned"):
    """Cards came back to a player's hand, or onto the deck."""

    seat: Seat
    source: Literal["discard", "forgotten"]
    to: Literal["hand", "deck"]
    cards: tuple[CardRef, ...]


class ReturnedUnseen(Fact, frozen=True, tag="returned unseen"):
    """Cards came back out of a forgotten pile, as others see it than the one who gets them."""

    seat: Seat
    to: Literal["hand", "deck"]
    count: int


class Ruined(Fact, frozen=True, tag="ruined"):
    """An item was turned sideways."""

    seat: Seat
    card: CardRef


class Repaired(Fact, frozen=True, tag="repaired"):
    """A ruined item was turned upright again."""

    seat: Seat
    card: CardRef


class Became(Fact, frozen=True, tag="became"):
    """An action became something else: `into` as a whole, or in some part where that is empty."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]
    into: tuple[CardRef, ...]
    until: Literal["end of moment", "end of turn", "for good"]


class BecameAgain(Fact, frozen=True, tag="became again"):
    """An action is again what it was."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]


class Changed(Fact, frozen=True, tag="changed"):
    """An action was changed for a time."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]
    by: CardRef


class Retargeted(Fact, frozen=True, tag="retargeted"):
    """An action has another target."""

    seat: Seat
    moment: int
    cards: tuple[CardRef, ...]
    target: Seat


class Joined(Fact, frozen=True, tag="joined"):
    """A card of the discard pile joined an action; `cards` is the whole."""

    seat: Seat
    moment: int
    card: CardRef
    cards: tuple[CardRef, ...]


class TokenGone(Fact, frozen=True, tag="token gone"):
    """A tied token is gone, because what made it was replaced."""

    seat: Seat
    card: CardRef


class Prevented(Fact, frozen=True, tag="prevented"):
    """Something did not happen because it cannot."""

    seat: Seat
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
