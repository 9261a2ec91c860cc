"""A tournament as the server's list of scheduled events shows it."""

from msgspec import Struct

from bot.host.tournament.tournament import Tournament
from bot.ui.words import Rendered, Words


class ScheduledEvent(Struct, frozen=True):
    """What is said of a tournament there.

    Attributes:
        mark: by which its event is found again; it stands at the end of the description.
    """

    name: str
    description: str
    location: str
    mark: str


def scheduled_event(shown: Tournament, words: Words) -> ScheduledEvent:
    """Return a tournament's scheduled event."""
    row, mark = shown.row, f"#t{shown.row.id}"
    place = Rendered(f"<#{row.channel}>")
    text = words("tournament.event", game=words(f"{row.game}.name"), channel=place, join=words("button.tjoin"))
    return ScheduledEvent(row.title, f"{text}\n{mark}", place, mark)
