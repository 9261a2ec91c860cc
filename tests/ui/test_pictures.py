"""The drawing toolkit: text that fits, lines that fit, things side by side, files that are small and the same."""

from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.ui.pictures.colours import INK, PAPER, SEATS, TABLE, Colour, ink_on
from bot.ui.pictures.grid import arrange_squares, lay_lines
from bot.ui.pictures.painter import frame, paint, painted
from bot.ui.pictures.picture import COLOURS, DESCRIPTION, description, png
from bot.ui.pictures.pyramids import SIDES, TURNS, Pyramid
from bot.ui.pictures.scene import Frame, Path, Scene, box
from bot.ui.pictures.shapes import Back
from bot.ui.pictures.symbols import SYMBOLS, symbol
from bot.ui.pictures.text import fitted, width

STEP = 32
"""An eighth of the brightness, which nobody sees at an edge."""

TEXTS = st.text(st.characters(codec="latin-1", categories=("L", "N")), min_size=1, max_size=12)


def solid(image: Image.Image) -> set[tuple[int, int]]:
    """Return the pixels that something is drawn on."""
    alpha = image.getchannel("A").tobytes()
    return {(at % image.width, at // image.width) for at, opaque in enumerate(alpha) if opaque > 127}


def marked(image: Image.Image) -> set[tuple[int, int, bool]]:
    """Return the pixels that something is drawn on, and whether they are dark."""
    grey = image.convert("L").tobytes()
    return {(x, y, grey[y * image.width + x] < 128) for x, y in solid(image)}


@settings(deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=6), st.integers(60, 400), st.integers(1, 3))
def test_a_text_fits_its_box_or_says_that_it_was_cut(words: list[str], wide: int, lines: int) -> None:
    text = " ".join(words)
    fit = fitted(text, wide, 40, 10, lines)
    assert len(fit.lines) <= lines
    assert 10 <= fit.size <= 40
    assert all(width(line, fit.size) <= wide for line in fit.lines)
    assert " ".join(fit.lines) == text or any(line.endswith("…") for line in fit.lines)


LINES = st.sampled_from([(40.0, 0.0), (90.0, 0.0), (0.0, 1.0)])


@settings(deadline=None)
@given(st.dictionaries(st.integers(-30, 30), LINES, min_size=1, max_size=30))
def test_lines_keep_their_order_and_their_room(lines: dict[int, tuple[float, float]]) -> None:
    laid = lay_lines(lines, 7, 1600, 10, 300)
    assert list(laid.starts) == sorted(lines)
    ends = [laid.starts[line] + size for line, size in laid.sizes.items()]
    starts = list(laid.starts.values())
    assert starts[0] >= 6.9
    assert ends[-1] <= 1607.1
    assert abs((starts[0] - 7) - (1607 - ends[-1])) < 0.2, "they stand in the middle"
    gaps = [start - end for start, end in zip(starts[1:], ends, strict=False)]
    order = sorted(lines)
    wanted = [10 if after == line + 1 else 30 for line, after in pairwise(order)]
    scale = min([1.0, *(gap / each for gap, each in zip(gaps, wanted, strict=True))])
    assert all(abs(gap - scale * each) < 0.1 for gap, each in zip(gaps, wanted, strict=True))
    whole = [laid.sizes[line] for line, (_, share) in lines.items() if share]
    assert all(abs(each - whole[0]) < 0.1 <= 300.1 - each for each in whole)


def test_whole_lines_share_what_narrow_ones_leave_within_bounds() -> None:
    narrow, whole = (40.0, 0.0), (0.0, 1.0)
    nine = {0: narrow, **dict.fromkeys(range(1, 10), whole), 10: narrow}
    assert lay_lines(nine, 0, 1600, 10, 300).sizes[1] == (1600 - 80 - 100) / 9
    assert lay_lines({0: whole}, 0, 1600, 10, 300).sizes[0] == 300
    crowded = lay_lines(dict.fromkeys(range(90), narrow), 0, 1600, 10, 300)
    assert crowded.sizes[0] < 40


@settings(deadline=None)
@given(st.integers(1, 30), st.integers(60, 300), st.integers(60, 300), st.integers(20, 120))
def test_things_side_by_side_do_not_overlap_and_stay_in_their_box(count: int, wide: int, high: int, most: int) -> None:
    room, places = arrange_squares(count, wide, high, most)
    assert len(places) == count
    assert 1 <= room <= most
    assert all(-0.5 <= x <= wide - room + 0.5 and -0.5 <= y <= high - room + 0.5 for x, y in places)
    apart = [(abs(x - u), abs(y - v)) for n, (x, y) in enumerate(places) for u, v in places[:n]]
    assert all(across > room - 0.5 or down > room - 0.5 for across, down in apart)


@pytest.mark.parametrize("facing", ["up", *TURNS])
def test_pyramids_grow_with_their_size(facing: str) -> None:
    areas = [len(solid(painted(Pyramid(0, "A", size, facing), 60))) for size in SIDES]
    assert areas == sorted(areas)
    assert areas[0] < areas[1] < areas[2]


@pytest.mark.parametrize("facing", TURNS)
def test_pyramids_point_where_they_lie(facing: str) -> None:
    """The third of the picture where the tip is has the least in it."""
    pixels = solid(painted(Pyramid(0, "A", "large", facing), 60))
    thirds = {
        "north": sum(y < 20 for _, y in pixels),
        "east": sum(x >= 40 for x, _ in pixels),
        "south": sum(y >= 40 for _, y in pixels),
        "west": sum(x < 20 for x, _ in pixels),
    }
    assert min(thirds, key=thirds.__getitem__) == facing


def test_seats_differ_by_more_than_colour() -> None:
    grey = [
        painted(Pyramid(seat, "ABCDEFGH"[seat], "large", "up"), 60).convert("L").tobytes() for seat in range(len(SEATS))
    ]
    assert len(set(grey)) == len(SEATS)


@pytest.mark.parametrize("colour", [*SEATS, TABLE, PAPER, INK])
def test_writing_stands_out(colour: tuple[int, int, int]) -> None:
    """The one of ink and paper with the better contrast, by WCAG 2.2, and at least as much as large text needs."""

    def light(of: tuple[int, int, int]) -> float:
        parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in of]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    bright, dark = sorted((light(colour), light(ink_on(colour))), reverse=True)
    assert (bright + 0.05) / (dark + 0.05) >= 3


def test_symbols_differ_in_shape() -> None:
    """In black, white and nothing: whatever colours they are drawn in."""
    shapes = {name: marked(symbol(name, 40, INK, PAPER)) for name in SYMBOLS}
    names = sorted(shapes)
    for number, one in enumerate(names):
        for other in names[:number]:
            assert len(shapes[one] ^ shapes[other]) > 160, (one, other)


def test_frames_have_round_corners_and_any_size() -> None:
    backside = painted(Back((90, 50), 12, PAPER, INK, 3), 90)
    for sheet in (frame(90, 50, 12, PAPER, INK, 3), backside):
        assert sheet.size == (90, 50)
        corners = [sheet.getpixel(at) for at in ((0, 0), (89, 0), (0, 49), (89, 49))]
        assert all(isinstance(pixel, tuple) and pixel[3] == 0 for pixel in corners)
        assert sheet.getpixel((45, 1)) == sheet.getpixel((45, 48)) == (*INK, 255)
    assert frame(90, 50, 12, None, INK, 3).getpixel((45, 25)) == (0, 0, 0, 0)


@pytest.mark.parametrize("size", [(200, 40), (40, 200)])
def test_what_lies_inside_an_empty_frame_is_still_seen(size: tuple[int, int]) -> None:
    """On a clear ground, wherever in the frame it lies."""
    wide, high = size
    for x, y in ((10, 10), (wide - 20, high - 20)):
        spot = Path((box(x, y, x + 10, y + 10),), INK)
        image = paint(Scene(200, 200, (spot, Frame((0, 0), size, 4, None, INK, 2))), 200)
        assert (x + 5, y + 5) in solid(image)


def test_a_file_is_a_small_png_and_always_the_same() -> None:
    image = Image.new("RGB", (600, 400), TABLE)
    image.paste(PAPER, (50, 50, 200, 300))
    file = png(image)
    assert file == png(image.copy())
    with Image.open(BytesIO(file)) as read:
        assert (read.format, read.size, read.mode) == ("PNG", (600, 400), "P")
        assert read.convert("RGB").getpixel((100, 100)) == PAPER
        assert len(read.convert("RGB").getcolors() or []) <= COLOURS
    assert len(file) < 10_000


@pytest.mark.parametrize("ground", [PAPER, INK])
def test_soft_edges_look_as_they_were_drawn(ground: Colour) -> None:
    """Dark ones around a light frame look like notches on a light page."""
    image = Image.new("RGBA", (200, 120))
    image.alpha_composite(frame(90, 100, 20, INK, PAPER, 6), (5, 10))
    image.alpha_composite(frame(90, 100, 20, PAPER, INK, 6), (105, 10))
    page = Image.new("RGBA", image.size, ground)
    with Image.open(BytesIO(png(image))) as read:
        shown = Image.alpha_composite(page, read.convert("RGBA")).convert("RGB")
    drawn = Image.alpha_composite(page, image).convert("RGB")
    assert drawn.getextrema() != page.convert("RGB").getextrema()
    assert max(ImageChops.difference(shown, drawn).convert("L").tobytes()) < STEP


def test_a_description_is_read_aloud_so_it_has_no_markdown_and_fits() -> None:
    text = "**A** player · `C4` ✦ card\n-# piles\n__**Moment 1**__"
    assert description(text) == "A player · C4 ✦ card\npiles\nMoment 1"
    assert len(description("x" * 2000)) == DESCRIPTION
