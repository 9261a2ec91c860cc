"""Varia's cards in words: generated from what they do, so that text and behaviour cannot drift apart."""

from collections.abc import Iterable

from bot.ui.games.renderer import CardPage
from bot.ui.words import Words, inert
from engine.varia.cards import (
    Amount,
    AnyCard,
    CreateToken,
    Damage,
    Disrupt,
    Draw,
    Effect,
    Figures,
    GainAP,
    GainStacks,
    Grant,
    Heal,
    ItemCard,
    Move,
    Roll,
    StackCard,
    TokenCard,
    Trigger,
    action_of,
)
from engine.varia.rulings import FOCUS_SIDES, POWER_SIDES


def page(card: AnyCard, words: Words) -> CardPage:
    """Return a card looked up."""
    return CardPage(card.name, _kind(card, words), "\n".join(_lines(card, words)), inert(card.flavour))


def short(card: AnyCard, words: Words) -> str:
    """Return a card in a line: cost, figures, what it is, keywords."""
    figures = action_of(card)
    if figures is None:
        return words.plain(f"varia.card.{card.kind}")
    parts = [cost(figures, words), *_figures(figures, words), _types(figures, words)]
    parts += [words.plain(f"varia.keyword.{keyword}") for keyword in figures.keywords]
    return " · ".join(part for part in parts if part)


def cost(figures: Figures, words: Words) -> str:
    """Return what an action costs."""
    ap, hp = figures.cost.ap, figures.cost.hp
    return words.plain("varia.card.cost_hp", ap=ap, hp=hp) if hp else words.plain("varia.card.cost", ap=ap)


def figure(base: int, dice: int, sides: int) -> str:
    """Return a power or focus as the guide reads it: 10+1d6."""
    return f"{base}+{dice}d{sides}" if dice else str(base)


def _kind(card: AnyCard, words: Words) -> str:
    if isinstance(card, ItemCard):
        return words("varia.card.item_gold", gold=card.gold)
    if isinstance(card, StackCard):
        return words(f"varia.card.stack_{card.lasts}")
    return words(f"varia.card.{card.kind}")


def _lines(card: AnyCard, words: Words) -> Iterable[str]:
    figures = action_of(card)
    if figures is not None:
        yield from _action_lines(figures, words)
    if isinstance(card, TokenCard) and not card.combinable:
        yield words("varia.card.uncombinable")
    if isinstance(card, TokenCard) and not card.replaceable:
        yield words("varia.card.unreplaceable")
    if isinstance(card, ItemCard | StackCard):
        yield from (trigger(each, words) for each in card.triggers)
        yield from (line for grant in card.grants for line in _grant_lines(grant, words))


def _action_lines(figures: Figures, words: Words) -> Iterable[str]:
    yield " · ".join([cost(figures, words), *_figures(figures, words)])
    yield _types(figures, words)
    for keyword in figures.keywords:
        yield words(f"varia.keyword.{keyword}.rule")
    for each in figures.triggers:
        yield trigger(each, words)
    if figures.target == "self":
        yield words("varia.card.targets_self")
    if figures.needs:
        needs = ", ".join(
            f"{number} {words.plain(f'varia.attribute.{name}')}" for name, number in figures.needs.items()
        )
        yield words("varia.card.needs", needs=needs)


def _figures(figures: Figures, words: Words) -> list[str]:
    shown = []
    if figures.power is not None:
        shown.append(words.plain("varia.card.power", figure=figure(figures.power, figures.power_dice, POWER_SIDES)))
    if figures.focus is not None:
        shown.append(words.plain("varia.card.focus", figure=figure(figures.focus, figures.focus_dice, FOCUS_SIDES)))
    return shown


def _types(figures: Figures, words: Words) -> str:
    supertypes = " ".join(words.plain(f"varia.type.{name}") for name in figures.types)
    subtypes = " ".join(words.plain(f"varia.type.{name}") for name in figures.subtypes)
    return f"{supertypes} – {subtypes}" if subtypes else supertypes


def trigger(each: Trigger, words: Words) -> str:
    """Return what a trigger does, in the guide's terms."""
    done = ", ".join(_effect(effect, words) for effect in each.do)
    return words(f"varia.trigger.{each.on}", effects=done)


def _grant_lines(grant: Grant, words: Words) -> Iterable[str]:
    types = " ".join(words.plain(f"varia.type.{name}") for name in grant.types)
    whose = words.plain("varia.grant.some", types=types) if types else words.plain("varia.grant.all")
    if grant.power or grant.focus:
        change = f"{grant.power:+d}|{grant.focus:+d}"
        yield words("varia.grant.figures", whose=whose, change=change)
    if grant.power_dice:
        yield words("varia.grant.power_dice", count=grant.power_dice, whose=whose)
    if grant.focus_dice:
        yield words("varia.grant.focus_dice", count=grant.focus_dice, whose=whose)
    for keyword in grant.keywords:
        yield words("varia.grant.keyword", whose=whose, keyword=words.plain(f"varia.keyword.{keyword}"))
    for each in grant.triggers:
        yield words("varia.grant.trigger", whose=whose, rule=trigger(each, words))


def _effect(effect: Effect, words: Words) -> str:
    match effect:
        case Move():
            return words(f"varia.effect.{effect.to}")
        case Heal():
            return words(f"varia.effect.heal.{effect.who}", amount=_amount(effect.amount, words))
        case Damage():
            return words(f"varia.effect.damage.{effect.who}", amount=_amount(effect.amount, words))
        case Draw():
            return words(f"varia.effect.draw.{effect.who}", count=effect.count)
        case GainStacks():
            return words(f"varia.effect.stacks.{effect.who}", count=effect.count, stack=effect.stack)
        case GainAP():
            return words("varia.effect.ap", amount=effect.amount)
        case Disrupt():
            return words("varia.effect.disrupt")
        case CreateToken():
            copy = effect.token == "this"
            return words("varia.effect.copy") if copy else words("varia.effect.token", token=effect.token)


def _amount(amount: Amount, words: Words) -> str:
    if isinstance(amount, Roll):
        return f"{amount.plus}+{amount.dice}d{amount.sides}" if amount.plus else f"{amount.dice}d{amount.sides}"
    return words("varia.amount.damage") if amount == "damage dealt" else str(amount)
