"""What people see of their own sets: every card is in words, and whatever a set holds fits into Discord's messages."""

from random import Random
from typing import get_args

import discord
import pytest

from bot.host.card_sets.uploads import Faulty, OwnSet, SetContents
from bot.storage.card_sets import GuildSetRow
from bot.ui.cards import lookup as card_lookup
from bot.ui.cards import sets as sets_ui
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import page_of
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Words
from cardsdb.sets import example, fitted, read_homebrew, shipped_sets
from cardsdb.source import WORDED, SetFault, SetRefused, Stage
from engine.contract import AnyGame, CardSet
from engine.registry import GAMES
from tests.engine.random_sets import RANDOM_SETS, random_set

WORDS = Words(None)
STAGES: tuple[Stage, ...] = get_args(Stage)
WRITTEN = [game for game in GAMES.values() if game.card_set.homebrew]


def row(card_set: CardSet, number: int = 1, *, enabled: bool = False) -> GuildSetRow:
    return GuildSetRow(
        id=number,
        guild=1,
        game=card_set.game,
        key=card_set.key,
        version=number,
        hash="",
        uploader=1,
        uploaded=0.0,
        enabled=enabled,
        title=card_set.title,
    )


def looked(game: AnyGame, card_set: CardSet) -> SetContents:
    newest = row(card_set)
    return SetContents(newest, card_set, fitted(game, card_set, shipped_sets(game)), OwnSet(newest, None))


def fits(message: Outgoing) -> None:
    """Discord takes it: 2,000 characters of content, 6,000 in embeds, 4,096 in a description."""
    assert len(message.content or "") <= 2000
    assert sum(len(embed) for embed in message.embeds) <= 6000
    assert all(len(embed.description or "") <= 4096 for embed in message.embeds)


@pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.spec.key)
def test_every_card_and_deck_of_a_set_is_on_a_page(game: AnyGame) -> None:
    shown = looked(game, read_homebrew(game, example(game), "example.toml"))
    renderer = RENDERERS[game.spec.key]
    pages = [
        sets_ui.set_page(shown, page, WORDS, renderer, may_change=True)
        for page in range(len(sets_ui.pages(shown, WORDS, renderer)))
    ]
    text = "\n".join(page.embeds[0].description or "" for page in pages)
    assert all(f"**{card.name}**" in text for card in shown.card_set.cards)
    assert all(deck.name in text for deck in shown.card_set.decks)
    assert len(pages) > 1
    ends = [[item.disabled for item in _buttons(page)[:2]] for page in (pages[0], pages[-1])]
    assert ends == [[True, False], [False, True]]


def _buttons(message: Outgoing) -> list[discord.ui.Button[discord.ui.View]]:
    assert message.view is not None
    return [item for item in message.view.children if isinstance(item, discord.ui.Button)]


@pytest.mark.parametrize("key", RANDOM_SETS)
def test_whatever_a_set_says_can_be_shown(key: str) -> None:
    game, renderer = GAMES[key], RENDERERS[key]
    for seed in range(6):
        shown = looked(game, random_set(game, Random(seed)))
        for page in range(len(sets_ui.pages(shown, WORDS, renderer))):
            fits(sets_ui.set_page(shown, page, WORDS, renderer, may_change=True))
        for card in shown.card_set.cards:
            looked_up = page_of(renderer, card.name, shown.cards, WORDS)
            assert looked_up is not None
            fits(card_lookup.card(looked_up, WORDS))


def test_every_fault_is_told_inert_and_all_of_them_in_a_file() -> None:
    faults = [SetFault(n, "**Bold** @everyone", "triggers.0.do", "`x` " * 60) for n in range(100)]
    told = sets_ui.set_faults(Faulty(faults, 12), "a_b_@everyone.toml", WORDS)
    fits(told)
    assert "112 mistakes" in (told.content or "")
    text = told.embeds[0].description or ""
    assert "\\*\\*Bold" in text
    assert "@everyone" not in text
    (file,) = told.files
    assert file.content.decode().count("\n") == 100
    assert "12 more" in file.content.decode()
    few = sets_ui.set_faults(Faulty(faults[:3], 0), "a.toml", WORDS)
    assert not few.files
    assert all(f"Line {n}**" in (few.embeds[0].description or "") for n in (1, 2))


def test_it_is_said_what_has_not_been_looked_at() -> None:
    fault = SetFault(1, "the set", "title", "no")
    told = [sets_ui.set_faults(Faulty([fault], 0, stage), "a.toml", WORDS).content or "" for stage in STAGES]
    assert ["there may be more" in each for each in told] == [True, True, True, False]
    assert ["checked the decks" in each for each in told] == [False, False, True, False]


def test_a_list_says_what_is_played_with() -> None:
    game = GAMES["varia"]
    card_set = read_homebrew(game, example(game), "example.toml")
    old, new = row(card_set, 1, enabled=True), row(card_set, 2)
    states = [OwnSet(new, None), OwnSet(old, old), OwnSet(new, old)]
    lines = [sets_ui.set_list([state], WORDS).embeds[0].description or "" for state in states]
    assert ["Not enabled" in line for line in lines] == [True, False, False]
    assert "Enable version 2" in lines[2]
    fits(sets_ui.set_list(states * 7, WORDS))


def test_every_fault_of_a_model_is_in_words_for_people() -> None:
    text = example(GAMES["varia"])
    for old, new in {
        "power = 3": 'power = "three"',
        "focus = -1": "focus = -100",
        'on = "hit"': 'on = "hti"',
        'title = "Kitchen fights"': "",
        'effect = "draw"': 'effect = "drawl"',
        'kind = "token"': 'kind = "tokne"',
        "gold = 9": "gold = 9.5\nglod = 9",
        'flavour = "It sings as it comes."': f'flavour = "{"y" * 201}"',
    }.items():
        assert old in text
        text = text.replace(old, new, 1)
    told = _faults_of(text)
    assert "no such" not in told
    for words in (
        "title: this is missing",
        "write a whole number here",
        "at least -20",
        "this can only be 'planned'",
        "one of 'move'",
        "at most 200 characters",
        "this name is unknown",
    ):
        assert words in told, words
    assert "34 actions. It needs 30" in _faults_of(
        example(GAMES["varia"]).replace('"Kettle Swing" = 5', '"Kettle Swing" = 9')
    )
    assert all(f"set.why.{text}" in WORDS.catalogue.ids for text in WORDED.values())


def _faults_of(text: str) -> str:
    with pytest.raises(SetRefused) as refused:
        read_homebrew(GAMES["varia"], text, "kitchen.toml")
    found = Faulty(refused.value.faults, refused.value.more)
    return sets_ui.set_faults(found, "kitchen.toml", WORDS).embeds[0].description or ""
