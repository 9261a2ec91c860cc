"""Texts about Art Bot's decks: their contents, and their figures alongside a format's limits."""

from collections import Counter
from collections.abc import Mapping

from bot.ui.games.artbot.cards import short
from bot.ui.games.artbot.faces import GRADES, LOOKS
from bot.ui.games.artbot.robot import robot_of
from bot.ui.pictures.colours import INK
from bot.ui.pictures.deck_banner import LEANS, DeckFace
from bot.ui.pictures.tones import tones_of
from bot.ui.words import Words
from engine.contract import Cards, Deck
from engine.contract.decks import DeckFormat
from engine.games.artbot.cards import ArtBotCards, Power
from engine.games.artbot.decks import ArtBotFormat, damage_of, glitches_of, rarity_of
from engine.games.artbot.rulings import LEAST_DECK, MOST_DECK


def contents(deck: Mapping[str, int], pool: ArtBotCards, words: Words) -> list[tuple[str, str]]:
    """Return the contents of a deck: one section with its cards, those with the most copies first."""
    lines = [
        words("card.listed", count=deck[card], name=pool.name(card), particulars=short(pool.by_id[card], words))
        for card in all_cards(deck, pool)
    ]
    return [(words("artbot.deck.cards", count=sum(deck.values())), "\n".join(lines))]


def all_cards(deck: Mapping[str, int], pool: ArtBotCards) -> list[str]:
    """Return the ids of the cards in a deck, those with the most copies first."""
    return sorted(deck, key=lambda card: (-deck[card], pool.name(card)))


def face(deck: Mapping[str, int], pool: ArtBotCards) -> DeckFace | None:
    """Return what stands for a deck: the robot of the rarest card with its main power, and its other rarest cards."""
    best = sorted((pool.by_id[card] for card in deck), key=lambda card: (-GRADES[card.rarity], -card.pp, card.name))
    if not best:
        return None
    powers: Counter[Power] = Counter()
    for card in best:
        powers[card.power] += deck[card.id]
    main = max(best, key=lambda card: powers[card.power])
    _, ink, paper = LOOKS[main.power]
    shown = [(card.name, robot_of(card)) for card in best if card != main]
    return DeckFace(robot_of(main), tones_of(INK, ink, paper), tuple(shown[: len(LEANS)]))


def figures(deck: Deck, cards: Cards, wanted: DeckFormat, words: Words) -> list[str]:
    """Return a deck's size, Rarity Points, damage and Glitch cards, each with the format's limit."""
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
    return [sized, rest]
