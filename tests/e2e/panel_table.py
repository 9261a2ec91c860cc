"""The table of what matches played from panels count: words, clicks and messages, and their limits."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final, Self

from msgspec import Struct

from engine.registry import GAMES
from tests.e2e.panel_looks import HEADING, Row, section
from tests.support.panel_words import MEDIAN, MOST

PAGE: Final = Path(__file__).parents[2] / "docs" / "lab" / "panels.md"

MOST_CLICKS: Final = {"varia": 6}
"""How many clicks a turn may take one side, in the median of a game's matches, by game."""

MOST_MESSAGES: Final = {"varia": 2.5, "artbot": 1.5, "warmage": 1.2, "zarcana": 1.2}
"""How many messages a turn may stay in a match's thread, by game."""

ENDS: Final = 2
"""The messages of a match that are about no turn: how it began, and how it ended."""


class Setting(Struct, frozen=True, order=True):
    """Where and how a match is played: `place` is the thread or the players' direct messages."""

    game: str
    seed: int
    place: str
    pace: str


SETTINGS: Final = tuple(
    Setting(game, *rest)
    for game in GAMES
    for rest in ((1, "thread", "live"), (2, "messages", "live"), (3, "thread", "daily"))
)
"""The matches of the table: three seeds of each game."""


class Figures(Struct, frozen=True):
    """A row of the table.

    Attributes:
        words: the words of ours on a panel with a question, in the median.
        most_words: the most words on such a panel.
        clicks: the clicks of a turn and side, in the median.
        most_clicks: the most clicks of a turn and side.
        messages: how many messages stayed in the thread, apart from those about the beginning and the end, per turn.
        mentions: how often somebody was mentioned in the thread.
    """

    setting: Setting
    turns: int
    words: float
    most_words: int
    clicks: float
    most_clicks: int
    messages: float
    mentions: int

    @classmethod
    def counted(
        cls, setting: Setting, turns: int, words: list[int], clicks: list[int], messages: int, mentions: int
    ) -> Self:
        """Return a match's row, given the words of each panel and the clicks of each turn and side."""
        per_turn = round((messages - ENDS) / turns, 2)
        return cls(setting, turns, median(words), max(words), median(clicks), max(clicks), per_turn, mentions)

    @classmethod
    def read(cls, line: str) -> Self:
        """Read a row of the table."""
        game, seed, place, pace, turns, words, most_words, clicks, most_clicks, messages, mentions = (
            cell.strip() for cell in line.strip("|").split("|")
        )
        counts = int(turns), float(words), int(most_words), float(clicks), int(most_clicks)
        return cls(Setting(game, int(seed), place, pace), *counts, float(messages), int(mentions))

    def __str__(self) -> str:
        at = self.setting
        words, clicks = (f"{self.words:g}", self.most_words), (f"{self.clicks:g}", self.most_clicks)
        cells = (
            at.game,
            at.seed,
            at.place,
            at.pace,
            self.turns,
            *words,
            *clicks,
            f"{self.messages:.2f}",
            self.mentions,
        )
        return f"| {' | '.join(map(str, cells))} |"

    def faults(self) -> list[str]:
        """Return the limits that the match passes."""
        limits = (
            ("words on a panel in the median", self.words, MEDIAN),
            ("words on a panel", self.most_words, MOST),
            ("messages a turn", self.messages, MOST_MESSAGES[self.setting.game]),
        )
        return [
            f"{self.setting.game}, seed {self.setting.seed}: {count:g} {what}, but at most {most:g} are allowed"
            for what, count, most in limits
            if count > most
        ]


def faults(figures: Sequence[Figures]) -> list[str]:
    """Return the limits that matches pass, and those that a game passes in the median of its matches."""
    found = [fault for row in figures for fault in row.faults()]
    for game, most in MOST_CLICKS.items():
        count = median(row.clicks for row in figures if row.setting.game == game)
        if count > most:
            found.append(f"{game}: {count:g} clicks a turn and side in the median, but at most {most:g} are allowed")
    return found


def rows(page: str) -> list[Figures]:
    """Return the rows of the table of matches played from panels."""
    lines = page.partition(HEADING)[0].splitlines()
    return [Figures.read(line) for line in lines if line.startswith(tuple(f"| {game} |" for game in GAMES))]


def page(figures: Sequence[Figures], looks: Sequence[Row]) -> str:
    """Return the page with its two tables: of matches played from panels, and of panels that were measured."""
    messages = ", ".join(f"{game} {most:g}" for game, most in MOST_MESSAGES.items())
    table = "\n".join(map(str, figures))
    return (
        TEXT.format(median=MEDIAN, most=MOST, clicks=MOST_CLICKS["varia"], messages=messages, rows=table)
        + f"\n{section(looks)}"
    )


TEXT: Final = """# Panels

Two people play each match from their panels alone: from the panel behind **My hand** in the thread, or from direct
messages. They play as an easy house player does. In the middle the bot is restarted, nobody clicks for a quarter of an
hour, and in a thread somebody closes a panel. After each click, both panels are compared with the database.

`python -m tests.e2e.panel_matches --renew` plays the matches and writes this page. A test fails if a figure is over its
limit, or if the first match of Art Bot Cards no longer gives its row.

- **Words** on a panel with a question are ours, without cards' names, costs and texts, and changes of points.
  At most {median} in the median, and never more than {most}.
- **Clicks** are those of a turn and side. At most {clicks} in the median of Varia's matches.
- **Messages** are those that stay in the thread, for each turn, without the beginning and the end. At most: {messages}.
- **Mentions** name only people who have a question to answer at that moment.

| Game | Seed | From | Pace | Turns | Words | Most | Clicks | Most | Messages a turn | Mentions |
|---|---|---|---|---|---|---|---|---|---|---|
{rows}
"""
