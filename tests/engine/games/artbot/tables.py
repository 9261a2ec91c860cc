"""Tables to try the laws on: decks are drawn in the size that was agreed, and Toe-to-Toe is for two."""

from random import Random

from engine.contract import Deck, Seating
from engine.contract.spec import Spec
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.decks import STANDARD
from engine.games.artbot.rulings import COPIES, LEAST_DECK, RARITY_BUDGET
from engine.games.artbot.state import ArtBotOptions


def artbot_table(
    spec: Spec, options: ArtBotOptions, cards: ArtBotCards, chance: Random
) -> tuple[ArtBotOptions, list[Seating]]:
    """Make what was drawn fit together, and give each seat a deck of its own."""
    if options.duel and spec.least > 2:
        options = options.model_copy(update={"mode": "battle"})
    if not options.duel and options.deck_size < LEAST_DECK:
        options = options.model_copy(update={"deck_size": options.deck_size + LEAST_DECK})
    count = 2 if options.duel else chance.randint(spec.least, spec.most)
    return options, [Seating(random_deck(options.deck_size, cards, chance)) for _ in range(count)]


def random_deck(size: int, cards: ArtBotCards, chance: Random) -> Deck:
    """Draw a legal deck: damage first, then anything that keeps the limits."""
    copies = [card for card in cards.by_id.values() for _ in range(COPIES[card.rarity])]
    chance.shuffle(copies)
    copies.sort(key=lambda card: not card.damages)
    first = take(copies, STANDARD.least_damage(size), size, [])
    rest = [card for card in copies if card not in first]
    chance.shuffle(rest)
    taken = take(rest, size, size, first)
    return Deck("drawn", {card.id: taken.count(card) for card in taken})


def take(copies: list[ArtBotCard], wanted: int, size: int, taken: list[ArtBotCard]) -> list[ArtBotCard]:
    """Add cards to those taken until there are enough, leaving out what a deck of this size may not hold."""
    taken = taken[:]
    for card in copies:
        if len(taken) == wanted:
            break
        rarity = sum(each.rp for each in taken) + card.rp
        glitches = sum(each.power == "glitch" for each in (*taken, card))
        if rarity <= RARITY_BUDGET * size and (card.power != "glitch" or glitches <= STANDARD.most_glitches(size)):
            taken.append(card)
    return taken
