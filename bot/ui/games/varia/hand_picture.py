"""The picture of a hand, with what its player has in play after it.

Cards lie two side by side, first those that a question offers, with the numbers of their buttons. What it does not
offer is small and dim after them. What is in play has a golden edge.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from bot.ui.games.card_numbers import listed
from bot.ui.games.varia import board
from bot.ui.games.varia.model import VariaHandModel, described, hand_model, numbers
from bot.ui.games.varia.wide_card import DIM, MARGIN, RADIUS, SLAB, WIDTH, DimCard, WideAction
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import DESCRIPTION, Picture, description, flat_png
from bot.ui.pictures.scene import Group, Image, Item, Names, Scene
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.wide_hand import TALLEST, number_badge
from bot.ui.texts.words import Spoken, Words
from engine.contract import Decision, Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

HAND, NEXT = "varia-hand.png", "varia-hand-{}.png"

GAP: Final = 12
"""The gap between cards, in pixels."""

ACROSS: Final = 2
"""The number of cards side by side."""


def hand_pictures(view: VariaView, seat: Seat, words: Words, asked: Decision | None) -> tuple[Picture, ...]:
    """Return a seat's hand, items and stacks in as many pictures as can have the whole width of a panel.

    There are none if the hand is empty or hidden from the viewer. The cards that a question offers have the numbers of
    their buttons. The first picture's description has everything.
    """
    if not view.seats[letter(seat)].hand:
        return ()
    model = hand_model(view, seat, words.pool(VariaCards), words, asked)
    pictures = []
    for number, page in enumerate(pages(model), 1):
        names = [face.name for face, _ in page.cards] + [described(tile) for tile in (*page.below, *page.dim)]
        told = _described(view, seat, model, words, asked) if number == 1 else description("\n".join(names))
        pictures.append(Picture(HAND if number == 1 else NEXT.format(number), draw_action_hand(page), told))
    return tuple(pictures)


def pages(model: VariaHandModel) -> list[VariaHandModel]:
    """Divide a hand that is too tall into parts with whole rows."""
    found: list[list[int]] = []
    room = 0.0
    for row in _rows(model):
        high = _height(row) + GAP
        if not found or room + high > TALLEST + GAP:
            found.append([])
            room = 0.0
        found[-1] += [place for column in row for place, _ in column]
        room += high
    return [_part(model, places) for places in found]


def _part(model: VariaHandModel, places: list[int]) -> VariaHandModel:
    """Return the part of a hand with some of its cards, which are counted through: held, in play, dim."""
    held, bright = len(model.cards), len(model.cards) + len(model.below)
    lit = [place for place in places if place < bright]
    return VariaHandModel(
        tuple(model.cards[place] for place in lit if place < held),
        tuple(model.below[place - held] for place in lit if place >= held),
        tuple(model.numbers[place] for place in lit) if model.numbers else (),
        tuple(model.dim[place - bright] for place in places if place >= bright),
    )


def _described(view: VariaView, seat: Seat, model: VariaHandModel, words: Words, asked: Decision | None) -> str:
    """Return a description of a hand's picture to be read aloud, in as much detail as fits."""
    spoken = Spoken.of(words)
    buttons = listed(numbers(view, seat, asked), spoken)
    dim = [described(tile) for tile in model.dim if tile.mark]
    around = "\n".join([*dim, *board.in_play(view.seats[letter(seat)], spoken)])
    hand = board.hand(view, seat, spoken, DESCRIPTION - len(buttons) - len(around) - 2)
    return description(f"{buttons}\n{hand}\n{around}".strip())


def hand_drawing(view: VariaView, seat: Seat, words: Words) -> Scene | None:
    """Return a seat's hand, items and stacks as a scene to draw; None if the hand is empty or hidden."""
    if not view.seats[letter(seat)].hand:
        return None
    return lay_action_hand(hand_model(view, seat, words.pool(VariaCards), words))


@drawn_in_process
def draw_action_hand(model: VariaHandModel) -> bytes:
    """Draw a hand, as a PNG."""
    return flat_png(paint(lay_action_hand(model), WIDE))


Cell: TypeAlias = tuple[int, WideAction | DimCard]
"""A card with its place among all of a hand: held, in play, dim."""

Row: TypeAlias = list[list[Cell]]
"""The columns of a row, each with its cards from top to bottom."""


def lay_action_hand(model: VariaHandModel) -> Scene:
    """Return a hand as a scene, with what is in play after it, and what cannot be used now at the end."""
    items: list[Item] = []
    names, top = Names(), 0.0
    for row in _rows(model):
        high = _height(row)
        for number, column in enumerate(row):
            left, down = number * (WIDTH + GAP), top
            for place, card in column:
                shown: list[Item] = [Image(card, left, down, WIDTH)]
                if isinstance(card, WideAction):
                    drawn = card.needed_height
                    shown.append(Image(card.foot(high - drawn), left, down + drawn, WIDTH))
                    shown += number_badge(model.numbers[place], left + MARGIN, down + SLAB / 2) if card.numbered else ()
                kind = "card" if place < len(model.cards) else "in_play"
                items.append(Group(tuple(shown), id=names(kind, card.name), description=card.told))
                down += DIM + GAP
        top += high + GAP
    return Scene(WIDE, max(1, top - GAP), tuple(items))


def _rows(model: VariaHandModel) -> Iterator[Row]:
    """Yield the rows of a hand; dim cards fill what a single card leaves empty beside it."""
    cards = [WideAction(face, copies, numbered=bool(model.numbers)) for face, copies in model.cards]
    cards += [
        WideAction(tile.face, 1, tile.mark, tile.out, in_play=True, numbered=bool(model.numbers))
        for tile in model.below
    ]
    dim: list[Cell] = [(place, DimCard(tile)) for place, tile in enumerate(model.dim, len(cards))]
    for start in range(0, len(cards), ACROSS):
        beside = [card.within(0) for card in cards[start : start + ACROSS]]
        high = max(card.needed_height for card in beside) + RADIUS
        row: Row = [[(place, card.within(high))] for place, card in enumerate(beside, start)]
        if len(row) < ACROSS:
            fill = int((high + GAP) / (DIM + GAP))
            row.append(dim[:fill])
            dim = dim[fill:]
        yield row
    for start in range(0, len(dim), ACROSS):
        yield [[cell] for cell in dim[start : start + ACROSS]]


def _height(row: Row) -> float:
    """Return the height of a row, which is that of its highest card."""
    first = [column[0][1] for column in row if column]
    return max(DIM if isinstance(card, DimCard) else card.needed_height + RADIUS for card in first)
