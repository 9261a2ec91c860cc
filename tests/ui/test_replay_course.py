"""The course of a match on its page: what it says of leads, dice and costly moves is what happened."""

import re
from collections.abc import Sequence
from functools import cache
from html import unescape
from itertools import count

import pytest

from bot.host.fairness.export_files import decoded
from bot.host.fairness.replays import ExportedMatch, opened
from bot.host.review.analysis import MatchReview, look_over
from bot.ui.games import RENDERERS
from bot.ui.games.renderer import Renderer
from bot.ui.games.strips import in_few_rows
from bot.ui.games.trophies import by_turn, leads
from bot.ui.games.turns import last_turn
from bot.ui.pictures.strip import Strip
from bot.ui.pictures.svg import said
from bot.ui.replays.course import course, highlights
from bot.ui.replays.page import replay_page, words_of
from bot.ui.replays.recording import NOTHING, Recorder
from bot.ui.replays.standings import EDGE, standings_of
from bot.ui.texts.words import Spoken
from engine.contract import SPECTATOR, Fact, SeatRef
from engine.contract.events import seen
from engine.kit.facts import Standing
from engine.registry import GAMES
from tests.support.finished import finished

SHORT = 24


@cache
def reviewed(key: str) -> tuple[ExportedMatch, MatchReview]:
    """Return a short match with moves that were taken back, and a review cut off by a clock that counts."""
    seats = 3 if GAMES[key].spec.most > 2 else 2
    content = finished(key, 2, seats=seats, longest=SHORT, back=GAMES[key].spec.rewinds)
    match = opened(decoded(content), GAMES)
    clock = count()
    return match, look_over(match.log(), 1e4, lambda: next(clock))


def shown(key: str) -> str:
    match, review = reviewed(key)
    return unescape(course(match, review, RENDERERS[key], words_of(match, None)).course)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_remark_names_the_step_at_which_its_player_stood_before_it(key: str) -> None:
    match, review = reviewed(key)
    game = GAMES[key]
    views = [[game.view(step.state, seat) for seat in range(len(match.told.seats))] for step in match.steps()]
    assert 0 < review.judged <= review.lines
    assert all(views[each.step - 1][each.seat] == each.view for each in review.remarks)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_curve_is_the_worth_of_each_step_and_its_end_the_result(key: str) -> None:
    match, _ = reviewed(key)
    game, standings = GAMES[key], standings_of(match)
    number = 0
    for number, step in enumerate(match.steps()):
        values = standings.values[number]
        assert (game.outcome(step.state) is None) == (number < standings.over)
        if number < standings.over:
            worths = [game.worth(step.state, seat) for seat in range(len(values))]
            playing = [seat for seat, value in enumerate(values) if value is not None]
            assert all(worths[seat] == -1.0 for seat in range(len(values)) if seat not in playing)
            assert sorted(playing, key=lambda seat: values[seat] or 0.0) == sorted(playing, key=worths.__getitem__)
            assert all(abs(values[seat] or 0.0) <= EDGE + 1e-9 for seat in playing)
        else:
            winners = {seat for seat, value in enumerate(values) if value is not None and value > 0}
            assert winners == (set() if standings.outcome.drawn else set(standings.outcome.ranking[0]))
    assert number == len(standings.values) - 1


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_last_lead_lasts_and_the_buttons_go_where_the_text_says(key: str) -> None:
    match, review = reviewed(key)
    standings, words = standings_of(match), words_of(match, None)
    text = shown(key)
    for each in highlights(standings, RENDERERS[key].turns, words):
        seat = next(seat for seat in range(len(match.told.seats)) if words.name(seat) in each.text)
        if "took the lead" in each.text:
            last = standings.facts[each.step - 1 : standings.over + 1]
            points = [fact.points for facts in last for fact in facts if isinstance(fact, Standing)]
            assert all(now[seat] == max(now) for now in points[-1:])
        turn = standings.turn(each.step - 1, RENDERERS[key].turns)
        label = words("replay.start") if turn is None else words("turn.number", turn=turn)
        assert f'data-go="{each.step - 1}">{label}</button><span>{each.text}' in text
    goals = [int(step) for step in re.findall(r'data-go="(\d+)"', text)]
    assert goals[-len(review.remarks) or len(goals) :] == [each.step - 1 for each in review.remarks]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_page_and_end_post_tell_the_same_lead(key: str) -> None:
    """From which turn on the winner led, or until when the other was ahead."""
    match, _ = reviewed(key)
    renderer, standings = RENDERERS[key], standings_of(match)
    facts = [fact for each in standings.facts for fact in each]
    values = by_turn(facts, renderer.turns)
    told = [(standings.turn(step, renderer.turns) or 1, seat) for step, seat in standings.leads(renderer.turns)]
    *running, _ = zip(*values, strict=True)
    assert told == [(max(1, turn), seat) for turn, seat in leads(running)]


def test_luck_counts_each_player_s_dice_and_is_left_out_without_any() -> None:
    match, review = reviewed("varia")
    words = words_of(match, None)
    drawn = [draw for entry in match.told.log for draw in entry[-1]]
    for seat, name in enumerate("AB"):
        own = [each for each in drawn if each["purpose"] in (f"power.{name}", f"focus.{name}", f"effect.{name}")]
        assert own
        total, average = sum(each["result"][0] + 1 for each in own), sum((each["size"] + 1) / 2 for each in own)
        assert words("replay.dice", seat=SeatRef(seat), shown=total, average=f"{average:g}") in shown("varia")
        assert review.throws[seat].dice == len(own)
    assert words.plain("replay.luck") not in shown("zarcana")


def test_without_time_to_search_nothing_is_said_of_moves_and_without_a_review_there_is_no_course() -> None:
    match, _ = reviewed("warmage")
    idle = look_over(match.log(), 0.0)
    assert (idle.judged, idle.remarks) == (0, ())
    page = replay_page(match, RENDERERS["warmage"], review=idle)
    assert 'id="curve"' in page
    assert 'id="mistakes"' not in page
    bare = replay_page(match, RENDERERS["warmage"])
    assert 'id="course"' not in bare
    assert "/match fork" not in bare.split("<script")[0]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_step_that_ends_a_turn_draws_what_the_post_of_that_turn_draws(key: str) -> None:
    match = opened(decoded(finished(key, 1, policy="greedy", longest=60)), GAMES)
    renderer, words = RENDERERS[key], words_of(match, None)
    recording = Recorder(match, renderer, words).recording(match.steps())
    facts, shown, drawn = list[Fact](), NOTHING, 0
    for recorded, step in zip(recording.steps, match.steps(), strict=True):
        shown = shown if recorded.turn is None else recorded.turn
        told = seen(step.events, SPECTATOR)
        begins = next((place for place, fact in enumerate(told, 1) if isinstance(fact, renderer.turns)), None)
        strip = turn_strip_of(renderer, [*facts, *told[:begins]], words) if begins else None
        if strip is not None:
            _, _, *placed = recording.scenes[shown]
            texts = [recording.pieces[piece][1] for piece in placed[::3] if recording.pieces[piece][0]]
            assert [unescape(each) for each in texts] == [said_plainly(beat.told) for beat in strip.beats]
            drawn += 1
        elif begins:
            assert shown == NOTHING
        facts += told
    assert drawn


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_head_of_a_drawn_turn_shows_everybodys_score_at_the_step(key: str) -> None:
    match = opened(decoded(finished(key, 1, policy="greedy", longest=60)), GAMES)
    game, renderer, words = GAMES[key], RENDERERS[key], words_of(match, None)
    recording = Recorder(match, renderer, words).recording(match.steps())
    drawn, told = NOTHING, set[tuple[str, ...]]()
    for recorded, step in zip(recording.steps, match.steps(), strict=True):
        drawn = drawn if recorded.turn is None else recorded.turn
        if drawn == NOTHING:
            continue
        if renderer.board_stays and game.outcome(step.state) is not None:
            last = renderer.board_drawing(game.view(step.state, SPECTATOR), words)
            assert last is not None
            assert recording.scenes[drawn][:2] == (last.width, last.height), "the last board, below the trophy"
            continue
        _, _, head, *_ = recording.scenes[drawn]
        elements = "".join(recording.elements[each] for each in recording.pieces[head][3:])
        view = game.view(step.state, SPECTATOR)
        scores = [renderer.score(view, seat, words) or "" for seat in range(len(match.told.seats))]
        points = map(str, game.points(step.state))  # somebody who is out may have been able to take more Wounds
        numbers = tuple(
            each.split()[0] if each[0].isdigit() else left for each, left in zip(scores, points, strict=True)
        )
        assert tuple(re.findall(r">(\d+) [A-Za-z]", elements)) == numbers
        told.add(numbers)
    assert len(told) > 1


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_step_of_several_parts_says_first_whose_points_have_changed(key: str) -> None:
    match = opened(decoded(finished(key, 1, policy="greedy", longest=60)), GAMES)
    game, renderer, words = GAMES[key], RENDERERS[key], words_of(match, None)
    recording = Recorder(match, renderer, words).recording(match.steps())
    headed, had = 0, None
    for recorded, step in zip(recording.steps, match.steps(), strict=True):
        view, points = game.view(step.state, SPECTATOR), game.points(step.state)
        changed = [
            f"{words.name(seat)} {old} → {renderer.score(view, seat, words)}"
            for seat, (old, new) in enumerate(zip(had or points, points, strict=True))
            if old != new
        ]
        had, groups = points, [group for group in recorded.log.get(0, ()) if group]
        first = recording.lines[groups[0][0][0]] if groups else ""
        if changed and len(groups) > 2:
            assert first == " · ".join(changed)
        headed += first == " · ".join(changed) != ""
    assert headed


def turn_strip_of(renderer: Renderer, facts: Sequence[Fact], words: Spoken) -> Strip | None:
    """Return what the picture of the last turn shows; None if there is no turn yet, or nothing to draw."""
    turn, before = last_turn(renderer, facts)
    return in_few_rows(renderer.turn_strip(turn, before, words), words) if turn else None


def said_plainly(text: str) -> str:
    """Return a text as a page says it."""
    return unescape(said(text))
