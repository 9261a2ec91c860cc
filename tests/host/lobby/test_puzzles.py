"""Puzzles: each row of each file is told from the others, the first lock counts, and nothing is told before it."""

from datetime import UTC, date, datetime

import msgspec
import pytest

from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby import forks, puzzles
from bot.host.lobby.position_start import Beginning, Place, begin_from_position
from bot.host.lobby.publication import publish
from bot.host.match import panel_actions
from bot.host.match.panel_actions import Panel
from bot.host.operations import privacy
from bot.host.people.accounts import DISCORDS_EPOCH
from bot.host.puzzles.attempts import PUZZLE, PuzzleProgress
from bot.host.puzzles.streaks import DAY, Streak, closes, day_of
from bot.host.review.hints import hint
from bot.storage import timers, tries
from bot.storage.tries import TryRow
from bot.ui.games import RENDERERS
from bot.ui.match import puzzles as puzzles_ui
from bot.ui.texts.words import Rendered, Words
from cardsdb.puzzle_days import listed
from cardsdb.puzzle_files import puzzle_table, shipped_puzzle, shipped_puzzles
from cardsdb.sets import shipped_versions
from engine.players.levels import LEVELS
from engine.players.lines import Line
from engine.puzzles.checking import task_of
from engine.puzzles.difficulty import ENOUGH
from engine.puzzles.file_format import Puzzle, read_pick
from engine.puzzles.position import begun as begin
from engine.puzzles.proof import deal, effect, every_line
from engine.registry import GAMES
from tests.host.players import ADA, BEN, CHANNEL, click, log_of, pass_time, table_of
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

HERE = Place(None, CHANNEL)
ALL = [each for game in GAMES for each in shipped_puzzles(game)]


def today(host: Host) -> date:
    return day_of(host.now())


async def puzzle_of(host: Host, day: date) -> Puzzle:
    found = await puzzles.puzzle_list(host, BEN, None)
    return next(each.puzzle for each in (*found.open, *found.older) if each.day == day)


async def begun(host: Host, day: date | None = None, user: int = ADA) -> tuple[int, Puzzle]:
    """Begin the puzzle of a date, which is today's unless another one is given."""
    wanted = day or today(host)
    match = await puzzles.begin_day(host, click(user, name="Ada"), wanted, HERE)
    assert match is not None
    return match, await puzzle_of(host, wanted)


async def locked(host: Host, match: int, line: Line, user: int = ADA) -> Panel:
    """Play a line, and return the panel after it."""
    shown = await panel_actions.show(host, match, user)
    for decision, keys in line:
        after = await panel_actions.pick(host, click(user), match, decision, shown.draft.revision, keys)
        assert after is not None
        assert after.notice is None
        shown = after
    return shown


async def at_practice(host: Host, clock: ManualClock, puzzle: Puzzle) -> int:
    """Begin a puzzle as practice, on a day on which it is not open."""
    while puzzle.key in [each.puzzle.key for each in (await puzzles.puzzle_list(host, ADA, None)).open]:
        clock.advance(DAY.total_seconds())
    match = await puzzles.begin_practice(host, click(ADA), puzzle.key, HERE)
    assert match is not None
    return match


async def stored(host: Host, user: int = ADA) -> list[TryRow]:
    async with host.database.reading() as connection:
        return await tries.of(connection, user)


@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.key)
async def test_every_row_of_a_puzzle_is_told_from_the_others(host: Host, clock: ManualClock, puzzle: Puzzle) -> None:
    for number in {0, 1, len(puzzle.answers) - 1}:
        match = await at_practice(host, clock, puzzle)
        before = await table_of(host, match)
        assert before.seat_of(ADA) == puzzle.seat
        shown = await locked(host, match, puzzle.answers[number].picks)
        assert shown.puzzle is not None
        assert shown.puzzle.proof is not None
        assert shown.puzzle.proof.chosen == number
        assert shown.puzzle.proof.right == (number == 0)
        after = await table_of(host, match)
        assert after.row.status == "closed"
        assert after.game.dump(after.state) == before.game.dump(before.state), "nothing is played"
    assert await stored(host) == [], "practice is no try"


@pytest.mark.parametrize("puzzle", ALL, ids=lambda each: each.key)
async def test_what_is_planned_brings_nothing_on_the_panel_before_the_lock(
    host: Host, clock: ManualClock, puzzle: Puzzle
) -> None:
    """Otherwise whoever plans and undoes every turn in turn reads off the best one."""
    match = await at_practice(host, clock, puzzle)
    shown = await panel_actions.show(host, match, ADA)
    renderer, words = RENDERERS[puzzle.game], Words("en", shown.seats, shown.cards, shown.seat)
    before = [renderer.score(shown.view, seat, words) for seat in range(len(shown.seats))]
    for number in {0, 1, len(puzzle.answers) - 1}:
        for decision, keys in puzzle.answers[number].picks[:-1]:
            after = await panel_actions.pick(host, click(ADA), match, decision, shown.draft.revision, keys)
            assert after is not None
            shown = after
            assert [renderer.score(shown.view, seat, words) for seat in range(len(shown.seats))] == before
            assert renderer.points(shown.since, (), words) == []
        while shown.draft.made:
            undone = await panel_actions.undo(host, click(ADA), match, shown.draft.revision)
            assert undone is not None
            shown = undone


@pytest.mark.parametrize("key", ["varia-28", "warmage-3", "zarcana-3", "artbot-4"])
@pytest.mark.parametrize("number", [0, 1])
async def test_what_happens_is_told_of_a_deal_of_the_proof(
    host: Host, clock: ManualClock, key: str, number: int
) -> None:
    """The answer, and beside it the person's turn if it was wrong, both worth what they are worth there."""
    puzzle = shipped_puzzle(key)
    assert puzzle is not None
    match = await at_practice(host, clock, puzzle)
    with pytest.raises(Refused):
        await puzzles.what_happens(host, match, ADA)
    shown = await locked(host, match, puzzle.answers[number].picks)
    with pytest.raises(panel_actions.NotAtTable):
        await puzzles.what_happens(host, match, BEN)
    found = await puzzles.what_happens(host, match, ADA)
    rows = puzzle.answers[: number + 1]
    assert [row.least <= each.value <= row.most for each, row in zip(found.lines, rows, strict=True)] == [True] * len(
        rows
    )
    renderer, words = RENDERERS[puzzle.game], Words("en", shown.seats, shown.cards, shown.seat)
    assert all(renderer.report(each.facts, found.before, words) for each in found.lines)


async def test_a_proof_shows_the_turn_that_was_played_in_its_own_words(host: Host, clock: ManualClock) -> None:
    """Also if it is another one of those that do the same as the answer."""
    puzzle = shipped_puzzle("warmage-3")
    assert puzzle is not None
    table = puzzle_table(GAMES["warmage"])
    task = task_of(table, puzzle)
    lines = [each for each in every_line(task.game, deal(task, 0), puzzle.seat) if each != puzzle.right.picks]
    same = next(each for each in lines if effect(task, each) in puzzle.right.effects)
    shown = await locked(host, await at_practice(host, clock, puzzle), same)
    assert shown.puzzle is not None
    assert shown.puzzle.proof is not None
    assert shown.puzzle.proof.right
    words = Words("en", shown.seats, shown.cards, shown.seat)
    told = "\n".join(puzzles_ui.proof(shown, words))
    own = ", ".join(map(words.made, shown.puzzle.proof.own))
    assert own != ", ".join(words.made(label) for label in puzzle.right.labels)
    assert str(words("puzzle.row.own", line=Rendered(own))) in told


async def test_the_first_lock_counts_and_the_second_is_practice(host: Host, clock: ManualClock) -> None:
    match, puzzle = await begun(host)
    again = (await begun(host))[0]
    assert again == match, "a puzzle that has begun goes on"
    clock.advance(90)
    shown = await locked(host, match, puzzle.answers[1].picks)
    assert shown.puzzle is not None
    assert shown.puzzle.proof is not None
    assert (shown.puzzle.proof.counted, shown.puzzle.proof.streak) == (True, Streak(1, 1))
    second, _ = await begun(host)
    assert second != match
    practised = await locked(host, second, puzzle.right.picks)
    assert practised.puzzle is not None
    assert practised.puzzle.proof is not None
    assert practised.puzzle.proof.right
    assert not practised.puzzle.proof.counted
    day = today(host).isoformat()
    assert await stored(host) == [TryRow(ADA, day, puzzle.key, answer=1, right=False, seconds=90.0, at=host.now())]
    listed_open = (await puzzles.puzzle_list(host, ADA, None)).open
    assert [each.found for each in listed_open if each.day == today(host)] == [False]


async def test_leaving_is_no_try_and_after_the_lock_nothing_is_taken(host: Host) -> None:
    match, puzzle = await begun(host)
    await panel_actions.leave(host, click(ADA), match)
    assert await stored(host) == []
    match, _ = await begun(host)
    await locked(host, match, puzzle.right.picks)
    with pytest.raises(AssertionError):
        await locked(host, match, puzzle.answers[1].picks)
    assert [row.right for row in await stored(host)] == [True]


@pytest.mark.parametrize("late", [False, True])
async def test_a_try_counts_until_noon_of_the_next_day(host: Host, clock: ManualClock, *, late: bool) -> None:
    day = today(host)
    match, puzzle = await begun(host)
    clock.advance(closes(day) - host.now() - (0 if late else 1))
    shown = await locked(host, match, puzzle.right.picks)
    assert shown.puzzle is not None
    assert shown.puzzle.proof is not None
    assert shown.puzzle.proof.counted is not late
    assert [row.day for row in await stored(host)] == ([] if late else [day.isoformat()])


async def test_yesterdays_puzzle_is_open_in_the_morning_alone(host: Host, clock: ManualClock) -> None:
    morning = datetime(2027, 3, 2, 9, tzinfo=UTC).timestamp()
    clock.advance(morning - host.now())
    assert [each.day.day for each in (await puzzles.puzzle_list(host, ADA, None)).open] == [2, 1]
    match, puzzle = await begun(host, date(2027, 3, 1))
    await locked(host, match, puzzle.right.picks)
    assert [row.day for row in await stored(host)] == ["2027-03-01"]
    clock.advance(3 * 3600)
    assert [each.day.day for each in (await puzzles.puzzle_list(host, ADA, None)).open] == [2]
    for day in (date(2027, 3, 3), date(2025, 12, 31)):
        with pytest.raises(Refused):
            await puzzles.begin_day(host, click(ADA), day, HERE)


async def test_nothing_tells_the_answer_before_the_lock(host: Host) -> None:
    match, puzzle = await begun(host)
    shown = await panel_actions.show(host, match, ADA)
    assert shown.foresight is None, "without it, no panel has a forecast"
    assert (shown.forecast, dict(shown.outlooks)) == ((), {})
    assert shown.puzzle is not None
    assert shown.puzzle.proof is None
    with pytest.raises(Refused):
        await hint(host, match, ADA)
    after = await locked(host, match, puzzle.right.picks)
    assert after.puzzle is not None
    assert after.puzzle.proof is not None


async def test_nobody_else_moves_before_the_lock(host: Host, clock: ManualClock) -> None:
    """Not even where several are asked at once."""
    puzzle = shipped_puzzle("warmage-3")
    assert puzzle is not None
    rules = GAMES["warmage"]
    position = begin(puzzle_table(rules), puzzle.source)
    picks = iter(map(read_pick, puzzle.source.picks))
    while len(asked := rules.decisions(position.state)) == 1:
        rules.apply(position.state, *next(picks), position.dice)
    beginning = Beginning(
        game="warmage",
        options=rules.spec.options.model_validate(puzzle.source.options),
        sets=shipped_versions(rules),
        position=position.state,
        houses=("pip", "hob", "dot"),
        loaded={},
        why=PUZZLE,
        puzzle=msgspec.to_builtins(PuzzleProgress(puzzle.key, None, asked[0].seat)),
        seat=asked[0].seat,
    )
    match = await begin_from_position(host, click(ADA), beginning, HERE)
    assert match is not None
    await pass_time(host, clock, 3600)
    assert [entry.kind for entry in await log_of(host, match)] == ["position"]
    async with host.database.reading() as connection:
        assert {row.kind for row in await timers.of_match(connection, match)} <= {"idle", "reminder"}


async def test_a_puzzle_and_what_follows_stay_private(host: Host) -> None:
    match, puzzle = await begun(host)
    with pytest.raises(Refused):
        await puzzles.play_on(host, click(ADA), match, HERE)
    await locked(host, match, puzzle.right.picks)
    with pytest.raises(panel_actions.NotAtTable):
        await puzzles.play_on(host, click(BEN), match, HERE)
    after = await puzzles.play_on(host, click(ADA), match, HERE)
    assert after is not None
    table, before = await table_of(host, after), await table_of(host, match)
    assert table.attempt is None
    assert table.game.dump(table.state) == before.game.dump(before.state)
    assert (table.row.unrated, table.row.rated, table.row.solo) == ("puzzle", False, True)
    shown = await panel_actions.show(host, after, ADA)
    assert shown.foresight is not None
    for each in (match, after):
        with pytest.raises(Refused):
            await publish(host, click(ADA), each, 1, CHANNEL, None)
        with pytest.raises(Refused):
            await forks.position_task(host, each, 1)


async def test_a_puzzle_survives_a_restart(host: Host) -> None:
    match, puzzle = await begun(host)
    again = Host(host.database, host.games, host.clock, SeededChance(8), HOOKS)
    shown = await locked(again, match, puzzle.right.picks)
    assert shown.puzzle is not None
    assert shown.puzzle.proof is not None
    assert shown.puzzle.proof.right
    again.worker_pool.close()


async def test_a_theme_offers_each_of_its_puzzles_in_turn(host: Host) -> None:
    known = [each for each in listed(host.games) if (each.game, each.theme) == ("warmage", "ember")]
    found = set()
    for _ in known:
        match = await puzzles.begin_theme(host, click(ADA), "warmage", "ember", HERE)
        assert match is not None
        row = (await table_of(host, match)).row
        assert row.puzzle is not None
        found.add(row.puzzle["key"])
        assert await puzzles.begin_theme(host, click(ADA), "warmage", "ember", HERE) == match, "it is not finished"
        await panel_actions.leave(host, click(ADA), match)
    open_ = {each.puzzle.key for each in (await puzzles.puzzle_list(host, ADA, None)).open}
    assert found == {each.key for each in known} - open_
    for refused in (("warmage", "nothing"), ("nothing", "ember")):
        with pytest.raises(Refused):
            await puzzles.begin_theme(host, click(ADA), *refused, HERE)


async def test_after_a_lesson_the_easiest_puzzles_of_a_game_are_offered_in_turn(host: Host) -> None:
    open_ = {each.puzzle.key for each in (await puzzles.puzzle_list(host, ADA, None)).open}
    for game in GAMES:
        left = [each for each in shipped_puzzles(game) if each.key not in open_]
        easiest = next(level for level in LEVELS if any(each.difficulty == level for each in left))
        wanted, found = {each.key for each in left if each.difficulty == easiest}, set()
        for _ in range(min(3, len(wanted))):
            match = await puzzles.begin_easy(host, click(ADA), game, HERE)
            assert match is not None
            progress = (await table_of(host, match)).row.puzzle
            assert progress is not None
            assert progress["day"] is None
            found.add(progress["key"])
            await panel_actions.leave(host, click(ADA), match)
        assert found <= wanted
        assert len(found) == min(3, len(wanted))
    with pytest.raises(Refused):
        await puzzles.begin_easy(host, click(ADA), "nothing", HERE)


async def test_a_puzzle_whose_rules_have_changed_is_refused_and_another_is_offered(host: Host) -> None:
    _, puzzle = await begun(host)
    with pytest.raises(Refused):
        await puzzles.begin_practice(host, click(ADA), puzzle.key, HERE)
    other = next(each for each in ALL if each.key != puzzle.key and each.game == "artbot")
    changed = Host(host.database, {**host.games, "artbot": GAMES["zarcana"]}, host.clock, SeededChance(8), HOOKS)
    with pytest.raises(puzzles.PuzzleChanged) as refused:
        await puzzles.begin_practice(changed, click(ADA), other.key, HERE)
    assert refused.value.other is not None
    assert shipped_puzzle(refused.value.other) is not None
    assert refused.value.other != other.key
    changed.worker_pool.close()


def snowflake(at: float, number: int) -> int:
    """The id of an account that was made at a time."""
    return (int((at - DISCORDS_EPOCH) * 1000) << 22) + number


@pytest.mark.parametrize(("days", "seconds", "moved"), [(30, 40.0, True), (6, 40.0, False), (30, 3.0, False)])
async def test_people_say_how_hard_a_puzzle_is_once_its_day_is_over(
    host: Host, days: int, seconds: float, *, moved: bool
) -> None:
    day, puzzle = today(host), await puzzle_of(host, today(host))
    said = "hard" if puzzle.difficulty != "hard" else "easy"

    async def store(when: date, *, right: bool) -> None:
        async with host.database.transaction() as tx:
            for number in range(ENOUGH):
                person = snowflake(host.now() - days * DAY.total_seconds(), number)
                await tries.add(tx, TryRow(person, when.isoformat(), puzzle.key, 0, right, seconds, host.now()))

    async def shown() -> tuple[str, str]:
        (listed_,) = [each for each in (await puzzles.puzzle_list(host, ADA, None)).open if each.day == day]
        match, _ = await begun(host)
        panel = (await panel_actions.show(host, match, ADA)).puzzle
        assert panel is not None
        return listed_.difficulty, panel.difficulty

    await store(day, right=said == "easy")
    assert await shown() == (puzzle.difficulty, puzzle.difficulty), "nobody's try of a date moves it on that date"
    await store(day - 60 * DAY, right=said == "easy")
    assert await shown() == ((said, said) if moved else (puzzle.difficulty, puzzle.difficulty))


async def test_tries_are_told_and_forgotten(host: Host) -> None:
    match, puzzle = await begun(host)
    await locked(host, match, puzzle.right.picks)
    assert [row["puzzle"] for row in (await privacy.told(host, ADA))["tries of puzzles"]] == [puzzle.key]
    await privacy.forget(host, ADA)
    assert await stored(host) == []
