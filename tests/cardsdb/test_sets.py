"""Card sets: those that are shipped are sound, a bad one is refused with file, card and field, and content names it."""

import pytest

from cardsdb.sets import deck_of, read_set, restored, shipped_sets, stored
from cardsdb.source import SetRefused
from engine.contract import AnyGame
from engine.registry import GAMES

VARIA = GAMES["varia"]

GOOD = """
key = "one"
title = "One card"
credit = "nobody"

[[cards]]
kind = "action"
name = "Strike"
power = 3
types = ["physical", "attack"]
triggers = [{ on = "hit", do = [{ effect = "gain stacks", stack = "Mark" }] }]

[[cards]]
kind = "stack"
name = "Mark"
"""


def test_a_good_set_is_read() -> None:
    assert read_set(VARIA, GOOD, "one.toml").title == "One card"


@pytest.mark.parametrize(
    ("old", "new", "card", "field"),
    [
        ("power = 3", 'power = "three"', "Strike", "power"),
        ("power = 3", "pwoer = 3", "Strike", "pwoer"),
        ('["physical", "attack"]', '["physical", "attack", "block"]', "Strike", "types"),
        ('["physical", "attack"]', '["attack"]', "Strike", "types"),
        ('effect = "gain stacks"', 'effect = "gain wings"', "Strike", "triggers 1, do 1"),
        ('stack = "Mark"', 'stack = "Mork"', "Strike", "triggers 1, do 1, stack"),
        ('kind = "stack"', 'kind = "stick"', "Mark", "kind"),
        ('name = "Mark"', 'name = "Strike"', "Strike", "name"),
        ('title = "One card"', "", "the set", "title"),
        ('key = "one"', 'key = "one', "the file", "TOML"),
    ],
)
def test_a_bad_set_is_refused_by_file_card_and_field(old: str, new: str, card: str, field: str) -> None:
    with pytest.raises(SetRefused) as refused:
        read_set(VARIA, GOOD.replace(old, new), "one.toml")
    assert refused.value.file == "one.toml"
    assert (card, field) in [(fault.card, fault.field) for fault in refused.value.faults]
    lines = [fault.line for fault in refused.value.faults if (fault.card, fault.field) == (card, field)]
    assert f"one.toml:{lines[0]}: {card}: {field}: " in str(refused.value)


def test_a_ready_deck_must_be_legal() -> None:
    with pytest.raises(SetRefused) as refused:
        read_set(
            VARIA, GOOD + '\n[[decks]]\nname = "Short"\ndifficulty = 1\nplan = "Hit"\ncards = { Strike = 4 }\n', "x"
        )
    assert [(fault.card, fault.field) for fault in refused.value.faults] == [("Short", "cards")]


def test_content_names_a_set() -> None:
    one = read_set(VARIA, GOOD, "one.toml")
    same = read_set(VARIA, GOOD.replace("\n", "\n\n"), "renamed.toml")
    other = read_set(VARIA, GOOD.replace("power = 3", "power = 4"), "one.toml")
    assert stored(one) == stored(same)
    assert stored(one).hash != stored(other).hash
    assert restored(VARIA, stored(one).content) == one


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_shipped_sets_are_sound(game: AnyGame) -> None:
    sets = shipped_sets(game)
    cards = game.cards(sets)
    decks = [deck_of(ready, cards) for each in sets for ready in each.decks]
    assert bool(decks) == game.spec.decks
    assert not [
        fault for deck in decks for wanted in game.spec.formats for fault in game.deck_faults(deck, cards, wanted)
    ]
