"""Make a link to a finished match's page, with the players' names or without, and take it back."""

from typing import Final

import discord

from bot.host import access, lobby
from bot.host.access import Visit
from bot.host.fairness import page_links
from bot.host.kernel.errors import Refused
from bot.interactions import match as matches
from bot.interactions.action_registry import Actions
from bot.interactions.admission import person_of
from bot.interactions.answers import Answer, Front
from bot.rendering.languages import spoken_by
from bot.ui.match import page_links as page_links_ui
from bot.ui.messages.custom_ids import CustomId
from engine.contract import Message

ACTIONS: Final = Actions(access.match_reader, about="match")


@ACTIONS.click("link")
async def on_link(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Make a link without names, or show the one that there is, to anyone who may read the match. Raises Refused.

    If the bot serves no pages, they get the page as a file.
    """
    return await _link(front, click, wanted.number, named=False)


@ACTIONS.click("rewatch")
async def on_rewatch(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Make a link, or show the one that there is: with names to one of the players, without to others. Raises Refused.

    If the bot serves no pages, they get the page as a file, without names.
    """
    return await _link(front, click, wanted.number, named=True)


async def _link(front: Front, click: discord.Interaction, match: int, *, named: bool) -> Answer:
    if front.public_url is None:
        return await matches.replay(front, match, click.user.id, spoken_by(click))
    table = await lobby.look(front.host, match)
    row, plays = table.match, any(seat.user == click.user.id for seat in table.seats)
    named = named and plays
    placed = row.guild is not None and not row.solo
    private = placed and await front.channels.is_private(row.guild or 0, row.channel)
    key = await page_links.make(front.host, click.user.id, match, private=private, named=named)
    linked = await page_links.linked(front.host, key)
    if linked is None:
        raise Refused(Message("link.refused.private"))
    address = page_links.address(front.public_url, key)
    words = spoken_by(click)
    shown = page_links_ui.link(match, address, words, published=linked.published, named=named, plays=plays)
    return Answer(shown)


@ACTIONS.click("unlink")
async def on_unlink(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Take a link without names back. Raises Refused."""
    return await _unlink(front, click, wanted.number, named=False)


@ACTIONS.click("unname")
async def on_unname(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Take a link with names back. Raises Refused."""
    return await _unlink(front, click, wanted.number, named=True)


async def _unlink(front: Front, click: discord.Interaction, match: int, *, named: bool) -> Answer:
    visit = Visit(front.host, front.channels, person_of(click), match)
    moderates = await access.moderates_match(visit)
    await page_links.take_back(front.host, click.user.id, match, moderates=moderates, named=named)
    return Answer(page_links_ui.taken_back(match, spoken_by(click)), "update")
