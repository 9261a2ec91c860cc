"""The course of a match on its page: how it ended and why, the curve of the lead, the dice, and the costliest moves.

It says things about hidden cards, so a page has it only once the secret of its match is published.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from bot.host.fairness.replays import ExportedMatch
from bot.host.review.analysis import MatchReview, Remark
from bot.ui.games.renderer import Renderer
from bot.ui.games.story import why_over
from bot.ui.pictures.picture import description
from bot.ui.pictures.svg import element, said
from bot.ui.replays.curve import curve
from bot.ui.replays.standings import SWING, Standings, standings_of
from bot.ui.replays.summary import summary
from bot.ui.review.lines import reasons, told_lines
from bot.ui.texts.words import Rendered, Spoken
from engine.contract import Fact, SeatRef


class CourseHighlight(Struct, frozen=True):
    """A step to go to, from 1, and what is to be seen there."""

    step: int
    text: str


def highlights(standings: Standings, kinds: tuple[type[Fact], ...], words: Spoken) -> list[CourseHighlight]:
    """Return when the last lead began, how often it changed, and where it changed most.

    `kinds` are the facts that begin a turn.
    """
    found = []
    leads = standings.leads(kinds)
    if leads:
        step, seat = leads[-1]
        key = "replay.lead.once" if len(leads) == 1 else "replay.lead.last"
        found.append(CourseHighlight(step + 1, words(key, seat=SeatRef(seat), count=len(leads) - 1)))
    swing = max(standings.swings(), default=None)
    if swing is not None:
        gained, step, seat = swing
        if gained >= SWING:
            found.append(CourseHighlight(step + 1, words("replay.swing", seat=SeatRef(seat))))
    return found


class CourseHtml(Struct, frozen=True):
    """A match's course as HTML: how it ended, which stands beside the stage, and how it came to that.

    What tells the result is in templates, of which a reader sees nothing before asking for it or stepping to the end.
    """

    ending: str
    course: str


def course(match: ExportedMatch, review: MatchReview, renderer: Renderer, words: Spoken) -> CourseHtml:
    """Return the parts of the page about a match's course. Raises Diverged if the match cannot be replayed."""
    standings = standings_of(match)
    marked = highlights(standings, renderer.turns, words)
    colours = renderer.colours(standings.end, words)
    rest = [
        element("ul", "".join(_highlight(each, standings, renderer, words) for each in marked)) if marked else "",
        *_dice(review, words),
        *_mistakes(review, standings, renderer, words),
    ]
    heading = element("h2", said(words("replay.course")))
    button = element("button", said(words("replay.reveal")), type="button", id="reveal")
    return CourseHtml(
        _section("ending", (button, _template(_result(standings, review, renderer, words))), tabindex="-1"),
        _section("course", (heading, *curve(standings, colours, words), _template(rest))),
    )


def _section(name: str, parts: Iterable[str], **attributes: str) -> str:
    return element("section", "".join(parts), id=name, **{"class": "panel"}, **attributes)


def _template(parts: Iterable[str]) -> str:
    inner = "".join(parts)
    return element("template", inner) if inner else ""


def _result(standings: Standings, review: MatchReview, renderer: Renderer, words: Spoken) -> Iterator[str]:
    """Yield who won, the points at the end, the story of the match, and why it ended."""
    outcome = standings.outcome
    first = outcome.ranking[0]
    key = "end.won" if len(first) == 1 else "end.drawn" if outcome.drawn else "end.shared"
    headline = words(key, player=words.list_players(first))
    yield element("p", said(description(headline)), **{"class": "result"})
    for seat in (seat for rank in outcome.ranking for seat in rank):
        score = renderer.score(standings.end, seat, words)
        if score:
            text = words("replay.score", seat=SeatRef(seat), score=Rendered(score))
            yield element("p", said(description(text)), **{"class": "score"})
    why = description(why_over(outcome.reason, outcome.ranking, words))
    yield element("p", said(" ".join((*summary(standings, review, renderer, words), why))), id="story")


def _button(step: int, turn: int | None, words: Spoken) -> str:
    """Return a button that goes to a step, from 1, and names a turn."""
    label = words("replay.start") if turn is None else words("turn.number", turn=turn)
    return element("button", said(label), type="button", data_go=str(step - 1))


def _highlight(shown: CourseHighlight, standings: Standings, renderer: Renderer, words: Spoken) -> str:
    button = _button(shown.step, standings.turn(shown.step - 1, renderer.turns), words)
    return element("li", button + element("span", said(description(shown.text))))


def _dice(review: MatchReview, words: Spoken) -> Iterator[str]:
    """Yield each seat's dice, if the match has dice that belong to somebody."""
    if any(each.dice for each in review.throws):
        yield element("h3", said(words("replay.luck")))
        for seat, each in enumerate(review.throws):
            average = Rendered(f"{each.expected:g}")
            text = words("replay.dice", seat=SeatRef(seat), shown=each.shown, average=average)
            yield element("p", said(text))


def _mistakes(review: MatchReview, standings: Standings, renderer: Renderer, words: Spoken) -> Iterator[str]:
    """Yield the costliest moves, if anything was judged."""
    if not review.judged:
        return
    yield element("h3", said(words("replay.mistakes")))
    if review.remarks:
        found = "".join(_mistake(each, standings, renderer, words) for each in review.remarks)
        yield element("ol", found, id="mistakes")
    else:
        yield element("p", said(words("replay.nothing")))
    if review.judged < review.lines:
        yield _note(words("replay.cut_off", judged=review.judged, lines=review.lines))
    yield _note(words("replay.judged"))


def _note(text: str) -> str:
    return element("p", said(text), **{"class": "note"})


def _mistake(remark: Remark, standings: Standings, renderer: Renderer, words: Spoken) -> str:
    played, better = remark.played, remark.better
    own, other = told_lines(played, better, words, renderer)
    told: Iterable[str] = (
        words("replay.chose", seat=SeatRef(remark.seat), line=own),
        words("replay.better", line=other),
        words("replay.why", reason=reasons(remark.gain, remark.seat, words, renderer, (better, played))),
    )
    button = _button(remark.step, standings.turn(remark.step, renderer.turns), words)
    return element("li", button + "".join(element("p", said(description(line))) for line in told))
