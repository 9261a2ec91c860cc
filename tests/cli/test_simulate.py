"""`tableside simulate`: the same matches on any number of processes, a row for each kind of match, plain refusals."""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

from bot.cli import app
from engine.players.simulation import Share


def run(*arguments: str) -> tuple[int, list[str], list[str]]:
    """The exit code, and what stands on stdout and on stderr."""
    result = CliRunner().invoke(app, ["simulate", *arguments])
    return result.exit_code, result.stdout.strip().splitlines(), result.stderr.strip().splitlines()


def rows(lines: list[str]) -> list[dict[str, str]]:
    """The rows of the printed table, by column."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


def matches(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_the_same_seed_plays_the_same_matches_whatever_the_number_of_jobs(tmp_path: Path) -> None:
    arguments = ["varia", "--games", "9", "--seats", "2", "--option", "death=sub-step,any point", "--json"]
    one = run(*arguments, str(tmp_path / "one"), "--jobs", "1", "--seed", "5")
    assert one[0] == 0
    assert run(*arguments, str(tmp_path / "three"), "--jobs", "3", "--seed", "5") == one
    assert (tmp_path / "one").read_text("utf-8") == (tmp_path / "three").read_text("utf-8")
    other = run(*arguments, str(tmp_path / "other"), "--jobs", "1", "--seed", "6")
    assert [row["digest"] for row in rows(other[1])] != [row["digest"] for row in rows(one[1])]


@pytest.mark.parametrize("game", ["varia", "zarcana"])
def test_the_same_seed_plays_the_same_matches_whatever_the_order_of_sets(game: str) -> None:
    command = [sys.executable, "-m", "bot.cli", "simulate", game, "--games", "3", "--policy", "greedy", "--seed", "27"]
    outputs = set()
    for hashing in ("1", "2", "3"):
        played = subprocess.run(  # noqa: S603 - ours
            command, env=os.environ | {"PYTHONHASHSEED": hashing}, capture_output=True, text=True, check=True
        )
        outputs.add(played.stdout)
    assert len(outputs) == 1


def test_every_number_of_seats_with_every_value_is_a_row(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    code, lines, said = run(
        *("artbot", "--policy", "defaults", "--games", "2", "--jobs", "1", "--json", str(file), "--seats", "2,4-5"),
        *("--option", "rules=classic,quick", "--option", "open_hands=true", "--option", "rules=quick"),
    )
    assert code == 0
    wanted = [(seats, rules) for seats in "245" for rules in ("classic", "quick")]
    assert [(row["seats"], row["rules"]) for row in rows(lines)] == wanted
    assert said[0] == "artbot, 2 seats, rules=classic, open_hands=True"
    assert len(said) == len(wanted)
    written = [(str(len(each["row"]["players"])), each["row"]["options"]["rules"]) for each in matches(file)]
    assert written == [row for row in wanted for _ in range(2)]
    assert [each["number"] for each in matches(file)] == [0, 1] * len(wanted)


def test_the_table_says_what_the_lines_say(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    cap = "turn_cap=8"
    code, lines, _ = run("varia", "--games", "30", "--jobs", "1", "--json", str(file), "--option", cap)
    assert code == 0
    played = [each["match"] for each in matches(file)]
    [row] = rows(lines)
    assert row["length"] == f"{median(each['turns'] for each in played):g} turns"
    assert sum(each["turns"] <= int(row["90% within"]) for each in played) >= 27
    capped = sum(each["outcome"]["reason"] == "varia.end.turn_cap" for each in played)
    assert 0 < capped < 30
    assert row["stopped by the cap"] == f"{capped / 30:.1%}"
    won = sum((0 in each["outcome"]["ranking"][0]) / len(each["outcome"]["ranking"][0]) for each in played)
    low, high = Share(won, 30).interval
    assert row["wins by seat, with 95% intervals"].startswith(f"A {won / 30:.1%} ({low * 100:.1f}-{high * 100:.1f})")


def test_each_ready_deck_sits_at_each_seat(tmp_path: Path) -> None:
    run("varia", "--games", "8", "--jobs", "1", "--json", str(tmp_path / "lines"))
    first, second = zip(*(each["match"]["decks"] for each in matches(tmp_path / "lines")), strict=True)
    assert sorted(first) == sorted(second)
    assert len(set(first)) == len(first)


def test_players_are_seated_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    run("warmage", "--players", "easy,defaults", "--seats", "3", "--games", "1", "--jobs", "1", "--json", str(file))
    assert matches(file)[0]["row"]["players"] == ["easy", "defaults", "easy"]


def test_different_players_play_each_deal_from_each_others_seats(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    asked = ["--option", "turn_cap=6", "--games", "8", "--jobs", "1", "--json"]
    code, lines, _ = run("varia", "--players", "random,defaults", *asked, str(file))
    assert code == 0
    odd = [each["match"] for each in matches(file)]
    alike = tmp_path / "alike"
    run("varia", "--players", "defaults,random", *asked, str(alike))
    swapped = [each["match"] for each in matches(alike)]
    assert [swapped[number ^ 1] for number in range(8)] == odd
    assert [each["decks"] for each in odd[::2]] == [each["decks"] for each in odd[1::2]]
    firsts = [each["outcome"]["ranking"][0] for each in odd]
    won = sum((number % 2 in first) / len(first) for number, first in enumerate(firsts))
    told = {"defaults": Share(8 - won, 8), "random": Share(won, 8)}
    assert rows(lines)[0]["wins by player"] == ", ".join(
        f"{name} {share.part:.1%} ({100 * share.interval[0]:.1f}-{100 * share.interval[1]:.1f})"
        for name, share in told.items()
    )


def test_players_of_more_seats_move_on_by_one(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    asked = ["warmage", "--seats", "3", "--option", "turn_cap=3", "--jobs", "1", "--json", str(file)]
    _, lines, _ = run(*asked, "--players", "random,random,defaults", "--games", "3")
    firsts = [each["match"]["outcome"]["ranking"][0] for each in matches(file)]
    won = sum((seat in first) / len(first) for seat, first in zip((2, 1, 0), firsts, strict=True))
    assert f"defaults {won / 3:.1%}" in rows(lines)[0]["wins by player"]
    assert "wins by player" not in rows(run(*asked, "--players", "random", "--games", "1")[1])[0]


def test_the_table_names_the_size_of_the_greedy_player() -> None:
    code, lines, _ = run("varia", "--policy", "greedy", "--games", "1", "--jobs", "1", "--option", "turn_cap=1")
    assert code == 0
    assert "greedy (best of 6 lines over 2 guesses, each played on for 20 picks at most)" in lines[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "there is no game 'chess'; there are: varia"),
        (["varia", "--players", "easy,x"], "there is no house player 'x'; there are: easy"),
        (["varia", "--policy", "x"], "--policy takes one of random, defaults, greedy"),
        (["varia", "--policy", "random", "--players", "easy"], "goes without --players"),
        (["varia", "--seats", "3"], "varia has 2 to 2 seats, and not 3"),
        (["artbot", "--seats", "4-2"], "artbot has 2 to 8 seats, and not 4-2"),
        (["artbot", "--seats", "2-999"], "and not 2-999"),
        (["artbot", "--seats", "two"], "--seats takes numbers and ranges like 2,4-6, and not 'two'"),
        (["artbot", "--seats", ""], "and not ''"),
        (["artbot", "--option", "rules"], "--option takes name=value, and not 'rules'"),
        (["artbot", "--option", "speed=1"], "artbot has no table option 'speed'; it has: mode, rules"),
        (["artbot", "--option", "rules=classic,fast"], "--option rules=fast: Input should be 'classic' or 'quick'"),
        (["artbot", "--option", "round_cap=0"], "--option round_cap=0: Input should be greater than or equal to 1"),
        (["artbot", "--option", "mode=toe-to-toe", "--seats", "2,3"], "Toe-to-Toe is for two players"),
        (["artbot", "--option", "deck_size=21"], "This table agreed on 21"),
        (["varia", "--json", "/nowhere/lines"], "--json /nowhere/lines: No such file or directory"),
    ],
)
def test_a_refusal_is_one_line_and_nothing_is_played(arguments: list[str], said: str) -> None:
    code, lines, errors = run(*arguments, "--games", "1")
    assert (code, lines, len(errors)) == (1, [], 1)
    assert said in errors[0]


def test_going_on_plays_what_is_missing_and_comes_to_the_same(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    asked = ["artbot", "--policy", "defaults", "--seats", "2,3", "--jobs", "1", "--json"]
    _, table, _ = run(*asked, str(whole), "--games", "6")
    run(*asked, str(parts), "--games", "4")
    kept = parts.read_text("utf-8").splitlines(keepends=True)
    parts.write_text("".join(kept[:3]) + kept[3][:40], "utf-8")
    code, lines, _ = run(*asked, str(parts), "--games", "6", "--resume")
    assert code == 0
    assert lines == table
    assert sorted(parts.read_text("utf-8").splitlines()) == sorted(whole.read_text("utf-8").splitlines())


def test_going_on_needs_the_lines_of_one_simulation(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    asked = ["artbot", "--policy", "defaults", "--games", "3", "--jobs", "1"]
    run(*asked, "--json", str(file))
    file.write_text("".join(reversed(file.read_text("utf-8").splitlines(keepends=True))), "utf-8")
    assert run(*asked, "--json", str(file), "--resume")[2] == [
        f"--resume: the matches in {file} are not those of one simulation"
    ]
    assert run(*asked, "--resume")[2] == ["--resume goes on in the file that --json names"]


def test_in_two_seats_each_deck_meets_each_as_often(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    decks = 8
    run("varia", "--games", str(decks * decks), "--jobs", "1", "--option", "turn_cap=1", "--json", str(file))
    met = [tuple(each["match"]["decks"]) for each in matches(file)]
    assert len(set(met)) == len(met) == decks * decks


def test_the_pairings_are_printed_and_everything_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "charts.png"
    code, lines, _ = run(
        *("artbot", "--policy", "defaults", "--games", "16", "--jobs", "1", "--pairings", "--picture", str(picture))
    )
    assert code == 0
    heads = next(number for number, line in enumerate(lines) if line.startswith("|  |"))
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[heads:]]
    names = table[0][1:]
    assert len(names) == 4
    assert [row[0] for row in table[2:]] == names
    for own, row in enumerate(table[2:]):
        for other, cell in enumerate(row[1:]):
            assert (cell == "") == (own == other)
    with Image.open(picture) as drawn:
        assert drawn.width > drawn.height > 0


def test_a_picture_needs_a_folder() -> None:
    code, lines, errors = run("varia", "--games", "1", "--picture", "/nowhere/picture.png")
    assert (code, lines, errors) == (1, [], ["--picture /nowhere/picture.png: no such folder"])
