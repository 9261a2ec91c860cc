"""Triggers: which of them are due in a sub-step, in whose order, and what they do."""

from engine.contract import CardRef, Seat, letter
from engine.varia import cards, events
from engine.varia.figures import profile_of
from engine.varia.odds import Pool
from engine.varia.play import Play
from engine.varia.state import Due, Order, State
from engine.varia.timeline import create_token


def gather(state: State, on: cards.Moment) -> None:
    """Make due everything that occurs at this point of the moment: the active player's first, then the other's.

    What a stack or an item grants occurs only if it is there now (rules, further rulings: continuous effects);
    stacks tick in moments without an action too (rules, ambiguities: stack gained during a moment).
    """
    state.agenda = [due for seat in state.in_turn_order for due in _due(state, seat, on)]
    state.unordered = state.in_turn_order
    state.effect = 0


def gather_hits(state: State, hits: list[Seat]) -> None:
    """Make due the On-Hit triggers of attacks that hit."""
    state.agenda = [due for seat in hits for due in _of_action(state, seat, "hit")]
    state.unordered = state.in_turn_order
    state.effect = 0


def _due(state: State, seat: Seat, on: cards.Moment) -> list[Due]:
    due = _of_action(state, seat, on)
    stacks = state.players[seat].stacks
    for item in state.players[seat].gear:
        due += [Due(seat, "item", item, state.moment, each) for each in state.cards.own_triggers(item, on)]
    for stack in stacks:
        due += [Due(seat, "stack", stack, state.moment, each) for each in state.cards.own_triggers(stack, on)]
    if on == "end":
        due += [Due(seat, "tick", stack, state.moment) for stack in stacks if state.cards.depletes(stack)]
    return due


def _of_action(state: State, seat: Seat, on: cards.Moment) -> list[Due]:
    action = state.action_at(seat, state.moment)
    if action is None or not action.performed or action.disrupted:
        return []
    triggers = profile_of(state, seat, action).triggers
    return [Due(seat, "action", each.origin, state.moment, each.trigger) for each in triggers if each.trigger.on == on]


def run(play: Play) -> None:
    """Let everything due occur, until it is done, the match has ended or somebody has to be asked."""
    state = play.state
    while state.agenda and state.prompt is None and state.outcome is None:
        due = state.agenda[0]
        if not _still_there(state, due):
            state.agenda.pop(0)
            state.effect = 0
        elif due.seat in state.unordered and _order_matters(state, due.seat):
            state.prompt = Order(due.seat)
        else:
            _step(play, due)


def own_dues(state: State, seat: Seat) -> list[Due]:
    """Return a player's triggers that are due and can still occur."""
    return [due for due in state.agenda or () if due.seat == seat and _still_there(state, due)]


def put_in_order(state: State, seat: Seat, order: list[Due]) -> None:
    """Let a player's triggers occur in the order that the player chose."""
    state.agenda = order + [due for due in state.agenda or () if due.seat != seat]
    state.unordered = tuple(other for other in state.unordered if other != seat)


def _order_matters(state: State, seat: Seat) -> bool:
    """Whether a player has several triggers that are not all equal (rules, ambiguities: same-player order)."""
    dues = own_dues(state, seat)
    return any((due.trigger, due.origin) != (dues[0].trigger, dues[0].origin) for due in dues)


def _still_there(state: State, due: Due) -> bool:
    """Whether what carries a trigger can still act: no trigger of a disrupted action occurs (seed, Disrupted)."""
    if due.source == "item":
        return True
    if due.source in ("stack", "tick"):
        return due.origin in state.players[due.seat].stacks
    action = state.action_at(due.seat, due.moment)
    return action is not None and not action.disrupted


def _step(play: Play, due: Due) -> None:
    """Do the next effect of a trigger, and take the trigger off the agenda after its last."""
    state = play.state
    if due.trigger is None:
        state.agenda = (state.agenda or [])[1:]
        play.lose_stack(due.seat, due.origin)
        return
    if state.effect == 0:
        play.tell(events.Occurred(due.seat, due.trigger.on, CardRef(due.origin)))
    effect = due.trigger.do[state.effect]
    state.effect += 1
    if state.effect == len(due.trigger.do):
        state.agenda = (state.agenda or [])[1:]
        state.effect = 0
    _do(play, due, effect)


def _do(play: Play, due: Due, effect: cards.Effect) -> None:
    seat = due.seat
    match effect:
        case cards.Move():
            play.move(seat, engaged=effect.to == "engaged")
        case cards.Heal():
            play.heal(_who(seat, effect.who), _amount(play, due, effect.amount))
        case cards.Damage():
            _damage(play, due, effect)
        case cards.Draw():
            play.draw(_who(seat, effect.who), effect.count)
        case cards.GainStacks():
            play.gain_stacks(_who(seat, effect.who), cards.slug(effect.stack), effect.count)
        case cards.GainAP():
            play.regain_ap(seat, effect.amount)
        case cards.Disrupt():
            _disrupt(play, 1 - seat, due.moment)
        case cards.CreateToken():
            create_token(play, seat, due.origin if effect.token == "this" else cards.slug(effect.token), due.moment)


def _who(seat: Seat, side: cards.Side) -> Seat:
    return seat if side == "self" else 1 - seat


def _damage(play: Play, due: Due, effect: cards.Damage) -> None:
    target, amount = _who(due.seat, effect.who), _amount(play, due, effect.amount)
    if amount > 0:
        play.tell(events.Damaged(target, amount, CardRef(due.origin)))
        play.lose_hp(target, amount)


def _disrupt(play: Play, seat: Seat, moment: int) -> None:
    """Turn an action sideways; all of a combo is (rules, ambiguities: disrupted combo)."""
    state = play.state
    action = state.action_at(seat, moment)
    if action is not None and not action.disrupted:
        state.players[seat].plan[moment] = action.turned()
        play.tell(events.Disrupted(seat, moment + 1, play.refs(action.cards)))


def _amount(play: Play, due: Due, amount: cards.Amount) -> int:
    """Return how much an effect does.

    "Damage dealt" is the full difference, also beyond what the target had left (rules, further rulings).
    """
    if isinstance(amount, int):
        return amount
    if amount == "damage dealt":
        return play.state.damage[due.seat]
    return _throw(play, due, amount)


def _throw(play: Play, due: Due, roll: cards.Roll) -> int:
    """Throw an effect's dice; Improved and Impaired hold for every roll of their action (rules, Improved)."""
    state = play.state
    action = state.action_at(due.seat, due.moment) if due.source == "action" else None
    improved = 0 if action is None else profile_of(state, due.seat, action).improved
    return throw(play, due.seat, "effect", Pool(roll.dice, roll.sides, roll.plus, improved))


def throw(play: Play, seat: Seat, figure: events.Figure, pool: Pool) -> int:
    """Make a roll, tell it and return its total.

    A roll is the sum of all dice of one type, thrown once more for each Improved or Impaired left over; the best or
    the worst throw counts (seed, Making A Roll; rules, further rulings).
    """
    purpose = f"{figure}.{letter(seat)}"
    throws = tuple(tuple([play.dice.roll(purpose, pool.sides) for _ in range(pool.dice)]) for _ in range(pool.throws))
    sums = [sum(dice) for dice in throws]
    kept = sums.index(max(sums) if pool.improved > 0 else min(sums))
    total = sums[kept] + pool.plus
    play.tell(events.Rolled(seat, figure, throws, kept, pool.plus, total))
    return total
