"""Fonts: every letter of people's names has a font that draws it, and what none has can be read or is left out."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw

from bot.memory import data_of
from bot.process_pool import ProcessPool
from bot.ui.fonts.character_map import character_map
from bot.ui.fonts.font_files import CJK, FONTS, TEXT, FontFile, Fonts
from bot.ui.fonts.runs import runs
from bot.ui.fonts.written_text import written
from bot.ui.pictures.drawing_process import MEMORY
from bot.ui.pictures.text import font, width, write
from bot.ui.replays.page import style
from tests.ui.everyday_names import WIDE, people, with_all_letters
from tests.ui.picture_laws import lacking

FILES = {Path(each.file).name: each for fonts in FONTS.values() for each in fonts.files}
FOLDER = Path("bot/ui/fonts")
LARGEST = 8_000_000
"""How many bytes the fonts in the wheel may have together."""

ALONE = (
    *("Hebrew", "Arabic", "Thai", "Devanagari", "Armenian", "Georgian", "Bengali", "Tamil", "Gujarati", "Sinhala"),
    *("Oriya", "CJK"),
)
"""Alphabets of people's names of which only one font has the letters."""


def lost(names: Iterable[str], fonts: Fonts = TEXT) -> set[str]:
    """The letters of names that are not drawn, or whose font draws an empty box."""
    found: set[str] = set()
    for name in names:
        parts = runs(name, fonts)
        found |= {*(Counter(unicodedata.normalize("NFC", name)) - Counter("".join(part.text for part in parts)))}
        for part in parts:
            assert part.font.path is not None
            found |= {*lacking(part.text, part.font.path)}
    return found


def test_every_letter_of_two_thousand_names_is_drawn_by_a_font_that_has_it() -> None:
    assert len(people()) >= 2000
    assert lost((*people(), *WIDE)) == set()
    assert lost(with_all_letters(), FONTS["title"]) == set()
    assert {*"".join(people())} == {*"".join(with_all_letters())}


@pytest.mark.parametrize("script", ALONE)
def test_without_a_font_the_letters_that_only_it_has_are_lost(script: str) -> None:
    fewer = Fonts(tuple(each for each in TEXT.files if script not in each.file))
    assert len(fewer.files) == len(TEXT.files) - 1
    assert lost(with_all_letters(), fewer) != set()


@pytest.mark.parametrize("name", FILES)
def test_the_letters_of_a_font_are_those_that_another_program_reads(name: str) -> None:
    path = FILES[name].path
    assert path is not None
    with TTFont(path, fontNumber=0, lazy=True) as read:
        codes = set(read.getBestCmap())
    found = character_map(path)
    assert [code for code in codes if chr(code) not in found] == []
    beside = {near for code in codes for near in (code - 1, code + 1) if 0 <= near < 0x110000} - codes
    assert [code for code in beside if chr(code) in found] == []


def test_a_font_without_letters_is_refused(tmp_path: Path) -> None:
    with TTFont(FOLDER / "NotoSansThaana-SemiBold.ttf") as read:
        del read["cmap"]
        read.save(tmp_path / "none")
    with pytest.raises(ValueError, match="none"):
        character_map(tmp_path / "none")


def test_a_font_whose_package_is_not_installed_has_no_letters() -> None:
    missing = FontFile("no_such_package/None.ttf")
    assert missing.path is None
    assert "A" not in missing.letters


def test_the_fonts_are_small_and_their_licence_is_beside_them() -> None:
    here = [Path(each.file) for each in FILES.values() if each.is_ours]
    assert {*here} == {*FOLDER.glob("*.?tf")}
    assert sum(each.stat().st_size for each in here) <= LARGEST
    licence, notice = (FOLDER / "OFL.txt").read_text("utf-8"), Path("NOTICE").read_text("utf-8")
    for family in ("Inter-", "InterFull-", "Grenze-", "NotoSans"):
        assert family in licence
        assert family in notice
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\U0001d4d1\U0001d4ee\U0001d4f7", "Ben"),
        ("Ben \N{FOX FACE}", "Ben "),
        ("1\ufe0f\u20e3 \U0001f1e9\U0001f1ea", "1 "),
        ("★Ben★", "★Ben★"),
        ("Zoe\u0301", "Zoé"),
        ("Z" + 30 * "\u0300" + "o", "Z\u0300\u0300o"),
        ("\u0300Ada", "Ada"),
        ("a\u200db", "ab"),
        ("නිශ්\u200dශංක", "නිශ්\u200dශංක"),
        ("\u202eAda\u2066", "Ada"),
        ("\u3164\u115f\u2800", ""),
        ("\u2068 \u2069", " "),
        ("\ue000\U000e0041", ""),
        ("a\u00a0b\tc", "a b c"),
    ],
)
def test_what_no_font_has_is_replaced_by_what_can_be_read_or_left_out(name: str, shown: str) -> None:
    assert written(name) == shown


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Ben (שלום)", [("Ben (", "ltr"), ("שלום", "rtl"), (")", "ltr")]),
        ("שלום Ben", [("Ben", "ltr"), ("שלום ", "rtl")]),
        ("\u2068שלום\u2069 wins", [("שלום", "rtl"), (" wins", "ltr")]),
        ("\u2068שלום Ben\u2069", [("Ben", "ltr"), ("שלום ", "rtl")]),
        ("שלום 12", [("12", "rtl"), ("שלום ", "rtl")]),
        ("★ 12", [("★ ", "ltr"), ("12", "ltr")]),
    ],
)
def test_a_line_runs_as_its_letters_do(line: str, parts: list[tuple[str, str]]) -> None:
    assert [(part.text, part.direction) for part in runs(line)] == parts


def test_a_word_has_one_font_if_there_is_one_with_all_its_letters() -> None:
    [word] = runs("Nguyễn")
    assert Path(word.font.file).name == "InterFull-SemiBold.otf"
    assert [Path(part.font.file).name for part in runs("Łukasz Šárka")] == ["Inter-SemiBold.otf"]


def test_plain_letters_are_drawn_by_the_typefaces_own_font() -> None:
    assert width("Ada Lovelace", 30) == font(30).getlength("Ada Lovelace")
    assert width("Ada Lovelace", 30, "title") == font(30, "title").getlength("Ada Lovelace")


def fonts_in_use(names: tuple[str, ...], sizes: tuple[int, ...]) -> list[str]:
    """The fonts that are open after names were written."""
    sheet = ImageDraw.Draw(Image.new("RGB", (400, 100)))
    for name in names:
        for size in sizes:
            write(sheet, (200, 50), name, size, (0, 0, 0))
    mapped = Path("/proc/self/maps").read_text("utf-8")
    return [name for name in FILES if f"/{name}\n" in mapped]


def test_the_large_font_is_opened_in_the_drawing_process_once_a_name_needs_it_and_fits_there() -> None:
    with closing(ProcessPool("test", MEMORY, 3600)) as pool:
        assert pool.begin(fonts_in_use, ("Łukasz", "Иван"), (30,)).result() == [
            "Inter-SemiBold.otf",
            "InterFull-SemiBold.otf",
        ]
        [process] = pool.processes
        before = data_of(process)
        assert pool.begin(fonts_in_use, ("さくら",), (30,)).result()[-1] == Path(CJK.file).name
        pool.begin(fonts_in_use, (*WIDE, *with_all_letters()), tuple(range(12, 120, 9))).result()
        assert pool.processes == [process]
        assert before < data_of(process) < before + MEMORY / 2


def test_a_match_page_has_the_fonts_for_its_letters_but_for_the_large_one() -> None:
    assert style(frozenset("Łukasz ×2")).count("@font-face") == 2
    assert style(frozenset("漢")).count("@font-face") == 2
    more = style(frozenset("Łukasz Иван נועה"))
    assert more.count("@font-face") == 4
    assert [letters.partition("}")[0] for letters in more.split("unicode-range:")[1:]] == [
        "U+418,U+430,U+432,U+43D",
        "U+5D4,U+5D5,U+5E0,U+5E2",
    ]
