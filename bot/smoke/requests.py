"""The requests that need no click: server, commands, messages, threads, events, roles, emojis and refusals."""

import io
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord
from PIL import Image

from bot.messenger import roles as prizes
from bot.messenger import servers
from bot.smoke.report import NOTED
from bot.smoke.session import NotReached, SmokeSession
from bot.ui.texts.words import Words

ENGLISH: Final = Words(None)

HOUR: Final = 60
WEEK: Final = 10080
"""Two of the four archive times for threads that Discord offers, in minutes of inactivity."""

PUBLIC_THREAD: Final = 11
EXTERNAL: Final = 3
GUILD_ONLY: Final = 2
"""The type of a public thread, the type of an event outside channels, and the privacy level of an event."""

ANIMATED: Final = 1 << 5
"""The flag of an attachment that is an animated image (Discord documentation, "Message: Attachment Flags")."""

ROW: Final = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "smoke:twice"}]}


class NoChannel(Exception):
    """The server has no such text channel that the bot can see."""


def picture(kind: str, *, frames: int = 1, colour: int = 0) -> discord.File:
    """Return a small picture, animated if it has more than one frame."""
    shades = [Image.new("RGB", (64, 64), ((colour + 80 * number) % 256, 90, 160)) for number in range(frames)]
    content = io.BytesIO()
    more: dict[str, Any] = {"save_all": True, "append_images": shades[1:], "duration": 200} if frames > 1 else {}
    shades[0].save(content, kind, **more)
    content.seek(0)
    name = f"{'animated' if frames > 1 else 'still'}.{kind.lower()}"
    return discord.File(content, filename=name, description=ENGLISH.plain("smoke.picture"))


def layout(text: str, *items: "discord.ui.Item[discord.ui.LayoutView]") -> discord.ui.LayoutView:
    """Return a layout of Components V2: text with items below it."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), *items))
    view.stop()
    return view


def shown(file: discord.File) -> "discord.ui.MediaGallery[discord.ui.LayoutView]":
    """Return the component that shows an attached picture."""
    return discord.ui.MediaGallery(discord.MediaGalleryItem(file, description=file.description))


async def server(session: SmokeSession) -> None:
    """Read the application, the server, and the bot's permissions in the channel. Raises NoChannel."""
    async with session.part("Application and server"):
        await session.step("Get Current User", lambda: session.request("GET", "/users/@me"), "200")
        await session.step("Get Current Application", lambda: session.request("GET", "/oauth2/applications/@me"), "200")
        gateway = await session.needed("Get Gateway Bot", lambda: session.request("GET", "/gateway/bot"), "200")
        session.note("Get Gateway Bot: sessions left", NOTED, str(gateway["session_start_limit"]["remaining"]))
        await session.step(
            "Get Current User Guilds", lambda: session.request("GET", "/users/@me/guilds?limit=200&after=0")
        )
        await session.needed("Get Guild", lambda: session.request("GET", f"/guilds/{session.guild}"))
        await session.step("Get Channel", lambda: session.request("GET", f"/channels/{session.channel}"))
        me = session.client.user
        if me is None:
            raise NotReached("Get Current User")
        there = await session.needed(
            "Get Guild Channels",
            lambda: servers.channels(lambda path: session.request("GET", path), session.guild, me.id),
        )
        channel = there.get(session.channel)
        if channel is not None and channel.kind is discord.ChannelType.text:
            session.held = channel.held
            return
    raise NoChannel(session.channel)


async def register_commands(session: SmokeSession, known: Sequence[Any], own: Sequence[Any]) -> None:
    """Register the commands of the bot and of the test in this server only, and have them removed at the end."""
    async with session.part("Commands"):
        path = f"/applications/{session.client.application_id}/guilds/{session.guild}/commands"
        before = await session.needed(
            "Get Guild Application Commands",
            lambda: session.request("GET", f"{path}?with_localizations=true"),
            "200",
        )
        session.undo("Put the server's own commands back", lambda: session.request("PUT", path, before))
        wanted = [*known, *own]
        told = await session.needed(
            "Bulk Overwrite Guild Application Commands", lambda: session.request("PUT", path, wanted), "200"
        )
        session.note("... all of them are there", str(len(wanted)), str(len(told)))


async def messages(session: SmokeSession) -> int | None:
    """Send, read and edit messages; return one under which a thread can be opened."""
    here = session.channel
    async with session.part("Messages"):
        nonce, text = f"smoke-{discord.utils.time_snowflake(discord.utils.utcnow())}", ENGLISH.plain("smoke.message")
        first = await session.needed("Create Message", lambda: session.say(here, content=text, nonce=nonce))
        again = await session.needed(
            "Create Message, the same nonce", lambda: session.say(here, content=text, nonce=nonce)
        )
        session.note("... is the first message", "yes", "yes" if again["id"] == first["id"] else "no")
        number = int(first["id"])
        await session.step("Get Channel Message", lambda: session.client.http.get_message(here, number), "200")
        latest = await session.needed("Get Channel Messages", lambda: session.client.http.logs_from(here, limit=50))
        session.note("... has it", "yes", "yes" if first["id"] in {each["id"] for each in latest} else "no")
        embed = discord.Embed(title=text).set_footer(text="1")
        await session.step("Edit Message", lambda: session.change(here, number, embeds=[embed]))
        file = picture("PNG")
        sent = await session.needed(
            "Create Message, with a file", lambda: session.say(here, content=text, files=[file])
        )
        with_file = int(sent["id"])
        await session.step(
            "Edit Message, with another file",
            lambda: session.change(here, with_file, attachments=[picture("PNG", colour=120)]),
        )
        address = sent["attachments"][0]["url"]
        await session.step("Get the file", lambda: session.client.http.get_from_cdn(address), "200")
        panel = picture("PNG")
        made = await session.needed(
            "Create Message, Components V2",
            lambda: session.say(here, view=layout(text, shown(panel)), files=[panel]),
        )
        await session.step(
            "Edit Message, Components V2", lambda: session.change(here, int(made["id"]), view=layout(text))
        )
        silent = discord.MessageFlags(suppress_notifications=True)
        last = await session.needed("Create Message, silent", lambda: session.say(here, content=text, flags=silent))
        await session.step("Delete Message", lambda: session.client.http.delete_message(here, int(last["id"])))
        return number
    return None


async def attachments(session: SmokeSession) -> None:
    """Record which pictures Discord marks as animated."""
    async with session.part("Animated attachments"):
        files = [picture("WEBP", frames=3), picture("GIF", frames=3), picture("PNG", frames=3), picture("WEBP")]
        sent = await session.needed(
            "Create Message, with animated files", lambda: session.say(session.channel, files=files)
        )
        number = int(sent["id"])
        read = await session.needed(
            "Get Channel Message", lambda: session.client.http.get_message(session.channel, number), "200"
        )
        for told in read["attachments"]:
            flags = told.get("flags", 0)
            marked = "marked as animated" if flags & ANIMATED else "not marked as animated"
            session.note(f"... {told['filename']}", NOTED, f"{told.get('content_type')}, flags {flags}: {marked}")


async def threads(session: SmokeSession, message: int | None) -> int | None:
    """Open, archive and wake threads; return one that is open."""
    here, name = session.channel, ENGLISH.plain("smoke.title")
    below = f"/channels/{here}/messages/{message}/threads"
    async with session.part("Threads"):
        if message is None:
            raise NotReached("there is no message")
        opened = await session.needed(
            "Start Thread from Message",
            lambda: session.open_thread(below, name, auto_archive_duration=WEEK),
        )
        thread = int(opened["id"])
        await session.step("Start Thread from Message, again", lambda: session.open_thread(below, name), "400/160004")
        said = await session.needed("Create Message", lambda: session.say(thread, content=name))
        inner = int(said["id"])
        await session.step(
            "Start Thread from Message, in a thread",
            lambda: session.open_thread(f"/channels/{thread}/messages/{inner}/threads", name),
            "400/50024",
        )
        await session.step(
            "Start Thread without Message, in a thread",
            lambda: session.open_thread(f"/channels/{thread}/threads", name, type=PUBLIC_THREAD),
            "400/50024",
        )
        await session.step(
            "Modify Channel, the time until it is archived",
            lambda: session.request("PATCH", f"/channels/{thread}", {"auto_archive_duration": HOUR}),
        )
        await session.step(
            "Modify Channel, archived",
            lambda: session.request("PATCH", f"/channels/{thread}", {"archived": True}),
        )
        await session.step(
            "Modify Channel, the name of what is archived",
            lambda: session.request("PATCH", f"/channels/{thread}", {"name": name}),
            "400/50083",
        )
        await session.step("Edit Message, archived", lambda: session.change(thread, inner, content=name), "400/50083")
        await session.step("Create Message, archived", lambda: session.say(thread, content=name))
        await session.step("List Active Guild Threads", lambda: session.client.http.get_active_threads(session.guild))
        woken = await session.needed("Get Channel", lambda: session.request("GET", f"/channels/{thread}"))
        session.note("... is archived", "False", str(woken["thread_metadata"]["archived"]))
        await session.step("Edit Message, awake", lambda: session.change(thread, inner, content=name))
        await session.step(
            "Start Thread without Message",
            lambda: session.open_thread(
                f"/channels/{here}/threads", name, type=PUBLIC_THREAD, auto_archive_duration=HOUR
            ),
        )
        return thread
    return None


async def events(session: SmokeSession) -> None:
    """Create, change and delete a scheduled event, if the bot has permission."""
    async with session.part("Scheduled events"):
        now, name = discord.utils.utcnow(), ENGLISH.plain("smoke.title")
        event = {
            "name": name,
            "entity_type": EXTERNAL,
            "privacy_level": GUILD_ONLY,
            "scheduled_start_time": (now + timedelta(days=1)).isoformat(),
            "scheduled_end_time": (now + timedelta(days=2)).isoformat(),
            "entity_metadata": {"location": name},
        }
        path = f"/guilds/{session.guild}/scheduled-events"
        await session.step("List Scheduled Events for Guild", lambda: session.request("GET", path))
        planned = await session.step("Create Guild Scheduled Event", lambda: session.plan_event(**event))
        if planned is None:
            lacking = ENGLISH.plain("permission.create_events")
            may = session.held.create_events
            raise NotReached("there is no event" if may else f"the bot has no permission {lacking} here")
        await session.step(
            "Modify Guild Scheduled Event",
            lambda: session.request("PATCH", f"{path}/{planned['id']}", {"description": name}),
        )
        await session.step("Delete Guild Scheduled Event", lambda: session.request("DELETE", f"{path}/{planned['id']}"))


async def roles(session: SmokeSession) -> None:
    """Give the bot a role that changes nothing, and take it back; the server may have none."""
    async with session.part("Roles"):
        me = 0 if session.client.user is None else session.client.user.id
        found = await prizes.roles(partial(session.request, "GET"), session.guild, me, me)
        harmless = [role for role in found.known if role not in found.bot.roles and is_harmless(found, role)]
        if session.held.manage_roles and not harmless:
            raise NotReached("the server has no role below the bot's that allows nothing")
        role = min(harmless, default=session.guild)
        given = await session.step("Add Guild Member Role", lambda: session.give_role(me, role))
        if given is not None:
            path = f"/guilds/{session.guild}/members/{me}/roles/{role}"
            await session.step("Remove Guild Member Role", lambda: session.request("DELETE", path))


def is_harmless(found: prizes.Roles, role: int) -> bool:
    """Whether the bot may give itself a role, and gets no permission by it."""
    return prizes.against_prize(found, role) is None


async def emojis(session: SmokeSession) -> None:
    """Create an application emoji, and send a message with it."""
    async with session.part("Application emojis"):
        path = f"/applications/{session.client.application_id}/emojis"
        await session.needed("List Application Emojis", lambda: session.request("GET", path))
        name, file = f"smoke_{discord.utils.time_snowflake(discord.utils.utcnow())}", picture("PNG").fp.read()
        made = await session.needed("Create Application Emoji", lambda: session.make_emoji(name, file))
        await session.step(
            "Create Application Emoji, the same name", lambda: session.make_emoji(name, file), ("400/50035", "201")
        )
        emoji = discord.PartialEmoji(name=name, id=int(made["id"]))
        button: discord.ui.Button[Any] = discord.ui.Button(custom_id="smoke:emoji", emoji=emoji)
        view = layout(str(emoji), discord.ui.ActionRow(button))
        await session.step("Create Message, with the emoji", lambda: session.say(session.channel, view=view))


async def refusals(session: SmokeSession) -> None:
    """Make requests that Discord has to refuse."""
    here = f"/channels/{session.channel}/messages"
    long = {"title": "t", "description": "x" * 3001}

    async def wrong(name: str, expected: str | tuple[str, ...], method: str, path: str, body: Any = None) -> None:
        await session.step(name, lambda: session.request(method, path, body), expected)

    async with session.part("Refused"):
        await wrong("Create Message, empty", "400/50006", "POST", here, {})
        await wrong("Create Message, 2,001 characters", "400/50035", "POST", here, {"content": "x" * 2001})
        await wrong("Create Message, embeds of 6,002 characters", "400/50035", "POST", here, {"embeds": [long, long]})
        await wrong("Create Message, a custom id twice", "400/50035", "POST", here, {"components": [ROW, ROW]})
        reply = {"content": "x", "message_reference": {"message_id": "1"}}
        await wrong("Create Message, a reply to nothing", "400/50035", "POST", here, reply)
        await wrong("Get Channel Message, no such message", "404/10008", "GET", f"{here}/1")
        await wrong("Get Channel, no such channel", "404/10003", "GET", "/channels/1")
        await wrong("Get Channel, no id", "400/50035", "GET", "/channels/lobby")
        await wrong("Get User, no such user", "404/10013", "GET", "/users/1")
        await wrong(
            "Get Guild Member, no such user",
            ("404/10013", "404/10007"),
            "GET",
            f"/guilds/{session.guild}/members/1",
        )
        await wrong(
            "Create Interaction Response, unknown", "404/10062", "POST", "/interactions/1/token/callback", {"type": 5}
        )
        await wrong(
            "Create Followup Message, unknown",
            ("404/10015", "401/50027"),
            "POST",
            "/webhooks/1/token",
            {"content": "x"},
        )


async def people(session: SmokeSession, thread: int | None) -> None:
    """Make the requests about a person, the one who clicked."""
    async with session.part("The person who clicks"):
        if session.person is None:
            raise NotReached("nobody clicked")
        person, text = session.person.id, ENGLISH.plain("smoke.message")
        await session.step(
            "Get Guild Member", lambda: session.request("GET", f"/guilds/{session.guild}/members/{person}")
        )
        if thread is not None:
            await session.step(
                "Add Thread Member",
                lambda: session.request("PUT", f"/channels/{thread}/thread-members/{person}"),
            )
            await session.step(
                "Get Thread Member",
                lambda: session.request("GET", f"/channels/{thread}/thread-members/{person}"),
            )
        opened = await session.needed("Create DM", lambda: session.client.http.start_private_message(person))
        direct, file = int(opened["id"]), picture("PNG")
        sent = await session.step(
            "Create Message, in the DM",
            lambda: session.say(direct, view=layout(text, shown(file)), files=[file]),
            ("200", "403/50007", "403/50278"),
        )
        if sent is None:
            raise NotReached("this person takes no direct messages")
        await session.step(
            "Edit Message, in the DM", lambda: session.change(direct, int(sent["id"]), view=layout(text))
        )
