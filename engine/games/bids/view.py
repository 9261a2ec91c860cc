"""The view of a Bids match, and the states that a viewer cannot tell apart."""

from dataclasses import replace

from engine.contract import Observer, View, Viewer
from engine.dice import Dice
from engine.games.bids.state import BidsPlayer, BidsState


class BidsView(View, frozen=True, kw_only=True):
    """A match as one viewer sees it: `bid` is the viewer's own, and nobody sees which other players have bid."""

    turn: int
    prizes: tuple[int, ...]
    players: tuple[BidsPlayer, ...]
    bid: int | None


def view(state: BidsState, viewer: Viewer) -> BidsView:
    """Return what a viewer sees: everything except the upcoming prizes and the others' bids."""
    bid = None if isinstance(viewer, Observer) else state.players[viewer].bid
    shown = tuple(replace(player, bid=None, answered=0) for player in state.players)
    return BidsView(viewer=viewer, turn=state.turned, prizes=tuple(state.prizes), players=shown, bid=bid)


def deal_unknown(guess: BidsState, viewer: Viewer, dice: Dice) -> None:
    """Shuffle the upcoming prizes, and replace the others' bids with random cards from their hands."""
    guess.deal_anew(viewer, dice)
    for seat, player in enumerate(guess.players):
        if player.bid is not None and seat != viewer:
            player.bid = dice.choose("determinize", player.hand)
