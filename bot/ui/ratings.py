"""Ratings: a match's effect on them, the leaderboard, and a person's profile."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ButtonStyle

from bot.host.ratings.leaderboards import Leaderboard, LeaderboardPlace, RatingProfile
from bot.host.ratings.rating import Rating, Result, unrated
from bot.storage.matches import MatchRow, SeatRow
from bot.ui.buttons import button
from bot.ui.messages import Outgoing, attached, rows
from bot.ui.pictures.chart import chart
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.trophy import Medal
from bot.ui.words import Rendered, Words
from engine.contract import Seat

FORM: Final = 10
"""The number of recent results that make up a person's form."""

CURVE: Final = 60
"""The number of recent matches in the curve."""


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
    return words("rating.changed", player=_person(result.user), rating=_number(result.rating, words), gained=gained)


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
    rating = _number(place.rating, words)
    return words("leaderboard.place", place=place.place, player=_person(place.user), rating=rating, count=place.matches)


def profile(shown: RatingProfile, words: Words, picture: Picture | None = None) -> Outgoing:
    """Return a person's results in a game's rated matches; before the first, `picture` is a portrait beside them."""
    game, player = words.plain(f"{shown.game}.name"), _person(shown.user)
    if shown.standing is None:
        return _beginning(shown, words, picture)
    rating = _number(shown.standing.rating, words)
    won, drawn = shown.came.count("won"), shown.came.count("drawn")
    counts = [("matches", len(shown.came)), ("won", won), ("drawn", drawn)]
    lines = [
        words("profile.rating", player=player, rating=rating, place=shown.standing.place),
        " · ".join(words(f"profile.{name}", count=count) for name, count in counts),
    ]
    embed = discord.Embed(
        title=words.plain("profile.title", game=game), description="\n".join(lines), colour=discord.Colour.gold()
    )
    form = ", ".join(words(f"profile.came.{each}") for each in shown.came[-FORM:])
    decks = [words("profile.deck", deck=each.deck, count=each.matches, won=each.won) for each in shown.favourites]
    rivals = [
        words("profile.rival", player=_person(each.user), won=each.won, drawn=each.drawn, lost=each.lost)
        for each in shown.rivals
    ]
    for name, value in (("form", form), ("decks", "\n".join(decks)), ("rivals", "\n".join(rivals))):
        if value:
            embed.add_field(name=words.plain(f"profile.{name}"), value=value, inline=False)
    embed.set_footer(text=words.plain("profile.footer"))
    return Outgoing(embeds=(embed,), files=attached(picture))


def _beginning(shown: RatingProfile, words: Words, portrait: Picture | None) -> Outgoing:
    """Return the profile of a person without a rated match of a game: the leagues, and buttons to begin with."""
    game, files = words.plain(f"{shown.game}.name"), attached(portrait)
    lines = [
        words("profile.league", game=words.plain(f"{key}.name"), rating=_number(rating, words))
        if rating is not None
        else words("profile.league.none", game=words.plain(f"{key}.name"))
        for key, rating in shown.leagues
    ]
    embed = discord.Embed(
        title=words.plain("profile.title", game=game),
        description="\n".join([*lines, words("profile.begin")]),
        colour=discord.Colour.gold(),
    )
    if files:
        embed.set_thumbnail(url=f"attachment://{files[0].name}")
    buttons = [button(0, "playnow", words, ButtonStyle.success), button(0, "mysettings", words)]
    content = words("profile.none", player=_person(shown.user), game=game)
    return Outgoing(content=content, embeds=(embed,), view=rows(buttons), files=files)


def curve(shown: RatingProfile, words: Words) -> Picture | None:
    """Return a picture of a person's rating over recent matches, or None before the first match."""
    if not shown.curve:
        return None
    latest = shown.curve[-CURVE:]
    points, last = [rating.points for rating in latest], latest[-1]
    told = words.plain(
        "profile.curve.described",
        count=len(latest),
        first=points[0],
        points=last.points,
        unsure=last.unsure,
        high=max(points),
        low=min(points),
    )
    values = tuple((rating.points, rating.unsure) for rating in latest)
    content = chart(words.plain("profile.curve"), values, len(shown.curve) - len(latest) + 1)
    return Picture("rating.png", content, description(told))


def _person(user: int) -> Rendered:
    return Rendered(f"<@{user}>")


def _number(rating: Rating, words: Words) -> Rendered:
    league = words(f"league.{league_of(rating.points)}")
    return words("rating.number", league=league, points=rating.points, unsure=rating.unsure)
