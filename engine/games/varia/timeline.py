"""Planning: checking where cards may go on the timeline, and putting them there.

The active player creates moments by planning one action after another; the reactive player fills them from left to
right, may leave gaps, and may turn to any empty moment (seed, Steps Three and Four). In the fast steps, only Fast
actions are planned, as a combo with the player's own action or as its replacement (seed, Steps Five and Six).
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from engine.budget import STEPS_A_VIEW, Budget
from engine.contract import Seat
from engine.games.varia import events
from engine.games.varia.action_figures import base_figures, planned_as
from engine.games.varia.card_profiles import Profile
from engine.games.varia.pieces import Action, AimPrompt, Due, LandPrompt
from engine.games.varia.play import VariaPlay
from engine.games.varia.rulings import ITEM_USES, LARGEST_COMBO, LONGEST_LINE, MOST_INSTANCES, POWER_SIDES
from engine.games.varia.state import VariaState

How: TypeAlias = Literal["plan", "combo", "replace"]
"""How cards enter a moment: as their own action, as part of the action there, or in its place."""

NEAR: Final = 2
"""How many points of power apart two attacks are alike, of which the first is answered first."""

ACTIONS_A_LOOK: Final = 4
"""The number of actions looked at that count as one step of a budget that counts looks."""


# Legal moves


def in_fast_step(state: VariaState) -> bool:
    """Whether only Fast actions may be planned now."""
    return state.step in ("fast_action", "fast_reaction")


def in_hand(state: VariaState, seat: Seat) -> list[int]:
    """Return the cards in a hand, listing equal ones only once, because they are interchangeable there."""
    return _distinct(state, state.players[seat].hand)


def usable_items(state: VariaState, seat: Seat) -> list[int]:
    """Return the upright usable items in the item zone that have not reached their limit on uses this turn."""
    player = state.players[seat]
    if state.forbidden(seat, "items"):
        return []
    return [
        item
        for item in player.items
        if item not in player.ruined
        and state.cards.performs(state.card(item))
        and player.item_uses.get(item, 0) < ITEM_USES
    ]


def next_moment(state: VariaState, seat: Seat) -> int | None:
    """Return the moment in which a player would plan next in the action or reaction step, or None if none is left."""
    if state.step == "action":
        return len(state.players[seat].plan)
    empty = empty_moments(state, seat)
    if state.answering in empty:
        return state.answering
    return next((moment for moment in empty if moment >= state.moment and moment not in state.left), None)


def empty_moments(state: VariaState, seat: Seat) -> list[int]:
    """Return the moments of the timeline in which a player has no action."""
    plan = state.players[seat].plan
    return [moment for moment in range(state.moments) if plan[moment] is None]


def greatest_threat(state: VariaState, seat: Seat) -> int | None:
    """Return the moment with the opponent's strongest attack, of those not answered or left empty yet, or None.

    An attack counts if it can be paid for and reaches the player as things stand. Of several that are less than two
    points apart on average, it is the first.
    """
    opponent, threats = state.players[1 - seat], dict[int, float]()
    ap = opponent.ap
    for moment, action in enumerate(opponent.plan[: state.moments]):
        if action is None or action.disrupted:
            continue
        figures = base_figures(state, action)
        ap -= figures.ap
        if ap >= 0 and figures.attack and action.target == seat and (state.engaged or figures.ranged):
            threats[moment] = (figures.power or 0) + figures.power_dice * (POWER_SIDES + 1) / 2
    open_still = [moment for moment in empty_moments(state, seat) if moment in threats and moment not in state.left]
    most = max([threats[moment] for moment in open_still], default=0)
    return next((moment for moment in open_still if threats[moment] > most - NEAR), None)


def places(state: VariaState, seat: Seat, cards: tuple[int, ...]) -> list[tuple[How, int]]:
    """Return the ways and moments in which Fast cards may be planned as a combo or a replacement, if any.

    In the action and reaction steps, a Fast card may also join a combo but not replace an action, because the draft
    itself can still be changed. In the fast steps, it may go into an empty moment only if the table's options allow it
    (rules, further rulings and ambiguities: Fast cards).
    """
    plan = state.players[seat].plan
    moments = len(plan) if state.step == "action" else state.moments
    fast = in_fast_step(state)
    if fast and state.forbidden(seat, "fast"):
        return []
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


def may_combine(state: VariaState, seat: Seat, moment: int, cards: tuple[int, ...]) -> bool:
    """Whether cards may join the action in a moment.

    An attack and a block never combine (seed, Fast Action). Nothing joins a disrupted action, because that action has
    nothing left to share.
    """
    action = state.action_at(seat, moment)
    state.look(1)
    if action is None or action.disrupted:
        return False
    return _combine([base_figures(state, action), *(base_figures(state, Action((card,), 0)) for card in cards)])


def _combine(parts: Sequence[Profile]) -> bool:
    """Whether some figures may be those of one action."""
    if any("combine" in part.cannot for part in parts):
        return False
    return not (any(part.attack for part in parts) and any(part.block for part in parts))


def hits_its_owner(state: VariaState, seat: Seat, moment: int, cards: tuple[str, ...]) -> bool:
    """Whether cards would hit their own player by joining the action in a moment, because a combo keeps its target.

    See the rules, further rulings: an attack that would join an action at one's own player.
    """
    action = state.action_at(seat, moment)
    return action is not None and action.target == seat and state.cards.attack(cards)


def may_replace(state: VariaState, seat: Seat, moment: int) -> bool:
    """Whether the action in a moment may be replaced."""
    action = state.action_at(seat, moment)
    return action is not None and "replace" not in base_figures(state, action).cannot


_Kind: TypeAlias = tuple[bool, bool]
"""Whether cards are an attack, and whether they are a block."""


def _kind(parts: Sequence[Profile]) -> _Kind:
    return any(part.attack for part in parts), any(part.block for part in parts)


class HandPlans:
    """What a player's cards may be planned as in a position. Cards of the same kind are looked at only once."""

    def __init__(self, state: VariaState, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._budget = Budget(STEPS_A_VIEW)
        self._planned_as: dict[Hashable, tuple[bool, int]] = {}
        self._fits: dict[tuple[_Kind, bool], bool] = {}
        self._hand: dict[tuple[_Kind, _Kind], list[int]] = {}
        for card in state.players[seat].hand:
            if self._joins(card, (False, False)):
                kind = (_kind([state.cards.printed((state.card(card),))]), self._kind_now((card,)))
                self._hand.setdefault(kind, []).append(card)

    def _kind_now(self, cards: tuple[int, ...]) -> _Kind:
        """Return the kind of some cards with everything that has changed for good."""
        return _kind([base_figures(self._state, Action((card,), 0)) for card in cards])

    def fast(self, card: int) -> bool:
        """Whether a card or an item may be planned as Fast."""
        return self._gained(card)[0]

    def _gained(self, card: int) -> tuple[bool, int]:
        """Return whether a card is Fast, and its Spellfuses; between picks, this has a budget of its own."""
        state = self._state
        key = (state.card(card), state.instances[card].altered)
        if key not in self._planned_as:
            before, state.budget = state.budget, state.budget or self._budget
            try:
                self._planned_as[key] = planned_as(state, self._seat, card)
            finally:
                state.budget = before
        return self._planned_as[key]

    def _joins(self, card: int, others: _Kind) -> bool:
        """Whether a card may join cards of a kind in a Spellfuse."""
        joined = self._state.cards.printed((self._state.card(card),))
        if "magical" not in joined.types or "combine" in joined.cannot:
            return False
        if in_fast_step(self._state) and not self.fast(card):
            return False
        attack, block = others
        return not ((attack or joined.attack) and (block or joined.block))

    def fusible(self, cards: tuple[int, ...]) -> list[int]:
        """Return the hand cards that may join the cards being fused; each card joined uses one Spellfuse.

        All of them are magical and in hand; in the fast steps, all of them are Fast (rules, ambiguities: Spellfuse
        outside fast steps).
        """
        state = self._state
        parts = [state.cards.printed((card,)) for card in state.ids(cards)]
        if sum(self._gained(card)[1] for card in cards) < len(cards) or not _combine(parts):
            return []
        if in_fast_step(state) and not all(self.fast(card) for card in cards):
            return []
        kind = _kind(parts)
        rest = [card for card in state.players[self._seat].hand if card not in cards]
        return [card for card in _distinct(state, rest) if self._joins(card, kind)]

    def begins_fuse(self, card: int) -> bool:
        """Whether a card in the hand may begin a Spellfuse; in the fast steps, one that has a place."""
        state, part = self._state, self._state.cards.printed((self._state.card(card),))
        fast, spellfuse = self._gained(card)
        if not spellfuse or "combine" in part.cannot or (in_fast_step(state) and not fast):
            return False
        for partners in self._hand.values():
            for partner in [each for each in partners[:2] if each != card]:
                joins = self._joins(partner, _kind([part]))
                if joins and (not in_fast_step(state) or self.fits((card, partner))):
                    return True
        return False

    def fits(self, cards: tuple[int, ...]) -> bool:
        """Whether `places` finds any for some cards."""
        printed = [self._state.cards.printed((card,)) for card in self._state.ids(cards)]
        kind = (self._kind_now(cards), any("combine" in part.cannot for part in printed))
        if kind not in self._fits:
            self._fits[kind] = bool(places(self._state, self._seat, cards))
        return self._fits[kind]


def _distinct(state: VariaState, instances: Iterable[int]) -> list[int]:
    return list({state.card(instance): instance for instance in instances}.values())


# Moves


def put(play: VariaPlay, seat: Seat, cards: tuple[int, ...], how: How, moment: int) -> None:
    """Plan cards from the hand or the item zone into a moment, asking for their target first if there is a choice.

    A combo keeps the target of the action already there; a replacement may have another (seed, Combos & Replacements).
    """
    target = play.state.cards.target(*play.state.ids(cards))
    if how != "combo" and target == "either":
        play.state.prompt = AimPrompt(seat, cards, how, moment)
    else:
        plan(play, seat, cards, how, moment, seat if target == "self" else 1 - seat)


def plan(play: VariaPlay, seat: Seat, cards: tuple[int, ...], how: How, moment: int, target: Seat) -> None:
    """Plan cards into a moment with a target; "when planned" triggers become due."""
    state = play.state
    player = state.players[seat]
    for card in cards:
        if card in player.hand:
            player.hand.remove(card)
        else:
            player.items.remove(card)
            player.item_uses[card] = player.item_uses.get(card, 0) + 1
    state.show(cards)
    arrived = _arrive(play, seat, Action(cards, target), how, moment)
    state.planned_in_step = True
    if in_fast_step(state):
        state.planned_in_round = True
        player.fast_plans += 1
    fresh = base_figures(state, Action(cards, target))
    state.agenda = play.admit(
        [
            Due(seat, "action", each.origin, each.number, moment, became=arrived.became)
            for each in fresh.triggers
            if each.trigger.on == "planned" and each.concerns(fresh.kinds)
        ]
    )
    state.unordered = ()


def return_queue(play: VariaPlay, seat: Seat) -> None:
    """Move a player's queue onto the timeline, before anything is planned from the hand (seed, Steps Three, Four).

    The active player's queue creates moments. The reactive player's queue fills these moments in order, and the rest of
    it stays queued.
    """
    state, player = play.state, play.state.players[seat]
    room = len(player.queue) if seat == state.active else state.moments
    player.plan, player.queue = list(player.queue[:room]), player.queue[room:]
    for moment, action in enumerate(player.plan):
        if action is not None:
            play.tell(events.ReturnedFromQueue(seat, moment + 1, play.refs(action.cards)))
    if seat != state.active:
        player.plan += [None] * (room - len(player.plan))


def set_moments(state: VariaState) -> None:
    """Set the number of moments to the number that the active player has planned, at least one (seed, Step Three)."""
    plan = state.players[state.active].plan
    if not plan:
        plan.append(None)
    state.moments = len(plan)


def queue_from(play: VariaPlay, seat: Seat, moment: int, why: Literal["unpaid", "declined", "beyond"]) -> None:
    """Move a player's actions from a given moment on into the queue, in front of those waiting there.

    Disrupted actions stay where they are (rules, further rulings: disrupted, unpaid, behind an action that fails).
    Temporary changes to an action end when it leaves the timeline.
    """
    player = play.state.players[seat]
    going = [action for action in player.plan[moment:] if action is not None and not action.disrupted]
    if not going:
        return
    stay = [action if action is not None and action.disrupted else None for action in player.plan[moment:]]
    player.plan[moment:] = stay
    player.queue = [_lasting(action) for action in going] + player.queue
    play.tell(events.Queued(seat, why, tuple([play.refs(action.cards) for action in going])))


def move_to_queue(play: VariaPlay, seat: Seat, moment: int) -> None:
    """Move a player's action from a moment into the queue, alone, in front of those waiting there."""
    player = play.state.players[seat]
    action, player.plan[moment] = player.plan[moment], None
    if action is not None:
        player.queue = [_lasting(action), *player.queue]
        play.tell(events.Queued(seat, "moved", (play.refs(action.cards),)))


def move_from_queue(play: VariaPlay, seat: Seat, after: int) -> None:
    """Move a player's first queued action into the first later moment that is empty, if there is one.

    That is not planning (seed, The Queue).
    """
    state, player = play.state, play.state.players[seat]
    empty = [moment for moment in empty_moments(state, seat) if moment > after]
    if empty and player.queue:
        player.plan[empty[0]] = action = player.queue.pop(0)
        play.tell(events.ReturnedFromQueue(seat, empty[0] + 1, play.refs(action.cards)))


def _lasting(action: Action) -> Action:
    """Return an action as it is after leaving the timeline, with only permanent changes."""
    return Action(
        action.cards, action.target, overlays=tuple(each for each in action.overlays if each.until == "for good")
    )


def create_token(
    play: VariaPlay, seat: Seat, card: str, after: int, maker: int | None, *, at_once: bool = False
) -> None:
    """Create a token in the next available moment after `after`; its owner may have to choose how it lands.

    The next available moment is the first later one in which the player could plan the action in the current step; an
    occupied moment counts only for a Fast token. If there is none, a new moment is created in the active player's
    action step; in any other step, the token stands beyond the timeline (rules, ambiguities: next available moment).

    If `at_once` is set, the token goes to the very next moment, whatever could be planned there. No token appears if
    the action there can be neither combined nor replaced.
    """
    state = play.state
    player = state.players[seat]
    state.look(1 + (len(player.plan) + len(player.queue)) // ACTIONS_A_LOOK)
    full = sum(action is not None for action in player.plan) + len(player.queue) >= LONGEST_LINE
    if full or len(state.instances) >= MOST_INSTANCES:
        play.tell(events.CutShort("tokens"))
        return None
    token = play.create(seat, card, maker)
    fast, _ = planned_as(state, seat, token)
    within = len(player.plan) if state.step == "action" else state.moments
    for moment in range(after + 1, within):
        if player.plan[moment] is None:
            if at_once or not in_fast_step(state) or (fast and state.options.fast_into_empty):
                return land(play, seat, token, "plan", moment)
        elif (fast or at_once) and (ways := _landings(state, seat, moment, token)):
            if len(ways) == 1:
                return land(play, seat, token, ways[0], moment)
            state.prompt = LandPrompt(seat, token, moment)
            return None
        if at_once:
            return None
    player.plan.append(None)
    return land(play, seat, token, "plan", len(player.plan) - 1)


def join_token(play: VariaPlay, seat: Seat, card: str, moment: int, maker: int | None) -> None:
    """Create a token as part of the action in a moment; no token appears if the two may not combine."""
    action = play.state.action_at(seat, moment)
    full = action is not None and len(action.cards) >= LARGEST_COMBO
    if full or len(play.state.instances) >= MOST_INSTANCES:
        play.tell(events.CutShort("tokens"))
        return
    token = play.create(seat, card, maker)
    if may_combine(play.state, seat, moment, (token,)):
        land(play, seat, token, "combo", moment)


def _landings(state: VariaState, seat: Seat, moment: int, token: int) -> list[How]:
    """Return how a token may enter an occupied moment; it never joins automatically if it would then hit its owner."""
    ways: list[How] = ["combo"] if may_combine(state, seat, moment, (token,)) else []
    if may_replace(state, seat, moment):
        ways.append("replace")
    return [] if ways == ["combo"] and hits_its_owner(state, seat, moment, state.ids((token,))) else ways


def land(play: VariaPlay, seat: Seat, token: int, how: How, moment: int) -> None:
    """Put a token into its moment. Creating a token does not count as planning it (seed, Creating A Token)."""
    state = play.state
    beyond = state.step != "action" and moment >= state.moments
    play.tell(events.TokenCreated(seat, moment + 1, play.refs((token,)), beyond))
    target = seat if state.cards.target(state.card(token)) == "self" else 1 - seat
    _arrive(play, seat, Action((token,), target), how, moment)


def join(play: VariaPlay, seat: Seat, card: int, moment: int) -> None:
    """Move a card from the discard pile into the action in a moment, if the two may combine."""
    state, player = play.state, play.state.players[seat]
    there = state.action_at(seat, moment)
    if there is None or card not in player.discard or not may_combine(state, seat, moment, (card,)):
        return
    player.discard.remove(card)
    play.state.comes_or_goes()
    player.plan[moment] = whole = replace(there, cards=(*there.cards, card))
    (ref,) = play.refs((card,))
    play.tell(events.Joined(seat, moment + 1, ref, play.refs(whole.cards)))


def _arrive(play: VariaPlay, seat: Seat, fresh: Action, how: How, moment: int) -> Action:
    """Put an action into its moment, and return the resulting action there."""
    state, player = play.state, play.state.players[seat]
    whole = fresh
    if moment == len(player.plan):
        player.plan.append(None)
    there = player.plan[moment]
    if there is None or how == "plan":
        player.plan[moment] = fresh
        if not state.instances[fresh.cards[0]].token:
            play.tell(events.Planned(seat, moment + 1, play.refs(fresh.cards)))
    elif how == "combo":
        # A combo keeps the target of the action already there (rules, ambiguities: target of a combo).
        player.plan[moment] = whole = replace(there, cards=there.cards + fresh.cards)
        play.tell(events.Combined(seat, moment + 1, play.refs(whole.cards)))
    else:
        player.plan[moment] = fresh
        play.put_away(seat, there, "forgotten")
        play.tell(events.Replaced(seat, moment + 1, play.refs(there.cards), play.refs(fresh.cards)))
        _untie(play, seat, there.cards)
    return whole


def _untie(play: VariaPlay, seat: Seat, makers: tuple[int, ...]) -> None:
    """Remove the tokens tied to an action that has been replaced (rules, what other sources add: tokens)."""
    state, player = play.state, play.state.players[seat]
    state.look(1 + (len(player.plan) + len(player.queue)) // ACTIONS_A_LOOK)

    def without(action: Action) -> Action | None:
        kept = tuple(card for card in action.cards if state.instances[card].maker not in makers)
        for card in set(action.cards) - set(kept):
            play.tell(events.TokenGone(seat, play.refs((card,))[0]))
        return action if kept == action.cards else replace(action, cards=kept) if kept else None

    player.plan = [None if action is None else without(action) for action in player.plan]
    player.queue = [kept for action in player.queue if (kept := without(action)) is not None]
