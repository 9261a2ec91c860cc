"""The fonts, in the order in which they are asked for a letter, and where their files are."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.fonts.character_map import CharacterMap, character_map

Typeface: TypeAlias = Literal["text", "title"]
"""Inter, for everything that is read, or Grenze, for cards' names and figures."""

HERE: Final = "bot/ui/fonts"
"""The folder of all fonts but one."""

WORDS: Final = 4096
"""The number of words whose font is cached."""


class FontFile(Struct, frozen=True, dict=True):
    """A font: its file, with the folders of its package, and its weight if the file has more than one."""

    file: str
    weight: int | None = None

    @property
    def is_ours(self) -> bool:
        """Whether the file is in our wheel, rather than in a package that need not be installed."""
        return self.file.startswith(HERE)

    @cached_property
    def path(self) -> Path | None:
        """Where the file is; None if its package is not installed."""
        package, _, name = self.file.rpartition("/")
        spec = find_spec(package.replace("/", "."))
        folders = () if spec is None else spec.submodule_search_locations or ()
        return next((Path(folder, name) for folder in folders), None)

    @cached_property
    def letters(self) -> CharacterMap:
        """The letters that it has; none if its package is not installed."""
        return CharacterMap(()) if self.path is None else character_map(self.path)


class Fonts(Struct, frozen=True, eq=False):
    """The fonts that draw a typeface, in the order in which they are asked for a letter; the first is its own."""

    files: tuple[FontFile, ...]

    @property
    def own(self) -> FontFile:
        """The typeface's own font."""
        return self.files[0]


CJK: Final = FontFile("manimgx_fonts_cjk/NotoSansCJK-VF.otf.ttc", 600)
"""The letters of Chinese, Japanese and Korean. The file has 33 MB, so it is opened only if one of them is needed."""

_INTER: Final = FontFile("bot/ui/fonts/Inter-SemiBold.otf")

_OTHERS: Final = (
    FontFile("bot/ui/fonts/InterFull-SemiBold.otf"),
    FontFile("bot/ui/fonts/NotoSans-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansHebrew-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansArabic-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansThai-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansDevanagari-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansArmenian-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansGeorgian-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansBengali-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansTamil-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansTelugu-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansGujarati-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansKannada-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansMalayalam-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansGurmukhi-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansSinhala-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansKhmer-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansLao-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansMyanmar-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansEthiopic-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansThaana-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansCherokee-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansCanadianAboriginal-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansOriya-Bold.ttf"),
    FontFile("bot/ui/fonts/NotoSansSymbols-SemiBold.ttf"),
    FontFile("bot/ui/fonts/NotoSansSymbols2-Regular.ttf"),
    CJK,
)
"""The fonts for what the typefaces' own lack."""

TEXT: Final = Fonts((_INTER, *_OTHERS))

FONTS: Final[Mapping[Typeface, Fonts]] = {
    "text": TEXT,
    "title": Fonts((FontFile("bot/ui/fonts/Grenze-ExtraBold.ttf"), _INTER, *_OTHERS)),
}
"""The fonts of each typeface. Their licence is beside them, or in their package."""


@lru_cache(WORDS)
def font_of(letters: str, fonts: Fonts) -> FontFile | None:
    """Return the first font that has all of some letters; None if there is none."""
    return next((each for each in fonts.files if all(letter in each.letters for letter in letters)), None)
