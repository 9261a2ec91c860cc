"""Validation of command input, before any command sees it.

Discord's clients send only what the command declares; anything else is forged, or was typed for an older version of the
command.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.interactions.answers import Answer, Front, Reply, say
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import readable

LONGEST: Final = 100
"""The most characters in an option that declares no limit of its own: as many as a suggestion can have."""

LARGEST: Final = 2**53
"""The largest number that Discord's clients send."""


async def accepted(front: Front, interaction: discord.Interaction) -> bool:
    """Return whether a command's input, complete or in progress, is valid; if it is not, answer the interaction."""
    if is_well_typed(interaction.data or {}, interaction.command):
        return True
    if interaction.type is discord.InteractionType.autocomplete:
        await interaction.response.autocomplete([])
    else:
        await Reply(front, interaction).answer(_unreadable(interaction))
    return False


async def _unreadable(interaction: discord.Interaction) -> Answer:
    return say(spoken_by(interaction)("error.unreadable"))


def is_well_typed(data: Mapping[str, Any], command: Any) -> bool:
    """Whether the command exists, and every option has a value that fits its declaration.

    A command in a person's menu has no options: its input is the person.
    """
    if isinstance(command, app_commands.ContextMenu):
        return data.get("target_id") in (data.get("resolved") or {}).get("users", {})
    if not isinstance(command, app_commands.Command):
        return False
    declared = {each.name: each for each in command.parameters}
    resolved = data.get("resolved") or {}
    filled = {each["name"]: each for each in _options(data)}
    typing = any(each.get("focused") for each in filled.values())
    complete = typing or all(name in filled for name, each in declared.items() if each.required)
    return (
        complete
        and filled.keys() <= declared.keys()
        and all(_fits(declared[name], filled[name], resolved) for name in filled)
    )


def _options(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the filled-in options, including those of subcommands."""
    for each in data.get("options") or ():
        if each["type"] in (Kind.subcommand.value, Kind.subcommand_group.value):
            yield from _options(each)
        else:
            yield each


def _fits(declared: app_commands.Parameter, filled: Mapping[str, Any], resolved: Mapping[str, Any]) -> bool:
    value: Any = filled.get("value")
    if filled.get("focused"):
        return isinstance(value, str) and readable(value)
    match declared.type:
        case Kind.string:
            longest = declared.max_value if declared.max_value is not None else LONGEST
            return isinstance(value, str) and len(value) <= longest and readable(value)
        case Kind.integer:
            least = -LARGEST if declared.min_value is None else declared.min_value
            most = LARGEST if declared.max_value is None else declared.max_value
            return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        case Kind.boolean:
            return isinstance(value, bool)
        case Kind.user:
            return value in resolved.get("users", {})
        case Kind.attachment:
            return value in resolved.get("attachments", {})
        case _:
            raise TypeError(declared.type)
