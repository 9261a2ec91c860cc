"""The page of a server's settings for each game: what its tables begin with, and which card sets are played."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ButtonStyle, SelectOption

from bot.host.card_sets.played import SetHere
from bot.host.kernel.paces import PACES
from bot.host.lobby import OPTION, Defaults
from bot.host.lobby.table_options import fields
from bot.ui.lobby.table_options import HINT, option_choices, option_name, option_value, value_choices
from bot.ui.messages.components import Part, action_row, button_to, layout, setting, text_modal
from bot.ui.messages.custom_ids import Argument, CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.people.settings import page_buttons
from bot.ui.texts.words import Words, shortened
from engine.contract import AnyGame
from engine.contract.decks import DeckFormat

MOST_SETS = 25
"""How many sets a select menu holds; of the server's own, `/set` enables and disables the others."""


class GameSetting(Argument, frozen=True):
    """A game, and the name of one of its settings."""

    game: str
    what: str


class NumberRange(Argument, frozen=True):
    """A numeric option of a game whose value is typed in, with its minimum and maximum."""

    game: str
    name: str
    least: int
    most: int


def game_page(
    games: Sequence[str],
    game: AnyGame,
    own_pace: str | None,
    usual: Defaults,
    sets: Sequence[SetHere],
    usual_pace: str,
    words: Words,
) -> Outgoing:
    """Return the page for a game.

    `own_pace` is the game's own default pace, if it has one, and `usual_pace` that of the other games. `usual` is what
    its tables begin with.
    """
    key = game.spec.key
    others = words.plain("settings.game.pace.usual", pace=words.plain(f"pace.{usual_pace}.name"))
    paces = [
        SelectOption(label=others, value="usual", default=own_pace is None),
        *(SelectOption(label=words.plain(f"pace.{pace}.name"), value=pace, default=pace == own_pace) for pace in PACES),
    ]
    named = [SelectOption(label=words.plain(f"{each}.name"), value=each, default=each == key) for each in games]
    parts: list[Part] = [
        words("settings.title"),
        *setting(words("settings.game"), _select(CustomId("guildgame"), named)),
        *setting(words("settings.game.pace"), _select(_rule(key, "pace"), paces)),
        *_options(game, usual, words),
    ]
    if len(sets) > 1:
        parts += setting(words("settings.game.sets"), _sets(key, sets))
    return layout([*parts, words("settings.game.note"), page_buttons("games", words)])


def _options(game: AnyGame, usual: Defaults, words: Words) -> list[Part]:
    """Return the selects for the options that tables begin with: one for a preset, and one that opens an option."""
    spec, now, parts = game.spec, usual.options.model_dump(mode="json"), list[Part]()
    own, choose = words.plain("table.preset.own"), words.plain("table.options.choose")
    if spec.presets:
        presets = [
            SelectOption(
                label=words.plain(f"{spec.key}.preset.{each.name}"),
                value=each.name,
                default=spec.options.model_validate(each.options) == usual.options,
            )
            for each in spec.presets
        ]
        parts += setting(words("table.preset"), _select(_rule(spec.key, "preset"), presets, own))
    options = _select(CustomId("guildoption", argument=spec.key), option_choices(game, now, words), choose)
    return [*parts, *setting(words("table.options"), options)]


def _sets(game: str, sets: Sequence[SetHere]) -> "discord.ui.Select[Any]":
    options = [SelectOption(label=shortened(each.title, HINT), value=each.key, default=each.played) for each in sets]
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(CustomId("guildsets", argument=game)), max_values=len(options), options=options
    )
    return select


def option_page(game: AnyGame, name: str, usual: Defaults, more: Sequence[DeckFormat], words: Words) -> Outgoing:
    """Return the page for one of a game's options; `more` holds the server's own deck formats. Raises LookupError."""
    field = next((each for each in fields(game.spec.options) if each.name == name), None)
    if field is None:
        raise LookupError(name)
    now = usual.options.model_dump(mode="json")[name]
    own = words("option.usual", value=option_value(game, name, field.usual, words))
    text = f"### {option_name(game, name, words)}\n{words(f'{game.spec.key}.option.{name}.about')}\n-# {own}"
    back = button_to(CustomId("guildgame", argument=game.spec.key), words.plain("button.back"))
    if field.values:
        chooser = _select(_rule(game.spec.key, f"{OPTION}{name}"), value_choices(game, field, more, now, words))
        return layout([*setting(text, chooser), action_row(back)])
    argument = NumberRange(game.spec.key, name, field.least, field.most)
    label = words.plain("option.type", value=now)
    ask = button_to(CustomId("guildnumber", argument=str(argument)), label, ButtonStyle.primary)
    return layout([text, action_row(ask, back)])


def number_modal(argument: str, words: Words) -> discord.ui.Modal:
    """Return the modal for typing a numeric option; `argument` holds the game, the option's name and its range."""
    asked = NumberRange.parse(argument)
    text = discord.ui.TextInput[discord.ui.Modal](custom_id="number", max_length=len(str(asked.most)))
    label = words.plain("option.range", least=asked.least, most=asked.most)
    custom_id = CustomId("guildnumber", argument=str(GameSetting(asked.game, asked.name)))
    return text_modal(custom_id, words.plain("option.number"), label, text)


def _rule(game: str, what: str) -> CustomId:
    return CustomId("guildrule", argument=str(GameSetting(game, what)))


def _select(
    custom_id: CustomId, options: list[SelectOption], placeholder: str | None = None
) -> "discord.ui.Select[Any]":
    """Return a select; the placeholder stands there while none of its options is chosen."""
    return discord.ui.Select(custom_id=str(custom_id), options=options, placeholder=placeholder)
