"""What the checker answers to a file: one answer for one fault, where it is to be mended, in plain words."""

import pytest

from bot.ui.cards.sets import fault_line
from bot.ui.texts.words import Words
from cardsdb.sets import read_homebrew, read_upload
from cardsdb.source import SetRefused
from engine.registry import GAMES

ENGLISH = Words(None)

HARBOUR = """game = "varia"
key = "harbour"
title = "Harbour"
credit = "Me"

[[keywords]]
name = "Spray"
triggers = [{ on = "hit", do = [{ effect = "create token", token = "Foam" }] }]

[[cards]]
kind = "stack"
name = "Rust Spots"
depletes = { on = "turn" }

[[cards]]
kind = "token"
name = "Foam"
types = ["magical"]
triggers = [{ on = "end", do = [{ effect = "draw" }] }]

[[cards]]
kind = "action"
name = "Oar"
power = 2
types = ["physical", "attack"]
keywords = ["Spray"]
triggers = [
    { on = "hit", do = [{ effect = "gain stacks", stack = "Rust Spots", who = "opponent" }] },
    { on = "end", do = [
        { effect = "heal", amount = { dice = 1, sides = 4 } },
        { effect = "lose stacks", stack = "Rust Spots", count = "all" },
    ] },
]
changes = [{ power = { count = "stacks", stack = "Rust Spots" } }]

[[cards]]
kind = "item"
name = "No. 7.2"
gold = 20

[cards.action]
types = ["physical"]
triggers = [{ on = "end", do = [{ effect = "draw" }] }]

[[decks]]
name = "Oar"
difficulty = 1
plan = "Row."

[decks.cards]
"Oar" = 30
"No. 7.2" = 1
"""


def answers(text: str) -> list[str]:
    """Every answer to a file, as it is told."""
    with pytest.raises(SetRefused) as refused:
        read_homebrew(GAMES["varia"], text, "harbour.toml")
    return [fault_line(fault, ENGLISH) for fault in refused.value.faults]


def changed(old: str, new: str) -> str:
    assert HARBOUR.count(old) == 1, old
    return HARBOUR.replace(old, new)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_the_set_itself_is_sound() -> None:
    assert len(read_homebrew(GAMES["varia"], HARBOUR, "harbour.toml").cards) == 4


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        pytest.param(
            'count = "stacks", stack = "Rust Spots" }',
            'count = "stacks" }',
            "Oar | changes 1, power, count: to count stacks, say which: stack = and the name of one",
            id="stacks without their name",
        ),
        pytest.param(
            'count = "stacks", stack = "Rust Spots" }',
            'count = "hp", stack = "Rust Spots" }',
            "Oar | changes 1, power, stack: name a stack only to count stacks; here you count 'hp'",
            id="a stack where others are counted",
        ),
        pytest.param(
            '["physical", "attack"]',
            '["attack"]',
            "Oar | types: make the action physical, magical or both",
            id="types of a whole card",
        ),
        pytest.param(
            '{ on = "end", do = [\n',
            '{ on = "struck", do = [\n',
            "Oar | triggers 2, on: an action has no trigger on 'struck'; "
            "there are: planned, perform, start, hit, end, drawn, discarded, forgotten",
            id="an occasion that its kind has not",
        ),
        pytest.param(
            'types = ["magical"]\ntriggers = [{ on = "end"',
            'types = ["magical"]\ntriggers = [{ on = "drawn"',
            "Foam | triggers 1, on: a token, which is never drawn, discarded or forgotten, has no trigger on 'drawn'; "
            "there are: planned, perform, start, hit, end",
            id="an occasion that a token has not",
        ),
        pytest.param(
            'types = ["physical"]\ntriggers = [{ on = "end"',
            'types = ["physical"]\ntriggers = [{ on = "discarded"',
            "No. 7.2 | action, triggers 1, on: an item's action, which is never drawn, discarded or forgotten, has no "
            "trigger on 'discarded'; there are: planned, perform, start, hit, end",
            id="an occasion that an item's action has not",
        ),
        pytest.param(
            "sides = 4",
            "sides = 8",
            "Oar | triggers 2, do 1, amount, sides: this can only be 4 or 6",
            id="a die there is not",
        ),
        pytest.param(
            'power = { count = "stacks", stack = "Rust Spots" }',
            "power = { dice = 1, sides = 6 }",
            "Oar | changes 1, power: write a whole number or a count here; dice can't be rolled for it",
            id="dice where none are thrown",
        ),
        pytest.param(
            'count = "all"',
            'count = "every"',
            'Oar | triggers 2, do 2, count: write a whole number or "all" here',
            id="neither a number nor all",
        ),
        pytest.param(
            '["Spray"]',
            '["*Spray*"]',
            "Oar | keywords 1: leave out '*'; it could act as formatting",
            id="a keyword that cannot be a name",
        ),
        pytest.param(
            '{ effect = "gain stacks", stack = "Rust Spots", who = "opponent" }',
            '{ effect = "return" }',
            "Oar | triggers 1, do 1: 'return' takes no cards from 'hand'; say source = \"discard\" or \"forgotten\"",
            id="the only effect of a trigger, whose field is not written",
        ),
        pytest.param(
            'stack = "Rust Spots", who',
            'stack = "Rust Spot", who',
            "Oar | triggers 1, do 1, stack: there is no stack called 'Rust Spot'; did you mean 'Rust Spots'?",
            id="a slip in a name",
        ),
        pytest.param(
            'stack = "Rust Spots", who',
            'stack = "Foam", who',
            "Oar | triggers 1, do 1, stack: 'Foam' is a token, not a stack",
            id="a name of another kind",
        ),
        pytest.param(
            '["Spray"]',
            '["Sprai"]',
            "Oar | keywords 1: there is no keyword 'Sprai'; did you mean 'Spray'?",
            id="a slip in a keyword",
        ),
        pytest.param(
            '"No. 7.2" = 1',
            '"No. 7.3" = 1',
            "Oar | cards, No. 7.3: there is no card of this name; did you mean 'No. 7.2'?",
            id="a slip in a deck",
        ),
        pytest.param(
            '"Oar" = 30',
            '"Oar" = 30\n"Foam" = 1',
            "Oar | cards, Foam: Foam can't go into a deck. Only actions and items can.",
            id="a token in a deck",
        ),
    ],
)
def test_one_fault_has_one_answer_at_its_line(old: str, new: str, answer: str) -> None:
    text = changed(old, new)
    fresh = next(line for line in text.splitlines() if line not in HARBOUR.splitlines())
    assert answers(text) == [f"Line {line_of(text, fresh)} | {answer}"]


def test_no_answer_speaks_of_the_machine() -> None:
    told = "\n".join(answers(changed('types = ["physical", "attack"]', 'types = ["attack", "block"]')))
    assert "Value error" not in told


def test_a_list_that_really_is_too_short_is_told() -> None:
    assert answers(changed('do = [{ effect = "draw" }] }]\n\n[[cards]]', "do = [] }]\n\n[[cards]]")) == [
        f"Line {line_of(HARBOUR, 'Foam') + 11} | Foam | triggers 1, do: too few: at least 1"
    ]


@pytest.mark.parametrize(
    ("old", "new", "stage"),
    [
        ('title = "Harbour"', "title = Harbour", "text"),
        ('game = "varia"', 'game = "chess"', "text"),
        ("power = 2", "power = 200", "form"),
        ('["Spray"]', '["Splash"]', "names"),
        ('"Oar" = 30', '"Oar" = 29', "decks"),
        ('key = "harbour"', 'key = "mistbinder"', "decks"),
    ],
)
def test_it_is_told_how_far_a_file_was_read(old: str, new: str, stage: str) -> None:
    with pytest.raises(SetRefused) as refused:
        read_upload(GAMES, changed(old, new).encode(), "harbour.toml")
    assert refused.value.stage == stage


def test_thousands_of_wrong_names_are_refused_in_good_time() -> None:
    """Only the first are compared with the names that are there."""
    slips = "".join(
        f'[[cards]]\nkind = "stack"\nname = "Pile {n}"\n'
        f'triggers = [{{ on = "end", do = [{", ".join(_slip(n, m) for m in range(8))}] }}]\n'
        for n in range(290)
    )
    found = answers(HARBOUR.replace("[[decks]]", f"{slips}[[decks]]", 1))
    assert len(found) == 100
    assert "did you mean" in found[0]


def _slip(card: int, number: int) -> str:
    return f'{{ effect = "gain stacks", stack = "Pile {card} {number}" }}'
