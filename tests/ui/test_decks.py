"""The bench and its neighbours stay within what Discord takes, whatever is in a deck, in the longest language too."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.host.decks.personal import Bench, key_of
from bot.locale.catalogue import PSEUDO
from bot.storage.decks import DeckRow
from bot.ui import deck_formats as formats_ui
from bot.ui import decks as decks_ui
from bot.ui.games import RENDERERS
from bot.ui.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import AnyGame, Cards, Deck, Message
from engine.registry import GAMES

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
        decks_ui.dropping(shown, words),
    ):
        assert message.view is not None
        check(message.view.to_components())
    out = decks_ui.export(shown, words)
    assert len(out.content or "") <= 2000
    assert shown.code in (out.content or "") + "".join(file.content.decode() for file in out.files)


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
