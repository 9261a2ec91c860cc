"""What each viewer of a WarMage match sees, and the states that a viewer cannot tell apart."""

from collections.abc import Iterable

from msgspec import Struct

from engine.contract import EVERYTHING, CardRef, Outcome, Seat, View, Viewer, letter, mark
from engine.dice import Dice
from engine.games.warmage.chain import Fate, forecast
from engine.games.warmage.state import Instance, Link, State, Step


class LinkView(Struct, frozen=True):
    """A Spell in the Chain, with its targets and what becomes of it if nobody adds to the Chain."""

    card: CardRef
    seat: Seat
    target: Seat | None
    spell: CardRef | None
    aimed: CardRef | None
    response: bool
    protected: bool
    fate: Fate


class LyingView(Struct, frozen=True):
    """A card in front of a player, and who cast it."""

    card: CardRef
    seat: Seat


class SeatView(Struct, frozen=True):
    """One player's cards and Wounds.

    `hand` has None for a card that the viewer does not know; `left` is how many Wounds the player can take until all
    are Mortal.
    """

    out: bool
    aside: int
    flesh: int
    mortal: int
    left: int
    hand_size: int
    hand: tuple[CardRef | None, ...]
    play: tuple[LyingView, ...]


class WarMageView(View, frozen=True, kw_only=True):
    """A WarMage match as one viewer sees it.

    Attributes:
        deck: its cards from the top, for the viewer of everything alone.
        chain: from the bottom.
        may_answer: who may answer the top Spell; the same for every hand, and whoever has answered stays in it.
        sealed: the viewer's own answer in this window, "pass" or the Spell's card; None while it is not given.
    """

    turn: int
    step: Step
    active: Seat
    deck_size: int
    deck: tuple[CardRef, ...] | None
    row: tuple[CardRef, ...]
    discard: tuple[CardRef, ...]
    chain: tuple[LinkView, ...]
    may_answer: tuple[Seat, ...]
    sealed: CardRef | str | None
    seats: dict[str, SeatView]
    outcome: Outcome | None


def view(state: State, viewer: Viewer) -> WarMageView:
    """Return what a viewer sees."""
    everything = viewer == EVERYTHING
    return WarMageView(
        viewer=viewer,
        turn=state.turn,
        step=state.step,
        active=state.active,
        deck_size=len(state.deck),
        deck=_refs(state, state.deck[::-1]) if everything else None,
        row=_refs(state, state.row),
        discard=_refs(state, state.discard),
        chain=tuple([_link_view(state, link, fate) for link, fate in zip(state.chain, forecast(state), strict=True)]),
        may_answer=state.window,
        sealed=_own_answer(state, viewer),
        seats={letter(seat): _seat_view(state, seat, viewer) for seat in range(len(state.players))},
        outcome=state.outcome,
    )


def _own_answer(state: State, viewer: Viewer) -> CardRef | str | None:
    if viewer not in state.sealed:
        return None
    answer = state.sealed[viewer]
    return "pass" if answer is None else _ref(state, answer.card)


def _link_view(state: State, link: Link, fate: Fate) -> LinkView:
    targets = link.targets
    return LinkView(
        card=_ref(state, link.card),
        seat=link.seat,
        target=targets.player,
        spell=None if targets.spell is None else _ref(state, targets.spell),
        aimed=None if targets.card is None else _ref(state, targets.card),
        response=link.response,
        protected=link.protected,
        fate=fate,
    )


def _seat_view(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    player = state.players[seat]
    return SeatView(
        out=player.out,
        aside=state.wounds - player.flesh - player.mortal,
        flesh=player.flesh,
        mortal=player.mortal,
        left=state.steps_left(seat),
        hand_size=len(player.hand),
        hand=tuple([_ref(state, number) if _knows(state, viewer, number) else None for number in player.hand]),
        play=tuple([LyingView(_ref(state, lying.card), lying.seat) for lying in player.play]),
    )


def _knows(state: State, viewer: Viewer, number: int) -> bool:
    return viewer == EVERYTHING or bool(state.instances[number].known_to & mark(viewer))


def _ref(state: State, number: int) -> CardRef:
    return CardRef(state.instances[number].card, number)


def _refs(state: State, instances: Iterable[int]) -> tuple[CardRef, ...]:
    return tuple([_ref(state, number) for number in instances])


def determinize(state: State, viewer: Viewer, dice: Dice) -> State:
    """Return a state in which what the viewer does not know is dealt anew.

    Where cards lie, and who knows them, stays. What others have taken up is open again; and where answers are sealed
    nothing of them is known, not even whether they are given.
    """
    guess = state.copy()
    if viewer == EVERYTHING:
        return guess
    guess.open = None
    known = mark(viewer)
    unknown = [number for number, card in enumerate(state.instances) if not card.known_to & known]
    dealt = dice.shuffle("determinize", sorted(state.instances[number].card for number in unknown))
    for number, card in zip(unknown, dealt, strict=True):
        guess.instances[number] = Instance(card, state.instances[number].known_to)
    guess.announced = {seat: taken_up for seat, taken_up in state.announced.items() if seat == viewer}
    if state.options.responses != "seat_order":
        guess.sealed = {seat: answer for seat, answer in state.sealed.items() if seat == viewer}
    return guess
