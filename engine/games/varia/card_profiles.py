"""Cards in the form used in play: the figures of actions, and the rules of lasting cards."""

from collections.abc import Sequence

from msgspec import Struct

from engine.games.varia.cards import Depletion, Trigger
from engine.games.varia.language.changes import Sees, Sure
from engine.games.varia.modifiers import Modifier


class Printed(Struct, frozen=True):
    """A printed trigger: the id of the definition that prints it, its number there, and the trigger itself."""

    origin: str
    number: int
    trigger: Trigger

    def concerns(self, types: frozenset[str]) -> bool:
        """Whether the trigger applies to an action that has these types."""
        trigger = self.trigger
        return types.issuperset(trigger.types) and types.isdisjoint(trigger.without)


class Continuous(Struct, frozen=True):
    """A continuous rule about actions.

    Attributes:
        modifier: the change that it makes.
        types: the types that an action must have, all of them.
        without: the types that an action must not have.
        of_opponent: whether it changes the opponent's actions rather than those of the card's player.
        nth: if set, only the nth such action that a player performs in a turn is changed.
        triggers: the triggers that the action gains.
        stage: the order of application: type changes to every action first, then those to the nth action only, then all
            other changes.
    """

    modifier: Modifier
    types: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    of_opponent: bool = False
    nth: int | None = None
    triggers: tuple[Printed, ...] = ()
    stage: int = 0

    @property
    def steady(self) -> bool:
        """Whether the rule stays the same whatever else happens."""
        return self.modifier.steady and self.nth is None

    def concerns(self, types: frozenset[str]) -> bool:
        """Whether the rule applies to an action that has these types."""
        return self.types <= types and self.without.isdisjoint(types)


class InPlay(Struct, frozen=True):
    """The combined rules of everything that a player has in play.

    Attributes:
        number: identifies the combination.
        own: the rules for the player's actions.
        others: the rules for the opponent's actions.
        steady: whether all of these stay the same whatever else happens.
        costs: whether some of them change a cost.
        sure: whether some of them offer a sure number.
        occasions: the occasions for the triggers that they grant.
    """

    number: int
    carriers: tuple[str, ...]
    own: tuple[Continuous, ...]
    others: tuple[Continuous, ...]
    triggers: dict[str, tuple[Printed, ...]]
    forbids: frozenset[str]
    forbids_opponent: frozenset[str]
    sees: tuple[Sees, ...]
    depleting: tuple[tuple[str, Depletion], ...]
    steady: bool
    costs: bool
    sure: bool
    occasions: frozenset[str]


class Profile(Struct, frozen=True):
    """One action's current figures. If `power` or `focus` is None, it is not printed: its total is 0, without a die.

    `improved` is Improved minus Impaired: each one left over adds a roll, and only the best (or worst) roll is kept
    (rules, further rulings: several Improved or Impaired). `spellfuse` counts the cards with that keyword. `changes`
    are the action's own continuous rules. `commits` means that planning the action uses chance or shows hidden cards,
    and so cannot be undone.
    """

    ap: int
    hp: int
    power: int | None
    focus: int | None
    power_dice: int
    focus_dice: int
    types: frozenset[str]
    subtypes: frozenset[str]
    needs: tuple[tuple[str, int], ...]
    fast: bool
    ranged: bool
    spellfuse: int
    improved: int
    cannot: frozenset[str]
    changes: tuple[Modifier, ...]
    triggers: tuple[Printed, ...]
    commits: bool
    occasions: frozenset[str] = frozenset()
    """The occasions for the action's own triggers."""
    steady: bool = True
    """Whether its own rules stay the same whatever else happens."""
    may_sure: bool = False
    """Whether its own rules may offer a sure number instead of dice."""
    reroll_power: int = 0
    reroll_focus: int = 0
    set_power: int | None = None
    set_focus: int | None = None
    sure: Sure | None = None

    @property
    def attack(self) -> bool:
        """Whether the action is an attack."""
        return "attack" in self.types

    @property
    def block(self) -> bool:
        """Whether the action is a block."""
        return "block" in self.types

    @property
    def kinds(self) -> frozenset[str]:
        """All of the action's types: supertypes and subtypes."""
        return self.types | self.subtypes


def merged(one: Profile, other: Profile) -> Profile:
    """Return a combo's figures.

    A combo adds up cost, power, focus and dice, and combines rules, types and requirements (seed, Fast Action). The
    highest requirement for each attribute counts (rules, combined attribute requirement).
    """
    needs = dict(one.needs)
    for attribute, number in other.needs:
        needs[attribute] = max(number, needs.get(attribute, 0))
    return Profile(
        ap=one.ap + other.ap,
        hp=one.hp + other.hp,
        power=_sum(one.power, other.power),
        focus=_sum(one.focus, other.focus),
        power_dice=one.power_dice + other.power_dice,
        focus_dice=one.focus_dice + other.focus_dice,
        types=one.types | other.types,
        subtypes=one.subtypes | other.subtypes,
        needs=tuple(sorted(needs.items())),
        fast=one.fast or other.fast,
        ranged=one.ranged or other.ranged,
        improved=one.improved + other.improved,
        spellfuse=one.spellfuse + other.spellfuse,
        cannot=one.cannot | other.cannot,
        changes=one.changes + other.changes,
        triggers=one.triggers + other.triggers,
        commits=one.commits or other.commits,
        occasions=one.occasions | other.occasions,
        may_sure=one.may_sure or other.may_sure,
        steady=one.steady and other.steady,
    )


def _sum(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return one + other


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
        sees=tuple(each for part in parts for each in part.sees),
        depleting=tuple(each for part in parts for each in part.depleting),
        steady=all(part.steady for part in parts),
        costs=any(part.costs for part in parts),
        sure=any(part.sure for part in parts),
        occasions=frozenset(on for part in parts for on in part.occasions),
    )
