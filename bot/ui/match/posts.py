"""The public side of a match: its state, what has happened, whose turn it is, and how it ended.

These are classic messages: a line that a notification shows, an embed with text, and buttons.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import discord
import msgspec
from discord import ButtonStyle

from bot.host.lobby import Lobby
from bot.host.match.panel_actions import Panel
from bot.host.match.queries import TableView, Turn
from bot.host.ratings.rating import Result, unrated
from bot.ui.games.renderer import Renderer
from bot.ui.games.story import StoryPart, why_over
from bot.ui.games.trophies import curves_described
from bot.ui.games.turns import turn_title
from bot.ui.match.blows import blows_button, says_more
from bot.ui.messages.buttons import Item, button
from bot.ui.messages.components import action_row, button_to, layout
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.people.ratings import rating_change, rating_status
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.trophy import Trophy
from bot.ui.texts.words import Rendered, Spoken, Words, inert, shortened, time_left
from engine.contract import Fact, Message, Seat

DESCRIPTION: Final = 4096
"""The maximum length of an embed's description."""

CONTENT: Final = 2000
"""The maximum length of a message's content."""

LINES: Final = re.compile("^(-# |- )?(.+)$", re.MULTILINE)
"""A line's mark, which stays in front of it, and its text."""

CALLS: Final = ("turn", "answer")
"""The kinds of questions that a post asks, in the player's own turn or in somebody else's."""

LINE: Final = 600
"""The maximum length of a line in a turn's post."""


def status(
    shown: TableView, words: Words, renderer: Renderer, picture: Picture | None = None, *, worded: bool = False
) -> Outgoing:
    """Return a post about a match's state: whose answer is due, the deadline, and the board.

    The board is `picture`, whose description has its words. It stands there in words as well if `worded` is set or the
    description is cut, and in words alone if there is no picture.
    """
    worded = worded or picture is None or not picture.says_all
    embed = discord.Embed(
        title=shortened(renderer.step(shown.view, Spoken.of(words)), 256),
        description=shortened(renderer.board(shown.view, words), DESCRIPTION) if worded else None,
        colour=discord.Colour.green() if shown.match.status == "running" else discord.Colour.greyple(),
    )
    embed.set_footer(text=_footer(shown, words))
    content, view = _waiting_line(shown, words), match_buttons(shown.match.id, words)
    if shown.match.status != "running":
        view = rows([button(shown.match.id, "board", words)])
    return Outgoing(content=content, embeds=(embed,), view=view, files=attached(picture), silent=True)


def last_status(shown: TableView, words: Words, renderer: Renderer, picture: Picture | None) -> Outgoing:
    """Return what stays of the post about a match's state once it is over: the result, and a board that stays.

    The post about the end says everything else.
    """
    scores = _final_scores(shown, renderer, words)
    buttons = [button(shown.match.id, action, words) for action in ("board", "more")]
    content, view = "\n".join([headline(shown, words), *scores]), rows(buttons)
    return Outgoing(content=content, view=view, files=attached(picture), silent=True)


def _footer(shown: TableView, words: Words) -> str:
    row = shown.match
    if row.origin is not None:
        origin, step = row.origin["match"], row.origin["step"]
        return words.plain("fork.footer", game=words(f"{row.game}.name"), match=row.id, origin=origin, step=step)
    footer = "puzzle.footer" if row.puzzle is not None else "panel.title" if row.lesson is None else "lesson.footer"
    return words.plain(footer, game=words(f"{row.game}.name"), match=row.id)


def _waiting_line(shown: TableView, words: Words) -> str:
    if shown.match.status != "running":
        return headline(shown, words)
    if shown.match.paused is not None:
        return paused(shown, words)
    players = Rendered(", ".join(words.player(seat) for seat in shown.waiting))
    houses = [seat for seat in shown.waiting if shown.seats[seat].character is not None]
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


def paused(shown: TableView | Panel, words: Words) -> Rendered:
    """Return why a match is paused, what makes it go on, and what happens at the end of the pause."""
    return words(f"pause.{shown.match.paused}", when=Rendered(time_left(shown.match.pause_ends or 0.0)))


def _final_scores(shown: TableView, renderer: Renderer, words: Words) -> list[str]:
    """Return everybody's final score in one line, the best first; nothing for a match without a result or scores."""
    ranking = [] if shown.match.outcome is None else shown.match.outcome["ranking"]
    scores = [(seat, renderer.score(shown.view, seat, words)) for rank in ranking for seat in rank]
    told = [words("status.score", player=words.player(seat), score=score) for seat, score in scores if score]
    return [" · ".join(told)] if told else []


def match_buttons(match: int, words: Words) -> discord.ui.View:
    """Return the buttons for a running match: always the same, in the same order."""
    others = [button(match, action, words) for action in ("board", "log", "more")]
    return rows([button(match, "hand", words, ButtonStyle.primary), *others])


def seal_line(seal: str, words: Words) -> Rendered:
    """Return the line that shows a seal, and says in a few words what it is."""
    return words("seal.line", seal=Rendered(seal))


def turn_post(
    shown: TableView,
    said: Mapping[str, Any],
    turn: Turn,
    words: Words,
    renderer: Renderer,
    picture: Picture | None = None,
    *,
    alone: bool = False,
    worded: bool = False,
) -> Outgoing | None:
    """Return the post about a turn, which also asks the people who have the next questions; None if it says nothing.

    `said` is the content of the post: the first and the last event, and the seats that were asked, by kind of call.
    The picture, if any, stands above the text, which leaves out what it
    shows, unless `worded` is set or its description is cut. There is a button for Blow by blow unless the text without
    a picture says all of it. My hand and More are on the match's status below, unless the post is `alone`, as in direct
    messages.
    """
    lines = renderer.report(turn.facts, turn.before, words)
    calls, users = _calls(shown, {kind: said[kind] for kind in CALLS if kind in said}, words)
    if not lines and not calls:
        return None
    worded = worded or picture is None or not picture.says_all
    told = lines if worded else renderer.beside(turn.facts, turn.before, words)
    embed = discord.Embed(
        title=shortened(turn_title(renderer, turn.before, Spoken.of(words), turn.facts), 256),
        description=shortened("\n".join(shortened(line, LINE) for line in told), DESCRIPTION) or None,
        colour=discord.Colour.gold(),
    )
    embed.set_footer(text=_footer(shown, words))
    more = says_more(turn.facts, lines, words, renderer)
    blows = [blows_button(shown.match.id, said["first"], said["last"], words)] if more else []
    return Outgoing(
        content="\n".join(calls) or None,
        embeds=(embed,) if lines else (),
        view=_turn_buttons(shown, words, blows, alone=alone or not lines),
        files=attached(picture if lines else None),
        mentions=users,
        silent=not users,
    )


def hidden(post: Outgoing) -> Outgoing:
    """Return the post about a turn with each line of its text hidden until it is tapped on.

    Below a moving picture, the text would tell the end first.
    """
    embeds = [embed.copy() for embed in post.embeds]
    for embed in embeds:
        embed.description = shortened(LINES.sub(r"\1||\2||", embed.description or ""), DESCRIPTION)
    return msgspec.structs.replace(post, embeds=tuple(embeds))


def _turn_buttons(shown: TableView, words: Words, blows: Sequence[Item], *, alone: bool) -> discord.ui.View:
    """Return the buttons below a turn: what shows all that happened, if there is more, and if `alone` the match's."""
    match = shown.match.id
    if not alone:
        return rows([*blows])
    hand = [button(match, "hand", words, ButtonStyle.primary)] if shown.match.status == "running" else []
    return rows([*hand, *blows, button(match, "more", words)])


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


NOTICES: Final = ("closed", "still", "reminder")
"""The kinds of posts that are a line addressed to the players in certain seats; each kind has its own text."""


def call(kind: str, shown: TableView, seats: Sequence[Seat], words: Words) -> Outgoing | None:
    """Return a post that asks the players in the given seats a question, or None if nobody has it any more."""
    lines, users = _calls(shown, {kind: seats}, words)
    view = match_buttons(shown.match.id, words)
    return Outgoing(content="\n".join(lines), view=view, mentions=users) if lines else None


def notice(kind: str, shown: TableView, seats: Sequence[Seat], words: Words) -> Outgoing | None:
    """Return a post to the players in the given seats, or None if it concerns nobody any more.

    It notifies only those who have a question to answer now.
    """
    row = shown.match
    view = (
        rows([button(row.id, "here", words, ButtonStyle.success)]) if kind == "still" else match_buttons(row.id, words)
    )
    named = {seat: user for seat in seats if (user := shown.seats[seat].user)}
    asked = tuple(user for seat, user in named.items() if seat in _asked(shown))
    if not named or (kind == "reminder" and not asked):
        return None
    line = words(f"post.{kind}", players=_mentions(named.values()), match=row.id)
    return Outgoing(content=line, view=view, mentions=asked, silent=not asked)


def missing(shown: TableView, seats: Sequence[Seat], due: float, words: Words) -> Outgoing:
    """Return a post to players who have pressed nothing in a tournament's game; `due` is when they lose it."""
    row, users = shown.match, [user for seat in seats if (user := shown.seats[seat].user)]
    line = words("post.missing", players=_mentions(users), match=row.id, when=Rendered(time_left(due)))
    view = rows([button(row.id, "here", words, ButtonStyle.success), button(row.id, "hand", words)])
    return Outgoing(content=line, view=view, mentions=tuple(users))


def _asked(shown: TableView) -> set[Seat]:
    """Return the seats that have a question to answer."""
    return {asked.seat for asked in shown.asked} if shown.match.status == "running" else set()


def _calls(shown: TableView, called: Mapping[str, Sequence[Seat]], words: Words) -> tuple[list[str], tuple[int, ...]]:
    """Return a line for each kind of question, and the people that it asks: only those who still have a question."""
    open_now = _asked(shown)
    lines: list[str] = []
    everybody: list[int] = []
    for kind, seats in called.items():
        users = {user: seat for seat in seats if seat in open_now and (user := shown.seats[seat].user)}
        due = [shown.deadlines[seat] for seat in users.values() if seat in shown.deadlines]
        if users:
            key = f"post.{kind}" if due else f"post.{kind}.untimed"
            when = Rendered(time_left(min(due, default=0.0)))
            lines.append(words(key, players=_mentions(users), match=shown.match.id, when=when))
            everybody += users
    return lines, tuple(everybody)


def _mentions(users: Iterable[int]) -> Rendered:
    return Rendered(", ".join(f"<@{user}>" for user in users))


def reminder(shown: Panel, words: Words) -> Outgoing:
    """Return a private reminder for a player: the deadline, and what will be played, or that the match ends."""
    key = "post.reminder.draft" if shown.draft.made or shown.draft.held else "post.reminder.nothing"
    if shown.match.untimed:
        key = "post.reminder.untimed"
    when = Rendered(time_left(shown.deadline or 0.0))
    line = words(key, match=shown.match.id, when=when, count=len(shown.draft.made))
    return Outgoing(content=line, view=rows([button(shown.match.id, "hand", words, ButtonStyle.primary)]))


def handed_over(match: int, seat: Seat, words: Words) -> Outgoing:
    """Return a post that announces that a house player has taken over for a player who left."""
    line = words("post.house", player=words.person(seat), house=words.player(seat))
    return Outgoing(content=line, view=match_buttons(match, words), silent=True)


def departed(match: int, seat: Seat, words: Words) -> Outgoing:
    """Return a post that says that a player is out because they are no longer in the server."""
    line = words("post.departed", player=words.person(seat), match=match)
    return Outgoing(content=line, view=match_buttons(match, words), silent=True)


def outage(match: int, seconds: int, why: str, words: Words) -> Outgoing:
    """Return a post that explains why all deadlines have moved; `why` is an outage, or the reason of a pause."""
    line = words(f"post.{why}", count=max(1, round(seconds / 60)))
    return Outgoing(content=line, view=match_buttons(match, words), silent=True)


def private_story_post(match: int, facts: Sequence[Fact], words: Words, renderer: Renderer) -> Outgoing | None:
    """Return a private post with facts that a player sees only once, or None if there is nothing to report."""
    beats = renderer.story(facts, words)
    if not beats:
        return None
    lines = [words("post.once", match=match), fit_beats(beats, CONTENT - 100)]
    view = rows([button(match, "hand", words, ButtonStyle.primary)])
    return Outgoing(content="\n".join(lines), view=view, silent=True)


def ended(
    shown: TableView,
    results: Sequence[Result],
    words: Words,
    trophy: Trophy | None = None,
    picture: Picture | None = None,
    *,
    worded: bool = True,
    praise: Sequence[Seat] = (),
) -> Outgoing:
    """Return the post for the end of a match: the outcome and the rating changes, or why the match was stopped.

    `praise` has the seats whose players have said that it was well played.

    The picture of the trophy, if any, stands above the text. The text has all of it if `worded` is set, there is no
    picture or its description is cut; otherwise it only says why the match ended, and what the picture leaves out.
    """
    lines = result(shown, words)
    if trophy is not None and shown.match.outcome is not None:
        if worded or picture is None or not picture.says_all:
            lines = _trophy_lines(shown, trophy, words)
            lines += [f"-# {inert(line)}" for line in curves_described(trophy)]
        else:
            lines = [*lines[-1:], *notes_told(trophy)]
    embed = discord.Embed(
        title=words.plain("end.title", game=words(f"{shown.match.game}.name"), match=shown.match.id),
        description=shortened("\n".join(lines), DESCRIPTION),
        colour=discord.Colour.greyple(),
    )
    if shown.match.status == "over":
        rated = "\n".join(rating_change(result, words) for result in results) or rating_status(
            unrated(shown.match, shown.seats), words, shown.match.origin
        )
        embed.add_field(name=words.plain("rating.table"), value=rated)
    buttons = end_buttons(shown, words)
    checks = button(shown.match.id, "verify" if buttons else "log", words)
    praised = [words("end.praise", players=words.list_players(praise))] if praise else []
    well = button(shown.match.id, "praise", words)
    people = sum(player.user is not None for player in shown.seats)
    beside = [*buttons[:-1], *([well] if buttons and people > 1 else [])]
    content, view = "\n".join([headline(shown, words), *praised]), rows(beside, [*buttons[-1:], checks])
    return Outgoing(content=content, embeds=(embed,), view=view, files=attached(picture), silent=True)


def end_buttons(shown: TableView | Panel, words: Words) -> list[Item]:
    """Return the buttons for a rematch, the page, sharing it and a look back, as far as an ended match has them."""
    match = shown.match.id
    share = button_to(CustomId("link", match), words.plain("button.share"))
    ways = [button(match, "rewatch", words), share, button(match, "review", words)]
    return [*rematch_buttons(shown, words), *ways] if _reviewable(shown) else []


def rematch_buttons(shown: TableView | Panel, words: Words) -> list[Item]:
    """Return the button for a rematch, if a match that is over can have one."""
    again = _reviewable(shown) and shown.match.series is None and shown.match.origin is None
    return [button(shown.match.id, "rematch", words, ButtonStyle.success)] if again else []


def _reviewable(shown: TableView | Panel) -> bool:
    return shown.match.status == "over" and shown.match.loaded is None


def _trophy_lines(shown: TableView, trophy: Trophy, words: Words) -> list[str]:
    """Return what a trophy shows except the curve: everybody with their score, why it ended, and the best blow."""
    row, lines = shown.match, list[str]()
    seats = [seat for rank in row.outcome["ranking"] for seat in rank] if row.outcome is not None else []
    for place, seat in zip(trophy.places, seats, strict=True):
        about = Rendered(" · ".join(inert(text) for text in (place.role, place.score) if text))
        lines.append(words("end.placed", place=place.place, players=words.list_players([seat]), about=about))
    if row.outcome is not None:
        lines.append(why_over(row.outcome["reason"], row.outcome["ranking"], words))
    if (feat := trophy.feat) is not None:
        about = Rendered(f"{inert(feat.by.name)}, {feat.when}")
        lines.append(words("end.feat", title=feat.title, name=feat.name, figure=feat.figure, told=about))
    return [*lines, *notes_told(trophy)]


def notes_told(trophy: Trophy) -> list[str]:
    """Return what a trophy does not show, in small print."""
    return [f"-# {inert(note)}" for note in trophy.notes]


def rematch(match: int, link: str | None, words: Words, *, agreed: bool) -> Outgoing:
    """Return the answer to a click on Rematch: how far the next match is, and a link to it."""
    key = "end.rematch.begun" if agreed else "end.rematch"
    hand = [button(match, "hand", words, ButtonStyle.primary)] if agreed else []
    visit: list[Item] = [] if link is None else [discord.ui.Button(url=link, label=words.plain("button.visit"))]
    return layout([words(key, match=match), *([action_row(*hand, *visit)] if hand or visit else [])])


def headline(shown: TableView | Lobby, words: Words) -> str:
    """Return who won a match that is no longer running, or that it was drawn or stopped."""
    if shown.match.outcome is None:
        return words("end.stopped")
    first, *below = shown.match.outcome["ranking"]
    players = Rendered(", ".join(words.player(seat) for seat in first))
    return words("end.won" if len(first) == 1 else "end.shared" if below else "end.drawn", player=players)


def result(shown: TableView | Panel, words: Words) -> list[str]:
    """Return the outcome of a match that is no longer running, one line per place, or why the match was stopped."""
    row = shown.match
    if row.outcome is None:
        return [words.message(msgspec.convert(row.closing, Message))]
    lines = []
    for place, rank in enumerate(row.outcome["ranking"], 1):
        lines.append(words("end.place", place=place, players=words.list_players(rank)))
    return [*lines, why_over(row.outcome["reason"], row.outcome["ranking"], words)]
