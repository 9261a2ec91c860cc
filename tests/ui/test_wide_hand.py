"""The cards on a panel of Art Bot Cards and WarMage: every word can be read on a phone, and no hole looks wrong."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.ui.games.artbot.faces import art_bot_face
from bot.ui.games.warmage.faces import spell_face
from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.painter import texts
from bot.ui.pictures.scene import Group, Image, Item, Text
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.wide_hand import HALF, LEAST, TALLEST, WideHand, hand_pages, lay_wide_hand, pages
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.registry import GAMES

POOLS: dict[str, Any] = {key: GAMES[key].cards(shipped_sets(GAMES[key])) for key in ("artbot", "warmage")}


def faces(key: str, locale: str = "en") -> list[CardFace]:
    """Every card of a game, with its text."""
    words, pool = Words(locale, cards=POOLS[key]), POOLS[key]
    face: Any = art_bot_face if key == "artbot" else spell_face
    return [face(card, words, text=True) for card in pool.by_id.values()]


def images(items: Sequence[Item]) -> list[Image]:
    """The cards of a hand from left to right and from top to bottom."""
    return [item for group in items if isinstance(group, Group) for item in group.items if isinstance(item, Image)]


def all_texts(items: Sequence[Item]) -> Iterator[Text]:
    """The texts of a card, without those that are cut into its art."""
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from all_texts(item.items)


@pytest.mark.parametrize("key", POOLS)
@pytest.mark.parametrize("count", [1, 2])
def test_every_word_on_a_card_can_be_read(key: str, count: int) -> None:
    for face in faces(key):
        for card in images(lay_wide_hand(WideHand((face,) * count)).items):
            shown = card.source.scene()
            said = [each for each in all_texts(shown.items) if each.typeface == "text"]
            assert min(each.size for each in said) >= LEAST, face.name
            assert " ".join(each.text for each in said).endswith(" ".join(face.text.split()))
            assert {face.corner, face.foot[1]} - {""} <= set(texts(shown.items))


@pytest.mark.parametrize("locale", ["en", "en-XA"])
@pytest.mark.parametrize("key", POOLS)
def test_no_text_on_a_card_is_cut(key: str, locale: str) -> None:
    cards = faces(key, locale)
    for hand in (WideHand(tuple(cards), "Cards", tuple(range(1, len(cards) + 1))), WideHand((cards[0],))):
        assert not [said for said in texts(lay_wide_hand(hand).items) if said.endswith("…")]


@pytest.mark.parametrize("count", range(1, 8))
def test_the_last_card_of_an_odd_number_is_as_wide_as_the_picture(count: int) -> None:
    found = [each.width for each in images(lay_wide_hand(WideHand(tuple(faces("warmage")[:count]))).items)]
    assert found == [HALF] * (count - count % 2) + [WIDE] * (count % 2)


def test_a_hand_that_is_too_tall_is_several_pictures_with_all_its_cards_and_numbers() -> None:
    cards = tuple(faces("warmage")[:9])
    hand = WideHand(cards, "Your hand", tuple(range(1, 10)))
    found = pages(hand)
    assert len(found) > 1
    assert tuple(card for page in found for card in page.cards) == cards
    assert tuple(number for page in found for number in page.numbers) == hand.numbers
    assert [page.title for page in found] == ["Your hand"] + [""] * (len(found) - 1)
    assert all(lay_wide_hand(page).height <= TALLEST for page in found)
    first, second, *_ = hand_pages("hand.png", "hand-{}.png", hand, "Everything")
    assert (first.name, first.description) == ("hand.png", "Everything")
    assert (second.name, second.description.splitlines()) == ("hand-2.png", [card.name for card in found[1].cards])
