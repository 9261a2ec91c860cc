"""The panel behind My hand stays up to date by itself, until it falls asleep; so does the hand in direct messages."""

from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import func, select

from bot.storage.schema import panel_tokens
from tests.e2e.panel_matches import PanelMatch
from tests.e2e.panel_players import ASLEEP, Living
from tests.e2e.panel_table import PAGE, SETTINGS, Setting, faults, page, rows
from tests.e2e.players import Player, Room, both_doors, find, news, offered
from tests.support.discord import Stage

TOKEN_LIFE: Final = 15 * 60.0
"""Seconds for which Discord accepts an interaction's token."""

STEP: Final = 60.0
"""Seconds by which the clock moves when nobody can act: less than a panel needs to fall asleep and be forgotten."""

SHORTEST: Final = Setting("artbot", 1, "thread", "live")
"""The match of the table that is played again here."""

FEW: Final = 9
"""The clicks for which a match of another game is played here."""


async def tokens(room: Room) -> int:
    """The number of stored tokens."""
    async with room.reading() as connection:
        return int(await connection.scalar(select(func.count()).select_from(panel_tokens)) or 0)


async def opened(stage: Stage, folder: Path) -> tuple[Room, Living, Living]:
    """Begin a match of two, whose panels are opened once; the first of the two has a question."""
    room = await Room.opened(stage, folder, seed=6)
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.seated("probe", people)
    players = [Living(room, person, match) for person in people]
    await room.calm([*players])
    panels = [await player.look() for player in players]
    asked = [panel is not None and bool(offered(panel)) for panel in panels]
    first, second = sorted(players, key=lambda player: not asked[players.index(player)])
    return room, first, second


@both_doors
async def test_a_match_is_played_from_panels_alone_over_a_restart_and_a_sleep(stage: Stage, tmp_path: Path) -> None:
    room, first, second = await opened(stage, tmp_path)
    for _ in range(2):
        await first.act()
        await second.act()
    await room.bot.kill()
    await room.start()
    await first.act()
    await second.act()
    await room.calm([first, second])
    room.advance(TOKEN_LIFE - 30)
    await room.calm([first, second])
    while await tokens(room):
        await room.calm([first, second])
    while not all("is over" in player.open.text for player in (first, second)):
        if any([await player.act() for player in (first, second)]) or not await room.all_done():
            continue
        if not await news([first, second]):
            room.advance(STEP)
    assert first.woken + second.woken > 0
    assert [find(player.open, "pick") for player in (first, second)] == [None, None]


@both_doors
async def test_a_panel_that_nobody_clicks_on_shows_what_the_other_does(stage: Stage, tmp_path: Path) -> None:
    room, first, second = await opened(stage, tmp_path)
    before = second.open.text
    while second.open.text == before:
        if not await first.act():
            await room.calm([first, second])
    assert second.open.text != before


@both_doors
async def test_an_old_panel_falls_asleep_and_wakes(stage: Stage, tmp_path: Path) -> None:
    room, first, _ = await opened(stage, tmp_path)
    room.advance(TOKEN_LIFE - 60)
    while await tokens(room):
        await room.calm([first])
    assert ASLEEP in first.open.text
    assert offered(await first.look() or first.open)
    assert await tokens(room) == 1


@both_doors
async def test_a_panel_whose_token_no_longer_works_is_let_go(stage: Stage, tmp_path: Path) -> None:
    room, first, second = await opened(stage, tmp_path)
    await room.client.fault(method="PATCH", path="/webhooks/*", status=401, code=50027, times=100)
    while await tokens(room):
        await first.act()
        await room.calm([first, second])
        room.advance(10.0)
    again = await Player(room, second.person, second.match, dms=False).look()
    assert again is not None
    assert await tokens(room) == 1


async def test_a_whole_match_gives_its_row_of_the_table(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    """It is played from panels alone, over a restart, a closed panel, and a token that runs out."""
    played = await PanelMatch.begun(stage, tmp_path, SHORTEST)
    await played.play_with_everything()
    await played.stayed_in_its_place()
    counted = await played.figures()
    figures.append(str(counted))
    stale = "docs/lab/panels.md is stale: python -m tests.e2e.panel_matches --renew"
    assert str(counted) in PAGE.read_text("utf-8"), stale


@pytest.mark.parametrize(
    ("setting", "door"),
    [
        (Setting("varia", 2, "messages", "live"), "gateway"),
        (Setting("warmage", 1, "thread", "live"), "http"),
        (Setting("zarcana", 2, "messages", "live"), "http"),
    ],
)
async def test_each_click_is_shown_on_both_panels(setting: Setting, stage: Stage, tmp_path: Path) -> None:
    played = await PanelMatch.begun(stage, tmp_path, setting)
    await played.play(FEW)
    await played.stayed_in_its_place()


def test_matches_played_from_panels_keep_the_limits() -> None:
    counted = rows(PAGE.read_text("utf-8"))
    assert faults(counted) == []
    assert [row.setting for row in counted] == [*SETTINGS]
    assert page(counted) == PAGE.read_text("utf-8")
