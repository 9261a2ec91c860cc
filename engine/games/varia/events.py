"""The events of a Varia match, in all the forms that viewers see.

Only events that concern hidden cards have a secret form: a plan is public as soon as it is locked in, because the other
player acts on it. Moments are counted from 1 here, as players count them.
"""

from typing import Literal, TypeAlias

from engine.contract import CardRef, Fact, Seat
from engine.games.varia.cards import Occasion
from engine.kit import facts as kit
from engine.kit.facts import CardFact, CardsFact, SeatFact

Figure: TypeAlias = Literal["power", "focus", "effect"]
"""The purpose of a roll."""


class MomentFact(SeatFact, frozen=True):
    """Something that happened to a player's action in a moment; `cards` holds all of the action's cards."""

    moment: int
    cards: tuple[CardRef, ...]


class FirstPlayerRolled(Fact, frozen=True, tag="first player rolled"):
    """The d6 rolls to decide the first player, in seat order; ties are rerolled (seed, Getting Set Up)."""

    rolls: tuple[int, ...]


class TurnBegan(Fact, frozen=True, tag="turn began"):
    """A new turn began; both players regain their action points."""

    turn: int
    active: Seat


class Reshuffled(SeatFact, frozen=True, tag="reshuffled"):
    """A player drew from an empty deck: the discard and forgotten piles became a new deck of `count` cards."""

    count: int


class Moved(SeatFact, frozen=True, tag="moved"):
    """A player engaged or disengaged."""

    engaged: bool


class Stayed(SeatFact, frozen=True, tag="stayed"):
    """The active player did not move."""


class Planned(MomentFact, frozen=True, tag="planned"):
    """An action was planned on the timeline from the hand or the item zone."""


class Combined(MomentFact, frozen=True, tag="combined"):
    """Cards joined an action on the timeline; `cards` holds all cards of the resulting combo."""


class Replaced(SeatFact, frozen=True, tag="replaced"):
    """An action took another's place."""

    moment: int
    old: tuple[CardRef, ...]
    cards: tuple[CardRef, ...]


class ReturnedFromQueue(MomentFact, frozen=True, tag="returned from queue"):
    """A queued action had to go onto the timeline, or an effect moved it there."""


class TokenCreated(MomentFact, frozen=True, tag="token created"):
    """A token was created in a moment, or beyond the timeline if that moment does not exist."""

    beyond: bool


class PlanStands(SeatFact, frozen=True, tag="plan stands"):
    """A player locked in the plan for a step; `planned` says whether anything was planned."""

    step: Literal["action", "reaction", "fast_action", "fast_reaction"]
    planned: bool


class MomentBegan(Fact, frozen=True, tag="moment began"):
    """The resolution of a moment began."""

    moment: int
    moments: int


class Performed(CardsFact, frozen=True, tag="performed"):
    """An action's cost was paid."""

    ap: int
    hp: int


class Treated(CardsFact, frozen=True, tag="treated"):
    """A performed action is treated as having types other than its own."""

    types: tuple[str, ...]


class TookSure(SeatFact, frozen=True, tag="took sure"):
    """A player chose a sure number instead of rolling."""

    power: int
    focus: int


class Queued(SeatFact, frozen=True, tag="queued"):
    """Actions went to the queue: first the one that `why` refers to, then all that followed it; "moved" is alone."""

    why: Literal["unpaid", "declined", "beyond", "moved"]
    actions: tuple[tuple[CardRef, ...], ...]


class Occurred(SeatFact, frozen=True, tag="occurred"):
    """A trigger of a card occurred; its effects follow."""

    on: Occasion
    card: CardRef


class Faced(Fact, frozen=True, tag="faced"):
    """Two opposed actions clash. This is recorded before the roll.

    `chance` is the attack's chance to hit a block, as a fraction; None if focus cannot cause a miss.
    """

    moment: int
    attacker: Seat | None
    chance: tuple[int, int] | None


class Rolled(SeatFact, frozen=True, tag="rolled"):
    """A player's roll: all throws, the throw that counts, the number added, and the total."""

    figure: Figure
    pools: tuple[tuple[int, ...], ...]
    kept: int
    plus: int
    total: int
    again: tuple[int, ...] = ()
    """The faces that were rerolled because they were too low."""
    face: int | None = None
    """The value that every die took after the roll."""


class Hit(SeatFact, frozen=True, tag="hit"):
    """An attack hit: the damage dealt and the damage prevented."""

    target: Seat
    dealt: int
    prevented: int


class Missed(SeatFact, frozen=True, tag="missed"):
    """An attack missed. If opposed, it still prevents damage, which the opposing attack's own fact reports."""

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
    """A player gained stacks; `height` is the new height of the pile."""

    count: int
    height: int


class StackLost(CardFact, frozen=True, tag="stack lost"):
    """A pile lost stacks; `height` is its remaining height."""

    height: int


class Disrupted(MomentFact, frozen=True, tag="disrupted"):
    """An action was turned sideways."""


class LostAP(SeatFact, frozen=True, tag="lost ap"):
    """A player lost action points."""

    amount: int


class Discarded(SeatFact, frozen=True, tag="discarded"):
    """An effect put cards into a player's discard pile."""

    source: Literal["hand", "deck", "forgotten"]
    cards: tuple[CardRef, ...]


class Forgot(SeatFact, frozen=True, tag="forgot"):
    """Cards went face down into a player's forgotten pile, as seen by viewers who know them.

    Everybody sees a card that does something when it is forgotten.
    """

    source: Literal["hand", "deck", "discard"]
    cards: tuple[CardRef, ...]


class ForgotUnseen(SeatFact, frozen=True, tag="forgot unseen"):
    """Cards went face down into a player's forgotten pile, as seen by everybody else."""

    source: Literal["hand", "deck"]
    count: int


class Returned(SeatFact, frozen=True, tag="returned"):
    """Cards returned to a player's hand or to the top of the deck."""

    source: Literal["discard", "forgotten"]
    to: Literal["hand", "deck"]
    cards: tuple[CardRef, ...]


class ReturnedUnseen(SeatFact, frozen=True, tag="returned unseen"):
    """Cards returned from a forgotten pile, as seen by everybody except the player who gets them."""

    to: Literal["hand", "deck"]
    count: int


class Looked(SeatFact, frozen=True, tag="looked"):
    """A player looked at cards of `target`'s that lie closed, as seen by the player who looked, and by a hand's owner.

    Cards of a deck are in their order from the top.
    """

    target: Seat
    source: Literal["hand", "deck", "forgotten"]
    cards: tuple[CardRef, ...]


class LookedUnseen(SeatFact, frozen=True, tag="looked unseen"):
    """A player looked at cards of `target`'s that lie closed, as seen by everybody else."""

    target: Seat
    source: Literal["hand", "deck", "forgotten"]
    count: int


class Ruined(CardFact, frozen=True, tag="ruined"):
    """An item was turned sideways."""


class Repaired(CardFact, frozen=True, tag="repaired"):
    """A ruined item was turned upright again."""


class Became(MomentFact, frozen=True, tag="became"):
    """An action became `into` as a whole or, if `into` is empty, only a part of it changed."""

    into: tuple[CardRef, ...]
    until: Literal["end of moment", "end of turn", "for good"]


class BecameAgain(MomentFact, frozen=True, tag="became again"):
    """An action reverted to what it had been before."""


class Changed(MomentFact, frozen=True, tag="changed"):
    """An action was changed temporarily."""

    by: CardRef


class Retargeted(MomentFact, frozen=True, tag="retargeted"):
    """An action was given another target."""

    target: Seat


class Joined(SeatFact, frozen=True, tag="joined"):
    """A card from the discard pile joined an action; `cards` holds all of the action's cards."""

    moment: int
    card: CardRef
    cards: tuple[CardRef, ...]


class TokenGone(CardFact, frozen=True, tag="token gone"):
    """A tied token disappeared because the action that created it was replaced."""


class Prevented(SeatFact, frozen=True, tag="prevented"):
    """Something did not happen because a rule forbade it."""

    what: Literal["engage", "disengage", "draw", "heal", "gain ap", "disrupt"]


class CutShort(Fact, frozen=True, tag="cut short"):
    """A limit was reached, so no more triggers occur this turn, or no more tokens are created.

    "work" is the pick's work budget: nothing further happens in that pick. "changes" is the limit on changes to one
    action.
    """

    what: Literal["triggers", "tokens", "changes", "work"]


class Standing(kit.Standing, frozen=True, tag="standing"):
    """Both players' health points, and their action points, in seat order; after a moment, with its number.

    `ap` is empty where a match goes on from a position.
    """

    ap: tuple[int, ...] = ()
    moment: int = 0


class TurnEnded(Fact, frozen=True, tag="turn ended"):
    """A turn ended."""

    turn: int
