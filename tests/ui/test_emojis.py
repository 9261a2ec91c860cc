"""Emojis on options: each stands beside words that say the same, and belongs to the game."""

from collections.abc import Collection
from typing import Any

import pytest
from PIL import ImageChops, ImageFilter

from bot.ui.games import RENDERERS, emojis_of
from bot.ui.pictures.painter import paint
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import Arg, CardRef, Message, Option
from engine.games.varia.cards import action_of
from engine.registry import GAMES


def words_of(key: str) -> Words:
    game = GAMES[key]
    return Words("en", (), game.cards(shipped_sets(game)))


def definitions(key: str, words: Words) -> Collection[Any]:
    return RENDERERS[key].definitions(words.cards).values()


def emoji_on(key: str, label: str, words: Words, **args: Arg) -> str | None:
    return RENDERERS[key].emoji(Option("key", Message(label, args)), words)


def test_what_varias_emojis_say_is_in_the_line_below_the_option() -> None:
    words, shown = words_of("varia"), set()
    for card in definitions("varia", words):
        name = emoji_on("varia", "varia.pick.plan", words, card=CardRef(card.id))
        figures = action_of(card)
        types = () if figures is None else figures.types
        assert (name is None) == ("attack" not in types and "block" not in types)
        if name is not None:
            assert set(name.split("_")) <= set(types)
            line = RENDERERS["varia"].card_line(card, words) or ""
            assert all(words.plain(f"varia.type.{each}") in line for each in name.split("_"))
        shown |= {name}
    assert shown - {None} == {emoji.name for emoji in RENDERERS["varia"].emojis} - {"ap"}


@pytest.mark.parametrize(("place", "suit"), [({"as": "territory"}, "cups"), ({}, None)])
def test_a_space_has_no_sign_of_its_cards_suit_unless_the_card_is_used(place: dict[str, Arg], suit: str | None) -> None:
    args: dict[str, Arg] = {"card": CardRef("ace-of-cups"), "space": "E5", **place}
    assert emoji_on("zarcana", "zarcana.pick.territory", words_of("zarcana"), **args) == suit


@pytest.mark.parametrize(
    ("label", "card", "suit"),
    [
        ("zarcana.pick.play", "ace-of-cups", "cups"),
        ("zarcana.pick.play", "tower", "trumps"),
        ("zarcana.pick.swords", None, "swords"),
        ("zarcana.pick.up", None, None),
    ],
)
def test_zarcanas_options_have_the_sign_of_their_suit(label: str, card: str | None, suit: str | None) -> None:
    args: dict[str, Arg] = {} if card is None else {"card": CardRef(card)}
    assert emoji_on("zarcana", label, words_of("zarcana"), **args) == suit
    assert suit is None or suit in {emoji.name for emoji in RENDERERS["zarcana"].emojis}


@pytest.mark.parametrize(
    ("key", "card", "name"),
    [
        ("varia", "Hearth Cleave", "physical_attack"),
        ("varia", "Kite Guard", "physical_block"),
        ("varia", "The Scales Fall", "magical_attack"),
        ("varia", "Amber Scale", None),
        ("zarcana", "9 of Wands", "wands"),
        ("zarcana", "Tower", "trumps"),
    ],
)
def test_the_text_of_a_card_has_its_sign_after_the_name_and_keeps_its_words(
    key: str, card: str, name: str | None
) -> None:
    words = words_of(key)
    (found,) = [each for each, shown in RENDERERS[key].definitions(words.cards).items() if shown.name == card]
    plain = {emoji.name: emoji.plain for emoji in RENDERERS[key].emojis}
    sign = "" if name is None else f" {plain[name]}"
    assert RENDERERS[key].card_text(found, words).startswith(f"- **{card}**{sign} · ")


def test_every_emoji_has_a_dark_edge() -> None:
    """So it can be seen on a light page; on a dark one its inside is bright."""
    for emoji in emojis_of(RENDERERS.values()):
        image = paint(emoji.scene, 96)
        whole = image.getchannel("A").point(lambda opaque: 255 * (opaque > 200))
        edge = ImageChops.subtract(whole, whole.filter(ImageFilter.MinFilter(3)))
        grey = image.convert("L").histogram(edge)
        assert sum(grey[:128]) > 0.8 * sum(grey), emoji.name


def test_no_two_emojis_stand_in_place_of_the_same_plain_one() -> None:
    plain = [emoji.plain for emoji in emojis_of(RENDERERS.values()) if emoji.plain is not None]
    assert len(set(plain)) == len(plain)
