"""The last row of a strip whose match has ended: the last blow, as large as several moments before it."""

from typing import Final

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.impacts import die, last_blow, number_badge
from bot.ui.pictures.layout import Art, Box, Label, Room, Space, Stack, column, placed, row
from bot.ui.pictures.parts import image, points
from bot.ui.pictures.scene import Item, Path, ellipse, layered, rounded
from bot.ui.pictures.shapes import rays
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip import WIDE, Beat, Fall, Half, Strip, StripPlayer, Throw, plus_of
from bot.ui.pictures.strip_head import SIDES, left_corners, mirror, sided
from bot.ui.pictures.tones import BLOW, CREAM, MUTED, SLATE

BORDER: Final = 720
"""Where the border to the side that fell is, from the winner's edge."""

IMPACT: Final = 762
"""Where the blow lands, from the winner's edge."""

SCALE: Final = 1.6
"""The size of the winner's cards, as a multiple of a small card's."""

FALLEN: Final = 194
"""The room for the words about the side that fell."""

FOOT: Final = 44
"""The height of the part with the bars at the foot."""

DIE, LEAST = 74, 0.4
"""The side of a die, and the least scale of dice for which there is little room."""


def end_row(beat: Beat, strip: Strip, top: float, high: float) -> list[Item]:
    """Return the row of the last blow; without a blow, the side that fell did so by itself."""
    assert strip.fall is not None  # noqa: S101 - only the row of a fall is laid out here
    lost = strip.fall.side
    won, middle = 1 - lost, (mirror(1 - lost)(IMPACT), top + high / 2 - 15)
    winner, loser = (strip.fighters[beat.sides[side]] for side in (won, lost))
    half, fallen = beat.halves[won], beat.halves[lost]
    shown = row(
        *sided(
            won,
            Space(36),
            *_action(half, winner, won),
            Space(grow=1),
            _fallen(strip.fall, fallen, loser),
            Space(14),
        ),
        grow=1,
    )
    foot = row(
        *sided(
            won,
            _bar(half, winner, strip, 434, left=won == 0),
            Label(strip.fall.left, (30, 20), CREAM, side=SIDES[won], most=200),
            Space(grow=1),
            _bar(fallen, loser, strip, 192, left=lost == 0),
        ),
        gap=16,
        pad=(36, 0),
        height=FOOT,
    )
    items = column(shown, foot).items(Room(0, top, WIDE, high))
    loss = beat.losses[lost]
    burst = last_blow(middle, 104, f"−{loss}") if loss else []
    number = number_badge(beat.label, (mirror(won)(42), top + 42), 25) if beat.label else []
    edge = rounded(3, top + 3, WIDE - 3, top + high - 3, 24)
    ground = _ground(winner, loser, won, middle[1], top, high)
    return [*layered([*ground, *items]), *layered([*burst, *number]), Path((edge,), stroke=BLOW, width=6)]


def _ground(winner: StripPlayer, loser: StripPlayer, won: int, middle: float, top: float, high: float) -> list[Item]:
    """Lay the winner's ground with rays out of the blow, and the dark ground of the side that fell."""
    at, bottom, slant = mirror(won), top + high, high * 0.15
    light, dark = winner.tones, loser.tones
    outline = rounded(0, top, WIDE, bottom, 27)
    upper, lower = at(BORDER + slant), at(BORDER - slant)
    far = (*((at(WIDE - x), y) for x, y in left_corners(top, high, 27)), (upper, top), (lower, bottom))
    border = ((upper - 3, top), (upper + 3, top), (lower + 3, bottom), (lower - 3, bottom))
    return [
        Path((outline,), light.base),
        Path(rays((at(IMPACT), middle), outline), mixed(light.base, light.light, 0.3)),
        Path((far,), dark.dark),
        Path(rays((at(IMPACT), middle), far), mixed(dark.dark, dark.base, 0.35)),
        Path((border,), CREAM),
    ]


def _action(half: Half, winner: StripPlayer, won: int) -> tuple[Box | None, ...]:
    """Return the winner's cards, and their name in large letters above the dice, the total and what else is said."""
    cards, dark = _fan(half, won), winner.tones.dark
    room = IMPACT - 118 - (60 if cards is None else 56 + cards.size[0])
    side, called = SIDES[won], half.name or winner.name
    name = Label(called, (68, 48), CREAM, "title", side, (dark, 6), (50, 26, 2), width=room).laid(room)
    said = " · ".join(chip.text for chip in half.chips)
    texts = column(
        Space(grow=1),
        name,
        None if half.figure is None else row(*sided(won, _dice(half.figure, room, winner), Space(grow=1)), height=96),
        Label(said, (30, 18), winner.tones.tint, side=side, width=room, height=44) if said else None,
        Space(grow=1),
        gap=6,
        width=room,
    )
    return cards, Space(20), texts


def _fan(half: Half, won: int) -> Art | None:
    """Return at most three cards, the first in front; None without cards."""
    if not half.cards:
        return None
    shown = half.cards[:3]

    def draw(room: Room) -> list[Item]:
        found: list[Item] = []
        for number, art in reversed([*enumerate(shown)]):
            small = SmallCard(art, (-7 + 9 * number) * (1 if won == 0 else -1))
            wide, tall = (length * SCALE for length in small.size)
            aside = number * 42 + wide / 2
            x = room.left + aside if won == 0 else room.left + room.width - aside
            found += placed(image(small, wide, tall), (x, room.middle[1]))
        return found

    return Art(draw, (SmallCard(shown[0], 7).size[0] * SCALE + 42 * (len(shown) - 1), 0))


def _dice(throw: Throw, room: float, winner: StripPlayer) -> Stack:
    """Return the dice, what is added, and the total, as large as there is room."""
    plus, total, scale = plus_of(throw), str(throw.total).replace("-", "−"), 1.0
    while True:
        side, sign = DIE * scale, (round(50 * scale), round(50 * scale))
        dice = [_die(face, throw.sides, side) for face in throw.faces]
        sum_ = (round(84 * scale), round(84 * scale))
        parts: list[Box] = [
            *dice,
            *([Label(plus, sign, CREAM)] if plus else []),
            *([Label("=", sign, CREAM)] if throw.faces or plus else []),
            Label(total, sum_, CREAM, "title", rim=(winner.tones.dark, 7)),
        ]
        shown = row(*parts, gap=12 * scale)
        if scale <= LEAST or shown.size[0] <= room:
            return shown
        scale -= 0.05


def _die(face: int, sides: int, side: float) -> Art:
    """Return a die that shows a face."""
    return Art(lambda room: die(room.middle, side, face, sides), (side, 0))


def _fallen(fall: Fall, half: Half, loser: StripPlayer) -> Stack:
    """Return the side that fell: a crossed-out sign, and what is left of it in words."""
    tint = loser.tones.tint
    name = Label(half.name, (28, 22), tint, side="middle", wrapped=(28, 22, 2), width=FALLEN).laid(FALLEN)
    return column(
        Art(lambda room: _crossed(*room.middle), (0, 90)),
        Label(fall.told, (40, 34), CREAM, "title", "middle", wrapped=(40, 22, 2), width=FALLEN).laid(FALLEN),
        Label(fall.points, (30, 20), tint, side="middle", width=FALLEN),
        name if half.name else None,
        gap=8,
        width=FALLEN,
    )


def _crossed(x: float, y: float) -> list[Item]:
    """Draw a crossed-out disc."""
    cross = tuple(((x - side * 24, y - 24), (x + side * 24, y + 24)) for side in (1, -1))
    discs = [Path((ellipse((x, y), radius),), colour) for radius, colour in ((45, MUTED), (40, SLATE))]
    return [*discs, Path(cross, stroke=BLOW, width=9, closed=False)]


def _bar(half: Half, fighter: StripPlayer, strip: Strip, width: float, *, left: bool) -> Stack:
    """Return a side's points as a bar; its room if they are not known."""
    if half.points is None:
        return column(width=width)
    had, has = half.points
    return column(points((had / strip.most, has / strip.most), fighter.tones.light, 16, left=left), width=width)
