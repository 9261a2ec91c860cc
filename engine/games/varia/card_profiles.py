"""Cards in the form used in play: the figures of actions."""

from msgspec import Struct

from engine.games.varia.language.changes import Sure
from engine.games.varia.lasting_rules import Printed
from engine.games.varia.modifiers import Modifier


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
