"""Commands as a client offers them: their names and the values that their options accept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import CannotDo
from sandbox.people.resolved_data import Resolver

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.wire import Json
    from sandbox.world import Channel, World

SLASH, USER, MESSAGE = 1, 2, 3
_SUBCOMMAND, _GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER_OPTION, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
_COMPLETABLE: Final = frozenset({STRING, INTEGER, NUMBER})
_SAFE_INTEGER: Final = 2**53


def find_command(world: World, user_id: int, channel: Channel, name: str, kind: int = SLASH) -> Json:
    """Find a command that the person's client offers in a channel."""
    for command in world.visible_commands(user_id, channel.id, kind):
        if command["name"] == name:
            return command
    raise CannotDo(f"this person is offered no command {name!r} here")


class Invocation:
    """A slash command that a person is about to send: its path, and the options filled in so far."""

    def __init__(self, world: World, user_id: int, channel: Channel, words: str) -> None:
        name, *rest = words.removeprefix("/").split()
        self._resolver = Resolver(world, user_id, channel)
        self.command = find_command(world, user_id, channel, name)
        self._steps: list[Json] = []
        node = self.command
        for word in rest:
            node = _child(node, word)
            self._steps.append(node)
        self._leaf = node
        if any(option["type"] in {_SUBCOMMAND, _GROUP} for option in node.get("options") or []):
            raise CannotDo(f"/{words} needs one of its subcommands")

    def data(self, values: Json) -> Json:
        """Return the interaction's data; all required options must be given, and all values must be valid."""
        declared = self._declared(values)
        missing = [name for name, option in declared.items() if option.get("required") and name not in values]
        if missing:
            raise CannotDo(f"the option {missing[0]!r} is required")
        filled = [self._filled(declared[name], value) for name, value in values.items()]
        return self._nested(filled)

    def typing(self, focused: str, text: str, values: Json) -> Json:
        """Return the data of an autocomplete interaction while a person types into one option.

        Other options are included as they are; values that are not valid yet are left out. The typed value is a string
        even for a number, as Discord documents.
        """
        declared = self._declared({**values, focused: text})
        option = declared[focused]
        if not option.get("autocomplete"):
            raise CannotDo(f"the option {focused!r} has no autocomplete")
        filled = []
        for name, value in values.items():
            if name == focused:
                continue
            try:
                filled.append(self._filled(declared[name], value))
            except CannotDo:
                continue
        filled.append({"name": focused, "type": option["type"], "value": text, "focused": True})
        return self._nested(filled)

    def _declared(self, values: Json) -> dict[str, Json]:
        declared = {option["name"]: option for option in self._leaf.get("options") or []}
        unknown = sorted(values.keys() - declared.keys())
        if unknown:
            raise CannotDo(f"/{self.command['name']} has no option {unknown[0]!r}")
        return declared

    def _filled(self, option: Json, value: Any) -> Json:
        return {"name": option["name"], "type": option["type"], "value": self._wire_value(option, value)}

    def _wire_value(self, option: Json, value: Any) -> Any:
        choosers: dict[int, Callable[[Any], str]] = {
            USER_OPTION: self._resolver.user,
            CHANNEL: lambda given: self._resolver.channel(given, option.get("channel_types")),
            ROLE: self._resolver.role,
            MENTIONABLE: self._resolver.mentionable,
            ATTACHMENT: lambda given: self._resolver.file(given, option),
        }
        chooser = choosers.get(option["type"])
        return chooser(value) if chooser is not None else plain_value(option, value)

    def _nested(self, filled: list[Json]) -> Json:
        for step in reversed(self._steps):
            filled = [{"name": step["name"], "type": step["type"], "options": filled}]
        data: Json = {
            "id": self.command["id"],
            "name": self.command["name"],
            "type": SLASH,
            "options": filled,
        }
        if "guild_id" in self.command:
            data["guild_id"] = self.command["guild_id"]
        if self._resolver.resolved:
            data["resolved"] = self._resolver.resolved
        return data


def _child(node: Json, word: str) -> Json:
    for option in node.get("options") or []:
        if option["type"] in {_SUBCOMMAND, _GROUP} and option["name"] == word:
            return dict(option)
    raise CannotDo(f"{node['name']!r} has no subcommand {word!r}")


def plain_value(option: Json, value: Any) -> Any:
    """Check a string, number or boolean against its option, as the client does before sending."""
    name, kind = option["name"], option["type"]
    if kind == STRING:
        _check_text(option, value)
    elif kind == BOOLEAN:
        if not isinstance(value, bool):
            raise CannotDo(f"the option {name!r} must be true or false")
    else:
        _check_number(option, value)
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise CannotDo(f"the option {name!r} offers no choice {value!r}")
    return value


def _check_text(option: Json, value: Any) -> None:
    if not isinstance(value, str):
        raise CannotDo(f"the option {option['name']!r} is a text")
    least, most = option.get("min_length", 0), option.get("max_length", 6000)
    if not max(least, 1) <= len(value) <= most:
        raise CannotDo(f"the option {option['name']!r} takes {max(least, 1)} to {most} characters")


def _check_number(option: Json, value: Any) -> None:
    allowed = (int,) if option["type"] == INTEGER else (int, float)
    if isinstance(value, bool) or not isinstance(value, allowed):
        raise CannotDo(f"the option {option['name']!r} is a number")
    least, most = option.get("min_value", -_SAFE_INTEGER), option.get("max_value", _SAFE_INTEGER)
    if not least <= value <= most:
        raise CannotDo(f"the option {option['name']!r} takes {least} to {most}")
