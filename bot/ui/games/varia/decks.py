"""Varia's decks in words: their figures beside those of a format."""

from bot.ui.words import Rendered, Words
from engine.contract import Cards, Deck
from engine.contract.decks import DeckFormat
from engine.games.varia.cards import ActionCard
from engine.games.varia.decks import VariaFormat, curve_of, gold_of, needs_of
from engine.games.varia.pool import VariaCards

LONGEST_BAR = 12
"""How many signs the longest bar of the cost curve has."""


def figures(deck: Deck, cards: Cards, wanted: DeckFormat, words: Words) -> list[str]:
    """Return size, level and gold beside what the format wants, and the cost curve."""
    if not isinstance(cards, VariaCards) or not isinstance(wanted, VariaFormat):
        return []
    actions = sum(count for card, count in deck.cards.items() if isinstance(cards.by_id[card], ActionCard))
    needs = needs_of(deck.cards, cards)
    level = sum(needs.values())
    lines = [words("varia.deck.figures.actions", actions=actions, wanted=wanted.actions)]
    if wanted.level is None:
        lines.append(words("varia.deck.figures.level", level=level))
    else:
        lines.append(words("varia.deck.figures.level_of", level=level, most=wanted.level))
    lines.append(words("varia.deck.figures.gold", gold=gold_of(deck.cards, cards), most=wanted.gold))
    if needs:
        listed = ", ".join(f"{words(f'varia.attribute.{name}')} {number}" for name, number in needs.items())
        lines.append(words("varia.deck.figures.needs", needs=Rendered(listed)))
    return [" · ".join(lines[:3]), *lines[3:], *_curve(curve_of(deck.cards, cards), words)]


def _curve(curve: dict[int, int], words: Words) -> list[str]:
    if not curve:
        return []
    longest = max(curve.values())
    lines: list[str] = [words("varia.deck.figures.curve")]
    for ap, number in curve.items():
        bar = Rendered("▇" * max(1, round(LONGEST_BAR * number / max(longest, LONGEST_BAR))))
        lines.append(words("varia.deck.figures.bar", ap=ap, number=number, bar=bar))
    return lines
