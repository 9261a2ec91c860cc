"""All the actions that a person can take, each checked as a real client would check it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.channel_types import ChannelType
from sandbox.errors import CannotDo
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from sandbox.people import access
from sandbox.people.commands import MESSAGE, USER, Invocation, find_command
from sandbox.people.components import click_data, select_data
from sandbox.people.modals import submit_data
from sandbox.people.resolved_data import Resolver
from sandbox.world import Happening, ThreadPlan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.interactions import ActionOutcome, Interactions, Open
    from sandbox.journal import Journal
    from sandbox.wire import Json
    from sandbox.world import Channel, Message, UploadedPart, World


class People:
    """Acts for the simulated people. An action that no client allows raises `CannotDo` with the reason."""

    def __init__(self, world: World, interactions: Interactions, journal: Journal) -> None:
        self._world = world
        self._interactions = interactions
        self._journal = journal

    def _note(self, user_id: int, what: str, details: object = None) -> None:
        self._journal.write("act", f"{self._world.person(user_id).global_name} {what}", details)

    async def _raise(self, opened: tuple[Open, Json]) -> ActionOutcome:
        outcome = await self._interactions.outcome(*opened)
        self._journal.write("act", f"... sees {outcome.kind} after {outcome.milliseconds:.1f} ms", outcome.reason)
        return outcome

    # ----------------------------------------------------------------- commands

    async def slash(self, user_id: int, channel: str, command: str, options: Json) -> ActionOutcome:
        """Send a slash command; subcommands follow the command's name (`match show`)."""
        place = access.find_channel(self._world, user_id, channel)
        access.check_command(self._world, user_id, place)
        data = Invocation(self._world, user_id, place, command).data(options)
        self._note(user_id, f"uses /{command}", options)
        return await self._raise(self._interactions.begin(COMMAND, user_id, place.id, data))

    async def autocomplete(
        self, user_id: int, channel: str, command: str, option: str, text: str, options: Json
    ) -> ActionOutcome:
        """Type into an option that offers autocomplete."""
        place = access.find_channel(self._world, user_id, channel)
        access.check_command(self._world, user_id, place)
        data = Invocation(self._world, user_id, place, command).typing(option, text, options)
        self._note(user_id, f"types {text!r} into {option} of /{command}")
        return await self._raise(self._interactions.begin(AUTOCOMPLETE, user_id, place.id, data))

    async def context_menu(self, user_id: int, channel: str, command: str, target: str | int) -> ActionOutcome:
        """Use a command from the context menu of a message (by id) or a person (by name)."""
        place = access.find_channel(self._world, user_id, channel)
        access.check_command(self._world, user_id, place)
        if str(target).isdigit() and self._world.find_message(place.id, int(target)) is not None:
            message = access.find_message(self._world, user_id, place.id, int(target))
            found = find_command(self._world, user_id, place, command, MESSAGE)
            chosen, resolved = str(target), {"messages": {str(target): self._world.message_payload(message)}}
            kind = MESSAGE
        else:
            resolver = Resolver(self._world, user_id, place)
            found = find_command(self._world, user_id, place, command, USER)
            chosen, resolved = resolver.user(target), resolver.resolved
            kind = USER
        data: Json = {"id": found["id"], "name": found["name"], "type": kind}
        data |= {"target_id": chosen, "resolved": resolved}
        self._note(user_id, f"uses {command} on {target}")
        return await self._raise(self._interactions.begin(COMMAND, user_id, place.id, data))

    def commands(self, user_id: int, channel: str, kind: int) -> list[Json]:
        """List the commands that the client offers after a slash, or in the context menu of a person or a message."""
        place = access.find_channel(self._world, user_id, channel)
        return self._world.visible_commands(user_id, place.id, kind)

    # --------------------------------------------------------------- components

    async def click(self, user_id: int, channel: str, message_id: int, button: str) -> ActionOutcome:
        """Press a button, named by its custom id or its label."""
        place, message = self._on_message(user_id, channel, message_id)
        data = click_data(message, button)
        self._note(user_id, f"clicks {button!r}", {"message": str(message_id)})
        return await self._raise(self._interactions.begin(COMPONENT, user_id, place.id, data, message))

    async def select(
        self, user_id: int, channel: str, message_id: int, select: str, values: list[object]
    ) -> ActionOutcome:
        """Choose values in a select, named by its custom id; people, channels and roles by id or name."""
        place, message = self._on_message(user_id, channel, message_id)
        data = select_data(message, select, values, Resolver(self._world, user_id, place))
        self._note(user_id, f"chooses {values} in {select!r}", {"message": str(message_id)})
        return await self._raise(self._interactions.begin(COMPONENT, user_id, place.id, data, message))

    def _on_message(self, user_id: int, channel: str, message_id: int) -> tuple[Channel, Message]:
        place = access.find_channel(self._world, user_id, channel)
        message = access.find_message(self._world, user_id, place.id, message_id)
        access.check_use(self._world, user_id, place)
        return place, message

    async def submit_modal(self, user_id: int, interaction_id: int, values: Json) -> ActionOutcome:
        """Submit a modal that was shown to this person; each modal can be submitted once."""
        opened = self._interactions.find(interaction_id)
        record = opened.record if opened is not None else None
        if opened is None or record is None or record.user_id != user_id or record.modal is None:
            raise CannotDo("no such modal was shown to this person")
        if opened.modal_used:
            raise CannotDo("this modal was sent already")
        place = access.find_channel(self._world, user_id, record.channel_id)
        data = submit_data(record.modal, values, Resolver(self._world, user_id, place))
        opened.modal_used = True
        source = (
            self._world.find_message(record.channel_id, record.source_message_id)
            if record.source_message_id is not None
            else None
        )
        self._note(user_id, f"sends the modal {record.modal['title']!r}", values)
        return await self._raise(
            self._interactions.begin(MODAL_SUBMIT, user_id, place.id, data, source, shown_by=opened)
        )

    # ----------------------------------------------------------------- messages

    def write(
        self,
        user_id: int,
        channel: str,
        content: str,
        files: Sequence[UploadedPart] = (),
        reply_to: int | None = None,
    ) -> Json:
        """Write a message, optionally with files or as a reply."""
        place = access.find_channel(self._world, user_id, channel)
        access.check_write(self._world, user_id, place)
        if not content.strip() and not files:
            raise CannotDo("an empty message cannot be sent")
        if files and not self._world.may(user_id, place.id, "attach_files"):
            raise CannotDo("this person may not attach files here")
        if reply_to is not None:
            access.find_message(self._world, user_id, place.id, reply_to)
        self._note(user_id, "writes", content)
        return self._world.message_payload(self._world.post(place.id, user_id, content, files, reply_to))

    def start_post(
        self,
        user_id: int,
        channel: str,
        title: str,
        content: str,
        files: Sequence[UploadedPart] = (),
        tags: Sequence[str] = (),
    ) -> Json:
        """Start a post in a forum or media channel, with tags by name, and return its first message."""
        place = access.find_channel(self._world, user_id, channel)
        access.check_post(self._world, user_id, place, tags)
        if not title.strip() or not (content.strip() or files):
            raise CannotDo("a post needs a title and a message")
        ids = tuple(int(tag["id"]) for tag in place.available_tags if tag["name"] in tags)
        plan = ThreadPlan(title, ChannelType.PUBLIC_THREAD, tags=ids)
        self._note(user_id, f"starts the post {title!r}", content)
        return self._world.message_payload(self._world.start_post(place, user_id, plan, content, files))

    def start_thread(self, user_id: int, channel: str, name: str, *, private: bool = False) -> Json:
        """Start a thread without a message and return it."""
        place = access.find_channel(self._world, user_id, channel)
        kind = access.thread_type(self._world, user_id, place, private=private)
        self._note(user_id, f"starts the thread {name!r}")
        return self._world.start_thread(place, user_id, ThreadPlan(name, kind))

    def delete(self, user_id: int, channel: str, message_id: int) -> None:
        """Delete the person's own message, or another one if they may manage messages."""
        place = access.find_channel(self._world, user_id, channel)
        message = access.find_message(self._world, user_id, place.id, message_id)
        if message.author_id != user_id and not (
            place.guild_id is not None and self._world.may(user_id, place.id, "manage_messages")
        ):
            raise CannotDo("this person may not delete that message")
        self._note(user_id, "deletes a message", str(message_id))
        self._world.delete_message(place.id, message_id)

    def open_dm(self, user_id: int) -> Channel:
        """Open the direct message with the bot."""
        return self._world.dm_channel(user_id)

    def start_typing(self, user_id: int, channel: str) -> None:
        """Show other people that this person is typing."""
        place = access.find_channel(self._world, user_id, channel)
        payload: Json = {
            "channel_id": str(place.id),
            "user_id": str(user_id),
            "timestamp": int(self._world.clock.seconds()),
        }
        if place.guild_id is not None:
            guild = self._world.guild(place.guild_id)
            payload |= {"guild_id": str(guild.id), "member": self._world.member_payload(guild, user_id)}
        self._world.announce(Happening("TYPING_START", payload))
