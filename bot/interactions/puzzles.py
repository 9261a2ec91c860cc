"""The puzzle of the day: list what there is to solve, begin a puzzle, and play on after it."""

from collections.abc import Awaitable
from datetime import date
from typing import Final

import discord

from bot.host import access
from bot.host.kernel.errors import Refused, Unreadable
from bot.host.lobby import puzzles
from bot.host.lobby.position_start import Place
from bot.host.match import panel_actions
from bot.host.puzzles import weeks
from bot.host.puzzles.streaks import number_of
from bot.interactions import panel
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front, click_of, say
from bot.interactions.installations import is_by_person_alone
from bot.interactions.places import kind_of
from bot.messenger.permissions import missing
from bot.rendering.languages import spoken_by, spoken_to
from bot.ui.match import daily_puzzle
from bot.ui.match import puzzles as puzzles_ui
from bot.ui.messages.custom_ids import CustomId, only
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Rendered
from engine.contract import Message

ACTIONS: Final = Actions(access.anyone)


async def puzzle(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with the puzzles that the person can solve."""
    guild = _place(interaction).guild
    found = await puzzles.puzzle_list(front.host, interaction.user.id, guild)
    words = spoken_by(interaction)
    return Answer(puzzles_ui.puzzles(found, words, [] if guild is None else [daily_puzzle.to_week(words)]))


@ACTIONS.click("puzzleweek", rule=access.server_member, anew=True)
async def on_week(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show the server's table of this week."""
    found = await weeks.this_week(front.host, click.guild_id or 0)
    return Answer(daily_puzzle.week(found, click.user.id, spoken_by(click)))


@ACTIONS.click("puzzle", anew=True)
async def on_puzzle(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """List the puzzles, as /puzzle does."""
    return await puzzle(front, click)


@ACTIONS.click("solve", "puzzleday", rule=access.table_opener, anew=True)
async def on_solve(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin the puzzle of a date, and show its panel."""
    try:
        day = date.fromisoformat(only(values) if values else wanted.argument)
    except ValueError as error:
        raise Unreadable from error
    return await _begun(front, click, puzzles.begin_day(front.host, click_of(click), day, _place(click)))


@ACTIONS.click("puzzletheme", rule=access.table_opener, anew=True)
async def on_theme(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin a puzzle of a theme as practice, and show its panel."""
    game, _, theme = only(values).partition(" ")
    return await _begun(front, click, puzzles.begin_theme(front.host, click_of(click), game, theme, _place(click)))


@ACTIONS.click("puzzlegame", rule=access.table_opener, anew=True)
async def on_game(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin an easy puzzle of a game as practice, and show its panel."""
    return await _begun(front, click, puzzles.begin_easy(front.host, click_of(click), wanted.argument, _place(click)))


@ACTIONS.click("practise", rule=access.table_opener, anew=True)
async def on_practise(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin a puzzle as practice, and show its panel."""
    return await _begun(
        front, click, puzzles.begin_practice(front.host, click_of(click), wanted.argument, _place(click))
    )


@ACTIONS.click("puzzleshare", private=False, anew=True)
async def on_share(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Post how the person's try of a date went in the channel of a server; elsewhere, give a text to copy."""
    shown = await panel_actions.show(front.host, wanted.number, click.user.id)
    puzzle = shown.puzzle
    if puzzle is None or puzzle.day is None or puzzle.proof is None or not puzzle.proof.counted:
        raise Refused(Message("puzzle.refused.unknown"))
    place = _place(click).guild
    words = spoken_by(click) if place is None else await front.languages.server(place)
    number, tried = number_of(puzzle.day), puzzle.proof
    text = puzzles_ui.share_text(number, puzzle.difficulty, tried.streak.now, words, right=tried.right)
    if place is None or missing(click.app_permissions, kind_of(click), threads=False):
        return say(spoken_by(click)("share.copy", text=text))
    person = Rendered(f"<@{click.user.id}>")
    return Answer(Outgoing(content=words("share.by", person=person, text=text)), "public")


@ACTIONS.click("playon", rule=access.table_opener, anew=True)
async def on_play_on(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Begin a match from a solved puzzle's position, and show its panel."""
    return await _begun(front, click, puzzles.play_on(front.host, click_of(click), wanted.number, _place(click)))


@ACTIONS.click("happens")
async def on_happens(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Show how the answer of a solved puzzle goes on, and the person's turn beside it."""
    found = await puzzles.what_happens(front.host, wanted.number, click.user.id)
    shown = await panel_actions.show(front.host, wanted.number, click.user.id)
    if shown.puzzle is None or shown.puzzle.proof is None:
        raise Refused(Message("puzzle.refused.unknown"))
    game, renderer = shown.match.game, front.renderers[shown.match.game]
    told = puzzles_ui.happens(game, shown.puzzle, shown.puzzle.proof, found, spoken_to(shown), renderer)
    return await panel.on_panel(front, click, wanted, told)


def _place(click: discord.Interaction) -> Place:
    return Place(None if is_by_person_alone(click) else click.guild_id, click.channel_id or 0)


async def _begun(front: Front, click: discord.Interaction, beginning: Awaitable[int | None]) -> Answer:
    """Answer with the panel of a match that begins, or with another puzzle if the wanted one has changed."""
    try:
        match = await beginning
    except puzzles.PuzzleChanged as refused:
        return Answer(puzzles_ui.changed(refused.other, spoken_by(click)))
    return Answer(None) if match is None else await panel.hand(front, click, match)
