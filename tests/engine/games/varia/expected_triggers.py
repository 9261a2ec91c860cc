"""Which triggers have to occur in a moment of Varia: a reading of the rules page, beside the engine's.

It is read from the cards as they are written and from where they lie. Only numbers that are compared are the engine's.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.contract import Seat
from engine.games.varia.cards import (
    Depletion,
    Figures,
    Grant,
    KeywordRule,
    Rules,
    StackCard,
    Trigger,
    action_of,
    lasting_rules,
)
from engine.games.varia.language.changes import Change, Filter
from engine.games.varia.language.effects import Become, ChangeAction
from engine.games.varia.language.terms import KEYWORDS
from engine.games.varia.language.values import Combined, Compare, Condition, Distance, Opposed, Role, Unopposed
from engine.games.varia.pieces import Action, Overlay
from engine.games.varia.state import VariaState
from engine.games.varia.values import number
from engine.text import slug

MUTUAL = 3
"""How many actions may ask each other for types; the last one is taken as it is printed or has become."""


class Expected(Struct, frozen=True):
    """A trigger that is due: whose it is, what carries it, and whether its conditions hold now, None if unknown."""

    seat: Seat
    on: str
    origin: str
    carrier: str
    trigger: Trigger
    holds: bool | None


class Read(Struct):
    """An action as it is now: its types, and its own and its granted triggers with the cards that print them."""

    kinds: frozenset[str]
    own: list[tuple[str, Trigger]]
    granted: list[tuple[str, Trigger]]


def selects(which: Filter | Trigger, kinds: frozenset[str]) -> bool:
    """Whether an action of these types is meant."""
    return kinds.issuperset(which.types) and kinds.isdisjoint(which.without)


class Reading:
    """A position, read for its triggers. `hits` are the attackers and their targets in this moment's clash."""

    def __init__(self, state: VariaState, hits: Sequence[tuple[Seat, Seat]] = ()) -> None:
        self.state = state
        self.hits = hits

    def due(self, seat: Seat, on: str) -> Iterator[Expected]:
        """Yield what becomes due for a player at this point."""
        moment = self.state.moment
        action = self.state.action_at(seat, moment)
        upright = action is not None and not action.disrupted
        if on == "perform" and not upright:
            return
        if action is not None and upright and on != "struck" and (on != "hit" or self._hit(seat)):
            read = self.read(seat, action, moment)
            for carrier, triggers in (("own", read.own), ("granted", read.granted)):
                for origin, trigger in triggers:
                    if trigger.on == on and selects(trigger, read.kinds):
                        yield self._expected(seat, origin, carrier, trigger)
        if (on == "hit" and not self._hit(seat)) or (on == "struck" and not self._attacks_on(seat)):
            return
        for origin, rules in self.lasting(seat):
            for trigger in rules.triggers:
                if trigger.on == on and self._meant(seat, trigger):
                    yield self._expected(seat, origin, "lasting", trigger)

    def ticks(self, seat: Seat) -> Iterator[str]:
        """Yield the piles of a player that lose their top stack at the end of this moment."""
        for name in self.state.players[seat].stacks:
            card = self.state.cards.by_id[name]
            when = card.depletes if isinstance(card, StackCard) else None
            if when is not None and (
                when.on == "moment" or any(selects(when, each) for each in self._spent(seat, when))
            ):
                yield name

    def _spent(self, seat: Seat, when: Depletion) -> list[frozenset[str]]:
        """Return the types of the actions in this moment that a pile waits for."""
        if when.on == "struck":
            return self._attacks_on(seat)
        action = self.state.action_at(seat, self.state.moment)
        waits = when.on == "performed" or (when.on == "hit" and self._hit(seat))
        if action is None or not action.performed or not waits:
            return []
        return [self.read(seat, action, self.state.moment).kinds]

    def lasting(self, seat: Seat) -> Iterator[tuple[str, Rules]]:
        """Yield the lasting cards that a player has in play: upright items, piles, and cards in the discard pile."""
        player = self.state.players[seat]
        items = [self.state.card(item) for item in player.gear if item not in player.ruined]
        haunts = [self.state.card(card) for card in player.discard]
        for name in (*items, *player.stacks, *haunts):
            rules = lasting_rules(self.state.cards.by_id[name])
            if rules is not None:
                yield name, rules

    def read(self, seat: Seat, action: Action, moment: int) -> Read:
        """Return an action as it is now."""
        read = self._retyped(seat, action, moment, 1)
        for origin, grant in self._grants(seat):
            if not grant.add and not grant.drop:
                self._grant(read, seat, action, origin, grant, moment, 0)
        return read

    def _retyped(self, seat: Seat, action: Action, moment: int, asked: int) -> Read:
        """Return an action with the types that it is treated as having, and what goes with the changes of these."""
        definitions = action.copy or self.state.ids(action.cards)
        read = Read(self._become(action, definitions), [], [])
        changes: list[tuple[Change, Seat]] = []
        for name in definitions:
            figures = action_of(self.state.cards.by_id[name])
            assert figures is not None
            printed: list[Figures | KeywordRule] = [figures]
            printed += [self.state.cards.keywords[word] for word in figures.keywords if word not in KEYWORDS]
            read.own += [(name, trigger) for part in printed for trigger in part.triggers]
            changes += [(change, seat) for part in printed for change in part.changes]
        changes += [(effect, each.seat) for each, effect in self._since(action) if isinstance(effect, ChangeAction)]
        if asked <= MUTUAL:
            for change, whose in changes:
                self._retype(read, change, whose, moment, asked)
            for origin, grant in self._grants(seat):
                if grant.add or grant.drop:
                    self._grant(read, seat, action, origin, grant, moment, asked)
        return read

    def _since(self, action: Action) -> list[tuple[Overlay, object]]:
        """Return the changes since the action last became another as a whole, each with its effect."""
        wholes = [place for place, each in enumerate(action.overlays) if each.copy is not None]
        later = action.overlays[wholes[-1] + 1 if wholes else 0 :]
        return [(each, self._effect(each)) for each in later]

    def _effect(self, overlay: Overlay) -> object:
        return self.state.cards.trigger(overlay.origin, overlay.number).do[overlay.step]

    def _become(self, action: Action, definitions: Sequence[str], *, parts: bool = True) -> frozenset[str]:
        """Return the types as printed, or as effects have replaced them; without `parts`, for good or as a whole."""
        supertypes, subtypes = set[str](), set[str]()
        altered = [() if action.copy else self.state.instances[card].altered for card in action.cards]
        for place, name in enumerate(definitions):
            figures = action_of(self.state.cards.by_id[name])
            assert figures is not None
            for_good = [self._effect(each) for each in (altered[place] if place < len(altered) else ())]
            one, other = _replaced(set(figures.types), set(figures.subtypes), for_good)
            supertypes |= one
            subtypes |= other
        since = [effect for _, effect in self._since(action)] if parts else []
        supertypes, subtypes = _replaced(supertypes, subtypes, since)
        return frozenset(supertypes | subtypes)

    def _grants(self, seat: Seat) -> list[tuple[str, Grant]]:
        """Return both players' rules for a player's actions: those for the nth action after all others."""
        grants = [(name, each) for name, rules in self.lasting(seat) for each in rules.grants if each.of == "self"]
        theirs = self.lasting(1 - seat)
        grants += [(name, each) for name, rules in theirs for each in rules.grants if each.of == "opponent"]
        return sorted(grants, key=lambda each: each[1].nth is not None)

    def _grant(
        self, read: Read, seat: Seat, action: Action, origin: str, grant: Grant, moment: int, asked: int
    ) -> None:
        whose = seat if grant.of == "self" else 1 - seat
        if not selects(grant, read.kinds) or not self._counts(seat, action, grant, moment):
            return
        if not all(self.holds(whose, each, moment, asked) for each in grant.when):
            return
        if action.performed:
            read.kinds = read.kinds - frozenset(grant.drop) | frozenset(grant.add)
        read.granted += [(origin, each) for each in grant.triggers if action.performed or each.on == "perform"]

    def _counts(self, seat: Seat, action: Action, grant: Grant, moment: int) -> bool:
        """Whether an action is the one that a rule for the nth action of a kind is about."""
        if grant.nth is None:
            return True
        before = [frozenset(types) for types in self.state.players[seat].performed]
        if action.performed:
            return sum(selects(grant, types) for types in before[: action.performed]) == grant.nth
        before += [
            self._become(each, each.copy or self.state.ids(each.cards), parts=False)
            for each in self.state.players[seat].plan[:moment]
            if each is not None and not each.performed and not each.disrupted
        ]
        return sum(selects(grant, types) for types in before) + 1 == grant.nth

    def _retype(self, read: Read, change: Change, whose: Seat, moment: int, asked: int) -> None:
        if (change.add or change.drop) and all(self.holds(whose, each, moment, asked) for each in change.when):
            read.kinds = read.kinds - frozenset(change.drop) | frozenset(change.add)

    def holds(self, seat: Seat, condition: Condition, moment: int, asked: int = 0) -> bool:
        """Whether a condition of a player's card holds."""
        state, own = self.state, self.state.action_at(seat, moment)
        opposing = state.opposing_action(seat, moment)
        match condition:
            case Opposed():
                if opposing is None:
                    return False
                kinds = self._retyped(1 - seat, opposing, moment, asked + 1).kinds
                return kinds.issuperset(condition.by)
            case Unopposed():
                return opposing is None
            case Combined():
                return own is not None and len(own.copy or own.cards) > 1
            case Distance():
                return state.engaged == (condition.distance == "engaged")
            case Role():
                return (state.active == seat) == (condition.role == "active")
            case Compare():
                this, to = number(state, seat, condition.this), number(state, seat, condition.to)
                return {"at least": this >= to, "at most": this <= to, "equal to": this == to}[condition.relation]

    def _expected(self, seat: Seat, origin: str, carrier: str, trigger: Trigger) -> Expected:
        unknown = any(isinstance(each, Compare) for each in trigger.when)
        true = all(self.holds(seat, each, self.state.moment) for each in trigger.when)
        return Expected(seat, trigger.on, slug(origin), carrier, trigger, None if unknown else true)

    def _meant(self, seat: Seat, trigger: Trigger) -> bool:
        if not trigger.types and not trigger.without:
            return True
        if trigger.on == "struck":
            return any(selects(trigger, kinds) for kinds in self._attacks_on(seat))
        action = self.state.action_at(seat, self.state.moment)
        if action is None or action.disrupted:
            return False
        return selects(trigger, self.read(seat, action, self.state.moment).kinds)

    def _hit(self, seat: Seat) -> bool:
        return any(attacker == seat for attacker, _ in self.hits)

    def _attacks_on(self, seat: Seat) -> list[frozenset[str]]:
        """Return the types of the attacks that have hit a player in this moment."""
        moment = self.state.moment
        attacks = [(each, self.state.action_at(each, moment)) for each, target in self.hits if target == seat]
        return [self.read(each, attack, moment).kinds for each, attack in attacks if attack is not None]


def _replaced(types: set[str], subtypes: set[str], effects: Sequence[object]) -> tuple[set[str], set[str]]:
    """Return supertypes and subtypes after parts of an action have become others."""
    for effect in effects:
        if isinstance(effect, Become) and effect.into is None:
            types = types if effect.types is None else set(effect.types)
            subtypes = subtypes if effect.subtypes is None else set(effect.subtypes)
    return types, subtypes
