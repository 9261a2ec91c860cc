"""Texts about Varia's decks: the cards in them, what those bring into play, and figures alongside a format's limits."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from bot.ui.games.deck_renderer import DeckLook
from bot.ui.games.deck_strengths import strengths
from bot.ui.games.varia import cards
from bot.ui.games.varia.emblem import PALETTES, Emblem, palette_of
from bot.ui.games.varia.faces import art
from bot.ui.games.varia.portraits import portrait_of
from bot.ui.pictures.deck_banner import LEANS, DeckFace
from bot.ui.pictures.deck_spread import Bar, DeckTile, TileMark
from bot.ui.pictures.tones import tones_of
from bot.ui.texts.words import Rendered, Words
from engine.contract import Cards, Deck
from engine.contract.decks import DeckFormat
from engine.games.varia.cards import ActionCard, AnyCard, ItemCard, action_of
from engine.games.varia.decks import VariaFormat, curve_of, gold_of, needs_of
from engine.games.varia.language.effects import Become, CreateToken, GainStacks
from engine.games.varia.pool import VariaCards
from engine.text import slug

KINDS: Final = ("action", "item", "token", "stack")

STRENGTH: Final = {"attack": "spear", "block": "shield"}
"""The signs by what an action does, as around its power on a card."""

BROUGHT: Final = {"token": TileMark("", "T"), "stack": TileMark("layers", "")}
"""The marks of cards that others bring into play, as on the cards themselves."""

NOBODY: Final = "wayfarers"
"""The set whose face stands for a deck without cards of any class."""

DEAR, CHEAP = 4, 1
"""The costs in AP from which an action is a large one, and up to which it is a small one."""

TRAITS: Final[Mapping[str, Callable[[ActionCard], bool]]] = {
    "attack": lambda card: "attack" in card.types,
    "block": lambda card: "block" in card.types,
    "skill": lambda card: not {"attack", "block"} & {*card.types},
    "fast": lambda card: card.fast,
    "ranged": lambda card: "ranged" in card.keywords,
    "dear": lambda card: card.cost.ap >= DEAR,
    "cheap": lambda card: card.cost.ap <= CHEAP,
}
"""What a deck can be good at, by what an action has to be for that."""

LONGEST_BAR = 12
"""The number of characters in the longest bar of the cost curve."""


def contents(deck: Mapping[str, int], pool: VariaCards, words: Words) -> list[tuple[str, str]]:
    """Return the contents of a deck of Varia as sections, each a title and a list."""
    return [
        (title(kind, deck, pool, words), "\n".join(_line(card, deck.get(card.id, 0), words) for card in found))
        for kind, found in by_kind(deck, pool)
    ]


def all_cards(deck: Mapping[str, int], pool: VariaCards) -> list[str]:
    """Return the ids of the cards in a deck of Varia and those they bring into play, in the order of its contents."""
    return [card.id for _, found in by_kind(deck, pool) for card in found]


def face(deck: Mapping[str, int], pool: VariaCards) -> DeckFace | None:
    """Return what stands for a deck of Varia: the face of the class of most of its cards, and its dearest cards.

    A deck without cards of any class has a face of its own.
    """
    classes = Counter(dict.fromkeys(pool.classes, 0))
    for name, count in deck.items():
        if pool.set_of.get(name, "") in classes:
            classes[pool.set_of[name]] += count
    key = max(classes, key=lambda each: (classes[each], each)) if any(classes.values()) else NOBODY
    shown: dict[str, tuple[str, Emblem]] = {}
    for card in sorted((pool.by_id[card] for card in deck), key=lambda card: (-_cost(card), card.name)):
        emblem = art(card, pool)
        shown.setdefault(emblem.charge[0], (card.name, emblem))
    return DeckFace(portrait_of(key), tones_of(*PALETTES[palette_of(key)]), tuple(shown.values())[: len(LEANS)])


def look(deck: Mapping[str, int], pool: VariaCards, wanted: DeckFormat | None, words: Words) -> DeckLook:
    """Return how a deck of Varia looks card by card: actions before items, the cheapest first, and their costs."""
    own = [pool.by_id[card] for card in deck]
    own.sort(key=lambda card: (KINDS.index(card.kind), _cost(card), card.name))
    curve = curve_of(deck, pool)
    bars = [Bar(TileMark("points", str(ap)), curve.get(ap, 0)) for ap in range(max(curve, default=-1) + 1)]
    of = words.plain("varia.deck.actions")
    if isinstance(wanted, VariaFormat):
        of = words.plain("varia.deck.actions_of", wanted=wanted.actions)
    shown = tuple((_tile(card, deck[card.id], pool), _line(card, deck[card.id], words)) for card in own)
    return DeckLook(shown, str(sum(curve.values())), of, words.plain("varia.deck.curve"), tuple(bars))


def _tile(card: AnyCard, copies: int, pool: VariaCards) -> DeckTile:
    """Return a card's tile: what it costs, how strong an attack or a block is, and whether it is Fast."""
    figures, emblem = action_of(card), art(card, pool)
    marks = [TileMark("coin", str(card.gold))] if isinstance(card, ItemCard) else []
    if figures is not None:
        marks += [TileMark("points", str(figures.cost.ap))] if not marks else []
        sign = next((sign for kind, sign in STRENGTH.items() if kind in figures.types), None)
        marks += (
            [TileMark(sign, str(figures.power).replace("-", "−"))]
            if sign is not None and figures.power is not None
            else []
        )
        marks += [TileMark("bolt", "")] if figures.fast else []
    marks += [BROUGHT[card.kind]] if card.kind in BROUGHT else []
    return DeckTile(card.name, emblem, tones_of(*PALETTES[emblem.palette]), tuple(marks), copies)


def good_at(deck: Mapping[str, int], pool: VariaCards) -> list[str]:
    """Return what a deck of Varia is good at, as names of traits; see `strengths`."""
    actions = {card.id: card for card in pool.by_id.values() if isinstance(card, ActionCard)}
    traits = {name: {card.id for card in actions.values() if has(card)} for name, has in TRAITS.items()}
    held, *usual = [{card: copies for card, copies in each.items() if card in actions} for each in (deck, *pool.ready)]
    return strengths(held, traits, usual)


def title(kind: str, deck: Mapping[str, int], pool: VariaCards, words: Words) -> str:
    """Return the title for the section of a deck with one kind of card."""
    if kind == "item":
        return words("varia.contents.item", gold=gold_of(deck, pool))
    count = sum(copies for card, copies in deck.items() if pool.by_id[card].kind == kind)
    return words(f"varia.contents.{kind}", count=count)


def _line(card: AnyCard, count: int, words: Words) -> str:
    """Return a card with its number of copies; one without copies is brought into play by others."""
    particulars = cards.kind(card, words) if action_of(card) is None else cards.short(card, words)
    if not count:
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
    """Return the size of a deck of Varia, its level and gold, each with the format's limit."""
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
    return [" · ".join(lines[:3]), *lines[3:]]


def most_copies(card: str, pool: Cards, wanted: DeckFormat) -> int | None:
    """Return how many copies of a card a deck of Varia may have in a format; None for no limit."""
    if not isinstance(pool, VariaCards) or not isinstance(wanted, VariaFormat):
        return None
    return 1 if isinstance(pool.by_id[card], ItemCard) else wanted.copies


def curve_lines(deck: Mapping[str, int], pool: VariaCards, words: Words) -> list[str]:
    """Return how many of a deck's actions have each cost, as bars."""
    curve = curve_of(deck, pool)
    if not curve:
        return []
    longest = max(curve.values())
    lines: list[str] = [words("varia.deck.figures.curve")]
    for ap, number in curve.items():
        bar = Rendered("▇" * max(1, round(LONGEST_BAR * number / max(longest, LONGEST_BAR))))
        lines.append(words("varia.deck.figures.bar", ap=ap, number=number, bar=bar))
    return lines
