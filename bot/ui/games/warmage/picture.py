"""WarMage's pictures: the table, with the Chain as a stack, the players and the Row; a card."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.warmage import board, cards
from bot.ui.games.warmage.faces import spell_face
from bot.ui.games.warmage.model import LinkModel, LyingModel, PlayerModel, WarMageBoardModel, board_model
from bot.ui.pictures.badges import PILE, PLATE, PileCount, pile_box
from bot.ui.pictures.board import GAP, LEAST, LEAST_NAME, MARGIN, WIDE
from bot.ui.pictures.cards import BACK, CARD_BACK, TALL, draw_card
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, PAPER, Colour
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Box, Label, Plate, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import face, image, piece, points
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Frame, Illustration, Names, Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.shapes import Back
from bot.ui.pictures.small_card import CARD as THUMB
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.symbols import Sign, symbol_at
from bot.ui.pictures.tones import CREAM, SLATE
from bot.ui.texts.words import Spoken, Words
from engine.contract import letter
from engine.games.warmage.cards import Spell
from engine.games.warmage.chain import Fate
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import WarMageView

BOARD, CARD = "warmage-table.png", "warmage-card.png"

TITLE, LINK, LEAST_LINK, CHAIN_ROOM = 62, 104, 66, 640
"""The heights of the Chain's title, of a Spell in it (maximum and minimum), and of a Chain before its Spells shrink."""

STEP: Final = 10
"""How far each Spell in the Chain is indented from the one above it, which makes the Chain look like a stack."""

ASKED: Final = 92
"""The height of the line of players who may answer."""

LYING: Final = 100
"""The height of a row of cards in play."""

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
    return Picture(BOARD, draw_board(board_model(view, words)), told)


def card_picture(spell: Spell, pool: WarMageCards, words: Words) -> Picture:
    """Return a picture of a Spell, large enough to read, with the Spell's page as its description."""
    page = cards.page(spell, pool, Spoken.of(words))
    return Picture(CARD, draw_card(spell_face(spell, words, text=True)), page.description)


def board_drawing(view: WarMageView, words: Words) -> Scene:
    """Return WarMage's table as a scene to draw."""
    return lay_board(board_model(view, words))


def lay_board(shown: WarMageBoardModel) -> Scene:
    """Return the Chain, the players who may answer, all players, the Row and the piles, one below the other."""
    names = Names()
    panels = [_player(player, names) for player in shown.players]
    pairs = [row(*panels[start : start + COLUMNS], gap=GAP) for start in range(0, len(panels), COLUMNS)]
    parts = (*_chain(shown, names), *pairs, _title(shown.row_name, 44), _row(shown, names))
    return scene_of(column(*parts, gap=GAP, pad=(MARGIN, MARGIN), width=WIDE))


def _title(text: str, size: int) -> Stack:
    """Return a title on its plate."""
    return row(Label(text, (size, LEAST), GLOW, grow=1), pad=(22, 0), height=TITLE, plate=Plate(PLATE, 22))


# The Chain


def _chain(shown: WarMageBoardModel, names: Names) -> Iterator[Box]:
    """Yield the Chain as a stack, and below it the players who may answer; nothing without a Chain."""
    if not shown.chain:
        return
    high = max(LEAST_LINK, min(LINK, CHAIN_ROOM // len(shown.chain)))
    links = []
    for place, link in enumerate(shown.chain):
        inset = Space(min(place, 6) * STEP)
        name = names("chain", letter(link.seat), link.number)
        told = f"{link.number} {link.name}, {link.told}"
        links.append(row(inset, piece(_link(link, shown.seats, high), name, told), inset, height=high))
    yield column(_title(shown.title, 40), column(*links, gap=8), gap=8)
    if shown.may_answer:
        asked = Label(shown.asked, (38, LEAST), GLOW, most=460)
        faces = [face(shown.seats[seat], 30) for seat in shown.may_answer]
        yield row(asked, *faces, Space(grow=1), gap=GAP + 6, pad=(22, 0), height=ASKED, plate=Plate(PLATE, 22))


def _link(link: LinkModel, seats: tuple[PlayerFace, ...], high: float) -> Stack:
    """Return a Spell in the Chain: its caster, its target, and its fate if nobody answers."""
    (sign, colour), paper = FATES[link.fate], seats[link.seat].tones.deep
    target = link.at is not None or link.upon is not None
    ward = image(Sign("ward", GLOW, paper), 36, 36) if link.protected else None
    name = row(Label(link.name, (40, LEAST), PAPER, most=480), ward, Space(grow=1), gap=8, height=high * 0.45)
    return row(
        Label(str(link.number), (34, LEAST), CHALK),
        face(seats[link.seat], min(28, high / 2 - 10)),
        image(Sign(link.sign, PAPER, paper), 54, 54),
        column(name, _target(link, seats, paper) if target else None, grow=1),
        image(Sign(sign, colour, paper), 44, 44),
        Label(link.told, (32, LEAST), colour, width=174),
        gap=GAP,
        pad=(16, 0),
        height=high,
        plate=Plate(paper, 18, colour, 4),
        grow=1,
    )


def _target(link: LinkModel, seats: tuple[PlayerFace, ...], paper: Colour) -> Stack:
    """Return what a Spell targets, below its name: a Spell or a card, a player, or a Spell that is turned to one."""
    arrow = image(Sign("arrow", GLOW, paper), 24, 24)
    place, upon = link.upon or (None, "")
    return row(
        arrow,
        None if place is None else Label(str(place), (30, LEAST), CHALK),
        Label(upon, (30, LEAST), CHALK, most=400) if upon else None,
        arrow if upon and link.at is not None else None,
        None if link.at is None else face(seats[link.at], 18),
        Space(grow=1),
        gap=10,
        height=40,
    )


# The players


def _player(player: PlayerModel, names: Names) -> Stack:
    """Return a player's panel: name, number of Wounds left with its bar, hand, Wound Cards, cards in play."""
    seated = player.seated
    paper, ink = (SLATE, FAINT) if player.out else (seated.tones.deep, PAPER)
    sign = "skull" if player.out else "arrow" if player.active else ""
    share = player.left / player.most
    back = replace(image(HELD, BACK_WIDE, BACK_WIDE * TALL), size=(BACK_STEP, 0))
    kinds = () if player.out else ("flesh",) * player.flesh + ("mortal",) * player.mortal
    head = column(
        row(
            face(seated, 40),
            Label(player.name, (48, LEAST_NAME), CREAM, grow=1),
            image(Sign(sign, CHALK if player.out else GLOW, paper), 52, 52) if sign else None,
            gap=18,
            height=92,
        ),
        Label(player.told, (58, LEAST), ink, "title", height=70),
        Space(height=20) if player.out else points((share, share), seated.tones.light, 20),
        row(
            Space((BACK_WIDE - BACK_STEP) / 2) if player.hand else None,
            *[back] * min(player.hand, BACKS),
            Space(24) if player.hand else None,
            Label(player.held, (40, LEAST), CREAM, most=150),
            Space(grow=1),
            *(image(WoundCard(kind), WOUND_WIDE, WOUND_WIDE * WOUND[1] / WOUND[0]) for kind in kinds),
            height=80,
        ),
        gap=4,
    )
    lying = [piece(_lying(each), names("play", letter(player.seat), each.name), each.name) for each in player.play]
    rows = [row(*lying[start : start + COLUMNS], gap=8) for start in range(0, len(lying), COLUMNS)]
    plate = Plate(paper, 22, GLOW if player.active else None, 6)
    return column(piece(head, f"seat {letter(player.seat)}"), *rows, Space(grow=1), pad=(20, 12), plate=plate, grow=1)


def _lying(lying: LyingModel) -> Stack:
    """Return a card in play: its art, its name, and its caster if another player cast it."""
    return row(
        image(SmallCard(lying.art), SMALL, SMALL * THUMB[1] / THUMB[0]),
        None if lying.by is None else face(lying.by, 22),
        Label(lying.name, (36, 30), CHALK, wrapped=(36, LEAST_LYING, 2), grow=1),
        gap=10,
        height=LYING,
        grow=1,
    )


# The middle of the table


def _row(shown: WarMageBoardModel, names: Names) -> Stack:
    """Return the Row, then the deck and the Discard: over the whole width if they can fill it."""
    piles = [pile for pile in (shown.deck, shown.discard) if pile.count]
    room = WIDE - 2 * MARGIN - GAP * (len(shown.row) + len(piles) - 1)
    wide = min(ROW, room / max(1, len(shown.row) + PILE_SHARE * len(piles)))
    cards = [piece(image(each, wide, wide * TALL), names("row", each.name), each.name) for each in shown.row]
    return row(*cards, *(_pile(each, shown, wide) for each in piles), Space(grow=1), gap=GAP, height=round(wide * TALL))


def _pile(pile: PileCount, shown: WarMageBoardModel, high: float) -> Art:
    """Return a pile's card above the number of its cards, together as high as the Row."""
    wide = high * PILE_SHARE
    newest = shown.newest if pile.kind == "discard" else None
    top: Illustration = CARD_BACK if newest is None else SmallCard(newest)
    tall = wide * TALL if newest is None else wide * THUMB[1] / THUMB[0]
    count = row(pile_box(pile, wide), plate=Plate(PLATE, 16), height=PILE + 8)
    return piece(column(image(top, wide, tall), Space(grow=1), count, width=wide), f"pile {pile.kind}")


class WoundCard(Struct, frozen=True):
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


draw_board = DrawnScene(lay_board, WIDE)
