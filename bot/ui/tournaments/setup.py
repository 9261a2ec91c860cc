"""The panel with which an organiser sets up a tournament before announcing it."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption

from bot.host.lobby.table_options import Value, fields
from bot.host.people.time_zones import FORM, days_later, local
from bot.host.tournament.creation import CHOICES, OPTION, STARTS, TIME_LENGTH, TITLE_LENGTH
from bot.host.tournament.tournament import Tournament
from bot.ui.components import Part, action_row, layout, role_select, setting, text_modal
from bot.ui.custom_ids import Argument, CustomId, OptionRange
from bot.ui.messages import Outgoing
from bot.ui.table_options import HINT, option_choices, option_name, option_value, value_choices
from bot.ui.time_zones import zone_place
from bot.ui.words import Rendered, Words, moment, shortened
from engine.contract import AnyGame
from engine.contract.decks import DeckFormat

PAGES: Final = (
    ("format", "cut", "rounds", "best_of", "weekly"),
    ("pace", "round_length", "draws", "starts", "check_in"),
    ("entry", "least", "most", "hidden", "rated"),
)
"""The settings on each page."""


TIMES: Final = 1
"""The page with the start."""

LABEL: Final = 45
"""The maximum length of the label of a modal's field."""


class DraftSetting(Argument, frozen=True):
    """A setting of a draft, and the page of the panel to show afterwards."""

    page: int
    what: str


def draft(shown: Tournament, page: int, game: AnyGame, words: Words) -> Outgoing:
    """Return one page of the panel; pages are counted from 0."""
    row, page = shown.row, min(page, len(PAGES) - 1)
    title = words("draft.title", title=row.title, game=words(f"{row.game}.name"))
    parts: list[Part] = [f"{title}\n{words('draft.page', page=page + 1, pages=len(PAGES))}"]
    if page == 0:
        parts += _rules(shown, game, words)
    for name in PAGES[page]:
        if _is_asked(shown, name):
            parts += setting(_about(shown, name, words), _choice(shown, page, name, words))
    if page == len(PAGES) - 1:
        chosen = _id(shown, "tset", str(DraftSetting(page, "role")))
        parts += setting(words("draft.role"), role_select(chosen, shown.row.role, words.plain("settings.role.none")))
    buttons = []
    for number in range(len(PAGES)):
        if number != page:
            label = words.plain(f"draft.page.{number + 1}")
            buttons.append(_button(shown, "tpage", str(number), label, ButtonStyle.secondary))
    if page == TIMES:
        buttons.append(_button(shown, "ttime", "", words.plain("button.ttime"), ButtonStyle.secondary))
    buttons.append(_button(shown, "ttitle", str(page), words.plain("button.ttitle"), ButtonStyle.secondary))
    buttons.append(_button(shown, "tannounce", "", words.plain("button.tannounce"), ButtonStyle.success))
    return layout([*parts, action_row(*buttons)])


def _is_asked(shown: Tournament, name: str) -> bool:
    """Whether a setting applies, given the other settings."""
    row = shown.row
    match name:
        case "cut" | "rounds":
            return row.format == "swiss"
        case "round_length":
            return not row.weekly
        case "draws":
            return row.round_length is not None and row.format in ("swiss", "robin")
        case "check_in":
            return row.starts is not None
        case _:
            return True


def _about(shown: Tournament, name: str, words: Words) -> Rendered:
    """Return the line above a setting."""
    if name == "starts" and shown.row.starts is not None:
        return words("draft.starts.at", when=Rendered(moment(shown.row.starts)))
    return words(f"draft.{name}")


def _choice(shown: Tournament, page: int, name: str, words: Words) -> "discord.ui.Select[Any]":
    now = getattr(shown.row, name)
    options = [
        SelectOption(
            label=shortened(_value(name, value, words), HINT),
            value=value,
            default=name != "starts" and meaning == now,
        )
        for value, meaning in (STARTS if name == "starts" else CHOICES[name]).items()
    ]
    placeholder = words.plain("table.choose")
    if name == "starts":
        placeholder = words.plain("draft.starts.hand") if now is None else words.plain("draft.starts.set")
    return discord.ui.Select(
        custom_id=_id(shown, "tset", str(DraftSetting(page, name))), options=options, placeholder=placeholder
    )


NUMBERS: Final = ("rounds", "cut", "least", "most", "round_length", "check_in", "starts")


def _value(name: str, value: str, words: Words) -> str:
    """Return the text for a setting's value."""
    if name == "pace":
        return words.plain(f"pace.{value}.name")
    if name in NUMBERS and value not in ("0", "none", "hand", "0.5"):
        return words.plain(f"draft.{name}.count", count=int(value))
    return words.plain(f"draft.{name}.{value.replace('.', '_')}")


def _rules(shown: Tournament, game: AnyGame, words: Words) -> list[Part]:
    """Return the selects for the game's own options: one that chooses a preset, and one that opens an option."""
    row, parts = shown.row, list[Any]()
    if game.spec.presets:
        presets = [
            SelectOption(
                label=words.plain(f"{game.spec.key}.preset.{each.name}"),
                value=each.name,
                default=game.spec.options.model_validate(each.options).model_dump(mode="json") == row.options,
            )
            for each in game.spec.presets
        ]
        chooser: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=_id(shown, "tset", str(DraftSetting(0, "preset"))),
            options=presets,
            placeholder=words.plain("table.choose"),
        )
        parts += setting(words("table.preset"), chooser)
    rules: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=_id(shown, "toption", ""),
        options=option_choices(game, row.options, words),
        placeholder=words.plain("table.options.choose"),
    )
    return [*parts, *setting(words("table.options"), rules)]


def option(shown: Tournament, name: str, game: AnyGame, words: Words, more: Sequence[DeckFormat] = ()) -> Outgoing:
    """Return the page for one of the game's own options, or the panel's first page if no option has this name."""
    field = next((each for each in fields(game.spec.options) if each.name == name), None)
    if field is None:
        return draft(shown, 0, game, words)
    now: Value = shown.row.options[name]
    text = f"### {option_name(game, name, words)}\n{words(f'{game.spec.key}.option.{name}.about')}"
    buttons = []
    parts: list[Part] = [text]
    if field.values:
        chooser: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=_id(shown, "tset", str(DraftSetting(0, f"{OPTION}{name}"))),
            options=value_choices(game, field, more, now, words),
        )
        parts = setting(text, chooser)
    else:
        value = option_value(game, name, now, words)
        label = words.plain("option.type", value=value, least=field.least, most=field.most)
        buttons.append(
            _button(shown, "tnumber", str(OptionRange(name, field.least, field.most)), label, ButtonStyle.primary)
        )
    buttons.append(_button(shown, "tpage", "0", words.plain("panel.not_sure"), ButtonStyle.secondary))
    return layout([*parts, action_row(*buttons)])


def title_modal(tournament: int, page: str, words: Words) -> discord.ui.Modal:
    """Return the modal for a tournament's title."""
    return _modal(CustomId("ttitle", tournament, argument=page), "draft.title.modal", TITLE_LENGTH, words)


def time_modal(shown: Tournament, zone: str, now: float, words: Words) -> discord.ui.Modal:
    """Return the modal for typing the start by the clocks of a time zone, which begins with a time that is possible.

    That is the start chosen before, or else this time tomorrow.
    """
    known = shown.row.starts or days_later(now, 1, zone)
    label = shortened(words.plain("draft.time.label", place=zone_place(zone, words)), LABEL)
    custom_id = CustomId("ttime", shown.row.id, argument=zone)
    return _modal(custom_id, "draft.time", TIME_LENGTH, words, label, default=f"{local(known, zone):{FORM}}")


def number_modal(tournament: int, argument: str, words: Words) -> discord.ui.Modal:
    """Return the modal for typing a numeric option; `argument` holds the option's name and range."""
    asked = OptionRange.parse(argument)
    label = words.plain("option.range", least=asked.least, most=asked.most)
    return _modal(
        CustomId("tnumber", tournament, argument=asked.name), "option.number", len(str(asked.most)), words, label
    )


def _modal(
    custom_id: CustomId, title: str, longest: int, words: Words, label: str | None = None, default: str | None = None
) -> discord.ui.Modal:
    text = discord.ui.TextInput[discord.ui.Modal](custom_id="text", max_length=longest, default=default)
    return text_modal(custom_id, words.plain(title), label or words.plain(title), text)


def announced(shown: Tournament, words: Words) -> Outgoing:
    """Return the text that replaces the panel once a tournament has been announced."""
    row = shown.row
    key = "draft.announced.hand" if row.starts is None else "draft.announced.time"
    when = Rendered(moment(row.starts or 0.0))
    return layout([words(key, title=row.title, number=row.id, when=when)])


def _button(shown: Tournament, action: str, argument: str, label: str, style: ButtonStyle) -> "discord.ui.Button[Any]":
    return discord.ui.Button(custom_id=_id(shown, action, argument), label=shortened(label, 80), style=style)


def _id(shown: Tournament, action: str, argument: str) -> str:
    return str(CustomId(action, shown.row.id, argument=argument))
