"""The rules that are missing from Discord's OpenAPI file, checked before the world changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.errors import invalid_form, refusal
from sandbox.rules import commands, messages, threads
from sandbox.wire import as_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest

_RULES: Final[dict[str, Callable[[Parts, ApiRequest], None]]] = {
    **messages.RULES,
    **threads.RULES,
    **commands.RULES,
}


def check(parts: Parts, asked: ApiRequest) -> None:
    """Refuse a request that breaks a rule for its route, with Discord's code."""
    _check_ids(asked)
    guild_id = as_id(asked.args.get("guild_id"))
    if guild_id is not None and all(guild.id != guild_id for guild in parts.world.bot_guilds()):
        raise refusal("missing_access" if "application_id" in asked.args else "unknown_guild")
    rule = _RULES.get(asked.route)
    if rule is not None:
        rule(parts, asked)


def _check_ids(asked: ApiRequest) -> None:
    """Check that the ids in the path are numbers."""
    problems = [
        ((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        for name, value in asked.args.items()
        if name.endswith("_id") and as_id(value) is None
    ]
    if problems:
        raise invalid_form(problems)
