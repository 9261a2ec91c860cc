"""Seasons as pictures and in words: everybody is named once, nothing overlaps, and who leads and why is said."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.seasons.season import Coming, Season
from bot.locale.catalogue import PSEUDO
from bot.rendering.season_pictures import season_podium
from bot.storage.schema.seasons import EveningRow, PlaceRow
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.scene import Text
from bot.ui.seasons.management import panel
from bot.ui.seasons.picture import season_model, season_pages, season_picture, season_sheet, shown_on
from bot.ui.seasons.posts import season_page, season_post
from bot.ui.seasons.season_view import ahead, listed, own, situation
from bot.ui.texts.words import Words
from bot.ui.tournaments.pictures.sheet import WIDE
from bot.ui.tournaments.pictures.standings import ROWS
from tests.ui.picture_laws import text_faults
from tests.ui.picture_reader import opened
from tests.ui.season_examples import called, season_of

WORDS, PSEUDO_WORDS = Words("en"), Words(PSEUDO)
LEAST_SIZE = 20
"""The smallest text that can be read on a phone, of a picture 900 pixels wide."""

SEASONS = st.builds(
    season_of,
    st.integers(1, 40),
    st.integers(1, 14),
    st.integers(0, 10**6),
    provisional=st.booleans(),
    best=st.sampled_from((0, 2, 5)),
    final=st.sampled_from((0, 4)),
)


def with_final(season: Season) -> Season:
    """The season after its final evening, which its first four played in reverse."""
    number = len(season.evenings) + 1
    best = [line.user for line in season.table][:4][::-1]
    last = EveningRow(number, 3, float(number), "final", is_last=True)
    places = [PlaceRow(number, user, season.names[user], place) for place, user in enumerate(best, 1)]
    row = replace(season.row, status="over", final=4)
    return Season(row, (*season.evenings, last), (*season.places, *places))


@settings(deadline=None, max_examples=25)
@given(SEASONS, st.booleans(), st.sampled_from([WORDS, PSEUDO_WORDS]))
def test_a_table_names_everybody_once_and_nothing_overlaps(season: Season, over: bool, words: Words) -> None:  # noqa: FBT001
    season = with_final(season) if over else season
    models = [season_model(season, page, words) for page in range(season_pages(season))]
    lines = [line for model in models for line in model.lines]
    assert [line.place for line in lines] == [line.place for line in season.table]
    assert len({line.name for line in lines}) == len(season.names)
    for model in models:
        assert len(model.lines) <= ROWS
        assert text_faults(season_sheet(model), WIDE) == []
        assert all(len(line.evenings) == len(model.titles) - 2 for line in model.lines)


@settings(deadline=None, max_examples=25)
@given(SEASONS)
def test_the_evenings_in_a_line_add_up_to_its_points(season: Season) -> None:
    for line in season_model(season, 0, WORDS).lines:
        counted = [int(text) for text, counts, _ in line.evenings if counts]
        assert sum(counted) == int(line.points)
        assert all(text == "–" or text.startswith("(") for text, counts, _ in line.evenings if not counts)


@settings(deadline=None, max_examples=8)
@given(SEASONS, st.data())
def test_a_page_of_a_table_is_told_in_words(season: Season, data: st.DataObject) -> None:
    page = data.draw(st.integers(0, season_pages(season) - 1))
    picture = season_picture(season, page, data.draw(st.sampled_from([WORDS, PSEUDO_WORDS])))
    image = opened(picture.content)
    assert image.width == WIDE
    assert image.height <= 1400
    assert len(picture.content) < 150_000
    assert len(picture.description) <= DESCRIPTION
    assert all(season.names[line.user][:6] in picture.description for line in shown_on(season, page))


def test_no_word_of_a_table_is_too_small_for_a_phone() -> None:
    names = {called(number) for number in range(3)}
    for season in (season_of(3, 9, best=4), with_final(season_of(3, 9))):
        sheet = season_sheet(season_model(season, 0, WORDS))
        sizes = {item.text: item.size for item in sheet.items if isinstance(item, Text)}
        assert names <= sizes.keys()
        assert min(sizes.values()) >= LEAST_SIZE


COMING = Coming("open", 5e6, 3)

PEOPLE = {1: "Ada", 2: "Ben", 3: "Ben", 4: "かな"}


def placed(*evenings: dict[int, int], points: tuple[int, ...] = (10, 7, 5, 4)) -> Season:
    """A season of a few evenings with the places of some people in each."""
    season = season_of(1, len(evenings), points=list(points))
    places = [
        PlaceRow(at, user, PEOPLE[user], place)
        for at, evening in enumerate(evenings, 1)
        for user, place in evening.items()
    ]
    return Season(season.row, season.evenings, tuple(places))


def duel(*evenings: tuple[int, ...]) -> Season:
    """A season of a few evenings, of which each is given by its people in order."""
    return placed(*({user: place for place, user in enumerate(order, 1)} for order in evenings))


REASONS = {
    "<@2> is 6 points behind.": duel((1, 2), (1, 2)),
    "<@2> has as many points as <@1>, but has won fewer evenings.": placed(
        {1: 1, 2: 2}, {2: 2, 1: 3}, points=(4, 2, 0)
    ),
    "<@2> has as many points as <@1>. But <@1> once reached a better place.": placed(
        {1: 2, 2: 3}, {1: 4, 2: 3}, points=(9, 1)
    ),
    "<@2> has as many points as <@1>. But <@1> was better on evening 2.": duel((2, 1), (1, 2)),
    "<@4> has as many points as <@2>. But <@2> was better on evening 2.": duel((1, 4, 2), (1, 2, 4), (1,)),
}


@pytest.mark.parametrize("reason", REASONS)
def test_it_is_said_who_leads_and_why(reason: str) -> None:
    text = "\n".join(situation(REASONS[reason], WORDS))
    assert "<@1> leads with" in text
    assert reason in text


def test_equal_leaders_lead_together() -> None:
    season = duel((1, 2))
    places = tuple(replace(each, place=1) for each in season.places)
    text = "\n".join(situation(Season(season.row, season.evenings, places), WORDS))
    assert "<@1>, <@2> lead together with **10** points" in text


def test_namesakes_are_told_apart_and_any_letters_are_drawn() -> None:
    season = duel((2, 3, 4, 1))
    model = season_model(season, 0, WORDS)
    assert [line.name for line in model.lines] == ["Ben (A)", "Ben (B)", "かな", "Ada"]
    assert "<@2> (A) leads" in "\n".join(situation(season, WORDS))
    assert [line.name for line in season_model(duel((1, 2, 3)), 0, WORDS).lines] == ["Ada", "Ben (A)", "Ben (B)"]
    later = [line.name for line in season_model(duel((2, 3, 4, 1), (3, 1, 2, 4), (3, 2)), 0, WORDS).lines]
    assert later[:2] == ["Ben (B)", "Ben (A)"], "a letter stays that of the same person"


def test_who_rose_the_most_is_named_with_both_places() -> None:
    season = duel((1, 2, 4), (4, 1, 2, 3))
    text = "▲ <@4> rose the most, from place 3 to 2."
    assert text in (season_post(season, "season", WORDS).content or "")
    assert text not in (season_page(season, 0, WORDS, reader=1).content or ""), "that is news of an evening"
    assert [line.move for line in season_model(season, 0, WORDS).lines] == ["", "▲1", "▼1", "new"]


def test_nobody_rose_the_most_if_two_rose_as_far() -> None:
    season = duel((1, 2, 3, 4), (2, 1, 4, 3))
    assert [line.move for line in season_model(season, 0, WORDS).lines].count("▲1") == 2
    assert "rose the most" not in (season_post(season, "season", WORDS).content or "")


def test_a_provisional_evening_is_called_one_in_the_picture_and_in_words() -> None:
    season = season_of(5, 3, provisional=True)
    assert "can still be corrected" in season_model(season, 0, WORDS).note
    assert "can still be corrected" in (season_post(season, "season", WORDS).embeds[0].description or "")
    assert season_model(season_of(5, 3), 0, WORDS).note == ""


def over(season: Season, by: int | None = None, why: str | None = None) -> Season:
    """The season after its end."""
    row = replace(season.row, status="over", ended=9.0, ended_by=by, ended_why=why)
    return Season(row, season.evenings, season.places)


def test_the_end_names_the_best_three_with_points_and_who_ended_it() -> None:
    season = duel((1, 2, 4, 3), (1, 4, 2, 3))
    text = season_post(over(season, 9, "Summer *holidays*"), "season_over", WORDS).content or ""
    assert text.splitlines() == [
        "## 🏆 Autumn season of the Harbour Club: the season is over",
        "**1st: <@1> is the champion, with 20 points**",
        "2nd: <@4>, with 12 points",
        "3rd: <@2> (A), with 12 points",
        "<@4> is 8 points behind.",
        "<@2> (A) has as many points as <@4>. But <@4> was better on evening 2.",
        "4 players, evenings: 2. Thank you all!",
        f"-# <@9> ended the season early. It was to go on until <t:{55 * 86400}:D>, but no other evening counts.",
        "-# The reason: Summer \\*holidays\\*",
    ]
    assert "ended the season" not in (season_post(over(season), "season_over", WORDS).content or "")
    assert {line.move for line in season_model(over(season), 0, WORDS).lines} == {""}
    title, *told = season_podium(over(season), WORDS).description.splitlines()
    assert title == "The best of Champion of Autumn season of the Harbour Club."
    assert told[:3] == ["1. Ada, 20 points", "2. かな, 12 points", "3. Ben (A), 12 points"]
    assert [line.split()[0] for line in told[-4:]] == ["1.", "2.", "3.", "4."], "the final table"


@settings(deadline=None, max_examples=15)
@given(SEASONS, st.sampled_from([WORDS, PSEUDO_WORDS]))
def test_the_podium_has_the_honoured_with_their_points(season: Season, words: Words) -> None:
    told = season_podium(over(season), words).description.splitlines()[1 : len(season.honoured) + 1]
    assert [int(line.partition(".")[0]) for line in told] == [line.place for line in season.honoured]
    assert all(str(line.points) in text for line, text in zip(season.honoured, told, strict=True))


def test_readers_see_how_they_stand_and_what_comes_next() -> None:
    season = placed({1: 1, 2: 2, 4: 3, 3: 4}, {1: 1, 2: 3, 4: 2, 3: 4})
    stands = {reader: own(season, reader, WORDS) for reader in (1, 2, 3, 9)}
    assert stands == {
        1: ["**You**: place 1 with 20 points."],
        2: ["**You**: place 3 with 12 points. That is 8 points behind first place."],
        3: ["**You**: place 4 with 8 points. That is 4 points behind third place."],
        9: ["**You** have no points yet. Every evening counts for you too."],
    }
    assert own(over(season), 3, WORDS) == ["**You**: place 4 with 8 points."]
    equal = placed({1: 1, 2: 2, 4: 3, 3: 4}, points=(10, 7, 5))
    assert own(equal, 3, WORDS) == ["**You**: place 4 with 5 points. The third has as many points."]
    next_, until, most = ahead(season, COMING, WORDS)
    assert next_ == "The next evening is on <t:5000000:f>."
    assert "Then the season ends" in until
    assert "Up to 3 evenings" in most
    assert ahead(season, Coming("none"), WORDS)[0] == "No other evening is announced yet."
    assert "being played" in ahead(season, Coming("running", 1.0), WORDS)[0]


def test_what_does_not_count_and_who_was_missing_is_said() -> None:
    season = duel((1, 2), (1, 2), (2, 1))
    best = Season(replace(season.row, best=2), season.evenings, season.places)
    assert "10 + 10 + (7)" in "\n".join(listed(best, best.table, WORDS))
    missed = duel((1, 2), (2,))
    assert "10 + –" in "\n".join(listed(missed, missed.table, WORDS))


def test_a_reader_sees_what_a_win_would_bring() -> None:
    season = duel((1, 2, 4, 3), (1, 4, 2, 3))
    best = Season(replace(season.row, best=2), season.evenings, season.places)
    wins = {reader: " ".join(own(best, reader, WORDS, COMING)) for reader in (1, 2, 3, 9)}
    assert "to **17** points. That is place 2 in" in wins[2], "10 take the place of 5"
    assert "to **14** points. That is place 2 in" in wins[3]
    assert "to **10** points. That is place 4 in" in wins[9]
    assert "would not bring you more points" in wins[1]
    for without in (
        own(best, 2, WORDS),
        own(best, 2, WORDS, Coming("none", most=0)),
        own(over(best), 2, WORDS, COMING),
    ):
        assert "inning" not in " ".join(without)


def test_a_readers_own_line_is_marked_in_the_picture_for_them_alone() -> None:
    season = duel((1, 2, 4))
    lines = season_model(season, 0, WORDS, reader=2).lines
    assert [(line.name, line.own) for line in lines] == [("Ada", False), ("Ben (you)", True), ("かな", False)]
    assert not any(line.own for line in season_model(season, 0, WORDS).lines)


def test_the_legend_explains_only_what_is_there() -> None:
    first, second = season_model(duel((1, 2)), 0, WORDS).legend, duel((1, 2), (2, 1), (1, 4))
    assert not any(sign in " ".join(first) for sign in ("▲", "brackets", "Equal"))
    best = Season(replace(second.row, best=1), second.evenings, second.places)
    later = " ".join(season_model(best, 0, WORDS).legend)
    assert all(sign in later for sign in ("▲", "brackets", "Equal", "Gold"))


def test_a_post_lists_the_table_only_for_people_without_pictures() -> None:
    season = season_of(5, 3)
    picture = season_picture(season, 0, WORDS)
    post = season_post(season, "season", WORDS, picture, worded=False)
    assert post.silent
    assert post.embeds == ()
    for worded in (season_post(season, "season", WORDS, picture), season_post(season, "season", WORDS)):
        assert "**2.**" in (worded.embeds[0].description or "")
        assert "Points by place" in (worded.embeds[0].description or "")


def test_the_largest_season_fits_in_a_message_in_words() -> None:
    season = season_of(40, 52, best=26)
    for words, page in product((WORDS, PSEUDO_WORDS), range(season_pages(season))):
        shown = season_page(season, page, words, reader=10**18, coming=COMING, manages=True)
        assert len(shown.content or "") <= 2000
        assert len(shown.embeds[0].description or "") <= 4096
    assert len(season_post(season, "season", PSEUDO_WORDS).content or "") <= 2000


def test_a_season_is_set_up_only_before_it_begins() -> None:
    planned = Season(replace(season_of(2, 1).row, status="planned"), (), ())
    for season, settings_shown in ((planned, True), (season_of(2, 1), False)):
        view = panel(season, (), (), WORDS).view
        assert view is not None
        shown = str(view.to_components())
        assert (".weeks" in shown) is settings_shown
        assert ".role" in shown
