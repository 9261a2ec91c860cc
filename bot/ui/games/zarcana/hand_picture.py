"""Zarcana's cards as pictures: one looked up, and a hand. They say what the text says: value, power, requirements."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.games.zarcana import cards
from bot.ui.games.zarcana.faces import Face, face
from bot.ui.games.zarcana.icons import icon
from bot.ui.pictures.colours import INK, TABLE, Colour
from bot.ui.pictures.drawing_process import drawn_apart
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.shapes import frame, place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import fitted, write
from bot.ui.words import Rendered, Words
from engine.contract import Seat, letter
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import ZarcanaView

CARD_NAME: Final = "zarcana-card.png"
HAND_NAME: Final = "zarcana-hand.png"

KEPT: Final = 256
"""How many pictures of a kind are kept: every card, and the hands that are looked at again."""

IN_ROW: Final = 3
"""Cards of a hand side by side: a phone shows their writing."""

GAP: Final = 12
"""Pixels around cards."""

EDGE: Final = 18
"""Pixels from a card's edge to what is on it."""

HEAD: Final = 74
"""How high a card's value and sign are."""

LINE: Final = 1.25
"""From one line of text to the next, as a share of the letters' size."""

SMALLEST: Final = 14
"""The smallest writing, in pixels."""


class Printed(Struct, frozen=True):
    """All that a picture of a card shows: equal ones have the same picture.

    Attributes:
        power: what it does.
        needs: what using it requires: each icon's name, and the words beside it.
    """

    face: Face
    power: str
    needs: tuple[tuple[str, str], ...]


class Measure(Struct, frozen=True):
    """How large a card is drawn, in pixels.

    Attributes:
        lines: the most lines of its power, which leave room for the requirements.
        spelled: whether these have their words beside them, one below another.
    """

    wide: int
    high: int
    name: int
    text: int
    lines: int
    icon: int
    spelled: bool


LOOKED_UP: Final = Measure(wide=560, high=640, name=46, text=36, lines=5, icon=44, spelled=True)
HELD: Final = Measure(wide=300, high=424, name=34, text=29, lines=5, icon=46, spelled=False)


def card_picture(card: str, pool: ZarcanaCards, words: Words) -> Picture:
    """Return a card that was looked up, its requirements as icons and words."""
    page = cards.page(card, pool, words)
    said = f"{page.title}\n{page.kind}\n{page.text}"
    return Picture(
        CARD_NAME, _sheet((_printed(card, cards.powers(card, pool), pool, words),), LOOKED_UP), description(said)
    )


def hand(view: ZarcanaView, seat: Seat, words: Words) -> Picture | None:
    """Return the cards of a hand that the viewer knows, a court as what it is from the hand; None for an empty one."""
    held, pool = view.seats[letter(seat)].hand, words.cards
    if not held or not isinstance(pool, ZarcanaCards):
        return None
    said = "\n".join(
        words.plain("zarcana.hand.card", card=ref, power=Rendered(cards.short(ref.card, pool, words, wild=True)))
        for ref in held
    )
    shown = tuple(_printed(ref.card, [pool.played_as[ref.card]], pool, words) for ref in held)
    return Picture(HAND_NAME, _sheet(shown, HELD), description(said))


def _printed(card: str, powers: Sequence[str], pool: ZarcanaCards, words: Words) -> Printed:
    """Return a card with what some powers of it do and what the first of them requires."""
    needs = tuple((need, words.plain(f"zarcana.needs.{need}")) for need in cards.needs(powers[0], pool))
    return Printed(face(card, words), " ".join(cards.does(power, words) for power in powers), needs)


@drawn_apart(KEPT)
def _sheet(shown: tuple[Printed, ...], measure: Measure) -> bytes:
    """Return cards side by side, as a PNG."""
    across = min(IN_ROW, len(shown))
    down = -(-len(shown) // IN_ROW)
    size = (across * (measure.wide + GAP) + GAP, down * (measure.high + GAP) + GAP)
    sheet = Image.new("RGB", size, TABLE)
    for number, each in enumerate(shown):
        row, column = divmod(number, IN_ROW)
        sheet.paste(_card(each, measure), (GAP + column * (measure.wide + GAP), GAP + row * (measure.high + GAP)))
    return png(sheet)


def _card(shown: Printed, measure: Measure) -> Image.Image:
    """Draw a card: value and sign, name, power, requirements."""
    wide, look = measure.wide, shown.face.look
    image = Image.new("RGB", (wide, measure.high), TABLE)
    place(image, frame(wide, measure.high, 24, look.paper, look.ink, 5), 0, 0)
    draw = ImageDraw.Draw(image)
    write(draw, (EDGE, EDGE + HEAD / 2), shown.face.worth, HEAD, look.ink, "lm")
    place(image, symbol(look.sign, HEAD, look.ink, look.paper), wide - EDGE - HEAD, EDGE)
    top: float = EDGE + HEAD + EDGE
    room = wide - 2 * EDGE
    top = _text(draw, shown.face.name, top, measure.name, 1, look.ink, room)
    _text(draw, shown.power, top + EDGE, measure.text, measure.lines, INK, room)
    _needs(image, shown, measure)
    return image


def _text(draw: ImageDraw.ImageDraw, text: str, top: float, size: int, lines: int, ink: Colour, room: int) -> float:
    """Write a text and return where it ends."""
    fit = fitted(text, room, size, SMALLEST, lines)
    for line in fit.lines:
        write(draw, (EDGE, top), line, fit.size, ink, "la")
        top += fit.size * LINE
    return top


def _needs(image: Image.Image, shown: Printed, measure: Measure) -> None:
    """Draw the requirements at the foot of a card: a row of icons, or a line for each with its words."""
    size, ink, draw = measure.icon, shown.face.look.ink, ImageDraw.Draw(image)
    step = size + EDGE
    for number, (need, said) in enumerate(shown.needs):
        if not measure.spelled:
            place(image, icon(need, size, ink), EDGE + number * step, measure.high - EDGE - size)
            continue
        top = measure.high - EDGE - (len(shown.needs) - number) * step
        place(image, icon(need, size, ink), EDGE, top)
        fit = fitted(said, measure.wide - 3 * EDGE - size, measure.text - 8, SMALLEST)
        write(draw, (2 * EDGE + size, top + size / 2), fit.lines[0], fit.size, INK, "lm")
