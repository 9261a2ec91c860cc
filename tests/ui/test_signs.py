"""Signs: each stands for one thing in its game, and lightning for Fast, as Varia prints it, in all of them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.resources import files

import pytest

from bot.ui.games import RENDERERS, emojis_of
from bot.ui.games.varia.signs import SIGNS, FigureSign
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.svg import SvgWriter, placed
from bot.ui.pictures.symbols import Sign

LIGHTNING = "⚡"
FAST = "varia.sign.bolt"


def drawn(sign: Illustration | str) -> str:
    """A sign as the text that it is, or as the SVG of its drawing."""
    return sign if isinstance(sign, str) else "".join(placed(piece) for piece in SvgWriter().pieces(sign.scene()))


def ambiguous(signs: Mapping[str, Illustration | str]) -> list[str]:
    """The signs that stand for several things."""
    return [sign for sign, count in Counter(map(drawn, signs.values())).items() if count > 1]


def lightning(signs: Mapping[str, Illustration | str]) -> Iterator[str]:
    """The ids of the texts that explain lightning."""
    bolts = {LIGHTNING, drawn(FigureSign("bolt"))}
    for key, sign in signs.items():
        if drawn(sign) in bolts or (isinstance(sign, Sign) and sign.name == "bolt"):
            yield key


@pytest.mark.parametrize("key", sorted(RENDERERS))
def test_a_sign_stands_for_one_thing(key: str) -> None:
    assert ambiguous(RENDERERS[key].signs) == []


@pytest.mark.parametrize("key", sorted(RENDERERS))
def test_the_pieces_among_the_signs_are_one_players(key: str) -> None:
    """Else their colours would seem to mean something."""
    assert len({sign.seat for sign in RENDERERS[key].signs.values() if isinstance(sign, Pyramid)}) <= 1


def test_lightning_is_fast_in_every_game() -> None:
    assert [found for key in RENDERERS for found in lightning(RENDERERS[key].signs)] == [FAST]
    assert LIGHTNING not in {emoji.plain for emoji in emojis_of(RENDERERS.values())}
    catalogues = files("bot").joinpath("locale", "en", "LC_MESSAGES").iterdir()
    assert not [each.name for each in catalogues if each.name.endswith(".po") and LIGHTNING in each.read_text("utf-8")]


@pytest.mark.parametrize("planted", [LIGHTNING, Sign("bolt", (0, 0, 0), (255, 255, 255)), FigureSign("bolt")])
def test_planted_lightning_is_noticed(planted: Illustration | str) -> None:
    planted_signs = {**{key: sign for key, sign in SIGNS.items() if key != FAST}, "varia.sign.points": planted}
    assert list(lightning(planted_signs)) == ["varia.sign.points"]
    assert ambiguous({**SIGNS, "varia.sign.points": SIGNS["varia.sign.ap"]}) != []
