"""Texts about Art Bot's decks: their contents, and their figures alongside a format's limits."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from bot.ui.games.artbot.cards import short
from bot.ui.games.artbot.faces import GRADES, LOOKS
from bot.ui.games.artbot.robot import robot_of
from bot.ui.games.deck_renderer import DeckLook
from bot.ui.games.deck_strengths import strengths
from bot.ui.pictures.colours import INK
from bot.ui.pictures.deck_banner import LEANS, DeckFace
from bot.ui.pictures.deck_spread import Bar, DeckTile, TileMark
from bot.ui.pictures.tones import Tones, tones_of
from bot.ui.texts.words import Words
from engine.contract import Cards, Deck
from engine.contract.decks import DeckFormat
from engine.games.artbot.cards import ArtBotCard, ArtBotCards, Power
from engine.games.artbot.decks import ArtBotFormat, damage_of, glitches_of, rarity_of
from engine.games.artbot.rulings import LEAST_DECK, MOST_DECK

STRONG, STURDY = 50, 30
"""The PP from which a card is strong, and the RP from which it stops much of a hit."""

TRAITS: Final[Mapping[str, Callable[[ArtBotCard], bool]]] = {
    "damage": lambda card: card.damages,
    "heal": lambda card: card.power == "heal",
    "steal": lambda card: card.power == "steal",
    "glitch": lambda card: card.power == "glitch",
    "strong": lambda card: card.damages and card.pp >= STRONG,
    "sturdy": lambda card: card.rp >= STURDY,
}
"""What a deck can be good at, by what a card has to be for that."""


def contents(deck: Mapping[str, int], pool: ArtBotCards, words: Words) -> list[tuple[str, str]]:
    """Return the contents of a deck of Art Bot: one section with its cards, those with the most copies first."""
    lines = [_line(pool.by_id[card], deck[card], words) for card in all_cards(deck, pool)]
    return [(words("artbot.cards", count=sum(deck.values())), "\n".join(lines))]


def _line(card: ArtBotCard, count: int, words: Words) -> str:
    return words("card.listed", count=count, name=card.name, particulars=short(card, words))


def all_cards(deck: Mapping[str, int], pool: ArtBotCards) -> list[str]:
    """Return the ids of the cards in a deck of Art Bot, those with the most copies first."""
    return sorted(deck, key=lambda card: (-deck[card], pool.name(card)))


def face(deck: Mapping[str, int], pool: ArtBotCards) -> DeckFace | None:
    """Return what stands for a deck of Art Bot: the robot of the rarest card with its main power, and its other rarest.

    For an empty deck, choose from all cards.
    """
    cards = [pool.by_id[card] for card in deck] or [*pool.by_id.values()]
    best = sorted(cards, key=lambda card: (-GRADES[card.rarity], -card.pp, card.name))
    if not best:
        return None
    powers: Counter[Power] = Counter()
    for card in best:
        powers[card.power] += deck.get(card.id, 0)
    main = max(best, key=lambda card: powers[card.power])
    shown = [(card.name, robot_of(card)) for card in best if card != main]
    return DeckFace(robot_of(main), _tones(main.power), tuple(shown[: len(LEANS)]))


def _tones(power: Power) -> Tones:
    _, ink, paper = LOOKS[power]
    return tones_of(INK, ink, paper)


def look(deck: Mapping[str, int], pool: ArtBotCards, wanted: DeckFormat | None, words: Words) -> DeckLook:
    """Return how a deck of Art Bot looks card by card, in the order of its contents, and how many have each power."""
    powers: Counter[Power] = Counter()
    for name, count in deck.items():
        powers[pool.by_id[name].power] += count
    size = powers.total()
    bars = tuple(Bar(TileMark(sign, ""), powers[power]) for power, (sign, *_) in LOOKS.items() if powers[power])
    of = words.plain("artbot.deck.size.cards")
    if isinstance(wanted, ArtBotFormat) and wanted.size is not None:
        of = words.plain("artbot.deck.size.cards_of", wanted=wanted.size)
    shown = []
    for name in all_cards(deck, pool):
        card = pool.by_id[name]
        sign = TileMark(LOOKS[card.power][0], str(card.pp) if card.pp else "")
        tile = DeckTile(card.name, robot_of(card), _tones(card.power), (sign,), deck[name])
        shown.append((tile, _line(card, deck[name], words)))
    return DeckLook(tuple(shown), str(size), of, words.plain("artbot.deck.curve"), bars)


def good_at(deck: Mapping[str, int], pool: ArtBotCards) -> list[str]:
    """Return what a deck of Art Bot is good at, as names of traits; see `strengths`."""
    traits = {name: {card.id for card in pool.by_id.values() if has(card)} for name, has in TRAITS.items()}
    return strengths(deck, traits, [dict.fromkeys(pool.by_id, 1)])


def figures(deck: Deck, cards: Cards, wanted: DeckFormat, words: Words) -> list[str]:
    """Return the size of a deck of Art Bot, Rarity Points, damage and Glitch cards, each with the format's limit."""
    if not isinstance(cards, ArtBotCards) or not isinstance(wanted, ArtBotFormat):
        return []
    held = {cards.by_id[card]: count for card, count in deck.cards.items()}
    size = sum(held.values())
    if wanted.size is None:
        sized = words("artbot.deck.figures.size", size=size, least=LEAST_DECK, most=MOST_DECK)
    else:
        sized = words("artbot.deck.figures.size_of", size=size, wanted=wanted.size)
    rest = words(
        "artbot.deck.figures",
        points=rarity_of(held),
        most=wanted.rarity * size,
        damage=damage_of(held),
        least=wanted.least_damage(size),
        glitches=glitches_of(held),
        glitches_most=wanted.most_glitches(size),
    )
    return [f"{sized} · {rest}"]


def most_copies(card: str, cards: Cards, wanted: DeckFormat) -> int | None:
    """Return how many copies of a card a deck of Art Bot may have in a format; None for no limit."""
    if not isinstance(cards, ArtBotCards) or not isinstance(wanted, ArtBotFormat):
        return None
    return wanted.copies(cards.by_id[card])
