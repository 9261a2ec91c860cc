"""Tournaments in words: for every size pages fit and name everybody; pairings say why; each reads their own."""

import re
from importlib.resources import files
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.tournament.meetings import SeriesView
from bot.host.tournament.rules.standings import Series, standings
from bot.locale.catalogue import DEFAULT, PSEUDO
from bot.ui.texts.words import Rendered, Words
from bot.ui.tournaments import texts
from bot.ui.tournaments.bracket import BracketTree
from bot.ui.tournaments.tournament_view import Entrant, TournamentView
from tests.ui.tournament_examples import LEAST, MOST, advancing, event, everybody, grown, knockout, placed, rounds

WORDS, PSEUDO_WORDS = Words("en"), Words(PSEUDO)
SIZES = st.integers(LEAST, MOST)
SEEDS = st.integers(0, 10**6)
LANGUAGES = st.sampled_from([WORDS, PSEUDO_WORDS])

ADA, BEN, CLEO = (f"<@{10**18 + player}>" for player in range(3))


def sound(pages: list[Rendered]) -> str:
    """Pages within Discord's limit without a missing text or an open gap; all of them together."""
    assert pages
    assert all(0 < len(page) <= texts.PAGE for page in pages)
    told = "\n".join(pages)
    assert not re.search(
        r"\{[a-z_]+\}|None|\b(?:standings|knockout|bracket|pairings|meeting|own|podium)\.[a-z]", told
    ), told
    return told


def named_once(told: str, players: int) -> bool:
    return all(told.count(f"<@{10**18 + player}>") == 1 for player in range(players))


@settings(deadline=None, max_examples=15)
@given(SIZES, SEEDS, LANGUAGES)
def test_standings_and_pairings_name_everybody_once(players: int, seed: int, words: Words) -> None:
    table, meetings = rounds(players, 2, seed)
    left = (0,) if players > 2 else ()
    assert named_once(
        sound(texts.standings(event(players, left), table, words, advancing(table, left, players // 2))), players
    )
    for number in range(2):
        now = [each for each in meetings if each.series.round == number]
        Random(seed).shuffle(now)
        assert named_once(sound(texts.pairings(event(players), number, now, words)), players)
    for meeting in meetings:
        because = texts.why(event(players), meeting, words)
        assert because is not None
        sound([because])


@settings(deadline=None, max_examples=15)
@given(SIZES, st.sampled_from(["single", "double"]), SEEDS, LANGUAGES, st.data())
def test_a_tree_is_told_whole(players: int, kind: str, seed: int, words: Words, data: st.DataObject) -> None:
    tree = grown(players, kind, seed, data.draw(st.none() | st.integers(0, players)))
    told = sound(texts.bracket(event(players), tree, words))
    assert all(f"<@{10**18 + player}>" in told for player in range(players))
    player = data.draw(st.integers(0, players - 1))
    sound(texts.player_pages(event(players), player, (), words, tree=tree))
    assert named_once(sound(texts.knockout(event(players), knockout(tree), words)), players)
    sound([texts.why_in_tree(event(players), tree, data.draw(st.integers(0, players // 2 - 1)), words)])


@pytest.mark.parametrize("kind", ["single", "double"])
@pytest.mark.parametrize("players", [2, 4, 7, 40])
def test_a_bracket_says_first_who_plays_who_is_still_in_and_who_is_out(kind: str, players: int) -> None:
    """Nobody is out who still has a match, and each is either in or out; at the end only the winner is named so."""
    for seed in range(3):
        for played in range(2 * players):
            tree = grown(players, kind, seed, played)
            told = texts.situation(event(players), tree, WORDS)
            assert texts.bracket(event(players), tree, WORDS)[0].splitlines()[1 : 1 + len(told)] == told
            if tree.champion is not None:
                assert told[0] == f"🏆 <@{10**18 + tree.champion}> won the tournament."
                assert len(told) == 2
                assert f"<@{10**18 + tree.champion}>" not in told[1]
                continue
            assert len(told) <= texts.PAIRS + 2
            if players <= texts.NAMED:
                now, there, out = (people(told, begin) for begin in ("⚔️", "✅", "❌"))
                playing = {each for seats in tree.seats if seats.open for each in (seats.first, seats.second)}
                assert now == {f"<@{10**18 + (player or 0)}>" for player in playing}
                assert there | out == {f"<@{10**18 + player}>" for player in range(players)}
                assert now <= there
                assert not there & out


def test_beside_the_picture_of_a_players_match_only_its_table_is_said() -> None:
    now, done = SeriesView(Series(1, 0, 1), 2), SeriesView(Series(0, 0, 2, "won", 0), 1, games=(1, 0))
    [alone] = texts.player_pages(event(3), 0, [now], WORDS, pictured=True)
    assert alone == WORDS("own.pictured", table=2)
    [both] = texts.player_pages(event(3), 0, [now, done], WORDS, pictured=True)
    assert both.splitlines()[0] == alone
    assert WORDS("own.played") in both
    [told] = texts.player_pages(event(3), 0, [now], WORDS)
    assert told.splitlines()[0] == WORDS("own.title", title=event(3).title)


def test_nobody_plays_on_in_a_bracket_that_was_cancelled() -> None:
    told = texts.situation(replace(event(4), cancelled=True), grown(4, "single", 0, 1), WORDS)
    assert told == []


def people(lines: list[Rendered], begin: str) -> set[str]:
    """The people whom the lines with a certain beginning name."""
    return {each for line in lines if line.startswith(begin) for each in re.findall(r"<@\d+>", line)}


@settings(deadline=None, max_examples=15)
@given(SIZES, SEEDS, LANGUAGES, st.data())
def test_a_player_reads_their_own_rounds_alone(players: int, seed: int, words: Words, data: st.DataObject) -> None:
    table, meetings = rounds(players, 3, seed)
    player = data.draw(st.integers(0, players - 1))
    own = [each for each in meetings if player in (each.series.first, each.series.second)]
    all_given = texts.player_pages(event(players), player, meetings, words, table)
    assert all_given == texts.player_pages(event(players), player, own, words, table)
    sound(all_given)


def test_standings_read_like_this() -> None:
    played = [Series(0, 0, 1, "won", 0), Series(0, 2, None, "won", 2), Series(1, 2, 0), Series(1, 1, None, "won", 1)]
    table = standings([0, 1, 2], played)
    [page] = texts.standings(event(3, (1,)), table, WORDS, [2])
    assert page.splitlines() == [
        "### Standings of Autumn Cup of the Harbour Club",
        f"**1.** {BEN} · **3** points · opponents' points 7 · their win rate 100.0% · 1 bye · has left",
        f"**2.** {CLEO} · **3** points · opponents' points 4 · their win rate 0.0% · 1 bye",
        "⎯⎯⎯ The top player advances ⎯⎯⎯",
        f"**3.** {ADA} · **3** points · opponents' points 3 · their win rate 50.0%",
    ]


def test_the_standings_of_a_knockout_read_like_this() -> None:
    tree = grown(4, "single", 1, 1)
    [page] = texts.knockout(event(4), knockout(tree), WORDS)
    winner, loser = tree.seats[0].winner, tree.seats[0].loser
    others = [player for player in range(4) if player not in (winner, loser)]
    lines = [(1, winner, "1 won, 0 lost · still in")]
    lines += [(2, player, "0 won, 0 lost · plays now") for player in others]
    lines.append((4, loser, "0 won, 1 lost · lost the semi-final"))
    assert page.split("\n") == [
        "### Standings of Autumn Cup of the Harbour Club",
        *(f"**{place}.** <@{10**18 + (player or 0)}> · {line}" for place, player, line in lines),
    ]


def test_the_end_of_a_knockout_names_the_champion_and_a_cancelled_one_has_none() -> None:
    over, stopped = grown(8, "double", 3), replace(event(8), cancelled=True)
    told = sound(texts.knockout(event(8, over=True), knockout(over), WORDS)).split("\n")
    assert [line for line in told if "champion" in line] == [told[1]]
    assert f"<@{10**18 + (over.champion or 0)}>" in told[1]
    assert "plays now" not in sound(texts.knockout(stopped, knockout(grown(8, "double", 3, 4)), WORDS))


def test_every_tie_break_is_explained() -> None:
    told = sound([texts.tiebreaks(WORDS)])
    assert [line[:2] for line in told.splitlines()[1:]] == ["1.", "2.", "3.", "4.", "5."]


@pytest.mark.parametrize(
    ("meeting", "line"),
    [
        (SeriesView(Series(0, 0, 1), 1), f"Table 1: {ADA} and {BEN} · to play"),
        (SeriesView(Series(0, 0, 1), 1, games=(0, 1)), f"Table 1: {ADA} and {BEN} · 0–1 so far"),
        (SeriesView(Series(0, 0, 1, "won", 1), 2, games=(1, 2)), f"Table 2: 🏆 {BEN} beat {ADA} **2–1**"),
        (SeriesView(Series(0, 0, 1, "won", 1), 2), f"Table 2: 🏆 {BEN} wins by forfeit against {ADA}"),
        (SeriesView(Series(0, 0, 1, "drawn"), 2, games=(1, 1)), f"Table 2: 🤝 {ADA} and {BEN} drew **1–1**"),
        (
            SeriesView(Series(0, 0, None, "won", 0), None),
            f"{ADA} has a bye: no opponent this round. It counts as a win.",
        ),
    ],
)
def test_a_pairing_says_what_came_of_it(meeting: SeriesView, line: str) -> None:
    [page] = texts.pairings(event(2), 3, [meeting], WORDS)
    assert page.splitlines() == ["### Autumn Cup of the Harbour Club · round 4", line]


def test_why_two_meet() -> None:
    shown, two = event(3), SeriesView(Series(2, 0, 1), 1, "equal", points=(6, 6))
    assert texts.why(shown, two, WORDS) == f"{ADA} and {BEN} both had 6 points and hadn't met yet."
    near = texts.why(shown, replace(two, why="near", points=(6, 3)), WORDS)
    assert near is not None
    assert near.startswith(f"{ADA} had 6 points, {BEN} 3. ")
    assert texts.why(shown, replace(two, why=None), WORDS) is None
    for meeting in everybody(3):
        because = texts.why(shown, meeting, WORDS)
        assert because is not None
        assert because
    tree = grown(3, "single", 1, 0)
    assert texts.why_in_tree(shown, tree, 0, WORDS).startswith(f"{ADA} has a bye.")
    assert texts.why_in_tree(shown, tree, 1, WORDS).startswith("The two best start far apart")
    assert texts.why_in_tree(shown, tree, 2, WORDS) == "These two meet next in the bracket: Seed 1, Winner of match 1."


def own(
    meetings: list[SeriesView], *, left: bool = False, over: bool = False, tree: BracketTree | None = None
) -> list[str]:
    [page] = texts.player_pages(event(3, (0,) if left else (), over=over), 0, meetings, WORDS, tree=tree)
    return page.splitlines()[1:]


def test_what_a_player_has_to_do_and_has_done() -> None:
    won = SeriesView(Series(0, 1, 0, "won", 0), 1, "equal", games=(0, 2))
    bye = SeriesView(Series(1, 0, None, "won", 0), None, "bye")
    now = SeriesView(Series(2, 1, 0), 4, "equal", games=(0, 1), points=(6, 6))
    assert own([won, bye, now]) == [
        f"Round 3: you're playing {BEN} at table **4**. The score is **1–0** (yours first).",
        f"-# {BEN} and {ADA} both had 6 points and hadn't met yet.",
        "",
        "**Your matches (your score first)**",
        f"Round 1: won against {BEN} **2–0**",
        "Round 2: bye, counts as a win",
    ]
    assert own([won, bye])[0] == "You have a bye: no match this round, and it counts as a win."
    assert own([won])[0].startswith("You have no match right now.")
    assert own([])[0].startswith("You have no match right now.")
    assert own([now], left=True)[0] == "You have left this tournament."
    assert own([], over=True) == ["This tournament is over."]


def test_what_a_player_has_to_do_in_a_tree() -> None:
    assert own([], tree=grown(3, "single", 1, 0)) == [
        "You advance to match **2**. Your opponent there isn't decided yet: Winner of match 1."
    ]
    for seed in range(6):
        ready, over = grown(3, "single", seed, 1), grown(3, "single", seed)
        other = ready.seats[2].second
        assert own([], tree=ready) == [f"You'll play <@{10**18 + (other or 0)}> in match **2**. It begins soon."]
        assert own([], tree=over)[0].startswith("🏆" if over.champion == 0 else "You're out")
        meeting = own([SeriesView(Series(1, 0, other), 1)], tree=ready)
        assert len(meeting) == 1
        assert "Seed" not in meeting[0]


def test_the_podium() -> None:
    assert texts.podium(event(3), placed(1, 0, 2), WORDS).splitlines() == [
        f"**1st: {BEN}**",
        f"2nd: {ADA}",
        f"3rd: {CLEO}",
        "3 players took part. Thank you all!",
    ]
    assert len(texts.podium(event(2), placed(1, 0), WORDS).splitlines()) == 3


def test_titles_and_names_are_inert_and_who_is_gone_is_not_named() -> None:
    shown = TournamentView("**@everyone**", {0: Entrant("Ada", None), 1: Entrant("Ben", 5)})
    told = sound(texts.standings(shown, standings([0, 1], []), WORDS))
    assert "@everyone" not in told
    assert "Ada" not in told


def test_a_long_page_is_cut_between_lines_and_says_which_it_is() -> None:
    lines = ["x" * 90 for _ in range(50)]
    found = texts.pages(Rendered("title"), lines, WORDS)
    assert len(found) == 3
    assert all(page.startswith("title\n") and page.endswith(f"Page {at} of 3") for at, page in enumerate(found, 1))
    assert sum(page.count("x" * 90) for page in found) == 50


def test_its_texts_have_ids_that_no_other_file_has() -> None:
    folder = files("bot.locale").joinpath(DEFAULT, "LC_MESSAGES")
    ids: dict[str, set[Any]] = {}
    for file in folder.iterdir():
        with file.open("rb") as source:
            ids[file.name] = {message.id for message in read_po(source) if message.id}
    own_ids = ids.pop("tournament_pictures.po")
    assert own_ids
    assert [name for name, others in ids.items() if own_ids & others] == []
