"""A turn of Varia in a few lines, one for each moment that moved health points, and blow by blow with every figure."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.episodes import losses_told, points_told, sentences
from bot.ui.games.report import MOST_LINES, bold, is_over, last_before
from bot.ui.games.story import StoryPart
from bot.ui.games.varia.episodes import KINDS
from bot.ui.games.varia.figures import roll
from bot.ui.games.varia.moments import ActingCards, Moment, points_after, split
from bot.ui.texts.words import Rendered, Words
from engine.contract import Fact, Seat
from engine.games.varia import events as e
from engine.kit.facts import Ended, Left, Standing

OUTSIDE: Final = (e.FirstPlayerRolled, e.Moved, e.Hit, e.Missed, e.Damaged, e.Healed, e.Disrupted, e.StacksGained, Left)
"""What is told of a turn outside its moments, and of a moment that began before the facts do."""

PLANNING: Final = (e.Planned, e.Combined, e.Replaced, e.ReturnedFromQueue)
"""What the board has shown before the moments began."""


OUTCOMES: Final = (e.Hit, e.Missed, e.Damaged, e.Healed, e.Disrupted, Left, Ended)
"""What a moment comes to, which is told first."""


def report(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return what happened in a turn in at most six lines, the outcome last; figures are in Blow by blow."""
    outside, moments = split(facts)
    lead = sentences((fact for fact in outside if isinstance(fact, OUTSIDE)), KINDS, words)
    end = outcome(facts, before, words)
    room = MOST_LINES - len(end) - bool(lead)
    return [*([lead] if lead else []), *_moments(moments, room, words), *end]


def beside(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return who lost what in a turn and what they paid, and what its picture does not show: what they queued."""
    _, moments = split(facts)
    there = ((moment, fact) for moment in moments for fact in moment.facts if isinstance(fact, e.Queued))
    told = sentences((fact for moment, fact in there if moment.actions.of(fact.seat)), KINDS, words)
    paid = " ".join(filter(None, (moment.paid(words) for moment in moments)))
    return [*losses_told(facts, before, words), *filter(None, (paid, told))]


def blows(facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> list[StoryPart]:
    """Return everything that happened in a turn: a part for each moment, with every figure by its name.

    A part begins with the outcome. If a moment began in the facts `before` and goes on, it is the first part.
    """
    running = _running(before)
    outside, moments = split([*running, *facts])
    apart = [fact for fact in outside if not isinstance(fact, (*PLANNING, e.TurnBegan, Standing))]
    around = _part(words("varia.blow.around"), apart, words)
    if "\n" not in around.line:
        around = replace(around, brief="")
    parts = [around] if around.particulars or around.brief is None else []
    known = max(0, len(running) - 1)
    standing: Standing | None = None
    for moment in moments:
        told, known = moment.facts[known:], 0
        if not all(isinstance(fact, Standing) for fact in told):
            title = words("varia.blow.moment", moment=moment.number)
            part = _part(title, told, words, moment.facts[: len(moment.facts) - len(told)])
            queued = (fact for fact in moment.facts if isinstance(fact, e.Queued))
            parts.append(
                replace(
                    part,
                    particulars=(*part.particulars, *moment.usual(words)),
                    row=str(moment.number),
                    brief=_brief(moment, standing, words),
                    beside=sentences(queued, KINDS, words),
                )
            )
        standing = next((fact for fact in moment.facts if isinstance(fact, Standing)), standing)
    return parts


def _brief(moment: Moment, before: Standing | None, words: Words) -> str | None:
    """Return a moment without figures: what met and who lost what, and both players' points.

    It is empty if nothing met, and None if something else happened. A match may end before it says the points; they
    then follow from those `before`.
    """
    what = moment.line(words)
    if not what:
        return None if any(isinstance(fact, OUTCOMES) for fact in moment.facts) else ""
    standing = last_before(Standing, moment.facts)
    if standing is None and before is not None:
        first, second = points_after(before.points, moment.facts)
        standing = e.Standing((max(0, first), max(0, second)))
    points = sentences([] if standing is None else [standing], KINDS, words)
    return "\n".join(filter(None, [words("varia.report.moment", moment=moment.number, what=Rendered(what)), points]))


def _running(before: Sequence[Fact]) -> Sequence[Fact]:
    """Return the facts of the moment that has not ended yet, its beginning first; none outside the moments."""
    began = max((place for place, fact in enumerate(before) if isinstance(fact, e.MomentBegan)), default=None)
    if began is None or any(isinstance(fact, Standing) for fact in before[began:]):
        return ()
    return before[began:]


def _moments(moments: Sequence[Moment], room: int, words: Words) -> list[str]:
    """Return a line for each moment; if there are too many, those in which the fewest points moved share one."""
    lines = {moment.number: line for moment in moments if (line := moment.line(words))}
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
        return [sentences((fact for fact in facts if isinstance(fact, Ended)), KINDS, words)]
    return points_told(facts, before, words)


def _part(title: str, facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> StoryPart:
    """Return the part about some facts: their outcome in bold, the points, and as particulars everything else.

    If a moment ended without an outcome, the actions stand there instead. The focus is an aside if it could not cause a
    miss.
    """
    lines = _lines(facts, words, before)
    outcomes = [bold(line) for fact, line in lines if isinstance(fact, OUTCOMES)]
    points = [line for fact, line in lines if isinstance(fact, Standing)]
    if points and not outcomes and not any(isinstance(fact, OUTCOMES) for fact in before):
        outcomes = [bold(line) for line in Moment(0, (*before, *facts)).sentences(words)]
    aimed = any(isinstance(fact, e.Faced) and fact.chance is not None for fact in (*before, *facts))
    rest = _grouped([each for each in lines if not isinstance(each[0], (*OUTCOMES, Standing))])
    focus = [] if aimed else [each for each in rest if isinstance(each[0], e.Rolled) and each[0].figure == "focus"]
    return StoryPart(
        "\n".join([title, *outcomes, *points]),
        tuple(each[1] for each in rest if each not in focus),
        (words("varia.blow.focus_aside"), *(line for _, line in focus)) if focus else (),
    )


def _grouped(lines: Sequence[tuple[Fact, str]]) -> Sequence[tuple[Fact, str]]:
    """Return lines with each player's action and dice together; what came before them stays there."""
    seats = [_acting(fact) for fact, _ in lines]
    began = next((place for place, seat in enumerate(seats) if seat is not None), len(lines))
    last = len(seats)  # after all players
    order = sorted(range(began, last), key=lambda place: last if (seat := seats[place]) is None else seat)
    return [*lines[:began], *(lines[place] for place in order)]


def _acting(fact: Fact) -> Seat | None:
    """Return the player to whose action or dice a fact belongs; None for other facts."""
    if isinstance(fact, e.Faced):
        return fact.attacker
    return fact.seat if isinstance(fact, e.Performed | e.Rolled) else None


def _lines(facts: Iterable[Fact], words: Words, before: Iterable[Fact]) -> list[tuple[Fact, str]]:
    """Return the facts that have a line, with it; a roll names each figure's source, which may have come before."""
    cards = ActingCards()
    for fact in before:
        cards.note(fact)
    lines: list[tuple[Fact, str]] = []
    for fact in facts:
        cards.note(fact)
        if isinstance(fact, e.Rolled):
            lines.append((fact, roll(fact, cards.of(fact.seat), words)))
        elif type(fact) in KINDS:
            lines.append((fact, KINDS[type(fact)].tell(fact, words)))
    return [(fact, line) for fact, line in lines if line]
