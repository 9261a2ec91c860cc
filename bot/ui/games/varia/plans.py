"""The picture of the plans on a panel: the action to be answered large, or the other player's above the reader's own.

A long turn has none, because its actions would be too small or the picture too tall; texts list it.
"""

from collections.abc import Sequence
from typing import Final

from bot.ui.fonts.font_files import Typeface
from bot.ui.games.varia import cards, situation
from bot.ui.games.varia.hand_picture import hand_pictures
from bot.ui.games.varia.model import ActionTile, described, numbers
from bot.ui.games.varia.planned_card import HIGH, PlannedCard
from bot.ui.games.varia.plans_model import PlannedAttack, PlannedMoment, PlannedResult, PlansModel, plans_model
from bot.ui.games.varia.scoreboard import score_picture
from bot.ui.games.varia.wide_card import RADIUS, WIDTH
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import blow, face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Point, Scene, Text
from bot.ui.pictures.scoreboard import PIXELS
from bot.ui.pictures.strip import WIDE, StripPlayer
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import LEADING, Fitted, filled, fitted, width
from bot.ui.texts.words import Rendered, Spoken, Words
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

HEADED, FIRST = 62, 70
"""The heights of a heading, and the width of a moment's number in a table, in pixels."""

RESULT, FIGURE = 70, 62
"""The height of a line of a moment's results, and the largest size of it, in pixels."""

LOSER: Final = 27
"""The radius of the face of a player whose points change, in pixels."""


def panel_pictures(
    view: VariaView,
    seat: Seat,
    words: Words,
    asked: Decision | None = None,
    forecast: Sequence[Forecast] = (),
    /,
) -> tuple[Picture, ...]:
    """Return the pictures on a seat's panel of Varia: the scoreboard, the plans and the hand; see `plans_picture`."""
    above = (score_picture(view, seat, words), plans_picture(view, seat, words, asked, forecast))
    return *(each for each in above if each is not None), *hand_pictures(view, seat, words, asked)


def glimpsed(view: VariaView, seat: Seat, asked: Decision, words: Words) -> list[str]:
    """Return the cards with rules that are small in these pictures: other actions, and what is dim in the hand."""
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
    if not situation.pictures_plans(view, seat):
        return None
    pool = words.pool(VariaCards)
    model = plans_model(view, seat, pool, words, asked, forecast)
    return Picture(PLANS, draw_plans(model), _described(view, seat, model, pool, words))


def _described(view: VariaView, seat: Seat, model: PlansModel, pool: VariaCards, words: Words) -> str:
    """Return a description to be read aloud: what the picture shows, then what the other player's cards do."""
    spoken, attack = Spoken.of(words), model.attack
    places = situation.open_cards(view, seat, spoken)
    told = [
        spoken("card.described", card=CardRef(card), copies="", text=Rendered(cards.line(pool.by_id[card], spoken)))
        for place in places
        for card in dict.fromkeys(place.cards)
    ]
    meant = (
        []
        if attack is None
        else [f"{attack.moment}: {attack.does}", f"{attack.change} {attack.unanswered}".strip(), attack.chance]
    )
    brought = [f"{moment.number}: {moment.told}" for moment in model.moments if moment.results]
    lines = [model.moment, *situation.timeline(view, spoken), *meant, *brought, *model.notes]
    return description("\n".join([*(line for line in lines if line), *told]))


@drawn_in_process
def draw_plans(model: PlansModel) -> bytes:
    """Draw both plans, as a PNG."""
    return png(paint(lay_plans(model), PIXELS))


def lay_plans(model: PlansModel) -> Scene:
    """Return the plans as a scene: moments side by side, or an action to be answered, and the others below it."""
    return _Plans(model).lay_out()


class _Plans:
    """A picture that is being laid out, from top to bottom."""

    def __init__(self, model: PlansModel) -> None:
        self.scene = model
        self.items: list[Item] = []
        self.names = Names()
        self.top = 0.0

    def lay_out(self) -> Scene:
        """Return the whole picture."""
        if self.scene.moment:
            self.note(self.scene.moment)
        if self.scene.attack is not None:
            self.attack(self.scene.attack)
        if not self.scene.alone:
            self.table()
        else:
            for start in range(0, len(self.scene.moments), ACROSS):
                self.row(self.scene.moments[start : start + ACROSS])
        together = " · ".join(self.scene.notes)
        fits = width(together, LEAST) <= WIDE - 2 * INSET
        for note in [together] * bool(together) if fits else self.scene.notes:
            self.note(note)
        return Scene(WIDE, self.top - GAP, tuple(self.items))

    def note(self, text: str) -> None:
        """Write a line about all moments on a plate in the middle."""
        half = min(WIDE / 2, width(text, LEAST) / 2 + INSET)
        self.plate(text, (WIDE / 2 - half, self.top), (2 * half, HEADED))
        self.top += HEADED + GAP

    def attack(self, attack: PlannedAttack) -> None:
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

    def effect(self, attack: PlannedAttack, left: float, size: Point) -> None:
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

    def table(self) -> None:
        """Show moments one below another: each player's actions side by side, and below them what they bring."""
        if not self.scene.moments:
            return
        room = WIDE - FIRST - GAP
        wide = (room - GAP) / 2
        lefts = (FIRST + GAP, FIRST + GAP + wide + GAP)
        for left, fighter, name in zip(lefts, self.scene.fighters, self.scene.names, strict=True):
            self.plate(name, (left, self.top), (wide, HEADED), fighter)
        self.top += HEADED + GAP / 2
        for moment in self.scene.moments:
            below = RESULT * bool(moment.results)
            self.plate(moment.number, (0, self.top), (FIRST, HIGH + below), lit=moment.now)
            for left, player, action in zip(lefts, self.scene.fighters, (moment.theirs, moment.own), strict=True):
                self.action(player, action, (left, self.top), wide, lit=moment.now)
            if moment.results:
                self.results(moment.results, moment.chance, (lefts[0], self.top + HIGH), room)
            self.top += HIGH + below + GAP

    def row(self, moments: Sequence[PlannedMoment]) -> None:
        """Show moments of the reader's plan side by side, each with its number above and its results below."""
        wide = (WIDE - GAP) / ACROSS
        lines = 0
        for place, moment in enumerate(moments):
            left, down = place * (wide + GAP), self.top + NUMBER + HIGH
            half = max(34, width(moment.number, 42) / 2 + 18)
            self.plate(moment.number, (left + wide / 2 - half, self.top), (2 * half, NUMBER - 8), lit=moment.now)
            self.action(self.scene.fighters[1], moment.own, (left, self.top + NUMBER), wide, lit=moment.now)
            told = [(moment.results, "")] * bool(moment.results) + [((), moment.chance)] * bool(moment.chance)
            for line, (results, chance) in enumerate(told):
                self.results(results, chance, (left, down + line * RESULT), wide)
            lines = max(lines, len(told))
        self.top += NUMBER + HIGH + lines * RESULT + GAP

    def results(self, results: Sequence[PlannedResult], chance: str, at: Point, wide: float) -> None:
        """Write what a moment brings on a plate, large, beside the faces of those whose points change."""
        (left, top), middle = at, at[1] + GAP / 2 + (RESULT - GAP / 2) / 2
        self.items.append(Frame((left, top + GAP / 2), (wide, RESULT - GAP / 2), 12, PLATE, PLATE, 1))
        gaps = INSET * (len(results) + bool(chance) - 1)
        faces = 2 * LOSER + GAP
        used: float = gaps + faces * sum(result.player is not None for result in results)
        figures = sum(width(result.text, NARROW, "title") for result in results)
        said = fitted(chance, max(1, round(wide - 2 * INSET - used - figures)), LEAST, NARROW)
        used += width(said.lines[0], said.size) if chance else 0
        room = round((wide - 2 * INSET - used) / max(1, len(results)))
        fits = [fitted(result.text, room, FIGURE, NARROW, 1, "title") for result in results]
        start = left + (wide - used - sum(width(fit.lines[0], fit.size, "title") for fit in fits)) / 2
        for result, fit in zip(results, fits, strict=True):
            if result.player is not None:
                self.items += face_disc(result.player, (start + LOSER, middle), LOSER)
                start += faces
            # Words may have marks below their letters, figures have none.
            ink, raised = (CHALK, 6) if result.player is None else (GLOW, 3)
            self.items.append(Text(fit.lines[0], (start, middle - raised), fit.size, ink, "lm", "title"))
            start += width(fit.lines[0], fit.size, "title") + INSET
        self.items += [Text(line, (start, middle), said.size, CHALK, "lm") for line in said.lines]

    def action(self, player: StripPlayer, action: ActionTile | None, at: Point, wide: float, *, lit: bool) -> None:
        """Show an action, or else a frame with a dash, or with a question mark if it is asked about."""
        if action is not None:
            name = self.names("action", player.sign, action.face.name)
            shown = Image(PlannedCard(action, wide), *at, wide)
            self.items.append(Group((shown,), id=name, description=described(action)))
            return
        ink = GLOW if lit else FAINT
        self.items.append(Frame(at, (wide, HIGH), 16, None, ink, 4 if lit else 3))
        self.items.append(Text("?" if lit else "–", (at[0] + wide / 2, at[1] + HIGH / 2), 90, ink, "mm", "title"))

    def plate(self, text: str, at: Point, size: Point, player: StripPlayer | None = None, *, lit: bool = False) -> None:
        """Write a short text on a plate, beside a player's face, lit if the question is about it."""
        (left, top), (wide, high) = at, size
        paper, ink = (GLOW, INK) if lit else (PLATE, CHALK)
        face = 0 if player is None else high
        fit = fitted(text, round(wide - face - 16), LEAST, NARROW)
        self.items.append(Frame(at, size, 12, paper, paper, 1))
        if player is not None:
            self.items += face_disc(player, (left + high / 2 + 2, top + high / 2), high / 2 - 7)
        self.items.append(Text(fit.lines[0], (left + (face + wide) / 2, top + high / 2), fit.size, ink))


def _lines(fit: Fitted, middle: Point, ink: Colour = CHALK, typeface: Typeface = "text") -> tuple[Text, ...]:
    """Return lines of text around a point."""
    step = fit.size * (LEADING if typeface == "text" else 1)
    first = middle[1] - (len(fit.lines) - 1) / 2 * step
    return tuple(
        Text(line, (middle[0], first + number * step), fit.size, ink, "mm", typeface)
        for number, line in enumerate(fit.lines)
    )
