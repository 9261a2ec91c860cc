"""The settings panels for servers and people: each setting has a select, and a change applies at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import discord
from babel import Locale
from discord import ButtonStyle, SelectDefaultValue, SelectOption
from msgspec import Struct

from bot.host.kernel.paces import PACES
from bot.host.people.server_rules import games_of
from bot.host.people.settings import ASKINGS, HANDS, HOURS, MOST_BARRED, RETENTIONS, TURNS
from bot.host.people.time_zones import zone_of_person, zone_of_server
from bot.locale.catalogue import languages
from bot.storage.people import GuildRow, UserRow
from bot.ui.messages.components import (
    Part,
    Row,
    action_row,
    button_to,
    divided,
    folded,
    layout,
    role_select,
    setting,
    with_button,
)
from bot.ui.messages.custom_ids import Argument, CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.people.time_zones import zone_choices
from bot.ui.texts.words import Rendered, Words

MOST_CHANNELS: Final = 25


PAGES: Final = ("play", "games", "people", "server")
"""The pages of a server's settings."""

PAGE_OF: Final = {
    **dict.fromkeys(("channels", "games", "pace", "threads", "hand", "turns", "keeps"), "play"),
    **dict.fromkeys(("openers", "organisers", "uploaders", "barred"), "people"),
    **dict.fromkeys(("locale", "timezone", "announcements", "log", "retention", "private_links", "numbers"), "server"),
    **dict.fromkeys(("puzzles", "puzzle_hour", "puzzle_games"), "server"),
}
"""The page of each of a server's settings; those for each game have a page of their own, "games"."""


def guild(
    row: GuildRow,
    barred: Sequence[int],
    games: Sequence[str],
    page: str,
    now: float,
    words: Words,
    *,
    lacking: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> Outgoing:
    """Return a page of the panel with a server's settings, with buttons for the other pages.

    `barred` are the people who may not play there, and `games` the games that the bot has. `lacking` are the
    permissions that the bot still needs in channels for matches, by channel.
    """
    settings: dict[str, Callable[[], list[Part]]] = {
        "play": lambda: _play_page(row, games, lacking, words),
        "people": lambda: _people_page(row, barred, words),
        "server": lambda: [*_server_page(row, now, words), *_puzzles(row, games, words)],
    }
    return layout([words("settings.title"), *settings[page](), page_buttons(page, words)])


def page_buttons(page: str, words: Words) -> Row:
    """Return the buttons for the pages, and the one that puts the settings away.

    The button for the page that is shown is marked, and does nothing.
    """
    away = button_to(CustomId("guilddone"), words.plain("button.arranged"), ButtonStyle.success)
    pages = [
        button_to(
            CustomId("guildpage", argument=each),
            words.plain(f"settings.page.{each}"),
            ButtonStyle.primary if each == page else ButtonStyle.secondary,
            disabled=each == page,
        )
        for each in PAGES
    ]
    return action_row(*pages, away)


def done(words: Words) -> Outgoing:
    """Return what is left of the settings once they are put away: the way back to them."""
    back = button_to(CustomId("guildpage", argument=PAGES[0]), words.plain("button.settings"))
    return layout([words("settings.done"), action_row(back)])


def permission_names(names: Iterable[str], words: Words) -> Rendered:
    """Return permissions by the names that Discord shows, in bold."""
    return Rendered(", ".join(f"**{words.plain(f'permission.{name}')}**" for name in names))


def _warnings(lacking: Mapping[int, Sequence[str]], words: Words) -> list[Part]:
    """Return a line for the channels that lack the same permissions."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for channel, names in lacking.items():
        alike.setdefault(tuple(names), []).append(f"<#{channel}>")
    return [
        words(
            "settings.channels.lacking",
            channels=Rendered(", ".join(channels)),
            permissions=permission_names(names, words),
        )
        for names, channels in alike.items()
    ]


def _play_page(row: GuildRow, games: Sequence[str], lacking: Mapping[int, Sequence[str]], words: Words) -> list[Part]:
    """Return the settings for what is played, and where."""
    channels: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id=_id("guild", "channels"),
        channel_types=[discord.ChannelType.text],
        placeholder=words.plain("settings.channels.all"),
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[SelectDefaultValue.from_channel(discord.Object(channel)) for channel in row.channels],
    )
    played: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=_id("guild", "games"),
        max_values=len(games),
        options=[
            SelectOption(label=words.plain(f"{game}.name"), value=game, default=game in games_of(row, games))
            for game in games
        ],
    )
    return [
        *setting(words("settings.games"), played),
        *setting(words("settings.channels"), channels),
        *_warnings(lacking, words),
        *_choice("pace", _paces(words), row.pace or next(iter(PACES)), words),
        *_choice("threads", _yes_no("threads", words), "yes" if row.threads else "no", words),
        *_choice("hand", _hands(words), row.hand, words),
        *_choice("turns", _turns(words), row.turns, words),
        *_choice("keeps", _yes_no("keeps", words), "yes" if row.keeps else "no", words),
    ]


def _people_page(row: GuildRow, barred: Sequence[int], words: Words) -> list[Part]:
    """Return the settings for the rights of people and roles."""
    people: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=_id("guild", "barred"),
        placeholder=words.plain("settings.barred.nobody"),
        min_values=0,
        max_values=MOST_BARRED,
        default_values=[SelectDefaultValue.from_user(discord.Object(person)) for person in barred],
    )
    everyone = words.plain("settings.openers.everyone")
    return [
        words("settings.managers"),
        *setting(words("settings.openers"), role_select(_id("guild", "openers"), row.openers, everyone)),
        *(
            part
            for name, role in (("organisers", row.organisers), ("uploaders", row.uploaders))
            for part in setting(
                words(f"settings.{name}"), role_select(_id("guild", name), role, words.plain("settings.managers.only"))
            )
        ),
        *setting(words("settings.barred"), people),
    ]


def _server_page(row: GuildRow, now: float, words: Words) -> list[Part]:
    """Return the settings for the language, the time zone, special channels, how long matches are kept, and links."""
    retention, zone = "ever" if row.retention is None else str(row.retention), zone_of_server(row)
    links = "yes" if row.private_links else "no"
    return [
        *_choice("locale", _languages(), Words(row.locale).catalogue.locale, words),
        *_choice("timezone", zone_choices(zone, now, words), zone, words),
        *(
            part
            for name, channel in (("announcements", row.announcements), ("log", row.log))
            for part in setting(words(f"settings.{name}"), _channel(name, channel, words))
        ),
        *_choice("retention", _retentions(words), retention, words),
        *_choice("private_links", _yes_no("private_links", words), links, words),
        *_choice("numbers", _yes_no("numbers", words), "yes" if row.numbers else "no", words),
    ]


def _puzzles(row: GuildRow, games: Sequence[str], words: Words) -> list[Part]:
    """Return the settings for the puzzle of the day: the channel and, if there is one, the hour and the games."""
    parts = setting(words("settings.puzzles"), _channel("puzzles", row.puzzles, words))
    if row.puzzles is None:
        return parts
    played = games_of(row, games)
    options = [
        SelectOption(
            label=words.plain(f"{game}.name"), value=game, default=not row.puzzle_games or game in row.puzzle_games
        )
        for game in played
    ]
    chosen: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=_id("guild", "puzzle_games"), max_values=len(options), options=options
    )
    hours = _choice("puzzle_hour", _hours(words)[1:], str(row.puzzle_hour), words)
    return [*parts, *hours, *setting(words("settings.puzzle_games"), chosen)]


def _channel(name: str, channel: int | None, words: Words) -> "discord.ui.ChannelSelect[Any]":
    """Return a select for one of the server's channels, or none."""
    return discord.ui.ChannelSelect(
        custom_id=_id("guild", name),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        placeholder=words.plain(f"settings.{name}.none"),
        min_values=0,
        max_values=1,
        default_values=[] if channel is None else [SelectDefaultValue.from_channel(discord.Object(channel))],
    )


OWN_PAGES: Final = ("basics", "times")
"""The pages of a person's settings."""

OWN_PAGE_OF: Final = {
    **dict.fromkeys(("pictures", "desk", "motion", "hand", "asking", "puzzle_table"), "basics"),
    **dict.fromkeys(("reminders", "listen", "quiet_from", "quiet_to", "zone"), "times"),
}
"""The page of each of a person's settings."""


class OwnSetting(Struct, frozen=True):
    """One of a person's settings as the panel shows it.

    Attributes:
        action: the action that changes it.
        name: its name, which the action's argument begins with.
        options: its values, with their texts.
        chosen: the present value.
    """

    action: str
    name: str
    options: Sequence[SelectOption]
    chosen: str

    def line(self, words: Words) -> Rendered:
        """Return the setting's name and its present value."""
        value = next(each.label for each in self.options if each.value == self.chosen)
        return words("setting.line", name=words(f"me.{self.name}"), value=Rendered(value))

    def control(self, words: Words) -> list[Part]:
        """Return what changes the setting: a button that switches it on or off, or else a select."""
        about = words(f"me.{self.name}.about")
        if {each.value for each in self.options} != {"yes", "no"}:
            select = _select(self.action, self.name, self.options, self.chosen)
            return setting(f"{words(f'me.{self.name}')}\n-# {about}", select)
        other = "no" if self.chosen == "yes" else "yes"
        argument = str(SwitchedSetting(self.name, other))
        switch = button_to(CustomId(self.action, argument=argument), words.plain(f"setting.switch.{other}"))
        return [with_button(f"{self.line(words)}\n-# {about}", switch)]


class SwitchedSetting(Argument, frozen=True):
    """A setting, and the value that a button gives it."""

    name: str
    value: str


def person(row: UserRow, page: str, now: float, words: Words, *, listens: bool | None = None) -> Outgoing:
    """Return a page of the panel with a person's settings.

    The settings of the page can be changed; those of the other pages are lines, with a button that leads there.
    `listens` is whether the person wants to know when somebody looks for a match in the server where the panel is
    shown; None outside servers.
    """
    groups: list[list[Part]] = [[words("me.title")]]
    shown = _own_settings(row, now, words, listens=listens)
    for each in OWN_PAGES:
        there, heading = [one for one in shown if OWN_PAGE_OF[one.name] == each], words(f"me.page.{each}")
        if each == page:
            groups.append([heading, *(part for one in there for part in one.control(words))])
        else:
            change = button_to(CustomId("me", argument=each), words.plain("setting.change"))
            groups.append(folded(heading, [one.line(words) for one in there], change))
    return layout(divided(groups))


def _own_settings(row: UserRow, now: float, words: Words, *, listens: bool | None) -> list[OwnSetting]:
    """Return a person's settings in the order in which they are shown."""
    zone = zone_of_person(row)
    hands = [SelectOption(label=words.plain("settings.hand.server"), value="server"), *_hands(words)]
    heard = () if listens is None else (_switched("listen", "listen", words, on=listens),)
    return [
        _switched("own", "pictures", words, on=row.pictures),
        _switched("own", "desk", words, on=row.desk),
        _switched("own", "motion", words, on=row.motion),
        OwnSetting("own", "hand", hands, row.hand or "server"),
        OwnSetting("own", "asking", askings(words), row.asking),
        _switched("own", "puzzle_table", words, on=row.puzzle_table),
        _switched("own", "reminders", words, on=row.reminders),
        *heard,
        OwnSetting("own", "quiet_from", _hours(words), _hour(row.quiet_from)),
        OwnSetting("own", "quiet_to", _hours(words), _hour(row.quiet_to)),
        OwnSetting("own", "zone", zone_choices(zone, now, words), zone),
    ]


def _switched(action: str, name: str, words: Words, *, on: bool) -> OwnSetting:
    """Return a setting that is on or off."""
    options = [SelectOption(label=words.plain(f"setting.{each}"), value=each) for each in ("yes", "no")]
    return OwnSetting(action, name, options, "yes" if on else "no")


def _choice(name: str, options: Sequence[SelectOption], chosen: str, words: Words) -> list[Part]:
    """Return one of a server's settings with its select."""
    return setting(words(f"settings.{name}"), _select("guild", name, options, chosen))


def _select(action: str, name: str, options: Sequence[SelectOption], chosen: str) -> "discord.ui.Select[Any]":
    """Return a select with the present value chosen."""
    for option in options:
        option.default = option.value == chosen
    return discord.ui.Select(custom_id=_id(action, name), options=list(options))


def _id(action: str, name: str) -> str:
    return str(CustomId(action, argument=name))


def _languages() -> list[SelectOption]:
    """Return an option for each language, under its name in that language."""
    return [SelectOption(label=Locale.parse(each, "-").get_display_name() or each, value=each) for each in languages()]


def _paces(words: Words) -> list[SelectOption]:
    return [SelectOption(label=words.plain(f"pace.{pace}.name"), value=pace) for pace in PACES]


def _hands(words: Words) -> list[SelectOption]:
    return [SelectOption(label=words.plain(f"settings.hand.{hand}"), value=hand) for hand in HANDS]


def _turns(words: Words) -> list[SelectOption]:
    return [SelectOption(label=words.plain(f"settings.turns.{each}"), value=each) for each in TURNS]


def askings(words: Words) -> list[SelectOption]:
    """Return the choices for when a player wants to be asked in response windows."""
    return [SelectOption(label=words.plain(f"settings.asking.{each}"), value=each) for each in ASKINGS]


def _yes_no(name: str, words: Words) -> list[SelectOption]:
    return [SelectOption(label=words.plain(f"settings.{name}.{word}"), value=word) for word in ("yes", "no")]


def _retentions(words: Words) -> list[SelectOption]:
    ever = SelectOption(label=words.plain("settings.retention.ever"), value="ever")
    return [
        ever,
        *(
            SelectOption(label=words.plain("draft.provisional.days", count=days), value=str(days))
            for days in RETENTIONS
        ),
    ]


def _hours(words: Words) -> list[SelectOption]:
    none = SelectOption(label=words.plain("settings.quiet.none"), value="none")
    return [none, *(SelectOption(label=f"{hour:02}:00", value=str(hour)) for hour in HOURS)]


def _hour(hour: int | None) -> str:
    return "none" if hour is None else str(hour)
