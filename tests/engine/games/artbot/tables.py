"""Tables for testing the laws: decks have the agreed size, and Toe-to-Toe has two seats."""

from random import Random

from engine.contract import Deck, Seating
from engine.contract.spec import Spec
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.decks import STANDARD
from engine.games.artbot.pieces import ArtBotOptions
from engine.games.artbot.rulings import COPIES, LEAST_DECK, RARITY_BUDGET


def artbot_table(
    spec: Spec, options: ArtBotOptions, cards: ArtBotCards, chance: Random
) -> tuple[ArtBotOptions, list[Seating]]:
    """Make the drawn options consistent, and give each seat its own deck."""
    if options.duel and spec.least > 2:
        options = options.model_copy(update={"mode": "battle"})
    if not options.duel and options.deck_size < LEAST_DECK:
        options = options.model_copy(update={"deck_size": options.deck_size + LEAST_DECK})
    count = 2 if options.duel else chance.randint(spec.least, spec.most)
    return options, [Seating(random_deck(options.deck_size, cards, chance)) for _ in range(count)]


def random_deck(size: int, cards: ArtBotCards, chance: Random) -> Deck:
    """Draw a legal deck: damage first, then anything within the limits."""
    copies = [card for card in cards.by_id.values() for _ in range(COPIES[card.rarity])]
    chance.shuffle(copies)
    copies.sort(key=lambda card: not card.damages)
    first = take(copies, STANDARD.least_damage(size), size, [])
    rest = [card for card in copies if card not in first]
    chance.shuffle(rest)
    taken = take(rest, size, size, first)
    return Deck("drawn", {card.id: taken.count(card) for card in taken})


def take(copies: list[ArtBotCard], wanted: int, size: int, taken: list[ArtBotCard]) -> list[ArtBotCard]:
    """Add cards until enough are taken, without those that a deck of this size may not hold."""
    taken = taken[:]
    for card in copies:
        if len(taken) == wanted:
            break
        rarity = sum(each.rp for each in taken) + card.rp
        glitches = sum(each.power == "glitch" for each in (*taken, card))
        if rarity <= RARITY_BUDGET * size and (card.power != "glitch" or glitches <= STANDARD.most_glitches(size)):
            taken.append(card)
    return taken
