"""The end of a tournament as a picture: the best three on a podium."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.course import Placed
from bot.host.tournament.rules.standings import Player
from bot.ui.pictures.colours import FAINT, GLOW, INK, Colour, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import card, face
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Illustration, Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.sizes import NAME
from bot.ui.pictures.tones import CREAM
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments.pictures.sheet import DARK, MARGIN, WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.tournament_view import (
    Highlight,
    TournamentView,
    drawable_name,
    faced,
    spoken_name,
)

PLACES: Final = 3
"""How many places the podium has."""

HIGH: Final = 456
"""The height of the podium with the faces on it."""

STEPS: Final[tuple[tuple[int, float, Colour], ...]] = (
    (210, 86, (255, 200, 61)),
    (158, 70, (206, 212, 222)),
    (124, 62, (212, 138, 76)),
)
"""For each place the height of its step, the radius of a lone face, and the metal."""

STEP: Final = 270
"""The width of a step."""

LEGIBLE: Final = 26
"""The size of a lone player's name below which it has two lines, and the height of a line of several."""

POINTED: Final = 36
"""The height of the points on a step."""

BEST: Final = 134
"""The height of the best turn of the final."""


class BestTurn(Struct, frozen=True):
    """The best turn of a final: what it is called, the card with its art, its figure, whose it was, and when."""

    title: str
    art: Illustration | None
    name: str
    figure: str
    by: str


class PodiumModel(Struct, frozen=True):
    """Everything that the picture shows.

    Attributes:
        head: the heading.
        steps: the players of each step, the winner's first.
        best: the best turn of the final; None without one.
        points: the text of the points on each step; empty if there are none.
    """

    head: Head
    steps: tuple[tuple[tuple[PlayerFace, str], ...], ...]
    best: BestTurn | None = None
    points: tuple[str, ...] = ()


def best_of(places: Iterable[Placed]) -> list[tuple[int, Player]]:
    """Return the places on the podium with their players, best first."""
    return [(each.place, each.player) for each in places if each.place is not None and each.place <= PLACES]


def podium_picture(
    tournament: TournamentView, places: Iterable[Placed], words: Words, turn: Highlight | None = None
) -> Picture:
    """Return the end of a tournament as a picture, from the places of all players and the best turn of its final."""
    best = best_of(places)
    description = fit_description(lambda longest: "\n".join(podium_told(tournament, best, words, longest, turn)))
    return Picture("podium.png", draw_podium(podium_model(tournament, best, words, turn)), description)


def podium_model(
    tournament: TournamentView,
    best: Sequence[tuple[int, Player]],
    words: Words,
    turn: Highlight | None = None,
    points: Mapping[int, str] = {},
) -> PodiumModel:
    """Return the model of a podium, from `best_of` all places; `points` are the points by place, if they are shown."""
    steps = tuple(
        tuple(
            (faced(tournament, player, words), drawable_name(tournament, player, words))
            for place, player in best
            if place == step
        )
        for step in range(1, PLACES + 1)
    )
    figures = tuple(points.get(step, "") for step in range(1, PLACES + 1)) if points else ()
    shown = None if turn is None else _best(tournament, turn, words)
    return PodiumModel(Head(tournament.title, "", ""), steps, shown, figures)


def podium_told(
    tournament: TournamentView,
    best: Sequence[tuple[int, Player]],
    words: Words,
    longest: int,
    turn: Highlight | None = None,
    points: Mapping[int, str] = {},
) -> list[str]:
    """Return a podium in lines to be read aloud, with names of at most `longest` characters."""
    lines = [words.plain("podium.described", title=shortened(tournament.title, 2 * longest))]
    names = [(place, shortened(spoken_name(tournament, player, words), longest)) for place, player in best]
    lines += [", ".join(filter(None, (f"{place}. {name}", points.get(place)))) for place, name in names]
    if turn is not None:
        player, feat = shortened(spoken_name(tournament, turn.player, words), longest), turn.feat
        lines.append(words.plain("podium.best.told", name=feat.name, figure=feat.figure, player=player, when=feat.when))
    return lines


def _best(tournament: TournamentView, turn: Highlight, words: Words) -> BestTurn:
    feat = turn.feat
    by = words.plain("podium.best.by", player=drawable_name(tournament, turn.player, words), when=feat.when)
    return BestTurn(words.plain("podium.best.title"), feat.art, feat.name, feat.figure, by)


def podium_sheet(model: PodiumModel) -> Scene:
    """Return the end of a tournament as it is drawn."""
    return sheet_scene(model.head, podium_box(model))


def podium_box(model: PodiumModel) -> Stack:
    """Return a podium with the winner in the middle and the second on the left, and the best turn below it."""
    texts, rise = model.points or ("",) * PLACES, POINTED if model.points else 0
    steps = [_step(number, model.steps[number], texts[number], rise) for number in (1, 0, 2)]
    best = None if model.best is None else column(Space(height=MARGIN), _best_turn(model.best))
    return column(row(*steps, gap=14, height=HIGH + rise), best)


def _best_turn(best: BestTurn) -> Stack:
    """Return the best turn of the final: the card, its name between the title and whose it was, the figure."""
    texts = column(
        Label(best.title, (26, 20), FAINT, height=36),
        Label(best.name, NAME, CREAM, height=44),
        Label(best.by, (28, 20), CREAM, height=34),
        grow=1,
    )
    figure = Label(best.figure, (76, 24), GLOW, "title", "middle", width=230)
    return row(card(best.art, 86, -5), texts, figure, gap=24, pad=(18, 0), height=BEST, plate=Plate(DARK, 14, GLOW, 3))


def _step(number: int, players: Sequence[tuple[PlayerFace, str]], points: str, rise: int) -> Stack:
    """Return a step, counted from 0, with the players who share it: their faces above it, their names on it.

    It is higher by `rise` for the points.
    """
    if not players:
        return row(width=STEP)
    (height, radius, metal), count = STEPS[number], len(players)
    sizes, wrapped, line = ((40, LEGIBLE), (LEGIBLE, 20, 2), 38) if count == 1 else ((28, 20), None, LEGIBLE)
    rest = height - 12 - line * count
    faces = [face(each, min(radius, STEP / count / 2 - 6), GLOW if number == 0 else None, 1) for each, _ in players]
    plate = column(
        Space(height=12),
        *(Label(name, sizes, INK, side="middle", wrapped=wrapped, height=line) for _, name in players),
        Label(points, (30, 20), INK, side="middle", height=rise) if rise else None,
        Label(str(number + 1), (min(84, rest - 12), 20), INK, "title", "middle", grow=1),
        pad=(12, 0),
        height=height + rise,
        plate=Plate(mixed(metal, INK, 0.12), 14, mixed(metal, INK, 0.5), 4),
    )
    return column(Space(grow=1), row(*faces), Space(height=12), plate, width=STEP)


draw_podium = DrawnScene(podium_sheet, WIDE)
