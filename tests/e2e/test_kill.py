"""A match survives the bot's death in the middle: draft, clock and panel are there, and it is played to its end."""

from pathlib import Path

from bot.storage import timers
from bot.storage.database import Database
from tests.e2e.kill_points import POINTS
from tests.e2e.survival import survive
from tests.e2e.table import Player, Room, found, offered, play_out
from tests.support.discord import Stage


async def test_kill_in_the_middle_of_a_draft(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    match = await room.open_match()
    players = [Player(room, ada, match), Player(room, ben, match)]
    mover = await whose_turn(players)
    panel = mover.panel()
    assert panel is not None
    moved = await mover.person.click(panel, offered(panel)[0][0])
    assert moved.message is not None
    select, card = next((each[0], each[1]) for each in offered(moved.message) if each[1] is not None)
    assert card is not None
    planned = await mover.person.select(moved.message, select, [card])
    assert planned.message is not None
    clocks = await deadlines(room, match)

    await room.bot.kill()
    await room.start()

    assert await deadlines(room, match) == clocks
    shown = await mover.person.click(planned.message, found(planned.message, "refresh"))
    assert shown.kind == "update"
    assert shown.message is not None
    assert shown.message.text == planned.message.text
    assert "Planned so far" in shown.message.text
    undone = await mover.person.click(shown.message, found(shown.message, "undo"))
    assert undone.message is not None
    assert undone.message.text == moved.message.text
    await play_out(room, players)
    assert (await room.row(match)).status == "over"


async def whose_turn(players: list[Player]) -> Player:
    """The player whose panel has something to answer, once both have their panels."""
    panels = [await player.shown() for player in players]
    return next(player for player, panel in zip(players, panels, strict=True) if offered(panel))


async def deadlines(room: Room, match: int) -> list[tuple[str, float]]:
    database = Database(room.url)
    async with database.reading() as connection:
        rows = await timers.of_match(connection, match)
    await database.close()
    return [(row.subject, row.due) for row in rows if row.kind == "deadline"]


async def test_nothing_is_lost_whatever_point_the_bot_dies_at(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    """The short form of `make soak`: a kill at each named point and some at random, over two matches."""
    survival = await survive(stage, tmp_path, 1, [("probe", 2), ("probe", 3)], 1, 2)
    assert set(survival.kills) == {*POINTS, "at random"}
    figures.append(f"{sum(survival.kills.values())} kills over {len(survival.players)} matches: nothing lost")
