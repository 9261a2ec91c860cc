"""A player's own seat before the start: every deck can be compared, the chosen one is marked, and everything fits."""

import pytest
from msgspec.structs import replace

from bot.host.decks.choices import DeckChoice
from bot.host.lobby import Lobby
from bot.locale.catalogue import PSEUDO
from bot.storage.matches import SeatRow
from bot.ui.decks.choice import DeckPictures
from bot.ui.games import RENDERERS
from bot.ui.games.deck_pictures import deck_picture, deck_portrait, level_of
from bot.ui.lobby import lobby as lobby_ui
from bot.ui.texts.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame, ReadyDeck
from engine.registry import GAMES
from tests.ui.test_panel import count_of, row, texts_of

WITH_DECKS = [game for game in GAMES.values() if game.spec.decks]


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_every_deck_is_told_of_and_the_chosen_one_is_marked_in_words_and_picture(game: AnyGame, locale: str) -> None:
    cards = game.cards(shipped_sets(game))
    words = Words(locale, (), cards)
    ready = [deck for each in shipped_sets(game) for deck in each.decks]
    choices = tuple(DeckChoice(deck, {"cards": deck_of(deck, cards).cards}) for deck in ready)
    match = replace(row(game, []), status="lobby", started=None)
    for chosen in ready:
        own = SeatRow(match.id, 0, user=3, deck={"name": chosen.name})
        pictures = pictured(game, ready, chosen, words)
        message = lobby_ui.seat(Lobby(match, (own,), choices, "0" * 64), 0, ["Mine"] * 20, words, pictures)
        assert message.view is not None
        parts = message.view.to_components()
        texts = texts_of(parts)
        assert count_of(parts) <= 40
        assert sum(map(len, texts)) <= 4000
        lines = "\n".join(texts).splitlines()
        told = {deck.name: [line for line in lines if f"**{deck.name}**" in line] for deck in ready}
        assert {name: len(found) for name, found in told.items()} == dict.fromkeys(told, 1)
        assert [name for name, [line] in told.items() if line.startswith("✅")] == [chosen.name]
        assert chosen.plan in "\n".join(texts)
        assert pictures.chosen is not None
        assert pictures.chosen.description.startswith(f"{chosen.name}, {level_of(chosen, words)}.")
        assert {name: face.description for name, face in pictures.faces.items()} == {
            deck.name: deck.name for deck in ready if deck != chosen
        }
        assert len(message.files) == len(ready)


def pictured(game: AnyGame, ready: list[ReadyDeck], chosen: ReadyDeck, words: Words) -> DeckPictures:
    """Return pictures of decks, of which one is chosen."""
    renderer, cards = RENDERERS[game.spec.key], game.cards(shipped_sets(game))
    decks = {deck.name: deck_of(deck, cards).cards for deck in ready}
    faces = {name: deck_portrait(renderer, name, deck, cards) for name, deck in decks.items() if name != chosen.name}
    there = {name: face for name, face in faces.items() if face is not None}
    return DeckPictures(deck_picture(renderer, chosen, decks[chosen.name], cards, words), there)
