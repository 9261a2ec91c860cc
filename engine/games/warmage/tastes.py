"""What house players with each taste like to do in WarMage. The figures are measured (docs/lab/characters.md)."""

from typing import Final

from engine.contract import CardRef, Option
from engine.games.warmage.state import WarMageState

CASTS: Final = ("cast", "cast_at")
SCHOOLS: Final = ("ember", "tide", "root", "gale", "gloom", "star")


def _casts(*schools: str) -> list[str]:
    return [f"warmage.pick.{pick}.{school}" for pick in CASTS for school in schools]


def _uses() -> list[str]:
    return [f"warmage.pick.{pick}.{school}" for pick in ("use", "use_at") for school in SCHOOLS]


TASTES: Final[dict[str, dict[str, float]]] = {
    "eager": dict.fromkeys(_casts(*SCHOOLS), 0.025),
    "sparing": dict.fromkeys(_casts(*SCHOOLS), -0.01),
    "fierce": dict.fromkeys([*_casts("ember", "gloom"), "warmage.pick.row.ember", "warmage.pick.row.gloom"], 0.015),
    "gentle": dict.fromkeys([*_casts("root", "tide"), "warmage.pick.row.root", "warmage.pick.row.tide"], 0.015),
    "tricky": dict.fromkeys(_uses(), 0.025),
    "plain": dict.fromkeys(_uses(), -0.0075),
}
"""What an answer of each kind adds to a line's worth, by taste."""


def kind(state: WarMageState, option: Option) -> str:
    """Return what kind of answer an option is: the id of its text, and the school of its card if there is one."""
    card = option.label.args.get("card")
    return f"{option.label.id}.{state.cards.by_id[card.card].school}" if isinstance(card, CardRef) else option.label.id
