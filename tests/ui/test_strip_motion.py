"""A turn in motion: nothing is told too early, the last frame is the strip, and the file is what Discord can show."""

from collections.abc import Iterator
from io import BytesIO

from msgspec.structs import replace
from PIL import Image

from bot.ui.games import RENDERERS
from bot.ui.games.strips import MOST, described, with_outcome
from bot.ui.games.turns import turn_in_motion, turn_picture
from bot.ui.pictures.painter import paint, texts
from bot.ui.pictures.strip import WIDE, Strip
from bot.ui.pictures.strip_head import head
from bot.ui.pictures.strip_motion import FRAMES, LONGEST, SHORTEST, strip_motion
from bot.ui.pictures.strip_scene import strip_scene
from tests.ui.test_turn_strips import PLAYED, strip_of, strips_of, words


def all_strips() -> Iterator[Strip]:
    """Turns of all games."""
    for facts, before in PLAYED:
        yield strip_of(facts, before, words())
    for key in ("artbot", "warmage", "zarcana"):
        yield from strips_of(key, 3, 1)


STRIPS = [strip for strip in all_strips() if any(beat.halves or beat.play is not None for beat in strip.beats)]


def test_the_first_frame_shows_the_plans_and_no_result() -> None:
    """It shows only the head as it was before the turn, numbers of moments, and names of planned cards."""
    for strip in STRIPS:
        motion = strip_motion(strip)
        assert motion is not None
        before = set(texts(tuple(head(strip)))) | {beat.label for beat in strip.beats}
        shown = set(texts(motion.scenes[0].items)) - before
        planned = [half for beat in strip.beats for half in beat.halves if not half.unplanned]
        names = " ".join(" + ".join(half.names) for half in planned)
        assert all(text.rstrip("…") in names for text in shown), (shown, names)
        assert not any(item.description for item in motion.scenes[0].items if hasattr(item, "description"))


def test_the_first_frame_does_not_depend_on_what_happens() -> None:
    """With other dice, losses and notes, it is the same, but for the height of the picture."""
    for strip in STRIPS:
        other = replace(
            strip,
            fall=None,
            beats=tuple(
                replace(
                    beat,
                    losses=(9, 9) if beat.halves else (0, 0),
                    why="MISS",
                    stopped=True,
                    play=beat.play and replace(beat.play, name="Another card", art=None, effects=()),
                    halves=tuple(replace(half, points=(1, 0), figure=None, out=True, chips=()) for half in beat.halves),
                )
                for beat in strip.beats
            ),
        )
        one, two = strip_motion(strip), strip_motion(other)
        assert one is not None
        assert two is not None
        if one.scenes[0].height == two.scenes[0].height:
            assert list(texts(one.scenes[0].items)) == list(texts(two.scenes[0].items))


def test_the_last_frame_is_the_strip_and_each_frame_before_it_tells_one_thing_more() -> None:
    for strip in STRIPS:
        motion = strip_motion(strip)
        assert motion is not None
        assert motion.scenes[-1] == strip_scene(strip)
        assert len({scene.height for scene in motion.scenes}) == 1
        assert 2 <= len(motion.scenes) == len(motion.times) <= FRAMES
        assert SHORTEST <= sum(motion.times) <= LONGEST
        for before, after in zip(motion.scenes, motion.scenes[1:-1], strict=False):
            assert sum(old is not new for old, new in zip(before.items, after.items, strict=True)) == 1


def test_the_file_is_played_once_and_ends_with_the_strip() -> None:
    facts, before = max(PLAYED, key=lambda turn: len(turn[0]))
    strip = with_outcome(strip_of(facts, before, words()), facts)
    assert strip is not None
    motion = strip_motion(strip)
    picture = turn_in_motion(RENDERERS["varia"], facts, before, words())
    still = turn_picture(RENDERERS["varia"], facts, before, words())
    assert motion is not None
    assert picture is not None
    assert still is not None
    assert picture.description == still.description == described(strip)
    assert len(picture.content) <= MOST
    with Image.open(BytesIO(picture.content)) as file:
        assert file.format == "WEBP"
        assert file.info["loop"] == 1
        assert getattr(file, "n_frames", 1) == len(motion.scenes)
        for frame in (0, len(motion.scenes) - 1):
            file.seek(frame)
            on_black = Image.alpha_composite(Image.new("RGBA", file.size, "black"), file.convert("RGBA"))
            scene = paint(motion.scenes[frame], WIDE)
            assert on_black == Image.alpha_composite(Image.new("RGBA", scene.size, "black"), scene), frame


def test_a_turn_without_moments_does_not_move() -> None:
    strip = STRIPS[0]
    assert strip_motion(replace(strip, beats=())) is None
    assert strip_motion(replace(strip, beats=strip.beats * FRAMES)) is None
