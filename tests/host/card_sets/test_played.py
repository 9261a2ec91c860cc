"""Which card sets a server plays: obeyed wherever a table, a deck or a tournament takes its cards."""

from collections.abc import Awaitable, Callable, Collection

import pytest

from bot.host import lobby
from bot.host.card_sets import played, uploads
from bot.host.card_sets.played import choose_sets, sets_here
from bot.host.decks import personal
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import MINUTE
from bot.host.lobby import Opening
from bot.host.match import queries
from bot.host.tournament import creation
from bot.storage.card_sets import GuildSetRow
from cardsdb.sets import example, read_homebrew, shipped_sets, stored
from engine.contract import AnyGame, IllegalDeck
from tests.host.lobby.test_forks import forked
from tests.host.people.test_server_rules import over
from tests.host.players import ADA, BEN, CHANNEL, CLEO, begin, click
from tests.host.tournament.organisers import GUILD, ORGANISER

CLOSED = "mistbinder"
"""A set that the server doesn't play, with a deck of the same name."""


def keys(game: AnyGame) -> list[str]:
    return [each.key for each in shipped_sets(game)]


async def close(host: Host, *without: str) -> None:
    await choose_sets(host, GUILD, "varia", [key for key in keys(host.games["varia"]) if key not in without])


async def kept(host: Host, game: str, text: str) -> GuildSetRow:
    """Store a set of the server's own, as an upload does once its trial matches are over."""
    version = stored(read_homebrew(host.games[game], text, "own.toml"))
    async with host.database.transaction() as tx:
        number, _ = await uploads.keep(host, tx, ADA, GUILD, version, text)
    return await uploads.row(host, GUILD, number)


async def of_table(host: Host, user: int = ADA, guild: int = GUILD) -> Collection[str]:
    table = await lobby.open_table(host, click(user), Opening("varia", None, guild, CHANNEL))
    assert table is not None
    return table.match.sets


async def of_search(host: Host) -> Collection[str]:
    wanted = Opening("varia", None, GUILD, CHANNEL, sought=30 * MINUTE)
    table = await lobby.look_for(host, click(ADA), GUILD, wanted, {CHANNEL})
    assert table is not None
    return table.match.sets


async def of_tournament(host: Host) -> Collection[str]:
    made = await creation.create(host, click(ORGANISER), GUILD, CHANNEL, "varia", "Cup")
    assert made is not None
    return made.row.sets


async def of_rematch(host: Host) -> Collection[str]:
    return (await lobby.rematch(host, click(ADA), await over(host))).match.sets


HASHES: dict[str, Callable[[Host], Awaitable[Collection[str]]]] = {
    "open": of_table,
    "search": of_search,
    "tournament": of_tournament,
    "rematch": of_rematch,
}


@pytest.mark.parametrize("door", HASHES)
async def test_no_door_takes_cards_of_a_set_that_is_not_played(door: str, host: Host) -> None:
    shipped = {each.key: each.hash for each in host.shipped["varia"]}
    await close(host, CLOSED)
    assert set(await HASHES[door](host)) == {hash_ for key, hash_ in shipped.items() if key != CLOSED}
    assert set(await of_table(host, CLEO, GUILD + 1)) == set(shipped.values()), "another server plays all"


async def test_lookups_and_decks_know_only_what_is_played(host: Host) -> None:
    async def known() -> tuple[bool, bool, bool]:
        (cards,) = await queries.cards_of(host, "varia", GUILD)
        ready = await personal.ready_names(host, GUILD)
        return (
            "Mistbinder" in ready,
            "Mistbinder" in await queries.deck_names(host, "varia", GUILD),
            lost in cards.by_id,
        )

    lost = next(iter((await personal.find(host, ADA, GUILD, "Mistbinder")).row.cards))
    mine = await personal.copy(host, click(ADA), GUILD, "Mistbinder", "Mine")
    assert mine is not None
    assert not mine.lost
    assert all(await known())
    await close(host, CLOSED)
    assert not any(await known())
    assert lost in (await personal.find(host, ADA, GUILD, "Mine")).lost
    assert not (await personal.find(host, ADA, GUILD + 1, "Mine")).lost


async def test_a_deck_with_such_cards_begins_no_match(host: Host) -> None:
    await personal.copy(host, click(ADA), GUILD, "Mistbinder", "Mine")
    await close(host, CLOSED)
    with pytest.raises(IllegalDeck):
        await lobby.open_table(host, click(ADA), Opening("varia", None, GUILD, CHANNEL, deck="Mine"))


async def test_a_match_is_played_on_only_if_its_cards_are_played(host: Host) -> None:
    match = await over(host)
    used = {seat.deck["name"] for seat in (await lobby.look(host, match)).seats if seat.deck is not None}
    of_deck = {deck.name: each.key for each in shipped_sets(host.games["varia"]) for deck in each.decks}
    unused = next(key for name, key in of_deck.items() if name not in used and key not in {of_deck[n] for n in used})
    await close(host, unused)
    assert (await forked(host, match, 1, guild=GUILD)).open
    await close(host, of_deck[next(iter(used))])
    with pytest.raises(Refused) as refused:
        await forked(host, match, 1, guild=GUILD)
    assert refused.value.reason.id == "server.refused.sets"
    assert (await forked(host, match, 1, guild=GUILD + 1)).open, "another server plays all"


async def test_an_open_table_keeps_its_cards(host: Host) -> None:
    table = await lobby.open_table(host, click(ADA), Opening("varia", None, GUILD, CHANNEL, opponents=(BEN,)))
    assert table is not None
    await close(host, CLOSED)
    assert (await lobby.look(host, table.match.id)).match.sets == table.match.sets
    await lobby.join(host, click(BEN), table.match.id)
    assert (await begin(host, click(ADA), table.match.id)).match.status == "running"


async def test_a_servers_own_sets_are_chosen_in_the_same_way(host: Host) -> None:
    async def of_a_table(user: int) -> Collection[str]:
        table = await lobby.open_table(host, click(user), Opening("warmage", None, GUILD, CHANNEL))
        assert table is not None
        return table.match.sets

    own, (shipped,) = await kept(host, "warmage", example(host.games["warmage"])), host.shipped["warmage"]
    assert [each.played for each in await sets_here(host, GUILD, "warmage")] == [True, False]
    await choose_sets(host, GUILD, "warmage", [own.key])
    assert await of_a_table(ADA) == [own.hash]
    for act in (uploads.disable, uploads.delete):
        with pytest.raises(Refused) as refused:
            await act(host, click(ADA), GUILD, own.id)
        assert refused.value.reason.id == "set.refused.none"
    await choose_sets(host, GUILD, "warmage", [])
    assert [each.played for each in await sets_here(host, GUILD, "warmage")] == [True, False]
    assert await of_a_table(BEN) == [shipped.hash]
    await uploads.delete(host, click(ADA), GUILD, own.id)


@pytest.mark.parametrize(("chosen", "why"), [(["chess"], "set.refused.unknown"), (["guide"], "set.refused.no_deck")])
async def test_what_cannot_be_played_is_refused(chosen: list[str], why: str, host: Host) -> None:
    with pytest.raises(Refused) as refused:
        await choose_sets(host, GUILD, "varia", chosen)
    assert refused.value.reason.id == why
    assert all(each.played for each in await played.sets_here(host, GUILD, "varia"))


async def test_a_deck_needs_all_its_sets(host: Host) -> None:
    """A set of the server's own may build on cards that come with the game."""
    borrowed = next(each for each in shipped_sets(host.games["varia"]) if each.key == CLOSED)
    deck = borrowed.decks[0]
    cards = "\n".join(f'"{name}" = {count}' for name, count in deck.cards.items())
    text = (
        'game = "varia"\nkey = "borrowed"\ntitle = "Borrowed"\ncredit = "Us"\n'
        '[[cards]]\nkind = "action"\nname = "Tap"\ncost = { ap = 1 }\npower = 1\nfocus = 1\n'
        'types = ["physical", "attack"]\n'
        f'[[decks]]\nname = "Foggy"\ndifficulty = 1\nplan = "Hide."\n[decks.cards]\n{cards}\n'
    )
    own = await kept(host, "varia", text)
    everything = keys(host.games["varia"])
    await choose_sets(host, GUILD, "varia", [*everything, "borrowed"])
    with pytest.raises(Refused) as refused:
        await close_beside(host, "borrowed")
    assert refused.value.reason.id == "set.refused.needs"
    await close(host, CLOSED)
    with pytest.raises(Refused) as refused:
        await uploads.enable(host, click(ADA), GUILD, own.id)
    assert refused.value.reason.id == "set.refused.needs"


async def close_beside(host: Host, own: str) -> None:
    rest = [key for key in keys(host.games["varia"]) if key != CLOSED]
    await choose_sets(host, GUILD, "varia", [*rest, own])
