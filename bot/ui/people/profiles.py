"""A person's profile: the picture, and what it says in words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import discord
from discord import ButtonStyle

from bot.host.ratings.leaderboards import Came, GameRecord, RatingProfile
from bot.host.ratings.rating import PLACING
from bot.host.seasons.hall import Trophy
from bot.ui.messages.buttons import button
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.people.ratings import LEAGUES, METALS, league_name, league_of, rating_number
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.portraits.portrait import Medallion
from bot.ui.pictures.profile_card import Border, CrownShelf, ProfileCard, ProfileRow, RatingCourse, Result, draw_profile
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.seat_faces import PORTRAITS, avatar_of
from bot.ui.pictures.tones import CREAM, GOLD, INK, MUTED, SLATE, Tones
from bot.ui.texts.words import Rendered, Words, initials
from engine.players.characters import CHARACTERS, level_beaten, level_of

FORM: Final = 10
"""The number of recent results that make up a person's form in words."""

TROPHIES: Final = 8
"""How many different trophies a profile lists; their titles fit in a field."""

CURVE: Final = 60
"""The number of recent matches in the curve."""

LEAST_CURVE: Final = 3
"""The number of matches from which there is a curve."""

SETTLED: Final = 20
"""The number of rated matches after which a rating moves little."""

NEAR: Final = 60
"""How many points beyond a curve the beginning of a league is still shown."""

FRAMES: Final[Mapping[str, str]] = {"easy": "bronze", "normal": "silver", "hard": "gold"}
"""The metal of each level's crowns, and of the frame of a player who has beaten all its characters."""

DISCS: Final[Mapping[Came, tuple[Colour, Colour]]] = {
    "won": (GOLD, INK),
    "drawn": (MUTED, INK),
    "lost": (SLATE, CREAM),
    "between": (MUTED, INK),
}
"""The colour of each result's disc, and of its letter, which says the same."""

Arts = Mapping[str, tuple[Tones, Illustration | None]]
"""The tones of each game, and a card that stands for it."""


def profile(
    shown: RatingProfile, words: Words, picture: Picture | None = None, trophies: Sequence[Trophy] = ()
) -> Outgoing:
    """Return a person's results in a game's rated matches: a few lines beside the picture, or everything in words.

    The trophies are always in words, the best ones if there are many.
    """
    game, player, files = words.plain(f"{shown.game}.name"), Rendered(f"<@{shown.user}>"), attached(picture)
    embed = discord.Embed(title=words.plain("profile.title", game=game), colour=discord.Colour.gold())
    lines = [words("profile.begin", most=PLACING)] if shown.standing is None else _summary(shown, player, words)
    embed.description = "\n".join(lines)
    if not files:
        _add_all(embed, shown, words)
    if trophies:
        value = "\n".join(
            words(
                f"trophy.{each.kind}.{'first' if each.place == 1 else 'place'}",
                title=each.title,
                place=each.place,
                count=each.count,
            )
            for each in trophies[:TROPHIES]
        )
        embed.add_field(name=words.plain("profile.trophies"), value=value, inline=False)
    if shown.standing is not None:
        return Outgoing(embeds=(embed,), files=files)
    buttons = [button(0, "playnow", words, ButtonStyle.success), button(0, "mysettings", words)]
    content = words("profile.none", player=player, game=game)
    return Outgoing(content=content, embeds=(embed,), view=rows(buttons), files=files)


def _summary(shown: RatingProfile, player: Rendered, words: Words) -> list[str]:
    """Return the rating, the counts and whether the rating still moves much, and the most frequent opponent."""
    assert shown.standing is not None  # noqa: S101 - only somebody with a rating has a summary
    rating, left = rating_number(shown.standing.rating, words), SETTLED - len(shown.came)
    settling = [words("profile.settling", count=left)] if left > 0 else []
    counts = [
        ("matches", len(shown.came)),
        *((name, count) for name in ("won", "drawn") if (count := shown.came.count(name)) or name == "won"),
    ]
    return [
        words("profile.rating", player=player, rating=rating, place=shown.standing.place),
        " · ".join([words(f"profile.{name}", count=count) for name, count in counts] + settling),
        *_rivals(shown, words)[:1],
    ]


def _shelves(shown: RatingProfile, words: Words) -> tuple[CrownShelf, ...]:
    """Return whom the player has beaten of each level, from the easiest on; nothing before the first of all."""
    return tuple(_shelf(level, shown.crowns, words) for level in FRAMES) if shown.crowns else ()


def _shelf(level: str, crowns: Collection[str], words: Words) -> CrownShelf:
    keys = [key for key in CHARACTERS if level_of(key) == level]
    beaten = [key for key in keys if key in crowns]
    return CrownShelf(
        title=words.plain(f"profile.crowns.{level}", count=len(beaten), most=len(keys)),
        metal=METALS[FRAMES[level]],
        faces=tuple(Medallion(PORTRAITS[key]) if key in beaten else None for key in keys),
        names=", ".join(words.plain(f"character.{key}.name") for key in beaten),
    )


def _beaten(shelves: Iterable[CrownShelf]) -> list[str]:
    """Return who was beaten, in a line for each level."""
    return [": ".join(part for part in (each.title, each.names) if part) for each in shelves]


def _rivals(shown: RatingProfile, words: Words) -> list[str]:
    return [
        words("profile.rival", player=Rendered(f"<@{each.user}>"), won=each.won, drawn=each.drawn, lost=each.lost)
        for each in shown.rivals
    ]


def _add_all(embed: discord.Embed, shown: RatingProfile, words: Words) -> None:
    """Add everything that the picture would show, and more, in words."""
    leagues = [
        words("profile.league", game=words(f"{each.game}.name"), rating=rating_number(each.rating, words))
        if each.rating is not None
        else words("profile.league.none", game=words(f"{each.game}.name"), most=PLACING)
        for each in shown.records
    ]
    form = ", ".join(_came(shown.came[-FORM:], words))
    decks = [words("profile.deck", deck=each.deck, count=each.matches, won=each.won) for each in shown.favourites]
    curve = "" if not shown.curve else curve_told(shown, words)
    parts = {
        "leagues": "\n".join(leagues),
        "form": form,
        "decks": "\n".join(decks),
        "rivals": "\n".join(_rivals(shown, words)[1:]),
        "curve": curve,
        "crowns": "\n".join(_beaten(_shelves(shown, words))),
    }
    for name, value in parts.items():
        if value:
            embed.add_field(name=words.plain(f"profile.{name}"), value=value, inline=False)


def profile_picture(
    shown: RatingProfile, name: str, arts: Arts, decks: Mapping[str, Illustration], words: Words
) -> Picture:
    """Return a person's profile as a picture; `decks` are the faces of the game's ready-made decks by name."""
    drawn = profile_of(shown, name, arts, decks, words)
    return Picture("profile.png", draw_profile(drawn), description(_described(shown, drawn, words)))


def profile_of(
    shown: RatingProfile, name: str, arts: Arts, decks: Mapping[str, Illustration], words: Words
) -> ProfileCard:
    """Return everything that the picture of a profile shows."""
    favourite = next((each.deck for each in shown.favourites if each.deck in decks), None)
    level = level_beaten(shown.crowns)
    return ProfileCard(
        name=name,
        sign=initials([name])[0],
        face=avatar_of(words, 0),
        tones=arts[shown.game][0],
        rows=tuple(_row(each, shown.game, arts, words) for each in shown.records),
        deck=None if favourite is None else (favourite, decks[favourite]),
        course=_course(shown, words),
        shelves=_shelves(shown, words),
        frame=None if level is None else METALS[FRAMES[level]],
    )


def _row(record: GameRecord, chosen: str, arts: Arts, words: Words) -> ProfileRow:
    tones, art = arts[record.game]
    return ProfileRow(
        name=words.plain(f"{record.game}.name"),
        art=art,
        tones=tones,
        league=words.plain("profile.no_league") if record.rating is None else league_name(record.rating, words),
        points="" if record.rating is None else str(record.rating.points),
        metal=None if record.rating is None else METALS.get(league_of(record.rating)),
        form=tuple(_result(came, words) for came in record.form),
        chosen=record.game == chosen,
    )


def _result(came: Came, words: Words) -> Result:
    return (words.plain(f"profile.letter.{came}"), *DISCS[came])


def _course(shown: RatingProfile, words: Words) -> RatingCourse | None:
    values = tuple(rating.points for rating in shown.curve[-CURVE:])
    if len(values) < LEAST_CURVE:
        return None
    borders = tuple(
        Border(least, words.plain(f"league.{league}"), METALS[league])
        for league, least in LEAGUES
        if min(values) - NEAR <= least <= max(values) + NEAR
    )
    return RatingCourse(words.plain("profile.curve.in", game=words.plain(f"{shown.game}.name")), values, borders)


def _described(shown: RatingProfile, drawn: ProfileCard, words: Words) -> str:
    """Return everything that a profile shows, in sentences."""
    lines = [words.plain("profile.described", player=drawn.name)]
    for record, row in zip(shown.records, drawn.rows, strict=True):
        lines.append(
            words.plain("profile.told", game=row.name, league=row.league, points=row.points).rstrip(", ") + "."
        )
        if record.form:
            lines.append(words.plain("profile.told.form", form=", ".join(_came(record.form, words))))
    if drawn.deck is not None:
        lines.append(words.plain("profile.told.deck", deck=drawn.deck[0]))
    if shown.curve:
        lines.append(curve_told(shown, words))
    return "\n".join([*lines, *_beaten(drawn.shelves)])


def _came(results: Iterable[Came], words: Words) -> list[str]:
    return [words.plain(f"profile.came.{each}") for each in results]


def curve_told(shown: RatingProfile, words: Words) -> str:
    """Return how a person's rating went over recent matches, in a sentence."""
    points = [rating.points for rating in shown.curve[-CURVE:]]
    return words.plain(
        "profile.curve.described",
        count=len(points),
        first=points[0],
        points=points[-1],
        high=max(points),
        low=min(points),
    )
