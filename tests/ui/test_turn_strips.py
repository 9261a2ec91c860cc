"""A turn as a strip: it says what its picture shows, fits on a phone, and reveals nothing that the facts do not."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from bot.host.match.players import Player
from bot.locale.catalogue import PSEUDO
from bot.ui.games import RENDERERS
from bot.ui.games.episodes import blow
from bot.ui.games.strips import EFFECTS, PLAYS, at_most, described, in_few_rows, seen_by, unmarked, with_outcome
from bot.ui.games.turns import blow_pictures, turn_picture
from bot.ui.games.varia.moments import split
from bot.ui.games.varia.turn import turn_strip
from bot.ui.pictures.painter import texts
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.pictures.scene import Frame, Group, Scene
from bot.ui.pictures.strip import WIDE, Beat, Effect, Strip, StripPlay, plus_of
from bot.ui.pictures.strip_head import head
from bot.ui.pictures.strip_moment import moment_scene
from bot.ui.pictures.strip_scene import strip_scene
from bot.ui.pictures.tones import CREAM
from bot.ui.texts.words import Spoken, Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import SPECTATOR, Event, Fact, seen
from engine.games.varia.events import MomentBegan
from engine.games.varia.pool import VariaCards
from engine.games.warmage.events import Used
from engine.games.zarcana.events import Scored
from engine.kit.facts import Standing
from engine.registry import GAMES
from tests.ui.picture_laws import Box, marks_of, text_faults
from tests.ui.picture_reader import NAMES, opened, played_out
from tests.ui.test_pictures_varia import all_texts, assert_within

VARIA: Any = GAMES["varia"]
SETS = shipped_sets(VARIA)
POOL: VariaCards = VARIA.cards(SETS)
DECKS = [deck_of(deck, POOL) for each in SETS for deck in each.decks]
LONG = ("Maximiliane of the Northern Reach", "The Ferryman's Other Cousin, Twice")


def words(names: tuple[str, ...] = NAMES, locale: str | None = None) -> Words:
    return Words(locale, [Player(user=seat + 1, name=names[seat]) for seat in range(2)], POOL)


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


def test_all_that_is_written_about_a_moment_stands_in_its_row() -> None:
    """The row is its largest shape; letters may reach over its edge by a little."""
    for facts, before in PLAYED[1::6]:
        strip = strip_of(facts, before, words())
        texts_drawn, shapes = marks_of(strip_scene(strip), WIDE)
        for beat in strip.beats:
            piece = f"moment {beat.label}"
            _, top, _, bottom = max((shape.box for shape in shapes if shape.piece == piece), key=area)
            heights = [text.middle[1] for text in texts_drawn if text.piece == piece]
            assert top < min(heights) <= max(heights) < bottom, beat.told
            if beat.size == "quiet":
                chips = {chip.text for half in beat.halves for chip in half.chips}
                assert chips <= {text.text for text in texts_drawn if text.piece == piece}


def area(box: Box) -> float:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


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


def test_names_of_cards_can_be_read_on_a_phone() -> None:
    """In all moments but few, they have the 11 pixels there that its own small print has."""
    sizes = []
    for facts, before in PLAYED:
        strip = strip_of(facts, before, words())
        for beat in strip.beats:
            if beat.size in ("clash", "hero"):
                row, names = (
                    rows(strip_scene(strip))[f"moment {beat.label}"],
                    " ".join(half.name for half in beat.halves),
                )
                shown = [text for text in all_texts(row.items) if text.typeface == "title" and len(text.text) > 3]
                sizes += [text.size for text in shown if text.text.rstrip(" +…") in names]
    assert min(sizes) >= 34
    assert sum(size < READABLE for size in sizes) < len(sizes) / 20


def test_an_attack_that_came_to_nothing_says_why_in_its_row() -> None:
    """Nothing does so where something came through, or nobody attacked."""
    why: dict[str, set[str]] = defaultdict(set)
    for facts, before in chain(PLAYED, *(turns(seed) for seed in (3, 4, 6, 7))):
        strip = strip_of(facts, before, words())
        shown = rows(strip_scene(strip))
        for moment in split(facts)[1]:
            beat = next((each for each in strip.beats if each.label == str(moment.number)), None)
            if beat is None or not beat.halves:
                continue
            attacks = [*moment.hits, *moment.missed]
            assert bool(beat.why) == (bool(attacks) and not any(moment.losses))
            if beat.why:
                why["hit" if moment.hits else moment.missed[0].why].add(beat.why)
                assert {*beat.why.split()} <= {*" ".join(texts(shown[f"moment {beat.label}"].items)).split()}
    assert why == {"hit": {"blocked", "no power"}, "focus": {"less focus"}, "distance": {"out of reach"}}


def test_only_the_last_blow_shows_its_sums() -> None:
    """They are too small to be read in rows: those have dice and totals, and the post has the odds in words."""
    lasts = 0
    for facts, before in PLAYED:
        strip = strip_of(facts, before, words())
        for beat in strip.beats:
            summed = [half.figure for half in beat.halves if half.figure is not None and half.figure.plus]
            written = list(texts(rows(strip_scene(strip))[f"moment {beat.label}"].items))
            if beat.size == "last":
                lasts += bool(summed)
                continue
            assert not any(plus_of(figure) in written for figure in summed)
            assert not any("%" in text for text in written)
            assert "%" not in beat.told or beat.why
    assert lasts


READABLE = 37
"""The size of texts, in pixels of the picture, that have 11 pixels on a phone."""


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
    picture = turn_picture(RENDERERS["varia"], facts, before, words())
    assert picture is not None
    assert opened(picture.content).width == WIDE
    assert len(picture.content) < 200_000
    assert turn_picture(RENDERERS["varia"], facts[:1], before, words()) is None


def test_each_moment_is_a_large_picture_that_says_who_lost_what_and_no_sums() -> None:
    for facts, before in (PLAYED[1], PLAYED[-1]):
        strip, reader = strip_of(facts, before, words()), words()
        parts = {part.row: part for part in RENDERERS["varia"].blows(facts, Spoken.of(reader))}
        labels = {row for row in parts if row is not None}
        large = blow_pictures(RENDERERS["varia"], facts, before, labels, reader)
        assert large.keys() == {beat.label for beat in strip.beats if beat.halves}
        for beat in strip.beats:
            if beat.label not in large:
                continue
            assert opened(large[beat.label].content).width == WIDE
            told, scene = large[beat.label].description, moment_scene(replace(strip, beats=(beat,)))
            assert_within(scene, strip.title[1])
            assert min(text.size for text in all_texts(scene.items)) >= 22, "too small for a phone"
            written = set(texts(scene.items))
            for side, half in enumerate(beat.halves):
                assert half.points is not None
                assert f"{half.points[1]} HP" in written
                assert f"{strip.fighters[side].name} {half.points[1]} HP" in told
                assert not beat.losses[side] or f"−{beat.losses[side]}" in written
                assert half.out or all(name in told for name in half.names)
            assert " + " not in told or any(" + " in half.name for half in beat.halves)
            assert "%" not in told
        assert blow_pictures(RENDERERS["varia"], facts, before, set(), reader) == {}


# Art Bot


def turns_of(key: str, seats: int, seed: int) -> Iterator[tuple[list[Fact], list[Fact], Words]]:
    """Play a match of a game at random; give the facts of each turn, those from before it, and the match's words."""
    game: Any = GAMES[key]
    sets = shipped_sets(game)
    pool = game.cards(sets)
    decks = [deck_of(deck, pool) for each in sets for deck in each.decks]
    chosen = [decks[(seed + 3 * seat) % len(decks)] if decks else None for seat in range(seats)]
    reader = Words(None, [Player(user=seat + 1, name=NAMES[seat]) for seat in range(seats)], pool)
    for facts, before in split_turns(played_out(game, pool, chosen, seed)[0]):
        yield facts, before, reader


def strips_of(key: str, seats: int, seed: int) -> Iterator[Strip]:
    """Play a match of a game at random, and give the strips of all turns that have one."""
    for turn in turns_of(key, seats, seed):
        strip = RENDERERS[key].turn_strip(*turn)
        if strip is not None:
            yield strip


@pytest.mark.parametrize(("key", "seats"), [("varia", 2), ("artbot", 2), ("artbot", 6), ("warmage", 3), ("zarcana", 2)])
def test_the_head_of_a_turn_has_the_points_before_and_after_it(key: str, seats: int) -> None:
    changed = 0
    for facts, before, reader in turns_of(key, seats, 1):
        strip = with_outcome(RENDERERS[key].turn_strip(facts, before, reader), facts)
        standing = next((fact for fact in reversed(facts) if isinstance(fact, Standing)), None)
        if strip is None or standing is None or strip.fighters[0].points is None:
            continue
        written, described_first = list(texts(head(strip))), described(strip).splitlines()[0]
        for fighter, has in zip(strip.fighters, standing.points, strict=True):
            now = max(0, has)
            told = f"{now} {strip.unit}" if now == fighter.points else f"{fighter.points} → {now} {strip.unit}"
            assert told in written
            assert told in described_first
            changed += now != fighter.points
    assert changed


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_turn_of_art_bot_says_what_its_picture_shows(seats: int) -> None:
    """Both points that met, what the hit cost, who is out; and what each turn leaves is what the next begins with."""
    strips = list(strips_of("artbot", seats, 1))
    assert any(strip.beats[0].why for strip in strips) or seats == 2
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


# Plays of WarMage and Zarcana


def said_of(effect: Effect, written: str) -> bool:
    """Whether what a play did is written in its row, as far as there is room."""
    words_of = [*effect.said.split(), *effect.figure.split()]
    return sum(word in written for word in words_of) >= len(words_of) / 2


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_turn_of_war_mage_says_what_its_picture_shows(seats: int) -> None:
    """Each Spell has a row with its player, and beside it what it did; a Wound is shown where it is told."""
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
            if beat.play is None:
                continue
            assert beat.play.side is not None
            assert strip.fighters[beat.play.side].name in written, "a letter alone is hard to read"
            assert beat.play.name in beat.told
            assert beat.play.effects
            for effect in beat.play.effects:
                assert said_of(effect, " ".join(written)), (effect, written)
                assert not effect.hurts or effect.figure in written
                assert not effect.hurts or strip.fighters[effect.side].name in beat.told
    assert strips[-1].fall is not None or strips[-1].beats[-1].size == "note"


def test_a_spell_that_is_countered_stands_in_the_row_of_the_one_that_counters_it() -> None:
    strips = [strip for seed in range(4) for strip in strips_of("warmage", 3, seed)]
    gone = [
        (strip, beat, effect)
        for strip in strips
        for beat in strip.beats
        for effect in (beat.play.effects if beat.play is not None else ())
        if effect.said.endswith("is countered")
    ]
    assert gone
    for strip, beat, effect in gone:
        name = effect.said.removesuffix(" is countered")
        assert effect.gone
        assert name in beat.told
        others = [each.play.name for each in strip.beats if each.play is not None and each is not beat]
        casts = described(strip).count(f"casts {name}")
        assert others.count(name) < casts, "it has no row of its own"


def test_what_a_play_did_to_others_stands_in_a_frame_on_their_colour() -> None:
    own = others = 0
    for strip in strips_of("warmage", 3, 1):
        for beat, row in zip(strip.beats, strip_scene(strip).items[1:], strict=True):
            if beat.play is None or beat.play.side is None:
                continue
            assert isinstance(row, Group)
            plates = Counter((item.fill, item.stroke) for item in row.items if isinstance(item, Frame))
            sides = Counter(effect.side for effect in beat.play.effects)
            for side, count in sides.items():
                tones, is_own = strip.fighters[side].tones, side == beat.play.side
                assert plates[(tones.deep, tones.deep) if is_own else (tones.base, CREAM)] >= count, beat.told
                own, others = own + is_own, others + (not is_own)
    assert own
    assert others


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_of_zarcana_says_what_its_picture_shows(seats: int) -> None:
    """Each card has one row, and beside it what it did, on the board or in words; the spaces are in its sentence."""
    strips = list(strips_of("zarcana", seats, 1))
    assert strips
    played = set()
    for strip in strips:
        scene, told = strip_scene(strip), described(strip)
        assert len(told) <= DESCRIPTION
        assert_within(scene, strip.title[1])
        for beat in strip.beats:
            assert beat.told in told
            if beat.play is None:
                continue
            row = next(item for item in scene.items if isinstance(item, Group) and item.description == beat.told)
            written = " ".join(texts(row.items))
            for effect in beat.play.effects:
                spaces = re.findall(r"[A-Z]\d", effect.figure)
                on_board = bool(spaces) and beat.play.board is not None and set(spaces) <= set(written.split())
                assert on_board or said_of(effect, written), (effect, written)
                assert all(space in beat.told for space in spaces)
            if beat.play.side is not None:
                assert beat.play.side == strip.first[0]
                played.add(beat.play.name)
    assert len(played) > 1
    [scores] = [beat.play for beat in strips[-1].beats if beat.play is not None and beat.play.side is None]
    assert [effect.said for effect in scores.effects] == [fighter.name for fighter in strips[-1].fighters]
    assert all(effect.figure in strips[-1].beats[-2].told for effect in scores.effects)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_of_zarcana_shows_points_before_it_and_who_has_gained_or_lost_some_and_why(seats: int) -> None:
    """The last points are those of the next turn. The post without a picture has the same line; below one it is not."""
    reasons = Counter[str]()
    for facts, before, reader in chain.from_iterable(turns_of("zarcana", seats, seed) for seed in range(2)):
        had, has = ([each for each in part if isinstance(each, Standing)] for part in (before, facts))
        old = had[-1].points if had else (0,) * seats
        new = has[-1].points if has else old
        spoken, renderer = Spoken.of(reader), RENDERERS["zarcana"]
        lines = [unmarked(line) for line in renderer.report(facts, before, spoken) if line.startswith("**Points:**")]
        changes = [
            re.findall(rf"{re.escape(spoken.name(seat))} {old[seat]} → {new[seat]}(?: \(([^()]+)\))?", line)
            for seat in range(seats)
            for line in lines
            if old[seat] != new[seat]
        ]
        by_how_much = [new[seat] - old[seat] for seat in range(seats) if old[seat] != new[seat]]
        assert len(lines) == bool(by_how_much)
        for [why], change in zip(changes, by_how_much, strict=True):
            parts = re.findall(r"(alone|shared|lost).* ([+−]\d+)", why.replace(", ", "\n"))
            reasons.update(kind for kind, _ in parts)
            assert sum(int(part.replace("−", "-")) for _, part in parts) == change or not why, why
        assert not any(unmarked(line) in lines for line in renderer.beside(facts, before, spoken))
        strip = renderer.turn_strip(facts, before, reader)
        if strip is None:
            continue
        assert [fighter.points for fighter in strip.fighters] == [*old]
        if not any(isinstance(fact, Scored) for fact in facts):
            assert [beat.note for beat in strip.beats if beat.note.startswith("Points: ")] == lines
    assert {*reasons} == {"alone", "shared", "lost"}


def test_a_turn_with_many_plays_shows_what_hurt_and_the_last_ones_and_names_the_others() -> None:
    """At most four rows; the one that is shared says all that its cards did in its sentence."""
    reader, hurts = Words(None), (Effect(0, "loses", "−1", hurts=True),)
    told = [Beat(str(number), "play", f"{number}!", play=StripPlay(0, f"Card {number}")) for number in range(PLAYS + 2)]
    told[1] = replace(told[1], play=StripPlay(0, "Dart", effects=hurts))
    end = Beat("", "note", "The end.", note="The end.")
    strip = Strip(("Turn", "1"), (), (0, ""), "", 1, (*told, end))
    few = in_few_rows(strip, reader)
    assert few is not None
    *shown, note, last = few.beats
    assert shown == [told[1], *told[-2:]]
    assert last == end
    assert note.note == "And 3 more: Card 0, Card 2, Card 3"
    assert note.told == "0! 2! 3!"
    assert in_few_rows(replace(strip, beats=(*told[:PLAYS], end)), reader) == replace(strip, beats=(*told[:PLAYS], end))
    did = [Effect(0, str(number)) for number in range(EFFECTS + 2)]
    assert at_most(did[:EFFECTS], 0, reader) == tuple(did[:EFFECTS])
    assert at_most(did, 0, reader) == (*did[: EFFECTS - 1], Effect(0, "3 things more"))


@pytest.mark.parametrize("key", ["warmage", "zarcana"])
def test_plays_fill_the_width_and_can_be_read_on_a_phone(key: str) -> None:
    for strip in strips_of(key, 4, 2):
        scene = strip_scene(strip)
        assert scene.height <= WIDE
        for beat, row in zip(strip.beats, scene.items[1:], strict=True):
            if beat.play is None:
                continue
            assert isinstance(row, Group)
            read = [text.size for text in all_texts(row.items) if len(text.text) > 2]
            assert min(read) >= 20, "the sign on a face is not read: the name stands beside it"
            plates = [item for item in row.items if isinstance(item, Frame)]
            assert max(plate.at[0] + plate.size[0] for plate in plates) == WIDE


def test_a_spell_can_be_read_in_its_row_and_in_blow_by_blow() -> None:
    """Words have 11 pixels on a phone, which shows the turn at 0.29 and a page of Blow by blow at 0.26 of its size."""
    in_rows, large = list[float](), list[float]()
    for strip in (each for seed in range(3) for each in strips_of("warmage", 2, seed)):
        few = in_few_rows(strip, words())
        assert few is not None
        assert sum(beat.play is not None for beat in few.beats) <= PLAYS
        for beat, row in zip(few.beats, strip_scene(few).items[1:], strict=True):
            if beat.play is not None:
                assert isinstance(row, Group)
                in_rows += [text.size for text in all_texts(row.items) if len(text.text) > 2]
                scene = moment_scene(replace(strip, beats=(beat,)))
                large += [text.size for text in all_texts(scene.items) if len(text.text) > 2]
    assert sum(size < READABLE for size in in_rows) < len(in_rows) / 20
    assert sum(size < READABLE / 0.88 for size in large) < len(large) / 20


@pytest.mark.parametrize("key", ["warmage", "zarcana", "artbot"])
def test_a_moment_of_blow_by_blow_has_the_picture_of_its_play(key: str) -> None:
    """The picture is described by the sentence that stands below it, and no moment has another's."""
    seen_pictures = 0
    for facts, before, reader in list(turns_of(key, 3, 3))[:12]:
        turn = [fact for fact in facts if not isinstance(fact, RENDERERS[key].turns)]
        parts = [part for part in RENDERERS[key].blows(turn, Spoken.of(reader)) if part.row is not None]
        large = blow_pictures(
            RENDERERS[key], facts, before, {part.row for part in parts if part.row is not None}, reader
        )
        assert len({part.row for part in parts}) == len(parts)
        for part in parts:
            if part.row is not None and part.row in large:
                seen_pictures += 1
                assert large[part.row].description == unmarked(part.short)
                strip = RENDERERS[key].turn_strip(facts, before, reader)
                assert strip is not None
                beat = next(each for each in strip.beats if each.label == part.row)
                assert beat.play is None or beat.play.name in unmarked(part.short)
    assert seen_pictures


def test_each_play_of_zarcana_has_its_picture_in_blow_by_blow() -> None:
    plays = 0
    for facts, before, reader in chain.from_iterable(turns_of("zarcana", 3, seed) for seed in range(2)):
        strip = RENDERERS["zarcana"].turn_strip(facts, before, reader)
        turn = [fact for fact in facts if not isinstance(fact, RENDERERS["zarcana"].turns)]
        labels = {episode.label for episode in RENDERERS["zarcana"].episodes(turn, reader)}
        shown = {beat.label for beat in strip.beats if beat.play is not None} if strip is not None else set()
        assert shown <= labels
        plays += len(shown)
    assert plays


def test_beside_the_picture_of_an_effect_that_is_used_nothing_says_again_that_it_is() -> None:
    effects = 0
    for facts, _, reader in chain.from_iterable(turns_of("warmage", 3, seed) for seed in range(3)):
        for episode in RENDERERS["warmage"].episodes(facts, reader):
            if isinstance(episode.facts[0], Used) and episode.label:
                effects += 1
                assert episode.says[0].text not in blow(episode).beside
    assert effects


@pytest.mark.parametrize("label", ["", "12"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_long_note_stays_in_its_row(label: str, times: int) -> None:
    """What waited in both queues once had two lines that were higher than their row."""
    note = " ".join(["Łukasz waits to pay for Iron Bulwark, Reckless Swing."] * times)
    strip = replace(strip_of(*PLAYED[0], words()), beats=(Beat(label, "note", note, note=note),) * 12)
    assert text_faults(strip_scene(strip), WIDE) == []


@pytest.mark.parametrize("key", ["varia", "artbot", "warmage", "zarcana"])
def test_a_duel_is_seen_from_both_seats_with_the_same_figures(key: str) -> None:
    strips = list(strips_of(key, 2, 1))
    assert strips
    for strip in strips:
        other = seen_by(strip, 1)
        assert seen_by(strip, 0) == strip == seen_by(other, 1)
        assert [each.name for each in other.fighters] == [each.name for each in strip.fighters][::-1]
        assert other.fighters[other.first[0]] == strip.fighters[strip.first[0]]
        for mine, theirs in zip(strip.beats, other.beats, strict=True):
            assert theirs.losses == mine.losses[::-1]
            assert whose(other, theirs) == whose(strip, mine)


def whose(strip: Strip, beat: Beat) -> list[tuple[str, str]]:
    """Whom everything that a row shows of a play concerns, by name, with what it says."""
    if beat.play is None or beat.play.side is None:
        return []
    told = [
        (beat.play.side, beat.play.name),
        *((each.side, each.said) for each in (*beat.play.effects, *beat.play.used)),
    ]
    return [(strip.fighters[side].name, said) for side, said in told]


def test_a_table_of_three_looks_the_same_from_every_seat() -> None:
    strip = next(strips_of("warmage", 3, 1))
    assert seen_by(strip, 1) == strip
