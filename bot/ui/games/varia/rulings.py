"""Which rulings concern a Varia card: short answers to what players ask about what it does."""

from collections.abc import Iterator

from bot.ui.games.varia.card_parts import all_parts
from engine.games.varia.cards import AnyCard, ItemCard, StackCard, action_of
from engine.games.varia.language.changes import Change
from engine.games.varia.language.effects import Become, ChangeAction, CreateToken, Disrupt, Join, Retarget, Ruin
from engine.games.varia.pool import VariaCards


def rulings(card: AnyCard, pool: VariaCards) -> tuple[str, ...]:
    """Return the message ids of the rulings that concern a card, each once (rules, sections 1c and further rulings)."""
    return tuple(dict.fromkeys(f"varia.ruling.{name}" for name in _of_card(card, pool)))


def _of_card(card: AnyCard, pool: VariaCards) -> Iterator[str]:
    figures = action_of(card)
    if figures is not None:
        yield from (name for name in ("fast", "spellfuse") if name in figures.keywords)
        if figures.cost.hp:
            yield "hp_cost"
        if any(each.on == "hit" for each in figures.triggers):
            yield "hit"
        if figures.power is None or figures.focus is None:
            yield "no_figure"
    if isinstance(card, ItemCard) and card.action is not None:
        yield "item"
    if isinstance(card, StackCard):
        yield "stack"
    for part in all_parts(card, pool):
        if isinstance(part, Become | ChangeAction | Disrupt | Retarget) and part.what == "opposing":
            yield "opposing"
        yield from _of_part(part)


def _of_part(part: object) -> Iterator[str]:
    match part:
        case CreateToken():
            yield "token"
        case Disrupt():
            yield "disrupt"
        case Ruin():
            yield "ruin"
        case Become(until="end of moment"):
            yield "become"
        case Join():
            yield "join"
        case Change() if part.keywords and {"improved", "impaired"} & set(part.keywords):
            yield "improved"
        case _:
            pass
