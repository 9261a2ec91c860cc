"""A server's table of the week: what was solved there, from Monday to Sunday, by people who want to be in it."""

from datetime import date
from random import Random
from typing import Final

from bot.host.kernel.host import Host
from bot.host.lobby import puzzles
from bot.host.lobby.position_start import Place
from bot.host.match import panel_actions
from bot.host.operations import privacy
from bot.host.people import settings
from bot.host.puzzles import weeks
from bot.host.puzzles.daily_posts import puzzles_here
from bot.host.puzzles.streaks import DAY, day_of
from bot.host.puzzles.weeks import POINTS, Week, WeekLine
from bot.rendering.puzzles import read_post
from bot.storage import tries
from bot.storage.tries import TryRow
from bot.ui.match.daily_puzzle import LISTED, daily_post, week
from bot.ui.texts.words import Words
from cardsdb.puzzle_files import shipped_puzzles
from engine.puzzles.file_format import Puzzle
from engine.registry import GAMES
from tests.host.players import ADA, BEN, CHANNEL, CLEO, DAN, click
from tests.host.puzzles.daily import Letterbox, pass_to, posts_of, utc, wants
from tests.support.clocks import ManualClock

SERVER, OTHER = 71, 72
MONDAY: Final = date(2027, 3, 22)
ALL: Final = [each for game in GAMES for each in shipped_puzzles(game)]


def tried(user: int, day: date, puzzle: Puzzle, guild: int | None = SERVER, *, right: bool = True) -> TryRow:
    return TryRow(user, day.isoformat(), puzzle.key, 0 if right else 1, right, 60.0, 0.0, guild)


async def store(host: Host, *rows: TryRow) -> None:
    async with host.database.transaction() as tx:
        for row in rows:
            assert await tries.add(tx, row)


async def table(host: Host, guild: int = SERVER, day: date = MONDAY) -> Week:
    async with host.database.reading() as connection:
        return await weeks.week_of(connection, guild, day)


async def test_what_is_solved_in_a_server_counts_there_alone(host: Host) -> None:
    day = day_of(host.now())
    async with host.database.reading() as connection:
        puzzle = (await puzzles_here(host, connection, SERVER)).of(day)
    assert puzzle is not None
    for user, guild, row in ((ADA, SERVER, 0), (BEN, SERVER, 1), (CLEO, None, 0), (DAN, OTHER, 0)):
        match = await puzzles.begin_day(host, click(user, name="A"), day, Place(guild, CHANNEL))
        assert match is not None
        shown = await panel_actions.show(host, match, user)
        for decision, keys in puzzle.answers[row].picks:
            after = await panel_actions.pick(host, click(user), match, decision, shown.draft.revision, keys)
            assert after is not None
            shown = after
    points = POINTS[puzzle.difficulty]
    found = await weeks.this_week(host, SERVER)
    assert found.lines == (WeekLine(ADA, points, 1, 1), WeekLine(BEN, 0, 1, 0))
    assert found.leaders == (WeekLine(ADA, points, 1, 1),)
    assert (await weeks.this_week(host, OTHER)).lines == (WeekLine(DAN, points, 1, 1),)


async def test_a_table_equals_a_slow_count(host: Host) -> None:
    random, rows = Random(4), list[TryRow]()
    for user in range(1, 16):
        for number in range(-9, 16):
            if random.random() < 0.6:
                guild = random.choice([SERVER, OTHER, None])
                day = MONDAY + number * DAY
                rows.append(tried(user, day, random.choice(ALL), guild, right=random.random() < 0.5))
    await store(host, *rows)
    difficulty = {each.key: each.difficulty for each in ALL}
    for monday in (MONDAY - 7 * DAY, MONDAY, MONDAY + 7 * DAY):
        dates = {(monday + number * DAY).isoformat() for number in range(7)}
        slow = {
            user: sum(POINTS[difficulty[each.puzzle]] for each in mine if each.right)
            for user in range(1, 16)
            if (mine := [each for each in rows if (each.user, each.guild) == (user, SERVER) and each.day in dates])
        }
        for number in range(7):
            found = await table(host, day=monday + number * DAY)
            assert {line.user: line.points for line in found.lines} == slow
            assert [found.place(line) for line in found.lines] == [
                1 + sum(other > line.points for other in slow.values()) for line in found.lines
            ]


async def test_who_does_not_want_to_be_in_a_table_or_has_their_data_deleted_is_not(host: Host) -> None:
    await store(host, *(tried(user, MONDAY, ALL[0]) for user in (ADA, BEN, CLEO)))
    await settings.change_person(host, BEN, "puzzle_table", ["no"])
    await settings.change_person(host, CLEO, "pictures", ["no"])
    assert [line.user for line in (await table(host)).lines] == [ADA, CLEO]
    await privacy.forget(host, CLEO)
    assert [line.user for line in (await table(host)).lines] == [ADA]
    await settings.change_person(host, BEN, "puzzle_table", ["yes"])
    assert [line.user for line in (await table(host)).lines] == [ADA, BEN]


async def test_mondays_post_names_who_led_the_week_before(host: Host, clock: ManualClock) -> None:
    clock.advance(utc(MONDAY - 2 * DAY, 1) - host.now())
    box, words = Letterbox(host), Words("en")
    hard = next(each for each in ALL if each.difficulty == "hard")
    await store(host, tried(ADA, MONDAY - DAY, hard), tried(BEN, MONDAY - 7 * DAY, hard, right=False))
    await store(host, tried(CLEO, MONDAY, hard), tried(DAN, MONDAY - 8 * DAY, hard))
    await wants(host, SERVER, "UTC", 9)
    await pass_to(host, clock, box, utc(MONDAY + DAY, 10))
    told = {}
    for row in await posts_of(host, SERVER):
        async with host.database.reading() as connection:
            read = await read_post(host, row, words, connection)
        assert read is not None
        message = daily_post(read.post, (), read.before, words)
        told[row.content["day"]] = "\n".join(text for text in message.texts if text)
    led = str(words("daily.led", people=f"<@{ADA}>", count=3)).replace("\\", "")
    assert [day for day, text in told.items() if led.split(":")[0] in text] == [MONDAY.isoformat()]
    assert f"<@{ADA}>" in told[MONDAY.isoformat()]
    assert all(f"<@{user}>" not in text for user in (BEN, CLEO, DAN) for text in told.values())


def test_a_long_table_shows_the_best_and_the_reader() -> None:
    lines = tuple(WeekLine(user, 60 - user, 7, 7) for user in range(1, 31))
    message = week(Week(MONDAY, lines), 25, Words("en"))
    text = "\n".join(each for each in message.texts if each)
    assert [user for user in range(1, 31) if f"<@{user}>" in text] == [*range(1, LISTED + 1), 25]
    assert "25. <@25>" in text
    nobody = week(Week(MONDAY, ()), 25, Words("en"))
    assert str(Words("en")("week.none")) in nobody.texts
