"""Cards and classes that are looked up: complete, with their rulings, and within what Discord takes, in every game."""

import pytest

from bot.locale.catalogue import PSEUDO
from bot.ui import card_lookup
from bot.ui.games import RENDERERS
from bot.ui.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame
from engine.registry import GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_every_card_with_its_rulings_is_a_message(game: AnyGame, locale: str | None) -> None:
    renderer, cards = RENDERERS[game.spec.key], game.cards(shipped_sets(game))
    words = Words(locale, (), cards)
    for name in renderer.card_names(cards):
        page = renderer.card(name, cards, words)
        assert page is not None
        assert all(ruling in words.catalogue.ids for ruling in page.rulings)
        [embed] = card_lookup.card(page, words).embeds
        assert embed.title is not None
        assert len(embed) <= 6000
        assert "…" not in (embed.description or "")[-1:]
        assert all(words(ruling) in (embed.description or "") for ruling in page.rulings)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_every_ready_deck_is_listed_whole(game: AnyGame, locale: str | None) -> None:
    renderer, cards = RENDERERS[game.spec.key], game.cards(shipped_sets(game))
    words = Words(locale, (), cards)
    for ready in (deck for card_set in shipped_sets(game) for deck in card_set.decks):
        deck = deck_of(ready, cards).cards
        sections = renderer.deck(deck, cards, words)
        picture = renderer.deck_picture(deck, cards, words)
        [embed] = card_lookup.ready_deck(ready, game.spec.key, sections, (), words, picture).embeds
        text = (embed.description or "").replace("\\", "")
        assert all(f"**{name}**" in text for name in ready.cards), ready.name
        assert ready.plan in text
        assert not text.endswith("…")
        assert len(embed) <= 6000


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_the_pages_of_a_ready_deck_hold_the_rules_of_each_of_its_cards(game: AnyGame, locale: str | None) -> None:
    renderer, cards = RENDERERS[game.spec.key], game.cards(shipped_sets(game))
    words = Words(locale, (), cards)
    for ready in (deck for card_set in shipped_sets(game) for deck in card_set.decks):
        known = renderer.definitions(cards)
        deck = deck_of(ready, cards).cards
        found = {card: renderer.card_page(known[card], cards, words) for card in deck}
        pages = card_lookup.rules_pages([(page, deck[card]) for card, page in found.items() if page], words)
        shown = [card_lookup.rules_page(ready, game.spec.key, pages, number, words) for number in range(len(pages))]
        assert all(len(message.embeds[0]) <= 6000 for message in shown)
        for page in filter(None, found.values()):
            assert len([text for text in pages if page.text in text]) >= 1, page.title


RULINGS = {
    "Bowie Knife": ["fast"],
    "Transfusion Dregga": ["hit"],
    "Snake Bite": ["token"],
    "Thy Will Be Done": ["opposing", "become"],
    "Molten Ravager": ["item"],
    "Enraged": ["stack"],
    "Old Hunger": ["join"],
    "Tempting Light": ["spellfuse"],
    "Stoke the Blood": ["hp_cost", "no_figure"],
    "Overload": ["ruin"],
    "Decapitate": [],
}


@pytest.mark.parametrize("name", RULINGS)
def test_a_card_names_the_rulings_that_its_text_calls_for(name: str) -> None:
    game = GAMES["varia"]
    cards = game.cards(shipped_sets(game))
    page = RENDERERS["varia"].card(name, cards, Words(None, (), cards))
    assert page is not None
    assert list(page.rulings) == [f"varia.ruling.{ruling}" for ruling in RULINGS[name]]
