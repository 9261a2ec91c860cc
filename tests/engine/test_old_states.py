"""States that earlier rules wrote: each game still reads them and plays them on."""

from typing import Any

import msgspec
import pytest

from engine.dice import FairDice
from engine.registry import GAMES
from tests.engine.random_tables import some_step, walk

NEW_FIELDS = {"artbot": "followed"}
"""What a state of version 1 did not have, wherever it stands."""


def as_of_version_1(data: Any, new: str | None) -> Any:
    if isinstance(data, dict):
        return {key: as_of_version_1(value, new) for key, value in data.items() if key != new}
    return [as_of_version_1(each, new) for each in data] if isinstance(data, list | tuple) else data


@pytest.mark.parametrize("key", ["artbot", "warmage", "zarcana"])
def test_a_state_of_version_1_is_played_on(key: str) -> None:
    for seed in range(12):
        at, step, _, chance = some_step(GAMES[key], seed)
        data = msgspec.json.decode(msgspec.json.encode(at.game.dump(step.state)))
        if key == "zarcana":
            ids = [each["card"] for each in data["instances"]]
            data |= {name: [ids.index(card) for card in data[name]] for name in ("banned", "banning")}
        state = at.game.load(as_of_version_1(data, NEW_FIELDS.get(key)), 1, at.cards)
        for _ in walk(at, state, FairDice.seeded("on", seed), chance):
            pass
        assert at.game.outcome(state) is not None


def test_zarcanas_bans_of_version_1_named_where_the_cards_lay() -> None:
    at, step, _, _ = some_step(GAMES["zarcana"], 3)
    data = msgspec.json.decode(msgspec.json.encode(at.game.dump(step.state)))
    ids = [each["card"] for each in data["instances"]]
    state = at.game.load({**data, "banned": [4, 9], "banning": [7]}, 1, at.cards)
    assert (state.banned, state.banning) == ((ids[4], ids[9]), (ids[7],))


@pytest.mark.parametrize("key", ["artbot", "warmage", "zarcana"])
def test_a_state_of_no_version_is_refused(key: str) -> None:
    at, step, _, _ = some_step(GAMES[key], 1)
    for version in (0, at.game.state_version + 1):
        with pytest.raises(ValueError, match="state version"):
            at.game.load(at.game.dump(step.state), version, at.cards)
