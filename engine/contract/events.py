"""What happens in a match, and who is told which form of it."""

from collections.abc import Iterable

from msgspec import Struct

from engine.contract.seats import EVERYTHING, Seat, Viewer


class Fact(Struct, frozen=True, tag_field="fact"):
    """One thing that happened, in one of its forms. Each game derives its own."""


class Event(Struct, frozen=True):
    """A fact as it is told, written where it happens.

    Attributes:
        fact: the full form.
        audience: the seats that are told the full form; None means everybody.
        others: what everybody else is told; None means nothing.
        once: told a single time, and in no later log or view of the running match.
        posted: worth a post of its own; what is not shows on the board, and waits for something that is.
    """

    fact: Fact
    audience: tuple[Seat, ...] | None = None
    others: Fact | None = None
    once: bool = False
    posted: bool = True

    def seen_by(self, viewer: Viewer) -> Fact | None:
        """Return the form in which a viewer is told this, or None where the viewer is told nothing."""
        if self.audience is None or viewer in self.audience or viewer == EVERYTHING:
            return self.fact
        return self.others


def seen(events: Iterable[Event], viewer: Viewer) -> tuple[Fact, ...]:
    """Return what a viewer is told of some events, in order."""
    return tuple(fact for event in events if (fact := event.seen_by(viewer)) is not None)
