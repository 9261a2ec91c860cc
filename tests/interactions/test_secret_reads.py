"""Who reads a match: its players, and anyone who may read its channel. And what nobody may read before its time.

The same goes through a process and a socket in `tests/e2e/test_forging.py`.
"""

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from bot.host.decks.choices import ready_decks
from bot.host.kernel.host import Host
from bot.host.match import panel_actions as play
from bot.host.tournament import tournament
from bot.storage import tournaments
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from tests.e2e.foreign_rows import WORLD, Maker, Rows, click, opened_host, settle
from tests.e2e.interaction_forger import Forger
from tests.e2e.players import both_doors
from tests.e2e.secrecy import BEFORE_THE_START, find, flat
from tests.interactions.room import Room
from tests.interactions.test_door import Act, Kind, actions, commands, place, sent
from tests.support.discord import Stage

NO_MATCH: Final = Words(None).plain("panel.no_match")

READING: Final = {
    "board", "log", "verify", "more", "rules", "piles", "now", "help", "why", "leave", "join", "watch", "table", "fork",
    "option", "link", "unlink", "rewatch", "unname", "/match show", "/match log", "/match export",
    "/match replay", "/match fork", "/match review", "/match leave", "/hand",
}  # fmt: skip
"""Every door to what a match shows."""


def readings(rows: Rows, owner: int) -> Iterator[Act]:
    yield from (act for act in (*actions(rows, owner), *commands(rows, owner)) if act.name in READING)


async def told(forger: Forger, act: Act) -> str:
    """What somebody is told."""
    outcome = await act.do(forger)
    return outcome.message.text if outcome.message is not None else outcome.kind


@both_doors
@pytest.mark.timeout(120)
async def test_a_match_of_a_private_channel_is_read_by_nobody_else_from_nowhere(stage: Stage, tmp_path: Path) -> None:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    make = Maker(host, room, "vault")
    rows = Rows(make.guild, make.channel)
    rows.running = await make.match("Ada", "Ben")
    rows.over = await make.finished("Ada", "Ben")
    rows.lobby = await make.lobby("Ada")
    await host.database.close()
    room.environment = {"TEST_PATIENCE": "10"}
    await room.start()
    await room.quiet(await room.client.person("Ada"))
    world = room.sandbox.parts.world
    ada = world.people["Ada"]
    outside = (Kind("", "Cleo", "lobby"), Kind("", "Finn", "bar"), Kind("", "Eve", "bar"), Kind("", "Cleo", None))
    leaks = [
        (kind.person, kind.channel, act.name, text)
        for kind in outside
        for act in readings(rows, ada)
        if (text := await told(Forger(room, world.people[kind.person], place(room, kind)), act)) != NO_MATCH
    ]
    assert leaks == []
    # Its players read it from anywhere, and so does a guest whom the channel lets in, by one look-up.
    ben = Forger(room, world.people["Ben"], place(room, Kind("", "Ben", None)))
    await room.client.permit(rows.channel, "Eve", "view_channel", allowed=True)
    eve = Forger(room, world.people["Eve"], place(room, Kind("", "Eve", "bar")))
    open_to_readers = [
        act for act in readings(rows, ada) if act.name in {"board", "log", "piles", "/match export", "/match replay"}
    ]
    assert NO_MATCH not in [await told(forger, act) for forger in (ben, eve) for act in open_to_readers]
    await room.client.permit(rows.channel, "Eve", "read_message_history", allowed=False)
    assert {await told(eve, act) for act in open_to_readers} == {NO_MATCH}


@both_doors
async def test_nobody_reads_by_the_rights_in_a_channel_that_is_hidden_from_the_bot(
    stage: Stage, tmp_path: Path
) -> None:
    """Discord documentation, "Channel: Obfuscated Channels": what is told of such a channel is not true.

    Not even the server's owner, for whom it makes no difference, reads a match by it.
    """
    room, act = await one_match(stage, tmp_path, WORLD, "Ben", "Gus")
    ada = Forger(room, room.sandbox.parts.world.people["Ada"], place(room, Kind("", "Ada", "lobby")))
    vault = (await room.client.person("Ada")).channel_id("vault")
    assert await told(ada, act) != NO_MATCH
    await room.client.permit(vault, "bot", "view_channel", allowed=False)
    assert await told(ada, act) == NO_MATCH
    await room.client.permit(vault, "bot", "view_channel", allowed=True)
    assert await told(ada, act) != NO_MATCH


@both_doors
async def test_the_chat_of_a_voice_channel_is_read_by_those_who_may_connect(stage: Stage, tmp_path: Path) -> None:
    """Discord documentation, "Message: Get Channel Messages": in a voice channel it takes CONNECT as well."""
    channels = (ChannelDescription("lobby"), ChannelDescription("vault", kind="voice"))
    world = WorldDescription(people=("Ada", "Ben", "Cleo"), guilds=(GuildDescription("Inn", channels),))
    room, act = await one_match(stage, tmp_path, world, "Ada", "Ben")
    cleo = Forger(room, room.sandbox.parts.world.people["Cleo"], place(room, Kind("", "Cleo", "lobby")))
    assert await told(cleo, act) != NO_MATCH
    await room.client.permit((await room.client.person("Ada")).channel_id("vault"), "Cleo", "connect", allowed=False)
    assert await told(cleo, act) == NO_MATCH


async def one_match(stage: Stage, folder: Path, world: WorldDescription, *names: str) -> tuple[Room, Act]:
    """Return a room with one match in the vault, and what shows its board."""
    room = await Room.prepared(stage, folder, seed=3, world=world)
    host = await opened_host(room)
    make = Maker(host, room, "vault")
    number = await make.match(*names)
    await host.database.close()
    room.environment = {"TEST_PATIENCE": "10"}
    await room.start()
    rows = Rows(make.guild, make.channel, number, number, number)
    return room, next(act for act in readings(rows, 0) if act.name == "board")


async def test_a_match_is_closed_by_the_rights_in_its_own_channel(stage: Stage, tmp_path: Path) -> None:
    """Somebody who moderates one channel closed what was played in another."""
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    make = Maker(host, room, "vault")
    first, second = await make.match("Ada", "Ben"), await make.match("Ada", "Ben")
    await host.database.close()
    room.environment = {"TEST_PATIENCE": "10"}
    await room.start()
    ben = await room.client.person("Ben")
    await room.client.permit(ben.channel_id("lobby"), "Ben", "manage_messages", allowed=True)
    refused = await ben.slash("moderate close", "lobby", match=first, reason="because")
    assert refused.message is not None
    assert "in the match's channel" in refused.message.text
    assert (await room.row(first)).status == "running"
    await room.client.permit(ben.channel_id("lobby"), "Ben", "manage_messages", allowed=False)
    await room.client.permit(make.channel, "Ben", "manage_messages", allowed=True)
    for match in (first, second):
        asked = await ben.slash("moderate close", "vault", match=match, reason="because")
        await ben.submit_modal(asked, {"reason": "because"})
        assert (await room.row(match)).status == "closed"


@pytest.mark.timeout(120)
async def test_no_door_uncovers_a_hidden_deck_after_the_first_game(stage: Stage, tmp_path: Path) -> None:
    """A deck's name, a card of it that nobody was shown, and the secret are looked for in all that others are told."""
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD, pictures=True)
    host = await opened_host(room)
    make = Maker(host, room, "lobby")
    number = await make.tournament("Ada", "Ada", "Ben", hidden="yes", best_of="3", format="single")
    unseen = await plant(host, number, make.people["Ada"])
    await make.begin("Ada", number)
    series = (await tournament.look(host, number)).series[0].id
    async with host.database.reading() as connection:
        ((game, _),) = await tournaments.matches_of(connection, series)
    await play.leave(host, click(make.people["Ben"]), game)
    await settle(host)
    await host.database.close()
    room.environment = {"TEST_PATIENCE": "10", **room.with_pages()}
    await room.start()
    await room.quiet(await room.client.person("Ada"))
    row = await room.row(game)
    assert row.status == "over"
    shown = str(await room.facts(game))
    hidden = {"Ada's Surprise", row.secret.hex(), *(name for name in unseen if name not in shown)}
    assert len(hidden) > 2, "some card of the deck is in no other and was not shown"
    rows = Rows(make.guild, make.channel, game, game, game, game, number, number, number, number, series)
    assert [leak for name in ("Cleo", "Ben") for leak in await leaks(room, name, rows, hidden)] == []
    assert await page_leaks(room, "Ada", rows, hidden) == set()
    assert await page_leaks(room, "Ada", rows, {*hidden, "Player 2"}) == {"Player 2"}, "what is there is found"


async def plant(host: Host, number: int, user: int) -> set[str]:
    """Give somebody a deck of another class, with a name of its own; return its cards that are in no other deck."""
    async with host.database.transaction() as tx:
        row = await tournaments.get(tx, number)
        assert row is not None
        rows = await tournaments.entrants_of(tx, number)
        decks = {entrant.user: entrant.deck or {"cards": {}} for entrant in rows}
        own = next(entrant for entrant in rows if entrant.user == user)
        others = {card for each, deck in decks.items() if each != user for card in deck["cards"]}
        ready = [each.stored for each in await ready_decks(host, tx, row.game, row.sets, row.options)]
        own.deck = {**next(deck for deck in ready if set(deck["cards"]) - others), "name": "Ada's Surprise"}
        await tournaments.change_entrant(tx, own)
        cards = await host.cards(tx, row.game, row.sets)
    return {cards.name(card) for card in own.deck["cards"] if card not in others}


async def leaks(room: Room, name: str, rows: Rows, hidden: set[str]) -> list[tuple[str, str, str]]:
    """Do everything that there is to do, and return where something hidden was told."""
    world = room.sandbox.parts.world
    ada = world.people["Ada"]
    forger = Forger(room, world.people[name], rows.channel)
    everything = [*actions(rows, ada), *commands(rows, ada), sent("profile", ada, rows.channel, {"person": str(ada)})]
    found = set()
    for act in (each for each in everything if each.name not in {"tleave", "/tournament drop"}):  # they would end it
        outcome = await act.do(forger)
        raw = [] if outcome.message is None else [outcome.message.raw]
        raw = [each for each in raw if not BEFORE_THE_START.search(flat(each))]
        files = [] if outcome.message is None else outcome.message.attachments
        contents = [(world.file(file["url"]) or b"").decode(errors="replace") for file in files]
        found |= {(name, act.name, each) for each, _ in find([*raw, *contents], hidden)}
    return sorted(found)


async def page_leaks(room: Room, name: str, rows: Rows, hidden: set[str]) -> set[str]:
    """Make a link to a match's page, and return what is hidden and told at any address below it."""
    forger = Forger(room, room.sandbox.parts.world.people[name], rows.channel)
    made = await forger.click(str(CustomId("link", rows.over)))
    assert made.message is not None, made.reason
    (address,) = [each.url for each in made.message.buttons if each.url]
    found = set()
    async with aiohttp.ClientSession() as session:
        for part in ("", "/trophy.png", "/match.json"):
            async with session.get(f"{address}{part}") as answer:
                told = [dict(answer.headers), unescape((await answer.read()).decode(errors="replace"))]
                assert part or answer.status == 200, told
                found |= {each for each, _ in find(told, hidden)}
    return found
