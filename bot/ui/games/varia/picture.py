"""Varia's pictures of the timeline, a hand, a card or a deck.

They are drawn from views, which contain nothing that is hidden from the viewer. The timeline has numbered columns,
with the active player's actions above the reactive player's. The active player's points, piles, items and stacks are
above the timeline, the reactive player's below it.
"""

from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.games.varia import board, cards, decks
from bot.ui.games.varia.card_picture import BLOOD, TILE, badge, draw_face, draw_tile
from bot.ui.games.varia.faces import ActionFace, action_face
from bot.ui.games.varia.scene import (
    Moment,
    Section,
    VariaBoardScene,
    VariaHandScene,
    board_scene,
    deck_scene,
    hand_scene,
)
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, PAPER, TABLE, ink_on, seat_colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.picture import DESCRIPTION, Picture, description, png
from bot.ui.pictures.rich_text import lay_out, write_rich_text
from bot.ui.pictures.shapes import dashed, frame, place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import write, write_fitted
from bot.ui.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.varia.cards import AnyCard
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

BOARD, HAND, DECK = "varia-timeline.png", "varia-hand.png", "varia-deck.png"

CARD: Final = 320
"""The width of a card, a tile and a column, in pixels: three of them side by side can be read on a phone."""

SINGLE: Final = 640
"""The width of a single card, in pixels."""

TALL: Final = round(CARD * TILE / 100)
GAP, COLUMN_GAP = 10, 12
"""The gaps between cards in a hand or deck, and between columns and cards on the timeline, in pixels."""

ACROSS: Final = 3
"""The number of moments, or of a deck's cards, side by side; the next ones continue below."""

FEW, MANY = 3, 9
"""Up to `FEW` different cards in a hand are in one row; more than `MANY` are in rows of four."""

HEADING: Final = 50
"""The height of a section's title in a deck."""

NUMBER: Final = 44
"""The height of a moment's number."""

HEAD: Final = 62
"""The height of the line with a player's points."""

TEXT, SMALL_TEXT = 25, 18
"""The size of text, and the smallest size of a name that is too long, in pixels."""

POINTS: Final = 250
"""The width of a player's points, in pixels."""

KEPT: Final = 128
"""The number of drawn pictures of each kind to cache: a hand is shown again after every click."""


def board_picture(view: VariaView, words: Words) -> Picture | None:
    """Return a picture of the fighters and their timeline, with a description of the same facts."""
    if not isinstance(words.cards, VariaCards):
        return None
    scene = board_scene(view, words.cards, words)
    return Picture(BOARD, draw_board(scene), description(board.board(view, Spoken.of(words))))


def hand_picture(view: VariaView, seat: Seat, words: Words) -> Picture | None:
    """Return a picture of a seat's hand, items and stacks; None if the hand is empty or hidden from the viewer."""
    if not isinstance(words.cards, VariaCards) or not view.seats[letter(seat)].hand:
        return None
    return Picture(
        HAND, draw_action_hand(hand_scene(view, seat, words.cards, words)), _describe_hand(view, seat, words)
    )


def _describe_hand(view: VariaView, seat: Seat, words: Words) -> str:
    """Return a description of a hand's picture to be read aloud, in as much detail as fits."""
    spoken = Spoken.of(words)
    around = "\n".join(board.in_play(view.seats[letter(seat)], spoken))
    return description(f"{board.hand(view, seat, spoken, DESCRIPTION - len(around) - 1)}\n{around}".strip())


def card_picture(card: AnyCard, pool: VariaCards, words: Words) -> Picture:
    """Return a picture of an action, item or stack, large enough to read, with the card's page as its description."""
    page = cards.page(card, pool, words)
    told = description(f"{page.title}\n{page.kind}\n{page.text}\n{page.flavour}")
    return Picture(f"{card.id}.png", _draw_single(action_face(card, pool, words)), told)


def deck_picture(deck: Mapping[str, int], pool: VariaCards, words: Words) -> Picture | None:
    """Return a picture of the cards in a deck, in short form, described by their names; None for an empty deck."""
    scene = deck_scene(deck, pool, words)
    return (
        Picture(DECK, _draw_deck(scene), description(decks.described(deck, pool, Spoken.of(words)))) if scene else None
    )


@drawn_in_process(KEPT)
def draw_board(scene: VariaBoardScene) -> bytes:
    """Draw a timeline between two fighters, as a PNG."""
    return png(_Timeline(scene).paint())


class _Timeline:
    """A picture being drawn, from top to bottom."""

    def __init__(self, scene: VariaBoardScene) -> None:
        self.scene = scene
        across = min(max(len(scene.moments), 2), ACROSS)
        self.wide = across * (CARD + COLUMN_GAP) + COLUMN_GAP
        self.rows = [scene.moments[start : start + across] for start in range(0, len(scene.moments), across)]
        self.texts = [lay_out(player.lines, self.wide - 2 * COLUMN_GAP, 0, TEXT, TEXT) for player in scene.players]
        row = NUMBER + 2 * TALL + 3 * COLUMN_GAP
        high = HEAD + sum(HEAD + text.height + COLUMN_GAP for text in self.texts) + len(self.rows) * row + COLUMN_GAP
        self.image = Image.new("RGB", (self.wide, high), TABLE)
        self.draw = ImageDraw.Draw(self.image)

    def paint(self) -> Image.Image:
        """Draw the distance between the players, then the active player, the timeline and the reactive player."""
        self.distance()
        top = self.player(0, HEAD)
        for row in self.rows:
            for number, moment in enumerate(row):
                self.moment(moment, COLUMN_GAP + number * (CARD + COLUMN_GAP), top)
            top += NUMBER + 2 * TALL + 3 * COLUMN_GAP
        self.player(1, top)
        return self.image

    def distance(self) -> None:
        """Draw two arrows that meet or stay apart, to show whether the players are engaged."""
        arrow = symbol("arrow", 34, GLOW, TABLE)
        first, second = (COLUMN_GAP, COLUMN_GAP + 36) if self.scene.engaged else (COLUMN_GAP + 46, COLUMN_GAP)
        place(self.image, arrow, first, 14)
        place(self.image, arrow.transpose(Image.Transpose.FLIP_LEFT_RIGHT), second, 14)
        write(self.draw, (COLUMN_GAP + 96, HEAD / 2), self.scene.title, TEXT + 3, CHALK, "lm")

    def player(self, number: int, top: int) -> int:
        """Draw a player's points and other details; return where they end."""
        player, text = self.scene.players[number], self.texts[number]
        middle, colour = top + HEAD / 2, seat_colour(player.seat)
        place(self.image, frame(50, 50, 10, colour, PAPER, 2), COLUMN_GAP, top + 6)
        write_fitted(self.draw, (COLUMN_GAP + 25, middle), player.sign, 42, (32, 16), ink_on(colour))
        right = self.wide - COLUMN_GAP
        room = right - POINTS - COLUMN_GAP - 64
        write_fitted(self.draw, (COLUMN_GAP + 64, middle), player.title, room, (TEXT + 3, SMALL_TEXT), CHALK, "lm")
        badge(self.image, "drop", str(player.hp), (right - 190, top + 2), 58, BLOOD)
        badge(self.image, "points", str(player.ap), (right - 64, top), 62, PAPER)
        for left, name in zip((right - 194, right - 74), self.scene.units, strict=True):
            write(self.draw, (left, middle), name, TEXT, CHALK, "rm")
        write_rich_text(self.image, (COLUMN_GAP, top + HEAD), text, CHALK, PAPER, TABLE)
        return top + HEAD + text.height + COLUMN_GAP

    def moment(self, moment: Moment, left: int, top: int) -> None:
        """Draw one column of the timeline."""
        ink = GLOW if moment.now else CHALK
        write(self.draw, (left + CARD / 2, top + NUMBER / 2), moment.number, 30, ink)
        if moment.now:
            place(self.image, symbol("arrow", 28, GLOW, TABLE), left + CARD / 2 - 54, top + NUMBER / 2 - 14)
        for number, tile in enumerate((moment.first, moment.second)):
            down = top + NUMBER + number * (TALL + COLUMN_GAP)
            if tile is None:
                dashed(self.draw, (left, down, left + CARD - 1, down + TALL - 1), FAINT, 14, 3)
                write(self.draw, (left + CARD / 2, down + TALL / 2), "–", 30, FAINT)
            else:
                place(self.image, draw_tile(tile, CARD), left, down)


@drawn_in_process(KEPT)
def draw_action_hand(scene: VariaHandScene) -> bytes:
    """Draw a hand, as a PNG."""
    columns = max(min(_columns(len(scene.cards)), len(scene.cards)), 1)
    faces = [draw_face(each, CARD, copies) for each, copies in scene.cards]
    rows = [faces[start : start + columns] for start in range(0, len(faces), columns)]
    heights = [max(each.height for each in row) for row in rows]
    across = max(columns, min(2, len(scene.below)))
    below = -(-len(scene.below) // across)
    high = sum(heights) + len(heights) * GAP + below * (TALL + GAP) + GAP
    image = Image.new("RGB", (across * (CARD + GAP) + GAP, high), TABLE)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        left = (image.width - len(row) * (CARD + GAP) + GAP) // 2
        for number, each in enumerate(row):
            place(image, each, left + number * (CARD + GAP), top)
        top += height + GAP
    for number, tile in enumerate(scene.below):
        left, down = number % across, number // across
        place(image, draw_tile(tile, CARD), GAP + left * (CARD + GAP), top + down * (TALL + GAP))
    return png(image)


def _columns(count: int) -> int:
    """Return how many cards to put side by side: four cards, for example, look better in two rows of two."""
    if count <= FEW:
        return count
    return 2 if count == FEW + 1 else FEW if count <= MANY else FEW + 1


@drawn_in_process(KEPT)
def _draw_single(front: ActionFace) -> bytes:
    card = draw_face(front, SINGLE)
    image = Image.new("RGB", (card.width + 2 * GAP, card.height + 2 * GAP), TABLE)
    place(image, card, GAP, GAP)
    return png(image)


@drawn_in_process(KEPT)
def _draw_deck(scene: tuple[Section, ...]) -> bytes:
    rows = [-(-len(section.tiles) // ACROSS) for section in scene]
    high = sum(HEADING + row * (TALL + GAP) for row in rows) + GAP
    image = Image.new("RGB", (ACROSS * (CARD + GAP) + GAP, high), TABLE)
    draw, top = ImageDraw.Draw(image), 0
    for section, row in zip(scene, rows, strict=True):
        write(draw, (GAP, top + HEADING / 2 + 4), section.title, 30, CHALK, "lm")
        top += HEADING
        for number, tile in enumerate(section.tiles):
            down, across = divmod(number, ACROSS)
            place(image, draw_tile(tile, CARD), GAP + across * (CARD + GAP), top + down * (TALL + GAP))
        top += row * (TALL + GAP)
    return png(image)
