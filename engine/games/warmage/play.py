"""One pick being played out, and the small moves of cards that everything else is made of."""

from collections.abc import Sequence
from typing import Final

from engine.contract import Event, Fact, Seat, letter, mark
from engine.games.warmage import events
from engine.games.warmage.rulings import ROW
from engine.games.warmage.state import Lying, Point, State, Task
from engine.kit import play as kit
from engine.kit.facts import Drew, DrewUnseen

QUIET: Final = (
    events.TurnBegan,
    Drew,
    events.TookFromRow,
    events.Revealed,
    events.Reshuffled,
    events.Cast,
    events.ChainClosed,
)
"""What shows on the board as it happens, and is told with the next thing that is worth a post: a Chain while it grows,
and everyday drawing."""


class Play(kit.Play[State]):
    """The state that a pick changes, the dice it uses, and the events it causes."""

    __slots__ = ()
    cut_short = events.CutShort()

    def tell(self, fact: Fact, audience: tuple[Seat, ...] | None = None, others: Fact | None = None) -> None:
        """Tell something; what is quiet waits for something that is worth a post."""
        self.events.append(Event(fact, audience, others, posted=not isinstance(fact, QUIET)))

    def push(self, *tasks: Task) -> None:
        """Put tasks on top of what remains to be done; the last of them comes first."""
        self.state.todo.extend(tasks)

    # The deck, the Row and the Discard

    def settle(self) -> None:
        """Refresh an empty deck and fill the Row, both at once and at any moment (seed, Drawing & The Deck)."""
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
        """Shuffle the Discard into the deck. Where a single card lay there, everybody knows where it is."""
        state = self.state
        cards, state.discard = state.discard, []
        self.budget.spend(len(cards))
        if len(cards) > 1:
            state.hide(cards)
        state.deck = self.dice.shuffle("shuffle", cards)[::-1]
        self.tell(events.Reshuffled(len(cards)))

    def discard(self, cards: Sequence[int]) -> None:
        """Put cards that have left their zone onto the Discard, as one move."""
        self.budget.spend(len(cards))
        self.state.show(cards)
        self.state.discard += cards
        self.settle()

    def draw(self, seat: Seat, count: int) -> None:
        """Draw from the deck, reshuffling at once where it runs out (rules, R12); no card, no penalty (R13)."""
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
        """Draw a card of the Row, which is replaced at once."""
        self.state.row.remove(number)
        self.state.players[seat].hand.append(number)
        self.tell(events.TookFromRow(seat, self.ref(number)))
        self.settle()

    # Hands and cards in play

    def discard_from_hand(self, seat: Seat, cards: Sequence[int]) -> None:
        """Discard cards of a hand; whoever calls tells it."""
        hand = self.state.players[seat].hand
        for number in cards:
            hand.remove(number)
        self.discard(cards)
        if cards:
            self.push(Point("discarded", seat))

    def steal(self, seat: Seat, target: Seat) -> None:
        """Take a random card of another hand.

        The others cannot follow which it was, so what they knew of that hand they know no longer.
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
        """Lay a Lingering card in front of a player."""
        self.state.players[seat].play.append(Lying(card, caster))
        self.tell(events.CameIntoPlay(seat, self.ref(card)))

    def take_out_of_play(self, card: int) -> Seat | None:
        """Take a card out of play, and return in front of whom it lay; it is nowhere then."""
        found = self.state.lying(card)
        if found is None:
            return None
        seat, lying = found
        self.state.players[seat].play.remove(lying)
        return seat
