"""The definitions that a match uses, with precomputed lookups."""

from collections import Counter
from collections.abc import Iterable

from engine.contract import CardFault, Cards, IllegalSet
from engine.games.warmage.cards import Ability, Moment, Spell, WarMageSet


class WarMageCards(Cards):
    """The Spells in one or more sets, by id. Raises IllegalSet if two Spells share a name."""

    def __init__(self, sets: Iterable[WarMageSet]) -> None:
        spells = [spell for each in sets for spell in each.cards]
        counts = Counter(spell.id for spell in spells)
        faults = [CardFault(each.name, "name", "two cards have this name") for each in spells if counts[each.id] > 1]
        if faults:
            raise IllegalSet(faults)
        self.by_id: dict[str, Spell] = {spell.id: spell for spell in spells}
        self.deck: tuple[str, ...] = tuple(spell.id for spell in spells for _ in range(spell.copies))
        """The common deck."""
        self.opens = frozenset(spell.id for spell in spells if spell.timing != "reflex")
        """Spells that may open a Chain."""
        self.answers = frozenset(spell.id for spell in spells if spell.timing != "opener")
        """Spells that may be cast onto a Chain."""
        self._abilities: dict[tuple[str, Moment], tuple[tuple[int, Ability], ...]] = {}
        for spell in spells:
            for number, ability in enumerate(spell.abilities):
                before = self._abilities.get((spell.id, ability.on), ())
                self._abilities[spell.id, ability.on] = (*before, (number, ability))

    def abilities(self, card: str, on: Moment) -> tuple[tuple[int, Ability], ...]:
        """Return a card's activated effects for a moment, each with its number on the card."""
        return self._abilities.get((card, on), ())
