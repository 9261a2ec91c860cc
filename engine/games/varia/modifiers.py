"""Changes to actions in the form in which they are applied, reduced to what actually changes."""

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, final

from engine.games.varia.language.changes import Change
from engine.games.varia.language.values import Condition, Count

How: TypeAlias = Literal["figure", "dice", "sum", "most", "set", "unite", "part"]

SUPERTYPES: Final = frozenset({"physical", "magical", "attack", "block"})


@final
@dataclass(frozen=True)
class ProfileChange:
    """One field of a profile and the operation on it.

    "figure" adds a number to an existing power or focus, "dice" adds dice to an existing power or focus, "sum" adds,
    "most" keeps the greater value, "set" replaces, "unite" merges sets, and "part" removes types and adds others.
    """

    how: How
    field: str
    value: Any


@final
@dataclass(frozen=True)
class Modifier:
    """A change: its conditions, its steps in order, and whether it changes an action's types.

    `steady` means that the change stays the same whatever else happens. `fast` and `spellfuse` are what a card gains
    before it is planned: Fast, and a number of Spellfuses.
    """

    when: tuple[Condition, ...]
    steps: tuple[ProfileChange, ...]
    retypes: bool
    steady: bool
    fast: bool = False
    spellfuse: int = 0

    @property
    def hastens(self) -> bool:
        """Whether it changes how a card may be planned."""
        return self.fast or self.spellfuse > 0


def modifier(change: Change) -> Modifier:
    """Return a change in the form in which it is applied."""
    steps = [
        ProfileChange("figure", name, getattr(change, name)) for name in ("power", "focus") if getattr(change, name)
    ]
    steps += [
        ProfileChange("dice", f"{name}_dice", (name, getattr(change, f"{name}_dice")))
        for name in ("power", "focus")
        if getattr(change, f"{name}_dice")
    ]
    improved = change.keywords.count("improved") - change.keywords.count("impaired")
    sums = (("ap", change.ap), ("hp", change.hp), ("improved", improved))
    steps += [ProfileChange("sum", name, value) for name, value in sums if value]
    if "ranged" in change.keywords:
        steps.append(ProfileChange(how="set", field="ranged", value=True))
    if change.add or change.drop:
        for name, kind in (("types", True), ("subtypes", False)):
            added = frozenset(each for each in change.add if (each in SUPERTYPES) is kind)
            steps.append(ProfileChange("part", name, (frozenset(change.drop), added)))
    if change.cannot:
        steps.append(ProfileChange("unite", "cannot", frozenset(change.cannot)))
    for name in ("reroll_power", "reroll_focus"):
        if getattr(change, name):
            steps.append(ProfileChange("most", name, getattr(change, name)))
    for name in ("set_power", "set_focus", "sure"):
        if getattr(change, name) is not None:
            steps.append(ProfileChange("set", name, getattr(change, name)))
    counted = any(isinstance(step.value, Count) for step in steps)
    return Modifier(
        change.when,
        tuple(steps),
        bool(change.add or change.drop),
        not counted and not change.when,
        "fast" in change.keywords,
        change.keywords.count("spellfuse"),
    )
