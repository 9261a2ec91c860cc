"""Asking once before something that cannot be undone or that ends a match.

A use case raises Unsure unless its click is sure. The question that the person then reads has a button with the same
custom id, marked as sure, and one that keeps everything as it is.
"""

from collections.abc import Coroutine
from typing import Any, Final

import discord
from msgspec.structs import replace

from bot.host import access
from bot.host.kernel.errors import Unsure
from bot.host.operations.closing import REASON_LENGTH
from bot.interactions.action_registry import Actions
from bot.interactions.answers import Answer, Front
from bot.rendering.languages import spoken_by
from bot.ui.match import questions
from bot.ui.messages.custom_ids import CustomId

ACTIONS: Final = Actions(access.anyone)


async def asked(
    interaction: discord.Interaction, wanted: CustomId, work: Coroutine[Any, Any, Answer], back: str | None = None
) -> Answer:
    """Return the answer that some work gives, or the question that it has for the person first.

    Args:
        interaction: the person's command or click.
        work: the use case and its answer; raises Unsure to ask first.
        wanted: what the work does; the button that confirms it asks for the same again.
        back: the action that shows the clicked panel again; None to leave the panel as it is beside the question.
    """
    try:
        return await work
    except Unsure as doubt:
        keep = CustomId("stay") if back is None else CustomId(back, wanted.subject)
        shown = questions.question(doubt, replace(wanted, sure=True), keep, spoken_by(interaction))
        return Answer(shown, "private" if back is None else "update")


async def asked_in_modal(
    interaction: discord.Interaction, wanted: CustomId, work: Coroutine[Any, Any, Answer], reason: str
) -> discord.ui.Modal | Answer:
    """Return the answer that a moderator's work gives, or a modal with its question and the reason, to be sent again.

    A reason is too long for a button's custom id.
    """
    try:
        return await work
    except Unsure as doubt:
        return questions.modal(doubt, replace(wanted, sure=True), reason, REASON_LENGTH, spoken_by(interaction))


def replacing(found: Answer) -> Answer:
    """Return the answer to a click that confirms, such that it takes the question's place."""
    if found.how == "private" and found.message is not None and found.message.content and not found.message.view:
        return replace(found, message=questions.said(found.message.content), how="update")
    return found


@ACTIONS.click("stay")
async def on_stay(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    """Say that everything stays as it is."""
    return Answer(questions.said(spoken_by(click)("question.kept")), "update")
