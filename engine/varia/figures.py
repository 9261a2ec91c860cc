"""What an action is at this moment: its cards taken together, what it has become, and what changes it."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from msgspec.structs import asdict, replace

from engine.contract import Seat
from engine.varia.language.changes import Change
from engine.varia.language.effects import Become, ChangeAction
from engine.varia.numbers import holds, number
from engine.varia.pool import REMEMBERED, Continuous, InPlay, Profile, merged
from engine.varia.state import Action, Overlay, State


def profile_of(state: State, seat: Seat, action: Action, moment: int | None = None, *, counted: bool = True) -> Profile:
    """Return an action's figures as they stand; without what it is as the nth of its turn unless `counted`.

    Its own rules and what effects made of it always count. What its owner's and the opponent's stacks, items and
    discarded cards do holds for performed actions, and is looked up when it matters (rules, further rulings:
    continuous effects); only what they add to the cost counts before.
    """
    profile = form_of(state, action)
    mine, theirs = state.in_play(seat), state.in_play(1 - seat)
    plain = not action.overlays and not profile.changes
    if plain and not action.performed and not mine.costs and not theirs.costs:
        return profile
    at = state.moment if moment is None else moment
    if not (plain and action.performed and mine.steady and theirs.steady and not state.altered):
        return _Work(state, seat, action, profile, at).changed(_effects(mine, theirs, counted=counted))
    remembered = state.cards.remembered
    key = (state.ids(action.cards), mine.number, theirs.number)
    found = remembered.get(key)
    if found is None:
        if len(remembered) >= REMEMBERED:
            remembered.clear()
        found = _Work(state, seat, action, profile, at).changed(_effects(mine, theirs, counted=counted))
        remembered[key] = found
    return found


def _effects(mine: InPlay, theirs: InPlay, *, counted: bool) -> list[Continuous]:
    """Return what lasting cards do to a player's action, in the order in which it is applied."""
    effects = [each for each in (*mine.own, *theirs.others) if counted or each.nth is None]
    return sorted(effects, key=lambda each: each.stage) if theirs.others else effects


def form_of(state: State, action: Action) -> Profile:
    """Return what an action is printed as, or has become as a whole; what it was before is lost (seed, Becomes)."""
    if action.overlays:
        copy = next((each.copy for each in reversed(action.overlays) if each.copy is not None), None)
        if copy is not None:
            return state.cards.printed(copy)
    if state.altered and any(state.instances[card].altered for card in action.cards):
        return reduce(merged, [_altered(state, card) for card in action.cards])
    return state.cards.printed(state.ids(action.cards))


def _altered(state: State, card: int) -> Profile:
    """Return a card's figures with the parts of it that became something else for good."""
    instance = state.instances[card]
    profile = state.cards.printed((instance.card,))
    return replace(profile, **_parts(state, instance.altered))


def _parts(state: State, overlays: Iterable[Overlay]) -> dict[str, Any]:
    """Return the fields of a profile that became something else."""
    fields: dict[str, Any] = {}
    for overlay in overlays:
        effect = state.cards.trigger(overlay.origin, overlay.number).do[overlay.step]
        if overlay.copy is None and isinstance(effect, Become):
            given = {"types": effect.types, "subtypes": effect.subtypes}
            fields |= {name: frozenset(types) for name, types in given.items() if types is not None}
            figures = {"power": effect.power, "focus": effect.focus}
            fields |= {name: figure for name, figure in figures.items() if figure is not None}
    return fields


class _Work:
    """One action's figures while changes are applied to them."""

    def __init__(self, state: State, seat: Seat, action: Action, profile: Profile, moment: int) -> None:
        self.state = state
        self.seat = seat
        self.action = action
        self.moment = moment
        self.fields = asdict(profile)
        whole = max((place for place, each in enumerate(action.overlays) if each.copy is not None), default=-1)
        self.overlays = action.overlays[whole + 1 :]
        self.fields |= _parts(state, self.overlays)

    def changed(self, effects: Sequence[Continuous]) -> Profile:
        own: tuple[Continuous, ...] = self.fields["changes"]
        for retyping in (True, False):
            for continuous in own:
                if continuous.retypes is retyping:
                    self.change(continuous.change, self.seat)
            for overlay in self.overlays:
                effect = self.state.cards.trigger(overlay.origin, overlay.number).do[overlay.step]
                if isinstance(effect, ChangeAction) and bool(effect.add or effect.drop) is retyping:
                    self.change(effect, overlay.seat)
            for continuous in effects:
                if continuous.retypes is retyping and self.concerned(continuous):
                    self.lasting(continuous)
        return Profile(**self.fields)

    def concerned(self, continuous: Continuous) -> bool:
        """Whether a lasting card means this action; the nth is counted among those performed this turn."""
        if not continuous.concerns(self.fields["types"] | self.fields["subtypes"]):
            return False
        if continuous.nth is None:
            return True
        performed = self.state.players[self.seat].performed[: self.action.performed]
        return sum(continuous.concerns(frozenset(types)) for types in performed) == continuous.nth

    def lasting(self, continuous: Continuous) -> None:
        whose = self.seat if getattr(continuous.change, "of", "self") == "self" else 1 - self.seat
        if self.action.performed:
            if self.change(continuous.change, whose):
                self.fields["triggers"] += continuous.triggers
        elif continuous.change.ap and holds(self.state, whose, continuous.change.when, self.moment):
            self.fields["ap"] = max(0, self.fields["ap"] + continuous.change.ap)

    def change(self, change: Change, whose: Seat) -> bool:
        """Apply one change, and return whether its conditions hold."""
        if change.when and not holds(self.state, whose, change.when, self.moment):
            return False
        fields = self.fields
        for name in ("power", "focus"):
            if fields[name] is not None:
                fields[name] += number(self.state, whose, getattr(change, name))
                dice = f"{name}_dice"
                fields[dice] = max(0, fields[dice] + getattr(change, dice))
        fields["ap"] = max(0, fields["ap"] + change.ap)
        if change.keywords:
            fields["ranged"] = fields["ranged"] or "ranged" in change.keywords
            fields["improved"] += change.keywords.count("improved") - change.keywords.count("impaired")
        if change.add or change.drop:
            self.retype(change)
        fields["cannot"] = fields["cannot"].union(change.cannot)
        for name in ("reroll_power", "reroll_focus"):
            fields[name] = max(fields[name], getattr(change, name))
        for name in ("set_power", "set_focus", "sure"):
            fields[name] = fields[name] if getattr(change, name) is None else getattr(change, name)
        return True

    def retype(self, change: Change) -> None:
        """Treat the action as of other types; those of the one kind never come among those of the other."""
        supertypes = {"physical", "magical", "attack", "block"}
        for name, kind in (("types", True), ("subtypes", False)):
            added = {each for each in change.add if (each in supertypes) is kind}
            self.fields[name] = (self.fields[name] - set(change.drop)) | added
