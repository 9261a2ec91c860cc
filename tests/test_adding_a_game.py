"""The page on adding a game shows Bids as it is, and a game needs no more than the page says."""

import re
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "developers" / "adding-a-game.md"
ROOMS = (ROOT / "engine" / "games" / "bids", ROOT / "bot" / "ui" / "games" / "bids")


def test_all_code_on_the_page_is_code_of_the_game() -> None:
    code = "\n".join(file.read_text() for room in ROOMS for file in room.glob("*.py"))
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert blocks
    assert [block for block in blocks if block not in code and dedent(block) not in dedent(code)] == []


def test_outside_its_own_rooms_a_game_is_one_line_of_the_registry() -> None:
    named = [
        (file.relative_to(ROOT).as_posix(), line.strip())
        for room in ("engine", "cardsdb", "bot", "cogs", "sandbox", "tests/engine")
        for file in (ROOT / room).rglob("*.py")
        for line in file.read_text().splitlines()
        if "bids" not in file.parts and re.search(r"\bbids\b", line, re.IGNORECASE)
    ]
    assert named == [("engine/registry.py", 'EXAMPLES: Final = _games("bids")')]
