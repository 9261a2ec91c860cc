"""WarMage in words: card text made from data, the Chain as a stack, and what it will come to."""

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
from tests.ui.picture_reader import NAMES

WARMAGE = GAMES["warmage"]
CARDS = WARMAGE.cards(shipped_sets(WARMAGE))
RENDERER = RENDERERS["warmage"]
WORDS = Words(None, [Player(user=100 + seat, name=NAMES[seat]) for seat in range(3)], CARDS)

EACH = [{"at": "player", "who": "each opponent"}]


@pytest.mark.parametrize(
    ("name", "kind", "lines"),
    [
        (
            "Comet Price",
            "Star · Opener",
            [
                "**Opener**: cast it on your own turn, to start a Chain.",
                "Target: another player.",
                "To cast it, discard 1 other card.",
                "Effect: deal the target 2 Wounds.",
            ],
        ),
        (
            "Kiln Heart",
            "Ember · Opener · Lingering",
            [
                "**Opener**: cast it on your own turn, to start a Chain.",
                "**Lingering**: it stays in play in front of you.",
                (
                    "At the start of your turn, you may discard 1 card: deal the target 1 Wound. "
                    "Target: another player. Once per turn."
                ),
            ],
        ),
        (
            "Hollow Moon",
            "Gloom · Opener · Lingering",
            [
                "**Opener**: cast it on your own turn, to start a Chain.",
                "**Lingering**: it stays in play in front of the player you target.",
                "Target: another player.",
                "At the end of that player's turn: that player discards 1 card (or this card, with an empty hand).",
            ],
        ),
    ],
)
def test_card_text_is_made_from_what_the_card_does(name: str, kind: str, lines: list[str]) -> None:
    page = page_of(RENDERER, name, CARDS, WORDS)
    assert page is not None
    assert (page.title, page.kind, page.text.splitlines()) == (name, kind, lines)


@pytest.mark.parametrize(
    ("more", "lines"),
    [
        (
            {"uncounterable": True, "do": [{"effect": "wound"}, {"effect": "discard", "count": 2}]},
            [
                "Target: each other player.",
                "Nothing can counter it.",
                "Effect: deal each target 1 Wound, each target discards 2 cards of their choice.",
            ],
        ),
        (
            {"do": [{"effect": "steal"}, {"effect": "wound", "deepens": True}, {"effect": "draw", "who": "target"}]},
            [
                "Target: each other player.",
                (
                    "Effect: take 1 random card from each target's hand, "
                    "deal each target 1 Wound (it turns a Flesh Wound Mortal, if possible), each target draws 1 card."
                ),
            ],
        ),
        (
            {
                "aims": [],
                "lingering": True,
                "abilities": [{"on": "turn_end", "must": True, "aims": EACH, "do": [{"effect": "discard"}]}],
            },
            [
                "**Lingering**: it stays in play in front of you.",
                "At the end of your turn: each target discards 1 card of their choice. Target: each other player.",
            ],
        ),
    ],
)
def test_a_card_says_whom_it_hits_and_that_nothing_counters_it(more: dict[str, Any], lines: list[str]) -> None:
    spell = {"name": "Long Frost", "school": "tide", "timing": "opener", "aims": EACH, **more}
    head = {"key": "one", "title": "One", "credit": "nobody"}
    cards = WARMAGE.cards([WARMAGE.card_set.model_validate({**head, "cards": [spell]})])
    page = page_of(RENDERER, "Long Frost", cards, WORDS)
    assert page is not None
    assert page.text.splitlines()[1:] == lines


def answered() -> tuple[Any, list[Any]]:
    """A Dart of A's at B, which C has countered: the state, and what has been told."""
    seats = {
        "A": {"hand": ["Cinder Dart", "Cross-Current"]},
        "B": {"hand": ["Salve"], "flesh": 1, "play": [{"card": "Hollow Moon", "seat": "C"}]},
        "C": {"hand": ["Undertow"]},
    }
    position = {"deck": ["Squall"] * 4, "row": ["Salve", "Salve", "Squall"], "seats": seats}
    state = WARMAGE.position(position, CARDS)
    told: list[Any] = []
    for seat, key in ((0, "cast:0"), (0, "player:1"), (1, "pass"), (2, "cast:4")):
        asked = next(each for each in WARMAGE.decisions(state) if each.seat == seat)
        told += WARMAGE.apply(state, asked.id, [key], FairDice.seeded("dice"))
    return state, told


def test_the_board_shows_the_chain_from_its_top_and_what_becomes_of_it() -> None:
    state, _ = answered()
    lines = RENDERER.board(WARMAGE.view(state, SPECTATOR), WORDS).splitlines()
    assert lines[:4] == [
        "**The Chain** (the top Spell happens first)",
        "`2` <@102>: **Undertow** → Cinder Dart · ✅ happens",
        "`1` <@100>: **Cinder Dart** → <@101> · 🚫 will be countered",
        "⏳ May answer: <@100>, <@101>",
    ]
    assert "**<@101>** · 🩹 1 Flesh, 💔 0 Mortal, 2 aside · Wounds until out: **5**" in lines
    assert "-# 1 card in hand · in play: Hollow Moon (from <@102>)" in lines
    assert "**Row**: Salve ×2, Squall" in lines


def forecast(state: Any, seat: int) -> list[str]:
    return [WORDS.message(each.message) for each in WARMAGE.forecast(state, seat)]


def advice(state: Any, seat: int) -> list[str]:
    return [line.text for line in RENDERER.advice(WARMAGE.view(state, seat), seat, WORDS)]


def test_a_seat_is_told_of_a_spell_at_each_opponent_and_its_caster_is_not() -> None:
    head = {"key": "one", "title": "One", "credit": "nobody"}
    hail = {"name": "Hail", "school": "tide", "timing": "opener", "aims": EACH, "do": [{"effect": "wound"}]}
    cards = WARMAGE.cards([*shipped_sets(WARMAGE), WARMAGE.card_set.model_validate({**head, "cards": [hail]})])
    state = WARMAGE.position({"seats": {"A": {"hand": ["Hail"]}, "B": {}, "C": {"hand": ["Undertow"]}}}, cards)
    (asked,) = WARMAGE.decisions(state)
    WARMAGE.apply(state, asked.id, [asked.options[0].key], FairDice.seeded("dice"))
    told = [[each.message.id for each in WARMAGE.forecast(state, seat)] for seat in range(3)]
    assert told == [[], ["warmage.forecast.hits_you"], ["warmage.forecast.hits_you"]]
    assert all(asked.concerns for asked in WARMAGE.decisions(state))
    assert WARMAGE.forecast(state, SPECTATOR) == ()


def test_a_seat_is_told_what_will_hit_it_and_what_it_has_sealed() -> None:
    state, _ = answered()
    assert advice(state, 2) == []
    does = "- **Undertow** · On the top Spell of the Chain: counter it."
    assert advice(state, 1) == [does]
    assert advice(state, 0) == [does]
    assert forecast(state, 0) == ["🚫 If nobody answers, your **Cinder Dart** will be countered."]
    assert forecast(state, 1) == forecast(state, 2) == []
    asked = next(each for each in WARMAGE.decisions(state) if each.seat == 0)
    assert RENDERER.question(asked, WORDS) == "<@102> casts Undertow. Do you answer?"
    WARMAGE.apply(state, asked.id, ["cast:1"], FairDice.seeded("dice"))
    assert advice(state, 0)[-1] == "🔒 Your answer is sealed: **Cross-Current**."
    asked = next(each for each in WARMAGE.decisions(state) if each.seat == 1)
    WARMAGE.apply(state, asked.id, ["pass"], FairDice.seeded("dice"))
    assert forecast(state, 1) == ["⚠️ If nobody answers, <@100>'s **Cinder Dart** takes effect on you."]


def test_a_spell_that_is_turned_to_somebody_else_threatens_only_them() -> None:
    """A's Dart at B, which C turns to A."""
    seats = {"A": {"hand": ["Cinder Dart"]}, "B": {"hand": ["Salve"]}, "C": {"hand": ["Swerve"]}}
    state = WARMAGE.position({"deck": ["Squall"] * 4, "row": ["Salve"], "seats": seats}, CARDS)
    for seat, chosen in ((0, "cast"), (0, "player:1"), (1, "pass"), (2, "cast"), (2, "player:0")):
        asked = next(each for each in WARMAGE.decisions(state) if each.seat == seat)
        key = next(option.key for option in asked.options if option.key.startswith(chosen))
        WARMAGE.apply(state, asked.id, [key], FairDice.seeded("dice"))
    assert forecast(state, 1) == []
    assert forecast(state, 0) == ["⚠️ If nobody answers, <@100>'s **Cinder Dart** takes effect on you."]


def test_the_story_tells_the_chain_as_it_grew() -> None:
    _, told = answered()
    facts = seen(told, SPECTATOR)
    assert [beat.line for beat in RENDERER.story(facts, WORDS)] == [
        "🔮 <@100> casts **Cinder Dart** on <@101>.",
        "🔮 <@102> casts **Undertow** on Cinder Dart.",
    ]
    assert RENDERER.report(facts, (), WORDS) == [
        "🔮 <@100> casts **Cinder Dart** on <@101>. 🔮 <@102> casts **Undertow** on Cinder Dart."
    ]


def ended(seats: dict[str, Any], leaver: int) -> Any:
    """The view of a match that ended when somebody left."""
    state = WARMAGE.position({"deck": ["Squall"] * 4, "row": ["Salve"], "seats": seats}, CARDS)
    WARMAGE.leave(state, leaver, FairDice.seeded("dice"))
    return WARMAGE.view(state, SPECTATOR)


def test_the_end_says_what_is_still_on_the_table_and_no_card_of_a_player_who_is_out() -> None:
    """What a player leaves behind goes to the Discard last, though nobody cast it."""
    play = [{"card": "Weathervane", "seat": "A"}, {"card": "Star Lantern", "seat": "A"}]
    mine, theirs = {"hand": ["Salve"], "play": play}, {"hand": ["Cinder Dart"], "play": [play[0]]}
    told = RENDERER.board(ended({"A": mine, "B": theirs}, 1), WORDS)
    assert told.splitlines()[-1] == "Still on the table: Star Lantern, Weathervane"
    assert "Cinder Dart" not in told
    bare = ended({"A": {"hand": ["Salve"]}, "B": theirs}, 1)
    assert "table" not in RENDERER.board(bare, WORDS)


def test_the_board_of_a_match_that_goes_on_says_only_that_a_player_is_out() -> None:
    held = {"hand": ["Salve"]}
    told = RENDERER.board(ended({"A": held, "B": held, "C": held}, 2), WORDS)
    assert [line for line in told.splitlines() if "<@102>" in line] == ["💀 <@102> is out"]


def test_the_end_counts_the_cards_for_which_it_has_no_room() -> None:
    play = [{"card": "Weathervane", "seat": "A"}] * 6
    view = ended({"A": {"hand": ["Salve"], "play": play}, "B": {"hand": ["Salve"]}}, 1)
    cards = ", ".join(["Weathervane"] * 4)
    assert RENDERER.board(view, WORDS).splitlines()[-1] == f"4 of 6 cards still on the table: {cards}"


def test_a_score_says_how_many_wounds_are_left_or_who_is_out() -> None:
    view = ended({"A": {"hand": ["Salve"], "mortal": 2}, "B": {"hand": ["Salve"]}}, 1)
    assert [RENDERER.score(view, seat, WORDS) for seat in (0, 1)] == ["2 Wounds until out", "out"]
