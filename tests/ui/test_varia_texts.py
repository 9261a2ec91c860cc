"""Varia's generated texts: each part says what it does in the guide's terms; a person's own words take its place."""

import re
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import names_of, page_of
from bot.ui.games.card_renderer import CardPage
from bot.ui.games.varia.moments import Moment
from bot.ui.texts.words import Spoken, Words, first_sentence
from cardsdb.sets import read_set, shipped_sets
from engine.contract import CardRef, letter
from engine.games.varia.cards import action_of
from engine.games.varia.events import (
    Combined,
    Faced,
    Healed,
    Hit,
    MomentBegan,
    Performed,
    Planned,
    PlanStands,
    Rolled,
    Standing,
)
from engine.registry import GAMES
from tests.ui.test_panel_size import panels

VARIA: Any = GAMES["varia"]
SHIPPED: Any = VARIA.cards(shipped_sets(VARIA))


SEATS = [Player(user=100 + seat) for seat in range(2)]
WORDS = Words(None, SEATS, SHIPPED)


def page(name: str, cards: Any = SHIPPED) -> CardPage:
    found = page_of(RENDERERS["varia"], name, cards, Words(None, (), cards))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Enraged", "Your Physical actions: 1 more power die."),
        ("Enraged", "You lose one at the end of every moment."),
        (
            "Eyes of the Goddess",
            "Actions in your opponent's discard pile also count as Demonic for you.",
        ),
        (
            "Thy Will Be Done",
            "**Start of Moment**: the opposing action becomes a copy of this until the end of the moment.",
        ),
        ("Snake Bite", "**When planned**: create a token copy of this in the next available moment."),
        (
            "The 6th Blade of Miyamune",
            "*Item:* Your second Block action each turn: treated as Attack, not treated as Block.",
        ),
        ("Bone Ward", "This: +X power, where X is 1 for every 3 Death cards in your discard pile (at most 3)."),
        ("Read the Mist", "**End of Moment**: draw X cards, where X is 5 less the number of cards in your hand."),
        ("Wound Up", "Your Clockwork actions: +1 focus, cost -1 AP."),
        ("Winded", "This cannot be combined. This cannot be replaced."),
        ("Forsaken", "You cannot regain HP or regain AP."),
        ("Loaded Gesture", "Targets your opponent or you."),
    ],
)
def test_a_part_says_what_it_does(name: str, line: str) -> None:
    assert line in page(name).text.splitlines()


@pytest.mark.parametrize("name", names_of(RENDERERS["varia"], SHIPPED))
def test_a_text_reads_as_a_text(name: str) -> None:
    text = page(name).text
    assert not re.search(r"  |\{|\}| ,| \.", text), text
    assert all("where X is" in line for line in text.splitlines() if re.search(r"\bX\b", line)), text
    assert len(text) < 1500


def test_a_persons_words_take_the_place_of_the_generated_text() -> None:
    head = 'key = "one"\ntitle = "One"\ncredit = "me"\n[[cards]]\nkind = "action"\nname = "Bonk"\n'
    text = f'{head}power = 1\ntypes = ["physical"]\nkeywords = ["ranged"]\n'
    card: Any = VARIA.cards([read_set(VARIA, text, "one.toml")]).by_id["bonk"]
    own = f'{text}wording = {{ text = "From *afar*.", replaces = "{card.fingerprint}" }}\nrulings = ["Very far."]\n'
    shown = page("Bonk", VARIA.cards([read_set(VARIA, own, "one.toml")])).text
    assert "From \\*afar\\*." in shown
    assert "cannot miss" not in shown
    assert shown.endswith("-# Ruling: Very far.")


def forecast(step: str, distance: str = "engaged", **timelines: list[str]) -> list[str]:
    seats = {seat: {"timeline": timelines.get(seat, []), "deck": ["Late Parry", "Late Parry"]} for seat in "AB"}
    state = VARIA.position({"step": step, "distance": distance, "seats": seats}, SHIPPED)
    return [WORDS.message(line.message) for line in VARIA.forecast(state, 0)]


def test_no_sum_of_a_forecast_disagrees_with_its_moments() -> None:
    assert forecast(
        "fast_action", A=["Ashwood Mace", "Late Parry", "Ashwood Mace"], B=["Late Parry"] + ["Thrown Hatchet"] * 2
    ) == [
        "🎲 **Average HP**, as planned:",
        "`1` 62% to hit · about 0",
        "`2` 62% to hit · about 0",
        "`3` <@101> −2",
        "**Together:** <@101> **−2**",
    ]
    assert forecast("action", A=["Ashwood Mace"]) == [
        "🎲 **Average HP**, if unanswered:",
        "`1` <@101> −5",
    ]
    assert forecast("fast_action", "disengaged", A=["Ashwood Mace"], B=["Late Parry"])[1:] == ["`1` out of reach"]


def test_hitting_and_doing_damage_are_told_as_two_things() -> None:
    told = RENDERERS["varia"].story([Faced(1, 0, (15, 16)), Hit(0, 1, 0, 5)], WORDS)
    assert [beat.line for beat in told] == [
        "Focus decides whether <@100> hits: 15 in 16 (94%)",
        "🛡️ <@100> hits, but the other action stops all 5.",
    ]


def test_what_a_player_plans_at_once_is_one_sentence() -> None:
    shot, gears, valve = (
        CardRef(SHIPPED.find(name)) for name in ("Calibrated Shot", "Sand in the Gears", "Steam Engine")
    )
    plan = [Planned(0, 1, (shot,)), Planned(0, 2, (valve,)), Planned(0, 3, (shot,)), Combined(0, 2, (valve, gears))]
    told = RENDERERS["varia"].story([*plan, PlanStands(0, "action", planned=True), Planned(1, 1, (shot,))], WORDS)
    assert [beat.line.replace("\u00a0", " ") for beat in told] == [
        "<@100> plans: 1 **Calibrated Shot**, 2 **Steam Engine + Sand in the Gears**, 3 **Calibrated Shot**.",
        "<@101> plans **Calibrated Shot** in moment 1.",
    ]


def test_the_first_sentence_about_a_class_says_how_it_fights() -> None:
    """It stands alone where somebody chooses a deck."""
    plans = {ready.name: first_sentence(ready.plan) for each in shipped_sets(VARIA) for ready in each.decks}
    assert {name: plan for name, plan in plans.items() if not 8 <= len(plan.split()) <= 12} == {}


def test_no_block_or_heal_is_said_to_hit_nobody() -> None:
    block = next(card for card in SHIPPED.by_id.values() if card.kind == "action" and "block" in card.types)
    heal = next(card for card in SHIPPED.by_id.values() if card.kind == "action" and "attack" not in card.types)
    acts = [Performed(seat=0, cards=(CardRef(card.id),), ap=1, hp=0) for card in (block, heal)]
    assert Moment(1, [acts[0]]).outcome(WORDS) == f"<@100>'s **{block.name}** has nothing to block."
    assert Moment(1, [acts[1], Healed(0, 3)]).outcome(WORDS) == (
        f"<@100>'s **{heal.name}** heals. 💚 <@100> regains **3** HP."
    )


def test_a_moment_begins_with_its_outcome_and_groups_the_dice_by_player() -> None:
    mace, gun = (CardRef(SHIPPED.find(name)) for name in ("Ashwood Mace", "Rivet Gun"))
    figures: tuple[tuple[Literal["power", "focus"], int], ...] = (("power", 7), ("focus", 3))
    rolls = [
        Rolled(seat=seat, figure=figure, pools=((2, 6),), kept=0, plus=plus, total=8 + plus)
        for figure, plus in figures
        for seat in (0, 1)
    ]
    acts = [Performed(seat=seat, cards=(card,), ap=2, hp=0) for seat, card in enumerate((mace, gun))]
    turn = [MomentBegan(3, 4), *acts, Faced(1, 0, (15, 16)), *rolls, Hit(0, 1, 4, 5), Standing((9, 5))]
    (part,) = RENDERERS["varia"].blows(turn, WORDS)
    title, outcome, points = part.line.split("\n")
    assert title == "**Moment 3**"
    assert outcome == "**💥 <@100> hits <@101> for 4 damage. The other action stops 5 more.**"
    assert points == "❤️ <@100> **9** HP · <@101> **5** HP"
    assert ["<@100>" in line for line in part.particulars] == [True, True, True, True, False, False, False, False]
    assert part.particulars[2].startswith("<@100>'s power **15**: 2 + 6 on the dice, ")
    assert "from Ashwood Mace" in part.particulars[2]
    assert part.particulars[-1] == "On average: −1 HP"
    assert "🎲" not in "".join(part.particulars)


def test_a_part_of_a_turn_names_the_moment_that_goes_on_and_the_card_that_was_performed_before() -> None:
    cards = (CardRef(SHIPPED.find("Rivet Gun")),)
    rolled = Rolled(seat=0, figure="power", pools=((3,),), kept=0, plus=2, total=5)
    turn = [MomentBegan(3, 4), Performed(seat=0, cards=cards, ap=2, hp=0), rolled, Standing((9, 9))]
    blows, spoken = RENDERERS["varia"].blows, Spoken.of(WORDS)
    (whole,) = blows(turn, spoken)
    for place in (1, 2):
        (part,) = blows(turn[place:], spoken, turn[:place])
        assert (part.line, part.particulars) == (whole.line, whole.particulars[place - 1 :])
    assert blows([rolled], spoken, turn)[0].line != whole.line


def test_what_locks_a_plan_says_how_many_points_are_unused_and_a_card_that_it_ruins_an_item() -> None:
    """Each card stands on the same button in turn."""
    renderer, unused, ruin = RENDERERS["varia"], 0, set[str]()
    for shown, words in panels(VARIA, 0):
        view: Any = shown.view
        asked, left = shown.question, view.seats[letter(shown.seat)].ap_after
        if asked is None:
            continue
        for option in asked.options:
            if option.key == "lock":
                assert (f"{left} AP unused" in renderer.label(shown.view, asked, option, words)) == (left > 0)
                unused += left > 0
            if option.label.args.get("as") != "plan" or "begun" in option.label.args or ruin:
                continue
            for card in filter(action_of, words.pool(type(SHIPPED)).by_id.values()):
                label = replace(option.label, args={**option.label.args, "card": CardRef(card.id)})
                told = renderer.label(shown.view, asked, replace(option, label=label), words)
                says: Any = renderer.card_page(card, words.cards, Spoken.of(words))
                assert ("ruins your item" in told) == ("ruin one of your items" in says.text.lower()), card.id
                ruin |= {card.id} if "ruins your item" in told else set()
    assert unused
    assert ruin
