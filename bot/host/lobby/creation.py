"""Opening a table, and opening a rematch of a finished one."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.groups import UNRATED, SetGroup, set_groups
from bot.host.decks.choices import usual
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import LOBBY_LIFE, NO_CLOCK, PACES
from bot.host.lobby.invitations import check_invitation, check_room, check_unasked
from bot.host.lobby.lobby import LAPSE, Lobby, check_matches, find, named_deck, show, store_seat
from bot.host.lobby.match_start import begin
from bot.host.lobby.server_defaults import Defaults, defaults_of
from bot.host.lobby.setup import FORMAT
from bot.host.match import seals
from bot.host.people.blocks import check_apart
from bot.host.people.server_rules import check_game, check_people
from bot.host.people.settings import check_channel
from bot.storage import destinations, matches, outbox, people, timers
from bot.storage.destination import Destination
from bot.storage.matches import SeatRow
from engine.contract import Message
from engine.contract.decks import DeckFormat
from engine.players.characters import cast, newcomer

OPEN_TABLES = 5
"""How many unstarted tables a person can have open."""

ANSWER_SECONDS = 4.0
"""How long the outbox holds back a new lobby, because the answer to the command that opened it posts it at once."""


class Opening(Struct, frozen=True):
    """What a person wants to play, and with whom: people, house players, or anyone who joins.

    Without a pace or options, they are the server's defaults for the game; a deck format is put into either.
    `house` is the house player for the first free seat, a character or only a level; its level is that of the others.
    Without a number of seats, there is one for everybody who is asked, and at least the game's minimum. `parent` is the
    channel that a thread is in. With `solo`, the match has a person and house players, and only the person sees it.
    With `at_once`, a solo match begins as soon as its player has seen its seal. `sought` is for how many seconds the
    table looks for somebody, after which it closes; None if it was not opened for that. `names` are those of the
    opponents that are known, as Discord displays them.
    """

    game: str
    pace: str | None
    guild: int | None
    channel: int
    options: BaseModel | None = None
    format: DeckFormat | None = None
    parent: int | None = None
    opponents: tuple[int, ...] = ()
    house: str | None = None
    seats: int | None = None
    deck: str | None = None
    solo: bool = False
    at_once: bool = False
    sought: float | None = None
    names: Mapping[int, str] = {}


async def open_table(host: Host, click: Click, wanted: Opening) -> Lobby | None:
    """Open a table with its opener seated. Raises Refused, WrongChannel and IllegalDeck.

    Returns None for an interaction that has already been taken up.
    """
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx):
            return None
        lobby = await open_within(host, tx, click, wanted)
        return await begin(host, tx, lobby) if wanted.at_once else lobby


async def open_within(host: Host, tx: AsyncConnection, click: Click, wanted: Opening) -> Lobby:
    """Open a table with its opener seated, in a transaction that has taken up the click.

    Raises Refused, WrongChannel and IllegalDeck.
    """
    game = host.games[wanted.game]
    if wanted.pace not in (None, *PACES, NO_CLOCK.key):
        raise Refused(Message("lobby.refused.pace"))
    if click.user in wanted.opponents:
        raise Refused(Message("lobby.refused.self"))
    seats = wanted.seats or min(max(game.spec.least, 1 + len(wanted.opponents)), game.spec.most)
    check_room(seats - 1, wanted.opponents)
    await check_opening(tx, click.user, wanted, wanted.opponents, host.now())
    await people.note_act(tx, click.user, host.now(), click.locale, click.avatar)
    asking = (await people.user(tx, click.user)).asking
    pack = await _wanted_pack(host, tx, wanted)
    usual_here = await defaults_of(host, tx, wanted.guild, wanted.game, seats)
    options = usual_here.options if wanted.options is None else wanted.options
    if wanted.format is not None:
        options = options.model_copy(update={FORMAT: wanted.format})
    begins_with = Defaults(wanted.pace or usual_here.pace, options)
    match = await _create(host, tx, click.user, wanted, begins_with, pack)
    manages = click.manages_threads_of(wanted.guild, before=False)
    own = SeatRow(match, 0, user=click.user, name=click.name, asking=asking, manages=manages)
    others = [SeatRow(match, seat) for seat in range(1, seats)]
    for row, person in zip(others, wanted.opponents, strict=False):
        row.invited, row.name = person, wanted.names.get(person)
    if wanted.house is not None:
        _seat_house([row for row in others if row.invited is None], wanted.house)
    await _choose_decks(host, tx, match, [own, *others], wanted.deck if game.spec.decks else None)
    await matches.add_seats(tx, [own, *others])
    await timers.set_all(tx, match, {LAPSE: host.now() + (wanted.sought or LOBBY_LIFE)})
    if wanted.parent is not None:
        await destinations.keep_place(tx, Destination.parent(match), wanted.parent)
    lobby = await find(host, tx, match)
    await show(host, tx, lobby, due=host.now() + ANSWER_SECONDS if wanted.sought is None else 0.0)
    return lobby


def _seat_house(free: Sequence[SeatRow], wanted: str) -> None:
    """Put the wanted character, or one of the wanted level, in the first seat, and others of its level in the rest."""
    seated: list[str] = []
    for row in free:
        row.house = newcomer(wanted, seated, row.match)
        seated.append(row.house)


async def _choose_decks(
    host: Host, tx: AsyncConnection, match: int, seats: Sequence[SeatRow], named: str | None
) -> None:
    """Give each taken seat at a new table a deck; a named deck goes to the opener. Raises Refused and IllegalDeck."""
    lobby = await find(host, tx, match)
    for seat in seats:
        if seat.user is not None and named is not None:
            seat.deck = await named_deck(host, tx, lobby, seat.user, named)
        elif seat.taken:
            seat.deck = await usual(host, tx, lobby.match, lobby.decks, seats, seat.house)


async def check_opening(tx: AsyncConnection, user: int, wanted: Opening, others: Sequence[int], now: float) -> None:
    """Raise Refused or WrongChannel if the person may not open this table, to which the others would be invited."""
    if not wanted.solo:
        check_channel(await people.guild(tx, wanted.guild), wanted.channel, wanted.parent)
    await check_game(tx, wanted.guild, wanted.game)
    await check_invitation(tx, wanted.guild, user, others, now)
    await check_matches(tx, user)
    if await matches.opened_by(tx, user) >= OPEN_TABLES:
        raise Refused(Message("lobby.refused.tables", {"most": OPEN_TABLES}))


async def _wanted_pack(host: Host, tx: AsyncConnection, wanted: Opening) -> SetGroup:
    """Return the group of sets for a new table: the named one if the table has a common deck, otherwise the default.

    Raises Refused for an unknown name.
    """
    offered = await set_groups(host, tx, wanted.game, wanted.guild)
    if wanted.deck is None or host.games[wanted.game].spec.decks:
        return offered[0]
    chosen = next((pack for pack in offered if pack.title == wanted.deck), None)
    if chosen is None:
        raise Refused(Message("lobby.refused.deck"))
    return chosen


async def _create(
    host: Host,
    tx: AsyncConnection,
    opener: int,
    wanted: Opening,
    begins_with: Defaults,
    pack: SetGroup,
    more: Mapping[str, object] | None = None,
) -> int:
    return await matches.create(
        tx,
        {
            "game": wanted.game,
            "status": "lobby",
            "guild": wanted.guild,
            "channel": wanted.channel,
            "opener": opener,
            "pace": begins_with.pace,
            "options": begins_with.options.model_dump(mode="json"),
            "sets": list(pack.sets),
            "unrated": UNRATED if pack.own else None,
            "secret": host.chance.secret(),
            "counters": {},
            "clocks": {},
            "opened": host.now(),
            "solo": wanted.solo,
            "sought": None if wanted.sought is None else host.now() + wanted.sought,
            **(more or {}),
        },
    )


async def shown(host: Host, match: int, channel: int, message: int, digest: str, *, again: bool = False) -> None:
    """Record that a lobby has been posted as the answer to its opening command, with the digest of its contents.

    If `again` is set, it is shown once more, because its picture may not have been ready.
    """
    async with host.database.transaction() as tx:
        surface = await outbox.surface(tx, match, "lobby", None)
        if surface is not None and surface.message is None:
            await seals.posted(host, tx, match, channel, message)
            await outbox.surface_shown(tx, surface, channel, message, host.now(), digest)
            if again:
                await outbox.mark_surface(tx, surface.id)
    host.outbox_due.set()


async def rematch(host: Host, click: Click, match: int) -> Lobby:
    """Ask for another match with sides swapped, or agree to one. Raises Refused.

    The new match starts once everyone has agreed and its seal has been posted.
    """
    async with click.transaction(host, match) as tx:
        old = await find(host, tx, match)
        if old.match.status != "over":
            raise Refused(Message("lobby.refused.not_over"))
        if old.match.series is not None:
            raise Refused(Message("tournament.refused.rematch"))
        if old.match.origin is not None:
            raise Refused(Message("fork.refused.rematch"))
        if old.match.loaded is not None:
            raise Refused(Message("lesson.refused.rematch"))
        if all(row.user != click.user for row in old.seats):
            raise Refused(Message("lobby.refused.not_seated"))
        others = [user for row in old.seats if (user := row.user) and user != click.user]
        await check_game(tx, old.match.guild, old.match.game)
        await check_people(tx, old.match.guild, click.user, others)
        await check_apart(tx, click.user, others, "lobby.refused.apart")
        asked = await matches.rematch_of(tx, match)
        if asked is None:
            await check_unasked(tx, click.user, others, host.now())
            asked = await _again(host, tx, click.user, old)
        lobby = await find(host, tx, asked)
        if not lobby.open:
            raise Refused(Message("lobby.refused.started"))
        seat = next(row for row in lobby.seats if click.user in (row.user, row.invited))
        seat.user, seat.name, seat.asking = click.user, click.name, (await people.user(tx, click.user)).asking
        seat.manages = click.manages_threads_of(lobby.match.guild, before=False)
        lobby = await store_seat(host, tx, lobby, seat)
        return await begin(host, tx, lobby) if lobby.full else lobby


async def _again(host: Host, tx: AsyncConnection, opener: int, old: Lobby) -> int:
    """Open a table like a finished one: the order of the seats is reversed, and everyone keeps their deck."""
    row = old.match
    options = host.games[row.game].spec.options.model_validate(row.options)
    wanted, begins_with = (
        Opening(row.game, row.pace, row.guild, row.channel, solo=row.solo),
        Defaults(row.pace, options),
    )
    offered = await set_groups(host, tx, row.game, row.guild)
    pack = next((each for each in offered if each.own == old.own), offered[0])
    again = {"rematch_of": row.id, "takeover": row.takeover, "rated": row.rated}
    match = await _create(host, tx, opener, wanted, begins_with, pack, again)
    seated = cast([former.house for former in old.seats], row.id)
    turned = [
        SeatRow(match, seat, invited=former.user, deck=former.deck, name=former.name)
        if former.user
        else SeatRow(match, seat, house=house, deck=former.deck)
        for seat, (former, house) in enumerate(reversed(list(zip(old.seats, seated, strict=True))))
    ]
    await matches.add_seats(tx, turned)
    parent = await destinations.place(tx, Destination.parent(row.id))
    if parent is not None:
        await destinations.keep_place(tx, Destination.parent(match), parent)
    await timers.set_all(tx, match, {LAPSE: host.now() + LOBBY_LIFE})
    return match
