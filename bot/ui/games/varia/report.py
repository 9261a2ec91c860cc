"""A turn of Varia in a few lines, one for each moment that moved health points, and blow by blow with every figure."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.games.renderer import StoryPart
from bot.ui.games.report import MOST_LINES, is_over, last_before, told
from bot.ui.games.varia import clashes
from bot.ui.games.varia.figures import roll
from bot.ui.games.varia.story import TELLERS
from bot.ui.words import Rendered, Words
from engine.contract import Fact, SeatRef
from engine.games.varia import events as e
from engine.kit.facts import Ended, Left

OUTSIDE: Final = (e.FirstPlayerRolled, e.Moved, e.Damaged, e.Healed, e.StacksGained, Left)
"""What is told of a turn outside its moments."""

PLANNING: Final = (e.Planned, e.Combined, e.Replaced, e.ReturnedFromQueue)
"""What the board has shown before the moments began."""


class Moment:
    """What happened in one moment."""

    def __init__(self, number: int, facts: Sequence[Fact]) -> None:
        self.number = number
        self.facts = facts

    @property
    def moved(self) -> int:
        """How many health points changed hands."""
        lost = sum(fact.dealt for fact in self.facts if isinstance(fact, e.Hit))
        lost += sum(fact.amount for fact in self.facts if isinstance(fact, e.Damaged | e.Healed))
        return lost + sum(fact.hp for fact in self.facts if isinstance(fact, e.Performed))


def report(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return what happened in a turn in at most six lines, the outcome last."""
    outside, moments = split(facts)
    lead = told((fact for fact in outside if isinstance(fact, OUTSIDE)), TELLERS, words)
    end = outcome(facts, before, words)
    room = MOST_LINES - len(end) - bool(lead)
    return [*([lead] if lead else []), *_moments(moments, room, words), *end]


def blows(facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> list[StoryPart]:
    """Return everything that happened in a turn: a part for each moment, with every figure by its name.

    If a moment began in the facts `before` and goes on, it is the first part.
    """
    running = _running(before)
    outside, moments = split([*running, *facts])
    parts: list[StoryPart] = []
    if lines := _lines((fact for fact in outside if not isinstance(fact, PLANNING)), words):
        parts.append(StoryPart(words("varia.blow.around"), tuple(lines)))
    known = max(0, len(running) - 1)
    for moment in moments:
        told, known = moment.facts[known:], 0
        if not all(isinstance(fact, e.Standing) for fact in told):
            lines = _lines(told, words, moment.facts[: len(moment.facts) - len(told)])
            parts.append(StoryPart(words("varia.blow.moment", moment=moment.number), tuple(lines)))
    return parts


def _running(before: Sequence[Fact]) -> Sequence[Fact]:
    """Return the facts of the moment that has not ended yet, its beginning first; none outside the moments."""
    began = max((place for place, fact in enumerate(before) if isinstance(fact, e.MomentBegan)), default=None)
    if began is None or any(isinstance(fact, e.Standing) for fact in before[began:]):
        return ()
    return before[began:]


def split(facts: Sequence[Fact]) -> tuple[list[Fact], list[Moment]]:
    """Return the facts outside the moments, before or after them, and the moments that were played."""
    outside: list[Fact] = []
    moments: list[tuple[int, list[Fact]]] = []
    at = outside
    for fact in facts:
        if isinstance(fact, e.MomentBegan):
            at = []
            moments.append((fact.moment, at))
        else:
            at.append(fact)
        if isinstance(fact, e.Standing):
            at = outside
    return outside, [Moment(number, found) for number, found in moments]


def _moments(moments: Sequence[Moment], room: int, words: Words) -> list[str]:
    """Return a line for each moment; if there are too many, those in which the fewest health points moved share one."""
    lines = {moment.number: line for moment in moments if (line := clashes.line(moment.facts, words))}
    by_weight = sorted((moment for moment in moments if moment.number in lines), key=lambda moment: -moment.moved)
    kept = by_weight if len(lines) <= room else by_weight[: room - 1]
    rest = sorted(moment.number for moment in by_weight[len(kept) :])
    numbers = sorted(moment.number for moment in kept)
    found: list[str] = [words("varia.report.moment", moment=number, what=Rendered(lines[number])) for number in numbers]
    if rest:
        found.append(words("varia.report.others", count=len(rest), moments=Rendered(", ".join(map(str, rest)))))
    return found


def outcome(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return both players' health points, with those before the turn if they have changed, or who won."""
    if is_over(facts):
        return [told((fact for fact in facts if isinstance(fact, Ended)), TELLERS, words)]
    standing, earlier = last_before(e.Standing, facts), last_before(e.Standing, before)
    if not isinstance(standing, e.Standing):
        return []
    old = earlier.hp if isinstance(earlier, e.Standing) else standing.hp
    points: list[str] = [
        words("report.hp" if hp == had else "report.hp_changed", seat=SeatRef(seat), hp=hp, old=had)
        for seat, (hp, had) in enumerate(zip(standing.hp, old, strict=True))
    ]
    return [words("report.points", points=Rendered(" · ".join(points)))]


def _lines(facts: Iterable[Fact], words: Words, before: Iterable[Fact] = ()) -> list[str]:
    """Return a line for each fact; a roll names the source of each figure, which may have come before."""
    cards = clashes.Actions()
    for fact in before:
        cards.note(fact)
    lines: list[str] = []
    for fact in facts:
        cards.note(fact)
        if isinstance(fact, e.Rolled):
            lines.append(roll(fact, cards.of(fact.seat), words))
        elif type(fact) in TELLERS and not isinstance(fact, e.TurnBegan):
            lines.append(TELLERS[type(fact)](fact, words))
    return [line for line in lines if line]
