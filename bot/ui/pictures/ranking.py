"""A game's leaderboard as a picture: places, faces, names and leagues."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.medals import medal_at
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Illustration, Item, Path, Scene, Text, rounded, shapes_first
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.table_card import HEAD, MARGIN, WIDE, game_head
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, GOLD, INK, Tones

ROW, GAP = 82, 8
APART: Final = 20
"""The gap above a player whose place does not follow the one above."""

RADIUS: Final = 31
"""The radius of a face."""

LEAGUE: Final = 530
"""Where the league begins."""


class RankedPlayer(Struct, frozen=True):
    """A line of the leaderboard.

    Attributes:
        sign: what is shown of a player without a `face`.
        metal: the metal of the league's medal; None for a player who has no league yet.
        own: whether this is the person who asked.
        apart: whether places are left out above.
    """

    place: int
    name: str
    sign: str
    face: Illustration | None
    tones: Tones
    league: str
    points: str
    metal: Colour | None
    own: bool
    apart: bool


class Ranking(Struct, frozen=True):
    """Everything that the picture shows: the game's name, art and tones, and the players from the best down."""

    game: str
    arts: tuple[Illustration, ...]
    tones: Tones
    players: tuple[RankedPlayer, ...]


@drawn_in_process
def draw_ranking(ranking: Ranking) -> bytes:
    """Draw a leaderboard, as a PNG."""
    return png(paint(ranking_scene(ranking), WIDE))


def ranking_scene(ranking: Ranking) -> Scene:
    """Return a leaderboard as a scene."""
    tones, shown, down = ranking.tones, game_head(ranking.game, ranking.arts, ranking.tones), float(HEAD)
    plate = mixed(tones.dark, INK, 0.25)
    for player in ranking.players:
        down += APART if player.apart else 0
        shown += _row(player, down, plate)
        down += ROW + GAP
    high = down - GAP + MARGIN
    whole = rounded(0, 0, WIDE, high, 28)
    ground: tuple[Item, ...] = (
        Path((whole,), tones.base),
        Path(rays((WIDE / 2, HEAD / 2), whole), mixed(tones.base, tones.light, 0.2)),
        Path((rounded(3, 3, WIDE - 3, high - 3, 25),), stroke=GOLD, width=6),
    )
    return Scene(WIDE, high, (*ground, *shapes_first(shown)))


def _row(player: RankedPlayer, top: float, plate: Colour) -> list[Item]:
    middle, right = top + ROW / 2, WIDE - MARGIN
    outline = rounded(MARGIN + 3, top + 3, right - 3, top + ROW - 3, 16)
    items: list[Item] = [Path((outline,), plate, GOLD if player.own else plate, 6)]
    place = fitted(str(player.place), 64, 50, 24, 1, "title")
    items.append(Text(place.lines[0], (MARGIN + 44, middle - 2), place.size, CREAM, "mm", "title"))
    items += face_disc(player, (MARGIN + 122, middle), RADIUS)
    start = MARGIN + 122 + RADIUS + 18
    name = fitted(player.name, LEAGUE - start - 14, 46, 26, 1, "title")
    items.append(Text(name.lines[0], (start, middle - 2), name.size, CREAM, "lm", "title"))
    if player.metal is not None:
        items += medal_at((LEAGUE + 22, middle), 22, player.metal)
    league = fitted(player.league, 174, 34, 22)
    items.append(Text(league.lines[0], (LEAGUE + 58, middle), league.size, player.metal or CREAM, "lm"))
    items.append(Text(player.points, (right - 22, middle - 2), 40, CREAM, "rm", "title"))
    return items
