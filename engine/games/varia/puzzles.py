"""What puzzles ask in Varia."""

from collections.abc import Sequence
from typing import Final

from engine.contract import Decision, Forecast
from engine.contract.puzzles import Points, PuzzleQuestion, Puzzles
from engine.games.varia.state import VariaState
from engine.kit.puzzles import LOSE_FEWEST, TAKE_MOST, WIN

WAYS: Final = {
    "fuse": ("fuse", "join"),
    "combo": ("combo", "combo_at"),
    "replace": ("replace_at",),
    "gap": ("gap",),
}
"""Ways to plan more than one card after the other, the rarest first, each with the picks that lead to it."""

TYPES: Final = ("attack.block", "attack", "block")
"""The types of planned cards, the rarest first."""

MOVES: Final = frozenset(("engage", "disengage"))


class VariaPuzzles(Puzzles):
    """The active player looks for the most damage, the other for the best answer to a plan that lies open."""

    questions = (WIN, LOSE_FEWEST, TAKE_MOST)

    def asks(self, state: VariaState, asked: Decision) -> tuple[PuzzleQuestion, ...]:
        """Return the questions about a whole plan: none in fast steps, whose plans are parts of one."""
        return {"movement": (TAKE_MOST,), "reaction": (WIN, LOSE_FEWEST)}.get(asked.kind, ())

    def theme(self, kinds: Sequence[str]) -> str:
        """Return the rarest means that a plan uses: "wait" if it plans nothing, "card" for cards of no type."""
        picks = [kind.removeprefix("varia.pick.").partition(".") for kind in kinds]
        words, types = {word for word, _, _ in picks}, {held for word, _, held in picks if word == "plan"}
        found = [way for way, taken in WAYS.items() if words.intersection(taken)]
        found += [each.replace(".", "_") for each in TYPES if each in types]
        return next(iter(found), "card" if types else "distance" if words & MOVES else "wait")

    def foreseen(self, forecast: Sequence[Forecast], seats: int) -> Points:
        """Return the changes of a forecast: its last line is the only one or the sum of all."""
        return super().foreseen(forecast[-1:], seats)
