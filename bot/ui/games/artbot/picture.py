"""Art Bot's pictures: the table, with every player's points and the latest reveal or Glitch; a hand; a card.

They are designed for phones, which show a picture `WIDE` pixels wide at a width of about 350 to 550.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.artbot import board, cards
from bot.ui.games.artbot.faces import art_bot_face
from bot.ui.games.artbot.last_board import last_board
from bot.ui.games.artbot.mascots import Disc
from bot.ui.games.artbot.scene import (
    ArtBotBoardScene,
    ArtistScene,
    GlitchScene,
    HitScene,
    PotScene,
    asks_to_lose,
    board_scene,
    hand_scene,
    numbers,
)
from bot.ui.games.card_numbers import listed
from bot.ui.pictures.badges import PILE, PLATE, Badge, bar_at, pile_at
from bot.ui.pictures.cards import TALL, CardFace, HandScene, draw_card, draw_hand, lay_hand
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, TABLE, Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.last_board import draw_last_board, lay_last_board
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Point, Scene, Text
from bot.ui.pictures.shapes import line_at
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.symbols import Sign
from bot.ui.pictures.text import Anchor, fitted
from bot.ui.words import Spoken, Words
from engine.contract import Decision, Seat, letter
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.view import ArtBotView

BOARD, HAND, CARD = "artbot-table.png", "artbot-hand.png", "artbot-card.png"

WIDE: Final = 1080
"""The width of a picture of the table, in pixels."""

MARGIN, GAP = 18, 14
"""The margin around everything and the gap between things, in pixels."""

PANEL: Final = 378
"""The height of a player's panel."""

ROBOT: Final = 146
"""The height of a player's robot."""

FACE: Final = 84
"""The side of a player's badge."""

COLUMNS: Final = 2
"""The number of panels side by side, and of cards to read on a phone."""

ACROSS: Final = 3
"""The most cards side by side where they are not in a hand."""

SMALL: Final = 162
"""The width of a card that has just been played."""

HIT_HEAD, HIT_FOOT, GLITCH, POT = 98, 126, 250, 98
"""The heights of the line above a reveal, the sum below it, the band of a Glitch, and the line above a pot."""

LEAST_NAME: Final = 32
"""The smallest size of a player's name, in pixels: it can be read on a phone."""

LEAST: Final = 18
"""The smallest size of text beside cards, in pixels."""

KEPT: Final = 128
"""The number of drawn tables to cache: every viewer requests the same one again."""

HEALTHY, HURT, WEAK = (63, 178, 127), (230, 159, 0), (224, 92, 66)
"""The colours of a bar that is more than half full, more than a quarter full, or less."""

SHADES: Final[tuple[tuple[int, Colour], ...]] = ((-7, (0, 120, 140)), (7, (190, 40, 120)), (0, INK))
"""The horizontal offset of each colour in a Glitch's title, which looks like a misaligned print."""


def board_picture(view: ArtBotView, words: Words) -> Picture:
    """Return a picture of all artists' points and piles and of the open hit, with a description of the same facts.

    Once the match is over, it shows how everybody ended.
    """
    told = description(board.describe_board(view, Spoken.of(words)))
    if view.outcome is not None:
        return Picture(BOARD, draw_last_board(last_board(view, view.outcome, words)), told)
    return Picture(BOARD, draw_board(board_scene(view, words)), told)


def hand_picture(view: ArtBotView, seat: Seat, words: Words, asked: Decision | None = None) -> Picture | None:
    """Return a picture of a seat's hand, or of the cards that a victim chooses from; None if there are no cards.

    The cards that a question offers have the numbers of their buttons.
    """
    scene = hand_scene(view, seat, words, asked)
    if scene is None:
        return None
    told = board.choice if asks_to_lose(view, seat) else board.hand
    buttons = listed(numbers(view, seat, asked), words)
    return Picture(HAND, draw_hand(scene), description(f"{buttons}\n{told(view, seat, Spoken.of(words))}".strip()))


def card_picture(card: ArtBotCard, pool: ArtBotCards, words: Words) -> Picture:
    """Return a picture of a card, large enough to read, with the card's page as its description."""
    page = cards.page(card, pool, Spoken.of(words))
    return Picture(CARD, draw_card(art_bot_face(card, words, text=True)), page.description)


def draw_cards(shown: Sequence[tuple[ArtBotCard, int]], pool: ArtBotCards, words: Words) -> bytes:
    """Draw some cards, two side by side, each with its number of copies, as a PNG."""
    return draw_hand(HandScene(tuple(readable(card, count, pool, words) for card, count in shown), COLUMNS))


def readable(card: ArtBotCard, count: int, _: ArtBotCards, words: Words) -> CardFace:
    """Return the front of a card with its number of copies, as it can be read on a phone beside another one."""
    return replace(art_bot_face(card, words, text=True), copies=count)


def board_drawing(view: ArtBotView, words: Words) -> Scene:
    """Return the table as a scene to draw."""
    if view.outcome is not None:
        return lay_last_board(last_board(view, view.outcome, words))
    return _Table(board_scene(view, words)).lay_out()


def hand_drawing(view: ArtBotView, seat: Seat, words: Words) -> Scene | None:
    """Return a hand, or the cards that a victim chooses from, as a scene to draw; None if there are no cards."""
    scene = hand_scene(view, seat, words)
    return None if scene is None else lay_hand(scene)


@drawn_in_process(KEPT)
def draw_board(scene: ArtBotBoardScene) -> bytes:
    """Draw the artists around the open hit, as a PNG."""
    whole = _Table(scene).lay_out()
    return png(paint(whole, round(whole.width)))


class _Table:
    """A table being laid out: the most urgent event at the top, every player's panel below."""

    def __init__(self, scene: ArtBotBoardScene) -> None:
        self.scene = scene
        self.top = self.event_height()
        self.items: list[Item] = []
        self.names = Names()

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

    def lay_out(self) -> Scene:
        """Return everything."""
        match self.scene.event:
            case HitScene() as hit:
                self.hit(hit)
            case GlitchScene() as glitch:
                self.items.append(Group(tuple(self.glitch(glitch)), id="glitch", description=glitch.line))
            case PotScene() as pot:
                self.pot(pot)
        wide = (WIDE - 2 * MARGIN - GAP) // COLUMNS
        for number, panel in enumerate(self.scene.panels):
            column, line = number % COLUMNS, number // COLUMNS
            left, top = MARGIN + column * (wide + GAP), self.top + MARGIN + line * (PANEL + GAP)
            self.items.append(Group(tuple(self.panel(panel, left, top, wide)), id=f"seat {letter(panel.seat)}"))
        lines = -(-len(self.scene.panels) // COLUMNS)
        high = self.top + MARGIN + lines * (PANEL + GAP) - GAP + MARGIN
        return Scene(WIDE, high, tuple(self.items))

    def badge(self, seat: Seat, left: float, top: float, size: float) -> Image:
        """Return a seat's badge."""
        return Image(Badge(seat, self.scene.marks[seat], self.scene.faces[seat]), left, top, size)

    # The most urgent event

    def hit(self, hit: HitScene) -> None:
        """Draw the attacker, the victim, the card played, the cards it revealed, and the result."""
        middle = MARGIN + HIT_HEAD / 2 - GAP / 2
        self.plate(0, HIT_HEAD + 4)
        self.items.append(self.badge(hit.seat, MARGIN, middle - 38, 76))
        self.items.append(self.badge(hit.victim, WIDE - MARGIN - 76, middle - 38, 76))
        self.items.append(Image(Sign("arrow", GLOW, INK), WIDE - MARGIN - 76 - GAP - 60, middle - 30, 60))
        left, right = MARGIN + 76 + GAP, WIDE - MARGIN - 76 - 2 * GAP - 60
        if hit.card is not None:
            sign = Image(Sign(hit.card.sign, PAPER, PLATE), left, middle - 32, 64)
            name = (left + 64 + GAP, middle)
            line, _ = line_at(name, hit.card.name, right - left - 64 - 2 * GAP, (48, LEAST), PAPER, "lm")
            self.items.append(Group((sign, line), id=self.names("played", hit.card.name), description=hit.card.name))
        top = MARGIN + HIT_HEAD
        self.row(hit.revealed, MARGIN, WIDE - 2 * MARGIN, top)
        below = top + round(SMALL * TALL)
        self.plate(below + 8, HIT_FOOT - 8)
        self.line((WIDE / 2, below + 38), hit.sum, WIDE - 2 * MARGIN, 50, PAPER)
        self.line((WIDE / 2, below + 94), hit.choice, WIDE - 2 * MARGIN, 42, GLOW)

    def plate(self, top: int, high: int) -> None:
        """Put down a plate for text, from edge to edge."""
        self.items.append(Frame((0, top), (WIDE, high), 22, PLATE, PLATE, 1))

    def line(self, at: Point, text: str, room: int, size: int, colour: Colour, anchor: Anchor = "mm") -> None:
        """Write a line that is small enough to fit."""
        self.items.append(line_at(at, text, room, (size, LEAST), colour, anchor)[0])

    def row(self, cards: Sequence[CardFace], left: int, room: int, top: int) -> None:
        """Draw cards side by side, centred in the available width and small enough to fit."""
        wide = min(SMALL, (room - GAP * (len(cards) - 1)) // max(1, len(cards)))
        start = left + (room - len(cards) * (wide + GAP) + GAP) // 2
        for number, each in enumerate(cards):
            card = Image(each, start + number * (wide + GAP), top, wide)
            self.items.append(Group((card,), id=self.names("card", each.name), description=each.name))

    def glitch(self, glitch: GlitchScene) -> Iterator[Item]:
        """Yield a band with torn edges, with a misprinted title and the name of the player left short of cards."""
        yield Path((tuple(_torn(MARGIN, GLITCH)),), GLOW)
        size = fitted(glitch.title, WIDE - 420, 130, LEAST).size
        for aside, colour in SHADES:
            yield Text(glitch.title, (WIDE / 2 + aside, MARGIN + 88), size, colour)
        for left in (MARGIN + 60, WIDE - MARGIN - 160):
            yield Image(Sign("bolt", INK, GLOW), left, MARGIN + 36, 100)
        yield line_at((WIDE / 2, MARGIN + 186), glitch.line, WIDE - 4 * MARGIN, (42, LEAST), INK)[0]

    def pot(self, pot: PotScene) -> None:
        """Draw the tied cards, each player's on that player's side."""
        self.plate(0, POT + 4)
        self.line((WIDE / 2, MARGIN + 46), pot.title, WIDE - 2 * MARGIN, 56, GLOW)
        half, top = WIDE // 2, MARGIN + POT
        for number, (seat, faces) in enumerate(pot.cards):
            left = MARGIN + number * half
            self.items.append(self.badge(seat, left, top, 76))
            self.row(faces, left + 76 + GAP, half - 76 - 3 * MARGIN, top)

    # Players

    def panel(self, panel: ArtistScene, left: int, top: int, wide: int) -> Iterator[Item]:
        """Yield a player's panel: sign, name, points, robot, bar, piles, and the latest event that affects them."""
        out = panel.fate == "skull"
        edge = GLOW if panel.active else FAINT if not out else PLATE
        paper = mixed(TABLE, INK, 0.3) if out else PLATE
        yield Frame((left, top), (wide, PANEL), 22, paper, edge, 6 if panel.active else 2)
        yield self.badge(panel.seat, left + 18, top + 16, FACE)
        inner, right = left + 18 + FACE + 16, left + wide - 18
        sign = panel.fate or ("arrow" if panel.active else "")
        room = right - inner - (72 if sign else 0)
        yield line_at((inner, top + 16 + FACE / 2), panel.name, room, (46, LEAST_NAME), CHALK, "lm")[0]
        if sign:
            colour = CHALK if sign == "skull" else WEAK if sign == "target" else GLOW
            yield Image(Sign(sign, colour, paper), right - 60, top + 16 + (FACE - 60) / 2, 60)
        middle = top + 12 + FACE + ROBOT / 2
        room = right - left - 18 - (0 if panel.robot is None else ROBOT + 16)
        yield line_at((left + 20, middle), panel.points, room, (96, LEAST), FAINT if out else PAPER, "lm")[0]
        yield from self.robot(panel, right, middle)
        if not out:
            bar = (left + 18, top + PANEL - PILE - 42, right, top + PANEL - PILE - 20)
            yield from bar_at(bar, panel.filled, panel.cells, _health(panel), TABLE)
        step = (right - left - 18) / len(panel.piles)
        for number, pile in enumerate(panel.piles):
            yield from pile_at(pile, (left + 18 + number * step, top + PANEL - PILE - 8), step)

    def robot(self, panel: ArtistScene, right: float, middle: float) -> Iterator[Item]:
        """Yield a player's robot: on its card or, if it belongs to none, on a disc."""
        if panel.robot is None:
            return
        if panel.is_card:
            card = SmallCard(panel.robot, 4)
            wide = ROBOT * card.size[0] / card.size[1]
            yield Image(card, right - wide - 8, middle - ROBOT / 2, wide)
            return
        yield Image(Disc(panel.robot), right - ROBOT, middle - ROBOT / 2, ROBOT)


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
