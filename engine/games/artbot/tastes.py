"""What house players with each taste like to do in Art Bot Cards. The figures are measured (docs/lab/characters.md)."""

from collections.abc import Iterable
from itertools import product
from typing import Final, get_args

from engine.contract import CardRef, Option
from engine.games.artbot.cards import DAMAGE, Power
from engine.games.artbot.state import ArtBotState


def _kinds(pick: str, powers: Iterable[str] = get_args(Power), ranks: Iterable[str] = ("plain", "rare")) -> list[str]:
    return [f"artbot.pick.{pick}.{power}.{rank}" for power, rank in product(powers, ranks)]


TASTES: Final[dict[str, dict[str, float]]] = {
    "eager": dict.fromkeys(_kinds("play", ranks=["rare"]), 0.012),
    "sparing": dict.fromkeys(_kinds("play", ranks=["rare"]), -0.008),
    "fierce": dict.fromkeys(_kinds("play", sorted(DAMAGE)), 0.006),
    "gentle": dict.fromkeys(_kinds("play", ["heal"]), 0.01),
    "tricky": dict.fromkeys(_kinds("play", ["steal", "glitch"]), 0.025),
    "plain": dict.fromkeys(_kinds("play", ["steal", "glitch"]), -0.009),
}
"""What an answer of each kind adds to a line's worth, by taste."""


def kind(state: ArtBotState, option: Option) -> str:
    """Return what kind of answer an option is: the id of its text, and the power of its card and whether it is rare."""
    card = option.label.args.get("card")
    if not isinstance(card, CardRef):
        return option.label.id
    definition = state.cards.by_id[card.card]
    return f"{option.label.id}.{definition.power}.{'rare' if definition.rp else 'plain'}"
