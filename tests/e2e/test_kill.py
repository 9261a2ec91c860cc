"""A match survives the bot's death in the middle: draft, clock and panel are there, and it is played to its end."""

import re
import time
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from bot.storage import timers
from bot.storage.database import Database
from sandbox.client import Refused
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Player, Room, all_of, answered, both_doors, found, offered, plans
from tests.support.discord import Stage

pytestmark = both_doors


async def test_a_draft_a_reminder_and_clocks_survive_ten_minutes_without_the_bot(stage: Stage, tmp_path: Path) -> None:
    began = time.time()
    room = await Room.opened(stage, tmp_path, seed=7)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    match, other = await room.open_match(), await room.open_match()
    players = [Player(room, ada, match), Player(room, ben, match)]
    mover = await whose_turn(players)
    drafted = await draft_of(mover, 3)
    before = {each: await deadline(room, each) for each in (match, other)}

    await room.bot.kill()
    room.advance(OUTAGE)
    await room.start()

    await ada.until(lambda: len(said(ada, "I was away for 10 minutes")) == 2, "what happened, once a match")
    passed = room.now - began
    for each, due in before.items():
        assert OUTAGE <= await deadline(room, each) - due <= passed
    shown = await mover.shown()
    assert len(planned(drafted)) == 3
    assert planned(shown) == planned(drafted)
    undone = await mover.person.click(shown, found(shown, "undo"))
    assert undone.message is not None
    assert len(planned(undone.message)) < len(planned(drafted))

    room.advance(before[match] + OUTAGE - room.now - 5 * 3600)
    await mover.person.until(lambda: bool(said(mover.person, f"Match {match}: your time ends")), "the reminder")
    await room.calm(players)
    assert len(said(mover.person, f"Match {match}: your time ends")) == 1
    room.advance(6 * 3600)
    other_player = next(player for player in players if player is not mover)
    await other_player.person.until(lambda: asked_something(other_player), "what the reactive player is asked")
    kinds = [fact["fact"] for fact in await room.facts(match)]
    assert kinds.count("planned") == 2, "the two cards that were left in the draft"


OUTAGE = 600.0


async def draft_of(player: Player, cards: int) -> Message:
    """Plan as many cards, always the first that can be planned, and return the panel."""
    panel = await player.shown()
    for _ in range(cards):
        panel = await plan(player, panel)
    return panel


async def plan(player: Player, panel: Message) -> Message:
    """Plan the first card that can be planned, again if the outbox changes the panel under the finger."""
    while True:
        await player.person.until(lambda: bool(plans(player.person.now(panel))), "a card that can be planned")
        shown = player.person.now(panel)
        with suppress(Refused):
            return await answered(player.person, shown, *plans(shown)[0])


def asked_something(player: Player) -> bool:
    panel = player.panel()
    return panel is not None and bool(offered(panel))


def planned(panel: Message) -> list[str]:
    """The lines of a panel or of its pictures that say which card is planned in which moment."""
    _, _, told = re.sub("[`*]", "", all_of(panel)).partition("Your plan\n")
    return list(takewhile(re.compile(r"\d ").match, told.splitlines()))


def said(person: Person, text: str) -> list[Message]:
    """The messages with some text that a person sees."""
    return [message for message in person.seen() if text in message.text]


async def whose_turn(players: list[Player]) -> Player:
    """The player whose panel has something to answer, once both have their panels."""
    panels = [await player.shown() for player in players]
    return next(player for player, panel in zip(players, panels, strict=True) if offered(panel))


async def deadline(room: Room, match: int) -> float:
    database = Database(room.url)
    async with database.reading() as connection:
        rows = await timers.of_match(connection, match)
    await database.close()
    return next(row.due for row in rows if row.kind == "deadline")
