"""Chance: equal for equal keys, one stream per purpose, every draw recorded."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import ChanceInDraft, FairDice, LoadedDice, NoDice, OutOfDraws, commitment, table_key


def test_purposes_do_not_disturb_each_other() -> None:
    alone, mixed = FairDice.seeded(1), FairDice.seeded(1)
    powers = [alone.roll("power.A", 6) for _ in range(20)]
    woven = []
    for _ in range(20):
        mixed.roll("focus.B", 4)
        woven.append(mixed.roll("power.A", 6))
    assert woven == powers


@given(st.binary(min_size=1, max_size=40), st.integers(2, 60))
def test_counters_continue_a_stream(key: bytes, size: int) -> None:
    whole, first = FairDice(key), FairDice(key)
    draws = [whole.roll("p", size) for _ in range(6)]
    begun = [first.roll("p", size) for _ in range(3)]
    rest = FairDice(key, first.counters)
    assert begun + [rest.roll("p", size) for _ in range(3)] == draws


def test_a_branch_draws_anew() -> None:
    assert [FairDice(b"k").roll("p", 10**9)] != [FairDice(b"k", branch=1).roll("p", 10**9)]


def test_every_draw_is_recorded() -> None:
    dice = FairDice.seeded("record")
    throw = dice.roll("power.A", 6)
    order = dice.shuffle("deck", "abcdef")
    assert [(draw.purpose, draw.index, draw.size) for draw in dice.record] == [("power.A", 0, 6), ("deck", 0, 6)]
    assert dice.record[0].result == (throw - 1,)
    assert ["abcdef"[place] for place in dice.record[1].result] == order


def test_faces_and_orders_are_even() -> None:
    dice = FairDice.seeded("even")
    faces = Counter(dice.roll("d", 6) for _ in range(6000))
    orders = Counter(tuple(dice.shuffle("s", "abc")) for _ in range(6000))
    assert set(faces) == set(range(1, 7))
    assert set(orders) == set(permutations("abc"))
    for count in (*faces.values(), *orders.values()):
        assert 850 < count < 1150


def test_large_shuffles_reach_every_place() -> None:
    dice = FairDice.seeded("large")
    firsts = {dice.shuffle("s", range(80))[0] for _ in range(1500)}
    assert firsts == set(range(80))


def test_nothing_to_shuffle_is_no_draw() -> None:
    dice = NoDice()
    assert dice.shuffle("s", []) == []
    assert dice.shuffle("s", ["one"]) == ["one"]
    assert not dice.counters


def test_loaded_dice() -> None:
    dice = LoadedDice({"power.A": [6, 2], "shuffle.A": ["c", "a"]})
    assert [dice.roll("power.A", 6), dice.roll("power.A", 6)] == [6, 2]
    assert dice.shuffle("shuffle.A", ["a", "b", "c"]) == ["c", "a", "b"]
    with pytest.raises(OutOfDraws):
        dice.roll("power.A", 6)
    with pytest.raises(ValueError, match="not on a die of 4"):
        LoadedDice({"focus.A": [5]}).roll("focus.A", 4)
    with pytest.raises(ValueError, match="not among"):
        LoadedDice({"s": ["z"]}).shuffle("s", ["a", "b"])


def test_no_dice_refuse() -> None:
    with pytest.raises(ChanceInDraft):
        NoDice().roll("power.A", 6)


def test_the_table_string_and_the_secret_both_matter() -> None:
    key = table_key(b"secret", "varia|A|B")
    assert key != table_key(b"secret", "varia|A|C")
    assert key != table_key(b"other", "varia|A|B")
    assert commitment(b"secret", "7") != commitment(b"secret", "8")
