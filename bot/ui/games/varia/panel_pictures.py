"""The cards of Varia whose rules the pictures on a panel leave out, and what is read aloud of the picture of a hand."""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.card_numbers import listed, offered
from bot.ui.games.varia import board, cards
from bot.ui.games.varia.model import hand_model, numbers
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.picture import DESCRIPTION
from bot.ui.texts.words import Spoken, Words
from engine.contract import Decision, Seat, letter
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import VariaView

FEW: Final = {"fast_action": 6, "fast_reaction": 6, "reaction": 3}
"""By questions, the greatest number of cards that can be chosen in one which is asked about them alone."""


def usable(view: VariaView, seat: Seat, words: Words, asked: Decision | None) -> Sequence[ListedCard] | None:
    """Return the cards of a hand that can be chosen in a fast step, or in an answer that few fit; else None."""
    there = offered(asked)
    found = [card for card in hand_model(view, seat, words) if card.card in there]
    return found if asked is not None and len(found) <= FEW.get(asked.kind, -1) else None


def hand_told(view: VariaView, seat: Seat, words: Words) -> str:
    """Return a description of a hand's picture to be read aloud, in as much detail as fits."""
    spoken = Spoken.of(words)
    buttons = listed(numbers(view, seat, words), spoken)
    there = "\n".join(board.in_play(view.seats[letter(seat)], spoken))
    hand = board.hand(view, seat, spoken, DESCRIPTION - len(buttons) - len(there) - 2)
    return f"{buttons}\n{hand}\n{there}"


def glimpsed(view: VariaView, seat: Seat, asked: Decision, words: Words) -> list[str]:
    """Return the cards whose rules are not on the pictures of a panel, or not whole."""
    own, other, pool = view.seats[letter(seat)], view.seats[letter(1 - seat)], words.pool(VariaCards)
    held, few = hand_model(view, seat, words), usable(view, seat, words, asked)
    whole = {card.card for card in (held if few is None else few) if not card.cut}
    planned = [ref for action in other.plan if action is not None for ref in action.cards]
    refs = (*own.ruined, *planned, *other.items, *other.ruined)
    small = dict.fromkeys((*(card.card for card in held), *(ref.card for ref in refs), *own.stacks, *other.stacks))
    return [card for card in small if card not in whole and cards.rules(pool.by_id[card], pool, words)]
