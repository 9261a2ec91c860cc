"""/match fork: readers of a finished match play on from its steps; nobody else does, and nobody before its end.

The same goes through a process and a socket in `tests/e2e/test_short_walks.py`.
"""

from pathlib import Path

from bot.ui.texts.words import Words
from tests.e2e.foreign_rows import WORLD, Maker, opened_host
from tests.e2e.players import found
from tests.interactions.room import Room
from tests.support.discord import Stage

WORDS = Words(None)


async def test_a_finished_match_is_played_on_by_its_readers_alone(stage: Stage, tmp_path: Path) -> None:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    make = Maker(host, room, "vault")
    running, over = await make.match("Ada", "Ben"), await make.finished("Ada", "Ben")
    await host.database.close()
    await room.start()
    ada, cleo = [await room.client.person(name) for name in ("Ada", "Cleo")]
    await room.quiet(ada)
    early = await ada.finished(await ada.slash("match fork", options={"match": running, "step": 1}))
    assert early.text == WORDS("fork.refused.not_yet")
    foreign = await cleo.finished(await cleo.slash("match fork", options={"match": over, "step": 1}))
    assert foreign.text == WORDS.plain("panel.no_match")
    table = await ada.finished(await ada.slash("match fork", options={"match": over, "step": 1}))
    assert WORDS("rating.why.fork", match=over, step=1) in str(table.raw)
    await ada.click(table, found(table, "start"))
    await room.quiet(ada)
    row = await room.row(max(running, over) + 1)
    assert (row.status, row.rated, row.origin) == ("running", False, {"match": over, "step": 1})
