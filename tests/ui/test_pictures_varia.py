"""Varia's cards, hands and timeline as pictures: complete, legible, only what the viewer knows, described in words."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.host.match.players import Player
from bot.locale.catalogue import PSEUDO
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import card_picture
from bot.ui.games.varia import board, decks, picture
from bot.ui.games.varia.card_picture import ReadCard
from bot.ui.games.varia.faces import action_face
from bot.ui.games.varia.model import ActionTile, board_model, hand_model
from bot.ui.games.varia.picture import COLUMN, HIGH
from bot.ui.games.varia.planned_tile import PlannedTile
from bot.ui.games.varia.situation_picture import lay_situation, situation_model
from bot.ui.pictures.card_list import draw_list
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.scene import UNMOVED, Affine, Group, Item, Path, Scene, Text, chained, moved, size_of
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.text import width
from bot.ui.texts.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import SPECTATOR, Outcome, Seating, letter
from engine.dice import FairDice
from engine.games.varia.cards import VariaSet, action_of
from engine.games.varia.pool import VariaCards
from engine.registry import GAMES
from tests.ui.picture_laws import text_faults
from tests.ui.picture_reader import NAMES, opened

VARIA: Any = GAMES["varia"]
RENDERER = RENDERERS["varia"]
SETS = shipped_sets(VARIA)
POOL: VariaCards = VARIA.cards(SETS)
SEATS = [Player(user=seat + 1, name=NAMES[seat]) for seat in range(2)]
WORDS = Words(None, SEATS, POOL)
DECKS = [deck_of(deck, POOL) for each in SETS for deck in each.decks]

LARGEST = 200_000
"""How many bytes a picture may have: Discord takes fifty times that, a phone on the road does not."""


def played(seed: int, steps: int = 120) -> Iterator[Any]:
    """Play a match between two classes at random, and give its state now and then."""
    dice = FairDice.seeded("pictures", seed)
    state, _ = VARIA.new(VARIA.spec.options(), [Seating(DECKS[seed % 8]), Seating(DECKS[(seed + 3) % 8])], POOL, dice)
    for number in range(steps):
        if not (asked := VARIA.decisions(state)):
            break
        options = [each for each in asked[0].options if not each.passes] or list(asked[0].options)
        keys = [option.key for option in dice.shuffle("pick", options)[: max(1, asked[0].least)]]
        VARIA.apply(state, asked[0].id, keys, dice)
        if number % 12 == 0:
            yield state


# Cards


@pytest.mark.parametrize("locale", [None, PSEUDO])
@pytest.mark.parametrize("card_set", SETS, ids=[each.key for each in SETS])
def test_every_text_of_every_card_fits(card_set: VariaSet, locale: str | None) -> None:
    """No name, type, rule or requirement is cut, and none leaves its card."""
    words = Words(locale, (), POOL)
    for card in card_set.cards:
        whole = ReadCard(action_face(card, POOL, words)).scene()
        assert not any(said.endswith("…") for said in texts(whole.items)), card.name
        assert_within(whole, card.name)
        held = picture.readable(card, 2, POOL, words).scene()
        assert_within(held, card.name)
        assert not any(said.endswith("…") for said in texts(held.items)), card.name


def assert_within(scene: Scene, name: str) -> None:
    """No text begins or ends outside the scene."""
    for text in all_texts(scene.items):
        long = width(text.text, round(text.size), text.typeface)
        start = text.at[0] - {"l": 0, "m": long / 2, "r": long}[text.anchor[0]]
        assert start >= 0, (name, text.text)
        assert start + long <= scene.width, (name, text.text)
        assert text.size / 2 <= text.at[1] <= scene.height - text.size / 2, (name, text.text)


def all_texts(items: Iterable[Item], by: Affine = UNMOVED) -> Iterator[Text]:
    """Every text where it is in the whole scene, as large as it is there."""
    for item in items:
        if isinstance(item, Text):
            (at,) = moved((item.at,), by)
            yield replace(item, at=at, size=item.size * size_of(by))
        elif isinstance(item, Group):
            yield from all_texts(item.items, chained(by, item.place))


@pytest.mark.parametrize("card_set", SETS, ids=[each.key for each in SETS])
def test_the_description_of_a_card_says_all_of_its_face(card_set: VariaSet) -> None:
    for card in card_set.cards:
        made = card_picture(RENDERERS["varia"], card.name, POOL, WORDS)
        assert made is not None
        said = made.description
        assert len(said) < DESCRIPTION
        assert said.startswith(card.name)
        figures = action_of(card)
        if figures is not None:
            assert f"{figures.cost.ap} AP" in said
            assert figures.power is None or f"power {figures.power}" in said
            assert figures.focus is None or f"focus {figures.focus}" in said
            assert all(str(number) in said and name in said for name, number in figures.needs.items())
        assert len(made.content) < LARGEST


def test_cards_differ_by_more_than_their_colours() -> None:
    """An attack and a block, steel and magic, a token, an item and a stack each have signs of their own."""
    names = ("Hearth Cleave", "Kite Guard", "Lantern of Noon", "Waking Wyrm", "Amber Scale", "Rust")
    fronts = [picture.readable(POOL.by_id[POOL.find(name)], 1, POOL, WORDS).scene() for name in names]
    shapes = [frozenset(path.outlines for path in paths(front.items)) for front in fronts]
    assert len(set(shapes)) == len(names)
    assert "T" in list(texts(fronts[3].items))
    assert not any("T" in list(texts(front.items)) for front in fronts[:3])


def paths(items: Iterable[Item]) -> Iterator[Path]:
    for item in items:
        if isinstance(item, Path):
            yield item
        elif isinstance(item, Group):
            yield from paths(item.items)


def test_a_card_that_there_is_not_has_no_picture() -> None:
    assert card_picture(RENDERERS["varia"], "No Such Card", POOL, WORDS) is None


def test_a_card_is_as_high_as_its_rules_need() -> None:
    """Sixteen effects are the most that a card may have."""
    effect = {"effect": "change", "what": "opposing", "power": -1, "focus": -1, "cannot": ["miss"]}
    data = {
        "game": "varia",
        "key": "long",
        "title": "Long",
        "credit": "Ours.",
        "cards": [
            {
                "kind": "action",
                "name": "Long Story",
                "types": ["magical"],
                "triggers": [{"on": on, "do": [effect] * 8} for on in ("start", "end")],
            }
        ],
    }
    pool = VARIA.cards([VARIA.card_set.model_validate(data)])
    made = card_picture(RENDERERS["varia"], "Long Story", pool, Words(None, (), pool))
    assert made is not None
    image = opened(made.content)
    assert 1.3 * image.width < image.height < 3 * image.width
    assert len(made.description) <= DESCRIPTION


# Hands


@pytest.mark.parametrize("seed", range(5))
def test_a_hand_says_and_shows_its_cards_and_is_small(seed: int) -> None:
    for state in played(seed):
        view = VARIA.view(state, 0)
        pictures = RENDERER.hand_pictures(view, 0, WORDS)
        if not view.seats["A"].hand:
            assert not pictures
            continue
        made, *rest = pictures
        own = view.seats["A"]
        usable = [ref for ref in own.items if POOL.performs(ref.card)]
        assert all(POOL.name(ref.card) in made.description for ref in (*own.hand, *usable))
        assert all(
            line.partition(" ×")[0] in made.description for each in rest for line in each.description.split("\n")
        )
        assert len({each.name for each in pictures}) == len(pictures)
        for each in pictures:
            assert len(each.description) <= DESCRIPTION
            assert not each.description.endswith("…")
            assert len(each.content) < LARGEST
            assert opened(each.content).width == WIDE


@pytest.mark.parametrize("seed", range(4))
def test_all_texts_of_a_situation_are_in_their_places(seed: int) -> None:
    for state in played(seed, 200):
        for seat in (0, 1):
            asked = next((each for each in VARIA.decisions(state) if each.seat == seat), None)
            words = Words("en", SEATS, POOL, seat)
            model = situation_model(VARIA.view(state, seat), seat, words, asked, VARIA.forecast(state, seat))
            assert text_faults(lay_situation(model), WIDE) == []


@pytest.mark.parametrize("seed", range(4))
def test_pictures_show_nothing_that_their_viewer_does_not_know(seed: int) -> None:
    """What is hidden may be anything else, and the pictures are the same."""
    dice = FairDice.seeded("guess", seed)
    for state in played(seed):
        for viewer in (SPECTATOR, 0, 1):
            view = VARIA.view(state, viewer)
            guess = VARIA.view(VARIA.determinize(state, viewer, dice), viewer)
            assert board_model(view, POOL, WORDS) == board_model(guess, POOL, WORDS)
            for seat in (0, 1):
                if viewer == seat:
                    assert hand_model(view, seat, WORDS) == hand_model(guess, seat, WORDS)
                else:
                    assert not RENDERER.hand_pictures(view, seat, WORDS)


def test_a_picture_is_drawn_once_and_always_the_same() -> None:
    state = next(played(1))
    view = VARIA.view(state, 0)
    first = RENDERER.hand_pictures(view, 0, WORDS)
    assert first
    again = RENDERER.hand_pictures(VARIA.view(state, 0), 0, Words(None, SEATS, POOL))
    assert all(one.content is other.content for one, other in zip(first, again, strict=True))
    draw_list.cache_clear()
    assert RENDERER.hand_pictures(view, 0, WORDS) == first


# The timeline


@pytest.mark.parametrize("seed", range(4))
def test_the_timeline_shows_every_moment_and_says_it(seed: int) -> None:
    most = 0
    for state in played(seed):
        view = VARIA.view(state, SPECTATOR)
        made = picture.board_picture(view, WORDS)
        assert made is not None
        assert len(made.content) < 2 * LARGEST
        shown = board_model(view, POOL, WORDS)
        plans = [view.seats[letter(seat)].plan for seat in (view.active, 1 - view.active)]
        assert len(shown.moments) == max(map(len, plans))
        for plan, side in zip(plans, ("first", "second"), strict=True):
            there = [getattr(moment, side) is not None for moment in shown.moments]
            assert there[: len(plan)] == [action is not None for action in plan]
            for action in plan:
                if action is not None and len(made.description) < DESCRIPTION - 1:
                    assert WORDS.cards_of(action.cards) in made.description
        most = max(most, len(shown.moments))
    assert most > 2


@pytest.mark.parametrize("seed", range(2))
def test_all_of_a_board_can_be_read_on_a_phone(seed: int) -> None:
    """In a post on a phone it is 318 pixels wide: everything but long names is at least 11 pixels high there."""
    for state in played(seed):
        view = VARIA.view(state, SPECTATOR)
        laid = picture.board_drawing(view, WORDS)
        assert laid is not None
        if view.outcome is None:
            pieces = [each for each in laid.items if isinstance(each, Group)]
            sizes = [text.size for each in pieces for text in all_texts(each.items)]
            assert min(sizes) * 318 / WIDE >= 11


@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_the_letters_of_a_planned_action_stay_inside_its_edge(locale: str) -> None:
    faces = [action_face(card, POOL, Words(locale, SEATS, POOL)) for card in POOL.by_id.values() if action_of(card)]
    for face in faces:
        drawn = PlannedTile(ActionTile(face), COLUMN, HIGH).scene()
        assert text_faults(drawn, round(COLUMN)) == [], face.name


def test_piles_are_on_a_board_once_they_matter() -> None:
    """A deck and a discard pile once stood there with a name and a number from the first turn on."""
    full = {"hand": ["Late Parry"], "deck": ["Late Parry"] * 12}
    few = {"hand": ["Late Parry"], "deck": ["Late Parry"] * 3, "discard": ["Quick Jab"]}
    view = VARIA.view(VARIA.position({"seats": {"A": full, "B": few}}, POOL), SPECTATOR)
    laid = picture.board_drawing(view, WORDS)
    assert laid is not None
    said = {each.id: [text.text for text in all_texts(each.items)] for each in laid.items if isinstance(each, Group)}
    piles = {name: [text for text in texts if "deck" in text or "discard" in text] for name, texts in said.items()}
    assert piles["seat A"] == []
    assert piles["seat B"] == ["3 in deck", "1 discarded"]


def test_how_an_action_stands_is_told_in_a_word() -> None:
    marks: set[str] = set()
    for seed in range(12):
        for state in played(seed):
            shown = board_model(VARIA.view(state, SPECTATOR), POOL, WORDS)
            tiles = [tile for moment in shown.moments for tile in (moment.first, moment.second) if tile]
            marks |= {tile.mark for tile in tiles}
            assert all(tile.out == (tile.mark == "disrupted") for tile in tiles)
    assert marks >= {"", "done", "will queue"}


@pytest.mark.parametrize("performed", [(True, True), (True, False), (False, True), (False, False)])
def test_the_last_moment_has_what_was_performed_alone(performed: tuple[bool, bool]) -> None:
    """An action that nobody could pay for any more was once shown as if it had happened."""
    seats = {"A": {"timeline": ["Hearth Cleave"], "deck": ["Late Parry"]}, "B": {"timeline": ["Late Parry"]}}
    view = VARIA.view(VARIA.position({"step": "reaction", "distance": "engaged", "seats": seats}, POOL), SPECTATOR)
    for name, done in zip("AB", performed, strict=True):
        shown = view.seats[name]
        view.seats[name] = replace(shown, plan=tuple(replace(action, performed=done) for action in shown.plan))
    view = replace(view, outcome=Outcome(((0,), (1,)), "varia.end.hp"))
    cards = [card for card, done in zip(("Hearth Cleave", "Late Parry"), performed, strict=True) if done]
    assert [WORDS.cards_of(action.cards) for _, action in board.last_moment(view)] == cards
    said = board.board(view, WORDS)
    assert [card for card in ("Hearth Cleave", "Late Parry") if card in said] == cards


# Decks


@pytest.mark.parametrize("deck", DECKS, ids=[deck.name for deck in DECKS])
def test_a_class_is_listed_with_all_that_it_brings(deck: Any) -> None:
    listed = "\n".join(text for _, text in decks.contents(deck.cards, POOL, WORDS)).replace("\\", "")
    assert all(f"{count} × **{POOL.name(card)}**" in listed for card, count in deck.cards.items())
    brought = decks.brought([POOL.by_id[card] for card in deck.cards], POOL)
    assert brought, "every class has tokens or stacks of its own"
    assert all(card.name in listed.replace("\\", "") for card in brought)
    assert sorted(decks.all_cards(deck.cards, POOL)) == sorted([*deck.cards, *(card.id for card in brought)])
