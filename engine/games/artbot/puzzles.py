"""What puzzles ask in Art Bot Cards."""

from collections.abc import Sequence
from typing import Final

from engine.contract import Decision
from engine.contract.puzzles import PuzzleQuestion, Puzzles
from engine.games.artbot.rulings import POINTS
from engine.games.artbot.state import ArtBotState
from engine.kit.puzzles import lead

LEAD: Final = PuzzleQuestion("lead", lead, horizon="round", least=POINTS / 2)
"""Which turn gives the largest lead at the beginning of the next one, if the others play as the clock does?"""


class ArtBotPuzzles(Puzzles):
    """The active player looks for the turn after which the round ends best."""

    questions = (LEAD,)

    def asks(self, state: ArtBotState, asked: Decision) -> tuple[PuzzleQuestion, ...]:
        """Return the question about a whole turn."""
        return self.questions if asked.kind == "play" else ()

    def theme(self, kinds: Sequence[str]) -> str:
        """Return the power of the card that is played."""
        return kinds[0].split(".")[-2]
