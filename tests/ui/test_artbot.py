"""What Art Bot's players read: card texts from what cards do, a victim's choice, a Glitch."""

from typing import Any

import pytest

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import page_of
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR, seen
from engine.dice import FairDice
from engine.registry import GAMES
from tests.ui.named_options import key_of_named
from tests.ui.picture_reader import NAMES

ARTBOT, RENDERER = GAMES["artbot"], RENDERERS["artbot"]
CARDS = ARTBOT.cards(shipped_sets(ARTBOT))
WORDS = Words(None, [Player(user=seat + 1, name=NAMES[seat]) for seat in range(3)], CARDS)


def position(**seats: dict[str, list[str]]) -> Any:
    return ARTBOT.position({"seats": seats}, CARDS)


def play(state: Any, *names: str) -> list[str]:
    """Play a card and return one, by name; give what everybody is told."""
    told: list[Any] = []
    for name in names:
        (asked,) = ARTBOT.decisions(state)
        key = key_of_named(asked.options, name, WORDS)
        told += ARTBOT.apply(state, asked.id, [key], FairDice.seeded("ui"))
    beats = RENDERER.story(seen(told, SPECTATOR), WORDS)
    return [line for beat in beats for line in (beat.line, *beat.particulars)]


@pytest.mark.parametrize(
    ("name", "kind", "rule"),
    [
        ("Mallet Minder", "Common · Physical Damage", "Hit one opponent for 30 PP: they reveal 3 cards."),
        ("Restoration Rig", "Uncommon · Heal", "Bring back 3 discarded cards."),
        ("Palette Pilferer", "Common · Steal", "Take a random card from one opponent's deck."),
        ("Kernel Collage", "Rare · Glitch", "Mix all hands and deal them again. One opponent gets only 2 cards."),
    ],
)
def test_card_text_is_made_from_power_and_points(name: str, kind: str, rule: str) -> None:
    page = page_of(RENDERER, name, CARDS, WORDS)
    assert page is not None
    assert (page.title, page.kind, page.text.splitlines()[0]) == (name, kind, rule)


def test_a_victims_choice_is_shown_as_what_it_is() -> None:
    state = position(
        A={"active": ["Mallet Minder", "Dropped Pixel"]},
        B={"active": ["Gesso Nurse"], "inactive": ["Easel Stomper", "Anvil Aesthete", "Kiln Kicker", "Halo Iron"]},
    )
    told = play(state, "Mallet Minder", "Dropped Pixel")
    assert (
        "👀 <@2> reveals Easel Stomper, Anvil Aesthete, Kiln Kicker. 30 PP − 10 RP = **20**: the hit costs 2 cards."
        in told
    )
    board = RENDERER.board(ARTBOT.view(state, SPECTATOR), WORDS)
    assert "30 PP − 10 RP = **20**. <@2> chooses 2 of these cards to lose." in board
    (asked,) = ARTBOT.decisions(state)
    assert RENDERER.question(asked, WORDS) == "<@1> hits you. Which 2 of these cards do you lose?"
    assert RENDERER.hint(asked.options[1], WORDS) == "Physical Damage 40 PP · 10 RP · Uncommon"


def test_a_hit_beyond_the_last_card_says_that_it_costs_them_all() -> None:
    state = position(A={"active": ["Mallet Minder"]}, B={"active": ["Kiln Kicker"]}, C={"active": ["Kiln Kicker"]})
    play(state, "Mallet Minder")
    told = play(state, "Ben")
    assert any("30 PP − 0 RP = **30**: the hit costs 1 card, all that <@2> has." in line for line in told)


def test_buttons_name_the_players_whom_the_board_mentions() -> None:
    state = position(A={"active": ["Mallet Minder"]}, B={"active": ["Halo Iron"]}, C={"active": ["Kiln Kicker"]})
    play(state, "Mallet Minder")
    (asked,) = ARTBOT.decisions(state)
    assert [WORDS.label(option.label) for option in asked.options] == ["Ben, 10 HP", "Cleo, 10 HP"]
    board = RENDERER.board(ARTBOT.view(state, 0), WORDS)
    assert "\n**<@2>** · " in board
    assert "\n**<@3>** · " in board


def test_a_glitch_tells_each_the_own_new_hand_alone() -> None:
    state = position(
        A={"active": ["Dropped Pixel", "Gesso Nurse", "Halo Iron"], "inactive": ["Kiln Kicker"]},
        B={"active": ["Mallet Minder", "Chime Circuit"], "inactive": ["Easel Stomper"]},
    )
    told = play(state, "Dropped Pixel", "Gesso Nurse")
    text = "\n".join(told)
    assert "🔀 **GLITCH!** The 3 cards in all hands are mixed and dealt again. <@2> gets at most 2 cards." in text
    assert "🎨 <@1> plays **Dropped Pixel**." in text
    assert "is dealt 2 cards." in text
    assert not [name for name in ("Halo Iron", "Mallet Minder", "Chime Circuit") if name in text]


def test_a_duel_shows_no_hand() -> None:
    seats = {"A": {"inactive": ["Halo Iron"]}, "B": {"inactive": ["Kiln Kicker"]}}
    state = ARTBOT.position({"options": {"mode": "toe-to-toe"}, "seats": seats}, CARDS)
    assert RENDERER.hand(ARTBOT.view(state, 0), 0, WORDS) == ""
    assert RENDERER.step(ARTBOT.view(state, 0), WORDS) == "Toe-to-Toe · draw 1"


def test_an_attack_says_what_it_costs_on_average() -> None:
    state = position(
        A={"active": ["Mallet Minder", "Gesso Nurse"], "inactive": ["Gesso Nurse"] * 4},
        B={"active": ["Halo Iron"], "inactive": ["Kiln Kicker"] * 3 + ["Anvil Aesthete"]},
        C={"active": ["Kiln Kicker"], "inactive": ["Kiln Kicker"] * 2},
    )
    play(state, "Mallet Minder")
    lines = [WORDS.message(line.message) for line in ARTBOT.forecast(state, 0)]
    assert lines == ["🎲 <@2> loses about **24 HP**, on average.", "🎲 <@3> loses about **30 HP**, on average."]


@pytest.mark.parametrize(
    ("card", "changes"),
    [
        ("Gesso Nurse", ["❤️ You gain **10 HP**."]),
        ("Palette Pilferer", ["❤️ You gain **10 HP**.", "❤️ <@2> loses **10 HP**."]),
        ("Dropped Pixel", ["❤️ You gain **20 HP**.", "❤️ <@2> loses **20 HP**."]),
    ],
)
def test_a_card_without_damage_says_what_it_changes(card: str, changes: list[str]) -> None:
    hand = ["Gesso Nurse", "Palette Pilferer", "Dropped Pixel", "Halo Iron"]
    state = position(
        A={"active": hand, "inactive": ["Kiln Kicker"], "discard": ["Mallet Minder"]},
        B={"active": ["Kiln Kicker"] * 4, "inactive": ["Kiln Kicker"]},
    )
    play(state, card)
    reader = Words(None, WORDS.seats, CARDS, reader=0)
    assert [reader.message(line.message) for line in ARTBOT.forecast(state, 0)] == changes
