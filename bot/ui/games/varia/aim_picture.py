"""The picture of Varia's aim on the first page of its rules: an attack meets a block, and the last points are lost."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from bot.ui.games.varia.faces import art
from bot.ui.games.varia.model import board_head
from bot.ui.pictures.colours import PAPER
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import blow, face_disc, points_bar
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Frame, Group, Illustration, Image, Item, Path, Scene, Text, rounded
from bot.ui.pictures.scoreboard import HEART
from bot.ui.pictures.strip import WIDE, StripPlayer
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import CREAM, GOLD, INK
from bot.ui.texts.words import Spoken, Words
from engine.contract import CardRef, letter
from engine.games.varia.cards import action_of
from engine.games.varia.pool import VariaCards
from engine.games.varia.rulings import STARTING_HP
from engine.games.varia.view import VariaView

AIM: Final = "varia-aim.png"

ATTACK, BLOCK = 9, 4
"""The power of the attack and of the block in the example."""

LOST: Final = ATTACK - BLOCK
"""The health points that the blocking player loses, who has no more."""

LEFT: Final = 12
"""The health points of the attacking player."""

GAP, HIGH = 12, 236
"""The gap between plates, and the height of a player's plate, in pixels."""

HALF: Final = (WIDE - GAP) / 2
"""The width of a player's side."""

FACE, NAME, POINTS = 76, 60, 104
"""The radius of a player's face, and the sizes of the name and of the points."""

CLASH, CARD = 330, 224
"""The height of the clash below the players, and the side of a card's art in it."""

KIND, TOTAL, BURST = 54, 170, 118
"""The sizes of what a card is and of its power, and the radius of the burst between both."""


class AimModel(Struct, frozen=True):
    """Everything that the picture shows: the attacking player and then the blocking one, with their cards.

    Attributes:
        kinds: that one card is an attack, and that the other is a block.
        unit: what health points are called.
        wins: that the first player wins.
    """

    fighters: tuple[StripPlayer, StripPlayer]
    arts: tuple[Illustration, Illustration]
    kinds: tuple[str, str]
    unit: str
    wins: str


def aim_picture(view: VariaView, words: Words) -> Picture | None:
    """Return a picture of the aim, with a weapon of the first player and a shield of the second one in a view.

    None if they have none in play.
    """
    pool, spoken = words.pool(VariaCards), Spoken.of(words)
    weapon, shield = (
        _first(view.seats[letter(seat)].items, kind, pool) for seat, kind in ((0, "attack"), (1, "block"))
    )
    if weapon is None or shield is None:
        return None
    head = board_head(view, pool, words)
    first, second = head.fighters
    scene = AimModel(
        fighters=(first, second),
        arts=(weapon, shield),
        kinds=(words.plain("varia.type.attack"), words.plain("varia.type.block")),
        unit=head.unit,
        wins=words.plain("varia.aim.wins"),
    )
    told = spoken("varia.aim", winner=first.name, loser=second.name, attack=ATTACK, block=BLOCK, lost=LOST, count=LEFT)
    return Picture(AIM, draw_aim(scene), description(told))


def _first(items: Iterable[CardRef], kind: str, pool: VariaCards) -> Illustration | None:
    """Return the art of the first item of a kind; None if there is none."""
    for ref in items:
        action = action_of(pool.by_id[ref.card])
        if action is not None and kind in action.types:
            return art(pool.by_id[ref.card], pool)
    return None


@drawn_in_process
def draw_aim(model: AimModel) -> bytes:
    """Draw the aim, as a PNG."""
    return png(paint(lay_aim(model), WIDE))


def lay_aim(model: AimModel) -> Scene:
    """Return the aim as a scene: both players side by side, and their cards below them, with a burst between."""
    items: list[Item] = []
    for side, fighter in enumerate(model.fighters):
        left = side * (HALF + GAP)
        items += _player(model, fighter, left, LEFT if side == 0 else 0)
        items += _card(model, side, left)
    items += blow((WIDE / 2, HIGH + GAP + CLASH / 2), BURST, f"−{LOST}")
    return Scene(WIDE, HIGH + GAP + CLASH, tuple(items))


def _player(model: AimModel, fighter: StripPlayer, left: float, points: int) -> list[Item]:
    """Return a player's plate: the face, the name, the points, and their bar."""
    start, end = left + 2 * FACE + 44, left + HALF - 24
    won = points > 0
    wins = width(model.wins, KIND) + 40 if won else 0
    name = fitted(fighter.name, round(end - start - wins - GAP * won), NAME, 42)
    items: list[Item] = [
        Frame((left, 0), (HALF, HIGH), 26, fighter.tones.deep, GOLD if won else fighter.tones.deep, 7),
        *face_disc(fighter, (left + FACE + 24, HIGH / 2 + 4), FACE),
        Text(name.lines[0], (start, 50), name.size, CREAM, "lm"),
        Image(HEART, start, 86, 74),
        Text(str(points), (start + 88, 122), POINTS, PAPER, "lm", "title"),
        Text(model.unit, (start + 100 + width(str(points), POINTS, "title"), 128), KIND, fighter.tones.tint, "lm"),
    ]
    had = (points if won else LOST) / STARTING_HP
    items += points_bar((start, 178, end, 210), (had, points / STARTING_HP), fighter.tones.light, left=True)
    if won:
        items.append(symbol_at("crown", (left + FACE - 26, -4), 100, GOLD, INK))
        items.append(Frame((end - wins, 18), (wins, 66), 33, GOLD, GOLD, 1))
        items.append(Text(model.wins, (end - wins / 2, 51), KIND - 6, INK))
    return items


def _card(model: AimModel, side: int, left: float) -> list[Item]:
    """Return a player's card: its art at the edge with what it is below, and its power towards the middle."""
    top, fighter = HIGH + GAP, model.fighters[side]
    edge = left + 28 if side == 0 else left + HALF - 28 - CARD
    frame = rounded(edge, top + 20, edge + CARD, top + 20 + CARD, 22)
    middle = edge + CARD / 2
    inner = (edge + CARD + WIDE / 2 - BURST) / 2 if side == 0 else (edge + WIDE / 2 + BURST) / 2
    return [
        Frame((left, top), (HALF, CLASH), 26, fighter.tones.base, fighter.tones.base, 1),
        Group((Image(model.arts[side], edge, top + 20, CARD),), clip=frame),
        Path((frame,), stroke=CREAM, width=7),
        Text(model.kinds[side], (middle, top + 20 + CARD + 42), KIND, CREAM),
        Text(str((ATTACK, BLOCK)[side]), (inner, top + CLASH / 2 - 10), TOTAL, CREAM, "mm", "title", INK, 8),
    ]
