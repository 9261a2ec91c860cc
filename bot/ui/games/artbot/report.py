"""A turn of Art Bot Cards in a few lines, and blow by blow: the card, its cost, the reveal, and the health points."""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.artbot.story import TELLERS, resolution, revealed_beyond
from bot.ui.games.report import fitted, is_over, last_before, lines
from bot.ui.games.story import StoryPart
from bot.ui.words import Rendered, Words
from engine.contract import Fact, SeatRef
from engine.games.artbot import events as e
from engine.kit.facts import Drew, DrewUnseen, Standing

DRAWS: Final = (e.Returned, e.ReturnedUnseen, Drew, DrewUnseen)
"""Cards that come and go in every turn."""

ROUTINE: Final = (*DRAWS, Standing, e.TurnBegan)
"""Facts that every turn has; the health points have a line of their own."""

OUTCOMES: Final = (
    *(e.Discarded, e.Recovered, e.Stole, e.StoleUnseen, e.Glitched, e.Fizzled),
    *(e.Eliminated, e.Won, e.Tied),
)
"""What a play comes to."""

DEALS: Final = (e.Dealt, e.DealtUnseen)
"""What a Glitch deals."""


def report(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return what happened in a turn in at most six lines, the outcome last."""
    worth = [fact for fact in resolution(facts) if not isinstance(fact, ROUTINE)]
    told = lines(worth, TELLERS, words, _begins)
    earlier, standing = last_before(Standing, before), last_before(Standing, facts)
    if earlier is not None and standing is not None and not is_over(facts):
        told.append(_points(standing.points, earlier.points, words))
    return fitted(told, words)


def blows(facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> list[StoryPart]:
    """Return everything that happened in a turn: a part for each play, its outcome first, with every card and sum."""
    plays = [_Play()]
    revealed: e.Revealed | None = None
    for fact in facts:
        line = TELLERS[type(fact)](fact, words) if type(fact) in TELLERS else ""
        if isinstance(fact, e.Revealed):
            revealed = fact
            continue
        if isinstance(fact, e.Discarded) and revealed is not None:
            plays[-1].sums.append(revealed_beyond(revealed, fact.cards, words))
            revealed = None
        if not line:
            continue
        if isinstance(fact, DEALS):
            plays[-1].sums.append(line)
        elif isinstance(fact, DRAWS):
            plays[-1].draws.append(line)
        else:
            if plays[-1].lines and not isinstance(fact, (*OUTCOMES, Standing)):
                plays.append(_Play())
            plays[-1].tell(fact, line)
    if revealed is not None:
        plays[-1].sums.append(TELLERS[e.Revealed](revealed, words))
    return [
        StoryPart(
            "\n".join(play.lines), tuple(play.sums), tuple(play.draws), row=play.row, beside=" ".join(play.outcomes)
        )
        for play in plays
        if any(play.all)
    ]


class _Play:
    """A part about a play that is being made: what happened, its sums and cards, and what every turn has.

    Attributes:
        outcomes: those lines that say what the play came to.
        row: the label of the moment in the turn's picture, which shows what concerns two players; None otherwise.
    """

    def __init__(self) -> None:
        self.row: str | None = None
        self.lines: list[str] = []
        self.outcomes: list[str] = []
        self.sums: list[str] = []
        self.draws: list[str] = []

    def tell(self, fact: Fact, line: str) -> None:
        """Take a line about a fact."""
        self.lines.append(line)
        if isinstance(fact, OUTCOMES):
            self.outcomes.append(line)
        if isinstance(fact, e.Played) and fact.target not in (None, fact.seat):
            self.row = ""

    @property
    def all(self) -> list[str]:
        """All its lines."""
        return [*self.lines, *self.sums, *self.draws]


def _begins(fact: Fact) -> bool:
    """Whether a fact begins a line; what each player is dealt after a Glitch shares one."""
    return not isinstance(fact, e.Dealt | e.DealtUnseen)


def _points(now: Sequence[int], before: Sequence[int], words: Words) -> str:
    """Return everybody's health points, with what they were before the turn where they have changed."""
    points = []
    for seat, (hp, had) in enumerate(zip(now, before, strict=True)):
        if hp or had:
            key = "report.hp" if hp == had else "report.hp_changed"
            points.append(words(key, seat=SeatRef(seat), hp=hp, old=had))
    return words("report.points", points=Rendered(" · ".join(points)))
