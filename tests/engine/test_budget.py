"""The budget of work that a pick has: whatever a sound set says, a pick ends, in the same way on every machine."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.budget import STEPS_A_PICK
from engine.contract import AnyGame, Fact
from engine.dice import FairDice
from engine.games.varia.events import CutShort, Occurred
from engine.games.varia.rulings import LARGEST_COMBO, MOST_CHANGES, TRIGGERS_A_TURN
from engine.games.warmage import events as warmage_events
from tests.engine import laws
from tests.engine.hostile_sets import AT_PLAYER, hostile_sets, lingering, must, sound, spell, wound
from tests.engine.random_tables import HOSTILE, busy_keys, hostile_table

_, VARIA_GAME, WARMAGE_GAME = HOSTILE
SEEDS = st.integers(0, 2**32)
KINDS = [(game, kind) for game in HOSTILE for kind in hostile_sets(game.spec.key)]


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda value: value if isinstance(value, str) else value.spec.key)
def test_no_hostile_set_makes_a_pick_go_on_beyond_its_budget(game: AnyGame, kind: str) -> None:
    at = hostile_table(game, hostile_sets(game.spec.key)[kind](), Random(kind))
    chance, dice = Random(kind), FairDice.seeded(kind)
    state, _ = at.new(dice)
    for _ in range(120):
        assert dice.budget.used <= STEPS_A_PICK + laws.BEYOND
        if not (open_now := game.decisions(state)):
            break
        asked = chance.choice(open_now)
        game.apply(state, asked.id, busy_keys(asked, chance), dice)


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda value: value if isinstance(value, str) else value.spec.key)
def test_no_hostile_set_makes_a_panel_go_on_beyond_its_budget(game: AnyGame, kind: str) -> None:
    at = hostile_table(game, hostile_sets(game.spec.key)[kind](), Random(kind))
    chance, dice = Random(kind), FairDice.seeded(kind)
    state, _ = at.new(dice)
    for number in range(60):
        if not (open_now := game.decisions(state)):
            break
        asked = chance.choice(open_now)
        if number % 10 == 5:
            laws.a_look_ends_with_its_budget(game, state, asked.seat)
        game.apply(state, asked.id, busy_keys(asked, chance), dice)


@pytest.mark.parametrize("game", HOSTILE, ids=lambda game: game.spec.key)
@pytest.mark.parametrize(
    "law",
    [
        laws.a_pick_ends_with_its_budget,
        laws.a_panel_ends_with_its_budget,
        laws.same_picks_same_match,
        laws.the_log_replays_the_match,
        laws.json_carries_everything,
        laws.copies_are_their_own,
        laws.defaults_are_legal_and_blind,
        laws.picks_are_accepted_or_refused_whole,
        laws.options_that_are_not_final_use_no_chance,
    ],
    ids=lambda law: law.__name__,
)
def test_hostile_sets_keep_the_law(law: Callable[[AnyGame, int], None], game: AnyGame) -> None:
    @settings(deadline=None, max_examples=4)
    @given(SEEDS)
    def holds(seed: int) -> None:
        law(game, seed)

    holds()


def played(game: AnyGame, kind: str, seed: int = 1) -> Iterator[tuple[Any, list[Fact], FairDice]]:
    """The state after each pick of a busy match with a hostile set, and what everybody was told of the pick."""
    at = hostile_table(game, hostile_sets(game.spec.key)[kind](), Random(seed))
    chance, dice = Random(seed), FairDice.seeded(kind, seed)
    state, told = at.new(dice)
    for _ in range(150):
        yield state, [event.fact for event in told], dice
        open_now = game.decisions(state)
        if not open_now:
            return
        asked = chance.choice(open_now)
        told = game.apply(state, asked.id, busy_keys(asked, chance), dice)


@pytest.mark.parametrize("kind", ["discards that return", "ruin and repair", "items that change all"])
def test_once_the_budget_is_spent_no_trigger_occurs_any_more(kind: str) -> None:
    spent = 0
    for _, told, dice in played(VARIA_GAME, kind):
        if dice.budget.told:
            place = told.index(CutShort("work"))
            assert not any(isinstance(fact, Occurred) for fact in told[place:])
            spent += 1
    assert spent


@pytest.mark.parametrize("kind", ["discards of other kinds", "ruin and repair", "stacks that tick"])
def test_a_turn_has_five_hundred_triggers_those_that_wait_counted(kind: str) -> None:
    occurred, turn = 0, 0
    for state, facts, _ in played(VARIA_GAME, kind):
        occurred = sum(isinstance(fact, Occurred) for fact in facts) + (occurred if state.turn == turn else 0)
        turn = state.turn
        waiting = sum(due.source != "tick" for due in state.agenda)
        assert occurred + waiting <= TRIGGERS_A_TURN + sum(isinstance(fact, Occurred) for fact in facts)
        assert waiting <= TRIGGERS_A_TURN


@pytest.mark.parametrize("kind", ["changes of changes", "becoming each other", "tokens that join", "becoming for good"])
def test_no_action_and_no_card_grows_without_end(kind: str) -> None:
    for state, _, _ in played(VARIA_GAME, kind):
        for player in state.players:
            for action in (*player.plan, *player.queue):
                assert action is None or len(action.overlays) <= MOST_CHANGES
                assert action is None or len(action.cards) <= LARGEST_COMBO
        assert all(len(card.altered) < 4 for card in state.instances)


STORM = spell("Storm", *[wound()] * 6, timing="swift")
BARK = lingering("Bark", must("would_be_wounded", {"effect": "prevent"}))
CAROUSEL = spell("Carousel", {"effect": "draw"})
SPARK = spell("Spark", wound("target", 1), aims=AT_PLAYER)
CLOAK = lingering("Cloak", {"on": "would_be_wounded", "do": [{"effect": "prevent"}]})
SPELLS = WARMAGE_GAME.cards([sound("warmage", {"cards": [STORM, BARK, CAROUSEL, SPARK, CLOAK]})])


def at_warmage(**seats: Any) -> Any:
    return WARMAGE_GAME.position({"seats": seats, "deck": ["Carousel"] * 8, "row": ["Carousel"] * 3}, SPELLS)


def pick(state: Any, dice: FairDice, *wanted: str) -> list[Fact]:
    """Answer what is asked first by the first option that names one of some cards, else by passing or drawing."""
    asked = WARMAGE_GAME.decisions(state)[0]
    named = [each.key for each in asked.options if getattr(each.label.args.get("card"), "card", None) in wanted]
    words = ("pass", "deck", "A", "flesh")
    rest = [each.key for each in asked.options if each.key.partition(":")[0] in words]
    keys = [*named, *rest, *(each.key for each in asked.options)][:1]
    return [event.fact for event in WARMAGE_GAME.apply(state, asked.id, keys, dice)]


def test_a_pick_of_warmage_that_is_spent_wounds_nobody_any_more_and_leaves_protections_alone() -> None:
    state = at_warmage(**{name: {"hand": ["Storm"] * 2, "play": ["Bark"]} for name in "ABCDEF"})
    dice = FairDice.seeded("storm")
    told = pick(state, dice, "storm")
    while not dice.budget.told:
        told = pick(state, dice, "storm")
    assert [type(fact) for fact in told].count(warmage_events.CutShort) == 1
    assert dice.budget.used <= STEPS_A_PICK + laws.BEYOND
    assert [player.flesh + player.mortal for player in state.players] == [0] * 6
    assert WARMAGE_GAME.decisions(state)[0].kind in ("cast", "draw")


def test_a_turns_last_act_does_not_silence_what_protects() -> None:
    state = at_warmage(A={"hand": ["Carousel", "Carousel", "Spark"]}, B={"play": ["Cloak"]})
    dice = FairDice.seeded("spark")
    while state.acts < 59 or state.chain or WARMAGE_GAME.decisions(state)[0].kind != "cast":
        pick(state, dice, "carousel")
    told = pick(state, dice, "spark")
    while not any(isinstance(fact, warmage_events.Wounded | warmage_events.Prevented) for fact in told):
        told = pick(state, dice, "cloak", "player:1")
    assert any(isinstance(fact, warmage_events.Prevented) for fact in told)
