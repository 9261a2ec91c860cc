"""Sets of servers, stored as they are once they have been proved: the trial matches of a proof take seconds."""

import tomllib

from bot.host.card_sets import uploads
from bot.host.kernel.host import Host
from bot.storage.card_sets import GuildSetRow
from cardsdb.sets import read_homebrew, stored
from tests.host.players import click


async def keep(host: Host, user: int, guild: int, text: str) -> GuildSetRow:
    """Store a sound file of a person as the newest version of a set in a server. Raises Refused."""
    version = stored(read_homebrew(host.games[tomllib.loads(text)["game"]], text, "tiny.toml"))
    async with host.database.transaction() as tx:
        number, _ = await uploads.keep(host, tx, user, guild, version, text)
    return await uploads.row(host, guild, number)


async def keep_and_enable(host: Host, user: int, guild: int, text: str) -> GuildSetRow:
    """Store a sound file in a server, and enable it for the server's new tables. Raises Refused."""
    row = await keep(host, user, guild, text)
    await uploads.enable(host, click(user), guild, row.id)
    return row
