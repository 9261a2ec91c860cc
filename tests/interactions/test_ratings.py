"""Ratings through Discord's own protocol: a rated match, and what the leaderboard and the profiles say of it.

The same goes through a process and a socket in `tests/e2e/test_short_walks.py`.
"""

from pathlib import Path

from tests.e2e.players import Player, begin, found, play_out
from tests.interactions.room import Room
from tests.support.discord import Stage


async def test_a_rated_match_is_on_the_leaderboard_and_in_both_profiles(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    table = await ada.slash("play", game="artbot", players=2, pace="daily")
    assert table.message is not None, table.reason
    assert "Just for fun" not in table.message.text
    await ben.click(table.message, found(table.message, "join"))
    match = await begin(ada, table.message)
    await play_out(room, [Player(room, ada, match), Player(room, ben, match)])
    told = await ben.wait_for(lambda message: "** · 1" in message.text)
    assert "(+" in told.text
    assert "(−" in told.text
    await room.prefer(pictures=True)
    best = await ben.slash("leaderboard", game="artbot")
    assert best.message is not None, best.reason
    (picture,) = best.message.attachments
    assert [line[:3] for line in picture["description"].splitlines()[1:]] == ["1. ", "2. "]
    assert ada.display_name in picture["description"]
    everywhere = await ben.slash("leaderboard", game="artbot", everywhere=True)
    assert everywhere.message is not None, everywhere.reason
    assert "**1.**" in everywhere.message.text
    assert f"<@{ada.id}>" in everywhere.message.text
    for asked in (await ada.slash("profile"), await ada.slash("profile", person=ben, game="artbot")):
        assert asked.message is not None, asked.reason
        assert "1 rated match" in asked.message.text
        (picture,) = asked.message.attachments
        assert "Rating after 1 rated match" in picture["description"]
    nothing = await ada.slash("profile", game="warmage")
    assert nothing.message is not None, nothing.reason
    assert "finished a rated match of WarMage" in nothing.message.text
