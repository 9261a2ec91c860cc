"""How a match ended in words: everybody with their place and score, the same for every game."""

from collections.abc import Sequence

from bot.ui.texts.words import Rendered, Words
from engine.contract import Outcome


def finish_lines(outcome: Outcome, scores: Sequence[str], words: Words) -> list[str]:
    """Return a line about the winners, and a line for each player."""
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
