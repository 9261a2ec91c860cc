"""Texts about Varia's decks: the cards in them, what those bring into play, and figures alongside a format's limits."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bot.ui.games.varia import cards
from bot.ui.games.varia.emblem import PALETTES, Emblem, emblem_of, palette_of
from bot.ui.games.varia.portraits import portrait_of
from bot.ui.pictures.deck_banner import LEANS, DeckFace
from bot.ui.pictures.tones import tones_of
from bot.ui.words import Rendered, Words
from engine.contract import Cards, Deck
from engine.contract.decks import DeckFormat
from engine.games.varia.cards import ActionCard, AnyCard, action_of
from engine.games.varia.decks import VariaFormat, curve_of, gold_of, needs_of
from engine.games.varia.language.effects import Become, CreateToken, GainStacks
from engine.games.varia.pool import VariaCards
from engine.text import slug

KINDS: Final = ("action", "item", "token", "stack")

LONGEST_BAR = 12
"""The number of characters in the longest bar of the cost curve."""


def contents(deck: Mapping[str, int], pool: VariaCards, words: Words) -> list[tuple[str, str]]:
    """Return the contents of a deck as sections, each a title and a list."""
    return [
        (title(kind, deck, pool, words), "\n".join(_line(card, deck.get(card.id), words) for card in found))
        for kind, found in by_kind(deck, pool)
    ]


def all_cards(deck: Mapping[str, int], pool: VariaCards) -> list[str]:
    """Return the ids of the cards in a deck and of those they bring into play, in the order of its contents."""
    return [card.id for _, found in by_kind(deck, pool) for card in found]


def face(deck: Mapping[str, int], pool: VariaCards) -> DeckFace | None:
    """Return what stands for a deck: the face of the class that most of its cards are from, and its dearest cards."""
    classes = Counter(dict.fromkeys(pool.classes, 0))
    for name, count in deck.items():
        if pool.set_of.get(name, "") in classes:
            classes[pool.set_of[name]] += count
    key = max(classes, key=lambda each: (classes[each], each), default="")
    shown: dict[str, tuple[str, Emblem]] = {}
    for card in sorted((pool.by_id[card] for card in deck), key=lambda card: (-_cost(card), card.name)):
        emblem = emblem_of(card, pool.set_of.get(card.id, ""))
        shown.setdefault(emblem.charge[0], (card.name, emblem))
    return DeckFace(portrait_of(key), tones_of(*PALETTES[palette_of(key)]), tuple(shown.values())[: len(LEANS)])


def title(kind: str, deck: Mapping[str, int], pool: VariaCards, words: Words) -> str:
    """Return the title for the section of a deck with one kind of card."""
    if kind == "item":
        return words("varia.contents.item", gold=gold_of(deck, pool))
    count = sum(copies for card, copies in deck.items() if pool.by_id[card].kind == kind)
    return words(f"varia.contents.{kind}", count=count)


def _line(card: AnyCard, count: int | None, words: Words) -> str:
    particulars = cards.kind(card, words) if action_of(card) is None else cards.short(card, words)
    if count is None:
        return words("card.brought", name=card.name, particulars=particulars)
    return words("card.listed", count=count, name=card.name, particulars=particulars)


def by_kind(deck: Mapping[str, int], pool: VariaCards) -> list[tuple[str, list[AnyCard]]]:
    """Return the cards in a deck and those they bring into play, grouped by kind, the cheapest first."""
    own = [pool.by_id[card] for card in deck]
    found = sorted([*own, *brought(own, pool)], key=lambda card: (_cost(card), card.name))
    by_kind = {kind: [card for card in found if card.kind == kind] for kind in KINDS}
    return [(kind, group) for kind, group in by_kind.items() if group]


def _cost(card: AnyCard) -> int:
    figures = action_of(card)
    return 0 if figures is None else figures.cost.ap


def brought(own: Iterable[AnyCard], pool: VariaCards) -> list[AnyCard]:
    """Return the tokens, stacks and other actions that cards bring into play, directly or through one another."""
    there = {card.id: card for card in own}
    own_count = len(there)
    new = list(there.values())
    while new:
        named = {slug(name) for card in new for name in _named(card, pool)}
        new = [pool.by_id[card] for card in sorted(named - there.keys())]
        there |= {card.id: card for card in new}
    return list(there.values())[own_count:]


def _named(card: AnyCard, pool: VariaCards) -> Iterator[str]:
    """Yield the names of the cards that a card makes, gains or becomes."""
    for part in cards.all_parts(card, pool):
        match part:
            case CreateToken(token=name) | GainStacks(stack=name) | Become(into=str(name)):
                if name not in ("this", "opposing"):
                    yield name
            case _:
                pass


def figures(deck: Deck, pool: Cards, wanted: DeckFormat, words: Words) -> list[str]:
    """Return a deck's size, level and gold, each with the format's limit, and its cost curve."""
    if not isinstance(pool, VariaCards) or not isinstance(wanted, VariaFormat):
        return []
    actions = sum(count for card, count in deck.cards.items() if isinstance(pool.by_id[card], ActionCard))
    needs = needs_of(deck.cards, pool)
    level = sum(needs.values())
    lines = [words("varia.deck.figures.actions", actions=actions, wanted=wanted.actions)]
    if wanted.level is None:
        lines.append(words("varia.deck.figures.level", level=level))
    else:
        lines.append(words("varia.deck.figures.level_of", level=level, most=wanted.level))
    lines.append(words("varia.deck.figures.gold", gold=gold_of(deck.cards, pool), most=wanted.gold))
    if needs:
        listed = ", ".join(f"{words(f'varia.attribute.{name}')} {number}" for name, number in needs.items())
        lines.append(words("varia.deck.figures.needs", needs=Rendered(listed)))
    return [" · ".join(lines[:3]), *lines[3:], *_curve(curve_of(deck.cards, pool), words)]


def _curve(curve: dict[int, int], words: Words) -> list[str]:
    if not curve:
        return []
    longest = max(curve.values())
    lines: list[str] = [words("varia.deck.figures.curve")]
    for ap, number in curve.items():
        bar = Rendered("▇" * max(1, round(LONGEST_BAR * number / max(longest, LONGEST_BAR))))
        lines.append(words("varia.deck.figures.bar", ap=ap, number=number, bar=bar))
    return lines
