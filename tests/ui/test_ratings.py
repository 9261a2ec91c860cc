"""Ratings as people read them: on the table, on the leaderboard, in a profile, and as a curve."""

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.host.match.players import Player
from bot.host.match.queries import TableView
from bot.host.ratings.leaderboards import (
    FORM,
    Came,
    Favourite,
    GameRecord,
    Leaderboard,
    LeaderboardPlace,
    RatingProfile,
)
from bot.host.ratings.rating import Rating, Result, unrated
from bot.locale.catalogue import PSEUDO
from bot.rendering.game_art import arts_of, faces_of_decks
from bot.storage.ratings import Record
from bot.ui.games import RENDERERS
from bot.ui.match import posts as match_ui
from bot.ui.messages.custom_ids import parse
from bot.ui.people import profiles, ratings
from bot.ui.pictures.avatar import Avatar
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.portraits.portrait import Medallion
from bot.ui.pictures.profile_card import WIDE, profile_scene
from bot.ui.pictures.ranking import ranking_scene
from bot.ui.pictures.seat_faces import PORTRAITS
from bot.ui.texts.words import Words
from engine.contract import SPECTATOR, View
from engine.players.characters import CHARACTERS
from engine.registry import GAMES
from tests.ui.picture_reader import opened
from tests.ui.test_panel import check, row

LONGEST = 10**18
"""A person's id, as long as Discord has them."""

PEOPLE = [Player(user=1), Player(user=2)]
GAME = next(iter(GAMES))
ARTS = {key: (RENDERERS[key].tones, None) for key in GAMES}
FACE = Medallion(PORTRAITS["pip"])


def places(count: int) -> tuple[LeaderboardPlace, ...]:
    return tuple(
        LeaderboardPlace(number, LONGEST + number, Rating(2000 - number, 300, 5), 4) for number in range(1, count + 1)
    )


def profile(matches: int) -> RatingProfile:
    chance, points, curve = Random(5), 1500, []
    for number in range(matches):
        points += chance.randint(-60, 80)
        curve.append(Rating(points, round(1000 / (1 + number / 3)) + 180, number + 1))
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
    check(profiles.profile(profile(500), words))
    check(profiles.profile(profile(0), words))


def test_who_asks_is_named_below_the_leaders_and_not_twice() -> None:
    best = places(3)
    own = replace(best[0], place=412, user=5)
    below = ratings.leaderboard(Leaderboard(GAME, None, best, own), Words("en")).embeds[0].description or ""
    assert below.splitlines()[-2:] == ["…", "**412.** <@5> · 💠 **Platinum** · 1999 · 4 matches"]
    among = ratings.leaderboard(Leaderboard(GAME, None, best, best[1]), Words("en")).embeds[0].description or ""
    assert len(among.splitlines()) == 3


@pytest.mark.parametrize("locale", ["en", PSEUDO])
def test_a_leaderboard_shows_the_best_ten_and_who_asks_as_a_picture_and_the_rest_in_words(locale: str) -> None:
    words, best = Words(locale), places(20)
    names = {each.user: f"The {each.place}th" for each in best} | {5: "Ben"}
    shown = Leaderboard(GAME, 7, best, replace(best[0], place=412, user=5), names)
    picture = ratings.leaderboard_picture(shown, (), RENDERERS[GAME].tones, words)
    assert len(picture.content) < 120_000
    drawn = ratings.ranking_of(shown, (), RENDERERS[GAME].tones, words)
    assert [each.place for each in drawn.players] == [*range(1, 11), 412]
    assert [each.own for each in drawn.players] == [False] * 10 + [True]
    assert [each.apart for each in drawn.players] == [False] * 10 + [True]
    assert {"Ben", "412", words.plain("league.platinum")} <= set(texts(ranking_scene(drawn).items))
    assert all(each.name in picture.description for each in drawn.players)
    message = ratings.leaderboard(shown, words, picture)
    lines = (message.embeds[0].description or "").splitlines()
    assert [line.split(".")[0] for line in lines] == [f"**{place}" for place in range(11, 21)]
    check(message)


def test_a_leaderboard_has_no_picture_unless_everybody_in_it_has_a_name_here() -> None:
    best = places(3)
    named = {each.user: "Ada" for each in best}
    assert ratings.in_picture(Leaderboard(GAME, 7, best, best[0], named)) == best
    assert ratings.in_picture(Leaderboard(GAME, None, best, best[0])) == ()
    assert ratings.in_picture(Leaderboard(GAME, 7, best, replace(best[0], user=9), named)) == ()


def test_an_empty_leaderboard_has_a_button_that_plays() -> None:
    shown = ratings.leaderboard(Leaderboard(GAME, None, (), None), Words("en"))
    assert shown.view is not None
    assert [parse(str(getattr(each, "custom_id", ""))).action for each in shown.view.children] == ["playnow"]
    assert ratings.leaderboard(Leaderboard(GAME, None, places(3), None), Words("en")).view is None


def drawn(shown: RatingProfile, words: Words) -> Picture:
    arts = {key: (RENDERERS[key].tones, next(iter(arts_of(GAMES[key], RENDERERS[key])), None)) for key in GAMES}
    faces = {name: face.face for name, face in faces_of_decks(GAMES[GAME], RENDERERS[GAME]).items()}
    return profiles.profile_picture(shown, "Ada", arts, faces, words)


def test_somebody_without_a_rated_match_is_told_so() -> None:
    shown = profiles.profile(profile(0), Words("en"))
    assert shown.content == f"<@{LONGEST}> hasn't finished a rated match of Varia yet."


def test_a_profile_before_the_first_match_shows_every_league_and_buttons_to_begin_with() -> None:
    words, other = Words("en"), Rating(1650, 200, 5)
    records = tuple(GameRecord(key, other if key == "zarcana" else None, ()) for key in GAMES)
    begun = replace(profile(0), records=records, favourites=(), rivals=())
    pictured, worded = profiles.profile(begun, words, drawn(begun, words)), profiles.profile(begun, words)
    assert len(pictured.files) == 1
    assert not pictured.embeds[0].fields
    [field] = worded.embeds[0].fields
    for record, line in zip(records, (field.value or "").splitlines(), strict=True):
        name = words.plain(f"{record.game}.name")
        assert line.startswith(f"**{name}** · ")
        assert ("no league yet" in line) is (record.rating is None)
        assert f"{name}: {'Gold, 1650' if record.rating else 'no rated match yet'}." in pictured.files[0].description
    for shown in (pictured, worded):
        assert shown.view is not None
        actions = [parse(str(getattr(each, "custom_id", ""))).action for each in shown.view.children]
        assert actions == ["playnow", "mysettings"]
        check(shown)


@pytest.mark.parametrize("locale", ["en", PSEUDO])
@pytest.mark.parametrize("matches", [1, 2, 12, 300])
def test_a_profile_says_in_words_what_its_picture_shows(matches: int, locale: str) -> None:
    words, whole = Words(locale), profile(matches)
    form = whole.came[-FORM:]
    shown = replace(
        whole,
        records=(GameRecord(GAME, whole.curve[-1], form), GameRecord("zarcana", None, ())),
        favourites=(Favourite("x" * 60, 9, 4), Favourite("Oathwarden", 3, 1)),
    )
    picture = drawn(shown, words)
    assert opened(picture.content).width == WIDE
    assert len(picture.content) < 120_000
    scene = profile_scene(profiles.profile_of(shown, "Ada", ARTS, {"Oathwarden": FACE}, words))
    told = set(texts(scene.items))
    league = ratings.league_name(whole.curve[-1], words)
    assert {"Ada", "Oathwarden", league, str(whole.curve[-1].points)} <= told
    for text in ("Ada", "Oathwarden", league, str(whole.curve[-1].points), *(profiles_came(form, words))):
        assert text in picture.description
    assert (words.plain("profile.curve.in", game=words.plain(f"{GAME}.name")) in told) is (matches > 2)
    beside, alone = profiles.profile(shown, words, picture), profiles.profile(shown, words)
    assert len((beside.embeds[0].description or "").splitlines()) == 3
    assert not beside.embeds[0].fields
    assert len(alone.embeds[0].fields) == 5
    check(beside)
    check(alone)


def profiles_came(form: tuple[Came, ...], words: Words) -> list[str]:
    return [words.plain(f"profile.came.{each}") for each in form]


def test_a_profile_shows_an_avatar_in_place_of_the_initial() -> None:
    shown = replace(profile(1), records=(GameRecord(GAME, Rating(1500, 100, 5), ("won",)),))
    plain = profiles.profile_of(shown, "Ada", ARTS, {}, Words("en"))
    with_face = profiles.profile_of(shown, "Ada", ARTS, {}, Words("en").with_avatars({0: b"avatar"}))
    assert (plain.face, plain.sign, plain.deck) == (None, "A", None)
    assert with_face.face == Avatar(b"avatar")


def test_a_profile_shows_whom_the_player_has_beaten_of_each_level() -> None:
    """Issue 55."""
    easy = [key for key, level in CHARACTERS.items() if level == "easy"]
    begun = replace(profile(3), records=(GameRecord(GAME, Rating(1500, 100, 5), ("won",)),))
    shown, words = replace(begun, crowns=frozenset({*easy, "vex"})), Words("en")
    card = profiles.profile_of(shown, "Ada", ARTS, {}, words)
    faces = [sum(face is not None for face in shelf.faces) for shelf in card.shelves]
    assert ([shelf.title for shelf in card.shelves], faces) == (["Easy 8/8", "Normal 0/8", "Hard 1/8"], [8, 0, 1])
    assert card.frame == ratings.METALS["bronze"]
    assert {"Easy 8/8", "Hard 1/8"} <= set(texts(profile_scene(card).items))
    assert "Hard 1/8: Vex" in drawn(shown, words).description
    field = profiles.profile(shown, words).embeds[0].fields[-1]
    assert (field.name, (field.value or "").splitlines()[2]) == ("Characters beaten", "Hard 1/8: Vex")
    assert len(drawn(replace(shown, crowns=frozenset(CHARACTERS)), words).content) < 120_000
    plain = profiles.profile_of(begun, "Ada", ARTS, {}, words)
    assert (plain.shelves, plain.frame) == ((), None)


def ended(*, unrated: str | None, results: tuple[Result, ...]) -> str:
    outcome = {"ranking": [[0], [1]], "reason": "end.place_gone"}
    over = replace(row(GAMES[GAME], []), status="over", outcome=outcome, unrated=unrated)
    view = TableView(over, tuple(PEOPLE), View(viewer=SPECTATOR), (), (), {})
    fields = match_ui.ended(view, results, Words("en", PEOPLE)).embeds[0].fields
    assert [field.name for field in fields] == ["Rating"]
    return fields[0].value or ""


def test_the_end_of_a_match_says_what_it_did_to_ratings() -> None:
    results = (Result(1, Rating(1540, 900, 5), 40), Result(2, Rating(1460, 900, 5), -40))
    told = ended(unrated=None, results=results)
    assert told == "<@1>: 🥈 **Silver** · 1540 (+40)\n<@2>: 🥈 **Silver** · 1460 (−40)"


def test_no_league_is_shown_before_five_placing_matches() -> None:
    words = Words("en", PEOPLE)
    for matches, shown in ((1, False), (4, False), (5, True)):
        loser = Rating(1290, 500, matches)
        place = replace(places(1)[0], rating=loser, user=1)
        board = Leaderboard(GAME, 7, (place,), place, {1: "Ada"})
        ranked = ratings.ranking_of(board, (), RENDERERS[GAME].tones, words)
        records = (GameRecord(GAME, loser, ("lost",)),)
        person = replace(profile(1), standing=place, records=records)
        told = [
            ratings.leaderboard(board, words).embeds[0].description or "",
            ranked.players[0].league,
            profiles.profile(person, words).embeds[0].description or "",
            profiles.profile_of(person, "Ada", ARTS, {}, words).rows[0].league,
            ended(unrated=None, results=(Result(1, loser, -210),)),
        ]
        assert ["Bronze" in text for text in told] == [shown] * len(told)
        assert [f"match {matches} of 5" in text for text in told] == [not shown] * len(told)
        assert (0 in ratings.medals((Result(1, loser, -210),), words)) is shown
        assert ranked.players[0].league in texts(ranking_scene(ranked).items)


@pytest.mark.parametrize(("matches", "left"), [(1, 19), (19, 1), (20, 0)])
def test_a_profile_says_how_many_matches_a_rating_still_needs(matches: int, left: int) -> None:
    words = Words("en")
    text = profiles.profile(profile(matches), words).embeds[0].description or ""
    assert (words("profile.settling", count=left) in text) is (left > 0)
    assert ("still settling" in text) is (left > 0)


@pytest.mark.parametrize("why", ["casual", "house", "gone", "takeover", "rewind", "short", "often"])
def test_the_end_of_a_match_says_why_it_counts_for_no_rating(why: str) -> None:
    assert ended(unrated=why, results=()).startswith(("No ratings change: ", "Just for fun: "))


def test_a_table_says_whether_it_counts() -> None:
    table = row(GAMES[GAME], [])
    words = Words("en", PEOPLE)
    assert ratings.rating_status(unrated(table, PEOPLE), words) == "Rated: your rating can change"
    assert (
        ratings.rating_status(unrated(replace(table, rated=False), PEOPLE), words) == "Just for fun: no ratings change"
    )
    house = [PEOPLE[0], Player(character="hob")]
    assert ratings.rating_status(unrated(table, house), Words("en", house)) == "Just for fun: Hob is a house player"
    taken = [*house, Player(user=9, character="wren", left=True)]
    assert ratings.rating_status("takeover", Words("en", taken)) == "No ratings change: Wren took over a seat"
