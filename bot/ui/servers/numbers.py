"""/stats: what was played in a server, as a short table, and as a file for spreadsheets."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Final

from bot.host.operations.numbers import KINDS, LEAST, Week
from bot.ui.messages.outgoing import Attachment, Outgoing
from bot.ui.texts.words import Rendered, Words

SHOWN: Final = 4
"""How many of the latest weeks the table has; a phone shows as many."""

LABEL, NUMBER = 16, 6
"""The widths of the table's columns, in letters."""


def stats(weeks: Sequence[Week], words: Words) -> Outgoing:
    """Return the numbers of a server: of the latest weeks in a table, and of all of them as a file."""
    latest = weeks[-SHOWN:]
    lines = [("", *(f"{week.monday:%m-%d}" for week in latest))]
    for kind in KINDS:
        told = [week.numbers.get((kind, "", "")) for week in latest]
        lines.append((words.plain(f"stats.{kind}"), *("–" if number is None else str(number) for number in told)))
    table = "\n".join(f"{label:<{LABEL}}" + "".join(f"{cell:>{NUMBER}}" for cell in cells) for label, *cells in lines)
    content = words("stats.table", table=Rendered(table), least=LEAST)
    return Outgoing(content=content, files=(Attachment("stats.csv", stats_csv(weeks), words.plain("stats.file")),))


def stats_csv(weeks: Sequence[Week]) -> bytes:
    """Return numbers as CSV for spreadsheets, each with what it is about; only those that are published."""
    file = StringIO()
    writer = csv.writer(file)
    writer.writerow(["week", "kind", "game", "way", "number"])
    for week in weeks:
        writer.writerows([week.monday, *about, number] for about, number in week.numbers.items())
    return file.getvalue().encode("utf-8-sig")
