"""The panel with which an organiser sets a season up, chooses its tournaments and ends it."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption

from bot.host.seasons.management import CHOICES, NONE, Offered, RecurrenceTitle
from bot.host.seasons.season import Season
from bot.host.tournament.creation import TITLE_LENGTH
from bot.ui.messages.buttons import label_of
from bot.ui.messages.components import Part, action_row, button_to, layout, role_select, setting, text_modal
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.messages.widgets import SELECT
from bot.ui.seasons.season_view import figures
from bot.ui.texts.words import Words, shortened

LONGEST: Final = 100
"""The most characters of an option, and of a typed table of points."""


def panel(season: Season, recurring: Sequence[RecurrenceTitle], offered: Sequence[Offered], words: Words) -> Outgoing:
    """Return everything that an organiser can do with a season now: its settings only before its first evening."""
    row = season.row
    planned = row.status == "planned"
    parts: list[Part] = [words(f"season.manage.{row.status}", title=row.title, count=len(season.played))]
    if planned:
        options = [_option(words.plain("season.chosen"), NONE, row.recurrence is None)]
        options += [
            _option(words.plain("season.every", title=each.title), str(each.id), each.id == row.recurrence)
            for each in recurring[: SELECT - 1]
        ]
        parts += setting(words("season.setting.recurrence"), _select(season, "seasonset", "recurrence", options))
    if offered:
        options = [_option(f"{each.title} ({each.id})", str(each.id), each.chosen) for each in offered]
        chooser = _select(season, "seasonchoose", "", options, words.plain("season.choose.none"))
        chooser.min_values, chooser.max_values = 0, len(options)
        parts += setting(words("season.setting.tournaments"), chooser)
    for name, choices in CHOICES.items() if planned else ():
        now = getattr(row, name)
        options = [_option(_value(name, each, words), value, each == now) for value, each in choices.items()]
        chosen = _select(season, "seasonset", name, options, shortened(_value(name, now, words), LONGEST))
        parts += setting(words(f"season.setting.{name}"), chosen)
    if row.status != "over":
        chosen_role = role_select(
            str(CustomId("seasonset", row.id, argument="role")), row.role, words.plain("draft.role.none")
        )
        parts += [words("season.setting.role"), action_row(chosen_role)]
    actions = ["seasontitle", *(["seasonpoints"] if planned else [])] if row.status != "over" else []
    buttons = [button_to(CustomId(each, row.id), label_of(each, words)) for each in ("season", *actions)]
    if actions:
        ends = CustomId("seasondrop" if planned else "seasonend", row.id)
        buttons.append(button_to(ends, words.plain(f"season.end.{row.status}"), ButtonStyle.danger))
    return layout([*parts, action_row(*buttons)])


def deleted(words: Words) -> Outgoing:
    """Return what stands in place of the panel of a season that was deleted."""
    return layout([words("season.deleted")])


def _value(name: str, value: Any, words: Words) -> str:
    """Return the text for the value of a setting: numbers of points as they are, and 0 by a text of its own."""
    if name == "points":
        return figures(value)
    return words.plain(f"season.{name}.value" if value else f"season.{name}.none", count=value)


def _option(label: str, value: str, default: bool) -> SelectOption:  # noqa: FBT001 - as Discord has it
    return SelectOption(label=shortened(label, LONGEST), value=value, default=default)


def _select(
    season: Season, action: str, what: str, options: list[SelectOption], placeholder: str | None = None
) -> "discord.ui.Select[Any]":
    custom_id = str(CustomId(action, season.row.id, argument=what))
    return discord.ui.Select(custom_id=custom_id, options=options, placeholder=placeholder)


def typed_modal(action: str, season: Season | None, words: Words) -> discord.ui.Modal:
    """Return the modal for a title, also of a new season, or for the points of each place."""
    points = action == "seasonpoints"
    now = "" if season is None else figures(season.row.points) if points else season.row.title
    text = discord.ui.TextInput[discord.ui.Modal](
        custom_id="text", max_length=LONGEST if points else TITLE_LENGTH, default=now or None
    )
    return text_modal(
        CustomId(action, None if season is None else season.row.id),
        label_of(action, words),
        words.plain("season.points.label" if points else "season.title.label"),
        text,
        words.plain(f"{action}.about"),
    )
