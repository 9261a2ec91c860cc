"""Texts about Varia's cards: pages and lines, with rules texts generated from the cards' effects."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from pydantic import BaseModel

from bot.ui.games.card_renderer import CardPage
from bot.ui.games.varia import language
from bot.ui.texts.card_texts import once_a_card
from bot.ui.texts.words import Rendered, Words, inert
from engine.contract import CardRef, Decision
from engine.games.varia.cards import (
    ActionCard,
    AnyCard,
    Cost,
    Figures,
    ItemCard,
    Rules,
    StackCard,
    Trigger,
    action_of,
    lasting_rules,
)
from engine.games.varia.language.changes import Change
from engine.games.varia.language.effects import Become, ChangeAction, CreateToken, Disrupt, Join, Retarget, Ruin
from engine.games.varia.language.terms import KEYWORDS
from engine.games.varia.pool import VariaCards
from engine.games.varia.rulings import FOCUS_SIDES, POWER_SIDES
from engine.games.varia.soundness import parts
from engine.games.varia.view import ActionView


def page(card: AnyCard, pool: VariaCards, words: Words) -> CardPage:
    """Return the page about a card of Varia: what it is, what it does, and its rulings."""
    lines = [*_lines(card, pool, words), *(words("varia.card.ruling", text=inert(each)) for each in card.rulings)]
    return CardPage(card.name, kind(card, words), "\n".join(lines), inert(card.flavour), rulings(card, pool))


class Rule(Struct, frozen=True):
    """A line in a card's rules text; `sign` is the line's topic, if that topic has a sign."""

    text: str
    sign: Literal["fast", "start", "end", "hit"] | None = None


def text(card: AnyCard, pool: VariaCards, words: Words) -> list[str]:
    """Return a card's rules text, line by line: the author's own or, without one, text generated from its effects."""
    return [rule.text for rule in rules(card, pool, words)]


@once_a_card
def rules(card: AnyCard, pool: VariaCards, words: Words, *, reminders: bool = True) -> Sequence[Rule]:
    """Return a card's rules, as in `text`; without `reminders`, the guide's keywords are not explained."""
    if card.wording is not None:
        return [Rule(inert(card.wording.text))]
    figures = action_of(card)
    lines = [] if figures is None else _action_rules(figures, pool, words, reminders=reminders)
    if isinstance(card, ItemCard) and card.action is not None:
        lines += [Rule(words("varia.card.item_text", rule=Rendered(each.text))) for each in _lasting(card, words)]
    elif isinstance(card, ItemCard | StackCard):
        lines += _lasting(card, words)
    elif isinstance(card, ActionCard) and card.in_discard is not None:
        haunting = _lasting(card.in_discard, words)
        lines += [Rule(words("varia.card.in_discard", rule=Rendered(each.text))) for each in haunting]
    if isinstance(card, StackCard) and card.depletes is not None:
        lines.append(Rule(language.depletion(card.depletes, words)))
    return lines


def brief(card: AnyCard, pool: VariaCards, words: Words) -> list[str]:
    """Return a card's effects, line by line, without the guide's keywords, which are part of `short`."""
    return [rule.text for rule in rules(card, pool, words, reminders=False)]


def offer(asked: Decision, words: Words) -> str | None:
    """Return the text for the trigger that a decision offers, or None if the decision offers none."""
    ref, number = asked.about.get("card"), asked.about.get("number")
    if not isinstance(ref, CardRef) or not isinstance(number, int):
        return None
    pool = words.pool(VariaCards)
    offered, lasting = pool.trigger(ref.card, number), lasting_rules(pool.by_id[ref.card])
    of_itself = lasting is not None and any(each is offered for each in lasting.triggers)
    return language.trigger(offered, words, lasting=of_itself)


@once_a_card
def short(card: AnyCard, words: Words) -> str:
    """Return a one-line summary of a card: cost, figures, types and keywords."""
    figures = action_of(card)
    if figures is None:
        return words.plain(f"varia.card.{card.kind}")
    parts = [*_figures(figures, words), types(figures, words)]
    parts += [language.keyword(name, words) for name in figures.keywords]
    return " · ".join(part for part in parts if part)


def line(card: AnyCard, words: Words) -> str:
    """Return the summary and effects of a card of Varia on one line."""
    return " · ".join([short(card, words), *brief(card, words.pool(VariaCards), words)])


def figures_line(card: AnyCard, words: Words) -> str:
    """Return the shortest summary of a card: cost and figures."""
    figures = action_of(card)
    if figures is None:
        return words.plain(f"varia.card.{card.kind}")
    return " · ".join(_figures(figures, words))


def cost(price: Cost | ActionView, words: Words) -> str:
    """Return the cost of an action of Varia."""
    return words.plain("varia.card.cost_hp" if price.hp else "varia.card.cost", ap=price.ap, hp=price.hp)


def figure(base: int, dice: int, sides: int) -> str:
    """Return a power or focus in the guide's notation, such as 10+1d6."""
    return f"{base}+{dice}d{sides}" if dice else str(base)


def types(figures: Figures, words: Words) -> str:
    """Return the type line of an action."""
    supertypes, subtypes = language.types(figures.types, words), language.types(figures.subtypes, words)
    return f"{supertypes} – {subtypes}" if subtypes else supertypes


def needs(figures: Figures, words: Words) -> str:
    """Return the attributes that an action of Varia requires."""
    return ", ".join(f"{number} {words.plain(f'varia.attribute.{name}')}" for name, number in figures.needs.items())


def kind(card: AnyCard, words: Words) -> str:
    """Return what kind of card of Varia this is, with an item's worth or how long a stack stays."""
    if isinstance(card, ItemCard):
        return words("varia.card.item_gold", gold=card.gold)
    if isinstance(card, StackCard):
        return words("varia.card.stack_permanent" if card.depletes is None else "varia.card.stack_depleting")
    return words(f"varia.card.{card.kind}")


def _lines(card: AnyCard, pool: VariaCards, words: Words) -> Iterable[str]:
    figures = action_of(card)
    if figures is not None:
        yield " · ".join(_figures(figures, words))
        yield types(figures, words)
    yield from text(card, pool, words)
    if figures is not None and figures.needs:
        yield words("varia.card.needs", needs=needs(figures, words))


def _action_rules(figures: Figures, pool: VariaCards, words: Words, *, reminders: bool) -> list[Rule]:
    explained = [name for name in figures.keywords if reminders or name not in KEYWORDS]
    lines = [_keyword_rule(name, pool, words) for name in explained]
    if figures.cannot:
        lines.append(Rule(language.bans(figures.cannot, words)))
    lines += [Rule(language.change(each, words("varia.whose.this"), words)) for each in figures.changes]
    lines += [_trigger_rule(each, words) for each in figures.triggers]
    if figures.target != "opponent":
        lines.append(Rule(words(f"varia.card.targets_{figures.target}")))
    return lines


def _keyword_rule(name: str, pool: VariaCards, words: Words) -> Rule:
    if name in KEYWORDS:
        return Rule(words(f"varia.keyword.{name}.rule"), "fast" if name == "fast" else None)
    rule = pool.keywords[name]
    meant = [language.trigger(each, words) for each in rule.triggers]
    meant += [language.change(each, words("varia.whose.this"), words) for each in rule.changes]
    return Rule(words("varia.keyword.own", name=name, rule=language.joined(meant, " ")))


def _trigger_rule(each: Trigger, words: Words, *, lasting: bool = False) -> Rule:
    line = language.trigger(each, words, lasting=lasting)
    match each.on:
        case "start" | "end" | "hit":
            return Rule(line, each.on)
        case _:
            return Rule(line)


def _lasting(lasting: Rules, words: Words) -> list[Rule]:
    lines = [_trigger_rule(each, words, lasting=True) for each in lasting.triggers]
    lines += [Rule(line) for grant in lasting.grants for line in language.grant(grant, words)]
    lines += [Rule(language.sight_of_discards(each, words)) for each in lasting.sees]
    for whose, forbidden in (("you", lasting.forbids), ("opponent", lasting.forbids_opponent)):
        if forbidden:
            what = language.joined(
                [words(f"varia.forbidden.{each.replace(' ', '_')}") for each in forbidden], words.plain("varia.or")
            )
            lines.append(Rule(words(f"varia.forbids.{whose}", what=what)))
    return lines


def _figures(figures: Figures, words: Words) -> list[str]:
    """Return an action's cost, power and focus."""
    shown = [cost(figures.cost, words)]
    if figures.power is not None:
        shown.append(words.plain("varia.card.power", figure=figure(figures.power, figures.power_dice, POWER_SIDES)))
    if figures.focus is not None:
        shown.append(words.plain("varia.card.focus", figure=figure(figures.focus, figures.focus_dice, FOCUS_SIDES)))
    return shown


# Rulings


def rulings(card: AnyCard, pool: VariaCards) -> tuple[str, ...]:
    """Return the message ids of the rulings on a card of Varia, without repeats (rules, 1c and further rulings)."""
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


def all_parts(card: AnyCard, pool: VariaCards) -> Iterator[BaseModel]:
    """Yield every part of a card, however deeply nested, and every part of the rules behind its own keywords."""
    figures = action_of(card)
    keywords = [] if figures is None else [pool.keywords[name] for name in figures.keywords if name in pool.keywords]
    for source in (card, *keywords):
        yield from (part for _, part in parts(source))
