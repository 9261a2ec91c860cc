"""Every option of a decision of 1 to 300 options can be reached by clicks, within what Discord lets a message hold."""

from typing import Any

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.match.drafts import Draft
from bot.ui.messages.custom_ids import parse
from bot.ui.messages.widgets import BUTTONS, SELECTS, Look, in_advance, widgets
from bot.ui.texts.words import Words
from engine.contract import CardRef, Decision, Message, Option

WORDS = Words(None)
ROOM = 30
"""How many components a panel has for its widgets: Discord lets it have 40, the panel itself takes up to ten."""


def decision(options: list[Option], least: int = 1, most: int = 1, *, ordered: bool = False) -> Decision:
    return Decision("A3", 0, "test", tuple(options), least, most, ordered)


def option(number: int, group: str | None = None) -> Option:
    text = Message("panel.page", {"first": f"option {number}", "last": "x" * 100})
    return Option(f"key{number}", text, None if group is None else f"probe.{group}")


def rows(asked: Decision, chosen: tuple[str, ...] = (), page: int = 0, text: str | None = "y" * 200) -> list[Any]:
    """What is shown, checked against Discord's limits; `text` is the text of each option that is not on the panel."""
    draft = Draft(None, (), asked, chosen, None, 4)
    made = widgets(7, asked, draft, WORDS, Look(lambda _: text, lambda _: None), page)
    view = discord.ui.LayoutView()
    for row in made:
        view.add_item(row)
    shown = [row.to_component_dict() for row in made]
    parts = [part for row in shown for part in row["components"]]
    assert len(shown) + len(parts) <= ROOM
    ids = [part["custom_id"] for part in parts]
    assert len(set(ids)) == len(ids)
    assert all(len(each) <= 100 and parse(each).revision == 4 for each in ids)
    for part in parts:
        for choice in part.get("options", ()):
            assert 1 <= len(choice["label"]) <= 100
            assert len(choice.get("description") or "") <= 100
        assert len(part.get("options", ())) <= 25
        assert len(part.get("label") or "") <= 80
        assert len(part.get("placeholder") or "") <= 150
    return shown


def reachable(asked: Decision, chosen: tuple[str, ...] = ()) -> list[str]:
    """The keys of all options that can be clicked, over all pages."""
    found: list[str] = []
    pages = [0]
    for page in pages:
        for row in rows(asked, chosen, page):
            for part in row["components"]:
                wanted = parse(part["custom_id"])
                if wanted.action == "page":
                    pages += [number for number in range(len(part["options"])) if number not in pages]
                elif wanted.action in ("pick", "choose"):
                    found.append(wanted.argument)
                elif wanted.action in ("select", "chosen"):
                    found += [choice["value"] for choice in part["options"]]
    return found


GROUPS = st.lists(st.sampled_from([None, "one", "two", "three", "four", "five", "six"]), min_size=1, max_size=300)


@settings(deadline=None, max_examples=60)
@given(GROUPS)
def test_every_option_is_reached_once(groups: list[str | None]) -> None:
    asked = decision([option(number, group) for number, group in enumerate(groups)])
    assert sorted(set(reachable(asked))) == sorted(each.key for each in asked.options)


@pytest.mark.parametrize("count", [1, 5, 6, 25, 26, 100, 101, 125, 126, 299, 300])
@pytest.mark.parametrize("ordered", [False, True])
def test_several_out_of_many(count: int, *, ordered: bool) -> None:
    most = min(count, 4) if not ordered else count
    asked = decision([option(number) for number in range(count)], min(2, count), most, ordered=ordered)
    keys = [each.key for each in asked.options]
    if most == 1:
        assert reachable(asked) == keys
        return
    assert sorted(set(reachable(asked))) == sorted(keys)
    assert keys[0] not in reachable(asked, (keys[0],))


def test_few_options_are_buttons_and_many_are_selects() -> None:
    few = rows(decision([option(number) for number in range(BUTTONS)]))
    assert [part["type"] for part in few[0]["components"]] == [2] * BUTTONS
    many = rows(decision([option(number) for number in range(BUTTONS + 1)]))
    assert [part["type"] for part in many[0]["components"]] == [3]


def kinds(shown: list[Any]) -> list[list[int]]:
    return [[part["type"] for part in row["components"]] for row in shown]


def test_options_whose_texts_the_panel_has_are_buttons_unless_they_are_many() -> None:
    assert kinds(rows(decision([option(number) for number in range(7)]), text=None)) == [[2] * 4, [2] * 3]
    assert kinds(rows(decision([option(number) for number in range(15)]), text=None)) == [[2] * 5] * 3
    assert kinds(rows(decision([option(number) for number in range(16)]), text=None)) == [[3]]
    cards = [*(option(number, "cards") for number in range(8)), *(option(number, "combos") for number in range(8, 16))]
    assert kinds(rows(decision([*cards, option(16)]), text=None)) == [[2] * 4, [2] * 4, [3], [2]]
    few = [each for each in cards if each.key != "key15"]
    assert kinds(rows(decision([*few, option(16)]), text=None)) == [[2] * 4, [2] * 4, [2] * 4, [2] * 3, [2]]


def test_what_an_answer_implies_needs_no_click_and_the_other_choice_stands_first() -> None:
    before = Decision("A3", 0, "movement", (option(1), option(2)), implied="key2")
    beyond = Decision("A4", 0, "plan", (option(3), Option("lock", Message("panel.undo"), final=True)))
    draft = Draft(None, (), before, (), None, 4, beyond)
    (row,) = widgets(7, beyond, draft, WORDS, Look(lambda _: None, lambda _: None))
    ids = [parse(part["custom_id"]) for part in row.to_component_dict()["components"]]
    assert [(each.decision, each.argument) for each in ids] == [("A3", "key1"), ("A4", "key3"), ("A4", "lock")]


def test_an_answer_with_which_a_seat_may_pass_in_advance_has_a_second_button_for_both() -> None:
    lock = Option("lock", Message("varia.pick.lock"), final=True, ahead="fast 1")
    asked = decision([option(1), lock])
    assert actions(rows(asked)) == ["pick", "pick"], "it is not on the panel"
    (both,) = in_advance(7, asked, Draft(None, (), asked, (), None, 4), WORDS)
    wanted = parse(both.custom_id or "")
    assert (wanted.action, wanted.argument, wanted.revision) == ("skip", "lock", 4)
    assert both.style == discord.ButtonStyle.success, "it is as final as the answer itself"


def test_a_select_has_the_options_emojis_and_a_button_has_one() -> None:
    suit = Option("swords", Message("zarcana.pick.swords"))
    cards = [Option(f"card{number}", Message("varia.pick.card", {"card": CardRef("x")})) for number in range(6)]
    draft = Draft(None, (), None, (), None, 4)
    few, many = (
        widgets(7, decision(options), draft, WORDS, Look(lambda _: "y", lambda option: option.key))[
            0
        ].to_component_dict()
        for options in ([suit, cards[0]], cards)
    )
    assert [part.get("emoji") for part in few["components"]] == [
        {"id": None, "name": name} for name in ("swords", "card0")
    ]
    (select,) = many["components"]
    assert [each["emoji"]["name"] for each in select["options"]] == [option.key for option in cards]


def test_only_what_is_final_is_green() -> None:
    ends, goes_on = Option("end", Message("panel.undo"), final=True), option(1)
    (row,) = rows(decision([ends, goes_on]))
    assert [part["style"] for part in row["components"]] == [3, 2]


def test_green_is_the_one_button_that_ends_a_question_with_things_as_they_are() -> None:
    ends, other = (Option(key, Message("panel.undo"), final=True) for key in ("end", "other"))
    draws = [replace(option(number, "draw"), final=True) for number in range(2)]
    doubtful = replace(other, doubt=Message("panel.none"))
    for options, styles in (
        ([*draws, ends], [2, 2, 3]),
        ([ends, other], [2, 2]),
        ([ends, doubtful], [3, 2]),
        ([draws[0]], [2]),
    ):
        (row,) = rows(decision(options))
        assert [part["style"] for part in row["components"]] == styles


def test_only_the_button_that_goes_on_is_blue() -> None:
    several = decision([option(1), option(2), option(3)], 0, 2)
    styles = [(part["style"], part["label"]) for row in rows(several, ("key1",)) for part in row["components"]]
    assert [style for style, _ in styles] == [2, 2, 1]
    assert styles[-1][1] == "Take only 1"


def test_what_has_no_group_stays_a_button_beside_groups() -> None:
    asked = decision([*(option(number, "cards") for number in range(8)), option(8), option(9)])
    shown = rows(asked)
    assert [[part["type"] for part in row["components"]] for row in shown] == [[3], [2, 2]]


def test_more_than_some_selects_are_pages() -> None:
    shown = rows(decision([option(number, f"group{number // 25}") for number in range(25 * (SELECTS + 1))]))
    assert parse(shown[0]["components"][0]["custom_id"]).action == "page"
    assert len(shown) == 2


def test_enough_is_offered_when_it_is() -> None:
    asked = decision([option(number) for number in range(8)], 2, 4)
    assert "commit" not in actions(rows(asked, ("key1",)))
    assert "commit" in actions(rows(asked, ("key1", "key2")))
    assert actions(rows(asked, ("key1", "key2", "key3", "key4"))) == ["commit"]


def test_up_to_ten_answers_of_several_are_buttons_and_equal_ones_have_numbers() -> None:
    same = [Option(f"key{number}", Message("panel.undo")) for number in range(2)]
    shown = rows(decision([*same, *(option(number) for number in range(2, 10))], 2, 2))
    assert kinds(shown) == [[2] * 5, [2] * 5]
    assert [part["label"] for part in shown[0]["components"][:2]] == ["Undo (1)", "Undo (2)"]
    assert kinds(rows(decision([option(number) for number in range(11)], 2, 2))) == [[3]]


def test_the_button_that_confirms_says_what_is_done_with_the_answers() -> None:
    losses = [Option(f"key{number}", Message("artbot.pick.discard", {"card": "Halo Iron"})) for number in range(3)]
    for asked, label in (
        (decision(losses, 2, 2), "Lose these 2"),
        (decision([option(1), option(2)], 2, 2), "Take these 2"),
    ):
        (row,) = rows(asked, tuple(each.key for each in asked.options[:2]))
        assert [part["label"] for part in row["components"]] == [label]


def actions(shown: list[Any]) -> list[str]:
    return [parse(part["custom_id"]).action for row in shown for part in row["components"]]


@pytest.mark.parametrize("why", ["warning", "doubt"])
def test_what_few_can_want_is_asked_once_more(why: str) -> None:
    risky = replace(Option("lock", Message("panel.undo"), final=True), **{why: Message("panel.stale")})
    asked = decision([risky, option(1)])
    shown = rows(asked)
    assert actions(shown) == ["pick", "warn"], "it comes last"
    assert [part["style"] for part in shown[0]["components"]] == [2, 2], "a click on it is not final"
    draft = Draft(None, (), asked, (), None, 4)
    (row,) = widgets(7, asked, draft, WORDS, Look(lambda _: None, lambda _: None), warned=risky)
    ids = [parse(part["custom_id"]) for part in row.to_component_dict()["components"]]
    assert [(each.action, each.argument) for each in ids] == [("pick", "lock"), ("refresh", "")]
