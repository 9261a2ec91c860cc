"""Varia's pictures of the timeline, or cards to read.

They are drawn from views, which contain nothing that is hidden from the viewer. Both players are side by side, with
their points, items and stacks. The timeline below them has numbered rows, with each player's actions below the player.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.varia import board, cards
from bot.ui.games.varia.card_picture import HAND as HAND_CARD
from bot.ui.games.varia.card_picture import HandCard, ReadCard
from bot.ui.games.varia.faces import ActionFace, action_face
from bot.ui.games.varia.model import (
    ActionTile,
    DuellistModel,
    TimelineMoment,
    VariaBoardModel,
    board_head,
    board_model,
    described,
)
from bot.ui.games.varia.planned_tile import PlannedTile
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.rich_text import lay_out, rich_text_at
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Scene, Text
from bot.ui.pictures.scoreboard import DISTANCE, distance_at, plate, plates_height
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.text import fitted, width
from bot.ui.texts.words import Spoken, Words
from engine.contract import letter
from engine.games.varia.cards import AnyCard
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

BOARD: Final = "varia-timeline.png"

PAIR, READ = 2, 390
"""The number of cards side by side whose rules can be read on a phone, and the width of each, in pixels."""

SINGLE: Final = 640
"""The width of a single card, in pixels."""

GAP, COLUMN_GAP = 10, 12
"""The gaps between cards to read, and between columns and cards on the timeline, in pixels."""

NUMBER: Final = 56
"""The width of a moment's number, between both players' actions."""

HIGH: Final = 170
"""The height of an action on the timeline."""

COLUMN: Final = (WIDE - NUMBER) / 2 - COLUMN_GAP
"""The width of an action on the timeline."""

HALF: Final = (WIDE - COLUMN_GAP) / 2
"""The width of a player's details."""

SMALL, IN_PLAY = 84, 124
"""The width of the art of a card in play, and the height of its row."""

LARGE_TEXT, TEXT, SMALL_TEXT = 48, 42, 30
"""The largest size of text, the size of most, and the smallest one of a text that is too long, in pixels."""


def board_picture(view: VariaView, words: Words) -> Picture:
    """Return a picture of the fighters and their timeline, with a description of the same facts."""
    told = description(board.board(view, Spoken.of(words)))
    return Picture(BOARD, draw_board(board_model(view, words.pool(VariaCards), words)), told)


def card_picture(card: AnyCard, pool: VariaCards, words: Words) -> Picture:
    """Return a picture of an action, item or stack, large enough to read, with the card's page as its description."""
    page = cards.page(card, pool, words)
    face = action_face(card, pool, words)
    shown = words.plain(f"varia.charge.{face.emblem.charge[0]}")
    told = description(f"{page.title}\n{page.kind}\n{page.text}\n{page.flavour}\n{shown}".replace("\n\n", "\n"))
    return Picture(f"{card.id}.png", _draw_single(face), told)


def draw_cards(shown: Sequence[tuple[AnyCard, int]], pool: VariaCards, words: Words) -> bytes:
    """Draw some cards of Varia, two side by side, each with its number of copies, as a PNG."""
    return _draw_readable(tuple(readable(card, count, pool, words) for card, count in shown))


def readable(card: AnyCard, count: int, pool: VariaCards, words: Words) -> HandCard:
    """Return a card of Varia with its number of copies, as it can be read on a phone beside another one."""
    shown = HandCard(action_face(card, pool, words), count)
    return replace(shown, high=shown.needed_height)


def board_drawing(view: VariaView, words: Words) -> Scene:
    """Return the fighters and their timeline as a scene to draw."""
    return _Timeline(board_model(view, words.pool(VariaCards), words)).lay_out()


def colours(view: VariaView, words: Words) -> Sequence[Colour]:
    """Return the colour of each player's disc on the board."""
    return [fighter.tones.light for fighter in board_head(view, words.pool(VariaCards), words).fighters]


@drawn_in_process
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


@drawn_in_process
def draw_board(model: VariaBoardModel) -> bytes:
    """Draw a timeline between two fighters, as a PNG."""
    return _drawn(_Timeline(model).lay_out())


def _drawn(scene: Scene) -> bytes:
    return png(paint(scene, round(scene.width)))


class _Timeline:
    """A picture that is being laid out, from top to bottom: on plates of its own, with nothing between them."""

    def __init__(self, model: VariaBoardModel) -> None:
        self.scene = model
        self.items: list[Item] = []
        self.names = Names()
        self.top = 0.0

    def lay_out(self) -> Scene:
        """Return both players, the distance between them, and the timeline."""
        self.players()
        self.items += distance_at(self.scene.distance, "meet" if self.scene.engaged else "part", self.top)
        self.top += DISTANCE + COLUMN_GAP
        for number, moment in enumerate(self.scene.moments):
            if moment.beyond and not self.scene.moments[number - 1].beyond:
                self.heading(self.scene.beyond)
            self.moment(moment)
        return Scene(WIDE, self.top - COLUMN_GAP, tuple(self.items))

    def players(self) -> None:
        """Show how both players stand, and below that what each has in play and other details."""
        players, room = self.scene.players, HALF - 4 * COLUMN_GAP
        texts = [lay_out(player.lines, room, 0, TEXT, TEXT) for player in players]
        told = max(text.height for text in texts) if any(player.lines for player in players) else 0
        rows = max(len(player.in_play) for player in players)
        plates = plates_height([player.score for player in players], HALF)
        cards = plates + rows * IN_PLAY + GAP * bool(rows)
        high = cards + (told + 2 * GAP if told else 0)
        for player, text in zip(players, texts, strict=True):
            left, paper = player.seat * (WIDE - HALF), player.score.tones.dark
            shown: tuple[Item, ...] = (
                *[Frame((left, 0), (HALF, high), 24, paper, paper, 1)] * (high > plates),
                *plate(player.score, left, 0, (HALF, plates)),
                *self.in_play(player, left + COLUMN_GAP, plates + GAP),
                *rich_text_at((left + 2 * COLUMN_GAP, cards + GAP), text, CHALK, PAPER, paper),
            )
            self.items.append(Group(shown, id=f"seat {letter(player.seat)}"))
        self.top = high + COLUMN_GAP

    def in_play(self, player: DuellistModel, left: float, top: float) -> list[Item]:
        """Return a player's stacks and items, one below another: the art with the name beside it."""
        shown: list[Item] = []
        for row, (art, name) in enumerate(player.in_play):
            start, middle = left + SMALL + 2 * COLUMN_GAP, top + row * IN_PLAY + (IN_PLAY - GAP) / 2
            fit = fitted(name, round(HALF - SMALL - 4 * COLUMN_GAP), LARGE_TEXT, SMALL_TEXT, 2)
            shown.append(Image(SmallCard(art), left, top + row * IN_PLAY, SMALL))
            for line, text in enumerate(fit.lines):
                down = middle + (line - (len(fit.lines) - 1) / 2) * fit.size * 1.1
                shown.append(Text(text, (start, down), fit.size, CHALK, "lm"))
        return shown

    def heading(self, text: str) -> None:
        """Write a line above the moments that follow, on a plate in the middle."""
        half = width(text, TEXT) / 2 + 2 * COLUMN_GAP
        self.items.append(Frame((WIDE / 2 - half, self.top), (2 * half, DISTANCE), DISTANCE / 2, PLATE, PLATE, 1))
        self.items.append(Text(text, (WIDE / 2, self.top + DISTANCE / 2), TEXT, CHALK))
        self.top += DISTANCE + COLUMN_GAP

    def moment(self, moment: TimelineMoment) -> None:
        """Show a moment's number, lit if it is being played, and each player's action below that player's points."""
        paper, ink = (GLOW, INK) if moment.now else (PLATE, CHALK)
        self.items.append(Frame(((WIDE - NUMBER) / 2, self.top), (NUMBER, HIGH), 14, paper, paper, 1))
        self.items.append(Text(moment.number, (WIDE / 2, self.top + HIGH / 2), LARGE_TEXT, ink))
        for player, tile in zip(self.scene.players, (moment.first, moment.second), strict=True):
            self.action(tile, letter(player.seat), player.seat * (WIDE - COLUMN))
        self.top += HIGH + COLUMN_GAP

    def action(self, tile: ActionTile | None, seat: str, left: float) -> None:
        """Show an action, or a frame with a dash."""
        if tile is not None:
            name = self.names("action", seat, tile.face.name)
            shown = Image(PlannedTile(tile, COLUMN, HIGH), left, self.top, COLUMN)
            self.items.append(Group((shown,), id=name, description=described(tile)))
            return
        self.items.append(Frame((left, self.top), (COLUMN, HIGH), 14, None, FAINT, 3))
        self.items.append(Text("–", (left + COLUMN / 2, self.top + HIGH / 2), LARGE_TEXT, FAINT, "mm", "title"))


@drawn_in_process
def _draw_single(face: ActionFace) -> bytes:
    return png(paint(ReadCard(face).scene(), SINGLE))
