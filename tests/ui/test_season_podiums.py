"""The podium above a season's table, and the hall of fame, as pictures: nothing overlaps, and whoever won is named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.seasons.hall import Feat
from bot.host.tournament.rules.course import Placed
from bot.locale.catalogue import PSEUDO
from bot.rendering.season_pictures import FIRST, hall_model, hall_picture, hall_sheet, podium_and_table, season_podium
from bot.storage.schema.seasons import HonourRow
from bot.ui.pictures.scene import Text
from bot.ui.seasons.picture import season_sheet
from bot.ui.seasons.posts import NAMED, SEASONS, TITLES, hall
from bot.ui.seasons.season_view import event_of
from bot.ui.texts.words import Words
from bot.ui.tournaments.pictures.sheet import WIDE
from tests.ui.picture_laws import text_faults
from tests.ui.season_examples import called, season_of

WORDS, PSEUDO_WORDS = Words("en"), Words(PSEUDO)


def feat(kind: str, subject: int, title: str, *users: int) -> Feat:
    """What some people reached together, the best first; the later subject is the later one."""
    rows = [
        HonourRow(
            guild=1, channel=2, user=user, name=called(user), kind=kind, subject=subject, title=title, place=place,
            at=subject,
        )
        for place, user in enumerate(users, 1)
    ]  # fmt: skip
    return Feat(kind, title, 2, subject, tuple(rows), {user: 90 - user for user in users if kind == "season"})


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 30), st.integers(1, 9), st.booleans(), st.sampled_from([WORDS, PSEUDO_WORDS]))
def test_a_podium_stands_above_the_first_of_the_table(people: int, evenings: int, over: bool, words: Words) -> None:  # noqa: FBT001
    season = season_of(people, evenings, best=3)
    season = replace(season, row=replace(season.row, status="over" if over else "running"))
    places = [Placed(line.place, season.numbers[line.user]) for line in season.table]
    model = podium_and_table(season, event_of(season), places, words)
    assert text_faults(season_sheet(model), WIDE) == []
    assert [line.place for line in model.lines] == [line.place for line in season.table][:FIRST]
    left = len(season.table) - FIRST
    assert (words.plain("season.more", count=left) in model.legend) == (left > 0)
    assert bool(model.head.champion) is not over


def test_the_end_of_a_season_says_so() -> None:
    season = season_of(5, 3)
    season = replace(season, row=replace(season.row, status="over", title="Autumn"))
    places = [Placed(line.place, season.numbers[line.user]) for line in season.honoured]
    event = replace(event_of(season), title="Champion of Autumn")
    texts = {
        item.text
        for item in season_sheet(podium_and_table(season, event, places, WORDS)).items
        if isinstance(item, Text)
    }
    assert {"Champion of Autumn", "Season over", "Final table"} <= texts
    assert "Champion of Autumn" in season_podium(season, WORDS).description


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 6), st.integers(0, 30), st.integers(1, 9), st.sampled_from([WORDS, PSEUDO_WORDS]))
def test_the_hall_of_fame_names_champions_and_winners(seasons: int, evenings: int, people: int, words: Words) -> None:
    feats = [feat("season", 100 + at, f"Season {at}", *range(min(3, people))) for at in range(seasons)]
    feats += [feat("evening", at, f"Cup {at % 5}", at % people) for at in range(evenings)]
    model = hall_model(feats, words)
    assert text_faults(hall_sheet(model), WIDE) == []
    assert [each.names for each in model.champions] == [called(0)] * min(seasons, SEASONS)
    assert len(model.evenings) == min(5, evenings, TITLES)
    assert all(len(winners) <= NAMED for _, winners in model.evenings)


def test_words_say_what_the_picture_of_the_hall_leaves_out() -> None:
    feats = [feat("season", 100 + at, f"Season {at}", 1, 2) for at in range(SEASONS + 1)]
    feats += [feat("evening", at, f"Cup {at}", 3) for at in range(TITLES + 1)]
    pictured = hall(feats, [], 0, WORDS, hall_picture(feats, WORDS)).content or ""
    assert pictured.count("ended on") == SEASONS
    assert pictured.count("<@1>") == 1
    assert pictured.count("<@3>") == 1
    worded = hall(feats, [], 0, WORDS).content or ""
    assert worded.count("<@1>") == SEASONS + 1
    assert worded.count("<@3>") == TITLES + 1


@pytest.mark.parametrize("count", [2, 3])
def test_equal_champions_are_champions_together(count: int) -> None:
    season = feat("season", 1, "Autumn", *range(count))
    equal = tuple(replace(row, place=1) for row in season.honours)
    [champion] = hall_model([replace(season, honours=equal)], WORDS).champions
    assert champion.names == ", ".join(called(user) for user in range(count))
    assert (len(champion.faces), champion.others) == (count, "")
