"""The pictures on a panel of WarMage, the numbers on them, and the cards whose rules they leave out."""

from collections.abc import Sequence

from bot.ui.games.warmage.faces import listed_spell
from bot.ui.games.warmage.model import numbers
from bot.ui.games.warmage.picture import hand_pictures
from bot.ui.games.warmage.situation import draws
from bot.ui.games.warmage.situation_picture import situation_picture
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from engine.contract import Decision, Forecast, Seat, letter
from engine.games.warmage.view import WarMageView


def panel_pictures(
    view: WarMageView,
    seat: Seat,
    words: Words,
    asked: Decision | None = None,
    forecast: Sequence[Forecast] = (),
    desk: bool = False,  # noqa: FBT001, FBT002 - the last of what a panel passes on
    /,
) -> tuple[Picture, ...]:
    """Return the pictures on a seat's panel of WarMage: the hand, then how things stand, which decides."""
    hand = hand_pictures(view, seat, words, desk=desk)
    return *hand, situation_picture(view, seat, words, numbers(view, seat, asked, words))


def glimpsed(view: WarMageView, seat: Seat, _: Decision, words: Words, /) -> list[str]:
    """Return the cards whose rules are not on these pictures, or not whole."""
    drawing = draws(view, seat, words)
    small = [lies.card for shown in view.seats.values() for lies in shown.play]
    small += [link.card for link in (view.chain if drawing else view.chain[:-1])]
    small += () if drawing else view.row
    read = [ref for ref in view.seats[letter(seat)].hand if ref is not None]
    read += view.row if drawing else [link.card for link in view.chain[-1:]]
    whole = {ref.card for ref in read if not listed_spell(ref.card, words).cut}
    return [card for card in dict.fromkeys(ref.card for ref in (*read, *small)) if card not in whole]
