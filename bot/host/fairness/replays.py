"""Exported matches, step by step: a finished match is verified and played again from its file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from bot.host.fairness.export_files import Export, OtherRules, replay_entry, structured
from bot.host.fairness.verification import key_of, set_up, verify
from bot.host.match.log import Log, seed_of
from bot.host.match.replay import Replay, ReplayMatch, first_replayable
from cardsdb.sets import content_hash
from engine.contract import JSON, AnyGame, Event, Seat
from engine.dice import FairDice


class ExportedStep(Struct, frozen=True):
    """A step of a match: everything from one committed answer to the next one, or something else that happened.

    Attributes:
        number: the number of its last entry in the log.
        kind: the kind of that entry: "pick", "default", "leave" and so on.
        seat: the seat that answered or left; None if nobody did.
        state: the state after it. Nobody may change it, and it is only valid until the next step.
        events: what happened.
    """

    number: int
    kind: str
    seat: Seat | None
    state: Any
    events: Sequence[Event]


class ExportedMatch(Struct, frozen=True):
    """A verified export: the file, and the setup from which it is replayed."""

    told: Export
    match: ReplayMatch

    def log(self) -> Log:
        """Return the match in the form in which it is analysed."""
        told = self.told
        return Log(
            game=self.match.game,
            hashes=tuple(content_hash(content) for content in told.sets),
            contents=tuple(told.sets),
            options=told.options,
            seatings=tuple(self.match.seatings),
            key=self.match.key,
            entries=tuple(replay_entry(each) for each in told.log),
            seed=seed_of(told.match),
        )

    def steps(self) -> Iterator[ExportedStep]:
        """Yield the steps of the match, from its beginning or from where the current rules began."""
        log = [replay_entry(each) for each in self.told.log]
        first = first_replayable(log)
        replay = Replay(self.match, first)
        events: list[Event] = []
        for number, entry in enumerate(log):
            replay.enter(entry)
            events += replay.events
            if number < first or replay.drafting:
                continue
            yield ExportedStep(number, entry.kind, entry.seat, replay.state, tuple(events))
            events = []


def opened(data: Mapping[str, Any], games: Mapping[str, AnyGame]) -> ExportedMatch:
    """Return an exported match to be replayed. Raises Unverified if it fails verification or is of older rules."""
    if verify(data, games).first is None:
        raise OtherRules("it was played by older rules, which this version cannot replay")
    told = structured(data)
    return ExportedMatch(told, set_up(told, games[told.game], key_of(told)))


class PositionTask(Struct, frozen=True):
    """What another process needs to find a position: the file of a match as JSON, the games, and the step from 1."""

    content: str
    games: Mapping[str, AnyGame]
    step: int


class ExportedPosition(Struct, frozen=True):
    """A position of a match.

    Attributes:
        steps: from how many of the first steps of the match one can play on.
        state: the state after the wanted step, as the current rules store it; None if there is no such step.
        out: the seats that are eliminated there.
    """

    steps: int
    state: JSON | None
    out: tuple[Seat, ...]


def position_at(task: PositionTask) -> ExportedPosition:
    """Return the position after a step, counted as the match page does. Raises Unverified.

    One cannot play on from a step at which the match is over.
    """
    exported = opened(json.loads(task.content), task.games)
    game, steps = exported.match.game, 0
    state: JSON | None = None
    out: tuple[Seat, ...] = ()
    for step in exported.steps():
        if game.outcome(step.state) is not None:
            break
        steps += 1
        if steps == task.step:
            state = game.dump(step.state)
            out = tuple(seat for seat in range(len(exported.told.seats)) if _is_out(game, step.state, seat))
    return ExportedPosition(steps, state, out)


def _is_out(game: AnyGame, state: Any, seat: Seat) -> bool:
    return not game.leave(game.copy(state), seat, FairDice.seeded("is out"))
