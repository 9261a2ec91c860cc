"""Scenes written as SVG: the same texts, pieces and order as the scene, and nothing that people wrote is markup."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec import Struct

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.pictures.colours import INK, PAPER
from bot.ui.pictures.painter import paint, texts
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Scene, Text, box, ellipse, placing
from bot.ui.pictures.svg import SvgWriter, element, placed, view_box
from bot.ui.texts.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import EVERYTHING
from engine.registry import GAMES
from tests.ui.picture_reader import NAMES, at_random

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>&amp;\u202e\"'"


class Emblem(Struct, frozen=True):
    """An illustration with a text and a hole."""

    said: str

    def scene(self) -> Scene:
        ring = Path((ellipse((50, 50), 40), ellipse((50, 50), 20)[::-1]), INK)
        size = min(20, 150 // max(1, len(self.said)))
        return Scene(100, 100, (ring, Text(self.said, (50, 50), size, INK, "mm", "title")))


def svg(scene: Scene) -> str:
    """Return a scene as a document of its own."""
    writer = SvgWriter()
    pieces = "".join(placed(piece) for piece in writer.pieces(scene))
    inner = element("defs", "".join(writer.definitions)) + pieces
    return element("svg", inner, xmlns=SVG[1:-1], viewBox=view_box(scene))


def read(document: str) -> ET.Element:
    return ET.fromstring(document)  # noqa: S314 - the document is our own


def told(element: ET.Element, root: ET.Element) -> Iterator[str]:
    """Yield the texts of an element in order, also those of the symbols that it uses."""
    if element.tag == f"{SVG}text":
        yield element.text or ""
    elif element.tag == f"{SVG}use":
        symbol = root.find(f".//{SVG}symbol[@id='{element.get('href', '')[1:]}']")
        assert symbol is not None
        yield from told(symbol, root)
    elif element.tag != f"{SVG}defs":
        for inner in element:
            yield from told(inner, root)


def named(items: tuple[Item, ...]) -> list[tuple[str, str]]:
    return [(item.id, item.description) for item in items if isinstance(item, Group) and item.id]


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    """Return the drawings of a match played at random: boards, and everybody's hands."""
    rules, renderer = GAMES[game], RENDERERS[game]
    cards = rules.cards(shipped_sets(rules))
    ready = [deck_of(deck, cards) for each in shipped_sets(rules) for deck in each.decks]
    decks: list[Any] = ready[:2] if ready else [None, None]
    words = Words(None, [Player(user=seat + 1, name=NAMES[seat]) for seat in range(2)], cards)
    found = []
    for state in at_random(rules, cards, decks, 1, 12):
        view = rules.view(state, EVERYTHING)
        drawn = [renderer.board_drawing(view, words), *(renderer.hand_drawing(view, seat, words) for seat in (0, 1))]
        found += [each for each in drawn if each is not None]
        if len(found) > 9:
            break
    return tuple(found)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_svg_says_what_its_scene_says(game: str) -> None:
    assert scenes(game)
    for scene in scenes(game):
        document = read(svg(scene))
        assert list(told(document, document)) == list(texts(scene.items))
        groups = [each for each in document if "data-id" in each.attrib]
        assert [(each.get("data-id"), each.findtext(f"{SVG}title") or "") for each in groups] == named(scene.items)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_two_pieces_have_one_name(game: str) -> None:
    for scene in scenes(game):
        names = [name for name, _ in named(scene.items)]
        assert len(names) > 1 or len(scene.items) == 1
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_illustrations_are_written_once(game: str) -> None:
    writer = SvgWriter("x")
    for scene in scenes(game):
        writer.pieces(scene)
    first = len(writer.definitions)
    for scene in scenes(game):
        writer.pieces(scene)
    assert first == len(writer.definitions) == len(set(writer.definitions))


def test_what_people_wrote_is_text() -> None:
    pieces = (Text(HOSTILE, (50, 80), 3, INK), Image(Emblem(HOSTILE), 0, 0, 50))
    document = read(svg(Scene(100, 100, (Group(pieces, id=HOSTILE, description=HOSTILE),))))
    assert {each.tag.removeprefix(SVG) for each in document.iter()} == {
        *("svg", "defs", "symbol", "path", "text", "g", "title", "use"),
    }
    shown = HOSTILE.replace("\u202e", " ")
    (piece,) = [each for each in document if "data-id" in each.attrib]
    assert list(told(document, document)) == [shown, shown]
    assert piece.get("data-id") == piece.findtext(f"{SVG}title") == shown


def test_a_piece_that_moves_keeps_its_elements() -> None:
    def card(left: float) -> Group:
        return Group((Frame((left, 10), (60, 80), 8, PAPER, INK, 4), Image(Emblem("A"), left, 20, 60)), id="card A")

    writer = SvgWriter()
    (one,), (other,) = (writer.pieces(Scene(400, 100, (card(left),))) for left in (7, 219))
    assert one.elements == other.elements
    assert (one.at, other.at) == ((7, 10), (219, 10))
    assert placed(one) != placed(other)


def test_equal_pieces_are_numbered() -> None:
    names = Names()
    assert [names("card", "Wolf"), names("card", "Wolf"), names("card", "Owl")] == [
        "card Wolf",
        "card Wolf #2",
        "card Owl",
    ]


def test_places_and_sizes_are_those_of_the_scene() -> None:
    """A mapped path, a frame within its edge, and a clip around a group."""
    group = Group((Path((box(0, 0, 10, 5),), INK),), place=placing((30, 40), scale=2), clip=box(20, 30, 60, 60))
    scene = Scene(100, 100, (group, Frame((50, 60), (20, 10), 3, None, INK, 2)))
    (piece,) = SvgWriter().pieces(scene)
    assert piece.at == (30, 40)
    document = svg(scene)
    assert '<path d="M0 0l20 0 0 10-20 0z" fill="#181c22"/>' in document
    assert (
        '<rect x="21" y="21" width="18" height="8" rx="2" fill="none" stroke="#181c22" stroke-width="2"/>' in document
    )
    assert '<clipPath id="c0"><path d="M-10-10l40 0 0 30-40 0z"/></clipPath>' in document


def test_outlines_that_overlap_cut_no_holes() -> None:
    """The painter fills each outline by itself; so does an SVG if all of them turn the same way."""
    scene = Emblem("").scene()
    assert paint(scene, 100).getpixel((50, 50)) != (0, 0, 0, 0)
    (path,) = re.findall(r'd="([^"]+)"', "".join(SvgWriter().pieces(scene)[0].elements))
    turns = []
    for outline in path.removesuffix("z").split("z"):
        x, y, area = 0.0, 0.0, 0.0
        for number in range(0, len(found := [float(each) for each in re.findall(r"-?\d*\.?\d+", outline)]), 2):
            u, v = (found[0], found[1]) if number == 0 else (x + found[number], y + found[number + 1])
            area += x * v - u * y
            x, y = u, v
        turns.append(area + x * found[1] - found[0] * y > 0)
    assert turns == [True, True]
