"""What somebody sees before a match: the games to choose from, and the cards that wait for a person without one."""

from collections.abc import Mapping
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.host.decks.choices import DeckChoice, characters_choice
from bot.host.lobby import CharacterRecord, Defaults, SoloChoices
from bot.locale.catalogue import PSEUDO
from bot.rendering.game_art import arts_of
from bot.ui.games import RENDERERS
from bot.ui.lobby import play_menu
from bot.ui.lobby.characters import character_picture
from bot.ui.lobby.play_menu import SoloMatch
from bot.ui.match import menu as match_menu
from bot.ui.messages.custom_ids import LONGEST, LONGEST_ARGUMENT, CustomId, parse
from bot.ui.messages.outgoing import Outgoing
from bot.ui.pictures.game_banner import HIGH, WIDE, CardFan, GameBanner, banner_scene, fan_scene
from bot.ui.pictures.painter import texts
from bot.ui.pictures.scene import Image
from bot.ui.pictures.small_card import SmallCard
from bot.ui.texts.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame
from engine.players.characters import CHARACTERS
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
    for view in (drawn.view, plain.view):
        (frame,) = view.to_components()
        beside = [each["accessory"]["custom_id"] for each in frame["components"] if "accessory" in each]
        assert [parse(each).argument for each in beside] == [*GAMES], "each game has its button beside it"


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


def choices_for(game: AnyGame, records: Mapping[str, CharacterRecord], *built: str) -> SoloChoices:
    cards = game.cards(shipped_sets(game))
    ready = [deck for each in shipped_sets(game) for deck in each.decks]
    decks = tuple(DeckChoice(deck, {"cards": deck_of(deck, cards).cards}) for deck in ready)
    usual = min(ready, key=lambda deck: deck.difficulty).name if ready else None
    return SoloChoices(USUAL[game.spec.key], cards, decks, built, usual, records)


def test_who_was_beaten_has_a_crown_in_the_list_and_beside_the_face() -> None:
    """Issue 55."""
    choices, words = replace(choices_for(GAMES["artbot"], {}), crowns={"pip", "vex"}), Words("en")
    for house in ("pip", "hob"):
        shown = play_menu.choose_start(GAMES["artbot"], choices, SoloMatch("artbot", house), words, people=True)
        listed = selects_of(shown)["solohouse"]
        assert {each["value"] for each in listed if "👑" in each["description"]} == {"pip", "vex"}
        assert shown.view is not None
        text = "\n".join(texts_of(shown.view.to_components()))
        assert "👑 2 of 24" in text
        assert ("👑 beaten" in text) is (house == "pip")


def selects_of(message: Outgoing) -> dict[str, list[dict[str, Any]]]:
    """Return the options of the selects of a message, by the selects' actions."""
    assert message.view is not None
    selects = [each for each in message.view.walk_children() if isinstance(each, discord.ui.Select)]
    return {parse(each.custom_id).action: [dict(option.to_dict()) for option in each.options] for each in selects}


def buttons_of(message: Outgoing) -> dict[str, discord.ui.Button[Any]]:
    assert message.view is not None
    buttons = [each for each in message.view.walk_children() if isinstance(each, discord.ui.Button)]
    return {parse(str(each.custom_id)).action: each for each in buttons}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", ["en", PSEUDO])
@pytest.mark.parametrize("house", ["pip", "xanthe"])
def test_a_games_page_offers_each_deck_and_each_character_within_what_discord_takes(
    game: AnyGame, locale: str, house: str
) -> None:
    words, key = Words(locale), game.spec.key
    records = dict.fromkeys(CHARACTERS, CharacterRecord(499, 499))
    built = [f"{number} {'W' * 29}" for number in range(50)] if game.spec.decks else []
    choices = replace(choices_for(game, records, *built), crowns=CHARACTERS.keys())
    for deck in ["", *play_menu.deck_names(key, choices)]:
        wanted = SoloMatch(key, house, deck)
        face = character_picture(house, words)
        message = play_menu.choose_start(game, choices, wanted, words, face=face, people=True)
        assert message.view is not None
        parts = message.view.to_components()
        assert count_of(parts) <= MOST
        assert sum(map(len, texts_of(parts))) <= 4000
        selects = selects_of(message)
        assert [each["value"] for each in selects["solohouse"]] == list(CHARACTERS)
        for options in selects.values():
            assert len(options) <= 25
            assert all(len(each["label"]) <= 100 and len(each.get("description", "")) <= 100 for each in options)
        chosen = {action: [each["value"] for each in options if each["default"]] for action, options in selects.items()}
        usual = deck or choices.deck
        assert chosen == {"solohouse": [house]} | ({} if usual is None else {"solodeck": [usual]})
        primary = buttons_of(message)["playreal"]
        assert SoloMatch.parse(parse(str(primary.custom_id)).argument) == wanted
        assert primary.label == words.plain("play.now", name=words.character(house))
        assert [file.description for file in message.files] == [face.description]


def test_the_record_against_a_character_stands_beside_it_and_in_the_list() -> None:
    game, words = GAMES["varia"], Words("en")
    choices = choices_for(game, {"kit": CharacterRecord(2, 1)})
    message = play_menu.choose_start(game, choices, SoloMatch("varia", "kit"), words, people=False)
    hints = {each["value"]: each["description"] for each in selects_of(message)["solohouse"]}
    [deck] = [choice.ready.name for choice in characters_choice("kit", choices.ready)]
    assert hints["kit"] == f"You 2, Kit 1 · Deck: {deck} · Plays many cards · Engages and attacks"
    assert hints["pip"].endswith(" · Plays many cards · No combos, few Fast cards")
    assert message.view is not None
    told = "\n".join(texts_of(message.view.to_components()))
    assert (
        f"**Kit** · house player, normal\nPlays fast, and regrets it fast.\n-# You 2, Kit 1 · Deck: {deck} · " in told
    )
    assert "Engages and attacks" not in told, "the list says what a house player likes"
    assert choices.deck is not None
    assert choices.deck not in told, "the select names the chosen deck"
    order = [parse(each.custom_id).action for each in message.view.walk_children() if hasattr(each, "custom_id")]
    assert order.index("playreal") < order.index("solodeck"), "one can play at once, above all that one can read"
    assert not {"invite", "find"} & buttons_of(message).keys()


def test_a_game_without_decks_asks_for_none() -> None:
    game = GAMES["zarcana"]
    message = play_menu.choose_start(game, choices_for(game, {}), SoloMatch("zarcana"), Words("en"), people=True)
    assert selects_of(message).keys() == {"solohouse"}


def test_a_deck_whose_name_no_id_can_hold_is_not_offered() -> None:
    longest = LONGEST_ARGUMENT - len("varia xanthe ")
    choices = choices_for(GAMES["varia"], {}, "x" * longest, "y" * (longest + 1))
    names = play_menu.deck_names("varia", choices)
    assert "x" * longest in names
    assert "y" * (longest + 1) not in names
    assert len(str(CustomId("solohouse", argument=str(SoloMatch("varia", "xanthe", "x" * longest))))) <= LONGEST


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("varia", SoloMatch("varia", "pip", "")),
        ("varia vex", SoloMatch("varia", "vex", "")),
        ("varia vex Evenlight Pilgrim", SoloMatch("varia", "vex", "Evenlight Pilgrim")),
    ],
)
def test_an_argument_holds_what_is_chosen_and_stands_for_the_usual_otherwise(text: str, wanted: SoloMatch) -> None:
    assert SoloMatch.parse(text) == wanted
    assert SoloMatch.parse(str(wanted)) == wanted
