"""Puzzles: worked examples that can be counted on paper, and laws of the proof with faults that they notice."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cardsdb.puzzle_files import puzzle_table
from cardsdb.sets import shipped_cards
from engine.contract import letter
from engine.dice import Dice, FairDice, NoDice
from engine.players.lines import Line, own_decision, some_lines
from engine.players.rollout_dice import ImaginedDice
from engine.puzzles import proof
from engine.puzzles.checking import faults, task_of
from engine.puzzles.file_format import Deals, Puzzle, Source
from engine.puzzles.making import made
from engine.puzzles.position import begun
from engine.puzzles.proof import Row, Task, Trials, deal, effect, effects, every_line, foretold, margin, played
from engine.puzzles.tries import Try, tried
from engine.registry import GAMES

DEALS = 60

SHORT = 7
"""A seed whose first match of WarMage is short, and gives a puzzle."""


def task(game: str, position: dict[str, Any], seat: int, question: str, before: Sequence[str] = ()) -> Task:
    """A question in a position, after some answers to the first open decision."""
    rules = GAMES[game]
    state, dice = rules.position(position, shipped_cards(rules)), FairDice.seeded("before")
    for key in before:
        rules.apply(state, rules.decisions(state)[0].id, (key,), dice)
    assert rules.puzzles is not None
    return Task(rules, state, seat, rules.puzzles.question(question), 1)


def rows(asked: Task, deals: int = DEALS) -> list[Row]:
    return Trials(asked, effects(asked)).play(deals)


def words(asked: Task, row: Row) -> list[str]:
    """The cards that a row's line names, in order, or the last word of what it does without one."""
    said = proof.labels(asked, row.line)[0]
    return [each.args["card"].card if "card" in each.args else each.id.rpartition(".")[2] for each in said]  # type: ignore[union-attr]


# Worked examples


LAST_WOUND = {"flesh": 1, "mortal": 2}
"""The Wounds of a duel after which a mage can take just one more: two that are turned, and one that is not."""


def test_win_a_dart_at_somebody_without_cards_wins_for_sure() -> None:
    asked = task(
        "warmage", {"seats": {"A": {"hand": ["Cinder Dart", "Kiln Heart"]}, "B": {**LAST_WOUND, "hand": []}}}, 0, "win"
    )
    best, *others = rows(asked)
    assert words(asked, best) == ["cinder-dart"]
    assert best.value == 1
    assert {words(asked, other)[0]: other.value for other in others} == {"kiln-heart": 0, "end": 0}


def test_win_a_sure_win_is_a_puzzle_if_at_most_half_of_four_lines_are_right() -> None:
    def proof_with(*hand: str) -> proof.Proof | None:
        seats = {"A": {"hand": list(hand)}, "B": {**LAST_WOUND, "hand": []}}
        asked = task("warmage", {"seats": seats}, 0, "win")
        return proof.proved(asked, effects(asked))

    found = proof_with("Cinder Dart", "Kiln Heart", "Salve")
    assert found is not None
    assert (found.margin.mean, found.margin.share) == (1, 1)
    assert proof_with("Cinder Dart", "Kiln Heart") is None, "three lines are too few"
    half = ("Roaring Pyre", "Bone Needle", "Kiln Heart", "Salve")
    assert proof_with("Cinder Dart", *half) is not None, "three of six lines are right"
    assert proof_with("Cinder Dart", "Comet Price", *half) is None, "six of nine lines are right"


GUARDED = {
    "deck": ["Undertow", "Undertow", "Ash Away"],
    "seats": {"A": {"hand": ["Cinder Dart", "Kiln Heart"]}, "B": {**LAST_WOUND, "hand": ["Ash Away"]}},
}


def test_win_a_card_that_may_be_a_counter_makes_it_unsure() -> None:
    """B holds one of four cards, two of which counter the dart: half the deals, in half of which B casts it."""
    best = rows(task("warmage", GUARDED, 0, "win"), 400)[0]
    assert best.value == pytest.approx(0.75, abs=0.06)


def test_lose_fewest_a_counter_saves_a_wound() -> None:
    seats = {"A": {"hand": ["Cinder Dart"]}, "B": {"hand": ["Undertow", "Ash Away"]}}
    asked = task("warmage", {"seats": seats}, 1, "lose_fewest", ["cast:0"])
    found = rows(asked)
    assert [(words(asked, row), row.value) for row in found] == [(["undertow"], 0), (["pass"], -1)]


def test_take_most_a_spell_at_everybody_takes_from_each() -> None:
    """In a match of three, the pyre costs both others a step; the dart costs one of them one."""
    seats = {"A": {"hand": ["Cinder Dart", "Roaring Pyre"]}, "B": {}, "C": {}}
    asked = task("warmage", {"seats": seats}, 0, "take_most")
    assert [(words(asked, row)[0], row.value) for row in rows(asked)] == [
        ("roaring-pyre", 2),
        ("cinder-dart", 1),
        ("end", 0),
    ]


def test_most_points_the_star_is_worth_seventeen() -> None:
    board = {"C4": "Star", "C5": "2 of Cups", "D4": "9 of Discs"}
    asked = task("zarcana", {"board": board, "seats": {"A": {}, "B": {}}}, 0, "most_points")
    assert [row.value for row in rows(asked)] == [17, 9, 2, 0]


def test_take_most_a_sword_takes_the_star_from_its_holder() -> None:
    seats = {
        "A": {"hand": ["2 of Swords"], "minions": [{"at": "C5", "facing": "north"}]},
        "B": {"minions": [{"at": "C4"}]},
    }
    asked = task("zarcana", {"board": {"C4": "Star", "C5": "2 of Cups"}, "seats": seats}, 0, "take_most")
    best, nothing = rows(asked)
    assert words(asked, best)[0] == "2-of-swords"
    assert (best.value, nothing.value) == (17, 0)


def test_lead_a_hit_takes_as_many_cards_as_its_points_say_and_the_clock_answers() -> None:
    """Chisel Chomper takes two of B's cards, Halo Iron three; B's clock hits back with three either way."""
    seats = {
        "A": {"active": ["Chisel Chomper", "Halo Iron"], "inactive": ["Halo Iron"] * 6},
        "B": {"active": ["Halo Iron"], "inactive": ["Halo Iron"] * 7},
    }
    asked = task("artbot", {"seats": seats}, 0, "lead")
    assert [(words(asked, row)[0], row.value) for row in rows(asked)] == [("SPI3", 0), ("PHY1", -10)]


BLOW = {
    "step": "reaction",
    "distance": "engaged",
    "seats": {
        "A": {"timeline": ["Decapitate"]},
        "B": {"ap": 3, "hand": ["Kite Guard", "Iron Bulwark", "Late Parry"]},
    },
}
"""A blow of 10 against two blocks of which three action points pay for one, or for the small one with a parry."""


def test_lose_fewest_a_combo_blocks_more_than_the_best_single_card() -> None:
    asked = task("varia", BLOW, 1, "lose_fewest")
    found = rows(asked, 100)
    assert [words(asked, row)[:2] for row in found[:2]] == [["kite-guard", "late-parry"], ["iron-bulwark", "lock"]]
    led = margin(found)
    assert led.low > 1
    assert led.share < proof.SHARE, "in some deals, both block everything: on average better is not enough for a puzzle"


def test_a_forecast_taken_option_by_option_does_not_find_the_combo_but_the_best_single_card() -> None:
    asked = task("varia", BLOW, 1, "lose_fewest")
    told = foretold(asked)
    assert told is not None
    assert effect(asked, told) in rows(asked, 20)[1].effects


THEMES = [
    ("varia", ["plan.block", "combo.block", "combo_at.block", "lock"], "combo"),
    ("varia", ["disengage", "plan.attack", "plan.block", "lock"], "attack"),
    ("varia", ["engage", "lock"], "distance"),
    ("varia", ["lock"], "wait"),
    ("zarcana", ["play.trumps", "small", "territory.cups", "lock"], "trumps"),
    ("zarcana", ["use.wands", "lock"], "wands"),
    ("zarcana", ["place", "territory.cups", "up", "lock"], "place"),
    ("warmage", ["cast_at.ember"], "ember"),
    ("warmage", ["use.star", "player"], "star"),
    ("warmage", ["pass"], "wait"),
    ("artbot", ["play.heal.rare", "return.physical.plain"], "heal"),
]


@pytest.mark.parametrize(("game", "kinds", "theme"), THEMES)
def test_a_theme_is_what_the_line_uses(game: str, kinds: list[str], theme: str) -> None:
    puzzles = GAMES[game].puzzles
    assert puzzles is not None
    assert puzzles.theme([f"{game}.pick.{kind}" for kind in kinds]) == theme


def test_a_margin_compares_deal_by_deal() -> None:
    """The first row leads the second by 2 in each deal, although both vary by more, and the third by 6, 6, 6 and -2."""
    first, second, third = (10.0, 4.0, 8.0, 2.0), (8.0, 2.0, 6.0, 0.0), (4.0, -2.0, 2.0, 4.0)
    led = margin([Row((), (), values) for values in (first, second, third)])
    assert led.mean == 2
    assert led.share == 0.75
    assert led.low == pytest.approx(4 - 2.5758 * 4 / 2, abs=1e-3), "the third row's lead is 4 on average, but less sure"


# Laws


def tasks(game: str, seed: int) -> Task | None:
    """A question in a match of players of the lowest level, or None if it ends without one."""
    table = puzzle_table(GAMES[game])
    decks = tuple(deck.name for deck in table.decks[:2]) or ("", "")
    at = begun(table, Source(seed, 0, "easy", {}, decks, (), ""))
    rules, dice = table.game, FairDice.seeded("law", seed)
    assert rules.puzzles is not None
    for _ in range(seed % 60 + 200):
        asked = next(iter(rules.decisions(at.state)), None)
        if asked is None:
            return None
        questions = () if asked.begun else rules.puzzles.asks(at.state, asked)
        if questions and at.state.turn > 2 + seed % 4:
            return Task(rules, at.state, asked.seat, questions[seed % len(questions)], seed)
        for decision, keys in some_lines(rules, at.state, asked.seat, 1, dice)[0]:
            rules.apply(at.state, decision, keys, at.dice)
    return None


def values_by_effect(asked: Task) -> None:
    """Lines with the same effect have the same value in each deal."""
    known: dict[str, list[float]] = {}
    lines = some_lines(asked.game, deal(asked, 0), asked.seat, 25, ImaginedDice(asked.seed, -5))
    for line in lines:
        values = [played(asked, deal(asked, number), number, line) for number in range(3)]
        assert known.setdefault(effect(asked, line), values) == values


@pytest.mark.parametrize("game", GAMES)
@given(st.integers(0, 10_000))
@settings(max_examples=8, deadline=None)
def test_lines_with_the_same_effect_are_worth_the_same(game: str, seed: int) -> None:
    asked = tasks(game, seed)
    if asked is not None:
        values_by_effect(asked)


def test_an_effect_that_does_not_look_at_the_state_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = task("varia", BLOW, 1, "lose_fewest")
    values_by_effect(asked)
    monkeypatch.setitem(values_by_effect.__globals__, "effect", lambda *_: "same")
    with pytest.raises(AssertionError):
        values_by_effect(asked)


@pytest.mark.parametrize("game", GAMES)
@given(st.integers(0, 10_000))
@settings(max_examples=6, deadline=None)
def test_every_line_drawn_at_random_has_one_of_the_effects(game: str, seed: int) -> None:
    """Of all lines, each plan is followed once."""
    asked = tasks(game, seed)
    found = effects(asked) if asked is not None else {}
    if asked is not None and found:
        lines = some_lines(asked.game, deal(asked, 0), asked.seat, 12, ImaginedDice(asked.seed, -6))
        assert {effect(asked, line) for line in lines} <= set(found)


def mean_is_the_forecast(asked: Task, line: Line) -> None:
    """What a plan costs on average is what the panel forecasts, which is counted in another way: exactly."""
    state = deal(asked, 0)
    for decision, keys in line[:-1]:
        asked.game.apply(state, decision, keys, NoDice())
    lines = asked.game.forecast(state, asked.seat)
    exact = lines[-1].changes.get(asked.seat, 0.0)
    values = [played(asked, deal(asked, number), number, line) for number in range(300)]
    assert abs(fmean(values) - exact) <= 4 * stdev(values) / sqrt(len(values)) + 1e-9


def test_the_average_over_the_dice_is_what_the_panel_forecasts() -> None:
    asked = task("varia", BLOW, 1, "lose_fewest")
    for row in rows(asked, 2):
        mean_is_the_forecast(asked, row.line)


def test_a_proof_that_ignores_the_dice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = task("varia", BLOW, 1, "lose_fewest")
    (line,) = [row.line for row in rows(asked, 2) if words(asked, row) == ["lock"]]
    monkeypatch.setattr(proof, "ImaginedDice", lambda seed, _: ImaginedDice(seed, 1))
    with pytest.raises(AssertionError):
        mean_is_the_forecast(asked, line)


def test_a_proof_that_ignores_the_deals_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """B holds no counter in truth, but may: who looks at the truth takes the dart for a sure win."""
    assert rows(task("warmage", GUARDED, 0, "win"))[0].value < 1
    monkeypatch.setattr(proof, "deal", lambda asked, _: asked.game.copy(asked.state))
    assert rows(task("warmage", GUARDED, 0, "win"))[0].value == 1


class CountingDice(Dice):
    """Dice that must not be asked."""

    def _number(self, purpose: str, index: int, size: int) -> int:
        raise AssertionError(purpose)

    def _order(self, purpose: str, index: int, items: Sequence[Any]) -> list[int]:
        raise AssertionError(purpose)


def test_a_line_goes_on_until_its_first_final_pick_and_no_further() -> None:
    asked = task("varia", BLOW, 1, "lose_fewest")
    for line in every_line(asked.game, deal(asked, 0), asked.seat):
        state = asked.game.copy(asked.state)
        for decision, keys in line[:-1]:
            assert not own_decision(asked.game, state, asked.seat).commits(keys)  # type: ignore[union-attr]
            asked.game.apply(state, decision, keys, CountingDice())
        assert own_decision(asked.game, state, asked.seat).commits(line[-1][1])  # type: ignore[union-attr]


# Making and checking


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle of WarMage, from a short match."""
    return made(puzzle_table(GAMES["warmage"]), SHORT, 0)[0]


def test_the_same_match_makes_the_same_puzzles_of_different_kinds(puzzle: Puzzle) -> None:
    source = puzzle.source
    again = made(puzzle_table(GAMES["warmage"]), source.seed, source.match)
    assert again[0] == puzzle
    assert {each.number for each in again} == {(SHORT - 1) * 1000 + source.match + 1}
    assert len({each.kind for each in again}) == len(again)


def test_a_puzzle_holds_on_its_own_deals_and_on_others(puzzle: Puzzle) -> None:
    table = puzzle_table(GAMES["warmage"])
    assert list(faults(table, puzzle, puzzle.deals)) == []
    assert list(faults(table, puzzle, Deals(99, 300))) == []


def test_the_position_is_that_of_the_seat_to_play(puzzle: Puzzle) -> None:
    asked = task_of(puzzle_table(GAMES["warmage"]), puzzle)
    own = own_decision(asked.game, asked.state, puzzle.seat)
    assert own is not None
    assert own.id.startswith(letter(puzzle.seat))
    assert puzzle.right.picks[0][0] == own.id


def test_a_try_is_looked_up_or_else_played(puzzle: Puzzle) -> None:
    asked = task_of(puzzle_table(GAMES["warmage"]), puzzle)
    right, wrong = puzzle.answers[:2]
    assert tried(asked, puzzle, right.picks) == Try(right=True, value=right.value, answer=right)
    assert tried(asked, puzzle, wrong.picks) == Try(right=False, value=wrong.value, answer=wrong)
    unknown = replace(puzzle, answers=(replace(right, effects=()), replace(wrong, effects=())))
    for answer in (right, wrong):
        found = tried(asked, unknown, answer.picks)
        assert (found.right, found.answer) == (answer is right, None)
        assert found.value == pytest.approx(answer.value, abs=1e-4)


def test_what_does_not_hold_is_told(puzzle: Puzzle) -> None:
    table = puzzle_table(GAMES["warmage"])

    def told(changed: Puzzle) -> str:
        return " ".join(faults(table, changed, puzzle.deals))

    first, second, *rest = puzzle.answers
    swapped = (replace(second, value=first.value), replace(first, value=second.value), *rest)
    assert "another line is better" in told(replace(puzzle, answers=swapped))
    assert "are not those of its answers" in told(replace(puzzle, answers=puzzle.answers[:-1]))
    assert "and not" in told(replace(puzzle, answers=(first, replace(second, value=second.value - 1), *rest)))
    both = replace(first, effects=(*first.effects, *second.effects))
    assert "do not all do the same" in told(replace(puzzle, answers=(both, *rest)))
    pins = replace(puzzle.pins, sets=dict.fromkeys(puzzle.pins.sets, "other"))
    assert "cards or rules" in told(replace(puzzle, pins=pins))
    assert "another position" in told(replace(puzzle, source=replace(puzzle.source, digest="")))
    picks = (*puzzle.source.picks[:-1], "A0 nothing")
    assert "not legal any more" in told(replace(puzzle, source=replace(puzzle.source, picks=picks)))
    assert "no question" in told(replace(puzzle, question="what"))
    assert "is not asked" in told(replace(puzzle, seat=puzzle.seat + 1))
    decks = replace(puzzle.source, decks=("",))
    assert told(replace(puzzle, source=decks))
