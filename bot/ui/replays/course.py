"""The course of a match on its page: how it ended, the curve of the lead, the dice, and the costliest moves.

It says things about hidden cards, so a page has it only once the secret of its match is published.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from bot.host.fairness.replays import ExportedMatch
from bot.host.review.analysis import MatchReview, Remark
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.colours import seat_colour
from bot.ui.pictures.picture import description
from bot.ui.pictures.svg import element, said
from bot.ui.reviews import reasons, told_line
from bot.ui.words import Rendered, Spoken
from engine.contract import Outcome, Seat, SeatRef

WIDTH: Final = 1000
HALF: Final = 100
"""The width of the curve's picture, and half of its height; the page stretches both."""

EDGE: Final = 0.85
"""How far the curve of a match that is not over goes at most, of the half height. The end goes all the way."""

FLAT: Final = 0.02
"""The largest difference in worth from which a curve is stretched to its edge; smaller ones stay small."""

LEAD: Final = 0.1
"""How far ahead of all others, of the half height, a player takes over the lead; less may be a moment's view."""

LOST: Final = -1.0
"""The worth of a position in which a seat has lost."""

SAMPLE: Final = "M0 4H34"
"""The line beside a name that shows which curve is whose."""

DASHES: Final = ("none", "9 5", "2 5", "14 4 3 4", "5 3", "1 3", "16 6", "8 3 2 3")
"""How each seat's curve is dashed, so that nobody has to tell colours apart."""


class Standings(Struct, frozen=True):
    """How far ahead each seat was at each step.

    Attributes:
        values: for each step, how far each seat is ahead of the average, from -1 to 1; None after it fell out.
        over: the number of the first step at which the match is over.
        outcome: the result.
    """

    values: tuple[tuple[float | None, ...], ...]
    over: int
    outcome: Outcome


class Highlight(Struct, frozen=True):
    """A step to go to, from 1, and what is to be seen there."""

    step: int
    text: str


def standings_of(match: ExportedMatch) -> Standings:
    """Return the standings of a match, from the worth of each step for each seat. Raises Diverged."""
    game, seats = match.match.game, range(len(match.told.seats))
    worths: list[list[float]] = []
    outcomes: list[Outcome | None] = []
    for step in match.steps():
        worths.append([game.worth(step.state, seat) for seat in seats])
        outcomes.append(game.outcome(step.state))
    over, outcome = next((number, outcome) for number, outcome in enumerate(outcomes) if outcome is not None)
    running = [_ahead(each) for each in worths[:over]]
    most = max((abs(value) for values in running for value in values if value is not None), default=0.0)
    scale = EDGE / max(most, FLAT)
    shown = [tuple(None if value is None else value * scale for value in values) for values in running]
    last = tuple(None if running and running[-1][seat] is None else _final(outcome, seat) for seat in seats)
    return Standings((*shown, *(last for _ in worths[over:])), over, outcome)


def _ahead(worths: Sequence[float]) -> list[float | None]:
    """Return how far each seat is ahead of the average; None for one that has lost."""
    playing = [worth for worth in worths if worth > LOST]
    average = sum(playing) / max(1, len(playing))
    return [worth - average if worth > LOST else None for worth in worths]


def _final(outcome: Outcome, seat: Seat) -> float:
    return 0.0 if outcome.drawn else 1.0 if seat in outcome.ranking[0] else -1.0


def highlights(standings: Standings, words: Spoken) -> list[Highlight]:
    """Return when the last lead began, how often it changed, and where it changed most."""
    found = []
    leads = list(_leads(standings))
    if leads:
        step, seat = leads[-1]
        key = "replay.lead.once" if len(leads) == 1 else "replay.lead.last"
        found.append(Highlight(step + 1, words(key, seat=SeatRef(seat), count=len(leads) - 1)))
    swing = max(_swings(standings), default=None)
    if swing is not None:
        gained, step, seat = swing
        if gained >= LEAD:
            found.append(Highlight(step + 1, words("replay.swing", seat=SeatRef(seat))))
    return found


def _leads(standings: Standings) -> Iterator[tuple[int, Seat]]:
    """Yield at which step somebody took over the lead, and who, while the match was running."""
    leader = None
    for step, values in enumerate(standings.values[: standings.over]):
        order = sorted(((value, seat) for seat, value in enumerate(values) if value is not None), reverse=True)
        if len(order) > 1 and order[0][0] - order[1][0] >= LEAD and order[0][1] != leader:
            leader = order[0][1]
            yield step, leader


def _swings(standings: Standings) -> Iterator[tuple[float, int, Seat]]:
    """Yield how much a seat gained from each step to the next, that step, and the seat."""
    for step, (before, after) in enumerate(pairwise(standings.values[: standings.over]), 1):
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            if old is not None and new is not None:
                yield new - old, step, seat


def course(match: ExportedMatch, review: MatchReview, renderer: Renderer, words: Spoken) -> str:
    """Return the part of the page about a match's course, as HTML. Raises Diverged if the match cannot be replayed."""
    standings = standings_of(match)
    marked = highlights(standings, words)
    parts = [
        *_result(standings.outcome, words),
        _curve(standings, [each.text for each in marked], words),
        _legend(len(match.told.seats), words),
        element("ul", "".join(_highlight(each, words) for each in marked)) if marked else "",
        *_dice(review, words),
        *_mistakes(review, renderer, words),
        element(
            "p",
            said(words("replay.fork")) + " " + element("code", " "),
            id="fork",
            data_match=str(match.told.match),
            data_until=str(standings.over),
        ),
    ]
    title = element("h2", said(words("replay.course")))
    return element("section", title + "".join(parts), id="course", **{"class": "panel"})


def _result(outcome: Outcome, words: Spoken) -> Iterator[str]:
    first = outcome.ranking[0]
    key = "end.won" if len(first) == 1 else "end.drawn" if outcome.drawn else "end.shared"
    headline = words(key, player=words.list_players(first))
    yield element("p", said(description(headline)), **{"class": "result"})
    yield element("p", said(description(words(outcome.reason))))


def _curve(standings: Standings, told: Sequence[str], words: Spoken) -> str:
    """Return the curves of all seats, with a description for people who cannot see them."""
    last = max(1, len(standings.values) - 1)
    drawn = [element("path", d=f"M0 {HALF}H{WIDTH}", **{"class": "even"})]
    for seat in reversed(range(len(standings.values[0]))):
        values = [each[seat] for each in standings.values]
        points = " ".join(
            f"{WIDTH * step / last:.1f},{HALF * (1 - 0.95 * value):.1f}"
            for step, value in enumerate(values)
            if value is not None
        )
        drawn.append(element("polyline", points=points, **{"class": "under"}))
        drawn.append(element("polyline", points=points, **_stroke(seat)))
    drawn.append(element("path", id="cursor", d=f"M0 0V{2 * HALF}"))
    return element(
        "svg",
        "".join(drawn),
        id="curve",
        role="img",
        aria_label=said(" ".join([words("replay.curve"), *told])),
        viewBox=f"0 0 {WIDTH} {2 * HALF}",
        preserveAspectRatio="none",
    )


def _stroke(seat: Seat) -> dict[str, str]:
    red, green, blue = seat_colour(seat)
    return {"class": "line", "style": f"stroke:#{red:02x}{green:02x}{blue:02x};stroke-dasharray:{DASHES[seat]}"}


def _legend(seats: int, words: Spoken) -> str:
    """Return which curve is whose, below the curves, and what they show."""
    entries = []
    for seat in range(seats):
        under = element("path", d=SAMPLE, **{"class": "under"})
        sample = element(
            "svg", under + element("path", d=SAMPLE, **_stroke(seat)), viewBox="0 0 34 8", aria_hidden="true"
        )
        entries.append(element("li", sample + said(words.name(seat))))
    note = element("p", said(words("replay.curve")), **{"class": "note"})
    return element("ul", "".join(entries), **{"class": "legend"}) + note


def _button(step: int, words: Spoken) -> str:
    """Return a button that goes to a step, from 1."""
    return element("button", said(words("replay.goto", step=step)), type="button", data_go=str(step - 1))


def _highlight(shown: Highlight, words: Spoken) -> str:
    return element("li", _button(shown.step, words) + element("span", said(description(shown.text))))


def _dice(review: MatchReview, words: Spoken) -> Iterator[str]:
    """Yield each seat's dice, if the match has dice that belong to somebody."""
    if any(each.dice for each in review.throws):
        yield element("h3", said(words("replay.luck")))
        for seat, each in enumerate(review.throws):
            average = Rendered(f"{each.expected:g}")
            text = words("replay.dice", seat=SeatRef(seat), shown=each.shown, average=average)
            yield element("p", said(text))


def _mistakes(review: MatchReview, renderer: Renderer, words: Spoken) -> Iterator[str]:
    """Yield the costliest moves, if anything was judged."""
    if not review.judged:
        return
    yield element("h3", said(words("replay.mistakes")))
    if review.remarks:
        found = "".join(_mistake(each, renderer, words) for each in review.remarks)
        yield element("ol", found, id="mistakes")
    else:
        yield element("p", said(words("replay.nothing")))
    if review.judged < review.lines:
        yield _note(words("replay.cut_off", judged=review.judged, lines=review.lines))
    yield _note(words("replay.judged"))


def _note(text: str) -> str:
    return element("p", said(text), **{"class": "note"})


def _mistake(remark: Remark, renderer: Renderer, words: Spoken) -> str:
    played, better = remark.played, remark.better
    told: Iterable[str] = (
        words("replay.chose", seat=SeatRef(remark.seat), line=Rendered(told_line(played.made, words))),
        words("review.better", line=Rendered(told_line(better.made, words))),
        words("review.why", reason=reasons(remark.gain, remark.seat, words, renderer, (better, played))),
    )
    when = element("span", said(description(renderer.step(remark.view, words))), **{"class": "note"})
    lines = "".join(element("p", said(description(line))) for line in told)
    return element("li", _button(remark.step, words) + when + lines)
