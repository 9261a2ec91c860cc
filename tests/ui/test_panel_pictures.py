"""The pictures on a panel show what has to be answered, and the numbers of the buttons on the cards."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from discord import ButtonStyle
from discord.ui import Button, Select
from msgspec.structs import replace

from bot.host.match.drafts import outlooks_of, played, reached
from bot.host.match.panel_actions import Panel
from bot.ui.games import RENDERERS
from bot.ui.games.artbot.model import hand_model as artbot_hand
from bot.ui.games.artbot.situation_picture import situation_model as artbot_situation
from bot.ui.games.varia.model import hand_model
from bot.ui.games.varia.panel_pictures import usable
from bot.ui.games.varia.planned_tile import PlannedTile
from bot.ui.games.varia.situation_picture import SituationModel, lay_situation, situation_model
from bot.ui.match.panel import BEST, panel
from bot.ui.match.panel_texts import texts
from bot.ui.messages.custom_ids import parse
from bot.ui.pictures.card_list import FEW, draw_few, rows
from bot.ui.pictures.scene import UNMOVED, Group, Image, Item, Scene
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip import WIDE
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import CardRef, Fact, SeatRef, seen
from engine.dice import FairDice
from engine.registry import GAMES
from tests.e2e.letters import smallest
from tests.e2e.panel_looks import SMALLEST
from tests.ui.picture_reader import NAMES
from tests.ui.test_panel_texts import texts_at
from tests.ui.test_pictures_varia import all_texts, assert_within

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


def situation(state: Any) -> SituationModel:
    """What the picture of the first seat's situation shows."""
    shown, words = at(state)
    view: Any = shown.view
    return situation_model(view, 0, words, shown.question, shown.forecast)


def planned_tiles(laid: Scene) -> list[PlannedTile]:
    """The planned actions in a picture."""
    return [image.source for image in images(laid.items) if isinstance(image.source, PlannedTile)]


def images(items: Iterable[Item]) -> Iterator[Image]:
    """The images among items and in their groups."""
    for item in items:
        if isinstance(item, Group):
            yield from images(item.items)
        elif isinstance(item, Image):
            yield item


def labels(shown: Panel, words: Words, *, pictured: bool) -> list[str]:
    """The labels of a panel's buttons and of the options in its selects."""
    renderer = RENDERERS[shown.match.game]
    asks = shown.view, shown.seat, words, shown.question, shown.forecast
    made = panel(shown, words, renderer, renderer.panel_pictures(*asks) if pictured else ())
    assert made.view is not None
    parts = [part for row in made.view.to_components() if row["type"] == 1 for part in row["components"]]
    return [each["label"] for part in parts for each in part.get("options", [part])]


def names_on(told: list[str]) -> list[str]:
    """Labels without what a card costs, and without the sign that it cannot be paid for."""
    return [re.sub(r" (⏳|✴\d+)$", "", label) for label in told]


def numbers_on(told: list[str]) -> dict[str, int]:
    """The numbers at the front of labels, by the names of the cards."""
    found = [re.fullmatch(r"(\d+) (.+)", label) for label in names_on(told)]
    return {each[2]: int(each[1]) for each in found if each is not None}


@pytest.mark.parametrize("planned", [["Quick Jab", "Ashwood Mace", "Thrown Hatchet"], ["Quick Jab", "Ashwood Mace"]])
def test_the_attack_to_be_answered_is_marked_with_what_it_does_if_it_is_not(planned: list[str]) -> None:
    state = duel(mine=["Late Parry"], theirs=planned, hand=["Late Parry"])
    shown, _ = at(state)
    scene, line = situation(state), next(each for each in shown.forecast if each.message.args.get("moment") == 2)
    (asked,) = [each for each in scene.moments if each.now]
    assert asked.theirs is not None
    assert (asked.number, asked.theirs.face.name, asked.own) == ("2", "Ashwood Mace", None)
    assert line.message.args["seat"] == SeatRef(0)
    (change,) = asked.changes
    assert change.text == line.message.args["change"]
    assert change.player.sign == scene.own.player.sign
    assert [each.number for each in scene.moments] == [str(number) for number in range(1, len(planned) + 1)]


def test_the_reader_is_on_the_left_and_below_in_both_seats() -> None:
    state = duel("fast_action", mine=["Ashwood Mace"], theirs=["Kite Guard"], hand=["Quick Jab"], active="A")
    for seat, (own, theirs) in enumerate((("Ashwood Mace", "Kite Guard"), ("Kite Guard", "Ashwood Mace"))):
        view: Any = VARIA.view(state, seat)
        _, words = at(state)
        model = situation_model(view, seat, Words("en", words.seats, ACTIONS, seat))
        assert model.own.player.name == "You"
        assert model.other.player.name == NAMES[1 - seat]
        (moment,) = model.moments
        assert moment.own is not None
        assert moment.theirs is not None
        assert (moment.own.face.name, moment.theirs.face.name) == (own, theirs)


def test_the_points_after_the_turn_are_those_before_it_and_what_the_moments_bring() -> None:
    state = duel(mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=["Late Parry"])
    scene = situation(state)
    lost = sum(int(each.text.replace("−", "-")) for moment in scene.moments for each in moment.changes)
    assert scene.own.after == scene.own.points + lost
    assert scene.other.after is None


def test_the_rules_of_small_cards_can_be_read() -> None:
    state = duel(mine=["Late Parry"], theirs=["Hearth Cleave", "Ashwood Mace", "Reckless Swing"], hand=["Late Parry"])
    shown, words = at(state)
    read = {each: texts(shown, words, RENDERERS["varia"], None, pictured=each).unread for each in (False, True)}
    assert read == {False: (), True: ("reckless-swing",)}


def test_the_rules_of_the_other_cards_can_be_read_in_a_fast_step() -> None:
    state = duel("fast_action", mine=["Ashwood Mace"], theirs=["Kite Guard"], hand=["Quick Jab"], active="A")
    shown, words = at(state)
    assert texts(shown, words, RENDERERS["varia"], None, pictured=True).unread == ("kite-guard",)


def test_a_fast_step_draws_what_can_be_used_as_it_is_numbered_all_turn_and_words_say_what_cannot() -> None:
    hand = ["Reckless Swing", "Quick Jab", "Late Parry"]
    before = duel("action", mine=[], theirs=[], hand=[*hand, "Ashwood Mace"], active="A")
    after = duel("fast_action", mine=["Ashwood Mace"], theirs=["Late Parry"], hand=hand, active="A")
    (first, words), (then, _) = at(before), at(after)
    view: Any = then.view
    few = usable(view, 0, words, then.question)
    assert few is not None
    assert {card.name for card in few} == {"Late Parry", "Quick Jab", "Scout's Buckler"}
    assert {*few} < {*hand_model(view, 0, words)}, "with the numbers of the whole hand"
    assert RENDERERS["varia"].panel_pictures(view, 0, words, then.question)[0].content == draw_few(
        (tuple(rows(few, FEW)),)
    )
    assert "reckless-swing" in {*texts(then, words, RENDERERS["varia"], None, pictured=True).unread}
    planned, fast = (numbers_on(labels(each, words, pictured=True)) for each in (first, then))
    assert planned
    assert fast == {}, "a whole choice has the number of a moment"
    foot = texts(then, words, RENDERERS["varia"], None, pictured=True).foot
    assert "Reckless Swing" in foot
    assert "Ashwood Mace" in foot


def test_an_answer_that_few_cards_fit_draws_them_alone() -> None:
    for hand, whole in ((["Late Parry", "Kite Guard"], False), (["Late Parry", "Kite Guard", "Break the Line"], True)):
        shown, words = at(duel(mine=[], theirs=["Quick Jab"], hand=hand))
        view: Any = shown.view
        few = usable(view, 0, words, shown.question)
        drawn = None if few is None else {card.name for card in few}
        assert drawn == (None if whole else {*hand, "Scout's Buckler"})


def test_an_action_beyond_the_turn_has_the_number_of_its_place() -> None:
    """Its name for boards, "beyond", was once cut to "b…"."""
    mine, theirs = ["Ashwood Mace"], ["Clockwork Sting", "Late Parry", "Late Parry"]
    scene = situation(duel("fast_action", mine=mine, theirs=theirs, hand=["Quick Jab"], active="A"))
    assert [each.number for each in scene.moments] == ["1", "2", "3"]
    assert [each.note for each in scene.moments][1:] == ["not this turn"] * 2


def test_what_a_moment_brings_is_a_word_if_nobody_loses_anything() -> None:
    for theirs, word in ((["Iron Bulwark"], "blocked"), ([], "")):
        (moment,) = situation(
            duel("fast_action", mine=["Hearth Cleave"], theirs=theirs, hand=["Quick Jab"], active="A")
        ).moments
        assert (moment.note, bool(moment.changes)) == (word, not word)
    seats = {"A": {"hand": ["Late Parry"], "deck": ["Late Parry"]}, "B": {"timeline": ["Ashwood Mace"]}}
    position = {"step": "reaction", "active": "B", "distance": "disengaged", "seats": seats}
    (moment,) = situation(VARIA.position(position, ACTIONS)).moments
    assert (moment.note, moment.changes) == ("out of reach", ())


def test_a_plan_that_nobody_has_answered_says_who_will() -> None:
    scene = situation(duel("action", mine=["Ashwood Mace"], theirs=[], hand=["Late Parry"], active="A"))
    assert [(each.number, each.own is not None, each.now) for each in scene.moments] == [
        ("1", True, False),
        ("2", False, True),
    ]
    assert scene.waiting == f"{NAMES[1]} answers after you lock in"
    assert not any(text.text == "–" for text in all_texts(lay_situation(scene).items))


@pytest.mark.parametrize("asked", [True, False])
def test_of_a_long_plan_the_moments_around_the_question_are_shown(asked: bool) -> None:  # noqa: FBT001
    theirs = ["Quick Jab"] * 9
    mine = ["Late Parry"] * 6 if asked else []
    scene = situation(duel(mine=mine, theirs=theirs, hand=["Late Parry"]))
    assert len(scene.moments) == 6
    assert scene.earlier + len(scene.moments) + scene.later == len(theirs)
    (now,) = [each.number for each in scene.moments if each.now]
    assert now == str(len(mine) + 1)
    said = [text.text for text in all_texts(lay_situation(scene).items)]
    assert [count for count in (scene.earlier, scene.later) if count] == [
        int(each[1:]) for each in said if each[0] == "+"
    ]


@pytest.mark.parametrize("count", [*range(1, 7)])
@pytest.mark.parametrize("step", ["action", "fast_action"])
def test_all_of_a_plan_is_within_its_landscape_picture(step: str, count: int) -> None:
    planned = (["Looking-Glass Rapier", "Kite Guard", "Quick Jab"] * 2)[:count]
    theirs = [] if step == "action" else (["Ashwood Mace", "Reckless Swing", "Hearth Cleave"] * 2)[:count]
    laid = lay_situation(situation(duel(step, mine=planned, theirs=theirs, hand=["Late Parry"], active="A")))
    tiles = planned_tiles(laid)
    assert len(tiles) == min(count, 5 if step == "action" else 6) + len(theirs)
    for tile in tiles:
        front = tile.scene()
        assert_within(front, tile.tile.face.name)
        assert not any(text.text.endswith("…") for text in all_texts(front.items))
    assert not any(text.text.endswith("…") for text in all_texts(laid.items))
    assert laid.height <= WIDE / 1.8
    assert smallest(laid.items, UNMOVED) * 318 / WIDE >= SMALLEST["phone"]


def test_what_both_have_queued_stands_as_small_cards_beside_what_they_have_in_play() -> None:
    queue = ["Ashwood Mace", "Late Parry", "Quick Jab"]
    seats = {
        "A": {"hand": ["Quick Jab"], "deck": ["Late Parry"] * 3},
        "B": {"queue": queue, "items": ["Scout's Buckler"], "deck": ["Late Parry"] * 3},
    }
    state = VARIA.position({"step": "action", "active": "A", "distance": "engaged", "seats": seats}, ACTIONS)
    model = situation(state)
    assert (len(model.own.queue), len(model.other.queue), len(model.other.in_play)) == (0, 3, 1)
    drawn = [image.source.art for image in images(lay_situation(model).items) if isinstance(image.source, SmallCard)]
    assert {*drawn} == {*model.other.in_play, *model.other.queue}
    shown, words = at(state)
    told = RENDERERS["varia"].panel_pictures(shown.view, 0, words, shown.question, shown.forecast)[-1].description
    assert all(card in told for card in queue)


def test_open_piles_say_the_types_of_cards_and_can_be_read_with_the_queues() -> None:
    """Cards count others by their types, and what is queued comes into play."""
    seats = {
        "A": {"hand": ["Quick Jab"], "deck": ["Late Parry"] * 3},
        "B": {"discard": ["Hearth Cleave", "Hearth Cleave"], "queue": ["Ashwood Mace"], "deck": ["Late Parry"] * 3},
    }
    state = VARIA.position({"step": "action", "active": "A", "distance": "engaged", "seats": seats}, ACTIONS)
    shown, words = at(state)
    told = {each.title: each.told for each in RENDERERS["varia"].piles(shown.view, words)}
    assert [*told.values()] == ["", "Physical Attack: Hearth Cleave ×2", "Ashwood Mace"]
    for pictured in (False, True):
        unread = texts(shown, words, RENDERERS["varia"], None, pictured=pictured).unread
        assert {"hearth-cleave", "ashwood-mace"} <= {*unread}


def test_a_planned_combo_has_both_names_whole() -> None:
    timeline: Any = [{"cards": ["Late Parry", "Quick Jab"]}]
    plan = duel("fast_action", mine=timeline, theirs=["Ashwood Mace"], hand=["Quick Jab"], active="A")
    (combo,) = [each for each in planned_tiles(lay_situation(situation(plan))) if "+" in each.tile.face.name]
    names = {"Late", "Parry", "Quick", "Jab", "+"}
    said = " ".join(text.text for text in all_texts(combo.scene().items))
    assert names <= {*said.split()}


@pytest.mark.parametrize("step", ["reaction", "fast_action"])
def test_the_pictured_forecast_is_in_the_description_and_no_longer_in_the_text(step: str) -> None:
    active = "B" if step == "reaction" else "A"
    state = duel(step, mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=["Late Parry"], active=active)
    shown, words = at(state)
    renderer = RENDERERS["varia"]
    picture = renderer.panel_pictures(shown.view, 0, words, shown.question, shown.forecast)[-1]
    written = texts(shown, words, renderer, None, pictured=False).question
    lines = [line for line in written.splitlines() if "%" in line or line.startswith("`")]
    assert lines
    assert "Average HP" in picture.description
    assert "Average HP" in written
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


def test_a_card_has_the_number_of_its_button() -> None:
    hand = ["Kite Guard", "Quick Jab", "Kite Guard", "Break the Line"]
    state = duel("reaction", mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=hand, active="B")
    shown, words = at(state)
    view: Any = shown.view
    drawn = {card.name: card.number for card in hand_model(view, 0, words)}
    offered = numbers_on(labels(shown, words, pictured=True))
    assert offered
    assert offered.items() <= drawn.items()
    assert [*drawn.values()] == [*range(1, len(drawn) + 1)]
    assert numbers_on(labels(shown, words, pictured=False)) == {}


def test_the_description_of_a_hand_names_the_cards_with_the_numbers_of_their_buttons() -> None:
    shown, words = at(
        duel("action", mine=[], theirs=[], hand=["Quick Jab", "Kite Guard", "Break the Line"], active="A")
    )
    view: Any = shown.view
    names = [f"{card.number} {card.name}" for card in hand_model(view, 0, words)]
    assert sorted(names_on(labels(shown, words, pictured=True))[: len(names)]) == names
    plain = [name.partition(" ")[2] for name in names]
    written = names_on(labels(shown, words, pictured=False))[: len(names)]
    assert sorted(written) == sorted(plain), "no picture has the numbers"
    asks = shown.view, 0, words, shown.question, shown.forecast
    hands = [each for each in RENDERERS["varia"].panel_pictures(*asks) if "hand" in each.name]
    assert hands[0].description.startswith(", ".join(names))


def test_no_two_buttons_begin_with_the_same_number() -> None:
    """A card that can be planned, and can also join another one, has its number only where it is planned."""
    state = duel("action", mine=["Ashwood Mace"], theirs=[], hand=["Quick Jab", "Kite Guard"], active="A")
    shown, words = at(state)
    told = labels(shown, words, pictured=True)
    assert "2 Quick Jab ✴1" in told
    assert "Moment 1: add Quick Jab" in told
    numbers = [label.partition(" ")[0] for label in told if label[0].isdigit()]
    assert len(numbers) == len({*numbers})


def test_an_item_that_is_only_there_has_no_number() -> None:
    seats = {"A": {"hand": ["Kite Guard"], "items": ["Glass Familiar"], "deck": ["Late Parry"]}, "B": {}}
    view: Any = VARIA.view(VARIA.position({"step": "action", "active": "A", "seats": seats}, ACTIONS), 0)
    found = hand_model(view, 0, Words("en", (), ACTIONS, 0))
    assert [(card.name, card.number) for card in found] == [("Kite Guard", 1), ("Glass Familiar", 0)]


def test_several_joins_are_one_select_and_a_single_one_is_a_button() -> None:
    for hand, kind in ((["Late Parry", "Quick Jab"], 3), (["Kite Guard"], 2)):
        state = duel("action", mine=["Late Parry"], theirs=[], hand=hand, active="A")
        shown, words = at(state)
        made = panel(shown, words, RENDERERS["varia"])
        assert made.view is not None
        joins = [
            part["type"]
            for row in made.view.to_components()
            if row["type"] == 1
            for part in row["components"]
            if any(" add " in each["label"] for each in part.get("options", [part]))
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


def test_a_hit_is_in_the_picture_with_its_card_and_sum_in_place_of_words() -> None:
    state, told = hit()
    _, shown = texts_at(ARTBOT, state, CARDS, *told)
    words, renderer = Words("en", shown.seats, CARDS, 0), RENDERERS["artbot"]
    hand, picture = renderer.panel_pictures(shown.view, 0, words, shown.question, shown.forecast)
    assert (hand.name, picture.name) == ("artbot-hand.png", "artbot-situation.png")
    view: Any = shown.view
    found = artbot_situation(view, 0, words, {}).hit
    assert found is not None
    assert [card.name for card in found.played] == ["Omnibrush Prime"]
    assert (found.by.name, found.at.name) == (NAMES[1], "You")
    assert found.sum == f"{view.hit.pp} PP − {view.hit.rp} RP = {view.hit.pp - view.hit.rp}"
    assert found.choice == f"Choose {view.hit.count} of these to lose"
    assert f"{NAMES[1]} hits you" in picture.description
    said = [texts(shown, words, renderer, None, pictured=each) for each in (False, True)]
    written, beside = ({*each.situation, *each.cards} & {"👀", "💥"} for each in said)
    assert written
    assert not beside
    assert said[0].head == said[1].head, "what happened comes first, drawn or not"
    question = said[1].question
    assert f"Which {view.hit.count} of these cards do you lose?" in question
    assert f"Choose {view.hit.count}." not in question, "the question has the number"
    attacker: Any = ARTBOT.view(state, 1)
    other = artbot_situation(attacker, 1, Words("en", shown.seats, CARDS, 1), {}).hit
    assert other is not None
    assert other.choice == f"{NAMES[0]} chooses {view.hit.count} of these to lose"


def test_equal_cards_to_lose_have_numbers_of_their_own_and_equal_cards_of_a_hand_share_one() -> None:
    state, told = hit()
    _, shown = texts_at(ARTBOT, state, CARDS, *told)
    words, renderer = Words("en", shown.seats, CARDS, 0), RENDERERS["artbot"]
    view: Any = shown.view
    assert shown.question is not None
    held = artbot_hand(view, 0, words)
    assert [(card.number, card.name, card.copies) for card in held] == [(1, "Gesso Nurse", 4)]
    found = artbot_situation(view, 0, words, renderer.numbers(view, 0, shown.question, words)).hit
    assert found is not None
    assert [card.number for card in found.revealed] == list(range(2, len(found.revealed) + 2))
    said = labels(shown, words, pictured=True)[: len(found.revealed)]
    assert said == [f"{card.number} {card.name}" for card in found.revealed]
    hand, situation = renderer.panel_pictures(view, 0, words, shown.question)
    assert hand.description.startswith("1 Gesso Nurse")
    assert all(card.name in situation.description for card in found.revealed)
    position = {
        "seats": {"A": {"active": ["Dropped Pixel", "Gesso Nurse", "Dropped Pixel"]}, "B": {"active": ["Halo Iron"]}}
    }
    _, shown = texts_at(ARTBOT, ARTBOT.position(position, CARDS), CARDS)
    assert numbers_on(labels(shown, words, pictured=True)) == {"Dropped Pixel": 1, "Gesso Nurse": 2}


def foreseen(state: Any) -> list[str]:
    """The labels of the first seat's buttons in a position, with what follows each of them."""
    shown, words = at(state)
    outlooks = outlooks_of(VARIA, reached(VARIA, state, 0, []))
    return labels(replace(shown, outlooks=outlooks), words, pictured=True)


def test_a_button_says_what_its_moment_brings_then_and_the_last_one_what_the_turn_brings_now() -> None:
    told = foreseen(
        duel(mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=["Iron Bulwark", "Late Parry"])
    )
    assert "1 Iron Bulwark ✴3 ±0" in told
    assert "Leave 2 empty ❤️−5" in told
    assert "Lock in · 9 AP unused ❤️▸25 💜▸30" in told


def test_an_attack_out_of_reach_says_so_on_its_button() -> None:
    seats = {"A": {"hand": ["Ashwood Mace", "Iron Bulwark"], "deck": ["Late Parry"]}, "B": {"deck": ["Late Parry"]}}
    for distance in ("disengaged", "engaged"):
        position = {"step": "action", "active": "A", "distance": distance, "seats": seats}
        told = foreseen(VARIA.position(position, ACTIONS))
        assert "1 Iron Bulwark ✴3 ±0" in told
        assert any("Ashwood Mace" in label and "too far" in label for label in told) is (distance == "disengaged")


def test_a_plan_that_a_player_would_not_survive_says_so_on_the_button_that_locks_it() -> None:
    seats = {
        "A": {"hp": 4, "timeline": ["Late Parry"], "hand": ["Iron Bulwark"], "deck": ["Late Parry"]},
        "B": {"timeline": ["Quick Jab", "Ashwood Mace"], "deck": ["Late Parry"]},
    }
    position = {"step": "reaction", "active": "B", "distance": "engaged", "seats": seats}
    told = foreseen(VARIA.position(position, ACTIONS))
    assert "Lock in · 9 AP unused ☠" in told
    assert "1 Iron Bulwark ✴3 ±0" in told


def test_a_card_that_cannot_be_paid_for_has_a_sign_on_its_button() -> None:
    mine = ["Break the Line"]
    told = foreseen(duel("action", mine=mine, theirs=[], hand=["Break the Line", "Iron Bulwark"], active="A"))
    assert "1 Iron Bulwark ✴3 ±0" in told
    assert "2 Break the Line ⏳ ±0" in told


def test_a_row_without_outlooks_has_only_names() -> None:
    shown, words = at(duel(mine=["Late Parry"], theirs=["Ashwood Mace"] * 2, hand=["Iron Bulwark"]))
    assert "1 Iron Bulwark ✴3" in labels(shown, words, pictured=True)


def test_buttons_stand_in_the_order_of_their_numbers() -> None:
    hand = ["Reckless Swing", "Quick Jab", "Hearth Cleave", "Iron Bulwark", "Kite Guard"]
    told = foreseen(duel("action", mine=[], theirs=[], hand=hand, active="A"))
    numbers = [int(label.partition(" ")[0]) for label in told if label[0].isdigit()]
    assert numbers == sorted(numbers)
    assert len(numbers) == len(hand) + 1


def test_buttons_stay_where_they_are_when_pictures_come_later() -> None:
    hand = ["Reckless Swing", "Quick Jab", "Hearth Cleave", "Iron Bulwark", "Kite Guard"]
    shown, words = at(duel("action", mine=[], theirs=[], hand=hand, active="A"))
    pictured, written = (labels(shown, words, pictured=each) for each in (True, False))
    assert [re.sub(r"^\d+ ", "", label) for label in pictured] == written


def test_what_is_to_be_put_in_order_keeps_the_order_that_the_text_has() -> None:
    shown, words = at(duel("action", mine=[], theirs=[], hand=["Reckless Swing", "Hearth Cleave"], active="A"))
    assert shown.question is not None
    options = tuple(option for option in reversed(shown.question.options) if "card" in option.label.args)
    asked = replace(shown.question, options=options, least=2, most=2, ordered=True)
    ordered = replace(shown, draft=replace(shown.draft, asked=asked, beyond=None))
    told = labels(ordered, words, pictured=True)[: len(options)]
    assert [re.sub(r"^\d+ ", "", label) for label in names_on(told)] == [words.label(each.label) for each in options]


def test_a_fast_step_offers_the_best_changes_as_buttons_and_all_others_in_a_select() -> None:
    mine, theirs = ["Ashwood Mace", "Kite Guard", "Late Parry"], ["Ashwood Mace", "Hearth Cleave", "Reckless Swing"]
    state = duel("fast_action", mine=mine, theirs=theirs, hand=["Quick Jab"], active="A")
    at_seat = reached(VARIA, state, 0, [])
    outlooks = outlooks_of(VARIA, at_seat)
    wholes = [whole for there in at_seat.wholes.values() for whole in there]
    assert len(wholes) > BEST
    assert at_seat.asked is not None
    gains = {}
    for whole in wholes:
        picks = [(at_seat.asked.id, [whole.begins]), (whole.asked.id, [whole.key])]
        then = VARIA.forecast(played(VARIA, state, picks)[0], 0)
        assert outlooks[whole.option.key] == then, "a button says exactly what comes after it"
        gains[whole.option.key] = sum(line.changes.get(0, 0) - line.changes.get(1, 0) for line in then)
    now = VARIA.forecast(state, 0)
    shown, words = at(state)
    made = panel(replace(shown, outlooks=outlooks, forecast=now), words, RENDERERS["varia"])
    assert made.view is not None
    items = [item for item in made.view.walk_children() if isinstance(item, Button | Select)]
    alone = [
        key for item in items if isinstance(item, Button) and (key := parse(str(item.custom_id)).argument) in gains
    ]
    (select,) = [item for item in items if isinstance(item, Select)]
    behind = [option.value for option in select.options]
    left = sum(line.changes.get(0, 0) - line.changes.get(1, 0) for line in now)
    assert len(alone) == min(BEST, sum(gain - left >= 1 for gain in gains.values())) > 0
    assert sorted([*alone, *behind]) == sorted(gains)
    assert [gains[key] for key in alone] == sorted((gains[key] for key in alone), reverse=True), "the best stands first"
    assert all(
        "▸" not in str(item.label) for item in items if isinstance(item, Button) and "Quick Jab" in str(item.label)
    )
    assert min(gains[key] for key in alone) >= max(gains[key] for key in behind)


@pytest.mark.parametrize(("theirs", "green"), [(["Quick Jab", "Ashwood Mace"], False), (["Quick Jab"], True)])
def test_what_ends_a_question_is_green_unless_something_else_is_forecast_to_bring_more(
    theirs: list[str], *, green: bool
) -> None:
    state = duel(mine=["Late Parry"], theirs=theirs, hand=["Iron Bulwark"])
    shown, words = at(state)
    outlooks = outlooks_of(VARIA, reached(VARIA, state, 0, []))
    made = panel(replace(shown, outlooks=outlooks), words, RENDERERS["varia"])
    assert made.view is not None
    locks = [each for each in made.view.walk_children() if isinstance(each, Button) and "Lock in" in str(each.label)]
    assert [each.style is ButtonStyle.success for each in locks] == [green]
