"""The evaluation of the card language's numbers in the current state."""

from collections.abc import Hashable, Iterable
from typing import Final

from engine.contract import Seat
from engine.games.varia.cards import action_of
from engine.games.varia.language.effects import Become
from engine.games.varia.language.terms import Side
from engine.games.varia.language.values import Count, Number
from engine.games.varia.rulings import STARTING_HP
from engine.games.varia.state import VariaState
from engine.text import slug

CARDS_A_LOOK: Final = 32
"""The number of discarded cards looked at that count as one step of a budget that counts looks."""


def number(state: VariaState, seat: Seat, value: Number) -> int:
    """Return the current value of a number for the player of the card that uses it."""
    if isinstance(value, int):
        return value
    counted = value.plus + value.times * (max(0, _counted(state, seat, value)) // value.per)
    return counted if value.most is None else max(-value.most, min(value.most, counted))


def _counted(state: VariaState, seat: Seat, value: Count) -> int:
    owner = side(seat, value.of)
    player = state.players[owner]
    if value.count == "discard":
        return _discarded(state, seat, player.discard, value)
    if value.count == "performed":
        return sum(_meant(value, types) for types in player.treated)
    if value.count == "stacks":
        return player.stacks.get(slug(value.stack or ""), 0)
    if value.count == "hp":
        return state.exact_hp(owner)
    if value.count == "lost hp":
        return STARTING_HP - state.exact_hp(owner)
    if value.count == "damage dealt":
        return state.damage_dealt(owner)
    figures = {
        "ap": player.ap,
        "hand": len(player.hand),
        "ruined items": len(player.ruined),
        "turn": state.turn,
    }
    return figures[value.count]


def _discarded(state: VariaState, viewer: Seat, pile: list[int], value: Count) -> int:
    """Count the matching cards in a pile as a player sees them, which is as printed unless something says otherwise."""
    sees = state.in_play(viewer).sees
    if state.altered or any(each.instead for each in sees):
        state.spend(len(pile))
        return _seen(state, viewer, pile, value)
    state.look(1 + len(pile) // CARDS_A_LOOK)
    printed, instances = state.cards.kinds, state.instances
    whose = "self" if pile is state.players[viewer].discard else "opponent"
    seen = next((each.subtypes for each in sees if each.of == whose), frozenset[str]())
    wanted, unwanted = frozenset(value.types) - seen, frozenset(value.without)
    if unwanted & seen:
        return 0
    found = [kinds for number in pile if wanted <= (kinds := printed[instances[number].card])]
    return len([kinds for kinds in found if unwanted.isdisjoint(kinds)]) if unwanted else len(found)


def _seen(state: VariaState, viewer: Seat, pile: list[int], value: Count) -> int:
    """Count the matching cards in a pile whose cards are not seen as printed; equal ones are looked at only once."""
    known: dict[Hashable, bool] = {}
    count = 0
    for number in pile:
        card = state.instances[number]
        key = (card.card, card.owner, card.altered)
        if key not in known:
            known[key] = _meant(value, kinds_seen(state, viewer, number))
        count += known[key]
    return count


def _meant(value: Count, kinds: Iterable[str]) -> bool:
    has = frozenset(kinds)
    return has.issuperset(value.types) and has.isdisjoint(value.without)


def side(seat: Seat, which: Side) -> Seat:
    """Return the seat that a player's card refers to."""
    return seat if which == "self" else 1 - seat


def kinds_seen(state: VariaState, viewer: Seat, number: int) -> frozenset[str]:
    """Return the types of a card in a discard pile as a player sees them."""
    figures = action_of(state.cards.by_id[state.card(number)])
    types = frozenset() if figures is None else frozenset(figures.types)
    return types | subtypes_seen(state, viewer, number)


def subtypes_seen(state: VariaState, viewer: Seat | None, number: int) -> frozenset[str]:
    """Return the subtypes of a card in a discard pile as a player sees them or, without a viewer, as they are.

    "Treated as" lets one player see what another does not (seed, Becomes & Treated).
    """
    card = state.instances[number]
    figures = action_of(state.cards.by_id[card.card])
    own: frozenset[str] = frozenset() if figures is None else frozenset(figures.subtypes)
    for overlay in card.altered:
        effect = state.cards.trigger(overlay.origin, overlay.number).do[overlay.step]
        if isinstance(effect, Become) and effect.subtypes is not None:
            own = frozenset(effect.subtypes)
    for sees in () if viewer is None else state.in_play(viewer).sees:
        if (sees.of == "self") == (card.owner == viewer):
            own = sees.subtypes if sees.instead else own | sees.subtypes
    return own
