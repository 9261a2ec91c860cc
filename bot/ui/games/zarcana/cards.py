"""Texts about Zarcana's cards: effects and requirements, from the same data with which the game is played."""

from collections.abc import Iterable
from typing import Final

from bot.ui.games.card_renderer import CardPage
from bot.ui.texts.card_texts import once_a_card
from bot.ui.texts.words import Words
from engine.games.zarcana.card_uses import LEADING
from engine.games.zarcana.cards import AnyCard, CourtCard, NumberCard
from engine.games.zarcana.pool import COURT, ZarcanaCards


def page(card: AnyCard, pool: ZarcanaCards, words: Words) -> CardPage:
    """Return the page about a card of Zarcana: suit and score, powers and their requirements, and rulings."""
    lines = [does(power, words) for power in powers(card.id, pool)]
    lines += [
        words("zarcana.card.need", icon=words(f"zarcana.icon.{need}"), need=words(f"zarcana.needs.{need}"))
        for need in needs(pool.power_of[card.id], pool)
    ]
    return CardPage(card.name, kind(card, pool, words), "\n".join(lines), "", rulings(powers(card.id, pool)))


@once_a_card
def short(card: str, pool: ZarcanaCards, words: Words, *, wild: bool) -> str:
    """Return a one-line summary of a tarot card: its score and its effect. If `wild`, a court counts as any suit."""
    name = COURT if wild and card in pool.courts else pool.power_of[card]
    return words.plain("zarcana.card.line", value=worth(card, pool), power=does(name, words))


def worth(card: str, pool: ZarcanaCards) -> str:
    """Return a card's score as text."""
    return str(pool.value_of.get(card, "?"))


def kind(card: AnyCard, pool: ZarcanaCards, words: Words) -> str:
    """Return what kind of tarot card this is, and its score."""
    if isinstance(card, NumberCard | CourtCard):
        return words(f"zarcana.card.{card.kind}", suit=pool.suits[card.suit].name, value=card.value)
    return words(f"zarcana.card.{card.kind}", value=worth(card.id, pool))


def powers(card: str, pool: ZarcanaCards) -> list[str]:
    """Return the names of a card's powers: its own and, for a court, the additional one when played from the hand."""
    return [pool.power_of[card]] + [COURT] * (card in pool.courts)


def does(power: str, words: Words) -> str:
    """Return the text for the effect of the power with this name."""
    return words.plain(f"zarcana.power.{power.replace('-', '_')}")


def needs(name: str, pool: ZarcanaCards) -> list[str]:
    """Return what using a power requires, as one word for each icon on the one-sheet (rules, section 6)."""
    power = pool.powers[name]
    if power.kind in LEADING:
        return ["varies"]
    found: list[str] = [power.orientation, power.place] if power.minion else ["nobody"]
    found += [f"population_{power.population}"] if power.population else []
    return found + ([f"hand_{power.hand}"] if power.hand else [])


# Rulings


ATTACK: Final = ("sizes", "own_too", "unshrinkable")
"""The rulings that apply to every attack."""

RULINGS: Final[dict[str, tuple[str, ...]]] = {
    "cups": ("grows_in_place", "clone", "stash"),
    "wands": ("no_void", "beside_others"),
    "swords": (*ATTACK, "own_card"),
    "discs": ("build_where", "own_stay"),
    COURT: ("court_fool",),
    "fool": ("fool_must", "court_fool", "fool_again"),
    "magician": ("magician",),
    "high-priestess": ("again_banned", "again_declare"),
    "empress": ("clone", "stash"),
    "emperor": ("emperor_enemy", "emperor_limit", *ATTACK),
    "hierophant": ("hierophant_size", "hierophant_own", "hierophant_card"),
    "lovers": ("lovers",),
    "chariot": ("chariot_stop", "no_void"),
    "strength": ("strength_second", "clone", "stash"),
    "hermit": ("no_void",),
    "wheel-of-fortune": ("wheel_closed", "wheel_revealed", "build_where"),
    "justice": ("justice_sizes", "justice_empty"),
    "hanged-man": ("hanged_man",),
    "death": ("death_second", *ATTACK),
    "temperance": ("temperance", "build_void"),
    "devil": ("devil",),
    "tower": ("tower_drop", *ATTACK),
    "star": ("star",),
    "moon": ("moon_where", "moon_stack"),
    "sun": ("sun", "build_where"),
    "judgement": ("judgement",),
    "world": ("world_needs", "world_face_down", "copy_chain"),
    "doppelganger": ("doppelganger_court", "doppelganger_empty", "copy_chain"),
    "gateway": ("gateway_trumps", "gateway_room"),
}
"""The rulings by the name of a power."""


def rulings(powers: Iterable[str]) -> tuple[str, ...]:
    """Return the message ids of the rulings on some powers of Zarcana."""
    return tuple(f"zarcana.ruling.{each}" for power in powers for each in RULINGS.get(power, ()))
