"""The row of a card that was played on a board: the card, who played it and what it did, and beside it the board."""

from typing import Final

from bot.ui.pictures.impacts import number_badge
from bot.ui.pictures.layout import Art, Label, Plate, Room, Stack, column, row
from bot.ui.pictures.parts import face
from bot.ui.pictures.scene import Group, Illustration, Image, Item, placing
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import HEIGHTS, WIDE, Beat, Effect, Strip, StripPlay
from bot.ui.pictures.tones import CREAM

RADIUS: Final = 18

COLUMN: Final = 320
"""The width of the column with the card."""

EDGE: Final = 20
"""The room at each edge."""

CAPTIONS: Final = 3
"""The most that is said in words."""

LEAST: Final = 26
"""The smallest size of a text."""


def map_row(beat: Beat, play: StripPlay, board: Illustration, strip: Strip, top: float, high: float) -> list[Item]:
    """Return the row of a play on a board, from back to front."""
    scale, tones = high / HEIGHTS["map"], strip.fighters[play.side or 0].tones
    numbered = sum(each.play is not None and each.play.art is not None for each in strip.beats) > 1
    shown = column(
        _player(play, strip, scale),
        _title(play.name, scale),
        Art(lambda room: _card(play, strip, beat.label if numbered else "", room), (COLUMN, 0), 1),
        *_captions(play, strip, scale),
        gap=10 * scale,
        width=COLUMN,
    )
    whole = row(
        shown,
        Art(lambda room: [_board(board, room)], (0, 0), 1),
        gap=EDGE,
        pad=(EDGE, EDGE),
        plate=Plate(tones.base, RADIUS),
    )
    return whole.items(Room(0, top, WIDE, high))


def _size(largest: float, scale: float) -> int:
    """Return the size of a text in a row of this scale."""
    return max(LEAST, round(largest * scale))


def _player(play: StripPlay, strip: Strip, scale: float) -> Stack | None:
    """Return who played the card; None without one, as the face stands in its place."""
    if play.side is None or play.art is None:
        return None
    fighter, radius = strip.fighters[play.side], max(26.0, 40 * scale)
    name = Label(fighter.name, (_size(44, scale), LEAST), fighter.tones.tint, grow=1)
    return row(face(fighter, radius), name, gap=16)


def _title(name: str, scale: float) -> Label:
    """Return the card's name, in two lines if it is long."""
    one, two = (_size(64, scale), _size(44, scale)), (_size(48, scale), LEAST, 2)
    return Label(name, one, CREAM, "title", wrapped=two).laid(COLUMN)


def _captions(play: StripPlay, strip: Strip, scale: float) -> list[Label]:
    """Return what the board does not show, or the only thing that the card did."""
    did, sizes = play.effects, (_size(38, scale), _size(34, scale))
    beside = did if len(did) == 1 else [each for each in did if not each.figure]
    wrapped = (sizes[1], 22, 2)
    told = [_caption(effect, play, strip) for effect in beside[:CAPTIONS]]
    return [Label(said, sizes, CREAM, wrapped=wrapped, width=COLUMN).laid(COLUMN) for said in told]


def _caption(effect: Effect, play: StripPlay, strip: Strip) -> str:
    """Return what happened, with the name of another player whom it concerns."""
    return effect.said if effect.side == play.side else f"{strip.fighters[effect.side].name}: {effect.said}"


def _card(play: StripPlay, strip: Strip, number: str, room: Room) -> list[Item]:
    """Show the card as large as there is room, with its number, or the face of a player who played none."""
    (x, y), tall = room.middle, room.height
    if play.art is None:
        fighter = None if play.side is None else strip.fighters[play.side]
        return [] if fighter is None else face(fighter, min(tall, COLUMN) * 0.4).items(room)
    wide = min(tall * CARD[0] / CARD[1], COLUMN - EDGE)
    left, top = x - wide / 2, y - wide * CARD[1] / CARD[0] / 2
    badge = number_badge(number, (left + 8, top + 12)) if number else ()
    return [Image(SmallCard(play.art), left, top, wide), *badge]


def _board(board: Illustration, room: Room) -> Group:
    """Return the board as large as there is room, in its middle."""
    drawn = board.scene()
    scale = min(room.width / drawn.width, room.height / drawn.height)
    return Group(drawn.items, placing(room.middle, scale=scale, about=(drawn.width / 2, drawn.height / 2)))
