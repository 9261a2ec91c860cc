"""Parts that many pictures share, as boxes: faces, medals, signs, cards, and the golden frame around rays."""

from collections.abc import Sequence
from typing import Final

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.impacts import Faced, face_disc, points_bar
from bot.ui.pictures.layout import Art, Box, Label, Room, Stack, row, scene_of
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Path, Point, Scene, box, ellipse, rounded
from bot.ui.pictures.shapes import rays, star
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.tones import GOLD, INK, Tones

LEANS: Final = (-8.0, 0.0, 8.0)
"""How far each of a game's cards side by side is turned, in degrees; there are at most as many cards."""


def plate_colour(tones: Tones) -> Colour:
    """Return the colour of plates in a picture with these tones."""
    return mixed(tones.dark, INK, 0.25)


def ground(width: float, height: float, tones: Tones, light: Point) -> list[Item]:
    """Return rays from a point inside a golden frame."""
    whole = rounded(0, 0, width, height, 28)
    return [
        Path((whole,), tones.base),
        Path(rays(light, whole), mixed(tones.base, tones.light, 0.2)),
        Path((rounded(3, 3, width - 3, height - 3, 25),), stroke=GOLD, width=6),
    ]


def on_rays(shown: Box, tones: Tones, light: Point) -> Scene:
    """Return a box as a scene of its size: behind it are rays from a point, around it is a golden frame."""
    width, height = shown.size
    return Scene(width, height, (*ground(width, height, tones, light), *scene_of(shown).items))


def face(
    player: Faced, radius: float, crown: Colour | None = None, grow: float = 0, *, frame: Colour | None = None
) -> Art:
    """Return a player's face, with a crown on it and a frame around it if these have a colour.

    Its rings, its frame and its crown are beside its room.
    """

    def draw(room: Room) -> list[Item]:
        shown = face_disc(player, room.middle, radius)
        if frame is not None:
            rings = [(1.2, INK), (1.17, frame)]
            shown[:0] = [Path((ellipse(room.middle, radius * share, points=72),), ink) for share, ink in rings]
        side = 0.84 * radius
        top = Room(room.left, room.middle[1] - radius - 0.58 * side, room.width, side)
        return shown if crown is None else [*shown, *sign("crown", side, crown, INK, 4).items(top)]

    return Art(draw, (2 * radius, 2 * radius), grow)


def points(shares: tuple[float, float], light: Colour, height: float, *, left: bool = True) -> Art:
    """Return a bar of points over the whole width of its room; see `points_bar`."""

    def draw(room: Room) -> list[Item]:
        whole = (room.left, room.top, room.left + room.width, room.top + height)
        return points_bar(whole, shares, light, left=left)

    return Art(draw, (0, height))


def rule(colour: Colour, line: float) -> Art:
    """Return a line across its room, which grows."""

    def draw(room: Room) -> list[Item]:
        y = room.middle[1]
        return [Path((box(room.left, y - line / 2, room.left + room.width, y + line / 2),), colour)]

    return Art(draw, (0, line), 1)


def medal(metal: Colour | None, radius: float) -> Art:
    """Return the medal of a league, a round badge of its metal with a star; without a league, its room."""
    layers = (
        [] if metal is None else [(8, 0.78, 1.14, INK), (8, 0.78, 1, metal), (5, 0.45, 0.62, mixed(metal, INK, 0.55))]
    )

    def draw(room: Room) -> list[Item]:
        return [
            Path((tuple(star(points, inner, room.middle, radius * share)),), ink)
            for points, inner, share, ink in layers
        ]

    return Art(draw, (2 * radius, 2 * radius))


def sign(name: str, side: float, colour: Colour, behind: Colour, rim: float = 0) -> Art:
    """Return one of the `SYMBOLS`, in a colour and the one that is behind it, with a dark rim of a width around it."""
    layers = [(side, colour, behind)] if not rim else [(side + 2 * rim, INK, INK), (side, colour, behind)]

    def draw(room: Room) -> list[Item]:
        x, y = room.middle
        return [symbol_at(name, (x - each / 2, y - each / 2), each, ink, back) for each, ink, back in layers]

    return Art(draw, (side, side))


def disc(radius: float, fill: Colour, edge: Colour, line: float, label: Label | None = None) -> Art:
    """Return a disc with a line inside its edge, and a label on it."""

    def draw(room: Room) -> list[Item]:
        (x, y), side = room.middle, 2 * radius
        shown = Path((ellipse((x, y), radius - line / 2),), fill, edge, line)
        return [shown, *([] if label is None else label.items(Room(x - radius, y - radius, side, side)))]

    return Art(draw, (2 * radius, 2 * radius))


def card(art: Illustration | None, width: float, lean: float = 0) -> Art | None:
    """Return a small card, turned by a number of degrees; None without art."""
    if art is None:
        return None
    small = SmallCard(art, lean)
    return image(small, width, width * small.size[1] / small.size[0])


def image(source: Illustration, width: float, height: float) -> Art:
    """Return an illustration as wide as its box."""

    def draw(room: Room) -> list[Item]:
        x, y = room.middle
        return [Image(source, x - width / 2, y - height / 2, width)]

    return Art(draw, (width, height))


def edged(items: Sequence[Item], size: Point, radius: float, edge: float, ink: Colour) -> Scene:
    """Return things as a scene of a size with round corners, inside an edge of a width in an ink."""
    width, height = size
    inner = rounded(edge, edge, width - edge, height - edge, radius - edge)
    shown = (Path((box(0, 0, width, height),), ink), Group(tuple(items), clip=inner))
    return Scene(width, height, (Group(shown, clip=rounded(0, 0, width, height, radius)),))


def piece(shown: Box, name: str = "", description: str = "") -> Art:
    """Return a box as a piece of its scene, which may have a name by which a viewer can follow it."""
    return Art(lambda room: [Group(tuple(shown.items(room)), id=name, description=description)], shown.size, shown.grow)


def fan(arts: Sequence[Illustration], width: float, step: float) -> Stack | None:
    """Return some of a game's cards, a step apart; None without art."""
    cards = [card(art, width, lean) for art, lean in zip(arts, LEANS, strict=False)]
    return row(*cards, gap=step - width) if cards else None
