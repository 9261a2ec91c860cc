"""Posts about a season, the answer with its table, and the hall of fame."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import SelectOption

from bot.host.seasons.hall import Feat, Wins, wins
from bot.host.seasons.season import Coming, Season, SeasonTitle
from bot.ui.messages.buttons import Item, button
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.messages.widgets import SELECT
from bot.ui.pictures.picture import Picture
from bot.ui.seasons.picture import season_pages, shown_on
from bot.ui.seasons.season_view import ahead, evening, listed, own, rules, situation
from bot.ui.texts.words import Rendered, Words, day, inert, shortened
from bot.ui.tournaments.paging import page_buttons, within
from bot.ui.tournaments.story import Added
from bot.ui.tournaments.texts import pages

NAMED: Final = 5
"""How many winners of evenings of one title are named in the hall of fame."""

SEASONS, TITLES = 4, 3
"""How many seasons, and titles of evenings, the picture of the hall of fame has."""

KINDS: Final = ("season", "season_final", "season_over")
"""The kinds of these posts."""


def season_post(
    season: Season,
    kind: str,
    words: Words,
    picture: Picture | None = None,
    *,
    worded: bool = True,
    invited: Sequence[int] = (),
) -> Outgoing:
    """Return a post about a season, in the channel of an evening.

    It is said when a tournament that is over already begins to count, with the table as a picture, and at the end with
    the podium; words list the table as well if `worded` is set.
    The call for the final evening notifies the people who are `invited`.
    """
    look = rows([button(season.row.id, "season", words)])
    if kind == "season_final":
        players = Rendered(", ".join(f"<@{user}>" for user in invited))
        line = words("season.said.final", title=season.row.title, players=players, count=season.row.final)
        return Outgoing(content=line, view=look, mentions=tuple(invited))
    worded = worded or picture is None
    lines = situation(season, words, worded=worded) if kind == "season_over" else evening(season, words)
    embeds = _worded(season, 0, words) if worded else ()
    return Outgoing(content="\n".join(lines), embeds=embeds, view=look, files=attached(picture), silent=True)


def in_evening(season: Season, words: Words, *, worded: bool) -> Added:
    """Return what a season adds to the post about the end of an evening."""
    table = [str(each.description) for each in _worded(season, 0, words) if worded]
    return ["\n".join(evening(season, words)), *table], [button(season.row.id, "season", words)]


def season_page(
    season: Season,
    page: int,
    words: Words,
    picture: Picture | None = None,
    *,
    reader: int,
    coming: Coming | None = None,
    manages: bool = False,
) -> Outgoing:
    """Return a page of a season, counted from 0: how it and the reader stand, what is next, and its table."""
    number, stands = season.row.id, own(season, reader, words, coming)
    lines = [*situation(season, words), *stands, *ahead(season, coming, words)]
    embeds = _worded(season, page, words) if picture is None else ()
    turning = page_buttons(page, season_pages(season), CustomId("season", number), words)
    more = [button(number, "seasonhall", words)]
    if manages and season.row.status != "over":
        more.append(button(number, "seasonmanage", words))
    if manages:
        more.append(button(0, "seasonnew", words))
    return Outgoing(content="\n".join(lines), embeds=embeds, files=attached(picture), view=rows(turning, more))


def _worded(season: Season, page: int, words: Words) -> tuple[discord.Embed, ...]:
    """Return all that the picture of a page shows in words."""
    small = [*([words.plain("season.note")] if season.provisional else []), *rules(season, words)]
    told = [*listed(season, shown_on(season, page), words), *(f"-# {inert(each)}" for each in small)]
    return (discord.Embed(description="\n".join(told), colour=discord.Colour.gold()),)


def hall(
    feats: Sequence[Feat],
    seasons: Sequence[SeasonTitle],
    page: int,
    words: Words,
    picture: Picture | None = None,
    *,
    manages: bool = False,
) -> Outgoing:
    """Return a page of the hall of fame, counted from 0, with a select of all seasons; the picture is on the first."""
    honoured, titles = [each for each in feats if each.kind == "season"], wins(feats)
    drawn = (SEASONS, TITLES) if picture is not None else (0, 0)
    lines = [
        *(_season_line(each, words, pictured=at < drawn[0]) for at, each in enumerate(honoured)),
        *(_wins_line(each, words, pictured=at < drawn[1]) for at, each in enumerate(titles)),
    ]
    shown = pages(words("season.hall"), lines or [words("season.hall.nobody")], words)
    page = within(page, len(shown))
    options = [
        SelectOption(
            label=shortened(each.title, 100),
            value=str(each.id),
            description=words.plain(f"season.status.{each.status}"),
        )
        for each in seasons[:SELECT]
    ]
    chooser: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(CustomId("seasonview")), options=options, placeholder=words.plain("season.choose")
    )
    turning = page_buttons(page, len(shown), CustomId("seasonhall"), words)
    new: list[Item] = [button(0, "seasonnew", words)] if manages else []
    view = rows(turning, [chooser] if options else [], new)
    return Outgoing(content=shown[page], view=view, files=() if page else attached(picture))


def _season_line(feat: Feat, words: Words, *, pictured: bool) -> Rendered:
    """Return the best of a season, with their points."""
    places = [
        words(
            "season.hall.place",
            place=each.place,
            player=Rendered(f"<@{each.user}>"),
            count=feat.points.get(each.user, 0),
        )
        for each in feat.honours
    ]
    key = "season.hall.season.until" if pictured else "season.hall.season"
    return words(key, title=feat.title, players=Rendered(", ".join(places)), when=Rendered(day(feat.at)))


def _wins_line(won: Wins, words: Words, *, pictured: bool) -> Rendered:
    """Return who has won the evenings of a title, and how often."""
    named = [
        words("season.hall.times", player=Rendered(f"<@{user}>"), count=count) for user, count in won.winners[:NAMED]
    ]
    if len(won.winners) > NAMED:
        named.append(words("season.hall.more", count=len(won.winners) - NAMED))
    key = "season.hall.evening.latest" if pictured and len(won.winners) <= NAMED else "season.hall.evening"
    return words(key, title=won.title, players=Rendered(", ".join(named)), when=Rendered(day(won.at)))
