"""One pick being played out, and the small moves of cards and points that everything else is made of."""

from collections.abc import Iterable
from typing import Literal

from engine.contract import EVERYBODY, CardRef, Event, Fact, Outcome, Seat, letter, mark
from engine.dice import Dice
from engine.varia import events
from engine.varia.cards import FATIGUE
from engine.varia.rulings import STARTING_AP, STARTING_HP
from engine.varia.state import PLANNING, Action, Instance, State


class Play:
    """The state that a pick changes, the dice it uses, and the events it causes."""

    __slots__ = ("dice", "events", "state")

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, fact: Fact) -> None:
        """Tell everybody something."""
        self.events.append(Event(fact, posted=self.state.step not in PLANNING))

    def refs(self, instances: Iterable[int]) -> tuple[CardRef, ...]:
        """Return instances as everybody may know them."""
        return tuple([CardRef(self.state.instances[number].card, number) for number in instances])

    # Cards

    def draw(self, seat: Seat, count: int) -> None:
        """Draw cards one at a time.

        Each try to draw from an empty deck reshuffles, even nothing, and gives one Fatigue; a try that yields no
        card ends the draw (rules, further rulings: Fatigue in one draw).
        """
        state, player = self.state, self.state.players[seat]
        drawn = []
        for _ in range(count):
            if not player.deck:
                self._reshuffle(seat)
            if not player.deck:
                break
            number = player.deck.pop()
            card = state.instances[number]
            state.instances[number] = Instance(card.card, card.owner, card.known_to | mark(seat))
            player.hand.append(number)
            drawn.append(number)
        if drawn:
            unseen = events.DrewUnseen(seat, len(drawn))
            self.events.append(Event(events.Drew(seat, self.refs(drawn)), audience=(seat,), others=unseen))

    def _reshuffle(self, seat: Seat) -> None:
        state, player = self.state, self.state.players[seat]
        cards = player.discard + player.forgotten
        player.discard, player.forgotten = [], []
        for number in cards:
            state.instances[number] = Instance(state.instances[number].card, seat, 0)
        player.deck = self.dice.shuffle(f"shuffle.{letter(seat)}", cards)[::-1]
        self.tell(events.Reshuffled(seat, len(cards)))
        self.gain_stacks(seat, FATIGUE.id, 1)

    def put_away(self, seat: Seat, action: Action, pile: Literal["discard", "forgotten"]) -> None:
        """Take an action off the timeline, each component to its own zone.

        Items go back to the item zone and tokens cease to exist (rules, ambiguities: combo with an item's action).
        """
        state, player = self.state, self.state.players[seat]
        for number in action.cards:
            card = state.instances[number]
            if card.token:
                continue
            if state.cards.is_item(card.card):
                player.items.append(number)
            else:
                (player.discard if pile == "discard" else player.forgotten).append(number)

    def create(self, seat: Seat, card: str) -> int:
        """Make a token that everybody knows, and return its instance. It is nowhere yet."""
        self.state.instances.append(Instance(card, seat, EVERYBODY, token=True))
        return len(self.state.instances) - 1

    # Points, stacks, distance

    def heal(self, seat: Seat, amount: int) -> None:
        """Regain health points, never above the starting total (seed, Health & Action Points)."""
        player = self.state.players[seat]
        gained = min(amount, STARTING_HP - player.hp)
        if gained > 0:
            player.hp += gained
            self.tell(events.Healed(seat, gained))

    def lose_hp(self, seat: Seat, amount: int) -> None:
        """Lose health points; nothing is told here, because every cause tells it in its own words."""
        self.state.players[seat].hp -= amount
        if self.state.options.death == "any point":
            self.judge_deaths()

    def regain_ap(self, seat: Seat, amount: int) -> None:
        """Regain action points, never above the starting total (seed, Health & Action Points)."""
        player = self.state.players[seat]
        gained = min(amount, STARTING_AP - player.ap)
        if gained > 0:
            player.ap += gained
            self.tell(events.RegainedAP(seat, gained))

    def gain_stacks(self, seat: Seat, stack: str, count: int) -> None:
        """Put stacks on a player's pile of that name."""
        stacks = self.state.players[seat].stacks
        stacks[stack] = height = stacks.get(stack, 0) + count
        self.tell(events.StacksGained(seat, CardRef(stack), count, height))

    def lose_stack(self, seat: Seat, stack: str) -> None:
        """Take the topmost stack off a pile."""
        stacks = self.state.players[seat].stacks
        height = stacks.pop(stack) - 1
        if height:
            stacks[stack] = height
        self.tell(events.StackLost(seat, CardRef(stack), height))

    def move(self, seat: Seat, *, engaged: bool) -> None:
        """Engage or disengage; nothing happens where the distance is so already."""
        if self.state.engaged != engaged:
            self.state.engaged = engaged
            self.tell(events.Moved(seat, engaged))

    # The end

    def judge_deaths(self) -> None:
        """End the match where somebody has no health points left (seed, Winning & Losing).

        Both at once is a draw (rules, ambiguities: simultaneous death), unless the table agreed otherwise.
        """
        state = self.state
        dead = [seat for seat, player in enumerate(state.players) if player.hp <= 0]
        if not dead or state.outcome is not None:
            return
        if len(dead) == 1:
            self.end(Outcome(((1 - dead[0],), (dead[0],)), "varia.end.hp"))
        elif state.options.simultaneous_death == "draw":
            self.end(Outcome(((0, 1),), "varia.end.both"))
        else:
            self.end(Outcome(((state.active,), (state.reactive,)), "varia.end.both_active"))

    def end(self, outcome: Outcome) -> None:
        """End the match."""
        self.state.outcome = outcome
        self.state.step = "over"
        self.state.prompt = None
        self.tell(events.Ended(outcome))


def ranked_by_hp(state: State, reason: str) -> Outcome:
    """Return the ranking by health points: more is better, equal is a draw (rules, ambiguities: turn cap)."""
    first, second = (player.hp for player in state.players)
    if first == second:
        return Outcome(((0, 1),), reason)
    return Outcome(((0,), (1,)) if first > second else ((1,), (0,)), reason)
