"""The signs of a game with what they mean, as a part of the match page that is folded at first."""

from bot.ui.games.renderer import Renderer
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.svg import SvgWriter, element, placed, said, view_box
from bot.ui.texts.words import Spoken

PREFIX = "sign-"
"""How the ids of these drawings begin, which share the page with those of the board."""


def signs(renderer: Renderer, words: Spoken) -> str:
    """Return the signs with what they mean, as HTML; empty for a game that explains none."""
    if not renderer.signs:
        return ""
    writer = SvgWriter(PREFIX)
    entries = [
        element("li", _shown(sign, writer) + element("span", said(words(key)))) for key, sign in renderer.signs.items()
    ]
    drawn = element("svg", element("defs", "".join(writer.definitions)), aria_hidden="true", **{"class": "definitions"})
    title = element("summary", said(words("replay.signs")))
    return element("details", title + element("ul", "".join(entries)) + drawn, id="signs")


def _shown(sign: Illustration | str, writer: SvgWriter) -> str:
    """Return a sign on a plate; what it says is beside it, so nobody has to hear it."""
    if isinstance(sign, str):
        return element("b", said(sign), aria_hidden="true", **{"class": "sign"})
    scene = sign.scene()
    inner = "".join(placed(piece) for piece in writer.pieces(scene))
    return element("svg", inner, viewBox=view_box(scene), aria_hidden="true", **{"class": "sign"})
