"""The working state of one pick, with the basic card and minion moves that all powers are built from."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from engine.contract import Seat, letter, mark
from engine.games.zarcana import board, events
from engine.games.zarcana.board import Facing, Space
from engine.games.zarcana.pieces import Minion, Use, ZarcanaInstance
from engine.games.zarcana.state import ZarcanaState
from engine.kit import play as kit
from engine.kit.facts import Drew, DrewUnseen, Ended


class ZarcanaPlay(kit.Play[ZarcanaState]):
    """The state that a pick changes, the dice that it uses, and the events that it causes."""

    __slots__ = ()
    closing = (events.TurnBegan, Ended)

    def touch(self, *spaces: Space) -> None:
        """Record spaces that this turn has changed."""
        state = self.state
        if state.touched_in != state.turn:
            state.touched, state.touched_in = (), state.turn
        state.touched += tuple(space for space in spaces if space not in state.touched)

    # Uses

    @property
    def use(self) -> Use:
        """The innermost use."""
        return self.state.uses[-1]

    def update(self, use: Use) -> None:
        """Replace the innermost use."""
        self.state.uses = (*self.state.uses[:-1], use)

    def close(self) -> None:
        """End the innermost use and discard the card that was played or drawn for it (rules, Q12)."""
        use = self.state.uses[-1]
        self.state.uses = self.state.uses[:-1]
        if use.source in ("hand", "fool"):
            self.put_on_discard(use.card)

    # Piles and hands

    def top(self) -> int | None:
        """Take and return the draw pile's top card, or return None if no card is left.

        An empty draw pile is replaced at once by the shuffled discard pile (rules, Q14).
        """
        state = self.state
        if not state.deck:
            return None
        instance = state.deck.pop()
        if not state.deck:
            self._refresh()
        return instance

    def _refresh(self) -> None:
        """Turn the discard pile into the draw pile; a single card is not shuffled and stays known."""
        state = self.state
        pile, state.discard = state.discard, []
        self.budget.spend(len(pile))
        if not pile:
            return
        state.shuffles += 1
        if len(pile) > 1:
            for instance in pile:
                state.instances[instance] = ZarcanaInstance(state.card(instance), 0, state.shuffles)
        state.deck = self.dice.shuffle("shuffle", pile)[::-1]
        self.tell(events.Reshuffled(len(pile)))

    def put_on_discard(self, instance: int) -> None:
        """Put a card on the discard pile, where everybody can see it.

        If both piles are empty, the card becomes the draw pile (rules, section 5.2).
        """
        self.state.show((instance,))
        self.state.discard.append(instance)
        if not self.state.deck:
            self._refresh()

    def draw(self, seat: Seat, count: int) -> None:
        """Draw cards into a hand, or fewer if they run out."""
        state, drawn = self.state, []
        for _ in range(count):
            instance = self.top()
            if instance is None:
                break
            self.budget.spend()
            state.show((instance,), mark(seat))
            state.players[seat].hand.append(instance)
            drawn.append(instance)
        if drawn:
            unseen = DrewUnseen(seat, len(drawn))
            self.tell(Drew(seat, self.refs(drawn)), (seat,), unseen)

    def give(self, seat: Seat, to: Seat, cards: Sequence[int]) -> None:
        """Move cards from one hand to another; from now on only these two players know them."""
        state = self.state
        self.budget.spend(len(cards))
        state.give_unseen(state.players[seat].hand, cards, seat, to)
        for instance in cards:
            state.players[seat].hand.remove(instance)
            state.players[to].hand.append(instance)
        self.tell(events.Gave(seat, to, self.refs(cards)), (seat, to), events.GaveUnseen(seat, to, len(cards)))

    def trade_hands(self, seat: Seat, other: Seat) -> None:
        """Swap two hands; each of the two players sees the cards received."""
        state = self.state
        first, second = state.players[seat], state.players[other]
        first.hand, second.hand = second.hand, first.hand
        self.tell(events.HandsTraded(seat, other, len(first.hand), len(second.hand)))
        for each in (seat, other):
            hand = state.players[each].hand
            state.show(hand, mark(each))
            if hand:
                self.tell(events.HandSeen(each, self.refs(hand)), (each,))

    def put_hand_away(self, seat: Seat) -> None:
        """Put a leaving player's hand under the draw pile, shuffled so that nobody learns it (rules, Q28, Q41)."""
        state, hand = self.state, self.state.players[seat].hand
        if len(hand) > 1:
            state.hide(hand)
        state.deck[:0] = self.dice.shuffle(f"leave.{letter(seat)}", hand)[::-1]
        state.players[seat].hand = []

    # Territory

    def build(self, seat: Seat, instance: int, space: Space) -> None:
        """Put a card on top of a space, face-up; minions there stay on top of it."""
        state = self.state
        state.show((instance,))
        state.stacks[space] = (*state.stacks.get(space, ()), instance)
        self.touch(space)
        self.tell(events.Built(seat, self.ref(instance), board.name(space)))

    def build_face_down(self, seat: Seat, instance: int, space: Space) -> None:
        """Put a card on top of a space, face-down; its builder looks at the card just this once (rules, Q29)."""
        state = self.state
        state.show((instance,), mark(seat))
        state.stacks[space] = (*state.stacks.get(space, ()), instance)
        state.face_down += (instance,)
        self.touch(space)
        self.tell(events.BuiltFaceDown(seat, board.name(space)))
        self.tell_once(events.Looked(seat, self.ref(instance), board.name(space)), seat)

    def lift(self, space: Space) -> int:
        """Take the top card off a space."""
        stack = self.state.stacks.pop(space)
        if len(stack) > 1:
            self.state.stacks[space] = stack[:-1]
        self.touch(space)
        return stack[-1]

    def destroy_territory(self, seat: Seat, space: Space) -> None:
        """Discard the top card of a space; minions left in the void die."""
        instance = self.lift(space)
        state = self.state
        state.face_down = tuple(each for each in state.face_down if each != instance)
        state.show((instance,))
        self.tell(events.TerritoryLost(seat, self.ref(instance), board.name(space)))
        self.put_on_discard(instance)
        self.sweep()

    def sweep(self) -> None:
        """Destroy every minion in the void, regardless of its owner (rules, section 3)."""
        state = self.state
        for space in [space for space in state.occupants if not state.land(space)]:
            for number in state.occupants[space]:
                self.destroy(number, "void")

    # Minions

    def enter(
        self, seat: Seat, size: int, space: Space, facing: Facing, why: Literal["placed", "cloned", "created"]
    ) -> None:
        """Put a minion from the stash onto the board."""
        self._take(seat, size)
        self._stand(Minion(seat, size, facing, space))
        self.tell(events.MinionEntered(seat, size, board.name(space), board.FACINGS[facing], why))

    def grow(self, number: int) -> None:
        """Replace a minion with the next larger size in the same orientation (rules, 5.1.7)."""
        minion = self.state.minions[number]
        self._resize(number, minion.size + 1)
        self.tell(events.Grew(minion.seat, minion.size + 1, board.name(minion.space)))

    def shrink(self, seat: Seat, number: int) -> None:
        """Replace an attacked minion with the next smaller size in the same orientation (rules, 5.1.7)."""
        minion = self.state.minions[number]
        self._resize(number, minion.size - 1)
        self.tell(events.Shrank(seat, minion.seat, minion.size - 1, board.name(minion.space)))

    def destroy(self, number: int, why: Literal["attack", "hanged", "void"]) -> None:
        """Return a minion to its owner's stash."""
        minion = self._remove(number)
        self.budget.spend()
        self.tell(events.Destroyed(minion.seat, minion.size, board.name(minion.space), why))

    def convert(self, seat: Seat, number: int, size: int) -> None:
        """Return a minion to its owner's stash, and replace it with a player's own standing minion (rules, Q34)."""
        minion = self._remove(number)
        self._take(seat, size)
        self._stand(Minion(seat, size, 0, minion.space))
        self.tell(events.Converted(seat, minion.seat, minion.size, size, board.name(minion.space)))

    def move(self, number: int, space: Space) -> None:
        """Move a minion, which then stands."""
        minion = self.state.minions[number]
        self._shift(number, space)
        self.touch(minion.space, space)
        self.tell(events.MinionMoved(minion.seat, minion.size, board.name(minion.space), board.name(space)))

    def transport(self, seat: Seat, start: Space, space: Space) -> None:
        """Move a space's top card and all minions there, which stand afterwards, and then sweep the board."""
        state = self.state
        carried = state.crowd(start)
        instance = self.lift(start)
        state.stacks[space] = (*state.stacks.get(space, ()), instance)
        for number in carried:
            self._shift(number, space)
        self.touch(start, space)
        shown = None if instance in state.face_down else self.ref(instance)
        self.tell(events.Transported(seat, shown, board.name(start), board.name(space), len(carried)))
        self.sweep()

    def turn(self, seat: Seat, number: int, facing: Facing) -> None:
        """Give a minion another orientation."""
        minion = self.state.minions[number]
        self.state.minions[number] = replace(minion, facing=facing)
        self.touch(minion.space)
        told = events.Reoriented(seat, minion.seat, minion.size, board.name(minion.space), board.FACINGS[facing])
        self.tell(told)

    def _take(self, seat: Seat, size: int) -> None:
        self._stash(seat, size, -1)

    def _stash(self, seat: Seat, size: int, change: int) -> None:
        player = self.state.players[seat]
        small, medium, large = player.stash
        player.stash = (small + change * (size == 1), medium + change * (size == 2), large + change * (size == 3))  # noqa: PLR2004

    def _stand(self, minion: Minion) -> None:
        """Add a new minion to its space."""
        state = self.state
        state.numbered += 1
        state.minions[state.numbered] = minion
        state.occupants[minion.space] = (*state.crowd(minion.space), state.numbered)
        state.players[minion.seat].minions += (state.numbered,)
        self.touch(minion.space)

    def _remove(self, number: int) -> Minion:
        """Remove a minion from the board to its owner's stash."""
        state = self.state
        minion = state.minions.pop(number)
        player = state.players[minion.seat]
        player.minions = tuple([each for each in player.minions if each != number])
        self._vacate(number, minion.space)
        self._stash(minion.seat, minion.size, 1)
        self.touch(minion.space)
        return minion

    def _resize(self, number: int, size: int) -> None:
        minion = self.state.minions[number]
        self._take(minion.seat, size)
        self._stash(minion.seat, minion.size, 1)
        self.state.minions[number] = replace(minion, size=size)
        self.touch(minion.space)

    def _shift(self, number: int, space: Space) -> None:
        """Put a minion into another space, standing."""
        state = self.state
        minion = state.minions[number]
        self._vacate(number, minion.space)
        state.minions[number] = replace(minion, facing=0, space=space)
        state.occupants[space] = (*state.crowd(space), number)

    def _vacate(self, number: int, space: Space) -> None:
        state = self.state
        left = tuple(each for each in state.occupants[space] if each != number)
        if left:
            state.occupants[space] = left
        else:
            del state.occupants[space]
