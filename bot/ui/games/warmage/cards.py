"""Texts about WarMage's Spells, generated from their effects so that text and behaviour cannot drift apart."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.ui.games.card_renderer import CardPage
from bot.ui.texts.card_texts import once_a_card
from bot.ui.texts.words import Words, inert
from engine.games.warmage.cards import (
    Ability,
    Aim,
    CardAim,
    Cost,
    Counter,
    Discard,
    Draw,
    Effect,
    Heal,
    PlayerAim,
    Spell,
    SpellAim,
    Steal,
    Wound,
)
from engine.games.warmage.pool import WarMageCards


def page(spell: Spell, _: WarMageCards, words: Words) -> CardPage:
    """Return the page about a Spell: its school and timing, its targets, and its costs and effects."""
    return CardPage(spell.name, kind(spell, words), "\n".join(_lines(spell, words)), inert(spell.flavour))


@once_a_card
def short(spell: Spell, words: Words) -> str:
    """Return a one-line summary of a Spell: its timing, whether it stays in play, costs and effects."""
    _, *lingering = _nature(spell, words)
    return " · ".join([timing(spell, words), *lingering, *does(spell, words)])


@once_a_card
def does(spell: Spell, words: Words) -> Sequence[str]:
    """Return a Spell's costs and effects, one line each, for a place where markdown does not work."""
    return [line[:1].upper() + line[1:] for line in _does(spell, words.plain, brief=True)]


def timing(spell: Spell, words: Words) -> str:
    """Return the text that says when a Spell can be cast."""
    return words.plain(f"warmage.timing.{spell.timing}")


def kind(spell: Spell, words: Words) -> str:
    """Return a Spell's school and timing, and whether it stays in play."""
    named, *lingering = _nature(spell, words)
    return " · ".join([named, timing(spell, words), *lingering])


def school(spell: Spell, words: Words) -> str:
    """Return a Spell's school, and whether it stays in play."""
    return " · ".join(_nature(spell, words))


def _nature(spell: Spell, words: Words) -> list[str]:
    named = words.plain(f"warmage.school.{spell.school}")
    return [named, words.plain("warmage.card.lingering")] if spell.lingering else [named]


def _lines(spell: Spell, words: Words) -> Iterable[str]:
    yield words(f"warmage.timing.{spell.timing}.rule")
    if spell.lingering:
        yield words("warmage.card.lingering.upon" if _upon(spell) else "warmage.card.lingering.rule")
    if spell.aims:
        yield words("warmage.card.targets", targets=_targets(spell.aims, words))
    yield from _does(spell, words)


def _does(spell: Spell, words: Any, *, brief: bool = False) -> Iterable[str]:
    """Yield costs and effects, with markdown if `words` uses it; if `brief`, name targets on the same line."""
    if spell.cost.discard:
        yield words("warmage.card.cost", count=spell.cost.discard)
    if spell.uncounterable:
        yield words("warmage.card.uncounterable")
    if spell.do and spell.aims and brief:
        yield words("warmage.card.does_to", targets=_targets(spell.aims, words), effects=_effects(spell, words))
    elif spell.do:
        yield words("warmage.card.does", effects=_effects(spell, words))
    for ability in spell.abilities:
        yield _ability(ability, words, upon=_upon(spell))


def _upon(spell: Spell) -> bool:
    """Whether the Spell lies in front of the player it targets."""
    return any(isinstance(aim, PlayerAim) for aim in spell.aims)


def _targets(aims: Iterable[Aim], words: Any) -> str:
    return ", ".join(_aim(aim, words) for aim in aims)


def _aim(aim: Aim, words: Any) -> str:
    match aim:
        case PlayerAim():
            key = f"warmage.aim.{_id(aim.who)}"
            return str(words(key if aim.having is None else f"{key}.{_id(aim.having)}"))
        case SpellAim():
            key = f"warmage.aim.{aim.where}"
            return str(words(key if aim.that is None else f"{key}.{_id(aim.that)}"))
        case CardAim():
            return str(words("warmage.aim.card"))


def _id(value: str) -> str:
    """Convert a word from a card's data to the last part of a message id."""
    return value.replace(" ", "_").replace("'", "")


def _cost(cost: Cost, words: Any) -> str:
    parts = [words("warmage.cost.discard", count=cost.discard)] if cost.discard else []
    return " + ".join([*parts, *([words("warmage.cost.this")] if cost.this else [])])


def _ability(ability: Ability, words: Any, *, upon: bool) -> str:
    """Return the text for an ability: its timing, whether it is mandatory, its cost, and what it does."""
    when = f"warmage.when.{ability.on}" if ability.by is None else f"warmage.when.{ability.on}.{_id(ability.by)}"
    values = {"when": words(f"{when}.upon" if upon else when), "effects": _effects(ability, words)}
    if ability.must:
        line = words("warmage.ability.must", **values)
    elif ability.cost == Cost():
        line = words("warmage.ability.may", **values)
    else:
        line = words("warmage.ability.pay", cost=_cost(ability.cost, words), **values)
    extra = [words("warmage.card.targets", targets=_targets(ability.aims, words))] if ability.aims else []
    extra += [words("warmage.ability.once")] if ability.once_per_turn else []
    return " ".join([line, *extra])


def _effects(source: Spell | Ability, words: Any) -> str:
    return ", ".join(_effect(effect, words, at_each=source.at_each) for effect in source.do)


def _effect(effect: Effect, words: Any, *, at_each: bool) -> str:
    who = getattr(effect, "who", "")
    whom = "each" if at_each and who == "target" else who
    match effect:
        case Wound():
            key = f"warmage.effect.wound.{whom}"
            return str(words(f"{key}.deepens" if effect.deepens else key, count=effect.count))
        case Heal():
            return str(words(f"warmage.effect.heal_{effect.wound}.{whom}"))
        case Draw():
            return str(words(f"warmage.effect.draw.{whom}", count=effect.count))
        case Discard():
            key = f"warmage.effect.discard.{whom}"
            return str(words(f"{key}.or_this" if effect.or_this else key, count=effect.count))
        case Counter():
            return str(words(f"warmage.effect.counter.{effect.to}"))
        case Steal() if at_each:
            return str(words("warmage.effect.steal.each"))
        case _:
            return str(words(f"warmage.effect.{_id(effect.effect)}"))
