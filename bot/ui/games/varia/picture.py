"""Varia's pictures of the timeline, a hand, or cards.

They are drawn from views, which contain nothing that is hidden from the viewer. The timeline has numbered columns,
with the active player's actions above the reactive player's. The active player's points, piles, items and stacks are
above the timeline, the reactive player's below it.
"""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.varia import board, cards
from bot.ui.games.varia.card_picture import BLOOD, TILE, HandCard, ReadCard, TileCard
from bot.ui.games.varia.card_picture import HAND as HAND_CARD
from bot.ui.games.varia.faces import ActionFace, action_face
from bot.ui.games.varia.scene import (
    ActionTile,
    Moment,
    VariaBoardScene,
    VariaHandScene,
    board_scene,
    hand_scene,
)
from bot.ui.pictures.badges import PLATE, Badge
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, ink_on, seat_colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import DESCRIPTION, Picture, description, png
from bot.ui.pictures.rich_text import lay_out, rich_text_at
from bot.ui.pictures.scene import Group, Image, Item, Names, Path, Scene, Text, box, placing, rounded
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted, width
from bot.ui.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.varia.cards import AnyCard
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

BOARD, HAND = "varia-timeline.png", "varia-hand.png"

CARD: Final = 320
"""The width of a card, a tile and a column, in pixels: three of them side by side can be read on a phone."""

SINGLE: Final = 640
"""The width of a single card, in pixels."""

TALL: Final = round(CARD * TILE[1] / TILE[0])
GAP, COLUMN_GAP = 10, 12
"""The gaps between cards in a hand, and between columns and cards on the timeline, in pixels."""

ACROSS: Final = 3
"""The number of moments side by side; the next ones continue below."""

FEW, MANY = 3, 9
"""Up to `FEW` different cards in a hand are in one row; more than `MANY` are in rows of four."""

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
    face = action_face(card, pool, words)
    shown = words.plain(f"varia.charge.{face.emblem.charge[0]}")
    told = description(f"{page.title}\n{page.kind}\n{page.text}\n{page.flavour}\n{shown}".replace("\n\n", "\n"))
    return Picture(f"{card.id}.png", _draw_single(face), told)


def draw_cards(shown: Sequence[tuple[AnyCard, int]], pool: VariaCards, words: Words) -> bytes:
    """Draw some cards as they are in a hand, each with its number of copies, as a PNG."""
    faces = tuple((action_face(card, pool, words, reminders=False), count) for card, count in shown)
    return draw_action_hand(VariaHandScene(faces, ()))


def board_drawing(view: VariaView, words: Words) -> Scene | None:
    """Return the fighters and their timeline as a scene to draw; None without card definitions."""
    return _Timeline(board_scene(view, words.cards, words)).lay_out() if isinstance(words.cards, VariaCards) else None


def hand_drawing(view: VariaView, seat: Seat, words: Words) -> Scene | None:
    """Return a seat's hand, items and stacks as a scene to draw; None if the hand is empty or hidden."""
    if not isinstance(words.cards, VariaCards) or not view.seats[letter(seat)].hand:
        return None
    return lay_action_hand(hand_scene(view, seat, words.cards, words))


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
        self.across = min(max(len(scene.moments), 2), ACROSS)
        self.wide = self.across * (CARD + COLUMN_GAP) - COLUMN_GAP
        self.items: list[Item] = []
        self.names = Names()
        self.top = 0

    def lay_out(self) -> Scene:
        """Return the active player, the distance between the players, the timeline, and the reactive player."""
        self.player(0)
        self.distance()
        for start in range(0, len(self.scene.moments), self.across):
            for number, moment in enumerate(self.scene.moments[start : start + self.across]):
                self.moment(moment, number * (CARD + COLUMN_GAP))
            self.top += NUMBER + 2 * (TALL + GAP) + GAP
        self.player(1)
        return Scene(self.wide, self.top - COLUMN_GAP, tuple(self.items))

    def plate(self, left: float, top: float, right: float, bottom: float, radius: float = 14) -> None:
        """Put down a dark plate for text."""
        self.items.append(Path((rounded(left, top, right, bottom, radius),), PLATE))

    def distance(self) -> None:
        """Show whether the players are engaged, in words and with two arrows that meet or stay apart."""
        fit = fitted(self.scene.title, self.wide - 130, TEXT + 3, SMALL_TEXT)
        right = 130 + width(fit.lines[0], fit.size)
        self.plate(0, self.top, right, self.top + 48)
        first, second = (14, 86) if self.scene.engaged else (48, 52)
        arrow = symbol_at("arrow", (first, self.top + 9), 30, GLOW, PLATE)
        turned = symbol_at("arrow", (-second, self.top + 9), 30, GLOW, PLATE)
        self.items += [arrow, Group((turned,), placing((0, 0), mirrored=True))]
        self.items.append(Text(fit.lines[0], (108, self.top + 24), fit.size, CHALK, "lm"))
        self.top += 48 + COLUMN_GAP

    def player(self, number: int) -> None:
        """Show a player's points and other details."""
        around, self.items = self.items, []
        self.details(number)
        around.append(Group(tuple(self.items), id=f"seat {letter(self.scene.players[number].seat)}"))
        self.items = around

    def details(self, number: int) -> None:
        """Put a player's points and other details on a plate."""
        player, colour = self.scene.players[number], seat_colour(self.scene.players[number].seat)
        text = lay_out(player.lines, self.wide - 4 * COLUMN_GAP, 0, TEXT, TEXT)
        self.plate(0, self.top, self.wide, self.top + HEAD + text.height + GAP)
        middle = self.top + HEAD / 2
        self.items.append(Image(Badge(player.seat, player.sign, player.face), 8, self.top + 5, 52))
        title = fitted(player.title, self.wide - POINTS - 90, TEXT + 5, SMALL_TEXT)
        self.items.append(Text(title.lines[0], (72, middle), title.size, PAPER, "lm"))
        right = self.wide - 14
        for left, sign_name, amount, unit, share in (
            (right - 196, "drop", player.hp, self.scene.units[0], 0.62),
            (right - 62, "points", player.ap, self.scene.units[1], 0.5),
        ):
            colour = BLOOD if sign_name == "drop" else PAPER
            self.items.append(symbol_at(sign_name, (left, self.top + 1), 60, colour, PLATE))
            at = (left + 30, self.top + 1 + 60 * share)
            self.items.append(Text(str(amount), at, 33, ink_on(colour), "mm", "title"))
            self.items.append(Text(unit, (left - 6, middle), TEXT, CHALK, "rm"))
        self.items += rich_text_at((2 * COLUMN_GAP, self.top + HEAD), text, CHALK, PAPER, PLATE)
        self.top += HEAD + text.height + GAP + COLUMN_GAP

    def moment(self, moment: Moment, left: int) -> None:
        """Show one column of the timeline."""
        half = max(26, width(moment.number, 28) / 2 + 16)
        middle = left + CARD / 2
        paper, ink = (GLOW, INK) if moment.now else (PLATE, CHALK)
        self.items.append(Path((rounded(middle - half, self.top, middle + half, self.top + NUMBER - 6, 12),), paper))
        self.items.append(Text(moment.number, (middle, self.top + NUMBER / 2 - 3), 28, ink))
        for number, tile in enumerate((moment.first, moment.second)):
            down = self.top + NUMBER + number * (TALL + GAP)
            if tile is None:
                edge = rounded(left + 2, down + 2, left + CARD - 2, down + TALL - 2, 14)
                self.items.append(Path((edge,), stroke=FAINT, width=3))
                self.items.append(
                    Path((box(middle - 12, down + TALL / 2 - 2, middle + 12, down + TALL / 2 + 2),), FAINT)
                )
            else:
                name = self.names("action", letter(self.scene.players[number].seat), tile.face.name)
                self.items.append(
                    Group((Image(TileCard(tile), left, down, CARD),), id=name, description=_described(tile))
                )


@drawn_in_process(KEPT)
def draw_action_hand(scene: VariaHandScene) -> bytes:
    """Draw a hand, as a PNG."""
    return _drawn(lay_action_hand(scene))


def lay_action_hand(scene: VariaHandScene) -> Scene:
    """Return a hand as a scene, with what is in play below it."""
    columns = max(min(_columns(len(scene.cards)), len(scene.cards)), 1)
    across = max(columns, min(2, len(scene.below)))
    wide = across * (CARD + GAP) - GAP
    high = round(CARD * HAND_CARD[1] / HAND_CARD[0])
    items: list[Item] = []
    names = Names()
    for number, (face, copies) in enumerate(scene.cards):
        row, column = divmod(number, columns)
        count = min(columns, len(scene.cards) - row * columns)
        left = (wide - count * (CARD + GAP) + GAP) // 2
        card = Image(HandCard(face, copies), left + column * (CARD + GAP), row * (high + GAP), CARD)
        items.append(Group((card,), id=names("card", face.name), description=face.name))
    top = -(-len(scene.cards) // columns) * (high + GAP)
    for number, tile in enumerate(scene.below):
        row, column = divmod(number, across)
        card = Image(TileCard(tile), column * (CARD + GAP), top + row * (TALL + GAP), CARD)
        items.append(Group((card,), id=names("in_play", tile.face.name), description=_described(tile)))
    rows = -(-len(scene.below) // across)
    return Scene(wide, top + rows * (TALL + GAP) - GAP, tuple(items))


def _described(tile: ActionTile) -> str:
    """Return what a tile shows: its card's name, and its status."""
    return f"{tile.face.name}, {tile.mark}" if tile.mark else tile.face.name


def _columns(count: int) -> int:
    """Return how many cards to put side by side: four cards, for example, look better in two rows of two."""
    if count <= FEW:
        return count
    return 2 if count == FEW + 1 else FEW if count <= MANY else FEW + 1


@drawn_in_process(KEPT)
def _draw_single(face: ActionFace) -> bytes:
    card = ReadCard(face).scene()
    return png(paint(card, SINGLE))
