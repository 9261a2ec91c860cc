"""Art Bot's pictures: the table, with every player's points and the latest reveal or Glitch; a hand; a card.

They are designed for phones, which show a picture `WIDE` pixels wide at a width of about 350 to 550.
"""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.games.artbot import board, cards
from bot.ui.games.artbot.faces import art_bot_face
from bot.ui.games.artbot.scene import (
    ArtBotBoardScene,
    ArtistScene,
    GlitchScene,
    HitScene,
    PotScene,
    asks_to_lose,
    board_scene,
    hand_scene,
)
from bot.ui.pictures.badges import PLATE, badge, bar, pile
from bot.ui.pictures.cards import TALL, CardFace, draw_card, draw_hand
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, TABLE, Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import painted
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.shapes import frame, place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import fitted, write, write_fitted
from bot.ui.words import Spoken, Words
from engine.contract import Seat
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.view import ArtBotView

BOARD, HAND, CARD = "artbot-table.png", "artbot-hand.png", "artbot-card.png"

WIDE: Final = 1080
"""The width of a picture of the table, in pixels."""

MARGIN, GAP = 18, 14
"""The margin around everything and the gap between things, in pixels."""

PANEL: Final = 178
"""The height of a player's panel."""

COLUMNS: Final = 2
"""The number of panels side by side."""

SMALL: Final = 162
"""The width of a card that has just been played."""

HIT_HEAD, HIT_FOOT, GLITCH, POT = 98, 126, 250, 98
"""The heights of the line above a reveal, the sum below it, the band of a Glitch, and the line above a pot."""

LEAST: Final = 18
"""The smallest size of text beside cards, in pixels."""

KEPT: Final = 128
"""The number of drawn tables to cache: every viewer requests the same one again."""

HEALTHY, HURT, WEAK = (63, 178, 127), (230, 159, 0), (224, 92, 66)
"""The colours of a bar that is more than half full, more than a quarter full, or less."""

SHADES: Final[tuple[tuple[int, Colour], ...]] = ((-7, (0, 120, 140)), (7, (190, 40, 120)), (0, INK))
"""The horizontal offset of each colour in a Glitch's title, which looks like a misaligned print."""


def board_picture(view: ArtBotView, words: Words) -> Picture:
    """Return a picture of all artists' points and piles and of the open hit, with a description of the same facts."""
    return Picture(
        BOARD, draw_board(board_scene(view, words)), description(board.describe_board(view, Spoken.of(words)))
    )


def hand_picture(view: ArtBotView, seat: Seat, words: Words) -> Picture | None:
    """Return a picture of a seat's hand, or of the cards that a victim chooses from; None if there are no cards."""
    scene = hand_scene(view, seat, words)
    if scene is None:
        return None
    told = board.choice if asks_to_lose(view, seat) else board.hand
    return Picture(HAND, draw_hand(scene), description(told(view, seat, Spoken.of(words))))


def card_picture(card: ArtBotCard, pool: ArtBotCards, words: Words) -> Picture:
    """Return a picture of a card, large enough to read, with the card's page as its description."""
    page = cards.page(card, pool, Spoken.of(words))
    return Picture(CARD, draw_card(art_bot_face(card, words, text=True)), page.description)


@drawn_in_process(KEPT)
def draw_board(scene: ArtBotBoardScene) -> bytes:
    """Draw the artists around the open hit, as a PNG."""
    return png(_Table(scene).paint())


class _Table:
    """A table being drawn: the most urgent event at the top, every player's panel below."""

    def __init__(self, scene: ArtBotBoardScene) -> None:
        self.scene = scene
        self.top = self.event_height()
        lines = -(-len(scene.panels) // COLUMNS)
        self.image = Image.new("RGBA", (WIDE, self.top + MARGIN + lines * (PANEL + GAP) - GAP + MARGIN))
        self.draw = ImageDraw.Draw(self.image)

    def event_height(self) -> int:
        """Return the height of the part above the panels."""
        match self.scene.event:
            case HitScene():
                return MARGIN + HIT_HEAD + round(SMALL * TALL) + HIT_FOOT
            case GlitchScene():
                return MARGIN + GLITCH
            case PotScene():
                return MARGIN + POT + round(SMALL * TALL)
        return 0

    def paint(self) -> Image.Image:
        """Draw everything."""
        match self.scene.event:
            case HitScene() as hit:
                self.hit(hit)
            case GlitchScene() as glitch:
                self.glitch(glitch)
            case PotScene() as pot:
                self.pot(pot)
        wide = (WIDE - 2 * MARGIN - GAP) // COLUMNS
        for number, panel in enumerate(self.scene.panels):
            column, line = number % COLUMNS, number // COLUMNS
            self.panel(panel, MARGIN + column * (wide + GAP), self.top + MARGIN + line * (PANEL + GAP), wide)
        return self.image

    # The most urgent event

    def hit(self, hit: HitScene) -> None:
        """Draw the attacker, the victim, the card played, the cards it revealed, and the result."""
        middle = MARGIN + HIT_HEAD / 2 - GAP / 2
        self.plate(0, HIT_HEAD + 4)
        place(self.image, badge(hit.seat, self.scene.marks[hit.seat], 76), MARGIN, middle - 38)
        place(self.image, badge(hit.victim, self.scene.marks[hit.victim], 76), WIDE - MARGIN - 76, middle - 38)
        place(self.image, symbol("arrow", 60, GLOW, INK), WIDE - MARGIN - 76 - GAP - 60, middle - 30)
        left, right = MARGIN + 76 + GAP, WIDE - MARGIN - 76 - 2 * GAP - 60
        if hit.card is not None:
            place(self.image, symbol(hit.card.sign, 64, PAPER, PLATE), left, middle - 32)
            left += 64 + GAP
        write_fitted(self.draw, (left, middle), hit.title, right - left - GAP, (48, LEAST), PAPER, "lm")
        top = MARGIN + HIT_HEAD
        self.row(hit.revealed, MARGIN, WIDE - 2 * MARGIN, top)
        below = top + round(SMALL * TALL)
        self.plate(below + 8, HIT_FOOT - 8)
        write_fitted(self.draw, (WIDE / 2, below + 38), hit.sum, WIDE - 2 * MARGIN, (50, LEAST), PAPER)
        write_fitted(self.draw, (WIDE / 2, below + 94), hit.choice, WIDE - 2 * MARGIN, (42, LEAST), GLOW)

    def plate(self, top: int, high: int) -> None:
        """Put down a plate for text, from edge to edge."""
        place(self.image, frame(WIDE, high, 22, PLATE, PLATE, 1), 0, top)

    def row(self, cards: Sequence[CardFace], left: int, room: int, top: int) -> None:
        """Draw cards side by side, centred in the available width and small enough to fit."""
        wide = min(SMALL, (room - GAP * (len(cards) - 1)) // max(1, len(cards)))
        start = left + (room - len(cards) * (wide + GAP) + GAP) // 2
        for number, each in enumerate(cards):
            place(self.image, painted(each, wide), start + number * (wide + GAP), top)

    def glitch(self, glitch: GlitchScene) -> None:
        """Draw a band with torn edges, with a misprinted title and the name of the player left short of cards."""
        self.draw.polygon(_torn(MARGIN, GLITCH), GLOW)
        size = fitted(glitch.title, WIDE - 420, 130, LEAST).size
        for aside, colour in SHADES:
            write(self.draw, (WIDE / 2 + aside, MARGIN + 88), glitch.title, size, colour)
        for left in (MARGIN + 60, WIDE - MARGIN - 160):
            place(self.image, symbol("bolt", 100, INK, GLOW), left, MARGIN + 36)
        write_fitted(self.draw, (WIDE / 2, MARGIN + 186), glitch.line, WIDE - 4 * MARGIN, (42, LEAST), INK)

    def pot(self, pot: PotScene) -> None:
        """Draw the tied cards, each player's on that player's side."""
        self.plate(0, POT + 4)
        write_fitted(self.draw, (WIDE / 2, MARGIN + 46), pot.title, WIDE - 2 * MARGIN, (56, LEAST), GLOW)
        half, top = WIDE // 2, MARGIN + POT
        for number, (seat, faces) in enumerate(pot.cards):
            left = MARGIN + number * half
            place(self.image, badge(seat, self.scene.marks[seat], 76), left, top)
            self.row(faces, left + 76 + GAP, half - 76 - 3 * MARGIN, top)

    # Players

    def panel(self, panel: ArtistScene, left: int, top: int, wide: int) -> None:
        """Draw a player's panel: sign, points, bar, piles, and the latest event that affects the player."""
        out = panel.fate == "skull"
        edge = GLOW if panel.active else FAINT if not out else PLATE
        paper = mixed(TABLE, INK, 0.3) if out else PLATE
        place(self.image, frame(wide, PANEL, 22, paper, edge, 6 if panel.active else 2), left, top)
        place(self.image, badge(panel.seat, self.scene.marks[panel.seat], 96), left + 18, top + 18)
        if panel.active:
            place(self.image, symbol("arrow", 40, GLOW, INK), left + 46, top + 124)
        inner, right = left + 136, left + wide - 20
        room = right - inner - (76 if panel.fate else 0)
        write_fitted(self.draw, (inner, top + 52), panel.points, room, (62, LEAST), FAINT if out else PAPER, "lm")
        if panel.fate:
            colour = GLOW if panel.fate in ("bolt", "crown") else WEAK if panel.fate == "target" else CHALK
            place(self.image, symbol(panel.fate, 64, colour, paper), right - 64, top + 18)
        if not out:
            bar(self.draw, (inner, top + 92, right, top + 118), panel.filled, panel.cells, _health(panel), TABLE)
        self.piles(panel, inner, top + 126, right)

    def piles(self, panel: ArtistScene, left: int, top: int, right: int) -> None:
        """Draw the piles side by side, each with its number of cards."""
        step = (right - left) // 3
        for number, (kind, count) in enumerate(panel.piles):
            place(self.image, pile(kind, 42), left + number * step, top)
            write(self.draw, (left + number * step + 50, top + 22), str(count), 34, CHALK, "lm")


def _health(panel: ArtistScene) -> Colour:
    """Return the colour of a player's bar; if the bar shows health, the colour depends on how full it is."""
    if not panel.health:
        return GLOW
    share = panel.filled / panel.cells
    return HEALTHY if share > 0.5 else HURT if share > 0.25 else WEAK  # noqa: PLR2004 - half and a quarter


def _torn(top: int, high: int) -> list[tuple[float, float]]:
    """Return the outline of a band with jagged edges."""
    teeth = 18
    step = WIDE / teeth
    upper = [(number * step, top + (22 if number % 2 else 0)) for number in range(teeth + 1)]
    lower = [(number * step, top + high - (0 if number % 2 else 22) - 18) for number in range(teeth, -1, -1)]
    return [*upper, *lower]
