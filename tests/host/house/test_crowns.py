"""Crowns: who has beaten which character, by the rules that players are told."""

from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from bot.host.house.crowns import beaten
from bot.host.kernel.host import Host
from bot.host.lobby import solo_choices
from bot.host.match import panel_actions
from bot.host.match.unit_of_work import load, store
from bot.host.operations import privacy
from bot.host.ratings import leaderboards
from bot.storage import matches
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.privacy import GONE
from bot.storage.schema import crowns
from engine.contract import Outcome
from engine.players.characters import CHARACTERS, cast, level_beaten, newcomer
from tests.host.played_matches import logs_of, play, replay_of
from tests.host.players import ADA, BEN, click, started, table_of
from tests.storage.test_live_entrants import migrated
from tests.support.clocks import ManualClock

FEW, MANY = 40, 500
"""How many matches are played, and how many with `--every`, as by `make soak-crowns`."""


async def given(host: Host) -> set[tuple[int, str]]:
    async with host.database.reading() as connection:
        return {(row.user, row.character) for row in await connection.execute(select(crowns))}


async def recount(host: Host) -> set[tuple[int, str]]:
    """Find the crowns in the logs alone: what began at a beginning, who left, and the end that a replay comes to."""
    found = set()
    for row, seats, log in await logs_of(host):
        if row.status != "over" or log.entries[0].kind != "start":
            continue
        outcome = log.game.outcome(replay_of(log).state)
        assert outcome is not None
        place = {seat: number for number, rank in enumerate(outcome.ranking) for seat in rank}
        left = {entry.seat for entry in log.entries if entry.kind in ("leave", "house")}
        characters = cast([seat.house for seat in seats], row.id)
        for own in seats:
            for other in seats:
                ours = own.user is not None and own.seat not in left and other.user is None
                if ours and place[own.seat] < place[other.seat]:
                    found.add((own.user, characters[other.seat]))
    return found


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # the rules are the same on either
async def test_crowns_are_those_that_the_logs_of_many_matches_tell_of(
    host: Host, clock: ManualClock, pytestconfig: pytest.Config
) -> None:
    """Issue 55."""
    await play(host, clock, Random(55), MANY if pytestconfig.getoption("--every") else FEW)
    told = await given(host)
    assert told == await recount(host)
    assert len(told) >= FEW // 8
    for revision in ("0026", "head"):
        async with host.database.transaction() as tx:
            await tx.run_sync(partial(migrated, revision=revision))
    assert await given(host) == told, "those of matches from before there were crowns"


PERSON, LEFT, CHARACTER = SeatRow(1, 0, user=ADA), SeatRow(1, 0, user=ADA, left=True), SeatRow(1, 1, house="kit")
TAKEN_OVER = SeatRow(1, 1, user=BEN, left=True, house="kit")
KIT = {(ADA, "kit")}


@pytest.mark.parametrize(
    ("seats", "ranking", "more", "crowned"),
    [
        ([PERSON, CHARACTER], [[0], [1]], {}, KIT),
        ([PERSON, CHARACTER], [[1], [0]], {}, set()),
        ([PERSON, CHARACTER], [[0, 1]], {}, set()),
        ([LEFT, CHARACTER], [[0], [1]], {}, set()),
        ([replace(LEFT, house="vex"), CHARACTER], [[0], [1]], {}, set()),
        ([PERSON, TAKEN_OVER], [[0], [1]], {}, set()),
        ([replace(PERSON, user=GONE), CHARACTER], [[0], [1]], {}, set()),
        ([PERSON, CHARACTER], [[0], [1]], {"origin": {"match": 2, "step": 3}}, set()),
        ([PERSON, CHARACTER], [[0], [1]], {"lesson": {"key": "first"}, "loaded": {}}, set()),
        ([PERSON, CHARACTER], [[0], [1]], {"loaded": {}}, set()),
        ([PERSON, CHARACTER], [[0], [1]], {"unrated": "rewind", "solo": True, "series": 4}, KIT),
        ([PERSON, CHARACTER, SeatRow(1, 2, user=BEN)], [[2], [0], [1]], {}, {*KIT, (BEN, "kit")}),
        ([PERSON, CHARACTER, SeatRow(1, 2, house="vex")], [[2], [0], [1]], {}, KIT),
        ([PERSON, CHARACTER, SeatRow(1, 2, house="vex")], [[0, 1], [2]], {}, {(ADA, "vex")}),
        ([PERSON, replace(CHARACTER, house="easy")], [[0], [1]], {}, {(ADA, newcomer("easy", (), 1))}),
    ],
)
def test_who_has_beaten_whom(
    seats: list[SeatRow], ranking: list[list[int]], more: dict[str, Any], crowned: set[tuple[int, str]]
) -> None:
    row = MatchRow(**{**dict.fromkeys(MatchRow.__struct_fields__), "id": 1, **more})
    assert beaten(row, seats, Outcome(tuple(map(tuple, ranking)), "end")) == crowned


async def won(host: Host) -> int:
    """Let Ada win against a character that somebody has talked into giving up."""
    match = await started(host, game="artbot", house="kit")
    async with host.database.transaction() as tx:
        table = await load(host, tx, match, lock=True)
        before = table.open()
        table.leave(1)
        table.seats[1].left = False
        await store(host, tx, table, before)
    return match


async def test_a_crown_is_given_once_and_stays_when_the_match_is_deleted(host: Host) -> None:
    first = await won(host)
    await won(host)
    async with host.database.transaction() as tx:
        [row] = (await tx.execute(select(crowns))).all()
        assert (row.user, row.character, row.game, row.match, row.at) == (ADA, "kit", "artbot", first, host.now())
        await matches.delete(tx, [first])
    assert await given(host) == {(ADA, "kit")}


async def test_who_leaves_or_loses_gets_none(host: Host) -> None:
    match = await started(host, game="artbot", house="kit")
    await panel_actions.leave(host, click(ADA), match)
    assert (await table_of(host, match)).row.status == "over"
    assert await given(host) == set()


async def test_crowns_are_shown_where_one_plays_and_on_the_profile(host: Host) -> None:
    await won(host)
    assert (await solo_choices(host, ADA, None, "varia")).crowns == {"kit"}
    assert (await leaderboards.profile(host, ADA, None, BEN)).crowns == {"kit"}
    assert (await leaderboards.profile(host, BEN, None, ADA)).crowns == frozenset()


async def test_a_persons_crowns_are_exported_and_deleted_with_the_rest(host: Host) -> None:
    await won(host)
    [told] = (await privacy.told(host, ADA))["characters beaten"]
    assert (told["character"], told["game"]) == ("kit", "artbot")
    await privacy.forget(host, ADA)
    assert await given(host) == set()


def test_the_highest_level_that_is_beaten_whole_frames_ones_portrait() -> None:
    of = {level: [key for key, each in CHARACTERS.items() if each == level] for level in ("easy", "normal", "hard")}
    assert level_beaten(()) is None
    assert level_beaten(of["easy"][1:]) is None
    assert level_beaten(of["easy"]) == "easy"
    assert level_beaten([*of["hard"], *of["easy"]]) == "hard"
    assert level_beaten([*of["hard"][1:], *of["easy"], *of["normal"]]) == "normal"
