"""The picture of the plans on a panel: the action to be answered large, or the other player's above the reader's own.

A long turn has none, because its actions would be too small or the picture too tall; texts list it.
"""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.varia import cards, situation
from bot.ui.games.varia.card_picture import HAND, TILE, HandCard, TileCard
from bot.ui.games.varia.picture import described, hand_picture
from bot.ui.games.varia.plans_scene import Attack, PlannedMoment, PlansScene, plans_scene
from bot.ui.games.varia.scene import ActionTile
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import blow, face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Point, Scene, Text, box
from bot.ui.pictures.strip import WIDE, Fighter
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import LEADING, filled, fitted, width
from bot.ui.words import Rendered, Spoken, Words
from engine.contract import CardRef, Decision, Forecast, Seat
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

SMALL_NAME, PLATED = 20, 48
"""The smallest size of a long name, and the height of the plate below it, in pixels."""

CARD, LEAST_HIGH = 440, 640
"""The width of an action to be answered, and the least height of what is beside it, in pixels."""

INSET, DISC, NUMBERED = 28, 46, 240
"""The margin inside the plate beside it, the radius of a face on it, and the width of its moment's plate, in pixels."""

LINE, ALONE, LEAST = 46, 60, 24
"""The sizes of text below a figure and of text without one, and the smallest size of a long text, in pixels."""

RESULT: Final = 60
"""The height of a line of a moment's results, in pixels."""

KEPT: Final = 128
"""The number of drawn pictures to cache."""


def panel_pictures(
    view: VariaView,
    seat: Seat,
    words: Words,
    asked: Decision | None = None,
    forecast: Sequence[Forecast] = (),
    /,
) -> tuple[Picture, ...]:
    """Return the pictures on a seat's panel: the plans, and the seat's hand; see `plans_picture`."""
    found = plans_picture(view, seat, words, asked, forecast), hand_picture(view, seat, words, asked)
    return tuple(picture for picture in found if picture is not None)


def plans_picture(
    view: VariaView, seat: Seat, words: Words, asked: Decision | None, forecast: Sequence[Forecast]
) -> Picture | None:
    """Return a picture of the plans as a seat's player sees them, described by the texts that it stands for.

    None if nobody has planned anything, or if there are too many moments.
    """
    if not isinstance(words.cards, VariaCards) or not situation.pictures_plans(view, seat):
        return None
    scene = plans_scene(view, seat, words.cards, words, asked, forecast)
    return Picture(PLANS, draw_plans(scene), _described(view, seat, words.cards, words, forecast))


def _described(view: VariaView, seat: Seat, pool: VariaCards, words: Words, forecast: Sequence[Forecast]) -> str:
    """Return a description to be read aloud: the plans, the forecast, then what the other player's cards do."""
    spoken = Spoken.of(words)
    places = situation.open_cards(view, seat, spoken, pictured=False)
    told = [
        spoken("card.described", card=CardRef(card), copies="", text=Rendered(cards.line(pool.by_id[card], spoken)))
        for place in places
        for card in dict.fromkeys(place.cards)
    ]
    return description("\n".join([*situation.timeline(view, spoken), *situation.forecast(forecast, spoken), *told]))


@drawn_in_process(KEPT)
def draw_plans(scene: PlansScene) -> bytes:
    """Draw both plans, as a PNG."""
    laid = lay_plans(scene)
    return png(paint(laid, round(laid.width)))


def lay_plans(scene: PlansScene) -> Scene:
    """Return the plans as a scene: an attack to be answered large, and below it the moments, side by side."""
    return _Plans(scene).lay_out()


class _Plans:
    """A picture that is being laid out, from top to bottom."""

    def __init__(self, scene: PlansScene) -> None:
        self.scene = scene
        self.small = scene.alone or scene.attack is not None
        self.columns = ACROSS if self.small else min(ACROSS, max(ACROSS - 1, len(scene.moments)))
        self.wide = (WIDE - SIDE - (self.columns - 1) * GAP) / self.columns
        self.items: list[Item] = []
        self.names = Names()
        self.top = 0.0

    def lay_out(self) -> Scene:
        """Return the whole picture."""
        if self.scene.attack is not None:
            self.attack(self.scene.attack)
        for start in range(0, len(self.scene.moments), self.columns):
            self.row(self.scene.moments[start : start + self.columns])
        for note in self.scene.notes:
            half = min(WIDE / 2, width(note, 42) / 2 + 30)
            self.plate(note, (WIDE / 2 - half, self.top), (2 * half, RESULT))
            self.top += RESULT + GAP
        return Scene(WIDE, self.top - GAP, tuple(self.items))

    def attack(self, attack: Attack) -> None:
        """Show the action to be answered as a card, and beside it what it does, to whom, and how likely."""
        high = max(CARD * attack.card.high / HAND[0], LEAST_HIGH)
        left = CARD + 2 * GAP
        middle, room = (left + WIDE) / 2, round(WIDE - left - 2 * INSET)
        other, reader = self.scene.fighters
        self.items.append(Frame((left, self.top), (WIDE - left, high), 28, PLATE, PLATE, 1))
        for number, fighter in enumerate((other, reader)):
            self.items += face_disc(fighter, (left + INSET + DISC + number * 3.6 * DISC, self.top + 84), DISC)
        self.items.append(symbol_at("arrow", (left + INSET + 2.4 * DISC, self.top + 62), 44, GLOW, PLATE))
        self.plate(attack.moment, (WIDE - INSET - NUMBERED, self.top + 54), (NUMBERED, 60), lit=True)
        does = fitted(attack.does, room, 56, LEAST)
        self.items.append(Text(does.lines[0], (middle, self.top + 176), does.size, CHALK))
        top, bottom = self.top + 214, self.top + high - INSET
        if attack.change:
            self.items += blow((middle, top + 108), 98, attack.change)
            top += 218
        if attack.chance:
            bottom -= 60
            chance = fitted(attack.chance, room, LINE, LEAST)
            self.items.append(Text(chance.lines[0], (middle, bottom + 30), chance.size, GLOW))
        said = filled(attack.unanswered, room, round(bottom - top), LINE if attack.change else ALONE, LEAST)
        for number, line in enumerate(said.lines):
            down = (top + bottom) / 2 + (number - (len(said.lines) - 1) / 2) * said.size * LEADING
            self.items.append(Text(line, (middle, down), said.size, CHALK))
        name = self.names("action", other.sign, attack.card.face.name)
        card = Image(attack.card, 0, self.top + (high - CARD * attack.card.high / HAND[0]) / 2, CARD)
        self.items.append(Group((card,), id=name, description=attack.card.face.name))
        self.top += high + 2 * GAP

    def left(self, place: int, count: int) -> float:
        """Return where a column begins: of large ones, fewer than there is room for are in the middle."""
        across = count * (self.wide + GAP) - GAP
        return SIDE + (0 if self.small else (WIDE - SIDE - across) / 2) + place * (self.wide + GAP)

    def row(self, moments: tuple[PlannedMoment, ...]) -> None:
        """Show moments side by side, with each player's actions in a row, and their results below."""
        lefts = [self.left(place, len(moments)) for place in range(len(moments))]
        for moment, left in zip(moments, lefts, strict=True):
            half = max(34, width(moment.number, 42) / 2 + 18)
            self.plate(moment.number, (left + self.wide / 2 - half, self.top), (2 * half, NUMBER - 8), lit=moment.now)
        self.top += NUMBER
        other, own = self.scene.fighters
        if not self.scene.alone:
            self.side(other, [each.theirs for each in moments], lefts, TILE if self.small else HAND)
        self.side(own, [each.own for each in moments], lefts, TILE)
        self.results([each.results for each in moments], lefts)

    def plate(self, text: str, at: Point, size: Point, *, lit: bool = False) -> None:
        """Write a short text on a plate, lit if the question is about it."""
        (left, top), (wide, high) = at, size
        paper, ink = (GLOW, INK) if lit else (PLATE, CHALK)
        fit = fitted(text, round(wide - 16), 42, SMALL_NAME)
        self.items.append(Frame(at, size, 12, paper, paper, 1))
        self.items.append(Text(fit.lines[0], (left + wide / 2, top + high / 2), fit.size, ink))

    def side(
        self, player: Fighter, actions: Sequence[ActionTile | None], lefts: Sequence[float], size: tuple[int, int]
    ) -> None:
        """Show one player's face, name and actions, as cards or tiles of this size; low if there are none."""
        high = self.wide * size[1] / size[0] if any(actions) else LOW
        middle, radius = self.top + high / 2, 50 if any(actions) else 24
        face, plate = middle - PLATED / 2, middle + radius - PLATED / 2 + 6
        self.items += face_disc(player, (SIDE / 2 - 6, face), radius)
        self.plate(player.name, (0, plate), (SIDE - 12, PLATED))
        for action, left in zip(actions, lefts, strict=True):
            if action is None:
                self.items.append(Frame((left, self.top), (self.wide, high), 16, None, FAINT, 3))
                dash = box(left + self.wide / 2 - 12, middle - 2, left + self.wide / 2 + 12, middle + 2)
                self.items.append(Path((dash,), FAINT))
            else:
                card = HandCard(action.face, mark=action.mark) if size == HAND else TileCard(action)
                name = self.names("action", player.sign, action.face.name)
                shown = Image(card, left, self.top, self.wide)
                self.items.append(Group((shown,), id=name, description=described(action)))
        self.top += high + GAP

    def results(self, results: Sequence[tuple[str, ...]], lefts: Sequence[float]) -> None:
        """Show what moments bring on average, each below its column."""
        most = max(map(len, results))
        if not most:
            return
        high = most * RESULT
        self.plate(self.scene.average, (0, self.top), (SIDE - 12, RESULT - 6))
        for lines, left in zip(results, lefts, strict=True):
            for number, line in enumerate(lines):
                self.plate(line, (left, self.top + number * RESULT), (self.wide, RESULT - 6))
        self.top += high + GAP
