"""A match's posts come once and in order, whatever Discord does with them meanwhile."""

from pathlib import Path
from typing import Any, Final

from bot.messenger.delivery import NONCE_LIFE
from bot.storage.destination import Destination
from bot.storage.outbox import PostRow
from sandbox.faults import Fault
from tests.e2e.operator_shell import run
from tests.e2e.players import STEP, Player, Room, news
from tests.e2e.torture_checks import Said
from tests.support.discord import Stage

MANY: Final = 1000

CHATTER: Final = 120
"""More messages than Discord lists at once."""


class Telling:
    """A match that is begun, and what its thread is told from then on."""

    def __init__(self, room: Room, match: int, players: list[Player]) -> None:
        self.room, self.match, self.players = room, match, players
        self.said = Said()
        self.room.sandbox.parts.journal.listeners.append(self.said.hear)

    @classmethod
    async def begun(cls, stage: Stage, folder: Path) -> "Telling":
        """Begin a match, and wait until all is said."""
        room = await Room.opened(stage, folder, seed=6)
        people = [await room.client.person(name) for name in ("Ada", "Ben")]
        match = await room.seated("probe", people)
        told = cls(room, match, [Player(room, person, match) for person in people])
        await room.calm(told.players)
        return told

    async def fail(self, times: int = MANY, **fault: Any) -> None:
        """Let so many messages to the thread fail from now on, and no others; none gets through in between."""
        self.mend()
        await self.fail_then(times, **fault)

    async def fail_then(self, times: int, **fault: Any) -> None:
        """Let so many messages to the thread fail after those that fail already."""
        path = f"/channels/{await self.room.thread(self.match)}/messages"
        self.room.sandbox.parts.faults.plan(Fault("POST", path, times=times, **fault))

    def mend(self) -> None:
        """Let no more messages fail."""
        self.room.sandbox.parts.faults.clear()

    async def play(self, posts: int) -> None:
        """Play on until so many posts wait."""
        while len(await self.waiting()) < posts:
            acted = [await player.act() for player in self.players]
            if not any(acted) and not await news(self.players):
                self.room.advance(STEP)

    async def waiting(self) -> list[int]:
        """The posts of the thread that wait."""
        return [post.id for post in await self._waiting()]

    async def _waiting(self) -> list[PostRow]:
        thread = Destination.thread(self.match)
        posts = await self.room.posts(self.match)
        return [post for post in posts if post.status == "waiting" and post.destination == thread]

    async def tried(self, seconds: float = STEP) -> None:
        """Let time pass until the first post that waits has been tried once more."""
        before = (await self._waiting())[:1]
        self.room.advance(seconds)
        while before and (there := (await self._waiting())[:1]) and there[0].id == before[0].id:
            if there[0].attempts > before[0].attempts and there[0].claimed is None:
                return
            await news(self.players)

    async def all_said(self) -> None:
        """Wait until nothing waits to be said in the thread any more."""
        while await self._waiting():
            await self.tried()

    async def copied(self, copy: Path) -> None:
        """Make a backup copy of the database."""
        assert (await run(self.room, "backup", str(copy)))[0] == 0

    async def restored(self, copy: Path) -> None:
        """Kill the bot, and let it go on with a backup copy."""
        await self.room.bot.kill()
        assert (await run(self.room, "restore", str(copy)))[0] == 0
        await self.room.start()

    @property
    def seen(self) -> list[int]:
        """The posts that were in the thread, in order."""
        return self.said.marks[self.match]


async def test_a_post_that_discord_refuses_for_long_is_not_overtaken(stage: Stage, tmp_path: Path) -> None:
    told = await Telling.begun(stage, tmp_path)
    await told.fail(status=503)
    await told.play(3)
    first, *rest = await told.waiting()
    await told.fail(times=3, status=503)  # which strikes the first of them alone, unless another is tried before it
    for _ in range(3):
        await told.tried()
    await told.all_said()
    assert [mark for mark in told.seen if mark in (first, *rest)] == [first, *rest]


async def test_what_discord_refuses_for_its_form_is_said_in_words_and_then_in_the_next_place(
    stage: Stage, tmp_path: Path
) -> None:
    told = await Telling.begun(stage, tmp_path)
    await told.fail(status=503)
    await told.play(2)
    first, *rest = await told.waiting()
    await told.fail(times=2, status=400, code=50035)  # as it is, and in words
    await told.all_said()
    assert told.room.sandbox.parts.faults.planned() == []
    assert sorted(mark for mark in told.seen if mark in (first, *rest)) == [first, *rest]


async def test_what_is_there_already_is_not_said_in_words_once_discord_refuses_its_form(
    stage: Stage, tmp_path: Path
) -> None:
    told = await Telling.begun(stage, tmp_path)
    await told.fail(times=1, lose_answer=True)
    await told.fail_then(times=1, status=400, code=50035)
    await told.play(1)
    await told.tried(seconds=NONCE_LIFE / 10)
    await told.all_said()
    assert told.room.sandbox.parts.faults.planned() == []
    assert sorted(told.seen) == sorted({*told.seen})


async def test_what_was_said_in_words_is_not_said_again_once_discord_accepts_its_form(
    stage: Stage, tmp_path: Path
) -> None:
    told = await Telling.begun(stage, tmp_path)
    await told.fail(times=1, status=400, code=50035)
    await told.fail_then(times=1, lose_answer=True)
    await told.play(1)
    await told.tried(seconds=NONCE_LIFE / 10)
    await told.all_said()
    assert told.room.sandbox.parts.faults.planned() == []
    assert sorted(told.seen) == sorted({*told.seen})


async def test_posts_that_waited_when_a_copy_was_made_come_in_order_after_it_is_restored(
    stage: Stage, tmp_path: Path
) -> None:
    told = await Telling.begun(stage, tmp_path)
    await told.fail(status=503)
    await told.play(3)
    waiting = await told.waiting()
    await told.copied(tmp_path / "copy.db")
    await told.restored(tmp_path / "copy.db")
    await told.tried()  # it is looked for, and is not there
    await told.fail(times=1, status=503)
    await told.all_said()
    assert [mark for mark in told.seen if mark in waiting] == waiting
    assert not {post.status for post in await told.room.posts(told.match)} & {"waiting", "failed"}


async def test_posts_that_were_sent_after_a_copy_are_found_below_all_that_was_said_since(
    stage: Stage, tmp_path: Path
) -> None:
    told = await Telling.begun(stage, tmp_path)
    await told.fail(status=503)
    await told.play(2)
    waiting = await told.waiting()
    await told.copied(tmp_path / "copy.db")
    told.mend()
    await told.all_said()
    thread = await told.room.thread(told.match)
    for number in range(CHATTER):
        await told.players[0].person.write(f"{number}", thread)
    told.room.advance(STEP)
    await told.restored(tmp_path / "copy.db")
    await told.all_said()
    assert [mark for mark in told.seen if mark in waiting] == waiting
