"""The pictures on a panel show what has to be answered, and the numbers of the buttons on the cards."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.host.match.panel_actions import Panel
from bot.ui.games import RENDERERS
from bot.ui.games.artbot.model import attack_model
from bot.ui.games.artbot.model import hand_model as artbot_hand
from bot.ui.games.varia.model import hand_model
from bot.ui.games.varia.planned_card import PlannedCard
from bot.ui.games.varia.plans import lay_plans
from bot.ui.games.varia.plans_model import PlansModel, plans_model
from bot.ui.match.panel import panel
from bot.ui.match.panel_texts import texts
from bot.ui.pictures.scene import Group, Image, Scene
from bot.ui.pictures.strip import WIDE
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import CardRef, Fact, SeatRef, seen
from engine.dice import FairDice
from engine.registry import GAMES
from tests.ui.picture_reader import NAMES
from tests.ui.test_panel_texts import texts_at
from tests.ui.test_pictures_varia import all_texts

VARIA, ARTBOT = GAMES["varia"], GAMES["artbot"]
ACTIONS: Any = VARIA.cards(shipped_sets(VARIA))
CARDS: Any = ARTBOT.cards(shipped_sets(ARTBOT))


def duel(step: str = "reaction", *, mine: list[str], theirs: list[str], hand: list[str], active: str = "B") -> Any:
    seats = {
        "A": {"timeline": mine, "hand": hand, "items": ["Scout's Buckler"], "deck": ["Late Parry"] * 3},
        "B": {"timeline": theirs, "deck": ["Late Parry"] * 3},
    }
    return VARIA.position({"step": step, "active": active, "distance": "engaged", "seats": seats}, ACTIONS)


def at(state: Any) -> tuple[Panel, Words]:
    """The first seat's panel in a position of Varia, and its reader's words."""
    _, shown = texts_at(VARIA, state, ACTIONS)
    return shown, Words("en", shown.seats, ACTIONS, 0)


def plans(state: Any) -> PlansModel:
    """What the picture of the plans on the first seat's panel shows."""
    shown, words = at(state)
    view: Any = shown.view
    return plans_model(view, 0, ACTIONS, words, shown.question, shown.forecast)


def planned_cards(laid: Scene) -> list[Any]:
    """The images of planned actions in a picture."""
    groups = [each.items[0] for each in laid.items if isinstance(each, Group)]
    return [each for each in groups if isinstance(each, Image) and isinstance(each.source, PlannedCard)]


def labels(shown: Panel, words: Words, *, pictured: bool) -> list[str]:
    """The labels of a panel's buttons and of the options in its selects."""
    renderer = RENDERERS[shown.match.game]
    asks = shown.view, shown.seat, words, shown.question, shown.forecast
    made = panel(shown, words, renderer, renderer.panel_pictures(*asks) if pictured else ())
    assert made.view is not None
    (container,) = made.view.to_components()
    parts = [part for row in container["components"] if row["type"] == 1 for part in row["components"]]
    return [each["label"] for part in parts for each in part.get("options", [part])]


def numbers_on(told: list[str]) -> dict[str, int]:
    """The numbers at the front of labels, by the names of the cards."""
    found = [re.fullmatch(r"(\d+)\. (.+?)( (joins|replaces) .*)?", label) for label in told]
    return {each[2]: int(each[1]) for each in found if each is not None}


@pytest.mark.parametrize("planned", [["Quick Jab", "Ashwood Mace", "Thrown Hatchet"], ["Quick Jab", "Ashwood Mace"]])
def test_the_attack_to_be_answered_is_large_with_what_it_does_if_it_is_not(planned: list[str]) -> None:
    state = duel(mine=["Late Parry"], theirs=planned, hand=["Late Parry"])
    shown, _ = at(state)
    scene, line = plans(state), next(each for each in shown.forecast if each.message.args.get("moment") == 2)
    assert scene.attack is not None
    assert scene.attack.card.face.name == "Ashwood Mace"
    assert scene.attack.moment == "Moment 2"
    assert scene.attack.does == f"{NAMES[1]} attacks you"
    assert line.message.args["seat"] == SeatRef(0)
    assert scene.attack.change == line.message.args["change"]
    assert [each.number for each in scene.moments] == ["1", "3"][: len(planned) - 1]


def test_the_rules_of_small_cards_can_be_read() -> None:
    state = duel(mine=["Late Parry"], theirs=["Hearth Cleave", "Ashwood Mace", "Reckless Swing"], hand=["Late Parry"])
    shown, words = at(state)
    read = {each: texts(shown, words, RENDERERS["varia"], None, pictured=each).unread for each in (False, True)}
    assert read == {False: (), True: ("reckless-swing",)}


def test_the_rules_of_the_other_cards_can_be_read_in_a_fast_step() -> None:
    state = duel("fast_action", mine=["Ashwood Mace"], theirs=["Kite Guard"], hand=["Quick Jab"], active="A")
    shown, words = at(state)
    assert texts(shown, words, RENDERERS["varia"], None, pictured=True).unread == ("kite-guard",)


def test_what_a_fast_step_does_not_offer_is_dim_with_the_reason_and_can_be_read() -> None:
    hand = ["Reckless Swing", "Quick Jab", "Reckless Swing"]
    state = duel("fast_action", mine=["Ashwood Mace"], theirs=["Late Parry"], hand=hand, active="A")
    shown, words = at(state)
    view: Any = shown.view
    model = hand_model(view, 0, ACTIONS, words, shown.question)
    assert [face.name for face, _ in model.cards] == ["Quick Jab"]
    assert [(tile.face.name, tile.mark) for tile in model.dim] == [("Reckless Swing ×2", "Not Fast")]
    read = {each: texts(shown, words, RENDERERS["varia"], None, pictured=each).unread for each in (False, True)}
    assert "reckless-swing" in read[True]
    assert "reckless-swing" not in read[False]
    pictures = RENDERERS["varia"].panel_pictures(view, 0, words, shown.question, shown.forecast)
    assert any("Reckless Swing ×2, Not Fast" in each.description for each in pictures)


def test_an_action_beyond_the_turn_has_the_number_of_its_place() -> None:
    """Its name for boards, "beyond", was once cut to "b…"."""
    mine, theirs = ["Ashwood Mace"], ["Clockwork Sting", "Late Parry", "Late Parry"]
    scene = plans(duel("fast_action", mine=mine, theirs=theirs, hand=["Quick Jab"], active="A"))
    assert [each.number for each in scene.moments] == ["1", "2", "3"]
    said = [text.text for text in all_texts(lay_plans(scene).items)]
    assert not any(text.endswith("…") for text in said)


def test_the_table_of_plans_says_whose_they_are() -> None:
    scene = plans(duel("fast_action", mine=["Ashwood Mace"], theirs=["Late Parry"], hand=["Quick Jab"], active="A"))
    assert scene.names == (f"{NAMES[1]}'s plan", "Your plan")
    said = [text.text for text in all_texts(lay_plans(scene).items)]
    assert [name for name in said if name in scene.names] == [*scene.names]


def test_a_block_to_be_answered_says_what_a_block_does() -> None:
    attack = plans(duel(mine=[], theirs=["Late Parry"], hand=["Late Parry"])).attack
    assert attack is not None
    assert (attack.does, attack.change, attack.chance) == (f"{NAMES[1]} blocks", "", "")
    assert "your attack" in attack.unanswered


def test_an_attack_out_of_reach_says_so() -> None:
    seats = {"A": {"hand": ["Late Parry"], "deck": ["Late Parry"]}, "B": {"timeline": ["Ashwood Mace"]}}
    position = {"step": "reaction", "active": "B", "distance": "disengaged", "seats": seats}
    attack = plans(VARIA.position(position, ACTIONS)).attack
    assert attack is not None
    assert (attack.change, attack.chance) == ("", "Out of reach")
    assert "No HP lost" in attack.unanswered


def test_where_nothing_comes_and_in_fast_steps_no_attack_is_large() -> None:
    assert plans(duel(mine=["Late Parry"], theirs=["Ashwood Mace"], hand=["Late Parry"])).attack is None
    scene = plans(duel("fast_action", mine=["Ashwood Mace"], theirs=["Late Parry"], hand=["Quick Jab"], active="A"))
    assert scene.attack is None
    (moment,) = scene.moments
    assert moment.told == "About 0 HP"


def test_what_moments_bring_in_a_fast_step_is_said_to_be_an_average() -> None:
    mine, theirs = ["Ashwood Mace", "Kite Guard", "Quick Jab"], ["Late Parry", "Hearth Cleave"]
    scene = plans(duel("fast_action", mine=mine, theirs=theirs, hand=["Late Parry"], active="A"))
    assert scene.moments[2].told == f"{NAMES[1]} −3 HP"
    assert scene.notes[-1] == "On average: the dice decide"


def test_an_own_plan_is_a_picture_with_the_moment_that_comes_next() -> None:
    state = duel("action", mine=["Ashwood Mace"], theirs=[], hand=["Late Parry"], active="A")
    scene = plans(state)
    assert scene.alone
    assert [(each.number, each.own is not None, each.now) for each in scene.moments] == [
        ("Moment 1", True, False),
        ("Moment 2", False, True),
    ]
    assert scene.notes == (f"On average, if {NAMES[1]} doesn't answer",)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6])
@pytest.mark.parametrize("step", ["action", "fast_action"])
def test_names_of_planned_actions_can_be_read_on_a_phone(step: str, count: int) -> None:
    """None is smaller than 42 pixels in a picture 1,080 pixels wide, which a phone shows 280 wide."""
    planned = (["Ashwood Mace", "Kite Guard", "Quick Jab"] * 2)[:count]
    theirs = [] if step == "action" else ["Late Parry"]
    laid = lay_plans(plans(duel(step, mine=planned, theirs=theirs, hand=["Late Parry"], active="A")))
    tiles = planned_cards(laid)
    assert len(tiles) == count + len(theirs)
    for tile in tiles:
        sizes = [text.size for text in all_texts(tile.source.scene().items)]
        assert min(sizes) >= 42, sorted(sizes)
    assert laid.height <= 1.5 * WIDE


def test_a_planned_combo_has_both_names_whole_and_no_figures() -> None:
    """Late Parry + Scout's Buckler was once squeezed onto a slab above dice that nobody could read."""
    timeline: Any = [{"cards": ["Late Parry", "Quick Jab"]}]
    laid = lay_plans(plans(duel("fast_action", mine=timeline, theirs=["Ashwood Mace"], hand=["Quick Jab"], active="A")))
    (combo,) = [each for each in planned_cards(laid) if "+" in each.source.tile.face.name]
    said = [*all_texts(combo.source.scene().items)]
    assert " ".join(text.text for text in said if text.typeface == "title") == "Late Parry + Quick Jab"
    assert all(text.size >= 42 for text in said), said


@pytest.mark.parametrize(
    ("block", "told", "chance"),
    [("Late Parry", f"{NAMES[1]} −1 HP", "usually hits (81%)"), ("Iron Bulwark", "Blocked: no damage", "")],
)
def test_a_moment_says_who_loses_what_beside_the_face_and_a_chance_only_if_somebody_does(
    block: str, told: str, chance: str
) -> None:
    """ "94% to hit · No HP lost" was once hard to understand."""
    scene = plans(duel("fast_action", mine=["Hearth Cleave"], theirs=[block], hand=["Quick Jab"], active="A"))
    (moment,) = scene.moments
    (result,) = moment.results
    assert (result.text, moment.chance) == (told, chance)
    assert result.player == (scene.fighters[0] if chance else None)
    said = [text.text for text in all_texts(lay_plans(scene).items)]
    assert (told in said, chance in said) == (True, bool(chance))


@pytest.mark.parametrize("step", ["reaction", "fast_reaction"])
def test_the_pictured_forecast_is_in_the_description_and_no_longer_in_the_text(step: str) -> None:
    state = duel(step, mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=["Late Parry"])
    shown, words = at(state)
    renderer = RENDERERS["varia"]
    _, picture, *_ = renderer.panel_pictures(shown.view, 0, words, shown.question, shown.forecast)
    view: Any = shown.view
    model = plans_model(view, 0, ACTIONS, words, shown.question, shown.forecast)
    assert all(moment.told in picture.description for moment in model.moments)
    assert "on average" in picture.description.lower()
    assert "Average HP" in texts(shown, words, renderer, None, pictured=False).question
    assert "Average HP" not in texts(shown, words, renderer, None, pictured=True).question


def test_what_is_hidden_does_not_move_the_pictures() -> None:
    state = duel(mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=["Late Parry", "Kite Guard"])
    guess = VARIA.determinize(state, 0, FairDice.seeded("guess"))
    pictures = []
    for each in (state, guess):
        shown, words = at(each)
        asks = shown.view, 0, words, shown.question, shown.forecast
        pictures.append(RENDERERS["varia"].panel_pictures(*asks))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(
    ("step", "active", "offered"),
    [
        ("reaction", "B", {"Kite Guard", "Quick Jab", "Break the Line", "Scout's Buckler"}),
        ("fast_action", "A", {"Quick Jab", "Scout's Buckler"}),
    ],
)
def test_a_card_has_the_number_of_its_button(step: str, active: str, offered: set[str]) -> None:
    hand = ["Kite Guard", "Quick Jab", "Kite Guard", "Break the Line"]
    state = duel(step, mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=hand, active=active)
    shown, words = at(state)
    view: Any = shown.view
    model = hand_model(view, 0, ACTIONS, words, shown.question)
    names = [*(face.name for face, _ in model.cards), *(tile.face.name for tile in model.below)]
    drawn = {name: number for name, number in zip(names, model.numbers, strict=True) if number}
    assert drawn == numbers_on(labels(shown, words, pictured=True))
    assert drawn.keys() == offered
    assert [*drawn.values()] == [*range(1, len(offered) + 1)]
    assert numbers_on(labels(shown, words, pictured=False)) == {}


def test_the_description_of_a_hand_names_the_cards_with_the_numbers_of_their_buttons() -> None:
    hand = ["Kite Guard", "Quick Jab", "Break the Line", "Late Parry"]
    shown, words = at(duel("action", mine=[], theirs=[], hand=hand, active="A"))
    names = [f"{number}. {name}" for number, name in enumerate([*hand, "Scout's Buckler"], 1)]
    assert labels(shown, words, pictured=True)[: len(names)] == names
    plain = [name.partition(" ")[2] for name in names]
    assert labels(shown, words, pictured=False)[: len(names)] == plain, "no picture has the numbers"
    asks = shown.view, 0, words, shown.question, shown.forecast
    hands = [each for each in RENDERERS["varia"].panel_pictures(*asks) if "hand" in each.name]
    assert hands[0].description.startswith(", ".join(names))


def test_no_two_buttons_begin_with_the_same_number() -> None:
    """A card that can be planned, and can also join another one, has its number only where it is planned."""
    state = duel("action", mine=["Ashwood Mace"], theirs=[], hand=["Quick Jab", "Kite Guard"], active="A")
    shown, words = at(state)
    told = labels(shown, words, pictured=True)
    assert "1. Quick Jab" in told
    assert "Quick Jab joins Ashwood Mace" in told
    numbers = [label.partition(".")[0] for label in told if label[0].isdigit()]
    assert len(numbers) == len({*numbers})


def test_without_a_question_a_card_has_no_number() -> None:
    shown, words = at(duel(mine=["Late Parry"], theirs=["Quick Jab"], hand=["Kite Guard"], active="B"))
    view: Any = shown.view
    assert hand_model(view, 0, ACTIONS, words).numbers == ()


def test_several_joins_are_one_select_and_a_single_one_is_a_button() -> None:
    for hand, kind in ((["Late Parry", "Quick Jab"], 3), (["Kite Guard"], 2)):
        state = duel("action", mine=["Late Parry"], theirs=[], hand=hand, active="A")
        shown, words = at(state)
        made = panel(shown, words, RENDERERS["varia"])
        assert made.view is not None
        (container,) = made.view.to_components()
        joins = [
            part["type"]
            for row in container["components"]
            if row["type"] == 1
            for part in row["components"]
            if any("joins" in each["label"] for each in part.get("options", [part]))
        ]
        assert set(joins) == {kind}


def hit() -> tuple[Any, Sequence[Fact]]:
    """A hit of Art Bot Cards whose victim sits in the first seat, and what that seat saw."""
    victim = ["Sketch Snatcher", "Gallery Ghoster", "Critic Unit Nine", "Moire Murmur", "Critic Unit Nine"]
    hands = {
        "A": {"active": ["Gesso Nurse"] * 4, "inactive": [*victim, "Dropped Pixel", "Kiln Kicker"]},
        "B": {"active": ["Omnibrush Prime", "Gesso Nurse"], "inactive": ["Gesso Nurse"] * 8},
    }
    state: Any = ARTBOT.position({"active": "B", "seats": hands}, CARDS)
    told: list[Any] = []
    while (asked := ARTBOT.decisions(state)[0]).seat == 1:
        keys = {ref.card: each.key for each in asked.options if isinstance(ref := each.label.args.get("card"), CardRef)}
        key = keys.get(CARDS.find("Omnibrush Prime"), asked.options[0].key)
        told += ARTBOT.apply(state, asked.id, [key], FairDice.seeded("hit"))
    return state, seen(told, 0)


def test_a_hit_is_a_picture_with_its_card_and_sum_in_place_of_words() -> None:
    state, told = hit()
    _, shown = texts_at(ARTBOT, state, CARDS, *told)
    words, renderer = Words("en", shown.seats, CARDS, 0), RENDERERS["artbot"]
    _, picture, _ = renderer.panel_pictures(shown.view, 0, words, shown.question, shown.forecast)
    view: Any = shown.view
    model = attack_model(view, 0, words)
    assert model is not None
    assert model.card is not None
    assert model.card.name == "Omnibrush Prime"
    assert [figure for figure, _ in model.sums] == [
        str(view.hit.pp),
        f"−{view.hit.rp}",
        f"= {view.hit.pp - view.hit.rp}",
    ]
    assert picture.description.splitlines()[:2] == [f"{NAMES[1]} hits you", "Omnibrush Prime"]
    written, beside = (texts(shown, words, renderer, None, pictured=each).situation for each in (False, True))
    assert {"👀", "💥"} <= {*written}
    assert not {"👀", "💥"} & {*beside}
    question = texts(shown, words, renderer, None, pictured=True).question
    assert f"Which {view.hit.count} of these cards do you lose?" in question
    assert f"Choose {view.hit.count}." not in question, "the question has the number"
    attacker: Any = ARTBOT.view(state, 1)
    assert attack_model(attacker, 1, words) is None


def test_equal_cards_to_lose_have_numbers_of_their_own_and_equal_cards_of_a_hand_share_one() -> None:
    state, told = hit()
    _, shown = texts_at(ARTBOT, state, CARDS, *told)
    words = Words("en", shown.seats, CARDS, 0)
    view: Any = shown.view
    scene = artbot_hand(view, 0, words, shown.question)
    assert scene is not None
    assert scene.numbers == tuple(range(1, len(scene.cards) + 1))
    said = labels(shown, words, pictured=True)[: len(scene.cards)]
    assert said == [f"{number}. {card.name}" for number, card in zip(scene.numbers, scene.cards, strict=True)]
    described = RENDERERS["artbot"].panel_pictures(view, 0, words, shown.question)[-1].description
    named = [f"{number}. {card.name}" for number, card in zip(scene.numbers, scene.cards, strict=True)]
    assert described.startswith(", ".join(named)), "who does not see the picture is told the same"
    position = {
        "seats": {"A": {"active": ["Dropped Pixel", "Gesso Nurse", "Dropped Pixel"]}, "B": {"active": ["Halo Iron"]}}
    }
    _, shown = texts_at(ARTBOT, ARTBOT.position(position, CARDS), CARDS)
    assert numbers_on(labels(shown, words, pictured=True)) == {"Dropped Pixel": 1, "Gesso Nurse": 2}
