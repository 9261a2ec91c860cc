"""Checking a match's recorded draws without its rules."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.host.fairness.export_files import LogEntry, replay_entry
from bot.host.match.replay import UPGRADE, ReplayEntry, StoredState
from engine.dice import FairDice
from engine.draws import Draw


class FalseDraw(Exception):
    """A recorded draw differs from the dice; the message says where."""


def check_draws(key: bytes, log: Sequence[LogEntry]) -> int:
    """Recompute every recorded draw of an exported log, and return how many there are.

    Each draw follows from the key, its purpose, its number within that purpose, and the branch of the dice. A rewind
    returns to the numbers before an earlier entry and continues on the next branch. Raises FalseDraw and Diverged.
    """
    counters: dict[str, int] = {}
    before: list[dict[str, int]] = []
    branch, count = 0, 0
    dice = FairDice(key)
    for number, told in enumerate(log):
        entry = replay_entry(told)
        before.append(dict(counters))
        if entry.kind == "rewind":
            counters, branch = dict(before[_target(entry, number)]), branch + 1
            dice = FairDice(key, branch=branch)
        elif entry.kind == UPGRADE:
            stood = StoredState.of(entry)
            if (stood.counters, stood.branch) != (counters, branch):
                raise FalseDraw(f"the dice do not go on from where they stood at entry {number}")
        for draw in _draws(told[-1], number):
            if draw.index != counters.get(draw.purpose, 0) or not dice.shows(draw):
                raise FalseDraw(f"the draws of entry {number} do not follow from the secret")
            counters[draw.purpose] = draw.index + 1
            count += 1
    return count


def _target(entry: ReplayEntry, number: int) -> int:
    """Return the entry before which play continues after a rewind."""
    target = "".join(entry.answer or ())
    if not target.isdecimal() or not 0 < int(target) < number:
        raise FalseDraw(f"entry {number} goes back to where the match cannot be")
    return int(target)


def _draws(recorded: Any, number: int) -> list[Draw]:
    try:
        return msgspec.convert(recorded, list[Draw])
    except msgspec.ValidationError as fault:
        raise FalseDraw(f"the draws of entry {number} cannot be read: {fault}") from fault
