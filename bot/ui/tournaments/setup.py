"""The panel with which an organiser sets up a tournament before announcing it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption

from bot.host.kernel.paces import PACES
from bot.host.lobby.table_options import Value, fields
from bot.host.people.time_zones import FORM, days_later, local
from bot.host.tournament.creation import (
    ABOUT_LENGTH,
    CHOICES,
    DECK_FORMAT,
    OPTION,
    ROLES,
    STARTS,
    TIME_LENGTH,
    TITLE_LENGTH,
    USUAL,
)
from bot.host.tournament.tournament import Tournament
from bot.ui.lobby.table_options import HINT, option_choices, option_name, option_value, rules_name, value_choices
from bot.ui.messages.components import (
    Part,
    action_row,
    divided,
    folded,
    layout,
    role_select,
    setting,
    text_modal,
    with_button,
)
from bot.ui.messages.custom_ids import Argument, CustomId, OptionRange
from bot.ui.messages.outgoing import Outgoing, attached, gallery
from bot.ui.people.time_zones import zone_place
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, moment, shortened
from bot.ui.tournaments import texts
from engine.contract import AnyGame
from engine.contract.decks import DeckFormat

PAGES: Final = (
    ("format", "cut"),
    ("starts", "check_in", "round_length", "draws", "absent_after"),
    ("entry", "role", "least", "most", "rated"),
    ("best_of", "pace", "hidden", "rounds", "weekly", "provisional"),
    ("champion_role", "ping_role"),
)
"""The settings on each page; the first page also has the game's own options."""

ALWAYS: Final = ("format", "starts", "pace", "entry", "role", "most", "best_of")
"""The settings that are named while no page is open, even if they are as usual."""

TIMES: Final = 1
"""The page with the start."""

LABEL: Final = 45
"""The maximum length of the label of a modal's field."""


class DraftSetting(Argument, frozen=True):
    """A setting of a draft, and the page of the panel to show afterwards."""

    page: int
    what: str


def draft(shown: Tournament, page: int | None, game: AnyGame, words: Words, picture: Picture | None = None) -> Outgoing:
    """Return one page of the panel, counted from 0, or for None the panel with no page open.

    On an open page its settings can be changed, and buttons lead to the others; with no page open, the panel says of
    each what people usually want to know. `picture` shows the tournament's title, game and format.
    """
    row, files = shown.row, attached(picture)
    title_line = words("draft.title", title=row.title, game=words(f"{row.game}.name"))
    head: list[Part] = [gallery(files) if files else title_line]
    after = ("tevery", "draft.page.done") if row.status == "template" else ("tannounce", "button.tannounce")
    announce = _button(shown, after[0], "", words.plain(after[1]), ButtonStyle.success)
    title = _button(shown, "ttitle", "" if page is None else str(page), words.plain("button.ttitle"))
    if page is None:
        about = "tournament.refused.template" if row.status == "template" else "draft.fine"
        summaries = [_summary(shown, number, game, words) for number in range(len(PAGES))]
        return layout(
            divided([[*head, words(about)], *summaries, [action_row(announce, title)]]),
            files=files,
        )
    page = min(page, len(PAGES) - 1)
    others = [
        _button(shown, "tpage", str(number), words.plain(f"draft.page.{number + 1}"))
        for number in range(len(PAGES))
        if number != page
    ]
    buttons: list[Part] = [action_row(*others), action_row(announce, title)]
    return layout(divided([head, _page(shown, page, game, words), buttons]), files=files)


def _page(shown: Tournament, page: int, game: AnyGame, words: Words) -> list[Part]:
    """Return a page's heading with a button that closes the page, and its settings, each with a select."""
    done = _button(shown, "tpage", "", words.plain("draft.page.done"))
    parts: list[Part] = [with_button(_heading(page, words), done)]
    for name in PAGES[page]:
        if not _is_asked(shown, name, game) or (name == "starts" and shown.row.status == "template"):
            continue
        select = (_role if name in ROLES else _choice)(shown, page, name, words)
        about: Part = words(_name(name))
        if name == "starts":
            typed = _button(shown, "ttime", "", words.plain("button.ttime"))
            about = with_button(_line(shown, name, words) if shown.row.starts else str(about), typed)
        parts += [about, action_row(select)]
    return parts if page else [*parts, *_rules(shown, game, words)]


def _summary(shown: Tournament, page: int, game: AnyGame, words: Words) -> list[Part]:
    """Return what is set on a page, with the button that leads there; most of what is as usual is left out."""
    asked = [name for name in PAGES[page] if _is_asked(shown, name, game)]
    lines = [_line(shown, name, words) for name in asked if name in ALWAYS or getattr(shown.row, name) != USUAL[name]]
    if not page:
        rules = rules_name(game, shown.row.options, words)
        lines.append(words("setting.line", name=words("table.preset"), value=rules))
    change = _button(shown, "tpage", str(page), words.plain("setting.change"))
    return folded(_heading(page, words), lines or [words("draft.page.unused")], change)


def _heading(page: int, words: Words) -> str:
    return f"### {words(f'draft.page.{page + 1}')}"


def _is_asked(shown: Tournament, name: str, game: AnyGame) -> bool:
    """Whether a setting applies, given the game and the other settings."""
    row = shown.row
    match name:
        case "cut" | "rounds":
            return row.format == "swiss"
        case "round_length":
            return not row.weekly
        case "draws":
            return row.round_length is not None and row.format in ("swiss", "robin")
        case "absent_after":
            return not PACES[row.pace].days
        case "check_in":
            return row.starts is not None
        case "role":
            return row.entry == "role"
        case "hidden":
            return game.spec.decks
        case _:
            return True


def _line(shown: Tournament, name: str, words: Words) -> Rendered:
    """Return a setting's name and present value."""
    return words("setting.line", name=words(_name(name)), value=_present(shown, name, words))


def _present(shown: Tournament, name: str, words: Words) -> Rendered:
    """Return the text for a setting's present value."""
    now = getattr(shown.row, name)
    if name == "starts" and now is not None:
        return Rendered(moment(now))
    if name in ROLES:
        return words("draft.role.none") if now is None else Rendered(f"<@&{now}>")
    choices = STARTS if name == "starts" else CHOICES[name]
    return Rendered(_value(name, next(value for value, meaning in choices.items() if meaning == now), words))


def _choice(shown: Tournament, page: int, name: str, words: Words) -> "discord.ui.Select[Any]":
    """Return a setting's select; a start at a certain time is none of its choices, so its placeholder says so."""
    now = getattr(shown.row, name)
    options = [
        SelectOption(label=shortened(_value(name, value, words), HINT), value=value, default=meaning == now)
        for value, meaning in (STARTS if name == "starts" else CHOICES[name]).items()
    ]
    placeholder = words.plain("draft.starts.set") if name == "starts" else None
    return discord.ui.Select(
        custom_id=_id(shown, "tset", str(DraftSetting(page, name))), options=options, placeholder=placeholder
    )


def _role(shown: Tournament, page: int, name: str, words: Words) -> "discord.ui.RoleSelect[Any]":
    custom_id = _id(shown, "tset", str(DraftSetting(page, name)))
    return role_select(custom_id, getattr(shown.row, name), words.plain("draft.role.none"))


NUMBERS: Final = {
    **{name: name for name in ("rounds", "cut", "check_in", "absent_after")},
    **dict.fromkeys(("least", "most"), "players"),
}
"""The settings that are numbers, with the names of their values' texts."""

LENGTHS: Final[Mapping[str, Mapping[str, float | None]]] = {
    "round_length": CHOICES["round_length"],
    "starts": STARTS,
    "provisional": CHOICES["provisional"],
}
"""The settings that are lengths of time in seconds, with their values."""


def _name(name: str) -> str:
    """Return the id of a setting's name; the pace has the name that it has at a table."""
    return "table.pace" if name == "pace" else f"draft.{name}"


def _value(name: str, value: str, words: Words) -> str:
    """Return the text for a setting's value."""
    if name == "pace":
        return words.plain(f"pace.{value}.name")
    length = LENGTHS[name][value] if name in LENGTHS else None
    if length is not None and value not in ("0.5", "none"):
        unit, count = texts.in_units(length)
        return words.plain(f"draft.{name}.{unit}", count=count)
    if name in NUMBERS and value not in ("0", "none"):
        return words.plain(f"draft.{NUMBERS[name]}.count", count=int(value))
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
            placeholder=words.plain("table.preset.own"),
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
        label = words.plain("option.type", value=value)
        buttons.append(
            _button(shown, "tnumber", str(OptionRange(name, field.least, field.most)), label, ButtonStyle.primary)
        )
    buttons.append(_button(shown, "tpage", "0", words.plain("button.back")))
    return layout([*parts, action_row(*buttons)])


EDITED: Final = ("starts", "check_in", "most")
"""The settings with a select that can still be changed after the announcement."""


def edit_page(shown: Tournament, game: AnyGame, words: Words, more: Sequence[DeckFormat] = ()) -> Outgoing:
    """Return what can be changed after the announcement; `more` are the server's own deck formats."""
    parts: list[Part] = [words("edit.title", title=shown.row.title)]
    for name in EDITED:
        if _is_asked(shown, name, game):
            about: Part = words(_name(name))
            if name == "starts":
                about = with_button(str(about), _button(shown, "ttime", "", words.plain("button.ttime")))
            parts += [about, action_row(_choice(shown, TIMES, name, words))]
    field = next((each for each in fields(game.spec.options) if each.name == DECK_FORMAT), None)
    if game.spec.decks and field is not None:
        chooser: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=_id(shown, "tset", str(DraftSetting(TIMES, f"{OPTION}{DECK_FORMAT}"))),
            options=value_choices(game, field, more, shown.row.options[DECK_FORMAT], words),
        )
        parts += setting(words("edit.format", name=option_name(game, DECK_FORMAT, words)), chooser)
    title = _button(shown, "ttitle", "", words.plain("button.ttitle"))
    return layout([*parts, action_row(title, _button(shown, "tmanage", "", words.plain("button.back")))])


def title_modal(shown: Tournament, page: str, words: Words) -> discord.ui.Modal:
    """Return the modal for a tournament's title and text."""
    modal = _modal(
        CustomId("ttitle", shown.row.id, argument=page),
        "draft.title.modal",
        TITLE_LENGTH,
        words,
        default=shown.row.title,
    )
    about = discord.ui.TextInput[discord.ui.Modal](
        custom_id="about",
        style=discord.TextStyle.paragraph,
        max_length=ABOUT_LENGTH,
        required=False,
        default=shown.row.about or None,
    )
    return modal.add_item(discord.ui.Label(text=words.plain("draft.about"), component=about))


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


def _button(
    shown: Tournament, action: str, argument: str, label: str, style: ButtonStyle = ButtonStyle.secondary
) -> "discord.ui.Button[Any]":
    return discord.ui.Button(custom_id=_id(shown, action, argument), label=shortened(label, 80), style=style)


def _id(shown: Tournament, action: str, argument: str) -> str:
    return str(CustomId(action, shown.row.id, argument=argument))
