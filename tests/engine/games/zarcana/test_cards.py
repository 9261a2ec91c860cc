"""The cards: the set is the requirement table, and the scenarios show each card used and refused by it."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from cardsdb.sets import read_set, shipped_cards
from cardsdb.source import SetRefused
from engine.games.zarcana.cards import Power
from engine.games.zarcana.pool import ZarcanaCards
from engine.registry import GAMES

ZARCANA = GAMES["zarcana"]
FOLDER = Path(__file__).parents[3] / "scenarios" / "zarcana"
CARDS: ZarcanaCards = shipped_cards(ZARCANA)


def steps(what: str) -> Iterable[tuple[Path, dict[str, Any]]]:
    """Every step of a kind in the game's scenarios, with its file."""
    for file in sorted(FOLDER.rglob("*.toml")):
        for step in tomllib.loads(file.read_text("utf-8"))["step"]:
            if what in step:
                yield file, step[what]


def chosen(step: dict[str, Any], how: str) -> Iterable[str]:
    return (each["card"] for each in step["choose"] if isinstance(each, dict) and each.get("as") == how)


USED = {
    (CARDS.find(card), how) for _, step in steps("pick") for how in ("hand", "territory") for card in chosen(step, how)
}
REFUSED = {
    (CARDS.find(card), how, step["reason"].rpartition(".")[2])
    for _, step in steps("refuse")
    for how in ("hand", "territory")
    for card in chosen(step, how)
}


def test_the_pack() -> None:
    assert len(CARDS.pack(extras=True)) == 80
    assert len(CARDS.pack(extras=False)) == 78
    assert Counter(CARDS.suit_of.values()) == {"cups": 14, "wands": 14, "swords": 14, "discs": 14, "trumps": 24}
    assert sorted(CARDS.value_of[card] for card in CARDS.pack(extras=False) if CARDS.suit_of[card] == "trumps") == [
        *range(22)
    ]


@pytest.mark.parametrize("card", CARDS.by_id)
def test_every_card_is_used_from_the_hand_and_from_territory(card: str) -> None:
    assert {how for used, how in USED if used == card} == {"hand", "territory"}


def refusals(power: Power) -> set[str]:
    """What a power's requirements can refuse."""
    found = {"no_minion"} if power.minion else set()
    found |= {f"needs_{power.orientation}"} if power.orientation != "any" else set()
    found |= {"needs_territory"} if power.place == "territory" else set()
    found |= {"full"} if power.population == "obey" else set()
    return found | ({"hand_full"} if power.kind == "take discards" and power.hand == "obey" else set())


@pytest.mark.parametrize("card", [card for card in CARDS.by_id if card not in CARDS.courts])
def test_every_requirement_of_a_card_refuses_it_in_some_scenario(card: str) -> None:
    wanted = refusals(CARDS.powers[CARDS.power_of[card]])
    if CARDS.powers[CARDS.power_of[card]].kind in ("copy a trump", "copy the last discard"):
        wanted = set()
    assert wanted - {why for refused, _, why in REFUSED if refused == card} == set()


@pytest.mark.parametrize("card", sorted(CARDS.courts))
def test_a_court_is_refused_as_its_suit_on_the_board_and_as_all_suits_from_the_hand(card: str) -> None:
    power = CARDS.powers[CARDS.power_of[card]]
    wanted = {("hand", "no_minion"), ("hand", "no_suit")}
    wanted |= {("territory", f"needs_{power.orientation}")} if power.orientation != "any" else set()
    assert wanted <= {(how, why) for refused, how, why in REFUSED if refused == card}


@pytest.mark.parametrize(
    ("name", "known"),
    [("Ace of Coins", "Ace of Discs"), ("queen of pentacles", "Queen of Discs"), ("10 of rods", "10 of Wands")],
)
def test_suits_are_known_by_their_other_names(name: str, known: str) -> None:
    assert CARDS.name(CARDS.find(name)) == known


GOOD = """
key = "one"
title = "One card"
credit = "nobody"

[[suits]]
suit = "cups"
name = "Cups"
power = { kind = "grow or clone", orientation = "standing" }

[[cards]]
kind = "number"
name = "Ace of Cups"
suit = "cups"
value = 1
"""


@pytest.mark.parametrize(
    ("old", "new", "card", "field"),
    [
        ('suit = "cups"\nvalue', 'suit = "wands"\nvalue', "Ace of Cups", "suit"),
        ("value = 1", "value = 11", "Ace of Cups", "value"),
        ("value = 1", "valeu = 1", "Ace of Cups", "valeu"),
        ('orientation = "standing"', 'orientation = "leaning"', "the set", "suits 1, power, orientation"),
    ],
)
def test_a_bad_set_is_refused_by_card_and_field(old: str, new: str, card: str, field: str) -> None:
    with pytest.raises(SetRefused) as refused:
        read_set(ZARCANA, GOOD.replace(old, new), "one.toml")
    assert (card, field) in [(fault.card, fault.field) for fault in refused.value.faults]


def test_two_cards_of_one_name_are_refused() -> None:
    twice = GOOD + GOOD[GOOD.index("[[cards]]") :]
    with pytest.raises(SetRefused, match="two cards have this name"):
        read_set(ZARCANA, twice, "one.toml")
