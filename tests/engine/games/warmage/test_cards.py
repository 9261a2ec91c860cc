"""The language of Spells: what a set may not say, and that nothing which it may say goes on for ever."""

from typing import Any

import pytest

from cardsdb.sets import read_set, shipped_sets
from cardsdb.source import SetRefused
from engine.dice import FairDice
from engine.games.warmage import events
from engine.games.warmage.rulings import ACTS, NESTING
from engine.registry import GAMES

WARMAGE = GAMES["warmage"]

GOOD = """
key = "one"
title = "Three Spells"
credit = "nobody"

[[cards]]
name = "Spark"
school = "ember"
timing = "opener"
uncounterable = false
aims = [{ at = "player" }]
do = [{ effect = "wound" }]

[[cards]]
name = "Bend"
school = "gale"
timing = "reflex"
aims = [{ at = "spell" }, { at = "player", who = "another" }]
do = [{ effect = "redirect" }]

[[cards]]
name = "Ward"
school = "root"
timing = "swift"
lingering = true
abilities = [{ on = "would_be_wounded", cost = { this = true }, do = [{ effect = "prevent" }] }]
"""


def test_a_good_set_is_read() -> None:
    assert len(read_set(WARMAGE, GOOD, "one.toml").cards) == 3


@pytest.mark.parametrize(
    ("old", "new", "card", "why"),
    [
        ('school = "ember"', 'school = "amber"', "Spark", "ember"),
        ('aims = [{ at = "player" }]', "", "Spark", "needs a target: a player"),
        ('aims = [{ at = "player" }]', 'aims = [{ at = "spell" }]', "Spark", "needs a target: a player"),
        ('{ effect = "wound" }', '{ effect = "counter" }', "Spark", "needs a target: a spell"),
        ('do = [{ effect = "wound" }]', "", "Spark", "give this Spell at least one effect"),
        ('{ at = "player" }]', '{ at = "player" }, { at = "player" }]', "Spark", "each kind of target only once"),
        ('{ at = "player" }]', '{ at = "player" }, { at = "spell" }]', "Spark", "an Opener can't aim at a Spell"),
        ('do = [{ effect = "wound" }]', 'do = [{ effect = "prevent" }]', "Spark", "only an activated effect prevents"),
        ('{ effect = "wound" }', '{ effect = "wound", who = "bearer" }', "Spark", "has a bearer"),
        (
            'aims = [{ at = "player" }]',
            'aims = [{ at = "player", who = "another" }]',
            "Spark",
            "a Spell that redirects",
        ),
        ('{ at = "spell" }, { at', '{ at = "card" }, { at', "Bend", "needs a target: a spell"),
        (', { at = "player", who = "another" }]', "]", "Bend", "a Spell that redirects"),
        ('[{ at = "spell" }, { at = "player", who = "another" }]', "[]", "Bend", "needs a target: a spell"),
        ("lingering = true", "", "Ward", "abilities to every Lingering Spell"),
        ('"would_be_wounded"', '"was_wounded"', "Ward", "about to be dealt"),
        ("cost = { this", "must = true, cost = { this", "Ward", "can't have a cost or a target"),
        ('on = "would_be_wounded"', 'on = "would_be_wounded", by = "opponent\'s spell"', "Ward", "by only for a Wound"),
        ('{ effect = "prevent" }', '{ effect = "wound", who = "wounder" }', "Ward", "there is a wounder only"),
        ('name = "Bend"', 'name = "Spark"', "Spark", "two cards have this name"),
        (
            '{ at = "player" }]',
            '{ at = "player", who = "each opponent", having = "flesh wound" }]',
            "Spark",
            "whatever",
        ),
        (
            "lingering = true",
            'lingering = true\naims = [{ at = "player", who = "each opponent" }]',
            "Ward",
            "one player",
        ),
        ("uncounterable = false", "uncounterable = 3", "Spark", "valid boolean"),
    ],
)
def test_a_bad_spell_is_refused_by_name(old: str, new: str, card: str, why: str) -> None:
    with pytest.raises(SetRefused) as refused:
        read_set(WARMAGE, GOOD.replace(old, new, 1), "one.toml")
    assert any(card in fault.card and why in fault.why for fault in refused.value.faults), refused.value.faults


def test_six_lanterns_is_the_deck_of_the_rules() -> None:
    """60 cards in six schools: 24 Spells, 40 Openers, 15 Reflexes, 5 Swift ones, 18 Lingering (rules, 8.3)."""
    (lanterns,) = shipped_sets(WARMAGE)
    spells: Any = lanterns.model_dump()["cards"]

    def count(field: str, value: object) -> int:
        return sum(each["copies"] for each in spells if each[field] == value)

    assert (len(spells), sum(each["copies"] for each in spells)) == (24, 60)
    assert [count("school", each) for each in ("ember", "tide", "root", "gale", "gloom", "star")] == [10] * 6
    assert [count("timing", each) for each in ("opener", "reflex", "swift")] == [40, 15, 5]
    assert count("lingering", value=True) == 18


LOOPS = """
key = "loops"
title = "Loops"
credit = "nobody"

[[cards]]
name = "Carousel"
school = "gale"
timing = "opener"
do = [{ effect = "draw" }]

[[cards]]
name = "Echo"
school = "gloom"
timing = "opener"
lingering = true
abilities = [{ on = "was_wounded", must = true, do = [
    { effect = "heal", wound = "flesh", who = "bearer" }, { effect = "wound", who = "bearer" },
] }]

[[cards]]
name = "Spark"
school = "ember"
timing = "opener"
aims = [{ at = "player" }]
do = [{ effect = "wound" }]
"""
CARDS = WARMAGE.cards([read_set(WARMAGE, LOOPS, "loops.toml")])


def played(state: Any, word: str) -> list[Any]:
    """Take the first option of a word, over and over, passing what others are asked; return what happened."""
    told: list[Any] = []
    while True:
        asked = WARMAGE.decisions(state)[0]
        option = next((each for each in asked.options if each.key.partition(":")[0] in (word, "pass", "row")), None)
        if option is None:
            return told
        told += [each.fact for each in WARMAGE.apply(state, asked.id, [option.key], FairDice.seeded(len(told)))]


def test_spells_that_draw_each_other_end_with_the_turns_limit() -> None:
    seats = {"A": {"hand": ["Carousel", "Carousel"]}, "B": {"hand": ["Spark"]}}
    state = WARMAGE.position({"seats": seats}, CARDS)
    told = played(state, "cast")
    assert sum(isinstance(fact, events.Cast) for fact in told) == ACTS
    (asked,) = WARMAGE.decisions(state)
    assert {blocked.reason.id for blocked in asked.blocked} == {"warmage.refusal.enough"}


def test_effects_that_call_each_other_end_at_the_depth_of_the_rules() -> None:
    deck = ["Carousel"] * 5
    seats = {"A": {"hand": ["Spark"]}, "B": {"play": ["Echo"]}}
    state = WARMAGE.position({"deck": deck, "row": deck[:3], "seats": seats}, CARDS)
    told = played(state, "cast")
    assert sum(isinstance(fact, events.Used) for fact in told) == NESTING
    assert WARMAGE.decisions(state)[0].kind == "cast"
