"""The end of a tournament as a picture: the best three on a podium."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

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
"""How many players stand on the podium."""

HIGH: Final = 480
"""The height of the picture below its heading."""

STEPS: Final[tuple[tuple[float, float, float, Colour], ...]] = (
    (WIDE / 2, 210, 86, (255, 200, 61)),
    (MARGIN + 142, 158, 70, (206, 212, 222)),
    (WIDE - MARGIN - 142, 124, 62, (212, 138, 76)),
)
"""For each place the middle, the height of its step, the radius of the face, and the metal."""

STEP: Final = 270
"""The width of a step."""


class PodiumScene(Struct, frozen=True):
    """Everything that the picture shows: the heading, and the best players, the winner first."""

    head: Head
    players: tuple[tuple[Faced, str], ...]


def podium_picture(tournament: TournamentView, ranked: Sequence[Player], words: Words) -> Picture:
    """Return the end of a tournament as a picture; `ranked` lists all players, best first."""
    best = ranked[:PLACES]
    players = tuple((faced(tournament, each, words), drawable_name(tournament, each, words)) for each in best)
    scene = PodiumScene(Head(tournament.title, "", ""), players)

    def tell(longest: int) -> str:
        lines = [words.plain("podium.described", title=shortened(tournament.title, 2 * longest))]
        names = [shortened(spoken_name(tournament, each, words), longest) for each in best]
        return "\n".join([*lines, *(f"{place}. {name}" for place, name in enumerate(names, 1))])

    return Picture("podium.png", draw_podium(scene), fit_description(tell))


@drawn_in_process(KEPT)
def draw_podium(scene: PodiumScene) -> bytes:
    """Draw the end of a tournament, as a PNG."""
    return png(paint(podium_sheet(scene), WIDE))


def podium_sheet(scene: PodiumScene) -> Scene:
    """Return the end of a tournament as it is drawn."""
    bottom, items = scene.head.high + HIGH - MARGIN, list[Item]()
    for number, (player, name) in enumerate(scene.players):
        middle, high, radius, metal = STEPS[number]
        top = bottom - high
        left = middle - STEP / 2
        items.append(Frame((left, top), (STEP, high), 14, mixed(metal, INK, 0.12), mixed(metal, INK, 0.5), 4))
        items.append(Text(str(number + 1), (middle, (top + bottom) / 2 + 22), min(84, high - 70), INK, "mm", "title"))
        fit = fitted(name, STEP - 24, 40, 20, 1, "title")
        items.append(Text(fit.lines[0], (middle, top + 30), fit.size, INK, "mm", "title"))
        face = (middle, top - radius - 12)
        items += face_disc(player, face, radius)
        if number == 0:
            crown = radius * 0.8
            at = (middle - crown / 2, face[1] - radius - crown * 0.62)
            items += [
                symbol_at("crown", (at[0] - 4, at[1] - 4), crown + 8, INK, INK),
                symbol_at("crown", at, crown, GLOW, INK),
            ]
    return sheet_scene(scene.head, HIGH, items)
