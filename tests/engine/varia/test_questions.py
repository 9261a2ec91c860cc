"""What a player is asked, beyond what scenarios can say."""

from cardsdb.sets import read_set
from engine.dice import FairDice
from engine.players.house import is_warned
from engine.players.levels import LEVELS
from engine.registry import GAMES

VARIA = GAMES["varia"]
SET = """
key = "heavy"
title = "Heavy"
credit = "nobody"

[[cards]]
kind = "action"
name = "Anvil"
cost = { ap = 6 }
power = 5
types = ["physical", "attack"]
keywords = ["fast"]
"""


def test_an_action_that_can_never_be_paid_is_warned_of_and_no_house_player_makes_it() -> None:
    cards = VARIA.cards([read_set(VARIA, SET, "heavy.toml")])
    position = {"step": "fast_action", "seats": {"A": {"hand": ["Anvil"], "timeline": ["Anvil"]}}}
    state = VARIA.position(position, cards)
    for level in LEVELS.values():
        line = level.line(VARIA, state, 0, FairDice.seeded("line"))
        played = VARIA.copy(state)
        for decision, keys in line:
            assert not is_warned(VARIA.decisions(played)[0], keys)
            VARIA.apply(played, decision, keys, FairDice.seeded("play"))
    for key in ("fast:0", "combo:0"):
        VARIA.apply(state, VARIA.decisions(state)[0].id, [key], FairDice.seeded("play"))
    (asked,) = VARIA.decisions(state)
    lock = asked.options[-1]
    assert lock.warning is not None
    assert lock.warning.id == "varia.warning.never_paid"
