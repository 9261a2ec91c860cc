"""Reviews and reasons in words: three lines each, which agree with the figures that they are made from."""

import pytest
from discord.ui import Button

from bot.host.match.drafts import Made
from bot.host.review.analysis import Explanation, Review, look_back, look_into
from bot.storage.matches import SeatRow
from bot.ui import reviews
from bot.ui.custom_ids import CustomId, parse
from bot.ui.games import RENDERERS
from bot.ui.words import Words
from cardsdb.sets import shipped_sets
from engine.contract import Message
from engine.players.gains import Gain
from engine.registry import GAMES
from tests.host.review.played_logs import logged
from tests.ui.picture_reader import NAMES

SEED, PICKS = 1, 16
VARIA = RENDERERS["varia"]


def words_of_varia() -> Words:
    seats = [SeatRow(1, seat, user=seat + 1, name=name) for seat, name in enumerate(NAMES[:2])]
    return Words(None, cards=GAMES["varia"].cards(shipped_sets(GAMES["varia"])), seats=seats, reader=0)


@pytest.fixture(scope="module")
def shown() -> Review:
    """The review of a match of Varia."""
    log, _ = logged("varia", SEED, PICKS)
    return look_back((log, 0), clock=lambda: 0.0)


def test_a_remark_has_three_lines_and_its_last_one_says_why(shown: Review) -> None:
    words = words_of_varia()
    embed = reviews.review(1, shown, words, VARIA, forks=True).embeds[0]
    assert embed.description is not None
    blocks = embed.description.split("\n\n")
    assert shown.remarks
    for block, remark in zip(blocks, shown.remarks, strict=False):
        lines = block.split("\n")
        assert len(lines) == 3
        plans = (remark.better, remark.played)
        assert str(reviews.reasons(remark.gain, 0, words, VARIA, plans)) in lines[2]


def test_each_remark_has_a_button_for_its_step_if_one_can_play_on(shown: Review) -> None:
    words = words_of_varia()
    view = reviews.review(7, shown, words, VARIA, forks=True).view
    assert view is not None
    asked = [parse(str(item.custom_id)) for item in view.children if isinstance(item, Button)]
    assert asked == [CustomId("fork", 7, argument=str(each.step)) for each in shown.remarks]
    assert reviews.review(7, shown, words, VARIA, forks=False).view is None


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
        return str(reviews.reasons(gain, 0, words, VARIA))

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


def test_a_line_does_not_name_the_pick_that_only_ends_it() -> None:
    words, gap, lock = words_of_varia(), Message("varia.pick.gap", {"moment": 2}), Message("varia.pick.lock")
    assert reviews.told_line([Made("plan", (gap,)), Made("plan", (lock,))], words) == words.made(gap)
    assert reviews.told_line([Made("plan", (lock,))], words) == words.made(lock)


@pytest.mark.parametrize("viewer", [0, None])
def test_a_move_is_explained_in_three_lines(viewer: int | None) -> None:
    log, _ = logged("varia", SEED, PICKS, houses=[1])
    found = look_into((log, (1,), viewer))
    assert found is not None
    explained = Explanation(found.seat, (), found.weighed, found.rival, viewer is None)
    embed = reviews.explanation(explained, words_of_varia(), VARIA).embeds[0]
    assert embed.description is not None
    assert len(embed.description.split("\n\n")[-1].split("\n")) == 3
