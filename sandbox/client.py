"""A client of the sandbox for tests, in the same process or another one: it simulates people and controls the world.

    async with SandboxClient(sandbox.address) as client:
        ada = await client.person("Ada")
        outcome = await ada.slash("play", opponent="Ben")
        invitation = await ada.wait_for(lambda message: "Ben" in message.text)

Everything goes over the control API. An action that no real client allows raises `Refused`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.control_client import ControlClient
from sandbox.errors import NotSeen, Refused
from sandbox.person import Person
from sandbox.seen import Message, Modal, Outcome

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Message", "Modal", "NotSeen", "Outcome", "Person", "Refused", "SandboxClient"]


class SandboxClient(ControlClient):
    """Talks to a sandbox: seats people and changes the world for a test."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._people: dict[str, Person] = {}

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close all seats and the connection."""
        for person in self._people.values():
            await person.leave()
        await super().__aexit__(kind, error, trace)

    async def person(self, name: str) -> Person:
        """Open a seat for one of the world's people, or return the seat that is already open."""
        if name not in self._people:
            socket = await self._session.ws_connect(f"{self.address}/sandbox/people/{name}/seat")
            self._people[name] = await Person.seated(self, name, socket)
        return self._people[name]
