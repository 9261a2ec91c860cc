"""Ratings: a match's effect on them, and the leaderboard."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ButtonStyle

from bot.host.ratings.leaderboards import Leaderboard, LeaderboardPlace
from bot.host.ratings.rating import Rating, Result, unrated
from bot.storage.matches import MatchRow, SeatRow
from bot.ui.buttons import button
from bot.ui.messages import Outgoing, rows
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.trophy import Medal
from bot.ui.words import Rendered, Words
from engine.contract import Seat

LEAGUES: Final = (("master", 2200), ("diamond", 2000), ("platinum", 1800), ("gold", 1600), ("silver", 1400))
"""The leagues above bronze, with the points from which they begin, highest first; everybody begins in silver."""


METALS: Final[Mapping[str, Colour]] = {
    "master": (196, 104, 226),
    "diamond": (142, 196, 255),
    "platinum": (112, 214, 204),
    "gold": (255, 200, 61),
    "silver": (206, 212, 222),
    "bronze": (212, 138, 76),
}
"""The colour of each league's medal."""


def league_of(points: int) -> str:
    """Return the league of a rating."""
    return next((league for league, least in LEAGUES if points >= least), "bronze")


def rating_status(row: MatchRow, seats: Sequence[SeatRow], words: Words) -> Rendered:
    """Return whether a match counts towards its players' ratings and, if not, why."""
    why = unrated(row, seats)
    if why is None:
        return words("rating.counts")
    named = [seat for seat in seats if seat.house is not None]
    houses = [seat.seat for seat in named if why != "takeover" or seat.user is not None]
    return words(f"rating.why.{why}", players=words.list_players(houses), count=len(houses), **(row.origin or {}))


def rating_change(result: Result, words: Words) -> Rendered:
    """Return a line about how a match changed a player's rating."""
    gained = Rendered(f"{result.gained:+d}")
    return words(
        "rating.changed", player=_person(result.user), rating=rating_number(result.rating, words), gained=gained
    )


def medals(results: Sequence[Result], seats: Sequence[SeatRow], words: Words) -> dict[Seat, Medal]:
    """Return the leagues of the rated players of a match, by seat, with the points that they won or lost in it."""
    found: dict[Seat, Medal] = {}
    for result in results:
        league, gained = league_of(result.rating.points), f"{result.gained:+d}".replace("-", "−")
        text = words.plain("trophy.league", league=words.plain(f"league.{league}"), gained=gained)
        found |= {row.seat: Medal(text, METALS[league]) for row in seats if row.user == result.user}
    return found


def leaderboard(shown: Leaderboard, words: Words) -> Outgoing:
    """Return a game's best players, and the rank of the person who asked."""
    lines = [_place(place, words) for place in shown.places]
    if shown.own is not None and shown.own not in shown.places:
        lines += ["…", _place(shown.own, words)]
    title = "leaderboard.here" if shown.guild is not None else "leaderboard.everywhere"
    embed = discord.Embed(
        title=words.plain(title, game=words.plain(f"{shown.game}.name")),
        description="\n".join(lines) or words("leaderboard.nobody"),
        colour=discord.Colour.gold(),
    )
    if not lines:
        return Outgoing(embeds=(embed,), view=rows([button(0, "playnow", words, ButtonStyle.success)]))
    embed.set_footer(text=words.plain("leaderboard.footer"))
    return Outgoing(embeds=(embed,))


def _place(place: LeaderboardPlace, words: Words) -> str:
    rating = rating_number(place.rating, words)
    return words("leaderboard.place", place=place.place, player=_person(place.user), rating=rating, count=place.matches)


def _person(user: int) -> Rendered:
    return Rendered(f"<@{user}>")


def rating_number(rating: Rating, words: Words) -> Rendered:
    """Return a rating as its league, with the number and its uncertainty."""
    league = words(f"league.{league_of(rating.points)}")
    return words("rating.number", league=league, points=rating.points, unsure=rating.unsure)
