"""Events as rows of the database."""

import msgspec

from bot.storage.matches import EventRow
from engine.contract import Event


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
