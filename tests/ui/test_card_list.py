"""Lists of cards can be read on a phone and at a desk, and show every card once, whole and with its number."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image as Pixels

from bot.locale.catalogue import PSEUDO
from bot.ui.games.artbot.faces import listed_robot
from bot.ui.games.varia.faces import action_face
from bot.ui.games.varia.listed_card import listed_action
from bot.ui.games.warmage.faces import listed_spell
from bot.ui.pictures.card_list import GAP, TALLEST, CardPage, columns, draw_list, lay_list, list_pictures, pages, rows
from bot.ui.pictures.listed_card import EMBLEM, TEXT, WHOLE, ListedCard
from bot.ui.pictures.scene import UNMOVED, Affine, Group, Item, Text, chained, moved, size_of
from bot.ui.pictures.strip import WIDE
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import CardRef
from engine.games.varia.cards import StackCard, TokenCard
from engine.registry import GAMES
from tests.ui.picture_laws import text_faults
from tests.ui.picture_reader import opened

POOLS: dict[str, Any] = {key: GAMES[key].cards(shipped_sets(GAMES[key])) for key in ("varia", "artbot", "warmage")}


def listed(key: str, locale: str = "en", copies: int = 1) -> list[ListedCard]:
    """All cards of a game that a hand can hold, as rows of a list, with numbers from 1."""
    pool = POOLS[key]
    words = Words(locale, (), pool)
    cards: list[Any] = [card for card in pool.by_id.values() if not isinstance(card, StackCard | TokenCard)]
    return [LISTED[key](card, words, number, copies) for number, card in enumerate(cards, 1)]


LISTED: dict[str, Any] = {
    "varia": lambda card, words, *counts: listed_action(
        card.id, action_face(card, words.cards, words, reminders=False), *counts
    ),
    "artbot": lambda card, words, *counts: listed_robot(CardRef(card.id), words, *counts),
    "warmage": lambda card, words, *counts: listed_spell(card.id, words, *counts),
}
"""How each game makes a row of a list."""

EVERY_GAME = pytest.mark.parametrize("key", POOLS)


def every_text(items: Iterable[Item], by: Affine = UNMOVED) -> Iterator[Text]:
    """Every text of a card, as large as it is there, without those of its art."""
    for item in items:
        if isinstance(item, Text):
            (at,) = moved((item.at,), by)
            yield replace(item, at=at, size=item.size * size_of(by))
        elif isinstance(item, Group):
            yield from every_text(item.items, chained(by, item.place))


def cards_of(page: CardPage) -> list[ListedCard]:
    """The cards of a page, column by column."""
    return [card for column in page for row in column for card in row]


@EVERY_GAME
@pytest.mark.parametrize("copies", [1, 2])
def test_a_card_can_be_read_on_a_phone(key: str, copies: int) -> None:
    """A phone shows the picture 318 pixels wide: rules are at least 11 pixels high there, and nothing is below 7.

    All of a card is within it, beside another one too.
    """
    for entry in listed(key, copies=copies):
        for row in {rows([replace(entry, number=12)] * 2)[0], rows([entry])[0]}:
            scale = 318 / WIDE
            said = [*every_text(row[0].scene().items)]
            assert all(text.size * scale >= 7 for text in said), entry.name
            assert not any(text.text.endswith("…") for text in said) or entry.cut, entry.name
            words = {word for text in said if text.size * scale >= 11 for word in text.text.split()}
            plain = entry.rules.replace("*", "").replace("\\", "")
            assert {*plain.split()} <= words, entry.name


@EVERY_GAME
@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_nothing_on_a_card_crosses_or_leaves_it(key: str, locale: str) -> None:
    cards = [replace(card, number=12, copies=12) for card in listed(key, locale)]
    for page in pages(rows(cards)):
        assert text_faults(lay_list(page), WIDE) == []


@EVERY_GAME
def test_only_long_rules_are_cut_to_their_first_sentence(key: str) -> None:
    entries = listed(key)
    assert sum(entry.cut for entry in entries) < 0.4 * len(entries)
    for entry in entries:
        assert entry.cut == (entry.rules != entry.text) == (len(entry.text) > WHOLE)
        assert entry.text.startswith(entry.rules.removesuffix(" …"))
        assert "…" not in entry.rules.removesuffix(" …")
        assert len(entry.rules) <= WHOLE + 2


@EVERY_GAME
def test_cards_without_rules_share_a_row_and_numbers_follow_the_rows(key: str) -> None:
    cards = listed(key)
    brief = [replace(card, text="") if number % 5 else card for number, card in enumerate(cards)]
    found = rows(brief)
    assert [card.number for row in found for card in row] == [card.number for card in cards]
    assert any(len(row) == 2 for row in found)
    for row in found:
        assert len(row) == 1 or not any(card.text for card in row)
        assert len({card.high for card in row}) == 1
        assert sum(card.wide for card in row) + GAP * (len(row) - 1) == WIDE
        assert all(card.high >= card.needed_height for card in row)


@EVERY_GAME
def test_a_list_that_is_too_tall_is_several_pictures_with_every_card_once(key: str) -> None:
    cards, tall = listed(key), 0
    for count in range(1, min(30, len(cards)) + 1):
        found = pages(rows(cards[:count]))
        assert [card.card for page in found for card in cards_of(page)] == [card.card for card in cards[:count]]
        assert all(lay_list(page).height <= 1.1 * TALLEST for page in found)
        tall += len(found) > 1
    assert tall


@EVERY_GAME
def test_the_first_picture_tells_everything_and_the_others_name_their_cards(key: str) -> None:
    cards = listed(key)[:20]
    first, *others = list_pictures("hand", cards, "Everything", desk=False)
    assert (first.name, first.description) == ("hand.png", "Everything")
    assert [each.name for each in others] == [f"hand-{number}.png" for number in range(2, len(others) + 2)]
    named = [name for each in others for name in each.description.splitlines()]
    assert named == [card.title for card in cards[-len(named) :]]
    assert all(len(each.content) < LARGEST for each in (first, *others))


LARGEST = 200_000
"""How many bytes a picture may have: Discord takes fifty times that, a phone on the road does not."""


@EVERY_GAME
@pytest.mark.parametrize("count", range(1, 13))
def test_at_a_desk_a_list_has_two_columns_of_about_the_same_height(key: str, count: int) -> None:
    """A desk shows the picture 550 pixels wide: its rules are at least 12 pixels high there."""
    page = columns(listed(key)[:count])
    assert [card.number for card in cards_of(page)] == list(range(1, count + 1))
    heights = [sum(row[0].high for row in column) for column in page if column]
    assert len(heights) == min(2, count)
    assert max(heights) - min(heights) <= max(card.high for card in cards_of(page)) + GAP
    scene = lay_list(page)
    assert TEXT * 550 / scene.width >= 12
    assert text_faults(scene, round(scene.width)) == []


def test_between_cards_a_list_is_transparent() -> None:
    """Corners and gaps let the client's own background through, light or dark; a card lets nothing through."""
    (page,) = pages(rows(listed("varia")[:3]))
    with Pixels.open(BytesIO(draw_list(page))) as image:
        opacity = image.convert("RGBA").getchannel("A")
    assert opacity.getpixel((0, 0)) == 0
    assert {opacity.getpixel(at) for at in ((EMBLEM + 90, 20), (20, image.height - 40))} == {255}


def test_equal_cards_are_one_with_their_number() -> None:
    once, twice = (pages(rows(listed("varia", copies=count)[:1])) for count in (1, 2))
    first, second = opened(draw_list(once[0])), opened(draw_list(twice[0]))
    assert first.size == second.size
    assert first.tobytes() != second.tobytes()
