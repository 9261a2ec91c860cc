"""A person's absence, and the people whom the person has blocked."""

import discord

from bot.host.match import away as away_host
from bot.host.people import blocks
from bot.interactions.answers import Answer, Front, click_of, say
from bot.rendering.languages import spoken_by
from bot.ui.texts.words import Rendered, moment


async def away(front: Front, interaction: discord.Interaction, days: int) -> Answer:
    """Mark the person as away for `days` days, or as back if `days` is 0."""
    words, click = spoken_by(interaction), click_of(interaction)
    if days == 0:
        was = await away_host.come_back(front.host, click)
        return say(words("away.back" if was else "away.was_not"))
    until = await away_host.go(front.host, click, days)
    return Answer(None) if until is None else say(words("away.gone", until=Rendered(moment(until))))


async def block(front: Front, interaction: discord.Interaction, person: int | None) -> Answer:
    """Block or unblock a person; list the blocked people if nobody is named."""
    words = spoken_by(interaction)
    if person is None:
        blocked = await blocks.listed(front.host, interaction.user.id)
        names = Rendered(", ".join(f"<@{user}>" for user in blocked))
        return say(words("block.list", people=names) if blocked else words("block.nobody"))
    if person == interaction.user.id:
        return say(words("block.self"))
    on = await blocks.change(front.host, interaction.user.id, person)
    return say(words("block.on" if on else "block.off", person=Rendered(f"<@{person}>")))
