"""A turn of a match as pictures and as a title, the same for every game: made from what its renderer says."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bot.ui.games.strips import in_few_rows, moments, seen_by, strip_in_motion, strip_picture, unmarked, with_outcome
from bot.ui.games.trophies import outcome_of
from bot.ui.games.turn_renderer import TurnRenderer
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.strip import Strip
from bot.ui.texts.words import Spoken, Words
from engine.contract import Fact, Seat, SeatRef


def turn_title(renderer: TurnRenderer, before: Sequence[Fact], words: Words, facts: Sequence[Fact] = ()) -> str:
    """Return the turn that a post is about, and whose it is, or the turns; `before` holds facts from before the post.

    The last of the post's `facts` begins the turn after it.
    """
    began: Any = next((fact for fact in reversed(before) if isinstance(fact, renderer.turns)), None)
    if began is None:
        return words("report.start")
    later: list[Any] = [fact for fact in facts[:-1] if isinstance(fact, renderer.turns)]
    if later and later[-1].turn != began.turn:
        return words("report.turns", first=began.turn, last=later[-1].turn)
    seat = began.seat if hasattr(began, "seat") else began.active
    return words("report.turn", turn=began.turn, seat=SeatRef(seat))


def turn_picture(renderer: TurnRenderer, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Picture | None:
    """Return a picture of what happened in a turn, or None if there is nothing to draw. See `board_picture`."""
    return strip_picture(_strip(renderer, facts, before, words))


def last_turn(renderer: TurnRenderer, facts: Sequence[Fact]) -> tuple[Sequence[Fact], Sequence[Fact]]:
    """Return the last turn of which facts tell the end, and the facts before it; nothing if they tell of none.

    A turn ends when the next one begins, or with the match.
    """
    began = [place for place, fact in enumerate(facts, 1) if isinstance(fact, renderer.turns)]
    ended = began if outcome_of(facts) is not None else began[:-1]
    return (facts[ended[-1] :], facts[: ended[-1]]) if ended else ((), ())


def news_picture(renderer: TurnRenderer, facts: Sequence[Fact], seat: Seat, words: Words) -> Picture | None:
    """Return a picture of the last turn for a seat's own panel, or None if there is nothing to draw."""
    strip = _strip(renderer, *last_turn(renderer, facts), words)
    return None if strip is None else strip_picture(seen_by(strip, seat))


def turn_in_motion(
    renderer: TurnRenderer, facts: Sequence[Fact], before: Sequence[Fact], words: Words
) -> Picture | None:
    """Return a moving picture of what happened in a turn, or None if nothing moves. See `board_picture`."""
    return strip_in_motion(_strip(renderer, facts, before, words))


def _strip(renderer: TurnRenderer, facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> Strip | None:
    """Return what the pictures of a turn show, with its outcome in the head; None if there is nothing to draw."""
    return with_outcome(in_few_rows(renderer.turn_strip(facts, before, words), words), facts)


def blow_pictures(
    renderer: TurnRenderer, facts: Sequence[Fact], before: Sequence[Fact], rows: Collection[str], words: Words
) -> Mapping[str, Picture]:
    """Return the moments of a turn with these labels as large pictures, each described by its part of `blows`.

    There are none if there is nothing to draw. See `board_picture`.
    """
    strip, turn = (
        renderer.turn_strip(facts, before, words),
        [fact for fact in facts if not isinstance(fact, renderer.turns)],
    )
    told = {part.row: unmarked(part.short) for part in renderer.blows(turn, Spoken.of(words)) if part.row in rows}
    return {} if strip is None else moments(strip, {row: line for row, line in told.items() if row is not None})
