"""The players' word that a match was well played, which the post about its end shows."""

from typing import Final

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match.unit_of_work import NoSuchMatch
from bot.storage import matches, outbox
from engine.contract import Message

PRAISE: Final = "praise"
"""The key, in the content of a post about an end, of the seats that have said so."""


async def say_well_played(host: Host, click: Click, match: int) -> None:
    """Show at the end of a match that one of its players calls it well played, once. Raises Refused and NoSuchMatch.

    It is kept with the post about the end, for as long as that is.
    """
    async with click.transaction(host, match) as tx:
        row = await matches.get(tx, match, lock=True)
        if row is None:
            raise NoSuchMatch(match)
        seat = next((each.seat for each in await matches.seats_of(tx, match) if each.user == click.user), None)
        if seat is None:
            raise Refused(Message("praise.refused.not_player"))
        told = await outbox.posts_of(tx, match) if row.status == "over" else []
        ends = [post for post in told if post.kind == "end" and post.status in ("waiting", "sent")]
        if not ends:
            raise Refused(Message("praise.refused.late"))
        said = ends[0].content.get(PRAISE, [])
        if seat in said:
            raise Refused(Message("praise.refused.twice"))
        for post in ends:
            await outbox.amend(tx, post, {PRAISE: [*said, seat]}, host.now())
    host.outbox_due.set()
