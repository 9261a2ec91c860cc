"""A match's committed state, with what has been read or computed for it: news, drafts, views and forecasts."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import Struct, field

from bot.host.match.drafts import Draft, Pick, Reached, draft_of, reached
from bot.host.match.foreseen import foreseen
from bot.host.match.foresight import Foresight
from bot.storage.matches import DraftRow
from engine.contract import AnyGame, Decision, Fact, Key, Seat, View

DRAFTS: Final = 32
"""How many results of drafts, views and foresights a position keeps, of each; the oldest is dropped first."""

DraftKey: TypeAlias = tuple[Seat, tuple[tuple[str, tuple[Key, ...]], ...]]
"""A seat, and the picks in its draft."""

T = TypeVar("T")


class Position(Struct):
    """A position. Once it has been shared, its state never changes.

    Attributes:
        happened: what each seat was shown since its last answer, and what everybody may know up to the end of the last
            turn if the seat has not answered since, once that has been read: every event makes a position.
    """

    state: Any
    happened: dict[Seat, tuple[tuple[Fact, ...], tuple[Fact, ...]]] = field(default_factory=dict)
    _foreseen: list[Decision | None] = field(default_factory=list)
    _reached: dict[DraftKey, Reached] = field(default_factory=dict)
    _views: dict[DraftKey, View] = field(default_factory=dict)
    _foresights: dict[DraftKey, Foresight] = field(default_factory=dict)

    def foreseen(self, game: AnyGame) -> Decision | None:
        """Return the question that follows if the open one is passed, if it can be passed at the same time."""
        if not self._foreseen:
            self._foreseen.append(foreseen(game, self.state))
        return self._foreseen[0]

    def draft(self, game: AnyGame, row: DraftRow) -> Draft:
        """Return a seat's draft, played on a copy of the match up to the first pick that is no longer legal."""
        return draft_of(self._reach(game, row), row)

    def _reach(self, game: AnyGame, row: DraftRow) -> Reached:
        """Return where a draft leads."""
        return _kept(self._reached, row, lambda: self._play(game, row))

    def _play(self, game: AnyGame, row: DraftRow) -> Reached:
        """Play a draft from the longest part of it that is kept, so that a click plays only its own pick."""
        seat, picks = _key(row.seat, row.picks)
        known = [
            start
            for (other, part), start in self._reached.items()
            if other == seat and len(start.made) == len(part) and picks[: len(part)] == part
        ]
        if not known:
            return reached(game, self.state, seat, row.picks)
        start = max(known, key=lambda each: len(each.made))
        return reached(game, start.state, seat, row.picks[len(start.made) :], start.made)

    def view(self, game: AnyGame, row: DraftRow) -> View:
        """Return the match as a seat sees it, with its draft played, and an implied choice."""
        return _kept(self._views, row, lambda: game.view(self._reach(game, row).shown, row.seat))

    def foresight(self, game: AnyGame, row: DraftRow) -> Foresight:
        """Return what a seat's draft leads to, to be computed when it is shown."""
        return _kept(self._foresights, row, lambda: Foresight(self.draft(game, row).state))


def _kept(kept: dict[DraftKey, T], row: DraftRow, make: Callable[[], T]) -> T:
    """Return what is kept for a draft, or make it and keep it."""
    key = _key(row.seat, row.picks)
    if key not in kept:
        made = make()
        if len(kept) >= DRAFTS:
            del kept[next(iter(kept))]
        kept[key] = made
    return kept[key]


def _key(seat: Seat, picks: Sequence[Pick]) -> DraftKey:
    return seat, tuple([(decision, tuple(keys)) for decision, keys in picks])
