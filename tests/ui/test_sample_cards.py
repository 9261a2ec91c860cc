"""The picture of a game's cards for people who do not know it: names alone, large, and a description of the same."""

import pytest

from bot.rendering.game_art import cards_of, example_cards
from bot.ui.games import RENDERERS
from bot.ui.lobby.play_menu import samples_picture
from bot.ui.pictures.sample_cards import SampleCards, samples_scene
from bot.ui.pictures.scene import Group, Text
from bot.ui.pictures.strip import WIDE
from bot.ui.texts.words import Words
from engine.registry import GAMES


@pytest.mark.parametrize("key", GAMES)
def test_a_games_cards_are_large_art_with_names_that_can_be_read(key: str) -> None:
    game, renderer = GAMES[key], RENDERERS[key]
    found = [(card.name, renderer.art(card, cards_of(game))) for card in example_cards(game, renderer)]
    cards = tuple((name, art) for name, art in found if art is not None)
    assert len(cards) == len(found) == 3
    scene = samples_scene(SampleCards(cards, renderer.tones))
    said = [
        [item for item in group.items if isinstance(item, Text)] for group in scene.items if isinstance(group, Group)
    ]
    assert [" ".join(line.text for line in lines) for lines in said] == [name for name, _ in cards]
    assert scene.width == WIDE
    assert min(line.size for lines in said for line in lines) >= 42
    picture = samples_picture(key, cards, renderer.tones, Words("en"))
    assert all(name in picture.description for name, _ in cards)
