"""Interactions that no client would send: any custom id, modal and command, from anyone and anywhere.

Discord checks none of that for the bot: anyone who knows a bot's custom id can build variants of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.interactions import COMMAND, COMPONENT, MODAL_SUBMIT
from sandbox.people.commands import USER, Invocation
from sandbox.people.resolved_data import Resolver
from sandbox.seen import Outcome
from sandbox.world import Message
from tests.e2e.players import Room

BUTTON, SELECT, USER_SELECT = 2, 3, 5
LABEL, TEXT_INPUT, FILE_UPLOAD = 18, 4, 19


class Forger:
    """Forges the interactions of one person in one channel."""

    def __init__(self, room: Room, user: int, channel: int) -> None:
        self._parts = room.sandbox.parts
        self.user = user
        self.channel = channel

    def _message(self) -> Message:
        """Post a message of the bot, to hold a component or be the origin of a modal."""
        world = self._parts.world
        posted = world.post(self.channel, world.bot_id, "here")
        posted.content = ""  # so that an answer of either type can replace it
        return posted

    async def click(self, custom_id: str) -> Outcome:
        """Click a button."""
        return await self._send(COMPONENT, {"custom_id": custom_id, "component_type": BUTTON, "id": 0})

    async def select(self, custom_id: str, values: Sequence[str], *, people: bool = False) -> Outcome:
        """Choose values, or people, in a select."""
        data: dict[str, Any] = {"custom_id": custom_id, "id": 0, "values": list(values)}
        if people:
            resolver = Resolver(self._parts.world, self.user, self._parts.world.dm_channel(self.user))
            for value in values:
                resolver.user(value)
            data["resolved"] = resolver.resolved
        return await self._send(COMPONENT, data | {"component_type": USER_SELECT if people else SELECT})

    async def modal(self, custom_id: str, text: str) -> Outcome:
        """Submit a modal with a text in its one field."""
        field = {"type": TEXT_INPUT, "id": 2, "custom_id": "text", "value": text}
        data = {"custom_id": custom_id, "components": [{"type": LABEL, "id": 1, "component": field}]}
        return await self._send(MODAL_SUBMIT, data)

    async def upload(self, custom_id: str, resolved: object) -> Outcome:
        """Submit a modal with file 1 in its one field, and any `resolved` data for it."""
        field = {"type": FILE_UPLOAD, "id": 2, "custom_id": "file", "values": ["1"]}
        data = {"custom_id": custom_id, "components": [{"type": LABEL, "id": 1, "component": field}]}
        return await self._send(MODAL_SUBMIT, data | {"resolved": resolved})

    async def command(self, author: int, at: int, words: str, options: Mapping[str, object]) -> Outcome:
        """Send a command as another person could build it in another channel."""
        world = self._parts.world
        data = Invocation(world, author, world.channel(at), words).data(dict(options))
        return await self._send(COMMAND, data)

    async def menu(self, name: str, target: int) -> Outcome:
        """Use a command in the context menu of any person."""
        world = self._parts.world
        (command,) = [each for each in world.commands(None) if (each["name"], each["type"]) == (name, USER)]
        resolver = Resolver(world, self.user, world.dm_channel(self.user))
        chosen = {"target_id": resolver.user(str(target)), "resolved": resolver.resolved}
        return await self._send(COMMAND, {"id": command["id"], "name": name, "type": USER} | chosen)

    async def _send(self, kind: int, data: dict[str, Any]) -> Outcome:
        interactions, source = self._parts.interactions, None if kind == COMMAND else self._message()
        asked = None
        if kind == MODAL_SUBMIT:
            clicked = {"custom_id": data["custom_id"], "component_type": BUTTON, "id": 0}
            asked, _ = interactions.begin(COMPONENT, self.user, self.channel, clicked, source)
        outcome = await interactions.outcome(
            *interactions.begin(kind, self.user, self.channel, data, source, shown_by=asked)
        )
        return Outcome.read(outcome.as_json())
