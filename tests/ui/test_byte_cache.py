"""Caches that count bytes: they never take more than their room, whatever is kept and however much."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

import bot
from bot.ui.pictures.byte_cache import ByteCache, size_of
from bot.ui.pictures.drawings import KEPT, drawing

ROOM = 10_000


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 2 * ROOM)), max_size=100))
def test_a_cache_never_takes_more_than_its_room(kept: list[tuple[int, int]]) -> None:
    cache = ByteCache[int](ROOM)
    for key, size in kept:
        cache.keep(key, size, size)
        assert cache.size <= ROOM
        if size < ROOM / 2:
            assert cache.get(key) == size
    cache.clear()
    assert cache.size == 0


def test_what_was_used_last_stays() -> None:
    cache = ByteCache[str](ROOM)
    cache.keep("first", "1", ROOM // 3)
    cache.keep("second", "2", ROOM // 3)
    assert cache.get("first") == "1"
    cache.keep("third", "3", ROOM // 3)
    assert [cache.get(key) for key in ("first", "second", "third")] == ["1", None, "3"]


def test_keys_count_with_all_that_they_hold() -> None:
    cache = ByteCache[None](ROOM)
    cache.keep(("draw", (b"x" * ROOM,)), None, 0)
    assert cache.size == 0


class Leaf(Struct, frozen=True):
    content: bytes


class Tree(Struct, frozen=True):
    leaves: tuple[Leaf, ...]


def test_what_is_shared_counts_once() -> None:
    content = b"x" * 1000
    one = size_of(Tree((Leaf(content),)))
    assert 1000 < one < size_of(Tree((Leaf(content), Leaf(content)))) < 2000
    assert size_of(Tree((Leaf(content), Leaf(b"y" * 1000)))) > 2000


def test_one_functions_values_can_be_forgotten() -> None:
    cache = ByteCache[int](ROOM)
    cache.keep(("draw", 1), 1, 10)
    cache.keep(("paint", 1), 2, 10)
    cache.forget("draw")
    assert (cache.get(("draw", 1)), cache.get(("paint", 1))) == (None, 2)


def test_all_drawings_are_kept_at_once() -> None:
    """With a little less room, a match whose cards use them all in turn would read each one anew."""
    root = Path(bot.__file__).parents[1]
    files = [file.relative_to(root) for file in root.glob("bot/**/drawings/*.svg")]
    found = [(".".join(file.parts[:-2]), file.stem) for file in files]
    assert found
    for package, name in found:
        drawing(package, name)
    assert all(KEPT.get(each) is not None for each in found)
