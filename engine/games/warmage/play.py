"""The working state of one pick, with the basic card moves that all effects are built from."""

from collections.abc import Sequence

from engine.contract import Seat, letter, mark
from engine.games.warmage import events
from engine.games.warmage.pieces import Lying, Point, Task
from engine.games.warmage.rulings import ROW
from engine.games.warmage.state import WarMageState
from engine.kit import play as kit
from engine.kit.facts import Drew, DrewUnseen, Ended


class WarMagePlay(kit.Play[WarMageState]):
    """The state that a pick changes, the dice that it uses, and the events that it causes."""

    __slots__ = ()
    cut_short = events.CutShort()
    closing = (events.TurnBegan, events.Rewound, Ended)

    def push(self, *tasks: Task) -> None:
        """Push tasks onto the stack; the last one is carried out first."""
        self.state.todo.extend(tasks)

    # The deck, the Row and the Discard

    def settle(self) -> None:
        """Refresh an empty deck and refill the Row at once, whenever that is needed (seed, Drawing & The Deck)."""
        state = self.state
        while True:
            if not state.deck and state.discard:
                self._refresh()
            missing = min(ROW - len(state.row), len(state.deck))
            if missing <= 0:
                return
            cards = [state.deck.pop() for _ in range(missing)]
            state.show(cards)
            state.row += cards
            self.tell(events.Revealed(self.refs(cards)))

    def _refresh(self) -> None:
        """Shuffle the Discard into the deck. If the Discard held a single card, everybody still knows that card."""
        state = self.state
        cards, state.discard = state.discard, []
        self.budget.spend(len(cards))
        if len(cards) > 1:
            state.hide(cards)
        state.deck = self.dice.shuffle("shuffle", cards)[::-1]
        self.tell(events.Reshuffled(len(cards)))

    def discard(self, cards: Sequence[int]) -> None:
        """Put cards that have left their zone on the Discard in one move."""
        self.budget.spend(len(cards))
        self.state.show(cards)
        self.state.discard += cards
        self.settle()

    def draw(self, seat: Seat, count: int) -> None:
        """Draw from the deck, reshuffling at once if it runs out (rules, R12); an empty draw has no penalty (R13)."""
        state = self.state
        drawn: list[int] = []
        for _ in range(count):
            if not state.deck:
                break
            self.budget.spend()
            number = state.deck.pop()
            state.show((number,), mark(seat))
            state.players[seat].hand.append(number)
            drawn.append(number)
            if not state.deck:
                self._tell_drawn(seat, drawn)
                drawn = []
                self.settle()
        self._tell_drawn(seat, drawn)

    def _tell_drawn(self, seat: Seat, cards: list[int]) -> None:
        if cards:
            self.tell(Drew(seat, self.refs(cards)), (seat,), DrewUnseen(seat, len(cards)))

    def take_from_row(self, seat: Seat, number: int) -> None:
        """Draw a card from the Row, which is refilled at once."""
        self.state.row.remove(number)
        self.state.players[seat].hand.append(number)
        self.tell(events.TookFromRow(seat, self.ref(number)))
        self.settle()

    # Hands and cards in play

    def discard_from_hand(self, seat: Seat, cards: Sequence[int]) -> None:
        """Discard cards from a hand; the caller emits the event."""
        hand = self.state.players[seat].hand
        for number in cards:
            hand.remove(number)
        self.discard(cards)
        if cards:
            self.push(Point("discarded", seat))

    def steal(self, seat: Seat, target: Seat) -> None:
        """Take a random card from another hand.

        The other players cannot tell which card it was, so they lose their knowledge of that hand.
        """
        state = self.state
        hand = state.players[target].hand
        self.budget.spend(len(hand))
        number = self.dice.choose(f"steal.{letter(seat)}", hand) if len(hand) > 1 else hand[0]
        if len(hand) > 1:
            state.hide(hand, mark(seat) | mark(target))
        state.show((number,), mark(seat))
        hand.remove(number)
        state.players[seat].hand.append(number)
        self.tell(events.Stole(seat, target, self.ref(number)), (seat, target), events.StoleUnseen(seat, target))

    def lay(self, seat: Seat, card: int, caster: Seat) -> None:
        """Put a Lingering card into play in front of a player."""
        self.state.players[seat].play.append(Lying(card, caster))
        self.tell(events.CameIntoPlay(seat, self.ref(card)))

    def take_out_of_play(self, card: int) -> Seat | None:
        """Remove a card from play and return the seat that it lay in front of; the caller has to place the card."""
        found = self.state.lying(card)
        if found is None:
            return None
        seat, lying = found
        self.state.players[seat].play.remove(lying)
        return seat
