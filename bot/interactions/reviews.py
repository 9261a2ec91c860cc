"""Analysis: hints, a player's costliest picks in a finished match, and a house player's reasons for its last move."""

from typing import Final

import discord

from bot.host import access, lobby
from bot.host.match import queries
from bot.host.review import hints, requests
from bot.interactions.action_registry import Actions
from bot.interactions.admission import admit
from bot.interactions.answers import Answer, Front, say
from bot.interactions.panel import on_panel
from bot.rendering import pictures
from bot.rendering.languages import spoken_by
from bot.ui.messages.custom_ids import CustomId
from bot.ui.review import reviews as reviews_ui
from bot.ui.review.mistakes import course_of, mistake_picture

ACTIONS: Final = Actions(access.owner, about="match")


async def of_person(front: Front, interaction: discord.Interaction, match: int | None) -> Answer:
    """Answer with a person's costliest picks in the named match or, if none is named, in their last one."""
    user = interaction.user.id
    if match is None:
        latest = await queries.finished(front.host, user, 1)
        if not latest:
            return say(spoken_by(interaction)("review.none"))
        match = latest[0].id
    await admit(front.host, front.channels, interaction, number=match)
    return await review(front, match, user)


async def review(front: Front, match: int, user: int) -> Answer:
    """Answer with a person's costliest picks in a finished match."""
    found = await requests.review(front.host, match, user)
    shown = await queries.table(front.host, match)
    words, forks = await front.languages.private(shown.match, user), await lobby.can_fork(front.host, match)
    renderer, wanted = front.renderers[shown.match.game], await pictures.wanted(front.host, user)
    facts = await queries.record(front.host, match)
    course = course_of(facts, shown.view, words, renderer)
    picture = await pictures.drawn(mistake_picture, found, course, words, renderer) if wanted else None
    return Answer(reviews_ui.review(shown, found, course, words, renderer, picture, forks=forks))


@ACTIONS.click("review")
async def on_review(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the person's costliest picks in the match."""
    return await review(front, wanted.number, click.user.id)


@ACTIONS.click("why", rule=access.match_reader)
async def on_why(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show why the house player made its last move."""
    found = await requests.explain(front.host, wanted.number, click.user.id)
    shown = await queries.table(front.host, wanted.number)
    words = await front.languages.private(shown.match, click.user.id)
    return await on_panel(front, click, wanted, reviews_ui.explanation(found, words, front.renderers[shown.match.game]))


@ACTIONS.click("hint")
async def on_hint(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show what a strong player would do in the person's place."""
    found = await hints.hint(front.host, wanted.number, click.user.id)
    shown = await queries.table(front.host, wanted.number)
    words = await front.languages.private(shown.match, click.user.id)
    return await on_panel(front, click, wanted, reviews_ui.hint(found, words, front.renderers[shown.match.game]))
