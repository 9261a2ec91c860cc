"""The public side of a tournament: an announcement that is kept up to date, posts, and messages about series."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle
from msgspec import Struct

from bot.host.lobby import Lobby
from bot.host.lobby.table_options import changed
from bot.host.tournament.meetings import SeriesView, meeting_of, meetings_of
from bot.host.tournament.rules import course
from bot.host.tournament.tournament import Tournament, TournamentTitle
from bot.ui.lobby.table_options import option_line
from bot.ui.match.posts import seal_line
from bot.ui.messages.buttons import Item, button
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, inert, moment, namesakes, time_left
from bot.ui.tournaments import milestones, texts
from bot.ui.tournaments.act_posts import ACT_POSTS, act_post, pair, result_key, where, winner
from bot.ui.tournaments.bracket import tree_of
from bot.ui.tournaments.pictures.entry import MOST as PLACES
from bot.ui.tournaments.pictures.pairings import MOST as PAIRED
from bot.ui.tournaments.recurring import RECURRING_POSTS, recurring_post
from bot.ui.tournaments.tournament_view import mention, view_of
from engine.contract import AnyGame

NAMED: Final = 40
"""The maximum number of entrants that the announcement lists by name."""

FINAL: Final = 2
"""How many players a knockout has that is a final alone."""

USUAL_ENTRY: Final = "open"
"""The way in that needs no word: anybody may press Join."""

NAMING: Final = ("cancelled", "paused", "resumed", "checking")
"""The kinds of posts that call a league a league."""

LOUD: Final = ("checking", "no_show", "no_show.join")
"""The kinds of posts that notify people whom they do not mention."""

APART: Final = {**dict.fromkeys(ACT_POSTS, act_post), **dict.fromkeys(RECURRING_POSTS, recurring_post)}
"""The kinds of posts that are worded elsewhere."""

COLOURS: Final = {"open": discord.Colour.blurple(), "running": discord.Colour.green()}


def announcement(
    shown: Tournament,
    rules: AnyGame,
    words: Words,
    picture: Picture | None = None,
    *,
    worded: bool = True,
    occasion: Sequence[str] = (),
) -> Outgoing:
    """Return the message through which people enter a tournament, and which later shows the tournament's state.

    The picture, if any, shows who plays. Beside it, words list the players only if `worded` is set, or if the picture
    does not tell all of them. `occasion` are lines about what recurs, and the season in which it counts.
    """
    row = shown.row
    game = picture is None or row.status != "open"
    about = [*([inert(row.about)] if row.about else []), *occasion]
    lines = [*about, _how(shown, words), *([words(f"{row.game}.name")] if game else []), *_format(shown, words)]
    lines += [words("lobby.pace", pace=words(f"pace.{row.pace}")), " · ".join(_matches(shown, rules, words))]
    embed = discord.Embed(
        title=row.title if worded or picture is None else None,
        description="\n".join([*filter(None, lines), seal_line(shown.seal, words)]),
        colour=COLOURS.get(row.status, discord.Colour.greyple()),
    )
    house_rules = [option_line(rules, name, value, words) for name, value in changed(rules, row.options).items()]
    if house_rules:
        embed.add_field(name=words.plain("lobby.options"), value="\n".join(house_rules), inline=False)
    all_drawn = row.status != "open" or (0 < len(shown.members) <= PLACES and row.check_in is None)
    if worded or picture is None or not all_drawn:
        embed.add_field(
            name=words.plain("tournament.field.players", count=len(shown.members), most=row.most),
            value=_people(shown, words),
            inline=False,
        )
    listed = texts.dates(view_of(shown), words)
    if listed:
        embed.add_field(name=words.plain("tournament.dates"), value="\n".join(listed[1:]), inline=False)
    footer = words.plain(view_of(shown).named("tournament.footer"), number=row.id)
    embed.set_footer(text=footer)
    lines = [_content(shown, words)]
    if row.settled:
        # The secret is no longer used for draws, so it can be published for everybody to check them.
        lines.append(words("tournament.secret", secret=row.secret.hex()))
    return Outgoing(
        content="\n".join(lines),
        embeds=(embed,),
        view=_buttons(shown, words),
        files=attached(picture),
        silent=row.status != "open",
    )


def _content(shown: Tournament, words: Words) -> str:
    row = shown.row
    organiser = Rendered(f"<@{row.organiser}>")
    key = "paused" if row.paused is not None else row.status
    if key == "running" and not row.round:
        key = "starting"
    content = words(
        view_of(shown).named(f"tournament.content.{key}"), organiser=organiser, title=row.title, round=row.round
    )
    return Rendered(f"{content}\n{texts.provisional(shown.row.closes, words)}".rstrip())


def _how(shown: Tournament, words: Words) -> str:
    """Return how people can enter, and the next deadline, or the result."""
    row = shown.row
    lines: list[str] = []
    if row.status == "open" and row.entry != USUAL_ENTRY:
        lines.append(words(f"tournament.entry.{row.entry}", role=Rendered(f"<@&{row.role}>")))
    if row.status == "open" and row.starts is not None:
        lines.append(
            words("tournament.starts", when=Rendered(moment(row.starts)), left=Rendered(time_left(row.starts)))
        )
    elif row.status == "open":
        lines.append(words("tournament.starts.hand", organiser=Rendered(f"<@{row.organiser}>")))
    if row.status == "open" and row.check_in is not None and row.starts is not None:
        opens = Rendered(time_left(row.starts - row.check_in))
        lines.append(words("tournament.check_in", when=opens, count=round(row.check_in / 60)))
    if row.status == "running" and row.deadline is not None and row.paused is None:
        lines.append(words("tournament.round_ends", round=row.round, when=Rendered(time_left(row.deadline))))
    if row.status == "over":
        lines.append(texts.podium(view_of(shown), course.places(shown.course), words))
    return "\n".join(lines)


def _format(shown: Tournament, words: Words) -> list[str]:
    """Return how the tournament is played, as far as it is not as usual."""
    row = shown.row
    lines: list[str] = [words(f"tournament.format.{row.format}")]
    if row.rounds:
        lines.append(words("tournament.rounds", count=row.rounds))
    if row.cut:
        lines.append(words("tournament.cut.final" if row.cut == FINAL else "tournament.cut", count=row.cut))
    if row.weekly:
        lines.append(words("tournament.weekly"))
    return lines


def _matches(shown: Tournament, rules: AnyGame, words: Words) -> list[str]:
    """Return what a match is, and what it is for; what is as usual about the decks is left out."""
    row = shown.row
    lines: list[str] = [words(f"tournament.best_of.{row.best_of}")]
    if row.round_length is not None:
        unit, count = texts.in_units(row.round_length)
        lines.append(words(f"tournament.round_length.{unit}", count=count))
    if row.hidden and rules.spec.decks:
        lines.append(words("tournament.hidden"))
    lines.append(words("tournament.rated" if row.rated else "tournament.casual"))
    if row.champion_role is not None:
        lines.append(words("tournament.champion", role=Rendered(f"<@&{row.champion_role}>")))
    return lines


def _people(shown: Tournament, words: Words) -> str:
    is_open = shown.row.status == "open"
    event = view_of(shown)
    named = [
        f"{mention(event, each.number, words)}{' ✅' if each.checked and is_open else ''}" for each in shown.members
    ]
    if not named:
        return words(view_of(shown).named("tournament.nobody"), least=shown.row.least)
    text = ", ".join(named[:NAMED])
    return text if len(named) <= NAMED else words("tournament.more", players=Rendered(text), count=len(named) - NAMED)


def _buttons(shown: Tournament, words: Words) -> discord.ui.View:
    row = shown.row
    if row.status == "open":
        check = [button(row.id, "tcheck", words)] if row.check_in is not None else []
        first: list[Item] = [button(row.id, "tjoin", words, ButtonStyle.success), *check]
        return rows([*first, button(row.id, "tleave", words), button(row.id, "tmy", words)])
    join: list[Item] = [button(row.id, "tjoin", words, ButtonStyle.success)] if _takes_late(shown) else []
    leave: list[Item] = [button(row.id, "tleave", words)] if row.status == "running" else []
    looks: list[Item] = [button(row.id, action, words) for action in ("tpairings", "tstandings")]
    tree: list[Item] = [button(row.id, "tbracket", words)] if tree_of(shown) is not None else []
    mine: list[Item] = [button(row.id, "tmy", words, ButtonStyle.primary)]
    if row.status == "cancelled":
        return rows()
    return rows([*mine, *looks, *tree], [*join, *leave]) if join or leave else rows([*mine, *looks, *tree])


def _takes_late(shown: Tournament) -> bool:
    """Whether people can still join a running tournament."""
    return shown.row.status == "running" and shown.row.format == "swiss" and shown.course.cut is None


def tournament_post(
    shown: Tournament,
    kind: str,
    content: dict[str, Any],
    words: Words,
    picture: Picture | None = None,
    *,
    worded: bool = True,
) -> Outgoing:
    """Return a post about a tournament.

    The picture, if any, shows the pairings of a round; words list them beside it if `worded` is set, or if there are
    more than it has room for.
    """
    row, organiser = shown.row, shown.row.organiser
    if kind == "round":
        return _round_post(shown, content, words, picture, worded=worded)
    if kind in APART:
        return APART[kind](shown, kind, content, words)
    values: dict[str, Any] = {"title": row.title, "organiser": Rendered(f"<@{organiser}>"), "round": row.round}
    if kind == "stranded" and row.status == "open":
        kind = "stranded.open"
    if kind == "absent":
        series = meeting_of(shown, shown.any_series(content["series"]))
        event = view_of(shown)
        missed = ", ".join(mention(event, number, words) for number in content["players"])
        values |= {"where": where(shown, series, words), "players": Rendered(missed)}
        there = next((each for each in series.series.players if each not in content["players"]), None)
        if there is None:
            kind = "absent.lost"
        else:
            values["winner"] = mention(event, there, words)
    if kind == "no_show" and _takes_late(shown):
        kind = "no_show.join"
    if kind == "warning":
        values["when"] = Rendered(time_left(row.deadline or 0.0))
        left = [each for each in meetings_of(shown, content["round"]) if each.series.state == "open"]
        values["round"] = content["round"]
        values["players"] = Rendered("\n".join(pair(shown, each, words) for each in left[:NAMED]))
    key = "tournament.content.cancelled" if kind == "cancelled" else f"tournament.said.{kind}"
    if "few" in content:
        kind = key = "tournament.said.few"
    line = words(view_of(shown).named(key) if kind in NAMING else key, **values)
    mentions = (organiser,) if kind in ("warning", "stranded", "stranded.open") else ()
    view = rows([button(row.id, "tstandings" if mentions else "tmy", words)])
    return Outgoing(content=line, view=view, mentions=mentions, silent=kind not in LOUD and not mentions)


def _round_post(
    shown: Tournament, content: dict[str, Any], words: Words, picture: Picture | None, *, worded: bool
) -> Outgoing:
    """Return the post at the beginning of a round; that of the final calls its two players."""
    row, milestone = shown.row, milestones.milestone_of(content)
    meetings = meetings_of(shown, content["round"])
    final = milestone is not None and milestone.final is not None
    event, number = view_of(shown), content["round"] - 1
    before = meetings_of(shown, number)
    told: list[str] = [texts.results(event, number - 1, before, words)] if before else []
    if milestone is not None:
        told.append(milestones.situation(shown, milestone, words))
    if not final and (picture is None or worded or len(meetings) > PAIRED):
        told.append(texts.pairings(event, number, meetings, words)[0])
    elif not final:
        told.append(texts.byes(event, meetings, words))
    embeds = [discord.Embed(description=each, colour=discord.Colour.gold()) for each in told if each]
    line = words(event.named("tournament.said.round"), round=content["round"], title=row.title)
    if milestone is not None:
        line = milestones.heading(shown, milestone, words)
    look = "tpairings" if milestone is None else "tbracket"
    called = [event.entrants[player].user for player in milestone.advancing] if milestone is not None and final else []
    return Outgoing(
        content=line,
        embeds=tuple(embeds),
        view=rows([button(row.id, "tmy", words, ButtonStyle.primary), button(row.id, look, words)]),
        files=attached(picture),
        mentions=tuple(user for user in called if user is not None),
        silent=not final,
    )


def series_card(
    shown: Tournament, series: SeriesView, table: Lobby, words: Words, picture: Picture | None = None
) -> Outgoing:
    """Return the message whose thread holds a series' games: the players, why they are meeting, and the result.

    The picture, if any, shows the two players and the score; why they meet in a bracket is only said without it.
    """
    row, event, tree = shown.row, view_of(shown), tree_of(shown)
    lines: list[str] = []
    is_open = series.series.state == "open" and row.status == "running"
    because = texts.why(event, series, words)
    if picture is None and tree is not None and series.node is not None:
        because = texts.why_in_tree(event, tree, series.node, words)
    if because is not None:
        lines.append(f"-# {because}")
    if series.void:
        lines.append(words("tournament.how.void"))
    elif series.series.state != "open":
        lines.append(words(f"tournament.how.{result_key(series.how, series)}", **winner(shown, series, words)))
    elif row.status == "cancelled":
        lines.append(words("tournament.content.cancelled", title=row.title))
    key = "tournament.series.void" if series.void else "tournament.series"
    title = words.plain(key, title=row.title, round=series.series.round + 1, table=series.table or 0)
    colour = discord.Colour.green() if is_open else discord.Colour.greyple()
    embed = discord.Embed(description="\n".join([*lines, seal_line(table.seal, words)]), colour=colour)
    embed.set_footer(text=title)
    match = table.match.id
    looks: list[Item] = [button(match, "hand", words, ButtonStyle.primary), button(match, "board", words)]
    playable = is_open and (table.match.status == "running" or table.match.starting is not None)
    buttons = rows([*looks, button(match, "watch", words)]) if playable else rows()
    users = tuple(seat.user for seat in table.seats if seat.user)
    players = pair(shown, series, words)
    content = words("tournament.series.content", players=players) if is_open else players
    return Outgoing(
        content=content,
        embeds=(embed,),
        view=buttons,
        files=attached(picture),
        mentions=users,
        silent=not is_open,
    )


def next_game(shown: Tournament, series: SeriesView, table: Lobby, words: Words) -> Outgoing:
    """Return the message that calls the players to a later game in a series, in the thread of the first game."""
    users = tuple(seat.user for seat in table.seats if seat.user)
    line = words("tournament.series.game", players=pair(shown, series, words), match=table.match.id)
    return Outgoing(content=f"{line}\n{seal_line(table.seal, words)}", mentions=users)


def choices(found: Sequence[TournamentTitle], words: Words) -> dict[int, str]:
    """Return the names of tournaments in a list to choose from, by their numbers.

    Number and state distinguish those with the same title.
    """
    same = namesakes({each.id: each.title for each in found})
    return {
        each.id: words.plain(f"tournament.choice.{each.status}", title=each.title, number=each.id)
        if each.id in same
        else each.title
        for each in found
    }


class ScheduledEvent(Struct, frozen=True):
    """A tournament as it appears in the server's list of scheduled events.

    Attributes:
        mark: the text at the end of the description, by which the event can be found again.
    """

    name: str
    description: str
    location: str
    mark: str


def scheduled_event(shown: Tournament, words: Words) -> ScheduledEvent:
    """Return a tournament's scheduled event."""
    row, mark = shown.row, f"#t{shown.row.id}"
    place = Rendered(f"<#{row.channel}>")
    text = words("tournament.event", game=words(f"{row.game}.name"), channel=place)
    return ScheduledEvent(row.title, f"{text}\n{mark}", place, mark)
