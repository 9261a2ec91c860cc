"""The rules of lasting cards and the triggers of all cards, in the form used in play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import final

from engine.games.varia.cards import Depletion, Trigger
from engine.games.varia.language.changes import Sees
from engine.games.varia.language.terms import Side
from engine.games.varia.modifiers import Modifier


@final
@dataclass(frozen=True)
class Printed:
    """A printed trigger: the id of the definition that prints it, its number there, and the trigger itself."""

    origin: str
    number: int
    trigger: Trigger

    def concerns(self, types: frozenset[str]) -> bool:
        """Whether the trigger applies to an action that has these types."""
        trigger = self.trigger
        return types.issuperset(trigger.types) and types.isdisjoint(trigger.without)


@final
@dataclass(frozen=True)
class Continuous:
    """A continuous rule about actions.

    Attributes:
        modifier: the change that it makes.
        types: the types that an action must have, all of them.
        without: the types that an action must not have.
        of_opponent: whether it changes the opponent's actions rather than those of the card's player.
        nth: if set, only the nth such action that a player performs in a turn is changed.
        triggers: the triggers that the action gains.
        early: whether it acts on actions that are not performed yet: on their costs, or with a trigger for that moment.
        stage: the order of application: type changes to every action first, then those to the nth action only, then all
            other changes.
    """

    modifier: Modifier
    types: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    of_opponent: bool = False
    nth: int | None = None
    triggers: tuple[Printed, ...] = ()
    early: bool = False
    stage: int = 0

    @property
    def steady(self) -> bool:
        """Whether the rule stays the same whatever else happens."""
        return self.modifier.steady and self.nth is None

    def concerns(self, types: frozenset[str]) -> bool:
        """Whether the rule applies to an action that has these types."""
        return self.types <= types and self.without.isdisjoint(types)


@final
@dataclass(frozen=True)
class Sight:
    """How a player sees the cards in one player's discard pile.

    Attributes:
        of: whose discard pile it is.
        subtypes: the subtypes that the cards are seen with.
        instead: whether they replace the cards' own subtypes.
    """

    of: Side
    subtypes: frozenset[str]
    instead: bool


def sights(sees: Iterable[Sees | Sight]) -> tuple[Sight, ...]:
    """Return several rules about seeing discarded cards as one for each discard pile; later ones come on top."""
    found: dict[Side, Sight] = {}
    for each in sees:
        subtypes, before = frozenset(each.subtypes), found.get(each.of)
        if before is not None and not each.instead:
            found[each.of] = Sight(each.of, before.subtypes | subtypes, before.instead)
        else:
            found[each.of] = Sight(each.of, subtypes, each.instead)
    return tuple(found.values())


@final
@dataclass(frozen=True)
class InPlay:
    """The combined rules of everything that a player has in play.

    Attributes:
        number: identifies the combination.
        own: the rules for the player's actions.
        others: the rules for the opponent's actions.
        steady: whether all of these stay the same whatever else happens.
        early: whether some of them act on actions that are not performed yet.
        sure: whether some of them offer a sure number.
        occasions: the occasions for the triggers that they grant.
        hastening: the rules, for anybody's actions, that change how a card may be planned.
    """

    number: int
    carriers: tuple[str, ...]
    own: tuple[Continuous, ...]
    others: tuple[Continuous, ...]
    triggers: dict[str, tuple[Printed, ...]]
    forbids: frozenset[str]
    forbids_opponent: frozenset[str]
    sees: tuple[Sight, ...]
    depleting: tuple[tuple[str, Depletion], ...]
    steady: bool
    early: bool
    sure: bool
    occasions: frozenset[str]
    hastening: tuple[Continuous, ...]


def combined_in_play(number: int, parts: Sequence[InPlay]) -> InPlay:
    """Return the combined rules of several cards, identified by `number`."""
    triggers: dict[str, tuple[Printed, ...]] = {}
    for part in parts:
        for on, printed in part.triggers.items():
            triggers[on] = triggers.get(on, ()) + printed
    return InPlay(
        number=number,
        carriers=tuple(carrier for part in parts for carrier in part.carriers),
        own=tuple(sorted((each for part in parts for each in part.own), key=lambda each: each.stage)),
        others=tuple(sorted((each for part in parts for each in part.others), key=lambda each: each.stage)),
        triggers=triggers,
        forbids=frozenset(ban for part in parts for ban in part.forbids),
        forbids_opponent=frozenset(ban for part in parts for ban in part.forbids_opponent),
        sees=sights(each for part in parts for each in part.sees),
        depleting=tuple(each for part in parts for each in part.depleting),
        steady=all(part.steady for part in parts),
        early=any(part.early for part in parts),
        sure=any(part.sure for part in parts),
        occasions=frozenset(on for part in parts for on in part.occasions),
        hastening=tuple(each for part in parts for each in part.hastening),
    )
