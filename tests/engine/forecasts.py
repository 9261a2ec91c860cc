"""Compares forecasts with what really happens, on positions of random matches.

    python -m tests.engine.forecasts --positions 200 --rolls 10000 --seed 0

Varia's and Art Bot's chances and averages are compared with rolls, in each of which the unknown cards are dealt anew;
Zarcana's scores with those after the lock; WarMage's fates with what happens when everybody passes. The positions are
shared out among as many processes as there are cores. Before a line is called wrong, its position is rolled ten times
as often. The exit code is 1 if a forecast is wrong.
"""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from math import sqrt
from multiprocessing import get_context
from random import Random
from typing import Any, Final

from msgspec import Struct

from engine.contract import SPECTATOR, AnyGame, Decision, Event, Forecast, Key, Seat, SeatRef
from engine.dice import FairDice
from engine.games.artbot.cards import ArtBotCard
from engine.games.artbot.powers import targets
from engine.games.artbot.state import ArtBotState
from engine.games.varia import events as varia
from engine.games.varia.planned_turn import usual_picks
from engine.games.warmage import events as warmage
from engine.kit.facts import Standing
from engine.registry import GAMES
from tests.engine.random_tables import begun, busy_keys, walk

CHANCE: Final = 0.02
"""How far a chance may be from the rolls."""

AVERAGE: Final = 0.2
"""How far an average may be from the rolls, unless the rolls themselves are less certain."""

SURE: Final = 4
"""The standard errors within which rolls are taken to agree."""

WHOLE_TURN: Final = 0
"""Stands for all moments of a turn, which are numbered from 1."""

MORE: Final = 10
"""How many times as many rolls are made for a position that seems wrong."""

DEALS: Final = 10
"""The rolls that are made with the same deal of the unknown cards; dealing takes longer than rolling."""


class Position(Struct, frozen=True):
    """A position in which a seat has a forecast: the question put to the seat, and how to find the position again."""

    state: Any
    asked: Decision
    seed: int
    number: int

    def __str__(self) -> str:
        return f"seed {self.seed}, pick {self.number}, seat {self.asked.seat}"


class Rolled:
    """What many rolls gave: how often a chance came true, and the average of a change."""

    def __init__(self) -> None:
        self.times = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.times += 1
        self.total += value
        self.squares += value * value

    def agrees(self, forecast: float, allowed: float, times: int, sure: float) -> bool:
        """Whether a forecast is as close as allowed to the average over some rolls, or within some standard errors."""
        mean = self.total / times
        error = sqrt(max(0.0, self.squares / times - mean * mean) / times)
        return abs(forecast - mean) <= max(allowed, sure * error)


def positions(game: AnyGame, wanted: int, seed: int) -> Iterator[Position]:
    """Yield positions from random matches in which as much as possible happens, a few from each match."""
    found = 0
    for number in count(seed):
        at, state, dice, chance = begun(game, number)
        left = 5
        for step in walk(at, state, dice, chance, partial(_busily, chance)):
            asked = step.decision
            if chance.random() < 0.15 and game.forecast(step.state, asked.seat):
                yield Position(game.copy(step.state), asked, number, step.number)
                found, left = found + 1, left - 1
            if found == wanted:
                return
            if not left or step.number > 300:
                break


def _busily(chance: Random, state: Any, asked: Decision) -> tuple[Key, ...]:
    return busy_keys(asked, chance)


def faults(game: AnyGame, position: Position, rolls: int, sure: float = SURE) -> list[str]:
    """Return what is wrong with a position's forecast, by more than some standard errors of the rolls."""
    lines = game.forecast(position.state, position.asked.seat)
    checks: dict[str, Callable[[AnyGame, Position, tuple[Forecast, ...], int, float], Iterator[str]]] = {
        "varia": _varia,
        "artbot": _artbot,
        "zarcana": _zarcana,
        "warmage": _warmage,
    }
    wrong = checks[game.spec.key]
    return [f"{game.spec.key}, {position}: {fault}" for fault in wrong(game, position, lines, rolls, sure)]


# Varia


def _varia(game: AnyGame, position: Position, lines: tuple[Forecast, ...], rolls: int, sure: float) -> Iterator[str]:
    changes: dict[tuple[int, Seat], Rolled] = defaultdict(Rolled)
    hits: dict[int, Rolled] = defaultdict(Rolled)
    guess = position.state
    for roll in range(rolls):
        if roll % DEALS == 0:
            guess = game.determinize(position.state, position.asked.seat, FairDice.seeded("deal", position.seed, roll))
        _roll_turn(game, game.copy(guess), FairDice.seeded("roll", str(position), roll), changes, hits)
    for line in lines:
        moment = line.message.args.get("moment", WHOLE_TURN)
        assert isinstance(moment, int)
        for seat, change in line.changes.items():
            rolled = changes[moment, seat]
            if not rolled.agrees(change, AVERAGE, rolls, sure):
                yield f"moment {moment}, seat {seat}: {change:.2f}, but {rolled.total / rolls:.2f}"
        hit = hits[moment]
        if line.chance is not None and not hit.agrees(line.chance, CHANCE, max(1, hit.times), sure):
            yield f"moment {moment}: {line.chance:.1%}, but {hit.total} of {hit.times}"


def _roll_turn(
    game: AnyGame,
    state: Any,
    dice: FairDice,
    changes: dict[tuple[int, Seat], Rolled],
    hits: dict[int, Rolled],
) -> None:
    """Play a turn in which nobody plans anything more, and count what each moment and all of them bring."""
    turn, moment, start = state.turn, 0, [player.hp for player in state.players]
    before = start
    attacks: dict[int, dict[Seat, bool]] = defaultdict(dict)
    if state.prompt is not None:
        state.prompt = state.open = None  # the cards in question stay in the hand
    while state.outcome is None and state.turn == turn:
        (asked,) = game.decisions(state)
        keys = ("lock",) if asked.kind == "action" else usual_picks(state, asked, dice)
        for event in game.apply(state, asked.id, keys, dice):
            fact = event.fact
            if isinstance(fact, varia.MomentBegan):
                moment = fact.moment
            elif isinstance(fact, varia.Hit | varia.Missed):
                attacks[moment][fact.seat] = isinstance(fact, varia.Hit)
            elif isinstance(fact, Standing):
                _count(changes, moment, before, list(fact.points))
                before = list(fact.points)
    if state.outcome is not None:
        end = [player.hp for player in state.players]
        _count(changes, moment, before, end)
        before = end
    _count(changes, WHOLE_TURN, start, before)
    for number, hit in attacks.items():
        if len(hit) == 1:
            hits[number].add(float(next(iter(hit.values()))))


def _count(changes: dict[tuple[int, Seat], Rolled], moment: int, before: list[int], after: list[int]) -> None:
    for seat in (0, 1):
        changes[moment, seat].add(after[seat] - before[seat])


# Art Bot Cards


def _artbot(game: AnyGame, position: Position, lines: tuple[Forecast, ...], rolls: int, sure: float) -> Iterator[str]:
    state, chance = position.state, Random(str(position))
    card = state.definition(state.playing)
    if not card.damages:
        yield from _sure(game, position, lines)
        return
    changes: dict[Seat, Rolled] = {seat: Rolled() for seat in targets(state, card)}
    for roll in range(rolls):
        dealt = game.determinize(state, position.asked.seat, FairDice.seeded("deal", str(position), roll))
        for seat, rolled in changes.items():
            rolled.add(_hit(dealt, card, seat, chance))
    for line in lines:
        for seat, change in line.changes.items():
            if not changes[seat].agrees(change, AVERAGE, rolls, sure):
                yield f"seat {seat}: {change:.2f}, but {changes[seat].total / rolls:.2f}"


def _sure(game: AnyGame, position: Position, lines: tuple[Forecast, ...]) -> Iterator[str]:
    """Compare what a card without damage changes with the points after the turn, whatever else is chosen."""
    state, dice, chance = game.copy(position.state), FairDice.seeded("sure", str(position)), Random(str(position))
    expected = [player.hp for player in state.players]
    for line in lines:
        for seat, change in line.changes.items():
            expected[seat] += int(change)
    turn, after = state.turn, expected
    while state.turn == turn and state.outcome is None:
        (asked,) = game.decisions(state)
        for event in game.apply(state, asked.id, busy_keys(asked, chance), dice):
            after = list(event.fact.points) if isinstance(event.fact, Standing) else after
    if after != expected:
        yield f"{after}, not {expected}"


def _hit(state: ArtBotState, card: ArtBotCard, victim: Seat, chance: Random) -> int:
    """The change of health points by a hit, as the rules page says it: a second count, beside the engine's own."""
    player, wanted = state.players[victim], card.pp // 10
    top = player.inactive[-wanted:] if wanted else []
    revealed = [*top, *chance.sample(player.active, min(wanted - len(top), len(player.active)))]
    net = card.pp - sum(state.definition(number).rp for number in revealed)
    return -10 * min(net // 10, len(revealed)) if net >= 0 else 10 * min(-net // 10, len(player.discard))


# Zarcana


def _zarcana(game: AnyGame, position: Position, lines: tuple[Forecast, ...], *_: float) -> Iterator[str]:
    state = game.copy(position.state)
    before = state.before if state.draft else state.points
    expected = list(before)
    for line in lines:
        seat = line.message.args["seat"]
        assert isinstance(seat, SeatRef)
        assert line.message.args["before"] == before[seat.seat]
        expected[seat.seat] = round(before[seat.seat] + line.changes[seat.seat])
        assert expected[seat.seat] == line.message.args["count"]
    game.apply(state, position.asked.id, ("lock",), FairDice.seeded("lock", str(position)))
    after = state.points
    if tuple(expected) != after:
        yield f"{expected}, but {after}"


# WarMage


def _warmage(game: AnyGame, position: Position, lines: tuple[Forecast, ...], *_: float) -> Iterator[str]:
    """Compare the Chain's fates with what happens when everybody passes, as far as Wounds put nobody out first."""
    dice = FairDice.seeded("pass", str(position))
    state = game.determinize(position.state, position.asked.seat, dice)
    view: Any = game.view(state, SPECTATOR)
    told = _all_pass(game, state, dice)
    if any(isinstance(event.fact, warmage.Cast) for event in told):
        return  # the position was in the middle of an answer, which cannot be passed on
    met = {
        event.fact.card.instance: event.fact.how if isinstance(event.fact, warmage.Resolved) else "countered"
        for event in told
        if isinstance(event.fact, warmage.Resolved | warmage.Countered)
    }
    for link in view.chain:
        if met.get(link.card.instance, link.fate) != link.fate:
            yield f"{link.card.card}: {link.fate}, but {met.get(link.card.instance)}"


def _all_pass(game: AnyGame, state: Any, dice: FairDice) -> list[Event]:
    told: list[Event] = []
    while state.chain and state.outcome is None:
        asked = game.decisions(state)[0]
        passing = next((option.key for option in asked.options if option.passes), None)
        keys = (passing,) if state.window and passing else game.default(state, asked.id, dice)
        told += game.apply(state, asked.id, keys, dice)
    return told


class Share(Struct, frozen=True):
    """The part of a game's positions that one of several processes compares."""

    game: str
    positions: int
    rolls: int
    seed: int
    process: int
    processes: int


class Comparison(Struct):
    """How many positions and lines were compared, and what is wrong with them."""

    positions: int = 0
    lines: int = 0
    wrong: list[str] = []

    def __add__(self, other: "Comparison") -> "Comparison":
        return Comparison(self.positions + other.positions, self.lines + other.lines, self.wrong + other.wrong)


def compared(share: Share) -> Comparison:
    """Compare a share of a game's forecasts with what happens."""
    game, result = GAMES[share.game], Comparison()
    for position in islice(positions(game, share.positions, share.seed), share.process, None, share.processes):
        lines = len(game.forecast(position.state, position.asked.seat))
        wrong = faults(game, position, share.rolls, sure=0) and faults(game, position, MORE * share.rolls)
        result += Comparison(1, lines, wrong)
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--rolls", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=sorted(GAMES), action="append")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    wrong = 0
    with get_context("spawn").Pool(given.processes) as pool:
        for key in given.game or sorted(GAMES):
            share = partial(Share, key, given.positions, given.rolls, given.seed, processes=given.processes)
            shares = [share(process=process) for process in range(given.processes)]
            result = sum(pool.map(compared, shares), Comparison())
            wrong += len(result.wrong)
            told = f"{key}: {result.positions} positions, {result.lines} lines, {len(result.wrong)} wrong"
            print(*result.wrong, told, sep="\n", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
