"""A match's committed state, with what has been read or computed for it: news, results of drafts, and forecasts."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from bot.host.match.drafts import Draft, Reached, draft_of, reached
from bot.storage.matches import DraftRow
from engine.contract import AnyGame, Fact, Forecast, Key, Seat

DRAFTS: Final = 32
"""How many results of drafts, and how many forecasts, a position keeps."""

DraftKey: TypeAlias = tuple[Seat, tuple[tuple[str, tuple[Key, ...]], ...]]
"""A seat, and the picks in its draft."""


class Position(Struct):
    """A position. Once it has been shared, its state never changes.

    Attributes:
        since: what each seat was shown since its last answer, once that has been read: every event makes a position.
    """

    state: Any
    since: dict[Seat, tuple[Fact, ...]] = field(default_factory=dict)
    _reached: dict[DraftKey, Reached] = field(default_factory=dict)
    _forecasts: dict[DraftKey, tuple[Forecast, ...]] = field(default_factory=dict)

    def draft(self, game: AnyGame, row: DraftRow) -> Draft:
        """Return a seat's draft, played on a copy of the match up to the first pick that is no longer legal."""
        key = _key(row.seat, row.picks)
        if key not in self._reached:
            if len(self._reached) >= DRAFTS:
                self._reached.clear()
            self._reached[key] = reached(game, self.state, row.seat, row.picks)
        return draft_of(self._reached[key], row)

    def forecast(self, game: AnyGame, row: DraftRow) -> tuple[Forecast, ...]:
        """Return what happens if nobody does anything more, with a seat's draft played, as far as the seat can know."""
        key = _key(row.seat, row.picks)
        if key not in self._forecasts:
            if len(self._forecasts) >= DRAFTS:
                self._forecasts.clear()
            self._forecasts[key] = game.forecast(self.draft(game, row).state, row.seat)
        return self._forecasts[key]


def _key(seat: Seat, picks: Sequence[tuple[str, Sequence[Key]]]) -> DraftKey:
    return seat, tuple([(decision, tuple(keys)) for decision, keys in picks])
