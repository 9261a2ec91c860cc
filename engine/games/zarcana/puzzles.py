"""What puzzles ask in Zarcana."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.contract import Decision
from engine.contract.puzzles import PuzzleQuestion, Puzzles
from engine.games.zarcana.state import ZarcanaState
from engine.games.zarcana.view import ZarcanaView
from engine.kit.puzzles import MOST_POINTS, TAKE_MOST, WIN


class ZarcanaPuzzles(Puzzles):
    """The active player looks for the turn that scores the most, or that costs the others the most.

    In the last turn of the match, it also looks for one that wins.
    """

    questions = (WIN, MOST_POINTS, TAKE_MOST)
    plain = frozenset(("place", "draw", "discard", "reorient", "pass", "declare"))

    def asks(self, state: ZarcanaState, asked: Decision) -> tuple[PuzzleQuestion, ...]:
        """Return the questions about a whole turn."""
        if asked.kind != "turn":
            return ()
        return self.questions if state.final == () else (MOST_POINTS, TAKE_MOST)

    def untold(self, view: ZarcanaView, before: ZarcanaView, /) -> ZarcanaView:
        """Return a seat's view of its draft with the scores from `before` it; the board shows what is planned."""
        seats = {name: replace(seat, score=before.seats[name].score) for name, seat in view.seats.items()}
        return replace(view, seats=seats)

    def theme(self, kinds: Sequence[str]) -> str:
        """Return the suit of the card that a turn uses, or what it does without one."""
        words = kinds[0].removeprefix("zarcana.pick.").split(".")
        return words[-1]
