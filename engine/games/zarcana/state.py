"""What a Zarcana match consists of.

All parts that several lists may share are frozen and replaced when they change, so a copy of a state only copies its
lists and tables.
"""

from collections.abc import Iterable
from copy import copy
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.contract import Decision, Outcome, Seat, mark
from engine.games.zarcana.board import AHEAD, AROUND, Facing, Space
from engine.games.zarcana.cards import Power
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.rulings import LARGE, STASH, ZarcanaOptions
from engine.kit import state as kit


class Instance(kit.Instance, Struct, frozen=True):
    """One piece of cardboard.

    Its owner is the number of the shuffle that it was last in. The deck is everybody's, but everybody knows what went
    into each of its shuffles: a card of one is never taken for a card of another.
    """

    card: str
    known_to: int
    owner: int = 0


class Minion(Struct, frozen=True):
    """A pyramid on the board: whose, of which size (1 to 3), in which orientation, and where."""

    seat: Seat
    size: int
    facing: Facing
    space: Space

    @property
    def target(self) -> Space:
        """The target space: its own where it stands, else the one that it points at (rules, section 3)."""
        return self.space + AHEAD[self.facing]


Source: TypeAlias = Literal["turn", "hand", "territory", "fool"]
"""Where a power comes from: a turn option that needs no card, the hand, the board, or a draw of the Fool's."""


class Use(Struct, frozen=True):
    """A power being used, or a turn option that takes several picks.

    Attributes:
        power: the power's name among the definitions' powers; for a turn option "place", "reorient" or "discard".
        source: where it comes from.
        step: what comes next: a question of that kind; "deed" for what uses chance, shows hidden cards or hands over,
            and so waits until the draft is locked in.
        card: the instance that invokes it.
        chain: the instances of all cards that led to this power, its own the last; none may be copied again.
        actor: the acting minion; 0 for none.
        times: how often it has been done.
        picked: what the last pick chose, where the next question goes on with it: a minion, a size, a number, a seat.
        noted: what is to be kept longer: minions that were turned; whose cards are demanded and how many.
    """

    power: str
    source: Source
    step: str = ""
    card: int = -1
    chain: tuple[int, ...] = ()
    actor: int = 0
    times: int = 0
    picked: int = 0
    noted: tuple[int, ...] = ()


class Player(Struct):
    """One seat's hand, minions and stash.

    Attributes:
        hand: instances, in the order in which they came.
        minions: the numbers of its minions on the board.
        stash: how many minions of size 1, 2 and 3 are off the board.
        turns: how many turns it has begun; extra turns do not count (rules, Q40).
        left: whether it has left the match.
        answered: how many decisions it has answered: the counter in its decisions' ids.
    """

    hand: list[int] = []
    minions: tuple[int, ...] = ()
    stash: tuple[int, int, int] = (STASH, STASH, STASH)
    turns: int = 0
    left: bool = False
    answered: int = 0

    def copy(self) -> "Player":
        """Return a player of its own."""
        return Player(self.hand[:], self.minions, self.stash, self.turns, self.left, self.answered)


class State(kit.CardState, Struct):
    """A match in progress. The top of a pile, and of a stack on the board, is its last element.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        open: the open decisions, once they were asked for; not part of a dump.
        stacks: the territories: the cards of each space that has any.
        face_down: instances on the board that lie face-down.
        minions: everything on the board that is no card, by its number.
        occupants: the minions of each space that has any.
        numbered: how many minions have been numbered so far.
        active: whose turn it is.
        turn: which turn of the match it is, from 1; extra turns do not count.
        extra_turn: whether this is an extra turn.
        acting: whether the turn's option has been chosen.
        uses: what is being used, the innermost last.
        draft: whether anything was picked since the last final pick.
        shuffles: how often the deck has been used up and reshuffled.
        quiet: turns on end in which somebody passed.
        extras: extra turns still to come.
        banning: the ids of cards that may not be used again once such an extra turn begins.
        banned: the ids of cards that may not be used again in this one, wherever they lie (rules, Q16, Q31).
        final: who still has a turn in the final round, in order; None before it.
        capped: whether the turn cap opened the final round.
        touched: the spaces that were changed by the last turn that changed any, for showing.
        touched_in: which turn that was.
    """

    cards: ZarcanaCards
    options: ZarcanaOptions
    instances: list[Instance]
    players: list[Player]
    active: Seat
    open: tuple[Decision, ...] | None = None
    stacks: dict[Space, tuple[int, ...]] = {}
    face_down: tuple[int, ...] = ()
    minions: dict[int, Minion] = {}
    occupants: dict[Space, tuple[int, ...]] = {}
    numbered: int = 0
    deck: list[int] = []
    discard: list[int] = []
    turn: int = 1
    extra_turn: bool = False
    acting: bool = False
    uses: tuple[Use, ...] = ()
    draft: bool = False
    shuffles: int = 0
    quiet: int = 0
    extras: int = 0
    banning: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    final: tuple[Seat, ...] | None = None
    capped: bool = False
    touched: tuple[Space, ...] = ()
    touched_in: int = 0
    outcome: Outcome | None = None

    def copy(self) -> "State":
        """Return a state of its own."""
        state = copy(self)
        state.instances = self.instances[:]
        state.players = [player.copy() for player in self.players]
        state.stacks, state.minions, state.occupants = self.stacks.copy(), self.minions.copy(), self.occupants.copy()
        state.deck, state.discard = self.deck[:], self.discard[:]
        return state

    # Cards

    def power(self, use: Use) -> Power:
        """Return the power that a use is about. Raises KeyError for a turn option that needs no card."""
        return self.cards.powers[use.power]

    def give_unseen(self, hand: Iterable[int], given: Iterable[int], *seats: Seat) -> None:
        """Let only some seats know what is given of a hand: the others cannot tell it from what is left there.

        What the others knew of the hand they know no longer (rules, further rulings: a card given unseen).
        """
        known = sum(map(mark, seats))
        self.hide(hand, known)
        self.show(given, known)

    @property
    def drawable(self) -> int:
        """How many cards can be drawn: the discard pile is shuffled when the draw pile is used up."""
        return len(self.deck) + len(self.discard)

    # The board

    def face_up(self, space: Space) -> int | None:
        """Return the instance of a space's top card if it lies face-up."""
        stack = self.stacks.get(space)
        return stack[-1] if stack and stack[-1] not in self.face_down else None

    def wasteland(self, space: Space) -> bool:
        """Whether a space has no card and touches at least one (rules, section 3)."""
        stacks = self.stacks
        return space not in stacks and any(space + step in stacks for step in AROUND)

    def land(self, space: Space) -> bool:
        """Whether minions can live in a space: territory or wasteland, not the void."""
        return space in self.stacks or any(space + step in self.stacks for step in AROUND)

    def wastelands(self) -> list[Space]:
        """Return all wasteland spaces, row by row."""
        stacks = self.stacks
        return sorted({space + step for space in stacks for step in AROUND} - stacks.keys())

    def crowd(self, space: Space) -> tuple[int, ...]:
        """Return the minions in a space."""
        return self.occupants.get(space, ())

    def alike(self, numbers: Iterable[int]) -> list[int]:
        """Return one minion of each kind: those of one owner, size and orientation in one space are as good."""
        seen: dict[Minion, int] = {}
        for number in numbers:
            seen.setdefault(self.minions[number], number)
        return list(seen.values())

    def smaller(self, seat: Seat, size: int) -> list[int]:
        """Return the sizes up to one that a player has in the stash."""
        stash = self.players[seat].stash
        return [each for each in range(1, min(size, LARGE) + 1) if stash[each - 1]]

    # Seats

    @property
    def staying(self) -> list[Seat]:
        """The seats that have not left."""
        return [seat for seat, player in enumerate(self.players) if not player.left]

    def after(self, seat: Seat) -> Seat:
        """Return the next seat in turn order that has not left."""
        count = len(self.players)
        return next(each % count for each in range(seat + 1, seat + count + 1) if not self.players[each % count].left)
