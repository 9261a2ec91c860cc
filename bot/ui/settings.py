"""The settings panels for servers and people: each setting has a select, and a change applies at once."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from babel import Locale
from discord import ButtonStyle, SelectDefaultValue, SelectOption

from bot.host.kernel.paces import PACES
from bot.host.people.server_rules import games_of
from bot.host.people.settings import ASKINGS, HANDS, HOURS, MOST_BARRED, RETENTIONS, TURNS
from bot.host.people.time_zones import zone_of_person, zone_of_server
from bot.locale.catalogue import languages
from bot.storage.people import GuildRow, UserRow
from bot.ui.components import Part, Row, action_row, button_to, layout, role_select, setting
from bot.ui.custom_ids import CustomId
from bot.ui.messages import Outgoing
from bot.ui.time_zones import zone_choices
from bot.ui.words import Words

MOST_CHANNELS: Final = 25


PAGES: Final = ("play", "games", "people", "server")
"""The pages of a server's settings."""

PAGE_OF: Final = {
    **dict.fromkeys(("channels", "games", "pace", "threads", "hand", "turns", "keeps"), "play"),
    **dict.fromkeys(("openers", "organisers", "uploaders", "barred"), "people"),
    **dict.fromkeys(("locale", "timezone", "announcements", "log", "retention", "private_links"), "server"),
}
"""The page of each of a server's settings; those for each game have a page of their own, "games"."""


def guild(row: GuildRow, barred: Sequence[int], games: Sequence[str], page: str, now: float, words: Words) -> Outgoing:
    """Return a page of the panel with a server's settings, with buttons for the other pages.

    `barred` are the people who may not play there, and `games` the games that the bot has.
    """
    settings = {
        "play": lambda: _play_page(row, games, words),
        "people": lambda: _people_page(row, barred, words),
        "server": lambda: _server_page(row, now, words),
    }
    return layout([words("settings.title"), *settings[page](), page_buttons(page, words)])


def page_buttons(page: str, words: Words) -> Row:
    """Return the buttons for the pages, and the one that puts the settings away."""
    away = button_to(CustomId("guilddone"), words.plain("button.arranged"), ButtonStyle.success)
    return action_row(*_pages("guildpage", "settings", PAGES, page, words), away)


def _pages(action: str, panel: str, pages: Sequence[str], page: str, words: Words) -> "list[discord.ui.Button[Any]]":
    """Return a button for each page of a panel; the one for the page that is shown is marked, and does nothing."""
    return [
        button_to(
            CustomId(action, argument=each),
            words.plain(f"{panel}.page.{each}"),
            ButtonStyle.primary if each == page else ButtonStyle.secondary,
            disabled=each == page,
        )
        for each in pages
    ]


def done(words: Words) -> Outgoing:
    """Return what is left of the settings once they are put away: the way back to them."""
    back = button_to(CustomId("guildpage", argument=PAGES[0]), words.plain("button.settings"))
    return layout([words("settings.done"), action_row(back)])


def _play_page(row: GuildRow, games: Sequence[str], words: Words) -> list[Part]:
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
        *_choice("guild", "pace", _paces(words), row.pace or next(iter(PACES)), words),
        *_choice("guild", "threads", _yes_no("threads", words), "yes" if row.threads else "no", words),
        *_choice("guild", "hand", _hands(words), row.hand, words),
        *_choice("guild", "turns", _turns(words), row.turns, words),
        *_choice("guild", "keeps", _yes_no("keeps", words), "yes" if row.keeps else "no", words),
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
        *_choice("guild", "locale", _languages(), Words(row.locale).catalogue.locale, words),
        *_choice("guild", "timezone", zone_choices(zone, now, words), zone, words),
        *(
            part
            for name, channel in (("announcements", row.announcements), ("log", row.log))
            for part in setting(words(f"settings.{name}"), _channel(name, channel, words))
        ),
        *_choice("guild", "retention", _retentions(words), retention, words),
        *_choice("guild", "private_links", _yes_no("private_links", words), links, words),
    ]


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
    **dict.fromkeys(("hand", "pictures", "motion", "asking"), "basics"),
    **dict.fromkeys(("reminders", "quiet_from", "quiet_to", "zone", "listen"), "times"),
}
"""The page of each of a person's settings."""


def person(row: UserRow, page: str, now: float, words: Words, *, listens: bool | None = None) -> Outgoing:
    """Return a page of the panel with a person's settings, with a button for the other.

    `listens` is whether the person wants to know when somebody looks for a match in the server where the panel is
    shown; None outside servers.
    """
    parts = _basics_page(row, words) if page == "basics" else _times_page(row, now, words, listens=listens)
    return layout([words("me.title"), *parts, action_row(*_pages("me", "me", OWN_PAGES, page, words))])


def _basics_page(row: UserRow, words: Words) -> list[Part]:
    """Return a person's settings for what they see and are asked in a match."""
    hands = [SelectOption(label=words.plain("settings.hand.server"), value="server"), *_hands(words)]
    return [
        *_choice("own", "hand", hands, row.hand or "server", words),
        *_choice("own", "pictures", _yes_no("pictures", words), "yes" if row.pictures else "no", words),
        *_choice("own", "motion", _yes_no("motion", words), "yes" if row.motion else "no", words),
        *_choice("own", "asking", askings(words), row.asking, words),
    ]


def _times_page(row: UserRow, now: float, words: Words, *, listens: bool | None) -> list[Part]:
    """Return a person's settings for what I tell them, and when."""
    told, zone = "yes" if listens else "no", zone_of_person(row)
    return [
        *_choice("own", "reminders", _yes_no("reminders", words), "yes" if row.reminders else "no", words),
        *_choice("own", "quiet_from", _hours(words), _hour(row.quiet_from), words),
        *_choice("own", "quiet_to", _hours(words), _hour(row.quiet_to), words),
        *_choice("own", "zone", zone_choices(zone, now, words), zone, words),
        *(() if listens is None else _choice("listen", "listen", _yes_no("listen", words), told, words)),
    ]


def _choice(action: str, name: str, options: Sequence[SelectOption], chosen: str, words: Words) -> list[Part]:
    for option in options:
        option.default = option.value == chosen
    select: discord.ui.Select[Any] = discord.ui.Select(custom_id=_id(action, name), options=list(options))
    own = f"me.{name}"
    return setting(words(own if action == "own" and own in words.catalogue.ids else f"settings.{name}"), select)


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
            SelectOption(label=words.plain("settings.retention.days", count=days), value=str(days))
            for days in RETENTIONS
        ),
    ]


def _hours(words: Words) -> list[SelectOption]:
    none = SelectOption(label=words.plain("settings.quiet.none"), value="none")
    return [none, *(SelectOption(label=f"{hour:02}:00", value=str(hour)) for hour in HOURS)]


def _hour(hour: int | None) -> str:
    return "none" if hour is None else str(hour)
