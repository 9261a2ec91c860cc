"""What house players with each taste like to do in Zarcana. The figures are measured (docs/lab/characters.md)."""

from typing import Final

from engine.contract import CardRef, Option
from engine.games.zarcana.cards import SUITS
from engine.games.zarcana.pool import TRUMPS
from engine.games.zarcana.state import ZarcanaState


def _played(*suits: str) -> list[str]:
    return [f"zarcana.pick.{pick}.{suit}" for pick in ("play", "use") for suit in suits]


TASTES: Final[dict[str, dict[str, float]]] = {
    "eager": dict.fromkeys(_played(*SUITS, TRUMPS), 0.05),
    "sparing": {"zarcana.pick.draw": 0.05, "zarcana.pick.discard": 0.05},
    "fierce": dict.fromkeys(_played("swords"), 0.05),
    "gentle": dict.fromkeys(_played("cups"), 0.05),
    "tricky": dict.fromkeys(_played(TRUMPS), 0.05),
    "plain": dict.fromkeys(_played(TRUMPS), -0.05),
}
"""What an answer of each kind adds to a line's worth, by taste."""


def kind(state: ZarcanaState, option: Option) -> str:
    """Return what kind of answer an option is: the id of its text, and the suit of its card if there is one."""
    card = option.label.args.get("card")
    return f"{option.label.id}.{state.cards.suit_of[card.card]}" if isinstance(card, CardRef) else option.label.id
