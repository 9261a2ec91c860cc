"""What the Spells in the Chain do to a player if nobody answers any more."""

from typing import Final

from engine.budget import StrictBudget
from engine.contract import Forecast, Message, SeatRef, Viewer
from engine.games.warmage.chain import foreseen
from engine.games.warmage.state import WarMageState
from engine.games.warmage.targets import hit_by

LINKS_A_STEP: Final = 16
"""The number of Spells in a Chain looked at that count as one step of the forecast's budget."""


def forecast(state: WarMageState, viewer: Viewer, budget: StrictBudget) -> tuple[Forecast, ...]:
    """Return a line for each of a viewer's Spells that is countered, and for each Spell that hits the viewer.

    The Spell that happens first comes first. Spells that viewers aim at themselves are left out. The whole Chain is
    open, so its fate hides nothing. Raises Spent.
    """
    # Each Spell is resolved on a Chain of those below it.
    budget.spend(len(state.chain) ** 2 // LINKS_A_STEP)
    lines: list[Forecast] = []
    for link, ahead in zip(reversed(state.chain), reversed(foreseen(state)), strict=True):
        card, chosen = state.ref(link.card), (link.seat, link.targets.player)
        if link.seat == viewer and ahead.fate == "countered":
            lines.append(Forecast(Message("warmage.forecast.countered", {"card": card})))
        elif (
            ahead.fate == "success"
            and link.targets.spell is None
            and viewer in hit_by(state, link, ahead.target)
            and chosen != (viewer, viewer)
        ):
            lines.append(Forecast(Message("warmage.forecast.hits_you", {"card": card, "seat": SeatRef(link.seat)})))
    return tuple(lines)
