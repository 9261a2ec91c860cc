"""The course of a turn: its eight steps, and within Resolution four sub-steps for every moment.

`advance` plays on by itself until somebody has to be asked or the match is over.
"""

from engine.contract import CardRef, Seat
from engine.varia import events
from engine.varia.cards import FATIGUE
from engine.varia.clash import clash
from engine.varia.effects import gather, run
from engine.varia.play import Play, ranked_by_hp
from engine.varia.rulings import DRAW, FIRST_DRAW, STARTING_AP
from engine.varia.state import Action, Pay
from engine.varia.timeline import queue_from, return_queue, set_moments


def begin_turn(play: Play) -> None:
    """Step One: both players regain their action points and draw; then the active player is asked for a movement.

    On the first turn six cards are drawn instead of two (seed, Step One).
    """
    state = play.state
    state.step = "start_of_turn"
    for player in state.players:
        player.ap = STARTING_AP
        player.item_uses.clear()
        player.fast_plans = 0
    play.tell(events.TurnBegan(state.turn, state.active))
    if state.options.fatigue == "lose 1 HP a turn":
        for seat in state.in_turn_order:
            _tire(play, seat)
    for seat in state.in_turn_order:
        play.draw(seat, FIRST_DRAW if state.turn == 1 else DRAW)
    state.step = "movement"
    play.judge_deaths()


def _tire(play: Play, seat: Seat) -> None:
    """The table's house rule for Fatigue: 1 HP for each (rules, ambiguities: Fatigue)."""
    height = play.state.players[seat].stacks.get(FATIGUE.id, 0)
    if height:
        play.tell(events.Damaged(seat, height, CardRef(FATIGUE.id)))
        play.lose_hp(seat, height)


def begin_action(play: Play) -> None:
    """Step Three: the active player's queue comes first, then the active player is asked what to plan."""
    play.state.step = "action"
    play.state.planned_in_step = False
    return_queue(play, play.state.active)


def end_planning(play: Play) -> None:
    """Lock in what a player planned in Steps Three to Six, and go on to the next step.

    Steps Five and Six repeat until a round of both in which nobody planned (seed, Step Six).
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
        _begin_fast_round(play, 1)
    elif step == "fast_action":
        state.step = "fast_reaction"
    elif state.planned_in_round:
        _begin_fast_round(play, state.round + 1)
    else:
        _begin_moment(play, 0)


def _begin_fast_round(play: Play, number: int) -> None:
    play.state.step = "fast_action"
    play.state.round = number
    play.state.planned_in_round = False


def advance(play: Play) -> None:
    """Play on until somebody has to be asked or the match is over."""
    state = play.state
    while state.outcome is None and state.prompt is None:
        if state.agenda:
            run(play)
        elif state.step == "payment":
            _payment(play)
        elif state.step in ("start", "clash", "end"):
            _sub_step(play)
        else:
            return


def _begin_moment(play: Play, moment: int) -> None:
    state = play.state
    state.moment = moment
    state.step = "payment"
    state.paying = 0
    state.agenda = None
    play.tell(events.MomentBegan(moment + 1, state.moments))


def _payment(play: Play) -> None:
    """Payment: the active player's, then the other's; deaths are judged after both (rules, payment order)."""
    state = play.state
    while state.paying < len(state.players):
        seat = state.in_turn_order[state.paying]
        if _may_decline(play, seat):
            state.prompt = Pay(seat)
            return
        settle(play, seat, pay=True)
    play.judge_deaths()
    state.step = "start"


def _to_pay(play: Play, seat: Seat) -> Action | None:
    action = play.state.action_at(seat, play.state.moment)
    return None if action is None or action.disrupted else action


def _can_pay(play: Play, seat: Seat, action: Action) -> bool:
    """Whether the points are there; health points may be paid down to exactly 0 (rules, paying HP)."""
    player, cost = play.state.players[seat], play.state.cards.printed(play.state.ids(action))
    return player.ap >= cost.ap and player.hp >= cost.hp


def _may_decline(play: Play, seat: Seat) -> bool:
    """Whether a player is asked before paying: where the table allows declining, and where it would be death.

    See the rules, further rulings: a payment that would bring its owner to 0 HP or less.
    """
    state, action = play.state, _to_pay(play, seat)
    if action is None or not _can_pay(play, seat, action):
        return False
    hp = state.cards.printed(state.ids(action)).hp
    return state.options.decline_to_pay or (hp > 0 and state.players[seat].hp <= hp)


def settle(play: Play, seat: Seat, *, pay: bool) -> None:
    """Pay a player's action of this moment, or move it to the queue with all that follow it (seed, The Queue)."""
    state, player = play.state, play.state.players[seat]
    state.paying += 1
    action = _to_pay(play, seat)
    if action is None:
        return
    if not pay or not _can_pay(play, seat, action):
        queue_from(play, seat, state.moment, "declined" if not pay else "unpaid")
        return
    cost = state.cards.printed(state.ids(action))
    player.plan[state.moment] = action.paid()
    player.ap -= cost.ap
    play.tell(events.Performed(seat, play.refs(action.cards), cost.ap, cost.hp))
    if cost.hp:
        play.lose_hp(seat, cost.hp)


def _sub_step(play: Play) -> None:
    """Begin Start of Moment, Clash or End of Moment, or end it once everything in it has occurred."""
    state = play.state
    if state.agenda is None:
        if state.step == "clash":
            clash(play)
        else:
            gather(state, state.step)  # type: ignore[arg-type] # the two sub-steps are named like their triggers
        return
    state.agenda = None
    play.judge_deaths()
    if state.outcome is not None:
        return
    if state.step == "start":
        state.step = "clash"
    elif state.step == "clash":
        state.step = "end"
    else:
        _end_moment(play)


def _end_moment(play: Play) -> None:
    state = play.state
    first, second = state.players
    play.tell(events.Standing(state.moment + 1, (first.hp, second.hp), (first.ap, second.ap)))
    if state.moment + 1 < state.moments:
        _begin_moment(play, state.moment + 1)
        return
    for seat in state.in_turn_order:
        queue_from(play, seat, state.moments, "beyond")
    _end_turn(play)


def _end_turn(play: Play) -> None:
    """Step Eight: the timeline is cleared and the players change sides.

    The turn cap is checked after it (rules, further rulings: turn cap).
    """
    state = play.state
    for seat in state.in_turn_order:
        player = state.players[seat]
        for action in player.plan:
            if action is not None:
                play.put_away(seat, action, "discard")
        player.plan = []
    state.moments = 0
    play.tell(events.TurnEnded(state.turn))
    if state.turn >= state.options.turn_cap:
        play.end(ranked_by_hp(state, "varia.end.turn_cap"))
        return
    state.turn += 1
    state.active = state.reactive
    begin_turn(play)
