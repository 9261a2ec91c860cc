"""A client of a sandbox's control API: looking at the world, changing it, and planning faults.

An action that no real client allows raises `Refused`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, Self

import aiohttp

from sandbox.errors import Refused
from sandbox.wire import Json, decode, encode

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from sandbox.channel_types import ChannelKind
    from sandbox.seen import Message, Outcome

_OK: Final = 200
_JSON: Final = {"Content-Type": "application/json"}


class ControlClient:
    """Talks to the control API of a sandbox at an address."""

    def __init__(self, address: str) -> None:
        self.address = address

    async def __aenter__(self) -> Self:
        """Open the connection."""
        # No limit, so that all people can act and wait at once.
        self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connection."""
        await self._session.close()

    async def call(self, method: str, path: str, body: object = None, **query: str | int) -> Any:
        """Send a request to the control API and return the JSON of the response.

        Raises:
            Refused: If the sandbox refuses; the error contains the reason.
        """
        data = encode(body) if body is not None else None
        async with self._session.request(
            method, f"{self.address}/sandbox/{path}", data=data, params=query, headers=_JSON
        ) as response:
            raw = await response.read()
            if response.status == _OK:
                return decode(raw)
            with suppress(ValueError):
                raise Refused(decode(raw)["error"])
            raise Refused(f"{response.status} {raw.decode(errors='replace')}")

    # -------------------------------------------------------------------- looking

    async def facts(self) -> Json:
        """Return addresses, ids, people and channels."""
        facts: Json = await self.call("GET", "facts")
        return facts

    async def journal(self, *kinds: str) -> list[Json]:
        """Return the journal's entries, only those of these kinds if any are given."""
        query = {"kinds": ",".join(kinds)} if kinds else {}
        entries: list[Json] = await self.call("GET", "journal", **query)
        return entries

    async def journal_text(self, limit: int = 200) -> str:
        """Return the journal's newest entries as lines."""
        url = f"{self.address}/sandbox/journal"
        async with self._session.get(url, params={"text": 1, "limit": limit}) as response:
            return await response.text()

    async def findings(self) -> list[Json]:
        """Return the sandbox's findings."""
        findings: list[Json] = await self.call("GET", "findings")
        return findings

    async def assert_clean(self) -> None:
        """Fail if the bot requested something that the sandbox lacks, or if the sandbox sent what Discord would not."""
        fatal = [f"{each['kind']}: {each['where']}: {each['what']}" for each in await self.findings() if each["fatal"]]
        if fatal:
            raise AssertionError("the sandbox complains:\n" + "\n".join(fatal))

    # ------------------------------------------------------------------- changing

    async def change(self, name: str, /, **body: object) -> Json:
        """Make a change to the world; the methods below wrap the common ones."""
        changed: Json = await self.call("POST", f"world/{name}", body)
        return changed

    async def create_channel(
        self, guild: int, name: str, kind: ChannelKind = "text", *, tags: Sequence[str] = (), tag_required: bool = False
    ) -> int:
        """Create a channel in a server and return its id; posts in a forum or media channel can carry tags."""
        made = await self.change(
            "create_channel", guild=str(guild), name=name, kind=kind, tags=list(tags), tag_required=tag_required
        )
        return int(made["id"])

    async def close_dms(self, user: str, *, closed: bool = True) -> None:
        """Close a person's direct messages, so that the bot gets 50007, or reopen them."""
        await self.change("close_dms", user=user, closed=closed)

    async def install(self, user: str, *, installed: bool = True) -> None:
        """Install the app for a person's own account, or uninstall it."""
        await self.change("install", user=user, installed=installed)

    async def kick_bot(self, guild: int) -> None:
        """Remove the bot from a server."""
        await self.change("kick_bot", guild=str(guild))

    async def invite_bot(self, guild: int) -> None:
        """Add the bot to a server again."""
        await self.change("invite_bot", guild=str(guild))

    async def delete_role(self, guild: int, role: int) -> None:
        """Delete a server's role."""
        await self.change("delete_role", guild=str(guild), role=str(role))

    async def set_available(self, guild: int, *, available: bool) -> None:
        """Begin or end an outage of a server."""
        await self.change("guild_available", guild=str(guild), available=available)

    async def remove_member(self, guild: int, user: str) -> None:
        """Remove a person from a server."""
        await self.change("remove_member", guild=str(guild), user=user)

    async def delete_channel(self, channel: int) -> None:
        """Delete a channel or a thread."""
        await self.change("delete_channel", channel=str(channel))

    async def delete_message(self, message: Message) -> None:
        """Delete a message, as a moderator would."""
        await self.change("delete_message", channel=str(message.channel_id), message=str(message.id))

    async def permit(self, channel: int, user: str, permission: str, *, allowed: bool) -> None:
        """Allow or deny a person (or `bot`) a permission in a channel."""
        await self.change("permission", channel=str(channel), user=user, permission=permission, allowed=allowed)

    async def set_thread(self, thread: int, **changes: bool) -> None:
        """Archive, unarchive, lock or unlock a thread."""
        await self.change("thread", channel=str(thread), **changes)

    async def advance(self, seconds: float) -> None:
        """Move the whole world's time forward."""
        await self.change("advance", seconds=seconds)

    async def age(self, seconds: float, outcome: Outcome | None = None) -> None:
        """Age one interaction's token, or all of them."""
        interaction = str(outcome.interaction_id) if outcome is not None else None
        await self.change("age", seconds=seconds, interaction=interaction)

    async def fault(self, **fault: object) -> None:
        """Plan a fault: see `sandbox.faults.Fault` for its fields."""
        await self.call("POST", "faults", fault)

    async def drop(self, how: Literal["close", "abort", "reconnect", "invalid", "silence"], code: int = 4000) -> None:
        """End the bot's gateway connections."""
        await self.call("POST", "gateway/drop", {"how": how, "code": code})
