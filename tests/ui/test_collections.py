"""Collections on screen: nothing is cut off, whatever one owns; what a button says is read back; album pages fit."""

from collections import Counter
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.host.collections.boosters import TodaysPack
from bot.host.collections.collection import Shelf
from bot.host.decks.choices import DeckChoice
from bot.storage.boosters import PackRow
from bot.ui.collections import boosters, collection, trades
from bot.ui.collections.collection import PAGE, WHICH, Filters
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import page_of
from bot.ui.messages.custom_ids import LONGEST, CustomId, parse
from bot.ui.pictures.album import CARD, Slot, album_picture
from bot.ui.texts.words import Words
from cardsdb.ledger import Copy
from cardsdb.sets import shipped_sets
from engine.contract import Message
from engine.registry import GAMES
from sandbox.seen import parts_of
from tests.e2e.forged_interactions import TEXTS

COLLECTED = [key for key, game in GAMES.items() if game.spec.collecting is not None]
LOCALES = ("en", "en-XA")
NOW = 1_800_000_000.0
NO_PACK = Message("pack.barrier.account", {"when": int(NOW)})


def shelf_of(game: str, each: int, *, starter: str | None = "Foundry") -> Shelf:
    """A collection with so many copies of each card, in all states."""
    rules = GAMES[game]
    sets = shipped_sets(rules)
    pool, how = rules.cards(sets), rules.spec.collecting
    assert how is not None
    states: list[dict[str, Any]] = [{}, {"bound": True}, {"ripens": 9}, {"held": NOW + 1}]
    held = {
        card: tuple(Copy(number, game, card, 1, **states[number % 4]) for number in range(each))
        for card in how.album(pool)
        if each
    }
    decks = tuple(DeckChoice(ready, {}) for card_set in sets for ready in card_set.decks)
    return Shelf(game, how.album(pool), pool, held, {}, 8, starter, decks, NOW, NO_PACK)


@pytest.mark.parametrize("game", COLLECTED)
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("each", [0, 1, 7])
@pytest.mark.parametrize("which", WHICH)
def test_a_collection_fits_a_panel_and_every_card_is_on_one_page(game: str, locale: str, each: int, which: str) -> None:
    shelf, how = shelf_of(game, each, starter=None), GAMES[game].spec.collecting
    assert how is not None
    words, seen = Words(locale, cards=shelf.pool), Counter[str]()
    for number in range(len(shelf.album) // PAGE + 1):
        filters = Filters(game, which=which, page=number)
        shown = collection.panel(shelf, how, filters, words)
        assert shown.view is not None
        parts = list(parts_of(shown.view.to_components()))
        assert len(parts) <= 40
        assert sum(len(part["content"]) for part in parts if part["type"] == 10) <= 4000
        assert all(len(part["custom_id"]) <= LONGEST for part in parts if "custom_id" in part)
        if number * PAGE < len(collection.chosen(shelf, how, filters)):
            seen.update(collection.shown_of(shelf, how, filters))
    assert seen == Counter(collection.chosen(shelf, how, Filters(game, which=which)))


filters_any = st.builds(
    Filters,
    st.sampled_from(COLLECTED),
    st.none() | st.integers(0, 9),
    st.none() | st.integers(0, 9),
    st.sampled_from(WHICH),
    st.integers(0, 99),
)


@given(filters_any)
def test_filters_are_read_back_from_a_button(filters: Filters) -> None:
    wanted = parse(str(CustomId("album", argument=f"which:{filters}")))
    assert Filters.read(wanted.argument.partition(":")[2]) == filters


@given(st.text(max_size=64), st.sampled_from(["which", "rarity", "kind", "page", "x"]), st.text(max_size=9))
def test_forged_filters_show_something(text: str, what: str, value: str) -> None:
    changed = Filters.read(text).changed(what, value)
    assert changed.which in WHICH
    assert changed.page >= 0


@pytest.mark.parametrize("count", [1, 10])
@pytest.mark.parametrize("locale", LOCALES)
def test_the_modal_of_a_trade_offers_every_card_once_before_any_twice(count: int, locale: str) -> None:
    shelf = shelf_of(COLLECTED[0], 0)
    pool = shelf.pool
    could = {(COLLECTED[0], card): count for card in shelf.album}
    does = {next(iter(could)): 1}
    names = {COLLECTED[0]: Words(locale, cards=pool)}
    modal = trades.offer_modal(CustomId("tradegive", 7), "Trade 7", could, does, names, Words(locale)).to_dict()
    assert 1 <= len(modal["components"]) <= 5
    selects = [part for part in parts_of(modal["components"]) if part["type"] == 3]
    options = [option for select in selects for option in select["options"]]
    assert all(len(select["options"]) <= 25 for select in selects)
    assert {tuple(option["value"].split("/")[:2]) for option in options} == set(could)
    assert [option["value"] for option in options if option.get("default")] == ["/".join((*next(iter(could)), "1"))]
    assert trades.wanted_cards([option["value"] for option in options[:3]]).total() == 3


def test_an_album_page_is_as_large_as_its_cards_need() -> None:
    face = album_picture("face.png", [Slot("A face of some other shape", None, 1)], "a card")
    for count in (1, 3, 4, PAGE):
        picture = album_picture(
            "album.png", [Slot(f"Card {n}", face if n % 2 else None, n) for n in range(count)], "**some** cards"
        )
        with Image.open(BytesIO(picture.content)) as image:
            assert image.width > 3 * CARD[0]
            assert -(-count // 3) * CARD[1] <= image.height < (-(-count // 3) + 1) * CARD[1]
        assert picture.description == "some cards"


@pytest.mark.parametrize("game", COLLECTED)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_pack_is_shown_card_by_card_and_then_whole(game: str, locale: str) -> None:
    rules, renderer = GAMES[game], RENDERERS[game]
    pool, how = rules.cards(shipped_sets(rules)), rules.spec.collecting
    assert how is not None
    album = how.album(pool)
    cards = list(album)[: len(how.pack)]
    row = PackRow(7, 1, game, 1, b"", [], "", cards, NOW)
    pack = TodaysPack(game, how, pool, album, None, row, "", NOW)
    words = Words(locale, cards=pool)
    for at, card in enumerate(cards):
        shown = boosters.one_card(pack, at, page_of(renderer, pool.name(card), pool, words), words)
        assert shown.view is not None
        text = "\n".join(part["content"] for part in parts_of(shown.view.to_components()) if part["type"] == 10)
        assert words.card(card) in text
        assert words("pack.card_of", number=at + 1, count=len(cards)) in text
        assert words("pack.owned", count=len(cards)) in text
        ids = [parse(part["custom_id"]) for part in parts_of(shown.view.to_components()) if "custom_id" in part]
        onward = [at + 1, len(cards)] if at + 1 < len(cards) else [len(cards)]
        assert [(each.action, each.revision) for each in ids] == [("reveal", row.id)] * len(onward)
        assert [int(each.argument) for each in ids] == onward
    whole = boosters.pack(pack, words)
    assert whole.view is not None
    assert all(words.card(card) in str(whole.view.to_components()) for card in cards)


@pytest.mark.parametrize("what", ["which", "rarity", "kind", "page", "other"])
@pytest.mark.parametrize("forged", TEXTS, ids=lambda text: ascii(text)[:20])
def test_no_forged_filter_is_more_than_a_custom_id_holds(what: str, forged: str) -> None:
    """Found by forged clicks: a number of sixty digits did not fit into the next button."""
    game = next(name for name, each in GAMES.items() if each.spec.collecting is not None)
    for filters in (Filters.read(f"{game}:{forged}:{forged}:{forged}:{forged}"), Filters(game).changed(what, forged)):
        assert filters.which in WHICH
        assert len(str(CustomId("album", argument=f"{what}:{filters}"))) <= LONGEST
        assert Filters.read(str(filters)) == filters
