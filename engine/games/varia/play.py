"""The execution of one pick, and the basic moves of cards and points from which everything else is built."""

from itertools import islice
from typing import Literal

from engine.contract import EVERYBODY, CardRef, Event, Outcome, Seat, letter, mark
from engine.dice import Dice
from engine.games.varia import events
from engine.games.varia.cards import FATIGUE
from engine.games.varia.pieces import Action, Due, VariaInstance
from engine.games.varia.rulings import STARTING_AP, STARTING_HP, TALLEST_PILE, TRIGGERS_A_TURN
from engine.games.varia.state import VariaState
from engine.kit import play as kit
from engine.kit.facts import Drew, DrewUnseen, Ended, Left


class VariaPlay(kit.Play[VariaState]):
    """The state that a pick changes, the dice it uses, the events it causes, and the triggers it sets off."""

    __slots__ = ("fresh",)
    cut_short = events.CutShort("work")
    closing = (events.TurnBegan, Ended)

    def __init__(self, state: VariaState, dice: Dice) -> None:
        super().__init__(state, dice)
        state.budget = self.budget
        self.fresh: list[Due] = []
        """Triggers that are due because of cards or a movement, before they are added to the agenda."""

    def told(self) -> tuple[Event, ...]:
        """End the pick and return its events."""
        self.state.budget = None
        return super().told()

    def set_off(self, on: str, number: int) -> None:
        """Make the triggers of a drawn, discarded, forgotten or ruined card due."""
        card = self.state.instances[number]
        triggers = self.state.cards.own_triggers(card.card, on)
        moment = self.state.moment
        self.fresh += [Due(card.owner, "card", each.origin, each.number, moment, number) for each in triggers]

    def notice(self, on: str, seat: Seat, count: int) -> None:
        """Make due what something lasting of a player's does `count` times: once for each card, or as the player moves.

        A card does not notice its own way into the discard pile, nor what is discarded together with it, so discards
        are noticed before they move.
        """
        state = self.state
        if not count or on not in state.cards.noticed:
            return
        printed = state.in_play(seat).triggers.get(on, ())
        room = max(0, TRIGGERS_A_TURN + 1 - len(self.fresh))
        dues = (Due(seat, "lasting", each.origin, each.number, state.moment) for _ in range(count) for each in printed)
        self.fresh += islice(dues, room)

    # The limits of a turn and of a pick

    def admit(self, dues: list[Due]) -> list[Due]:
        """Return the triggers that may become due, in order.

        The number of triggers in a turn is limited, including waiting ones, and once the pick's budget is spent, no
        further trigger becomes due (rules, further rulings: a turn with more to happen than anybody can follow). A pile
        losing its top stack does not count as a trigger.
        """
        state = self.state
        self.budget.spend(len(dues))
        room = 0 if self.exhausted() else TRIGGERS_A_TURN - state.occurred - len(state.agenda)
        if len(dues) <= room:
            return dues
        triggers = [due for due in dues if due.source != "tick"]
        kept = triggers[: max(0, room)]
        if len(kept) < len(triggers) and not self.budget.told and state.occurred <= TRIGGERS_A_TURN:
            state.occurred = TRIGGERS_A_TURN + 1
            self.tell(events.CutShort("triggers"))
        return kept + [due for due in dues if due.source == "tick"]

    # Cards

    def draw(self, seat: Seat, count: int, *, first: bool = False) -> None:
        """Draw cards one at a time.

        Each attempt to draw from an empty deck reshuffles, even if there are no cards to reshuffle, and gives one
        Fatigue; an attempt that yields no card ends the draw (rules, further rulings: Fatigue in one draw). The `first`
        cards drawn in a match trigger nothing (seed, Drawing). A card that does something when drawn is shown to
        everybody.
        """
        state, player = self.state, self.state.players[seat]
        if state.forbidden(seat, "draw"):
            self.tell(events.Prevented(seat, "draw"))
            return
        drawn = []
        for _ in range(count):
            if not player.deck:
                self._reshuffle(seat)
            if not player.deck:
                break
            self.budget.spend()
            number = player.deck.pop()
            state.show((number,), mark(seat))
            player.hand.append(number)
            drawn.append(number)
        if drawn:
            unseen = DrewUnseen(seat, len(drawn))
            self.events.append(Event(Drew(seat, self.refs(drawn)), audience=(seat,), others=unseen))
        if first:
            return
        for number in drawn:
            if state.cards.own_triggers(state.card(number), "drawn"):
                state.show((number,))
                self.set_off("drawn", number)
        self.notice("card drawn", seat, len(drawn))

    def _reshuffle(self, seat: Seat) -> None:
        state, player = self.state, self.state.players[seat]
        cards = player.discard + player.forgotten
        self.budget.spend(len(cards))
        player.discard, player.forgotten = [], []
        self.state.comes_or_goes()
        state.hide(cards)
        player.deck = self.dice.shuffle(f"shuffle.{letter(seat)}", cards)[::-1]
        self.tell(events.Reshuffled(seat, len(cards)))
        self.gain_stacks(seat, FATIGUE.id, 1)

    def put_away(self, seat: Seat, action: Action, pile: Literal["discard", "forgotten"]) -> None:
        """Take an action off the timeline, moving each component to its own zone.

        Items go back to the item zone and tokens cease to exist (rules, ambiguities: combo with an item's action).
        """
        state, player = self.state, self.state.players[seat]
        state.look(1 + len(action.cards))
        cards = [number for number in action.cards if not state.instances[number].token]
        items = [number for number in cards if state.cards.is_item(state.card(number))]
        player.items += items
        gone = [number for number in cards if number not in items]
        self.notice("card discarded" if pile == "discard" else "card forgotten", seat, len(gone))
        for number in gone:
            if pile == "discard":
                self.to_discard(seat, number)
            else:
                self.to_forgotten(seat, number)

    def to_discard(self, seat: Seat, number: int) -> None:
        """Put a card face up onto its owner's discard pile; every card put there counts as discarded (seed)."""
        state, player = self.state, self.state.players[seat]
        self.budget.spend()
        state.show((number,))
        player.discard.append(number)
        self.state.comes_or_goes()
        self.set_off("discarded", number)

    def to_forgotten(self, seat: Seat, number: int) -> None:
        """Put a card face down onto its owner's forgotten pile; every card put there counts as forgotten (seed)."""
        self.state.players[seat].forgotten.append(number)
        self.set_off("forgotten", number)

    def create(self, seat: Seat, card: str, maker: int | None) -> int:
        """Create a token known to everybody and return its instance, which is not in any zone yet."""
        self.state.instances.append(VariaInstance(card, seat, EVERYBODY, token=True, maker=maker))
        return len(self.state.instances) - 1

    # Points, stacks, distance

    def heal(self, seat: Seat, amount: int) -> None:
        """Regain health points, never above the starting total (seed, Health & Action Points)."""
        state = self.state
        if amount > 0 and state.has_hp(seat, STARTING_HP - amount + 1):
            amount = STARTING_HP - state.exact_hp(seat)
        if amount > 0 and self.may(seat, "heal"):
            state.players[seat].hp += amount
            self.tell(events.Healed(seat, amount))

    def lose_hp(self, seat: Seat, amount: int) -> None:
        """Lose health points; no event is recorded, because each cause reports the loss in its own way."""
        self.state.players[seat].hp -= amount
        if self.state.options.death == "any point":
            self.judge_deaths()

    def regain_ap(self, seat: Seat, amount: int) -> None:
        """Regain action points, never above the starting total (seed, Health & Action Points)."""
        player = self.state.players[seat]
        gained = min(amount, STARTING_AP - player.ap)
        if gained > 0 and self.may(seat, "gain ap"):
            player.ap += gained
            self.tell(events.RegainedAP(seat, gained))

    def lose_ap(self, seat: Seat, amount: int) -> None:
        """Take action points from a seat, to a minimum of 0."""
        player = self.state.players[seat]
        lost = min(amount, player.ap)
        if lost > 0:
            player.ap -= lost
            self.tell(events.LostAP(seat, lost))

    def may(self, seat: Seat, what: Literal["engage", "disengage", "heal", "gain ap"]) -> bool:
        """Whether a player can do something; if not, an event reports it."""
        if not self.state.forbidden(seat, what):
            return True
        self.tell(events.Prevented(seat, what))
        return False

    def gain_stacks(self, seat: Seat, stack: str, count: int) -> None:
        """Add stacks to a player's pile of that name."""
        player = self.state.players[seat]
        before = player.stacks.get(stack, 0)
        height = min(TALLEST_PILE, before + count)
        if height > before:
            player.stacks[stack] = height
            self.state.comes_or_goes()
            self.tell(events.StacksGained(seat, CardRef(stack), height - before, height))

    def lose_stacks(self, seat: Seat, stack: str, count: int) -> None:
        """Remove stacks from the top of a pile, but no more than there are."""
        player = self.state.players[seat]
        before = player.stacks.pop(stack, 0)
        if not before:
            return
        height = max(0, before - count)
        if height:
            player.stacks[stack] = height
        self.state.comes_or_goes()
        self.tell(events.StackLost(seat, CardRef(stack), height))

    def move(self, seat: Seat, *, engaged: bool) -> None:
        """Engage or disengage; nothing happens if the distance is already right."""
        move: Literal["engage", "disengage"] = "engage" if engaged else "disengage"
        if self.state.engaged != engaged and self.may(seat, move):
            self.state.engaged = engaged
            self.tell(events.Moved(seat, engaged))
            self.notice(move, seat, 1)

    # The end

    def judge_deaths(self) -> None:
        """End the match if a player has no health points left (seed, Winning & Losing).

        If both have none, it is a draw (rules, ambiguities: simultaneous death), unless the table has agreed otherwise.
        """
        state = self.state
        first, second = state.has_hp(0, 1), state.has_hp(1, 1)
        if (first and second) or state.outcome is not None:
            return
        dead = [seat for seat, alive in enumerate((first, second)) if not alive]
        if len(dead) == 1:
            self.end(Outcome(((1 - dead[0],), (dead[0],)), "varia.end.hp"))
        elif state.options.simultaneous_death == "draw":
            self.end(Outcome(((0, 1),), "varia.end.both"))
        else:
            self.end(Outcome(((state.active,), (state.reactive,)), "varia.end.both_active"))

    def stand(self) -> None:
        """Record both players' points."""
        state = self.state
        first, second = state.players
        moment = state.moment + 1 if state.moments else 0
        self.tell(events.Standing(state.points, (first.ap, second.ap), moment))

    def end(self, outcome: Outcome) -> None:
        """End the match."""
        super().end(outcome)
        self.state.step = "over"
        self.state.prompt = None


def ranked_by_hp(state: VariaState, reason: str) -> Outcome:
    """Return the ranking by health points; equal totals are a draw (rules, ambiguities: turn cap)."""
    first, second = (player.hp for player in state.players)
    if first == second:
        return Outcome(((0, 1),), reason)
    return Outcome(((0,), (1,)) if first > second else ((1,), (0,)), reason)


def concede(play: VariaPlay, seat: Seat) -> None:
    """End the match: the other player wins."""
    play.state.open = None
    play.tell(Left(seat))
    play.end(Outcome(((1 - seat,), (seat,)), "varia.end.left"))
