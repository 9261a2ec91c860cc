"""The class that a player of Varia plays, as far as the cards that everyone has seen tell, and its colours."""

from collections import Counter
from collections.abc import Iterable

from bot.ui.games.varia.emblem import PALETTES
from bot.ui.pictures.tones import Tones, tones_of, turned
from engine.contract import Fact, Seat
from engine.games.varia import events as e
from engine.games.varia.pool import VariaCards


def class_of(seat: Seat, facts: Iterable[Fact], pool: VariaCards) -> str:
    """Return the key of the class that most of a player's shown cards belong to; empty if none was shown."""
    acted = (fact for fact in facts if isinstance(fact, e.Performed | e.Planned) and fact.seat == seat)
    return class_of_cards((ref.card for fact in acted for ref in fact.cards), pool)


def class_of_cards(cards: Iterable[str], pool: VariaCards) -> str:
    """Return the key of the class that most of some cards belong to; empty if none of them belongs to one."""
    shown = Counter(key for card in cards if (key := pool.set_of.get(card, "")) in pool.classes)
    return max(shown, key=lambda key: (shown[key], key), default="")


def tones_of_classes(first: str, second: str) -> tuple[Tones, Tones]:
    """Return both players' tones: their classes' inks, the second player's in other hues if they are the same."""
    plain = PALETTES["wayfarers"]
    inks, others = PALETTES.get(first, plain), PALETTES.get(second, plain)
    if inks == others:
        return tones_of(*inks), tones_of(*map(turned, others))
    return tones_of(*inks), tones_of(*others)
