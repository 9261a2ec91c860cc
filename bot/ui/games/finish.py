"""How a match ended, for its last board: everybody with their place and score, the same for every game."""

from collections.abc import Sequence

from bot.ui.pictures.finish import Finish, Finisher
from bot.ui.pictures.seat_faces import faces_of
from bot.ui.pictures.tones import Tones
from bot.ui.texts.words import Rendered, Words
from engine.contract import Outcome, Seat


def finish_of(outcome: Outcome, tones: Sequence[Tones], scores: Sequence[str], words: Words) -> Finish:
    """Return what a last board shows of the players, whose tones and scores are in the order of the seats."""
    marks, faces = words.marks(len(scores)), faces_of(words, len(scores))

    def finisher(place: int, seat: Seat) -> Finisher:
        return Finisher(seat, place, words.name(seat), marks[seat], tones[seat], scores[seat], faces[seat])

    order = [finisher(place, seat) for place, rank in enumerate(outcome.ranking, 1) for seat in rank]
    first = len(outcome.ranking[0])
    return Finish(
        title=words.plain(_title(outcome)),
        crowned=not outcome.drawn,
        winners=tuple(order[:first]),
        others=tuple(order[first:]),
    )


def finish_lines(outcome: Outcome, scores: Sequence[str], words: Words) -> list[str]:
    """Return what `finish_of` does in words: a line about the winners, and a line for each player."""
    order = [(place, seat) for place, rank in enumerate(outcome.ranking, 1) for seat in rank]
    placed = [
        words("finish.place", place=place, player=words.marked(seat), score=Rendered(scores[seat]))
        for place, seat in order
    ]
    return [words(_title(outcome)), *placed]


def _title(outcome: Outcome) -> str:
    if outcome.drawn:
        return "trophy.drawn"
    return "finish.won" if len(outcome.ranking[0]) == 1 else "trophy.shared"
