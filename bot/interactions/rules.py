"""A game's rules, page by page."""

from typing import Final

import discord

from bot.host import access, lobby
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, say
from bot.rendering import pictures
from bot.rendering.languages import spoken_by
from bot.ui.match import rules as rules_ui
from bot.ui.match.rules import RulesPage
from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words
from cardsdb.lesson_files import shipped_lessons

ACTIONS: Final = Actions(access.anyone)


async def rules(front: Front, game: str | None, user: int, words: Words, page: int = 0) -> Answer:
    """Answer with a page of a game's rules, or of the first game's if none is named."""
    key = game or next(iter(front.host.games))
    if key not in front.host.games:
        return say(words("lobby.refused.game"))
    renderer = front.renderers[key]
    lesson = next((each for each in shipped_lessons().values() if each.game == key), None)
    example, cards = (None, None) if lesson is None else (lesson.example(), lesson.cards())
    pages = rules_ui.sections(renderer, example, cards, words)
    picture = None
    if example is not None and page in (0, len(pages) - 1) and await pictures.wanted(front.host, user):
        draw, view = (renderer.aim_picture, example.before) if page == 0 else (renderer.board_picture, example.after)
        picture = await pictures.drawn(draw, view, rules_ui.example_words(example, cards, words))
    return Answer(rules_ui.rules(key, pages, page, words, picture))


@ACTIONS.click("rulespage")
async def on_page(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show another page."""
    page = RulesPage.parse(wanted.argument)
    shown = await rules(front, page.game, click.user.id, spoken_by(click), page.page)
    return Answer(shown.message, "update")


@ACTIONS.click("rules", rule=access.match_reader)
async def on_rules(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the rules of a match's game."""
    game = (await lobby.look(front.host, wanted.number)).match.game
    return await rules(front, game, click.user.id, spoken_by(click))
