"""A game's leaderboard as a picture: places, faces, names and leagues."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import face, medal, on_rays, plate_colour
from bot.ui.pictures.scene import Illustration, Scene
from bot.ui.pictures.sizes import ABOUT, NAME, PLACE, POINTS
from bot.ui.pictures.table_card import HEAD, MARGIN, WIDE, game_head
from bot.ui.pictures.tones import CREAM, GOLD, Tones

ROW, GAP = 82, 8
APART: Final = 12
"""The room above a player whose place does not follow the one above, beside the gaps."""


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


def ranking_scene(ranking: Ranking) -> Scene:
    """Return a leaderboard as a scene."""
    lines = [
        each
        for player in ranking.players
        for each in (Space(height=APART) if player.apart else None, _line(player, plate_colour(ranking.tones)))
    ]
    head = game_head(ranking.game, ranking.arts, ranking.tones)
    whole = column(head, column(*lines, gap=GAP, pad=(MARGIN, 0)), Space(height=MARGIN), width=WIDE)
    return on_rays(whole, ranking.tones, (WIDE / 2, HEAD / 2))


def _line(player: RankedPlayer, plate: Colour) -> Stack:
    """Return a player's line on a plate, with a golden edge for the person who asked."""
    return row(
        Label(str(player.place), PLACE, CREAM, "title", side="middle", width=64),
        face(player, 31),
        Label(player.name, NAME, CREAM, "title", grow=1),
        medal(player.metal, 22),
        Label(player.league, ABOUT, player.metal or CREAM, width=174),
        Label(player.points, POINTS, CREAM, "title", side="right", width=82),
        gap=14,
        pad=(14, 0),
        height=ROW,
        plate=Plate(plate, 19, GOLD if player.own else plate, 6),
    )


draw_ranking = DrawnScene(ranking_scene, WIDE)
