"""Ratings: a match's effect on them, and the leaderboard."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.host.ratings.leaderboards import Leaderboard, LeaderboardPlace
from bot.host.ratings.rating import PLACING, Rating, Result
from bot.ui.games.trophies import seat_tones
from bot.ui.messages.buttons import button
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.ranking import RankedPlayer, Ranking, draw_ranking
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.seat_faces import avatar_of
from bot.ui.pictures.tones import Tones
from bot.ui.pictures.trophy import Medal
from bot.ui.texts.words import Rendered, Words, initials
from engine.contract import Seat

LEAGUES: Final = (("master", 2200), ("diamond", 2000), ("platinum", 1800), ("gold", 1600), ("silver", 1400))
"""The leagues above bronze, with the points from which they begin, highest first."""


METALS: Final[Mapping[str, Colour]] = {
    "master": (196, 104, 226),
    "diamond": (142, 196, 255),
    "platinum": (112, 214, 204),
    "gold": (255, 200, 61),
    "silver": (206, 212, 222),
    "bronze": (212, 138, 76),
}
"""The colour of each league's medal."""

SIGNS: Final[Mapping[str, str]] = {
    "master": "👑",
    "diamond": "💎",
    "platinum": "💠",
    "gold": "🥇",
    "silver": "🥈",
    "bronze": "🥉",
    "placing": "📍",
}
"""The sign of each league in texts."""

PICTURED: Final = 10
"""The number of players in the picture of a leaderboard, beside the person who asked."""


def league_of(rating: Rating) -> str:
    """Return the league of a rating; "placing", which has no metal, during the placing matches."""
    league = next((league for league, least in LEAGUES if rating.points >= least), "bronze")
    return league if rating.placed else "placing"


def league_name(rating: Rating, words: Words) -> str:
    """Return the name of a rating's league or, before there is one, how far the placing matches are."""
    return words.plain(f"league.{league_of(rating)}", count=rating.matches, most=PLACING)


def rating_status(why: str | None, words: Words, origin: Mapping[str, Any] | None = None) -> Rendered:
    """Return that a match counts towards its players' ratings or, if `why` is not None, why it does not.

    `origin` is the match and the step that it began from, if any.
    """
    if why is None:
        return words("rating.counts")
    named = [(seat, player) for seat, player in enumerate(words.seats) if player.character is not None]
    houses = [seat for seat, player in named if why != "takeover" or player.user is not None]
    return words(f"rating.why.{why}", players=words.list_players(houses), count=len(houses), **(origin or {}))


def rating_change(result: Result, words: Words) -> Rendered:
    """Return a line about how a match changed a player's rating."""
    gained = Rendered(_change(result))
    return words(
        "rating.changed", player=_person(result.user), rating=rating_number(result.rating, words), gained=gained
    )


def _change(result: Result) -> str:
    """Return the points that a player won or lost."""
    return f"{result.gained:+d}".replace("-", "−")


def medals(results: Sequence[Result], words: Words) -> dict[Seat, Medal]:
    """Return the leagues of the rated players of a match, by seat; a player without one is left out."""
    found: dict[Seat, Medal] = {}
    for result in results:
        if result.rating.placed:
            medal = Medal(league_name(result.rating, words), METALS[league_of(result.rating)])
            found |= {seat: medal for seat, player in enumerate(words.seats) if player.user == result.user}
    return found


def leaderboard(shown: Leaderboard, words: Words, picture: Picture | None = None) -> Outgoing:
    """Return a game's best players, and the rank of the person who asked; words leave out what the picture shows."""
    rest = shown.places if picture is None else shown.places[PICTURED:]
    lines = [_place(place, words) for place in rest]
    if picture is None and shown.own is not None and shown.own not in shown.places:
        lines += ["…", _place(shown.own, words)]
    title = "leaderboard.here" if shown.guild is not None else "leaderboard.everywhere"
    embed = discord.Embed(
        title=words.plain(title, game=words.plain(f"{shown.game}.name")),
        description="\n".join(lines) or (words("leaderboard.nobody") if picture is None else None),
        colour=discord.Colour.gold(),
    )
    if not shown.places:
        return Outgoing(embeds=(embed,), view=rows([button(0, "playnow", words, ButtonStyle.success)]))
    embed.set_footer(text=words.plain("leaderboard.footer"))
    return Outgoing(embeds=(embed,), files=attached(picture))


def leaderboard_picture(shown: Leaderboard, arts: tuple[Illustration, ...], tones: Tones, words: Words) -> Picture:
    """Return the best players as a picture, and the person who asked; `arts` and `tones` are the game's."""
    ranking = ranking_of(shown, arts, tones, words)
    lines = [words.plain("leaderboard.here", game=ranking.game)]
    lines += [
        words.plain("leaderboard.told", place=each.place, player=each.name, league=each.league, points=each.points)
        for each in ranking.players
    ]
    return Picture("leaderboard.png", draw_ranking(ranking), description("\n".join(lines)))


def ranking_of(shown: Leaderboard, arts: tuple[Illustration, ...], tones: Tones, words: Words) -> Ranking:
    """Return everything that the picture of a leaderboard shows."""
    below = shown.own is not None and shown.own not in shown.places[:PICTURED]
    places = in_picture(shown)
    signs, discs = initials([shown.names[each.user] for each in places]), seat_tones(len(places))
    players = [
        RankedPlayer(
            place=each.place,
            name=shown.names[each.user],
            sign=signs[number],
            face=avatar_of(words, number),
            tones=discs[number],
            league=league_name(each.rating, words),
            points=str(each.rating.points),
            metal=METALS.get(league_of(each.rating)),
            own=each == shown.own,
            apart=below and number == len(places) - 1,
        )
        for number, each in enumerate(places)
    ]
    return Ranking(words.plain(f"{shown.game}.name"), arts, tones, tuple(players))


def in_picture(shown: Leaderboard) -> tuple[LeaderboardPlace, ...]:
    """Return the players whom the picture of a leaderboard shows; nobody, unless all their names are known."""
    best = shown.places[:PICTURED]
    own = () if shown.own is None or shown.own in best else (shown.own,)
    places = (*best, *own)
    return places if all(each.user in shown.names for each in places) else ()


def _place(place: LeaderboardPlace, words: Words) -> str:
    rating = rating_number(place.rating, words)
    return words("leaderboard.place", place=place.place, player=_person(place.user), rating=rating, count=place.matches)


def _person(user: int) -> Rendered:
    return Rendered(f"<@{user}>")


def rating_number(rating: Rating, words: Words) -> Rendered:
    """Return a rating as its league, with the number."""
    return words(
        "rating.number", sign=SIGNS[league_of(rating)], league=league_name(rating, words), points=rating.points
    )
