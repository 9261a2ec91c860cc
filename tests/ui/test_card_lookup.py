"""Cards and classes that are looked up: complete, with their rulings, and within what Discord takes, in every game."""

import pytest

from bot.interactions.card_lookup import pages_of
from bot.locale.catalogue import PSEUDO
from bot.ui.cards import lookup as card_lookup
from bot.ui.cards.lookup import PAIR
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import card_picture, cards_picture, names_of, page_of
from bot.ui.games.deck_pictures import HARDEST, deck_picture, deck_portrait, level_of
from bot.ui.lobby.play_menu import SoloMatch
from bot.ui.messages.custom_ids import parse
from bot.ui.messages.outgoing import Outgoing
from bot.ui.pictures.deck_banner import LEANS, Banner, banner_scene
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION, Picture
from bot.ui.texts.words import Rendered, Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame
from engine.registry import GAMES
from tests.ui.test_decks import check, walked
from tests.ui.test_panel import texts_of


def texts_of_layout(message: Outgoing) -> list[str]:
    """Return the texts of a message made of components."""
    assert message.view is not None
    return texts_of(message.view.to_components())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_every_card_with_its_rulings_is_a_message(game: AnyGame, locale: str | None) -> None:
    renderer, cards = RENDERERS[game.spec.key], game.cards(shipped_sets(game))
    words = Words(locale, (), cards)
    for name in names_of(renderer, cards):
        page = page_of(renderer, name, cards, words)
        assert page is not None
        assert all(ruling in words.catalogue.ids for ruling in page.rulings)
        [embed] = card_lookup.card(page, words).embeds
        assert embed.title is not None
        assert len(embed) <= 6000
        assert "…" not in (embed.description or "")[-1:]
        assert all(words(ruling) in (embed.description or "") for ruling in page.rulings)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_card_is_drawn_for_somebody_who_looks_it_up_outside_a_match(game: AnyGame) -> None:
    renderer, cards = RENDERERS[game.spec.key], game.cards(shipped_sets(game))
    name = names_of(renderer, cards)[0]
    assert card_picture(renderer, name, cards, Words(None)) is not None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_every_ready_deck_is_listed_whole(game: AnyGame, locale: str | None) -> None:
    renderer, cards = RENDERERS[game.spec.key], game.cards(shipped_sets(game))
    words = Words(locale, (), cards)
    for ready in (deck for card_set in shipped_sets(game) for deck in card_set.decks):
        deck = deck_of(ready, cards).cards
        sections = renderer.deck(deck, cards, words)
        written = texts_of_layout(card_lookup.ready_deck(ready, game.spec.key, sections, (), words))
        text = "\n".join(written).replace("\\", "")
        assert all(f"**{name}**" in text for name in ready.cards), ready.name
        assert ready.plan in text
        assert not text.endswith("…")
        assert sum(map(len, written)) <= 4000


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_the_pages_of_a_ready_deck_hold_the_rules_of_each_of_its_cards_once(game: AnyGame, locale: str | None) -> None:
    renderer, cards = RENDERERS[game.spec.key], game.cards(shipped_sets(game))
    words = Words(locale, (), cards)
    for ready in (deck for card_set in shipped_sets(game) for deck in card_set.decks):
        deck = deck_of(ready, cards).cards
        listed = pages_of(deck, renderer, cards, words)
        pages = card_lookup.cards_pages(listed, words)
        numbers = range(1, len(pages) + 1)
        shown = [card_lookup.cards_page(ready, game.spec.key, pages, number, words) for number in numbers]
        assert all(sum(map(len, texts_of_layout(message))) <= 4000 for message in shown)
        assert [card for page in pages for card in page.cards] == [(card, deck.get(card, 1)) for card, _, _ in listed]
        assert deck.keys() <= {card for page in pages for card, _ in page.cards}
        for card, page, _ in listed:
            [there] = [each for each in pages if card in dict(each.cards)]
            assert page.text in there.text, page.title


def test_a_page_says_in_words_what_its_pictures_do_not() -> None:
    game, renderer = GAMES["varia"], RENDERERS["varia"]
    cards = game.cards(shipped_sets(game))
    words = Words(None, (), cards)
    ready = next(deck for card_set in shipped_sets(game) for deck in card_set.decks)
    deck = deck_of(ready, cards).cards
    [first, *_] = pages = card_lookup.cards_pages(pages_of(deck, renderer, cards, words), words)
    full = Picture("a.png", b"", "all of it")
    cut = Picture("b.png", b"", "x" * DESCRIPTION)
    written = "\n".join(texts_of_layout(card_lookup.cards_page(ready, "varia", pages, 1, words, [full, cut])))
    assert [text in written for text in first.texts] == [False] * PAIR + [True] * (len(first.texts) - PAIR)


def test_a_page_of_cards_is_a_picture_whose_description_names_each_card() -> None:
    for key, name in (("varia", "Evenlight Pilgrim"), ("artbot", "Salon")):
        game, renderer = GAMES[key], RENDERERS[key]
        cards = game.cards(shipped_sets(game))
        words = Words(None, (), cards)
        ready = next(deck for card_set in shipped_sets(game) for deck in card_set.decks if deck.name == name)
        deck = deck_of(ready, cards).cards
        for page in card_lookup.cards_pages(pages_of(deck, renderer, cards, words), words):
            picture = cards_picture(renderer, page.cards, cards, words)
            assert picture is not None
            assert len(picture.description) <= DESCRIPTION
            lines = picture.description.splitlines()
            for (card, count), line in zip(page.cards, lines, strict=True):
                assert line.startswith(cards.name(card) + (f" ×{count}:" if count > 1 else ":"))


def test_a_ready_deck_is_described_as_its_picture_shows_it() -> None:
    for game, renderer in ((each, RENDERERS[key]) for key, each in GAMES.items()):
        cards = game.cards(shipped_sets(game))
        words = Words(None, (), cards)
        decks = [(deck, deck_of(deck, cards).cards) for each in shipped_sets(game) for deck in each.decks]
        faces = [(ready, deck, renderer.deck_face(deck, cards)) for ready, deck in decks]
        assert len({None if shown is None else shown.face for *_, shown in faces}) == len(faces)
        for ready, deck, shown in faces:
            assert shown is not None
            level = level_of(ready, words)
            scene = banner_scene(Banner(ready.name, level, (ready.difficulty, HARDEST), shown))
            assert " ".join(texts(scene.items)) == f"{ready.name} {level}"
            told = deck_picture(renderer, ready, deck, cards, words)
            face = deck_portrait(renderer, ready.name, deck, cards)
            assert face is not None
            assert face.description == ready.name
            assert told is not None
            assert told.description.startswith(f"{ready.name}, {level}.")
            assert all(name in told.description for name, _ in shown.cards)
            assert len({art for _, art in shown.cards}) == len(LEANS)


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
    page = page_of(RENDERERS["varia"], name, cards, Words(None, (), cards))
    assert page is not None
    assert list(page.rulings) == [f"varia.ruling.{ruling}" for ruling in RULINGS[name]]


@pytest.mark.parametrize("locale", [None, PSEUDO])
def test_the_help_names_few_things_each_with_the_button_that_does_it(locale: str | None) -> None:
    words = Words(locale)
    message = card_lookup.help_text(Rendered("</play:1>"), words)
    assert message.view is not None
    parts = message.view.to_components()
    check(parts)
    assert "</play:1>" in texts_of(parts)[0]
    sections = [each for each in walked(parts) if each["type"] == 9]
    assert len(sections) <= 6
    assert [parse(each["accessory"]["custom_id"]).action for each in sections] == [*card_lookup.HELP]
    match = card_lookup.help_in_a_match(words)
    assert match.view is not None
    check(match.view.to_components())


@pytest.mark.parametrize(("game", "label"), [("varia", "Play this class"), ("artbot", "Play this deck")])
def test_each_page_about_a_ready_deck_leads_to_a_match_with_it_where_the_game_is_played(game: str, label: str) -> None:
    rules, renderer, words = GAMES[game], RENDERERS[game], Words(None)
    cards = rules.cards(shipped_sets(rules))
    ready = next(deck for card_set in shipped_sets(rules) for deck in card_set.decks)
    pages = card_lookup.cards_pages(pages_of(deck_of(ready, cards).cards, renderer, cards, words), words)
    for played in (True, False):
        overview = card_lookup.ready_deck(ready, game, (), pages, words, played=played)
        page = card_lookup.cards_page(ready, game, pages, 1, words, played=played)
        for message in (overview, page):
            assert leading_to_a_match(message) == ([(label, SoloMatch(game, deck=ready.name))] if played else [])
    long = ready.model_copy(update={"name": "W" * 60})
    assert leading_to_a_match(card_lookup.ready_deck(long, game, (), pages, words, played=True)) == []


def leading_to_a_match(message: Outgoing) -> list[tuple[str, SoloMatch]]:
    """Return the label of each button that leads to a match with a deck, and what is chosen for that match."""
    assert message.view is not None
    parts = [each for each in walked(message.view.to_components()) if "custom_id" in each]
    found = [(each["label"], parse(each["custom_id"])) for each in parts]
    return [(text, SoloMatch.parse(each.argument)) for text, each in found if each.action == "playdeck"]
