"""Every game through Discord's own protocol: two people and house players, to the end."""

from pathlib import Path

import pytest

from bot.ui.custom_ids import parse
from tests.e2e.table import Player, Room, found, play_out
from tests.support.discord import Stage

RESPONSES = {"artbot": "discarded", "warmage": "countered", "zarcana": None}
"""A fact of each game that comes about by an answer in somebody else's turn, and that a match is hardly without."""


@pytest.mark.timeout(600)  # six seats take a busy machine longer than the usual limit
@pytest.mark.parametrize(
    ("game", "seats", "seed"),
    [("artbot", 4, 3), ("artbot", 4, 4), ("warmage", 6, 3), ("warmage", 6, 4), ("zarcana", 3, 3)],
)
async def test_two_people_and_house_players_play_to_the_end(
    game: str, seats: int, seed: int, stage: Stage, tmp_path: Path, figures: list[str]
) -> None:
    room = await Room.opened(stage, tmp_path, seed=seed)
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
    assert pictures
    assert all(file["description"] for file in pictures)
    wanted = RESPONSES[game]
    assert wanted is None or wanted in {fact["fact"] for fact in await room.facts(match)}
    figures.append(f"{game} with {seats} seats: {row.entries} entries, {room.clicks} clicks of two people")
