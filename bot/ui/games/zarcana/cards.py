"""Zarcana's cards in words: what a power does, and what it requires, from the same data that the game plays by."""

from collections.abc import Iterable

from bot.ui.games.renderer import CardPage
from bot.ui.words import Words
from engine.zarcana.cards import CourtCard, NumberCard, Power
from engine.zarcana.pool import COURT, ZarcanaCards


def page(card: str, pool: ZarcanaCards, words: Words) -> CardPage:
    """Return a card looked up."""
    return CardPage(pool.name(card), _kind(card, pool, words), "\n".join(_lines(card, pool, words)), "")


def short(card: str, pool: ZarcanaCards, words: Words, *, wild: bool) -> str:
    """Return a card in a line: its value, and what it does; `wild` where a court is any suit."""
    name = COURT if wild and card in pool.courts else pool.power_of[card]
    return words.plain("zarcana.card.line", value=worth(card, pool), power=words.plain(f"zarcana.power.{_word(name)}"))


def worth(card: str, pool: ZarcanaCards) -> str:
    """Return what a card scores, as it is written."""
    return str(pool.value_of.get(card, "?"))


def _kind(card: str, pool: ZarcanaCards, words: Words) -> str:
    found = pool.by_id[card]
    if isinstance(found, NumberCard | CourtCard):
        return words(f"zarcana.card.{found.kind}", suit=pool.suits[found.suit].name, value=found.value)
    return words(f"zarcana.card.{found.kind}", value=worth(card, pool))


def _lines(card: str, pool: ZarcanaCards, words: Words) -> Iterable[str]:
    name = pool.power_of[card]
    yield words(f"zarcana.power.{_word(name)}")
    if card in pool.courts:
        yield words(f"zarcana.power.{COURT}")
    yield from requirements(pool.powers[name], words)


def requirements(power: Power, words: Words) -> Iterable[str]:
    """Return what using a power requires, a line for each of the one-sheet's icons."""
    if power.kind in ("any suit", "copy a trump", "copy the last discard"):
        yield words("zarcana.needs.varies")
        return
    if power.minion:
        yield words(f"zarcana.needs.{power.orientation}")
        yield words(f"zarcana.needs.{power.place}")
    else:
        yield words("zarcana.needs.nobody")
    if power.population is not None:
        yield words(f"zarcana.needs.population_{power.population}")
    if power.hand is not None:
        yield words(f"zarcana.needs.hand_{power.hand}")


def _word(name: str) -> str:
    return name.replace("-", "_")
