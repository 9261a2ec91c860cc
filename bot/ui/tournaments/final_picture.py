"""The final of a tournament as a picture: its two players, large, and what is played."""

from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.standings import Player
from bot.ui.pictures.colours import mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, png
from bot.ui.pictures.scene import Illustration, Image, Item, Path, Scene, Text, rounded, shapes_first
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, GOLD, INK, Tones
from bot.ui.tournaments.picture_sheet import MARGIN, WIDE, fit_description
from bot.ui.tournaments.tournament_view import Faced, TournamentView, drawable_name, faced, spoken_name
from bot.ui.words import Words, shortened

HIGH: Final = 600
"""The height of the picture."""

RADIUS: Final = 116
"""The radius of a face."""

FACES: Final = 320
"""How far down the middle of the faces is."""

BETWEEN: Final = 130
"""The width of the word between the two players."""

CARD: Final = 124
"""The width of the card beside a face."""


class FinalScene(Struct, frozen=True):
    """Everything that the picture shows.

    Attributes:
        title: the title of the tournament.
        heading: that it is the final.
        players: the two players' faces and names.
        versus: the word between them.
        about: what is played.
        arts: cards of the game, one beside each face; none for a game without art.
        tones: the game's tones.
    """

    title: str
    heading: str
    players: tuple[tuple[Faced, str], ...]
    versus: str
    about: str
    arts: tuple[Illustration, ...]
    tones: Tones


class FinalView(Struct, frozen=True):
    """A final to be shown: its two players, the game, how many games it has at most, and the game's art and tones."""

    tournament: TournamentView
    players: tuple[Player, ...]
    game: str
    best_of: int
    arts: tuple[Illustration, ...]
    tones: Tones


def final_picture(final: FinalView, words: Words) -> Picture:
    """Return the picture of a final that is about to begin."""
    scene = final_scene(final, words)

    def tell(longest: int) -> str:
        first, second = (shortened(spoken_name(final.tournament, each, words), longest) for each in final.players)
        title = shortened(final.tournament.title, 2 * longest)
        return words.plain("final.described", title=title, first=first, second=second, about=scene.about)

    return Picture("final.png", draw_final(scene), fit_description(tell))


def final_scene(final: FinalView, words: Words) -> FinalScene:
    """Return everything that the picture shows."""
    game, games = words.plain(f"{final.game}.name"), words.plain(f"draft.best_of.{final.best_of}")
    return FinalScene(
        title=final.tournament.title,
        heading=words.plain("final.heading"),
        players=tuple(
            (faced(final.tournament, each, words), drawable_name(final.tournament, each, words))
            for each in final.players
        ),
        versus=words.plain("pairings.versus"),
        about=words.plain("final.about", game=game, games=games),
        arts=final.arts[:2],
        tones=final.tones,
    )


@drawn_in_process
def draw_final(scene: FinalScene) -> bytes:
    """Draw a final, as a PNG."""
    return png(paint(final_sheet(scene), WIDE))


def final_sheet(scene: FinalScene) -> Scene:
    """Return a final as it is drawn."""
    tones, whole, half = scene.tones, rounded(0, 0, WIDE, HIGH, 28), WIDE / 2
    room = round((WIDE - BETWEEN) / 2 - MARGIN)
    title = fitted(scene.title, WIDE - 2 * MARGIN, 38, 24, 1, "title")
    heading = fitted(scene.heading, WIDE - 2 * MARGIN, 112, 60, 1, "title")
    versus = fitted(scene.versus, BETWEEN, 84, 40, 1, "title")
    about = fitted(scene.about, WIDE - 2 * MARGIN - 40, 34, 22)
    items: list[Item] = [
        Text(title.lines[0], (half, 40), title.size, GOLD, "mm", "title"),
        Text(heading.lines[0], (half, 132), heading.size, CREAM, "mm", "title", tones.dark, 10),
        Text(versus.lines[0], (half, FACES), versus.size, GOLD, "mm", "title", tones.dark, 8),
        Path((rounded(MARGIN, HIGH - 74, WIDE - MARGIN, HIGH - MARGIN, 18),), mixed(tones.dark, INK, 0.25)),
        Text(about.lines[0], (half, HIGH - 50), about.size, CREAM),
    ]
    for number, (player, name) in enumerate(scene.players):
        side = -1 if number == 0 else 1
        middle = half + side * (BETWEEN + room) / 2
        items += face_disc(player, (middle, FACES), RADIUS)
        if scene.arts:
            card = SmallCard(scene.arts[number % len(scene.arts)], 8.0 * side)
            items.append(Image(card, middle + side * (RADIUS + 8) - CARD / 2, FACES - 70, CARD))
        fit = fitted(name, room, 64, 34, 1, "title")
        if fit.cut:
            fit = fitted(name, room, 38, 26, 2, "title")
        for line, text in enumerate(fit.lines):
            down = 478 + (line - (len(fit.lines) - 1) / 2) * (fit.size + 2)
            items.append(Text(text, (middle, down), fit.size, CREAM, "mm", "title"))
    ground: tuple[Item, ...] = (
        Path((whole,), tones.base),
        Path(rays((half, FACES), whole), mixed(tones.base, tones.light, 0.2)),
        Path((rounded(3, 3, WIDE - 3, HIGH - 3, 25),), stroke=GOLD, width=6),
    )
    return Scene(WIDE, HIGH, (*ground, *shapes_first(items)))
