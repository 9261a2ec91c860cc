"""What Zarcana's players read: when the final round comes."""

from itertools import count
from typing import Any

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR
from engine.dice import FairDice
from engine.registry import GAMES
from tests.engine.random_tables import begun, walk
from tests.ui.picture_reader import NAMES, at_random

ZARCANA, RENDERER = GAMES["zarcana"], RENDERERS["zarcana"]
CARDS = ZARCANA.cards(shipped_sets(ZARCANA))
WORDS = Words(None, [Player(user=seat + 1, name=NAMES[seat]) for seat in range(2)], CARDS)


def steps(state: Any) -> list[str]:
    """The step of each turn until the end, if everybody passes."""
    found = []
    for turn in count():
        view: Any = ZARCANA.view(state, SPECTATOR)
        found.append(RENDERER.step(view, WORDS))
        if view.outcome is not None:
            return found
        (asked,) = ZARCANA.decisions(state)
        ZARCANA.apply(state, asked.id, ["pass"], FairDice.seeded("ui", turn))
    return found


def test_only_a_seat_without_points_reads_how_to_score() -> None:
    advice, scored = {WORDS("zarcana.panel.wasteland"), WORDS("zarcana.panel.scoring")}, set()
    for state in at_random(ZARCANA, CARDS, [None] * 2, 1, 3):
        view: Any = ZARCANA.view(state, 0)
        points = bool(view.seats["A"].score)
        scored.add(points)
        if view.outcome is None:
            assert advice.isdisjoint([line.text for line in RENDERER.situation(view, 0, WORDS)]) is points
    assert scored == {False, True}


def test_the_last_turns_before_the_turn_cap_say_that_the_final_round_comes() -> None:
    state = ZARCANA.position(
        {
            "options": {"turn_cap": 4},
            "board": {"F6": "3 of Cups", "F7": "8 of Discs"},
            "seats": {"A": {"minions": [{"at": "F6"}]}, "B": {"minions": [{"at": "F7"}]}},
        },
        CARDS,
    )
    said = [line.partition(" · ⏳ ")[2] for line in steps(state)[::2]]
    soon = [f"final round after {left} each" for left in ("3 turns", "2 turns", "1 turn")]
    assert said == ["", *soon, ""]


def test_a_plan_reads_like_a_sentence() -> None:
    state = ZARCANA.position(
        {
            "board": {"F6": "3 of Cups", "F7": "8 of Discs"},
            "seats": {"A": {"hand": ["Page of Swords"], "minions": [{"at": "F6"}, {"at": "F7"}]}, "B": {}},
        },
        CARDS,
    )
    labels = []
    for wanted in ("Page of Swords", "Cups", "F6", "Clone: a small minion", "Standing"):
        (asked,) = ZARCANA.decisions(state)
        option = next(each for each in asked.options if wanted in WORDS.label(each.label))
        labels.append(option.label)
        ZARCANA.apply(state, asked.id, [option.key], FairDice.seeded("ui"))
    plan = RENDERER.plan(labels, Words(None, WORDS.seats, CARDS, reader=0))
    assert plan == (
        "**Your plan:** Play Page of Swords, as Cups, your small minion ▲ on F6, add a small minion, standing ▲"
    )
    longer = RENDERER.plan([labels[0], *labels], Words(None, WORDS.seats, CARDS, reader=0))
    assert longer == plan.replace("Page of Swords, ", "Page of Swords, …, ")


def test_a_choice_that_loses_points_says_from_what_to_what() -> None:
    found = 0
    for seed in range(8):
        at, state, dice, chance = begun(ZARCANA, seed)
        for step in walk(at, state, dice, chance):
            seat = step.decision.seat
            own = next(iter(ZARCANA.forecast(step.state, seat)), None)
            if own is None or own.changes[seat] >= 0:
                continue
            before = step.state.before[seat]
            told = f"⚠️ Your points fall: **{before} → {before + round(own.changes[seat])}**."
            assert WORDS(own.message.id, **own.message.args) == told
            found += 1
    assert found
