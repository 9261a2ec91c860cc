"""The Spells and effects of a WarMage turn in the order in which they happened, each with what it led to."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.ui.games.warmage.episodes import HAPPENING, is_among, rows
from engine.contract import CardRef, Fact, Seat
from engine.games.warmage import events as e
from engine.kit.facts import Ended, Left

UNTOLD: Final = (e.Revealed, e.Reshuffled, e.ChainClosed, e.TurnBegan, e.Eliminated, Left, Ended)
"""What is told of no single Spell."""


class SpellLink:
    """A Spell that was cast, or an effect that was used, with everything that it led to.

    Attributes:
        done: how it began.
        number: the place of its row among those of the turn, from 1. An effect can share the row of its Spell.
        facts: everything about it, and about the Spells that it countered.
        fate: whether it happened: "success" or "fizzled"; empty for a Spell that has not.
        countered: the Spells that it countered.
        wounds: how many Wounds it dealt to each player.
        before, after: how many Wounds each player had to go, as far as that is known.
    """

    def __init__(self, fact: e.Cast | e.Used, left: dict[Seat, int]) -> None:
        self.done, self.seat, self.card, self.target = fact, fact.seat, fact.card.card, fact.target
        self.number = 0
        self.facts: list[Fact] = [fact]
        self.fate = "success" if isinstance(fact, e.Used) else ""
        self.countered: list[CardRef] = []
        self.wounds: Counter[Seat] = Counter()
        self.before, self.after = dict(left), dict(left)


class TurnLinks:
    """The Spells and effects of a turn.

    Attributes:
        all: in the order in which they happened; those that have not happened come last.
        done: how many have happened.
        left: how many Wounds each player has to go, if that is known.
        start: the same at the beginning of the turn.
    """

    def __init__(self, facts: Sequence[Fact], before: Sequence[Fact]) -> None:
        self.left: dict[Seat, int] = {fact.seat: fact.left for fact in before if isinstance(fact, e.Wounded | e.Healed)}
        self.start = dict(self.left)
        self.all: list[SpellLink] = []
        self.done = 0
        shown, number = rows(facts), 0
        current: SpellLink | None = None
        for fact in facts:
            current = self._note(fact, current)
            if isinstance(fact, HAPPENING):
                number += is_among(fact, shown)
                if current is not None and current.facts[-1] is fact:
                    current.number = number
        for place, link in enumerate(self.all[self.done :], number + 1):
            link.number = place
        for link in self.all:
            link.before = {**self.start, **link.before}
            link.after = {**link.before, **link.after}

    def rows(self) -> list[list[SpellLink]]:
        """Return the Spells and effects by row: a Spell, with the effects that share its row, or an effect alone."""
        return [list(row) for _, row in groupby(self.all, key=lambda link: link.number)]

    def _note(self, fact: Fact, current: SpellLink | None) -> SpellLink | None:
        """Take notice of a fact, and return the Spell that what follows belongs to."""
        match fact:
            case e.Cast():
                self.all.append(SpellLink(fact, self.left))
                return self.all[-1]
            case e.Used():
                self.all.insert(self.done, SpellLink(fact, self.left))
                self.done += 1
                return self.all[self.done - 1]
            case e.Resolved():
                return self._happened(fact)
            case e.Countered() if current is not None:
                self._countered(fact, current)
            case e.Removed():
                return self._removed(fact, current)
            case e.Wounded() | e.Healed():
                self._wounded(fact, current)
            case _ if current is not None and not isinstance(fact, UNTOLD):
                current.facts.append(fact)
                if isinstance(fact, e.Redirected):
                    self._redirected(fact)
        return current

    def _waiting(self, fact: e.Resolved | e.Countered | e.Redirected | e.Removed) -> SpellLink | None:
        """Return the Spell in the Chain that a fact is about."""
        found = [link for link in self.all[self.done :] if link.card == fact.card.card and link.seat == fact.seat]
        return found[-1] if found else None

    def _happened(self, fact: e.Resolved) -> SpellLink | None:
        """Note that a Spell in a Chain happened, and return it."""
        link = self._waiting(fact)
        if link is not None:
            link.facts.append(fact)
            link.fate = fact.how
            link.before, link.after = dict(self.left), dict(self.left)
            self.all.remove(link)
            self.all.insert(self.done, link)
            self.done += 1
        return link

    def _countered(self, fact: e.Countered, current: SpellLink) -> None:
        """Note that a Spell in the Chain was countered: it belongs to the one that countered it."""
        link = self._waiting(fact)
        if link is not None and link is not current:
            self.all.remove(link)
            current.facts = [*link.facts, *current.facts]
            current.countered.append(fact.card)
        current.facts.append(fact)

    def _removed(self, fact: e.Removed, current: SpellLink | None) -> SpellLink | None:
        """Note that a Spell left the Chain, and return the Spell that this and what follows belongs to.

        That is the current one or, if it is the one that left, the next in the Chain.
        """
        link = self._waiting(fact)
        if link is not None:
            self.all.remove(link)
        if link is not None and link is current:
            current = self.all[-1] if len(self.all) > self.done else None
            if current is not None:
                current.facts += link.facts
        elif link is not None and current is not None:
            current.facts = [*link.facts, *current.facts]
        if current is not None:
            current.facts.append(fact)
        return current

    def _redirected(self, fact: e.Redirected) -> None:
        """Note the new target of a Spell that lies in a Chain."""
        link = self._waiting(fact)
        if link is not None:
            link.target = fact.target

    def _wounded(self, fact: e.Wounded | e.Healed, current: SpellLink | None) -> None:
        """Note a Wound, or one less, with the Spell that it came from."""
        hurts = isinstance(fact, e.Wounded)
        had = fact.left + (1 if hurts else -1)
        self.start.setdefault(fact.seat, had)
        self.left[fact.seat] = fact.left
        card = fact.card.card if isinstance(fact, e.Wounded) else None
        source = [link for link in self.all[: self.done] if link.card == card]
        link = source[-1] if source else current
        if link is not None:
            link.facts.append(fact)
            link.before.setdefault(fact.seat, had)
            link.after = dict(self.left)
            link.wounds[fact.seat] += hurts
