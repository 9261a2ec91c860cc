"""WarMage's turns: every Spell has one row, a Spell whose player leaves has none, and nothing is kept back in brief."""

from typing import Any

import pytest

from bot.ui.games.strips import described
from bot.ui.games.turns import blow_pictures
from bot.ui.pictures.painter import texts
from bot.ui.pictures.scene import Group, Image
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip import Strip
from bot.ui.pictures.strip_scene import strip_scene
from bot.ui.texts.words import Spoken
from engine.contract import SPECTATOR, CardRef, Fact, Outcome, seen
from engine.dice import FairDice
from engine.games.warmage import events as e
from engine.kit.facts import DrewUnseen, Ended, Left
from tests.ui.test_pictures_varia import all_texts
from tests.ui.test_warmage import CARDS, RENDERER, WARMAGE, WORDS

BEGAN = e.TurnBegan(5, 1)
IDS = {spell.name: card for card, spell in CARDS.by_id.items()}
DART, PRICE, VANE = CardRef(IDS["Cinder Dart"], 1), CardRef(IDS["Comet Price"], 2), CardRef(IDS["Weathervane"], 3)


def cast(seat: int, card: CardRef, target: int | None = None, *, response: bool = False) -> e.Cast:
    return e.Cast(seat, card, target, None, None, (), response)


def strip_of(facts: list[Fact], before: list[Fact]) -> Strip:
    strip = RENDERER.turn_strip(facts, before, WORDS)
    assert strip is not None
    return strip


ANSWERED: list[Fact] = [
    cast(1, DART, 0),
    cast(0, PRICE, 1, response=True),
    e.ChainClosed(2),
    e.Resolved(0, PRICE, "success"),
    e.Wounded(1, "mortal", PRICE, 0),
    e.Eliminated((1,)),
    e.Removed(1, DART),
]
"""B's Dart at A, whose answer eliminates B."""


def test_a_spell_that_left_the_chain_does_not_wait_in_it() -> None:
    strip = strip_of([*ANSWERED, Ended(Outcome(((2,), (1,)), "warmage.end.last"))], [BEGAN])
    assert [beat.play.name for beat in strip.beats if beat.play is not None] == ["Comet Price"]
    assert "waits in the Chain" not in " ".join(texts(strip_scene(strip).items))
    assert "Ben's Cinder Dart leaves the Chain." in strip.beats[0].told
    assert "Cinder Dart is discarded" in " ".join(texts(strip_scene(strip).items))


def test_the_last_blow_ends_the_strip_if_the_loser_had_a_spell_in_the_chain() -> None:
    strip = strip_of([*ANSWERED, Ended(Outcome(((0,), (1,)), "warmage.end.last"))], [BEGAN])
    assert [beat.size for beat in strip.beats] == ["last"]
    assert strip.fall is not None
    assert strip.fall.told in described(strip)


def test_a_turn_says_who_left_and_that_their_spell_is_gone() -> None:
    """A's Dart at B, to which C answers; A leaves, and C's answer comes to nothing."""
    seats = {"A": {"hand": ["Cinder Dart"]}, "B": {"hand": ["Salve"]}, "C": {"hand": ["Undertow"]}}
    state = WARMAGE.position({"deck": ["Squall"] * 4, "row": ["Salve"], "seats": seats}, CARDS)
    dice, told = FairDice.seeded("dice"), list[Any]()
    for seat, chosen in ((0, "cast"), (0, "player:1"), (1, "pass"), (2, "cast"), (1, "pass")):
        asked = next(each for each in WARMAGE.decisions(state) if each.seat == seat)
        key = next(option.key for option in asked.options if option.key.startswith(chosen))
        told += WARMAGE.apply(state, asked.id, [key], dice)
    told += WARMAGE.leave(state, 0, dice)
    facts = list(seen(told, SPECTATOR))
    place = next(place for place, fact in enumerate(facts) if isinstance(fact, Left))
    turn = [fact for fact in facts if not isinstance(fact, RENDERER.turns)]
    assert any(isinstance(fact, e.ChainClosed) for fact in facts[place:]), facts
    brief = [part.short for part in RENDERER.blows(turn, Spoken.of(WORDS)) if part.short]
    assert brief[1].startswith("**🚪 Ada has left the match.**")
    said = "\n".join(brief).replace("**", "")
    for once in ("casts Cinder Dart", "casts Undertow", "leaves the Chain", "fizzles"):
        assert said.count(once) == 1, said
    assert "Nobody else answers" not in said
    strip = strip_of(turn, [e.TurnBegan(1, 0)])
    assert "Cinder Dart" not in [beat.play.name for beat in strip.beats if beat.play is not None]
    assert strip.beats[-1].size == "note"


STAYS: list[Fact] = [
    cast(1, VANE),
    e.ChainClosed(1),
    e.Resolved(1, VANE, "success"),
    e.CameIntoPlay(1, VANE),
    e.Used(1, VANE, "cast_step_idle", None, (PRICE,)),
    DrewUnseen(1, 1),
]
"""B's Weathervane stays in play and is used."""


def test_a_spell_that_is_used_at_once_is_one_row_with_the_card_once_and_both_effects_below_each_other() -> None:
    strip = strip_of([*STAYS, cast(1, DART, 0), e.ChainClosed(1), e.Resolved(1, DART, "success")], [BEGAN])
    first, second = strip.beats
    assert (first.label, second.label) == ("1", "2")
    assert first.play is not None
    assert first.play.cost == "pays Comet Price"
    assert "Ben uses Weathervane." in first.told
    [row, _] = [item for item in strip_scene(strip).items if isinstance(item, Group) and item.description]
    assert sum(isinstance(item, Image) and isinstance(item.source, SmallCard) for item in row.items) == 1
    written = {text.text: text for text in all_texts(row.items)}
    stays, draws = written["stays in front of Ben"], written["Ben draws 1 card"]
    assert stays.at[0] == draws.at[0]
    assert stays.at[1] < draws.at[1]


@pytest.mark.parametrize(
    "between",
    [
        [Left(0)],
        [cast(1, DART, 0), e.ChainClosed(1), e.Resolved(1, DART, "success")],
        [cast(1, VANE), e.ChainClosed(1), e.Resolved(1, CardRef(VANE.card, 9), "success")],
    ],
    ids=["somebody left", "another Spell", "another copy"],
)
def test_an_effect_that_is_used_later_has_a_row_of_its_own(between: list[Fact]) -> None:
    facts = [*STAYS[:4], *between, *STAYS[4:]]
    strip = strip_of(facts, [BEGAN])
    used = [beat for beat in strip.beats if "uses Weathervane" in beat.told]
    assert [beat.told.count("casts") for beat in used] == [0]
    parts = [part for part in RENDERER.blows(facts, Spoken.of(WORDS)) if part.row is not None]
    assert [part.row for part in parts if part.row] == [beat.label for beat in strip.beats if beat.play is not None]


def test_blow_by_blow_has_one_part_for_a_spell_that_is_used_at_once() -> None:
    parts = [part for part in RENDERER.blows(STAYS, Spoken.of(WORDS)) if part.short]
    assert [part.row for part in parts] == ["1"]
    assert parts[0].short.index("casts") < parts[0].short.index("uses") < parts[0].short.index("draws")
    pictures = blow_pictures(RENDERER, STAYS, [BEGAN], {"1"}, WORDS)
    assert pictures.keys() == {"1"}
