"""Zarcana's pictures: the board with the players above it, a hand, a card.

On the board, cards show their value, suit, space and name. Pyramids stand or point, and carry their seats' signs. A
dashed frame is a wasteland space. On the board that everybody sees, a bright frame with a spark marks a space that the
last turn changed; on a panel, the name of a space that can be chosen is on a plate in the colour of buttons, a minion
has the number of its button, and arrows lead from the one that acts to the spaces beside it.
"""

from collections.abc import Sequence

from bot.ui.games.zarcana import board, cards, situation
from bot.ui.games.zarcana.board_map import map_items
from bot.ui.games.zarcana.card_picture import draw_tarot_card
from bot.ui.games.zarcana.choices import in_hand
from bot.ui.games.zarcana.model import MapPlayer, ZarcanaBoardModel, board_model, card_model
from bot.ui.pictures.badges import PileSign
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Box, Label, Plate, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import face, image, piece, sign
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.tones import BLOW, CREAM, GOLD, HEAL
from bot.ui.texts.words import Spoken, Words
from engine.contract import Decision, Forecast, Seat, letter
from engine.games.zarcana.cards import AnyCard
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import ZarcanaView

BOARD, CARD = "zarcana-board.png", "zarcana-card.png"

HEAD, MAP, GAP, FACE = 84, 594, 8, 33
"""The heights of the players' plates and of the map, the gap between them, which makes the picture 11 by 7, and the
radius of a face, in pixels."""

NAME, POINTS = (34, 18), (40, 20)
"""The sizes of a name and of points."""


def board_picture(view: ZarcanaView, words: Words) -> Picture:
    """Return a picture of the territories and minions, with a description of the same facts.

    Drawing a new board takes about fifty milliseconds of processor time, so keep it off the event loop. A cached
    picture costs nothing.
    """
    return Picture(BOARD, draw_board(board_model(view, words)), description(board.board(view, Spoken.of(words))))


def hand_told(view: ZarcanaView, seat: Seat, words: Words) -> str:
    """Return a line for each card in the picture of a hand, with its effect."""
    return "\n".join(board.hand_cards(in_hand(view, seat, words), Spoken.of(words)))


def situation_picture(
    view: ZarcanaView, seat: Seat, words: Words, asked: Decision | None, forecast: Sequence[Forecast]
) -> Picture:
    """Return a picture of the board as a seat sees it, described by its lines."""
    spoken = Spoken.of(words)
    changes = [spoken.message(line.message) for line in forecast if any(line.changes.values())]
    lines = [situation.points(view, spoken), *changes, *situation.spaces(view, spoken)]
    model = board_model(view, words, seat, asked, forecast)
    return Picture(BOARD, draw_board(model), description("\n".join(lines)))


def card_picture(card: AnyCard, pool: ZarcanaCards, words: Words) -> Picture:
    """Return a picture of a tarot card, large enough to read, with its requirements as icons and words."""
    model = card_model(card.id, cards.powers(card.id, pool), pool, words)
    return Picture(CARD, draw_tarot_card(model), cards.page(card, pool, words).description)


def board_drawing(view: ZarcanaView, words: Words) -> Scene:
    """Return Zarcana's board as a scene to draw."""
    return lay_board(board_model(view, words))


def lay_board(model: ZarcanaBoardModel) -> Scene:
    """Return the board as a scene: the players side by side, and below them the map."""
    head = row(*(piece(_player(each), f"seat {letter(each.seat)}") for each in model.players), gap=GAP, height=HEAD)
    return scene_of(column(head, Art(lambda room: map_items(model, room), (WIDE, MAP)), gap=GAP, width=WIDE))


def _player(shown: MapPlayer) -> Stack:
    """Return how a player stands on a plate of their colour, which has a golden edge if it is their turn."""
    tones = shown.face.tones
    points: list[Box | None] = [Label(shown.points, POINTS, CREAM, "title", grow=0 if shown.after else 1)]
    if shown.after:
        colour = HEAL if shown.gains else BLOW
        points += [sign("arrow", 26, colour, tones.base), Label(shown.after, POINTS, colour, "title", grow=1)]
    if shown.hand is not None:
        points += [image(PileSign("hand"), 40, 40), Label(str(shown.hand), POINTS, tones.tint, "title")]
    texts = column(Label(shown.name, NAME, CREAM, grow=1), row(*points, gap=6, height=44), grow=1)
    plate = Plate(tones.base, 20, GOLD if shown.active else tones.dark, 5)
    return row(face(shown.face, FACE), texts, Space(4), gap=12, pad=(12, 4), grow=1, plate=plate)


draw_board = DrawnScene(lay_board, WIDE)
