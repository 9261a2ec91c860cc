"""A server's card sets: uploading, showing, enabling and deleting them. A stored version never changes.

A server has the newest version of each set, and its new tables play with the enabled version. Matches are pinned to the
versions that they began with, so nothing here affects a match.
"""

from collections.abc import Sequence
from typing import Final

import structlog
from msgspec import Struct
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.groups import played_shipped
from bot.host.card_sets.proof import prove
from bot.host.kernel import server_log
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused, Unreadable
from bot.host.kernel.host import Host
from bot.host.kernel.paces import HOUR
from bot.storage import card_sets, inbox, notes, set_versions
from bot.storage.card_sets import GuildSetRow
from cardsdb.sets import StoredSet, deck_of, fitted
from cardsdb.source import SetFault, Stage
from cardsdb.trial_matches import Trials
from engine.contract import Cards, CardSet, IllegalSet, Message

MOST_SETS: Final = 20
"""The maximum number of sets that a server can have."""

MOST_CARDS: Final = 1000
"""The maximum number of a server's own cards that its tables of one game may offer."""

MOST_UPLOADS: Final = 30
"""How many files, valid or not, may be uploaded in a server within an hour."""

log = structlog.get_logger()


class Faulty(Unreadable):
    """A file is not a valid set. Carries the `faults` to show, how many `more` there are, and the `stage` reached."""

    def __init__(self, faults: Sequence[SetFault], more: int, stage: Stage = "decks") -> None:
        super().__init__(len(faults) + more)
        self.faults = tuple(faults)
        self.more = more
        self.stage = stage


class OwnSet(Struct, frozen=True):
    """A server's own set: its newest version and, if there is one, the enabled version, which new tables use."""

    newest: GuildSetRow
    enabled: GuildSetRow | None


class SetContents(Struct, frozen=True):
    """A version of a set for display: its contents, and the card definitions that it is played with."""

    row: GuildSetRow
    card_set: CardSet
    cards: Cards
    own: OwnSet


class Uploaded(Struct, frozen=True):
    """An accepted file: its version, whether that version already existed, and its trial matches."""

    looked: SetContents
    known: bool
    trials: Trials


async def own_sets(host: Host, guild: int) -> list[OwnSet]:
    """Return a server's sets, sorted by game and key."""
    async with host.database.reading() as connection:
        return _grouped(await card_sets.of_guild(connection, guild))


async def look(host: Host, guild: int, version: int) -> SetContents:
    """Return a version of a server's set. Raises Refused if the server no longer has it."""
    async with host.database.reading() as connection:
        return await _look(host, connection, guild, version)


async def row(host: Host, guild: int, version: int) -> GuildSetRow:
    """Return a version of a server's set. Raises Refused if the server no longer has it."""
    async with host.database.reading() as connection:
        return _find(await card_sets.of_guild(connection, guild), version)[0]


async def newest(host: Host, guild: int, name: str) -> GuildSetRow:
    """Return the newest version of the set with a given key or title. Raises Refused if the server has no such set."""
    wanted = name.strip().casefold()
    for each in await own_sets(host, guild):
        row = each.newest
        if wanted in (row.key, f"{row.game}.{row.key}", row.title.casefold()):
            return row
    raise Refused(Message("set.refused.unknown"))


async def source(host: Host, guild: int, version: int) -> tuple[GuildSetRow, str]:
    """Return a version of a server's set, and its file as uploaded. Raises Refused if the server no longer has it."""
    async with host.database.reading() as connection:
        row, _ = _find(await card_sets.of_guild(connection, guild), version)
        return row, await card_sets.source(connection, version) or ""


async def upload(host: Host, click: Click, guild: int, file: str, content: bytes) -> Uploaded | None:
    """Store a file as the newest version of its set. Raises Faulty and Refused.

    New tables use the enabled version until the new one is enabled. Returns None for an interaction that has already
    been taken up.
    """
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx):
            return None
        lately = [at for at in await card_sets.lock(tx, guild) if at > host.now() - HOUR]
        if len(lately) >= MOST_UPLOADS:
            raise Refused(Message("set.refused.uploads", {"most": MOST_UPLOADS}))
        await card_sets.note_uploads(tx, guild, [*lately, host.now()])
        enabled = [row.hash for row in await card_sets.of_guild(tx, guild) if row.enabled]
        beside = await set_versions.stored(tx, enabled)
    verdict = await prove(host, click.user, file, content, beside)
    if verdict.stored is None or verdict.trials is None:
        raise Faulty(verdict.faults, verdict.more, verdict.stage)
    async with host.database.transaction() as tx:
        uploader = await inbox.taker(tx, click.interaction)
        version, known = await keep(host, tx, uploader, guild, verdict.stored, content.decode("utf-8-sig"))
        await _note(host, tx, guild, "uploaded", verdict.stored.title, uploader)
        return Uploaded(await _look(host, tx, guild, version), known, verdict.trials)


async def keep(
    host: Host, tx: AsyncConnection, user: int, guild: int, version: StoredSet, text: str
) -> tuple[int, bool]:
    """Store a proved set as the newest version of that set in a server.

    Returns the version's id, and whether it was already the newest. Raises Refused.
    """
    await card_sets.lock(tx, guild)
    rows = await card_sets.of_guild(tx, guild)
    former = [row for row in rows if (row.game, row.key) == (version.game, version.key)]
    if former and former[-1].hash == version.hash:
        return former[-1].id, True
    if not former and len(_grouped(rows)) >= MOST_SETS:
        raise Refused(Message("set.refused.sets", {"most": MOST_SETS}))
    await set_versions.keep(tx, version)
    await card_sets.drop(tx, [row.id for row in former if not row.enabled], host.now())
    row = GuildSetRow(
        id=0,
        guild=guild,
        game=version.game,
        key=version.key,
        version=former[-1].version + 1 if former else 1,
        hash=version.hash,
        uploader=user,
        uploaded=host.now(),
        enabled=False,
        title=version.title,
    )
    return await card_sets.add(tx, row, text), False


async def enable(host: Host, click: Click, guild: int, version: int) -> SetContents:
    """Enable the newest version of a set for a server's new tables. Raises Refused."""
    async with click.transaction(host) as tx:
        await card_sets.lock(tx, guild)
        row, own = _find(await card_sets.of_guild(tx, guild), version)
        if row.id != own.newest.id:
            raise Refused(Message("set.refused.older"))
        await enable_within(host, tx, guild, row.game, row.key)
        await check_playable(host, tx, guild, row.game)
        await _note(host, tx, guild, "enabled", row.title, click.user)
        return await _look(host, tx, guild, row.id)


async def _note(host: Host, tx: AsyncConnection, guild: int, what: str, title: str, who: int) -> None:
    """Add a line about a set to the server's log."""
    await server_log.note(host, tx, guild, f"log.set.{what}", set=title, who=who)


async def enable_within(host: Host, tx: AsyncConnection, guild: int, game: str, key: str) -> None:
    """Enable the newest version of a set, within a transaction that has locked the server's sets. Raises Refused."""
    rows = await card_sets.of_guild(tx, guild)
    own = next(each for each in _grouped(rows) if (each.newest.game, each.newest.key) == (game, key))
    row = own.newest
    beside = [each for each in rows if each.enabled and each.game == game and each.key != key]
    await _check_fit(host, tx, row, beside)
    if own.enabled is not None and own.enabled.id != row.id:
        await card_sets.drop(tx, [own.enabled.id], host.now())
    await card_sets.enable(tx, row.id, enabled=True)


async def check_playable(host: Host, tx: AsyncConnection, guild: int, game: str) -> None:
    """Raise Refused if a server's tables of a game cannot be played with the sets that it now plays."""
    own = await card_sets.enabled(tx, guild, game)
    shipped = await played_shipped(host, tx, game, guild)
    alone = [each for each in await host.sets(tx, game, [row.hash for row in own]) if not each.joins()]
    if not (alone or shipped):
        raise Refused(Message("set.refused.none"))
    rules = host.games[game]
    if not rules.spec.decks:
        return
    hashes = [*(version.hash for version in shipped), *(row.hash for row in own)]
    cards = await host.cards(tx, game, hashes)
    wanted, plays = rules.deck_format(rules.spec.options()), False
    for each in await host.sets(tx, game, hashes):
        for ready in each.decks:
            try:
                deck = deck_of(ready, cards)
            except KeyError as error:
                raise Refused(Message("set.refused.needs", {"set": each.title})) from error
            plays = plays or not rules.deck_faults(rules.ready_deck(deck, cards, wanted), cards, wanted)
    if not plays:
        raise Refused(Message("set.refused.no_deck"))


async def _check_fit(host: Host, tx: AsyncConnection, row: GuildSetRow, beside: Sequence[GuildSetRow]) -> None:
    """Raise Refused if a version exceeds the card limit, conflicts with other sets, or needs cards that are not played.

    The others are the shipped sets and `beside`.
    """
    game = host.games[row.game]
    own = await host.sets(tx, row.game, [each.hash for each in (*beside, row)])
    if sum(len(each.cards) for each in own) > MOST_CARDS:
        raise Refused(Message("set.refused.cards", {"most": MOST_CARDS}))
    try:
        fitted(game, own[-1], [*await _sets(host, tx, row.game, host.shipped[row.game]), *own[:-1]])
    except IllegalSet as clash:
        fault = clash.faults[0]
        raise Refused(Message("set.refused.clash", {"card": fault.card, "why": fault.why})) from clash
    played = await played_shipped(host, tx, row.game, row.guild)
    try:
        fitted(game, own[-1], [*await _sets(host, tx, row.game, played), *own[:-1]])
    except IllegalSet as missing:
        raise Refused(Message("set.refused.needs", {"set": row.title})) from missing


async def _sets(
    host: Host, connection: AsyncConnection, game: str, versions: Sequence[StoredSet]
) -> tuple[CardSet, ...]:
    return await host.sets(connection, game, [each.hash for each in versions])


async def disable(host: Host, click: Click, guild: int, version: int) -> SetContents:
    """Disable a set for a server's new tables; it can be enabled again. Raises Refused."""
    async with click.transaction(host) as tx:
        await card_sets.lock(tx, guild)
        row, own = _find(await card_sets.of_guild(tx, guild), version)
        if own.enabled is None:
            raise Refused(Message("set.refused.off"))
        await disable_within(host, tx, guild, row.game, row.key)
        await check_playable(host, tx, guild, row.game)
        await _note(host, tx, guild, "disabled", row.title, click.user)
        return await _look(host, tx, guild, own.newest.id)


async def disable_within(host: Host, tx: AsyncConnection, guild: int, game: str, key: str) -> None:
    """Disable a set, within a transaction that has locked the server's sets."""
    rows = [each for each in await card_sets.of_guild(tx, guild) if (each.game, each.key) == (game, key)]
    for row in rows:
        if row.enabled:
            await card_sets.enable(tx, row.id, enabled=False)
            if row is not rows[-1]:
                await card_sets.drop(tx, [row.id], host.now())


async def delete(host: Host, click: Click, guild: int, version: int) -> GuildSetRow:
    """Delete all versions of a server's set and return the newest. Raises Refused and Unsure."""
    async with click.transaction(host) as tx:
        await card_sets.lock(tx, guild)
        rows = await card_sets.of_guild(tx, guild)
        row, own = _find(rows, version)
        of_key = [each.id for each in rows if (each.game, each.key) == (row.game, row.key)]
        (newest,) = await host.sets(tx, row.game, [own.newest.hash])
        title, cards = own.newest.title, len(newest.cards)
        click.confirm(Message("ask.setdelete", {"title": title, "count": len(of_key), "cards": cards}))
        await card_sets.drop(tx, of_key, host.now())
        if own.enabled is not None:
            await check_playable(host, tx, guild, row.game)
        await _note(host, tx, guild, "deleted", own.newest.title, click.user)
        return own.newest


async def reconcile(host: Host) -> None:
    """Disable sets that no longer fit because the shipped sets have changed.

    For example, a new card may have the same name as one of theirs.
    """
    shipped = " ".join(version.hash for game in host.shipped.values() for version in game)
    async with host.database.transaction() as tx:
        if await notes.note(tx, "shipped sets") == shipped:
            return
        await notes.keep(tx, "shipped sets", shipped)
        rows = await card_sets.all_enabled(tx)
        for row in rows:
            beside = [
                each
                for each in rows
                if each.enabled and (each.guild, each.game) == (row.guild, row.game) and each is not row
            ]
            try:
                await _check_fit(host, tx, row, beside)
            except (Refused, ValidationError, KeyError) as error:
                row.enabled = False
                await card_sets.enable(tx, row.id, enabled=False)
                log.warning("set disabled", guild=row.guild, game=row.game, key=row.key, why=str(error))


def _grouped(rows: Sequence[GuildSetRow]) -> list[OwnSet]:
    versions: dict[tuple[str, str], list[GuildSetRow]] = {}
    for row in rows:
        versions.setdefault((row.game, row.key), []).append(row)
    return [OwnSet(each[-1], next((row for row in each if row.enabled), None)) for _, each in sorted(versions.items())]


def _find(rows: Sequence[GuildSetRow], version: int) -> tuple[GuildSetRow, OwnSet]:
    """Return a version and its set. Raises Refused if it no longer exists."""
    row = next((each for each in rows if each.id == version), None)
    if row is None:
        raise Refused(Message("set.refused.gone"))
    own = next(each for each in _grouped(rows) if (each.newest.game, each.newest.key) == (row.game, row.key))
    return row, own


async def _look(host: Host, connection: AsyncConnection, guild: int, version: int) -> SetContents:
    row, own = _find(await card_sets.of_guild(connection, guild), version)
    game = host.games[row.game]
    shipped = await _sets(host, connection, row.game, host.shipped[row.game])
    try:
        card_set = (await host.sets(connection, row.game, [row.hash]))[0]
        return SetContents(row, card_set, fitted(game, card_set, shipped), own)
    except (IllegalSet, ValidationError) as error:
        raise Refused(Message("set.refused.outdated")) from error
