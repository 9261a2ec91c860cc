"""The public side of a tournament: an announcement that is kept up to date, posts, and messages about series."""

from typing import Any, Final

import discord
from discord import ButtonStyle
from msgspec import Struct

from bot.host.lobby import Lobby
from bot.host.lobby.table_options import changed
from bot.host.tournament.rules import course
from bot.host.tournament.tournament import Tournament
from bot.storage.tournaments import SeriesRow
from bot.ui.buttons import Item, button
from bot.ui.match import seal_footer, seal_line
from bot.ui.messages import Outgoing, attached, rows
from bot.ui.pictures.picture import Picture
from bot.ui.table_options import option_line
from bot.ui.tournaments import texts
from bot.ui.tournaments.bracket import tree_of
from bot.ui.tournaments.entry_picture import MOST as PLACES
from bot.ui.tournaments.pairings_picture import MOST as PAIRED
from bot.ui.tournaments.tournament_view import meeting_of, meetings_of, view_of
from bot.ui.words import Rendered, Words, moment, time_left
from engine.contract import AnyGame

NAMED: Final = 40
"""The maximum number of entrants that the announcement lists by name."""

USUAL_ENTRY: Final = "open"
"""The way in that needs no word: anybody may press Join."""

NAMING: Final = ("cancelled", "paused", "resumed", "checking")
"""The kinds of posts that call a league a league."""

LOUD: Final = ("checking", "no_show", "no_show.join")
"""The kinds of posts that notify people whom they do not mention."""

COLOURS: Final = {"open": discord.Colour.blurple(), "running": discord.Colour.green()}


def announcement(
    shown: Tournament, rules: AnyGame, words: Words, picture: Picture | None = None, *, worded: bool = True
) -> Outgoing:
    """Return the message through which people enter a tournament, and which later shows the tournament's state.

    The picture, if any, shows who plays. Beside it, words list the players only if `worded` is set, or if the picture
    does not tell all of them.
    """
    row = shown.row
    game = picture is None or row.status != "open"
    lines = [_how(shown, words), *([words(f"{row.game}.name")] if game else []), *_format(shown, words)]
    lines += [words("lobby.pace", pace=words(f"pace.{row.pace}")), " · ".join(_matches(shown, words))]
    embed = discord.Embed(
        title=row.title if worded or picture is None else None,
        description="\n".join(line for line in lines if line),
        colour=COLOURS.get(row.status, discord.Colour.greyple()),
    )
    house_rules = [option_line(rules, name, value, words) for name, value in changed(rules, row.options).items()]
    if house_rules:
        embed.add_field(name=words.plain("lobby.options"), value="\n".join(house_rules), inline=False)
    if worded or picture is None or not _shows_all(shown):
        embed.add_field(
            name=words.plain("tournament.field.players", count=len(shown.members), most=row.most),
            value=_people(shown, words),
            inline=False,
        )
    listed = texts.dates(view_of(shown), words)
    if listed:
        embed.add_field(name=words.plain("tournament.dates"), value="\n".join(listed[1:]), inline=False)
    footer = words.plain(view_of(shown).named("tournament.footer"), number=row.id)
    embed.set_footer(text=seal_footer(footer, shown.seal, words))
    lines = [_content(shown, words)]
    if row.status in ("over", "cancelled"):
        # The secret is no longer used for draws, so it can be published for everybody to check them.
        lines.append(words("tournament.secret", secret=row.secret.hex()))
    return Outgoing(
        content="\n".join(lines),
        embeds=(embed,),
        view=_buttons(shown, words),
        files=attached(picture),
        silent=row.status != "open",
    )


def _shows_all(shown: Tournament) -> bool:
    """Return whether the announcement's picture tells everything about the players."""
    is_open = shown.row.status == "open"
    return not is_open or (0 < len(shown.members) <= PLACES and shown.row.check_in is None)


def _content(shown: Tournament, words: Words) -> str:
    row = shown.row
    organiser = Rendered(f"<@{row.organiser}>")
    key = "paused" if row.paused is not None else row.status
    if key == "running" and not row.round:
        key = "starting"
    return words(
        view_of(shown).named(f"tournament.content.{key}"), organiser=organiser, title=row.title, round=row.round
    )


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
        lines.append(words("tournament.starts.hand"))
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
        lines.append(words("tournament.cut", count=row.cut))
    if row.weekly:
        lines.append(words("tournament.weekly"))
    return lines


def _matches(shown: Tournament, words: Words) -> list[str]:
    """Return what a match is, and what it is for; what is as usual about the decks is left out."""
    row = shown.row
    lines: list[str] = [words(f"tournament.best_of.{row.best_of}")]
    if row.round_length is not None:
        unit, count = texts.in_units(row.round_length)
        lines.append(words(f"tournament.round_length.{unit}", count=count))
    if row.hidden:
        lines.append(words("tournament.hidden"))
    lines.append(words("tournament.rated" if row.rated else "tournament.casual"))
    return lines


def _people(shown: Tournament, words: Words) -> str:
    is_open = shown.row.status == "open"
    named = [f"<@{each.user}>{' ✅' if each.checked and is_open else ''}" for each in shown.members]
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
        pages = texts.pairings(view_of(shown), content["round"] - 1, meetings_of(shown, content["round"]), words)
        whole = len(meetings_of(shown, content["round"])) <= PAIRED
        embeds = (
            ()
            if picture is not None and whole and not worded
            else (discord.Embed(description=pages[0], colour=discord.Colour.gold()),)
        )
        buttons = rows([button(row.id, "tmy", words, ButtonStyle.primary), button(row.id, "tpairings", words)])
        line = words(view_of(shown).named("tournament.said.round"), round=content["round"], title=row.title)
        return Outgoing(content=line, embeds=embeds, view=buttons, files=attached(picture), silent=True)
    if kind == "over":
        podium = texts.podium(view_of(shown), course.places(shown.course), words)
        buttons = rows([button(row.id, "tstandings", words), button(row.id, "texport", words)])
        return Outgoing(content=podium, view=buttons, files=attached(picture), silent=True)
    values: dict[str, Any] = {"title": row.title, "organiser": Rendered(f"<@{organiser}>"), "round": row.round}
    if kind == "corrected":
        series = next(each for each in shown.series if each.id == content["series"])
        values |= {"round": series.round, "players": Rendered(_pair(shown, series)), **_winner(shown, series)}
        kind = _result_key("corrected.earlier" if content["earlier"] else "corrected", series)
    if kind == "stranded" and row.status == "open":
        kind = "stranded.open"
    if kind == "absent":
        series = next(each for each in shown.series if each.id == content["series"])
        missed = ", ".join(f"<@{shown.entrant(number).user}>" for number in content["players"])
        values |= {"round": series.round, "players": Rendered(missed)}
        there = next((each for each in (series.first, series.second) if each not in content["players"]), None)
        if there is None:
            kind = "absent.lost"
        else:
            values["winner"] = Rendered(f"<@{shown.entrant(there).user}>")
    if kind == "no_show" and _takes_late(shown):
        kind = "no_show.join"
    if kind == "warning":
        values["when"] = Rendered(time_left(row.deadline or 0.0))
        left = [each for each in shown.series if each.round == content["round"] and each.state == "open"]
        values["round"] = content["round"]
        values["players"] = Rendered("\n".join(_pair(shown, each) for each in left[:NAMED]))
    key = f"tournament.said.{kind}"
    line = words(view_of(shown).named(key) if kind in NAMING else key, **values)
    mentions = (organiser,) if kind in ("warning", "stranded", "stranded.open") else ()
    view = rows([button(row.id, "tstandings" if mentions else "tmy", words)])
    return Outgoing(content=line, view=view, mentions=mentions, silent=kind not in LOUD and not mentions)


def _pair(shown: Tournament, series: SeriesRow) -> str:
    players = [shown.entrant(number) for number in (series.first, series.second) if number is not None]
    return " – ".join(f"<@{player.user}>" for player in players)


def _winner(shown: Tournament, series: SeriesRow) -> dict[str, Rendered]:
    """Return the value for a message's `winner` placeholder; empty after a draw."""
    return {} if series.winner is None else {"winner": Rendered(f"<@{shown.entrant(series.winner).user}>")}


def _result_key(key: str | None, series: SeriesRow) -> str:
    """Return the id of the text about a series' result; a draw and a loss of both have their own texts."""
    if series.winner is not None:
        return str(key)
    return f"{key}.lost" if series.state == "lost" else f"{key}.drawn"


def series_card(
    shown: Tournament, series: SeriesRow, table: Lobby, words: Words, picture: Picture | None = None
) -> Outgoing:
    """Return the message whose thread holds a series' games: the players, why they are meeting, and the result.

    The picture, if any, shows the two players and the score; why they meet in a bracket is only said without it.
    """
    row, meeting = shown.row, meeting_of(shown, series)
    event, tree = view_of(shown), tree_of(shown)
    lines: list[str] = []
    because = texts.why(event, meeting, words)
    if picture is None and tree is not None and series.node is not None:
        because = texts.why_in_tree(event, tree, series.node, words)
    if because is not None:
        lines.append(f"-# {because}")
    if series.state != "open":
        lines.append(words(f"tournament.how.{_result_key(series.how, series)}", **_winner(shown, series)))
    title = words.plain("tournament.series", title=row.title, round=series.round, table=series.number)
    colour = discord.Colour.green() if series.state == "open" else discord.Colour.greyple()
    embed = discord.Embed(description="\n".join(lines), colour=colour)
    embed.set_footer(text=seal_footer(title, table.seal, words))
    match = table.match.id
    looks: list[Item] = [button(match, "hand", words, ButtonStyle.primary), button(match, "board", words)]
    playable = table.match.status == "running" or table.match.starting is not None
    buttons = rows([*looks, button(match, "watch", words)]) if playable and series.state == "open" else rows()
    users = tuple(seat.user for seat in table.seats if seat.user)
    pair = Rendered(_pair(shown, series))
    content = words("tournament.series.content", players=pair, match=match) if series.state == "open" else pair
    return Outgoing(
        content=content,
        embeds=(embed,),
        view=buttons,
        files=attached(picture),
        mentions=users,
        silent=series.state != "open",
    )


def next_game(shown: Tournament, series: SeriesRow, table: Lobby, words: Words) -> Outgoing:
    """Return the message that calls the players to a later game in a series, in the thread of the first game."""
    users = tuple(seat.user for seat in table.seats if seat.user)
    line = words("tournament.series.game", players=Rendered(_pair(shown, series)), match=table.match.id)
    return Outgoing(content=f"{line}\n{seal_line(table.seal, words)}", mentions=users)


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
