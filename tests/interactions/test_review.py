"""Looking back through Discord's own protocol: a house player's reasons while the match runs, and a review after it.

The same goes through a process and a socket in `tests/e2e/test_short_walks.py`.
"""

from pathlib import Path

from tests.e2e.players import Player, both_doors, found
from tests.interactions.room import Room
from tests.support.discord import Stage

pytestmark = both_doors


async def test_a_person_asks_a_house_player_why_and_looks_back_at_the_match(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=2)
    ada = await room.client.person("Ada")
    too_early = await ada.slash("match review")
    assert too_early.message is not None
    assert "haven't finished a match" in too_early.message.text
    match = await room.open_match(house="pip")
    player = Player(room, ada, match)
    why = ""
    while "'s last move:" not in why:
        await room.calm([player])
        if not await player.act():
            room.advance(60)
        more = await ada.slash("match show", match=match)
        assert more.message is not None
        opened = await ada.click(more.message, found(more.message, "more"))
        assert opened.message is not None
        answered = await ada.click(opened.message, found(opened.message, "why"))
        answer = answered.message or ada.seen()[-1]
        why = answer.text
    assert "best to begin with" in why or "depend on cards" in why
    running = await ada.slash("match review", match=match)
    assert "when this match is over" in (running.message or ada.seen()[-1]).text
    leaving = await ada.slash("match leave", match=match)
    assert leaving.message is not None
    await ada.click(leaving.message, found(leaving.message, "leave"))
    looked = await ada.slash("match review", match=match)
    assert "a look back" in (looked.message or ada.seen()[-1]).text
