"""The laws of pictures notice what they are for: each fault is planted once, and named."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from msgspec.structs import replace

from bot import ui
from bot.host.ratings.leaderboards import Leaderboard
from bot.ui.games import RENDERERS
from bot.ui.games.artbot import picture as artbot_picture
from bot.ui.games.strips import in_few_rows
from bot.ui.people import ratings
from bot.ui.pictures.colours import PAPER, TABLE, Colour, mixed
from bot.ui.pictures.drawing_process import DrawnPicture
from bot.ui.pictures.painter import paint
from bot.ui.pictures.ranking import draw_ranking, ranking_scene
from bot.ui.pictures.scene import Frame, Group, Item, Path, Scene, Text
from bot.ui.pictures.strip import Beat, Strip
from bot.ui.pictures.strip_moment import draw_moment, moment_scene
from bot.ui.pictures.strip_motion import draw_motion, strip_motion
from bot.ui.pictures.strip_scene import draw_strip, strip_scene
from bot.ui.pictures.svg import SvgWriter
from bot.ui.pictures.table_card import Chair, TableCard, draw_table, table_scene
from bot.ui.pictures.trophy import draw_trophy, trophy_scene
from bot.ui.seasons.picture import draw_season, season_model, season_sheet
from bot.ui.texts.words import Words
from bot.ui.tournaments.pictures.bracket import bracket_model, bracket_sheet, draw_bracket
from bot.ui.tournaments.pictures.entry import Entry, draw_entry, entry_model, entry_sheet
from bot.ui.tournaments.pictures.knockout import draw_knockout, knockout_model, knockout_sheet
from bot.ui.tournaments.pictures.pairings import draw_pairings, pairings_model, pairings_sheet
from bot.ui.tournaments.pictures.podium import PodiumModel, draw_podium, podium_sheet
from bot.ui.tournaments.pictures.sheet import Head
from bot.ui.tournaments.pictures.standings import draw_standings, standings_model, standings_sheet
from bot.ui.tournaments.tournament_view import TONES, faced
from tests.ui import picture_watch
from tests.ui.picture_laws import DELIBERATE, text_faults
from tests.ui.picture_orders import CLAIMS, METALS, UNORDERED, Drawn, nearest, order_faults
from tests.ui.picture_reader import NAMES
from tests.ui.season_examples import season_of
from tests.ui.test_pictures_artbot import WORDS as ARTBOT_WORDS
from tests.ui.test_pictures_artbot import glitch
from tests.ui.test_pictures_artbot import seen as seen_of_artbot
from tests.ui.test_ratings import GAME, places
from tests.ui.test_trophies import MATCHES
from tests.ui.test_turn_strips import PLAYED, strip_of
from tests.ui.test_turn_strips import words as turn_words
from tests.ui.tournament_examples import advancing, event, grown, knockout, rounds

WORDS = Words("en")
LONGEST = "W" * 32
"""The widest name that a person can have."""


def altered(scene: Scene, change: Callable[[Item], Item]) -> Scene:
    """Return a scene with each of its things changed."""

    def change_all(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(
            change(replace(item, items=change_all(item.items)) if isinstance(item, Group) else item) for item in items
        )

    return replace(scene, items=change_all(scene.items))


def with_text_moved(scene: Scene, text: str, aside: float) -> Scene:
    """Return a scene in which each text that begins so is moved to the right."""

    def change(item: Item) -> Item:
        if isinstance(item, Text) and item.text.startswith(text):
            return replace(item, at=(item.at[0] + aside, item.at[1]))
        return item

    return altered(scene, change)


def with_fills(scene: Scene, fills: dict[Colour, Colour]) -> Scene:
    """Return a scene in which shapes of some colours have others."""

    def change(item: Item) -> Item:
        if isinstance(item, Path | Frame) and item.fill in fills:
            return replace(item, fill=fills[item.fill])
        return item

    return altered(scene, change)


# The data of pictures

TABLE_OF_EIGHT, MEETINGS = rounds(8, 3, 1)
SHOWN = event(8)
STANDINGS = standings_model(SHOWN, TABLE_OF_EIGHT, 0, WORDS, advancing(TABLE_OF_EIGHT, (), 3))
WIDE_STANDINGS = replace(STANDINGS, lines=tuple(replace(line, name=LONGEST) for line in STANDINGS.lines))
TREE = grown(8, "single", 3, 5)
KNOCKOUT = knockout_model(SHOWN, knockout(TREE), 0, WORDS)
SEASON = season_model(season_of(9, 7, best=4), 0, WORDS)
BRACKET = bracket_model(SHOWN, TREE, 0, WORDS)
PAIRINGS = pairings_model(SHOWN, 2, [each for each in MEETINGS if each.series.round == 2], WORDS)
PODIUM = PodiumModel(Head("Cup", "", ""), tuple(((faced(SHOWN, each, WORDS), NAMES[each]),) for each in range(3)))
ENTRY = entry_model(Entry(SHOWN, "varia", 8, (), TONES[0]), WORDS)
BEST = places(6)
RANKING = ratings.ranking_of(
    Leaderboard(
        GAME,
        7,
        tuple(replace(each, rating=replace(each.rating, points=2100 - 200 * at)) for at, each in enumerate(BEST)),
        None,
        {each.user: NAMES[at] for at, each in enumerate(BEST)},
    ),
    (),
    RENDERERS[GAME].tones,
    WORDS,
)
TROPHY = MATCHES["artbot, four"].trophy(MATCHES["artbot, four"].words())
DUEL = MATCHES["varia"].trophy(MATCHES["varia"].words())
CHAIRS = TableCard(
    "Varia", (), TONES[0], tuple(Chair(name, "", name[0], TONES[0], None, None, taken=True) for name in NAMES[:5])
)


def strip_with_a_loss() -> Strip:
    """A turn of several moments in which somebody lost points, and nobody fell."""
    for facts, before in PLAYED:
        strip = in_few_rows(strip_of(facts, before, turn_words()), turn_words())
        if (
            strip is not None
            and strip.fall is None
            and any(beat.losses[0] != beat.losses[1] for beat in strip.beats)
            and len({half.name for beat in strip.beats for half in beat.halves}) > 2
        ):
            return strip
    raise LookupError


STRIP = strip_with_a_loss()


def backwards(strip: Strip) -> Strip:
    """The turn with its bars of points before and after swapped."""
    beats = [
        replace(
            beat,
            halves=tuple(
                replace(half, points=None if half.points is None else half.points[::-1]) for half in beat.halves
            ),
        )
        for beat in strip.beats
    ]
    return replace(strip, beats=tuple(beats))


def sides_swapped(strip: Strip) -> Strip:
    """The turn with what one side did on the other's side."""
    beats = [replace(beat, halves=beat.halves[::-1], losses=beat.losses[::-1]) for beat in strip.beats]
    return replace(strip, beats=tuple(beats))


def first_frame(strip: Strip) -> Scene:
    """The first frame of a turn in motion."""
    motion = strip_motion(strip)
    assert motion is not None
    return motion.scenes[0]


def one_moment(strip: Strip) -> Strip:
    """The moment of a turn in which something was lost."""
    [*beats] = [beat for beat in strip.beats if beat.losses[0] != beat.losses[1]]
    return replace(strip, beats=tuple(beats[:1]))


def losers_and_winners() -> dict[Colour, Colour]:
    """The metals of the first and the third place, swapped."""
    fills = {
        nearest(item.fill): item.fill
        for item in podium_sheet(PODIUM).items
        if isinstance(item, Frame) and item.fill is not None and item.fill != TABLE
    }
    assert set(fills) == set(range(len(METALS)))
    return {fills[0]: fills[2], fills[2]: fills[0]}


def reversed_rows(data: Any, field: str) -> Any:
    """Data with the first two of a row of things swapped."""
    first, second, *others = getattr(data, field)
    return replace(data, **{field: (second, first, *others)})


Example = tuple[Callable[..., object], Any, Callable[[Any], Scene]]

EXAMPLES: dict[str, Example] = {
    "standings": (draw_standings, STANDINGS, standings_sheet),
    "knockout": (draw_knockout, KNOCKOUT, knockout_sheet),
    "season": (draw_season, SEASON, season_sheet),
    "pairings": (draw_pairings, PAIRINGS, pairings_sheet),
    "bracket": (draw_bracket, BRACKET, bracket_sheet),
    "podium": (draw_podium, PODIUM, podium_sheet),
    "entry": (draw_entry, ENTRY, entry_sheet),
    "ranking": (draw_ranking, RANKING, ranking_scene),
    "trophy": (draw_trophy, TROPHY, trophy_scene),
    "duel": (draw_trophy, DUEL, trophy_scene),
    "table": (draw_table, CHAIRS, table_scene),
    "strip": (draw_strip, STRIP, strip_scene),
    "moment": (draw_moment, one_moment(STRIP), moment_scene),
    "motion": (draw_motion, STRIP, first_frame),
}

FAULTS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "two rows of standings swapped": ("standings", lambda data: reversed_rows(data, "lines")),
    "two rows of a knockout swapped": ("knockout", lambda data: reversed_rows(data, "lines")),
    "two rows of a season swapped": ("season", lambda data: reversed_rows(data, "lines")),
    "gold on exactly the evenings that nobody has won": (
        "season",
        lambda data: replace(
            data,
            lines=tuple(
                replace(line, evenings=tuple((text, counts, not won) for text, counts, won in line.evenings))
                for line in data.lines
            ),
        ),
    ),
    "two matches swapped": ("pairings", lambda data: reversed_rows(data, "meetings")),
    "two steps of a podium swapped": ("podium", lambda data: reversed_rows(data, "steps")),
    "two entrants swapped": ("entry", lambda data: reversed_rows(data, "players")),
    "two ranked players swapped": ("ranking", lambda data: reversed_rows(data, "players")),
    "two chairs swapped": ("table", lambda data: reversed_rows(data, "chairs")),
    "two losers of a trophy swapped": (
        "trophy",
        lambda data: replace(data, places=(*data.places[:-2], data.places[-1], data.places[-2])),
    ),
    "a loser's face on the winner's disc": (
        "trophy",
        lambda data: replace(
            data,
            places=tuple(
                replace(place, tones=other.tones, sign=other.sign)
                for place, other in zip(data.places, reversed(data.places), strict=True)
            ),
        ),
    ),
    "gold on exactly those who do not advance": (
        "standings",
        lambda data: replace(data, cut="", lines=tuple(replace(line, on=not line.on) for line in data.lines)),
    ),
    "gold on exactly those who do not play": (
        "knockout",
        lambda data: replace(data, lines=tuple(replace(line, bright=not line.bright) for line in data.lines)),
    ),
    "medals in the wrong order": (
        "ranking",
        lambda data: replace(
            data,
            players=tuple(
                replace(one, metal=other.metal) for one, other in zip(data.players, reversed(data.players), strict=True)
            ),
        ),
    ),
    "decided and open matches with swapped colours": (
        "pairings",
        lambda data: replace(data, meetings=tuple(replace(each, decided=not each.decided) for each in data.meetings)),
    ),
    "the losers on the winners' plates": (
        "pairings",
        lambda data: replace(
            data,
            meetings=tuple(
                replace(each, winner=None if each.winner is None else 1 - each.winner) for each in data.meetings
            ),
        ),
    ),
    "the sides of matches swapped": (
        "pairings",
        lambda data: replace(data, meetings=tuple(replace(each, players=each.players[::-1]) for each in data.meetings)),
    ),
    "the sides of a bracket swapped": (
        "bracket",
        lambda data: replace(
            data,
            parts=tuple(
                replace(part, boxes=tuple(replace(box, sides=box.sides[::-1]) for box in part.boxes))
                for part in data.parts
            ),
        ),
    ),
    "the losers of a bracket as its winners": (
        "bracket",
        lambda data: replace(
            data,
            parts=tuple(
                replace(
                    part,
                    boxes=tuple(
                        replace(
                            box,
                            sides=tuple(
                                replace(side, state={"won": "out", "out": "won"}.get(side.state, side.state))
                                for side in box.sides
                            ),
                        )
                        for box in part.boxes
                    ),
                )
                for part in data.parts
            ),
        ),
    ),
    "before and after swapped in bars": ("strip", backwards),
    "before and after swapped in a large moment": ("moment", backwards),
    "the sides of moments swapped": ("strip", sides_swapped),
    "the sides of a large moment swapped": ("moment", sides_swapped),
    "moments in the wrong order": ("strip", lambda data: replace(data, beats=data.beats[::-1])),
    "moving moments in the wrong order": ("motion", lambda data: replace(data, beats=data.beats[::-1])),
    "the players of a turn swapped": ("strip", lambda data: replace(data, fighters=data.fighters[::-1])),
    "a curve that runs backwards": (
        "duel",
        lambda data: replace(
            data,
            curve=replace(
                data.curve, lines=tuple(replace(line, values=line.values[::-1]) for line in data.curve.lines)
            ),
        ),
    ),
}
"""Faults of order: a picture made from data that somebody has muddled, and how."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_in_order_breaks_no_law(name: str) -> None:
    draw, data, scene = EXAMPLES[name]
    drawn = scene(data)
    assert text_faults(drawn, round(drawn.width)) == []
    assert order_faults(draw, (data,), drawn) == []


def brightness(colour: Colour) -> float:
    """How bright a colour is for the eye, from 0 to 1, as the guidelines for web pages measure it (WCAG 2.2)."""
    parts = (part / 255 for part in colour)
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: Colour, other: Colour) -> float:
    """How many times as bright as the other the brighter of two colours is, from 1 to 21, as there."""
    dark, bright = sorted((brightness(one), brightness(other)))
    return (bright + 0.05) / (dark + 0.05)


def faint_texts(scene: Scene) -> list[str]:
    """The texts that hardly stand out from the plate below them."""
    drawn = Drawn(scene)
    plates = ((ink, drawn.plate(ink)) for ink in drawn.inks if not ink.pictured)
    return [ink.text for ink, plate in plates if plate is not None and contrast(ink.colour, plate) < CLEAR]


CLEAR = 2.5
"""The least contrast of a text: large letters, and those of signs, are read with less than small ones."""


@pytest.mark.parametrize("name", ["note", *EXAMPLES])
def test_every_text_stands_out_from_its_plate(name: str) -> None:
    note = replace(STRIP, beats=(Beat("", "note", "The end.", note="The end."),))
    _, data, scene = EXAMPLES.get(name, (draw_strip, note, strip_scene))
    assert faint_texts(scene(data)) == []


def test_a_text_in_nearly_the_colour_of_its_plate_is_named() -> None:
    def change(item: Item) -> Item:
        is_title = isinstance(item, Text) and item.text == STANDINGS.head.title
        return replace(item, colour=mixed(TABLE, PAPER, 0.2)) if is_title else item

    assert faint_texts(altered(standings_sheet(STANDINGS), change)) == [STANDINGS.head.title]


def uneven_rows(scene: Scene) -> list[float]:
    """The heights at which plates beside each other have different corners."""
    corners: dict[tuple[float, float], set[float]] = {}
    for item in scene.items:
        if isinstance(item, Frame):
            corners.setdefault((item.at[1], item.size[1]), set()).add(item.radius)
    return [top for (top, _), radii in corners.items() if len(radii) > 1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_plates_beside_each_other_have_the_same_corners(name: str) -> None:
    _, data, scene = EXAMPLES[name]
    assert uneven_rows(scene(data)) == []


def test_a_plate_with_other_corners_than_the_one_beside_it_is_named() -> None:
    scene = trophy_scene(TROPHY)
    *others, last = [item for item in scene.items if isinstance(item, Frame)]
    assert uneven_rows(replace(scene, items=(*others, replace(last, radius=last.radius + 4)))) == [last.at[1]]


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_in_disorder_is_named(fault: str) -> None:
    name, muddle = FAULTS[fault]
    draw, data, scene = EXAMPLES[name]
    assert order_faults(draw, (data,), scene(muddle(data))) != []


def test_gold_and_bronze_that_changed_their_places_are_named() -> None:
    faults = order_faults(draw_podium, (PODIUM,), with_fills(podium_sheet(PODIUM), losers_and_winners()))
    assert "'1' has other colours" in faults


@pytest.mark.parametrize("name", ["standings", "knockout", "ranking"])
def test_names_that_moved_over_figures_are_named(name: str) -> None:
    _, data, scene = EXAMPLES[name]
    field = "players" if name == "ranking" else "lines"
    wide = replace(data, **{field: tuple(replace(each, name=LONGEST) for each in getattr(data, field))})
    drawn = scene(wide)
    assert text_faults(drawn, round(drawn.width)) == []
    faults = text_faults(with_text_moved(drawn, "WWW", 200), round(drawn.width))
    assert len([fault for fault in faults if "is crossed by" in fault and "WWW" in fault]) >= len(getattr(data, field))


@pytest.mark.parametrize("aside", [-400, 900])
def test_a_text_that_leaves_its_picture_is_named(aside: float) -> None:
    sheet = with_text_moved(standings_sheet(STANDINGS), STANDINGS.head.title, aside)
    assert any(f"{STANDINGS.head.title!r} leaves its room" in fault for fault in text_faults(sheet, 900))


def crossing() -> Scene:
    """Two texts on each other."""
    one, other = (Text(text, (50, 50), 30, PAPER) for text in ("one", "other"))
    return Scene(100, 100, (one, other))


def test_every_picture_that_is_drawn_is_judged() -> None:
    paint(crossing(), 100)
    [fault] = picture_watch.noted()
    assert "'one' is crossed by 'other'" in fault
    SvgWriter().pieces(crossing())
    [fault] = picture_watch.noted()
    assert "'one' is crossed by 'other'" in fault


def test_every_text_that_does_not_exist_is_named() -> None:
    assert Words("en").plain("manage.series.unheard") == "manage.series.unheard"
    assert picture_watch.noted() == ["there is no text manage.series.unheard"]


DELIBERATELY: dict[str, Callable[[], Scene]] = {
    "glitch": lambda: artbot_picture.board_drawing(seen_of_artbot(glitch()), ARTBOT_WORDS),
}
"""For each overlap that is meant, a scene that has it."""


@pytest.mark.parametrize("piece", DELIBERATE)
def test_each_overlap_that_is_meant_is_still_there(piece: str) -> None:
    scene = DELIBERATELY[piece]()
    width = round(scene.width)
    assert text_faults(scene, width) == []
    assert text_faults(scene, width, {name: each for name, each in DELIBERATE.items() if name != piece}) != []


def drawing_functions() -> list[DrawnPicture]:
    """All functions of the bot that draw a picture."""
    modules = [import_module(each.name) for each in walk_packages(ui.__path__, f"{ui.__name__}.")]
    return [value for module in modules for value in vars(module).values() if isinstance(value, DrawnPicture)]


def test_every_picture_claims_an_order_or_is_known_to_have_none() -> None:
    ordered = {f"{draw.__module__}.{draw.__name__}" for draw in CLAIMS}
    assert ordered | UNORDERED == {f"{draw.__module__}.{draw.__name__}" for draw in drawing_functions()}
    assert not ordered & UNORDERED
