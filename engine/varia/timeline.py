"""Planning: what may go where on the timeline, and putting it there.

The active player makes moments by planning one action after another; the reactive player fills them from left to
right and may leave gaps (seed, Steps Three and Four). In the fast steps only Fast actions are planned, as a combo
with or a replacement of an own action (seed, Steps Five and Six).
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from engine.contract import Seat
from engine.varia import events
from engine.varia.cards import TokenCard
from engine.varia.play import Play
from engine.varia.rulings import ITEM_USES
from engine.varia.state import Action, Due, Land, State

How: TypeAlias = Literal["plan", "combo", "replace"]
"""How cards come to a moment: as an action of its own, as part of the action there, or in its place."""


# What may be done


def in_fast_step(state: State) -> bool:
    """Whether only Fast actions may be planned now."""
    return state.step in ("fast_action", "fast_reaction")


def in_hand(state: State, seat: Seat) -> list[int]:
    """Return the cards of a hand, equal ones once: equal cards are interchangeable while they are in hand."""
    return _distinct(state, state.players[seat].hand)


def usable_items(state: State, seat: Seat) -> list[int]:
    """Return the items in the item zone that hold an action and were not used too often this turn."""
    player = state.players[seat]
    return [
        item
        for item in player.items
        if state.cards.performs(state.card(item)) and player.item_uses.get(item, 0) < ITEM_USES
    ]


def next_moment(state: State, seat: Seat) -> int | None:
    """Return where a player would plan next in the action or reaction step, or None where no moment is left."""
    if state.step == "action":
        return len(state.players[seat].plan)
    plan = state.players[seat].plan
    return next((moment for moment in range(state.moment, state.moments) if plan[moment] is None), None)


def places(state: State, seat: Seat, cards: tuple[int, ...]) -> list[tuple[How, int]]:
    """Return where Fast cards may go as a combo or a replacement, or none.

    A Fast card may be a combo in the action and reaction steps too, but no replacement there, because the draft
    changes what was planned; in the fast steps an empty moment takes it only by the table's option (rules, further
    rulings and ambiguities: Fast cards).
    """
    plan = state.players[seat].plan
    moments = len(plan) if state.step == "action" else state.moments
    fast = in_fast_step(state)
    found: list[tuple[How, int]] = []
    for moment in range(moments):
        if plan[moment] is None:
            if fast and state.options.fast_into_empty:
                found.append(("plan", moment))
            continue
        if may_combine(state, seat, moment, cards):
            found.append(("combo", moment))
        if fast and may_replace(state, seat, moment):
            found.append(("replace", moment))
    return found


def may_combine(state: State, seat: Seat, moment: int, cards: tuple[int, ...]) -> bool:
    """Whether cards may join the action in a moment.

    Attacks and blocks never combine (seed, Fast Action); a disrupted action does not either, because nothing of it
    is left to share.
    """
    action = state.action_at(seat, moment)
    if action is None or action.disrupted or not _tokens_allow(state, (*action.cards, *cards), "combinable"):
        return False
    profile = state.cards.printed(state.ids(action) + tuple(state.card(card) for card in cards))
    return not (profile.attack and profile.block)


def may_replace(state: State, seat: Seat, moment: int) -> bool:
    """Whether the action in a moment may be replaced."""
    action = state.action_at(seat, moment)
    return action is not None and _tokens_allow(state, action.cards, "replaceable")


def fusible(state: State, seat: Seat, cards: tuple[int, ...]) -> list[int]:
    """Return the hand cards that may join cards being fused, by one Spellfuse for each card joined.

    All are magical and in hand; in the fast steps all are Fast (rules, ambiguities: Spellfuse outside fast steps).
    """
    ids = tuple(state.card(card) for card in cards)
    if state.cards.printed(ids).spellfuse < len(cards):
        return []
    rest = [card for card in state.players[seat].hand if card not in cards]
    return [card for card in _distinct(state, rest) if _fuses(state, (*ids, state.card(card)))]


def _fuses(state: State, ids: tuple[str, ...]) -> bool:
    if in_fast_step(state) and not all(state.cards.printed((card,)).fast for card in ids):
        return False
    whole, joined = state.cards.printed(ids), state.cards.printed(ids[-1:])
    return "magical" in joined.types and not (whole.attack and whole.block)


def _tokens_allow(state: State, cards: Iterable[int], what: Literal["combinable", "replaceable"]) -> bool:
    definitions = (state.cards.by_id[state.card(card)] for card in cards)
    return all(getattr(card, what) for card in definitions if isinstance(card, TokenCard))


def _distinct(state: State, instances: Iterable[int]) -> list[int]:
    return list({state.card(instance): instance for instance in instances}.values())


# Doing it


def put(play: Play, seat: Seat, cards: tuple[int, ...], how: How, moment: int) -> None:
    """Plan cards from the hand or the item zone into a moment; what happens "when planned" becomes due."""
    state = play.state
    player = state.players[seat]
    for card in cards:
        if card in player.hand:
            player.hand.remove(card)
        else:
            player.items.remove(card)
            player.item_uses[card] = player.item_uses.get(card, 0) + 1
    state.reveal(cards)
    _arrive(play, seat, cards, how, moment)
    state.planned_in_step = True
    if in_fast_step(state):
        state.planned_in_round = True
        player.fast_plans += 1
    state.unordered, state.effect = (), 0
    state.agenda = [
        Due(seat, "action", printed.origin, moment, printed.trigger)
        for printed in state.cards.printed(tuple(state.card(card) for card in cards)).triggers
        if printed.trigger.on == "planned"
    ]


def return_queue(play: Play, seat: Seat) -> None:
    """Move a player's queue onto the timeline, before anything is planned from the hand (seed, Steps Three, Four).

    The active player's makes moments; the reactive player's fills them from the first on until they are full.
    """
    state, player = play.state, play.state.players[seat]
    room = len(player.queue) if seat == state.active else state.moments
    player.plan, player.queue = list(player.queue[:room]), player.queue[room:]
    for moment, action in enumerate(player.plan):
        if action is not None:
            play.tell(events.ReturnedFromQueue(seat, moment + 1, play.refs(action.cards)))
    if seat != state.active:
        player.plan += [None] * (room - len(player.plan))


def set_moments(state: State) -> None:
    """Fix the timeline at what the active player planned, at least one moment (seed, Step Three)."""
    plan = state.players[state.active].plan
    if not plan:
        plan.append(None)
    state.moments = len(plan)


def queue_from(play: Play, seat: Seat, moment: int, why: Literal["unpaid", "declined", "beyond"]) -> None:
    """Move a player's actions from a moment on into the queue, in front of what waits there.

    Disrupted ones stay where they are (rules, further rulings: disrupted, unpaid, behind an action that fails).
    """
    player = play.state.players[seat]
    going = [action for action in player.plan[moment:] if action is not None and not action.disrupted]
    if not going:
        return
    stay = [action if action is not None and action.disrupted else None for action in player.plan[moment:]]
    player.plan[moment:] = stay
    player.queue = going + player.queue
    play.tell(events.Queued(seat, why, tuple([play.refs(action.cards) for action in going])))


def create_token(play: Play, seat: Seat, card: str, after: int) -> None:
    """Create a token in the next available moment after one, where its owner may have to choose how it lands.

    That is the first later moment in which the action could be planned by that player in the present step; an
    occupied one counts for a Fast token only. In the active player's action step a new moment is made; where there
    is no such moment the token stands beyond the timeline (rules, ambiguities: next available moment).
    """
    state = play.state
    plan = state.players[seat].plan
    token = play.create(seat, card)
    fast = state.cards.printed((card,)).fast
    within = len(plan) if state.step == "action" else state.moments
    for moment in range(after + 1, within):
        if plan[moment] is None:
            if not in_fast_step(state) or (fast and state.options.fast_into_empty):
                return land(play, seat, token, "plan", moment)
        elif fast and (ways := _landings(state, seat, moment, token)):
            if len(ways) == 1:
                return land(play, seat, token, ways[0], moment)
            state.prompt = Land(seat, token, moment)
            return None
    plan.append(None)
    return land(play, seat, token, "plan", len(plan) - 1)


def _landings(state: State, seat: Seat, moment: int, token: int) -> list[How]:
    ways: list[How] = ["combo"] if may_combine(state, seat, moment, (token,)) else []
    return [*ways, "replace"] if may_replace(state, seat, moment) else ways


def land(play: Play, seat: Seat, token: int, how: How, moment: int) -> None:
    """Put a token where it was to go. Creating it is not planning it (seed, Creating A Token)."""
    state = play.state
    beyond = state.step != "action" and moment >= state.moments
    play.tell(events.TokenCreated(seat, moment + 1, play.refs((token,)), beyond))
    _arrive(play, seat, (token,), how, moment)


def _arrive(play: Play, seat: Seat, cards: tuple[int, ...], how: How, moment: int) -> None:
    state, player = play.state, play.state.players[seat]
    if moment == len(player.plan):
        player.plan.append(None)
    there = player.plan[moment]
    fresh = Action(cards, 1 - seat if state.cards.aims(state.card(cards[0])) else seat)
    if there is None or how == "plan":
        player.plan[moment] = fresh
        if not state.instances[cards[0]].token:
            play.tell(events.Planned(seat, moment + 1, play.refs(cards)))
    elif how == "combo":
        # A combo keeps the target of the action already there (rules, ambiguities: target of a combo).
        player.plan[moment] = whole = Action(there.cards + cards, there.target)
        play.tell(events.Combined(seat, moment + 1, play.refs(whole.cards)))
    else:
        player.plan[moment] = fresh
        play.put_away(seat, there, "forgotten")
        play.tell(events.Replaced(seat, moment + 1, play.refs(there.cards), play.refs(cards)))
