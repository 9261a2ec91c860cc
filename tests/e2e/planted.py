"""Faults for a bot of its own to have, which prove that forging finds such ones."""

from typing import Any

import discord
from sqlalchemy import update

from bot.front.answering import Answer, Front, say
from bot.front.router import ACTIONS
from bot.storage.schema import tournaments
from bot.ui.custom_ids import CustomId

FAULTY = ("help", "me", "rules", "tstandings", "tmy", "tbracket", "more", "now", "log", "hand")
"""The actions that have the fault: some that anybody may click."""


async def _raises(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    raise ValueError("planted")


async def _lets_anybody(front: Front, click: discord.Interaction, wanted: CustomId, values: list[str]) -> Answer:
    async with front.host.database.transaction() as tx:
        await tx.execute(update(tournaments).values(title=f"Stolen by {click.id}"))
    return say("Done.")


def plant(fault: str) -> None:
    """Let some actions raise, or change what belongs to others."""
    act: Any = {"raises": _raises, "lets anybody": _lets_anybody}[fault]
    ACTIONS.update(dict.fromkeys(FAULTY, act))
