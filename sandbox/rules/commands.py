"""Rules for application commands. Discord documentation, "Interactions: Application Commands"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sandbox.errors import invalid_form, refusal
from sandbox.rules.file_types import file_type_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.schema.explain import Problem
    from sandbox.wire import Json

Path = tuple[str | int, ...]

_SLASH, _ENTRY_POINT = 1, 4
_SUBCOMMAND, _GROUP, _ATTACHMENT = 1, 2, 11
_MOST: Final = {1: 100, 2: 15, 3: 15, _ENTRY_POINT: 1}
_MOST_TEXT, _MOST_CHOICE = 8000, 100
_NAME: Final = re.compile(r"[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}")
_NUMERIC: Final = frozenset({4, 10})
_COMPLETABLE: Final = frozenset({3, 4, 10})
_LOCALIZATIONS: Final = ("name_localizations", "description_localizations")
_LOCALES: Final = frozenset(
    (
        *("bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419"),
        *("es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it"),
        *("ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro"),
        *("ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW"),
    )
)
"""The languages of Discord. Discord documentation, "Reference: Locales"."""


def replace_all(parts: Parts, asked: ApiRequest) -> None:
    """Check a complete list of commands."""
    commands = asked.body if isinstance(asked.body, list) else []
    problems: list[Problem] = []
    for index, command in enumerate(commands):
        problems += [((index, *path), code, text) for path, code, text in _problems(asked, command)]
    keys = [(command.get("name"), command.get("type") or _SLASH) for command in commands]
    problems += [
        (
            (index, "name"),
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
            "Application command names must be unique",
        )
        for index, key in enumerate(keys)
        if key in keys[:index]
    ]
    if problems:
        raise invalid_form(problems)
    for kind, most in _MOST.items():
        if sum(each == kind for _, each in keys) > most:
            raise refusal("too_many_commands")
    _count_new(parts, asked, keys)


def write_one(parts: Parts, asked: ApiRequest) -> None:
    """Check one command that is being added or changed."""
    command = asked.form
    if asked.method == "PATCH":
        stored = _stored(parts, asked)
        command = {**next((each for each in stored if each["id"] == asked.args["command_id"]), {}), **command}
    problems = list(_problems(asked, command))
    if problems:
        raise invalid_form(problems)
    key = (command.get("name"), command.get("type") or _SLASH)
    stored_keys = [(each["name"], each["type"]) for each in _stored(parts, asked)]
    same_kind = sum(kind == key[1] for _, kind in stored_keys)
    if key not in stored_keys and same_kind >= _MOST[key[1]]:
        raise refusal("too_many_commands")
    if asked.method == "POST":
        _count_new(parts, asked, [key])


def _stored(parts: Parts, asked: ApiRequest) -> list[Json]:
    return parts.world.commands(asked.id("guild_id") if "guild_id" in asked.args else None)


def _count_new(parts: Parts, asked: ApiRequest, keys: list[tuple[object, int]]) -> None:
    stored = {(each["name"], each["type"]) for each in _stored(parts, asked)}
    scope = asked.id("guild_id") if "guild_id" in asked.args else None
    parts.command_quotas.create(scope, sum(key not in stored for key in keys))


def _problems(asked: ApiRequest, command: Json) -> Iterator[Problem]:
    """List the problems in a command that the schema does not cover."""
    if command.get("type") == _ENTRY_POINT and "guild_id" in asked.args:
        yield ("type",), "BASE_TYPE_CHOICES", "A server has no command of its own that is the primary entry point"
    if command.get("handler") is not None and command.get("type") != _ENTRY_POINT:
        yield ("handler",), "BASE_TYPE_CHOICES", "Only the primary entry point has a handler"
    yield from _localization_problems((), command)
    yield from _text_problems(command)


def _localization_problems(path: Path, named: Json) -> Iterator[Problem]:
    """List the languages of a command, its options and its choices that Discord does not have."""
    for field in _LOCALIZATIONS:
        for locale in named.get(field) or {}:
            if locale not in _LOCALES:
                yield (*path, field, locale), "ENUM_TYPE_COERCE", f'Value "{locale}" is not a valid enum value.'
    for children in ("options", "choices"):
        for index, child in enumerate(named.get(children) or []):
            yield from _localization_problems((*path, children, index), child)


def _text_problems(command: Json) -> Iterator[Problem]:
    kind = command.get("type") or _SLASH
    if kind == _ENTRY_POINT:
        if command.get("options"):
            yield ("options",), "BASE_TYPE_CHOICES", "Only slash commands have options"
        return
    if kind != _SLASH:
        if command.get("description") or command.get("options"):
            yield (
                ("description",),
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION",
                "A context menu command has no description and no options",
            )
        return
    yield from _name_problems(("name",), command.get("name"))
    for locale, name in (command.get("name_localizations") or {}).items():
        yield from _name_problems(("name_localizations", locale), name)
    if not command.get("description"):
        yield ("description",), "BASE_TYPE_REQUIRED", "This field is required"
    if _text_size(command) > _MOST_TEXT:
        yield (), "APPLICATION_COMMAND_TOO_LARGE", "The command's texts have more than 8000 characters"
    yield from _options_problems(("options",), command.get("options") or [], depth=0)


def _name_problems(path: Path, name: object) -> Iterator[Problem]:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name != name.lower():
        yield path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"


def _text_size(node: Json) -> int:
    """Count a command's characters; of a text in several languages, the longest one counts."""
    own = sum(_longest(node, key) for key in ("name", "description"))
    choices = sum(_longest(each, "name") + len(str(each.get("value"))) for each in node.get("choices") or [])
    return own + choices + sum(_text_size(each) for each in node.get("options") or [])


def _longest(node: Json, key: str) -> int:
    texts = [node.get(key), *(node.get(f"{key}_localizations") or {}).values()]
    return max(len(str(text or "")) for text in texts)


def _options_problems(path: Path, options: list[Json], depth: int) -> Iterator[Problem]:
    names = [option.get("name") for option in options]
    nested = [option.get("type") in {_SUBCOMMAND, _GROUP} for option in options]
    if any(nested) and not all(nested):
        yield path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands and options do not mix"
    optional_seen = False
    for index, option in enumerate(options):
        here = (*path, index)
        yield from _name_problems((*here, "name"), option.get("name"))
        for locale, name in (option.get("name_localizations") or {}).items():
            yield from _name_problems((*here, "name_localizations", locale), name)
        if option.get("name") in names[:index]:
            yield (
                (*here, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option names are unique",
            )
        if option.get("required") and optional_seen:
            yield (
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        if option.get("type") in {_SUBCOMMAND, _GROUP}:
            yield from _nesting_problems(here, option, depth)
        else:
            yield from _choice_problems(here, option)
            yield from _bounds_problems(here, option)


def _nesting_problems(path: Path, option: Json, depth: int) -> Iterator[Problem]:
    """List wrong nesting: a command holds groups or subcommands, a group subcommands, a subcommand plain options."""
    too_deep = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands are nested too deep"
    if depth > 0 and option["type"] == _GROUP:
        yield (*path, "type"), *too_deep
        return
    children = option.get("options") or []
    for index, child in enumerate(children):
        is_subcommand = child.get("type") == _SUBCOMMAND
        fits = is_subcommand if option["type"] == _GROUP else child.get("type") not in {_SUBCOMMAND, _GROUP}
        if not fits:
            yield (*path, "options", index, "type"), *too_deep
            return
    yield from _options_problems((*path, "options"), children, depth + 1)


def _choice_problems(path: Path, option: Json) -> Iterator[Problem]:
    choices = option.get("choices") or []
    if option.get("autocomplete") and choices:
        yield (
            path,
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
            "autocomplete and choices exclude each other",
        )
    if option.get("autocomplete") and option.get("type") not in _COMPLETABLE:
        yield (
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE",
            "This type has no autocomplete",
        )
    for index, choice in enumerate(choices):
        if isinstance(choice.get("value"), str) and len(choice["value"]) > _MOST_CHOICE:
            yield (*path, "choices", index, "value"), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length."
    for field in ("name", "value"):
        given = [choice.get(field) for choice in choices]
        for index, value in enumerate(given):
            if value in given[:index]:
                yield (
                    (*path, "choices", index, field),
                    "APPLICATION_COMMAND_OPTIONS_CHOICE_EXISTS",
                    f"Two choices have the same {field}",
                )


def _bounds_problems(path: Path, option: Json) -> Iterator[Problem]:
    if option.get("file_types") is not None and option.get("type") != _ATTACHMENT:
        yield (*path, "file_types"), "BASE_TYPE_CHOICES", "Only options for attachments have file types"
    yield from file_type_problems(path, option)
    least, most = option.get("min_value"), option.get("max_value")
    if option.get("type") in _NUMERIC and least is not None and most is not None and least > most:
        yield (*path, "min_value"), "APPLICATION_COMMAND_OPTIONS_BOUNDS", "min_value is more than max_value"
    least, most = option.get("min_length"), option.get("max_length")
    if least is not None and most is not None and least > most:
        yield (
            (*path, "min_length"),
            "APPLICATION_COMMAND_OPTIONS_BOUNDS",
            "min_length is more than max_length",
        )


_GLOBAL: Final = "/applications/{application_id}/commands"
_GUILD: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
RULES: Final[dict[str, Callable[[Parts, ApiRequest], None]]] = {
    **{f"PUT {scope}": replace_all for scope in (_GLOBAL, _GUILD)},
    **{f"POST {scope}": write_one for scope in (_GLOBAL, _GUILD)},
    **{f"PATCH {scope}/{{command_id}}": write_one for scope in (_GLOBAL, _GUILD)},
}
