"""House players have faces, each its own, and people their avatars, where a picture would else show an initial."""

from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.host.match.players import Player
from bot.ui.games.strips import described
from bot.ui.games.trophies import trophy_of
from bot.ui.games.varia.portraits import portrait_of
from bot.ui.games.varia.turn import turn_strip
from bot.ui.pictures.avatar import Avatar, checked
from bot.ui.pictures.painter import paint, texts
from bot.ui.pictures.portraits.portrait import PARTS, Medallion
from bot.ui.pictures.scene import Group, Illustration, Item
from bot.ui.pictures.scene import Image as Shown
from bot.ui.pictures.seat_faces import PORTRAITS, faces_of
from bot.ui.pictures.strip_scene import strip_scene
from bot.ui.pictures.svg import SvgWriter
from bot.ui.pictures.trophy import trophy_scene
from bot.ui.texts.words import Spoken, Words
from cardsdb.sets import shipped_sets
from engine.players.characters import CHARACTERS
from engine.registry import GAMES
from tests.support.avatars import MAGENTA, avatar, magenta
from tests.ui.picture_reader import NAMES
from tests.ui.test_pictures_varia import assert_within
from tests.ui.test_trophies import EACH, LONG, MATCHES, Match
from tests.ui.test_turn_strips import PLAYED, POOL

SMALL = 40
"""The width at which a phone shows a face in a strip, in pixels."""

ALIKE = 30
"""The mean difference between two pictures, of 255, below which they could be taken for each other."""

CLASSES = [card_set.key for card_set in shipped_sets(GAMES["varia"]) if card_set.decks]


def table(seats: int, cards: Any) -> Words:
    """A person, and house players in all other seats."""
    keys = list(CHARACTERS)
    rows = [
        Player(user=1 if seat == 0 else None, name=NAMES[seat], character=keys[3 * seat] if seat else None)
        for seat in range(seats)
    ]
    return Words(None, rows, cards)


def sources(items: tuple[Item, ...]) -> list[Illustration]:
    """The illustrations among things, in groups too."""
    found: list[Illustration] = []
    for item in items:
        if isinstance(item, Shown):
            found += [item.source, *sources(item.source.scene().items)]
        elif isinstance(item, Group):
            found += sources(item.items)
    return found


@pytest.mark.parametrize("key", ["cinder-vanguard", "some-set-of-a-server", "another-set"])
def test_the_face_of_a_class_is_always_the_same_and_all_parts_of_it_exist(key: str) -> None:
    face = portrait_of(key)
    assert face == portrait_of(key)
    assert set(face.parts) <= PARTS.keys()


def test_no_two_classes_can_be_taken_for_each_other() -> None:
    small = {key: paint(Medallion(portrait_of(key)).scene(), SMALL).convert("RGB") for key in CLASSES}
    for one, other in combinations(small, 2):
        difference = ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean
        assert sum(difference) / 3 > ALIKE, (one, other)


def test_every_character_has_a_portrait() -> None:
    assert list(PORTRAITS) == list(CHARACTERS)


def test_no_two_portraits_could_be_taken_for_each_other() -> None:
    """As small as on a phone, too."""
    small: dict[str, Image.Image] = {
        key: paint(Medallion(face).scene(), SMALL).convert("RGB") for key, face in PORTRAITS.items()
    }
    for one, other in combinations(small, 2):
        difference = ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean
        assert sum(difference) / 3 > ALIKE, (one, other)


def test_every_part_is_worn_by_somebody() -> None:
    faces = [*PORTRAITS.values(), *(portrait_of(key) for key in CLASSES)]
    assert {part for face in faces for part in face.parts} == set(PARTS)


def test_a_turn_shows_the_faces_of_house_players() -> None:
    facts, before = PLAYED[0]
    words = table(2, POOL)
    strip = turn_strip(facts, before, words)
    assert strip is not None
    faces = [source for source in sources(strip_scene(strip).items) if isinstance(source, Medallion)]
    assert faces == [each for each in faces_of(words, 2) if each is not None]
    assert words.name(1) in described(strip)


@EACH
def test_the_end_shows_the_faces_of_house_players(match: Match) -> None:
    words = Spoken.of(table(match.seats, match.cards))
    scores = [match.renderer.score(match.view, seat, words) or "" for seat in range(match.seats)]
    trophy = trophy_of(match.view.outcome, match.record(words), scores, words)
    shown = {each for each in sources(trophy_scene(trophy).items) if isinstance(each, Medallion)}
    assert shown == {each for each in faces_of(words, match.seats) if each is not None}


@pytest.mark.parametrize("name", ["varia", "artbot, four", "warmage, five"])
def test_a_board_shows_the_faces_of_house_players(name: str) -> None:
    """The person at the table keeps the initial; everybody else is drawn."""
    match = MATCHES[name]
    shown, words = match.view, table(match.seats, match.cards)
    scene = match.renderer.board_drawing(shown, words)
    assert scene is not None
    faces = {each for each in sources(scene.items) if isinstance(each, Medallion)}
    assert faces == {each for each in faces_of(words, match.seats) if each is not None}


@pytest.mark.parametrize("name", ["varia", "artbot, four", "warmage, five", "zarcana, four"])
def test_a_board_names_its_players(name: str) -> None:
    """A long name is made smaller, or cut with an ellipsis, and stays inside the picture."""
    match = MATCHES[name]
    scene = match.renderer.board_drawing(match.view, match.words())
    assert scene is not None
    written = [text.split(" (")[0] for text in texts(scene.items)]
    assert all(written.count(player) == 1 for player in NAMES[: match.seats])
    scene = match.renderer.board_drawing(match.view, match.words(LONG))
    assert scene is not None
    assert_within(scene, name)
    assert sum(text.startswith(NAMES[: match.seats]) for text in texts(scene.items)) == match.seats


@pytest.mark.parametrize("name", ["varia", "artbot, four", "warmage, five"])
def test_a_board_shows_the_avatar_of_a_person_who_has_one(name: str) -> None:
    """House players keep their faces, and people without an avatar their initials."""
    match = MATCHES[name]
    plain = table(match.seats, match.cards)
    content = checked(avatar())
    assert content is not None
    words = plain.with_avatars({0: content})
    assert faces_of(words, match.seats) == (Avatar(content), *faces_of(plain, match.seats)[1:])
    pictured, before = (match.renderer.board_drawing(match.view, each) for each in (words, plain))
    assert pictured is not None
    assert before is not None
    assert Avatar(content) in sources(pictured.items)
    assert Avatar(content) not in sources(before.items)
    assert magenta(paint(pictured, 900)) > 300
    assert magenta(paint(before, 900)) == 0


@EACH
def test_the_end_shows_avatars(match: Match) -> None:
    content = checked(avatar())
    assert content is not None
    words = Spoken.of(table(match.seats, match.cards).with_avatars({0: content}))
    scores = [match.renderer.score(match.view, seat, words) or "" for seat in range(match.seats)]
    trophy = trophy_of(match.view.outcome, match.record(words), scores, words)
    assert Avatar(content) in sources(trophy_scene(trophy).items)


def test_an_avatar_is_round_and_is_written_as_svg_too() -> None:
    content = checked(avatar())
    assert content is not None
    image = paint(Avatar(content).scene(), 104)
    corners = [image.getpixel((x, y)) for x in (0, 103) for y in (0, 103)]
    assert corners == [(0, 0, 0, 0)] * 4
    assert image.getpixel((52, 52)) == (*MAGENTA, 255)
    [piece] = SvgWriter().pieces(Avatar(content).scene())
    assert sum("data:image/png;base64," in each for each in piece.elements) == 1
