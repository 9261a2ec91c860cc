"""Routing for buttons, selects and modals, by their custom ids alone.

Nothing is kept in memory between clicks, so buttons survive restarts; an outdated button answers with the
current state.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

import discord
import structlog

from bot.host import access
from bot.host.kernel.errors import Unreadable
from bot.host.tournament import absence
from bot.interactions import questions
from bot.interactions.action_registry import Act, Action, Actions
from bot.interactions.answers import Answer, Front, Reply
from bot.ui.messages.custom_ids import CustomId, read, readable

MOST_VALUES: Final = 25
LONGEST_VALUE: Final = 100
"""The most values in a select, and the most characters in a value: Discord's own limits."""

LONGEST_TEXT: Final = 4000
"""The most characters that can be typed into a part of a modal: Discord's own limit."""


async def component(front: Front, click: discord.Interaction) -> None:
    """Answer a click on a button or a select."""
    data: Any = click.data or {}
    wanted = read(data.get("custom_id"))
    asking = ASKS.get(wanted.action)
    if asking is not None:
        await Reply(front, click, rule=asking.rule).ask(asking.do(front, click, wanted))
    else:
        await _act(front, click, ACTIONS.get(wanted.action, _UNKNOWN), wanted, data)


async def modal(front: Front, click: discord.Interaction) -> None:
    """Answer a submitted modal."""
    data: Any = click.data or {}
    wanted = read(data.get("custom_id"))
    await _act(front, click, MODALS.get(wanted.action, _UNKNOWN), wanted, data)


async def _act(
    front: Front, click: discord.Interaction, action: Action[Act], wanted: CustomId, data: Mapping[str, Any]
) -> None:
    """Answer a click with the result of its action."""
    if action.about is not None and wanted.subject is not None:
        structlog.contextvars.bind_contextvars(**{action.about: wanted.subject})
    work = _acted(front, click, action, wanted, data)
    await Reply(front, click, rule=action.rule, private=action.private, anew=action.anew).answer(work)


async def _acted(
    front: Front, click: discord.Interaction, action: Action[Act], wanted: CustomId, data: Mapping[str, Any]
) -> Answer:
    """Run an action with the chosen or typed values. Raises Unreadable for input that no Discord client sends."""
    if action.about == "match" and wanted.subject is not None:
        await absence.note_click(front.host, wanted.subject, click.user.id)
    work = action.do(front, click, wanted, [*_chosen(data), *_typed(data.get("components"))])
    found = await questions.asked(click, wanted, work, action.back)
    return questions.replacing(found) if wanted.sure else found


async def _unknown(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    raise Unreadable(wanted.action)


_UNKNOWN: Final = Action(_unknown, access.anyone, None)
"""The action for custom ids that name no action of ours."""


def _chosen(part: Mapping[str, Any]) -> list[str]:
    """Return the chosen values of a component. Raises Unreadable."""
    values = part.get("values")
    if values is None:
        return []
    if not isinstance(values, list) or len(values) > MOST_VALUES:
        raise Unreadable(values)
    return [_text(each, LONGEST_VALUE) for each in values]


def _typed(components: Any) -> list[str]:
    """Return the typed and chosen values of a modal's parts, in order. Raises Unreadable."""
    if components is None:
        return []
    if not isinstance(components, list) or len(components) > MOST_VALUES:
        raise Unreadable(components)
    found: list[str] = []
    for part in components:
        if not isinstance(part, dict):
            raise Unreadable(part)
        found += [] if part.get("value") is None else [_text(part["value"], LONGEST_TEXT)]
        found += _chosen(part)
        found += _typed([part["component"]] if "component" in part else part.get("components"))
    return found


def _text(value: Any, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or not readable(value):
        raise Unreadable(value)
    return value


def _declared() -> Iterator[Actions]:
    """Yield the actions of every sibling module that declares any."""
    for found in iter_modules([str(Path(__file__).parent)]):
        if found.name != Path(__file__).stem:
            module = import_module(f"{__package__}.{found.name}")
            if hasattr(module, "ACTIONS"):
                yield module.ACTIONS


DECLARED: Final = tuple(_declared())
"""The actions that all modules of this package declare."""

ACTIONS: Final = {name: action for declared in DECLARED for name, action in declared.clicks.items()}
"""The action of each button or select, by name."""

ASKS: Final = {name: action for declared in DECLARED for name, action in declared.asks.items()}
"""The buttons that open a modal, by name."""

MODALS: Final = {name: action for declared in DECLARED for name, action in declared.modals.items()}
"""The action of each modal, by name."""
