"""The end of a tournament as a picture: the best three on a podium."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.course import Placed
from bot.host.tournament.rules.standings import Player
from bot.ui.pictures.colours import GLOW, INK, Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, png
from bot.ui.pictures.scene import Frame, Item, Scene, Text
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted
from bot.ui.tournaments.picture_sheet import KEPT, MARGIN, WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.tournament_view import Faced, TournamentView, drawable_name, faced, spoken_name
from bot.ui.words import Words, shortened

PLACES: Final = 3
"""How many places the podium has."""

HIGH: Final = 480
"""The height of the picture below its heading."""

STEPS: Final[tuple[tuple[float, float, float, Colour], ...]] = (
    (WIDE / 2, 210, 86, (255, 200, 61)),
    (MARGIN + 142, 158, 70, (206, 212, 222)),
    (WIDE - MARGIN - 142, 124, 62, (212, 138, 76)),
)
"""For each place the middle, the height of its step, the radius of a lone face, and the metal."""

STEP: Final = 270
"""The width of a step."""


class PodiumScene(Struct, frozen=True):
    """Everything that the picture shows: the heading, and the players of each step, the winner's first."""

    head: Head
    steps: tuple[tuple[tuple[Faced, str], ...], ...]


def best_of(places: Iterable[Placed]) -> list[tuple[int, Player]]:
    """Return the places on the podium with their players, best first."""
    return [(each.place, each.player) for each in places if each.place is not None and each.place <= PLACES]


def podium_picture(tournament: TournamentView, places: Iterable[Placed], words: Words) -> Picture:
    """Return the end of a tournament as a picture, from the places of all players."""
    best = best_of(places)
    steps = tuple(
        tuple(
            (faced(tournament, player, words), drawable_name(tournament, player, words))
            for place, player in best
            if place == step
        )
        for step in range(1, PLACES + 1)
    )
    scene = PodiumScene(Head(tournament.title, "", ""), steps)

    def tell(longest: int) -> str:
        lines = [words.plain("podium.described", title=shortened(tournament.title, 2 * longest))]
        names = [(place, shortened(spoken_name(tournament, player, words), longest)) for place, player in best]
        return "\n".join([*lines, *(f"{place}. {name}" for place, name in names)])

    return Picture("podium.png", draw_podium(scene), fit_description(tell))


@drawn_in_process(KEPT)
def draw_podium(scene: PodiumScene) -> bytes:
    """Draw the end of a tournament, as a PNG."""
    return png(paint(podium_sheet(scene), WIDE))


def podium_sheet(scene: PodiumScene) -> Scene:
    """Return the end of a tournament as it is drawn."""
    bottom, items = scene.head.high + HIGH - MARGIN, list[Item]()
    for number, players in enumerate(scene.steps):
        if players:
            items += _step_items(number, players, bottom)
    return sheet_scene(scene.head, HIGH, items)


def _step_items(number: int, players: Sequence[tuple[Faced, str]], bottom: float) -> list[Item]:
    """Return a step, counted from 0, with the players who share it: their faces above it, their names on it."""
    middle, high, lone, metal = STEPS[number]
    top, count = bottom - high, len(players)
    radius = lone if count == 1 else min(lone, STEP / count / 2 - 6)
    items: list[Item] = [
        Frame((middle - STEP / 2, top), (STEP, high), 14, mixed(metal, INK, 0.12), mixed(metal, INK, 0.5), 4)
    ]
    size = 40 if count == 1 else 28
    names = top + 12 + count * (size - 2)
    left = bottom - names
    items.append(Text(str(number + 1), (middle, names + left / 2 - 4), min(84, left - 12), INK, "mm", "title"))
    for at, (player, name) in enumerate(players):
        fit = fitted(name, STEP - 24, size, 20, 1, "title")
        items.append(Text(fit.lines[0], (middle, top + 12 + (at + 0.5) * (size - 2)), fit.size, INK, "mm", "title"))
        face = (middle + (at + 0.5 - count / 2) * STEP / count, top - radius - 12)
        items += face_disc(player, face, radius)
        if number == 0:
            crown = radius * 0.8
            spot = (face[0] - crown / 2, face[1] - radius - crown * 0.62)
            items += [
                symbol_at("crown", (spot[0] - 4, spot[1] - 4), crown + 8, INK, INK),
                symbol_at("crown", spot, crown, GLOW, INK),
            ]
    return items
