"""The story of a match in a few sentences: the winner, the turn, what turned the match, and luck or a mistake.

What did not decide the match is left out. It says things about hidden cards, as the course of the match does.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from bot.host.review.analysis import MatchReview, Throws
from bot.ui.games.renderer import Renderer
from bot.ui.games.trophies import Deed
from bot.ui.replays.standings import Standings
from bot.ui.texts.words import Rendered, Spoken
from engine.contract import Seat, SeatRef
from engine.kit.facts import Left

SENTENCES: Final = 2
"""How many reasons are told at most, after the result."""

TURNED: Final = 0.25
"""How much of the half height a player gains at least in a step that turned the match."""

OPENING: Final = 0.1
"""What share of a match's steps is too early to have turned it."""

STRIKING: Final = 1.5
"""From how many standard deviations dice are called lucky or unlucky: about one match in eight has such dice."""


def summary(standings: Standings, review: MatchReview, renderer: Renderer, words: Spoken) -> list[str]:
    """Return the sentences; none for a match that nobody won alone. If people left, that is the only reason."""
    first = standings.outcome.ranking[0]
    if len(first) > 1:
        return []
    result = _result(standings, first[0], renderer, words)
    leavers = [fact.seat for fact in standings.facts[standings.over] if isinstance(fact, Left)]
    if leavers:
        return [result, *_leaving(standings, leavers, renderer, words)]
    reasons = [
        *_turning_point(standings, first[0], renderer, words),
        *_luck(review, first[0], words),
        *_mistake(standings, review, first[0], renderer, words),
    ]
    return [result, *reasons[:SENTENCES]]


def _result(standings: Standings, winner: Seat, renderer: Renderer, words: Spoken) -> str:
    turn = standings.turn(standings.over, renderer.turns)
    if turn is None:
        return words("replay.story.won", seat=SeatRef(winner))
    return words("replay.story.won.turn", seat=SeatRef(winner), turn=turn)


def _leaving(standings: Standings, leavers: Sequence[Seat], renderer: Renderer, words: Spoken) -> Iterator[str]:
    """Yield who left, and whether they were ahead then."""
    _, leader = max(standings.leads(renderer.turns), default=(0, None))
    for seat in leavers:
        yield words("replay.story.left.ahead" if seat == leader else "replay.story.left", seat=SeatRef(seat))


def _turning_point(standings: Standings, winner: Seat, renderer: Renderer, words: Spoken) -> Iterator[str]:
    """Yield when the winner took over the last lead or, if that was much, gained most since then, and by which card.

    What happens in the opening does not turn a match.
    """
    leads = standings.leads(renderer.turns)
    if not leads:
        return
    step, leader = leads[-1]
    if leader != winner:
        yield words("replay.story.late", seat=SeatRef(winner))
        return
    since = max(step, OPENING * standings.over)
    gained, best, _ = max(each for each in standings.swings() if each[2] == winner and each[1] >= since)
    turn = standings.turn(best if gained >= TURNED else step, renderer.turns)
    if turn is None:
        return
    if gained < TURNED:
        yield words("replay.story.led", seat=SeatRef(winner), turn=turn)
        return
    deed = _deed(standings, best, winner, renderer, words)
    if deed is None:
        yield words("replay.story.turned", turn=turn)
    else:
        yield words("replay.story.deed", turn=turn, seat=SeatRef(winner), card=deed.name, figure=Rendered(deed.figure))


def _deed(standings: Standings, step: int, seat: Seat, renderer: Renderer, words: Spoken) -> Deed | None:
    """Return the best that a seat did in the turn of a step."""
    facts = [fact for each in standings.facts for fact in each]
    place = sum(len(each) for each in standings.facts[:step])
    turns = [number for number, fact in enumerate(facts) if isinstance(fact, renderer.turns)]
    begin = max((number for number in turns if number < place), default=0)
    end = min((number for number in turns if number >= place), default=len(facts))
    record = renderer.record(facts[begin:end], standings.end, words)
    return None if record is None else record.deeds[seat]


def _luck(review: MatchReview, winner: Seat, words: Spoken) -> Iterator[str]:
    """Yield whether the dice were kind to the winner, or else against somebody else."""
    if _striking(review.throws[winner]) >= STRIKING:
        yield words("replay.story.lucky", seat=SeatRef(winner))
        return
    others = [(_striking(each), seat) for seat, each in enumerate(review.throws) if seat != winner]
    worst, seat = min(others)
    if worst <= -STRIKING:
        yield words("replay.story.unlucky", seat=SeatRef(seat))


def _striking(throws: Throws) -> float:
    """Return by how many standard deviations dice were above what was to be expected, as if all had as many sides."""
    if not throws.dice:
        return 0.0
    sides = 2 * throws.expected / throws.dice - 1
    return (throws.shown - throws.expected) / sqrt(throws.dice * (sides**2 - 1) / 12)


def _mistake(
    standings: Standings, review: MatchReview, winner: Seat, renderer: Renderer, words: Spoken
) -> Iterator[str]:
    """Yield in which turn the costliest move came, unless it was the winner's."""
    for remark in review.remarks[:1]:
        turn = standings.turn(remark.step, renderer.turns)
        if remark.seat != winner and turn is not None:
            yield words("replay.story.mistake", seat=SeatRef(remark.seat), turn=turn)
