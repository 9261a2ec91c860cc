"""The pictures on a panel of Varia, and the cards whose rules they leave out."""

from collections.abc import Sequence

from bot.ui.games.varia import cards
from bot.ui.games.varia.hand_picture import hand_pictures
from bot.ui.games.varia.model import hand_model
from bot.ui.games.varia.situation_picture import situation_picture
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from engine.contract import Decision, Forecast, Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView


def panel_pictures(
    view: VariaView,
    seat: Seat,
    words: Words,
    asked: Decision | None = None,
    forecast: Sequence[Forecast] = (),
    desk: bool = False,  # noqa: FBT001, FBT002 - the last of what a panel passes on
    /,
) -> tuple[Picture, ...]:
    """Return the pictures on a seat's panel of Varia: the hand, then how things stand, which decides."""
    return *hand_pictures(view, seat, words, desk=desk), situation_picture(view, seat, words, asked, forecast)


def glimpsed(view: VariaView, seat: Seat, asked: Decision, words: Words) -> list[str]:
    """Return the cards whose rules are not on these pictures, or not whole."""
    own, other, pool = view.seats[letter(seat)], view.seats[letter(1 - seat)], words.pool(VariaCards)
    listed = hand_model(view, seat, words) if own.hand else ()
    whole = {card.card for card in listed if not card.cut}
    planned = [ref for action in other.plan if action is not None for ref in action.cards]
    refs = (*own.ruined, *planned, *other.items, *other.ruined)
    small = dict.fromkeys((*(card.card for card in listed), *(ref.card for ref in refs), *own.stacks, *other.stacks))
    return [card for card in small if card not in whole and cards.rules(pool.by_id[card], pool, words)]
