"""The probe by newer rules: a mark counts twice, so an old log leads elsewhere."""

from typing import Any

from engine.contract import JSON, Key, Seat
from tests.probe.game import ACTS, Probe, ProbePlay


class NewerProbe(Probe):
    """Its second state version."""

    state_version = 2

    def upgraded(self, data: JSON, version: int) -> JSON:
        return {**data, "marks": min(ACTS, 2 * data["marks"])} if version == 1 else data

    def _do_turn(self, play: ProbePlay, seat: Seat, keys: tuple[Key, ...]) -> None:
        state = play.state
        super()._do_turn(play, seat, keys)
        if keys[0] == "mark":
            state.marks = min(ACTS, state.marks + 1)


def newer(games: dict[str, Any]) -> dict[str, Any]:
    """Return some games, with the probe by its newer rules."""
    return {**games, "probe": NewerProbe()}
