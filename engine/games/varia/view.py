"""The view of a Varia match, and the states that a viewer cannot tell apart."""

from functools import partial
from itertools import takewhile
from typing import Literal

import msgspec
from msgspec import Struct

from engine.budget import STEPS_A_VIEW, Budget
from engine.contract import EVERYTHING, CardRef, Observer, Outcome, Seat, View, Viewer, letter, mark
from engine.dice import Dice
from engine.games.varia.action_figures import profile_of
from engine.games.varia.pieces import Action, Step, VariaInstance
from engine.games.varia.state import VariaState
from engine.games.varia.values import subtypes_seen


class ActionView(Struct, frozen=True):
    """An action on the timeline or in the queue, with its current figures."""

    cards: tuple[CardRef, ...]
    ap: int
    hp: int
    power: int | None
    focus: int | None
    power_dice: int
    focus_dice: int
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    needs: dict[str, int]
    now: tuple[CardRef, ...]
    """The cards that it has become as a whole; empty if it is still its own cards."""
    changed: tuple[CardRef, ...]
    """The cards whose effects have changed it temporarily."""
    ranged: bool
    improved: int
    disrupted: bool
    performed: bool
    target: Seat
    will_pay: bool
    """Whether its owner's points will cover its cost under the current plan; nothing after an unpaid action is paid
    for."""


class VariaSeatView(Struct, frozen=True):
    """One player's zones.

    `hand` is None if the viewer does not know it; `deck` and `forgotten` hold cards only for the viewer who sees
    everything.
    """

    hp: int
    ap: int
    ap_after: int
    """The action points left after paying for the current plan."""
    hand_size: int
    hand: tuple[CardRef, ...] | None
    hand_known: tuple[CardRef, ...]
    """The cards in the hand that the viewer knows."""
    deck_size: int
    deck: tuple[CardRef, ...] | None
    deck_known: tuple[CardRef, ...]
    """The cards on top of the deck that the viewer knows, from the top to the first unknown one; none for the viewer
    who sees everything."""
    items: tuple[CardRef, ...]
    ruined: tuple[CardRef, ...]
    plan: tuple[ActionView | None, ...]
    queue: tuple[ActionView, ...]
    discard: tuple[CardRef, ...]
    discard_subtypes: tuple[tuple[str, ...], ...]
    """The subtypes of the discarded cards as the viewer sees them."""
    forgotten_size: int
    forgotten: tuple[CardRef, ...] | None
    stacks: dict[str, int]
    performed: int
    """The number of actions performed this turn."""


class VariaView(View, frozen=True, kw_only=True):
    """A Varia match as one viewer sees it. `moment` is the one being resolved, from 1; 0 outside Resolution."""

    turn: int
    step: Step
    round: int
    active: Seat
    distance: Literal["engaged", "disengaged"]
    moments: int
    moment: int
    seats: dict[str, VariaSeatView]
    outcome: Outcome | None


RESOLUTION: tuple[Step, ...] = ("payment", "start", "clash", "end")


def view(state: VariaState, viewer: Viewer) -> VariaView:
    """Return what a viewer sees. Forgotten piles are closed to everybody, including their owners.

    Once the view's budget is spent, it shows actions with their printed figures, or those of what they have become.
    """
    state = state.copy()
    state.budget = Budget(STEPS_A_VIEW)
    return VariaView(
        viewer=viewer,
        turn=state.turn,
        step=state.step,
        round=state.round,
        active=state.active,
        distance="engaged" if state.engaged else "disengaged",
        moments=state.moments,
        moment=state.moment + 1 if state.step in RESOLUTION else 0,
        seats={letter(seat): _seat_view(state, seat, viewer) for seat in range(len(state.players))},
        outcome=state.outcome,
    )


def _seat_view(state: VariaState, seat: Seat, viewer: Viewer) -> VariaSeatView:
    player = state.players[seat]
    plan, ap_after = _plan_view(state, seat)
    everything = viewer == EVERYTHING
    own = None if isinstance(viewer, Observer) else viewer
    return VariaSeatView(
        hp=player.hp,
        ap=player.ap,
        ap_after=ap_after,
        hand_size=len(player.hand),
        hand=state.refs(player.hand) if everything or viewer == seat else None,
        hand_known=state.refs([n for n in player.hand if state.knows(viewer, n)]),
        deck_size=len(player.deck),
        deck=state.refs(player.deck[::-1]) if everything else None,
        deck_known=() if everything else state.refs(takewhile(partial(state.knows, viewer), reversed(player.deck))),
        items=state.refs(player.items),
        ruined=state.refs(player.ruined),
        plan=plan,
        queue=tuple(_action_view(state, seat, action, None, will_pay=False) for action in player.queue),
        discard=state.refs(player.discard),
        discard_subtypes=tuple(tuple(sorted(subtypes_seen(state, own, number))) for number in player.discard),
        forgotten_size=len(player.forgotten),
        forgotten=state.refs(player.forgotten) if everything else None,
        stacks=dict(player.stacks),
        performed=len(player.performed),
    )


def _plan_view(state: VariaState, seat: Seat) -> tuple[tuple[ActionView | None, ...], int]:
    """Return a plan's actions and the action points left.

    After the first action that cannot be paid for, no later one is paid for.
    """
    player = state.players[seat]
    ap, hp, failing = player.ap, player.hp, False
    shown: list[ActionView | None] = []
    for moment, action in enumerate(player.plan):
        if action is None:
            shown.append(None)
            continue
        pays = bool(action.performed)
        if not action.performed and not action.disrupted:
            cost = profile_of(state, seat, action, moment)
            failing = failing or ap < cost.ap or hp < cost.hp
            if not failing:
                pays, ap, hp = True, ap - cost.ap, hp - cost.hp
        shown.append(_action_view(state, seat, action, moment, will_pay=pays))
    return tuple(shown), ap


def _action_view(state: VariaState, seat: Seat, action: Action, moment: int | None, *, will_pay: bool) -> ActionView:
    """Return an action with its current figures; a queued action has no moment."""
    profile = profile_of(state, seat, action, moment, queued=moment is None)
    return ActionView(
        cards=state.refs(action.cards),
        ap=profile.ap,
        hp=profile.hp,
        power=profile.power,
        focus=profile.focus,
        power_dice=profile.power_dice,
        focus_dice=profile.focus_dice,
        types=tuple(sorted(profile.types)),
        subtypes=tuple(sorted(profile.subtypes)),
        needs=dict(profile.needs),
        now=tuple(CardRef(card) for card in action.copy or ()),
        changed=tuple(CardRef(each.origin) for each in action.overlays if each.copy is None),
        ranged=profile.ranged,
        improved=profile.improved,
        disrupted=action.disrupted,
        performed=bool(action.performed),
        target=action.target,
        will_pay=will_pay,
    )


def deal_unknown(guess: VariaState, viewer: Viewer, dice: Dice) -> None:
    """Redeal the cards that the viewer does not know, whether in a hand, a deck or a forgotten pile.

    Each player's unknown cards exchange identities among themselves; their places, and the seats that know them, stay
    the same. What others have said beforehand about optional effects is left out.
    """
    known, instances = mark(viewer), guess.instances
    for seat, player in enumerate(guess.players):
        if seat != viewer:
            player.consents = {}
        unknown = [number for number, card in enumerate(instances) if card.owner == seat and not card.known_to & known]
        cards = sorted((instances[number] for number in unknown), key=identity)
        dealt = dice.shuffle(f"determinize.{letter(seat)}", cards)
        for number, card in zip(unknown, dealt, strict=True):
            instances[number] = VariaInstance(card.card, seat, instances[number].known_to, altered=card.altered)


def identity(card: VariaInstance) -> tuple[str, bytes]:
    """Return a card's sort key before redealing, so that the guess does not depend on the cards' real places."""
    return (card.card, msgspec.json.encode(card.altered) if card.altered else b"")
