"""The panel behind My hand stays up to date by itself, until it falls asleep; so does the hand in direct messages."""

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import func, select

from bot.storage.schema import panel_tokens, surfaces
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.widgets import HERE
from bot.ui.texts.words import Words
from engine.registry import GAMES
from sandbox.seen import Message
from tests.e2e import panel_looks
from tests.e2e.database_reader import Records
from tests.e2e.panel_matches import PanelMatch
from tests.e2e.panel_players import ASLEEP, Living, PanelReader
from tests.e2e.panel_table import PAGE, SETTINGS, Setting, faults, page, rows
from tests.e2e.photographed_match import MOMENTS
from tests.e2e.players import Player, Room, both_doors, find, found, news, offered
from tests.support.discord import Stage

TOKEN_LIFE: Final = 15 * 60.0
"""Seconds for which Discord accepts an interaction's token."""

STEP: Final = 60.0
"""Seconds by which the clock moves when nobody can act: less than a panel needs to fall asleep and be forgotten."""

MOMENT: Final = 10.0
"""Seconds by which the clock moves until something that failed is tried again."""

MANY: Final = 1000
"""More requests than the bot makes here."""

BELOW, ELSEWHERE = Words(None)("panel.replaced.below"), Words(None)("panel.replaced")
"""What a panel says whose place another message has taken."""

SHORTEST: Final = Setting("artbot", 1, "thread", "live")
"""The match of the table that is played again here."""

FEW: Final = 9
"""The clicks for which a match of another game is played here."""


async def tokens(room: Room) -> int:
    """The number of stored tokens."""
    async with room.reading() as connection:
        return int(await connection.scalar(select(func.count()).select_from(panel_tokens)) or 0)


async def replaced(room: Room) -> list[bool]:
    """For each replaced panel that has not said so yet, whether it has been told to."""
    async with room.reading() as connection:
        stale = select(surfaces.c.wanted > surfaces.c.shown).where(surfaces.c.kind == "replaced")
        return list(map(bool, await connection.scalars(stale)))


async def opened_again(player: Living) -> tuple[Message, Message]:
    """Have a player press My hand although a panel is open; return that panel and the new one."""
    old = player.open
    player.dismiss()
    new = await player.look()
    assert new is not None
    assert new.id != old.id
    return old, new


async def says_in(player: Player, panel: Message, text: str) -> None:
    """Wait until a panel says no more than a line, and has no buttons."""
    await player.person.until(lambda: player.person.now(panel).text == text, text)
    assert player.person.now(panel).buttons == []


async def opened(stage: Stage, folder: Path) -> tuple[Room, Living, Living]:
    """Begin a match of two, whose panels are opened once; the first of the two has a question.

    Whoever joined had a hand before, which then only says where the hand is now.
    """
    room = await Room.opened(stage, folder, seed=6)
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.seated("probe", people)
    players = [Living(room, person, match) for person in people]
    await room.calm([*players])
    ada, ben = people
    (joined,) = [each for each in ben.seen() if each.ephemeral and find(each, "help") is not None]
    panels = [await player.look() for player in players]
    await says_in(players[1], joined, ELSEWHERE)
    assert [find(each, "help") is not None for each in ada.seen() if each.ephemeral] == [True], "who did not join"
    while await tokens(room) > len(players):
        await room.calm([*players])
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


@both_doors
async def test_an_old_panel_says_where_the_hand_is_now(stage: Stage, tmp_path: Path) -> None:
    room, first, second = await opened(stage, tmp_path)
    old, new = await opened_again(first)
    await says_in(first, old, BELOW)
    assert offered(first.person.now(new))
    while await tokens(room) > 2:
        await room.calm([first, second])
    await first.act()
    await room.calm([first, second])
    assert first.person.now(old).text == BELOW


@both_doors
async def test_panels_opened_quickly_one_after_another_all_say_so(stage: Stage, tmp_path: Path) -> None:
    room, first, second = await opened(stage, tmp_path)
    await room.client.fault(method="PATCH", path="/webhooks/*", status=503, times=2)
    oldest, older = await opened_again(first)
    _, new = await opened_again(first)
    for old in (oldest, older):
        while first.person.now(old).text != BELOW:
            room.advance(MOMENT)
            await room.calm([first, second])
    assert offered(first.person.now(new))


@both_doors
async def test_an_old_panel_says_so_after_a_restart(stage: Stage, tmp_path: Path) -> None:
    room, first, second = await opened(stage, tmp_path)
    await room.client.fault(method="PATCH", path="/webhooks/*", status=503, times=MANY)
    old, new = await opened_again(first)
    while await replaced(room) != [True]:
        await room.calm([first, second])
    await room.bot.kill()
    assert find(first.person.now(old), "help")
    room.sandbox.parts.faults.clear()
    room.advance(MOMENT)
    await room.start()
    await says_in(first, old, BELOW)
    assert offered(first.person.now(new))


@both_doors
async def test_an_old_panel_whose_token_has_run_out_stays_and_nothing_is_lost(stage: Stage, tmp_path: Path) -> None:
    room, first, second = await opened(stage, tmp_path)
    await room.client.fault(method="PATCH", path="/webhooks/*", status=401, code=50027, times=4)
    old, new = await opened_again(first)
    before = first.person.now(old)
    while await tokens(room) > 2:
        await room.calm([first, second])
        room.advance(MOMENT)
    assert first.person.now(old) == before
    assert await replaced(room) == []
    there = first.person.now(new)
    assert await first.click(there, *offered(there)[0][:2])
    assert first.open.id == new.id


@both_doors
async def test_a_panel_that_is_woken_takes_the_hand_back(stage: Stage, tmp_path: Path) -> None:
    room, first, _ = await opened(stage, tmp_path)
    old = first.open
    room.advance(TOKEN_LIFE - 60)
    while await tokens(room):
        await room.calm([first])
    _, new = await opened_again(first)
    assert ASLEEP in first.person.now(old).text
    woken = await first.person.click(first.person.now(old), found(first.person.now(old), "refresh"))
    assert woken.message is not None
    await says_in(first, new, ELSEWHERE)
    assert offered(first.person.now(old))


async def skipping(room: Room, players: Sequence[Living]) -> tuple[Living, Message, str]:
    """Play until somebody may pass in advance; return that player, the menu behind More, and its button for it."""
    for player in cycle(players):
        if offered(player.open):
            assert find(player.open, "skip") is None
            more = await player.person.finished(await player.person.click(player.open, found(player.open, "more")))
            if (button := find(more, "skip")) is not None:
                return player, more, button
            await player.back(more)
            await player.act()
            await room.calm([*players])
    raise AssertionError


@both_doors
async def test_who_passes_in_advance_finds_that_behind_more(stage: Stage, tmp_path: Path) -> None:
    room, *players = await opened(stage, tmp_path)
    player, more, button = await skipping(room, players)
    before = player.open
    outcome = await player.person.click(more, button)
    assert outcome.kind == "update", outcome.reason
    assert button not in {each.custom_id for each in player.person.now(more).buttons}
    await room.calm([*players])
    assert player.open != before
    shown = await PanelReader(room, Records(room)).panel(player)
    assert shown.own.ahead is not None


async def test_a_card_is_read_by_a_button_of_the_panel(stage: Stage, tmp_path: Path) -> None:
    """The panel then shows the cards whose texts it lacks, and the text of one, below the same pictures."""
    room = await Room.opened(stage, tmp_path, seed=2, pictures=True)
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.open_match()
    players = [Player(room, person, match) for person in people]
    await room.calm(players)
    while (button := find(panel := await players[0].shown(), "read")) is None:
        for player in players:
            await player.act()
        await room.calm(players)
    person, chooser = people[0], str(CustomId("read", match, argument=HERE))
    asked = await person.finished(await person.click(panel, button))
    assert [select.custom_id for select in asked.selects] == [chooser]
    key, name = asked.selects[0].options[0]
    card = await person.finished(await person.select(asked, chooser, [key]))
    assert name in card.text
    assert panel.id == asked.id == card.id
    assert panel.attachments == asked.attachments == card.attachments
    await players[0].back(card)
    again = await players[0].shown()
    assert (again.text, again.buttons, again.attachments) == (panel.text, panel.buttons, panel.attachments)


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
    counted, looks = rows(PAGE.read_text("utf-8")), panel_looks.rows(PAGE.read_text("utf-8"))
    assert faults(counted) == []
    assert [row.setting for row in counted] == [*SETTINGS]
    assert page(counted, looks) == PAGE.read_text("utf-8")


def test_photographed_panels_keep_the_limits() -> None:
    measured = panel_looks.rows(PAGE.read_text("utf-8"))
    assert [fault for row in measured for fault in row.faults()] == []
    assert {(row.game, row.surface) for row in measured} >= {(game, name) for game in GAMES for name in MOMENTS[game]}
