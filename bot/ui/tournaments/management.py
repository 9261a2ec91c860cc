"""The panel with which an organiser manages a tournament: its course, its results, and its entrants."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption

from bot.host.tournament.tournament import Tournament
from bot.storage.tournaments import SeriesRow
from bot.ui.components import Part, action_row, layout, setting
from bot.ui.custom_ids import CustomId
from bot.ui.messages import Outgoing
from bot.ui.tournaments.tournament_view import score, spoken_name, view_of
from bot.ui.widgets import SELECT
from bot.ui.words import Words, shortened

LABEL: Final = 100
NAMED: Final = 10
"""The maximum number of pairs who block each other to list on the panel."""

DRAWN: Final = "-1"
"""The value of the button that declares a series drawn, in place of the winner's number."""

SELECTS: Final = 6
"""The maximum number of selects of players or series on the panel: enough for the largest tournament."""


def panel(shown: Tournament, apart: Sequence[SeriesRow], words: Words) -> Outgoing:
    """Return everything that an organiser can do now; `apart` lists open series between people who block each other."""
    row = shown.row
    status = "paused" if row.paused is not None else row.status
    if status == "running" and not row.round:
        status = "starting"
    state = words(f"manage.status.{status}", round=row.round, count=len(shown.members))
    lines: list[str] = [words("manage.title", title=row.title, number=row.id), state]
    lines += [_apart(shown, each, words) for each in apart[:NAMED]]
    parts: list[Part] = ["\n".join(lines), action_row(*_buttons(shown, words))]
    if row.status == "running":
        there = [each for each in shown.series if each.second is not None]
        parts += _lists(shown, "tseries", "manage.series", [_series(shown, each, words) for each in there[::-1]], words)
    if row.status in ("open", "running"):
        people = [each for each in shown.entrants if each.status in ("in", "out")]
        event = view_of(shown)
        options = [
            SelectOption(
                label=shortened(spoken_name(event, each.number, words), LABEL),
                value=str(each.number),
                description=words.plain(f"manage.player.{each.status}"),
            )
            for each in people
        ]
        parts += _lists(shown, "tplayer", "manage.players", options, words)
    if row.status == "open":
        chooser: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id=_id(shown, "tinvite"), placeholder=words.plain("manage.invite.choose")
        )
        parts += setting(words("manage.invite"), chooser)
    return layout(parts)


def _buttons(shown: Tournament, words: Words) -> "list[discord.ui.Button[Any]]":
    row, found = shown.row, []
    if row.status == "open":
        found.append(_button(shown, "tstart", words, ButtonStyle.success))
    if row.status == "running":
        what = "pause" if row.paused is None else "resume"
        found.append(_button(shown, "tcourse", words, ButtonStyle.primary, what))
    if row.status in ("open", "running"):
        found.append(_button(shown, "tmove", words))
        found.append(_button(shown, "tcancel", words, ButtonStyle.danger))
    found.append(_button(shown, "texport", words))
    return found


def _lists(shown: Tournament, action: str, title: str, options: Sequence[SelectOption], words: Words) -> list[Part]:
    parts: list[Part] = []
    several = len(options) > SELECT
    for start in range(0, min(len(options), SELECT * SELECTS), SELECT):
        part = list(options[start : start + SELECT])
        chooser: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=_id(shown, action, str(start)),
            options=part,
            placeholder=shortened(
                words.plain("panel.page", first=part[0].label, last=part[-1].label)
                if several
                else words.plain("table.choose"),
                150,
            ),
        )
        parts += setting(words(title), chooser) if start == 0 else [action_row(chooser)]
    return parts


def _names(shown: Tournament, series: SeriesRow, words: Words) -> tuple[str, str]:
    event = view_of(shown)
    first, second = (
        words.plain("player.gone") if number is None else spoken_name(event, number, words)
        for number in (series.first, series.second)
    )
    return first, second


def _apart(shown: Tournament, series: SeriesRow, words: Words) -> str:
    first, second = _names(shown, series, words)
    return words("manage.apart", first=first, second=second)


def _series(shown: Tournament, series: SeriesRow, words: Words) -> SelectOption:
    first, second = _names(shown, series, words)
    text = words.plain("manage.series.line", round=series.round, table=series.number, first=first, second=second)
    came = words.plain(f"manage.series.{series.state}", score=score(shown.games_won(series)))
    return SelectOption(label=shortened(text, LABEL), value=str(series.id), description=came)


def series(shown: Tournament, wanted: SeriesRow, words: Words) -> Outgoing:
    """Return what an organiser can do about a series: enter its result, or restart its game."""
    first, second = _names(shown, wanted, words)
    about = words("manage.series.title", round=wanted.round, table=wanted.number, first=first, second=second)
    now = "now" if wanted.state == "open" else "decided"
    note = words(f"manage.series.{'earlier' if wanted.round < shown.row.round else now}")
    buttons = []
    for number, name in ((wanted.first, first), (wanted.second, second)):
        label = words.plain("manage.won", player=name)
        buttons.append(_button(shown, "tresult", words, argument=f"{wanted.id} {number}", text=label))
    if wanted.node is None:
        buttons.append(
            _button(shown, "tresult", words, argument=f"{wanted.id} {DRAWN}", text=words.plain("manage.drawn"))
        )
    if wanted.state == "open":
        buttons.append(_button(shown, "tagain", words, ButtonStyle.danger, str(wanted.id)))
    buttons.append(_button(shown, "tmanage", words))
    return layout([f"{about}\n{note}", action_row(*buttons)])


def player(shown: Tournament, number: int, words: Words) -> Outgoing:
    """Return what an organiser can do about a player."""
    entrant, event = shown.entrant(number), view_of(shown)
    name = spoken_name(event, number, words) if number in event.entrants else entrant.name
    title = words("manage.player.title", player=name)
    buttons = action_row(
        _button(shown, "tout", words, ButtonStyle.secondary, str(number)),
        _button(shown, "tban", words, ButtonStyle.danger, str(number)),
        _button(shown, "tmanage", words),
    )
    chooser: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=_id(shown, "treplace", str(number)), placeholder=words.plain("manage.replace.choose")
    )
    replace = "manage.replace" if entrant.deck is None else "manage.replace.deck"
    return layout([title, *setting(words(replace), chooser), buttons])


def cancelling(shown: Tournament, words: Words) -> Outgoing:
    """Return a message that asks whether to end a tournament without a result."""
    cancel, keep = _button(shown, "tcourse", words, ButtonStyle.danger, "cancel"), _button(shown, "tmanage", words)
    return layout([words("manage.cancelling", title=shown.row.title), action_row(cancel, keep)])


def _button(
    shown: Tournament,
    action: str,
    words: Words,
    style: ButtonStyle = ButtonStyle.secondary,
    argument: str = "",
    *,
    text: str | None = None,
) -> "discord.ui.Button[Any]":
    key = f"button.{action}.{argument}" if action == "tcourse" else f"button.{action}"
    label = shortened(text or words.plain(key), 80)
    return discord.ui.Button(custom_id=_id(shown, action, argument), label=label, style=style)


def _id(shown: Tournament, action: str, argument: str = "") -> str:
    return str(CustomId(action, shown.row.id, argument=argument))
