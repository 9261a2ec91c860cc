"""Every game through Discord's own protocol: two people and house players, to the end."""

from pathlib import Path

import pytest

from bot.ui.custom_ids import parse
from tests.e2e.table import Player, Room, found, play_out
from tests.support.discord import Stage


@pytest.mark.parametrize(("game", "seats"), [("artbot", 4), ("warmage", 3), ("zarcana", 3)])
async def test_two_people_and_house_players_play_to_the_end(
    game: str, seats: int, stage: Stage, tmp_path: Path, figures: list[str]
) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    opened = await ada.slash("play", game=game, opponent=ben, house="easy", players=seats, pace="daily")
    assert opened.message is not None, opened.reason
    await ben.click(opened.message, found(opened.message, "join"))
    await ada.click(ada.now(opened.message), found(ada.now(opened.message), "start"))
    match = parse(found(ada.now(opened.message), "hand")).match
    await play_out(room, [Player(room, ada, match), Player(room, ben, match)])
    row = await room.row(match)
    assert row.status == "over"
    assert row.outcome is not None
    assert sorted(seat for rank in row.outcome["ranking"] for seat in rank) == list(range(seats))
    pictures = [file for message in ada.seen() for file in message.attachments]
    assert bool(pictures) == (game == "zarcana")
    assert all(file["description"] for file in pictures)
    figures.append(f"{game} with {seats} seats: {row.entries} entries, {room.clicks} clicks of two people")
