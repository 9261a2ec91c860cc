"""The end of a tournament as a picture: the best three on a podium."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.course import Placed
from bot.host.tournament.rules.standings import Player
from bot.ui.pictures.colours import FAINT, GLOW, INK, Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, png
from bot.ui.pictures.scene import Frame, Illustration, Image, Item, Scene, Text
from bot.ui.pictures.shapes import line_at
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM
from bot.ui.tournaments.picture_sheet import DARK, MARGIN, WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.tournament_view import Faced, Highlight, TournamentView, drawable_name, faced, spoken_name
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

LEGIBLE: Final = 26
"""The size of a lone player's name below which it has two lines, and the height of a line of several."""


BEST: Final = 158
"""The height of the best turn of the final, with the gap above it."""


CARD, FIGURE = 86, 230
"""The widths of its card and of its figure."""


class BestTurn(Struct, frozen=True):
    """The best turn of a final: what it is called, the card with its art, its figure, whose it was, and when."""

    title: str
    art: Illustration | None
    name: str
    figure: str
    by: str


class PodiumScene(Struct, frozen=True):
    """Everything that the picture shows.

    Attributes:
        head: the heading.
        steps: the players of each step, the winner's first.
        best: the best turn of the final; None without one.
    """

    head: Head
    steps: tuple[tuple[tuple[Faced, str], ...], ...]
    best: BestTurn | None = None


def best_of(places: Iterable[Placed]) -> list[tuple[int, Player]]:
    """Return the places on the podium with their players, best first."""
    return [(each.place, each.player) for each in places if each.place is not None and each.place <= PLACES]


def podium_picture(
    tournament: TournamentView, places: Iterable[Placed], words: Words, turn: Highlight | None = None
) -> Picture:
    """Return the end of a tournament as a picture, from the places of all players and the best turn of its final."""
    best = best_of(places)
    steps = tuple(
        tuple(
            (faced(tournament, player, words), drawable_name(tournament, player, words))
            for place, player in best
            if place == step
        )
        for step in range(1, PLACES + 1)
    )
    shown = None if turn is None else _best(tournament, turn, words)
    scene = PodiumScene(Head(tournament.title, "", ""), steps, shown)

    def tell(longest: int) -> str:
        lines = [words.plain("podium.described", title=shortened(tournament.title, 2 * longest))]
        names = [(place, shortened(spoken_name(tournament, player, words), longest)) for place, player in best]
        lines += [f"{place}. {name}" for place, name in names]
        if turn is not None:
            player = shortened(spoken_name(tournament, turn.player, words), longest)
            feat = turn.feat
            lines.append(
                words.plain("podium.best.told", name=feat.name, figure=feat.figure, player=player, when=feat.when)
            )
        return "\n".join(lines)

    return Picture("podium.png", draw_podium(scene), fit_description(tell))


def _best(tournament: TournamentView, turn: Highlight, words: Words) -> BestTurn:
    feat = turn.feat
    by = words.plain("podium.best.by", player=drawable_name(tournament, turn.player, words), when=feat.when)
    return BestTurn(words.plain("podium.best.title"), feat.art, feat.name, feat.figure, by)


@drawn_in_process
def draw_podium(scene: PodiumScene) -> bytes:
    """Draw the end of a tournament, as a PNG."""
    return png(paint(podium_sheet(scene), WIDE))


def podium_sheet(scene: PodiumScene) -> Scene:
    """Return the end of a tournament as it is drawn."""
    bottom, items = scene.head.high + HIGH - MARGIN, list[Item]()
    for number, players in enumerate(scene.steps):
        if players:
            items += _step_items(number, players, bottom)
    if scene.best is not None:
        items += _best_items(scene.best, bottom + MARGIN)
    return sheet_scene(scene.head, HIGH + (0 if scene.best is None else BEST), items)


def _best_items(best: BestTurn, top: float) -> list[Item]:
    """Show the best turn of the final in a row: the card, its name between the title and whose it was, the figure."""
    high, right, left = BEST - MARGIN, WIDE - MARGIN, MARGIN + 20
    items: list[Item] = [Frame((MARGIN, top), (WIDE - 2 * MARGIN, high), 14, DARK, GLOW, 3)]
    if best.art is not None:
        items.append(Image(SmallCard(best.art, -5), left, top + (high - CARD * 1.32) / 2, CARD))
        left += CARD + 24
    figure = fitted(best.figure, FIGURE, 76, 24, 1, "title")
    items.append(Text(figure.lines[0], (right - 16 - FIGURE / 2, top + high / 2), figure.size, GLOW, "mm", "title"))
    for text, down, sizes, ink in (
        (best.title, 28, (26, 20), FAINT),
        (best.name, 68, (46, 26), CREAM),
        (best.by, 107, (28, 20), CREAM),
    ):
        items.append(line_at((left, top + down), text, right - 40 - FIGURE - left, sizes, ink, "lm")[0])
    return items


def _step_items(number: int, players: Sequence[tuple[Faced, str]], bottom: float) -> list[Item]:
    """Return a step, counted from 0, with the players who share it: their faces above it, their names on it."""
    middle, high, lone, metal = STEPS[number]
    top, count = bottom - high, len(players)
    radius = lone if count == 1 else min(lone, STEP / count / 2 - 6)
    items: list[Item] = [
        Frame((middle - STEP / 2, top), (STEP, high), 14, mixed(metal, INK, 0.12), mixed(metal, INK, 0.5), 4)
    ]
    fits = [fitted(name, STEP - 24, 40 if count == 1 else 28, 20, 1, "title") for _, name in players]
    if count == 1 and fits[0].size < LEGIBLE:
        fits = [fitted(players[0][1], STEP - 24, LEGIBLE, 20, 2, "title")]
    lines = [(line, fit.size) for fit in fits for line in fit.lines]
    row = 38 if len(lines) == 1 else LEGIBLE
    names = top + 12 + len(lines) * row
    left = bottom - names
    items.append(Text(str(number + 1), (middle, names + left / 2 - 4), min(84, left - 12), INK, "mm", "title"))
    for at, (line, size) in enumerate(lines):
        items.append(Text(line, (middle, top + 12 + (at + 0.5) * row), size, INK, "mm", "title"))
    for at, (player, _) in enumerate(players):
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
