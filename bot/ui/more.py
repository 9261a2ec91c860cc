"""Everything behind More, and what commands answer with besides panels: log, rules, cards, matches that wait."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ButtonStyle

from bot.host.reading import Waiting
from bot.storage.matches import MatchRow
from bot.ui.buttons import button
from bot.ui.games.renderer import CardPage, Renderer
from bot.ui.match import DESCRIPTION, told
from bot.ui.messages import Attachment, Outgoing, rows
from bot.ui.words import Rendered, Words, shortened, time_left
from engine.contract import Fact

LOG_ROOM: Final = 3500
"""How many characters of a log are shown; the whole is in a file."""


def more(row: MatchRow, words: Words, *, seated: bool) -> Outgoing:
    """Return what else can be done in a match."""
    items = [button(row.id, "log", words), button(row.id, "rules", words)]
    if seated and row.status == "running":
        items.append(button(row.id, "leave", words, ButtonStyle.danger))
    return Outgoing(content=words("more.title", match=row.id), view=rows(items))


def leaving(match: int, words: Words) -> Outgoing:
    """Return the question whether somebody really wants to leave, with what that costs."""
    view = rows([button(match, "leaving", words, ButtonStyle.danger)])
    return Outgoing(content=words("more.leaving", match=match), view=view)


def log(row: MatchRow, facts: Sequence[Fact], words: Words, renderer: Renderer) -> Outgoing:
    """Return what happened in a match: its end as text, the whole as a file."""
    beats = renderer.story(facts, words)
    if not beats:
        return Outgoing(content=words("log.empty"))
    whole = "\n".join(line for beat in beats for line in (beat.line, *(f"    {part}" for part in beat.particulars)))
    file = Attachment(f"match-{row.id}.txt", whole.encode(), words.plain("log.file", match=row.id))
    lines = [words("log.title", match=row.id), words("log.earlier")]
    embed = discord.Embed(description=told(beats, LOG_ROOM))
    return Outgoing(content="\n".join(lines), embeds=(embed,), files=(file,))


def rules(game: str, words: Words, renderer: Renderer) -> Outgoing:
    """Return a game's rules in short."""
    text = "\n".join(f"**{title}**\n{part}" for title, part in renderer.rules(words))
    title = words("rules.title", game=words(f"{game}.name"))
    return Outgoing(content=title, embeds=(discord.Embed(description=shortened(text, DESCRIPTION)),))


def card(page: CardPage) -> Outgoing:
    """Return a card that was looked up."""
    embed = discord.Embed(title=shortened(page.title, 256), description=f"-# {page.kind}\n{page.text}")
    if page.flavour:
        embed.set_footer(text=page.flavour)
    return Outgoing(embeds=(embed,))


def games(found: Sequence[Waiting], user: int, words: Words) -> Outgoing:
    """Return a person's matches, first those that wait for the person."""
    if not found:
        return Outgoing(content=words("games.none"))
    lines = [words("games.title"), *(_game(each, user, words) for each in found)]
    line = [button(each.match.id, "hand", words, ButtonStyle.primary) for each in found if each.own][:5]
    for item, each in zip(line, (each for each in found if each.own), strict=False):
        if isinstance(item, discord.ui.Button):
            item.label = words.plain("games.hand", match=each.match.id)
    return Outgoing(content=shortened("\n".join(lines), 2000), view=rows(line) if line else None)


def _game(each: Waiting, user: int, words: Words) -> str:
    own = Words(None, each.seats)
    others = Rendered(", ".join(own.player(seat.seat) for seat in each.seats if seat.user != user))
    game = words(f"{each.match.game}.name")
    if each.match.started is None:
        return words("games.lobby", match=each.match.id, game=game)
    if each.deadline is None:
        return words("games.others", match=each.match.id, game=game, others=others)
    when = Rendered(time_left(each.deadline))
    return words("games.waits", match=each.match.id, game=game, others=others, when=when)
