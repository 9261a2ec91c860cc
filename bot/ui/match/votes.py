"""A vote on taking a move back: the post that calls the vote, its part of a panel, and its outcome."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.host.match.panel_actions import Panel
from bot.host.match.players import Player
from bot.ui.games.renderer import Renderer
from bot.ui.match.posts import DESCRIPTION, fit_beats, match_buttons
from bot.ui.messages.buttons import button
from bot.ui.messages.components import button_to
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Rendered, Words, time_left
from engine.contract import Fact, Seat, SeatRef

ANSWERS: Final = {"yes": ButtonStyle.success, "no": ButtonStyle.secondary}


def buttons(match: int, words: Words) -> list[discord.ui.Button[Any]]:
    """Return a button for each of the two answers."""
    return [
        button_to(CustomId("vote", match, argument=answer), words.plain(f"vote.{answer}"), style)
        for answer, style in ANSWERS.items()
    ]


def vote_post(
    match: int,
    caller: Seat,
    voters: Sequence[Seat],
    people: Sequence[Player],
    facts: Sequence[Fact],
    words: Words,
    renderer: Renderer,
) -> Outgoing:
    """Return the post that asks for votes and lists what would be taken back, as the table saw it."""
    users = tuple(user for seat in voters if (user := people[seat].user) is not None)
    players = Rendered(", ".join(f"<@{user}>" for user in users))
    beats = renderer.story(facts, words)
    lines = [words("vote.would"), fit_beats(beats, DESCRIPTION - 500)] if beats else []
    text = "\n\n".join(["\n".join(lines), words("vote.rules")]).strip()
    embed = discord.Embed(title=words.plain("vote.title"), description=text, colour=discord.Colour.gold())
    content = words("vote.asked", player=words.player(caller), players=players, match=match)
    view = rows([*buttons(match, words), button(match, "hand", words, ButtonStyle.primary)])
    return Outgoing(content=content, embeds=(embed,), view=view, mentions=users)


def failed_vote_post(match: int, words: Words) -> Outgoing:
    """Return a post that announces that the vote has failed and the last move stands."""
    return Outgoing(content=words("vote.kept"), view=match_buttons(match, words), silent=True)


def lines(shown: Panel, words: Words) -> list[str]:
    """Return the lines about the open vote, if any, for a panel."""
    vote = shown.vote
    if vote is None:
        return []
    count, voters = len(vote.ballots), len(vote.voters(shown.seats))
    texts: list[str] = [words("vote.open", seat=SeatRef(vote.seat), given=count, voters=voters)]
    own = vote.ballots.get(str(shown.seat))
    if shown.seat == vote.seat:
        texts.append(words("vote.called"))
    elif own is not None:
        texts.append(words("vote.given.yes" if own else "vote.given.no"))
    if shown.deadline is not None:
        texts.append(words("vote.until", when=Rendered(time_left(shown.deadline))))
    return texts
