"""Interactions: what two processes hear is taken up once, and both may announce its answer."""

from bot.storage import inbox
from bot.storage.database import Database
from bot.storage.inbox import DeferredRow


async def test_an_answer_that_two_processes_announce_is_one(database: Database) -> None:
    row = DeferredRow(7, "token", "en-US", 100.0)
    for _ in range(2):
        async with database.transaction() as tx:
            await inbox.defer(tx, row)
    async with database.transaction() as tx:
        assert await inbox.unanswered(tx, 101.0) == [row]
        await inbox.settle(tx, 7)
        assert await inbox.unanswered(tx, 101.0) == []
