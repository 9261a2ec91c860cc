"""A person's own decks: names, limits, two devices at once, cards that are gone, and what a table takes."""

import asyncio
from typing import Any

import pytest

from bot.host import lobby
from bot.host.decks import choices, formats, personal
from bot.host.decks.personal import MOST_DECKS, NAME_LENGTH, Bench, DeckStarts, NoSuchDeck, key_of
from bot.host.kernel.host import Host
from bot.host.lobby import Opening
from bot.storage import decks as deck_rows
from bot.storage import matches
from cardsdb.deck_codes import MOST, DeckRefused, deck_code, deck_text
from cardsdb.deck_formats import format_text
from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import Deck, IllegalDeck
from engine.games.artbot.decks import STANDARD
from engine.games.varia.decks import LEVEL_CONSTRUCTED, OUT_OF_THE_BOX
from engine.registry import GAMES
from tests.host.players import ADA, BEN, CHANNEL, begin, click, opened

SERVER = 77
VARIA, ARTBOT = GAMES["varia"], GAMES["artbot"]
CARDS = shipped_cards(VARIA)
READY = [deck_of(ready, CARDS) for each in shipped_sets(VARIA) for ready in each.decks]
FREE = [each.card for each in VARIA.deck_cards(CARDS) if each.group.rpartition(".")[2] in ("attack", "block", "skill")]
BUILT = Deck("Built", dict.fromkeys(FREE[:10], 3))
CODE = deck_code("varia", BUILT)
LOW = LEVEL_CONSTRUCTED.model_copy(update={"name": "Low", "level": 1})


async def begun(host: Host, name: str = "Mine", user: int = ADA) -> Bench:
    return some(await personal.build(host, click(user), None, "varia", name, "New deck"))


async def taken_in(host: Host, text: str = CODE, name: str | None = BUILT.name, user: int = ADA) -> Bench:
    return some(await personal.take_in(host, click(user), None, "varia", text, name, "New deck"))


def some(bench: Bench | None) -> Bench:
    assert bench is not None
    return bench


async def names(host: Host, user: int = ADA) -> list[str]:
    return await personal.names(host, user)


async def test_a_deck_is_built_card_by_card(host: Host) -> None:
    bench = await begun(host)
    for card, count in (("honest-swing", 3), ("vigil", 2), ("honest-swing", 1), ("vigil", 0)):
        changed = personal.set_count(host, click(ADA), None, bench.row.id, bench.row.revision, key_of(card), count)
        bench = some(await changed)
    again = await personal.show(host, ADA, None, bench.row.id)
    assert again.row.cards == {"honest-swing": 1}
    assert [fault.id for fault in again.faults] == ["varia.deck.size"]


async def test_a_click_on_an_older_panel_changes_nothing(host: Host) -> None:
    bench = await begun(host)
    first, second = (
        personal.set_count(host, click(ADA), None, bench.row.id, bench.row.revision, key_of(card), 3)
        for card in ("honest-swing", "vigil")
    )
    shown = [some(each) for each in await asyncio.gather(first, second)]
    assert sorted(each.notice.id if each.notice else "" for each in shown) == ["", "deck.stale"]
    assert len((await personal.show(host, ADA, None, bench.row.id)).row.cards) == 1


async def test_an_interaction_that_comes_twice_is_taken_up_once(host: Host) -> None:
    once = click(ADA)
    assert await personal.build(host, once, None, "varia", None, "New deck") is not None
    assert await personal.build(host, once, None, "varia", None, "New deck") is None
    assert await names(host) == ["New deck"]


async def test_nobody_reaches_the_deck_of_somebody_else(host: Host) -> None:
    bench = await begun(host)
    deck, revision = bench.row.id, bench.row.revision
    for attempt in (
        personal.show(host, BEN, None, deck),
        personal.set_count(host, click(BEN), None, deck, revision, key_of("vigil"), 1),
        personal.rename(host, click(BEN), None, deck, "Stolen"),
        personal.copy(host, click(BEN), None, deck, None),
        personal.drop(host, click(BEN), deck),
    ):
        with pytest.raises(NoSuchDeck):
            await attempt
    assert await names(host) == ["Mine"]


@pytest.mark.parametrize(
    ("name", "reasons"),
    [
        (" ", ["deck.refused.name_empty"]),
        ("x" * (NAME_LENGTH + 1), ["deck.refused.name_long"]),
        ("@everyone", ["deck.refused.name_acting"]),
        ("<@1>\u202e" + "x" * NAME_LENGTH, ["name_long", "name_unseen", "name_acting"]),
        ("a\nb", ["deck.refused.name_unseen"]),
        ("MINE", ["deck.refused.name_taken"]),
        ("oathwarden", ["deck.refused.name_ready"]),
    ],
)
async def test_a_bad_name_is_refused_with_every_reason(host: Host, name: str, reasons: list[str]) -> None:
    await begun(host)
    other = await begun(host, "Other")
    for attempt in (
        personal.rename(host, click(ADA), None, other.row.id, name),
        personal.take_in(host, click(ADA), None, "varia", CODE, name, "New deck"),
        personal.copy(host, click(ADA), None, "Oathwarden", name),
    ):
        with pytest.raises(DeckRefused) as refused:
            await attempt
        assert [each.id.rpartition(".")[2] for each in refused.value.reasons] == [
            reason.rpartition(".")[2] for reason in reasons
        ]
    assert await names(host) == ["Mine", "Other"]


async def test_a_hundred_at_once_keep_the_limit_and_the_names_apart(host: Host) -> None:
    made = await asyncio.gather(
        *(personal.build(host, click(ADA), None, "varia", None, "New deck") for _ in range(MOST_DECKS + 5)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, DeckRefused) for each in made) == 5
    assert len(set(await names(host))) == MOST_DECKS
    same = await asyncio.gather(*(begun(host, "Same", BEN) for _ in range(5)))
    assert len({bench.row.id for bench in same}) == 1


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.spec.decks])
async def test_a_new_deck_is_legal_from_whichever_deck_it_starts(host: Host, game: str) -> None:
    found = await personal.starts(host, ADA, None, game, "Mine")
    assert isinstance(found, DeckStarts)
    ready = [each.name for card_set in shipped_sets(GAMES[game]) for each in card_set.decks]
    assert [each.ready.name for each in found.ready] == ready
    assert found.own == ()
    assert await names(host) == [], "looking stores nothing"
    for name in ready:
        assert some(await personal.copy(host, click(ADA), None, name, None)).faults == ()
    again = await personal.starts(host, ADA, None, game, None)
    assert isinstance(again, DeckStarts)
    assert [each.row.name for each in again.own] == await names(host)


async def test_a_new_deck_starts_from_no_deck_that_cannot_play_or_is_of_another_game(host: Host) -> None:
    await taken_in(host)
    await taken_in(host, f"31 {CARDS.name(FREE[0])}", "Too many")
    await personal.copy(host, click(ADA), None, "Foundry", "Robots")
    await taken_in(host, user=BEN)
    found = await personal.starts(host, ADA, None, "varia", None)
    assert isinstance(found, DeckStarts)
    assert [each.row.name for each in found.own] == [BUILT.name]


async def test_what_cannot_be_a_new_deck_is_refused_before_anybody_chooses(host: Host) -> None:
    bench = await begun(host)
    assert await personal.starts(host, ADA, None, "varia", "MINE") == bench
    for user, game, name, why in (
        (ADA, "zarcana", None, "deck.refused.no_decks"),
        (ADA, "nogame", "Mine", "deck.refused.no_decks"),
        (ADA, "varia", "oathwarden", "deck.refused.name_ready"),
        (BEN, "varia", "@everyone", "deck.refused.name_acting"),
    ):
        with pytest.raises(DeckRefused) as refused:
            await personal.starts(host, user, None, game, name)
        assert [each.id for each in refused.value.reasons] == [why]
    for _ in range(MOST_DECKS - 1):
        await personal.build(host, click(ADA), None, "varia", None, "New deck")
    with pytest.raises(DeckRefused) as refused:
        await personal.starts(host, ADA, None, "varia", None)
    assert [each.id for each in refused.value.reasons] == ["deck.refused.decks"]
    assert await personal.starts(host, ADA, None, "varia", "mine") == bench, "those that there are open all the same"


async def test_copies_of_ready_decks_own_decks_and_nothing(host: Host) -> None:
    copied = some(await personal.copy(host, click(ADA), None, "Oathwarden", None))
    assert (copied.row.name, copied.faults) == ("Oathwarden 2", ())
    again = some(await personal.copy(host, click(ADA), None, copied.row.id, "Shield"))
    assert again.row.cards == copied.row.cards
    with pytest.raises(NoSuchDeck):
        await personal.copy(host, click(ADA), None, "Nobody's", None)


async def test_code_and_text_come_back_as_the_same_deck(host: Host) -> None:
    by_code, by_text = await taken_in(host), await taken_in(host, deck_text(Deck("Other", BUILT.cards), CARDS), None)
    assert by_code.row.cards == by_text.row.cards == BUILT.cards
    assert by_code.code == CODE
    assert by_text.row.name == "Other"
    art = shipped_cards(ARTBOT)
    ready = deck_of(shipped_sets(ARTBOT)[0].decks[0], art)
    assert (await taken_in(host, deck_code("artbot", ready), "Robots")).row.game == "artbot"


@pytest.mark.parametrize("text", ["warmage-AAAA", "nogame-AAAA", "varia-", "3 Winded", "", "1 Honest Swing\nhello"])
async def test_what_is_no_deck_is_refused_and_stores_nothing(host: Host, text: str) -> None:
    with pytest.raises(DeckRefused) as refused:
        await taken_in(host, text)
    assert refused.value.reasons
    assert await names(host) == []


async def test_a_card_that_is_gone_is_said_and_can_be_taken_out(host: Host) -> None:
    bench = await taken_in(host)
    async with host.database.transaction() as tx:
        row = bench.row
        row.cards = {**row.cards, "vanished": 2}
        await deck_rows.change(tx, row, 0.0)
    shown = await personal.find(host, ADA, None, BUILT.name)
    assert shown.lost == ("vanished",)
    assert [fault.id for fault in shown.faults] == ["varia.deck.unknown"]
    assert "vanished" not in shown.deck.cards
    assert shown.code != CODE
    for count, notice in ((3, "deck.lost"), (0, None)):
        changed = personal.set_count(
            host, click(ADA), None, shown.row.id, shown.row.revision, key_of("vanished"), count
        )
        shown = some(await changed)
        assert (shown.notice.id if shown.notice else None) == notice
    assert shown.code == CODE


@pytest.mark.parametrize(
    ("key", "count"), [("", 1), ("nothing", 1), (key_of("winded"), 1), (key_of("vigil"), MOST + 1)]
)
async def test_a_forged_number_of_a_card_changes_nothing(host: Host, key: str, count: int) -> None:
    bench = await begun(host)
    shown = some(await personal.set_count(host, click(ADA), None, bench.row.id, bench.row.revision, key, count))
    assert shown.notice is not None
    assert not (await personal.show(host, ADA, None, bench.row.id)).row.cards


# At a table


def wanted(options: Any, *, deck: str | None = None, game: str = "varia") -> Opening:
    return Opening(game, "live", None, CHANNEL, options, house="easy", deck=deck)


async def test_a_seat_has_a_copy_of_the_deck(host: Host) -> None:
    bench = await taken_in(host)
    table = await opened(host, house="easy")
    assert await choices.fitting(host, table.match, ADA) == [BUILT.name]
    chosen = await lobby.choose_deck(host, click(ADA), table.match.id, BUILT.name)
    assert chosen.seats[0].deck == {"name": BUILT.name, "cards": BUILT.cards}
    await personal.drop(host, click(ADA), bench.row.id)
    started = await begin(host, click(ADA), table.match.id)
    assert started.seats[0].deck == {"name": BUILT.name, "cards": BUILT.cards}
    assert started.match.status == "running"


async def test_a_deck_that_does_not_fit_enters_no_table(host: Host) -> None:
    await taken_in(host)
    await taken_in(host, f"31 {CARDS.name(FREE[0])}", "Too many")
    table = await opened(host, house="easy")
    assert await choices.fitting(host, table.match, ADA) == [BUILT.name]
    for attempt in (
        lobby.choose_deck(host, click(ADA), table.match.id, "Too many"),
        lobby.open_table(host, click(ADA), wanted(VARIA.spec.options(), deck="Too many")),
    ):
        with pytest.raises(IllegalDeck) as refused:
            await attempt
        assert [each.id for each in refused.value.reasons] == [
            "deck.refused.here",
            "varia.deck.size",
            "varia.deck.copies",
        ]
    boxed = VARIA.spec.options(format=OUT_OF_THE_BOX)
    with pytest.raises(IllegalDeck):
        await lobby.open_table(host, click(ADA), wanted(boxed, deck=BUILT.name))


async def test_decks_are_checked_again_at_the_start(host: Host) -> None:
    await taken_in(host)
    table = await opened(host, house="easy")
    await lobby.choose_deck(host, click(ADA), table.match.id, BUILT.name)
    await lobby.choose_deck(host, click(ADA), table.match.id, "Oathwarden")
    async with host.database.transaction() as tx:
        row = await matches.get(tx, table.match.id, lock=True)
        assert row is not None
        await matches.change(tx, row, {"options": VARIA.spec.options(format=LOW).model_dump(mode="json")})
    with pytest.raises(IllegalDeck) as refused:
        await begin(host, click(ADA), table.match.id)
    assert {each.id for each in refused.value.reasons} == {"varia.deck.level"}
    assert (await lobby.look(host, table.match.id)).match.status == "lobby"


async def test_what_a_table_takes_follows_from_all_its_options(host: Host) -> None:
    """Art Bot's size is agreed at the table, and every ready deck fits it."""
    for size in (20, 30):
        table = await lobby.open_table(host, click(ADA), wanted(ARTBOT.spec.options(deck_size=size), game="artbot"))
        assert table is not None
        given = [seat.deck for seat in table.seats if seat.deck is not None]
        for choice in table.decks:
            chosen = (await lobby.choose_deck(host, click(ADA), table.match.id, choice.ready.name)).seats[0].deck
            assert chosen is not None
            given.append(chosen)
        assert len(given) > len(table.decks)
        assert {sum(deck["cards"].values()) for deck in given} == {size}


# Formats of a server


async def test_a_server_has_formats_of_its_own(host: Host) -> None:
    await formats.keep(host, SERVER, "varia", format_text(LOW))
    assert [*await formats.listed(host, SERVER, "varia")] == ["Level Constructed", "Out of the Box", "Open", "Low"]
    assert [*await formats.listed(host, SERVER + 1, "varia")] == ["Level Constructed", "Out of the Box", "Open"]
    bench = some(await personal.copy(host, click(ADA), SERVER, "Oathwarden", None))
    changed = personal.set_format(host, click(ADA), SERVER, bench.row.id, bench.row.revision, "Low")
    assert [fault.id for fault in some(await changed).faults] == ["varia.deck.level"]
    elsewhere = await personal.show(host, ADA, None, bench.row.id)
    assert elsewhere.wanted == LEVEL_CONSTRUCTED


async def test_a_table_keeps_the_format_that_it_was_opened_with(host: Host) -> None:
    two = LEVEL_CONSTRUCTED.model_copy(update={"name": "Two", "copies": 3, "level": 8})
    kept = await formats.keep(host, SERVER, "varia", format_text(two))
    table = await lobby.open_table(host, click(ADA), wanted(VARIA.spec.options(format=kept)))
    assert table is not None
    await formats.keep(host, SERVER, "varia", format_text(two.model_copy(update={"level": 1})))
    assert await formats.drop(host, click(ADA), SERVER, "varia", "TWO")
    assert not await formats.drop(host, click(ADA), SERVER, "varia", "Two")
    started = await begin(host, click(ADA), table.match.id)
    assert started.match.options["format"]["level"] == 8


async def test_the_opener_chooses_the_format_in_the_lobby(host: Host) -> None:
    """One of the game's own by its name, one of the server's with all its figures; any other is refused."""
    await formats.keep(host, SERVER, "varia", format_text(LOW))
    table = await opened(host, house="easy", guild=SERVER)
    for name, stored in (("Out of the Box", "Out of the Box"), ("Low", LOW.model_dump(mode="json"))):
        changed = await lobby.arrange(host, click(ADA), table.match.id, "option format", name)
        assert changed.match.options["format"] == stored
    with pytest.raises(lobby.Refused):
        await lobby.arrange(host, click(ADA), table.match.id, "option format", "High")
    with pytest.raises(IllegalDeck):
        await begin(host, click(ADA), table.match.id)


async def test_a_servers_formats_are_limited(host: Host) -> None:
    for number in range(formats.MOST):
        await formats.keep(host, SERVER, "artbot", format_text(STANDARD.model_copy(update={"name": f"No {number}"})))
    with pytest.raises(DeckRefused):
        await formats.keep(host, SERVER, "artbot", format_text(STANDARD.model_copy(update={"name": "More"})))
    await formats.keep(host, SERVER, "artbot", format_text(STANDARD.model_copy(update={"name": "no 3", "rarity": 1})))
    assert (await formats.listed(host, SERVER, "artbot"))["no 3"].model_dump()["rarity"] == 1
