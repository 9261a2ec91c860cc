"""Ways to damage an exported match: as a file, anywhere in its content, and where a cheater would gain from it."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final, TypeAlias

Data: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]

STRANGE: Final[tuple[Any, ...]] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**25,
    -(10**400),
    "",
    "x",
    "\u202e",
    "9" * 5000,
    "00" * 32,
    [],
    [[]],
    {},
    {"": None},
)
"""Values in place of the expected ones."""

DEPTHS: Final = (50, 400, 900, 990, 2_000, 200_000)
"""Depths of nesting."""


def encoded(data: Any) -> bytes:
    """Return data as the bot writes it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


# Damage to the file


def cut_short(content: bytes, chance: Random) -> bytes:
    return content[: chance.randrange(len(content))]


def with_a_byte_changed(content: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(content))
    return content[:place] + bytes([content[place] ^ (1 << chance.randrange(8))]) + content[place + 1 :]


def with_bytes_left_out(content: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(content) - 1)
    return content[:place] + content[place + chance.randint(1, 40) :]


def with_bytes_put_in(content: bytes, chance: Random) -> bytes:
    place = chance.randrange(1, len(content))
    return content[:place] + (chance.randbytes(chance.randint(1, 8)) + b'"') + content[place:]


def as_a_whole_other(content: bytes, chance: Random) -> bytes:
    others: tuple[bytes, ...] = (
        b"",
        b" ",
        b"null",
        b"[]",
        b"{}",
        b"7",
        b'"text"',
        b"\x00" * 9,
        b"PK\x03\x04",
        b"\xff\xfe{",
        b"[" * 10**6,
    )
    return chance.choice(others)


def twice(content: bytes, chance: Random) -> bytes:
    return content + content


def with_a_field_twice(content: bytes, chance: Random) -> bytes:
    name: str = chance.choice([*json.loads(content)])
    return b'{"' + name.encode() + b'":1,' + content[1:]


def with_no_number(content: bytes, chance: Random) -> bytes:
    strange = chance.choice((b"NaN", b"Infinity", b"-Infinity", b"1e999", b"0x10", b"9" * 5000))
    return content.replace(b'"match":', b'"match":' + strange + b',"other":', 1)


def with_half_a_character(content: bytes, chance: Random) -> bytes:
    return content.replace(b'"game":"', b'"game":"' + chance.choice((b"\\ud800", b"\\udfff", b"\xed\xa0\x80")), 1)


FILES: Final[tuple[Callable[[bytes, Random], bytes], ...]] = (
    cut_short,
    with_a_byte_changed,
    with_bytes_left_out,
    with_bytes_put_in,
    as_a_whole_other,
    twice,
    with_a_field_twice,
    with_no_number,
    with_half_a_character,
)


# Damage anywhere in the content


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield every place in some data."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from paths(part, (*path, key))


def _place(data: Data, chance: Random) -> tuple[Any, Any]:
    """Return a place in some data, as its container and key; every top-level field is equally likely."""
    top = chance.choice([*data])
    path = chance.choice([(top,), *paths(data[top], (top,))])
    holder: Any = data
    for key in path[:-1]:
        holder = holder[key]
    return holder, path[-1]


def without_something(data: Data, chance: Random) -> None:
    holder, key = _place(data, chance)
    del holder[key]


def with_something_strange(data: Data, chance: Random) -> None:
    holder, key = _place(data, chance)
    holder[key] = deepcopy(chance.choice(STRANGE))


def with_another_number(data: Data, chance: Random) -> None:
    holder, key = _place(data, chance)
    if type(holder[key]) is int:
        holder[key] += chance.choice((-1, 1, 2**31, 2**63, 10**30))


def with_another_text(data: Data, chance: Random) -> None:
    holder, key = _place(data, chance)
    if isinstance(holder[key], str):
        holder[key] = chance.choice((holder[key] + " ", holder[key][1:], holder[key].upper(), holder[key][::-1]))


def with_something_twice(data: Data, chance: Random) -> None:
    holder, key = _place(data, chance)
    if isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    else:
        holder[f"{key} "] = deepcopy(holder[key])


def with_two_exchanged(data: Data, chance: Random) -> None:
    one, here = _place(data, chance)
    other, there = _place(data, chance)
    one[here], other[there] = deepcopy(other[there]), deepcopy(one[here])


def with_something_deep(data: Data, chance: Random) -> None:
    holder, key = _place(data, chance)
    deep: Any = []
    for _ in range(chance.choice((20, 100, 300))):
        deep = [deep] if chance.random() < 0.5 else {"a": deep}
    holder[key] = deep


ANYWHERE: Final[tuple[Callable[[Data, Random], None], ...]] = (
    without_something,
    with_something_strange,
    with_another_number,
    with_another_text,
    with_something_twice,
    with_two_exchanged,
    with_something_deep,
)


# Changes that a cheater would make


def _entry(data: Data, chance: Random, *kinds: str) -> list[Any]:
    entry: list[Any] = chance.choice([each for each in data["log"] if each[0] in kinds])
    return entry


def other_kind(data: Data, chance: Random) -> None:
    """Pretend that a player answered instead of the clock, or the other way round."""
    entry = _entry(data, chance, "pick", "default", "pass")
    entry[0] = chance.choice([kind for kind in ("pick", "default", "pass") if kind != entry[0]])


def other_seat(data: Data, chance: Random) -> None:
    entry = _entry(data, chance, "pick", "default", "pass")
    entry[1] = (entry[1] + 1) % len(data["seats"])


def somebody_leaves(data: Data, chance: Random) -> None:
    seat = chance.randrange(len(data["seats"]))
    data["log"].insert(chance.randint(1, len(data["log"])), [chance.choice(("leave", "house")), seat, None, None, []])


def nobody_leaves(data: Data, chance: Random) -> None:
    data["log"] = [each for each in data["log"] if each[0] not in ("leave", "house")]


def seats_exchanged(data: Data, chance: Random) -> None:
    data["seats"].reverse()


def other_deck_name(data: Data, chance: Random) -> None:
    for seat in data["seats"]:
        if seat["deck"] is not None:
            seat["deck"]["name"] = "Another deck"


def other_card(data: Data, chance: Random) -> None:
    for seat in data["seats"]:
        if seat["deck"] is not None:
            card = chance.choice([*seat["deck"]["cards"]])
            seat["deck"]["cards"][card] += chance.choice((-1, 1, 10**9))


def other_level(data: Data, chance: Random) -> None:
    seat = chance.choice(data["seats"])
    seat["house"] = "hard" if seat["house"] != "hard" else None


def other_word(data: Data, chance: Random) -> None:
    chance.choice(data["seats"])["word"] = "another word"


def other_outcome(data: Data, chance: Random) -> None:
    data["outcome"]["ranking"] = data["outcome"]["ranking"][::-1] or [[0]]


def other_secret(data: Data, chance: Random) -> None:
    data["secret"] = chance.randbytes(32).hex()


def other_draw(data: Data, chance: Random) -> None:
    draw = chance.choice([draw for each in data["log"] for draw in each[4]])
    name = chance.choice(("purpose", "index", "size", "result"))
    draw[name] = {"purpose": "other", "index": draw["index"] + 1, "size": draw["size"] + 1, "result": [0, 0]}[name]


def an_end_cut_off(data: Data, chance: Random) -> None:
    del data["log"][-chance.randint(1, 3) :]


def agreed_otherwise(data: Data, chance: Random) -> None:
    name = chance.choice(("takeover", "rated", "deal", "match", "rules", "game"))
    others = {"takeover": "hard", "rated": not data["rated"], "deal": None, "game": "probe"}
    if name == "deal":
        others["deal"] = {"tournament": 1, "round": 1, "table": 1, "game": 1, "number": 1}
    data[name] = others.get(name, data[name] + 1 if isinstance(data[name], int) else None)


WANTED: Final[tuple[Callable[[Data, Random], None], ...]] = (
    other_kind,
    other_seat,
    somebody_leaves,
    nobody_leaves,
    seats_exchanged,
    other_deck_name,
    other_card,
    other_level,
    other_word,
    other_outcome,
    other_secret,
    other_draw,
    an_end_cut_off,
    agreed_otherwise,
)
OF_DECKS: Final = (other_deck_name, other_card)
"""Damage without effect in a game without decks."""
