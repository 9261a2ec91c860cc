"""Powers over hands, the draw pile and the discard pile. They need no particular minion."""

from typing import ClassVar

from msgspec.structs import replace

from engine.contract import Option, Seat, SeatRef
from engine.games.zarcana import events
from engine.games.zarcana.pieces import Question, Use
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.powers.handler import Handler, card_option, held, room, word
from engine.games.zarcana.state import ZarcanaState
from engine.kit.keys import number_of


class GoAgain(Handler):
    """High Priestess: draw up to two cards and take another turn, without the cards that led to this power.

    The power is usable even if nothing can be drawn (rules, 6B).
    """

    first: ClassVar[str] = "count"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask how many cards to draw; zero is offered only if none can be drawn (rules, Q35)."""
        most = min(state.power(use).count, room(state, use), state.drawable)
        return Question("count", [word("draw", count, count=count) for count in range(min(1, most), most + 1)])

    def deed(self, play: ZarcanaPlay, use: Use) -> None:
        """Draw cards, and record the extra turn and the cards banned in it (rules, Q16, Q31)."""
        state = play.state
        play.draw(state.active, use.picked)
        state.extras += 1
        state.banning += tuple([state.card(card) for card in use.chain])
        play.tell(events.GoesAgain(state.active))
        play.close()


class Draw(Handler):
    """Star: draw four cards."""

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require a card to draw."""
        return None if state.drawable else "no_draw"

    def deed(self, play: ZarcanaPlay, use: Use) -> None:
        """Draw the cards."""
        play.draw(play.state.active, min(play.state.power(use).count, room(play.state, use)))
        play.close()


class TakeDiscards(Handler):
    """Judgement: take up to three cards from the top of the discard pile."""

    first: ClassVar[str] = "take"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require a card in the discard pile, and room in the hand."""
        if not state.discard:
            return "no_discard"
        return None if room(state, use) else "hand_full"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask how many cards to take."""
        most = min(state.power(use).count, len(state.discard), room(state, use))
        return Question("take", [word("take", count, count=count) for count in range(1, most + 1)])

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Take the cards, which everybody knows."""
        state, count = play.state, number_of(keys[0])
        taken = [state.discard.pop() for _ in range(count)]
        state.players[state.active].hand += taken
        play.tell(events.TookDiscards(state.active, play.refs(taken)))
        play.close()


class TradeHands(Handler):
    """Justice: swap entire hands with another player, whatever their sizes (rules, Q6)."""

    first: ClassVar[str] = "seat"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require that the two hands are not both empty (rules, Q35)."""
        return None if self._others(state, use) else "no_hand"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask whom to trade with."""
        return Question("seat", [word("trade", seat, seat=SeatRef(seat)) for seat in self._others(state, use)])

    def deed(self, play: ZarcanaPlay, use: Use) -> None:
        """Trade hands, unless the other player has left in the meantime."""
        if use.picked in self._others(play.state, use):
            play.trade_hands(play.state.active, use.picked)
        play.close()

    def _others(self, state: ZarcanaState, use: Use) -> list[Seat]:
        others = [seat for seat in state.staying if seat != state.active]
        return others if held(state, use) else [seat for seat in others if state.players[seat].hand]


class DiscardHand(Handler):
    """The sixth turn option: discard the entire hand, in an order of the player's choice (rules, Q21)."""

    first: ClassVar[str] = "order"

    def hindrance(self, state: ZarcanaState, use: Use, actor: int) -> str | None:
        """Require at least one card in the hand."""
        return None if state.players[state.active].hand else "no_hand"

    def ask(self, state: ZarcanaState, use: Use) -> Question:
        """Ask for the order: the last card ends up on top."""
        hand = state.players[state.active].hand
        cards: list[Option] = [replace(card_option(state, card), final=True) for card in hand]
        return Question("order", cards, count=len(cards), ordered=True)

    def answer(self, play: ZarcanaPlay, use: Use, keys: tuple[str, ...]) -> None:
        """Discard the cards."""
        state, order = play.state, [number_of(key) for key in keys]
        state.players[state.active].hand = []
        for card in order:
            play.put_on_discard(card)
        play.tell(events.HandDiscarded(state.active, play.refs(order)))
        play.close()
