"""Results of rated matches: leaderboards, and players' profiles."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.ratings.rating import DOUBT, Rating, Result, shown
from bot.storage import crowns, people, ratings, seats, tournaments
from bot.storage.ratings import RatingRow, Record, ResultRow

LEADING: Final = 20
"""How many players a leaderboard lists."""

FAVOURITES: Final = 3
RIVALS: Final = 5
"""How many decks, and how many opponents, a profile lists."""

FORM: Final = 5
"""How many of the latest results of a game make up a player's form."""

Came = Literal["won", "drawn", "lost", "between"]
"""The result of a match: first place, first place shared by everyone, last place, or a place in between."""


class LeaderboardPlace(Struct, frozen=True):
    """A place on a leaderboard. Players with equal ratings share a place."""

    place: int
    user: int
    rating: Rating
    matches: int


class Leaderboard(Struct, frozen=True):
    """The best players in a game, in a server or everywhere (`guild` is None).

    Attributes:
        own: the viewer's place; None before the first rated match there.
        names: the names under which people were last seen in the server; none everywhere, because a name belongs to a
            server.
        avatars: Discord's names for people's avatars.
    """

    game: str
    guild: int | None
    places: tuple[LeaderboardPlace, ...]
    own: LeaderboardPlace | None
    names: Mapping[int, str] = {}
    avatars: Mapping[int, str] = {}


class Favourite(Struct, frozen=True):
    """A deck that a player uses: how many matches it was played in, and how many of them it won."""

    deck: str
    matches: int
    won: int


class GameRecord(Struct, frozen=True):
    """A player's rated matches of a game: the rating, None before the first, and the latest results, newest last."""

    game: str
    rating: Rating | None
    form: tuple[Came, ...]


class RatingProfile(Struct, frozen=True):
    """A player's results in the rated matches of a game.

    Attributes:
        standing: the player's place everywhere; None before the first rated match.
        curve: the rating after each match, oldest first.
        came: the result of each match.
        favourites: the most played decks.
        rivals: the most frequent opponents, and the results against them.
        records: the rating and the latest results in each game.
        avatar: Discord's name for the player's avatar, or None.
        crowns: the characters that the player has beaten, in any game.
    """

    user: int
    game: str
    standing: LeaderboardPlace | None
    curve: tuple[Rating, ...]
    came: tuple[Came, ...]
    favourites: tuple[Favourite, ...]
    rivals: tuple[Record, ...]
    records: tuple[GameRecord, ...] = ()
    avatar: str | None = None
    crowns: Collection[str] = ()


async def of_match(host: Host, match: int, *, within: AsyncConnection | None = None) -> tuple[Result, ...]:
    """Return how a match changed its players' ratings, best first; empty if the match is not rated."""
    async with host.database.reading(within) as connection:
        rows = await ratings.of_match(connection, match)
    return tuple(_told(row) for row in rows)


def _told(row: ResultRow) -> Result:
    before, after = shown(row.mu - row.gained, row.sigma, row.nth - 1), shown(row.mu, row.sigma, row.nth)
    return Result(row.user, after, after.points - before.points)


async def leaderboard(host: Host, game: str, guild: int | None, user: int) -> Leaderboard:
    """Return the best players in a game among those with rated matches in a server, or anywhere without a server."""
    async with host.database.reading() as connection:
        rows = await ratings.leading(connection, game, guild, DOUBT, LEADING)
        places = [await _place(connection, row, guild) for row in rows]
        own = await ratings.of(connection, user, game, guild)
        standing = None if own is None else await _place(connection, own, guild)
        users = {place.user for place in (*places, standing) if place is not None}
        names = {} if guild is None else await seats.latest_names(connection, guild, users)
        avatars = await people.avatars(connection, users)
    return Leaderboard(game, guild, tuple(places), standing, names, avatars)


async def _place(connection: AsyncConnection, row: RatingRow, guild: int | None) -> LeaderboardPlace:
    place = 1 + await ratings.above(connection, row, guild, DOUBT)
    return LeaderboardPlace(place, row.user, shown(row.mu, row.sigma, row.matches), row.matches)


async def profile(host: Host, user: int, game: str | None, viewer: int) -> RatingProfile:
    """Return a player's results in a game's rated matches, by default for the game that they played last.

    Other viewers do not see the decks that the player is still using in tournaments with hidden decks.
    """
    async with host.database.reading() as connection:
        game = game or await ratings.latest_game(connection, user) or next(iter(host.games))
        own = await ratings.of(connection, user, game, None)
        rows = await ratings.of_user(connection, user, game)
        rivals = await ratings.records(connection, user, game, RIVALS)
        standing = None if own is None else await _place(connection, own, None)
        records = [await _record(connection, user, key) for key in host.games]
        avatar = (await people.user(connection, user)).avatar
        crowned = await crowns.of_user(connection, user)
        hidden = set() if viewer == user else await tournaments.hiding_decks(connection, user)
    came = [_came(row) for row in rows]
    curve = tuple(shown(row.mu, row.sigma, row.nth) for row in rows)
    favourites = _favourites([row for row in rows if row.match not in hidden])
    return RatingProfile(
        user,
        game,
        standing,
        curve,
        tuple(came),
        favourites,
        tuple(rivals),
        tuple(records),
        avatar,
        crowned,
    )


async def _record(connection: AsyncConnection, user: int, game: str) -> GameRecord:
    rows = await ratings.latest(connection, user, game, FORM)
    rating = shown(rows[-1].mu, rows[-1].sigma, rows[-1].nth) if rows else None
    return GameRecord(game, rating, tuple(_came(row) for row in rows))


def _came(row: ResultRow) -> Came:
    if row.place == 1:
        return "drawn" if row.last == 1 else "won"
    return "lost" if row.place == row.last else "between"


def _favourites(rows: Sequence[ResultRow]) -> tuple[Favourite, ...]:
    played = Counter(row.deck for row in rows if row.deck is not None)
    won = Counter(row.deck for row in rows if _came(row) == "won")
    return tuple(Favourite(deck, count, won[deck]) for deck, count in played.most_common(FAVOURITES))
