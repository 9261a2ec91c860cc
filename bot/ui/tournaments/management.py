"""The panel with which an organiser manages a tournament: its course, its results, and its entrants."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, SelectOption
from msgspec import Struct

from bot.host.tournament.acts import REASON_LENGTH, latest
from bot.host.tournament.management import UNDOING
from bot.host.tournament.meetings import SeriesView, meeting_of, meetings_of
from bot.host.tournament.tournament import Tournament
from bot.storage.schema.tournaments import ActRow
from bot.ui.messages.buttons import label_of
from bot.ui.messages.components import Part, action_row, layout, setting, text_modal
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.messages.widgets import SELECT
from bot.ui.texts.words import Rendered, Spoken, Words, shortened, time_left
from bot.ui.tournaments.act_posts import where
from bot.ui.tournaments.tournament_view import score, spoken_name, view_of

LABEL: Final = 100
NAMED: Final = 10
"""The maximum number of pairs who block each other to list on the panel."""

LISTED: Final = 12
"""How many acts the page of acts names."""

DRAWN: Final = "-1"
"""The value of the button that declares a series drawn, in place of the winner's number."""

SELECTS: Final = 6
"""The maximum number of selects of players or series on the panel: enough for the largest tournament."""


class ManagedView(Struct, frozen=True):
    """A tournament as its organisers see it.

    Attributes:
        apart: the open series between people one of whom has blocked the other.
        calls: the calls that nobody has answered, the latest first.
        acts: what the organisers have done, the latest first.
        pairable: whether the current round can be paired again.
    """

    tournament: Tournament
    apart: Sequence[SeriesView] = ()
    calls: Sequence[ActRow] = ()
    acts: Sequence[ActRow] = ()
    pairable: bool = False


def panel(managed: ManagedView, words: Words) -> Outgoing:
    """Return everything that an organiser can do now."""
    shown, row = managed.tournament, managed.tournament.row
    status = "paused" if row.paused is not None else row.status
    if status == "running" and not row.round:
        status = "starting"
    if row.closes is not None:
        status = "provisional"
    closes = Rendered(time_left(row.closes or 0.0))
    ended = status in ("over", "cancelled")
    key = f"tournament.refused.{status}" if ended else f"manage.status.{status}"
    state = words(key, round=row.round, count=len(shown.members), when=closes)
    lines: list[str] = [words("manage.title", title=row.title, number=row.id), state]
    lines += [_call(shown, each, words) for each in managed.calls[:NAMED]]
    lines += [_apart(shown, each, words) for each in managed.apart[:NAMED]]
    if managed.acts:
        lines.append(words("manage.latest", act=Rendered(_act(shown, managed.acts[0], words))))
    parts: list[Part] = ["\n".join(lines), *(action_row(*each) for each in _buttons(managed, words))]
    if row.status == "running" or row.closes is not None:
        there = [each for each in meetings_of(shown) if each.table is not None]
        parts += _lists(shown, "tseries", "manage.series", [_series(shown, each, words) for each in there[::-1]], words)
    if row.status in ("open", "running") or row.closes is not None:
        people = [each for each in shown.entrants if each.status != "invited" and not shown.is_gone(each)]
        options = [
            SelectOption(
                label=shortened(_name(shown, each.number, words), LABEL),
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


def _buttons(managed: ManagedView, words: Words) -> "list[list[discord.ui.Button[Any]]]":
    """Return the buttons: for the course of the tournament, and for what was done and what it led to."""
    shown, row = managed.tournament, managed.tournament.row
    course: list[discord.ui.Button[Any]] = []
    if row.status == "open":
        course.append(_button(shown, "tstart", words, ButtonStyle.success))
        course.append(_button(shown, "tedit", words))
    if row.status == "running":
        what = "pause" if row.paused is None else "resume"
        course.append(_button(shown, "tcourse", words, ButtonStyle.primary, what))
    if row.status in ("open", "running"):
        course.append(_button(shown, "tmove", words))
        course.append(_button(shown, "tcourse", words, ButtonStyle.danger, "cancel"))
    if row.closes is not None:
        course.append(_button(shown, "tclose", words, ButtonStyle.success))
    if row.closes is None:
        course.append(_button(shown, "texport", words))
    more: list[discord.ui.Button[Any]] = []
    if managed.calls:
        more.append(_button(shown, "tanswered", words))
    if managed.pairable:
        more.append(_button(shown, "tpairagain", words))
    if managed.acts:
        more.append(_button(shown, "tacts", words))
    more.append(_button(shown, "tevery", words))
    return [each for each in (course, more) if each]


def acts_page(managed: ManagedView, words: Words) -> Outgoing:
    """Return what the organisers have done; their latest act can be undone there and given a reason."""
    shown, last = managed.tournament, latest(list(managed.acts))
    lines = [_act(shown, each, words) for each in managed.acts[:LISTED]] or [words("manage.acts.none")]
    if len(managed.acts) > LISTED:
        lines.append(words("manage.acts.more", count=len(managed.acts) - LISTED))
    buttons = []
    if last is not None and last.kind in UNDOING and not shown.row.settled:
        undoes = words.plain("manage.undo", act=_what(shown, last, Spoken.of(words)))
        buttons.append(_button(shown, "tundo", words, ButtonStyle.primary, str(last.id), text=undoes))
    if managed.acts:
        buttons.append(_button(shown, "treason", words, argument=str(managed.acts[0].id)))
    buttons.append(_button(shown, "tmanage", words))
    return layout([words("manage.acts.title", title=shown.row.title), "\n".join(lines), action_row(*buttons)])


def reason_modal(tournament: int, act: str, words: Words) -> discord.ui.Modal:
    """Return the modal in which an organiser says why something was done."""
    text = discord.ui.TextInput[discord.ui.Modal](custom_id="text", max_length=REASON_LENGTH, required=False)
    custom_id = CustomId("treason", tournament, argument=act)
    return text_modal(custom_id, words.plain("manage.reason"), words.plain("manage.reason.label"), text)


def _act(shown: Tournament, act: ActRow, words: Words) -> str:
    """Return a line about an act: when, who, what and why; struck through once it was undone."""
    what = _what(shown, act, words)
    text = words("manage.act", when=Rendered(time_left(act.at)), who=Rendered(f"<@{act.actor}>"), what=Rendered(what))
    if act.kind != "undo" and act.content.get("undone"):
        text = words("manage.act.undone", act=text)
    reason = act.content.get("reason")
    return f"{text}\n-# {words('manage.act.reason', reason=reason)}" if reason else text


def _what(shown: Tournament, act: ActRow, words: Words) -> str:
    """Return what an act did: to an entrant, to a series or to the tournament."""
    values: dict[str, Any] = {}
    if "entrant" in act.content:
        values["player"] = _name(shown, act.content["entrant"], words)
    if "series" in act.content:
        series = meeting_of(shown, shown.any_series(act.content["series"]))
        first, second = _names(shown, series, words)
        values |= {"first": first, "second": second, "where": where(shown, series, words)}
    if act.kind == "correct":
        after, before = act.content.get("after"), act.content["before"]
        # Version 0.1.0 wrote down the winner alone.
        known = before if isinstance(before, dict) else {"state": "won", "winner": before}
        values["before"] = _result(shown, known["state"], known["winner"], words)
        values["after"] = _result(shown, "drawn" if after is None else "won", after, words)
    if act.kind == "edit":
        fields = [words.plain(f"manage.edit.{name}") for name in act.content["after"]]
        values["fields"] = ", ".join(fields)
    if act.kind == "pair_again":
        values["round"] = act.content["round"]
    if act.kind == "undo":
        values["what"] = words.plain(f"manage.undone.{act.content['undone']}")
    return words(f"manage.what.{act.kind}", **values)


def _result(shown: Tournament, state: str, winner: int | None, words: Words) -> str:
    name = "" if winner is None else _name(shown, winner, words)
    return words.plain(f"manage.result.{state}", player=name)


def _call(shown: Tournament, call: ActRow, words: Words) -> str:
    """Return a line about a call that nobody has answered."""
    series = meeting_of(shown, shown.any_series(call.content["series"]))
    first, second = _names(shown, series, words)
    when = Rendered(time_left(call.at))
    player = _name(shown, call.content["entrant"], words)
    played = where(shown, series, words)
    return words("manage.call", player=player, first=first, second=second, where=played, when=when)


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
                else words.plain("panel.choose_here"),
                150,
            ),
        )
        parts += setting(words(title), chooser) if start == 0 else [action_row(chooser)]
    return parts


def _name(shown: Tournament, number: int, words: Words) -> str:
    event = view_of(shown)
    return spoken_name(event, number, words) if number in event.entrants else shown.entrant(number).name


def _names(shown: Tournament, series: SeriesView, words: Words) -> tuple[str, str]:
    return _name(shown, series.series.first, words), _name(shown, series.series.second or 0, words)


def _apart(shown: Tournament, series: SeriesView, words: Words) -> str:
    first, second = _names(shown, series, words)
    return words("manage.apart", first=first, second=second)


def _series(shown: Tournament, series: SeriesView, words: Words) -> SelectOption:
    first, second = _names(shown, series, words)
    round_, table = series.series.round + 1, series.table or 0
    text = words.plain("manage.series.line", round=round_, table=table, first=first, second=second)
    came = words.plain(f"manage.series.{series.series.state}", score=score(series.games))
    return SelectOption(label=shortened(text, LABEL), value=str(series.id), description=came)


def series(shown: Tournament, wanted: SeriesView, words: Words) -> Outgoing:
    """Return what an organiser can do about a series: enter its result, or restart its game."""
    first, second = _names(shown, wanted, words)
    played, round_ = wanted.series, wanted.series.round + 1
    about = words("manage.series.title", round=round_, table=wanted.table or 0, first=first, second=second)
    now = "now" if played.state == "open" else "decided"
    note = words(f"manage.series.{'earlier' if round_ < shown.row.round else now}")
    buttons = []
    for number, name in ((played.first, first), (played.second, second)):
        label = words.plain("manage.result.won", player=name)
        buttons.append(_button(shown, "tresult", words, argument=f"{wanted.id} {number}", text=label))
    if wanted.node is None:
        buttons.append(
            _button(shown, "tresult", words, argument=f"{wanted.id} {DRAWN}", text=words.plain("trophy.drawn"))
        )
    if played.state == "open":
        buttons.append(_button(shown, "tagain", words, ButtonStyle.danger, str(wanted.id)))
    buttons.append(_button(shown, "tmanage", words))
    return layout([f"{about}\n{note}", action_row(*buttons)])


def player(shown: Tournament, number: int, words: Words) -> Outgoing:
    """Return what an organiser can do about a player."""
    entrant, over = shown.entrant(number), shown.row.status == "over"
    buttons = []
    if entrant.status == "in" and not over:
        buttons.append(_button(shown, "tout", words, argument=str(number)))
    elif entrant.status != "in" and (not over or entrant.status == "disqualified"):
        buttons.append(_button(shown, "tlet", words, ButtonStyle.success, str(number)))
    if entrant.status != "disqualified":
        buttons.append(_button(shown, "tban", words, ButtonStyle.danger, str(number)))
    buttons.append(_button(shown, "tmanage", words))
    parts: list[Part] = [words(f"manage.player.title.{entrant.status}", player=_name(shown, number, words))]
    if entrant.status == "in" and not over:
        chooser: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id=_id(shown, "treplace", str(number)), placeholder=words.plain("manage.replace.choose")
        )
        parts += setting(words("manage.replace" if entrant.deck is None else "manage.replace.deck"), chooser)
    return layout([*parts, action_row(*buttons)])


def _button(
    shown: Tournament,
    action: str,
    words: Words,
    style: ButtonStyle = ButtonStyle.secondary,
    argument: str = "",
    *,
    text: str | None = None,
) -> "discord.ui.Button[Any]":
    name = f"{action}.{argument}" if action == "tcourse" else action
    label = shortened(text or label_of(name, words), 80)
    return discord.ui.Button(custom_id=_id(shown, action, argument), label=label, style=style)


def _id(shown: Tournament, action: str, argument: str = "") -> str:
    return str(CustomId(action, shown.row.id, argument=argument))
