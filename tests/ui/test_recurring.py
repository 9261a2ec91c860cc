"""A tournament that is held again and again: its page fits in every state, and every post can be found again."""

from datetime import date

import pytest
from discord.ui import Button
from msgspec.structs import replace

from bot.host.recurring.dates import RHYTHMS, Plan
from bot.host.recurring.management import Recurring
from bot.locale.catalogue import PSEUDO
from bot.ui.messages.custom_ids import parse
from bot.ui.messages.outgoing import marked
from bot.ui.texts.words import Words
from bot.ui.tournaments.announcement import tournament_post
from bot.ui.tournaments.recurring import page, rhythm, when_modal
from engine.registry import GAMES
from tests.ui.test_decks import check, walked
from tests.ui.test_panel import texts_of
from tests.ui.test_tournament_setup import SOON, parts_of, tournament

WORDS = Words("en")
FRIDAY = Plan("w1", date(2027, 3, 12).toordinal(), 20 * 60, 5)
LONG = "W" * 64


@pytest.mark.parametrize("locale", ["en", PSEUDO])
@pytest.mark.parametrize("key", RHYTHMS)
@pytest.mark.parametrize("status", [None, "on", "waiting", "nowhere"])
def test_the_page_fits_and_offers_what_can_be_done(locale: str, key: str, status: str | None) -> None:
    shown = tournament(GAMES["artbot"], status="template", starts=SOON, title=LONG)
    evening = replace(shown.row, id=9, status="open")
    for coming in (None, evening):
        recurring = Recurring(shown, replace(FRIDAY, rhythm=key).aligned(), status, coming, 9)
        view = page(recurring, Words(locale)).view
        assert view is not None
        parts = view.to_components()
        check(parts)
        actions = {parse(each["custom_id"]).action for each in walked(parts) if "custom_id" in each}
        assert actions >= {"twhen", "trhythm", "tahead", "tmanage"}
        assert ("tbegin" in actions) is (status is None)
        assert ("tstop" in actions) is (status is not None)
        assert ("tcarry" in actions) is (status == "waiting")
        assert ("tskip" in actions) is (status in ("on", "nowhere"))
        when_modal(recurring, recurring.plan, Words(locale)).to_dict()


def test_a_rhythm_names_its_weekday() -> None:
    assert rhythm(FRIDAY, WORDS) == "Every Friday"
    assert rhythm(replace(FRIDAY, rhythm="m2"), WORDS) == "The second Friday of the month"
    assert [rhythm(replace(FRIDAY, day=FRIDAY.day + days), WORDS)[6:] for days in (3, 2)] == ["Monday", "Sunday"]


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("evening_missed", None),
        ("evening_skipped", None),
        *(("carry_on", why) for why in ("organiser", "game", "channel")),
    ],
)
def test_a_post_can_be_found_again_and_only_a_question_is_heard(kind: str, why: str | None) -> None:
    shown = tournament(GAMES["artbot"], status="template", starts=SOON)
    post = tournament_post(shown, kind, {} if why is None else {"why": why}, WORDS)
    assert "**Cup**" in str(post.content)
    assert post.mentions == ()
    assert post.silent is (why is None)
    view = marked(post, "#t1.2").view
    assert view is not None
    ids = [str(each.custom_id) for each in view.walk_children() if isinstance(each, Button)]
    assert len(ids) == 1
    assert ids[0].endswith("post #t1.2")
    assert ("tcarry" in ids[0]) is (why in ("organiser", "game"))


def test_a_question_about_an_organiser_whose_data_was_deleted_names_nobody() -> None:
    shown = tournament(GAMES["artbot"], status="template", starts=SOON, organiser=0)
    assert "<@" not in str(tournament_post(shown, "carry_on", {"why": "organiser"}, WORDS).content)


def test_an_evening_that_is_called_off_says_whether_too_few_were_in() -> None:
    shown = tournament(GAMES["artbot"], status="cancelled")
    assert "too few" in str(tournament_post(shown, "cancelled", {"few": True}, WORDS).content)
    assert "too few" not in str(tournament_post(shown, "cancelled", {}, WORDS).content)


def test_the_settings_of_coming_evenings_have_no_start_to_choose_and_no_announcement() -> None:
    shown = tournament(GAMES["artbot"], status="template", starts=SOON)
    for number in (None, 0, 1):
        parts = parts_of(shown, number)
        check(parts)
        ids = [parse(each["custom_id"]) for each in walked(parts) if "custom_id" in each]
        assert "tannounce" not in {each.action for each in ids}
        assert "tevery" in {each.action for each in ids}
        assert "ttime" not in {each.action for each in ids}
        assert not [each for each in ids if each.action == "tset" and each.argument.endswith("starts")]
    assert any("the settings of coming evenings" in text for text in texts_of(parts_of(shown, None)))
