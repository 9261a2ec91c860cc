"""Triggers: finding those that are due, ordering them and carrying them out one after another."""

from collections.abc import Hashable, Sequence
from typing import Final

from engine.contract import CardRef, Seat
from engine.games.varia import events
from engine.games.varia.action_figures import base_figures, holds, profile_of
from engine.games.varia.cards import Depletion
from engine.games.varia.effects import do
from engine.games.varia.language.effects import Join
from engine.games.varia.lasting_rules import Printed
from engine.games.varia.pieces import Action, Due, MayPrompt, OrderPrompt
from engine.games.varia.play import VariaPlay
from engine.games.varia.state import VariaState
from engine.games.varia.timeline import hits_its_owner

SCANNED_A_STEP: Final = 16
"""The number of waiting triggers scanned in one step of the pick's budget."""


def gather(play: VariaPlay, on: str, seats: Sequence[Seat]) -> None:
    """Make due everything that occurs at this point in the moment, one player after another.

    Triggers granted by a stack or an item occur only if that card is in play now (rules, further rulings: continuous
    effects). Stacks also tick in moments without an action (rules, ambiguities: stack gained during a moment).
    """
    state = play.state
    state.agenda = play.admit([due for seat in seats for due in _due(state, seat, on)])
    state.unordered = tuple(seats)


def gather_hits(play: VariaPlay) -> None:
    """Make due the On-Hit triggers and those that occur when a player is hit."""
    state = play.state
    seats = state.in_turn_order
    hits = [due for seat in seats if seat in state.hit for due in _due(state, seat, "hit")]
    struck = [due for seat in seats if seat in state.struck for due in _lasting(state, seat, "struck")]
    state.agenda = play.admit(hits + struck)
    state.unordered = seats


def gather_turn(play: VariaPlay) -> None:
    """Make due the triggers at the start of the turn."""
    state = play.state
    state.agenda = play.admit([due for seat in state.in_turn_order for due in _lasting(state, seat, "turn")])
    state.unordered = state.in_turn_order


def _due(state: VariaState, seat: Seat, on: str) -> list[Due]:
    due = [*_of_action(state, seat, on), *_lasting(state, seat, on)]
    return [*due, *_ticks(state, seat)] if on == "end" else due


def _of_action(state: VariaState, seat: Seat, on: str) -> list[Due]:
    """Return the triggers of a player's performed action, or the "perform" triggers of one about to be performed."""
    action = state.action_at(seat, state.moment)
    if action is None or action.disrupted or (on != "perform" and not action.performed) or state.exhausted:
        return []
    if not action.overlays and not _waits(state, seat, action, on):
        return []
    profile, own = profile_of(state, seat, action), base_figures(state, action).triggers
    return [
        Due(seat, "action", each.origin, each.number, state.moment, became=action.became if place < len(own) else None)
        for place, each in enumerate(profile.triggers)
        if each.trigger.on == on and each.concerns(profile.kinds)
    ]


def _waits(state: VariaState, seat: Seat, action: Action, on: str) -> bool:
    """Whether the action might have a trigger for an occasion, either its own or granted by something in play."""
    return (
        on in base_figures(state, action).occasions
        or on in state.in_play(seat).occasions
        or on in state.in_play(1 - seat).occasions
    )


def _lasting(state: VariaState, seat: Seat, on: str) -> list[Due]:
    printed = () if state.exhausted else state.in_play(seat).triggers.get(on, ())
    return [
        Due(seat, "lasting", each.origin, each.number, state.moment) for each in printed if _meant(state, seat, each)
    ]


def _meant(state: VariaState, seat: Seat, printed: Printed) -> bool:
    """Whether a lasting card's trigger applies: to the attack that has just hit its player, or to the player's action.

    A trigger that is not limited to some types always applies.
    """
    trigger = printed.trigger
    if not trigger.types and not trigger.without:
        return True
    if trigger.on == "struck":
        return any(printed.concerns(kinds) for kinds in _hitting(state, seat))
    action = state.action_at(seat, state.moment)
    if action is None or action.disrupted:
        return False
    return printed.concerns(profile_of(state, seat, action).kinds)


def _hitting(state: VariaState, seat: Seat) -> list[frozenset[str]]:
    """Return the types of each attack that has hit a player in this moment."""
    hits = zip(state.hit, state.struck, strict=True)
    attacks = [(attacker, state.action_at(attacker, state.moment)) for attacker, target in hits if target == seat]
    return [profile_of(state, attacker, attack).kinds for attacker, attack in attacks if attack is not None]


def _ticks(state: VariaState, seat: Seat) -> list[Due]:
    """Return the piles that lose their top stack at the end of this moment."""
    depleting = state.in_play(seat).depleting
    return [Due(seat, "tick", stack, 0, state.moment) for stack, when in depleting if _loses(state, seat, when)]


def _loses(state: VariaState, seat: Seat, when: Depletion) -> bool:
    """Whether the event that depletes a pile has happened in this moment."""
    if when.on in ("moment", "turn"):
        return when.on == "moment"
    if when.on == "struck":
        return any(_selects(when, kinds) for kinds in _hitting(state, seat))
    action = state.action_at(seat, state.moment)
    if action is None or not action.performed or (when.on == "hit" and seat not in state.hit):
        return False
    return _selects(when, profile_of(state, seat, action).kinds)


def _selects(when: Depletion, kinds: frozenset[str]) -> bool:
    return kinds.issuperset(when.types) and kinds.isdisjoint(when.without)


def run(play: VariaPlay) -> None:
    """Run due triggers until none is left, the match has ended or a player has to be asked."""
    state = play.state
    while state.prompt is None and state.outcome is None:
        _take_up(play)
        if play.exhausted():
            _drop_triggers(state)
        if not state.agenda:
            return
        due = state.agenda[0]
        if state.effect == 0 and not _occurs(state, due):
            state.agenda.pop(0)
        elif state.effect == 0 and due.seat in state.unordered and _order_matters(play, due):
            state.prompt = OrderPrompt(due.seat)
        elif _is_optional(state, due) and not state.agreed:
            state.agreed, declined = _consent(state, due)
            if declined:
                drop(state)
            elif not state.agreed:
                state.prompt = MayPrompt(due.seat)
        else:
            _step(play, due)


def _take_up(play: VariaPlay) -> None:
    """Put newly due triggers behind the one that is occurring."""
    if play.fresh:
        place = 1 if play.state.effect else 0
        fresh, play.fresh = play.fresh, []
        play.state.agenda[place:place] = play.admit(fresh)


def _drop_triggers(state: VariaState) -> None:
    """Remove all triggers from the agenda, including the rest of the current one; piles still lose their top stack."""
    state.agenda = [due for due in state.agenda if due.source == "tick"]
    state.effect, state.agreed = 0, False


def own_dues(state: VariaState, seat: Seat) -> list[Due]:
    """Return a player's triggers that are due and can still occur."""
    known: dict[Hashable, bool] = {}
    own = []
    for due in state.agenda:
        if due.seat == seat:
            key = (due.origin, due.number, due.source, due.moment)
            if key not in known:
                known[key] = _occurs(state, due)
            if known[key]:
                own.append(due)
    return own


def put_in_order(state: VariaState, seat: Seat, order: list[Due]) -> None:
    """Put a player's triggers into the chosen order; those that cannot occur yet come after them."""
    asked = {id(due) for due in own_dues(state, seat)}
    state.agenda = order + [due for due in state.agenda if id(due) not in asked]
    state.unordered = tuple(other for other in state.unordered if other != seat)


def drop(state: VariaState) -> None:
    """Remove the agenda's first trigger, which its player declined."""
    state.agenda.pop(0)
    state.effect, state.agreed = 0, False


def _order_matters(play: VariaPlay, first: Due) -> bool:
    """Whether the player whose trigger comes first also has different ones (rules, ambiguities: same-player order).

    Equal triggers need no check: if one can occur, so can the others.
    """
    state = play.state
    play.budget.spend(len(state.agenda) // SCANNED_A_STEP)
    equal = (first.origin, first.number, first.source)
    idle: set[Hashable] = set()
    for due in state.agenda:
        kind = (due.origin, due.number, due.source)
        if due.seat == first.seat and kind != equal and (kind, due.moment) not in idle:
            if _occurs(state, due):
                return True
            idle.add((kind, due.moment))
    return False


def _occurs(state: VariaState, due: Due) -> bool:
    """Whether a trigger can still occur: its carrier is still there, and its conditions hold.

    A trigger does not occur if it belongs to a disrupted action (seed, Disrupted), to a ruined item or to a card that
    has left the discard pile, or if an action had it before becoming another (seed, Becomes & Treated).
    """
    if due.source == "tick":
        return due.origin in state.players[due.seat].stacks
    if due.source == "action":
        action = state.action_at(due.seat, due.moment)
        if action is None or action.disrupted or due.became not in (None, action.became):
            return False
    elif due.source == "lasting" and due.origin not in state.in_play(due.seat).carriers:
        return False
    trigger = state.cards.trigger(due.origin, due.number)
    return not trigger.when or holds(state, due.seat, trigger.when, due.moment)


def _is_optional(state: VariaState, due: Due) -> bool:
    return due.source != "tick" and state.cards.trigger(due.origin, due.number).may


def _consent(state: VariaState, due: Due) -> tuple[bool, bool]:
    """Return whether a due trigger's player has accepted it beforehand, and whether they have declined it.

    While a player plans, nothing is answered for them, nor is what they would be warned about.
    """
    said = None if state.planning else state.players[due.seat].consents.get(due.origin)
    if said and joins_against_its_owner(state, due):
        said = None
    return said is True, said is False


def joins_against_its_owner(state: VariaState, due: Due) -> bool:
    """Whether a trigger moves an attack from the discard pile into an action that targets its own player."""
    discarded = due.origin in state.ids(tuple(state.players[due.seat].discard))
    joins = any(isinstance(effect, Join) for effect in state.cards.trigger(due.origin, due.number).do)
    return discarded and joins and hits_its_owner(state, due.seat, due.moment, (due.origin,))


def _step(play: VariaPlay, due: Due) -> None:
    """Carry out the next effect of a trigger, and remove the trigger from the agenda after its last effect."""
    state = play.state
    if due.source == "tick":
        state.agenda.pop(0)
        play.lose_stacks(due.seat, due.origin, 1)
        return
    trigger = state.cards.trigger(due.origin, due.number)
    if state.effect == 0:
        state.occurred += 1
        play.tell(events.Occurred(due.seat, trigger.on, CardRef(due.origin)))
    step = state.effect
    state.effect += 1
    if state.effect == len(trigger.do):
        state.agenda.pop(0)
        state.effect, state.agreed = 0, False
    do(play, due, step)
