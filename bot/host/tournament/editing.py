"""Editing an announced tournament until its start: title, text, time, limit of players, deck rule."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.decks.choices import faults_of, ready_decks
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.tournament import creation
from bot.host.tournament.creation import DECK_FORMAT, OPTION
from bot.host.tournament.schedule import show_event
from bot.host.tournament.timers import drop_starts, set_starts
from bot.host.tournament.tournament import Tournament, find, find_as, say, show
from bot.storage import outbox, tournaments
from bot.storage.destination import Destination
from bot.storage.privacy import GONE
from engine.contract import Message

EDITABLE: Final = ("title", "about", "starts", "time", "check_in", "most", f"{OPTION}{DECK_FORMAT}")
"""The settings that can still be changed after the announcement."""

EDITED: Final = ("title", "about", "starts", "check_in", "most", "options")
"""The fields of a tournament's row that these settings change."""


async def edit(host: Host, click: Click, tournament: int, what: str, value: str, *, manages: bool) -> Tournament:
    """Change one of the `EDITABLE` settings of an announced tournament, with a value as in `creation.arrange`.

    The entrants learn of it. Those whose decks no longer fit choose again, and stay in. Raises Refused and UnknownZone,
    in which case nothing has changed.
    """
    async with click.transaction(host) as tx:
        found = await find_as(host, tx, tournament, click.user, manages=manages, statuses=("open",))
        if what not in EDITABLE:
            raise Refused(Message("tournament.refused.announced"))
        before = _values(found)
        await creation.change(host, tx, found.row, what, value, click.user)
        after = _values(found)
        changed = [name for name in EDITED if before[name] != after[name]]
        if changed:
            await _apply(host, tx, found, changed)
            told = {
                "before": {name: before[name] for name in changed},
                "after": {name: after[name] for name in changed},
            }
            await tournaments.note(tx, tournament, click.user, "edit", told, host.now())
        return await find(host, tx, tournament)


async def take_back(host: Host, tx: AsyncConnection, found: Tournament, content: Mapping[str, Any]) -> None:
    """Undo an edit. Raises Refused after the start, or if the earlier start is over by now."""
    before = content["before"]
    starts = before.get("starts")
    if found.row.status != "open" or (starts is not None and starts <= host.now()):
        raise Refused(Message("tournament.refused.undo"))
    for name, value in before.items():
        setattr(found.row, name, value)
    await _apply(host, tx, found, list(before))


def _values(found: Tournament) -> dict[str, Any]:
    return {name: getattr(found.row, name) for name in EDITED}


async def _apply(host: Host, tx: AsyncConnection, found: Tournament, changed: list[str]) -> None:
    """Store changed fields with everything that follows from them. Raises Refused if more people are in than may be."""
    row = found.row
    if row.most < len(found.members):
        raise Refused(Message("tournament.refused.most", {"count": len(found.members)}))
    await tournaments.change(tx, row)
    if "starts" in changed or "check_in" in changed:
        await drop_starts(tx, row)
        await set_starts(tx, row, host.now())
    choosing = await _refit(host, tx, found) if "options" in changed else []
    await say(host, tx, row, "edited", changed=changed, choosing=choosing)
    for user in (found.entrant(number).user for number in choosing):
        await outbox.add_tournament_post(tx, row.id, "rechoose", Destination.dm(user), {}, host.now())
    await show(host, tx, row)
    await show_event(host, tx, row)


async def _refit(host: Host, tx: AsyncConnection, found: Tournament) -> list[int]:
    """Take away the decks that no longer fit, and return the numbers of the entrants who have to choose again.

    A ready-made deck stays, in the form that it has under the new rule.
    """
    row, choosing = found.row, []
    ready = {each.ready.name: each.stored for each in await ready_decks(host, tx, row.game, row.sets, row.options)}
    for entrant in found.entrants:
        if entrant.deck is None or entrant.user == GONE:
            continue
        entrant.deck = ready.get(entrant.deck["name"], entrant.deck)
        if await faults_of(host, tx, row, entrant.deck):
            entrant.deck = None
            choosing += [entrant.number] if entrant.status == "in" else []
        await tournaments.change_entrant(tx, entrant)
    return choosing
