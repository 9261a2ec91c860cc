"""Gold, crowns, dots and plates belong to those whom the data of a picture name, and to nobody else."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.host.ratings.leaderboards import GameRecord
from bot.host.ratings.rating import Rating
from bot.rendering.game_art import faces_of_decks
from bot.ui.games import RENDERERS
from bot.ui.people import profiles
from bot.ui.pictures.colours import GLOW
from bot.ui.pictures.deck_banner import Banner, banner_scene
from bot.ui.pictures.parts import plate_colour
from bot.ui.pictures.profile_card import profile_scene
from bot.ui.pictures.ranking import ranking_scene
from bot.ui.pictures.scene import Frame, Group, Path, Scene, Text
from bot.ui.pictures.table_card import table_scene
from bot.ui.pictures.tones import BLOW, GOLD
from bot.ui.pictures.trophy import LIGHT, trophy_scene
from bot.ui.texts.words import Words
from bot.ui.tournaments.pictures.entry import entry_sheet
from bot.ui.tournaments.pictures.pairings import pairings_sheet
from bot.ui.tournaments.pictures.podium import podium_sheet
from bot.ui.tournaments.pictures.sheet import WIDE
from engine.registry import GAMES
from tests.ui.picture_laws import marks_of
from tests.ui.picture_orders import Drawn
from tests.ui.picture_reader import NAMES
from tests.ui.test_picture_laws import CHAIRS, ENTRY, PAIRINGS, PODIUM, RANKING
from tests.ui.test_ratings import ARTS, FACE, GAME, profile
from tests.ui.test_trophies import MATCHES


def in_gold(scene: Scene) -> Iterator[str]:
    """The texts inside frames with a golden edge."""
    edges = [item for item in scene.items if isinstance(item, Frame) and item.stroke == GOLD]
    for edge in edges:
        (left, top), (width, height) = edge.at, edge.size
        for item in scene.items:
            if isinstance(item, Text) and left < item.at[0] < left + width and top < item.at[1] < top + height:
                yield item.text


@pytest.mark.parametrize("own", range(3))
def test_only_the_line_of_the_person_who_asked_has_a_golden_edge(own: int) -> None:
    players = tuple(replace(each, own=at == own) for at, each in enumerate(RANKING.players))
    texts = {*in_gold(ranking_scene(replace(RANKING, players=players)))}
    assert {each.name for each in players} & texts == {players[own].name}


@pytest.mark.parametrize("chosen", range(3))
def test_only_the_game_of_a_profile_has_a_golden_edge(chosen: int) -> None:
    records = (GameRecord(GAME, Rating(1500, 100, 5), ("won",)),)
    person = profiles.profile_of(replace(profile(3), records=records), "Ada", ARTS, {}, Words("en"))
    games = tuple(replace(person.rows[0], name=name, chosen=at == chosen) for at, name in enumerate(NAMES[:3]))
    texts = {*in_gold(profile_scene(replace(person, rows=games)))}
    assert {each.name for each in games} & texts == {games[chosen].name}


def test_the_favourite_deck_of_a_profile_has_a_golden_heart() -> None:
    records = (GameRecord(GAME, Rating(1500, 100, 5), ("won",)),)
    person = profiles.profile_of(replace(profile(3), records=records), "Ada", ARTS, {"x" * 60: FACE}, Words("en"))
    hearts = []
    for shown in (replace(person, deck=None), person):
        _, shapes = marks_of(profile_scene(shown), 1000)
        hearts.append(sum(shape.fill == GOLD for shape in shapes))
    assert hearts[1] > hearts[0]


def test_only_the_first_on_a_podium_has_a_crown() -> None:
    texts, shapes = marks_of(podium_sheet(PODIUM), WIDE)
    crowns = {round((shape.box[0] + shape.box[2]) / 2) for shape in shapes if shape.fill == GLOW}
    assert crowns
    [first] = [text for text in texts if text.text == "1"]
    assert all(abs(at - first.middle[0]) < 30 for at in crowns)


def test_only_the_winner_of_a_match_has_a_crown() -> None:
    sheet = pairings_sheet(PAIRINGS)
    crowns = [item.place[4] < WIDE / 2 for item in sheet.items if isinstance(item, Group)]
    assert sorted(crowns) == sorted(each.winner == 0 for each in PAIRINGS.meetings if each.winner is not None)
    assert crowns


@pytest.mark.parametrize("crowned", [False, True])
def test_only_a_player_who_has_won_has_a_crown_on_a_trophy(crowned: Any) -> None:
    trophy = replace(MATCHES["varia"].trophy(MATCHES["varia"].words()), crowned=crowned)
    _, shapes = marks_of(trophy_scene(trophy), 1000)
    middles = [(shape.box[0] + shape.box[2]) / 2 for shape in shapes if shape.fill == BLOW and shape.box[3] < LIGHT[1]]
    assert any(abs(middle - LIGHT[0]) < 1 for middle in middles) is crowned


def test_a_deck_has_as_many_golden_dots_as_it_is_difficult() -> None:
    [face, *_] = faces_of_decks(GAMES["varia"], RENDERERS["varia"]).values()
    for difficulty in range(6):
        scene = banner_scene(Banner("Deck", "level", (difficulty, 5), face))
        dots = [
            item for item in scene.items if isinstance(item, Path) and item.stroke == GOLD and item.fill is not None
        ]
        assert [dot.fill == GOLD for dot in dots] == [True] * difficulty + [False] * (5 - difficulty)


def test_an_empty_chair_looks_otherwise_than_one_that_is_taken() -> None:
    chairs = tuple(replace(each, taken=at != 1) for at, each in enumerate(CHAIRS.chairs))
    drawn = Drawn(table_scene(replace(CHAIRS, chairs=chairs)))
    plates = {ink.text: drawn.plate(ink) for ink in drawn.inks}
    plate = plate_colour(CHAIRS.tones)
    assert [plates[each.name] == plate for each in chairs] == [each.taken for each in chairs]


def test_the_names_of_entrants_stand_on_a_dark_plate() -> None:
    drawn = Drawn(entry_sheet(ENTRY))
    names = {name for _, name in ENTRY.players}
    assert {drawn.plate(ink) for ink in drawn.inks if ink.text in names} == {plate_colour(ENTRY.tones)}
