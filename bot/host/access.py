"""Access rules: the conditions for acting on a row or reading a match.

Every action of a button, select or modal is declared with its rule, and every command has one in `COMMANDS`. An action
is carried out only after its rule has admitted the person; an action without a rule is never carried out. A rule looks
at the person, the server and channel in which they are acting, and the row. Whether a seat, deck or pack belongs to the
person is checked by the use case, on the row that it locks.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Final, Literal, Protocol, TypeAlias

from msgspec import Struct

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match.unit_of_work import NoSuchMatch
from bot.storage import destinations, graces, matches, people, seasons, tournaments, trades
from bot.storage.destination import Destination
from bot.storage.recurrences import TEMPLATE
from bot.storage.schema.seasons import SeasonRow
from bot.storage.tournaments import TournamentRow
from engine.contract import Message


class Rights(Struct, frozen=True):
    """What a person may do in a channel. By default, and if it cannot be looked up, that is nothing."""

    reads: bool = False
    moderates: bool = False


class Channels(Protocol):
    """Looks up what people, and the bot itself, may do in channels other than the one where a person is acting."""

    async def rights(self, guild: int, channel: int, user: int) -> Rights:
        """Return what a person may do in a server's channel or thread; nothing if that cannot be looked up."""
        ...

    async def is_private(self, guild: int, channel: int) -> bool:
        """Return whether a server's channel or thread is hidden from any member; True if that cannot be looked up."""
        ...

    async def missing(self, guild: int, channels: Collection[int], *, threads: bool) -> dict[int, list[str]]:
        """Return the permissions that the bot lacks for hosting in a server's channels and threads, by channel id.

        If `threads` is set, each match gets a thread there. A hidden or deleted channel is reported as lacking View
        Channel. Returns nothing if the server's channels cannot be looked up.
        """
        ...

    async def role_fault(self, guild: int, role: int, chooser: int, mentioned: int | None = None) -> str | None:
        """Return what speaks against a role that somebody chose as a prize; None if nothing does.

        With a channel where it is to be `mentioned`, return what speaks against that.
        """
        ...


class Person(Struct, frozen=True):
    """A person who is acting, and where.

    Attributes:
        guild: the server; None in direct messages.
        channel: the channel or thread in which the person is acting.
        parent: the channel that the thread belongs to.
        roles: the person's roles in the server, including the one that everybody has.
        manages: whether the person may manage the server.
        moderates: whether the person may manage messages in the channel.
    """

    user: int
    guild: int | None
    channel: int | None
    parent: int | None = None
    roles: frozenset[int] = frozenset()
    manages: bool = False
    moderates: bool = False


class Visit(Struct, frozen=True):
    """The input to a rule: a person, and the number of the row that they want to act on, if any."""

    host: Host
    channels: Channels
    person: Person
    number: int | None

    def row(self) -> int:
        """Return the number of the row. Raises ValueError if there is none."""
        if self.number is None:
            raise ValueError(self)
        return self.number


Rule: TypeAlias = Callable[[Visit], Awaitable[None]]
"""Raises Refused or NoSuchMatch if a person may not act."""


# General rules


async def anyone(visit: Visit) -> None:
    """Admit everyone: the action concerns only the person who takes it, or something that everyone may know."""


async def owner(visit: Visit) -> None:
    """Admit everyone: the use case checks whose seat, deck, pack or table it is, on the row that it locks."""


async def server_member(visit: Visit) -> None:
    """Admit people in a server."""
    _server_of(visit)


def _server_of(visit: Visit) -> int:
    if visit.person.guild is None:
        raise Refused(Message("error.server_only"))
    return visit.person.guild


async def server_manager(visit: Visit) -> None:
    """Admit people who may manage the server."""
    _server_of(visit)
    if not visit.person.manages:
        raise Refused(Message("settings.not_allowed"))


async def table_opener(visit: Visit) -> None:
    """Admit, to open a table in a server, everyone, or those people whom the server has chosen for it."""
    if visit.person.guild is not None:
        await _check_opener(visit, visit.person.guild)


async def challenger(visit: Visit) -> None:
    """Admit, to challenge somebody from their menu, people in a server who may open tables there."""
    await _check_opener(visit, _server_of(visit))


async def _check_opener(visit: Visit, guild: int) -> None:
    """Raise Refused if a person may not open tables in a server; a role counts only in the server that gave it."""
    async with visit.host.database.reading() as connection:
        role = (await people.guild(connection, guild)).openers
        if await graces.is_removed(connection, guild):
            raise Refused(Message("server.refused.removed"))
    if role is None:
        return
    person = visit.person
    if person.guild != guild or not (person.manages or role in person.roles):
        raise Refused(Message("server.refused.opener", {"role": role}))


async def forker(visit: Visit) -> None:
    """Admit, to go on from a finished match, people who may read it and open a table where they are."""
    await match_reader(visit)
    await table_opener(visit)


async def rematcher(visit: Visit) -> None:
    """Admit, to a rematch, people who may open a table where the match was, or whom the other players ask to agree.

    Nobody else learns of the match.
    """
    await match_reader(visit)
    async with visit.host.database.reading() as connection:
        found = await matches.whereabouts(connection, visit.row())
        asked = await matches.rematch_of(connection, visit.row())
    if found is not None and found.guild is not None and asked is None:
        await _check_opener(visit, found.guild)


# Card sets


async def keeps_sets(host: Host, person: Person) -> bool:
    """Return whether a person may change the card sets of the server in which they are acting."""
    return await _has_role(host, person, "uploaders")


async def _has_role(host: Host, person: Person, name: Literal["uploaders", "organisers"]) -> bool:
    """Return whether a person may manage the server, or has the role that the server has chosen for this purpose."""
    if person.guild is None or person.manages:
        return person.manages
    async with host.database.reading() as connection:
        return getattr(await people.guild(connection, person.guild), name) in person.roles


async def set_keeper(visit: Visit) -> None:
    """Admit people who may manage the server, or who have the role that it has chosen for changing its card sets."""
    _server_of(visit)
    if not await keeps_sets(visit.host, visit.person):
        raise Refused(Message("set.refused.not_allowed"))


# Matches


class _Place(Struct, frozen=True):
    """Where a match is: its server and channel, its thread once it has one, and the people at its table.

    A solo match is nowhere, so only its player can reach it.
    """

    guild: int | None
    channel: int | None
    thread: int | None
    people: frozenset[int]


async def _place_of(host: Host, match: int) -> _Place:
    """Return where a match is. Raises NoSuchMatch."""
    async with host.database.reading() as connection:
        found = await matches.whereabouts(connection, match)
        if found is None:
            raise NoSuchMatch(match)
        thread = await destinations.place(connection, Destination.thread(match))
        table = frozenset(await matches.people_at(connection, match))
        return _Place(None, None, None, table) if found.solo else _Place(found.guild, found.channel, thread, table)


async def _rights_at(visit: Visit, guild: int | None, channel: int | None, thread: int | None = None) -> Rights:
    """Return what a person may do in a channel, from the interaction if it comes from there, otherwise by a lookup.

    Anyone acting in a channel, or in one of its threads, can see that channel.
    """
    person = visit.person
    if person.channel is not None and person.channel in (channel, thread):
        return Rights(reads=True, moderates=person.moderates)
    if guild is None or channel is None:
        return Rights()
    if person.parent == channel:
        return Rights(reads=True, moderates=person.moderates)
    return await visit.channels.rights(guild, channel, person.user)


async def match_reader(visit: Visit) -> None:
    """Admit a match's players, anyone invited to it, and anyone who may read its channel.

    While the bot is removed from the server, nobody else may read it.
    """
    place = await _place_of(visit.host, visit.row())
    if visit.person.user in place.people:
        return
    async with visit.host.database.reading() as connection:
        if await graces.is_removed(connection, place.guild):
            raise NoSuchMatch(visit.row())
    if not (await _rights_at(visit, place.guild, place.channel, place.thread)).reads:
        raise NoSuchMatch(visit.row())


async def read_channels(visit: Visit, guild: int, among: Iterable[int]) -> set[int]:
    """Return those of a server's channels whose matches a person may read; none while the bot is removed from it."""
    async with visit.host.database.reading() as connection:
        if await graces.is_removed(connection, guild):
            return set()
    return {channel for channel in {*among} if (await _rights_at(visit, guild, channel)).reads}


async def match_guest(visit: Visit) -> None:
    """Admit, to join or watch a match, its people from anywhere, and anyone in its server who may read it."""
    await match_reader(visit)
    place = await _place_of(visit.host, visit.row())
    if visit.person.guild != place.guild and visit.person.user not in place.people:
        raise NoSuchMatch(visit.row())


async def match_moderator(visit: Visit) -> None:
    """Admit, to close a match, anyone in its server who may manage messages in its channel."""
    guild, place = _server_of(visit), await _place_of(visit.host, visit.row())
    if guild != place.guild:
        raise NoSuchMatch(visit.row())
    rights = await _rights_at(visit, place.guild, place.channel, place.thread)
    if not rights.moderates:
        known = rights.reads or visit.person.user in place.people
        raise Refused(Message("match.close.not_allowed")) if known else NoSuchMatch(visit.row())


async def moderates_match(visit: Visit) -> bool:
    """Return whether a person may manage messages in the channel of a match of the server where they act."""
    place = await _place_of(visit.host, visit.row())
    if place.guild is None or visit.person.guild != place.guild:
        return False
    return (await _rights_at(visit, place.guild, place.channel, place.thread)).moderates


async def match_manager(visit: Visit) -> None:
    """Admit, to reverse a match for keeps, anyone in its server who may manage that server."""
    guild = _server_of(visit)
    if not visit.person.manages:
        raise Refused(Message("keeps.reverse.not_allowed"))
    if (await _place_of(visit.host, visit.row())).guild != guild:
        raise NoSuchMatch(visit.row())


# Trades


async def trader(visit: Visit) -> None:
    """Admit the two sides of a trade."""
    async with visit.host.database.reading() as connection:
        row = await trades.get(connection, visit.row())
    if row is None:
        raise Refused(Message("trade.refused.gone"))
    if visit.person.user not in row.sides:
        raise Refused(Message("trade.refused.not_yours"))


# Tournaments


async def organises(host: Host, person: Person) -> bool:
    """Return whether a person may hold tournaments in the server in which they are acting."""
    return await _has_role(host, person, "organisers")


async def organisers(visit: Visit) -> None:
    """Admit people who may hold tournaments in the server."""
    _server_of(visit)
    if not await organises(visit.host, visit.person):
        raise Refused(Message("tournament.refused.not_allowed"))


async def _tournament(visit: Visit) -> TournamentRow:
    async with visit.host.database.reading() as connection:
        row = await tournaments.get(connection, visit.row())
    if row is None:
        raise Refused(Message("tournament.refused.gone"))
    return row


async def organiser(visit: Visit) -> None:
    """Admit, in a tournament's own server, its organiser and anyone else who may hold tournaments there."""
    row = await _tournament(visit)
    if row.guild != visit.person.guild:
        raise Refused(Message("tournament.refused.gone"))
    if row.organiser != visit.person.user and not await organises(visit.host, visit.person):
        raise Refused(Message("tournament.refused.not_organiser"))


HIDDEN: Final = ("draft", TEMPLATE)
"""The statuses of tournaments that only organisers see."""


async def _sees(visit: Visit, row: TournamentRow) -> bool:
    """Return whether a person may know of a tournament.

    Its organisers may. Once it has been announced, so may its entrants, and anyone in its server who may read its
    channel.
    """
    person = visit.person
    async with visit.host.database.reading() as connection:
        if row.status not in HIDDEN and await tournaments.has_entered(connection, row.id, person.user):
            return True
    if row.guild != person.guild:
        return False
    if row.organiser == person.user or await organises(visit.host, person):
        return True
    return row.status not in HIDDEN and (await _rights_at(visit, row.guild, row.channel)).reads


async def tournament_reader(visit: Visit) -> None:
    """Admit, to read or enter a tournament, anyone who may know of it."""
    if not await _sees(visit, await _tournament(visit)):
        raise Refused(Message("tournament.refused.gone"))


# Seasons


async def _season(visit: Visit) -> SeasonRow:
    """Return a season of the server in which somebody is acting. Raises Refused."""
    async with visit.host.database.reading() as connection:
        row = await seasons.get(connection, visit.row())
    if row is None or row.guild != visit.person.guild:
        raise Refused(Message("season.refused.gone"))
    return row


async def season_organiser(visit: Visit) -> None:
    """Admit, in a season's own server, its organiser and anyone else who may hold tournaments there."""
    row = await _season(visit)
    if row.organiser != visit.person.user and not await organises(visit.host, visit.person):
        raise Refused(Message("tournament.refused.not_organiser"))


async def season_reader(visit: Visit) -> None:
    """Admit, in a season's own server, its organisers and anyone who may read the channel in which it was made."""
    row = await _season(visit)
    if row.organiser == visit.person.user or await organises(visit.host, visit.person):
        return
    if not (await _rights_at(visit, row.guild, row.channel)).reads:
        raise Refused(Message("season.refused.gone"))


OF_A_ROW: Final = frozenset(
    {
        match_reader,
        match_guest,
        match_moderator,
        match_manager,
        forker,
        rematcher,
        trader,
        organiser,
        tournament_reader,
        season_organiser,
        season_reader,
    },
)
"""The rules that need a row's number."""

OF_A_SERVER: Final = OF_A_ROW - {match_reader, forker, rematcher} | {
    server_member,
    server_manager,
    challenger,
    set_keeper,
    organisers,
}
"""The rules for actions that need the bot itself in the server, because they do more than answer one person."""

COMMANDS: Final[dict[str, Rule]] = {
    "/play": table_opener,
    "/Challenge": challenger,
    **dict.fromkeys(("/learn", "/puzzle", "/games", "/card", "/class", "/rules", "/help"), anyone),
    **dict.fromkeys(("/collection", "/pack", "/leaderboard", "/profile"), anyone),
    **dict.fromkeys(("/privacy export", "/privacy delete"), anyone),
    **dict.fromkeys(
        (f"/deck {name}" for name in ("build", "list", "show", "copy", "rename", "delete", "import", "export")), anyone
    ),
    **dict.fromkeys((f"/me {name}" for name in ("settings", "away", "block")), anyone),
    **dict.fromkeys(
        ("/hand", *(f"/match {name}" for name in ("show", "log", "export", "replay", "leave", "review"))), match_reader
    ),
    "/match fork": forker,
    "/moderate close": match_moderator,
    "/moderate reverse": match_manager,
    **dict.fromkeys(("/trade", "/doctor", "/season"), server_member),
    **dict.fromkeys(("/format list", "/set list", "/set show", "/set help"), server_member),
    **dict.fromkeys((f"/set {name}" for name in ("upload", "enable", "disable", "delete", "download")), set_keeper),
    **dict.fromkeys(("/settings", "/stats", "/format make", "/format remove"), server_manager),
    "/Trade": server_member,
    "/Profile": anyone,
    "/tournament create": organisers,
    "/tournament manage": organiser,
    **dict.fromkeys(
        (f"/tournament {name}" for name in ("my", "standings", "pairings", "bracket", "drop")), tournament_reader
    ),
}
"""The rule for each command, by its name with a slash; context menu commands on people are capitalized."""
