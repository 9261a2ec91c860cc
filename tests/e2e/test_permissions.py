"""Where the bot may host: each door that posts asks for what its kind of place takes, and says what is missing."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from bot.messenger.permissions import NAMES, THREADS
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words
from sandbox.client import Person
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from sandbox.seen import Outcome
from tests.e2e.interaction_forger import Forger
from tests.e2e.operator_shell import run
from tests.e2e.players import Player, Room, find, found, play_out
from tests.e2e.tournament_panels import set_up
from tests.support.discord import Stage

WORDS: Final = Words(None)
WORLD: Final = WorldDescription(
    people=("Ada", "Ben"),
    guilds=(
        GuildDescription(
            "Inn",
            (*map(ChannelDescription, ("lobby", "cards", "talk")), ChannelDescription("voice", kind="voice")),
            ("Ada", "Ben"),
        ),
    ),
)

Door = Callable[[Room, Person, int], Awaitable[Outcome]]

DOORS: Final[dict[str, Door]] = {
    "/play": lambda _, ada, place: ada.slash("play", place, game="varia"),
    "Challenge": lambda _, ada, place: ada.context_menu("Challenge", "Ben", place),
    "Anyone may join": lambda room, ada, place: Forger(room, ada.id, place).click(
        str(CustomId("anyone", argument="varia"))
    ),
    "/tournament create": lambda _, ada, place: ada.slash("tournament create", place, title="Cup", game="varia"),
}
"""Every command and button by which something is begun that the bot posts about in the place where it is asked for."""

IN_A_CHANNEL: Final = set(NAMES) - {"view_channel", "connect"}
IN_A_THREAD: Final = IN_A_CHANNEL - {"send_messages", "create_public_threads"}
IN_A_VOICE_CHANNEL: Final = IN_A_CHANNEL - set(THREADS) | {"connect"}
"""What is asked for; without View Channel nobody hears a command there in the first place."""


async def room_of(stage: Stage, folder: Path) -> tuple[Room, Person]:
    room = await Room.prepared(stage, folder, seed=3, world=WORLD)
    room.environment = {"TEST_PATIENCE": "8"}
    await room.start()
    return room, await room.client.person("Ada")


async def thread_of(room: Room, ada: Person) -> int:
    """A thread that is nobody's match."""
    message = await ada.write("here", "cards")
    made = room.sandbox.parts.world.backend.create_thread(message.channel_id, "aside", ada.id, message_id=message.id)
    await ada.until(lambda: any(int(each["id"]) == made.id for each in ada.threads), "the thread")
    return made.id


async def refused(room: Room, ada: Person, place: int, door: str, *, channel: str = "cards") -> set[str]:
    """The permissions by which a door refuses, one denied at a time in the channel that the place belongs to."""
    found, channel_id = set(), ada.channel_id(channel)
    for name in sorted(set(NAMES) - {"view_channel"}):
        await room.client.permit(channel_id, "bot", name, allowed=False)
        outcome = await DOORS[door](room, ada, place)
        assert outcome.message is not None, outcome.reason
        if f"**{WORDS.plain(f'permission.{name}')}**" in outcome.message.text:
            assert f"<#{place}>" in outcome.message.text
            found.add(name)
        await room.client.permit(channel_id, "bot", name, allowed=True)
    return found


@pytest.mark.parametrize("name", DOORS)
async def test_every_door_asks_for_what_its_kind_of_place_takes(stage: Stage, tmp_path: Path, name: str) -> None:
    """Discord documentation, "Permissions" and "Threads": in a thread Send Messages has no effect."""
    room, ada = await room_of(stage, tmp_path)
    assert await refused(room, ada, ada.channel_id("cards"), name) == IN_A_CHANNEL


@pytest.mark.parametrize("name", DOORS)
async def test_every_door_asks_in_a_thread_for_what_a_thread_takes(stage: Stage, tmp_path: Path, name: str) -> None:
    room, ada = await room_of(stage, tmp_path)
    assert await refused(room, ada, await thread_of(room, ada), name) == IN_A_THREAD


async def test_the_chat_of_a_voice_channel_takes_connect(stage: Stage, tmp_path: Path) -> None:
    """Discord documentation, "Permissions: Implicit Permissions": without it nothing can be done there."""
    room, ada = await room_of(stage, tmp_path)
    there = await refused(room, ada, ada.channel_id("voice"), "/play", channel="voice")
    assert there == IN_A_VOICE_CHANNEL


async def test_a_server_without_threads_needs_no_permission_for_them(stage: Stage, tmp_path: Path) -> None:
    room, ada = await room_of(stage, tmp_path)
    await setting(ada, "threads", "no")
    for name in THREADS:
        await room.client.permit(ada.channel_id("cards"), "bot", name, allowed=False)
    opened = await ada.slash("play", "cards", game="varia")
    assert opened.message is not None
    assert found(opened.message, "join")


async def setting(ada: Person, name: str, *values: object) -> None:
    """Change one of the server's settings."""
    panel = await ada.finished(await ada.slash("settings"))
    await ada.select(panel, str(CustomId("guild", argument=name)), values)


async def test_a_tournament_is_not_announced_where_nothing_could_be_said(stage: Stage, tmp_path: Path) -> None:
    """Found by trying: with Send Messages denied it was "announced", and nobody ever saw it."""
    room, ada = await room_of(stage, tmp_path)
    panel = await set_up(room, "Cup", ("preset", "duel"))
    await room.client.permit(panel.channel_id, "bot", "send_messages", allowed=False)
    draft = panel
    for place in ("lobby", "talk"):
        draft = await ada.finished(await ada.slash("tournament manage", place))
        refusal = await ada.click(draft, found(draft, "tannounce"))
        assert refusal.message is not None
        assert "**Send Messages**" in refusal.message.text
    await room.client.permit(panel.channel_id, "bot", "send_messages", allowed=True)
    await ada.click(draft, found(draft, "tannounce"))
    await ada.wait_for(lambda each: "Cup" in each.text and not each.ephemeral, "lobby")


async def test_a_tournament_is_not_announced_in_a_channel_that_is_hidden_from_the_bot(
    stage: Stage, tmp_path: Path
) -> None:
    """Discord documentation, change log, 12 August 2026: the channel is in no list that the bot gets."""
    room, ada = await room_of(stage, tmp_path)
    panel = await set_up(room, "Cup", ("preset", "duel"))
    await room.client.permit(panel.channel_id, "bot", "view_channel", allowed=False)
    draft = await ada.finished(await ada.slash("tournament manage", "talk"))
    refusal = await ada.click(draft, found(draft, "tannounce"))
    assert refusal.message is not None
    assert "**View Channel**" in refusal.message.text
    assert f"<#{panel.channel_id}>" in refusal.message.text


async def test_another_match_is_not_asked_for_where_nothing_could_be_said(stage: Stage, tmp_path: Path) -> None:
    room, ada = await room_of(stage, tmp_path)
    ben = await room.client.person("Ben")
    match = await room.seated("probe", [ada, ben])
    await play_out(room, [Player(room, person, match) for person in (ada, ben)])
    end = await ada.wait_for(lambda each: find(each, "rematch") is not None)
    await room.client.permit(ada.here, "bot", "embed_links", allowed=False)
    refusal = await ada.click(end, found(end, "rematch"))
    assert refusal.message is not None
    assert "**Embed Links**" in refusal.message.text


async def test_games_are_opened_in_the_allowed_channels_and_in_their_threads(stage: Stage, tmp_path: Path) -> None:
    room, ada = await room_of(stage, tmp_path)
    thread, cards = await thread_of(room, ada), ada.channel_id("cards")
    await setting(ada, "channels", str(cards))
    for name, enter in DOORS.items():
        refusal = await enter(room, ada, ada.channel_id("talk"))
        assert refusal.message is not None, name
        assert f"<#{cards}>" in refusal.message.text, name
        assert not refusal.message.buttons, name
        for place in (cards, thread):
            opened = await enter(room, ada, place)
            assert opened.message is not None, name
            # A second challenge so soon is refused for another reason.
            assert opened.message.buttons or name == "Challenge", opened.message.text
            assert f"<#{cards}>" not in opened.message.text, name


async def test_doctors_name_what_is_missing_in_every_allowed_channel(stage: Stage, tmp_path: Path) -> None:
    room, ada = await room_of(stage, tmp_path)
    lobby, cards, talk = [ada.channel_id(name) for name in ("lobby", "cards", "talk")]
    await setting(ada, "channels", *map(str, (lobby, cards, talk)))
    code, said = await run(room, "doctor")
    assert code == 0, said
    assert "#lobby" in said
    await room.client.permit(cards, "bot", "attach_files", allowed=False)
    await room.client.permit(talk, "bot", "view_channel", allowed=False)
    told = await ada.finished(await ada.slash("doctor", "lobby"))
    code, said = await run(room, "doctor")
    assert code == 1
    for number, name, wanted in (
        (cards, f"#cards ({cards})", "Attach Files"),
        (talk, str(talk), "View Channel"),
    ):
        assert any(f"<#{number}>" in each and wanted in each for each in told.text.split("\n")), told.text
        assert any(name in each and wanted in each for each in said.split("\n") if each.startswith("BAD")), said
    assert "hidden" not in told.text + said
    assert not any(f"<#{lobby}>" in each for each in told.text.split("\n"))


async def test_a_doctor_names_what_is_missing_beside_a_channel_that_is_gone(stage: Stage, tmp_path: Path) -> None:
    """One allowed channel that could not be asked for silenced all that there was to say of the others."""
    room, ada = await room_of(stage, tmp_path)
    cards, talk = ada.channel_id("cards"), ada.channel_id("talk")
    await setting(ada, "channels", str(cards), str(talk))
    await room.client.permit(cards, "bot", "attach_files", allowed=False)
    await room.client.change("delay_event", event="CHANNEL_DELETE")  # the bot then takes it out of the settings
    await room.client.change("delete_channel", channel=str(talk))
    told = await ada.finished(await ada.slash("doctor", "lobby"))
    for number, wanted in ((cards, "Attach Files"), (talk, "View Channel")):
        assert any(f"<#{number}>" in each and wanted in each for each in told.text.split("\n")), told.text
