"""`/settings`: the whole of it on a phone by somebody who manages the server, and none of it by anybody else.

The same goes through a process and a socket in `tests/e2e/test_permissions.py`.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import expect

from bot.storage import people
from bot.storage.people import GuildRow
from bot.ui.messages.custom_ids import CustomId, parse
from bot.ui.people.settings import PAGES
from bot.ui.texts.words import Words
from bot.ui.tournaments.setup import TIMES
from sandbox.client import Person, Refused
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from sandbox.seen import Message
from tests.e2e.chat_page import open_page
from tests.e2e.players import found
from tests.interactions.room import Room
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import Stage

WORDS: Final = Words(None)
PHONE: Final = 390
WORLD: Final = WorldDescription(
    people=("Ada", "Ben"),
    guilds=(GuildDescription("Inn", tuple(map(ChannelDescription, ("lobby", "cards", "log"))), ("Ada", "Ben")),),
)


@pytest.fixture
async def room(stage: Stage, tmp_path: Path) -> Room:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    await room.start()
    return room


async def page_of(ada: Person, panel: Message, page: str) -> Message:
    return await ada.finished(await ada.click(panel, str(CustomId("guildpage", argument=page))))


async def chosen(ada: Person, panel: Message, ending: str, *values: object) -> Message:
    """Choose in the select whose custom id ends so."""
    custom_id = next(each.custom_id for each in panel.selects if each.custom_id.endswith(ending))
    return await ada.finished(await ada.select(panel, custom_id, values))


async def stored(room: Room, ada: Person) -> GuildRow:
    async with room.reading() as connection:
        return await people.guild(connection, int(ada.places["guilds"][0]["id"]))


async def test_who_manages_the_server_sees_its_numbers_unless_it_does_not_want_to_be_counted(room: Room) -> None:
    """Issue 55."""
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    told = await ada.finished(await ada.slash("stats"))
    assert "Matches begun" in told.text
    assert [each["filename"] for each in told.attachments] == ["stats.csv"]
    assert "/stats" in (await ada.finished(await ada.slash("help"))).text
    assert "/stats" not in (await ben.finished(await ben.slash("help"))).text
    panel = await page_of(ada, await ada.finished(await ada.slash("settings")), "server")
    await chosen(ada, panel, ".guild.0..0.numbers", "no")
    assert "Nothing is counted" in (await ada.finished(await ada.slash("stats"))).text


async def test_who_manages_the_server_sets_it_up_and_nobody_else(room: Room) -> None:
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    panel = await ada.finished(await ada.slash("settings"))
    for page in PAGES[1:]:
        panel = await page_of(ada, panel, page)
    panel = await page_of(ada, panel, "games")
    panel = await chosen(ada, panel, "guildgame.0..0.", "varia")
    panel = await chosen(ada, panel, ".varia pace", "daily")
    panel = await chosen(ada, panel, ".guildsets.0..0.varia", "wayfarers", "mistbinder")
    option = await chosen(ada, panel, ".guildoption.0..0.varia", "turn_cap")
    asked = await ada.click(option, found(option, "guildnumber"))
    panel = await ada.finished(await ada.submit_modal(asked, {"number": "30"}))
    option = await chosen(ada, panel, ".guildoption.0..0.varia", "format")
    panel = await chosen(ada, option, ".varia option format", "Open")
    server = await stored(room, ada)
    assert server.defaults == {"varia": {"pace": "daily", "options": {"turn_cap": 30}, "format": "Open"}}
    assert "mistbinder" not in server.closed["varia"]
    assert len(server.closed["varia"]) > 2
    done = await ada.finished(await ada.click(panel, found(panel, "guilddone")))
    again = await ada.finished(await ada.click(done, found(done, "guildpage")))
    assert {parse(each.custom_id).action for each in again.selects} == {"guild"}
    for name in ("settings", "me settings"):
        outcome = await (ada if name == "settings" else ben).autocomplete(name, "timezone", "berl")
        assert [value for _, value in outcome.choices] == ["Europe/Berlin"]
    await ada.finished(await ada.slash("settings", timezone="Europe/Berlin"))
    assert (await stored(room, ada)).timezone == "Europe/Berlin"
    await ada.finished(await ada.slash("play", game="varia"))
    row = await room.row(1)
    assert (row.pace, row.options["turn_cap"], len(row.sets)) == ("daily", 30, 2)
    with pytest.raises(Refused):
        await ben.slash("settings", timezone="Asia/Tokyo")
    assert (await stored(room, ada)).timezone == "Europe/Berlin"


async def test_a_tournaments_start_is_typed_by_the_servers_clock(room: Room) -> None:
    ada = await room.client.person("Ada")
    await ada.finished(await ada.slash("settings", timezone="Asia/Tokyo"))
    panel = await ada.finished(await ada.slash("tournament create", title="Cup", game="artbot"))
    panel = await ada.finished(await ada.click(panel, f"1.tpage.1..0.{TIMES}"))
    asked = await ada.click(panel, found(panel, "ttime"))
    refused = (await ada.submit_modal(asked, {"text": "tomorrow evening"})).message
    assert refused is not None
    assert refused.ephemeral
    asked = await ada.click(panel, found(panel, "ttime"))
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    panel = await ada.finished(await ada.submit_modal(asked, {"text": f"{tomorrow:%Y-%m-%d} 20:00"}))
    evening = tomorrow.replace(hour=11, minute=0, second=0, microsecond=0)
    assert f"<t:{int(evening.timestamp())}:f>" in panel.text


async def test_a_channel_is_chosen_only_if_the_bot_may_post_there(room: Room) -> None:
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    log = ada.channel_id("log")
    panel = await page_of(ada, await ada.finished(await ada.slash("settings")), "server")
    await room.client.permit(log, "bot", "embed_links", allowed=False)
    refused = (await ada.select(panel, str(CustomId("guild", argument="log")), [log])).message
    assert refused is not None
    assert f"**{WORDS.plain('permission.embed_links')}**" in refused.text
    assert (await stored(room, ada)).log is None
    await room.client.permit(log, "bot", "embed_links", allowed=True)
    await chosen(ada, panel, "guild.0..0.log", log)
    assert (await stored(room, ada)).log == log
    await ada.finished(await ada.slash("play", game="varia", opponent=ben))
    await ada.submit_modal(await ada.slash("moderate close", match=1, reason="A quarrel"), {"reason": "A quarrel"})
    line = await ada.wait_for(lambda each: each.channel_id == log and "A quarrel" in each.text)
    assert not line.pings_me
    await room.client.delete_channel(log)
    await ada.wait_for(lambda each: each.channel_id == ada.dm_id and f"<#{log}>" in each.text)
    assert (await stored(room, ada)).log is None


async def test_a_channel_without_permissions_is_not_chosen_without_a_warning(room: Room) -> None:
    ada = await room.client.person("Ada")
    cards, lobby = ada.channel_id("cards"), ada.channel_id("lobby")
    await room.client.permit(cards, "bot", "attach_files", allowed=False)
    panel = await chosen(ada, await ada.finished(await ada.slash("settings")), "guild.0..0.channels", cards, lobby)
    assert (await stored(room, ada)).channels == [cards, lobby]
    (warning,) = [line for line in panel.text.splitlines() if f"**{WORDS.plain('permission.attach_files')}**" in line]
    assert f"<#{cards}>" in warning
    assert f"<#{lobby}>" not in warning
    await room.client.permit(cards, "bot", "attach_files", allowed=True)
    panel = await chosen(ada, panel, "guild.0..0.channels", cards, lobby)
    assert f"<#{cards}>" not in panel.text


@needs_chromium
async def test_a_phone_shows_all_settings(room: Room, stage: Stage) -> None:
    """Each page fits the width of a phone."""
    ada = await room.client.person("Ada")
    browser = await stage.enter(open_browser())
    page = await open_page(browser, room, "Ada", width=PHONE)
    panel = await ada.finished(await ada.slash("settings"))
    for name in PAGES:
        if name != PAGES[0]:
            panel = await page_of(ada, panel, name)
        button = page.locator(f'button[data-custom-id="{CustomId("guildpage", argument=name)}"]').last
        await expect(button).to_be_disabled()
        await button.scroll_into_view_if_needed()
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE
