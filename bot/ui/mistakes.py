"""A player's costliest mistakes in a match, as lines of text and as a picture that says the same."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from bot.host.review.analysis import Plan, Remark, Review, Throws
from bot.ui.games.renderer import Renderer
from bot.ui.games.trophies import seat_tones
from bot.ui.lines import Headline, changes, headlines, reasons
from bot.ui.pictures.mistake_sheet import Luck, MistakeRow, MistakeSheet, Side, draw_mistakes
from bot.ui.pictures.picture import Picture, description
from bot.ui.words import Rendered, Spoken, Words
from engine.contract import Message

NAME: Final = "look-back.png"

WHOLE_BAR: Final = 0.5
"""The share of the average by which dice have to differ from it to fill their bar."""


class Mistake(Struct, frozen=True):
    """A mistake in words.

    Attributes:
        figure: what the better line brings, as a figure with its unit.
        note: whose or what the figure is.
        reason: what the better line brings, in sentences.
    """

    number: int
    when: str
    played: Headline
    better: Headline
    figure: Message
    note: Message
    reason: str


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
        when=words("review.when", turn=view.turn),
        played=played,
        better=better,
        figure=most.figure,
        note=most.note,
        reason=reasons(remark.gain, remark.seat, words, renderer, plans),
    )


def _unless_named(better: Headline, remark: Remark, words: Words, renderer: Renderer) -> tuple[Plan, Plan] | None:
    """Return both lines, to look for the part that makes the difference; None if the better one's phrase names it."""
    plans = (remark.better, remark.played)
    part = renderer.reason(*plans, remark.gain, remark.seat)
    values = () if part is None else part[1].args.values()
    refs = [ref for value in values if isinstance(value, tuple) for ref in value]
    return None if any(words.card(ref.card) in better.text for ref in refs) else plans


def luck_told(shown: Review, words: Words) -> list[str]:
    """Return how the dice of a player and of all others fell, as far as there were any."""
    return [text for text, _ in _lucks(shown, words)]


def _lucks(shown: Review, words: Words) -> Iterator[tuple[str, Throws]]:
    for whose, throws in (("own", shown.own), ("others", shown.others)):
        if throws.dice:
            count = round(throws.shown - throws.expected)
            way = "over" if count > 0 else "under" if count < 0 else "even"
            yield words(f"review.luck.{whose}.{way}", count=abs(count)), throws


def mistake_sheet(shown: Review, words: Words, renderer: Renderer) -> MistakeSheet | None:
    """Return what the picture of a review shows; None if there was no mistake."""
    if not shown.remarks:
        return None
    spoken, seat = Spoken.of(words), shown.remarks[0].seat
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
    luck = tuple(Luck(text, _share(throws)) for text, throws in _lucks(shown, spoken))
    return MistakeSheet(rows, luck, seat_tones(len(words.seats))[seat])


def _side(headline: Headline) -> Side:
    return Side(headline.text, headline.art)


def _share(throws: Throws) -> float:
    """Return how far dice were from their average, as a part of their bar."""
    return max(-1.0, min(1.0, (throws.shown / throws.expected - 1) / WHOLE_BAR))


def mistake_picture(shown: Review, words: Words, renderer: Renderer) -> Picture | None:
    """Return a review as a picture, or None if there was no mistake. Drawing can take some processor time."""
    sheet = mistake_sheet(shown, words, renderer)
    if sheet is None:
        return None
    return Picture(NAME, draw_mistakes(sheet), description("\n".join(described(sheet, words))))


def described(sheet: MistakeSheet, words: Words) -> list[str]:
    """Return everything that the picture of a review shows, in sentences."""
    spoken = Spoken.of(words)
    rows = [
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
    return [*rows, *(luck.text for luck in sheet.luck)]
