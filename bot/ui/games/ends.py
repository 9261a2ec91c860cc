"""The end of a match, the same for every game: made from what its renderer keeps of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.games.renderer import Renderer
from bot.ui.games.trophies import outcome_of, trophy_of, trophy_picture
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.trophy import Medal, Trophy
from bot.ui.texts.words import Spoken, Words
from engine.contract import Fact, Seat


def match_trophy(
    renderer: Renderer, facts: Sequence[Fact], view: Any, medals: Mapping[Seat, Medal], words: Words
) -> Trophy | None:
    """Return what the end of a match shows; None if it has no result, or the game keeps no record.

    `medals` are the leagues of the players who are rated.
    """
    spoken, outcome = Spoken.of(words), outcome_of(facts)
    record = None if outcome is None else renderer.record(facts, view, spoken)
    if outcome is None or record is None:
        return None
    scores = [renderer.score(view, seat, spoken) or "" for seat in range(len(words.seats))]
    return trophy_of(outcome, record, scores, spoken, medals)


def end_picture(
    renderer: Renderer, facts: Sequence[Fact], view: Any, medals: Mapping[Seat, Medal], words: Words
) -> Picture | None:
    """Return the end of a match as a picture, or None if there is none to draw; see `match_trophy`."""
    return trophy_picture(match_trophy(renderer, facts, view, medals, words))
