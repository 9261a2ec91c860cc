"""A trade before it is posted: only its opener sees it, chooses cards, and posts it or leaves it.

What the opener has chosen is in the buttons' custom ids, and nothing is stored.
"""

from typing import Final

import discord

from bot.host import access
from bot.host.collections import trades
from bot.host.collections.trades import NO_CARDS
from bot.host.kernel.errors import Refused
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.trades import card_names, usernames_on
from bot.rendering.languages import spoken_by
from bot.ui.collections import trades as trades_ui
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import namesakes

ACTIONS: Final = Actions(access.server_member)


async def trade(front: Front, interaction: discord.Interaction, person: discord.User | discord.Member) -> Answer:
    """Show what a trade with a person would be, before it is posted."""
    words = spoken_by(interaction)
    if person.bot:
        return say(words("trade.refused.bot"))
    found = await trades.draft(front.host, interaction.user.id, person.id)
    same = namesakes({each.id: each.display_name for each in (interaction.user, person)})
    return Answer(trades_ui.draft(found, {person.id: person.name} if same else {}, words))


@ACTIONS.ask("tradewith")
async def ask_offer(front: Front, click: discord.Interaction, wanted: CustomId) -> discord.ui.Modal | Answer:
    """Ask what the opener gives."""
    words, user = spoken_by(click), click.user.id
    found = await trades.draft(front.host, user, wanted.number)
    if not found.could:
        return say(words("trade.refused.nothing_free"))
    try:
        does = await trades.coded(front.host, user, wanted.number, wanted.argument)
    except Refused:
        does = NO_CARDS
    title, names = words.plain("trade.draft.title"), await card_names(front, click)
    return trades_ui.offer_modal(CustomId("tradewith", wanted.number), title, found.could, does, names, words)


@ACTIONS.modal("tradewith")
async def on_give(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the trade with the cards that the opener has chosen."""
    found = await trades.draft(front.host, click.user.id, wanted.number, trades_ui.wanted_cards(values))
    return Answer(trades_ui.draft(found, usernames_on(click.message), spoken_by(click)), "update")


@ACTIONS.click("tradepost", private=False, anew=True)
async def on_post(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Start the trade, publicly in the channel."""
    gives = await trades.coded(front.host, click.user.id, wanted.number, wanted.argument)
    found = await trades.open_trade(front.host, click_of(click), wanted.number, gives)
    if found is None:
        return Answer(None)
    shown = usernames_on(click.message)
    usernames = {**shown, click.user.id: click.user.name} if shown else {}
    words = await front.languages.server(click.guild_id)
    return Answer(trades_ui.trade(found, words, usernames, first=True), "public")
