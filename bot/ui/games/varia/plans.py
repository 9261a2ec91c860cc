"""The picture of the plans on a panel: the action to be answered large, or the other player's above the reader's own.

A long turn has none, because its actions would be too small or the picture too tall; texts list it.
"""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.varia import cards, situation
from bot.ui.games.varia.card_picture import FLAT, TILE, TileCard
from bot.ui.games.varia.hand_picture import hand_pictures
from bot.ui.games.varia.plans_scene import Attack, PlannedMoment, PlansScene, plans_scene
from bot.ui.games.varia.scene import ActionTile, described, numbers
from bot.ui.games.varia.scoreboard import score_picture
from bot.ui.games.varia.wide_card import RADIUS, WIDTH
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import blow, face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Point, Scene, Text, box
from bot.ui.pictures.strip import WIDE, Fighter
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import LEADING, Fitted, Typeface, filled, fitted, width
from bot.ui.words import Rendered, Spoken, Words
from engine.contract import CardRef, Decision, Forecast, Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

PLANS: Final = "varia-plans.png"

ACROSS: Final = 2
"""The number of moments of a plan side by side."""

GAP: Final = 12
NUMBER: Final = 62
"""The height of a moment's number above an action."""

LEAST: Final = 42
"""The smallest size of text, in pixels: a phone shows it 11 pixels high."""

NARROW: Final = 28
"""The size to which a text shrinks that does not fit otherwise, in pixels."""

BANNER, DISC, INSET = 128, 48, 26
"""The height of the banner that says who does what, the radius of a face on it, and the margin inside plates."""

NUMBERED: Final = 250
"""The width of the plate with the moment of an action to be answered, in pixels."""

DOES: Final = 60
"""The largest size of what the other player does, in pixels."""

HEADED, ROW, FIRST = 62, 116, 70
"""The heights of a table's heading and of its rows without cards, and the width of its moments' numbers, in pixels."""

NAMED: Final = 0.31
"""The share of a table's width for the names of a player's actions."""

RESULT, FIGURE = 66, 50
"""The height of a line of a moment's results, and the largest size of it, in pixels."""

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
    """Return the pictures on a seat's panel: the scoreboard, the plans and the seat's hand; see `plans_picture`."""
    above = (score_picture(view, seat, words), plans_picture(view, seat, words, asked, forecast))
    return *(each for each in above if each is not None), *hand_pictures(view, seat, words, asked)


def glimpsed(view: VariaView, seat: Seat, asked: Decision, words: Words) -> list[str]:
    """Return the cards with rules that are small in these pictures: other actions, and what is dim in the hand."""
    pool = words.cards
    if not isinstance(pool, VariaCards):
        return []
    own, offered = view.seats[letter(seat)], numbers(view, seat, asked)
    there = (*(own.hand or ()), *own.items)
    lit = {ref.card for ref in there if not offered or ref in offered}
    dim = [*(ref.card for ref in (*there, *own.ruined)), *own.stacks] if offered else []
    small = [*situation.glimpsed(view, seat, asked, words), *dim]
    return [card for card in dict.fromkeys(small) if card not in lit]


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
    """Return the plans as a scene: moments side by side, or an action to be answered, and the others below it."""
    return _Plans(scene).lay_out()


class _Plans:
    """A picture that is being laid out, from top to bottom."""

    def __init__(self, scene: PlansScene) -> None:
        self.scene = scene
        self.items: list[Item] = []
        self.names = Names()
        self.top = 0.0

    def lay_out(self) -> Scene:
        """Return the whole picture."""
        if self.scene.attack is not None:
            self.attack(self.scene.attack)
        if not self.scene.alone:
            self.table(tiled=self.scene.attack is None)
        else:
            for start in range(0, len(self.scene.moments), ACROSS):
                self.row(self.scene.moments[start : start + ACROSS])
        together = " · ".join(self.scene.notes)
        fits = width(together, LEAST) <= WIDE - 2 * INSET
        for note in [together] * bool(together) if fits else self.scene.notes:
            half = min(WIDE / 2, width(note, LEAST) / 2 + INSET)
            self.plate(note, (WIDE / 2 - half, self.top), (2 * half, HEADED))
            self.top += HEADED + GAP
        return Scene(WIDE, self.top - GAP, tuple(self.items))

    def attack(self, attack: Attack) -> None:
        """Show who does what, then the action as a card, and beside it what it costs and how likely that is."""
        other, reader = self.scene.fighters
        middle = self.top + BANNER / 2
        self.items.append(Frame((0, self.top), (WIDE, BANNER), 28, PLATE, PLATE, 1))
        for number, fighter in enumerate((other, reader)):
            self.items += face_disc(fighter, (INSET + DISC + number * 3.4 * DISC, middle), DISC)
        self.items.append(symbol_at("arrow", (INSET + 2.2 * DISC, middle - 24), 48, GLOW, PLATE))
        left, right = 2 * INSET + 5.5 * DISC, WIDE - INSET - NUMBERED
        does = filled(attack.does, round(right - left - INSET), BANNER - 20, DOES, NARROW)
        self.items += _lines(does, ((left + right - INSET) / 2, middle))
        self.plate(attack.moment, (right, middle - 34), (NUMBERED, 68), lit=True)
        self.top += BANNER + GAP
        wide = (WIDE - GAP) / 2
        drawn = attack.card.needed_height
        high = drawn + RADIUS
        name = self.names("action", other.sign, attack.card.face.name)
        card = (Image(attack.card, 0, self.top, WIDTH), Image(attack.card.foot(RADIUS), 0, self.top + drawn, WIDTH))
        self.items.append(Group(card, id=name, description=attack.card.face.name))
        self.items.append(Frame((wide + GAP, self.top), (wide, high), 28, PLATE, PLATE, 1))
        self.effect(attack, wide + GAP + INSET, (wide - 2 * INSET, high))
        self.top += high + GAP

    def effect(self, attack: Attack, left: float, size: Point) -> None:
        """Show what an action costs, large, and below it what that means."""
        wide, high = size
        at, room = left + wide / 2, round(wide)
        chance = fitted(attack.chance, room, LEAST, NARROW)
        said = filled(attack.unanswered, room, round(high / 2), LEAST if attack.change else 50, NARROW)
        lines = len(said.lines) * said.size + len(chance.lines) * chance.size
        radius = min(124.0, (high - lines * LEADING - 2 * GAP) / 2.3) if attack.change else 0
        top = self.top + (high - 2.2 * radius - lines * LEADING) / 2
        if attack.change:
            self.items += blow((at, top + radius), radius, attack.change)
            top += 2.2 * radius
        tall = len(said.lines) * said.size * LEADING
        self.items += _lines(said, (at, top + tall / 2))
        self.items += _lines(chance, (at, top + tall + len(chance.lines) * chance.size * LEADING / 2), GLOW)

    def table(self, *, tiled: bool) -> None:
        """Show moments one below another: each player's actions with what they bring, as tiles or as names."""
        if not self.scene.moments:
            return
        told = any(moment.results for moment in self.scene.moments)
        room = WIDE - FIRST
        wide = room / 2 - GAP if tiled else (room - 3 * GAP) * NAMED
        high = wide * FLAT / TILE[0] if tiled else ROW
        lefts = [FIRST + GAP + number * (wide + GAP) for number in range(3)]
        rest = WIDE - lefts[2]
        for left, fighter, name in zip(lefts, self.scene.fighters, self.scene.names, strict=False):
            self.plate(name, (left, self.top), (wide, HEADED), fighter)
        if told and not tiled:
            self.plate(self.scene.average, (lefts[2], self.top), (rest, HEADED))
        self.top += HEADED + GAP / 2
        for moment in self.scene.moments:
            below = RESULT + GAP / 2 if tiled and moment.results else 0
            self.plate(moment.number, (0, self.top), (FIRST, high + below), lit=moment.now)
            for left, player, action in zip(lefts, self.scene.fighters, (moment.theirs, moment.own), strict=False):
                self.action(player, action, (left, self.top), (wide, high), tiled=tiled, lit=moment.now)
            ink = GLOW if moment.hurts else CHALK
            if below:
                self.items += _told(
                    " · ".join(moment.results), (lefts[0], self.top + high + GAP / 2), (room - GAP, RESULT), ink
                )
            elif told and not tiled:
                self.items += _told("\n".join(moment.results), (lefts[2], self.top), (rest, high), ink)
            self.top += high + below + (GAP if tiled else GAP / 2)
        self.top += 0 if tiled else GAP / 2

    def row(self, moments: Sequence[PlannedMoment]) -> None:
        """Show moments of the reader's plan side by side, each with its number above and its results below."""
        wide = (WIDE - GAP) / ACROSS
        high, most = wide * FLAT / TILE[0], max(len(each.results) for each in moments)
        for place, moment in enumerate(moments):
            left = place * (wide + GAP)
            half = max(34, width(moment.number, 42) / 2 + 18)
            self.plate(moment.number, (left + wide / 2 - half, self.top), (2 * half, NUMBER - 8), lit=moment.now)
            self.action(
                self.scene.fighters[1],
                moment.own,
                (left, self.top + NUMBER),
                (wide, high),
                tiled=True,
                lit=moment.now,
            )
            for number, line in enumerate(moment.results):
                at = (left, self.top + NUMBER + high + GAP / 2 + number * RESULT)
                self.items += _told(line, at, (wide, RESULT - 6), GLOW if moment.hurts else CHALK)
        self.top += NUMBER + high + GAP + (most * RESULT + GAP if most else 0)

    def action(
        self, player: Fighter, action: ActionTile | None, at: Point, size: Point, *, tiled: bool, lit: bool
    ) -> None:
        """Show an action, as a tile or only by its name, or else a frame with a dash, lit if it is asked about."""
        (left, top), (wide, high) = at, size
        if action is None:
            ink = GLOW if lit else FAINT
            self.items.append(Frame(at, size, 16, None, ink, 3))
            dash = box(left + wide / 2 - 12, top + high / 2 - 2, left + wide / 2 + 12, top + high / 2 + 2)
            self.items.append(Path((dash,), ink))
            return
        name = self.names("action", player.sign, action.face.name)
        shown = (Image(TileCard(action, FLAT), left, top, wide),) if tiled else _told(described(action), at, size)
        self.items.append(Group(shown, id=name, description=described(action)))

    def plate(self, text: str, at: Point, size: Point, player: Fighter | None = None, *, lit: bool = False) -> None:
        """Write a short text on a plate, beside a player's face, lit if the question is about it."""
        (left, top), (wide, high) = at, size
        paper, ink = (GLOW, INK) if lit else (PLATE, CHALK)
        face = 0 if player is None else high
        fit = fitted(text, round(wide - face - 16), LEAST, NARROW)
        self.items.append(Frame(at, size, 12, paper, paper, 1))
        if player is not None:
            self.items += face_disc(player, (left + high / 2 + 2, top + high / 2), high / 2 - 7)
        self.items.append(Text(fit.lines[0], (left + (face + wide) / 2, top + high / 2), fit.size, ink))


def _told(text: str, at: Point, size: Point, ink: Colour = CHALK) -> tuple[Item, ...]:
    """Return lines of text on a plate, as large as they fit."""
    (left, top), (wide, high) = at, size
    fit = filled(text, round(wide - 20), round(high), FIGURE, NARROW, "title")
    return Frame(at, size, 12, PLATE, PLATE, 1), *_lines(fit, (left + wide / 2, top + high / 2), ink, "title")


def _lines(fit: Fitted, middle: Point, ink: Colour = CHALK, typeface: Typeface = "text") -> tuple[Text, ...]:
    """Return lines of text around a point."""
    step = fit.size * (LEADING if typeface == "text" else 1)
    first = middle[1] - (len(fit.lines) - 1) / 2 * step
    return tuple(
        Text(line, (middle[0], first + number * step), fit.size, ink, "mm", typeface)
        for number, line in enumerate(fit.lines)
    )
