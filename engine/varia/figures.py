"""What an action is at this moment: its cards taken together, and what stacks and items make of it."""

from msgspec.structs import replace

from engine.contract import Seat
from engine.varia.pool import Continuous, Profile
from engine.varia.state import Action, State


def profile_of(state: State, seat: Seat, action: Action) -> Profile:
    """Return an action's figures as they stand, with what its owner's stacks and items do to it.

    Continuous effects hold for performed actions, and are looked up when they matter (rules, further rulings).
    """
    profile = state.cards.printed(state.ids(action))
    if action.performed:
        for effect in continuous(state, seat):
            if effect.types <= profile.types | profile.subtypes:
                profile = _changed(profile, effect)
    return profile


def continuous(state: State, seat: Seat) -> list[Continuous]:
    """Return every continuous effect of a player's stacks and items.

    Of stacks of one name only the topmost acts (seed, Stacks), so a pile's height does not matter here. An item's
    own text works wherever the item is (rules, ambiguities: an item's own text).
    """
    by_id, player = state.cards.continuous, state.players[seat]
    return [effect for carrier in (*player.stacks, *player.gear) for effect in by_id[carrier]]


def _changed(profile: Profile, effect: Continuous) -> Profile:
    grant = effect.grant
    return replace(
        profile,
        power=None if profile.power is None else profile.power + grant.power,
        focus=None if profile.focus is None else profile.focus + grant.focus,
        power_dice=0 if profile.power is None else profile.power_dice + grant.power_dice,
        focus_dice=0 if profile.focus is None else profile.focus_dice + grant.focus_dice,
        ranged=profile.ranged or "ranged" in grant.keywords,
        improved=profile.improved + grant.keywords.count("improved") - grant.keywords.count("impaired"),
        triggers=profile.triggers + effect.triggers,
    )
