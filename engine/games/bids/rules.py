"""Bids as an implementation of the game contract."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.contract import (
    CardSet,
    Decision,
    Event,
    Key,
    Message,
    Option,
    Outcome,
    Seat,
    Seating,
    Window,
    letter,
)
from engine.contract.spec import Length, Spec
from engine.dice import Dice
from engine.games.bids import events
from engine.games.bids.pieces import PRIZES, BidsInstance, BidsOptions
from engine.games.bids.state import BidsPlayer, BidsState
from engine.games.bids.view import deal_unknown, view
from engine.kit.facts import Ended, Left, facts_of
from engine.kit.game import CardGame, NoCards
from engine.kit.play import Play


class BidsPlay(Play[BidsState]):
    """The execution of one bid."""

    closing = (events.Revealed, Ended)


class Bids(CardGame[BidsState, NoCards, BidsPlay]):
    """The rules of Bids, for two to six players."""

    spec = Spec(key="bids", least=2, most=6, options=BidsOptions)
    card_set = CardSet
    state_version = 1
    pool = NoCards
    state_class = BidsState
    play_class = BidsPlay
    facts = facts_of(events)
    view = staticmethod(view)
    deal_unknown = staticmethod(deal_unknown)

    def length(self, options: Any, seats: int) -> Length:
        """Return the length of a match, in which all players act at the same time."""
        return Length((options.prizes, options.prizes), (2, 4), together=True)

    def bound(self, options: Any, seats: int) -> int:
        """Return the maximum number of bids in a match."""
        return int(options.prizes * seats)

    def new(
        self, options: Any, seats: Sequence[Seating], cards: NoCards, dice: Dice
    ) -> tuple[BidsState, tuple[Event, ...]]:
        """Shuffle the prizes and turn up the first one."""
        prizes = [BidsInstance(prize) for prize in dice.shuffle("prizes", list(PRIZES))]
        match = BidsState(cards, options, prizes, [BidsPlayer() for _ in seats])
        _turn_up(match)
        return match, ()

    def questions(self, state: BidsState) -> Iterable[Decision]:
        """Ask all players who have not bid yet, at the same time."""
        window = Window(f"bids {state.turned}")
        for seat, player in enumerate(state.players):
            if player.bid is None and not player.left:
                options = [Option(str(bid), Message("bids.bid", {"bid": bid}), final=True) for bid in player.hand]
                name = f"{letter(seat)}{player.answered}"
                yield Decision(name, seat, "bid", tuple(options), clock=window.id, window=window)

    def answer(self, play: BidsPlay, asked: Decision, keys: Sequence[Key]) -> None:
        """Place a bid face down."""
        play.state.players[asked.seat].bid = int(keys[0])
        play.state.ask_anew(asked.seat)
        self._go_on(play)

    def take_out(self, play: BidsPlay, seat: Seat) -> None:
        """Remove a player; the others keep bidding."""
        player = play.state.players[seat]
        if not player.left:
            player.left, player.bid = True, None
            play.tell(Left(seat))
            self._go_on(play)

    def _go_on(self, play: BidsPlay) -> None:
        """Once all bids are in, reveal them and turn up the next prize; the match ends after the last one."""
        match = play.state
        match.open = None
        there = [seat for seat, player in enumerate(match.players) if not player.left]
        bids = {seat: bid for seat in there if (bid := match.players[seat].bid) is not None}
        if len(there) > 1 and len(bids) < len(there):
            return
        if bids:
            alone = [seat for seat, bid in bids.items() if list(bids.values()).count(bid) == 1]
            winner = max(alone, key=lambda seat: bids[seat], default=None)
            play.tell(events.Revealed(bids, sum(match.prizes), winner))
            for seat, bid in bids.items():
                player = match.players[seat]
                player.hand, player.bid = tuple(card for card in player.hand if card != bid), None
                player.won += sum(match.prizes) if seat == winner else 0
            match.open_from = match.open_from if winner is None else match.turned
        if match.turned < match.options.prizes and len(there) > 1:
            _turn_up(match)
        else:
            play.end(self.ranked(match, "bids.end"))

    def ranked(self, state: BidsState, reason: str) -> Outcome:
        """Rank the players by points, with those who have left below all others."""
        places: dict[tuple[bool, int], list[Seat]] = {}
        for seat, player in enumerate(state.players):
            places.setdefault((not player.left, player.won), []).append(seat)
        return Outcome(tuple(tuple(places[place]) for place in sorted(places, reverse=True)), reason)

    def worth(self, state: BidsState, seat: Seat) -> float:
        """Return a player's lead over the best opponent, as a fraction of all points."""
        best = max(player.won for other, player in enumerate(state.players) if other != seat)
        return (state.players[seat].won - best) / sum(PRIZES.values())


def _turn_up(match: BidsState) -> None:
    match.show([match.turned])
    match.turned += 1


GAME: Final = Bids()
"""The game, which `engine/registry.py` loads by its key."""
