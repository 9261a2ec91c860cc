"""Cuts the fonts of pictures from those of Debian: `python -m release.font_cuts PACKAGES` writes them.

PACKAGES is a folder into which `dpkg-deb -x` has unpacked fonts-inter 4.0~beta7+ds-1, and fonts-noto-core and
fonts-noto-extra 20201225-1. Inter-SemiBold.otf, which match pages carry, and Grenze-ExtraBold.ttf are cut by hand.
"""

import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from fontTools import subset

FONTS: Final = Path("bot/ui/fonts")
"""The folder in which the fonts stand, with their licence."""

SCRIPTS: Final = (
    *("Arabic", "Armenian", "Bengali", "CanadianAboriginal", "Cherokee", "Devanagari", "Ethiopic", "Georgian"),
    *("Gujarati", "Gurmukhi", "Hebrew", "Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Sinhala", "Tamil"),
    *("Telugu", "Thaana", "Thai"),
)
"""The alphabets of which Noto Sans has a font in the weight of Inter."""

BOLD: Final = ("Oriya",)
"""The alphabets of which there is only a bold one."""

ASCII: Final = 128


def cut(source: Path, target: Path, wanted: Callable[[str], bool]) -> None:
    """Write a font with those of its letters that are wanted, without its hints."""
    options = subset.Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]
    font: Any = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for code in font.getBestCmap() if wanted(chr(code))])
    cutter.subset(font)
    subset.save_font(font, str(target), options)


def is_text(letter: str) -> bool:
    """Return whether a letter belongs to an alphabet, or stands between letters of any one."""
    return unicodedata.category(letter) != "Co"


def is_foreign(letter: str) -> bool:
    """Return whether a letter belongs into the font of an alphabet that is not Latin."""
    return is_text(letter) and not unicodedata.name(letter, "").startswith("LATIN")


def is_sign(letter: str) -> bool:
    """Return whether a letter is a sign of no alphabet."""
    return ord(letter) >= ASCII and unicodedata.category(letter) in ("So", "Sm", "Sk", "No")


def cuts(packages: Path) -> Iterator[tuple[Path, str, Callable[[str], bool]]]:
    """Yield each font's file in the packages, its name here, and which of its letters are wanted."""
    noto, inter = packages / "usr/share/fonts/truetype/noto", packages / "usr/share/fonts/opentype/inter"
    yield inter / "Inter-SemiBold.otf", "InterFull-SemiBold.otf", is_text
    yield noto / "NotoSans-SemiBold.ttf", "NotoSans-SemiBold.ttf", is_text
    for script in SCRIPTS:
        yield noto / f"NotoSans{script}-SemiBold.ttf", f"NotoSans{script}-SemiBold.ttf", is_foreign
    for script in BOLD:
        yield noto / f"NotoSans{script}-Bold.ttf", f"NotoSans{script}-Bold.ttf", is_foreign
    yield noto / "NotoSansSymbols-SemiBold.ttf", "NotoSansSymbols-SemiBold.ttf", is_sign
    yield noto / "NotoSansSymbols2-Regular.ttf", "NotoSansSymbols2-Regular.ttf", is_sign


def main(packages: Path) -> None:
    """Write all fonts that are cut from Debian's packages."""
    for source, name, wanted in cuts(packages):
        cut(source, FONTS / name, wanted)
        print(name, (FONTS / name).stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
