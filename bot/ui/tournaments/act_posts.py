"""Posts about what organisers do in a tournament, and the call for an organiser."""

from collections.abc import Mapping
from typing import Any, Final

from bot.host.tournament.meetings import SeriesView, meeting_of
from bot.host.tournament.tournament import Tournament
from bot.ui.messages.buttons import button
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Rendered, Words
from bot.ui.tournaments.tournament_view import mention, view_of

ACT_POSTS: Final = (
    "closed",
    "corrected",
    "undone",
    "let_in",
    "out",
    "pair_again",
    "edited",
    "rechoose",
    "call",
    "summons",
)
"""The kinds of posts about acts, and of all these posts."""

EVERYBODY: Final = 60
"""How many entrants a post to all of them mentions: as many as fit a message beside its text."""


def act_post(shown: Tournament, kind: str, content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return a post about an act; `content` says whom or what it concerns."""
    if kind in ("call", "summons"):
        return (_call if kind == "call" else _summons)(shown, content, words)
    mentions: tuple[int, ...] = ()
    if kind == "edited":
        mentions = tuple(each.user for each in shown.members[:EVERYBODY])
    elif kind == "let_in":
        mentions = (shown.entrant(content["entrant"]).user,)
    line = words(f"tournament.said.{_text(shown, kind, content)}", **_values(shown, content, words))
    if "before" in content:
        line = Rendered(f"{line} {words('tournament.said.before', result=_result(shown, content['before'], words))}")
    action = "texport" if kind == "closed" else "tmy"
    view = rows([button(shown.row.id, action, words)])
    return Outgoing(content=line, view=view, mentions=mentions, silent=not mentions and kind != "rechoose")


def _text(shown: Tournament, kind: str, content: Mapping[str, Any]) -> str:
    """Return the id of a post's text."""
    if kind == "undone":
        return f"undone.{content['act']}"
    if kind == "out":
        return f"out.{content['how']}"
    if kind == "corrected":
        series = meeting_of(shown, shown.any_series(content["series"]))
        return result_key("corrected.earlier" if content["earlier"] else "corrected", series)
    return kind


def _values(shown: Tournament, content: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """Return the values in a post's text: the tournament, and the player or the series that the act concerns."""
    row = shown.row
    values: dict[str, Any] = {"title": row.title, "round": content.get("round", row.round)}
    if "entrant" in content:
        values["player"] = mention(view_of(shown), content["entrant"], words)
    if "series" in content:
        series = meeting_of(shown, shown.any_series(content["series"]))
        values |= {"players": pair(shown, series, words), "where": where(shown, series, words)}
        values |= winner(shown, series, words)
    if "changed" in content:
        values["changed"] = Rendered(", ".join(words(f"manage.edit.{name}") for name in content["changed"]))
        values["players"] = Rendered(", ".join(f"<@{each.user}>" for each in shown.members[:EVERYBODY]))
    return values


def _result(shown: Tournament, was: Mapping[str, Any], words: Words) -> Rendered:
    """Return the result that a series had before it was corrected."""
    player = "" if was["winner"] is None else mention(view_of(shown), was["winner"], words)
    return words(f"manage.result.{was['state']}", player=player)


def _call(shown: Tournament, content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return the call for an organiser in a match's thread; it reaches everybody who may judge."""
    role, organiser = content["role"], shown.row.organiser
    called = f"<@{organiser}>" if role is None else f"<@{organiser}> <@&{role}>"
    player = Rendered(f"<@{shown.entrant(content['entrant']).user}>")
    return Outgoing(
        content=words("tournament.said.call", player=player, organiser=Rendered(called)),
        view=rows([button(shown.row.id, "tmanage", words)]),
        mentions=(organiser,),
        roles=() if role is None else (role,),
    )


def _summons(shown: Tournament, content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return the post that mentions a tournament's role."""
    row, role = shown.row, content["role"]
    is_open = row.status == "open"
    line = words(
        f"tournament.said.summons.{'open' if is_open else 'running'}",
        role=Rendered(f"<@&{role}>"),
        title=row.title,
        game=words(f"{row.game}.name"),
    )
    return Outgoing(content=line, view=rows([button(row.id, "tjoin" if is_open else "tmy", words)]), roles=(role,))


def where(shown: Tournament, series: SeriesView, words: Words) -> Rendered:
    """Return in which round a series is, for the middle of a sentence."""
    if shown.final is not None and shown.final.id == series.id:
        return words("tournament.where.final")
    if series.void:
        return words("tournament.where.void")
    return words("tournament.where.round", round=series.series.round + 1)


def pair(shown: Tournament, series: SeriesView, words: Words) -> Rendered:
    """Return mentions of a series' players."""
    event, players = view_of(shown), series.series.players
    return Rendered(" – ".join(mention(event, player, words) for player in players))


def winner(shown: Tournament, series: SeriesView, words: Words) -> dict[str, Rendered]:
    """Return the value for a message's `winner` placeholder; empty after a draw."""
    number = series.series.winner
    return {} if number is None else {"winner": mention(view_of(shown), number, words)}


def result_key(key: str | None, series: SeriesView) -> str:
    """Return the id of the text about a series' result; a draw and a loss of both have their own texts."""
    if series.series.winner is not None:
        return str(key)
    return f"{key}.lost" if series.series.state == "lost" else f"{key}.drawn"
