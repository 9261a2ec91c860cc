"""The picture of a hand of Varia: a list of its cards with the numbers of their buttons, and of the items in play."""

from bot.ui.games.card_numbers import listed
from bot.ui.games.varia import board
from bot.ui.games.varia.model import hand_model, numbers
from bot.ui.pictures.card_list import lay_list, list_pictures, rows
from bot.ui.pictures.picture import DESCRIPTION, Picture
from bot.ui.pictures.scene import Scene
from bot.ui.texts.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.varia.view import VariaView

HAND = ("varia-hand.png", "varia-hand-{}.png")


def hand_pictures(view: VariaView, seat: Seat, words: Words, *, desk: bool = False) -> tuple[Picture, ...]:
    """Return a seat's hand in as many pictures as it needs; none if it is hidden from the viewer, or nothing is in it.

    The first picture's description has everything.
    """
    if not view.seats[letter(seat)].hand:
        return ()
    return list_pictures(HAND, hand_model(view, seat, words), _described(view, seat, words), desk=desk)


def _described(view: VariaView, seat: Seat, words: Words) -> str:
    """Return a description of a hand's picture to be read aloud, in as much detail as fits."""
    spoken = Spoken.of(words)
    buttons = listed(numbers(view, seat, words), spoken)
    there = "\n".join(board.in_play(view.seats[letter(seat)], spoken))
    hand = board.hand(view, seat, spoken, DESCRIPTION - len(buttons) - len(there) - 2)
    return f"{buttons}\n{hand}\n{there}"


def hand_drawing(view: VariaView, seat: Seat, words: Words) -> Scene | None:
    """Return a seat's hand as a scene to draw; None if it is empty or hidden."""
    if not view.seats[letter(seat)].hand:
        return None
    return lay_list((tuple(rows(hand_model(view, seat, words))),))
