"""Matches between house players, without Discord, for measurements and for finding bugs."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, sqrt
from statistics import NormalDist, median
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from pydantic import BaseModel

from engine.contract import EVERYTHING, AnyGame, Cards, Outcome, Seat, Seating
from engine.dice import FairDice
from engine.players.lines import own_decision
from engine.players.players import HousePlayer

Z: Final = NormalDist().inv_cdf(0.975)
"""The half-width of a 95% interval, in standard deviations."""


class SimulatedMatch(Struct, frozen=True):
    """One simulated match.

    Attributes:
        picks: the number of answers given.
        turns: the number of turns begun; None for a game whose view does not count turns.
        order: the seats in the order of their first turns, as given by the view, or else clockwise from the seat that
            began.
        decks: the names of the decks that the seats brought; empty for a common deck.
        outcome: how the match ended.
        digest: a digest of everything that happened, equal for the same match in any process.
        work: the number of steps taken by the pick that used the most of its budget.
    """

    picks: int
    turns: int | None
    order: tuple[Seat, ...]
    decks: tuple[str, ...]
    outcome: Outcome
    digest: str
    work: int = 0

    @property
    def drawn(self) -> bool:
        """Whether first place is shared."""
        return len(self.outcome.ranking[0]) > 1

    @property
    def capped(self) -> bool:
        """Whether a cap ended the match."""
        return self.outcome.reason.endswith("cap")

    def won(self, seat: Seat) -> float:
        """Return a seat's share of first place, from 0 to 1."""
        first = self.outcome.ranking[0]
        return (seat in first) / len(first)


class Share(Struct, frozen=True):
    """The share of wins in a number of matches; a shared first place is split."""

    wins: float
    games: int

    @property
    def part(self) -> float:
        """The share won, from 0 to 1."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval for the share (Wilson's score interval)."""
        spread = Z * sqrt(self.part * (1 - self.part) / self.games + Z**2 / (4 * self.games**2))
        middle, scale = self.part + Z**2 / (2 * self.games), 1 + Z**2 / self.games
        return (middle - spread) / scale, (middle + spread) / scale


class Totals(Struct, frozen=True):
    """The totals of many simulated matches.

    Attributes:
        games: the number of matches.
        picks: the total number of answers given.
        unit: the unit of their length: picks if the view does not count turns.
        median: the median length.
        ninety: the length that nine out of ten matches do not exceed.
        capped: the number of matches that a cap ended.
        draws: the number of matches with a shared first place.
        seats: the wins of each seat.
        order: the wins of the seats with the first turn, the second and so on.
        players: the wins of each player by name, counted once per seat.
        decks: the wins of each deck, counted once per seat that brought it.
        pairings: the wins of each deck against each other deck in two-player matches; mirror matches are left out.
        lengths: the lengths of all matches, sorted.
        reasons: the number of matches by the reason why they ended.
        digest: a digest of all matches in order.
    """

    games: int
    picks: int
    unit: Literal["turns", "picks"]
    median: float
    ninety: int
    capped: int
    draws: int
    seats: tuple[Share, ...]
    order: tuple[Share, ...]
    players: dict[str, Share]
    decks: dict[str, Share]
    pairings: dict[str, dict[str, Share]]
    lengths: tuple[int, ...]
    reasons: dict[str, int]
    digest: str


def play(
    game: AnyGame,
    options: BaseModel,
    seats: Sequence[Seating],
    cards: Cards,
    players: Sequence[HousePlayer],
    seed: object,
) -> SimulatedMatch:
    """Play one match to its end. The same arguments always give the same match. Raises IllegalDeck."""
    dice = FairDice.seeded("match", seed)
    own = [FairDice.seeded("player", seed, seat) for seat in range(len(seats))]
    state, events = game.new(options, seats, cards, dice)
    order = _order(game, state, len(seats))
    told, picks = hashlib.sha256(msgspec.json.encode(events)), 0
    work = dice.budget.used
    while (open_now := game.decisions(state)) != ():
        seat = open_now[0].seat
        guess = game.determinize(state, seat, own[seat])
        for decision, keys in players[seat].line(game, guess, seat, own[seat]):
            told.update(msgspec.json.encode(game.apply(state, decision, keys, dice)))
            picks += 1
            work = max(work, dice.budget.used)
            if own_decision(game, state, seat) is None:
                break
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"{game.spec.key} asks nobody and is not over")
    turns = getattr(game.view(state, EVERYTHING), "turn", None)
    decks = tuple(seating.deck.name for seating in seats if seating.deck is not None)
    return SimulatedMatch(picks, turns, order, decks, outcome, told.hexdigest(), work)


def _order(game: AnyGame, state: Any, seats: int) -> tuple[Seat, ...]:
    view = game.view(state, EVERYTHING)
    first = getattr(view, "active", 0)
    return getattr(view, "order", None) or tuple((first + place) % seats for place in range(seats))


def total(games: Iterable[SimulatedMatch], players: Iterable[Sequence[str]] = ()) -> Totals:
    """Add up at least one simulated match, all with the same number of seats.

    `players` holds the names of the players at each match's seats, if their wins are to be added up too.
    """
    played = list(games)
    digest = hashlib.sha256("".join(each.digest for each in played).encode()).hexdigest()
    turns = [each.turns for each in played if each.turns is not None]
    lengths = sorted(turns or (each.picks for each in played))
    places = range(len(played[0].order))
    return Totals(
        games=len(played),
        picks=sum(each.picks for each in played),
        unit="turns" if turns else "picks",
        median=median(lengths),
        ninety=lengths[ceil(len(lengths) * 0.9) - 1],
        capped=sum(each.capped for each in played),
        draws=sum(each.drawn for each in played),
        seats=tuple(_share(each.won(seat) for each in played) for seat in places),
        order=tuple(_share(each.won(each.order[place]) for each in played) for place in places),
        players=_by_name(played, players),
        decks=_by_name(played, (each.decks for each in played)),
        pairings=_pairings(played),
        lengths=tuple(lengths),
        reasons=dict(sorted(Counter(each.outcome.reason for each in played).items())),
        digest=digest[:16],
    )


def _share(wins: Iterable[float]) -> Share:
    each = list(wins)
    return Share(sum(each), len(each))


def _by_name(played: Sequence[SimulatedMatch], seated: Iterable[Sequence[str]]) -> dict[str, Share]:
    """Return the combined wins of all seats with the same name, given the names of each match's seats."""
    won: dict[str, list[float]] = {}
    for game, names in zip(played, seated, strict=False):
        for seat, name in enumerate(names):
            won.setdefault(name, []).append(game.won(seat))
    return {name: _share(won[name]) for name in sorted(won)}


def _pairings(played: Sequence[SimulatedMatch]) -> dict[str, dict[str, Share]]:
    met = [
        (game.decks[seat], game.decks[1 - seat], game.won(seat)) for game in played for seat in (0, 1) if _differ(game)
    ]
    names = sorted({deck for deck, _, _ in met})
    return {
        deck: {
            other: _share(won for one, against, won in met if (one, against) == (deck, other))
            for other in names
            if any((one, against) == (deck, other) for one, against, _ in met)
        }
        for deck in names
    }


def _differ(game: SimulatedMatch) -> bool:
    return len(set(game.decks)) == len(game.decks) == 2  # noqa: PLR2004 - a pairing has two decks
