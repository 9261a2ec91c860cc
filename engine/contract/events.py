"""The events of a match, and the form in which each viewer sees them."""

from collections.abc import Iterable

from msgspec import Struct

from engine.contract.seats import EVERYTHING, Seat, Viewer


class Fact(Struct, frozen=True, tag_field="fact"):
    """One thing that happened, in one of its forms. Each game derives its own facts."""


class Event(Struct, frozen=True):
    """A fact with its audience, recorded where it happens.

    Attributes:
        fact: the full form.
        audience: the seats that see the full form; None means everybody.
        others: the form that everybody else sees; None means nothing.
        once: whether it is shown only once, and in no later log or view while the match is running.
        closes: whether a post ends with it, as with the beginning of a turn and the end of the match. Everything else
            shows on the board at once, and belongs to the next post.
    """

    fact: Fact
    audience: tuple[Seat, ...] | None = None
    others: Fact | None = None
    once: bool = False
    closes: bool = False

    def seen_by(self, viewer: Viewer) -> Fact | None:
        """Return the form that a viewer sees, or None if the viewer sees nothing."""
        if self.audience is None or viewer in self.audience or viewer == EVERYTHING:
            return self.fact
        return self.others


def seen(events: Iterable[Event], viewer: Viewer) -> tuple[Fact, ...]:
    """Return the facts that a viewer sees of the given events, in order."""
    return tuple(fact for event in events if (fact := event.seen_by(viewer)) is not None)
