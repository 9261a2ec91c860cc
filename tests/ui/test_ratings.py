"""Ratings as people read them: on the table, on the leaderboard, in a profile, and as a curve."""

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.host.match.queries import TableView
from bot.host.ratings.leaderboards import Came, Favourite, Leaderboard, LeaderboardPlace, RatingProfile
from bot.host.ratings.rating import Rating, Result
from bot.locale.catalogue import PSEUDO
from bot.storage.matches import SeatRow
from bot.storage.ratings import Record
from bot.ui import match as match_ui
from bot.ui import ratings
from bot.ui.characters import character_picture
from bot.ui.custom_ids import parse
from bot.ui.pictures.chart import HIGH, WIDE
from bot.ui.words import Words
from engine.contract import SPECTATOR, View
from engine.registry import GAMES
from tests.ui.picture_reader import opened
from tests.ui.test_panel import check, row

LONGEST = 10**18
"""A person's id, as long as Discord has them."""

PEOPLE = [SeatRow(1, 0, user=1), SeatRow(1, 1, user=2)]
GAME = next(iter(GAMES))


def places(count: int) -> tuple[LeaderboardPlace, ...]:
    return tuple(
        LeaderboardPlace(number, LONGEST + number, Rating(2000 - number, 300), 4) for number in range(1, count + 1)
    )


def profile(matches: int) -> RatingProfile:
    chance, points, curve = Random(5), 1500, []
    for number in range(matches):
        points += chance.randint(-60, 80)
        curve.append(Rating(points, round(1000 / (1 + number / 3)) + 180))
    came: tuple[Came, ...] = tuple(chance.choice(get_args(Came)) for _ in range(matches))
    favourites = tuple(Favourite("x" * 60, 9, 4) for _ in range(3))
    rivals = tuple(Record(LONGEST + each, won=3, drawn=1, lost=2) for each in range(5))
    standing = replace(places(1)[0], rating=curve[-1], matches=matches) if curve else None
    return RatingProfile(LONGEST, GAME, standing, tuple(curve), came, favourites, rivals)


@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_the_longest_leaderboard_and_profile_fit(locale: str) -> None:
    words = Words(locale)
    for guild in (None, 7):
        own = replace(places(1)[0], place=412, user=5)
        check(ratings.leaderboard(Leaderboard(GAME, guild, places(20), own), words))
        check(ratings.leaderboard(Leaderboard(GAME, guild, (), None), words))
    check(ratings.profile(profile(500), words))
    check(ratings.profile(profile(0), words))


def test_who_asks_is_named_below_the_leaders_and_not_twice() -> None:
    best = places(3)
    own = replace(best[0], place=412, user=5)
    below = ratings.leaderboard(Leaderboard(GAME, None, best, own), Words("en")).embeds[0].description or ""
    assert below.splitlines()[-2:] == ["…", "**412.** <@5> · **Platinum** (1999 ± 300) · 4 matches"]
    among = ratings.leaderboard(Leaderboard(GAME, None, best, best[1]), Words("en")).embeds[0].description or ""
    assert len(among.splitlines()) == 3


def test_an_empty_leaderboard_has_a_button_that_plays() -> None:
    shown = ratings.leaderboard(Leaderboard(GAME, None, (), None), Words("en"))
    assert shown.view is not None
    assert [parse(str(getattr(each, "custom_id", ""))).action for each in shown.view.children] == ["playnow"]
    assert ratings.leaderboard(Leaderboard(GAME, None, places(3), None), Words("en")).view is None


def test_somebody_without_a_rated_match_is_told_so() -> None:
    shown = ratings.profile(profile(0), Words("en"))
    assert shown.content == f"<@{LONGEST}> hasn't finished a rated match of Varia yet."
    assert ratings.curve(profile(0), Words("en")) is None


def test_a_profile_before_the_first_match_has_a_face_every_league_and_buttons_to_begin_with() -> None:
    words, leagues = Words("en"), tuple((key, Rating(1650, 200) if key == "zarcana" else None) for key in GAMES)
    shown = ratings.profile(replace(profile(0), leagues=leagues), words, character_picture("pip", words))
    [embed] = shown.embeds
    lines = (embed.description or "").splitlines()
    for (key, rating), line in zip(leagues, lines, strict=False):
        assert line.startswith(f"**{words.plain(f'{key}.name')}** · ")
        assert ("no league yet" in line) is (rating is None)
    assert embed.thumbnail.url == f"attachment://{shown.files[0].name}"
    assert shown.view is not None
    actions = [parse(str(getattr(each, "custom_id", ""))).action for each in shown.view.children]
    assert actions == ["playnow", "mysettings"]
    check(shown)


@pytest.mark.parametrize("matches", [1, 2, 12, 300])
def test_the_curve_shows_the_latest_matches_and_says_so_in_words(matches: int) -> None:
    shown = profile(matches)
    picture = ratings.curve(shown, Words("en"))
    assert picture is not None
    assert opened(picture.content).size == (WIDE, HIGH)
    assert len(picture.content) < 60_000
    assert str(shown.curve[-1].points) in picture.description
    assert picture != ratings.curve(replace(shown, curve=(*shown.curve, Rating(900, 100))), Words("en"))


def ended(*, unrated: str | None, results: tuple[Result, ...]) -> str:
    outcome = {"ranking": [[0], [1]], "reason": "end.place_gone"}
    over = replace(row(GAMES[GAME], []), status="over", outcome=outcome, unrated=unrated)
    view = TableView(over, tuple(PEOPLE), View(viewer=SPECTATOR), (), (), {})
    fields = match_ui.ended(view, results, Words("en", PEOPLE)).embeds[0].fields
    assert [field.name for field in fields] == ["Rating"]
    return fields[0].value or ""


def test_the_end_of_a_match_says_what_it_did_to_ratings() -> None:
    results = (Result(1, Rating(1540, 900), 40), Result(2, Rating(1460, 900), -40))
    assert (
        ended(unrated=None, results=results) == "<@1>: **Silver** (1540 ± 900) +40\n<@2>: **Silver** (1460 ± 900) -40"
    )


@pytest.mark.parametrize("why", ["casual", "house", "gone", "takeover", "rewind", "short", "often"])
def test_the_end_of_a_match_says_why_it_counts_for_no_rating(why: str) -> None:
    assert ended(unrated=why, results=()).startswith(("No ratings change: ", "Just for fun: "))


def test_a_table_says_whether_it_counts() -> None:
    table = row(GAMES[GAME], [])
    words = Words("en")
    assert ratings.rating_status(table, PEOPLE, words) == "Rated: the result changes your ratings"
    assert ratings.rating_status(replace(table, rated=False), PEOPLE, words) == "Just for fun: no ratings change"
    house = [PEOPLE[0], SeatRow(1, 1, house="hob")]
    assert ratings.rating_status(table, house, Words("en", house)) == "Just for fun: Hob is a house player"
    taken = [*house, SeatRow(1, 2, user=9, house="wren", left=True)]
    over = replace(table, unrated="takeover")
    assert ratings.rating_status(over, taken, Words("en", taken)) == "No ratings change: Wren took over a seat"
