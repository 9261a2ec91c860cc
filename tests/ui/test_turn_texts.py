"""The words of a turn's post: what came of it first, figures in small print below, and nothing twice."""

import re
from collections import Counter

import pytest

from bot.ui.games import RENDERERS
from bot.ui.games.report import MOST_LINES, fitted
from bot.ui.games.strips import described, unmarked
from bot.ui.texts.words import Spoken, Words
from engine.contract import Fact
from engine.games.artbot import events as artbot
from engine.games.varia import events as varia
from engine.games.warmage import events as warmage
from engine.games.zarcana import events as zarcana
from engine.kit.facts import Standing
from tests.ui.test_turn_strips import PLAYED, turns_of, words

SMALL = "-# "
BOLD = re.compile(r"\*\*(.+?)\*\*")


def test_a_moment_of_varia_says_who_hit_whom_and_leaves_figures_to_blow_by_blow() -> None:
    """All lines together are at most six. Every figure of Blow by blow ends with the average, if there is one."""
    hits = usual = 0
    for facts, before in PLAYED:
        entries = RENDERERS["varia"].report(facts, before, words())
        assert "\n".join(entries).count("\n") < MOST_LINES
        assert not any(sign in entry for entry in entries for sign in ("🎲", "%", "On average"))
        parts = RENDERERS["varia"].blows(facts, words())
        usual += any("On average" in line for part in parts for line in part.particulars)
        for number, moment in moments(facts):
            told = next((each for each in entries if each.startswith(f"**{number}** · ")), None)
            for hit in (fact for fact in moment if isinstance(fact, varia.Hit) and fact.dealt and told is not None):
                hits += 1
                assert f"<@{hit.target + 1}> loses ❤️ **{hit.dealt}** HP" in str(told)
    assert hits > 20
    assert usual


@pytest.mark.parametrize(("key", "seats"), [("varia", 2), ("artbot", 2), ("artbot", 3), ("warmage", 3)])
def test_below_its_picture_a_turn_says_only_what_that_does_not(key: str, seats: int) -> None:
    """The cards and figures of what is left out are in the description of the picture, or else in Blow by blow."""
    shorter = 0
    for facts, before, reader in (turn for seed in range(2) for turn in turns_of(key, seats, seed)):
        renderer, spoken = RENDERERS[key], Spoken.of(reader)
        strip = renderer.turn_strip(facts, before, reader)
        whole, below = (
            "\n".join(each) for each in (renderer.report(facts, before, spoken), renderer.beside(facts, before, spoken))
        )
        if strip is None:
            continue
        shorter += len(below) < len(whole)
        shown = {*re.findall(r"\w+", f"{described(strip)} {unmarked(below)} Points")}
        signs = ("🎲", SMALL) if seats > 2 else ("🎲", "❤️", SMALL)
        assert below == whole or not any(sign in below for sign in signs), "figures and points are in the picture"
        for line in whole.splitlines():
            assert {*re.findall(r"\w+", " ".join(BOLD.findall(line)))} <= shown or line.startswith(SMALL), line
    assert shorter


@pytest.mark.parametrize("key", ["varia", "artbot"])
def test_below_the_picture_of_a_turn_stands_first_who_lost_how_much(key: str) -> None:
    hurt = 0
    for facts, before, reader in turns_of(key, 2, 1):
        had, has = (
            next((fact.points for fact in reversed(each) if isinstance(fact, Standing)), None)
            for each in (before, facts)
        )
        below = RENDERERS[key].beside(facts, before, Spoken.of(reader))
        for seat, (old, new) in enumerate(zip(had or (), has or (), strict=False)):
            if new < old:
                hurt += 1
                assert f"{Spoken.of(reader).name(seat)} loses **{old - new} HP**" in below[0], below
    assert hurt > 2


def moments(facts: list[Fact]) -> list[tuple[int, list[Fact]]]:
    """The number and the facts of each moment."""
    found: list[tuple[int, list[Fact]]] = []
    for fact in facts:
        if isinstance(fact, varia.MomentBegan):
            found.append((fact.moment, []))
        elif found:
            found[-1][1].append(fact)
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_a_hit_of_art_bot_names_each_card_once(seats: int) -> None:
    hits = 0
    for facts, before, reader in turns_of("artbot", seats, 1):
        shown = [fact for fact in facts if isinstance(fact, artbot.Revealed)]
        if len(shown) != 1 or shown[0].spilled or any(isinstance(fact, artbot.Recovered) for fact in facts):
            continue
        hits += 1
        _, *lines = RENDERERS["artbot"].report(facts, before, reader)
        text = "\n".join(lines)
        assert f"{shown[0].pp} PP − {shown[0].rp} RP = **{shown[0].net}**" in text
        for card, count in Counter(reader.card(card.card) for card in shown[0].cards).items():
            assert text.count(card) == count
    assert hits > 5


def test_a_spell_is_not_said_to_happen_above_what_it_does() -> None:
    told = 0
    for facts, before, reader in (turn for seed in range(4) for turn in turns_of("warmage", 3, seed)):
        text = "\n".join(RENDERERS["warmage"].report(facts, before, reader))
        stayed = [fact for fact in facts if isinstance(fact, warmage.CameIntoPlay)]
        happened = [fact for fact in facts if isinstance(fact, warmage.Resolved) and fact.how == "success"]
        if len(stayed) == len(happened) == 1:
            told += 1
            assert "happens" not in text
            assert "now lies in front of" in text
    assert told


def test_a_way_of_zarcana_is_one_sentence() -> None:
    ways = 0
    for facts, before, reader in (turn for seed in range(4) for turn in turns_of("zarcana", 3, seed)):
        steps = [fact for fact in facts if isinstance(fact, zarcana.MinionMoved)]
        if len(steps) == 2 and (steps[0].seat, steps[0].size, steps[0].space) == (
            steps[1].seat,
            steps[1].size,
            steps[1].start,
        ):
            ways += 1
            text = "\n".join(RENDERERS["zarcana"].report(facts, before, reader))
            assert text.count("minion moves") == 1
            assert f"from {steps[0].start} through {steps[0].space} to {steps[1].space}" in text
    assert ways


def test_the_number_of_lines_left_out_stands_last() -> None:
    texts = [str(number) for number in range(MOST_LINES + 3)]
    shown = fitted(texts, Words(None))
    assert len(shown) == MOST_LINES
    assert shown[0] == texts[0]
    assert shown[-2] == texts[-1]
    assert shown[-1] == "-# 4 more lines are in **Blow by blow**."


def test_small_lines_give_way_before_any_other_and_the_last_one_first() -> None:
    texts = [f"{number}\n-# {number}" for number in range(MOST_LINES - 2)]
    assert fitted(texts, Words(None)) == [*texts[:2], "2", "3"]
