"""Texts about Art Bot's cards, generated from power and points so that text and behaviour cannot drift apart."""

from bot.ui.games.card_renderer import CardPage
from bot.ui.texts.card_texts import once_a_card
from bot.ui.texts.words import Words, inert
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.rulings import POINTS


def page(card: ArtBotCard, _: ArtBotCards, words: Words) -> CardPage:
    """Return the page about a card: its rarity and power, what it does, its Power Points and its Rarity Points."""
    kind = words("artbot.card.kind", rarity=rarity(card, words), power=power(card, words))
    lines = [rule(card, words), words("artbot.card.points", pp=card.pp, rp=card.rp, worth=card.pp + card.rp)]
    return CardPage(card.name, kind, "\n".join(lines), inert(card.flavour))


@once_a_card
def short(card: ArtBotCard, words: Words) -> str:
    """Return a one-line summary of a card: power, points and rarity."""
    key = "artbot.card.short" if card.pp else "artbot.card.short_pointless"
    return words.plain(key, power=power(card, words), pp=card.pp, rp=card.rp, rarity=rarity(card, words))


def power(card: ArtBotCard, words: Words) -> str:
    """Return the name of the power of a card of Art Bot."""
    return words.plain(f"artbot.power.{card.power}")


def rule(card: ArtBotCard, words: Words) -> str:
    """Return what a card does."""
    key = "damage" if card.damages else card.power
    return words.plain(f"artbot.rule.{key}", count=max(1, card.pp // POINTS), pp=card.pp)


def rarity(card: ArtBotCard, words: Words) -> str:
    """Return the name of the rarity of a card of Art Bot."""
    return words.plain(f"artbot.rarity.{card.rarity.replace(' ', '_')}")
