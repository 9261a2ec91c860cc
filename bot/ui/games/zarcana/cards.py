"""Zarcana's cards in words: what a power does, and what it requires, from the same data that the game plays by."""

from bot.ui.games.renderer import CardPage
from bot.ui.games.zarcana.rulings import rulings
from bot.ui.words import Words
from engine.games.zarcana.card_uses import LEADING
from engine.games.zarcana.cards import CourtCard, NumberCard
from engine.games.zarcana.pool import COURT, ZarcanaCards


def page(card: str, pool: ZarcanaCards, words: Words) -> CardPage:
    """Return a card looked up."""
    lines = [does(power, words) for power in powers(card, pool)]
    lines += [_need(need, words) for need in needs(pool.power_of[card], pool)]
    return CardPage(pool.name(card), kind(card, pool, words), "\n".join(lines), "", rulings(powers(card, pool)))


def short(card: str, pool: ZarcanaCards, words: Words, *, wild: bool) -> str:
    """Return a card in a line: its value, and what it does; `wild` where a court is any suit."""
    name = COURT if wild and card in pool.courts else pool.power_of[card]
    return words.plain("zarcana.card.line", value=worth(card, pool), power=does(name, words))


def worth(card: str, pool: ZarcanaCards) -> str:
    """Return what a card scores, as it is written."""
    return str(pool.value_of.get(card, "?"))


def kind(card: str, pool: ZarcanaCards, words: Words) -> str:
    """Return what kind of card it is, and what it scores."""
    found = pool.by_id[card]
    if isinstance(found, NumberCard | CourtCard):
        return words(f"zarcana.card.{found.kind}", suit=pool.suits[found.suit].name, value=found.value)
    return words(f"zarcana.card.{found.kind}", value=worth(card, pool))


def powers(card: str, pool: ZarcanaCards) -> list[str]:
    """Return the names of a card's powers: its own, and what a court is besides from the hand."""
    return [pool.power_of[card]] + [COURT] * (card in pool.courts)


def does(power: str, words: Words) -> str:
    """Return what a power does, by its name."""
    return words.plain(f"zarcana.power.{_word(power)}")


def needs(name: str, pool: ZarcanaCards) -> list[str]:
    """Return what using a power requires, a word for each of the one-sheet's icons (rules, section 6)."""
    power = pool.powers[name]
    if power.kind in LEADING:
        return ["varies"]
    found: list[str] = [power.orientation, power.place] if power.minion else ["nobody"]
    found += [f"population_{power.population}"] if power.population else []
    return found + ([f"hand_{power.hand}"] if power.hand else [])


def _need(need: str, words: Words) -> str:
    """Return a requirement in a line, with its icon."""
    return words("zarcana.card.need", icon=words(f"zarcana.icon.{need}"), need=words(f"zarcana.needs.{need}"))


def _word(name: str) -> str:
    return name.replace("-", "_")
