"""A tournament before it begins as a picture: the game's art, and once people can enter, who has and what is left."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Grid, Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import disc, face, fan, on_rays, plate_colour
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Illustration, Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.sizes import LINE
from bot.ui.pictures.tones import CREAM, GOLD, MUTED, Tones
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments.pictures.sheet import MARGIN, WIDE, fit_description
from bot.ui.tournaments.tournament_view import TournamentView, drawable_name, faced, spoken_name

ACROSS: Final = 6
"""The number of places side by side."""

MOST: Final = 12
"""The most places in the picture."""

HEAD, ALONE = 190, 270
"""The height of the title and the game's art, above the places and without them."""

PLACE: Final = 168
"""The height of a place."""


class EntryModel(Struct, frozen=True):
    """Everything that the picture shows.

    Attributes:
        about: the game and, in one line or two, how many of the places are taken or how it is played.
        players: those who have joined, as many as there is room for.
        free: how many free places are shown; none while it is set up.
    """

    title: str
    about: tuple[str, ...]
    arts: tuple[Illustration, ...]
    tones: Tones
    players: tuple[tuple[PlayerFace, str], ...]
    free: int


class Entry(Struct, frozen=True):
    """What the picture is made from: the tournament, its game, its most players, and the game's art and tones.

    Attributes:
        format: how a tournament that is being set up is played; empty once it is announced.
    """

    tournament: TournamentView
    game: str
    most: int
    arts: tuple[Illustration, ...]
    tones: Tones
    format: str = ""


def entry_picture(entry: Entry, words: Words) -> Picture:
    """Return a tournament that people can enter as a picture."""

    def tell(longest: int) -> str:
        lines = [
            words.plain(
                "entry.described",
                title=shortened(entry.tournament.title, 2 * longest),
                about=" · ".join(_about(entry, words)),
            )
        ]
        return "\n".join(
            [*lines, *(shortened(spoken_name(entry.tournament, each, words), longest) for each in here(entry))]
        )

    return Picture("entry.png", draw_entry(entry_model(entry, words)), fit_description(tell))


def here(entry: Entry) -> list[int]:
    """Return the players whom the picture shows."""
    return [number for number, entrant in entry.tournament.entrants.items() if not entrant.left][:MOST]


def _about(entry: Entry, words: Words) -> tuple[str, ...]:
    if entry.format:
        return (words.plain(f"{entry.game}.name"), words.plain(f"draft.format.{entry.format}"))
    count = sum(not entrant.left for entrant in entry.tournament.entrants.values())
    return (words.plain("entry.about", game=words.plain(f"{entry.game}.name"), count=count, most=entry.most),)


def entry_model(entry: Entry, words: Words) -> EntryModel:
    """Return everything that the picture shows."""
    players = [
        (faced(entry.tournament, each, words), drawable_name(entry.tournament, each, words)) for each in here(entry)
    ]
    rows = ACROSS if len(players) < ACROSS else MOST
    return EntryModel(
        entry.tournament.title,
        _about(entry, words),
        entry.arts,
        entry.tones,
        tuple(players),
        0 if entry.format else max(0, min(rows, entry.most) - len(players)),
    )


def entry_sheet(model: EntryModel) -> Scene:
    """Return a tournament that people can enter as it is drawn."""
    places = [*(_place(*each) for each in model.players), *[_free(model.tones)] * model.free]
    filled = Grid((*places, *[Space()] * (-len(places) % ACROSS)), ACROSS)
    plate = column(filled, plate=Plate(plate_colour(model.tones), 18))
    below = column(plate, pad=(MARGIN, 0)) if places else None
    whole = column(_head(model, HEAD if places else ALONE), below, below and Space(height=MARGIN), width=WIDE)
    return on_rays(whole, model.tones, (WIDE / 2, HEAD / 2))


def _place(player: PlayerFace, name: str) -> Stack:
    """Return a player who has joined: the face, and the name below it."""
    label = Label(name, LINE, CREAM, "title", "middle", height=40)
    return column(row(face(player, 48), height=116), label, pad=(5, 0), height=PLACE)


def _free(tones: Tones) -> Stack:
    """Return a place that is free."""
    fill, plus = mixed(plate_colour(tones), tones.base, 0.4), Label("+", (64, 64), MUTED, "title", "middle")
    return column(row(disc(44, fill, MUTED, 4, plus), height=116), Space(height=40), height=PLACE)


def _head(model: EntryModel, height: float) -> Stack:
    """Return the title beside the game's art, with what is to be said of it below."""
    width, rim = height * 0.53, (model.tones.dark, 8)
    texts = column(
        Label(model.title, (76, 34), CREAM, "title", "middle", rim, (46, 24, 2), height=100),
        Label(model.about[0], (36, 22), GOLD, side="middle", height=40),
        *(Label(each, (36, 36), CREAM, side="middle", wrapped=(36, 36, 2), height=76) for each in model.about[1:]),
        grow=1,
    )
    return row(fan(model.arts, width, width * 0.76), texts, gap=20, pad=(MARGIN, 0), height=height)


draw_entry = DrawnScene(entry_sheet, WIDE)
