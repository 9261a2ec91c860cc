"""What puzzles ask in Varia."""

from collections.abc import Sequence
from typing import Final

from engine.contract import Decision, Forecast
from engine.contract.puzzles import Points, PuzzleQuestion, Puzzles
from engine.games.varia.state import VariaState
from engine.kit.puzzles import LOSE_FEWEST, TAKE_MOST, WIN

THEMES: Final = {
    "fuse": ("fuse", "fuse_at", "join"),
    "combo": ("combo", "combo_at"),
    "replace": ("replace_at",),
    "gap": ("gap",),
    "distance": ("engage", "disengage"),
    "both": ("plan.attack.block",),
    "attack": ("plan.attack",),
    "block": ("plan.block",),
    "card": ("plan",),
}
"""What a line uses, the rarest first, by the kinds of its answers; a line without any of them plans nothing."""


class VariaPuzzles(Puzzles):
    """The active player looks for the most damage, the other for the best answer to a plan that lies open."""

    questions = (WIN, LOSE_FEWEST, TAKE_MOST)

    def asks(self, state: VariaState, asked: Decision) -> tuple[PuzzleQuestion, ...]:
        """Return the questions about a whole plan: none in fast steps, whose plans are parts of one."""
        return {"movement": (TAKE_MOST,), "reaction": (WIN, LOSE_FEWEST)}.get(asked.kind, ())

    def theme(self, kinds: Sequence[str]) -> str:
        """Return the rarest means that a plan uses."""
        used = {kind.removeprefix("varia.pick.") for kind in kinds}
        return next((theme for theme, words in THEMES.items() if used.intersection(words)), "wait")

    def foreseen(self, forecast: Sequence[Forecast], seats: int) -> Points:
        """Return the changes of a forecast: its last line is the only one or the sum of all."""
        return super().foreseen(forecast[-1:], seats)
