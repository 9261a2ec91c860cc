"""What house players with each taste like to do in Varia. The figures are measured (docs/lab/characters.md)."""

from typing import Final

from engine.contract import CardRef, Option
from engine.games.varia.state import VariaState

PLANNED: Final = ("plan", "plan.attack", "plan.block")
FAST: Final = ("fast", "fast.attack", "fast.block")
JOINS: Final = ("combo_at", "fuse_at", "replace_at")

TASTES: Final[dict[str, dict[str, float]]] = {
    "eager": {f"varia.pick.{kind}": 0.02 for kind in PLANNED},
    "sparing": {f"varia.pick.{kind}": -0.02 for kind in PLANNED},
    "fierce": {"varia.pick.engage": 0.03, "varia.pick.disengage": -0.03, "varia.pick.plan.attack": 0.02},
    "gentle": {"varia.pick.engage": -0.025, "varia.pick.disengage": 0.025, "varia.pick.plan.block": 0.02},
    "tricky": {f"varia.pick.{kind}": 0.06 for kind in (*JOINS, *FAST)},
    "plain": {f"varia.pick.{kind}": -0.045 for kind in (*JOINS, *FAST)},
}
"""What an answer of each kind adds to a line's worth, by taste."""


def kind(state: VariaState, option: Option) -> str:
    """Return what kind of answer an option is: the id of its text, and whether its card attacks or blocks."""
    card = option.label.args.get("card")
    if not isinstance(card, CardRef) or not state.cards.performs(card.card):
        return option.label.id
    types = state.cards.printed((card.card,)).types
    return ".".join([option.label.id, *(each for each in ("attack", "block") if each in types)])
