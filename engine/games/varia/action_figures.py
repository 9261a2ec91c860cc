"""An action's current figures: those of its cards combined or of what it has become, with all changes applied.

Conditions are evaluated here too, because changes have them and they may ask for an action's current types.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Final

from msgspec.structs import replace

from engine.contract import Seat
from engine.games.varia.card_profiles import Profile, merged
from engine.games.varia.language.effects import Become
from engine.games.varia.language.values import Combined, Compare, Condition, Distance, Opposed, Role, Unopposed
from engine.games.varia.lasting_rules import Continuous, InPlay
from engine.games.varia.modifiers import Modifier, ProfileChange
from engine.games.varia.pieces import Action, Overlay
from engine.games.varia.pool import REMEMBERED
from engine.games.varia.state import VariaState
from engine.games.varia.values import number

TYPES_ASKED: Final = 3
"""How often one action's types may ask for the other's: two that ask for each other would never end. The last one asked
answers with its printed types, or those of what it has become."""


def profile_of(
    state: VariaState,
    seat: Seat,
    action: Action,
    moment: int | None = None,
    *,
    queued: bool = False,
    counted: bool = True,
) -> Profile:
    """Return an action's current figures; effects on the nth action in a turn apply only if `counted`.

    Without a moment, they are those in the current one; an action that is `queued` is in none.
    Its own rules and the changes that effects made to it always count. The rules of both players' stacks, items and
    discarded cards apply to performed actions, and are looked up when they matter (rules, further rulings: continuous
    effects); before that only their changes to the cost count. Once a pick's budget is spent, an action has its printed
    figures, or those of what it has become, until the pick ends.
    """
    profile = base_figures(state, action)
    if state.exhausted:
        return profile
    mine, theirs = state.in_play(seat), state.in_play(1 - seat)
    if not (action.overlays or action.performed or profile.changes or mine.early or theirs.early):
        return profile
    at = None if queued else state.moment if moment is None else moment
    steady = profile.steady and mine.steady and theirs.steady and not action.overlays and not state.altered
    state.spend(1 if steady else 1 + len(mine.own) + len(theirs.others) + len(action.overlays))
    if not steady:
        return _Work(state, seat, action, profile, at).changed(_effects(mine, theirs, counted=counted))
    remembered = state.cards.remembered
    key = (state.ids(action.cards), bool(action.performed), mine.number, theirs.number)
    found = remembered.get(key)
    if found is None:
        if len(remembered) >= REMEMBERED:
            remembered.clear()
        found = _Work(state, seat, action, profile, at).changed(_effects(mine, theirs, counted=counted))
        remembered[key] = found
    return found


def _effects(mine: InPlay, theirs: InPlay, *, counted: bool) -> list[Continuous]:
    """Return the effects of lasting cards on a player's action, in the order in which they are applied."""
    effects = [each for each in (*mine.own, *theirs.others) if counted or each.nth is None]
    return sorted(effects, key=lambda each: each.stage) if theirs.others else effects


def base_figures(state: VariaState, action: Action) -> Profile:
    """Return an action's printed profile, or the profile of what it has become as a whole (seed, Becomes)."""
    if action.overlays and (copy := action.copy) is not None:
        return state.cards.printed(copy)
    if state.altered and any(state.instances[card].altered for card in action.cards):
        return reduce(merged, [_altered(state, card) for card in action.cards])
    return state.cards.printed(state.ids(action.cards))


def planned_as(state: VariaState, seat: Seat, card: int) -> tuple[bool, int]:
    """Return whether a card that is not planned yet is Fast, and how many Spellfuses it has.

    Besides what is printed on it, its own rules count, and those of what both players have in play, for as long as they
    hold. They go by the types that the card has now. Once a pick's budget is spent, only what is printed counts.
    """
    printed = state.cards.printed((state.card(card),))
    fast, spellfuse = printed.fast, printed.spellfuse
    state.look(1 + len(printed.changes))
    rules = [(each, seat) for each in printed.changes if each.hastens]
    mine, theirs = state.in_play(seat).hastening, state.in_play(1 - seat).hastening
    if mine or theirs:
        kinds = base_figures(state, Action((card,), 0)).kinds
        rules += [(each.modifier, seat) for each in mine if not each.of_opponent and each.concerns(kinds)]
        rules += [(each.modifier, 1 - seat) for each in theirs if each.of_opponent and each.concerns(kinds)]
        state.spend(len(mine) + len(theirs))
    for modifier, whose in rules:
        if state.exhausted:
            break
        if holds(state, whose, modifier.when, None):
            fast, spellfuse = fast or modifier.fast, spellfuse + modifier.spellfuse
    return fast, spellfuse


def _altered(state: VariaState, card: int) -> Profile:
    """Return a card's figures, including the parts that have changed permanently."""
    instance = state.instances[card]
    profile = state.cards.printed((instance.card,))
    return replace(profile, **_parts(state, instance.altered))


def _parts(state: VariaState, overlays: Iterable[Overlay]) -> dict[str, Any]:
    """Return the fields of a profile that effects have replaced."""
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
    """One action's figures while changes are being applied; `fields` holds the figures that differ from the profile."""

    def __init__(self, state: VariaState, seat: Seat, action: Action, profile: Profile, moment: int | None) -> None:
        self.state = state
        self.seat = seat
        self.action = action
        self.moment = moment
        self.profile = profile
        self.fields: dict[str, Any] = {}
        self.asked = 0
        self.overlays: list[tuple[Modifier, Seat]] = []
        if action.overlays:
            self._overlay(action.overlays)

    def _overlay(self, overlays: Sequence[Overlay]) -> None:
        """Collect the changes that effects have made since the action last became another as a whole."""
        whole = max((place for place, each in enumerate(overlays) if each.copy is not None), default=-1)
        self.fields |= _parts(self.state, overlays[whole + 1 :])
        for each in overlays[whole + 1 :]:
            changed = self.state.cards.modifier(each.origin, each.number, each.step)
            if changed is not None:
                self.overlays.append((changed, each.seat))

    def value(self, name: str) -> Any:
        """Return the current value of a field."""
        return self.fields[name] if name in self.fields else getattr(self.profile, name)

    def changed(self, effects: Sequence[Continuous]) -> Profile:
        """Return the figures after all changes: type changes first, because the other changes depend on types."""
        self.retype(effects, 1)
        self.change(effects, retyping=False)
        if not self.fields:
            return self.profile
        costs = {name: max(0, self.value(name)) for name in ("ap", "hp")}
        return replace(self.profile, **{**self.fields, **costs})

    def retype(self, effects: Sequence[Continuous], asked: int) -> None:
        """Apply all type changes; `asked` counts the actions whose types are being asked for, with this one."""
        self.asked = asked
        self.change(effects, retyping=True)
        self.asked = 0

    def change(self, effects: Sequence[Continuous], *, retyping: bool) -> None:
        """Apply either the changes of types or all others."""
        own = [(each, self.seat) for each in self.profile.changes] + self.overlays
        for modifier, whose in own:
            if modifier.retypes is retyping:
                self.apply(modifier, whose)
        for continuous in effects:
            if self.state.exhausted:
                break
            if continuous.modifier.retypes is retyping and self.concerned(continuous):
                self.lasting(continuous)

    def concerned(self, continuous: Continuous) -> bool:
        """Whether a lasting card's rule applies to this action; `nth` counts the actions performed this turn.

        An action that is not performed yet is preceded by those performed and those planned before it.
        """
        if not continuous.concerns(self.value("types") | self.value("subtypes")):
            return False
        if continuous.nth is None:
            return True
        player = self.state.players[self.seat]
        performed = sum(continuous.concerns(frozenset(types)) for types in player.performed[: self.action.performed])
        if self.action.performed:
            return performed == continuous.nth
        return continuous.early and self._upcoming(continuous) == continuous.nth

    def _upcoming(self, continuous: Continuous) -> int | None:
        """Return this action's number among those of its kind if all planned before it are performed, or None."""
        if self.moment is None:
            return None
        self.state.spend(1)
        player = self.state.players[self.seat]
        planned = [each for each in player.plan[: self.moment] if each and not (each.performed or each.disrupted)]
        earlier = [frozenset(types) for types in player.performed]
        earlier += [base_figures(self.state, each).kinds for each in planned]
        return 1 + sum(map(continuous.concerns, earlier))

    def lasting(self, continuous: Continuous) -> None:
        """Apply a lasting card's rule in full to a performed action.

        An action that is not performed yet has only the change of its cost and the triggers before performing.
        """
        whose = 1 - self.seat if continuous.of_opponent else self.seat
        modifier = continuous.modifier
        if self.action.performed:
            if self.apply(modifier, whose) and continuous.triggers:
                self.fields["triggers"] = self.value("triggers") + continuous.triggers
        elif continuous.early and self.holds(modifier, whose):
            for step in modifier.steps:
                if step.field in ("ap", "hp"):
                    self.step(step)
            before = tuple([each for each in continuous.triggers if each.trigger.on == "perform"])
            if before:
                self.fields["triggers"] = self.value("triggers") + before

    def holds(self, modifier: Modifier, whose: Seat) -> bool:
        """Whether a change's conditions hold."""
        return not modifier.when or holds(self.state, whose, modifier.when, self.moment, self.asked)

    def apply(self, modifier: Modifier, whose: Seat) -> bool:
        """Apply one change and return whether its conditions hold."""
        if not self.holds(modifier, whose):
            return False
        for step in modifier.steps:
            if step.how == "figure":
                figure = self.value(step.field)
                if figure is not None:
                    self.fields[step.field] = figure + number(self.state, whose, step.value)
            else:
                self.step(step)
        return True

    def step(self, step: ProfileChange) -> None:
        """Apply one step whose value does not need to be counted."""
        fields, name, value = self.fields, step.field, step.value
        match step.how:
            case "dice":
                figure, dice = value
                fields[name] = 0 if self.value(figure) is None else max(0, self.value(name) + dice)
            case "sum":
                fields[name] = self.value(name) + value
            case "most":
                fields[name] = max(self.value(name), value)
            case "set":
                fields[name] = value
            case "unite":
                fields[name] = self.value(name) | value
            case "part":
                dropped, added = value
                fields[name] = (self.value(name) - dropped) | added


def holds(state: VariaState, seat: Seat, conditions: Iterable[Condition], moment: int | None, asked: int = 0) -> bool:
    """Whether all conditions of a player's card hold for the player's action in a moment, or in none.

    `asked` counts the actions whose types are being asked for.
    """
    return all(_holds(state, seat, each, moment, asked) for each in conditions)


def _holds(state: VariaState, seat: Seat, condition: Condition, moment: int | None, asked: int) -> bool:
    state.spend(1)
    match condition:
        case Compare():
            one, other = number(state, seat, condition.this), number(state, seat, condition.to)
            return {"at least": one >= other, "at most": one <= other, "equal to": one == other}[condition.relation]
        case Opposed():
            opposing = state.opposing_action(seat, moment)
            return opposing is not None and _kinds(state, 1 - seat, opposing, moment, asked).issuperset(condition.by)
        case Unopposed():
            return state.opposing_action(seat, moment) is None
        case Distance():
            return state.engaged == (condition.distance == "engaged")
        case Combined():
            action = None if moment is None else state.action_at(seat, moment)
            return action is not None and len(action.copy or action.cards) > 1
        case Role():
            return (state.active == seat) == (condition.role == "active")


def _kinds(state: VariaState, seat: Seat, action: Action, moment: int | None, asked: int) -> frozenset[str]:
    """Return the types that an action is treated as having, without computing its other figures."""
    profile = base_figures(state, action)
    work = _Work(state, seat, action, profile, moment)
    if asked < TYPES_ASKED and not state.exhausted:
        effects = _effects(state.in_play(seat), state.in_play(1 - seat), counted=True)
        state.spend(1 + len(profile.changes) + len(action.overlays) + len(effects))
        work.retype(effects, asked + 1)
    return frozenset(work.value("types") | work.value("subtypes"))
