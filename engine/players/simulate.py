"""Matches between house players, without Discord: for measuring and for finding faults."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct
from pydantic import BaseModel

from engine.contract import AnyGame, Cards, Outcome, Seating
from engine.dice import FairDice
from engine.players.house import House, own_decision


class Game(Struct, frozen=True):
    """One simulated match."""

    picks: int
    outcome: Outcome
    digest: str
    """Of everything that happened: equal for the same match in any process."""


class Totals(Struct, frozen=True):
    """What many simulated matches came to. `wins` counts first places alone, by seat."""

    games: int
    picks: int
    wins: dict[int, int]
    draws: int
    reasons: dict[str, int]
    digest: str


def play(
    game: AnyGame, options: BaseModel, seats: Sequence[Seating], cards: Cards, players: Sequence[House], seed: object
) -> Game:
    """Play one match to its end. The same arguments give the same match."""
    dice = FairDice.seeded("match", seed)
    own = [FairDice.seeded("player", seed, seat) for seat in range(len(seats))]
    state, events = game.new(options, seats, cards, dice)
    told, picks = hashlib.sha256(msgspec.json.encode(events)), 0
    while (open_now := game.decisions(state)) != ():
        seat = open_now[0].seat
        guess = game.determinize(state, seat, own[seat])
        for decision, keys in players[seat].line(game, guess, seat, own[seat]):
            told.update(msgspec.json.encode(game.apply(state, decision, keys, dice)))
            picks += 1
            if own_decision(game, state, seat) is None:
                break
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"{game.spec.key} asks nobody and is not over")
    return Game(picks, outcome, told.hexdigest())


def total(games: Iterable[Game]) -> Totals:
    """Add up simulated matches."""
    played = list(games)
    digest = hashlib.sha256("".join(each.digest for each in played).encode()).hexdigest()
    firsts = Counter(each.outcome.ranking[0][0] for each in played if len(each.outcome.ranking[0]) == 1)
    return Totals(
        games=len(played),
        picks=sum(each.picks for each in played),
        wins=dict(sorted(firsts.items())),
        draws=sum(len(each.outcome.ranking[0]) > 1 for each in played),
        reasons=dict(sorted(Counter(each.outcome.reason for each in played).items())),
        digest=digest[:16],
    )
