"""A player's costliest mistakes in a match, or the best move of one who made none, as a picture and in words."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from bot.host.review.analysis import Plan, Remark, Review
from bot.ui.games.renderer import Renderer
from bot.ui.games.trophies import (
    MatchRecord,
    course_told,
    luck_way,
    outcome_of,
    seat_tones,
    trophy_of,
    trophy_picture,
)
from bot.ui.pictures.mistake_sheet import BestMove, Luck, MistakeRow, MistakeSheet, MistakeSide, draw_mistakes
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.trophy import Trophy
from bot.ui.review.lines import Headline, changes, headlines, reasons, reasons_beside
from bot.ui.texts.words import Rendered, Spoken, Words
from engine.contract import Fact, Message, Outcome, Seat, SeatRef

NAME: Final = "look-back.png"

WHOLE_BAR: Final = 20
"""By how many pips dice have to differ from the average to fill their bar."""


class EndedMatch(Struct, frozen=True):
    """What the facts of a match that is over say, how it ended, and the seat of the player who looks back.

    `trophy` is the end as that player's own picture shows it.
    """

    record: MatchRecord
    outcome: Outcome
    seat: Seat
    trophy: Trophy


def course_of(facts: Sequence[Fact], view: Any, words: Words, renderer: Renderer) -> EndedMatch | None:
    """Return the course of a match for the reader of the words; None if it has no result, or the game no record."""
    spoken, outcome = Spoken.of(words), outcome_of(facts)
    record = None if outcome is None else renderer.record(facts, view, spoken)
    if outcome is None or record is None or words.reader is None:
        return None
    scores = [renderer.score(view, seat, spoken) or "" for seat in range(len(words.seats))]
    return EndedMatch(record, outcome, words.reader, trophy_of(outcome, record, scores, spoken))


class Mistake(Struct, frozen=True):
    """A mistake in words.

    Attributes:
        figure: what the better line brings, as a figure with its unit.
        note: whose or what the figure is.
        reason: what the better line brings, in sentences.
        beside: what of that the figure does not say; can be empty.
    """

    number: int
    when: str
    played: Headline
    better: Headline
    figure: Message
    note: Message
    reason: str
    beside: str


def mistakes(shown: Review, words: Words, renderer: Renderer) -> list[Mistake]:
    """Return a player's costliest mistakes, the worst first."""
    return [_mistake(number, remark, words, renderer) for number, remark in enumerate(shown.remarks, 1)]


def _mistake(number: int, remark: Remark, words: Words, renderer: Renderer) -> Mistake:
    view: Any = remark.view
    played, better = headlines(remark.played, remark.better, remark.seat, words, renderer)
    plans = _unless_named(better, remark, words, renderer)
    most = changes(remark.gain, remark.seat, renderer, plans)[0]
    return Mistake(
        number=number,
        when=words("turn.number", turn=view.turn),
        played=played,
        better=better,
        figure=most.figure,
        note=most.note,
        reason=reasons(remark.gain, remark.seat, words, renderer, plans),
        beside=reasons_beside(remark.gain, remark.seat, words, renderer, plans),
    )


def _unless_named(better: Headline, remark: Remark, words: Words, renderer: Renderer) -> tuple[Plan, Plan] | None:
    """Return both lines, to look for the part that makes the difference; None if the better one's phrase names it."""
    plans = (remark.better, remark.played)
    part = renderer.reason(*plans, remark.gain, remark.seat)
    values = () if part is None else part[1].args.values()
    refs = [ref for value in values if isinstance(value, tuple) for ref in value]
    return None if any(words.card(ref.card) in better.text for ref in refs) else plans


def praise_told(course: EndedMatch | None, words: Words) -> str:
    """Return what went well for the player, in words; empty if nothing is to be said."""
    return "" if course is None else course_told(course.record, course.seat, course.outcome, words)


def best_told(course: EndedMatch | None, words: Words) -> list[str]:
    """Return the best that the player did in one go, in a line, if there is anything."""
    best = _best_move(course, words)
    return [] if best is None else [_best_line(best, words)]


def _best_line(best: BestMove, words: Words) -> str:
    return words("review.best", title=best.title, name=best.name, figure=best.figure, when=best.when)


def luck_told(course: EndedMatch | None, words: Words) -> list[str]:
    """Return how everybody's dice fell, the player's own first; nothing in a game without dice."""
    return [luck.text for luck in _lucks(course, words)]


def _lucks(course: EndedMatch | None, words: Words) -> Iterator[Luck]:
    if course is None or not any(course.record.luck):
        return
    for seat, count in sorted(enumerate(course.record.luck), key=lambda each: each[0] != course.seat):
        text = words(f"review.luck.{luck_way(count)}", seat=SeatRef(seat), count=abs(count))
        yield Luck(text, max(-1.0, min(1.0, count / WHOLE_BAR)))


def stands_out(shown: Review, course: EndedMatch | None) -> bool:
    """Whether a review has a mistake or a best move for its picture, which otherwise shows how the match ended."""
    return bool(shown.remarks or (shown.judged and course is not None and course.record.deeds[course.seat] is not None))


def mistake_sheet(shown: Review, course: EndedMatch | None, words: Words, renderer: Renderer) -> MistakeSheet | None:
    """Return what the picture of a review shows; None if there is neither a mistake nor a best move."""
    spoken, best = Spoken.of(words), _best_move(course, words)
    if not stands_out(shown, course):
        return None
    seat = shown.remarks[0].seat if shown.remarks else words.reader or 0
    rows = tuple(
        MistakeRow(
            number=str(each.number),
            when=each.when,
            played=_side(each.played),
            better=_side(each.better),
            figure=spoken.label(each.figure),
            note=spoken.label(each.note),
        )
        for each in mistakes(shown, spoken, renderer)
    )
    tones = seat_tones(len(words.seats))[seat]
    return MistakeSheet(rows, None if rows else best, tuple(_lucks(course, spoken)), tones)


def _best_move(course: EndedMatch | None, words: Words) -> BestMove | None:
    """Return the best that the player did in one go, from the match's record."""
    deed = None if course is None else course.record.deeds[course.seat]
    if deed is None:
        return None
    title, when = words.plain("trophy.own_best"), words.plain("turn.number", turn=deed.turn)
    return BestMove(title, deed.art, deed.name, deed.figure, when)


def _side(headline: Headline) -> MistakeSide:
    return MistakeSide(headline.text, headline.art)


def mistake_picture(shown: Review, course: EndedMatch | None, words: Words, renderer: Renderer) -> Picture | None:
    """Return a review as a picture, or how the match ended for the player if neither a mistake nor a move stands out.

    None if there is nothing to show at all. Drawing can take some processor time.
    """
    sheet = mistake_sheet(shown, course, words, renderer)
    if sheet is None:
        return trophy_picture(None if course is None else course.trophy)
    return Picture(NAME, draw_mistakes(sheet), description("\n".join(described(sheet, words))))


def described(sheet: MistakeSheet, words: Words) -> list[str]:
    """Return everything that the picture of a review shows, in sentences."""
    spoken = Spoken.of(words)
    rows: list[str] = [
        spoken(
            "review.picture",
            number=row.number,
            when=row.when,
            better=Rendered(row.better.text),
            played=Rendered(row.played.text),
            figure=row.figure,
            note=row.note,
        )
        for row in sheet.rows
    ]
    if (best := sheet.best) is not None:
        rows.append(_best_line(best, spoken))
    return [*rows, *(luck.text for luck in sheet.luck)]
