"""The first panel after a turn shows that turn, until its reader clicks."""

from pathlib import Path

from bot.ui.games.strips import NAME
from sandbox.seen import Message
from tests.e2e.players import Player
from tests.interactions.room import Room
from tests.support.discord import Stage

HOUR = 3600.0
LIMIT = 80
"""At most so many clicks end a turn of Varia."""


def shows_turn(panel: Message) -> bool:
    """Whether the picture on top of a panel is of a turn."""
    return bool(panel.attachments) and panel.attachments[0]["filename"].startswith(NAME.partition(".")[0])


async def test_the_first_panel_after_a_turn_shows_it_until_the_next_click(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=2, pictures=True)
    match = await room.open_match()
    players = [Player(room, await room.client.person(name), match, dms=True) for name in ("Ada", "Ben")]
    await room.calm(players)
    panels = [await each.shown() for each in players]
    for click in range(LIMIT):
        if any(map(shows_turn, panels)):
            break
        if not await players[click % 2].act():
            room.advance(HOUR)  # a pass takes effect later
        await room.calm(players)
        panels = [await each.shown() for each in players]
    assert all(map(shows_turn, panels)), "both see what happened"
    for panel in panels:
        lines = panel.text.splitlines()
        asked = next((place for place, line in enumerate(lines) if "⏳" in line or "waiting" in line.lower()), -1)
        assert "HP" in lines[asked - 1], "how both stand is said where one decides"
    described = [panel.attachments[0]["description"] for panel in panels]
    names = [[line.index(name) for name in ("Łukasz", "さくら")] for line in described]
    assert [first < second for first, second in names] == [True, False], "everybody is on the left of their own"
    acted = [await player.act() for player in players]
    await room.calm(players)
    assert [shows_turn(await player.shown()) for player in players] == [not each for each in acted]
