"""The page on adding a game shows Bids as it is."""

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
