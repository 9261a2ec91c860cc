"""The open decisions and their options, derived from the state alone."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias, get_args

from engine.contract import Arg, Blocked, Decision, Key, Message, Option, Seat, SeatRef, Window, letter
from engine.games.artbot.cards import ArtBotCard
from engine.games.artbot.pieces import Hit
from engine.games.artbot.powers import choice_matters, healed, targets
from engine.games.artbot.state import ArtBotState
from engine.kit.keys import keyed, number_of

Missing: TypeAlias = Literal["play", "return", "hit", "steal", "short", "heal"]
"""A choice that the active player may still have to make: a card to play or return, a target, or cards to recover."""

OF_A_TURN: Final = frozenset(get_args(Missing))
"""The kinds of question asked in a player's own turn; the others are responses."""


def questions(state: ArtBotState) -> tuple[Decision, ...]:
    """Return the open decisions: one in a battle; in Toe-to-Toe, one for each player who is not yet ready to draw."""
    if state.step == "choose":
        return (_choice(state),)
    if state.step == "draw":
        return tuple([_draw(state, seat) for seat in state.order if seat not in state.ready])
    if state.hit is not None:
        return (_answer(state, state.hit),)
    return ()


def missing(state: ArtBotState) -> Missing | None:
    """Return the next choice that the active player has to make before the turn can be resolved."""
    if state.playing is None:
        return "play"
    if state.returning is None and len(state.players[state.active].active) > 1:
        return "return"
    return _particulars(state, state.playing)


def _particulars(state: ArtBotState, playing: int) -> Missing | None:
    """Return the further choice that a card requires, or None if there is at most one possibility."""
    card = state.definition(playing)
    if card.power == "heal":
        discard = state.players[state.active].discard
        return "heal" if choice_matters(state, healed(state, card), discard) else None
    if len(targets(state, card)) < 2:  # noqa: PLR2004 - a single target is no choice
        return None
    return _aim(card)


def _choice(state: ArtBotState) -> Decision:
    """Ask for the missing choice. The cards to play and to return are both chosen before the effect (rules, 0)."""
    kind, playing = missing(state), state.playing
    hand = state.players[state.active].active
    if playing is None:
        options = [
            _card(state, "play", number, final=len(hand) == 1 and _particulars(state, number) is None)
            for number in _different(state, hand)
        ]
        return _decision(state, state.active, "play", options)
    about: dict[str, Arg] = {"card": state.ref(playing)}
    if kind == "return":
        final = _particulars(state, playing) is None
        rest = [number for number in hand if number != playing]
        options = [_card(state, "return", number, final=final) for number in _different(state, rest)]
        return _decision(state, state.active, "return", options, about=about)
    if kind == "heal":
        count = healed(state, state.definition(playing))
        options = _newest_first(state, state.players[state.active].discard)
        return _decision(state, state.active, "heal", options, count=count, about={**about, "count": count})
    return _target(state, playing, about)


def _target(state: ArtBotState, playing: int, about: dict[str, Arg]) -> Decision:
    card = state.definition(playing)
    found = targets(state, card)
    options = [Option(_place(state, seat), _seat(state, seat), final=True) for seat in found]
    blocked = [
        Blocked(_seat(state, seat), Message("artbot.refusal.nothing_to_steal"))
        for seat in state.opponents(state.active)
        if seat not in found
    ]
    return _decision(state, state.active, _aim(card), options, about=about, blocked=blocked)


def _place(state: ArtBotState, seat: Seat) -> Key:
    """Return a target's key: its distance to the active player's left, including seats that have left the match.

    A player who always takes the first of several equal options therefore targets a neighbour, and no seat comes first
    for everybody.
    """
    order = state.order
    return keyed("left", (order.index(seat) - order.index(state.active)) % len(order))


def seat_at(state: ArtBotState, key: Key) -> Seat:
    """Return the target with this key."""
    return state.order[(state.order.index(state.active) + number_of(key)) % len(state.order)]


def _aim(card: ArtBotCard) -> Missing:
    """Return the kind of target that a card needs."""
    return "steal" if card.power == "steal" else "short" if card.power == "glitch" else "hit"


def _answer(state: ArtBotState, hit: Hit) -> Decision:
    """Ask a hit's victim which cards to discard or, in a backfire, which to recover from the Discard Pile."""
    player = state.players[hit.victim]
    if hit.backfires:
        options = _newest_first(state, player.discard)
    else:
        options = [
            _card(state, "spilled" if number in player.active else "discard", number, final=True)
            for number in hit.revealed
        ]
    about: dict[str, Arg] = {"seat": SeatRef(hit.seat), "count": hit.count}
    kind = "recover" if hit.backfires else "discard"
    return _decision(state, hit.victim, kind, options, count=hit.count, about=about)


def _draw(state: ArtBotState, seat: Seat) -> Decision:
    options = [Option("draw", Message("artbot.pick.draw"), final=True)]
    return _decision(state, seat, "draw", options)


def _decision(
    state: ArtBotState,
    seat: Seat,
    kind: str,
    options: Iterable[Option],
    *,
    count: int = 1,
    about: dict[str, Arg] | None = None,
    blocked: Sequence[Blocked] = (),
) -> Decision:
    """Return a decision that takes `count` options.

    All of the active player's choices in a turn share one clock, and each one after the first continues an action
    already begun. Other players' decisions are responses.
    """
    turn = kind in OF_A_TURN
    return Decision(
        id=f"{letter(seat)}{state.players[seat].answered}",
        seat=seat,
        kind=kind,
        options=tuple(options),
        least=count,
        most=count,
        tempo="turn" if turn else "response",
        clock=f"turn {state.turn}" if turn else f"turn {state.turn} {kind}",
        window=Window(f"draw {state.turn}") if kind == "draw" else None,
        begun=turn and kind != "play",
        about=about or {},
        blocked=tuple(blocked),
    )


def _card(state: ArtBotState, word: str, number: int, *, final: bool) -> Option:
    label = Message(f"artbot.pick.{word}", {"card": state.ref(number)})
    return Option(keyed("card", number), label, final=final)


def _newest_first(state: ArtBotState, discard: Sequence[int]) -> list[Option]:
    return [_card(state, "recover", number, final=True) for number in reversed(discard)]


def _different(state: ArtBotState, hand: Sequence[int]) -> Iterable[int]:
    """Return the first instance of each card: equal cards form a single option."""
    first: dict[str, int] = {}
    for number in hand:
        first.setdefault(state.instances[number].card, number)
    return first.values()


def _seat(state: ArtBotState, seat: Seat) -> Message:
    return Message("artbot.pick.seat", {"seat": SeatRef(seat), "hp": state.players[seat].hp})
