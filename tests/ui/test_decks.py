"""The bench and its neighbours stay within what Discord takes, whatever is in a deck, in the longest language too."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.decks.choices import DeckChoice
from bot.host.decks.personal import MOST_DECKS, Bench, DeckStarts, key_of
from bot.locale.catalogue import PSEUDO
from bot.storage.decks import DeckRow
from bot.ui.decks import formats as formats_ui
from bot.ui.decks import personal as decks_ui
from bot.ui.decks.choice import FACES, DeckPictures
from bot.ui.decks.personal import BenchPictures
from bot.ui.games import RENDERERS
from bot.ui.games.deck_pictures import MOST, deck_beside, deck_spread
from bot.ui.games.deck_strengths import strengths
from bot.ui.messages.custom_ids import parse
from bot.ui.pictures.album import Slot, album_picture
from bot.ui.pictures.deck_spread import tiles_scene
from bot.ui.pictures.painter import texts
from bot.ui.texts.words import Spoken, Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame, Cards, Deck, Message
from engine.registry import GAMES
from tests.ui.test_panel import texts_of

WITH_DECKS = [game for game in GAMES.values() if game.spec.decks]
LOST = {f"gone-{number}": 3 for number in range(9)}


@cache
def pool_of(game: AnyGame) -> Cards:
    pool: Cards = game.cards(shipped_sets(game))
    return pool


def bench(game: AnyGame, cards: dict[str, int], wanted: int = 0, notice: Message | None = None) -> Bench:
    pool = pool_of(game)
    held = game.deck_cards(pool)
    form = game.spec.formats[wanted]
    row = DeckRow(10**15, 1, game.spec.key, "W" * 32, form.name, cards, 10**6, 0.0)
    faults = game.deck_faults(Deck(row.name, cards), pool, form)
    lost = tuple(card for card in cards if card not in {each.card for each in held})
    return Bench(row, pool, held, {each.name: each for each in game.spec.formats}, form, faults, lost, notice)


def check(parts: list[dict[str, Any]]) -> None:
    """Check a panel's parts against Discord's limits."""
    flat = [*walked(parts)]
    assert len(flat) <= 40
    assert sum(len(part["content"]) for part in flat if part["type"] == 10) <= 4000
    ids = [part["custom_id"] for part in flat if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    assert max(map(len, ids), default=0) <= 100
    for part in flat:
        assert part["type"] != 1 or 1 <= len(part["components"]) <= 5
        if part["type"] == 3:
            values = [option["value"] for option in part["options"]]
            assert 1 <= len(values) <= 25
            assert len(set(values)) == len(values)
            assert all(1 <= len(option["label"]) <= 100 for option in part["options"])


def walked(parts: list[dict[str, Any]]) -> Any:
    for part in parts:
        yield part
        yield from walked(part.get("components", []))
        yield from walked([part["accessory"]] if "accessory" in part else [])


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
@pytest.mark.parametrize("locale", [None, PSEUDO])
@settings(deadline=None, max_examples=12)
@given(data=st.data())
def test_a_bench_fits(game: AnyGame, locale: str | None, data: st.DataObject) -> None:
    pool = pool_of(game)
    ids = [each.card for each in game.deck_cards(pool)]
    counts = st.dictionaries(st.sampled_from([*ids, *LOST]), st.integers(1, 99), max_size=99)
    cards = data.draw(counts | st.just({**dict.fromkeys(ids[:90], 99), **LOST}))
    looked_at = data.draw(st.sampled_from([None, *ids, *LOST]))
    shown = bench(game, cards, data.draw(st.integers(0, len(game.spec.formats) - 1)), Message("deck.stale"))
    words, renderer = Words(locale, (), shown.cards), RENDERERS[game.spec.key]
    page = data.draw(st.integers(0, 30))
    key = "" if looked_at is None else key_of(looked_at)
    for message in (
        decks_ui.bench(shown, words, renderer, page, key),
        decks_ui.deck_sheet(shown, words, renderer),
        decks_ui.deck_list([shown], words),
    ):
        assert message.view is not None
        check(message.view.to_components())
    out = decks_ui.export(shown, words)
    assert len(out.content or "") <= 2000
    assert shown.code in (out.content or "") + "".join(file.content.decode() for file in out.files)


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
@pytest.mark.parametrize("locale", [None, PSEUDO])
@pytest.mark.parametrize("times", [0, 1, 9])
def test_every_deck_to_start_from_is_on_a_page_that_fits(game: AnyGame, locale: str | None, times: int) -> None:
    """As many decks of the person's own as there can be, and few or many ready ones, with their faces."""
    first = [deck for card_set in shipped_sets(game) for deck in card_set.decks]
    ready = [each.model_copy(update={"name": f"{each.name} {n}".strip()}) for n in range(times) for each in first]
    own = tuple(
        replace(each, row=replace(each.row, id=10**15 + number, name=f"{number:032}"))
        for number, each in enumerate([bench(game, {})] * MOST_DECKS)
    )
    choices = tuple(DeckChoice(each, {}) for each in ready)
    shown = DeckStarts(str(game.spec.key), "W" * 32, pool_of(game), choices, own)
    face = album_picture("face.png", [Slot("A face", None, 1)], "a face")
    pictured = DeckPictures(faces={each.name: face for each in ready[:FACES]})
    found = set()
    for page in range(12):
        message = decks_ui.start(shown, Words(locale, (), shown.cards), pictured, page)
        assert message.view is not None
        check(message.view.to_components())
        selects = [part for part in walked(message.view.to_components()) if part["type"] == 3]
        found |= {
            option["value"]
            for part in selects
            if parse(part["custom_id"]).action == "deckstart"
            for option in part["options"]
        }
    assert found == {f"own {each.row.id}" for each in own} | {f"ready {each.name}" for each in ready}


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_pictures_of_a_deck_show_and_describe_each_card_once(game: AnyGame, locale: str | None) -> None:
    pool, renderer = pool_of(game), RENDERERS[game.spec.key]
    words = Words(locale, (), pool)
    for ready in (deck for card_set in shipped_sets(game) for deck in card_set.decks):
        shown = bench(game, dict(deck_of(ready, pool).cards))
        told = "\n".join(decks_ui.heading(shown, Spoken.of(words), renderer))
        whole = deck_spread(renderer, shown.deck, shown.deck.cards, pool, shown.wanted, told, words)
        assert len(whole) <= 10
        assert all(picture.says_all for picture in whole)
        lines = [line for picture in whole[1:] for line in picture.description.splitlines()]
        assert len(lines) == len(shown.row.cards)
        for card, count in shown.row.cards.items():
            assert any(pool.name(card) in line and line.partition(" ")[0].endswith(str(count)) for line in lines)
        message = decks_ui.bench(shown, words, renderer, pictured=BenchPictures(whole, "deck"))
        assert message.view is not None
        check(message.view.to_components())
        assert not any(
            pool.name(card) in text for card in shown.row.cards for text in texts_of(message.view.to_components())
        )


def test_tiles_show_what_their_cards_are_called_and_how_many_there_are() -> None:
    for game in WITH_DECKS:
        pool = pool_of(game)
        ready = next(deck for card_set in shipped_sets(game) for deck in card_set.decks)
        deck = deck_of(ready, pool).cards
        look = RENDERERS[game.spec.key].deck_look(deck, pool, game.spec.formats[0], Words(None, (), pool))
        assert look is not None
        for tile, _ in look.cards:
            written = " ".join(texts(tiles_scene((tile,)).items))
            assert tile.name in written
            assert (f"×{tile.copies}" in written) == (tile.copies > 1)
        assert {tile.name: tile.copies for tile, _ in look.cards} == {pool.name(card): n for card, n in deck.items()}


def test_cards_that_no_picture_has_room_for_are_listed() -> None:
    game = GAMES["varia"]
    pool, renderer = pool_of(game), RENDERERS["varia"]
    many = dict.fromkeys([each.card for each in game.deck_cards(pool)][: MOST + 1], 1)
    for cards in ({**many}, dict(list(many.items())[:MOST])):
        shown = bench(game, {**cards, "gone-1": 2})
        words = Words(None, (), pool)
        whole = deck_spread(renderer, shown.deck, shown.deck.cards, pool, shown.wanted, "", words)
        message = decks_ui.bench(shown, words, renderer, pictured=BenchPictures(whole, "deck"))
        assert message.view is not None
        written = "\n".join(texts_of(message.view.to_components()))
        assert "2× gone-1" in written
        assert all((f"1× {pool.name(card)}" in written) == (len(cards) > MOST) for card in cards)


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
def test_a_card_stands_beside_the_deck_and_is_read_there(game: AnyGame) -> None:
    pool, renderer = pool_of(game), RENDERERS[game.spec.key]
    words = Words(None, (), pool)
    card = game.deck_cards(pool)[0].card
    shown = bench(game, {card: 2})
    picture = deck_beside(renderer, shown.deck, pool, shown.wanted, card, "told", words)
    assert picture is not None
    readable = renderer.readable(renderer.definitions(pool)[card], 2, pool, words)
    assert readable is not None
    assert "×2" in [*texts(readable.scene().items)]
    message = decks_ui.bench(shown, words, renderer, key=key_of(card), pictured=BenchPictures((picture,), "card"))
    assert message.view is not None
    assert [part["type"] for part in walked(message.view.to_components())].count(12) == 1
    actions = {parse(part["custom_id"]).action for part in walked(message.view.to_components()) if "custom_id" in part}
    assert actions == {"benchpage", "benchcard", "benchset", "bench"}  # the whole deck has the rest
    assert texts_of(message.view.to_components())[-1] == words("deck.how_many")


@pytest.mark.parametrize(
    ("most", "copies", "offered"),
    [
        (3, 0, [0, 1, 2, 3]),
        (3, 3, [0, 1, 2, 3]),
        (1, 1, [0, 1]),
        (1, 2, [0, 1, 2]),
        (None, 0, [0, 1, 2, 3]),
        (None, 9, [0, 8, 9, 10]),
    ],
)
def test_the_number_of_copies_is_one_row_in_which_the_present_one_stands_out(
    most: int | None, copies: int, offered: list[int]
) -> None:
    game = GAMES["varia"]
    card = next(each.card for each in game.deck_cards(pool_of(game)) if each.group.endswith(".attack"))
    shown = bench(game, {card: copies} if copies else {})
    shown = replace(shown, wanted=game.spec.formats[0].model_copy(update={"copies": most}))
    message = decks_ui.bench(shown, Words(None, (), shown.cards), RENDERERS["varia"], key=key_of(card))
    assert message.view is not None
    buttons = [each for each in walked(message.view.to_components()) if "benchset" in each.get("custom_id", "")]
    assert [each["label"] for each in buttons] == [str(number) for number in offered]
    assert [each["label"] for each in buttons if each["style"] == 1] == [str(copies)]


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
def test_every_card_can_be_seen_while_browsing(game: AnyGame) -> None:
    card = game.deck_cards(pool_of(game))[0].card
    shown = bench(game, {card: 2, "gone-1": 1})
    found = [decks_ui.cards_on(shown, page) for page in range(30)]
    assert {card for page in found for card in page} == {each.card for each in shown.held}
    assert {page[card] for page in found if card in page} == {2}


def test_a_deck_is_strong_in_what_it_has_more_of_than_usual() -> None:
    pool = ["a", "b", "c", "d"]
    traits = {"odd": {"a", "c"}, "last": {"d"}, "every": {*pool}, "none": {"x"}}
    usual = [dict.fromkeys(pool, 2)]
    assert strengths({"a": 3, "c": 3}, traits, usual) == ["odd"]
    assert strengths({"d": 5, "b": 1}, traits, usual) == ["last"]
    assert strengths({"d": 4, "a": 4}, traits, usual) == ["last"]
    assert strengths({"d": 4}, traits, usual) == []


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
def test_each_strength_has_a_text(game: AnyGame) -> None:
    pool, words = pool_of(game), Words(None)
    decks = [deck_of(deck, pool).cards for card_set in shipped_sets(game) for deck in card_set.decks]
    decks += [{card: 9} for card in (each.card for each in game.deck_cards(pool))]
    named = {trait for deck in decks for trait in RENDERERS[game.spec.key].good_at(deck, pool)}
    assert named
    assert all(f"{game.spec.key}.good.{trait}" in words.catalogue.ids for trait in named)


def test_every_card_can_be_reached() -> None:
    shown = bench(GAMES["varia"], {})
    words, renderer = Words(None, (), shown.cards), RENDERERS["varia"]
    found = set()
    for page in range(25):
        message = decks_ui.bench(shown, words, renderer, page)
        assert message.view is not None
        selects = [part for part in walked(message.view.to_components()) if part["type"] == 3]
        found |= {option["value"] for option in selects[1]["options"]}
    assert found == {key_of(each.card) for each in shown.held}


def test_reasons_that_do_not_fit_are_counted() -> None:
    reasons = [Message("varia.deck.unknown", {"card": "x" * 60})] * 99
    text = decks_ui.refusal(reasons, Words(None))
    assert len(text) < 1500
    assert f"{99 - text.count('⚠️')} more" in text


@pytest.mark.parametrize("game", WITH_DECKS, ids=lambda game: str(game.spec.key))
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_formats_are_shown_with_their_figures(game: AnyGame, locale: str | None) -> None:
    words = Words(locale)
    many = [each.model_copy(update={"name": f"{each.name[:28]} {n}"}) for n in range(20) for each in game.spec.formats]
    shown = formats_ui.formats(game.spec.key, many, words)
    assert len(shown.embeds[0].description or "") <= 4096
    assert "{value}" not in str(shown.embeds[0].description)
    assert formats_ui.modal(game.spec.key, game.spec.formats[0], words).to_dict()["title"]
    labels = [part["label"] for part in formats_ui.modal(game.spec.key, many[0], words).to_dict()["components"]]
    assert all(len(label) <= 45 for label in labels if locale is None)
