"""The curve of a match on its page: the lead at each step, in the colours that the players have on the board.

Two players' curves mirror each other, so there is one, with the colour of the player who is ahead between it and the
middle. More players have a line each.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.svg import element, said
from bot.ui.replays.standings import Standings
from bot.ui.texts.words import Spoken
from engine.contract import Seat, SeatRef

WIDTH: Final = 1000
HALF: Final = 100
"""The width of the curve's picture, and half of its height; the page stretches both."""

REACH: Final = 0.95
"""The share of the half height that a curve takes up at most."""

TWO: Final = 2
"""The number of players whose curves mirror each other."""

SAMPLE: Final = "M0 4H34"
"""The line beside a name that shows which curve is whose."""

DASHES: Final = ("none", "9 5", "2 5", "14 4 3 4", "5 3", "1 3", "16 6", "8 3 2 3")
"""How each seat's curve is dashed, so that nobody has to tell colours apart."""


def curve(standings: Standings, colours: Sequence[Colour], words: Spoken) -> Iterator[str]:
    """Yield the curve with what explains it. The script draws it as far as its reader has come."""
    two = len(colours) == TWO
    note = words("replay.curve.two" if two else "replay.curve")
    told = _areas(standings, colours) if two else _lines(standings, colours)
    drawn = element("rect", id="drawn", x="0", y="0", width="0", height=str(2 * HALF))
    clip = element("clipPath", drawn, id="seen")
    lines = element("g", "".join(told), clip_path="url(#seen)")
    even = element("path", d=f"M0 {HALF}H{WIDTH}", **{"class": "even"})
    cursor = element("path", id="cursor", d=f"M0 0V{2 * HALF}")
    picture = element(
        "svg",
        f"{clip}{lines}{even}{cursor}",
        id="curve",
        role="img",
        aria_label=said(note),
        viewBox=f"0 0 {WIDTH} {2 * HALF}",
        preserveAspectRatio="none",
    )
    if two:
        first, second = (_side(seat, colour, words) for seat, colour in enumerate(colours))
        yield from (first, picture, second)
    else:
        yield from (picture, _legend(colours, words))
    yield element("p", said(note), **{"class": "note"})


def _points(standings: Standings, seat: Seat) -> list[str]:
    """Return the points of a seat's curve, until it fell out."""
    last = max(1, len(standings.values) - 1)
    values = [each[seat] for each in standings.values]
    return [
        f"{WIDTH * step / last:.1f},{HALF * (1 - REACH * value):.1f}"
        for step, value in enumerate(values)
        if value is not None
    ]


def _areas(standings: Standings, colours: Sequence[Colour]) -> Iterator[str]:
    """Yield the first player's curve over the areas between it and the middle: the first player's above."""
    points = _points(standings, 0)
    left, right = points[0].partition(",")[0], points[-1].partition(",")[0]
    area = " ".join([f"{left},{HALF}", *points, f"{right},{HALF}"])
    for name, top, colour in zip(("above", "below"), (0, HALF), colours, strict=True):
        shape = element("rect", x="0", y=str(top), width=str(WIDTH), height=str(HALF))
        yield element("clipPath", shape, id=name)
        yield element("polygon", points=area, fill=_hex(colour), clip_path=f"url(#{name})")
    yield element("polyline", points=" ".join(points), **{"class": "edge"})


def _lines(standings: Standings, colours: Sequence[Colour]) -> Iterator[str]:
    """Yield everybody's curve, the first player's on top."""
    for seat in reversed(range(len(colours))):
        points = " ".join(_points(standings, seat))
        yield element("polyline", points=points, **{"class": "under"})
        yield element("polyline", points=points, **_stroke(seat, colours[seat]))


def _hex(colour: Colour) -> str:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def _stroke(seat: Seat, colour: Colour) -> dict[str, str]:
    return {"class": "line", "style": f"stroke:{_hex(colour)};stroke-dasharray:{DASHES[seat]}"}


def _side(seat: Seat, colour: Colour, words: Spoken) -> str:
    """Return who is ahead on a side of the middle, with their colour."""
    square = element("rect", width="12", height="12", rx="3", fill=_hex(colour))
    sample = element("svg", square, viewBox="0 0 12 12", aria_hidden="true")
    return element("p", sample + said(words("replay.ahead", seat=SeatRef(seat))), **{"class": "side"})


def _legend(colours: Sequence[Colour], words: Spoken) -> str:
    """Return which curve is whose."""
    entries = []
    for seat, colour in enumerate(colours):
        under = element("path", d=SAMPLE, **{"class": "under"})
        line = element("path", d=SAMPLE, **_stroke(seat, colour))
        sample = element("svg", under + line, viewBox="0 0 34 8", aria_hidden="true")
        entries.append(element("li", sample + said(words.name(seat))))
    return element("ul", "".join(entries), **{"class": "legend"})
