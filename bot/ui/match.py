"""The public side of a match: its state, what has happened, whose turn it is, and how it ended.

These are classic messages: a line that a notification shows, an embed with text, and buttons.
"""

from collections.abc import Sequence
from typing import Final

import discord
import msgspec
from discord import ButtonStyle

from bot.host.match.panel_actions import Panel
from bot.host.match.queries import TableView
from bot.host.ratings.rating import Result
from bot.storage.matches import MatchRow, SeatRow
from bot.ui.buttons import button
from bot.ui.games.renderer import Renderer, StoryPart
from bot.ui.messages import Outgoing, attached, rows
from bot.ui.pictures.picture import Picture
from bot.ui.ratings import rating_change, rating_status
from bot.ui.words import Rendered, Spoken, Words, shortened, time_left
from engine.contract import Fact, Message, Seat

DESCRIPTION: Final = 4096
"""The maximum length of an embed's description."""

CONTENT: Final = 2000
"""The maximum length of a message's content."""


def mark(match: int, number: int) -> str:
    """Return the short mark by which a post can be found again."""
    return f"#{match}.{number}"


def status(shown: TableView, words: Words, renderer: Renderer, picture: Picture | None = None) -> Outgoing:
    """Return a post about a match's state: whose answer is due, the deadline, the board, and its picture, if any."""
    match = shown.match.id
    embed = discord.Embed(
        title=shortened(renderer.step(shown.view, Spoken.of(words)), 256),
        description=shortened(renderer.board(shown.view, words), DESCRIPTION),
        colour=discord.Colour.green() if shown.match.status == "running" else discord.Colour.greyple(),
    )
    footer = "status.footer" if shown.match.lesson is None else "lesson.footer"
    embed.set_footer(text=words.plain(footer, game=words(f"{shown.match.game}.name"), match=match))
    content, view = _waiting_line(shown, words), match_buttons(match, words)
    return Outgoing(content=content, embeds=(embed,), view=view, files=attached(picture), silent=True)


def _waiting_line(shown: TableView, words: Words) -> str:
    if shown.match.status != "running":
        return words("status.over")
    players = Rendered(", ".join(words.player(seat) for seat in shown.waiting))
    houses = [seat for seat in shown.waiting if shown.seats[seat].house is not None]
    if houses and len(houses) == len(shown.waiting) and shown.match.vote is None:
        return words("status.house", players=players, count=len(houses))
    deadline = min(
        (shown.deadlines[asked.seat] for asked in shown.asked if asked.seat in shown.deadlines), default=None
    )
    if shown.match.vote is not None:
        ends = next(iter(shown.deadlines.values()), 0.0)
        return words("vote.status", when=Rendered(time_left(ends)))
    if deadline is None:
        return words("status.solo" if shown.match.untimed else "status.away", players=players)
    responses = all(asked.tempo == "response" for asked in shown.asked)
    return words(
        "status.may_answer" if responses else "status.turn", players=players, when=Rendered(time_left(deadline))
    )


def match_buttons(match: int, words: Words) -> discord.ui.View:
    """Return the buttons for a running match: always the same, in the same order."""
    others = [button(match, action, words) for action in ("board", "log", "more")]
    return rows([button(match, "hand", words, ButtonStyle.primary), *others])


def seal_line(seal: str, words: Words) -> Rendered:
    """Return the line that shows a seal, short enough not to wrap on a phone."""
    return words("seal.line", seal=Rendered(seal))


def story_post(row: MatchRow, facts: Sequence[Fact], number: int, words: Words, renderer: Renderer) -> Outgoing | None:
    """Return a post about what has happened, or None if there is nothing to report."""
    beats = renderer.story(facts, words, brief=True)
    if not beats:
        return None
    embed = discord.Embed(description=fit_beats(beats, DESCRIPTION), colour=discord.Colour.gold())
    embed.set_footer(text=mark(row.id, number))
    headline = renderer.headline(facts, words)
    return Outgoing(content=shortened(headline, CONTENT) or None, embeds=(embed,), silent=True)


def fit_beats(beats: Sequence[StoryPart], room: int) -> str:
    """Return the beats as text that fits. If necessary, drop particulars, then beats, in both cases oldest first."""
    kept = [[beat.line, *(f"-# {line}" for line in beat.particulars)] for beat in beats]
    for lines in kept:
        if _length_of(kept) <= room:
            break
        del lines[1:]
    while _length_of(kept) > room and len(kept) > 1:
        del kept[0]
    return shortened("\n".join(line for lines in kept for line in lines), room)


def _length_of(kept: Sequence[Sequence[str]]) -> int:
    return sum(len(line) + 1 for lines in kept for line in lines)


NOTICES: Final = ("turn", "answer", "closed", "still", "reminder")
"""The kinds of posts that are a line addressed to the players in certain seats; each kind has its own text."""


def notice(
    kind: str, row: MatchRow, seats: Sequence[Seat], people: Sequence[SeatRow], number: int, words: Words
) -> Outgoing:
    """Return a post that notifies only the players in the given seats."""
    users = tuple(user for seat in seats if (user := people[seat].user))
    players = ", ".join(f"<@{user}>" for user in users)
    line = words(f"post.{kind}", players=Rendered(players), match=row.id)
    view = (
        rows([button(row.id, "here", words, ButtonStyle.success)]) if kind == "still" else match_buttons(row.id, words)
    )
    return Outgoing(content=f"{line}\n-# {mark(row.id, number)}", view=view, mentions=users)


def reminder(shown: Panel, number: int, words: Words) -> Outgoing:
    """Return a private reminder for a player: the deadline, and what will be played when time runs out."""
    key = "post.reminder.draft" if shown.draft.made or shown.draft.held else "post.reminder.nothing"
    when = Rendered(time_left(shown.deadline or 0.0))
    line = words(key, match=shown.match.id, when=when, count=len(shown.draft.made))
    view = rows([button(shown.match.id, "hand", words, ButtonStyle.primary)])
    return Outgoing(content=f"{line}\n-# {mark(shown.match.id, number)}", view=view)


def handed_over(row: MatchRow, seat: SeatRow, number: int, words: Words) -> Outgoing:
    """Return a post that announces that a house player has taken over for a player who left."""
    line = words("post.house", player=words.person(seat.seat), house=words.player(seat.seat))
    return Outgoing(content=f"{line}\n-# {mark(row.id, number)}", silent=True)


def outage(row: MatchRow, seconds: int, number: int, words: Words) -> Outgoing:
    """Return a post that explains why all deadlines have moved."""
    line = words("post.outage", count=round(seconds / 60))
    return Outgoing(content=f"{line}\n-# {mark(row.id, number)}", silent=True)


def private_story_post(
    row: MatchRow, facts: Sequence[Fact], number: int, words: Words, renderer: Renderer
) -> Outgoing | None:
    """Return a private post with facts that a player sees only once, or None if there is nothing to report."""
    beats = renderer.story(facts, words)
    if not beats:
        return None
    text = fit_beats(beats, CONTENT - 100)
    lines = [words("post.once", match=row.id), text, f"-# {mark(row.id, number)}"]
    return Outgoing(content="\n".join(lines), silent=True)


def ended(shown: TableView, results: Sequence[Result], number: int, words: Words) -> Outgoing:
    """Return the post for the end of a match: the outcome and the rating changes, or why the match was stopped."""
    embed = discord.Embed(
        title=words.plain("end.title", game=words(f"{shown.match.game}.name"), match=shown.match.id),
        description="\n".join(result(shown.match, words)),
        colour=discord.Colour.greyple(),
    )
    embed.set_footer(text=mark(shown.match.id, number))
    match = shown.match.id
    buttons = [button(match, "log", words)]
    if shown.match.status == "over":
        rated = "\n".join(rating_change(result, words) for result in results) or rating_status(
            shown.match, shown.seats, words
        )
        embed.add_field(name=words.plain("rating.table"), value=rated)
        rematch = [button(match, "rematch", words, ButtonStyle.success)] if shown.match.series is None else []
        if shown.match.lesson is None:
            buttons = [*rematch, button(match, "review", words), button(match, "verify", words), *buttons]
    return Outgoing(content=_headline(shown.match, words), embeds=(embed,), view=rows(buttons), silent=True)


def _headline(row: MatchRow, words: Words) -> str:
    if row.outcome is None:
        return words("end.stopped")
    first, *below = row.outcome["ranking"]
    players = Rendered(", ".join(words.player(seat) for seat in first))
    return words("end.won" if len(first) == 1 else "end.shared" if below else "end.drawn", player=players)


def result(row: MatchRow, words: Words) -> list[str]:
    """Return the outcome of a match that is no longer running, one line per place, or why the match was stopped."""
    if row.outcome is None:
        return [words.message(msgspec.convert(row.closing, Message))]
    lines = []
    for place, rank in enumerate(row.outcome["ranking"], 1):
        lines.append(words("end.place", place=place, players=words.list_players(rank)))
    return [*lines, words(row.outcome["reason"])]
