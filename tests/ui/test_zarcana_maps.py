"""The map of a Zarcana turn: it shows the board as everybody sees it, what changed there, and nothing too early."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.ui.games import RENDERERS
from bot.ui.games.zarcana.map_picture import MapCard, MapPicture
from bot.ui.games.zarcana.position import MapPosition, position_after
from bot.ui.games.zarcana.turn_map import TurnMap
from bot.ui.pictures.colours import GLOW, INK, Colour
from bot.ui.pictures.painter import texts
from bot.ui.pictures.scene import Image, Path
from bot.ui.pictures.strip import Strip, StripPlay
from bot.ui.pictures.strip_motion import strip_motion
from bot.ui.pictures.strip_scene import strip_scene
from cardsdb.sets import shipped_sets
from engine.contract import SPECTATOR, CardRef, Fact, Seating, seen
from engine.dice import FairDice
from engine.games.zarcana import events as e
from engine.games.zarcana.powers.handler import SIZES
from engine.games.zarcana.view import ZarcanaView
from engine.registry import GAMES
from tests.ui.picture_laws import marks_of
from tests.ui.test_pictures_varia import all_texts
from tests.ui.test_turn_strips import turns_of

ZARCANA: Any = GAMES["zarcana"]
POOL = ZARCANA.cards(shipped_sets(ZARCANA))


def positions(seats: int, seed: int, size: str) -> Iterator[tuple[MapPosition, ZarcanaView]]:
    """Play a match at random; after each answer, give the board made from the facts, and what a spectator sees."""
    dice = FairDice.seeded("maps", seed)
    options = ZARCANA.spec.options(board_size=size)
    state, events = ZARCANA.new(options, [Seating(None)] * seats, POOL, dice)
    position = position_after(seen(events, SPECTATOR))
    assert position is not None
    while asked := ZARCANA.decisions(state):
        choices = [each for each in asked[0].options if not each.passes] or list(asked[0].options)
        keys = [each.key for each in dice.shuffle("pick", choices)[: max(1, asked[0].least)]]
        for fact in seen(ZARCANA.apply(state, asked[0].id, keys, dice), SPECTATOR):
            position.note(fact)
        yield position, ZARCANA.view(state, SPECTATOR)


@pytest.mark.parametrize("size", ["3x3", "scaled"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_board_made_from_facts_is_the_one_that_a_spectator_sees(seats: int, size: str) -> None:
    """Cards and minions are the same; a minion points where it is said to point, if anything is said."""
    known = unknown = 0
    for seed in range(4):
        for position, view in positions(seats, seed, size):
            tops = {name: space.stack[-1] for name, space in view.board.items() if space.stack}
            expected = {name: card if isinstance(card, CardRef) else None for name, card in tops.items()}
            assert {name: stack[-1] for name, stack in position.stacks.items()} == expected
            there = [(name, each) for name, space in view.board.items() for each in space.minions]
            made = Counter((piece.space, piece.seat, SIZES[piece.size - 1]) for piece in position.pieces)
            assert made == Counter((name, each.seat, each.size) for name, each in there)
            pointing = Counter((p.space, p.seat, SIZES[p.size - 1], p.facing) for p in position.pieces if p.facing)
            assert pointing <= Counter((name, each.seat, each.size, each.facing) for name, each in there)
            known += pointing.total()
            unknown += len(position.pieces) - pointing.total()
    assert known > 5 * unknown


def played(seats: int, seed: int) -> Iterator[tuple[Sequence[Fact], Strip, StripPlay, TurnMap, TurnMap]]:
    """Play a match at random; give each turn with one map: its facts, its strip, the play, and both maps."""
    for facts, before, words in turns_of("zarcana", seats, seed):
        strip = RENDERERS["zarcana"].turn_strip(facts, before, words)
        plays = (
            [] if strip is None else [beat.play for beat in strip.beats if beat.play is not None and beat.play.board]
        )
        if strip is not None and len(plays) == 1:
            [play] = plays
            assert isinstance(play.board, MapPicture)
            assert isinstance(play.before, MapPicture)
            yield facts, strip, play, play.before.shown, play.board.shown


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_map_shows_what_changed_and_where(seats: int) -> None:
    """What changed is lit, named and marked, and only on the board after it; an arrow goes every step of a way."""
    marks = Counter[str]()
    for facts, strip, _, before, after in (each for seed in range(4) for each in played(seats, seed)):
        spaces = {
            getattr(fact, field)
            for fact in facts
            if isinstance(fact, CHANGES)
            for field in FIELDS
            if hasattr(fact, field)
        }
        assert {tile.space for tile in after.tiles if tile.lit} == spaces
        assert spaces <= set(texts(strip_scene(strip).items))
        assert not before.arrows
        assert not any(tile.mark or any(token.mark for token in tile.tokens) for tile in before.tiles)
        steps = [(fact.start, fact.space) for fact in facts if isinstance(fact, e.MinionMoved | e.Transported)]
        assert sorted(pair for arrow in after.arrows for pair in zip(arrow.way, arrow.way[1:], strict=False)) == sorted(
            steps
        )
        gone = Counter((fact.space, fact.target) for fact in facts if isinstance(fact, e.Destroyed | e.Converted))
        shown = [(tile.space, token) for tile in after.tiles for token in tile.tokens]
        assert Counter((space, token.pyramid.seat) for space, token in shown if token.mark == "gone") == gone
        hit = Counter((fact.space, fact.target) for fact in facts if isinstance(fact, e.Shrank))
        assert Counter((space, token.pyramid.seat) for space, token in shown if token.mark == "hit") == hit
        marks.update(token.mark for _, token in shown)
        marks.update(tile.mark for tile in after.tiles)
    assert marks["new"]
    assert marks["gone"]


def test_what_is_marked_is_the_minion_that_came_and_not_one_like_it_that_was_there() -> None:
    told = 0
    for facts, _, _, before, after in (each for seed in range(12) for each in played(2, seed)):
        came = [fact for fact in facts if isinstance(fact, CHANGES)]
        fact, there = came[0], {tile.space: tile.tokens for tile in before.tiles}
        if len(came) == 1 and isinstance(fact, e.MinionEntered):
            [token] = [token for tile in after.tiles for token in tile.tokens if token.mark]
            assert (token.pyramid.seat, token.pyramid.facing) == (fact.seat, fact.facing)
            told += any(
                (each.pyramid.seat, each.pyramid.size) == (token.pyramid.seat, token.pyramid.size)
                and each.pyramid.facing != token.pyramid.facing
                for each in there.get(fact.space, ())
            )
    assert told


CHANGES = (
    *(e.MinionEntered, e.Grew, e.MinionMoved, e.Shrank, e.Destroyed, e.Converted, e.Reoriented),
    *(e.TerritoryLost, e.Built, e.BuiltFaceDown, e.Transported),
)
FIELDS = ("start", "space")


def test_every_card_of_a_map_has_its_picture_and_only_what_changed_is_framed() -> None:
    """A map is at least three columns wide and three rows high if the board is."""
    for _, _, _, before, after in (each for seed in range(2) for each in played(3, seed)):
        assert all(length >= 3 for length in after.size)
        for shown in (before, after):
            items = MapPicture(shown).scene().items
            pictures = [item.source for item in items if isinstance(item, Image) and isinstance(item.source, MapCard)]
            assert [card.face for card in pictures] == [tile.face for tile in shown.tiles if tile.face is not None]
            framed = [item for item in items if isinstance(item, Path) and item.stroke == GLOW]
            assert len(framed) == sum(tile.lit for tile in shown.tiles)


def test_a_minion_of_which_nobody_knows_where_it_points_is_a_disc_with_a_dark_edge() -> None:
    discs = 0
    for _, _, _, *maps in (each for seed in range(3) for each in played(2, seed)):
        for shown in maps:
            tokens = [token for tile in shown.tiles for token in tile.tokens if token.mark != "gone"]
            signs = {token.pyramid.sign for token in tokens if not token.pyramid.facing}
            inks, shapes = marks_of(MapPicture(shown).scene(), 1000)
            for ink in (ink for ink in inks if ink.text in signs and not ink.pictured):
                (x, y), fills = ink.middle, dict[float, Colour | None]()
                for shape in shapes:
                    left, top, right, bottom = shape.box
                    around = abs(left + right - 2 * x) + abs(top + bottom - 2 * y) < ink.size
                    if around and shape.fill is not None and right - left < 2 * ink.size:
                        fills[right - left] = shape.fill
                assert fills[max(fills)] == INK
                discs += 1
    assert discs


def test_a_map_can_be_read_on_a_phone() -> None:
    """Where a turn is one play, the names of spaces have about 11 pixels there, or 9 on a board of five columns."""
    for _, strip, _, _, after in (each for each in played(3, 1) if len(each[1].beats) == 1):
        named = {tile.space for tile in after.tiles if tile.lit}
        sizes = [text.size for text in all_texts(strip_scene(strip).items) if text.text in named]
        assert min(sizes) >= (28 if max(after.size) > 4 else 36)


def test_a_turn_in_motion_shows_the_board_before_it_first() -> None:
    """No frame before the last of a play has an arrow or a mark, and the first has no board."""
    for _, strip, play, _, after in list(played(2, 1))[:10]:
        motion = strip_motion(strip)
        assert motion is not None
        named = {tile.space for tile in after.tiles if tile.lit}
        assert not named & set(texts(motion.scenes[0].items))
        if len(motion.scenes) == 3:
            opened = motion.scenes[1]
            assert named <= set(texts(opened.items))
            assert not {effect.said for effect in play.effects} & set(texts(opened.items))


def test_without_the_beginning_of_the_match_there_is_no_map() -> None:
    """A match that went on from another position has facts of its own only; its turns show what they did in words."""
    for facts, before, words in turns_of("zarcana", 2, 1):
        later = [fact for fact in before if not isinstance(fact, e.BoardLaid)]
        strip = RENDERERS["zarcana"].turn_strip(facts, later, words)
        assert strip is None or all(beat.play is None or beat.play.board is None for beat in strip.beats)
