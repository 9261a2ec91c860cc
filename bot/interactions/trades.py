"""Trades: one message in the channel, updated for both sides at every change."""

import re
from collections.abc import Awaitable
from typing import Final

import discord

from bot.host import access
from bot.host.collections import collection, trades
from bot.host.collections.trades import Trade
from bot.host.kernel.errors import Refused
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.rendering.languages import spoken_by
from bot.ui.collections import trades as trades_ui
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Rendered, Words

ACTIONS: Final = Actions(access.trader, about="trade")

NAMED: Final = re.compile(r"<@(\d{1,20})> \(([^()\n]+)\)")
"""A mention with the username beside it, as the text "trade.namesake" has them in every language."""


@ACTIONS.ask("tradegive")
async def ask_offer(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal | Answer:
    """Ask for the person's offer."""
    found, could, does = await trades.choices(front.host, wanted.number, click.user.id)
    words = spoken_by(click)
    if not could:
        return say(words("trade.refused.nothing_free"))
    title = words.plain("trade.title", number=found.row.id)
    to = CustomId("tradegive", found.row.id)
    return trades_ui.offer_modal(to, title, could, does, await card_names(front, click), words)


async def card_names(front: Front, click: discord.Interaction) -> dict[str, Words]:
    """Return words in the person's language that know the cards of each game."""
    pools = await collection.pools(front.host)
    return {game: Words(str(click.locale), cards=pool) for game, pool in pools.items()}


@ACTIONS.modal("tradegive")
async def on_give(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Change the person's offer."""
    cards = trades_ui.wanted_cards(values)
    return await _changed(front, click, wanted, trades.offer(front.host, click_of(click), wanted.number, cards))


@ACTIONS.click("tradeyes")
async def on_agree(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Agree to the offers as displayed."""
    agreeing = trades.agree(front.host, click_of(click), wanted.number, wanted.revision)
    return await _changed(front, click, wanted, agreeing)


@ACTIONS.click("tradeno")
async def on_off(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Cancel the trade."""
    return await _changed(front, click, wanted, trades.cancel(front.host, click_of(click), wanted.number))


async def _changed(front: Front, click: discord.Interaction, wanted: CustomId, change: Awaitable[Trade]) -> Answer:
    """Answer by updating the trade's message, followed by the refusal if there was one."""
    too = None
    try:
        found = await change
    except Refused as refused:
        too = Outgoing(content=spoken_by(click).message(refused.reason))
        found = await trades.look(front.host, wanted.number)
    words = await front.languages.server(click.guild_id)
    return Answer(trades_ui.trade(found, words, usernames_on(click.message)), "update", too)


def usernames_on(message: discord.Message | None) -> dict[int, Rendered]:
    """Return the usernames that one of our messages shows beside mentions, by the people's ids."""
    if message is None:
        return {}
    parts = discord.ui.LayoutView.from_message(message).walk_children() if message.flags.components_v2 else ()
    texts = [message.content, *(part.content for part in parts if isinstance(part, discord.ui.TextDisplay))]
    return {int(user): Rendered(name) for user, name in NAMED.findall("\n".join(texts))}
