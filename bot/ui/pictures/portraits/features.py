"""The features of portraits: eyes, brows, noses, mouths, beards, and what people wear on their faces."""

from typing import Final

from bot.ui.pictures.portraits.shapes import AXIS, Shape, disc, half, line, loop, one, pair
from bot.ui.pictures.scene import Point, ellipse

EYE: Final[Point] = (366, 284)
"""The middle of the right eye of a human face."""


def _eyes(middle: Point, size: float, look: Point = (0, 0)) -> tuple[Shape, ...]:
    """Return a pair of open eyes that look the same way."""
    x, y = middle
    sides = (x, 2 * AXIS - x)
    dots = (disc("k", side + look[0], y + look[1], size * 0.5, size * 0.54) for side in sides)
    return (disc("p", x, y, size, size * 0.86, both=True), *dots)


FEATURES: Final[dict[str, tuple[Shape, ...]]] = {
    "eyes-open": _eyes(EYE, 34),
    "eyes-wide": _eyes(EYE, 44, (4, 6)),
    "eyes-aside": _eyes(EYE, 36, (14, 2)),
    "eyes-up": _eyes(EYE, 36, (-4, -14)),
    "eyes-sly": (
        *_eyes(EYE, 36, (-10, 4)),
        pair("s", (326, 286), (330, 244), (404, 240), (406, 274), sharp=True, inside=True),
    ),
    "eyes-calm": (line(15, (328, 276), (366, 300), (404, 276), both=True),),
    "eyes-glad": (line(15, (328, 296), (366, 264), (404, 296), both=True),),
    "eyes-of-a-cat": (
        pair("a", (346, 300), (374, 252), (428, 246), (408, 296), inside=True),
        pair("k", (380, 254), (394, 272), (382, 296), (370, 276), inside=True),
    ),
    "eyes-of-a-beast": _eyes((376, 272), 25, (2, 2)),
    "eyes-of-a-bird": _eyes((390, 262), 31),
    "slits": (pair("k", (334, 292), (414, 258), (414, 304), (340, 310), sharp=True, inside=True),),
    "brows": (line(17, (324, 240), (366, 222), (410, 236), both=True),),
    "brows-up": (line(14, (326, 218), (368, 196), (412, 214), both=True),),
    "brows-down": (line(20, (322, 256), (366, 238), (416, 222), both=True),),
    "brow-raised": (line(17, (324, 236), (366, 198), (412, 216)), line(17, (276, 246), (232, 240), (190, 252))),
    "bushy-brows": (pair("p", (318, 246), (360, 208), (424, 224), (430, 254), (366, 244), sharp=True, inside=True),),
    "nose": (line(12, (298, 290), (284, 346), (314, 352)),),
    "nose-round": (one("a", *ellipse((300, 334), 34, 30, 14), inside=True),),
    "nose-long": (line(14, (308, 276), (338, 366), (290, 370)),),
    "smile": (line(14, (248, 378), (300, 404), (352, 378)),),
    "smirk": (line(14, (256, 394), (310, 400), (362, 368)),),
    "stern": (line(15, (256, 396), (300, 386), (344, 396)),),
    "grin": (
        half("p", (300, 376), (370, 362), (350, 406), (300, 424), shaded=False, inside=True),
        line(8, (300, 378), (300, 420)),
    ),
    "singing": (
        half("k", (300, 366), (338, 382), (334, 424), (300, 438), shaded=False, inside=True),
        half("a", (300, 410), (322, 416), (300, 432), shaded=False, inside=True),
    ),
    "tongue": (
        half("k", (300, 372), (370, 362), (346, 410), (300, 418), shaded=False, inside=True),
        one("a", (296, 396), (344, 392), (350, 440), (322, 458), (298, 436), inside=True),
    ),
    "gold-tooth": (
        half("p", (300, 378), (372, 358), (350, 408), (300, 422), shaded=False, inside=True),
        one("a", (312, 378), (344, 370), (342, 406), (314, 416), sharp=True, inside=True),
    ),
    "cheeks": (pair("a", *ellipse((394, 350), 28, 20, 12), inside=True),),
    "freckles": tuple(disc("k", x, y, 3, both=True) for x, y in ((376, 340), (398, 334), (390, 356))),
    "patch": (
        line(14, (420, 196), (300, 232), (180, 296)),
        one("k", (332, 246), (406, 236), (412, 300), (370, 326), (336, 300), inside=True),
    ),
    "glasses": (loop(11, EYE, 52, 48, both=True), line(11, (284, 276), (300, 268), (316, 276))),
    "goggles": (
        line(30, (184, 270), (300, 256), (416, 270)),
        pair("b", *ellipse(EYE, 68, 64, 20), inside=True),
        pair("p", *ellipse(EYE, 46, 43, 18), inside=True),
        disc("k", 372, 286, 17, both=True),
    ),
    "mirrored": (
        one(
            "a",
            *(
                (300, 118),
                (350, 128),
                (386, 152),
                (408, 200),
                (415, 250),
                (413, 310),
                (404, 352),
                (386, 396),
                (356, 436),
            ),
            *((300, 462), (310, 350), (292, 240)),
            sharp=True,
            inside=True,
        ),
    ),
    "monocle": (loop(12, EYE, 54, 52), line(7, (408, 318), (430, 400), (424, 500))),
    "mask": (half("k", (300, 252), (340, 238), (440, 226), (428, 302), (370, 334), (300, 306), inside=True),),
    "mask-eyes": (
        pair("p", (328, 290), (364, 258), (412, 262), (392, 298), inside=True),
        disc("k", 372, 278, 13, both=True),
    ),
    "wrinkles": (line(7, (250, 178), (300, 170), (350, 178)), line(7, (258, 200), (300, 194), (342, 200))),
    "beard": (
        half("p", (300, 372), (346, 356), (430, 316), (432, 420), (392, 500), (340, 540), (300, 560)),
        half("k", (300, 398), (336, 398), (322, 414), (300, 418), shaded=False, inside=True),
        line(7, (352, 430), (344, 500), both=True),
        line(7, (392, 400), (384, 460), both=True),
    ),
    "dark-beard": (
        half("b", (300, 366), (346, 350), (434, 290), (440, 400), (394, 476), (300, 510)),
        half("p", (300, 396), (340, 392), (326, 414), (300, 420), shaded=False, inside=True),
    ),
    "goatee": (
        pair("k", (302, 366), (346, 362), (392, 340), (374, 384), (320, 384), inside=True),
        half("k", (300, 416), (326, 412), (322, 470), (300, 510), shaded=False),
    ),
    "moustache": (
        pair("b", (300, 356), (356, 344), (410, 368), (448, 346), (432, 400), (366, 416), (300, 386), inside=True),
    ),
}
"""Features and beards, by name."""
