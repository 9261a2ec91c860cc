"""A panel says everything once, and what it says is true of what it offers."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from discord.ui import Button, Select, TextDisplay
from msgspec.structs import replace

from bot.host.kernel.paces import PACES
from bot.host.match.coaching import CoachLine
from bot.host.match.drafts import Draft, reached
from bot.host.match.panel_actions import OwnSeat, Panel
from bot.host.match.players import Player
from bot.host.match.vote import Vote
from bot.storage.people import UserRow
from bot.ui.games import RENDERERS
from bot.ui.games.card_numbers import subject_of
from bot.ui.match.menu import more, panel_help
from bot.ui.match.panel import PAGES, page, panel, reading
from bot.ui.match.panel_texts import NEWS, Texts, texts
from bot.ui.messages.custom_ids import parse
from bot.ui.messages.outgoing import Outgoing
from bot.ui.messages.widgets import HERE
from bot.ui.pictures.picture import Picture, description
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import AnyGame, Fact
from engine.dice import FairDice
from engine.games.artbot.events import Glitched, Played
from engine.games.varia.events import Hit, MomentBegan, Moved, Standing
from engine.registry import GAMES
from tests.engine.clicks import lines_of
from tests.ui.picture_reader import NAMES
from tests.ui.test_panel import row

VARIA, ARTBOT, WARMAGE, ZARCANA = (GAMES[key] for key in ("varia", "artbot", "warmage", "zarcana"))


def texts_at(game: AnyGame, state: Any, cards: Any, *facts: Fact) -> tuple[Texts, Panel]:
    """The texts of the first seat's panel in a position, after these facts."""
    seats = tuple(Player(user=10**18 + seat, name=NAMES[seat]) for seat in range(2))
    at = reached(game, state, 0, [])
    shown = Panel(
        row(game, []),
        seats,
        0,
        game.view(state, 0),
        Draft(at.state, (), at.asked, (), None, 0, at.beyond, at.wholes),
        PACES["live"],
        (0,),
        None,
        None,
        (),
        UserRow(1),
        cards,
        since=facts,
        forecast=game.forecast(state, 0),
    )
    return texts(shown, Words("en", seats, cards, 0), RENDERERS[game.spec.key], None, pictured=False), shown


def duel(step: str, mine: list[str], hand: list[str]) -> tuple[Texts, Panel]:
    cards = VARIA.cards(shipped_sets(VARIA))
    seats = {"A": {"timeline": mine, "hand": hand, "deck": ["Late Parry"]}, "B": {"deck": ["Late Parry"]}}
    return texts_at(VARIA, VARIA.position({"step": step, "distance": "engaged", "seats": seats}, cards), cards)


@pytest.mark.parametrize(
    ("bank", "line"),
    [(180.0, "3 minutes extra"), (119.0, "1 minute extra"), (42.4, "42 seconds extra")],
)
def test_the_time_in_reserve_is_told_as_a_person_would(bank: float, line: str) -> None:
    _, panel = duel("action", ["Ashwood Mace"], [])
    shown, words = replace(panel, own=OwnSeat(bank=bank), deadline=1.8e9), Words("en", panel.seats, panel.cards, 0)
    told = texts(shown, words, RENDERERS["varia"], None, pictured=False).question.splitlines()
    assert f"**Moment 2: your plan?** · ⏳ <t:1800000000:R>, then {line}" in told


def test_the_situation_of_a_duel_says_how_far_apart_the_players_are() -> None:
    assert "Engaged" in duel("action", ["Ashwood Mace"], [])[0].situation


def test_a_question_with_several_answers_says_how_many_and_which_are_chosen() -> None:
    _, panel = duel("action", ["Ashwood Mace"], ["Quick Jab", "Late Parry"])
    assert panel.question is not None
    keys = [option.key for option in panel.question.options][:2]
    asked = replace(panel.question, least=0, most=2, ordered=False)
    draft = replace(panel.draft, chosen=tuple(keys[:1]), asked=asked)
    shown, words = replace(panel, draft=draft), Words("en", panel.seats, panel.cards, 0)
    lines = texts(shown, words, RENDERERS["varia"], None, pictured=False).question.splitlines()
    assert "Choose up to 2, or none." in lines
    chosen = words.message(asked.options[0].label)
    assert f"Chosen: {chosen}" in lines


def test_a_plan_that_changes_nothing_has_no_odds() -> None:
    shown, panel = duel("action", ["Late Parry", "Late Parry"], [])
    assert panel.forecast
    assert "🎲" not in shown.question
    assert "🎲" in duel("action", ["Ashwood Mace"], [])[0].question


def test_a_card_that_can_still_join_an_action_is_not_called_impossible() -> None:
    shown, panel = duel("fast_action", ["Ashwood Mace"], ["Quick Jab", "Break the Line"])
    assert panel.question is not None
    begun = {ref.card for option in panel.question.options if (ref := subject_of(option.label)) is not None}
    assert begun == {"quick-jab"}
    blocked = next(line for line in shown.foot.splitlines() if "🚫" in line)
    assert "Quick Jab" not in blocked
    assert "Break the Line" in blocked


def test_a_fast_step_after_a_fast_card_says_so() -> None:
    assert "Change your plan with Fast cards?" in duel("fast_action", ["Ashwood Mace"], ["Quick Jab"])[0].question
    cards: Any = VARIA.cards(shipped_sets(VARIA))
    seats = {
        "A": {"timeline": ["Ashwood Mace"], "hand": ["Quick Jab"], "deck": ["Late Parry"] * 4},
        "B": {"timeline": ["Ashwood Mace"], "hand": ["Quick Jab"], "deck": ["Late Parry"] * 4},
    }
    state = VARIA.position({"step": "fast_action", "distance": "engaged", "seats": seats}, cards)
    for kinds in (("pass",), ("fast", "combo", "lock")):
        for kind in kinds:
            asked = VARIA.decisions(state)[0]
            key = next(option.key for option in asked.options if option.key.split(":")[0] == kind)
            VARIA.apply(state, asked.id, [key], FairDice.seeded("dice"))
    assert "played a Fast card" in texts_at(VARIA, state, cards)[0].question


def test_what_happened_in_varia_names_its_moment() -> None:
    cards: Any = VARIA.cards(shipped_sets(VARIA))
    seats = {seat: {"deck": ["Late Parry"]} for seat in "AB"}
    state = VARIA.position({"step": "action", "distance": "engaged", "seats": seats}, cards)
    hit = (Hit(0, 1, 3, 0), Standing((30, 27)))
    whole = texts_at(VARIA, state, cards, Moved(1, engaged=False), MomentBegan(2, 3), *hit)[0].head.splitlines()
    assert whole[1].endswith("disengages.")
    assert whole[2].startswith("**2** · ")
    assert "loses ❤️ **3** HP" in whole[2]
    rest = texts_at(VARIA, state, cards, *hit, MomentBegan(3, 3), Standing((30, 27)))[0].head.splitlines()
    assert rest[1].startswith("💥 You hit"), "the moment began before the seat's answer"


def test_a_panel_does_not_put_everything_that_happened_into_words() -> None:
    shown, words, _ = fast_step()
    facts = [fact for moment in range(1, 400) for fact in (MomentBegan(moment, 400), Moved(0, engaged=moment % 2 == 0))]

    def says(told: Sequence[Fact]) -> str:
        return texts(replace(shown, since=tuple(told)), words, RENDERERS["varia"], None, pictured=False).head

    some, all_of_it = (lines_of(partial(says, told)) for told in (facts[:20], facts))
    assert says(facts) == says(facts[-NEWS:]) != says([])
    assert all_of_it < 10 * some, "40 times as many facts"


def test_cards_that_nothing_can_be_answered_with_say_why() -> None:
    cards: Any = WARMAGE.cards(shipped_sets(WARMAGE))
    seats = {"A": {"hand": ["Undertow", "Cinder Dart"]}, "B": {"hand": []}}
    state = WARMAGE.position({"deck": ["Squall"] * 4, "row": ["Salve"] * 3, "seats": seats}, cards)
    expected = "-# 🚫 Not now: Undertow. A Reflex can only answer a Spell."
    assert expected in texts_at(WARMAGE, state, cards)[0].foot.splitlines()


def test_a_panel_tells_of_a_glitch() -> None:
    cards: Any = ARTBOT.cards(shipped_sets(ARTBOT))
    hands = {"A": {"active": ["Gesso Nurse"] * 4}, "B": {"active": ["Gesso Nurse"] * 2}}
    state: Any = ARTBOT.position({"seats": hands}, cards)
    told = Played(1, state.ref(state.players[0].active[0]), None), Glitched(1, 0, 8)
    assert "GLITCH" in texts_at(ARTBOT, state, cards, *told)[0].head


def test_a_card_of_the_board_that_can_be_chosen_has_its_text() -> None:
    cards: Any = ZARCANA.cards(shipped_sets(ZARCANA))
    words = Words("en", (), cards, 0)
    assert RENDERERS["zarcana"].card_text(next(iter(cards.by_id)), words).count("·") == 2


def test_a_panel_says_why_cards_are_blocked_or_where_that_stands() -> None:
    cards: Any = ZARCANA.cards(shipped_sets(ZARCANA))
    position = {"board": {"C4": "Star"}, "seats": {"A": {"hand": ["7 of Cups", "8 of Cups"]}}}
    shown, _ = texts_at(ZARCANA, ZARCANA.position(position, cards), cards)
    assert "-# 🚫 Not now: 7 of Cups, 8 of Cups. Place a minion first." in shown.foot.splitlines()
    shown, _ = duel("fast_action", ["Ashwood Mace"], ["Quick Jab", "Break the Line"])
    lines = shown.foot.splitlines()
    assert "-# 🚫 Not now: Break the Line. Not Fast." in lines
    assert "-# 🚫 Ashwood Mace. Already planned." in lines
    assert "(see **?**)" not in shown.foot


def test_a_coach_alone_says_what_matters_in_a_lesson() -> None:
    cards: Any = ZARCANA.cards(shipped_sets(ZARCANA))
    where: Any = {
        "board": {"F6": "3 of Cups"},
        "seats": {"A": {"minions": [{"at": "F6"}], "hand": [f"{number} of Wands" for number in range(2, 9)]}, "B": {}},
    }
    shown, match = texts_at(ZARCANA, ZARCANA.position(where, cards), cards)
    assert "You hold more than 6 cards." in shown.question
    taught = replace(match, coach=CoachLine(None, "Draw."))
    words = Words("en", match.seats, cards, 0)
    assert "You hold" not in texts(taught, words, RENDERERS["zarcana"], None, pictured=False).question


@pytest.mark.parametrize(("hand", "names"), [(["Moon"], ["zarcana-hand", "zarcana-board"]), ([], ["zarcana-board"])])
def test_a_board_that_is_a_picture_is_not_in_the_text_and_an_empty_hand_is(hand: list[str], names: list[str]) -> None:
    """The picture says in its description what the text would say."""
    cards: Any = ZARCANA.cards(shipped_sets(ZARCANA))
    seats: Any = {"A": {"hand": hand, "minions": [{"at": "F6"}]}, "B": {"hand": ["Sun"]}}
    state = ZARCANA.position({"board": {"F6": "3 of Cups", "F7": "World"}, "seats": seats}, cards)
    written, shown = texts_at(ZARCANA, state, cards)
    words, renderer = Words("en", shown.seats, cards, 0), RENDERERS["zarcana"]
    pictures = renderer.panel_pictures(shown.view, 0, words)
    beside = texts(shown, words, renderer, None, pictured=True)
    left = beside.situation.splitlines()
    spaces = description("\n".join(line for line in written.situation.splitlines() if line not in left))
    told = pictures[-1].description
    assert (
        spaces.replace("<@1000000000000000001>", NAMES[1])
        == told
        == "Points: you 3, Ben 0\nF6 3 of Cups (3) · you small ▲\nF7 World (21)"
    )
    assert ("no cards" in beside.hand) == (not hand)
    made = panel(shown, words, renderer, pictures)
    assert made.view is not None
    items = [item for part in made.view.to_components() for item in part.get("items", [])]
    assert [file.name.rpartition("-")[0] for file in made.files] == names
    assert [item["media"]["url"] for item in items] == [f"attachment://{file.name}" for file in made.files]
    assert [item["description"] for item in items] == [each.description for each in pictures]


def test_all_cards_of_a_long_list_have_their_details_if_one_has() -> None:
    """Also one that is in the hand as well, whose details the panel shows there."""
    cards: Any = ARTBOT.cards(shipped_sets(ARTBOT))
    gone = [each for each in cards.by_id.values() if each.damages][:12]
    hand = ["Restoration Rig", "Gesso Nurse", gone[0].name]
    seats = {"A": {"active": hand, "discard": [each.name for each in gone]}, "B": {"active": ["Gesso Nurse"] * 2}}
    state: Any = ARTBOT.position({"seats": seats}, cards)
    for _ in range(2):
        (asked,) = ARTBOT.decisions(state)
        ARTBOT.apply(state, asked.id, [asked.options[0].key], FairDice.seeded("ui"))
    _, match = texts_at(ARTBOT, state, cards)
    assert match.question is not None
    assert match.question.kind == "heal"
    made = panel(match, Words("en", match.seats, cards, 0), RENDERERS["artbot"])
    assert made.view is not None
    selects = [part for row in made.view.to_components() for part in row.get("components", []) if part["type"] == 3]
    assert all(option.get("description") for option in selects[0]["options"])
    assert len(selects[0]["options"]) == len(gone)


def test_what_is_rarely_used_stands_below_the_answers() -> None:
    """Buttons that answer nothing stand last in the last row, above the small print; More has what skips questions."""
    shown, words, pictures = fast_step()
    renderer = RENDERERS["varia"]
    made = panel(shown, words, renderer, pictures)
    assert made.view is not None
    parts = made.view.to_components()
    assert [part["type"] for part in parts[-2:]] == [1, 10]
    labels = [[each["label"] for each in part.get("components", [])] for part in parts]
    assert labels[-2] == ["?", "Read", "More"], "four answers have no room for them"
    assert labels[-3][-1] == "Pass ❤️▸30 💜▸30"
    voting = replace(shown, vote=Vote(1, 0, {}, None, 1))
    menus = [more(1, each, VARIA.spec, words).view for each in (shown, voting)]
    told = [[each.label for each in menu.children if isinstance(each, Button)] for menu in menus if menu is not None]
    assert told[0] == ["Pass all fast steps", *told[1]]


def test_the_button_for_reading_leads_to_the_cards_whose_texts_the_panel_does_not_have() -> None:
    shown, words, pictures = fast_step()
    renderer = RENDERERS["varia"]
    for pictured in (True, False):
        unread = texts(shown, words, renderer, None, pictured=pictured).unread
        made = panel(shown, words, renderer, pictures if pictured else ())
        assert made.view is not None
        buttons = [parse(str(each.custom_id)) for each in made.view.walk_children() if isinstance(each, Button)]
        assert [each.argument for each in buttons if each.action == "read"] == [HERE] * bool(unread)
        answer = reading(shown, words, renderer, pictured=pictured)
        choosers = [] if answer.view is None else [each for each in answer.view.children if isinstance(each, Select)]
        assert [[option.value for option in each.options] for each in choosers] == [[*unread]] * bool(unread)
        assert answer.content


def test_a_page_of_a_panel_keeps_its_pictures_and_has_the_way_back() -> None:
    shown, words, pictures = fast_step()
    renderer = RENDERERS["varia"]
    for message in (
        more(1, shown, VARIA.spec, words, house=True),
        panel_help(shown, words, renderer),
        reading(shown, words, renderer, pictured=True),
    ):
        made = page(shown, words, renderer, message, pictures)
        assert made.view is not None
        assert made.layout
        assert [file.name for file in made.files] == [
            file.name for file in panel(shown, words, renderer, pictures).files
        ]
        told = "\n".join(item.content for item in made.view.walk_children() if isinstance(item, TextDisplay))
        assert all(text is None or text in told for text in message.texts)
        items = [each for each in made.view.walk_children() if isinstance(each, Button | Select)]
        ids = [parse(str(each.custom_id)) for each in items]
        assert ids[-1].action == "refresh"
        assert {each.action for each in ids if each.argument == HERE} >= {each.action for each in ids} & PAGES
        there = [] if message.view is None else [str(getattr(each, "custom_id", "")) for each in message.view.children]
        assert [each.action for each in ids[:-1]] == [parse(each).action for each in there]


@pytest.mark.parametrize("desk", [False, True])
def test_more_leads_to_the_pictures_for_the_other_screen(*, desk: bool) -> None:
    shown, words, _ = fast_step()
    at = replace(shown, person=UserRow(1, desk=desk))
    for wanted, for_desks in (([str(not desk)], True), ([], False)):
        menu = more(1, at, VARIA.spec, words, for_desks=for_desks).view
        assert menu is not None
        ids = [parse(str(each.custom_id)) for each in menu.children if isinstance(each, Button)]
        offered = [each.argument for each in ids if each.action == "screen"]
        assert offered == [{"True": "yes", "False": "no"}[each] for each in wanted]


def test_a_long_page_fits() -> None:
    shown, words, pictures = fast_step()
    made = page(shown, words, RENDERERS["varia"], Outgoing(content="word " * 1000), pictures)
    assert made.view is not None
    told = [item.content for item in made.view.walk_children() if isinstance(item, TextDisplay)]
    assert 3000 < sum(map(len, told)) <= 4000


def test_a_fast_step_says_which_cards_it_does_not_offer_and_why() -> None:
    shown, words, _ = fast_step()
    for pictured in (False, True):
        foot = texts(shown, words, RENDERERS["varia"], None, pictured=pictured).foot
        assert foot == "-# 🚫 Not now: Break the Line. Not Fast.\n-# 🚫 Ashwood Mace. Already planned."


def fast_step() -> tuple[Panel, Words, Sequence[Picture]]:
    """A fast step in which one card of two can be used, as the first seat sees it, and its pictures."""
    cards: Any = VARIA.cards(shipped_sets(VARIA))
    seats = {
        "A": {"timeline": ["Ashwood Mace"], "hand": ["Quick Jab", "Break the Line"], "deck": ["Late Parry"] * 3},
        "B": {"timeline": ["Kite Guard"], "deck": ["Late Parry"] * 3},
    }
    _, shown = texts_at(
        VARIA, VARIA.position({"step": "fast_action", "distance": "engaged", "seats": seats}, cards), cards
    )
    words = Words("en", shown.seats, cards, 0)
    asks = shown.view, 0, words, shown.question, shown.forecast
    return shown, words, RENDERERS["varia"].panel_pictures(*asks)
