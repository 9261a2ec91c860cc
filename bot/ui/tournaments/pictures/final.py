"""The final of a tournament as a picture: its two players, large, and what is played."""

from typing import Final

from msgspec import Struct

from bot.host.tournament.rules.standings import Player
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.layout import Art, Label, Plate, Room, Space, Stack, column, row
from bot.ui.pictures.parts import on_rays, plate_colour
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Illustration, Image, Item, Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.sizes import ABOUT
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.tones import CREAM, GOLD, Tones
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments.pictures.sheet import MARGIN, WIDE, fit_description
from bot.ui.tournaments.tournament_view import TournamentView, drawable_name, faced, spoken_name

HIGH: Final = 600
"""The height of the picture."""

RADIUS: Final = 116
"""The radius of a face."""

FACES: Final = 272
"""The height of the room for the faces."""

BETWEEN: Final = 130
"""The width of the word between the two players."""

CARD: Final = 124
"""The width of the card beside a face."""


class FinalModel(Struct, frozen=True):
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
    players: tuple[tuple[PlayerFace, str], ...]
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
    model = final_model(final, words)

    def tell(longest: int) -> str:
        first, second = (shortened(spoken_name(final.tournament, each, words), longest) for each in final.players)
        title = shortened(final.tournament.title, 2 * longest)
        return words.plain("final.described", title=title, first=first, second=second, about=model.about)

    return Picture("final.png", draw_final(model), fit_description(tell))


def final_model(final: FinalView, words: Words) -> FinalModel:
    """Return everything that the picture shows."""
    game, games = words.plain(f"{final.game}.name"), words.plain(f"draft.best_of.{final.best_of}")
    return FinalModel(
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


def final_sheet(model: FinalModel) -> Scene:
    """Return a final as it is drawn."""
    tones = model.tones
    first, second = (_player(model, number) for number in (0, 1))
    versus = Label(model.versus, (84, 40), GOLD, "title", "middle", (tones.dark, 8), width=BETWEEN, height=FACES)
    about = Label(model.about, ABOUT, CREAM, side="middle")
    whole = column(
        Label(model.title, (38, 24), GOLD, "title", "middle", height=80),
        Label(model.heading, (112, 60), CREAM, "title", "middle", (tones.dark, 10), height=104),
        row(first, column(versus, Space(grow=1)), second, height=342),
        row(column(about, grow=1), pad=(20, 0), height=50, plate=Plate(plate_colour(tones), 18)),
        Space(height=MARGIN),
        pad=(MARGIN, 0),
        width=WIDE,
        height=HIGH,
    )
    return on_rays(whole, tones, (WIDE / 2, 320))


def _player(model: FinalModel, number: int) -> Stack:
    """Return one of the two players: the face with a card at its outer edge, and the name below it."""
    (player, name), side = model.players[number], 2 * number - 1

    def shown(room: Room) -> list[Item]:
        (x, y), cards = room.middle, list[Item]()
        if model.arts:
            small = SmallCard(model.arts[number % len(model.arts)], 8.0 * side)
            cards.append(Image(small, x + side * (RADIUS + 8) - CARD / 2, y - 70, CARD))
        return [*face_disc(player, (x, y), RADIUS), *cards]

    label = Label(name, (64, 34), CREAM, "title", "middle", wrapped=(38, 26, 2), height=44)
    return column(Art(shown, (0, FACES)), label, Space(grow=1), grow=1)


draw_final = DrawnScene(final_sheet, WIDE)
