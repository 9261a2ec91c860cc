"""Where a player answers, the panel shows whose cards are where, and what matters beside the buttons."""

from typing import Any

import pytest
from discord import ui
from msgspec.structs import replace

from bot.host.match.drafts import outlooks_of, reached
from bot.locale.catalogue import PSEUDO
from bot.ui.games import RENDERERS
from bot.ui.games.varia.situation import PICTURED
from bot.ui.games.warmage.situation_picture import lay_situation, situation_model
from bot.ui.match.panel import panel, steering
from bot.ui.match.panel_texts import Texts, texts
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.strip import WIDE as STRIP
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import seen
from engine.dice import FairDice
from engine.registry import GAMES
from tests.ui.picture_laws import texts_of as texts_of_scene
from tests.ui.test_panel import count_of, texts_of
from tests.ui.test_panel_texts import texts_at

VARIA, WARMAGE = GAMES["varia"], GAMES["warmage"]
SPELLS: Any = WARMAGE.cards(shipped_sets(WARMAGE))
ACTIONS: Any = VARIA.cards(shipped_sets(VARIA))
OTHER = "<@1000000000000000001>"


def mages(*picks: tuple[int, str], step: str = "cast", **seats: Any) -> tuple[Any, list[Any]]:
    """A position of WarMage after some picks, each a seat and the beginning of a key, and what happened."""
    position = {"step": step, "deck": ["Squall"] * 6, "row": ["Salve", "Swerve", "Salve"], "seats": seats}
    state = WARMAGE.position(position, SPELLS)
    told: list[Any] = []
    for seat, wanted in picks:
        asked = next(each for each in WARMAGE.decisions(state) if each.seat == seat)
        key = next(option.key for option in asked.options if option.key.startswith(wanted))
        told += WARMAGE.apply(state, asked.id, [key], FairDice.seeded("dice"))
    return state, told


def test_open_cards_say_where_they_lie() -> None:
    lying = [{"card": "Barkskin", "seat": "A"}, {"card": "Barkskin", "seat": "A"}, {"card": "Hollow Moon", "seat": "B"}]
    seats: Any = {"A": {"hand": ["Swerve"], "play": lying}, "B": {"play": [{"card": "Kiln Heart", "seat": "B"}]}}
    state, _ = mages(step="draw", **seats)
    lines = texts_at(WARMAGE, state, SPELLS)[0].cards.splitlines()
    assert [line.partition(" · ")[0] for line in lines] == [
        "**Row**",
        "- **Salve** ×2",
        "- **Swerve** (same as yours)",
        "**In front of you**",
        "- **Barkskin** ×2",
        f"**In front of you, from {OTHER}**",
        "- **Hollow Moon**",
        f"**In front of {OTHER}**",
        "- **Kiln Heart**",
    ]
    assert "Lingering" in lines[4]


def test_the_row_is_one_line_where_it_does_not_matter() -> None:
    state, _ = mages(A={"hand": ["Cinder Dart", "Salve"], "flesh": 1}, B={})
    shown = texts_at(WARMAGE, state, SPELLS)[0]
    assert shown.cards == "**Row**: Salve ×2, Swerve", "also if one of them can be cast from the hand"
    assert shown.unread == ("swerve",), "the other one's text is in the hand"


def test_news_stand_first_and_wounds_above_the_question() -> None:
    seats: Any = {"A": {"hand": ["Swerve"]}, "B": {"hand": ["Cinder Dart", "Cinder Dart"]}}
    position = {"active": "B", "deck": ["Squall"] * 6, "row": ["Salve"] * 3, "seats": seats}
    state: Any = WARMAGE.position(position, SPELLS)
    told: list[Any] = []
    for key in ("cast", "pass", "cast"):
        asked = WARMAGE.decisions(state)[0]
        wanted = next(option.key for option in asked.options if option.key.startswith(key))
        told += WARMAGE.apply(state, asked.id, [wanted], FairDice.seeded("dice"))
    _, shown = texts_at(WARMAGE, state, SPELLS, *seen(told, 0))
    made = panel(shown, Words("en", shown.seats, SPELLS, 0), RENDERERS["warmage"])
    assert made.view is not None
    blocks = texts_of(made.view.to_components())
    assert [
        next(number for number, block in enumerate(blocks) if what in block)
        for what in (
            "deals you a Flesh Wound",
            "Your hand",
            "**Row**",
            "**You** · **5** Wounds until out",
            "Do you answer?",
        )
    ] == [0, 1, 2, 3, 4]
    whole = "\n".join(blocks)
    assert whole.count("casts") == 2, "the first Spell is news, the second one is in the question"


def beside_pictures(state: Any) -> tuple[Texts, Texts, list[Picture]]:
    """The texts of the first seat's panel without pictures, those beside its pictures, and the pictures."""
    written, shown = texts_at(WARMAGE, state, SPELLS)
    words, renderer = Words("en", shown.seats, SPELLS, 0), RENDERERS["warmage"]
    pictures = renderer.panel_pictures(shown.view, 0, words)
    return written, texts(shown, words, renderer, None, pictured=True), [*pictures]


GATHERING: Any = {"A": {"hand": ["Gather Wind", "Salve"]}, "B": {"hand": ["Undertow"]}}


PICTURES = ["warmage-hand.png", "warmage-situation.png"]


@pytest.mark.parametrize("picks", [None, [(0, "cast"), (1, "pass")]], ids=["a step", "a Spell"])
def test_the_row_that_a_seat_draws_from_is_a_picture_that_has_its_texts(picks: Any) -> None:
    state, _ = mages(*(picks or ()), step="cast" if picks else "draw", **GATHERING)
    written, beside, pictures = beside_pictures(state)
    assert [each.name for each in pictures] == PICTURES
    assert "**Row**" in written.cards.splitlines()
    assert "Salve" not in beside.cards
    assert "Swerve" not in beside.cards
    assert "Swerve" not in beside.question
    does = next(line for line in written.cards.splitlines() if "Swerve" in line)
    assert description(does) in pictures[-1].description.splitlines()
    assert "Salve ×2 · " in pictures[-1].description
    assert not {"salve", "swerve"} & {*beside.unread}, "they can be read on the pictures"


def test_the_row_is_only_named_where_nobody_draws_from_it_and_can_be_read_by_a_button() -> None:
    _, beside, pictures = beside_pictures(mages(**GATHERING)[0])
    assert [each.name for each in pictures] == PICTURES
    assert beside.cards == ""
    assert "swerve" in beside.unread


def test_a_chain_is_a_picture_that_says_what_becomes_of_it() -> None:
    written, beside, pictures = beside_pictures(mages((0, "cast"), (1, "cast"), **GATHERING)[0])
    assert [each.name for each in pictures] == PICTURES
    told = pictures[-1].description
    for line in ("2 Ben: Undertow → Gather Wind · ✅ happens", "1 You: Gather Wind · 🚫 will be countered"):
        assert line in told.splitlines()
    for text in written.cards.splitlines():
        assert " · " not in text or "Gather Wind" not in text or description(text) in told.splitlines()
    does = next(line for line in written.question.splitlines() if line.startswith("- **Undertow** · "))
    assert any("Undertow" in line and line.endswith(does[-20:]) for line in told.splitlines())
    assert "Chain" in written.situation
    assert beside.situation == ""
    assert beside.question.splitlines() == [line for line in written.question.splitlines() if line != does]
    assert beside.cards == "**Row**: Salve ×2, Swerve", "a Chain is in its place"
    whole = f"{beside.head}\n{beside.situation}\n{beside.cards}\n{beside.question}"
    assert whole.count("will be countered") == 1


@pytest.mark.parametrize("count", [1, 4, 7])
def test_a_chain_is_a_picture_however_long_it_is(count: int) -> None:
    hands: Any = {"A": {"hand": ["Undertow"] * 4}, "B": {"hand": ["Gather Wind", *["Undertow"] * 3]}}
    position = {"active": "B", "deck": ["Squall"] * 6, "row": ["Salve"] * 3, "seats": hands}
    state: Any = WARMAGE.position(position, SPELLS)
    for _ in range(count):
        asked = WARMAGE.decisions(state)[0]
        key = next(option.key for option in asked.options if option.key.startswith("cast"))
        WARMAGE.apply(state, asked.id, [key], FairDice.seeded("dice"))
    written, beside, pictures = beside_pictures(state)
    assert ("Chain" in written.situation) == (count > 1 or "Gather Wind" not in written.question)
    assert "Chain" not in beside.situation
    assert "Gather Wind" not in beside.cards
    names = {each.text for each in texts_of_scene(situation_of(state), STRIP)}
    assert {"Gather Wind", "Undertow"} & names
    assert pictures[-1].name == PICTURES[-1]


def situation_of(state: Any) -> Scene:
    """The situation of the first seat as a scene."""
    view: Any = WARMAGE.view(state, 0)
    return lay_situation(situation_model(view, 0, Words("en", (), SPELLS, 0), {}))


def test_an_empty_hand_is_said_beside_a_picture() -> None:
    _, beside, pictures = beside_pictures(mages(step="draw", A={}, B={"hand": ["Salve"]})[0])
    assert [each.name for each in pictures] == PICTURES[-1:]
    assert beside.hand.endswith("- no cards")


def test_an_own_spell_that_comes_back_is_called_ones_own() -> None:
    state, _ = mages((0, "cast"), (1, "cast"), A={"hand": ["Cinder Dart"]}, B={"hand": ["Swerve"]})
    question = texts_at(WARMAGE, state, SPELLS)[0].question
    assert "your own **Cinder Dart** takes effect on you" in question


def duel(*, mine: list[str], theirs: list[str], hand: list[str]) -> Any:
    """A turn of Varia in which B has planned, and A answers."""
    seats = {
        "A": {"timeline": mine, "hand": hand, "items": ["Scout's Buckler"], "deck": ["Late Parry"]},
        "B": {"timeline": theirs, "deck": ["Late Parry"]},
    }
    return VARIA.position({"step": "reaction", "active": "B", "distance": "engaged", "seats": seats}, ACTIONS)


def test_an_answer_names_what_it_meets() -> None:
    state = duel(mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=["Late Parry"])
    question = texts_at(VARIA, state, ACTIONS)[0].question
    assert f"**Moment 2: {OTHER}'s Ashwood Mace, about −5 HP. Your answer?**" in question
    state = duel(mine=["Late Parry"], theirs=["Quick Jab", "Reckless Swing"], hand=["Late Parry"])
    assert "-# **Reckless Swing:**" not in question
    block = duel(mine=[], theirs=["Kite Guard"], hand=["Late Parry"])
    written, shown = texts_at(VARIA, block, ACTIONS)
    drawn = texts(shown, Words("en", shown.seats, ACTIONS, 0), RENDERERS["varia"], None, pictured=True)
    for each in (written, drawn):
        assert f"**Moment 1: {OTHER}'s Kite Guard, about ±0 HP. Your answer?**" in each.question
    assert "-# **Kite Guard:** " in drawn.question
    assert "- **Kite Guard** " in written.cards, "its rule stands among the cards, and not once more"
    assert "-# **Kite Guard:** " not in written.question
    state = duel(mine=[], theirs=[], hand=["Late Parry"])
    assert "Nothing comes in moment 1." in texts_at(VARIA, state, ACTIONS)[0].question


def test_the_strongest_attack_is_answered_first_and_one_button_leads_to_the_other_moments() -> None:
    state = duel(mine=[], theirs=["Quick Jab", "Ashwood Mace", "Kite Guard"], hand=["Late Parry"])
    _, shown = texts_at(VARIA, state, ACTIONS)
    words, renderer = Words("en", shown.seats, ACTIONS, 0), RENDERERS["varia"]
    shown = replace(shown, forecast=VARIA.forecast(state, 0))
    assert shown.question is not None
    assert shown.question.about["moment"] == 2
    made = panel(shown, words, renderer).view
    assert made is not None
    labels = [str(item.label) for item in made.walk_children() if isinstance(item, ui.Button)]
    assert labels.count("Other moments") == 1
    assert not any("Quick Jab" in label for label in labels), "another moment has no button of its own"
    [chooser] = [] if (view := steering(shown, words, renderer).view) is None else view.children
    assert isinstance(chooser, ui.Select)
    jab, guard = (option.label for option in chooser.options)
    assert jab.startswith("Moment 1: Quick Jab ❤️−")
    assert guard == "Moment 3: Kite Guard ±0"
    assert [option.value for option in chooser.options] == ["at:0", "at:2"]


def test_optional_effects_are_answered_beforehand_behind_one_button() -> None:
    state = duel(mine=["Looking-Glass Rapier"], theirs=["Quick Jab"], hand=["Late Parry"])
    told, shown = texts_at(VARIA, state, ACTIONS)
    words, renderer = Words("en", shown.seats, ACTIONS, 0), RENDERERS["varia"]
    made = panel(shown, words, renderer).view
    assert made is not None
    labels = [str(item.label) for item in made.walk_children() if isinstance(item, ui.Button)]
    assert "Optional effects" in labels
    assert told.cards.count("Looking-Glass Rapier") == 0, "a choice of that kind names no card to read"
    [chooser] = [] if (view := steering(shown, words, renderer).view) is None else view.children
    assert isinstance(chooser, ui.Select)
    assert [option.label for option in chooser.options] == [
        "Looking-Glass Rapier: always use it",
        "Looking-Glass Rapier: never use it",
    ]


@pytest.mark.parametrize("locale", ["en", PSEUDO])
@pytest.mark.parametrize("pictured", [True, False])
def test_a_panel_with_ten_cards_and_twelve_choices_fits_into_a_message(locale: str, *, pictured: bool) -> None:
    renderer, actions = RENDERERS["varia"], [card for card in ACTIONS.by_id.values() if card.kind == "action"]
    by_rules = sorted(actions, key=lambda card: len(renderer.card_text(card.id, Words("en", (), ACTIONS))))
    hand = [card.name for card in by_rules[-10:]]
    state = duel(mine=[], theirs=hand[:4], hand=hand)
    _, shown = texts_at(VARIA, state, ACTIONS)
    words = Words(locale, shown.seats, ACTIONS, 0)
    outlooks = outlooks_of(VARIA, reached(VARIA, state, 0, []))
    assert shown.question is not None
    assert len(shown.question.options) >= 12
    pictures = renderer.panel_pictures(shown.view, 0, words, shown.question, shown.forecast) if pictured else []
    made = panel(replace(shown, outlooks=outlooks, term="panel.term.final"), words, renderer, pictures)
    assert made.view is not None
    parts = made.view.to_components()
    assert count_of(parts) <= 40
    assert sum(map(len, texts_of(parts))) <= 4000
    assert len(made.files) == len(pictures)


def test_a_picture_of_both_plans_stands_for_their_texts_and_its_description_has_them() -> None:
    state = duel(mine=["Late Parry"], theirs=["Quick Jab", "Ashwood Mace"], hand=["Late Parry"])
    written, shown = texts_at(VARIA, state, ACTIONS)
    words, renderer = Words("en", shown.seats, ACTIONS, 0), RENDERERS["varia"]
    pictures = renderer.panel_pictures(shown.view, 0, words)
    assert [each.name for each in pictures] == ["varia-hand.png", "varia-situation.png"]
    drawn = [line.text for line in renderer.situation(shown.view, 0, words) if line.drawn]
    assert [line for line in drawn if "⇄" in line]
    assert set(drawn) <= set(written.situation.splitlines())
    assert written.cards.splitlines()[0] == f"**{OTHER}'s cards**"
    assert all(place.drawn for place in renderer.open_cards(shown.view, 0, words))
    for told in ("1 Quick Jab ⇄ Late Parry", "2 Ashwood Mace ⇄ –", "Ashwood Mace · ✴️ 3 AP · power 2+1d6"):
        assert told in pictures[1].description
    assert "Scout's Buckler" in pictures[0].description


@pytest.mark.parametrize(("moments", "hand"), [(7, ["Late Parry"]), (2, [])])
def test_what_no_picture_shows_stays_in_words(moments: int, hand: list[str]) -> None:
    state = duel(mine=[], theirs=["Quick Jab"] * moments, hand=hand)
    _, shown = texts_at(VARIA, state, ACTIONS)
    words, renderer = Words("en", shown.seats, ACTIONS, 0), RENDERERS["varia"]
    pictures = [each.name for each in renderer.panel_pictures(shown.view, 0, words)]
    assert pictures == ["varia-hand.png"] * bool(hand) + ["varia-situation.png"]
    beside = "\n".join(line.text for line in renderer.situation(shown.view, 0, words) if not line.drawn)
    assert ("⇄" in beside) == (moments > PICTURED)
    assert {place.drawn for place in renderer.open_cards(shown.view, 0, words)} == {moments <= PICTURED}
