"""Copies are conserved: whatever people, servers, clocks and crashes do, in any order and at the same time.

A crash is an exception at the n-th statement of a use case; then nothing of it has happened. A process that dies
between two use cases leaves the database, from which the next one goes on.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, strategies
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import select

from bot.host import lobby
from bot.host.collections import boosters, collection, privacy, trades
from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.lobby import stakes
from bot.host.match import panel_actions
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.operations import closing
from bot.host.workers import timekeeper
from bot.storage.database import Database
from bot.storage.schema import copies
from bot.storage.schema import matches as match_table
from bot.storage.schema import trades as trade_table
from engine.registry import GAMES
from tests.host.collections.collectors import FIVE, GAME, GUILD, TEN, check, for_keeps, give, has, rows_of, table_for
from tests.host.crash_points import Crash, crashing
from tests.host.players import ADA, BEN, CLEO, begin, click, click_randomly
from tests.host.restarting_host import RestartingHost, open_database
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.examples import examples

PEOPLE: Final = (ADA, BEN, CLEO)
EXAMPLES, STEPS = 10, 30
"""How many stories are tried, and how long each is."""


people = strategies.sampled_from(PEOPLE)
pairs = strategies.sampled_from(list(permutations(PEOPLE, 2)))
crashes = strategies.one_of(*[strategies.just(0)] * 3, strategies.integers(1, 40))
"""At which statement a use case crashes; mostly at none, so that stories get somewhere."""
picks = strategies.integers(0, 99)


class Collectors(RestartingHost):
    """Three people who open packs, trade and play for keeps, on a bot that dies now and then."""

    def __init__(self, runner: asyncio.Runner, database: Database) -> None:
        super().__init__(runner, database)
        self.made = 0

    def act(self, work: Callable[[], Awaitable[Any]], crash: int = 0) -> Any:
        """Do a use case; a refusal and a crash change nothing."""
        before = self.run(rows_of(self.host))
        try:
            with crashing(self.database, crash):
                return self.run(work())
        except (Refused, NoSuchMatch, NotAtTable, Crash):
            assert self.run(rows_of(self.host)) == before
            return None

    @initialize()
    def begin(self) -> None:
        self.run(self.empty())
        self.restart()
        for user in PEOPLE:
            self._endow(user)

    def _endow(self, user: int) -> None:
        for cards in (TEN, TEN, FIVE, FIVE):
            self.made += len(self.run(give(self.host, user, cards)))

    @rule(user=people, crash=crashes)
    def pack(self, user: int, crash: int) -> None:
        before = self.run(self._count())
        self.act(lambda: boosters.open_pack(self.host, click(user), GAME, ""), crash)
        self.made += (now := self.run(self._count()) - before)
        assert now in (0, 5)

    @rule(user=people, crash=crashes)
    def starter(self, user: int, crash: int) -> None:
        before = self.run(self._count())
        self.act(lambda: collection.begin(self.host, click(user), GAME, "Foundry"), crash)
        self.made += (now := self.run(self._count()) - before)
        assert now in (0, 20)

    @rule(pair=pairs, count=strategies.integers(0, 2), crash=crashes)
    def open_trade(self, pair: tuple[int, int], count: int, crash: int) -> None:
        cards = {(GAME, card): 1 for card in sorted(self.run(has(self.host, pair[0])))[:count]}
        self.act(lambda: trades.open_trade(self.host, click(pair[0]), pair[1], cards), crash)

    @rule(user=people, pick=picks, count=strategies.integers(0, 3), crash=crashes)
    def offer(self, user: int, pick: int, count: int, crash: int) -> None:
        trade = self._trade(pick)
        owned = sorted(self.run(has(self.host, user)))
        if trade is not None and owned:
            wanted = {(GAME, owned[(pick + number) % len(owned)]): 1 for number in range(count)}
            self.act(lambda: trades.offer(self.host, click(user), trade, wanted), crash)

    @rule(user=people, pick=picks, stale=strategies.integers(0, 1), crash=crashes)
    def agree(self, user: int, pick: int, stale: int, crash: int) -> None:
        trade = self._trade(pick)
        if trade is not None:
            revision = self.run(trades.look(self.host, trade)).row.revision - stale
            self.act(lambda: trades.agree(self.host, click(user), trade, revision), crash)

    @rule(pair=pairs, count=strategies.integers(1, 2), crash=crashes)
    def trade(self, pair: tuple[int, int], count: int, crash: int) -> None:
        """A whole trade, as it goes when nobody minds; its settlement may crash."""
        found = self.act(lambda: trades.open_trade(self.host, click(pair[0]), pair[1]))
        if found is None:
            return
        for user in pair:
            cards = {(GAME, card): 1 for card in sorted(self.run(has(self.host, user)))[:count]}
            self.act(partial(trades.offer, self.host, click(user), found.row.id, cards))
        revision = self.run(trades.look(self.host, found.row.id)).row.revision
        self.act(lambda: trades.agree(self.host, click(pair[0]), found.row.id, revision))
        self.act(lambda: trades.agree(self.host, click(pair[1]), found.row.id, revision), crash)

    @rule(user=people, pick=picks, crash=crashes)
    def cancel(self, user: int, pick: int, crash: int) -> None:
        trade = self._trade(pick)
        if trade is not None:
            self.act(lambda: trades.cancel(self.host, click(user), trade), crash)

    @rule(pair=pairs, battle=strategies.booleans(), crash=crashes)
    def begin_for_keeps(self, pair: tuple[int, int], battle: bool, crash: int) -> None:  # noqa: FBT001
        self._begin_for_keeps(pair, TEN if battle else FIVE, crash)

    @rule(pair=pairs, ends=strategies.sampled_from(["leave", "reverse", "stop"]), seed=picks, crash=crashes)
    def match_for_keeps(self, pair: tuple[int, int], ends: str, seed: int, crash: int) -> None:
        """A whole match for keeps: clicks, and somebody leaves, or it is stopped, or taken back; that may crash."""
        match = self._begin_for_keeps(pair, TEN, 0)
        chance = Random(seed)
        for _ in range(4):
            self.act(partial(click_randomly, self.host, match, chance.choice(pair), chance))
        if ends == "stop":
            self.act(lambda: closing.by_moderator(self.host, click(CLEO), GUILD, match, "enough"), crash)
            return
        self.act(lambda: panel_actions.leave(self.host, click(pair[1]), match), crash if ends == "leave" else 0)
        if ends == "reverse":
            self.act(lambda: closing.reverse(self.host, click(CLEO), GUILD, match, "cheating"), crash)

    def _begin_for_keeps(self, pair: tuple[int, int], cards: Mapping[str, int], crash: int) -> int:
        match: int = self.run(table_for(self.host, pair, cards))
        self.act(lambda: stakes.offer(self.host, click(pair[0]), match))
        for user in pair:
            shown = self.run(stakes.look(self.host, match, user))
            self.act(partial(stakes.agree_to_stakes, self.host, click(user), match, shown.digest))
        self.act(lambda: begin(self.host, click(pair[0]), match), crash)
        if self._status(match) == "lobby":
            self.act(lambda: lobby.withdraw(self.host, click(pair[0]), match))
        return match

    @rule(pick=picks, seed=picks, clicks=strategies.integers(1, 6), crash=crashes)
    def play_on(self, pick: int, seed: int, clicks: int, crash: int) -> None:
        chance = Random(seed)
        for _ in range(clicks):
            match = self._match(pick, "running")
            if match is not None:
                user = chance.choice(PEOPLE)
                self.act(partial(click_randomly, self.host, match, user, chance), crash)

    @rule(pick=picks, user=people, crash=crashes)
    def leave(self, pick: int, user: int, crash: int) -> None:
        match = self._match(pick, "running")
        if match is not None:
            self.act(lambda: panel_actions.leave(self.host, click(user), match), crash)

    @rule(pick=picks, crash=crashes)
    def stop(self, pick: int, crash: int) -> None:
        match = self._match(pick, "running")
        if match is not None:
            self.act(lambda: closing.by_moderator(self.host, click(CLEO), GUILD, match, "enough"), crash)

    @rule(pick=picks, crash=crashes)
    def reverse(self, pick: int, crash: int) -> None:
        match = self._match(pick, "over")
        if match is not None:
            self.act(lambda: closing.reverse(self.host, click(CLEO), GUILD, match, "cheating"), crash)

    @rule(days=strategies.sampled_from([0.01, 1, 2, 4]))
    def wait(self, days: float) -> None:
        """Time passes, and what is due happens: turns are missed, trades lapse, cards won become free."""
        self.clock.advance(days * DAY)
        self.run(timekeeper.work(self.host))

    @rule(user=people, seldom=strategies.integers(0, 3), crash=crashes)
    def forget(self, user: int, seldom: int, crash: int) -> None:
        """Somebody is forgotten, comes back and begins anew."""
        if seldom:
            return

        async def forgotten() -> None:
            async with self.database.transaction() as tx:
                await privacy.forget(self.host, tx, user)

        self.act(forgotten, crash)
        self._endow(user)

    @invariant()
    def conserved(self) -> None:
        if self.made:
            self.run(check(self.host, self.made))

    async def _count(self) -> int:
        async with self.database.reading() as connection:
            return len(list(await connection.scalars(select(copies.c.id))))

    def _trade(self, pick: int) -> int | None:
        return self._one(select(trade_table.c.id).where(trade_table.c.status == "open"), pick)

    def _match(self, pick: int, status: str) -> int | None:
        return self._one(select(match_table.c.id).where(match_table.c.status == status), pick)

    def _status(self, match: int) -> str:
        async def read() -> Any:
            async with self.database.reading() as connection:
                return await connection.scalar(select(match_table.c.status).where(match_table.c.id == match))

        return str(self.run(read()))

    def _one(self, query: Any, pick: int) -> int | None:
        async def read() -> list[int]:
            async with self.database.reading() as connection:
                return sorted(await connection.scalars(query))

        found = self.run(read())
        return found[pick % len(found)] if found else None


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_copies_are_conserved(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with open_database(kind, tmp_path, request) as (runner, database):

        class Story(Collectors):
            def __init__(self) -> None:
                super().__init__(runner, database)

        run_state_machine_as_test(
            Story,
            settings=examples(EXAMPLES, stateful_step_count=STEPS, suppress_health_check=list(HealthCheck)),
        )


# Races: two processes at once, each with connections of its own


@pytest.fixture
async def hosts(database: Database, clock: ManualClock) -> AsyncIterator[tuple[Host, Host]]:
    """Two processes on one database."""
    other = Database(database.url.render_as_string(hide_password=False))
    found = tuple(Host(each, GAMES, clock, SeededChance(7), HOOKS) for each in (database, other))
    for host in found:
        await host.store_sets()
    yield found[0], found[1]
    await other.close()


async def at_once(*acts: Awaitable[Any]) -> list[Any]:
    """Do things at the same time, and return what each came to: a result, or why it was refused."""
    found = await asyncio.gather(*acts, return_exceptions=True)
    for each in found:
        if isinstance(each, BaseException) and not isinstance(each, Refused):
            raise each
    return found


def refusals(found: list[Any]) -> list[str]:
    return sorted(each.reason.id for each in found if isinstance(each, Refused))


async def test_both_sides_agree_at_once(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    await give(one, ADA, {"PHY1": 1})
    await give(one, BEN, {"PSY1": 1})
    opened = await trades.open_trade(one, click(ADA), BEN)
    assert opened is not None
    trade = opened.row.id
    await trades.offer(one, click(ADA), trade, {(GAME, "PHY1"): 1})
    revision = (await trades.offer(one, click(BEN), trade, {(GAME, "PSY1"): 1})).row.revision
    found = await at_once(*(trades.agree(host, click(user), trade, revision) for host in hosts for user in (ADA, BEN)))
    assert set(refusals(found)) <= {"trade.refused.over"}
    assert (await trades.look(two, trade)).row.status == "settled"
    assert (await has(one, ADA), await has(two, BEN)) == ({"PSY1": 1}, {"PHY1": 1})
    await check(one, 2)


async def test_a_card_is_offered_in_two_trades_at_once(hosts: tuple[Host, Host]) -> None:
    one, _ = hosts
    await give(one, ADA, {"GLI6": 1})
    opened = [await trades.open_trade(one, click(ADA), partner) for partner in (BEN, CLEO)]
    numbers = [each.row.id for each in opened if each is not None]
    found = await at_once(
        *(
            trades.offer(host, click(ADA), trade, {(GAME, "GLI6"): 1})
            for host, trade in zip(hosts, numbers, strict=True)
        )
    )
    assert refusals(found) == ["trade.refused.in_use"]
    await check(one, 1)


async def test_a_card_is_put_at_stake_while_it_is_offered_and_while_it_changes_hands(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    for user in (ADA, BEN):
        await give(one, user, FIVE)
    match = await table_for(one, (ADA, BEN))
    await stakes.offer(one, click(ADA), match)
    for user in (ADA, BEN):
        await stakes.agree_to_stakes(one, click(user), match, (await stakes.look(one, match, user)).digest)
    opened = await trades.open_trade(one, click(ADA), CLEO)
    assert opened is not None
    trade = opened.row.id
    found = await at_once(begin(one, click(ADA), match), trades.offer(two, click(ADA), trade, {(GAME, "PHY1"): 1}))
    assert refusals(found) in (["keeps.refused.lacking"], ["trade.refused.in_use"])
    await check(one, 10)


async def test_two_tables_put_the_same_cards_at_stake_at_once(hosts: tuple[Host, Host]) -> None:
    one, _ = hosts
    for user in PEOPLE:
        await give(one, user, FIVE)
    tables = []
    for other in ((ADA, BEN), (BEN, ADA)):
        match = await table_for(one, other)
        await stakes.offer(one, click(other[0]), match)
        for user in other:
            await stakes.agree_to_stakes(one, click(user), match, (await stakes.look(one, match, user)).digest)
        tables.append((match, other[0]))
    found = await at_once(*(begin(host, click(user), match) for host, (match, user) in zip(hosts, tables, strict=True)))
    assert refusals(found) == ["keeps.refused.lacking"]
    await check(one, 15)


async def test_an_admin_reverses_twice_at_once_while_the_winner_offers_the_card(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    for user in (ADA, BEN):
        await give(one, user, TEN)
    match = await for_keeps(one, (ADA, BEN), TEN)
    await panel_actions.leave(one, click(BEN), match)
    opened = await trades.open_trade(one, click(ADA), CLEO)
    assert opened is not None
    everything = {(GAME, card): count for card, count in (await has(one, ADA)).items()}
    found = await at_once(
        closing.reverse(one, click(CLEO), GUILD, match, "once"),
        closing.reverse(two, click(CLEO), GUILD, match, "twice"),
        trades.offer(two, click(ADA), opened.row.id, dict(list(everything.items())[:5])),
    )
    assert "keeps.refused.nothing" in refusals(found)
    assert (await has(one, ADA), await has(one, BEN)) == (TEN, TEN)
    await check(one, 20)


async def test_a_match_ends_in_two_processes_at_once(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    for user in (ADA, BEN):
        await give(one, user, TEN)
    match = await for_keeps(one, (ADA, BEN), TEN)
    await at_once(
        panel_actions.leave(one, click(BEN), match),
        panel_actions.leave(two, click(ADA), match),
        closing.by_moderator(two, click(CLEO), GUILD, match, "enough"),
    )
    await check(one, 20)
    assert sum((await has(one, ADA)).values()) in (9, 10, 11)


async def test_ten_packs_are_opened_at_once(hosts: tuple[Host, Host], clock: ManualClock) -> None:
    one, _ = hosts
    match = await table_for(one, (ADA, BEN))
    await begin(one, click(ADA), match)
    await panel_actions.leave(one, click(BEN), match)
    await at_once(*(boosters.open_pack(host, click(ADA), GAME, "") for host in hosts for _ in range(5)))
    await check(one, 5)
