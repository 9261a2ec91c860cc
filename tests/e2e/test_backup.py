"""A backup made while the bot runs, and the way back: nothing that Discord remembers is mistaken for something new."""

import time
from pathlib import Path

from bot.storage.destination import Destination
from tests.e2e.operator_shell import run
from tests.e2e.players import Player, Room, play_out
from tests.e2e.test_kill import deadline, said
from tests.support.discord import Stage

LOST = 600.0
"""For how many seconds people played on after the copy was made."""

TURNS = 8
"""After how many turns matches end: more than are played before the copy is restored."""


async def test_a_restore_gives_every_open_clock_the_gap_back_and_says_so(stage: Stage, tmp_path: Path) -> None:
    began = time.time()
    room = await Room.opened(stage, tmp_path, seed=3)
    await room.shorten("varia", TURNS)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    match, other = await room.open_match(), await room.seated("probe", [ada, ben])
    players = [Player(room, ada, match), Player(room, ben, match)]
    await room.calm(players)
    before = {each: await deadline(room, each) for each in (match, other)}

    copy = tmp_path / "copy.db"
    code, told = await run(room, "backup", str(copy))
    assert code == 0, told
    code, told = await run(room, "backup", str(copy))
    assert (code, "is there already" in told) == (1, True)
    lost = await room.open_match()
    for _ in range(6):
        for player in players:
            await player.act()
    await room.calm(players)
    code, told = await run(room, "restore", str(copy))
    assert (code, "in use by process" in told) == (1, True)

    await room.bot.kill()
    room.advance(LOST)
    code, told = await run(room, "restore", str(copy))
    assert code == 0, told
    await room.start()
    await ada.until(lambda: len(said(ada, "I was away for")) == 2, "what happened, once a match")
    await room.calm(players)
    passed = room.now - began
    for each, due in before.items():
        assert LOST <= await deadline(room, each) - due <= passed

    again = await room.open_match()
    assert again > lost, "no number is given out twice"
    await play_out(room, players)
    await room.calm(players)
    posts = await room.posts(match)
    assert [post.status for post in posts] == ["sent"] * len(posts)
    there = {message.id for message in ada.seen() if message.channel_id == await room.thread(match)}
    wanted = [post.message for post in posts if post.destination == Destination.thread(match) and post.message]
    assert len(set(wanted)) == len(wanted)
    assert set(wanted) <= there
