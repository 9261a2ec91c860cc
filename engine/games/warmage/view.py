"""Each viewer's view of a WarMage match, and the sampling of states that a viewer cannot tell apart."""

from msgspec import Struct

from engine.contract import EVERYTHING, CardRef, Outcome, Seat, View, Viewer, letter
from engine.dice import Dice
from engine.games.warmage.chain import Fate, foreseen
from engine.games.warmage.pieces import Link, Step
from engine.games.warmage.state import WarMageState


class LinkView(Struct, frozen=True):
    """A Spell in the Chain, with its targets and its fate if nobody adds to the Chain."""

    card: CardRef
    seat: Seat
    target: Seat | None
    spell: CardRef | None
    aimed: CardRef | None
    response: bool
    protected: bool
    fate: Fate


class LyingView(Struct, frozen=True):
    """A card in front of a player, and its caster."""

    card: CardRef
    seat: Seat


class WarMageSeatView(Struct, frozen=True):
    """One player's cards and Wounds.

    `hand` has None for a card that the viewer does not know; `left` is the number of Wounds until all are Mortal.
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
        deck: the deck's cards, with the top card first; only for the viewer who sees everything.
        chain: the Chain's Spells, with the bottom one first.
        may_answer: the seats that may answer the top Spell, whatever their hands contain, including those that have
            answered.
        sealed: the viewer's own answer in this window, "pass" or the Spell's card; None until it has been given.
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
    seats: dict[str, WarMageSeatView]
    outcome: Outcome | None


def view(state: WarMageState, viewer: Viewer) -> WarMageView:
    """Return a viewer's view: the Row, the Chain and all Wounds are open; hands and sealed answers are not."""
    everything = viewer == EVERYTHING
    return WarMageView(
        viewer=viewer,
        turn=state.turn,
        step=state.step,
        active=state.active,
        deck_size=len(state.deck),
        deck=state.refs(state.deck[::-1]) if everything else None,
        row=state.refs(state.row),
        discard=state.refs(state.discard),
        chain=tuple(
            [_link_view(state, link, each.fate) for link, each in zip(state.chain, foreseen(state), strict=True)]
        ),
        may_answer=state.window,
        sealed=_own_answer(state, viewer),
        seats={letter(seat): _seat_view(state, seat, viewer) for seat in range(len(state.players))},
        outcome=state.outcome,
    )


def _own_answer(state: WarMageState, viewer: Viewer) -> CardRef | str | None:
    if viewer not in state.sealed:
        return None
    answer = state.sealed[viewer]
    return "pass" if answer is None else state.ref(answer.card)


def _link_view(state: WarMageState, link: Link, fate: Fate) -> LinkView:
    targets = link.targets
    return LinkView(
        card=state.ref(link.card),
        seat=link.seat,
        target=targets.player,
        spell=None if targets.spell is None else state.ref(targets.spell),
        aimed=None if targets.card is None else state.ref(targets.card),
        response=link.response,
        protected=link.protected,
        fate=fate,
    )


def _seat_view(state: WarMageState, seat: Seat, viewer: Viewer) -> WarMageSeatView:
    player = state.players[seat]
    return WarMageSeatView(
        out=player.out,
        aside=state.wounds - player.flesh - player.mortal,
        flesh=player.flesh,
        mortal=player.mortal,
        left=state.steps_left(seat),
        hand_size=len(player.hand),
        hand=tuple([state.ref(number) if state.knows(viewer, number) else None for number in player.hand]),
        play=tuple([LyingView(state.ref(lying.card), lying.seat) for lying in player.play]),
    )


def deal_unknown(guess: WarMageState, viewer: Viewer, dice: Dice) -> None:
    """Redeal the Spells that the viewer does not know: the others' hands, sealed answers and the deck.

    The cards' zones, and who knows each card, stay the same. Other players' announcements are dropped; if answers are
    sealed, those of others are removed, as the viewer does not even know whether they have been given.
    """
    guess.deal_anew(viewer, dice)
    guess.announced = {seat: taken_up for seat, taken_up in guess.announced.items() if seat == viewer}
    if guess.options.responses != "seat_order":
        guess.sealed = {seat: answer for seat, answer in guess.sealed.items() if seat == viewer}
