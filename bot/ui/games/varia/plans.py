"""The picture of both plans on a panel: the other player's actions, to be read, above the reader's own.

A long turn has none, because its actions would be too small or the picture too tall; texts list it.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.varia import cards, situation
from bot.ui.games.varia.card_picture import HAND, TILE, HandCard, TileCard
from bot.ui.games.varia.faces import face_of
from bot.ui.games.varia.picture import described, hand_picture
from bot.ui.games.varia.scene import ActionTile, board_scene
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Group, Image, Item, Names, Path, Scene, Text, box, rounded
from bot.ui.pictures.strip import WIDE, Fighter
from bot.ui.pictures.text import fitted, width
from bot.ui.words import Rendered, Spoken, Words
from engine.contract import CardRef, Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

PLANS: Final = "varia-plans.png"

ACROSS: Final = 3
"""The number of moments side by side; the next ones continue below."""

SIDE: Final = 140
"""The room for a player's face and name, left of their actions."""

GAP: Final = 12
NUMBER: Final = 62
"""The height of a moment's number."""

LOW: Final = 110
"""The height of a player's row if there is nothing in it."""

NAME, SMALL_NAME, PLATED = 42, 20, 48
"""The size of a player's name, the smallest size of a long one, and the height of the plate below it, in pixels."""

KEPT: Final = 128
"""The number of drawn pictures to cache."""


class PlannedMoment(Struct, frozen=True):
    """A column: its number, the other player's action with its rules, and the reader's own."""

    number: str
    theirs: ActionTile | None
    own: ActionTile | None
    now: bool


class PlansScene(Struct, frozen=True):
    """Everything that the picture shows: the other player, then the reader, and the moments."""

    fighters: tuple[Fighter, Fighter]
    moments: tuple[PlannedMoment, ...]


def panel_pictures(view: VariaView, seat: Seat, words: Words) -> tuple[Picture, ...]:
    """Return the pictures on a seat's panel: both plans, and the seat's hand; see `plans_picture`."""
    found = plans_picture(view, seat, words), hand_picture(view, seat, words)
    return tuple(picture for picture in found if picture is not None)


def plans_picture(view: VariaView, seat: Seat, words: Words) -> Picture | None:
    """Return a picture of both plans as a seat's player sees them, described by the texts that it stands for.

    None if the other player has planned nothing, or if there are too many moments.
    """
    if not isinstance(words.cards, VariaCards) or not situation.pictures_plans(view, seat):
        return None
    return Picture(
        PLANS, draw_plans(plans_scene(view, seat, words.cards, words)), _described(view, seat, words.cards, words)
    )


def _described(view: VariaView, seat: Seat, pool: VariaCards, words: Words) -> str:
    """Return a description to be read aloud: both plans, then what the other player's cards do."""
    spoken = Spoken.of(words)
    places = situation.open_cards(view, seat, spoken, pictured=False)
    told = [
        spoken("card.described", card=CardRef(card), copies="", text=Rendered(cards.line(pool.by_id[card], spoken)))
        for place in places
        for card in dict.fromkeys(place.cards)
    ]
    return description("\n".join([*situation.timeline(view, spoken), *told]))


def plans_scene(view: VariaView, seat: Seat, pool: VariaCards, words: Words) -> PlansScene:
    """Return both plans as a scene's contents."""
    whole, other = board_scene(view, pool, words), 1 - seat
    theirs = view.seats[letter(other)].plan
    moments: list[PlannedMoment] = []
    for at, moment in enumerate(whole.moments):
        first, second = (moment.first, moment.second) if view.active == other else (moment.second, moment.first)
        action = theirs[at] if at < len(theirs) else None
        if action is not None and first is not None:
            first = replace(first, face=face_of(action, pool, words))
        moments.append(PlannedMoment(moment.number, first, second, moment.now))
    reader = replace(whole.head.fighters[seat], name=words.plain("player.you"))
    return PlansScene((whole.head.fighters[other], reader), tuple(moments))


@drawn_in_process(KEPT)
def draw_plans(scene: PlansScene) -> bytes:
    """Draw both plans, as a PNG."""
    laid = lay_plans(scene)
    return png(paint(laid, round(laid.width)))


def lay_plans(scene: PlansScene) -> Scene:
    """Return both plans as a scene: up to `ACROSS` moments side by side, few of them larger."""
    return _Plans(scene).lay_out()


class _Plans:
    """A picture that is being laid out, from top to bottom."""

    def __init__(self, scene: PlansScene) -> None:
        self.scene = scene
        self.columns = min(ACROSS, max(ACROSS - 1, len(scene.moments)))
        self.wide = (WIDE - SIDE - (self.columns - 1) * GAP) / self.columns
        self.items: list[Item] = []
        self.names = Names()
        self.top = 0.0

    def lay_out(self) -> Scene:
        """Return the whole picture."""
        for start in range(0, len(self.scene.moments), self.columns):
            self.row(self.scene.moments[start : start + self.columns])
        return Scene(WIDE, self.top - GAP, tuple(self.items))

    def left(self, place: int, count: int) -> float:
        """Return where a column begins: fewer columns than there is room for are in the middle."""
        across = count * (self.wide + GAP) - GAP
        return SIDE + (WIDE - SIDE - across) / 2 + place * (self.wide + GAP)

    def row(self, moments: tuple[PlannedMoment, ...]) -> None:
        """Show moments side by side, and whose actions are above and below."""
        lefts = [self.left(place, len(moments)) for place in range(len(moments))]
        for moment, left in zip(moments, lefts, strict=True):
            self.number(moment, left + self.wide / 2)
        self.top += NUMBER
        other, own = self.scene.fighters
        self.side(other, [each.theirs for each in moments], lefts, HAND)
        self.side(own, [each.own for each in moments], lefts, TILE)

    def number(self, moment: PlannedMoment, middle: float) -> None:
        """Show the number of a moment, lit if it is being played."""
        half = max(34, width(moment.number, 42) / 2 + 18)
        paper, ink = (GLOW, INK) if moment.now else (PLATE, CHALK)
        plate = rounded(middle - half, self.top, middle + half, self.top + NUMBER - 8, 12)
        self.items.append(Path((plate,), paper))
        self.items.append(Text(moment.number, (middle, self.top + NUMBER / 2 - 4), 42, ink))

    def side(
        self, player: Fighter, actions: Sequence[ActionTile | None], lefts: Sequence[float], size: tuple[int, int]
    ) -> None:
        """Show one player's face, name and actions, as cards or tiles of this size; low if there are none."""
        high = self.wide * size[1] / size[0] if any(actions) else LOW
        middle, radius = self.top + high / 2, 50 if any(actions) else 24
        face, plate = middle - PLATED / 2, middle + radius - PLATED / 2 + 6
        self.items += face_disc(player, (SIDE / 2 - 6, face), radius)
        fit = fitted(player.name, SIDE - 18, NAME, SMALL_NAME)
        self.items.append(Path((rounded(0, plate, SIDE - 12, plate + PLATED, 10),), PLATE))
        self.items.append(Text(fit.lines[0], (SIDE / 2 - 6, plate + PLATED / 2), fit.size, CHALK))
        for action, left in zip(actions, lefts, strict=True):
            if action is None:
                edge = rounded(left + 2, self.top + 2, left + self.wide - 2, self.top + high - 2, 14)
                self.items.append(Path((edge,), stroke=FAINT, width=3))
                dash = box(left + self.wide / 2 - 12, middle - 2, left + self.wide / 2 + 12, middle + 2)
                self.items.append(Path((dash,), FAINT))
            else:
                card = HandCard(action.face, mark=action.mark) if size == HAND else TileCard(action)
                name = self.names("action", player.sign, action.face.name)
                shown = Image(card, left, self.top, self.wide)
                self.items.append(Group((shown,), id=name, description=described(action)))
        self.top += high + GAP
