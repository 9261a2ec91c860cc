"""What somebody sees before a match: the games to choose from, and the cards that wait for a person without one."""

from typing import Any

import pytest

from bot.host.lobby import Defaults
from bot.locale.catalogue import PSEUDO
from bot.rendering.game_art import arts_of
from bot.ui.games import RENDERERS
from bot.ui.lobby import play_menu
from bot.ui.match import menu as match_menu
from bot.ui.pictures.game_banner import HIGH, WIDE, CardFan, GameBanner, banner_scene, fan_scene
from bot.ui.pictures.painter import texts
from bot.ui.pictures.scene import Image
from bot.ui.pictures.small_card import SmallCard
from bot.ui.texts.words import Words
from engine.registry import GAMES
from tests.ui.picture_reader import opened
from tests.ui.test_panel import count_of, texts_of

USUAL = {key: Defaults("live", game.spec.options()) for key, game in GAMES.items()}

MOST = 40
"""The most components of a message."""

CARDS = 3
"""How many cards stand for a game."""


def banner(key: str, words: Words) -> Any:
    facts = play_menu.game_facts(GAMES[key], USUAL[key], words)
    return play_menu.game_picture(key, facts, arts_of(GAMES[key], RENDERERS[key]), RENDERERS[key].tones, words)


@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_the_choice_of_games_shows_each_as_a_banner_and_says_in_words_only_what_it_is_like(locale: str) -> None:
    words = Words(locale)
    pictures = {key: banner(key, words) for key in GAMES}
    drawn = play_menu.choose_game(GAMES, pictures, USUAL, words)
    plain = play_menu.choose_game(GAMES, {}, USUAL, words)
    assert drawn.view is not None
    assert plain.view is not None
    assert count_of(drawn.view.to_components()) <= MOST
    told, worded = "\n".join(texts_of(drawn.view.to_components())), "\n".join(texts_of(plain.view.to_components()))
    for key, game in GAMES.items():
        facts = play_menu.game_facts(game, USUAL[key], words)
        assert pictures[key].description == f"{words.plain(f'{key}.name')}: {facts}"
        assert facts in worded
        assert facts not in told
        assert words(f"{key}.about") in told
        assert words(f"{key}.about") in worded


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_a_banner_writes_whole_what_its_description_says_beside_some_cards(key: str, locale: str) -> None:
    words = Words(locale)
    facts, arts = play_menu.game_facts(GAMES[key], USUAL[key], words), arts_of(GAMES[key], RENDERERS[key])
    scene = banner_scene(GameBanner(words.plain(f"{key}.name"), facts, arts, RENDERERS[key].tones))
    assert ": ".join(texts(scene.items)) == banner(key, words).description
    assert len([item for item in scene.items if isinstance(item, Image)]) == CARDS
    assert opened(banner(key, words).content).size == (WIDE, HIGH)


def test_who_has_no_match_sees_cards_of_all_games_and_one_way_to_play() -> None:
    words = Words("en")
    arts = tuple(arts_of(game, RENDERERS[key])[0] for key, game in GAMES.items())
    picture = match_menu.fan_picture(arts, RENDERERS["varia"].tones, words)
    message = match_menu.no_games(words, picture)
    assert [file.description for file in message.files] == [words.plain("games.fan")]
    assert message.view is not None
    assert len(message.view.children) == 1
    assert match_menu.no_games(words, None).content == message.content
    for count in (1, len(arts)):
        scene = fan_scene(CardFan(arts[:count], RENDERERS["varia"].tones))
        cards = [item for item in scene.items if isinstance(item, Image)]
        assert [each.source.art for each in cards if isinstance(each.source, SmallCard)] == [*arts[:count]]
