"""A tournament before it begins as a picture: the game's art, and once people can enter, who has and what is left."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, png
from bot.ui.pictures.scene import Illustration, Image, Item, Path, Scene, Text, ellipse, rounded, shapes_first
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, GOLD, INK, MUTED, Tones
from bot.ui.tournaments.picture_sheet import MARGIN, WIDE, fit_description
from bot.ui.tournaments.tournament_view import Faced, TournamentView, drawable_name, faced, spoken_name
from bot.ui.words import Words, shortened

ACROSS: Final = 6
"""The number of places side by side."""

MOST: Final = 12
"""The most places in the picture."""

HEAD, ALONE = 190, 270
"""The height of the title and the game's art, above the places and without them."""

PLACE: Final = 168
"""The height of a place."""

RADIUS: Final = 48
"""The radius of a face."""

LEANS: Final = (-8.0, 0.0, 8.0)
"""How far each of the game's cards is turned, in degrees."""


class EntryScene(Struct, frozen=True):
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
    players: tuple[tuple[Faced, str], ...]
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

    return Picture("entry.png", draw_entry(entry_scene(entry, words)), fit_description(tell))


def here(entry: Entry) -> list[int]:
    """Return the players whom the picture shows."""
    return [number for number, entrant in entry.tournament.entrants.items() if not entrant.left][:MOST]


def _about(entry: Entry, words: Words) -> tuple[str, ...]:
    if entry.format:
        return (words.plain(f"{entry.game}.name"), words.plain(f"draft.format.{entry.format}"))
    count = sum(not entrant.left for entrant in entry.tournament.entrants.values())
    return (words.plain("entry.about", game=words.plain(f"{entry.game}.name"), count=count, most=entry.most),)


def entry_scene(entry: Entry, words: Words) -> EntryScene:
    """Return everything that the picture shows."""
    players = [
        (faced(entry.tournament, each, words), drawable_name(entry.tournament, each, words)) for each in here(entry)
    ]
    rows = ACROSS if len(players) < ACROSS else MOST
    return EntryScene(
        entry.tournament.title,
        _about(entry, words),
        entry.arts,
        entry.tones,
        tuple(players),
        0 if entry.format else max(0, min(rows, entry.most) - len(players)),
    )


@drawn_in_process
def draw_entry(scene: EntryScene) -> bytes:
    """Draw a tournament that people can enter, as a PNG."""
    return png(paint(entry_sheet(scene), WIDE))


def entry_sheet(scene: EntryScene) -> Scene:
    """Return a tournament that people can enter as it is drawn."""
    count = len(scene.players) + scene.free
    high = HEAD + -(-count // ACROSS) * PLACE + MARGIN if count else ALONE
    tones, whole = scene.tones, rounded(0, 0, WIDE, high, 28)
    items = _head(scene, HEAD if count else ALONE)
    plate = mixed(tones.dark, INK, 0.25)
    if count:
        items.append(Path((rounded(MARGIN, HEAD - 8, WIDE - MARGIN, high - MARGIN, 18),), plate))
    wide = (WIDE - 2 * MARGIN) / ACROSS
    for number in range(count):
        row, column = divmod(number, ACROSS)
        middle = (MARGIN + (column + 0.5) * wide, HEAD + row * PLACE + 10 + RADIUS)
        if number >= len(scene.players):
            items.append(Path((ellipse(middle, RADIUS - 6, points=40),), mixed(plate, tones.base, 0.4), MUTED, 4))
            items.append(Text("+", (middle[0], middle[1] - 4), 64, MUTED, "mm", "title"))
            continue
        player, name = scene.players[number]
        items += face_disc(player, middle, RADIUS)
        fit = fitted(name, round(wide - 10), 34, 20, 1, "title")
        items.append(Text(fit.lines[0], (middle[0], middle[1] + RADIUS + 28), fit.size, CREAM, "mm", "title"))
    ground: tuple[Item, ...] = (
        Path((whole,), tones.base),
        Path(rays((WIDE / 2, HEAD / 2), whole), mixed(tones.base, tones.light, 0.2)),
        Path((rounded(3, 3, WIDE - 3, high - 3, 25),), stroke=GOLD, width=6),
    )
    return Scene(WIDE, high, (*ground, *shapes_first(items)))


def _head(scene: EntryScene, high: float) -> list[Item]:
    """Show the title beside the game's art, and what is to be said of it below."""
    cards, wide = scene.arts[: len(LEANS)], high * 0.53
    apart = wide * 0.76
    items: list[Item] = [
        Image(SmallCard(art, LEANS[number]), MARGIN + 6 + number * apart, 26 + abs(number - 1) * 4, wide)
        for number, art in enumerate(cards)
    ]
    left = MARGIN + (apart * len(cards) + wide / 2 if cards else 0)
    room, middle = WIDE - MARGIN - left, (left + WIDE - MARGIN) / 2
    title = fitted(scene.title, round(room), 76, 34, 1, "title")
    if title.cut:
        title = fitted(scene.title, round(room), 46, 24, 2, "title")
    for number, line in enumerate(title.lines):
        down = 72 + (number - (len(title.lines) - 1) / 2) * title.size
        items.append(Text(line, (middle, down), title.size, CREAM, "mm", "title", scene.tones.dark, 8))
    down = 142
    for number, text in enumerate(scene.about):
        about = fitted(text, round(room), 36, 36 if number else 22, 2 if number else 1)
        for line in about.lines:
            items.append(Text(line, (middle, down), about.size, CREAM if number else GOLD))
            down += 44
    return items
