"""A probe: a fact that Discord documents, and the requests that show whether the sandbox follows it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.sandbox.rawbot import Answer, used

Check = Callable[[Scene], Awaitable[None]]

_DEFERRED, _MODAL = 5, 9


@dataclass(frozen=True)
class Probe:
    """A fact that a page of the documentation states, and a check of the sandbox."""

    page: str
    sentence: str
    check: Check


@dataclass(frozen=True)
class Call:
    """A request of the bot; its path may name the scene's lobby, guild and application, and a new interaction."""

    method: str
    path: str
    body: object = None
    files: dict[str, bytes] | None = None

    async def made(self, scene: Scene) -> Answer:
        """Make the request; if it is to answer an interaction, somebody uses /play first."""
        ids = {
            "lobby": scene.lobby,
            "guild": scene.ada.places["guilds"][0]["id"],
            "application": scene.sandbox.application_id,
        }
        if "{interaction}" not in self.path:
            return await scene.bot.call(self.method, self.path.format(**ids), self.body, files=self.files)
        doing = await used(scene.gateway, scene.ada)
        path = self.path.format(interaction=f"{doing.interaction['id']}/{doing.interaction['token']}")
        answer = await scene.bot.call(self.method, path, self.body, files=self.files)
        if answer.status >= 400:
            await scene.bot.answer(doing.interaction, _DEFERRED)
        await doing.done()
        return answer


def message(*, files: dict[str, bytes] | None = None, **fields: object) -> Call:
    """Send a message to the lobby."""
    return Call("POST", "/channels/{lobby}/messages", fields, files)


def answer(kind: int, **data: object) -> Call:
    """Answer an interaction."""
    return Call("POST", "/interactions/{interaction}/callback", {"type": kind, "data": data})


def modal(*parts: Json, **fields: object) -> Call:
    """Show a modal."""
    return answer(_MODAL, **{"custom_id": "form", "title": "Form", "components": list(parts)} | fields)


def commands(*wanted: Json, scope: str = "") -> Call:
    """Overwrite the global commands, or those of a scope (`/guilds/{guild}`)."""
    return Call("PUT", f"/applications/{{application}}{scope}/commands", list(wanted))


def allowed(*calls: Call) -> Check:
    """Check that every request is accepted."""

    async def check(scene: Scene) -> None:
        for call in calls:
            made = await call.made(scene)
            assert made.status < 300, made

    return check


def refused(call: Call, at: str | None = None, *, status: int = 400, code: int = 50035) -> Check:
    """Check that a request is refused, with a problem at a place in its form."""

    async def check(scene: Scene) -> None:
        made = await call.made(scene)
        assert (made.status, made.code) == (status, code), made
        assert at is None or at in made.errors_at(), made

    return check


def between(fits: Call, breaks: Call, at: str | None = None, *, code: int = 50035) -> Check:
    """Check that the first request is accepted and the second, which differs in one thing, is refused."""

    async def check(scene: Scene) -> None:
        await allowed(fits)(scene)
        await refused(breaks, at, code=code)(scene)

    return check


def stated(page: str, sentence: str, into: list[Probe]) -> Callable[[Check], Check]:
    """Add a check that is more than a request to a list of probes."""

    def decorate(check: Check) -> Check:
        into.append(Probe(page, sentence, check))
        return check

    return decorate


def body_of(made: Answer) -> Any:
    """Return the body of an accepted request."""
    assert made.status < 300, made
    return made.body
