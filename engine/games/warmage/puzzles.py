"""What puzzles ask in WarMage."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.contract import Decision
from engine.contract.puzzles import PuzzleQuestion, Puzzles
from engine.games.warmage.state import WarMageState
from engine.kit.puzzles import LOSE_FEWEST, TAKE_MOST, WIN

ANSWER: Final = replace(LOSE_FEWEST, rows=2)
"""An answer to a Chain saves a Wound or it does not, so that there is often one other value."""

SPELL: Final = replace(TAKE_MOST, rows=3)
"""Spells deal few Wounds, so that there are few values."""


class WarMagePuzzles(Puzzles):
    """A player looks for the Spell that wounds the others most, or for the best answer to a Chain."""

    questions = (WIN, ANSWER, SPELL)

    def asks(self, state: WarMageState, asked: Decision) -> tuple[PuzzleQuestion, ...]:
        """Return the questions about a Spell in the player's own turn, or about an answer to one."""
        return {"cast": (WIN, SPELL), "answer": (ANSWER,)}.get(asked.kind, ())

    def theme(self, kinds: Sequence[str]) -> str:
        """Return the school of the card that is cast or used first, or "wait" if there is none."""
        pick, _, school = kinds[0].removeprefix("warmage.pick.").partition(".")
        return school if pick.partition("_")[0] in ("cast", "use") else "wait"
