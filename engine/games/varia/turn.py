"""The course of a turn: its eight steps, and the four sub-steps of each moment in Resolution.

`advance` plays on until a player has to be asked or the match is over.
"""

from msgspec.structs import replace

from engine.contract import CardRef, Seat
from engine.games.varia import events
from engine.games.varia.action_figures import base_figures, profile_of
from engine.games.varia.card_profiles import Profile
from engine.games.varia.cards import FATIGUE
from engine.games.varia.clash import asks_for_dice, clash
from engine.games.varia.pieces import Action, PayPrompt, SurePrompt
from engine.games.varia.play import VariaPlay, ranked_by_hp
from engine.games.varia.rulings import DRAW, FIRST_DRAW, STARTING_AP
from engine.games.varia.timeline import queue_from, return_queue, set_moments
from engine.games.varia.triggers import gather, gather_turn, run


def begin_turn(play: VariaPlay) -> None:
    """Begin Step One: both players regain their action points and draw; then the turn's first triggers become due.

    On the first turn, each player draws six cards instead of two (seed, Step One).
    """
    state = play.state
    state.step, state.entered = "start_of_turn", True
    state.occurred = 0
    for player in state.players:
        player.ap = STARTING_AP
        player.item_uses.clear()
        player.fast_plans = 0
        player.performed = player.treated = ()
    play.tell(events.TurnBegan(state.turn, state.active))
    if state.options.fatigue == "lose 1 HP a turn":
        for seat in state.in_turn_order:
            _tire(play, seat)
    for seat in state.in_turn_order:
        play.draw(seat, FIRST_DRAW if state.turn == 1 else DRAW, first=state.turn == 1)
    gather_turn(play)


def _begin_movement(play: VariaPlay) -> None:
    """Go on to Step Two, which asks the active player for a movement, once everything in Step One has occurred."""
    play.judge_deaths()
    if play.state.outcome is None:
        play.state.step = "movement"


def _tire(play: VariaPlay, seat: Seat) -> None:
    """Apply the table's house rule for Fatigue: 1 HP lost for each stack (rules, ambiguities: Fatigue)."""
    height = play.state.players[seat].stacks.get(FATIGUE.id, 0)
    if height:
        play.tell(events.Damaged(seat, height, CardRef(FATIGUE.id)))
        play.lose_hp(seat, height)


def begin_action(play: VariaPlay) -> None:
    """Begin Step Three: the active player's queue comes first, then that player is asked what to plan."""
    play.state.step = "action"
    play.state.planned_in_step = False
    return_queue(play, play.state.active)


def end_planning(play: VariaPlay) -> None:
    """Lock in a player's plan in Steps Three to Six, and go on to the next step.

    Steps Five and Six are repeated until nobody plans anything in either of them (seed, Step Six).
    """
    state = play.state
    step, planned = state.step, state.planned_in_step
    seat = state.active if step in ("action", "fast_action") else state.reactive
    play.tell(events.PlanStands(seat, step, planned))  # type: ignore[arg-type] # only planning steps come here
    state.planned_in_step = False
    play.judge_deaths()
    if state.outcome is not None:
        return
    if step == "action":
        set_moments(state)
        state.step, state.moment = "reaction", 0
        return_queue(play, state.reactive)
    elif step == "reaction":
        state.left, state.answering = (), -1
        _begin_fast_round(play, 1)
    elif step == "fast_action":
        state.step = "fast_reaction"
    elif state.planned_in_round:
        _begin_fast_round(play, state.round + 1)
    else:
        _begin_moment(play, 0)


def _begin_fast_round(play: VariaPlay, number: int) -> None:
    play.state.step = "fast_action"
    play.state.round = number
    play.state.planned_in_round = False


def advance(play: VariaPlay) -> None:
    """Play on until a player has to be asked or the match is over."""
    state = play.state
    while state.outcome is None and state.prompt is None and step_on(play):
        pass


def step_on(play: VariaPlay) -> bool:
    """Play on by one step or by all due triggers; return False if nothing happens until a player answers."""
    state = play.state
    if state.agenda or play.fresh:
        run(play)
    elif state.step == "payment":
        _payment(play)
    elif state.step in ("start", "clash", "end"):
        _sub_step(play)
    elif state.step == "end_of_turn":
        _next_turn(play)
    elif state.step == "start_of_turn":
        _begin_movement(play)
    else:
        return False
    return True


def _begin_moment(play: VariaPlay, moment: int) -> None:
    state = play.state
    state.moment = moment
    state.step, state.entered = "payment", False
    state.paying = 0
    state.damage, state.hit, state.struck, state.sure = (0, 0), (), (), ("", "")
    play.tell(events.MomentBegan(moment + 1, state.moments))


def _payment(play: VariaPlay) -> None:
    """Make the active player pay, then the other; deaths are judged after both have paid (rules, payment order).

    Triggers just before an action is performed occur before the action is paid for, provided that its player can afford
    it at that point; it may cost more afterwards.
    """
    state = play.state
    while state.paying < len(state.players):
        seat = state.in_turn_order[state.paying]
        action = _to_pay(play, seat)
        if action is None:
            state.paying += 1
            state.entered = False
            continue
        cost = _price(play, seat, action)
        if cost is not None and not state.entered:
            state.entered = True
            gather(play, "perform", (seat,))
            if state.agenda:
                return
        if cost is not None and _may_decline(play, seat, cost):
            state.prompt = PayPrompt(seat)
            return
        settle(play, seat, pay=True, cost=cost)
    play.judge_deaths()
    state.step = "start"


def _to_pay(play: VariaPlay, seat: Seat) -> Action | None:
    action = play.state.action_at(seat, play.state.moment)
    return None if action is None or action.disrupted else action


def _price(play: VariaPlay, seat: Seat, action: Action) -> Profile | None:
    """Return an action's profile with its cost, or None if the player cannot afford it.

    Health points may be paid down to exactly 0 (rules, paying HP).
    """
    state, cost = play.state, profile_of(play.state, seat, action)
    return cost if state.players[seat].ap >= cost.ap and state.has_hp(seat, cost.hp) else None


def _may_decline(play: VariaPlay, seat: Seat, cost: Profile) -> bool:
    """Whether a player is asked before paying: if the table allows declining, or if paying would be fatal.

    See the rules, further rulings: a payment that would bring its owner to 0 HP or less, and declining to pay, which is
    possible only if there is something to pay.
    """
    declinable = play.state.options.decline_to_pay and (cost.ap > 0 or cost.hp > 0)
    return declinable or (cost.hp > 0 and not play.state.has_hp(seat, cost.hp + 1))


def settle(play: VariaPlay, seat: Seat, *, pay: bool, cost: Profile | None = None) -> None:
    """Pay for a player's action in this moment, or queue it with all actions that follow (seed, The Queue).

    `cost` is the action's profile with its cost, if already known.
    """
    state, player = play.state, play.state.players[seat]
    state.paying += 1
    state.entered = False
    action = _to_pay(play, seat)
    if action is None:
        return
    cost = cost or (_price(play, seat, action) if pay else None)
    if cost is None:
        queue_from(play, seat, state.moment, "unpaid" if pay else "declined")
        return
    player.ap -= cost.ap
    play.tell(events.Performed(seat, play.refs(action.cards), cost.ap, cost.hp))
    _count(play, seat, action)
    if cost.hp:
        play.lose_hp(seat, cost.hp)


def _count(play: VariaPlay, seat: Seat, action: Action) -> None:
    """Record a performed action with the types it is treated as having from now on (rules, what other sources add).

    A rule that changes the nth action of a kind ignores its own change when it counts actions; everything else counts
    them with it (rules, further rulings: what is treated as an attack or a block).
    """
    state, player = play.state, play.state.players[seat]
    performed = replace(action, performed=len(player.performed) + 1)
    player.plan[state.moment] = performed
    treated = profile_of(state, seat, performed, counted=False)
    kinds = tuple(sorted(treated.kinds))
    player.performed, earlier = (*player.performed, kinds), player.treated
    player.treated = (*earlier, kinds)
    if not (state.in_play(seat).steady and state.in_play(1 - seat).steady):
        treated = profile_of(state, seat, performed)
        player.treated = (*earlier, tuple(sorted(treated.kinds)))
    if treated.kinds != base_figures(state, performed).kinds:
        play.tell(events.Treated(seat, play.refs(action.cards), (*sorted(treated.types), *sorted(treated.subtypes))))


def _sub_step(play: VariaPlay) -> None:
    """Begin Start of Moment, Clash or End of Moment, or end that sub-step once everything in it has occurred."""
    state = play.state
    if not state.entered:
        if state.step != "clash":
            gather(play, state.step, state.in_turn_order)
        elif (seat := asks_for_dice(state)) is not None:
            state.prompt = SurePrompt(seat)
            return
        else:
            clash(play)
        state.entered = True
        return
    state.entered = False
    play.judge_deaths()
    if state.outcome is not None:
        return
    if state.step == "start":
        state.step = "clash"
    elif state.step == "clash":
        state.step = "end"
    else:
        _end_moment(play)


def _end_moment(play: VariaPlay) -> None:
    state = play.state
    for seat in state.in_turn_order:
        _revert(play, seat)
    play.stand()
    if state.moment + 1 < state.moments:
        _begin_moment(play, state.moment + 1)
        return
    for seat in state.in_turn_order:
        queue_from(play, seat, state.moments, "beyond")
    _end_turn(play)


def _revert(play: VariaPlay, seat: Seat) -> None:
    """Revert an action to what it was before, after all End of Moment triggers (rules, further rulings: Becomes)."""
    state = play.state
    action = state.action_at(seat, state.moment)
    if action is None or not action.overlays:
        return
    kept = tuple(overlay for overlay in action.overlays if overlay.until != "end of moment")
    if len(kept) < len(action.overlays):
        state.players[seat].plan[state.moment] = replace(action, overlays=kept)
        play.tell(events.BecameAgain(seat, state.moment + 1, play.refs(action.cards)))


def _end_turn(play: VariaPlay) -> None:
    """Perform Step Eight: clear the timeline, and make the discarded cards' triggers due."""
    state = play.state
    state.step = "end_of_turn"
    for seat in state.in_turn_order:
        player = state.players[seat]
        plan, player.plan = player.plan, []
        for action in plan:
            if action is not None:
                play.put_away(seat, action, "discard")
        for stack, depletes in state.in_play(seat).depleting:
            if depletes.on == "turn":
                play.lose_stacks(seat, stack, 1)
    state.moments = 0


def _next_turn(play: VariaPlay) -> None:
    """Switch the players' roles and begin the next turn, or end at the turn cap (rules, further rulings: turn cap)."""
    state = play.state
    play.judge_deaths()
    if state.outcome is not None:
        return
    play.tell(events.TurnEnded(state.turn))
    if state.turn >= state.options.turn_cap:
        play.end(ranked_by_hp(state, "varia.end.turn_cap"))
        return
    state.turn += 1
    state.active = state.reactive
    begin_turn(play)
