"""Every scenario file, and the runner itself: what differs is seen, and what cannot be read is pointed at."""

from pathlib import Path

import pytest

from cardsdb.scenarios import run_file, scenario_files
from cardsdb.sets import read_upload, shipped_sets
from cardsdb.source import SetRefused
from engine.registry import GAMES
from engine.scenarios.file_format import ScenarioRefused

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = scenario_files([FOLDER])


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(FOLDER)) for file in FILES])
def test_scenario(file: Path) -> None:
    assert run_file(file).differences == []


GOOD = """game = "varia"
title = "One card"
source = "the runner's own test"
cards = [{ kind = "action", name = "Strike", cost = { ap = 2 }, power = 3, focus = 3, types = ["physical", "attack"] }]

[position]
step = "action"

[position.seats.A]
hand = ["Strike"]

[[step]]
pick = { seat = "A", kind = "action", choose = [{ card = "Strike", moment = 1 }] }

[[step]]
expect = { "seats.A.plan.0.power" = 3 }
"""


def scenario(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "one.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_good_one_has_no_difference(tmp_path: Path) -> None:
    assert run_file(scenario(tmp_path, GOOD)).differences == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('power" = 3', 'power" = 4', "seats.A.plan.0.power is 3, not 4"),
        ("moment = 1", "moment = 2", "is not offered"),
        ('kind = "action", choose', 'kind = "fast_action", choose', "A is not asked 'fast_action'"),
        ('seat = "A", kind', 'seat = "B", kind', "B is not asked"),
        ("plan.0.power", "plan.7.power", "is not in the view"),
    ],
)
def test_what_differs_is_reported(tmp_path: Path, old: str, new: str, said: str) -> None:
    (difference,) = run_file(scenario(tmp_path, GOOD.replace(old, new))).differences
    assert said in difference


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            'refuse = { seat = "A", kind = "action", choose = ["lock"], reason = "refusal.not_offered" }',
            "it was accepted",
        ),
        ('offered = { seat = "A", kind = "action", choose = ["gap"] }', "is not offered"),
        ('not_offered = { seat = "A", kind = "action", choose = ["lock"] }', "is offered"),
        ('blocked = { seat = "A", kind = "action", choose = ["lock"] }', "is not blocked"),
        ('events = [{ fact = "hit" }]', "was not told"),
        ('hidden = { viewer = "B", words = ["action"] }', "was shown"),
        ('end = { ranking = ["A", "B"] }', "the match is not over"),
        ('deadline = "B"', "B is not asked anything"),
        ('not_told = [{ fact = "planned", seat = "A" }]', "was told"),
        ('not_told = [{ fact = "planned" }]\nviewer = "B"', "was told"),
        ('events = [{ fact = "drew" }]\nviewer = "B"', "was not told"),
        ('not_shown = { viewer = "A", words = ["Strike"] }', "A is shown 'Strike'"),
        ('expect = { "seats.A.plan.length" = 2 }', "seats.A.plan.length is 1, not 2"),
        ('expect = { "seats.A.plan.0" = "" }', "not ''"),
        ('expect = { "seats.B.hand" = false }', "seats.B.hand is [], not False"),
        ('expect = { "seats.A.hp" = true }', "seats.A.hp is 30, not True"),
    ],
)
def test_every_kind_of_step_can_fail(tmp_path: Path, step: str, said: str) -> None:
    (difference,) = run_file(scenario(tmp_path, f"{GOOD}\n[[step]]\n{step}\n")).differences
    assert said in difference
    assert difference.startswith("step 3, ")


def test_dice_that_run_out_are_a_failure(tmp_path: Path) -> None:
    text = (
        GOOD
        + '\n[[step]]\npick = { seat = "A", kind = "action", choose = ["lock"] }\n'
        + "\n".join(f'[[step]]\ndeadline = "{seat}"\n' for seat in "BAB")
    )
    (difference,) = run_file(scenario(tmp_path, text)).differences
    assert "nothing loaded for power.A" in difference


@pytest.mark.parametrize(
    "step",
    [
        'not_told = [{ fact = "hit" }, { fact = "planned", seat = "B" }]',
        'events = [{ fact = "planned" }]\nviewer = "B"',
        'not_shown = { viewer = "B", words = ["lock"] }',
        'expect = { "seats.A.plan.length" = 1, "seats.A.stacks.length" = 0 }',
        'expect = { "seats.A.hand" = false }\nviewer = "B"',
    ],
)
def test_what_is_absent_can_be_stated(tmp_path: Path, step: str) -> None:
    assert run_file(scenario(tmp_path, f"{GOOD}\n[[step]]\n{step}\n")).differences == []


def test_an_empty_moment_can_be_stated(tmp_path: Path) -> None:
    text = GOOD.replace('step = "action"', 'step = "reaction"\nactive = "B"').replace("moment = 1", "moment = 2")
    text = text.replace("[[step]]", '[position.seats.B]\ntimeline = ["Strike", "Strike"]\n\n[[step]]\nGAP\n[[step]]', 1)
    text = text.replace("GAP", 'pick = { seat = "A", kind = "reaction", choose = ["gap"] }\n')
    text = text.replace('kind = "action", choose', 'kind = "reaction", choose').replace("plan.0.power", "plan.1.power")
    text += '\n[[step]]\nexpect = { "seats.A.plan.0" = "", "seats.A.plan.length" = 2 }\n'
    assert run_file(scenario(tmp_path, text)).differences == []


def test_what_was_told_before_the_last_check_is_not_asked_for(tmp_path: Path) -> None:
    """`not_told` looks at what was played just before, also behind a check of the same."""
    lock = '[[step]]\npick = { seat = "A", kind = "action", choose = ["lock"] }\n'
    absent = '[[step]]\nnot_told = [{ fact = "planned" }]\n'
    assert run_file(scenario(tmp_path, f"{GOOD}\n{lock}\n{absent}")).differences == []
    checked = '[[step]]\nevents = [{ fact = "plan stands" }]\n'
    assert run_file(scenario(tmp_path, f"{GOOD}\n{lock}\n{checked}\n{absent}")).differences == []
    told = absent.replace("planned", "plan stands")
    (difference,) = run_file(scenario(tmp_path, f"{GOOD}\n{lock}\n{checked}\n{told}")).differences
    assert "was told" in difference


@pytest.mark.parametrize("dice", ["power.A = [3]", 'shuffle.A = ["Strike"]', "powr.A = [3]\nrest = 7"])
def test_loaded_dice_that_nothing_draws_are_a_failure(tmp_path: Path, dice: str) -> None:
    text = GOOD.replace("[[step]]", f"[dice]\n{dice}\n\n[[step]]", 1)
    (difference,) = run_file(scenario(tmp_path, text)).differences
    assert difference.startswith("after the last step: ")
    assert "which nothing has drawn" in difference


NEW = """game = "varia"
title = "The first turn"
source = "the runner's own test"
cards = ["cinder-vanguard"]

[new]
seats = 2
decks = { A = "Cinder Vanguard", B = "Cinder Vanguard" }

[dice]
first.A = [6]
first.B = [2]
shuffle.B = ["Quick Jab", "Kite Guard"]
rest = 1

[[step]]
events = [{ fact = "first player rolled", rolls = [6, 2] }, { fact = "turn began", active = "A" }]

[[step]]
expect = { active = "A", "seats.A.hand.length" = 6, "seats.B.hand.0" = "Quick Jab", "seats.B.hand.1" = "Kite Guard" }
"""


def test_a_new_match_can_be_stated(tmp_path: Path) -> None:
    assert run_file(scenario(tmp_path, NEW)).differences == []


@pytest.mark.parametrize("key", ["artbot", "warmage", "zarcana"])
def test_every_game_can_begin_anew(tmp_path: Path, key: str) -> None:
    game = GAMES[key]
    (card_set,) = shipped_sets(game)
    decks = f'decks = {{ A = "{card_set.decks[0].name}", B = "{card_set.decks[1].name}" }}' if card_set.decks else ""
    text = (
        f'game = "{key}"\ntitle = "A new match"\nsource = "the runner"\ncards = ["{card_set.key}"]\n'
        f"[new]\nseats = 2\n{decks}\n[dice]\nrest = 1\n[[step]]\nexpect = {{ turn = 1 }}\n"
    )
    assert run_file(scenario(tmp_path, text)).differences == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("rest = 1\n", "", "nothing loaded for"),
        ("first.A = [6]", "first.A = [7]", "which is not on a die"),
        ("rolls = [6, 2]", "rolls = [2, 6]", "was not told"),
    ],
)
def test_a_new_match_that_differs_is_reported(tmp_path: Path, old: str, new: str, said: str) -> None:
    (difference,) = run_file(scenario(tmp_path, NEW.replace(old, new))).differences
    assert said in difference


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seats = 2", "seats = 1", "greater than or equal to 2"),
        ('A = "Cinder Vanguard"', 'A = "Ember Vanguard"', "there is no deck 'Ember Vanguard'"),
        ('A = "Cinder Vanguard"', 'C = "Cinder Vanguard"', "there is no such seat"),
        ('A = "Cinder Vanguard"', 'A = { "Quick Jab" = 1 }', "varia.deck."),
        ('A = "Cinder Vanguard"', 'A = { "Quick Job" = 1 }', "there is no card"),
        ("[new]", "[position]\nturn = 3\n\n[new]", "not both"),
    ],
)
def test_a_new_match_that_cannot_be_is_pointed_at(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(ScenarioRefused) as refused:
        run_file(scenario(tmp_path, NEW.replace(old, new)))
    assert said in refused.value.why


@pytest.mark.parametrize(
    "name", ["Snake Bite", "Snakebite", "Decap1tate", "Hearth Cleave", "Hearth C1eave", "*Strike*"]
)
def test_names_that_an_upload_refuses_are_refused_in_scenario_cards(tmp_path: Path, name: str) -> None:
    """Those of the publisher's and of shipped cards, what looks like either, and what could act as formatting."""
    text = GOOD.replace("Strike", name)
    card = f'[[cards]]\nkind = "action"\nname = "{name}"\ntypes = ["magical"]\n'
    upload = f'game = "varia"\nkey = "own"\ntitle = "Own"\ncredit = "Us"\n{card}'
    with pytest.raises(SetRefused):
        read_upload(GAMES, upload.encode(), "own.toml")
    with pytest.raises(ScenarioRefused):
        run_file(scenario(tmp_path, text))


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "said"),
    [
        ("title =", "titel =", 2, 1, "titel"),
        ('step = "action"', 'step = "acting"', 7, 1, "step"),
        ('hand = ["Strike"]', 'hands = ["Strike"]', 10, 1, "hands"),
        ('hand = ["Strike"]', 'hand = ["Stroke"]', 10, 1, "there is no card called 'Stroke'"),
        ("choose = [{", "chose = [{", 13, 39, "chose"),
        ("power = 3", "powr = 3", 4, 65, "powr"),
        ('game = "varia"', 'game = "chess"', 1, 1, "there is no game 'chess'"),
        ("[[step]]\nexpect", "[[step]]\nleave = 'A'\nexpect", 15, 3, "exactly one thing"),
        ('title = "One card"', 'title = "One card', 2, 18, "Illegal character"),
        ('source = "the', 'options = { turn_cap = 0 }\nsource = "the', 3, 13, "turn_cap"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(
    tmp_path: Path, old: str, new: str, line: int, column: int, said: str
) -> None:
    with pytest.raises(ScenarioRefused) as refused:
        run_file(scenario(tmp_path, GOOD.replace(old, new, 1)))
    assert said in refused.value.why
    assert (refused.value.line, refused.value.column) == (line, column)
