"""A server's own sets through the host's doors: proved, versioned, enabled for one server, never taken from a match."""

import asyncio
from contextlib import suppress
from random import Random

import msgspec
import pytest
from sqlalchemy import func, select, update

from bot.host import lobby
from bot.host.card_sets import uploads
from bot.host.card_sets.played import choose_sets
from bot.host.card_sets.proof import prove
from bot.host.card_sets.uploads import Faulty, Uploaded
from bot.host.fairness import exports, verification
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR
from bot.host.kernel.worker_pool import WorkerPool
from bot.host.lobby import Opening, Refused
from bot.host.match import queries
from bot.host.operations import retention
from bot.host.ratings import leaderboards, rating
from bot.host.tournament import creation
from bot.host.tournament.tournament import look
from bot.storage import card_sets as storage
from bot.storage import matches, set_versions
from bot.storage.schema import card_sets, guild_sets
from bot.storage.schema import matches as matches_table
from cardsdb.sets import example, read_homebrew, stored
from cardsdb.source import MOST_FAULTS
from tests.host.card_sets.proved_sets import keep, keep_and_enable
from tests.host.players import ADA, BEN, CHANNEL, begin, click, play_out, table_of
from tests.host.tournament import organisers
from tests.support.clocks import ManualClock

HERE, ELSEWHERE = 7001, 7002

TINY = """game = "varia"
key = "tiny"
title = "Tiny"
credit = "Us"
cards = [{ kind = "action", name = "Tap", cost = { ap = 1 }, power = 1, focus = 1, types = ["physical", "attack"] }]
"""


on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For what asks nothing of the database that other tests do not ask of both kinds."""


async def put(host: Host, text: str) -> Uploaded:
    taken = await uploads.upload(host, click(ADA), HERE, "tiny.toml", text.encode())
    assert taken is not None
    return taken


def opening(host: Host, game: str, guild: int | None, deck: str | None) -> Opening:
    options = host.games[game].spec.options()
    if host.games[game].spec.decks:
        options = options.model_copy(update={"format": host.games[game].spec.formats[-1]})
    return Opening(game, "live", guild, CHANNEL, options, opponents=(BEN,), deck=deck)


async def begun(host: Host, game: str, deck: str | None, guild: int = HERE) -> int:
    """Start a match of two people of a server with one of its decks."""
    opened = await lobby.open_table(host, click(ADA), opening(host, game, guild, deck))
    assert opened is not None
    await lobby.join(host, click(BEN), opened.match.id)
    await begin(host, click(ADA), opened.match.id)
    return opened.match.id


async def refusal(work: object) -> str:
    with pytest.raises(Refused) as refused:
        await work  # type: ignore[misc]
    return refused.value.reason.id


async def known_cards(host: Host, guild: int | None) -> set[str]:
    return {name for cards in await queries.cards_of(host, "varia", guild) for name in cards.by_id}


async def test_what_is_enabled_is_offered_in_its_server_alone(host: Host) -> None:
    with pytest.raises(Faulty) as faulty:
        await put(host, TINY.replace("power = 1", "power = 999").replace("focus = 1", "focuss = 1"))
    assert [(fault.line, fault.field) for fault in faulty.value.faults] == [(5, "power"), (5, "focuss")]
    assert await uploads.own_sets(host, HERE) == []

    taken = await put(host, example(host.games["varia"]))
    version = taken.looked.row.id
    assert "hot-soup" not in await known_cards(host, HERE)
    await uploads.enable(host, click(ADA), HERE, version)
    assert "hot-soup" in await known_cards(host, HERE)
    assert "Scullery" in await queries.deck_names(host, "varia", HERE)
    for guild in (ELSEWHERE, None):
        assert "hot-soup" not in await known_cards(host, guild)
        assert "Scullery" not in await queries.deck_names(host, "varia", guild)
        assert await refusal(lobby.open_table(host, click(ADA), opening(host, "varia", guild, "Scullery"))) == (
            "lobby.refused.deck"
        )
    for act in (uploads.enable, uploads.disable, uploads.delete):
        assert await refusal(act(host, click(ADA), ELSEWHERE, version)) == "set.refused.gone"
    assert await refusal(uploads.look(host, ELSEWHERE, version)) == "set.refused.gone"
    await uploads.disable(host, click(ADA), HERE, version)
    assert "hot-soup" not in await known_cards(host, HERE)


async def test_a_new_version_waits_to_be_enabled(host: Host) -> None:
    first = await keep_and_enable(host, ADA, HERE, TINY)
    assert (await put(host, TINY + "# the same\n")).known
    second = await put(host, TINY.replace("power = 1", "power = 2"))
    own = second.looked.own
    assert own.enabled is not None
    assert (own.newest.version, own.enabled.version) == (2, 1)
    assert await refusal(uploads.enable(host, click(ADA), HERE, first.id)) == "set.refused.older"
    enabled = (await uploads.enable(host, click(ADA), HERE, second.looked.row.id)).own.enabled
    assert enabled is not None
    assert enabled.version == 2
    assert (await uploads.source(host, HERE, enabled.id))[1].count("power = 2") == 1
    assert await refusal(uploads.look(host, HERE, first.id)) == "set.refused.gone"


@on_sqlite
async def test_a_match_keeps_its_cards_after_edit_deletion_and_restart(host: Host, clock: ManualClock) -> None:
    text = example(host.games["varia"])
    first = await keep_and_enable(host, ADA, HERE, text)
    match = await begun(host, "varia", "Scullery")
    pinned = (await table_of(host, match)).row.sets
    newer = await keep_and_enable(host, ADA, HERE, text.replace("power = 3", "power = 30"))
    await uploads.delete(host, click(ADA), HERE, newer.id)
    assert await uploads.own_sets(host, HERE) == []
    clock.advance(30 * DAY)
    await retention.sweep(host)

    again = Host(host.database, host.games, clock, host.chance, HOOKS)
    await again.store_sets()
    await uploads.reconcile(again)
    assert await play_out(again, clock, match, Random(4), (ADA, BEN)) > 10
    table = await table_of(again, match)
    assert table.row.sets == pinned
    assert table.cards.by_id["kettle-swing"].power == 3
    exported = await exports.export(again, match)
    assert verification.verify(msgspec.json.decode(msgspec.json.encode(exported)), host.games).match == match
    rematch = await lobby.rematch(again, click(BEN), match)
    assert first.hash not in rematch.match.sets


async def hashes(host: Host) -> set[str]:
    async with host.database.reading() as connection:
        return set(await connection.scalars(select(card_sets.c.hash)))


async def test_a_version_is_forgotten_when_nothing_names_it(host: Host, clock: ManualClock) -> None:
    shipped = await hashes(host)
    mine = await keep_and_enable(host, ADA, HERE, example(host.games["varia"]))
    other = await keep_and_enable(host, ADA, HERE, TINY)
    theirs = await keep(host, ADA, ELSEWHERE, TINY)
    assert other.hash == theirs.hash
    match = await begun(host, "varia", "Scullery")
    for row in (mine, other):
        await uploads.delete(host, click(ADA), HERE, row.id)
    clock.advance(retention.SET_LIFE - HOUR)
    await retention.sweep(host)
    async with host.database.reading() as connection:
        assert await connection.scalar(select(func.count()).select_from(guild_sets)) == 3
    clock.advance(DAY)
    await retention.sweep(host)
    assert await hashes(host) == {*shipped, mine.hash, other.hash}, "a match and another server name them"
    await uploads.delete(host, click(ADA), ELSEWHERE, theirs.id)
    async with host.database.transaction() as tx:
        await tx.execute(update(matches_table).where(matches_table.c.id == match).values(status="over"))
        await matches.delete(tx, [match])
    clock.advance(retention.SET_LIFE + HOUR)
    await retention.sweep(host)
    assert await hashes(host) == shipped


async def test_two_sets_of_a_server_cannot_share_a_name(host: Host) -> None:
    await keep_and_enable(host, ADA, HERE, TINY)
    second = await keep(host, ADA, HERE, TINY.replace("tiny", "two").replace("Tiny", "Two"))
    assert await refusal(uploads.enable(host, click(ADA), HERE, second.id)) == "set.refused.clash"
    with pytest.raises(Faulty) as faulty:
        await put(host, TINY.replace("tiny", "three"))
    assert {(fault.line, fault.field) for fault in faulty.value.faults} == {(3, "title"), (5, "name")}


async def test_everybody_at_once(host: Host) -> None:
    """However uploads, enabling and disabling meet, one version of a set is enabled at the most, one the newest."""
    versions = [
        stored(read_homebrew(host.games["varia"], TINY.replace("power = 1", f"power = {n}"), "t")) for n in range(4)
    ]

    async def act(number: int) -> None:
        async with host.database.transaction() as tx:
            await uploads.keep(host, tx, ADA, HERE, versions[number % 4], TINY)
        own = (await uploads.own_sets(host, HERE))[0]
        work = uploads.disable if number % 3 == 0 else uploads.enable
        with suppress(Refused):
            await work(host, click(ADA), HERE, own.newest.id)

    await asyncio.gather(*(act(number) for number in range(24)))
    async with host.database.reading() as connection:
        rows = (await connection.execute(select(guild_sets).where(guild_sets.c.dropped.is_(None)))).all()
        every = list(await connection.scalars(select(guild_sets.c.version)))
    assert len([row for row in rows if row.enabled]) <= 1
    assert len([row for row in rows if not row.enabled]) <= 1
    assert len(every) == len(set(every))


@on_sqlite
async def test_limits_of_a_server(host: Host, clock: ManualClock) -> None:
    for number in range(uploads.MOST_SETS):
        text = TINY.replace("tiny", f"t{number}").replace("Tiny", f"T{number}").replace("Tap", f"Tap {number}")
        await keep(host, ADA, HERE, text)
    assert await refusal(put(host, TINY)) == "set.refused.sets"
    async with host.database.transaction() as tx:
        await storage.note_uploads(tx, HERE, [host.now()] * uploads.MOST_UPLOADS)
    assert await refusal(put(host, TINY)) == "set.refused.uploads"
    clock.advance(HOUR + 1)
    with pytest.raises(Faulty):
        await put(host, "x")


@on_sqlite
async def test_an_interaction_uploads_once(host: Host) -> None:
    same = click(ADA)
    files = [uploads.upload(host, same, HERE, "tiny.toml", TINY.encode()) for _ in range(3)]
    assert sum(taken is not None for taken in await asyncio.gather(*files)) == 1


@on_sqlite
async def test_a_file_that_needs_too_much_is_refused(host: Host) -> None:
    host.worker_pool = WorkerPool(host.metrics, memory=1 << 20)
    (fault,) = (await prove(host, ADA, "large.toml", b"x = [" + b"[]," * 60_000 + b"]")).faults
    assert "too long" in fault.why


HOSTILE = {
    "dots": "a." * 99_000 + "a = 1",
    "lines": "\n" * 150_000 + 'game = "varia"\nkey = "tiny"\n',
    "spaces": 'game = "varia"\n' + "cards = [" + " " * 190_000 + "1]\n",
    "faults": 'game = "varia"\ncards = [' + "1," * 90_000 + "1]\n",
    "keys": 'game = "varia"\n' + "\n".join(f"k{n} = 1" for n in range(15_000)),
    "fields": 'game = "varia"\n' + "[[cards]]\n" * 15_000,
    "effects": TINY[: TINY.index("cards")]
    + "[[cards]]\nkind = 'action'\nname = 'B'\ntriggers = ["
    + "{ on = 'hit', do = [{ a = 1 }] }," * 5_000
    + "]",
}


@on_sqlite
async def test_a_hostile_file_is_told_what_is_wrong(host: Host) -> None:
    """No file needs more than it may: each gets reasons of its own, and few enough to be read."""
    files = enumerate(HOSTILE.items())
    verdicts = await asyncio.gather(*(prove(host, user, name, text.encode()) for user, (name, text) in files))
    for name, verdict in zip(HOSTILE, verdicts, strict=True):
        assert verdict.stored is None
        assert 0 < len(verdict.faults) <= MOST_FAULTS, name
        assert "too long" not in verdict.faults[0].why, name
    assert sum(verdict.more > 10_000 for verdict in verdicts) >= 2


@on_sqlite
async def test_what_no_longer_fits_the_shipped_sets_is_disabled(host: Host) -> None:
    """A release brings a card of the same name: new tables play without the server's set, and nothing else breaks."""
    former = await keep_and_enable(host, ADA, HERE, TINY)
    await uploads.reconcile(host)
    assert "tap" in await known_cards(host, HERE)
    rival = stored(read_homebrew(host.games["varia"], TINY.replace("tiny", "rival").replace("Tiny", "Rival"), "r"))
    async with host.database.transaction() as tx:
        await set_versions.keep(tx, rival)
    host.shipped["varia"] = (*host.shipped["varia"], rival)
    await uploads.reconcile(host)
    (own,) = await uploads.own_sets(host, HERE)
    assert own.enabled is None
    assert await refusal(uploads.look(host, HERE, former.id)) == "set.refused.outdated"
    assert await refusal(uploads.enable(host, click(ADA), HERE, former.id)) == "set.refused.clash"
    assert await begun(host, "varia", "Mistbinder")


@on_sqlite
async def test_no_tournament_with_a_servers_own_cards_is_rated(host: Host) -> None:
    await keep_and_enable(host, ADA, HERE, TINY)
    usual = await creation.create(host, click(ADA), ELSEWHERE, CHANNEL, "varia", "Cup")
    own = await creation.create(host, click(ADA), HERE, CHANNEL, "varia", "Cup")
    assert usual is not None
    assert own is not None
    assert (usual.row.rated, own.row.rated) == (True, False)
    with pytest.raises(Refused):
        await creation.arrange(host, click(ADA), own.row.id, "rated", "yes", manages=False)


@on_sqlite
async def test_no_match_of_a_tournament_with_a_servers_own_cards_is_rated(host: Host) -> None:
    await keep_and_enable(host, ADA, organisers.GUILD, example(host.games["artbot"]))
    found = await look(host, await organisers.begun(host, 4))
    match = await organisers.game_of(host, found.now_played[0])
    assert match is not None
    assert match.unrated == "own"


def adding(key: str, *copies: int) -> str:
    """A set that adds Spells to the common deck, in these numbers."""
    spells = (
        f'[[cards]]\nname = "{key.title()} {word}"\nschool = "ember"\ntiming = "reflex"\ncopies = {count}\n'
        'aims = [{ at = "spell" }]\ndo = [{ effect = "counter" }]\n'
        for word, count in zip(("Shout", "Murmur", "Hush"), copies, strict=False)
    )
    head = f'game = "warmage"\nkey = "{key}"\ntitle = "{key.title()} Spells"\ncredit = "Us"\nadds = true\n'
    return head + "".join(spells)


@on_sqlite
async def test_sets_that_add_are_played_with_the_shipped_deck_if_a_table_wants_them(host: Host) -> None:
    await keep_and_enable(host, ADA, HERE, adding("attic", 4, 3))
    await keep_and_enable(host, ADA, HERE, adding("cellar", 10, 2))
    await keep_and_enable(host, ADA, HERE, example(host.games["warmage"]))
    more = "Six Lanterns + Attic Spells + Cellar Spells"
    assert await queries.deck_names(host, "warmage", HERE) == ["Six Lanterns", more, "Hedge School"]
    assert await queries.deck_names(host, "warmage", ELSEWHERE) == ["Six Lanterns"]
    usual, match = [await begun(host, "warmage", deck) for deck in (None, more)]
    decks = [(await table_of(host, each)).cards.deck for each in (usual, match)]  # type: ignore[attr-defined]
    assert (len(decks[0]), len(decks[1]), decks[1][:60]) == (60, 79, decks[0])
    shown = await lobby.look(host, match)
    assert shown.own == ("Attic Spells", "Cellar Spells")
    assert rating.unrated(shown.match, shown.players) == "own"


@on_sqlite
async def test_sets_that_add_have_twenty_cards_together_and_no_name_of_a_shipped_spell(host: Host) -> None:
    await keep_and_enable(host, ADA, HERE, adding("attic", 10, 3))
    fits = await keep_and_enable(host, ADA, HERE, adding("cellar", 7))
    assert await refusal(keep_and_enable(host, ADA, HERE, adding("garden", 1))) == "set.refused.clash"
    await uploads.disable(host, click(ADA), HERE, fits.id)
    await keep_and_enable(host, ADA, HERE, adding("shed", 1))
    for text, why in (
        (adding("porch", 10, 10, 1), "1 to 20 cards together, and these are 21"),
        (adding("porch"), "Field required"),
        (adding("porch", 1).replace("Porch Shout", "Undertow"), "two cards have this name"),
        (adding("porch", 1).replace("Porch Shout", "Undertows"), "it looks like 'Undertow'"),
        (adding("porch", 7), "and these are 7, with 14 of other sets"),
    ):
        with pytest.raises(Faulty) as faulty:
            await put(host, text)
        assert any(why in fault.why for fault in faulty.value.faults), faulty.value.faults
    taken = await put(host, adding("porch", 6))
    assert taken.trials.matches
    assert taken.trials.unplayed == ()


@on_sqlite
async def test_the_name_of_sets_that_add_is_as_long_as_an_option_may_be(host: Host) -> None:
    for key in ("attic", "cellar"):
        long = f"{key.title()} {'W' * 50}"
        await keep_and_enable(host, ADA, HERE, adding(key, 4).replace(f"{key.title()} Spells", long))
    _, more = await queries.deck_names(host, "warmage", HERE)
    assert (len(more), more[-1]) == (100, "…")
    shown = await lobby.look(host, await begun(host, "warmage", more))
    assert [len(title) for title in shown.own] == [56, 57]


@on_sqlite
async def test_without_the_shipped_deck_there_is_nothing_to_add_to(host: Host) -> None:
    await keep_and_enable(host, ADA, HERE, adding("attic", 4))
    with pytest.raises(Refused) as refused:
        await choose_sets(host, HERE, "warmage", ["attic"])
    assert refused.value.reason.id == "set.refused.none"
    await keep_and_enable(host, ADA, HERE, example(host.games["warmage"]))
    await choose_sets(host, HERE, "warmage", ["attic", "hedge-school"])
    assert await queries.deck_names(host, "warmage", HERE) == ["Hedge School"]
    assert await queries.deck_names(host, "warmage", None) == ["Six Lanterns"]


@on_sqlite
async def test_a_common_deck_of_ones_own_is_played_instead(host: Host, clock: ManualClock) -> None:
    await keep_and_enable(host, ADA, HERE, example(host.games["warmage"]))
    assert await queries.deck_names(host, "warmage", HERE) == ["Six Lanterns", "Hedge School"]
    assert await queries.deck_names(host, "warmage", ELSEWHERE) == ["Six Lanterns"]
    usual = await begun(host, "warmage", None)
    match = await begun(host, "warmage", "Hedge School")
    assert (await lobby.look(host, match)).own == ("Hedge School",)
    decks = [(await table_of(host, each)).cards.deck for each in (usual, match)]  # type: ignore[attr-defined]
    assert (len(decks[0]), len(decks[1]), set(decks[0]) & set(decks[1])) == (60, 48, set())
    shown = [await lobby.look(host, each) for each in (usual, match)]
    assert [rating.unrated(each.match, each.players) for each in shown] == [None, "own"]
    await play_out(host, clock, match, Random(2), (ADA, BEN))
    assert await leaderboards.of_match(host, match) == ()
    assert (await table_of(host, match)).row.unrated == "own"
    rematch = await lobby.rematch(host, click(BEN), match)
    assert rematch.own == ("Hedge School",)
    assert await refusal(lobby.open_table(host, click(ADA), opening(host, "warmage", HERE, "Nobody's"))) == (
        "lobby.refused.deck"
    )
