"""The words of a turn's post: what came of it first, figures in small print below, and nothing twice."""

from collections import Counter

import pytest

from bot.ui.games import RENDERERS
from bot.ui.games.report import MOST_LINES, fitted
from bot.ui.texts.words import Words
from engine.contract import Fact
from engine.games.artbot import events as artbot
from engine.games.varia import events as varia
from engine.games.warmage import events as warmage
from engine.games.zarcana import events as zarcana
from tests.ui.test_turn_strips import PLAYED, turns_of, words

SMALL = "-# "


def test_a_moment_of_varia_says_who_hit_whom_and_its_figures_in_one_small_line() -> None:
    """The line has the loss and no sums; the small one has totals, dice and either the chance or the usual loss.

    All lines together are at most six, and only the moment that moved the most points has a small one.
    """
    hits = chances = usual = 0
    for facts, before in PLAYED:
        entries = RENDERERS["varia"].report(facts, before, words())
        assert "\n".join(entries).count("\n") < MOST_LINES
        assert sum(f"\n{SMALL}" in entry for entry in entries) <= 1
        assert any(f"\n{SMALL}" in entry for entry in entries) or not any(isinstance(fact, varia.Hit) for fact in facts)
        for entry in entries:
            first, *small = entry.split("\n")
            assert len(small) <= 1
            assert all(line.startswith(SMALL) for line in small)
            assert "🎲" not in first
            assert "%" not in first
        for number, moment in moments(facts):
            told = next((each for each in entries if each.startswith(f"**{number}** · ")), None)
            losses = [fact for fact in moment if isinstance(fact, varia.Hit) and fact.dealt]
            if told is None or not losses:
                continue
            first, *small = told.split("\n")
            for hit in losses:
                hits += 1
                assert f"<@{hit.target + 1}> loses ❤️ **{hit.dealt}** HP" in first
            if not small:
                continue
            [small_line] = small
            usual += "on average" in small_line
            assert ("on average" in small_line) + ("%" in small_line) <= 1
            rolls = {
                fact.seat: fact
                for fact in reversed(moment)
                if isinstance(fact, varia.Rolled) and fact.figure == "power"
            }
            best = max(losses, key=lambda hit: hit.dealt)
            assert f"🎲 {rolls[best.seat].total}" in small_line
            faced = next((fact for fact in moment if isinstance(fact, varia.Faced)), None)
            chance = None if faced is None or faced.attacker != best.seat else faced.chance
            if chance is not None and 0 < chance[0] < chance[1]:
                chances += 1
                assert f"{round(100 * chance[0] / chance[1])}% to hit" in small_line
    assert hits > 20
    assert chances
    assert usual


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
