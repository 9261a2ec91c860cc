"""Routes that write and read application commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.wire import Json

_GLOBAL: Final = "/applications/{application_id}/commands"
_GUILD: Final = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(parts: Parts, asked: ApiRequest) -> int | None:
    if asked.id("application_id") != parts.world.application_id:
        raise refusal("unknown_application")
    if "guild_id" not in asked.args:
        return None
    guild_id = asked.id("guild_id")
    if guild_id not in {guild.id for guild in parts.world.bot_guilds()}:
        raise refusal("missing_access")
    return guild_id


def replace_all(parts: Parts, asked: ApiRequest) -> list[Json]:
    """Overwrite all commands in a scope."""
    return parts.world.set_commands(_scope(parts, asked), asked.body)


def create(parts: Parts, asked: ApiRequest) -> Json:
    """Add a command, or overwrite the one with the same name and type."""
    scope = _scope(parts, asked)
    others = [
        command
        for command in parts.world.commands(scope)
        if (command["name"], command["type"]) != (asked.form["name"], asked.form.get("type", 1))
    ]
    return parts.world.set_commands(scope, [*others, asked.form])[-1]


def list_all(parts: Parts, asked: ApiRequest) -> list[Json]:
    """List a scope's commands."""
    return parts.world.commands(_scope(parts, asked))


def _find(parts: Parts, asked: ApiRequest) -> Json:
    wanted = str(asked.id("command_id"))
    for command in parts.world.commands(_scope(parts, asked)):
        if command["id"] == wanted:
            return command
    raise refusal("unknown_command")


def show(parts: Parts, asked: ApiRequest) -> Json:
    """Return one command."""
    return _find(parts, asked)


def edit(parts: Parts, asked: ApiRequest) -> Json:
    """Change some fields of one command."""
    command = _find(parts, asked)
    scope = _scope(parts, asked)
    changed = command | asked.form
    parts.world.set_commands(scope, [changed if each is command else each for each in parts.world.commands(scope)])
    return next(each for each in parts.world.commands(scope) if each["id"] == command["id"])


def delete(parts: Parts, asked: ApiRequest) -> None:
    """Remove one command."""
    command = _find(parts, asked)
    scope = _scope(parts, asked)
    parts.world.set_commands(scope, [each for each in parts.world.commands(scope) if each is not command])


HANDLERS: Final[dict[str, Callable[[Parts, ApiRequest], Any]]] = {
    f"{method} {scope}{rest}": handler
    for scope in (_GLOBAL, _GUILD)
    for method, rest, handler in (
        ("PUT", "", replace_all),
        ("POST", "", create),
        ("GET", "", list_all),
        ("GET", "/{command_id}", show),
        ("PATCH", "/{command_id}", edit),
        ("DELETE", "/{command_id}", delete),
    )
}
