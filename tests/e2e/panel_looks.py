"""How the panels of photographed matches look: their heights and letters, and what a click changes on them.

`python -m tests.e2e.screenshots --renew` writes the table into docs/lab/panels.md.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import inf
from statistics import median
from typing import Final, Self

from msgspec import Struct, field

from bot.ui.messages.custom_ids import parse
from engine.registry import GAMES
from sandbox.seen import Message
from tests.e2e.camera import Sizes

HEADING: Final = "## As they are shown"

SURFACES: Final = ("hand", "plan", "answer", "fast", "other", "turn", "board", "over")
"""The surfaces in the order of the table: panels at moments with a name and at others, then what is in the thread."""

HIGHEST: Final = {"desk": 2300, "phone": 2200}
"""How high a panel may be shown, in pixels, by view."""

SMALLEST: Final = {"desk": 5.0, "phone": 6.0}
"""How small a letter in a panel's picture may be shown, in pixels, by view."""

MOST_EDITS: Final = 8
"""How many edits may follow a click."""

MOST_MOVED: Final = 12
"""How many buttons may move by a click."""

ROW, BUTTON = 1, 2


class Place(Struct, frozen=True):
    """Where a button stands among the rows of a message, and its label."""

    row: int
    column: int
    label: str


def places(panel: Message) -> dict[tuple[str, str], Place]:
    """Return the places of a panel's buttons, by what they do: their action and its argument."""
    found: dict[tuple[str, str], Place] = {}
    for number, row in enumerate(_rows(panel.components)):
        for column, part in enumerate(row):
            if part["type"] == BUTTON and part.get("custom_id"):
                wanted = parse(str(part["custom_id"]))
                found[wanted.action, wanted.argument] = Place(number, column, str(part.get("label") or ""))
    return found


def _rows(parts: Sequence[dict[str, object]]) -> list[list[dict[str, object]]]:
    rows: list[list[dict[str, object]]] = []
    for part in parts:
        inner = part.get("components")
        if isinstance(inner, list):
            rows += [inner] if part["type"] == ROW else _rows(inner)
    return rows


def moved(before: Message, after: Message) -> int:
    """Return how many buttons are on a panel before and after a click, but in another place or with another label."""
    there, then = places(before), places(after)
    return sum(place != then[button] for button, place in there.items() if button in then)


def edits(heard: Sequence[dict[str, object]], panel: Message) -> int:
    """Return how often a panel was edited, given what a person heard between two clicks."""
    changed = (each["message"] for each in heard if each["type"] == "update")
    return sum(isinstance(each, dict) and int(each["id"]) == panel.id for each in changed)


class Looks(Struct):
    """What was measured of a surface: the sizes of its panels by view, and the edits and moved buttons of clicks."""

    sizes: list[dict[str, Sizes]] = field(default_factory=list)
    edits: list[int] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)


class Album(Struct):
    """What was measured in matches, by game and surface."""

    looks: dict[tuple[str, str], Looks] = field(default_factory=lambda: defaultdict(Looks))

    def rows(self) -> list["Row"]:
        """Return the rows of the table, in its order."""
        keys = [(game, surface) for game in GAMES for surface in SURFACES if (game, surface) in self.looks]
        return [Row.counted(*key, self.looks[key]) for key in keys]


class Row(Struct, frozen=True):
    """A row of the table. Heights and letters are in pixels as shown; pairs are the median and the most.

    Attributes:
        panels: how many panels were measured.
        letters: the smallest letter at a desk and on a phone; infinite if no picture has letters.
        edits: the edits of a panel between a click on it and the next, or None if nobody clicks on it.
        moved: the buttons that a click moved or labelled anew, likewise.
    """

    game: str
    surface: str
    panels: int
    desk: tuple[float, float]
    phone: tuple[float, float]
    letters: tuple[float, float]
    edits: tuple[float, float] | None
    moved: tuple[float, float] | None

    @classmethod
    def counted(cls, game: str, surface: str, looks: Looks) -> Self:
        """Return the row of what was measured."""
        heights = [_pair([round(each[view].height) for each in looks.sizes]) for view in ("desk", "phone")]
        letters = [min(each[view].letter for each in looks.sizes) for view in ("desk", "phone")]
        desk, phone = (round(letter, 1) for letter in letters)
        clicks = [_pair(counts) if counts else None for counts in (looks.edits, looks.moved)]
        return cls(game, surface, len(looks.sizes), heights[0], heights[1], (desk, phone), clicks[0], clicks[1])

    @classmethod
    def read(cls, line: str) -> Self:
        """Read a row of the table."""
        game, surface, panels, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        desk, phone, letters, *clicks = (_read(cells[at], cells[at + 1]) for at in range(0, len(cells), 2))
        assert desk is not None
        assert phone is not None
        return cls(game, surface, int(panels), desk, phone, letters or (inf, inf), *clicks)

    def __str__(self) -> str:
        letters = None if inf in self.letters else self.letters
        pairs = (self.desk, self.phone, letters, self.edits, self.moved)
        cells = [cell for pair in pairs for cell in (("–", "–") if pair is None else (f"{each:g}" for each in pair))]
        return f"| {' | '.join([self.game, self.surface, str(self.panels), *cells])} |"

    def faults(self) -> list[str]:
        """Return the limits that the surface passes."""
        limits = (
            ("px high at a desk", self.desk[1] - HIGHEST["desk"]),
            ("px high on a phone", self.phone[1] - HIGHEST["phone"]),
            ("px of a letter at a desk", SMALLEST["desk"] - self.letters[0]),
            ("px of a letter on a phone", SMALLEST["phone"] - self.letters[1]),
            ("edits a click", (self.edits or (0, 0))[1] - MOST_EDITS),
            ("moved buttons a click", (self.moved or (0, 0))[1] - MOST_MOVED),
        )
        return [f"{self.game}, {self.surface}: {over:g} {what} beyond the limit" for what, over in limits if over > 0]


def _pair(counts: Sequence[int]) -> tuple[float, float]:
    return median(counts), max(counts)


def _read(first: str, second: str) -> tuple[float, float] | None:
    return None if first == "–" else (float(first), float(second))


def rows(page: str) -> list[Row]:
    """Return the rows of the table in docs/lab/panels.md."""
    lines = page.partition(HEADING)[2].splitlines()
    return [Row.read(line) for line in lines if line.startswith("| ") and not line.startswith("| Game |")]


def section(rows: Sequence[Row]) -> str:
    """Return the section of the page with the table."""
    table = "\n".join(map(str, rows))
    limits = (*HIGHEST.values(), *(f"{each:g}" for each in SMALLEST.values()), MOST_EDITS, MOST_MOVED)
    return TEXT.format(*limits, heading=HEADING, rows=table)


TEXT: Final = """{heading}

`python -m tests.e2e.screenshots --renew` photographs matches at a live pace and writes this table. At a desk the chat
page has 1280 x 900 pixels, on a phone 390 x 844; [sandbox.md](../developers/sandbox.md#how-large-pictures-are) says how
large pictures are in it. House players think as long as they may, so figures change a little from run to run. A test
fails if one is over its limit.

- **Heights** are those of the whole message in pixels, in the median and at most. At most {0} at a desk and {1}
  on a phone.
- The smallest **letter** in the pictures is its font size as shown, at a desk and on a phone. At least {2} and {3}.
- **Edits** are those of a panel between a click on it and the next one, in the median and at most. At most {4}.
- **Moved** buttons are on the panel before and after a click, but in another place or with another label. At most {5}.
- A surface "other" is a panel with a question at none of the moments with a name. A "turn" is a post in the thread.

| Game | Surface | Panels | Desk | Most | Phone | Most | Letter at a desk | On a phone | Edits | Most | Moved | Most |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
{rows}
"""
