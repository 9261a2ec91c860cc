"""WarMage's pictures: the table, with the Chain as a stack, the players and the Row; a hand; a card.

They are designed for phones, which show a picture `WIDE` pixels wide at a width of about 350 to 550.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.games.warmage import board, cards
from bot.ui.games.warmage.faces import spell_face
from bot.ui.games.warmage.scene import LinkScene, LyingScene, PlayerScene, WarMageBoardScene, board_scene, hand_scene
from bot.ui.pictures.badges import PLATE, badge, pile
from bot.ui.pictures.cards import TALL, card_back, draw_card, draw_hand
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, TABLE, Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import painted
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.shapes import back, frame, place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import write, write_fitted
from bot.ui.words import Spoken, Words
from engine.contract import Seat
from engine.games.warmage.cards import Spell
from engine.games.warmage.chain import Fate
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import WarMageView

BOARD, HAND, CARD = "warmage-table.png", "warmage-hand.png", "warmage-card.png"

WIDE: Final = 1080
"""The width of a picture of the table, in pixels."""

MARGIN, GAP = 18, 14
"""The margin around everything and the gap between things, in pixels."""

TITLE, LINK, LEAST_LINK, CHAIN_ROOM = 62, 104, 66, 640
"""The heights of the Chain's title, of a Spell in it (maximum and minimum), and of a Chain before its Spells shrink."""

STEP: Final = 10
"""How far each Spell in the Chain is indented from the one above it, which makes the Chain look like a stack."""

ASKED: Final = 92
"""The height of the line of players who may answer."""

PLAYER, LYING = 132, 50
"""The heights of a player's panel without cards in play, and of a line of cards in play."""

COLUMNS: Final = 2
"""The number of panels side by side."""

WOUND: Final = (58, 82)
"""The width and height of a Wound Card."""

ROW: Final = 150
"""The width of a card in the Row."""

LEAST: Final = 18
"""The smallest size of text beside cards, in pixels."""

KEPT: Final = 128
"""The number of drawn tables to cache: every viewer requests the same one again."""

FATES: Final[dict[Fate, tuple[str, Colour]]] = {
    "success": ("check", (96, 205, 150)),
    "countered": ("barred", (255, 128, 104)),
    "fizzled": ("puff", CHALK),
}
"""How a Spell's fate is shown: the sign and its colour."""

FLESH, MORTAL = ((250, 214, 206), (186, 44, 30)), ((52, 22, 26), (255, 255, 255))
"""The colours of a Wound Card's paper and sign."""

ASIDE: Final = ((62, 70, 100), (170, 180, 204))
"""The back of a Wound Card that is set aside: the colour between its stripes, and the colour of its edge."""


def board_picture(view: WarMageView, words: Words) -> Picture:
    """Return a picture of the Chain, the Row and the players' Wounds, with a description of the same facts."""
    return Picture(
        BOARD, draw_board(board_scene(view, words)), description(board.describe_board(view, Spoken.of(words)))
    )


def hand_picture(view: WarMageView, seat: Seat, words: Words) -> Picture | None:
    """Return a picture of the Spells in a hand, with a description of them; None if the hand is empty."""
    scene = hand_scene(view, seat, words)
    if scene is None:
        return None
    return Picture(HAND, draw_hand(scene), description(board.hand(view, seat, Spoken.of(words))))


def card_picture(spell: Spell, pool: WarMageCards, words: Words) -> Picture:
    """Return a picture of a Spell, large enough to read, with the Spell's page as its description."""
    page = cards.page(spell, pool, Spoken.of(words))
    return Picture(CARD, draw_card(spell_face(spell, words, text=True)), page.description)


@drawn_in_process(KEPT)
def draw_board(scene: WarMageBoardScene) -> bytes:
    """Draw the Chain, the Row and the players, as a PNG."""
    return png(_Table(scene).paint())


class _Table:
    """A table being drawn from the top down: the Chain, the players who may answer, all players, the Row, the piles."""

    def __init__(self, scene: WarMageBoardScene) -> None:
        self.scene = scene
        self.link_high = max(LEAST_LINK, min(LINK, CHAIN_ROOM // max(1, len(scene.chain))))
        chain = TITLE + len(scene.chain) * self.link_high if scene.chain else 0
        self.players_top = MARGIN + chain + (ASKED if scene.may_answer else GAP if scene.chain else 0)
        self.lines = [self.line_high(start) for start in range(0, len(scene.players), COLUMNS)]
        self.row_top = self.players_top + sum(self.lines) + GAP * len(self.lines)
        self.image = Image.new("RGBA", (WIDE, self.row_top + round(ROW * TALL) + MARGIN))
        self.draw = ImageDraw.Draw(self.image)

    def line_high(self, start: int) -> int:
        """Return the height of a row of panels: enough for the player with the most lines of cards in play."""
        most = max(len(player.play) for player in self.scene.players[start : start + COLUMNS])
        return PLAYER + LYING * most + (GAP if most else 0)

    def paint(self) -> Image.Image:
        """Draw everything."""
        if self.scene.chain:
            self.chain()
        wide = (WIDE - 2 * MARGIN - GAP) // COLUMNS
        for number, player in enumerate(self.scene.players):
            line, column = divmod(number, COLUMNS)
            top = self.players_top + sum(self.lines[:line]) + GAP * line
            self.player(player, MARGIN + column * (wide + GAP), top, (wide, self.lines[line]))
        self.row()
        return self.image

    def words(self, text: str, at: tuple[float, float], room: int, size: int, colour: Colour) -> float:
        """Write a line, left-aligned and small enough to fit; return its width."""
        return write_fitted(self.draw, at, text, room, (size, LEAST), colour, "lm")

    def plate(self, top: int, high: int) -> None:
        """Put down a plate for text, from edge to edge."""
        place(self.image, frame(WIDE, high, 22, PLATE, PLATE, 1), 0, top)

    # The Chain

    def chain(self) -> None:
        """Draw the Chain as a stack, and below it the players who may answer."""
        shown = self.scene
        self.plate(0, TITLE + MARGIN - 8)
        self.words(shown.title, (MARGIN + 4, MARGIN + TITLE / 2 - 6), WIDE - 2 * MARGIN, 40, GLOW)
        for place_, link in enumerate(shown.chain):
            inset = min(place_, 6) * STEP
            top = MARGIN + TITLE + place_ * self.link_high
            self.link(link, MARGIN + inset, top, WIDE - 2 * MARGIN - 2 * inset)
        if shown.may_answer:
            top = MARGIN + TITLE + len(shown.chain) * self.link_high + 6
            self.plate(top - 4, ASKED - 12)
            at = MARGIN + 4 + self.words(shown.asked, (MARGIN + 4, top + 36), 460, 38, GLOW) + 20
            for seat in shown.may_answer:
                place(self.image, badge(seat, self.scene.marks[seat], 68), at, top + 2)
                at += 68 + GAP

    def link(self, link: LinkScene, left: int, top: int, wide: int) -> None:
        """Draw a Spell in the Chain: its caster, its target, and its fate if nobody answers."""
        high = self.link_high - 8
        sign, colour = FATES[link.fate]
        place(self.image, frame(wide, high, 18, PLATE, colour, 4), left, top)
        middle, size = top + high / 2, min(64, high - 16)
        at = left + 16 + self.words(str(link.number), (left + 16, middle), 60, 34, FAINT) + GAP
        place(self.image, badge(link.seat, self.scene.marks[link.seat], size), at, middle - size / 2)
        at += size + GAP
        place(self.image, symbol(link.sign, size - 8, PAPER, PLATE), at, middle - size / 2 + 4)
        at += size + 4
        fate_left = left + wide - 240
        self.aimed(link, at, (top, high), fate_left - at - GAP)
        place(self.image, symbol(sign, 44, colour, PLATE), fate_left, middle - 22)
        self.words(link.told, (fate_left + 54, middle), 240 - 54 - 12, 32, colour)

    def aimed(self, link: LinkScene, left: float, band: tuple[int, int], room: float) -> None:
        """Write a Spell's name, and its target below it; a Spell without a target takes one line."""
        top, high = band
        target = link.at is not None or link.upon is not None
        shielded = 44 if link.protected else 0
        name = top + high * (0.3 if target else 0.5)
        across = self.words(link.name, (left, name), int(room) - shielded, 40, PAPER)
        if shielded:
            place(self.image, symbol("ward", 36, GLOW, PLATE), left + across + 8, name - 18)
        if not target:
            return
        size, middle = min(38, high // 2 - 4), top + high * 0.72
        place(self.image, symbol("arrow", 24, GLOW, PLATE), left, middle - 12)
        at = left + 34
        if link.upon is not None:
            place_, upon = link.upon
            if place_ is not None:
                at += self.words(str(place_), (at, middle), 50, 30, FAINT) + 10
            left_over = int(left + room - at) - (size + 44 if link.at is not None else 0)
            at += self.words(upon, (at, middle), left_over, 30, CHALK)
            if link.at is not None:
                place(self.image, symbol("arrow", 24, GLOW, PLATE), at + 10, middle - 12)
                at += 44
        if link.at is not None:
            place(self.image, badge(link.at, self.scene.marks[link.at], size), at, middle - size / 2)

    # The players

    def player(self, player: PlayerScene, left: int, top: int, size: tuple[int, int]) -> None:
        """Draw a player's panel: sign, Wound Cards, number of Wounds left, size of the hand, and cards in play."""
        wide, high = size
        edge = GLOW if player.active else PLATE if player.out else FAINT
        paper = mixed(TABLE, INK, 0.3) if player.out else PLATE
        place(self.image, frame(wide, high, 22, paper, edge, 6 if player.active else 2), left, top)
        place(self.image, badge(player.seat, self.scene.marks[player.seat], 84), left + 16, top + 16)
        at, middle = left + 116, top + 58
        if player.won or player.out:
            sign, colour = ("crown", GLOW) if player.won else ("skull", CHALK)
            place(self.image, symbol(sign, 60, colour, paper), at, middle - 30)
            at += 74
        if not player.out:
            at = self.wounds(player, at, top + 17)
        hand_left = left + wide - 106
        self.words(player.left, (at + 4, middle), hand_left - at - 16, 38, FAINT if player.out else PAPER)
        place(self.image, pile("hand", 46), hand_left, middle - 23)
        write(self.draw, (hand_left + 54, middle), str(player.hand), 36, CHALK, "lm")
        if player.active:
            place(self.image, symbol("arrow", 26, GLOW, INK), left + 45, top + 103)
        for number, lying in enumerate(player.play):
            self.lying(lying, left + 20, top + PLAYER + number * LYING, wide - 40)

    def wounds(self, player: PlayerScene, left: int, top: int) -> int:
        """Draw the Wound Cards, first Mortal, then Flesh, then those set aside, and return where they end."""
        for kind in ("mortal",) * player.mortal + ("flesh",) * player.flesh + ("aside",) * player.aside:
            place(self.image, wound(kind), left, top)
            left += WOUND[0] + 8
        return left + 6

    def lying(self, lying: LyingScene, left: int, top: int, wide: int) -> None:
        """Draw a card in play: its school's sign, its name, and its caster if another player cast it."""
        place(self.image, symbol(lying.sign, 36, PAPER, PLATE), left, top)
        room = wide - 50 - (90 if lying.by is not None else 0)
        across = self.words(lying.name, (left + 50, top + 18), room, 32, CHALK)
        if lying.by is not None:
            place(
                self.image,
                symbol("arrow", 22, GLOW, PLATE).transpose(Image.Transpose.FLIP_LEFT_RIGHT),
                left + 60 + across,
                top + 7,
            )
            place(self.image, badge(lying.by, self.scene.marks[lying.by], 40), left + 90 + across, top - 2)

    # The middle of the table

    def row(self) -> None:
        """Draw the Row, the deck and the Discard."""
        for number, each in enumerate(self.scene.row):
            place(self.image, painted(each, ROW), MARGIN + number * (ROW + GAP), self.row_top)
        high = round(ROW * TALL)
        for number, (kind, count) in enumerate((("discard", self.scene.discard), ("deck", self.scene.deck))):
            left = WIDE - MARGIN - ROW - number * (ROW + GAP)
            if kind == "deck" and count:
                place(self.image, card_back(ROW), left, self.row_top)
            else:
                place(self.image, frame(ROW, high, ROW // 12, None, FAINT, 3), left, self.row_top)
            self.count(kind == "discard", count, left + ROW // 2, self.row_top + high // 2)

    def count(self, crossed: bool, count: int, x: int, y: int) -> None:  # noqa: FBT001 - which of two piles
        """Write a pile's number of cards on a plate."""
        place(self.image, frame(110, 60, 16, INK, FAINT, 2), x - 55, y - 30)
        place(self.image, pile("discard" if crossed else "deck", 38), x - 50, y - 19)
        write(self.draw, (x + 22, y), str(count), 36, PAPER)


@lru_cache(KEPT)
def wound(kind: str) -> Image.Image:
    """Return a Wound Card, showing a "flesh" or "mortal" Wound, or its back if the card is set "aside"."""
    wide, high = WOUND
    if kind == "aside":
        return back(wide, high, 10, *ASIDE, 3)
    paper, ink = MORTAL if kind == "mortal" else FLESH
    sheet = frame(wide, high, 10, paper, ink, 4).copy()
    size = wide - 20
    place(sheet, symbol("skull" if kind == "mortal" else "drop", size, ink, paper), 10, (high - size) / 2)
    return sheet
