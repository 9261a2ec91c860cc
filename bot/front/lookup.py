"""Looking up cards and classes, of every game."""

from collections.abc import AsyncIterator

from bot import pictures
from bot.front.answering import Answer, Front, say
from bot.host import reading
from bot.host.decks import DeckChoice
from bot.ui import looked_up
from bot.ui.words import Words


async def card(front: Front, name: str, user: int, words: Words) -> Answer:
    """Answer with a card: picture, text and rulings."""
    for game, renderer in front.renderers.items():
        cards = await reading.cards_of(front.host, game)
        page = renderer.card(name, cards, words)
        if page is not None:
            wanted = await pictures.wanted(front.host, user)
            picture = await pictures.of_card(name, cards, words, renderer) if wanted else None
            return Answer(looked_up.card(page, words, picture))
    return say(words("card.unknown", name=name[:100]))


async def card_names(front: Front) -> list[str]:
    """Return the names of all cards."""
    return [
        name
        for game, renderer in front.renderers.items()
        for name in renderer.card_names(await reading.cards_of(front.host, game))
    ]


async def ready_deck(front: Front, name: str, user: int, words: Words) -> Answer:
    """Answer with a class or another ready deck: its plan of play and its cards at a glance."""
    async for game, choice in _ready(front):
        if choice.ready.name.casefold() == name.strip().casefold():
            cards, renderer = await reading.cards_of(front.host, game), front.renderers[game]
            deck = choice.stored["cards"]
            wanted = await pictures.wanted(front.host, user)
            picture = await pictures.of_deck(deck, cards, words, renderer) if wanted else None
            sections = renderer.deck(deck, cards, words)
            return Answer(looked_up.ready_deck(choice.ready, game, sections, words, picture))
    return say(words("class.unknown", name=name[:100]))


async def ready_names(front: Front) -> list[str]:
    """Return the names of all classes and other ready decks."""
    return [choice.ready.name async for _, choice in _ready(front)]


async def _ready(front: Front) -> AsyncIterator[tuple[str, DeckChoice]]:
    for game in front.renderers:
        for choice in await reading.decks_of(front.host, game):
            yield game, choice
