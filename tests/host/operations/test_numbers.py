"""Daily sums without names: what is counted, for whom, for how long, and what is published of it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.match import panel_actions
from bot.host.match.log import Log
from bot.host.match.replay import Replay
from bot.host.operations import numbers, privacy, retention
from bot.host.operations.numbers import KINDS, LEAST, Cell, published
from bot.host.people import settings
from bot.storage.matches import EntryRow, SeatRow
from bot.storage.schema import sums
from bot.storage.schema.sums import SumRow
from tests.host.played_matches import logs_of, play
from tests.host.players import ADA, BEN, answer, begin, click, opened, pass_time, table_of
from tests.host.players import log_of as entries_of
from tests.support.clocks import ManualClock

SERVER, OTHER = 71, 72
FEW, MANY = 40, 500
"""How many matches are played, and how many with `--every`, as by `make soak-crowns`."""

Sums = Mapping[tuple[int, int, str, str, str], int]


async def stored(host: Host) -> Sums:
    async with host.database.reading() as connection:
        rows = [SumRow(*row) for row in await connection.execute(select(sums))]
    return {(row.guild, row.day, row.kind, row.game, row.way): row.count for row in rows}


async def days_pass(host: Host, clock: ManualClock, days: int) -> None:
    """Let days pass, at the ends of which what is no longer needed is deleted."""
    for _ in range(days):
        clock.advance(DAY)
        await retention.sweep(host)


def turns_of(seats: Sequence[SeatRow], log: Log, entries: Sequence[EntryRow]) -> tuple[int, bool]:
    """Return how many turns of people the clock has played, by a replay of the log, and whether it comes to an end."""
    people = {seat.seat for seat in seats if seat.user is not None}
    replay, abandoned, before = Replay(log.match()), 0, tuple[object, ...]()
    for entry, stamped in zip(log.entries, entries, strict=True):
        replay.enter(entry)
        asked = replay.path[-1].asked
        if entry.kind == "house":
            people -= {entry.seat}
        goes_on = before in (("pick", entry.seat, stamped.at), ("default", entry.seat, stamped.at))
        turn = entry.kind == "default" and asked is not None and asked.tempo == "turn"
        abandoned += turn and entry.seat in people and not goes_on
        before = (entry.kind, entry.seat, stamped.at)
    return abandoned, log.game.outcome(replay.state) is not None


async def recount(host: Host, ways: Mapping[int, str], until: float) -> Sums:
    """Count again from the logs alone; who answered what in a turn comes from replaying them."""
    found = Counter[tuple[int, int, str, str, str]]()
    logs = [(*each, await entries_of(host, each[0].id)) for each in await logs_of(host)]
    begun: dict[tuple[int, int], list[tuple[float, int]]] = {}
    for row, seats, _, entries in logs:
        for seat in seats:
            if seat.user is not None:
                begun.setdefault((row.guild or 0, seat.user), []).append((entries[0].at, row.id))
    for row, seats, log, entries in logs:
        where = (row.guild or 0, int(entries[0].at // DAY))
        if (where[1] + 8) * DAY > until:
            continue
        found[*where, "begun", row.game, ways[row.id]] += 1
        abandoned, over = turns_of(seats, log, entries)
        found[*where, "abandoned", row.game, ways[row.id]] += abandoned
        found[*where, "finished", row.game, ways[row.id]] += over
        for seat in seats:
            if seat.user is not None:
                first, *later = sorted(begun[where[0], seat.user])
                back = bool(later) and later[0][0] - first[0] <= 7 * DAY
                found[*where, "new", row.game, ways[row.id]] += first[1] == row.id
                found[*where, "again", row.game, ways[row.id]] += first[1] == row.id and back
    return {about: number for about, number in found.items() if number}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # the sums are made in Python
async def test_sums_are_those_that_the_logs_of_many_matches_tell_of(
    host: Host, clock: ManualClock, pytestconfig: pytest.Config
) -> None:
    """Issue 55."""
    await days_pass(host, clock, 1)
    ways = await play(host, clock, Random(6), MANY if pytestconfig.getoption("--every") else FEW)
    await retention.sweep(host)
    early = await stored(host)
    await days_pass(host, clock, 8)
    found = await stored(host)
    told = {about: number for about, number in found.items() if about[2] not in ("decided", "clicks")}
    assert told == await recount(host, ways, host.now())
    assert early.items() <= found.items(), "no day is summed up twice, or before its week is over"
    assert {about[2] for about in found} == {*KINDS}
    assert {about[4] for about in found} >= {"command", "invitation", "rematch", "lesson"}


async def begun(host: Host, users: tuple[int, ...], guild: int | None = SERVER) -> int:
    """Begin a probe match of some people in a server."""
    table = await opened(host, game="probe", seats=len(users), user=users[0], opponent=None, guild=guild)
    for user in users[1:]:
        await lobby.join(host, click(user), table.match.id)
    await begin(host, click(users[0]), table.match.id)
    return table.match.id


async def test_a_turn_without_a_pick_and_the_clicks_up_to_the_first_decision_are_counted(
    host: Host, clock: ManualClock
) -> None:
    await days_pass(host, clock, 1)
    match = await begun(host, (ADA, BEN))
    for _ in range(2):
        revision = (await panel_actions.show(host, match, ADA)).draft.revision
        await panel_actions.undo(host, click(ADA), match, revision)
    await answer(host, match, ADA, "dare:1")
    for _ in range(3):
        await pass_time(host, clock, 15 * 60.0)
    await panel_actions.here(host, click(ADA), match)
    seats = (await table_of(host, match)).seats
    assert (seats[0].clicks, seats[0].decided) == (3, True), "what comes after the first decision does not count"
    assert (seats[1].clicks, seats[1].decided) == (0, False)
    assert seats[0].abandoned + seats[1].abandoned > 0
    await days_pass(host, clock, 9)
    found = {about[2]: number for about, number in (await stored(host)).items()}
    assert (found["decided"], found["clicks"]) == (1, 3)
    assert found["abandoned"] == seats[0].abandoned + seats[1].abandoned


async def told_of(host: Host, guild: int | None) -> dict[tuple[str, str, str], int]:
    """Everything that is told of the latest ten weeks."""
    found = await numbers.weeks(host, guild, 10)
    assert found is not None
    return {about: number for week in found for about, number in week.numbers.items()}


async def test_nothing_is_told_below_five_people(host: Host, clock: ManualClock) -> None:
    await days_pass(host, clock, 1)
    await begun(host, (1, 2, 3, 4))
    await begun(host, (11, 12, 13, 14, 15), OTHER)
    await days_pass(host, clock, 15)
    assert len(await stored(host)) == 4, "begun and new, of each server"
    assert await told_of(host, SERVER) == {}
    command = {("", ""): 1, ("probe", ""): 1, ("", "command"): 1}
    people = dict.fromkeys(command, 5)
    assert await told_of(host, OTHER) == {
        **{("begun", *about): count for about, count in command.items()},
        **{("new", *about): count for about, count in people.items()},
    }
    assert (await told_of(host, None))["begun", "", ""] == 2
    await privacy.forget(host, 11)
    assert await told_of(host, OTHER) == {}, "who is deleted is nobody"


async def test_a_server_that_does_not_want_to_be_counted_is_not(host: Host, clock: ManualClock) -> None:
    await days_pass(host, clock, 1)
    await begun(host, (1, 2, 3, 4, 5))
    await begun(host, (1, 2, 3, 4, 5), OTHER)
    await settings.change_guild(host, OTHER, "numbers", ["no"])
    await days_pass(host, clock, 9)
    assert {about[0] for about in await stored(host)} == {SERVER}
    assert await numbers.weeks(host, OTHER, 1) is None
    await settings.change_guild(host, SERVER, "numbers", ["no"])
    await retention.sweep(host)
    assert await stored(host) == {}
    await settings.change_guild(host, SERVER, "numbers", ["yes"])
    await days_pass(host, clock, 7)
    assert await told_of(host, SERVER) == {}, "what has been deleted does not come back"


async def test_numbers_of_a_week_concern_only_people_of_days_that_were_summed(host: Host, clock: ManualClock) -> None:
    """Counting began in the middle of the week, so that the sums are about fewer people than have played."""
    await begun(host, (1, 2, 3, 4, 5))
    clock.advance(DAY)
    await begun(host, (1, 2))
    clock.advance(8 * DAY)
    await retention.sweep(host)
    await days_pass(host, clock, 9)
    assert sum(count for about, count in (await stored(host)).items() if about[2] == "begun") == 1
    assert await told_of(host, SERVER) == {}


async def test_sums_are_kept_for_a_bounded_time(host: Host, clock: ManualClock) -> None:
    await days_pass(host, clock, 1)
    await begun(host, (1, 2, 3, 4, 5))
    await days_pass(host, clock, 9)
    assert await stored(host)
    clock.advance((numbers.KEPT - 9) * DAY)
    await retention.sweep(host)
    assert await stored(host)
    await days_pass(host, clock, 1)
    assert await stored(host) == {}


PLAYED: Final = st.dictionaries(
    st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")),
    st.tuples(st.sets(st.integers(1, 14), min_size=1, max_size=9), st.sets(st.integers(1, 14), max_size=9)),
    min_size=1,
)
"""By game and way, the people of finished matches and those of unfinished ones."""

Played = dict[tuple[str, str], tuple[set[int], set[int]]]
Numbers = Mapping[tuple[str, str, str], int]


def cells_of(played: Played) -> dict[tuple[str, str, str], Cell]:
    found = {}
    for (game, way), (over, left) in played.items():
        found["begun", game, way] = Cell(people=over | left)
        found["finished", game, way] = Cell(people=over, rest=left)
    return found


def rows_of(played: Played) -> list[SumRow]:
    return [
        SumRow(1, 1, kind, game, way, count)
        for (game, way), (over, left) in played.items()
        for kind, count in (("begun", len(over) + len(left)), ("finished", len(over)))
    ]


def leaks(played: Played, numbers: Numbers) -> bool:
    """Whether a number, the rest of one, or what is left after subtracting those beside it concerns too few people."""

    def few(*groups: set[int]) -> bool:
        return any(0 < len(group) < LEAST for group in groups)

    def merged(abouts: list[tuple[str, str]]) -> tuple[set[int], set[int]]:
        over = [each[0] for about, each in played.items() if matching(about, abouts)]
        left = [each[1] for about, each in played.items() if matching(about, abouts)]
        return set().union(*over), set().union(*left)

    def matching(about: tuple[str, str], abouts: list[tuple[str, str]]) -> bool:
        return any(game in ("", about[0]) and way in ("", about[1]) for game, way in abouts)

    for kind in ("begun", "finished"):
        shown = {about for of, *rest in map(list, numbers) if of == kind for about in [(rest[0], rest[1])]}
        families = ([(game, "") for game, _ in played], [("", way) for _, way in played])
        hidden = [[about for about in family if about not in shown] for family in families]
        groups = [[about] for about in shown] + ([each for each in hidden if each] if ("", "") in shown else [])
        for group in groups:
            over, left = merged(group)
            if few(over | left) if kind == "begun" else few(over, left):
                return True
    return False


@given(PLAYED)
def test_no_number_and_no_difference_of_numbers_concerns_too_few_people(played: Played) -> None:
    assert not leaks(played, published(cells_of(played), rows_of(played)))


def all_of_five(played: Played) -> Numbers:
    """A fault: each number is looked at by itself."""
    shown = {}
    for kind, game, way in cells_of(played):
        for about in ("", ""), (game, ""), ("", way):
            people = [
                cell.people
                for (of, *rest), cell in cells_of(played).items()
                if of == kind and all(wanted in ("", given) for wanted, given in zip(about, rest, strict=True))
            ]
            if len(set().union(*people)) >= LEAST:
                shown[kind, *about] = 1
    return shown


def everything(played: Played) -> Numbers:
    """A fault: all is told."""
    return {(kind, *about): 1 for kind, game, way in cells_of(played) for about in (("", ""), (game, ""), ("", way))}


@pytest.mark.parametrize("fault", [all_of_five, everything])
def test_the_law_notices_numbers_that_are_told_without_care(fault: Callable[[Played], Numbers]) -> None:
    many, few = {1, 2, 3, 4, 5, 6}, {7, 8}
    two: Played = {("a", "x"): (many, set()), ("b", "y"): (few, set())}
    one: Played = {("a", "x"): (many, few)}
    for played in (two, one):
        assert leaks(played, fault(played))
        assert not leaks(played, published(cells_of(played), rows_of(played)))
