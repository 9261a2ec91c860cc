"""Forged clicks, commands and modals: random variants of shown components, and inventions that were never shown."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from bot.host.kernel.errors import Unreadable
from bot.interactions.router import ACTIONS, ASKS, MODALS
from bot.ui.messages.custom_ids import CustomId, parse
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from sandbox.wire import Json

BUTTON, STRING_SELECT, USER_SELECT, ROLE_SELECT = 2, 3, 5, 6
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(3, 12)
LONGEST_ID: Final = 100

TEXTS: Final = (
    *("", " ", "\n", "0", "-1", "1", "7", "1.5", "1e9", "NaN", "½", "²", "٣", "0x10", "None", "null", "{}", "[]"),
    *(str(2**31), str(2**63 - 1), str(2**63), "9" * 60, "1 2", "1 x", "1.0", "1.x", ".", "..", ":", "+", "0:x:1+"),
    *("\x00", "a\x00b", "\x1b[31m", "\u202eabc", "\u200b", "\ufeff", "e" + "\u0301" * 40),
    *("@everyone", "<@1>", "**", "`", "%s", "{0}", "'; DROP TABLE matches; --", "../../etc/passwd", "😀" * 25),
    *("x" * 100, "x" * 101, "x" * 2000, "x" * 4000, "x" * 6000, "\n" * 500, "é" * 1500),
    *("varia", "artbot", "warmage", "zarcana", "probe", "chess", "yes", "no", "cancel", "pause", "title", "start"),
)
"""Texts that nobody types, and some that are meaningful in some place."""

NUMBERS: Final = (-(2**53), -1, 0, 1, 2, 3, 7, 25, 10**6, 2**31 - 1, 2**31, 2**53)
"""Numbers that Discord accepts."""

ODD_VALUES: Final[tuple[Any, ...]] = (None, [], {}, "text", 7, [None], [7], [[]], [{}], ["x"] * 1000)
"""Values in place of the list of strings that Discord sends."""


class Forger:
    """Creates the data of forged interactions from a seed and the components that people were really shown.

    `seen` are those components; `people` and `channels` are the existing ids; `but` are actions to leave out.
    """

    def __init__(
        self, chance: Random, seen: Sequence[Json], people: Sequence[int], commands: Sequence[Json], but: Sequence[str]
    ) -> None:
        self._chance = chance
        self._people = people
        self._commands = [each for each in commands if each["name"] not in but]
        self._but = but
        self._ids = sorted({each["custom_id"] for each in seen if each.get("custom_id")})
        self._values = sorted({each["value"] for component in seen for each in component.get("options") or ()})
        self._numbers = sorted({wanted.subject or 0 for each in self._ids if (wanted := _read(each)) is not None})

    def one(self) -> tuple[int, Json]:
        """Return the type and the data of an interaction."""
        make: Callable[[], tuple[int, Json]] = self._chance.choices(
            (self._click, self._modal, self._command, self._autocomplete), (60, 20, 16, 4)
        )[0]
        return make()

    # ------------------------------------------------------------------ clicks

    def _click(self) -> tuple[int, Json]:
        chance = self._chance
        kind = chance.choices((BUTTON, STRING_SELECT, USER_SELECT, ROLE_SELECT), (50, 40, 8, 2))[0]
        data: Json = {"custom_id": self._custom_id([*ACTIONS, *ASKS, *MODALS]), "component_type": kind, "id": 1}
        if kind != BUTTON or chance.random() < 0.1:
            data["values"] = self._chosen(kind)
        if kind == USER_SELECT and chance.random() < 0.8:
            data["resolved"] = self._resolved(data["values"])
        return COMPONENT, data

    def _chosen(self, kind: int) -> Any:
        chance = self._chance
        if chance.random() < 0.04:
            return chance.choice(ODD_VALUES)
        several = chance.choices((0, 1, 2, 30), (5, 80, 12, 3))[0]
        if kind == USER_SELECT:
            return [str(chance.choice(self._people)) for _ in range(several)]
        return [self._value() for _ in range(several)]

    def _value(self) -> str:
        return self._chance.choice(self._values) if self._values and self._chance.random() < 0.6 else self._text()

    def _resolved(self, values: Any) -> Json:
        known = [each for each in values if isinstance(each, str)] if isinstance(values, list) else []
        return {"users": {each: {"id": each, "username": self._text(), "discriminator": "0"} for each in known}}

    def _custom_id(self, actions: Sequence[str]) -> str:
        """Return an id that was shown, one shown for another purpose, an invented one, or nonsense."""
        chance, way = self._chance, self._chance.random()
        shown = chance.choice(self._ids) if self._ids else ""
        wanted = _read(shown)
        if way < 0.04 or wanted is None:
            return (self._text() or "x")[:LONGEST_ID]
        if way < 0.09:
            place = chance.randrange(len(shown))
            return shown[:place] + chance.choice("09az. ٣\x00") + shown[place + 1 :]
        if way < 0.5 and wanted.action in actions and wanted.action not in self._but:
            return shown
        action = chance.choice([each for each in actions if each not in self._but])
        if way < 0.85:
            mates = [each for each in self._ids if each.startswith(f"1.{action}.")]
            wanted = _read(chance.choice(mates)) if mates else wanted
        if wanted is None:
            return shown
        forged = CustomId(
            action,
            self._number(wanted.subject or 0),
            wanted.decision if chance.random() < 0.7 else chance.choice(("", "A1", "B0", "H999999999")),
            wanted.revision if chance.random() < 0.7 else chance.choice((0, 1, 5, 36**8 - 1)),
            wanted.argument if chance.random() < 0.6 else self._argument(wanted.argument),
        )
        return str(forged)[:LONGEST_ID]

    def _number(self, shown: int) -> int:
        way = self._chance.random()
        if way < 0.45:
            return shown
        if way < 0.9 and self._numbers:
            return self._chance.choice(self._numbers)
        return self._chance.choice((0, 1, 2, 3, 4, 99, 2**31, 2**63 - 1, 2**63, 36**12 - 1))

    def _argument(self, shown: str) -> str:
        chance = self._chance
        parts = shown.replace(".", " ").replace(":", " ").split(" ")
        if chance.random() < 0.5:
            parts[chance.randrange(len(parts))] = self._value()
            return chance.choice((" ", ".", ":")).join(parts)[:64]
        return self._value()[:64]

    # ------------------------------------------------------------------ modals

    def _modal(self) -> tuple[int, Json]:
        chance = self._chance
        inputs: list[Any] = []
        for _ in range(chance.choices((0, 1, 2, 40), (5, 85, 8, 2))[0]):
            field: Json = {"type": 4, "id": 2, "custom_id": "text", "value": self._text()}
            if chance.random() < 0.15:
                field = {"type": 3, "id": 2, "custom_id": "cards", "values": self._chosen(STRING_SELECT)}
            if chance.random() < 0.03:
                field = {"type": 4, "id": 2, "custom_id": "text", "value": chance.choice(ODD_VALUES)}
            inputs.append({"type": 18, "id": 1, "component": field})
        if chance.random() < 0.02:
            inputs.append(chance.choice(ODD_VALUES))
        actions = [*MODALS] if chance.random() < 0.85 else [*ACTIONS, *ASKS]
        return MODAL_SUBMIT, {"custom_id": self._custom_id(actions), "components": inputs}

    # ---------------------------------------------------------------- commands

    def _command(self) -> tuple[int, Json]:
        command = self._chance.choice(self._commands)
        return COMMAND, self._filled(command, [])

    def _autocomplete(self) -> tuple[int, Json]:
        chance = self._chance
        focusable = [each for each in self._commands if "autocomplete" in json.dumps(each)]
        return AUTOCOMPLETE, self._filled(chance.choice(focusable), [], focused=True)

    def _filled(self, node: Json, steps: list[Json], *, focused: bool = False) -> Json:
        chance, options = self._chance, node.get("options") or []
        deeper = [each for each in options if each["type"] in (SUBCOMMAND, GROUP)]
        if deeper:
            if focused:
                deeper = [each for each in deeper if "autocomplete" in json.dumps(each)]
            step = chance.choice(deeper)
            filled: Json = self._filled(step, steps, focused=focused)
            return {**_head(node), "options": [{"name": step["name"], "type": step["type"], **_rest(filled)}]}
        some = [each for each in options if each.get("required") or chance.random() < 0.5]
        data: Json = {**_head(node), "options": [self._option(each) for each in some]}
        if focused:
            one = chance.choice([each for each in options if each.get("autocomplete")])
            others = [each for each in data["options"] if each["name"] != one["name"]]
            data["options"] = [*others, {**_typed(one), "value": self._text(), "focused": True}]
        return data

    def _option(self, option: Json) -> Json:
        chance, kind = self._chance, option["type"]
        choices = [each["value"] for each in option.get("choices") or ()]
        value: Any
        if choices and chance.random() < 0.7:
            value = chance.choice(choices)
        elif kind in (INTEGER, NUMBER):
            value = chance.choice((*NUMBERS, *self._numbers))
        elif kind == BOOLEAN:
            value = chance.random() < 0.5
        elif kind in (USER, MENTIONABLE):
            value = str(chance.choice(self._people))
        else:
            value = self._value()
        return {**_typed(option), "value": value}

    def _text(self) -> str:
        chance = self._chance
        if chance.random() < 0.85:
            return chance.choice(TEXTS)
        # The sandbox cannot send a lone UTF-16 surrogate; the router's own tests cover them.
        return "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(1, 0xD800)))) for _ in range(30))


def users_of(data: Json) -> list[str]:
    """Return the people named in a command's options."""
    if data.get("type") in (USER, MENTIONABLE) and "value" in data:
        return [str(data["value"])]
    return [each for option in data.get("options") or () for each in users_of(option)]


def _head(node: Json) -> Json:
    return {"id": node.get("id", "0"), "name": node["name"], "type": node.get("type", 1)}


def _rest(filled: Json) -> Json:
    return {"options": filled["options"]}


def _typed(option: Json) -> Json:
    return {"name": option["name"], "type": option["type"]}


def _read(custom_id: str) -> CustomId | None:
    try:
        return parse(custom_id)
    except Unreadable:
        return None
