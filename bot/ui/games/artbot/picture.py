"""Art Bot's pictures: the table, with every player's points and the latest reveal or Glitch; a card."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.artbot import board, cards
from bot.ui.games.artbot.faces import art_bot_face
from bot.ui.games.artbot.mascots import Disc
from bot.ui.games.artbot.model import (
    ArtBotBoardModel,
    ArtistModel,
    GlitchModel,
    HitModel,
    PotModel,
    board_model,
)
from bot.ui.pictures.badges import PILE, PLATE, pile_box
from bot.ui.pictures.board import GAP, LEAST, LEAST_NAME, MARGIN, WIDE
from bot.ui.pictures.cards import TALL, CardFace, draw_card, draw_pairs
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, Colour
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Box, Label, Plate, Room, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import face, image, piece, points
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Item, Names, Path, Point, Scene, Text
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.symbols import Sign
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, SLATE
from bot.ui.texts.words import Spoken, Words
from engine.contract import letter
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.view import ArtBotView

BOARD, CARD = "artbot-table.png", "artbot-card.png"

ROW: Final = 178
"""The height of a player's panel across the whole picture."""

ROBOT: Final = 146
"""The height of a player's robot."""

FACE: Final = 84
"""The diameter of a player's face."""

PAIR: Final = 2
"""The number of players whose panels are side by side; more players have a panel across the whole picture each."""

POINTS: Final = 500
"""The right edge of a player's points in a panel across the whole picture, in pixels; piles and robot follow."""

SMALL: Final = 162
"""The width of a card that has just been played."""

HIT_HEAD, GLITCH, POT = 98, 250, 98
"""The heights of the line above a reveal, the band of a Glitch, and the line above a pot."""

AIMED: Final[Colour] = (255, 128, 104)
"""The colour of the sign on a victim."""

SHADES: Final[tuple[tuple[int, Colour], ...]] = ((-7, (0, 120, 140)), (7, (190, 40, 120)), (0, INK))
"""The horizontal offset of each colour in a Glitch's title, which looks like a misaligned print."""


def board_picture(view: ArtBotView, words: Words) -> Picture:
    """Return a picture of all artists' points and piles and of the open hit, with a description of the same facts."""
    told = description(board.describe_board(view, Spoken.of(words)))
    return Picture(BOARD, draw_board(board_model(view, words)), told)


def card_picture(card: ArtBotCard, pool: ArtBotCards, words: Words) -> Picture:
    """Return a picture of a card of Art Bot, large enough to read, with its page as its description."""
    page = cards.page(card, pool, Spoken.of(words))
    return Picture(CARD, draw_card(art_bot_face(card, words, text=True)), page.description)


def draw_cards(shown: Sequence[tuple[ArtBotCard, int]], pool: ArtBotCards, words: Words) -> bytes:
    """Draw some cards of Art Bot, two side by side, each with its number of copies, as a PNG."""
    return draw_pairs(tuple(readable(card, count, pool, words) for card, count in shown))


def readable(card: ArtBotCard, count: int, _: ArtBotCards, words: Words) -> CardFace:
    """Return the front of a card of Art Bot with its number of copies, as a phone can show it beside another."""
    return replace(art_bot_face(card, words, text=True), copies=count)


def board_drawing(view: ArtBotView, words: Words) -> Scene:
    """Return Art Bot's table as a scene to draw."""
    return lay_board(board_model(view, words))


def lay_board(shown: ArtBotBoardModel) -> Scene:
    """Return the table: the most urgent event at the top, every player's panel below."""
    names, event = Names(), list[Box]()
    match shown.event:
        case HitModel() as hit:
            event = [*_hit(hit, shown.seats, names)]
        case GlitchModel() as glitch:
            event = [piece(_glitch(glitch), "glitch", glitch.line)]
        case PotModel() as pot:
            event = [_pot(pot, shown.seats, names)]
    is_pair = len(shown.panels) == PAIR
    panels = [piece((_panel if is_pair else _row)(each), f"seat {letter(each.seat)}") for each in shown.panels]
    below = [row(*panels, gap=GAP)] if is_pair else panels
    return scene_of(column(*event, *below, gap=GAP, pad=(MARGIN, MARGIN), width=WIDE))


# The most urgent event


def _hit(hit: HitModel, seats: tuple[PlayerFace, ...], names: Names) -> Iterator[Box]:
    """Yield the attacker, the victim and the card played, the cards it revealed, and the result."""
    paper = seats[hit.seat].tones.deep
    played: Box = Space(grow=1)
    if hit.card is not None:
        name = Label(hit.card.name, (48, LEAST), PAPER, grow=1)
        said = row(image(Sign(hit.card.sign, PAPER, paper), 64, 64), name, gap=GAP, grow=1)
        played = piece(said, names("played", hit.card.name), hit.card.name)
    arrow, faces = image(Sign("arrow", GLOW, paper), 60, 60), [face(seats[seat], 36) for seat in (hit.seat, hit.victim)]
    plate = Plate(paper, 22)
    yield row(faces[0], played, arrow, faces[1], gap=GAP, pad=(GAP, 0), height=HIT_HEAD, plate=plate)
    yield _cards(hit.revealed, WIDE - 2 * MARGIN, names)
    yield column(
        Label(hit.sum, (50, LEAST), PAPER, side="middle", height=60),
        Label(hit.choice, (42, LEAST), GLOW, side="middle", height=56),
        pad=(22, 4),
        plate=Plate(seats[hit.victim].tones.deep, 22),
    )


def _cards(cards: Sequence[CardFace], room: float, names: Names) -> Stack:
    """Return cards side by side, in the middle of a room and small enough to fit."""
    wide = min(SMALL, (room - GAP * (len(cards) - 1)) // max(1, len(cards)))
    shown = [piece(image(each, wide, wide * TALL), names("card", each.name), each.name) for each in cards]
    return row(*shown, gap=GAP, width=room, height=round(SMALL * TALL))


def _glitch(glitch: GlitchModel) -> Stack:
    """Return a band with torn edges, with a misprinted title and the name of the player left short of cards."""
    sign = image(Sign("glitch", INK, GLOW), 100, 100)

    def title(room: Room) -> list[Item]:
        (x, y), size = room.middle, fitted(glitch.title, WIDE - 420, 130, LEAST).size
        return [Text(glitch.title, (x + aside, y), size, colour) for aside, colour in SHADES]

    band = Art(lambda room: [Path((tuple(_torn(room)),), GLOW)], (0, 0))
    head = row(sign, Art(title, (0, 0), 1), sign, pad=(60, 0), height=140)
    below = Label(glitch.line, (42, LEAST), INK, side="middle", height=60)
    return column(band, Space(height=14), head, below, Space(grow=1), height=GLITCH)


def _pot(pot: PotModel, seats: tuple[PlayerFace, ...], names: Names) -> Stack:
    """Return the tied cards, each player's on that player's side."""
    title = Label(pot.title, (56, LEAST), GLOW, side="middle", grow=1)
    half = (WIDE - 2 * MARGIN - GAP) / 2
    sides = [row(face(seats[seat], 38), _cards(faces, half - 90, names), gap=GAP) for seat, faces in pot.cards]
    return column(row(title, pad=(22, 0), height=POT, plate=Plate(PLATE, 22)), row(*sides, gap=GAP), gap=GAP)


# Players


def _panel(panel: ArtistModel) -> Stack:
    """Return a player's panel beside another one: name, points with their bar, robot, piles, what happened last."""
    return column(
        row(face(panel.seated, FACE / 2), _name(panel), gap=16, height=FACE + 12),
        row(_points(panel), _robot(panel), gap=16, height=ROBOT),
        _bar(panel),
        _piles(panel, 0),
        gap=10,
        pad=(20, 10),
        plate=_plate(panel),
        grow=1,
    )


def _row(panel: ArtistModel) -> Stack:
    """Return a player's panel across the whole picture, with the same facts."""
    texts = column(row(_name(panel), height=58), row(_points(panel), height=76), _bar(panel), width=POINTS - FACE)
    shown = (face(panel.seated, FACE / 2), texts, _piles(panel, 1), _robot(panel))
    return row(*shown, gap=18, pad=(18, 0), height=ROW, plate=_plate(panel))


def _plate(panel: ArtistModel) -> Plate:
    """Return the plate of a player's panel; grey for a player who is out, with an edge in the player's turn."""
    return Plate(_colour(panel), 22, GLOW if panel.active else None, 6)


def _colour(panel: ArtistModel) -> Colour:
    """Return the colour of a player's plate."""
    return SLATE if panel.fate == "skull" else panel.seated.tones.deep


def _name(panel: ArtistModel) -> Stack:
    """Return a player's name, and a sign for what happened last or for the turn."""
    sign = panel.fate or ("arrow" if panel.active else "")
    ink = CHALK if sign == "skull" else AIMED if sign == "target" else GLOW
    name = Label(panel.name, (48, LEAST_NAME), CREAM, grow=1)
    return row(name, image(Sign(sign, ink, _colour(panel)), 56, 56) if sign else None, gap=12, grow=1)


def _points(panel: ArtistModel) -> Label:
    """Return a player's points, as large as there is room."""
    return Label(panel.points, (92, LEAST), FAINT if panel.fate == "skull" else PAPER, "title", grow=1)


def _bar(panel: ArtistModel) -> Box:
    """Return the bar of a player's points; a player who is out has none."""
    share = panel.filled / panel.cells
    return Space(height=20) if panel.fate == "skull" else points((share, share), panel.seated.tones.light, 20)


def _piles(panel: ArtistModel, grow: float) -> Stack:
    """Return a player's piles side by side."""
    return row(*(column(pile_box(pile, 0), grow=1) for pile in panel.piles), grow=grow, height=PILE)


def _robot(panel: ArtistModel) -> Art | None:
    """Return a player's robot: on its card or, if it belongs to none, on a disc."""
    if panel.robot is None:
        return None
    if not panel.is_card:
        return image(Disc(panel.robot), ROBOT, ROBOT)
    small = SmallCard(panel.robot, 4)
    return image(small, ROBOT * small.size[0] / small.size[1], ROBOT)


def _torn(room: Room) -> list[Point]:
    """Return the outline of a band with jagged edges from edge to edge of the picture."""
    teeth, top = 18, room.top
    step = WIDE / teeth
    upper = [(number * step, top + (22 if number % 2 else 0)) for number in range(teeth + 1)]
    lower = [(number * step, top + GLITCH - (0 if number % 2 else 22) - 18) for number in range(teeth, -1, -1)]
    return [*upper, *lower]


draw_board = DrawnScene(lay_board, WIDE)
