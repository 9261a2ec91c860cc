"""The panel with which a table's opener sets it up, and which shows the settings to everybody else."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption

from bot.host.kernel.paces import PACES
from bot.host.lobby import CASUAL, NOBODY, OPTION, RATED, Lobby, missing
from bot.host.lobby.table_options import Value, changed, fields
from bot.host.ratings.rating import unrated
from bot.ui.lobby.characters import character_choices, seated_characters, stand_in
from bot.ui.lobby.table_options import (
    HINT,
    length_of,
    option_choices,
    option_line,
    option_name,
    option_value,
    rules_name,
    value_choices,
)
from bot.ui.messages.components import (
    Part,
    action_row,
    button_to,
    divided,
    folded,
    layout,
    people_select,
    setting,
    text_modal,
)
from bot.ui.messages.custom_ids import CustomId, OptionRange
from bot.ui.messages.outgoing import Outgoing, attached, gallery
from bot.ui.people.ratings import rating_status
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, shortened
from engine.contract import AnyGame, Seat
from engine.contract.decks import DeckFormat
from engine.contract.spec import Preset
from engine.players.levels import LEVELS

PANEL: Final = "panel"
"""The argument of the panel's buttons that do what those of a table's own message do."""

MORE: Final = "more"
"""The argument of the button that opens the page with the settings that few people change."""

RARE: Final = ("preset", "takeover", "rating")
"""The settings on that page, beside the game's own options."""


def table(
    shown: Lobby, user: int, game: AnyGame, words: Words, picture: Picture | None = None, *, more: bool = False
) -> Outgoing:
    """Return a panel with a table's settings. Its opener can change them; for anyone else the panel is read-only.

    The opener sees first the settings that people usually change, and what the others are; `more` shows the page that
    changes those. `picture` shows the table.
    """
    row, files = shown.match, attached(picture)
    title = words("table.title", game=words(f"{row.game}.name"), match=row.id)
    own = next((seat.seat for seat in shown.seats if seat.user == user), None)
    about = words("table.fine") if user == row.opener else f"-# {words('table.refused.not_opener')}"
    begin: list[Part] = [
        gallery(files) if files else title,
        _comes_next(shown, words),
        *_start(shown, own, words),
        about,
    ]
    if user != row.opener:
        groups = [begin, *_read_only(shown, game, words)]
    elif more:
        back = _button(shown, "table", words, label="button.back")
        return layout(divided([[title], _rare_settings(shown, game, words), [action_row(back)]]))
    else:
        groups = [begin, _settings(shown, game, words), _rare_summary(shown, game, words)]
    buttons = []
    if user == row.opener and any(seat.house is not None for seat in shown.seats):
        last = next(each for each in reversed(seated_characters(shown)) if each is not None)
        label = words.plain("button.unhouse", player=words.character(last))
        buttons.append(_button(shown, "arrange", words, argument="unhouse", text=label))
    with_others = row.guild is not None and not row.solo
    if with_others and own is not None and game.spec.collecting is not None and row.origin is None:
        buttons.append(_button(shown, "keeps", words))
    buttons.append(_button(shown, "arranged", words, label="table.close"))
    way = "withdraw" if user == row.opener else "watch" if own is None else "quit"
    style = ButtonStyle.secondary if way == "watch" else ButtonStyle.danger
    groups += [[action_row(*buttons)], [action_row(_button(shown, way, words, style, PANEL))] if with_others else []]
    return layout(divided(groups), files=files)


def _start(shown: Lobby, own: Seat | None, words: Words) -> list[Part]:
    """Return what a player can do for the start: agree, or press Start, which is grey until nobody is missing."""
    asked = missing(shown)
    if own in asked:
        return [action_row(_button(shown, "agree", words, ButtonStyle.success))]
    if own is None or shown.match.solo:
        return []
    waits = bool(asked) or not shown.full
    return [action_row(_button(shown, "start", words, ButtonStyle.success, PANEL, disabled=waits))]


def _comes_next(shown: Lobby, words: Words) -> str:
    """Return whom the match waits for, or else what starts it."""
    if not shown.full:
        return words("table.done.waiting", people=_wanted(shown, words))
    asked = missing(shown)
    return words("table.done.asked", players=words.list_players(asked)) if asked else words("table.done")


def _wanted(shown: Lobby, words: Words) -> Rendered:
    """Return who has not sat down yet: the invited people, and how many others."""
    empty = [seat for seat in shown.seats if not seat.taken]
    guests = [f"<@{seat.kept_for}>" for seat in empty if seat.kept_for is not None]
    invited, others = Rendered(", ".join(guests)), words("table.wanted", count=len(empty) - len(guests))
    if len(guests) == len(empty):
        return invited
    return words("table.wanted.both", invited=invited, others=others) if guests else others


def done(shown: Lobby, words: Words, said: str | None = None) -> Outgoing:
    """Return what is left of the panel once somebody is done with it: the way back to it, and what comes next.

    `said` takes the place of the latter for somebody who has left the table.
    """
    row = shown.match
    if not shown.open:
        begun = row.status in ("lobby", "running")
        return layout([words("lobby.content.running" if begun else "lobby.content.over", match=row.id)])
    return layout([said or _comes_next(shown, words), action_row(_button(shown, "table", words))])


def option(
    shown: Lobby, user: int, name: str, game: AnyGame, words: Words, more: Sequence[DeckFormat] = ()
) -> Outgoing:
    """Return the page for one of the game's own options: what it does, and a way to choose or type its value.

    If the game has no option with this name, return the table's main page. `more` holds the server's own deck formats.
    """
    field = next((each for each in fields(game.spec.options) if each.name == name), None)
    if field is None:
        return table(shown, user, game, words)
    now: Value = shown.match.options[name]
    about = words(f"{game.spec.key}.option.{name}.about")
    usual = words("option.usual", value=option_value(game, name, field.usual, words))
    text = f"### {option_name(game, name, words)}\n{about}\n-# {usual}"
    buttons = []
    parts: list[Part] = [text]
    if field.values:
        chooser: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=str(CustomId("arrange", shown.match.id, argument=f"{OPTION}{name}")),
            options=value_choices(game, field, more, now, words),
        )
        parts = setting(text, chooser)
    else:
        argument = str(OptionRange(name, field.least, field.most))
        label = words.plain("option.type", value=option_value(game, name, now, words))
        buttons.append(_button(shown, "number", words, ButtonStyle.primary, argument, text=label))
    buttons.append(_button(shown, "table", words, argument=MORE, label="button.back"))
    return layout([*parts, action_row(*buttons)])


def number_modal(match: int, argument: str, words: Words) -> discord.ui.Modal:
    """Return the modal for typing a numeric option; `argument` holds the option's name and range."""
    asked = OptionRange.parse(argument)
    text = discord.ui.TextInput[discord.ui.Modal](custom_id="number", max_length=len(str(asked.most)))
    label = words.plain("option.range", least=asked.least, most=asked.most)
    return text_modal(CustomId("number", match, argument=asked.name), words.plain("option.number"), label, text)


def _settings(shown: Lobby, game: AnyGame, words: Words) -> list[Part]:
    row, spec = shown.match, game.spec
    parts: list[Part] = []
    if spec.least < spec.most:
        counts = range(spec.least, spec.most + 1)
        players = [SelectOption(label=words.plain("table.players", count=count), value=str(count)) for count in counts]
        parts += _choice(shown, "seats", players, str(len(shown.seats)), words)
    paces = [SelectOption(label=words.plain(f"pace.{pace}.name"), value=pace) for pace in PACES]
    if not row.solo:
        parts += _choice(shown, "pace", paces, row.pace, words, words.plain("lobby.no_clock"))
    room = spec.most - sum(not seat.free for seat in shown.seats)
    if room and not row.solo and row.origin is None:
        people = people_select(CustomId("guests", row.id), room, words)
        parts += setting(f"{words('table.invite')}\n-# {words('table.invite.about')}", people)
    if any(seat.free for seat in shown.seats):
        characters = character_choices(game, shown.decks, words, but=seated_characters(shown))
        parts += _choice(shown, "house", characters, None, words, words.plain("table.house.choose"))
    return parts


def _rare_summary(shown: Lobby, game: AnyGame, words: Words) -> list[Part]:
    """Return what the settings on the other page are, with the button that leads there."""
    more = _button(shown, "table", words, argument=MORE, label="setting.change")
    return folded(words("table.rest"), _rare_lines(shown, game, words), more)


def _rare_lines(shown: Lobby, game: AnyGame, words: Words) -> list[str]:
    """Return a line for each of the settings that few people change."""
    row = shown.match
    return [
        words("setting.line", name=words("table.preset"), value=rules_name(game, row.options, words)),
        words("lobby.rating", rating=rating_status(unrated(row, words.seats), words, row.origin)),
        words("setting.line", name=words("table.takeover"), value=_takeover(shown, row.takeover, words)),
    ]


def _takeover(shown: Lobby, level: str | None, words: Words) -> Rendered:
    """Return what happens to the seat of a player who leaves."""
    if level is None:
        return words("table.takeover.nobody.short")
    return words("table.takeover.agreed.short", player=stand_in(shown, level, words))


def _rare_settings(shown: Lobby, game: AnyGame, words: Words) -> list[Part]:
    row, spec = shown.match, game.spec
    parts: list[Part] = []
    if spec.presets:
        presets = [_preset(shown, game, each, words) for each in spec.presets]
        parts += _choice(shown, "preset", presets, None, words, words.plain("table.preset.own"))
    nobody = SelectOption(label=_takeover(shown, None, words), value=NOBODY)
    takers = [
        SelectOption(
            label=_takeover(shown, level, words),
            value=level,
            description=words.plain(f"house.{level}"),
        )
        for level in LEVELS
    ]
    parts += _choice(shown, "takeover", [nobody, *takers], row.takeover or NOBODY, words)
    kinds = {RATED: "table.rating.rated", CASUAL: "rating.why.casual"}
    ratings = [SelectOption(label=words.plain(label), value=each) for each, label in kinds.items()]
    parts += _choice(shown, "rating", ratings, RATED if row.rated else CASUAL, words)
    rules: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(CustomId("option", row.id)),
        options=option_choices(game, row.options, words),
        placeholder=words.plain("table.options.choose"),
    )
    return [*parts, *setting(words("table.options"), rules)]


def _read_only(shown: Lobby, game: AnyGame, words: Words) -> list[list[Part]]:
    """Return a table's settings for people who cannot change them, and the rules that are not as usual."""
    row, key = shown.match, game.spec.key
    pace = words(f"pace.{row.pace}.name" if row.pace in PACES else "lobby.no_clock")
    seats = words("table.players", count=len(shown.seats))
    lines = [
        words("setting.line", name=words("table.seats"), value=seats),
        words("setting.line", name=words("table.pace"), value=pace),
        *_rare_lines(shown, game, words),
    ]
    changes = [
        words("option.explained", line=option_line(game, name, value, words), about=words(f"{key}.option.{name}.about"))
        for name, value in changed(game, row.options).items()
    ]
    return [["\n".join(lines)], ["\n".join(changes)] if changes else []]


def _preset(shown: Lobby, game: AnyGame, preset: Preset, words: Words) -> SelectOption:
    """Return an option for a preset: how long a match takes with this many seats, or why the table cannot use it."""
    options = game.spec.options.model_validate(preset.options)
    faults = game.table_faults(options, len(shown.seats))
    length = length_of(game, options.model_dump(mode="json"), len(shown.seats), shown.match.pace, words)
    return SelectOption(
        label=words.plain(f"{game.spec.key}.preset.{preset.name}"),
        value=preset.name,
        description=shortened(words.label(faults[0]) if faults else str(length), HINT),
        default=options.model_dump(mode="json") == shown.match.options,
    )


def _choice(
    shown: Lobby,
    name: str,
    options: Sequence[SelectOption],
    chosen: str | None,
    words: Words,
    placeholder: str | None = None,
) -> list[Part]:
    """Return a setting with what it means, if that needs words, and its select.

    The placeholder stands there while none of the options is chosen.
    """
    for each in options:
        each.default = each.default or each.value == chosen
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(CustomId("arrange", shown.match.id, argument=name)),
        options=list(options),
        placeholder=placeholder,
    )
    title, about = words(f"table.{name}"), f"table.{name}.about"
    return setting(f"{title}\n-# {words(about)}" if about in words.catalogue.ids else title, select)


def _button(
    shown: Lobby,
    action: str,
    words: Words,
    style: ButtonStyle = ButtonStyle.secondary,
    argument: str = "",
    *,
    label: str | None = None,
    text: str | None = None,
    disabled: bool = False,
) -> "discord.ui.Button[Any]":
    wanted = CustomId(action, shown.match.id, argument=argument)
    return button_to(wanted, text or words.plain(label or f"button.{action}"), style, disabled=disabled)
