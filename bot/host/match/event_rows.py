"""Events as rows of the database, and as the facts that a viewer reads there."""

from collections.abc import Sequence

import msgspec

from bot.storage.matches import EventRow
from engine.contract import AnyGame, Event, Fact, Viewer


def event_row(match: int, number: int, entry: int, event: Event) -> EventRow:
    """Return an event of a match as a row, with its number and that of its entry in the log."""
    return EventRow(
        match,
        number,
        entry,
        msgspec.to_builtins(event.fact, str_keys=True),
        None if event.audience is None else list(event.audience),
        None if event.others is None else msgspec.to_builtins(event.others, str_keys=True),
        event.once,
    )


def facts_of(game: AnyGame, rows: Sequence[EventRow], viewer: Viewer) -> list[Fact]:
    """Return some events as facts for a viewer."""
    told = [each.fact if is_told(each, viewer) else each.others for each in rows]
    return [game.fact(fact) for fact in told if fact is not None]


def is_told(row: EventRow, viewer: Viewer) -> bool:
    """Whether a viewer gets the full form of an event."""
    return row.audience is None or viewer in row.audience
