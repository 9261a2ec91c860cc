"""A surface shows the newest, whichever of two changes Discord hears of last."""

import asyncio
from dataclasses import replace
from pathlib import Path

from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import SETTINGS, Player, Room, answered, both_doors, offered, plans
from tests.support.discord import Stage, heard

pytestmark = both_doors

SLOW = 300.0
"""How long Discord takes for a change here, in seconds of the sandbox's clock, which the test moves on."""

LATE = replace(SETTINGS, interactions=replace(SETTINGS.interactions, first_answer=2 * SLOW))
"""Discord as it is here: an answer that comes so late still counts."""


async def test_a_late_answer_does_not_hide_what_was_planned_elsewhere(stage: Stage, tmp_path: Path) -> None:
    room, ada, panel, elsewhere = await two_panels(stage, tmp_path)
    struck = heard(room.sandbox, "fault")
    await room.client.fault(path="/interactions/*", milliseconds=1000 * SLOW)
    late = asyncio.create_task(ada.click(panel, moving(panel)))
    await struck.wait()
    await ada.until(lambda: not asks_to_move(ada.now(elsewhere)), "elsewhere that the move is made")
    planned = await first_planned(ada, ada.now(elsewhere))
    await ada.until(lambda: ada.now(panel).text == planned.text, "in direct messages what was planned in the thread")
    room.sandbox.clock.advance(SLOW)
    assert (await late).kind == "update"
    await shown_in_the_end(ada, panel, planned)


async def test_a_late_change_does_not_hide_what_was_clicked_meanwhile(stage: Stage, tmp_path: Path) -> None:
    """Found by CI: the plan of who began to plan quickly went from the panel, as if nothing had been planned."""
    room, ada, panel, elsewhere = await two_panels(stage, tmp_path)
    struck = heard(room.sandbox, "fault")
    change = f"/channels/{panel.channel_id}/messages/{panel.id}"
    await room.client.fault(method="PATCH", path=change, milliseconds=1000 * SLOW)
    await ada.click(elsewhere, moving(elsewhere))
    await struck.wait()
    planned = await first_planned(ada, await refreshed(ada, panel))
    room.sandbox.clock.advance(SLOW)
    await shown_in_the_end(ada, panel, planned)


async def two_panels(stage: Stage, tmp_path: Path) -> tuple[Room, Person, Message, Message]:
    """Let a match begin; who moves has a panel in direct messages and another one in the thread."""
    room = await Room.prepared(stage, tmp_path, 4, LATE, pictures=True)
    await room.start()
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.open_match()
    players = [Player(room, person, match) for person in people]
    await room.calm(players)
    panels = [await player.shown() for player in players]
    mover, panel = next(pair for pair in zip(people, panels, strict=True) if offered(pair[1]))
    elsewhere = await Player(room, mover, match, dms=False).look()
    assert elsewhere is not None
    return room, mover, panel, elsewhere


def moving(panel: Message) -> str:
    """The button by which somebody moves."""
    return next(custom_id for custom_id, _, _ in offered(panel) if custom_id.endswith("engage"))


def asks_to_move(panel: Message) -> bool:
    """Whether a panel still has the button by which somebody moves."""
    return any(custom_id.endswith("engage") for custom_id, _, _ in offered(panel))


async def refreshed(person: Person, panel: Message) -> Message:
    """Let somebody click a button that no longer counts, which is answered with the panel as it is now."""
    shown = (await person.click(panel, moving(panel))).message
    assert shown is not None
    return shown


async def first_planned(person: Person, panel: Message) -> Message:
    """Let somebody plan the first card that can be planned."""
    planned = await answered(person, panel, *plans(panel)[0])
    assert planned.text != panel.text
    return planned


async def shown_in_the_end(person: Person, panel: Message, newest: Message) -> None:
    """Wait until somebody has seen a panel show what is newest, then what was before, and the newest again."""
    await person.until(lambda: went_back(person, panel, newest.text), "the late change")
    await person.until(lambda: person.now(panel).text == newest.text, "the newest")


def went_back(person: Person, panel: Message, newest: str) -> bool:
    """Whether somebody has seen a panel show what is newest, and afterwards something else."""
    updates = (Message(news["message"]) for news in person.heard if news["type"] == "update")
    showings = [update.text == newest for update in updates if update.id == panel.id]
    return True in showings and False in showings[showings.index(True) :]
