"""WarMage's pictures: the table, with the Chain as a stack, the players and the Row; a hand; a card.

They are designed for phones, which show a picture `WIDE` pixels wide at a width of about 350 to 550.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.ui.games.trophies import seat_tones
from bot.ui.games.warmage import board, cards
from bot.ui.games.warmage.faces import spell_face
from bot.ui.games.warmage.scene import LinkScene, LyingScene, PlayerScene, WarMageBoardScene, board_scene, hand_scene
from bot.ui.pictures.badges import PILE, PLATE, Badge, PileCount, bar_at, pile_at
from bot.ui.pictures.cards import BACK, CARD_BACK, TALL, draw_card
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, PAPER, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Point, Scene, Text
from bot.ui.pictures.shapes import Back, line_at
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.symbols import Sign, symbol_at
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, SLATE
from bot.ui.pictures.wide_hand import hand_pages, lay_wide_hand
from bot.ui.texts.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.warmage.cards import Spell
from engine.games.warmage.chain import Fate
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import WarMageView

BOARD, HAND, NEXT, CARD = "warmage-table.png", "warmage-hand.png", "warmage-hand-{}.png", "warmage-card.png"

WIDE: Final = 1080
"""The width of a picture of the table, in pixels."""

MARGIN, GAP = 18, 14
"""The margin around everything and the gap between things, in pixels."""

TITLE, LINK, LEAST_LINK, CHAIN_ROOM = 62, 104, 66, 640
"""The heights of the Chain's title, of a Spell in it (maximum and minimum), and of a Chain before its Spells shrink."""

STEP: Final = 10
"""How far each Spell in the Chain is indented from the one above it, which makes the Chain look like a stack."""

ASKED: Final = 92
"""The height of the line of players who may answer."""

PLAYER, LYING = 278, 104
"""The heights of a player's panel without cards in play, and of a row of cards in play."""

SMALL, LEAST_LYING = 66, 24
"""The width of the art of a card in play, and the smallest size of its name."""

COLUMNS: Final = 2
"""The number of panels side by side, and of cards in play within a panel."""

WOUND: Final = (58, 82)
"""The width and height of a Wound Card, in its own units."""

WOUND_WIDE: Final = 46
"""The width of a Wound Card on a player's panel, in pixels."""

BACK_WIDE, BACK_STEP, BACKS = 46, 30, 5
"""The width of a hidden card of a hand, how far it is from the next one, and the most that are drawn."""

ROW, PILE_SHARE = 300, 0.7
"""The largest width of a card in the Row, and the width of a pile's card as a share of such a card's."""

LEAST_NAME: Final = 32
"""The smallest size of a player's name, in pixels: it can be read on a phone."""

LEAST: Final = 18
"""The smallest size of text beside cards, in pixels."""

FATES: Final[dict[Fate, tuple[str, Colour]]] = {
    "success": ("check", (96, 205, 150)),
    "countered": ("barred", (255, 128, 104)),
    "fizzled": ("puff", CHALK),
}
"""How a Spell's fate is shown: the sign and its colour."""

FLESH, MORTAL = ((250, 214, 206), (186, 44, 30)), ((52, 22, 26), (255, 255, 255))
"""The colours of a Wound Card's paper and sign."""

ASIDE: Final = ((62, 70, 100), (170, 180, 204))
"""The back of a Wound Card that is set aside: the colour between its stripes, and the colour of its edge."""

HELD: Final = Back((BACK_WIDE, BACK_WIDE * TALL), 8, *BACK, 3)
"""The back of a card in a hand."""


def board_picture(view: WarMageView, words: Words) -> Picture:
    """Return a picture of the Chain, the Row and the players' Wounds, with a description of the same facts."""
    told = description(board.describe_board(view, Spoken.of(words)))
    return Picture(BOARD, draw_board(board_scene(view, words)), told)


def hand_pictures(view: WarMageView, seat: Seat, words: Words, title: str = "") -> tuple[Picture, ...]:
    """Return the Spells in a hand, perhaps with a title, in as many pictures as it takes; none if the hand is empty.

    The first picture's description has everything.
    """
    scene = hand_scene(view, seat, words, title)
    return () if scene is None else hand_pages(HAND, NEXT, scene, board.hand(view, seat, Spoken.of(words)))


def card_picture(spell: Spell, pool: WarMageCards, words: Words) -> Picture:
    """Return a picture of a Spell, large enough to read, with the Spell's page as its description."""
    page = cards.page(spell, pool, Spoken.of(words))
    return Picture(CARD, draw_card(spell_face(spell, words, text=True)), page.description)


def board_drawing(view: WarMageView, words: Words) -> Scene:
    """Return the table as a scene to draw."""
    return _Table(board_scene(view, words)).lay_out()


def hand_drawing(view: WarMageView, seat: Seat, words: Words) -> Scene | None:
    """Return the Spells in a hand as a scene to draw; None if the hand is empty."""
    scene = hand_scene(view, seat, words)
    return None if scene is None else lay_wide_hand(scene)


@drawn_in_process
def draw_board(scene: WarMageBoardScene) -> bytes:
    """Draw the Chain, the Row and the players, as a PNG."""
    whole = _Table(scene).lay_out()
    return png(paint(whole, round(whole.width)))


class _Table:
    """A table being laid out from the top: the Chain, the players who may answer, all players, the Row, the piles."""

    def __init__(self, scene: WarMageBoardScene) -> None:
        self.scene = scene
        self.tones = seat_tones(len(scene.marks))
        self.link_high = max(LEAST_LINK, min(LINK, CHAIN_ROOM // max(1, len(scene.chain))))
        chain = TITLE + len(scene.chain) * self.link_high if scene.chain else 0
        self.players_top = MARGIN + chain + (ASKED if scene.may_answer else GAP if scene.chain else 0)
        self.lines = [self.line_high(start) for start in range(0, len(scene.players), COLUMNS)]
        self.row_top = self.players_top + sum(self.lines) + GAP * len(self.lines) + TITLE + GAP
        self.items: list[Item] = []
        self.names = Names()

    def line_high(self, start: int) -> int:
        """Return the height of a row of panels: that of the highest."""
        return max(_player_high(player) for player in self.scene.players[start : start + COLUMNS])

    def lay_out(self) -> Scene:
        """Return everything."""
        if self.scene.chain:
            self.chain()
        wide = (WIDE - 2 * MARGIN - GAP) // COLUMNS
        for number, player in enumerate(self.scene.players):
            line, column = divmod(number, COLUMNS)
            top = self.players_top + sum(self.lines[:line]) + GAP * line
            alone = column == 0 and player is self.scene.players[-1]
            size = (WIDE - 2 * MARGIN if alone else wide, self.lines[line])
            panel = tuple(self.player(player, MARGIN + column * (wide + GAP), top, size))
            self.items.append(Group(panel, id=f"seat {letter(player.seat)}"))
            self.play(player, MARGIN + column * (wide + GAP) + 20, top + PLAYER, size[0] - 40)
        self.row()
        return Scene(WIDE, self.row_top + round(self.row_wide * TALL) + MARGIN, tuple(self.items))

    def plate(self, top: int, high: int) -> None:
        """Put down a plate for text, from edge to edge."""
        self.items.append(Frame((0, top), (WIDE, high), 22, PLATE, PLATE, 1))

    def badge(self, seat: Seat, left: float, top: float, size: float) -> Image:
        """Return a seat's badge."""
        return Image(Badge(seat, self.scene.marks[seat], self.scene.faces[seat]), left, top, size)

    # The Chain

    def chain(self) -> None:
        """Draw the Chain as a stack, and below it the players who may answer."""
        shown = self.scene
        self.plate(0, TITLE + MARGIN - 8)
        title, _ = written((MARGIN + 4, MARGIN + TITLE / 2 - 6), shown.title, WIDE - 2 * MARGIN, 40, GLOW)
        self.items.append(title)
        for place, link in enumerate(shown.chain):
            inset = min(place, 6) * STEP
            top = MARGIN + TITLE + place * self.link_high
            drawn = tuple(self.link(link, MARGIN + inset, top, WIDE - 2 * MARGIN - 2 * inset))
            name = self.names("chain", letter(link.seat), link.number)
            self.items.append(Group(drawn, id=name, description=f"{link.number} {link.name}, {link.told}"))
        if shown.may_answer:
            top = MARGIN + TITLE + len(shown.chain) * self.link_high + 6
            self.plate(top - 4, ASKED - 12)
            asked, across = written((MARGIN + 4, top + 36), shown.asked, 460, 38, GLOW)
            self.items.append(asked)
            at = MARGIN + 4 + across + 20
            for seat in shown.may_answer:
                self.items.append(self.badge(seat, at, top + 2, 68))
                at += 68 + GAP

    def link(self, link: LinkScene, left: int, top: int, wide: int) -> Iterator[Item]:
        """Yield a Spell in the Chain: its caster, its target, and its fate if nobody answers."""
        high = self.link_high - 8
        (sign, colour), paper = FATES[link.fate], self.tones[link.seat].deep
        yield Frame((left, top), (wide, high), 18, paper, colour, 4)
        middle, size = top + high / 2, min(64, high - 16)
        number, across = written((left + 16, middle), str(link.number), 60, 34, CHALK)
        yield number
        at = left + 16 + across + GAP
        yield self.badge(link.seat, at, middle - size / 2, size)
        at += size + GAP
        yield Image(Sign(link.sign, PAPER, paper), at, middle - size / 2 + 4, size - 8)
        at += size + 4
        fate_left = left + wide - 240
        yield from self.aimed(link, at, (top, high), fate_left - at - GAP)
        yield Image(Sign(sign, colour, paper), fate_left, middle - 22, 44)
        yield written((fate_left + 54, middle), link.told, 240 - 54 - 12, 32, colour)[0]

    def aimed(self, link: LinkScene, left: float, band: tuple[int, int], room: float) -> Iterator[Item]:
        """Yield a Spell's name, and its target below it; a Spell without a target takes one line."""
        top, high = band
        target = link.at is not None or link.upon is not None
        shielded = 44 if link.protected else 0
        down = top + high * (0.3 if target else 0.5)
        name, across = written((left, down), link.name, int(room) - shielded, 40, PAPER)
        yield name
        if shielded:
            yield Image(Sign("ward", GLOW, self.tones[link.seat].deep), left + across + 8, down - 18, 36)
        if not target:
            return
        size, middle = min(38, high // 2 - 4), top + high * 0.72
        arrow = Sign("arrow", GLOW, self.tones[link.seat].deep)
        yield Image(arrow, left, middle - 12, 24)
        at = left + 34
        if link.upon is not None:
            place, upon = link.upon
            if place is not None:
                number, across = written((at, middle), str(place), 50, 30, CHALK)
                yield number
                at += across + 10
            left_over = int(left + room - at) - (size + 44 if link.at is not None else 0)
            shown, across = written((at, middle), upon, left_over, 30, CHALK)
            yield shown
            at += across
            if link.at is not None:
                yield Image(arrow, at + 10, middle - 12, 24)
                at += 44
        if link.at is not None:
            yield self.badge(link.at, at, middle - size / 2, size)

    # The players

    def player(self, player: PlayerScene, left: int, top: int, size: tuple[int, int]) -> Iterator[Item]:
        """Yield a player's panel: name, number of Wounds left with its bar, hand, Wound Cards."""
        right, tones = left + size[0] - 20, self.tones[player.seat]
        paper = SLATE if player.out else tones.deep
        yield Frame((left, top), size, 22, paper, GLOW if player.active else paper, 6)
        yield self.badge(player.seat, left + 18, top + 16, 84)
        sign = "skull" if player.out else "arrow" if player.active else ""
        room = right - left - 118 - (64 if sign else 0)
        yield line_at((left + 118, top + 58), player.name, room, (48, LEAST_NAME), CREAM, "lm")[0]
        if sign:
            yield Image(Sign(sign, CHALK if player.out else GLOW, paper), right - 52, top + 32, 52)
        ink = FAINT if player.out else PAPER
        told = fitted(player.told, right - left - 20, 58, LEAST, 1, "title")
        yield Text(told.lines[0], (left + 20, top + 132), told.size, ink, "lm", "title")
        if not player.out:
            yield from bar_at(
                (left + 20, top + 164, right, top + 184), player.left, player.most, tones.light, tones.dark
            )
        yield from self.held(player, left + 20, top + 198)
        kinds = () if player.out else ("mortal",) * player.mortal + ("flesh",) * player.flesh
        for number, kind in enumerate(kinds, 1):
            yield Image(Wound(kind), right - number * (WOUND_WIDE + 6) + 6, top + 198, WOUND_WIDE)

    def held(self, player: PlayerScene, left: float, top: float) -> Iterator[Item]:
        """Yield the backs of a hand's cards, a few of them if there are many, and how many there are."""
        backs = min(player.hand, BACKS)
        for number in range(backs):
            yield Image(HELD, left + number * BACK_STEP, top, BACK_WIDE)
        at = left + (backs * BACK_STEP + BACK_WIDE - BACK_STEP + 14 if backs else 0)
        yield written((at, top + BACK_WIDE * TALL / 2), player.held, 150, 40, CREAM)[0]

    def play(self, player: PlayerScene, left: int, top: int, wide: int) -> None:
        """Put the cards in play into the lower part of a player's panel."""
        room = wide / min(COLUMNS, max(1, len(player.play)))
        for number, lying in enumerate(player.play):
            row, column = divmod(number, COLUMNS)
            drawn = tuple(self.lying(lying, left + column * room, top + row * LYING, room))
            name = self.names("play", letter(player.seat), lying.name)
            self.items.append(Group(drawn, id=name, description=lying.name))

    def lying(self, lying: LyingScene, left: float, top: float, wide: float) -> Iterator[Item]:
        """Yield a card in play: its art, its name, and its caster if another player cast it."""
        start = left
        if lying.art is not None:
            yield Image(SmallCard(lying.art), left, top, SMALL)
            start += SMALL + 10
        if lying.by is not None:
            yield self.badge(lying.by, left - 8, top + LYING - GAP - 44, 42)
        fit = fitted(lying.name, int(left + wide - start) - 8, 36, LEAST_LYING, 2)
        for number, line in enumerate(fit.lines):
            down = top + (LYING - GAP) / 2 + (number - (len(fit.lines) - 1) / 2) * fit.size * 1.15
            yield Text(line, (start, down), fit.size, CHALK, "lm")

    # The middle of the table

    @property
    def piles(self) -> list[PileCount]:
        """The piles that have cards."""
        return [pile for pile in (self.scene.deck, self.scene.discard) if pile.count]

    @property
    def row_wide(self) -> float:
        """The width of a card in the Row: beside the piles, the Row takes up the picture's whole width if it can."""
        count, piles = len(self.scene.row), len(self.piles)
        room = WIDE - 2 * MARGIN - GAP * (count + piles - 1)
        return min(ROW, room / max(1, count + PILE_SHARE * piles))

    def row(self) -> None:
        """Draw the Row below its title, then the deck and the Discard."""
        self.plate(self.row_top - TITLE - GAP, TITLE)
        at = (MARGIN + 4, self.row_top - GAP - TITLE / 2)
        self.items.append(written(at, self.scene.row_name, WIDE - 2 * MARGIN, 44, GLOW)[0])
        left, wide = float(MARGIN), self.row_wide
        for each in self.scene.row:
            card = Image(each, left, self.row_top, wide)
            self.items.append(Group((card,), id=self.names("row", each.name), description=each.name))
            left += wide + GAP
        for pile in self.piles:
            self.items.append(Group(tuple(self.pile(pile, left, wide * PILE_SHARE)), id=f"pile {pile.kind}"))
            left += wide * PILE_SHARE + GAP

    def pile(self, pile: PileCount, left: float, wide: float) -> Iterator[Item]:
        """Yield a pile's card, as high as the Row together with the number of its cards below."""
        below = self.row_top + round(self.row_wide * TALL) - PILE - 8
        if pile.kind == "discard" and self.scene.newest is not None:
            yield Image(SmallCard(self.scene.newest), left, self.row_top, wide)
        else:
            yield Image(CARD_BACK, left, self.row_top, wide)
        yield Frame((left, below), (wide, PILE + 8), 16, PLATE, PLATE, 1)
        yield from pile_at(pile, (left, below + 2), wide)


def _player_high(player: PlayerScene) -> int:
    """Return the height of a player's panel, with the cards in play two side by side."""
    return PLAYER + LYING * -(-len(player.play) // COLUMNS)


def written(at: Point, text: str, room: int, size: int, colour: Colour) -> tuple[Text, float]:
    """Return a line, left-aligned and small enough to fit, and its width."""
    return line_at(at, text, room, (size, LEAST), colour, "lm")


class Wound(Struct, frozen=True):
    """A Wound Card, showing a "flesh" or "mortal" Wound, or its back if the card is set "aside"."""

    kind: str

    def scene(self) -> Scene:
        """Return the card as a scene."""
        wide, high = WOUND
        if self.kind == "aside":
            return Back(WOUND, 10, *ASIDE, 3).scene()
        paper, ink = MORTAL if self.kind == "mortal" else FLESH
        size = wide - 20
        sign = symbol_at("skull" if self.kind == "mortal" else "drop", (10, (high - size) / 2), size, ink, paper)
        return Scene(wide, high, (Frame((0, 0), WOUND, 10, paper, ink, 4), sign))
