"""Each viewer's view of a Zarcana match, and the sampling of states that a viewer cannot tell apart."""

from collections.abc import Iterable

from msgspec import Struct

from engine.contract import EVERYTHING, CardRef, Outcome, Seat, View, Viewer, letter
from engine.dice import Dice
from engine.games.zarcana import board
from engine.games.zarcana.powers.handler import SIZES
from engine.games.zarcana.state import ZarcanaState

FACE_DOWN = "face down"
"""The placeholder for a face-down card."""


class MinionView(Struct, frozen=True):
    """A minion: `size` is "small", "medium" or "large"; `facing` is "up" or the direction in which it lies."""

    seat: Seat
    size: str
    facing: str


class SpaceView(Struct, frozen=True):
    """A territory, or a wasteland space with minions.

    Attributes:
        stack: the space's cards, with the top one last; `FACE_DOWN` for a card that the viewer may not see.
        face_down: the indexes, from 0, of the cards that lie face-down.
        minions: the minions there.
    """

    stack: tuple[CardRef | str, ...]
    face_down: tuple[int, ...]
    minions: tuple[MinionView, ...]


class ZarcanaSeatView(Struct, frozen=True):
    """One player's hand, stash and score.

    Attributes:
        hand: the cards in the hand that the viewer knows.
        stash: minions off the board, by size.
        score: the current score for the territories, excluding face-down ones.
        minions: the number of minions on the board.
        turns: the number of turns that the player has begun, without extra turns.
        left: whether the player has left.
    """

    hand_size: int
    hand: tuple[CardRef, ...]
    stash: dict[str, int]
    score: int
    minions: int
    turns: int
    left: bool


class ZarcanaView(View, frozen=True, kw_only=True):
    """A Zarcana match as one viewer sees it. Spaces are keyed by name, row by row.

    Attributes:
        board: the territories, and the wasteland spaces with minions.
        wasteland: all wasteland spaces.
        touched: the spaces changed by the last turn that changed any.
        discard: the discard pile, with the top card first.
        deck: the draw pile, with the top card first; only for the viewer who sees everything.
        resolving: the cards in use, which are in no pile yet.
        banned: the cards, wherever they are, that may not be used again in this extra turn.
        turn_cap: the number of turns per player before the final round opens by itself.
        final: the seats that still have a turn in the final round; None before it.
    """

    turn: int
    active: Seat
    extra_turn: bool
    board: dict[str, SpaceView]
    wasteland: tuple[str, ...]
    touched: tuple[str, ...]
    seats: dict[str, ZarcanaSeatView]
    deck_size: int
    deck: tuple[CardRef, ...]
    discard: tuple[CardRef, ...]
    resolving: tuple[CardRef, ...]
    reshuffled: bool
    banned: tuple[CardRef, ...]
    turn_cap: int
    final: tuple[Seat, ...] | None
    outcome: Outcome | None


def view(state: ZarcanaState, viewer: Viewer) -> ZarcanaView:
    """Return a viewer's view. Face-down cards are hidden from everybody, even their builder (rules, Q29)."""
    totals = state.points
    return ZarcanaView(
        viewer=viewer,
        turn=state.turn,
        active=state.active,
        extra_turn=state.extra_turn,
        board={
            board.name(space): _space(state, space, viewer) for space in sorted(state.stacks.keys() | state.occupants)
        },
        wasteland=_names(state.wastelands()),
        touched=_names(sorted(state.touched)),
        seats={letter(seat): _seat(state, seat, viewer, totals[seat]) for seat in range(len(state.players))},
        deck_size=len(state.deck),
        deck=state.refs(reversed(state.deck)) if viewer == EVERYTHING else (),
        discard=state.refs(reversed(state.discard)),
        resolving=state.refs(use.card for use in state.uses if use.source in ("hand", "fool")),
        reshuffled=state.shuffles > 0,
        banned=tuple([CardRef(card) for card in sorted(set(state.banned))]),
        turn_cap=state.options.turn_cap,
        final=state.final,
        outcome=state.outcome,
    )


def _space(state: ZarcanaState, space: board.Space, viewer: Viewer) -> SpaceView:
    stack = state.stacks.get(space, ())
    hidden = tuple([place for place, card in enumerate(stack) if card in state.face_down])
    return SpaceView(
        tuple(
            [
                FACE_DOWN if place in hidden and viewer != EVERYTHING else state.ref(card)
                for place, card in enumerate(stack)
            ]
        ),
        hidden,
        tuple([_minion(state, number) for number in state.crowd(space)]),
    )


def _minion(state: ZarcanaState, number: int) -> MinionView:
    minion = state.minions[number]
    return MinionView(minion.seat, SIZES[minion.size - 1], board.FACINGS[minion.facing])


def _seat(state: ZarcanaState, seat: Seat, viewer: Viewer, score: int) -> ZarcanaSeatView:
    player = state.players[seat]
    return ZarcanaSeatView(
        hand_size=len(player.hand),
        hand=state.refs(card for card in player.hand if state.knows(viewer, card)),
        stash=dict(zip(SIZES, player.stash, strict=True)),
        score=score,
        minions=len(player.minions),
        turns=player.turns,
        left=player.left,
    )


def _names(spaces: Iterable[board.Space]) -> tuple[str, ...]:
    return tuple([board.name(space) for space in spaces])


def deal_unknown(guess: ZarcanaState, viewer: Viewer, dice: Dice) -> None:
    """Redeal the cards that the viewer does not know: their places stay, their identities change.

    A viewer who was once shown a card built face-down knows it (rules, Q29). Cards are exchanged only with others from
    the same shuffle, because the discard pile was public before it became the draw pile.
    """
    for shuffle in range(guess.shuffles + 1):
        guess.deal_anew(viewer, dice, shuffle)
