"""Ratings: what finished matches say about how well people play a game.

A rating is an estimate of a player's strength in a game: a mean and its uncertainty. It is computed from the places in
all rated matches with the Plackett-Luce model, each player a team of one, with shared places for ties (openskill, which
names its own sources).
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from openskill.models import PlackettLuce
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import EndedMatch
from bot.host.kernel.paces import DAY
from bot.host.match.players import Player, players_of
from bot.storage import ratings
from bot.storage.matches import MatchRow
from bot.storage.ratings import RatingRow, ResultRow
from engine.contract import Outcome, Seat

LEAST_ANSWERS: Final = 5
"""How many answers at least two people must have given for a match to be rated: a match that is left at once says
nothing about anyone's strength. The shortest matches between random players have more than twice as many."""

PAIR_MATCHES: Final = 5
PAIR_TIME: Final = DAY
"""How many rated matches of a game the same two people can have within this time, in seconds; any more would be played
only for the rating."""

POINTS: Final = 60.0
"""How many displayed points make one unit of the model; everyone begins at 1,500."""

DOUBT: Final = 2.0
"""How many standard deviations the "±" spans; the strength lies outside it in one case of twenty."""

_MODEL: Final = PlackettLuce()


PLACING: Final = 5
"""How many rated matches of a game place a player in a league: one result says little."""


class Rating(Struct, frozen=True):
    """A rating as shown to people: the number, how far off it may be, and how many matches it comes from."""

    points: int
    unsure: int
    matches: int

    @property
    def placed(self) -> bool:
        """Whether it places its player in a league."""
        return self.matches >= PLACING


class Result(Struct, frozen=True):
    """The result of a rated match for one player: the rating after it, and the points gained or lost."""

    user: int
    rating: Rating
    gained: int


def shown(mu: float, sigma: float, matches: int) -> Rating:
    """Return one of the model's ratings as shown to people."""
    return Rating(round(mu * POINTS), round(sigma * DOUBT * POINTS), matches)


def unrated(row: MatchRow, players: Sequence[Player]) -> str | None:
    """Return why a match at this table would not be rated, as far as the table shows; None if it would be."""
    if row.unrated is not None:
        return row.unrated
    if not row.rated:
        return "casual"
    if any(player.character is not None for player in players):
        return "house"
    return "gone" if any(player.gone for player in players) else None


async def rate(tx: AsyncConnection, table: EndedMatch, outcome: Outcome) -> None:
    """Rate the players of a match that is ending in this transaction, or record in its row why it is not rated."""
    row = table.row
    if await ratings.of_match(tx, row.id):
        return
    users = [seat.user for seat in table.seats if seat.user is not None]
    row.unrated = unrated(row, players_of(table.seats)) or await _worthless(tx, table, users)
    if row.unrated is not None:
        return
    begin = _MODEL.rating()
    before = await ratings.take(tx, [RatingRow(row.game, user, begin.mu, begin.sigma) for user in users])
    places = places_of(outcome)
    found = [_result(table, old, places) for old in before]
    teams = [[_MODEL.rating(mu=old.mu, sigma=old.sigma)] for old in before]
    rated = _MODEL.rate(teams, ranks=[float(result.place) for result in found])
    for old, result, (new,) in zip(before, found, rated, strict=True):
        result.mu, result.sigma, result.gained = new.mu, new.sigma, new.mu - old.mu
        old.mu, old.sigma, old.matches = new.mu, new.sigma, old.matches + 1
    await ratings.keep(tx, before, found)


async def take_back(tx: AsyncConnection, match: int, now: float) -> bool:
    """Take back how a match changed its players' ratings, and return whether it had changed them."""
    found = await ratings.of_match(tx, match)
    await ratings.correct(tx, found, now, withdrawn=True)
    return bool(found)


async def give_again(tx: AsyncConnection, match: int, now: float) -> None:
    """Have a match count again whose changes of ratings were taken back."""
    await ratings.correct(tx, await ratings.of_match(tx, match, withdrawn=True), now, withdrawn=False)


async def _worthless(tx: AsyncConnection, table: EndedMatch, users: Sequence[int]) -> str | None:
    """Return why a match is not worth rating: it was too short, or the same people have played each other all day."""
    given = await ratings.answers(tx, table.row.id)
    if sum(count >= LEAST_ANSWERS for count in given.values()) < 2:  # noqa: PLR2004 - a match takes two
        return "short"
    met = await ratings.met(tx, table.row.game, users, table.now - PAIR_TIME)
    return "often" if met >= PAIR_MATCHES else None


def places_of(outcome: Outcome) -> dict[Seat, int]:
    """Return the place of each seat: 1 for the best, the same for all seats in a rank."""
    places: dict[Seat, int] = {}
    for rank in outcome.ranking:
        places |= dict.fromkeys(rank, len(places) + 1)
    return places


def _result(table: EndedMatch, old: RatingRow, places: dict[Seat, int]) -> ResultRow:
    row = table.row
    seat = next(seat for seat in table.seats if seat.user == old.user)
    deck = None if seat.deck is None else seat.deck["name"]
    place, last = places[seat.seat], max(places.values())
    nth = old.matches + 1
    return ResultRow(row.id, old.user, row.game, row.guild, place, last, deck, old.mu, old.sigma, 0.0, nth, table.now)
