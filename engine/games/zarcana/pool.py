"""The definitions that a match uses, checked for consistency: powers, suits and values by card."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.contract import CardFault, Cards, IllegalSet
from engine.games.zarcana.cards import AnyCard, CourtCard, ExtraCard, NumberCard, Power, Suit, SuitPower, ZarcanaSet
from engine.text import slug

TRUMPS: Final = "trumps"
"""The pseudo-suit of trumps and the two extra cards (seed, Gateway; rules, Q18)."""

COURT: Final = "court"
"""The name of the power that a court has when played from the hand: any suit's (seed, All Royalty)."""


class ZarcanaCards(Cards):
    """The definitions from one or more sets, by id. Raises IllegalSet if the sets do not fit together.

    Attributes:
        by_id: the cards by their ids.
        powers: every power, keyed by suit, by a trump's card id, or by `COURT`.
        power_of: the name of each card's power.
        played_as: the name of each card's power when played from the hand.
        suit_of: the suit of each card, or `TRUMPS`.
        courts: the cards that have the power of any suit when played from the hand.
        value_of: the score of each card; the card that takes the last discard's value is missing.
    """

    def __init__(self, sets: Iterable[ZarcanaSet]) -> None:
        known = list(sets)
        cards = [card for each in known for card in each.cards]
        suits = {each.suit: each for pack in known for each in pack.suits}
        self.by_id: dict[str, AnyCard] = {card.id: card for card in cards}
        faults = [*_twice(cards), *_suitless(cards, suits)]
        if faults:
            raise IllegalSet(faults)
        self.suits = suits
        self.powers: dict[str, Power] = {suit: each.power for suit, each in suits.items()}
        self.powers[COURT] = Power(kind="any suit")
        self.power_of: dict[str, str] = {}
        self.suit_of: dict[str, str] = {}
        for card in self.by_id.values():
            if isinstance(card, NumberCard | CourtCard):
                self.power_of[card.id] = self.suit_of[card.id] = card.suit
            else:
                self.powers[card.id] = card.power
                self.power_of[card.id], self.suit_of[card.id] = card.id, TRUMPS
        self.courts = frozenset(card.id for card in self.by_id.values() if isinstance(card, CourtCard))
        self.played_as = {**self.power_of, **dict.fromkeys(self.courts, COURT)}
        self.value_of = {card.id: card.value for card in self.by_id.values() if isinstance(card.value, int)}
        self._called = {slug(name): card.id for card in self.by_id.values() for name in self._names(card)}

    def find(self, name: str) -> str:
        """Return the id of the card with this name, using any of its suit's names. Raises KeyError if there is none."""
        return self._called[slug(name)]

    def pack(self, *, extras: bool) -> list[str]:
        """Return the ids of all cards in a match."""
        return [card.id for card in self.by_id.values() if extras or not isinstance(card, ExtraCard)]

    def _names(self, card: AnyCard) -> Iterable[str]:
        yield card.name
        if isinstance(card, NumberCard | CourtCard):
            suit = self.suits[card.suit]
            yield from (card.name.replace(suit.name, alias) for alias in suit.aliases)


def _twice(cards: Sequence[AnyCard]) -> Iterable[CardFault]:
    counts = Counter(card.id for card in cards)
    return (CardFault(card.name, "name", "two cards have this name") for card in cards if counts[card.id] > 1)


def _suitless(cards: Sequence[AnyCard], suits: Mapping[Suit, SuitPower]) -> Iterable[CardFault]:
    return (
        CardFault(card.name, "suit", f"the set does not say what {card.suit} can do")
        for card in cards
        if isinstance(card, NumberCard | CourtCard) and card.suit not in suits
    )
