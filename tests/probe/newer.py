"""The probe by newer rules: a mark counts twice, so an old log leads elsewhere."""

from typing import Any

from engine.contract import JSON, Event, Key, Seat
from engine.dice import Dice
from tests.probe.game import ACTS, Probe
from tests.probe.state import ProbeCards, State


class NewerProbe(Probe):
    """Its second state version."""

    state_version = 2

    def load(self, data: JSON, version: int, cards: ProbeCards) -> State:
        state = super().load(data, version, cards)
        if version == 1:
            state.marks = min(ACTS, 2 * state.marks)
        return state

    def _do_turn(self, state: State, seat: Seat, keys: tuple[Key, ...], dice: Dice, events: list[Event]) -> None:
        super()._do_turn(state, seat, keys, dice, events)
        if keys[0] == "mark":
            state.marks = min(ACTS, state.marks + 1)


def newer(games: dict[str, Any]) -> dict[str, Any]:
    """Return some games, with the probe by its newer rules."""
    return {**games, "probe": NewerProbe()}
