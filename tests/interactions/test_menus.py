"""The commands in the menu of a person: Challenge, Profile and Trade do what /play, /profile and /trade do.

The same goes through a process and a socket in `tests/e2e/test_short_walks.py`.
"""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.ui.messages.custom_ids import parse
from sandbox.client import Refused
from tests.e2e.chat_page import Screen, open_page
from tests.e2e.players import Player, begin, both_doors, find, found, play_out
from tests.interactions.room import Room
from tests.support.browser import PATIENCE, needs_chromium, open_browser
from tests.support.discord import Stage
from tests.support.people import PLAYED_WORLD

WIDE, PHONE = 1700, 390
TURNS = 4
"""After how many turns the match of a challenge ends; whole ones are in `tests/e2e/test_match.py`."""


async def test_a_challenge_from_the_menu_is_a_challenge_by_command(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    await room.shorten("varia", TURNS)
    ada, ben, cleo = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    asked = await ada.finished(await ada.context_menu("Challenge", "Ben"))
    invited = await ben.wait_for(lambda each: each.id == asked.id)
    assert invited.pings_me
    refused = await cleo.click(invited, found(invited, "join"))
    assert refused.message is not None
    assert refused.message.ephemeral
    await ben.click(invited, found(invited, "join"))
    match = await begin(ada, asked)
    players = [Player(room, person, match) for person in (ada, ben)]
    await play_out(room, players, live=True)
    assert (await room.row(match)).options["turn_cap"] == TURNS
    shown = await cleo.finished(await cleo.context_menu("Profile", "Ben"))
    typed = await cleo.finished(await cleo.slash("profile", person=ben))
    assert shown.ephemeral
    assert shown.text == typed.text
    offered = await ada.finished(await ada.context_menu("Trade", "Ben"))
    typed = await ada.finished(await ada.slash("trade", person=ben))
    assert offered.ephemeral
    assert offered.text == typed.text
    posted = await ada.finished(await ada.click(offered, found(offered, "tradepost")))
    assert found(posted, "tradegive")


@both_doors
async def test_nobody_challenges_or_trades_with_oneself_or_a_bot(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    ada = await room.client.person("Ada")
    for target in ("Ada", str(room.sandbox.parts.world.bot_id)):
        for name, command, option in (("Challenge", "play", "opponent"), ("Trade", "trade", "person")):
            chosen = await ada.finished(await ada.context_menu(name, target))
            typed = await ada.finished(await ada.slash(command, options={option: target}))
            assert chosen.ephemeral
            assert chosen.text == typed.text


async def test_what_takes_a_server_is_in_no_menu_of_direct_messages(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    ada = await room.client.person("Ada")
    direct = await ada.open_dm()
    for name in ("Challenge", "Trade"):
        with pytest.raises(Refused):
            await ada.context_menu(name, "Ada", direct)
    assert (await ada.context_menu("Profile", "Ada", direct)).kind == "message"


@needs_chromium
@pytest.mark.parametrize("width", [WIDE, PHONE])
async def test_a_person_is_challenged_from_the_list_of_members(stage: Stage, tmp_path: Path, width: int) -> None:
    room = await Room.opened(stage, tmp_path, seed=6)
    browser = await stage.enter(open_browser())
    page = await open_page(browser, room, "Ada", width=width)
    ada = Screen(page, "Ada", 6)
    greeting = ada.log.locator("article", has_text="Play now")
    await expect(greeting.locator("button[data-custom-id]")).to_have_count(3)
    if width == PHONE:
        await ada.seat.locator("[data-action=members]").click()
    await ada.seat.locator("[data-member=ben]").click(button="right")
    await expect(ada.seat.locator("[data-item=Profile]")).to_be_visible()
    await ada.seat.locator("[data-item=Challenge]").click()
    lobby = ada.log.locator("article", has=page.locator('button[data-custom-id^="1.join."]')).last
    await expect(lobby).to_contain_text(dict(PLAYED_WORLD.display_names)["Ben"], timeout=PATIENCE)
    await expect(ada.seat.locator("[data-member=ben]")).to_be_visible(visible=width == WIDE)
    await ada.log.locator("[data-person=Tableside]").first.click(button="right")
    await expect(ada.seat.locator("[data-item=Mention]")).to_be_visible()


async def test_whoever_has_several_matches_chooses_the_hand_by_a_button(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3, pictures=False)
    ada = await room.client.person("Ada")
    begun = []
    for game in ("artbot", "zarcana"):
        table = await ada.finished(await ada.slash("play", game=game, house="pip", pace="daily"))
        begun.append(await begin(ada, table))
    asked = await ada.finished(await ada.slash("hand"))
    assert sorted(parse(str(each.custom_id)).number for each in asked.buttons) == begun
    shown = await ada.finished(await ada.click(asked, str(asked.buttons[-1].custom_id)))
    assert find(shown, "help") is not None
    assert f"match {parse(str(asked.buttons[-1].custom_id)).number}" in shown.text
