"""Avatars are kept for a day, waited for briefly, and dropped with a person's data."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.host import lobby
from bot.host.kernel import avatars
from bot.host.kernel.avatars import AGAIN, DAY, PATIENCE, Avatars
from bot.host.kernel.host import Host
from bot.host.match.players import players_of
from bot.host.operations import privacy
from bot.rendering.faces import named_at
from bot.storage import matches
from tests.host.players import ADA, BEN, begin, click, opened
from tests.support.clocks import ManualClock

HERS, HIS = (ADA, "face"), (BEN, "beard")


class Cdn:
    """Gives an avatar when it is let, and counts what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str]] = []
        self.reached = asyncio.Event()
        self.let = asyncio.Event()
        self.let.set()
        self.works = True

    async def fetch(self, user: int, name: str) -> bytes | None:
        self.asked.append((user, name))
        self.reached.set()
        await self.let.wait()
        return name.encode() if self.works else None


@pytest.fixture
def cdn() -> Cdn:
    return Cdn()


async def test_an_avatar_is_fetched_once_a_day(cdn: Cdn) -> None:
    clock = ManualClock()
    kept = Avatars(clock)
    for _ in range(2):
        assert await kept.of([HERS], cdn.fetch) == {HERS: b"face"}
    clock.advance(DAY - 1)
    assert await kept.of([HERS, HIS], cdn.fetch) == {HERS: b"face", HIS: b"beard"}
    assert cdn.asked == [HERS, HIS]
    clock.advance(1)
    await kept.of([HIS], cdn.fetch)
    await kept.of([HERS], cdn.fetch)
    assert cdn.asked == [HERS, HIS, HERS]


async def test_a_picture_waits_briefly_for_a_slow_avatar_which_is_there_for_the_next_one(cdn: Cdn) -> None:
    clock = ManualClock()
    kept = Avatars(clock)
    cdn.let.clear()
    first = asyncio.create_task(kept.of([HERS], cdn.fetch))
    await cdn.reached.wait()
    clock.advance(PATIENCE)
    assert await first == {}
    cdn.let.set()
    assert await kept.of([HERS], cdn.fetch) == {HERS: b"face"}
    assert cdn.asked == [HERS]


async def test_what_cannot_be_fetched_is_tried_again_later(cdn: Cdn) -> None:
    clock = ManualClock()
    kept = Avatars(clock)
    cdn.works = False
    assert await kept.of([HERS], cdn.fetch) == {}
    cdn.works = True
    assert await kept.of([HERS], cdn.fetch) == {}
    clock.advance(AGAIN)
    assert await kept.of([HERS], cdn.fetch) == {HERS: b"face"}


async def test_only_so_many_avatars_are_kept(cdn: Cdn) -> None:
    kept = Avatars(ManualClock(), most=2)
    many = [(user, "face") for user in range(1, 4)]
    for each in many:
        await kept.of([each], cdn.fetch)
    await kept.of(many[1:], cdn.fetch)
    assert cdn.asked == many
    await kept.of(many[:1], cdn.fetch)
    assert cdn.asked == [*many, many[0]]
    assert avatars.MOST < 1000


async def named(host: Host, match: int) -> dict[int, tuple[int, str]]:
    async with host.database.reading() as connection:
        return dict(await named_at(connection, players_of(await matches.seats_of(connection, match))))


async def test_an_avatar_is_the_one_that_discord_named_last_and_goes_with_the_rest(host: Host, cdn: Cdn) -> None:
    match = (await opened(host, game="probe", pace="daily", seats=2, opponent=None)).match.id
    await lobby.join(host, replace(click(BEN), avatar="beard"), match)
    assert await named(host, match) == {1: HIS}
    await begin(host, replace(click(ADA), avatar="face"), match)
    assert await named(host, match) == {0: HERS, 1: HIS}
    [settings] = (await privacy.told(host, ADA))["settings"]
    assert settings["avatar"] == "face"
    await host.avatars.of([HERS, HIS], cdn.fetch)
    await privacy.forget(host, ADA)
    assert await named(host, match) == {1: HIS}
    cdn.works = False
    assert await host.avatars.of([HERS, HIS], cdn.fetch) == {HIS: b"beard"}
