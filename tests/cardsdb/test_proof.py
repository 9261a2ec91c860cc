"""Sets that people write: every fault with its line, free names, and limits that a hostile file cannot pass."""

import json
import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsdb.sets import (
    example,
    read_homebrew,
    read_set,
    read_upload,
    restored,
    schema,
    schema_file,
    shipped_sets,
    stored,
)
from cardsdb.source import DEEPEST, LONGEST, PLACE, SetFault, SetRefused
from engine.contract import AnyGame, CardSet
from engine.registry import GAMES

VARIA = GAMES["varia"]
ROOT = Path(__file__).parents[2]

SHIPPED = [
    (ROOT / "cardsdb" / f"{file}.toml").read_text("utf-8") for file in ("varia/mistbinder", "warmage/six-lanterns")
]

GOOD = """key = "my-set"
title = "My set"
credit = "Me"

[[cards]]
kind = "action"
name = "Kettle Swing"
cost = { ap = 2 }
power = 3
focus = 2
types = ["physical", "attack"]
triggers = [{ on = "hit", do = [{ effect = "gain stacks", stack = "Scalded", who = "opponent" }] }]

[[cards]]
kind = "stack"
name = "Scalded"
depletes = { on = "moment" }
grants = [{ power = -1 }]
"""


def faults(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(SetRefused) as refused:
        read_homebrew(VARIA, text, "my-set.toml")
    return [(fault.line, fault.card, fault.field) for fault in refused.value.faults]


def test_a_good_set_plays_beside_the_shipped_ones() -> None:
    mine = read_homebrew(VARIA, GOOD, "my-set.toml")
    cards = VARIA.cards([*shipped_sets(VARIA), mine])
    assert cards.find("Kettle Swing") == "kettle-swing"


def test_every_fault_is_told_at_once_with_its_line() -> None:
    text = (
        GOOD.replace("power = 3", "power = 300")
        .replace("focus = 2", 'focus = "two"')
        .replace('on = "hit"', 'on = "hti"')
    )
    assert faults(text) == [
        (9, "Kettle Swing", "power"),
        (10, "Kettle Swing", "focus"),
        (12, "Kettle Swing", "triggers 1, on"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Kettle Swing", "Decapitate", (7, "Decapitate", "name")),
        ("Kettle Swing", "decapitaté", (7, "decapitaté", "name")),
        ("Kettle Swing", "Decap1tate", (7, "Decap1tate", "name")),
        ("Kettle Swing", "Dec\u0430pitate", (7, "Dec\u0430pitate", "name")),  # Cyrillic
        ("Kettle Swing", "De capitate", (7, "De capitate", "name")),
        ("Kettle Swing", "DECAPITATE", (7, "DECAPITATE", "name")),
        ("Kettle Swing", "\uff24ecapitate", (7, "\uff24ecapitate", "name")),  # of full width
        ("Kettle Swing", "W\u0131ndshank", (7, "W\u0131ndshank", "name")),  # without its dot
        ("Kettle Swing", "Wlndshank", (7, "Wlndshank", "name")),
        ("Kettle Swing", "Hearth C1eave", (7, "Hearth C1eave", "name")),
        ("Kettle Swing", "Swing\u3164", (7, "Swing\u3164", "name")),  # a letter that is not seen
        ("Kettle Swing", "Swi\u0301\u0301\u0301\u0301ng", (7, "Swi\u0301\u0301\u0301\u0301ng", "name")),
        ("Kettle Swing", "Swing\u00a0Swing", (7, "Swing\u00a0Swing", "name")),
        ("Kettle Swing", "**Swing**", (7, "**Swing**", "name")),
        ("Kettle Swing", "# Swing", (7, "# Swing", "name")),
        ("Kettle Swing", "||Swing||", (7, "||Swing||", "name")),
        ('title = "My set"', 'title = "Mistbinder"', (2, "the set", "title")),
        ("Kettle Swing", "Hearth Cleave", (7, "Hearth Cleave", "name")),
        ('key = "my-set"', 'key = "mistbinder"', (1, "the set", "key")),
        ('key = "my-set"', 'key = "../x"', (1, "the set", "key")),
        ("Kettle Swing", "@everyone", (7, "@everyone", "name")),
        ("Kettle Swing", "<@123>", (7, "<@123>", "name")),
        ("Kettle Swing", "gniwS\\u202e elttek", (7, "gniwS\u202e elttek", "name")),
        ("Kettle Swing", "Swing\\u200b", (7, "Swing\u200b", "name")),
        ("Kettle Swing", "Swing\\nSwing", (7, "Swing\nSwing", "name")),
        ("Kettle Swing", "see https://x.example", (7, "see https://x.example", "name")),
        ("Kettle Swing", "???", (7, "???", "name")),
        ("Kettle Swing", "K" * 61, (7, "K" * 61, "name")),
        ('"Scalded", who', '"Scolded", who', (12, "Kettle Swing", "triggers 1, do 1, stack")),
        ("depletes =", "depleets =", (17, "Scalded", "depleets")),
        ("power = 3", 'power = 3\nkeywords = ["fats"]', (10, "Kettle Swing", "keywords 1")),
        ('title = "My set"\n', "", (1, "the set", "title")),
    ],
)
def test_a_fault_is_told_with_line_card_and_field(old: str, new: str, fault: tuple[int, str, str]) -> None:
    assert fault in faults(GOOD.replace(old, new, 1))


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        ('effect = "become", what = "opposing", into = "this", until = "for good"', "name an action or token"),
        ('effect = "become", what = "this", into = "this"', "it already is that action; choose another"),
        ('effect = "become", what = "this"', "not both"),
        ('effect = "become", what = "this", into = "opposing", power = 2', "not both"),
        ('effect = "become", what = "this", types = ["physical", "attack", "block"]', "an attack and a block"),
        ('effect = "become", what = "this", into = "Nobody"', "no action or token called"),
        ('effect = "create token", token = "Nobody"', "no token called"),
        ('effect = "return", source = "hand"', 'takes no cards from \'hand\'; say source = "discard" or "forgotten"'),
        ('effect = "discard", source = "forgotten"', "nobody can look through a forgotten pile"),
        ('effect = "forget", types = ["fire"]', "by their types"),
        ('effect = "forget", count = 11', "less than or equal to 10"),
        ('effect = "join"', "in `in_discard`"),
        ('effect = "change", add = ["block"]', "can't be both an attack and a block"),
        ('effect = "change", keywords = ["fast"]', "'impaired', 'improved' or 'ranged'"),
        ('effect = "change", cannot = ["combine"]', "'disrupt' or 'miss'"),
        ('effect = "heal", amount = { count = "stacks" }', "say which: stack ="),
        ('effect = "heal", amount = { count = "hp", types = ["fire"] }', "by their types"),
    ],
)
def test_an_effect_that_cannot_be_is_refused(effect: str, why: str) -> None:
    text = GOOD.replace('effect = "gain stacks", stack = "Scalded", who = "opponent"', effect)
    with pytest.raises(SetRefused) as refused:
        read_homebrew(VARIA, text, "my-set.toml")
    assert {fault.card for fault in refused.value.faults} == {"Kettle Swing"}
    assert any(why in fault.why for fault in refused.value.faults)


@pytest.mark.parametrize(
    "hostile",
    [
        "x = " + "[" * 100_000,
        "x = " + "{a=" * 10_000,
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        "x = " + "9" * 10_000,
        "#" * (LONGEST + 1),
        "\x00",
        "a.b.c.d" * 30 + " = 1",
        "cards = 1",
        "cards = [1, 2, 3]",
        "decks = [[]]",
        'cards = [{ kind = ["action"] }]',
        GOOD.replace("do = [{", "do = [" + '{ effect = "draw" }, ' * 8 + "{"),
        GOOD + "".join(f'[[cards]]\nkind = "stack"\nname = "S{n}"\n' for n in range(300)),
    ],
)
def test_a_hostile_file_is_refused(hostile: str) -> None:
    assert faults(hostile)


@pytest.mark.parametrize("sign", ["\x0b", "\x1e", "\x85", "\u2028"])
def test_a_fault_has_the_line_that_an_editor_shows(sign: str) -> None:
    """Python ends lines at these signs as well, TOML and editors at line feeds alone."""
    with pytest.raises(SetRefused) as refused:
        read_homebrew(VARIA, f"# {sign}{sign}{sign}\nx = {'[' * (DEEPEST + 1)}", "my-set.toml")
    assert [fault.line for fault in refused.value.faults] == [2]


WORD = st.text(max_size=8)
LEAF = st.none() | st.booleans() | st.integers() | WORD
BRANCH = st.lists(LEAF, max_size=3) | st.dictionaries(WORD, LEAF, max_size=3)
NESTED = LEAF | st.lists(LEAF | BRANCH, max_size=3) | st.dictionaries(WORD, LEAF | BRANCH, max_size=3)


def toml(value: Any) -> str:
    """A value as TOML writes it inline; what TOML has not is left out."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(each) for each in value) + "]"
    return '""' if value is None else json.dumps(value)


@settings(deadline=None, max_examples=150)
@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refused(text)


@settings(deadline=None, max_examples=150)
@given(NESTED, st.sampled_from(["cards", "decks", "keywords", "key", "title"]))
def test_any_toml_is_read_or_refused(value: Any, field: str) -> None:
    read_or_refused(f"{field} = {toml(value)}\n")


@settings(deadline=None, max_examples=150)
@given(NESTED, st.sampled_from(["power", "types", "triggers", "changes", "in_discard", "cost", "wording", "needs"]))
def test_any_field_of_a_card_is_read_or_refused(value: Any, field: str) -> None:
    read_or_refused(GOOD.replace("power = 3\n", f"{field} = {toml(value)}\n", 1))


@settings(deadline=None, max_examples=150)
@given(st.integers(0, len(GOOD)), st.integers(0, 20), st.text(max_size=5))
def test_any_slip_of_the_pen_is_read_or_refused(place: int, length: int, instead: str) -> None:
    read_or_refused(GOOD[:place] + instead + GOOD[place + length :])


@settings(deadline=None, max_examples=150)
@given(st.binary(max_size=300) | st.binary(max_size=40).map(lambda tail: GOOD.encode() + tail))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    upload_or_refused(content)


FILES = [*(example(game) for game in GAMES.values() if game.card_set.homebrew), *SHIPPED]
VALUES = NESTED | st.integers(-(2**70), 2**70) | st.just(10**400) | st.text(min_size=50, max_size=80)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(FILES), st.randoms(use_true_random=False))
def test_any_word_for_another_is_read_or_refused(text: str, chance: Random) -> None:
    words = list(re.finditer(r'"[^"\n]*"|\w+|[\[\]{}=,.]', text))
    place, other = chance.choice(words), chance.choice(words)
    upload_or_refused((text[: place.start()] + other[0] + text[place.end() :]).encode())


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(FILES), st.randoms(use_true_random=False), VALUES)
def test_any_value_in_any_field_is_read_or_refused(text: str, chance: Random, value: Any) -> None:
    data = tomllib.loads(text)
    part: Any = data
    while True:
        key = chance.choice(list(part) if isinstance(part, dict) else range(len(part)))
        if not isinstance(part[key], dict | list) or not part[key] or chance.random() < 0.15:
            break
        part = part[key]
    part[key] = value
    upload_or_refused("\n".join(f"{json.dumps(name)} = {toml(each)}" for name, each in data.items()).encode())


def upload_or_refused(content: bytes) -> None:
    """A file is a set that is stored and restored as it is, or it is refused with reasons; never anything else."""
    found: CardSet | None = None
    faults: tuple[SetFault, ...] = (SetFault(0, "", "", "none"),)
    try:
        found = read_upload(GAMES, content, "fuzz.toml")
    except SetRefused as refused:
        faults = refused.faults
    assert faults
    assert all(fault.why and len(fault.card) <= PLACE for fault in faults)
    assert found is None or restored(GAMES[found.game], stored(found).content) == found


def read_or_refused(text: str) -> None:
    faults: tuple[SetFault, ...] = ()
    try:
        read_homebrew(VARIA, text, "fuzz.toml")
    except SetRefused as refused:
        faults = refused.faults or (SetFault(0, "", "", ""),)
    assert all(fault.line <= text.count("\n") + 2 and fault.why for fault in faults)


def test_what_has_no_action_cannot_make_a_copy_of_it() -> None:
    text = GOOD + 'triggers = [{ on = "end", do = [{ effect = "create token" }] }]\n'
    assert faults(text) == [(19, "Scalded", "triggers 1, do 1, token")]


def test_wording_is_refused_once_the_behaviour_has_changed() -> None:
    card = next(card for card in read_set(VARIA, GOOD, "one.toml").cards if card.id == "kettle-swing")
    words = f'wording = {{ text = "It scalds.", replaces = "{card.fingerprint}" }}\npower = 3'
    read_set(VARIA, GOOD.replace("power = 3", words), "one.toml")
    with pytest.raises(SetRefused) as refused:
        read_set(VARIA, GOOD.replace("power = 3", words).replace("power = 3", "power = 4"), "one.toml")
    (fault,) = refused.value.faults
    assert fault.card == "Kettle Swing"
    assert "replaces" in fault.why


WRITTEN = [game for game in GAMES.values() if game.card_set.homebrew]


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.spec.key)
def test_the_published_schema_is_current(game: AnyGame) -> None:
    published = json.loads((ROOT / "docs" / "schemas" / schema_file(game)).read_text("utf-8"))
    assert published == json.loads(json.dumps(schema(game))), "run: python -m cardsdb.json_schemas"


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.spec.key)
def test_every_field_of_a_set_is_bounded(game: AnyGame) -> None:
    """No list, text, table or number can be as large as a hostile file may want it."""
    wanted = {"array": {"maxItems"}, "string": {"maxLength"}, "integer": {"minimum", "maximum"}}
    open_ended: list[str] = []

    def look(part: Any, path: str) -> None:
        if isinstance(part, list):
            for number, each in enumerate(part):
                look(each, f"{path}.{number}")
        elif isinstance(part, dict):
            kind = part.get("type")
            listed = "enum" in part or "const" in part
            if kind in wanted and not listed and not wanted[kind] <= set(part) and "pattern" not in part:
                open_ended.append(path)
            if kind == "number" or (kind == "object" and "properties" not in part and not _few(part)):
                open_ended.append(path)
            for name, each in part.items():
                look(each, f"{path}.{name}")

    look(schema(game), "")
    assert open_ended == []


def _few(part: dict[str, Any]) -> bool:
    """Whether a table has so many entries at the most, or only keys of a list."""
    return "maxProperties" in part or "enum" in part.get("propertyNames", {})
