"""Varia's pictures of the timeline, or cards to read.

They are drawn from views, which contain nothing that is hidden from the viewer. Both players face each other, as on
the strip of a turn, with their points, piles, items and stacks. The timeline below them has numbered columns, with the
active player's actions above the reactive player's.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.varia import board, cards
from bot.ui.games.varia.card_picture import HAND as HAND_CARD
from bot.ui.games.varia.card_picture import TILE, HandCard, ReadCard, TileCard
from bot.ui.games.varia.faces import ActionFace, action_face
from bot.ui.games.varia.last_board import last_board
from bot.ui.games.varia.scene import (
    ActionTile,
    DuellistScene,
    Moment,
    VariaBoardScene,
    board_head,
    board_scene,
    described,
)
from bot.ui.pictures.badges import PILE, PLATE, pile_at
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, Colour, seat_colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.last_board import draw_last_board, lay_last_board
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.rich_text import lay_out, rich_text_at
from bot.ui.pictures.scene import Group, Image, Item, Names, Path, Scene, Text, box, placing, rounded
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip import HEAD, WIDE
from bot.ui.pictures.strip_head import head
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted, width
from bot.ui.words import Spoken, Words
from engine.contract import letter
from engine.games.varia.cards import AnyCard
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

BOARD: Final = "varia-timeline.png"

PAIR, READ = 2, 390
"""The number of cards side by side whose rules can be read on a phone, and the width of each, in pixels."""

SINGLE: Final = 640
"""The width of a single card, in pixels."""

SIDE: Final = 76
"""The room for a player's face, left of their actions on the timeline."""

GAP, COLUMN_GAP = 10, 12
"""The gaps between cards to read, and between columns and cards on the timeline, in pixels."""

ACROSS: Final = 3
"""The number of moments side by side; the next ones continue below."""

NUMBER: Final = 44
"""The height of a moment's number."""

COLUMN: Final = round((WIDE - SIDE - (ACROSS - 1) * COLUMN_GAP) / ACROSS)
HIGH: Final = round(COLUMN * TILE[1] / TILE[0])
"""The width and the height of an action on the timeline."""

LOW: Final = 64
"""The height of a moment in which a player does not act, and of a row of them."""

HALF: Final = round((WIDE - COLUMN_GAP) / 2)
"""The width of a player's details."""

SMALL, IN_PLAY, SMALL_NAME = 64, 96, 24
"""The width of the art of a card in play, the height of its row, and the smallest size of its name."""

POINTS: Final = 110
"""The room for a player's action points, left of the piles."""

TEXT, SMALL_TEXT = 34, 18
"""The size of text, and the smallest size of a text that is too long, in pixels."""

KEPT: Final = 128
"""The number of drawn pictures of each kind to cache."""


def board_picture(view: VariaView, words: Words) -> Picture | None:
    """Return a picture of the fighters and their timeline, or of how they ended, with a description of the same."""
    if not isinstance(words.cards, VariaCards):
        return None
    told = description(board.board(view, Spoken.of(words)))
    if view.outcome is not None:
        return Picture(BOARD, draw_last_board(last_board(view, view.outcome, words.cards, words)), told)
    return Picture(BOARD, draw_board(board_scene(view, words.cards, words)), told)


def card_picture(card: AnyCard, pool: VariaCards, words: Words) -> Picture:
    """Return a picture of an action, item or stack, large enough to read, with the card's page as its description."""
    page = cards.page(card, pool, words)
    face = action_face(card, pool, words)
    shown = words.plain(f"varia.charge.{face.emblem.charge[0]}")
    told = description(f"{page.title}\n{page.kind}\n{page.text}\n{page.flavour}\n{shown}".replace("\n\n", "\n"))
    return Picture(f"{card.id}.png", _draw_single(face), told)


def draw_cards(shown: Sequence[tuple[AnyCard, int]], pool: VariaCards, words: Words) -> bytes:
    """Draw some cards, two side by side, each with its number of copies, as a PNG."""
    return _draw_readable(tuple(readable(card, count, pool, words) for card, count in shown))


def readable(card: AnyCard, count: int, pool: VariaCards, words: Words) -> HandCard:
    """Return a card with its number of copies, as it can be read on a phone beside another one."""
    shown = HandCard(action_face(card, pool, words), count)
    return replace(shown, high=shown.needed_height)


def board_drawing(view: VariaView, words: Words) -> Scene | None:
    """Return the fighters and their timeline as a scene to draw; None without card definitions."""
    if not isinstance(words.cards, VariaCards):
        return None
    if view.outcome is not None:
        return lay_last_board(last_board(view, view.outcome, words.cards, words))
    return _Timeline(board_scene(view, words.cards, words)).lay_out()


def colours(view: VariaView, words: Words) -> Sequence[Colour]:
    """Return the colour of each player's disc on the board."""
    if not isinstance(words.cards, VariaCards):
        return [seat_colour(seat) for seat in range(len(view.seats))]
    return [fighter.tones.light for fighter in board_head(view, words.cards, words).fighters]


@drawn_in_process(KEPT)
def _draw_readable(cards: tuple[HandCard, ...]) -> bytes:
    """Draw cards in rows of two, which are as high as the higher one, as a PNG."""
    items: list[Item] = []
    top = 0
    for start in range(0, len(cards), PAIR):
        row = cards[start : start + PAIR]
        high = max(card.high for card in row)
        for column, card in enumerate(row):
            items.append(Image(replace(card, high=high), column * (READ + GAP), top, READ))
        top += round(high * READ / HAND_CARD[0]) + GAP
    return _drawn(Scene(PAIR * (READ + GAP) - GAP, top - GAP, tuple(items)))


@drawn_in_process(KEPT)
def draw_board(scene: VariaBoardScene) -> bytes:
    """Draw a timeline between two fighters, as a PNG."""
    return _drawn(_Timeline(scene).lay_out())


def _drawn(scene: Scene) -> bytes:
    return png(paint(scene, round(scene.width)))


class _Timeline:
    """A picture that is being laid out, from top to bottom: on plates of its own, with nothing between them."""

    def __init__(self, scene: VariaBoardScene) -> None:
        self.scene = scene
        self.items: list[Item] = [*head(scene.head)]
        self.names = Names()
        self.top = HEAD + COLUMN_GAP

    def lay_out(self) -> Scene:
        """Return both players, the distance between them, and the timeline, as wide as the strip of a turn."""
        self.players()
        self.distance()
        for start in range(0, len(self.scene.moments), ACROSS):
            self.row(self.scene.moments[start : start + ACROSS])
        return Scene(WIDE, self.top - COLUMN_GAP, tuple(self.items))

    def players(self) -> None:
        """Show both players' action points, piles and other details, each below their place in the head."""
        room = HALF - 4 * COLUMN_GAP
        texts = [lay_out(player.lines, room, 0, TEXT, TEXT) for player in self.scene.players]
        told = max(text.height for text in texts) if any(player.lines for player in self.scene.players) else 0
        rows = max(-(-len(player.in_play) // PAIR) for player in self.scene.players)
        below = self.top + PILE + 2 * GAP + rows * IN_PLAY
        high = below - self.top + (told + GAP if told else 0)
        for player, text in zip(self.scene.players, texts, strict=True):
            left, paper = player.seat * (WIDE - HALF), self.scene.head.fighters[player.seat].tones.dark
            middle = left + POINTS / 2
            shown: list[Item] = [
                Path((rounded(left, self.top, left + HALF, self.top + high, 18),), paper),
                symbol_at("points", (middle - 29, self.top + 4), 58, PAPER, paper),
                Text(str(player.ap), (middle, self.top + 33), 36, INK, "mm", "title"),
                Text(self.scene.unit, (middle, self.top + GAP + 70), TEXT, CHALK),
                *rich_text_at((left + 2 * COLUMN_GAP, below), text, CHALK, PAPER, paper),
                *self.in_play(player, left + COLUMN_GAP),
            ]
            step = (HALF - POINTS - COLUMN_GAP) / len(player.piles)
            for number, pile in enumerate(player.piles):
                shown += pile_at(pile, (left + POINTS + number * step, self.top + GAP), step)
            self.items.append(Group(tuple(shown), id=f"seat {letter(player.seat)}"))
        self.top += high + COLUMN_GAP

    def in_play(self, player: DuellistScene, left: float) -> list[Item]:
        """Return a player's stacks and items, two side by side: the art with the name beside it."""
        shown: list[Item] = []
        wide = (HALF - COLUMN_GAP) / min(PAIR, max(1, len(player.in_play)))
        for number, (art, name) in enumerate(player.in_play):
            row, column = divmod(number, PAIR)
            start, top = left + column * wide, self.top + PILE + 2 * GAP + row * IN_PLAY
            fit = fitted(name, round(wide) - SMALL - 2 * COLUMN_GAP, TEXT, SMALL_NAME, 2)
            shown.append(Image(SmallCard(art), start, top, SMALL))
            for line, text in enumerate(fit.lines):
                down = top + (IN_PLAY - GAP) / 2 + (line - (len(fit.lines) - 1) / 2) * fit.size * 1.15
                shown.append(Text(text, (start + SMALL + COLUMN_GAP, down), fit.size, CHALK, "lm"))
        return shown

    def distance(self) -> None:
        """Show whether the players are engaged, in words between two arrows that meet or part."""
        fit = fitted(self.scene.distance, WIDE - 220, TEXT + 5, SMALL_TEXT)
        half = width(fit.lines[0], fit.size) / 2 + 62
        middle = WIDE / 2
        self.items.append(Path((rounded(middle - half, self.top, middle + half, self.top + 50, 25),), PLATE))
        outward = not self.scene.engaged
        for side, mirrored in ((-1, outward), (1, not outward)):
            arrow = symbol_at("arrow", (0, 0), 30, GLOW, PLATE)
            at = middle + side * (half - 32)
            turned = placing((at + 15, self.top + 10), mirrored=True) if mirrored else placing((at - 15, self.top + 10))
            self.items.append(Group((arrow,), turned))
        self.items.append(Text(fit.lines[0], (middle, self.top + 25), fit.size, CHALK))
        self.top += 50 + COLUMN_GAP

    def row(self, moments: Sequence[Moment]) -> None:
        """Show moments side by side, and whose actions are above and below; low where one player acts in none."""
        tiles = [[each.first for each in moments], [each.second for each in moments]]
        highs = [HIGH if any(row) else LOW for row in tiles]
        for number, moment in enumerate(moments):
            self.number(moment, SIDE + number * (COLUMN + COLUMN_GAP))
        top = self.top + NUMBER
        for player, row, high in zip(self.scene.players, tiles, highs, strict=True):
            fighter = self.scene.head.fighters[player.seat]
            self.items += face_disc(fighter, (SIDE / 2 - 6, top + high / 2), SIDE / 2 - 10)
            for number, tile in enumerate(row):
                self.action(tile, letter(player.seat), SIDE + number * (COLUMN + COLUMN_GAP), top, high)
            top += high + GAP
        self.top = top + GAP

    def number(self, moment: Moment, left: float) -> None:
        """Show the number of a moment, lit if it is being played."""
        half = max(26, width(moment.number, 28) / 2 + 16)
        middle = left + COLUMN / 2
        paper, ink = (GLOW, INK) if moment.now else (PLATE, CHALK)
        self.items.append(Path((rounded(middle - half, self.top, middle + half, self.top + NUMBER - 6, 12),), paper))
        self.items.append(Text(moment.number, (middle, self.top + NUMBER / 2 - 3), 28, ink))

    def action(self, tile: ActionTile | None, seat: str, left: float, top: float, high: float) -> None:
        """Show an action, or a frame with a dash."""
        if tile is not None:
            name = self.names("action", seat, tile.face.name)
            shown = Image(TileCard(tile), left, top, COLUMN)
            self.items.append(Group((shown,), id=name, description=described(tile)))
            return
        middle, down = left + COLUMN / 2, top + high / 2
        edge = rounded(left + 2, down - LOW / 2 + 2, left + COLUMN - 2, down + LOW / 2 - 2, 14)
        self.items.append(Path((edge,), stroke=FAINT, width=3))
        self.items.append(Path((box(middle - 12, down - 2, middle + 12, down + 2),), FAINT))


@drawn_in_process(KEPT)
def _draw_single(face: ActionFace) -> bytes:
    card = ReadCard(face).scene()
    return png(paint(card, SINGLE))
