"""A Varia match as a picture: the timeline in numbered columns, the active player's actions above the reactive one's.

Both players stand beside their row, with their points, piles, items and stacks. What a viewer does not know is not in
the view, so it is not in the picture.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.games.varia import board
from bot.ui.games.varia.card_picture import BLOOD, badge
from bot.ui.games.varia.faces import outline_of
from bot.ui.games.varia.tiles import HEIGHT, Tile, draw_tile
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, PAPER, TABLE, ink_on, seat_colour
from bot.ui.pictures.drawing_process import drawn_apart
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.rich_text import Paragraph, Passage, passage, write_passage
from bot.ui.pictures.shapes import dashed, frame, place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import write
from bot.ui.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import ActionView, VariaView

NAME: Final = "varia-timeline.png"

WIDE: Final = 320
"""How many pixels wide a column is: three of them side by side can be read on a phone."""

TALL: Final = round(WIDE * HEIGHT / 100)
GAP: Final = 12
ACROSS: Final = 3
"""How many moments lie side by side; the next ones lie below."""

NUMBER: Final = 44
"""How high the number of a moment is."""

HEAD: Final = 62
"""How high the line of a player's points is."""

TEXT: Final = 25
"""The size of what is written, in pixels."""

KEPT: Final = 128
"""How many boards are kept as they were drawn."""


class Player(Struct, frozen=True):
    """A player as the picture shows it: points, and the rest in words."""

    seat: Seat
    role: str
    hp: int
    ap: int
    lines: tuple[Paragraph, ...]


class Moment(Struct, frozen=True):
    """A column: its number or "beyond", and both actions, the active player's first."""

    number: str
    first: Tile | None
    second: Tile | None
    now: bool


class Scene(Struct, frozen=True):
    """All that a picture shows, and nothing else."""

    title: str
    engaged: bool
    units: tuple[str, str]
    players: tuple[Player, Player]
    moments: tuple[Moment, ...]


def picture(view: VariaView, words: Words) -> Picture | None:
    """Return the match as a viewer sees it, and the board in words as its description."""
    if not isinstance(words.cards, VariaCards):
        return None
    said = description(board.board(view, Spoken.of(words)))
    return Picture(NAME, drawn(scene(view, words.cards, words)), said)


def scene(view: VariaView, pool: VariaCards, words: Words) -> Scene:
    """Return what a picture of a view shows."""
    seats = (view.active, 1 - view.active)
    first, second = (view.seats[letter(seat)].plan for seat in seats)
    moments = [
        Moment(
            number=words.plain("varia.picture.beyond") if view.moments and at >= view.moments else str(at + 1),
            first=_tile(first, at, pool, words),
            second=_tile(second, at, pool, words),
            now=at + 1 == view.moment,
        )
        for at in range(max(len(first), len(second)))
    ]
    title = words.plain(f"varia.picture.{view.distance}")
    players = (_player(view, seats[0], words), _player(view, seats[1], words))
    units = (words.plain("varia.picture.hp"), words.plain("varia.picture.ap"))
    return Scene(title, view.distance == "engaged", units, players, tuple(moments))


def _tile(plan: tuple[ActionView | None, ...], at: int, pool: VariaCards, words: Words) -> Tile | None:
    action = plan[at] if at < len(plan) else None
    if action is None:
        return None
    if action.disrupted:
        mark = "disrupted"
    elif action.performed:
        mark = "performed"
    else:
        mark = "" if action.will_pay else "queues"
    shown = words.plain(f"varia.picture.{mark}") if mark else ""
    return Tile(outline_of(action, pool, words), shown, action.disrupted)


def _player(view: VariaView, seat: Seat, words: Words) -> Player:
    shown = view.seats[letter(seat)]
    role = words.plain("varia.board.active" if seat == view.active else "varia.board.reactive")
    _, *lines = board.player(view, seat, words)
    return Player(seat, role, shown.hp, shown.ap, tuple(Paragraph(line.removeprefix("-# ")) for line in lines))


@drawn_apart(KEPT)
def drawn(shown: Scene) -> bytes:
    """Return a picture of a scene, as a PNG."""
    return png(_Sheet(shown).paint())


class _Sheet:
    """A picture being drawn, from top to bottom."""

    def __init__(self, shown: Scene) -> None:
        self.shown = shown
        across = min(max(len(shown.moments), 2), ACROSS)
        self.wide = across * (WIDE + GAP) + GAP
        self.rows = [shown.moments[start : start + across] for start in range(0, len(shown.moments), across)]
        self.texts = [self.text(player.lines) for player in shown.players]
        row = NUMBER + 2 * TALL + 3 * GAP
        high = HEAD + sum(HEAD + text.height + GAP for text in self.texts) + len(self.rows) * row + GAP
        self.image = Image.new("RGB", (self.wide, high), TABLE)
        self.draw = ImageDraw.Draw(self.image)

    def text(self, lines: Iterable[Paragraph]) -> Passage:
        """Lay out what is said of a player."""
        return passage(tuple(lines), self.wide - 2 * GAP, 0, TEXT, TEXT)

    def paint(self) -> Image.Image:
        """Draw everything: how far the players are apart, the active one, the timeline, the reactive one."""
        self.distance()
        top = self.player(0, HEAD)
        for row in self.rows:
            for number, moment in enumerate(row):
                self.moment(moment, GAP + number * (WIDE + GAP), top)
            top += NUMBER + 2 * TALL + 3 * GAP
        self.player(1, top)
        return self.image

    def distance(self) -> None:
        """Draw whether the players are engaged: two arrows that meet, or that are apart."""
        arrow = symbol("arrow", 34, GLOW, TABLE)
        first, second = (GAP, GAP + 36) if self.shown.engaged else (GAP + 46, GAP)
        place(self.image, arrow, first, 14)
        place(self.image, arrow.transpose(Image.Transpose.FLIP_LEFT_RIGHT), second, 14)
        write(self.draw, (GAP + 96, HEAD / 2), self.shown.title, TEXT + 3, CHALK, "lm")

    def player(self, number: int, top: int) -> int:
        """Draw a player's points and what else is said; return where that ends."""
        player, text = self.shown.players[number], self.texts[number]
        middle, colour = top + HEAD / 2, seat_colour(player.seat)
        place(self.image, frame(50, 50, 10, colour, PAPER, 2), GAP, top + 6)
        write(self.draw, (GAP + 25, middle), letter(player.seat), 32, ink_on(colour))
        write(self.draw, (GAP + 64, middle), player.role, TEXT + 3, CHALK, "lm")
        right = self.wide - GAP
        badge(self.image, "drop", str(player.hp), (right - 190, top + 2), 58, BLOOD)
        badge(self.image, "points", str(player.ap), (right - 64, top), 62, PAPER)
        for left, name in zip((right - 194, right - 74), self.shown.units, strict=True):
            write(self.draw, (left, middle), name, TEXT, CHALK, "rm")
        write_passage(self.image, (GAP, top + HEAD), text, CHALK, PAPER, TABLE)
        return top + HEAD + text.height + GAP

    def moment(self, moment: Moment, left: int, top: int) -> None:
        """Draw a column."""
        ink = GLOW if moment.now else CHALK
        write(self.draw, (left + WIDE / 2, top + NUMBER / 2), moment.number, 30, ink)
        if moment.now:
            place(self.image, symbol("arrow", 28, GLOW, TABLE), left + WIDE / 2 - 54, top + NUMBER / 2 - 14)
        for number, tile in enumerate((moment.first, moment.second)):
            down = top + NUMBER + number * (TALL + GAP)
            if tile is None:
                dashed(self.draw, (left, down, left + WIDE - 1, down + TALL - 1), FAINT, 14, 3)
                write(self.draw, (left + WIDE / 2, down + TALL / 2), "–", 30, FAINT)
            else:
                place(self.image, draw_tile(tile, WIDE), left, down)
