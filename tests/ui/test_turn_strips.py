"""A turn as a strip: it says what its picture shows, fits on a phone, and reveals nothing that the facts do not."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

import pytest

from bot.locale.catalogue import PSEUDO
from bot.storage.matches import SeatRow
from bot.ui.games import RENDERERS
from bot.ui.games.strips import described
from bot.ui.games.varia.turn import turn_strip
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.scene import Group, Scene
from bot.ui.pictures.strip import WIDE, Beat, Strip
from bot.ui.pictures.strip_scene import strip_scene
from bot.ui.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import SPECTATOR, Event, Fact, seen
from engine.games.varia.events import MomentBegan
from engine.games.varia.pool import VariaCards
from engine.registry import GAMES
from tests.ui.picture_reader import NAMES, opened, played_out
from tests.ui.test_pictures_varia import all_texts, assert_within

VARIA: Any = GAMES["varia"]
SETS = shipped_sets(VARIA)
POOL: VariaCards = VARIA.cards(SETS)
DECKS = [deck_of(deck, POOL) for each in SETS for deck in each.decks]
LONG = ("Maximiliane of the Northern Reach", "The Ferryman's Other Cousin, Twice")


def words(names: tuple[str, ...] = NAMES, locale: str | None = None) -> Words:
    return Words(locale, [SeatRow(1, seat, user=seat + 1, name=names[seat]) for seat in range(2)], POOL)


def turns(seed: int) -> Iterator[tuple[list[Fact], list[Fact]]]:
    """Play a match between two classes at random; give the facts of each turn in which moments were played."""
    events, _ = played_out(VARIA, POOL, [DECKS[seed % 8], DECKS[(seed + 3) % 8]], seed)
    for facts, before in split_turns(events):
        if any(isinstance(fact, MomentBegan) for fact in facts):
            yield facts, before


def split_turns(events: Sequence[Event]) -> Iterator[tuple[list[Fact], list[Fact]]]:
    """Give the facts of each turn as everybody sees them, and those from before it."""
    before: list[Fact] = []
    turn: list[Fact] = []
    for event in events:
        turn += seen([event], SPECTATOR)
        if event.closes or event is events[-1]:
            yield turn, before
            before, turn = [*before, *turn], []


PLAYED = list(chain.from_iterable(turns(seed) for seed in (0, 1, 2, 5)))
"""The turns of some matches, of which each ends with a player who falls."""


def strip_of(facts: list[Fact], before: list[Fact], reader: Words) -> Strip:
    strip = turn_strip(facts, before, reader)
    assert strip is not None
    return strip


def rows(scene: Scene) -> dict[str, Group]:
    """The groups of a scene that are moments, by id."""
    return {item.id: item for item in scene.items if isinstance(item, Group) and item.id}


def test_a_strip_says_what_its_picture_shows() -> None:
    """Of each moment: the totals that met, what was lost, and the points that are left; all in its description."""
    for facts, before in PLAYED:
        strip = strip_of(facts, before, words())
        shown, told = rows(strip_scene(strip)), described(strip)
        assert len(told) <= DESCRIPTION
        assert [group.description for group in shown.values()] == [beat.told for beat in strip.beats]
        for beat in strip.beats:
            written = list(texts(shown[f"moment {beat.label}"].items))
            assert beat.told in told
            assert beat.size != "quiet" or not any(half.figure for half in beat.halves), "a total is shown"
            for figure, loses in figures_of(beat, strip):
                assert figure.replace("-", "−") in written, (figure, written)
                assert figure.lstrip("−") in beat.told or int(figure.lstrip("−")) == lost(loses, beat.told), beat.told


def points_of(beat: Beat) -> list[tuple[int, int]]:
    """The points of both sides of a moment, all of which are known."""
    found = [half.points for half in beat.halves if half.points is not None]
    assert len(found) == len(beat.halves)
    return found


def figures_of(beat: Beat, strip: Strip) -> Iterator[tuple[str, str]]:
    """The figures that a moment has to show, and of a loss whose it is: totals that met, losses, and points."""
    for side, (half, (_, after)) in enumerate(zip(beat.halves, points_of(beat), strict=True)):
        name = strip.fighters[side].name
        if beat.size != "last":
            yield str(after), ""
        if beat.losses[side] and (strip.fall is None or beat.size != "last" or strip.fall.side == side):
            yield f"−{beat.losses[side]}", name
        if half.figure is not None and beat.size in ("clash", "hero") and not half.out:
            yield str(half.figure.total), ""


def lost(name: str, told: str) -> int:
    """How much a player lost to several attacks in one moment."""
    return sum(int(found) for found in re.findall(rf"{name} loses (\d+) HP\.", told))


def test_every_card_of_a_moment_is_named() -> None:
    for facts, before in PLAYED:
        for beat in strip_of(facts, before, words()).beats:
            for half in beat.halves:
                assert all(name in beat.told for name in half.names), beat


@pytest.mark.parametrize("reader", [words(LONG), words(locale=PSEUDO)], ids=["long names", "pseudo"])
def test_every_strip_fits(reader: Words) -> None:
    """No text leaves the picture, and none is too small for a phone."""
    for facts, before in PLAYED:
        strip = strip_of(facts, before, reader)
        scene = strip_scene(strip)
        assert_within(scene, strip.title[1])
        assert min(text.size for text in all_texts(scene.items)) >= SMALLEST
        assert len(described(strip)) <= DESCRIPTION


SMALLEST = 14
"""The least size of a text, in pixels of a picture that a phone shows at a third of its size."""


def test_the_last_blow_ends_the_strip_of_a_match_that_a_fall_ended() -> None:
    ends = [strip for facts, before in PLAYED if (strip := strip_of(facts, before, words())).fall is not None]
    assert ends
    for strip in ends:
        last, fall = strip.beats[-1], strip.fall
        assert fall is not None
        assert last.size == "last"
        assert points_of(last)[fall.side][1] == 0
        assert fall.told in described(strip).splitlines()[-1]
        assert all(beat.size != "last" for beat in strip.beats[:-1])


def test_points_are_the_same_from_moment_to_moment() -> None:
    for facts, before in PLAYED:
        strip = strip_of(facts, before, words())
        played = [beat for beat in strip.beats if beat.halves]
        for earlier, later in pairwise(played):
            assert [after for _, after in points_of(earlier)] == [before for before, _ in points_of(later)]


def test_two_players_of_one_class_have_different_colours() -> None:
    facts, before = PLAYED[0]
    one = strip_of(facts, before, words())
    assert one.fighters[0].tones != one.fighters[1].tones


def test_the_picture_has_clear_corners_and_a_small_file() -> None:
    """A light page shows through between the rows, as a dark one does."""
    facts, before = max(PLAYED, key=lambda turn: len(turn[0]))
    picture = RENDERERS["varia"].turn_picture(facts, before, words())
    assert picture is not None
    assert opened(picture.content).width == WIDE
    assert len(picture.content) < 200_000
    assert RENDERERS["varia"].turn_picture(facts[:1], before, words()) is None


def test_rows_of_moments_stand_alone_and_the_rest_of_the_strip_has_no_others() -> None:
    for facts, before in PLAYED[:4]:
        strip = strip_of(facts, before, words())
        parts = {part.row for part in RENDERERS["varia"].blows(facts, words()) if part.row}
        apart = dict(RENDERERS["varia"].blow_pictures(facts, before, words()))
        rest = apart.pop("")
        assert apart.keys() <= parts
        told = {picture.description for picture in apart.values()}
        assert told | set(rest.description.splitlines()) >= {beat.told for beat in strip.beats}
        assert not told & set(rest.description.splitlines())
        assert {beat.label for beat in strip.beats if beat.halves} <= apart.keys()
        assert all(opened(picture.content).width == WIDE for picture in (rest, *apart.values()))


# Art Bot


def strips_of(key: str, seats: int, seed: int) -> Iterator[Strip]:
    """Play a match of a game at random, and give the strips of all turns that have one."""
    game: Any = GAMES[key]
    sets = shipped_sets(game)
    pool = game.cards(sets)
    decks = [deck_of(deck, pool) for each in sets for deck in each.decks]
    chosen = [decks[(seed + 3 * seat) % len(decks)] if decks else None for seat in range(seats)]
    reader = Words(None, [SeatRow(1, seat, user=seat + 1, name=NAMES[seat]) for seat in range(seats)], pool)
    events, _ = played_out(game, pool, chosen, seed)
    for facts, before in split_turns(events):
        strip = RENDERERS[key].turn_strip(facts, before, reader)
        if strip is not None:
            yield strip


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_turn_of_art_bot_says_what_its_picture_shows(seats: int) -> None:
    """Both points that met, what the hit cost, who is out; and what each turn leaves is what the next begins with."""
    strips = list(strips_of("artbot", seats, 1))
    assert any(strip.beats[0].missed for strip in strips) or seats == 2
    for strip in strips:
        scene, told = strip_scene(strip), described(strip)
        assert len(told) <= DESCRIPTION
        assert_within(scene, strip.title[1])
        written, beat = list(texts(scene.items)), strip.beats[0]
        attack, answer = beat.halves
        assert answer.points is not None
        lost = answer.points[0] - answer.points[1]
        assert beat.losses == (0, max(0, lost))
        for half, side in zip(beat.halves, beat.sides, strict=True):
            name = strip.fighters[side].name
            assert half.points is not None
            assert strip.fighters[side].points == half.points[0]
            assert f"{name} {half.points[1]} HP" in beat.told
            assert half.figure is None or str(half.figure.total) in beat.told
            assert half.figure is None or strip.fall is not None or str(half.figure.total) in written
        assert attack.names[0] in beat.told
        assert not beat.losses[1] or f"−{beat.losses[1]}" in written
    [last] = [strip.fall for strip in strips if strip.fall is not None]
    assert last.told in described(strips[-1])


# WarMage


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_turn_of_war_mage_says_what_its_picture_shows(seats: int) -> None:
    """Each Spell has a row with its number, and what it was cast at; a Wound is shown where it is told."""
    strips = list(strips_of("warmage", seats, 1))
    assert any(len(strip.beats) > 1 for strip in strips)
    for strip in strips:
        scene, told = strip_scene(strip), described(strip)
        assert len(told) <= DESCRIPTION
        assert_within(scene, strip.title[1])
        shown = rows(scene)
        for beat in strip.beats:
            written = list(texts(shown[f"moment {beat.label}"].items))
            assert beat.told in told
            assert all(name in beat.told for half in beat.halves for name in half.names)
            if seats > 2 and beat.halves and beat.size != "last":
                assert strip.fighters[beat.sides[0]].name in written, "a letter alone is hard to read"
            for side, loss in enumerate(beat.losses):
                name = strip.fighters[beat.sides[side]].name
                assert not loss or beat.size == "last" or f"−{loss}" in written
                assert loss <= len(re.findall(rf"{name}\b", beat.told))
                points = beat.halves[side].points if beat.halves else None
                assert points is None or not loss or points[0] - points[1] == loss
    assert strips[-1].fall is not None or strips[-1].beats[-1].size == "note"


# Zarcana


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_of_zarcana_says_what_its_picture_shows(seats: int) -> None:
    """Each move is in a row with the card that made it, on its player's side; its spaces are in its sentence."""
    strips = list(strips_of("zarcana", seats, 1))
    assert strips
    played = set()
    for strip in strips:
        scene, told = strip_scene(strip), described(strip)
        assert len(told) <= DESCRIPTION
        assert_within(scene, strip.title[1])
        shown = rows(scene)
        for beat in strip.beats:
            written = list(texts(shown[f"moment {beat.label}"].items))
            assert beat.told in told
            for half in beat.halves:
                spaces = [space for chip in half.chips for space in re.findall(r"[A-Z]\d", chip.text)]
                assert all(space in beat.told for space in spaces)
                assert all(name in " ".join(written) for name in half.names if len(half.name) < 18)
            assert seats > 2 or not beat.halves or beat.sides == (0, 1), "both players keep to their sides"
            played |= {name for half in beat.halves[:1] for name in half.names}
    assert len(played) > 1
