"""A round of 32 people who have their hands by direct message: it opens evenly, no faster than Discord takes it."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.host.tournament.timers import APART
from bot.storage import people as people_rows
from bot.storage.database import Database
from sandbox.description import DEFAULT_WORLD
from tests.e2e.players import Room, confirmed, found
from tests.e2e.tournament_panels import opened, set_up
from tests.support.discord import Stage

PLAYERS: Final = 32
PATIENCE: Final = 300.0
"""How long, in seconds, a busy machine may take for all of it."""


@pytest.mark.timeout(600)
async def test_a_round_opens_evenly_without_being_refused(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    names = ("Ada", *(f"P{number}" for number in range(PLAYERS)))
    room = await Room.prepared(stage, tmp_path, seed=9, world=replace(DEFAULT_WORLD, people=names))
    await room.start()
    ada, *entering = [await room.client.person(name) for name in names]
    await by_dm(room, [person.id for person in entering])
    announcement = await opened(ada, await set_up(room, "Evening", game="probe"), "Evening")
    for person in entering:
        await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    room.sandbox.parts.findings.clear()
    journal = room.sandbox.parts.journal
    before = journal.entries()[-1].number
    await confirmed(ada, manage, "tstart")
    await ada.until(lambda: len(ada.threads) == PLAYERS // 2, "16 threads", timeout=PATIENCE)
    for person in entering:
        await person.wait_for(lambda message: "Your runes" in message.text, timeout=PATIENCE)
    asked = [each for each in journal.entries({"request"}, before) if each.headline == "POST /users/@me/channels"]
    took = asked[-1].seconds - asked[0].seconds
    figures.append(f"{len(asked)} direct messages of {PLAYERS // 2} matches opened in {took:.0f} s")
    assert len(asked) == PLAYERS
    assert took > APART * (PLAYERS // 2 - 2)
    refused = [each.where for each in room.sandbox.parts.findings.all() if each.kind == "limit"]
    # Edits of the announcement belong to those who joined just before.
    assert [where for where in refused if where.startswith("POST")] == []


async def by_dm(room: Room, users: list[int]) -> None:
    """Let people have chosen to have their hands by direct message, in tournaments too."""
    database = Database(room.url)
    try:
        async with database.transaction() as tx:
            for user in users:
                await people_rows.change_user(tx, user, hand="dm")
    finally:
        await database.close()
