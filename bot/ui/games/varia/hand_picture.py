"""A hand of Varia as a picture: its cards, equal ones together, and below them the items and stacks in play."""

from collections import Counter
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.ui.games.varia import board, cards
from bot.ui.games.varia.card_picture import draw
from bot.ui.games.varia.faces import Face, face, outline
from bot.ui.games.varia.tiles import HEIGHT, Tile, draw_tile
from bot.ui.pictures.colours import TABLE
from bot.ui.pictures.drawing_process import drawn_apart
from bot.ui.pictures.picture import DESCRIPTION, Picture, description, png
from bot.ui.pictures.shapes import place
from bot.ui.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

NAME: Final = "varia-hand.png"

CARD: Final = 320
"""How many pixels wide a card is: three of them side by side can be read on a phone."""

TILE: Final = round(CARD * HEIGHT / 100)
GAP: Final = 10

FEW, MANY = 3, 9
"""Up to so many different cards lie in a row; more than so many lie in rows of four."""

KEPT: Final = 128
"""How many hands are kept as they were drawn: a hand is shown again after every click."""


class Scene(Struct, frozen=True):
    """All that a picture shows: the cards and how many there are of each, and what is in play."""

    cards: tuple[tuple[Face, int], ...]
    below: tuple[Tile, ...]


def picture(view: VariaView, seat: Seat, words: Words) -> Picture | None:
    """Return a seat's hand, its items and its stacks, with the same in words; None for who does not see it."""
    own = view.seats[letter(seat)]
    if not isinstance(words.cards, VariaCards) or own.hand is None or not own.hand:
        return None
    return Picture(NAME, drawn(scene(view, seat, words.cards, words)), said(view, seat, words))


def scene(view: VariaView, seat: Seat, pool: VariaCards, words: Words) -> Scene:
    """Return what the picture of a hand shows."""
    own = view.seats[letter(seat)]
    ruined = words.plain("varia.picture.ruined")
    counts = Counter(ref.card for ref in own.hand or ())
    return Scene(
        cards=tuple((face(pool.by_id[card], pool, words, reminders=False), count) for card, count in counts.items()),
        below=(
            *(Tile(outline(pool.by_id[ref.card], pool, words)) for ref in own.items),
            *(Tile(outline(pool.by_id[ref.card], pool, words), ruined, out=True) for ref in own.ruined),
            *(Tile(outline(pool.by_id[name], pool, words), f"×{high}") for name, high in own.stacks.items()),
        ),
    )


def said(view: VariaView, seat: Seat, words: Words) -> str:
    """Return what the picture shows in words that are read aloud, in as much detail as there is room for."""
    spoken = Spoken.of(words)
    around = "\n".join(board.in_play(view.seats[letter(seat)], spoken))
    return description(f"{board.own(view, seat, spoken, DESCRIPTION - len(around) - 1)}\n{around}".strip())


@drawn_apart(KEPT)
def drawn(shown: Scene) -> bytes:
    """Return a picture of a scene, as a PNG."""
    columns = max(min(_columns(len(shown.cards)), len(shown.cards)), 1)
    faces = [draw(each, CARD, copies) for each, copies in shown.cards]
    rows = [faces[start : start + columns] for start in range(0, len(faces), columns)]
    heights = [max(each.height for each in row) for row in rows]
    across = max(columns, min(2, len(shown.below)))
    below = -(-len(shown.below) // across)
    high = sum(heights) + len(heights) * GAP + below * (TILE + GAP) + GAP
    image = Image.new("RGB", (across * (CARD + GAP) + GAP, high), TABLE)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        left = (image.width - len(row) * (CARD + GAP) + GAP) // 2
        for number, each in enumerate(row):
            place(image, each, left + number * (CARD + GAP), top)
        top += height + GAP
    for number, tile in enumerate(shown.below):
        left, down = number % across, number // across
        place(image, draw_tile(tile, CARD), GAP + left * (CARD + GAP), top + down * (TILE + GAP))
    return png(image)


def _columns(count: int) -> int:
    """Return how many cards lie side by side: four lie better in two rows of two."""
    if count <= FEW:
        return count
    return 2 if count == FEW + 1 else FEW if count <= MANY else FEW + 1


def card_picture(name: str, pool: VariaCards, words: Words) -> Picture | None:
    """Return a single card, with its page in words; None where there is none of this name."""
    try:
        card = pool.by_id[pool.find(name)]
    except KeyError:
        return None
    page = cards.page(card, pool, words)
    said = f"{page.title}\n{page.kind}\n{page.text}\n{page.flavour}"
    return Picture(f"{card.id}.png", _single(face(card, pool, words)), description(said))


SINGLE: Final = 640
"""How many pixels wide a single card is."""


@drawn_apart(KEPT)
def _single(shown: Face) -> bytes:
    card = draw(shown, SINGLE)
    image = Image.new("RGB", (card.width + 2 * GAP, card.height + 2 * GAP), TABLE)
    place(image, card, GAP, GAP)
    return png(image)
