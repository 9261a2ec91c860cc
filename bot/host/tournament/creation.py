"""Creating a tournament: a draft that only its organisers can see and edit, and its announcement."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import fields
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.groups import own_titles, set_groups
from bot.host.decks.formats import formats_of
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR, MINUTE, PACES
from bot.host.kernel.text_checks import check_seen
from bot.host.lobby.server_defaults import defaults_of
from bot.host.lobby.table_options import with_value
from bot.host.people.server_rules import check_game
from bot.host.people.settings import Unsettable, check_channel, id_of
from bot.host.people.time_zones import typed_time
from bot.host.tournament.champion import ping
from bot.host.tournament.rules.course import FORMATS
from bot.host.tournament.schedule import show_event
from bot.host.tournament.timers import count, set_starts
from bot.host.tournament.tournament import WEEK, Tournament, find, find_as, show
from bot.storage import destinations, people, tournaments
from bot.storage.destination import Destination
from bot.storage.recurrences import TEMPLATE
from bot.storage.tournaments import TournamentRow
from engine.contract import Message

TITLE_LENGTH: Final = 64
"""The maximum length of a title."""

ABOUT_LENGTH: Final = 300
"""The maximum length of the organiser's text."""

AT_ONCE: Final = 5
"""How many unfinished tournaments a person can organise at once."""

SEATS: Final = 2
"""The number of seats in every match of a tournament."""

OPTION: Final = "option "
"""The prefix of the names of settings that are a game's own options."""

DECK_FORMAT: Final = "format"
"""The game's option for the deck format: a server can have more formats than the game's own."""

USUAL: Final[Mapping[str, Any]] = {each.name: each.default for each in fields(TournamentRow)}
"""The usual values of the settings."""

ROLES: Final = ("role", "champion_role", "ping_role")
"""The settings that are roles: one whose members may enter, and those that the bot gives and mentions."""

YES_NO: Final[Mapping[str, Any]] = {"yes": True, "no": False}

CHOICES: Final[Mapping[str, Mapping[str, Any]]] = {
    "format": {each: each for each in FORMATS},
    "rounds": {str(each): each for each in range(13)},
    "cut": {str(each): each for each in (0, 2, 4, 8, 16)},
    "best_of": {"1": 1, "3": 3},
    "pace": {each: each for each in PACES},
    "round_length": {
        "none": None,
        **{f"{minutes} minutes": minutes * MINUTE for minutes in (20, 30, 40, 50)},
        **{str(hours): hours * HOUR for hours in (1, 2, 3, 6, 12)},
        **{str(days * 24): days * DAY for days in (1, 2, 3, 5, 7, 14)},
    },
    "absent_after": {str(minutes): minutes * MINUTE for minutes in (3, 5, 10)},
    "weekly": YES_NO,
    "draws": YES_NO,
    "most": {str(each): each for each in (4, 8, 16, 24, 32, 48, 64, 96, 128, 256)},
    "least": {str(each): each for each in (2, 3, 4, 6, 8, 12, 16)},
    "provisional": {"none": 0.0, **{str(hours): float(hours * HOUR) for hours in (1, 24, 72)}},
    "hidden": YES_NO,
    "rated": YES_NO,
    "entry": {each: each for each in ("open", "role", "invitation")},
    "check_in": {"none": None, **{str(minutes): minutes * MINUTE for minutes in (10, 15, 30, 60)}},
}
"""The values of each setting, by the words with which they are chosen. The words for times are hours if they name no
unit, or minutes for the check-in and for players who do not show up."""

STARTS: Final[Mapping[str, float | None]] = {
    "hand": None,
    "0.5": HOUR / 2,
    **{str(hours): hours * HOUR for hours in (1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72, 96, 120, 168)},
}
"""The choices for when a tournament begins automatically, in hours from now; "hand" means that it does not."""


FURTHEST: Final = 365 * DAY
"""How long before its start a tournament can be announced."""

TIME_LENGTH: Final = 16
"""The length of a typed date and time."""


async def create(
    host: Host, click: Click, guild: int, channel: int, game: str, title: str, *, parent: int | None = None
) -> Tournament | None:
    """Create a draft of a tournament; `parent` is the parent channel of a thread. Raises Refused and WrongChannel.

    Returns None for an interaction that has already been taken up.
    """
    if game not in host.games:
        raise Refused(Message("lobby.refused.game"))
    spec = host.games[game].spec
    if not spec.least <= SEATS <= spec.most:
        raise Refused(Message("tournament.refused.seats"))
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx):
            return None
        if await tournaments.begun_by(tx, click.user) >= AT_ONCE:
            raise Refused(Message("tournament.refused.many", {"most": AT_ONCE}))
        check_channel(await people.guild(tx, guild), channel, parent)
        await check_game(tx, guild, game)
        usual = await defaults_of(host, tx, guild, game, SEATS)
        group, *_ = await set_groups(host, tx, game, guild)
        await people.note_act(tx, click.user, host.now(), click.locale, click.avatar)
        row = TournamentRow(
            title=checked_title(title),
            status="draft",
            guild=guild,
            channel=channel,
            organiser=click.user,
            game=game,
            options=usual.options.model_dump(mode="json"),
            sets=list(group.sets),
            rated=not group.own,
            format="swiss",
            pace=usual.pace,
            most=32,
            secret=host.chance.secret(),
            opened=host.now(),
        )
        number = await tournaments.create(tx, row)
        if parent is not None:
            await destinations.keep_place(tx, Destination.tournament_parent(number), parent)
        return await find(host, tx, number)


def checked_title(text: str) -> str:
    """Return a typed title as it is stored. Raises Refused."""
    title = " ".join(text.split())[:TITLE_LENGTH]
    if not title:
        raise Refused(Message("tournament.refused.title"))
    check_seen(title)
    return title


def _about(text: str) -> str:
    about = text.strip()[:ABOUT_LENGTH]
    check_seen(about.replace("\n", " ") or "-")
    return about


TYPED: Final = {"title": checked_title, "about": _about}
"""What checks and cleans the texts that an organiser types."""


async def arrange(host: Host, click: Click, tournament: int, what: str, value: str, *, manages: bool) -> Tournament:
    """Change one setting of a draft: one of `CHOICES` or `ROLES`, "starts", "title", "about", "preset" or an "option".

    A start may also be typed as a date and time ("time"), after the time zone whose clocks show it. The draft may be a
    template, whose start follows from its recurrence. Raises Refused and UnknownZone, in which case nothing
    has changed.
    """
    async with click.transaction(host) as tx:
        found = await find_as(host, tx, tournament, click.user, manages=manages, statuses=("draft", TEMPLATE))
        if found.row.status == TEMPLATE and what in ("starts", "time"):
            raise Refused(Message("table.refused.option"))
        await change(host, tx, found.row, what, value, click.user)
        await tournaments.change(tx, found.row)
        return found


async def change(host: Host, tx: AsyncConnection, row: TournamentRow, what: str, value: str, by: int) -> None:
    """Change one setting of a tournament's row for a person, as in `arrange`. Raises Refused and UnknownZone."""
    match what:
        case "title" | "about":
            setattr(row, what, TYPED[what](value))
        case "role" | "champion_role" | "ping_role":
            _set_role(row, what, value, by)
        case "starts":
            after = _one_of(STARTS, value)
            row.starts = None if after is None else host.now() + after
        case "time":
            row.starts = _typed_start(value, host.now())
        case "preset":
            row.options = _preset(host, row, value)
        case _ if what.startswith(OPTION):
            row.options = await _option(host, tx, row, what.removeprefix(OPTION), value)
        case _:
            setattr(row, what, await _choice(host, tx, row, what, value))
    if row.weekly:
        row.round_length = WEEK
    if row.starts is None:
        row.check_in = None
    if row.format != "swiss":
        row.cut, row.rounds = 0, 0
    _check(host, row)


def _set_role(row: TournamentRow, what: str, value: str, by: int) -> None:
    """Set a role, or none. Raises Refused."""
    try:
        setattr(row, what, id_of(value) if value else None)
    except Unsettable as error:
        raise Refused(Message("table.refused.option")) from error
    if what == "role":
        row.entry = "role"
    if what == "champion_role":
        row.role_chooser = by


async def _choice(host: Host, tx: AsyncConnection, row: TournamentRow, what: str, value: str) -> Any:
    """Return the value of one of the `CHOICES`. Raises Refused."""
    chosen = _one_of(_one_of(CHOICES, what), value)
    if what == "rated" and chosen and await own_titles(host, tx, row.game, row.sets):
        raise Refused(Message("tournament.refused.own"))
    return chosen


def _one_of(allowed: Mapping[str, Any], value: str) -> Any:
    if value not in allowed:
        raise Refused(Message("table.refused.option"))
    return allowed[value]


def _typed_start(value: str, now: float) -> float:
    """Return a typed start: a time zone, then a date and time by its clocks. Raises Refused and UnknownZone."""
    zone, _, typed = value.partition(" ")
    try:
        starts = typed_time(typed, zone)
    except ValueError as error:
        raise Refused(Message("tournament.refused.time")) from error
    if not now < starts <= now + FURTHEST:
        raise Refused(Message("tournament.refused.time"))
    return starts


def _preset(host: Host, row: TournamentRow, name: str) -> dict[str, Any]:
    spec = host.games[row.game].spec
    options = _one_of({preset.name: preset.options for preset in spec.presets}, name)
    return spec.options.model_validate(options).model_dump(mode="json")


async def _option(host: Host, tx: AsyncConnection, row: TournamentRow, name: str, value: str) -> dict[str, Any]:
    game = host.games[row.game]
    if name == DECK_FORMAT and game.spec.decks:
        wanted = _one_of(await formats_of(host, tx, row.guild, row.game), value)
        return game.spec.options.model_validate({**row.options, name: wanted}).model_dump(mode="json")
    return with_value(game, row.options, name, value).model_dump(mode="json")


def _check(host: Host, row: TournamentRow) -> None:
    """Raise Refused if two seats cannot play with these options, or the maximum of players is below the minimum."""
    game = host.games[row.game]
    faults = game.table_faults(game.spec.options.model_validate(row.options), SEATS)
    if faults:
        raise Refused(faults[0])
    if row.least > row.most:
        raise Refused(Message("tournament.refused.sizes"))


async def announce(host: Host, click: Click, tournament: int, *, manages: bool) -> Tournament:
    """Announce a draft, and open it for entry. Raises Refused.

    The place is the server's channel for announcements or, without one, or if it is lost, where the draft was created.
    """
    async with click.transaction(host) as tx:
        found = await find_as(host, tx, tournament, click.user, manages=manages, statuses=("draft",))
        row = found.row
        if row.starts is not None and row.starts <= host.now():
            raise Refused(Message("tournament.refused.past"))
        if row.entry == "role" and row.role is None:
            raise Refused(Message("tournament.refused.no_role"))
        await publish(host, tx, row, click.user)
        return await find(host, tx, tournament)


async def publish(host: Host, tx: AsyncConnection, row: TournamentRow, actor: int | None) -> None:
    """Open a locked tournament for entry, and announce it with its scheduled event; `actor` is None if nobody does."""
    row.status = "open"
    await tournaments.change(tx, row)
    await tournaments.note(tx, row.id, actor, "announce", {}, host.now())
    await keep_places(tx, row)
    await set_starts(tx, row, host.now())
    await count(tx, row.id, host.now())
    await show(host, tx, row)
    await show_event(host, tx, row)
    await ping(host, tx, row)


async def keep_places(tx: AsyncConnection, row: TournamentRow) -> None:
    """Choose where a tournament is spoken about: in the server's channel for announcements, or else in its own."""
    announced = (await people.guild(tx, row.guild)).announcements or row.channel
    await destinations.keep_place(tx, Destination.tournament(row.id), announced)
    if announced != row.channel:
        await destinations.keep_place(tx, Destination.tournament_parent(row.id), row.channel)
