"""Reviews and reasons in words: a few lines each, which agree with the figures that they are made from."""

from typing import Any, Final

import pytest

from bot.host.match.drafts import Made
from bot.host.match.players import Player
from bot.host.review.analysis import Explanation, Plan, Review, Rival, look_back, look_into
from bot.host.review.hints import Hint
from bot.ui.games import RENDERERS
from bot.ui.review import lines, reviews
from bot.ui.texts.words import Rendered, Words
from cardsdb.sets import shipped_sets
from engine.contract import CardRef, Message
from engine.players.gains import Gain
from engine.registry import GAMES
from tests.host.review.played_logs import logged
from tests.ui.picture_reader import NAMES

SEED, PICKS = 1, 16
VARIA = RENDERERS["varia"]


def words_of_varia() -> Words:
    seats = [Player(user=seat + 1, name=name) for seat, name in enumerate(NAMES[:2])]
    return Words(None, cards=GAMES["varia"].cards(shipped_sets(GAMES["varia"])), seats=seats, reader=0)


@pytest.fixture(scope="module")
def shown() -> Review:
    """The review of a match of Varia."""
    log, _ = logged("varia", SEED, PICKS)
    return look_back((log, 0), clock=lambda: 0.0)


def test_the_moment_that_is_named_changes_points_as_the_whole_plan_does(shown: Review) -> None:
    named = []
    for remark in shown.remarks:
        part = VARIA.reason(remark.better, remark.played, remark.gain, remark.seat)
        if part is not None:
            whose, message = part
            named.append(message)
            assert (remark.gain.points[whose] > 0) is (whose == remark.seat)
            assert message.id == ("varia.gain.saves" if whose == remark.seat else "varia.gain.costs")
    assert named


def test_a_reason_says_more_or_fewer_as_the_points_change_and_names_what_favours_it_first() -> None:
    words = words_of_varia()

    def said(gain: Gain) -> str:
        return str(lines.reasons(gain, 0, words, VARIA))

    own_up, own_down, other_down = (
        words("varia.gain.more.you", amount="6"),
        words("varia.gain.fewer.you", amount="6"),
        words("varia.gain.fewer", seat=words.player(1), amount="3"),
    )
    assert said(Gain(0.2, 0.0, {0: 6.0})) == own_up
    assert said(Gain(0.2, 0.0, {0: -6.0, 1: -3.0})) == f"{other_down} {own_down}"
    assert said(Gain(0.2, 0.0, {0: -6.0})) == f"{words('review.gain.position.you')} {own_down}"


def test_what_brings_no_point_and_no_win_is_no_mistake() -> None:
    assert not Gain(0.5, 0.0, {}).matters(0)
    assert not Gain(0.5, 0.0, {0: 0.4, 1: -0.4}).matters(0)
    assert Gain(0.5, 0.0, {1: -1.0}).matters(0)
    assert Gain(0.5, 0.0, {0: 1.0}).matters(0)
    assert Gain(0.5, 0.2, {}).matters(0)


LOCK: Final = Message("varia.pick.lock")


NO_VIEW: Any = None


def gap(moment: int) -> Message:
    return Message("varia.pick.gap", {"moment": moment})


def told(one: list[Message], other: list[Message], game: str = "varia") -> tuple[str, str]:
    plans = [Plan(tuple(Made("plan", (label,)) for label in labels), NO_VIEW, ()) for labels in (one, other)]
    return lines.told_lines(plans[0], plans[1], words_of_varia(), RENDERERS[game])


def test_a_line_does_not_name_the_pick_that_only_ends_it() -> None:
    words = words_of_varia()
    assert told([gap(2), LOCK], [LOCK]) == (words.made(gap(2)), words.made(LOCK))


def test_two_lines_name_at_most_three_picks_each_and_none_that_both_have() -> None:
    words = words_of_varia()
    first, second, third = (words.made(gap(moment)) for moment in (2, 3, 4))
    assert told([gap(1), gap(2), LOCK], [gap(1), gap(3), LOCK]) == (first, second)
    assert told([gap(1), LOCK], [gap(1), gap(2), LOCK]) == (words("review.chose_no_more"), first)
    named = f"{first}, {second}, {third}"
    assert told([gap(1), LOCK], [gap(moment) for moment in (2, 3, 4)])[1] == named
    assert told([gap(1), LOCK], [gap(moment) for moment in range(2, 7)])[1] == words(
        "review.more", picks=Rendered(named), count=2
    )


def test_lines_that_differ_only_in_their_order_are_told_in_full() -> None:
    first, second = (words_of_varia().made(gap(moment)) for moment in (1, 2))
    assert told([gap(1), gap(2), LOCK], [gap(2), gap(1), LOCK]) == (f"{first}, {second}", f"{second}, {first}")


def test_a_pick_that_says_little_alone_is_told_with_the_picks_before_it() -> None:
    place = Message("zarcana.pick.place")
    one, other = told([place, gap(1), LOCK], [place, gap(2), LOCK], "zarcana")
    assert one.startswith(words_of_varia().made(place))
    assert other.startswith(words_of_varia().made(place))


def test_a_card_and_the_action_that_it_joins_are_one_pick() -> None:
    words = words_of_varia()
    assert words.cards is not None
    buckler, mace = (CardRef(words.cards.find(name)) for name in ("Scout's Buckler", "Ashwood Mace"))
    begins = Made("action", (Message("varia.pick.combo", {"card": buckler, "as": "combo"}),), partial=True, begins=True)
    place = Message("varia.pick.combo_at", {"cards": (buckler,), "moment": 1, "as": "combo", "there": (mace,)})
    plans = Plan((begins, Made("place", (place,))), NO_VIEW, ()), Plan((Made("action", (LOCK,)),), NO_VIEW, ())
    assert lines.told_lines(*plans, words, VARIA)[0] == "Scout's Buckler joins Ashwood Mace in moment 1"


@pytest.mark.parametrize("viewer", [0, None])
def test_a_move_is_explained_in_three_lines(viewer: int | None) -> None:
    log, _ = logged("varia", SEED, PICKS, houses=[1])
    found = look_into((log, (1,), viewer))
    assert found is not None
    explained = Explanation(found.seat, (), found.weighed, found.rival, viewer is None)
    embed = reviews.explanation(explained, words_of_varia(), VARIA).embeds[0]
    assert embed.description is not None
    assert len(embed.description.split("\n\n")[-1].split("\n")) == 3


@pytest.mark.parametrize("more", [6.0, 0.0])
def test_a_hint_says_by_how_much_it_is_better_than_the_next_way(more: float) -> None:
    words = words_of_varia()
    log, _ = logged("varia", SEED, PICKS, houses=[1])
    found = look_into((log, (1,), None))
    assert found is not None
    assert found.rival is not None
    rival = Rival(found.rival.played, found.rival.other, Gain(more / 10, 0.0, {found.seat: more} if more else {}))
    lines = str(reviews.hint(Hint(found.seat, (gap(1), gap(2)), rival, ()), words, VARIA).content).split("\n")
    way = words.made(gap(2))
    assert lines[0] == words("hint.would", way=words.made(gap(1)))
    if more:
        assert way in lines[-1]
        assert "6" in lines[-1]
    else:
        assert lines[-1] == words("hint.as_good", way=way)
