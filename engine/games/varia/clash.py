"""The clash in one moment: rolls, hits and misses, damage dealt and prevented, and On-Hit triggers."""

from fractions import Fraction
from typing import final

from engine.contract import Seat
from engine.games.varia import events
from engine.games.varia.action_figures import base_figures, profile_of
from engine.games.varia.card_profiles import Profile
from engine.games.varia.odds import Pool, at_least
from engine.games.varia.play import VariaPlay
from engine.games.varia.rolls import bounded, throw
from engine.games.varia.rulings import FOCUS_SIDES, POWER_SIDES
from engine.games.varia.state import VariaState
from engine.games.varia.triggers import gather_hits


@final
class Fighter:
    """One player's action in the clash. A figure that is not printed counts as 0 and is not rolled."""

    __slots__ = ("focus", "power", "profile", "seat", "sure", "target")

    def __init__(self, seat: Seat, target: Seat, profile: Profile, *, sure: bool) -> None:
        self.seat = seat
        self.target = target
        self.profile = profile
        self.sure = sure
        self.power = 0
        self.focus = 0

    def copy(self) -> "Fighter":
        """Return the same action without a roll."""
        return Fighter(self.seat, self.target, self.profile, sure=self.sure)


def asks_for_dice(state: VariaState) -> Seat | None:
    """Return the seat that has to choose between rolling and a sure number, or None; the active player comes first."""
    for seat in state.in_turn_order:
        fighter = _fighter(state, seat) if not state.sure[seat] and _offers_sure(state, seat) else None
        if fighter is not None and fighter.profile.sure is not None:
            return seat
    return None


def _offers_sure(state: VariaState, seat: Seat) -> bool:
    """Whether anything might offer a player a sure number; a cheap test before the full check."""
    action = state.action_at(seat, state.moment)
    if action is None:
        return False
    return bool(action.overlays) or base_figures(state, action).may_sure or state.in_play(seat).sure


def clash(play: VariaPlay) -> None:
    """Resolve the current moment's clash, up to the point at which its On-Hit triggers become due.

    Dice are rolled for every performed and undisrupted action, opposed or not, because triggers and the log may need
    the figures (rules, ambiguities: unopposed attack; block alone).
    """
    fighters = fighters_in(play.state)
    if oppose(fighters):
        play.tell(_faced(play.state, fighters))
    for fighter in fighters:
        _roll(play, fighter)
    strike(play, fighters)


def fighters_in(state: VariaState) -> list[Fighter]:
    """Return the current moment's performed and undisrupted actions before any roll, the active player's first."""
    return [fighter for seat in state.in_turn_order if (fighter := _fighter(state, seat)) is not None]


def oppose(fighters: list[Fighter]) -> bool:
    """Whether there are two actions in a clash that oppose each other, because neither targets its own player."""
    return len(fighters) == 2 and all(fighter.target != fighter.seat for fighter in fighters)  # noqa: PLR2004


def strike(play: VariaPlay, fighters: list[Fighter]) -> None:
    """Resolve the attacks in a clash whose rolls have been made, up to the point at which On-Hit triggers are due."""
    state, opposed = play.state, oppose(fighters)
    for place, fighter in enumerate(fighters):
        if fighter.profile.attack and _attack(play, fighter, fighters[1 - place] if opposed else None):
            state.hit = (*state.hit, fighter.seat)
            state.struck = (*state.struck, fighter.target)
    if state.outcome is None:
        gather_hits(play)


def _fighter(state: VariaState, seat: Seat) -> Fighter | None:
    action = state.action_at(seat, state.moment)
    if action is None or not action.performed or action.disrupted:
        return None
    return Fighter(seat, action.target, profile_of(state, seat, action), sure=state.sure[seat] == "sure")


def _faced(state: VariaState, fighters: list[Fighter]) -> events.Faced:
    """Return the fact shown before the roll: the attacker and its chance to hit, if a block can make it miss."""
    attacker = next((fighter for fighter in fighters if fighter.profile.attack), None)
    blocker = next((fighter for fighter in fighters if fighter.profile.block), None)
    if attacker is None or blocker is None or "miss" in attacker.profile.cannot:
        return events.Faced(state.moment + 1, None, None)
    return events.Faced(state.moment + 1, attacker.seat, chance_to_hit(attacker, blocker).as_integer_ratio())


def chance_to_hit(attacker: Fighter, blocker: Fighter) -> Fraction:
    """Return the chance that an attack's focus reaches that of the block that opposes it."""
    return at_least(focus_pool(attacker.profile, sure=attacker.sure), focus_pool(blocker.profile, sure=blocker.sure))


def reaches(state: VariaState, attacker: Fighter) -> bool:
    """Whether an attack is in range: an attack turned against its own player always is."""
    return state.engaged or attacker.target == attacker.seat or attacker.profile.ranged


def power_pool(profile: Profile, *, sure: bool = False) -> Pool:
    """Return an action's power roll: no dice if it has no printed power or its player chooses the sure number."""
    base = profile.power or 0
    if sure and profile.sure is not None:
        return Pool(0, POWER_SIDES, base + profile.sure.power)
    return bounded(profile.power_dice, POWER_SIDES, base, profile.improved, profile.reroll_power, profile.set_power)


def focus_pool(profile: Profile, *, sure: bool = False) -> Pool:
    """Return an action's focus roll: no dice if it has no printed focus or its player chooses the sure number."""
    base = profile.focus or 0
    if sure and profile.sure is not None:
        return Pool(0, FOCUS_SIDES, base + profile.sure.focus)
    return bounded(profile.focus_dice, FOCUS_SIDES, base, profile.improved, profile.reroll_focus, profile.set_focus)


def _roll(play: VariaPlay, fighter: Fighter) -> None:
    profile, sure = fighter.profile, fighter.sure
    if sure and profile.sure is not None:
        play.tell(events.TookSure(fighter.seat, profile.sure.power, profile.sure.focus))
    if profile.power is not None:
        fighter.power = max(0, throw(play, fighter.seat, "power", power_pool(profile, sure=sure)))
    if profile.focus is not None:
        fighter.focus = throw(play, fighter.seat, "focus", focus_pool(profile, sure=sure))


def _attack(play: VariaPlay, attacker: Fighter, other: Fighter | None) -> bool:
    """Resolve one attack and return whether it hit.

    The opposing action prevents damage up to its power, even if that action misses (seed, Hit & Miss). An attack turned
    against its own player is never out of range, and an attack that cannot miss always hits.
    """
    state, seat, target = play.state, attacker.seat, attacker.target
    sure_to_hit = "miss" in attacker.profile.cannot
    if not sure_to_hit and not reaches(state, attacker):
        play.tell(events.Missed(seat, "distance"))
        return False
    if not sure_to_hit and other is not None and other.profile.block and attacker.focus < other.focus:
        play.tell(events.Missed(seat, "focus"))
        return False
    prevented = 0 if other is None else min(attacker.power, other.power)
    dealt = attacker.power - prevented
    state.damage = (dealt, state.damage[1]) if seat == 0 else (state.damage[0], dealt)
    play.tell(events.Hit(seat, target, dealt, prevented))
    play.lose_hp(target, dealt)
    return True
