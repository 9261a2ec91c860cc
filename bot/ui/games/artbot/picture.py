"""Art Bot's pictures: the table, with every player's points and the latest reveal or Glitch; a hand; a card.

They are designed for phones, which show a picture `WIDE` pixels wide at a width of about 350 to 550.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.artbot import board, cards
from bot.ui.games.artbot.faces import art_bot_face
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
from bot.ui.games.trophies import seat_tones
from bot.ui.pictures.badges import PILE, PLATE, Badge, bar_at, pile_at
from bot.ui.pictures.cards import TALL, CardFace, draw_card, draw_pairs
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Point, Scene, Text
from bot.ui.pictures.shapes import line_at
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.symbols import Sign
from bot.ui.pictures.text import Anchor, fitted
from bot.ui.pictures.tones import CREAM, SLATE
from bot.ui.pictures.wide_hand import hand_pages, lay_wide_hand
from bot.ui.texts.words import Spoken, Words
from engine.contract import Decision, Seat, letter
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.view import ArtBotView

BOARD, HAND, NEXT, CARD = "artbot-table.png", "artbot-hand.png", "artbot-hand-{}.png", "artbot-card.png"

WIDE: Final = 1080
"""The width of a picture of the table, in pixels."""

MARGIN, GAP = 18, 14
"""The margin around everything and the gap between things, in pixels."""

PANEL, ROW = 378, 178
"""The heights of a player's panel beside another one, and of one across the whole picture."""

ROBOT: Final = 146
"""The height of a player's robot."""

FACE: Final = 84
"""The side of a player's badge."""

PAIR: Final = 2
"""The number of players whose panels are side by side; more players have a panel across the whole picture each."""

POINTS: Final = 500
"""The right edge of a player's points in a panel across the whole picture, in pixels; piles and robot follow."""

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

AIMED: Final[Colour] = (255, 128, 104)
"""The colour of the sign on a victim."""

SHADES: Final[tuple[tuple[int, Colour], ...]] = ((-7, (0, 120, 140)), (7, (190, 40, 120)), (0, INK))
"""The horizontal offset of each colour in a Glitch's title, which looks like a misaligned print."""


def board_picture(view: ArtBotView, words: Words) -> Picture:
    """Return a picture of all artists' points and piles and of the open hit, with a description of the same facts."""
    told = description(board.describe_board(view, Spoken.of(words)))
    return Picture(BOARD, draw_board(board_scene(view, words)), told)


def hand_pictures(view: ArtBotView, seat: Seat, words: Words, asked: Decision | None = None) -> tuple[Picture, ...]:
    """Return a seat's hand, or the cards that a victim chooses from, in as many pictures as it takes.

    The cards that a question offers have the numbers of their buttons. The first picture's description has everything.
    """
    scene = hand_scene(view, seat, words, asked)
    if scene is None:
        return ()
    told = board.choice if asks_to_lose(view, seat) else board.hand
    buttons, hand = listed(numbers(view, seat, asked), words), told(view, seat, Spoken.of(words))
    return hand_pages(HAND, NEXT, scene, f"{buttons}\n{hand}".strip())


def card_picture(card: ArtBotCard, pool: ArtBotCards, words: Words) -> Picture:
    """Return a picture of a card, large enough to read, with the card's page as its description."""
    page = cards.page(card, pool, Spoken.of(words))
    return Picture(CARD, draw_card(art_bot_face(card, words, text=True)), page.description)


def draw_cards(shown: Sequence[tuple[ArtBotCard, int]], pool: ArtBotCards, words: Words) -> bytes:
    """Draw some cards, two side by side, each with its number of copies, as a PNG."""
    return draw_pairs(tuple(readable(card, count, pool, words) for card, count in shown))


def readable(card: ArtBotCard, count: int, _: ArtBotCards, words: Words) -> CardFace:
    """Return the front of a card with its number of copies, as it can be read on a phone beside another one."""
    return replace(art_bot_face(card, words, text=True), copies=count)


def board_drawing(view: ArtBotView, words: Words) -> Scene:
    """Return the table as a scene to draw."""
    return _Table(board_scene(view, words)).lay_out()


def hand_drawing(view: ArtBotView, seat: Seat, words: Words) -> Scene | None:
    """Return a hand, or the cards that a victim chooses from, as a scene to draw; None if there are no cards."""
    scene = hand_scene(view, seat, words)
    return None if scene is None else lay_wide_hand(scene)


@drawn_in_process
def draw_board(scene: ArtBotBoardScene) -> bytes:
    """Draw the artists around the open hit, as a PNG."""
    whole = _Table(scene).lay_out()
    return png(paint(whole, round(whole.width)))


class _Table:
    """A table being laid out: the most urgent event at the top, every player's panel below."""

    def __init__(self, scene: ArtBotBoardScene) -> None:
        self.scene = scene
        self.tones = seat_tones(len(scene.marks))
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
        beside = len(self.scene.panels) == PAIR
        wide = (WIDE - 2 * MARGIN - GAP) // PAIR
        top = self.top + MARGIN
        for number, panel in enumerate(self.scene.panels):
            if beside:
                shown = tuple(self.panel(panel, MARGIN + number * (wide + GAP), top, wide))
            else:
                shown = tuple(self.row(panel, top + number * (ROW + GAP)))
            self.items.append(Group(shown, id=f"seat {letter(panel.seat)}"))
        below = PANEL if beside else len(self.scene.panels) * (ROW + GAP) - GAP
        return Scene(WIDE, top + below + MARGIN, tuple(self.items))

    def badge(self, seat: Seat, left: float, top: float, size: float) -> Image:
        """Return a seat's badge."""
        return Image(Badge(seat, self.scene.marks[seat], self.scene.faces[seat]), left, top, size)

    # The most urgent event

    def hit(self, hit: HitScene) -> None:
        """Draw the attacker, the victim, the card played, the cards it revealed, and the result."""
        middle = MARGIN + HIT_HEAD / 2 - GAP / 2
        self.plate(0, HIT_HEAD + 4, self.tones[hit.seat].deep)
        self.items.append(self.badge(hit.seat, MARGIN, middle - 38, 76))
        self.items.append(self.badge(hit.victim, WIDE - MARGIN - 76, middle - 38, 76))
        self.items.append(
            Image(Sign("arrow", GLOW, self.tones[hit.seat].deep), WIDE - MARGIN - 76 - GAP - 60, middle - 30, 60)
        )
        left, right = MARGIN + 76 + GAP, WIDE - MARGIN - 76 - 2 * GAP - 60
        if hit.card is not None:
            sign = Image(Sign(hit.card.sign, PAPER, self.tones[hit.seat].deep), left, middle - 32, 64)
            name = (left + 64 + GAP, middle)
            line, _ = line_at(name, hit.card.name, right - left - 64 - 2 * GAP, (48, LEAST), PAPER, "lm")
            self.items.append(Group((sign, line), id=self.names("played", hit.card.name), description=hit.card.name))
        top = MARGIN + HIT_HEAD
        self.cards(hit.revealed, MARGIN, WIDE - 2 * MARGIN, top)
        below = top + round(SMALL * TALL)
        self.plate(below + 8, HIT_FOOT - 8, self.tones[hit.victim].deep)
        self.line((WIDE / 2, below + 38), hit.sum, WIDE - 2 * MARGIN, 50, PAPER)
        self.line((WIDE / 2, below + 94), hit.choice, WIDE - 2 * MARGIN, 42, GLOW)

    def plate(self, top: int, high: int, colour: Colour) -> None:
        """Put down a plate for text, from edge to edge."""
        self.items.append(Frame((0, top), (WIDE, high), 22, colour, colour, 1))

    def line(self, at: Point, text: str, room: int, size: int, colour: Colour, anchor: Anchor = "mm") -> None:
        """Write a line that is small enough to fit."""
        self.items.append(line_at(at, text, room, (size, LEAST), colour, anchor)[0])

    def cards(self, cards: Sequence[CardFace], left: int, room: int, top: int) -> None:
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
            yield Image(Sign("glitch", INK, GLOW), left, MARGIN + 36, 100)
        yield line_at((WIDE / 2, MARGIN + 186), glitch.line, WIDE - 4 * MARGIN, (42, LEAST), INK)[0]

    def pot(self, pot: PotScene) -> None:
        """Draw the tied cards, each player's on that player's side."""
        self.plate(0, POT + 4, PLATE)
        self.line((WIDE / 2, MARGIN + 46), pot.title, WIDE - 2 * MARGIN, 56, GLOW)
        half, top = WIDE // 2, MARGIN + POT
        for number, (seat, faces) in enumerate(pot.cards):
            left = MARGIN + number * half
            self.items.append(self.badge(seat, left, top, 76))
            self.cards(faces, left + 76 + GAP, half - 76 - 3 * MARGIN, top)

    # Players

    def panel(self, panel: ArtistScene, left: int, top: int, wide: int) -> Iterator[Item]:
        """Yield a player's panel beside another one: name, points with their bar, robot, piles, what happened last."""
        right = left + wide - 18
        yield self.paper(panel, left, top, (wide, PANEL))
        yield self.badge(panel.seat, left + 18, top + 16, FACE)
        yield from self.name(panel, (left + 34 + FACE, right), top + 16 + FACE / 2)
        middle = top + 12 + FACE + ROBOT / 2
        room = right - left - 18 - (0 if panel.robot is None else ROBOT + 16)
        yield from self.points(panel, (left + 20, middle), room)
        yield from self.robot(panel, right, middle)
        yield from self.bar(panel, (left + 18, top + PANEL - PILE - 42, right, top + PANEL - PILE - 20))
        yield from _piles(panel, (left + 18, right), top + PANEL - PILE - 8)

    def row(self, panel: ArtistScene, top: int) -> Iterator[Item]:
        """Yield a player's panel across the whole picture, with the same facts."""
        left, right, middle = MARGIN, WIDE - MARGIN, top + ROW / 2
        start, end = left + 36 + FACE, left + POINTS
        yield self.paper(panel, left, top, (right - left, ROW))
        yield self.badge(panel.seat, left + 18, middle - FACE / 2, FACE)
        yield from self.name(panel, (start, end), top + 34)
        yield from self.points(panel, (start, top + 98), end - start)
        yield from self.bar(panel, (start, top + ROW - 34, end, top + ROW - 14))
        yield from _piles(panel, (end + 10, right - ROBOT - 14), middle - PILE / 2)
        yield from self.robot(panel, right - 12, middle)

    def paper(self, panel: ArtistScene, left: int, top: int, size: Point) -> Frame:
        """Return the plate of a player's panel; grey for a player who is out, with an edge in the player's turn."""
        paper = self.colour(panel)
        return Frame((left, top), size, 22, paper, GLOW if panel.active else paper, 6)

    def colour(self, panel: ArtistScene) -> Colour:
        """Return the colour of a player's plate."""
        return SLATE if panel.fate == "skull" else self.tones[panel.seat].deep

    def name(self, panel: ArtistScene, ends: Point, middle: float) -> Iterator[Item]:
        """Yield a player's name between two edges, and a sign for what happened last or for the turn."""
        left, right = ends
        sign = panel.fate or ("arrow" if panel.active else "")
        room = right - left - (68 if sign else 0)
        yield line_at((left, middle), panel.name, int(room), (48, LEAST_NAME), CREAM, "lm")[0]
        if sign:
            ink = CHALK if sign == "skull" else AIMED if sign == "target" else GLOW
            yield Image(Sign(sign, ink, self.colour(panel)), right - 56, middle - 28, 56)

    def points(self, panel: ArtistScene, at: Point, room: float) -> Iterator[Item]:
        """Yield a player's points, as large as there is room."""
        ink = FAINT if panel.fate == "skull" else PAPER
        fit = fitted(panel.points, int(room), 92, LEAST, 1, "title")
        yield Text(fit.lines[0], at, fit.size, ink, "lm", "title")

    def bar(self, panel: ArtistScene, place: tuple[float, float, float, float]) -> Iterator[Item]:
        """Yield the bar of a player's points; a player who is out has none."""
        if panel.fate != "skull":
            tones = self.tones[panel.seat]
            yield from bar_at(place, panel.filled, panel.cells, tones.light, tones.dark)

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


def _piles(panel: ArtistScene, ends: Point, top: float) -> Iterator[Item]:
    """Yield a player's piles side by side between two edges."""
    left, right = ends
    step = (right - left) / len(panel.piles)
    for number, pile in enumerate(panel.piles):
        yield from pile_at(pile, (left + number * step, top), step)


def _torn(top: int, high: int) -> list[tuple[float, float]]:
    """Return the outline of a band with jagged edges."""
    teeth = 18
    step = WIDE / teeth
    upper = [(number * step, top + (22 if number % 2 else 0)) for number in range(teeth + 1)]
    lower = [(number * step, top + high - (0 if number % 2 else 22) - 18) for number in range(teeth, -1, -1)]
    return [*upper, *lower]
