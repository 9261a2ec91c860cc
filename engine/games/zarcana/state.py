"""The state of a Zarcana match.

Parts that several lists may share are frozen and are replaced when they change, so copying a state copies only its
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


class ZarcanaInstance(kit.Instance, Struct, frozen=True):
    """One physical card.

    Its `owner` is the number of the last shuffle that included the card. The deck is shared, but everybody knows which
    cards went into each shuffle, so guesses never mix up cards from different shuffles.
    """

    card: str
    known_to: int
    owner: int = 0


class Minion(Struct, frozen=True):
    """A pyramid on the board: its owner, size (1 to 3), orientation and space."""

    seat: Seat
    size: int
    facing: Facing
    space: Space

    @property
    def target(self) -> Space:
        """The target space: the minion's own if it stands, or else the one that it points at (rules, section 3)."""
        return self.space + AHEAD[self.facing]


Source: TypeAlias = Literal["turn", "hand", "territory", "fool"]
"""The source of a power: a turn option that needs no card, the hand, the board, or a card that the Fool drew."""


class Use(Struct, frozen=True):
    """A power being used, or a turn option that takes several picks.

    Attributes:
        power: the power's name among the definitions' powers; for a turn option, "place", "reorient" or "discard".
        source: the source of the power.
        step: the kind of the next question, or "deed" for an act that uses chance, shows hidden cards or passes the
            move to another player, and so waits until the draft is locked in.
        card: the instance that invokes the power.
        chain: the instances of all cards that led to this power, its own last; none may be copied again.
        actor: the acting minion, or 0 if there is none.
        times: the number of times that the power has been carried out.
        picked: the last pick, if the next question depends on it: a minion, a size, a number or a seat.
        noted: data kept for longer: the minions already turned, or a demand's victim and the number of cards.
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


class ZarcanaPlayer(Struct):
    """One seat's hand, minions and stash.

    Attributes:
        hand: instances, in the order in which they were gained.
        minions: the numbers of the player's minions on the board.
        stash: the number of minions of size 1, 2 and 3 off the board.
        turns: the number of turns that the player has begun; extra turns do not count (rules, Q40).
        left: whether the player has left the match.
        answered: the number of decisions that the player has answered, used in the ids of the player's decisions.
    """

    hand: list[int] = []
    minions: tuple[int, ...] = ()
    stash: tuple[int, int, int] = (STASH, STASH, STASH)
    turns: int = 0
    left: bool = False
    answered: int = 0

    def copy(self) -> "ZarcanaPlayer":
        """Return an independent copy."""
        return ZarcanaPlayer(self.hand[:], self.minions, self.stash, self.turns, self.left, self.answered)


class ZarcanaState(kit.CardState, Struct):
    """A match in progress. The top of a pile, and of a stack on the board, is its last element.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        open: the open decisions, cached once computed; not part of a dump.
        stacks: the territories: the cards in each space that has any.
        face_down: the instances on the board that lie face-down.
        minions: the minions on the board, by number.
        occupants: the minions in each space that has any.
        numbered: the number of minions numbered so far.
        active: the seat whose turn it is.
        turn: the number of the turn in the match, from 1; extra turns do not count.
        extra_turn: whether this is an extra turn.
        acting: whether the turn's option has been chosen.
        uses: the powers and options in use, the innermost last.
        draft: whether anything has been picked since the last final pick.
        shuffles: the number of times that the deck has been used up and reshuffled.
        quiet: the number of consecutive turns that have been passed.
        extras: the number of extra turns still to come.
        banning: the ids of cards that may not be used again once such an extra turn begins.
        banned: the ids of cards that may not be used again in this extra turn, wherever they are (rules, Q16, Q31).
        final: the seats that still have a turn in the final round, in order; None before it.
        capped: whether the turn cap opened the final round.
        touched: the spaces changed by the last turn that changed any; only for display.
        touched_in: the number of the turn that changed them.
    """

    cards: ZarcanaCards
    options: ZarcanaOptions
    instances: list[ZarcanaInstance]
    players: list[ZarcanaPlayer]
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

    def copy(self) -> "ZarcanaState":
        """Return an independent copy."""
        state = copy(self)
        state.instances = self.instances[:]
        state.players = [player.copy() for player in self.players]
        state.stacks, state.minions, state.occupants = self.stacks.copy(), self.minions.copy(), self.occupants.copy()
        state.deck, state.discard = self.deck[:], self.discard[:]
        return state

    # Cards

    def power(self, use: Use) -> Power:
        """Return the power that a use invokes. Raises KeyError for a turn option that needs no card."""
        return self.cards.powers[use.power]

    def give_unseen(self, hand: Iterable[int], given: Iterable[int], *seats: Seat) -> None:
        """Make the cards given from a hand known only to some seats.

        The other seats cannot tell these cards from the rest of the hand, so they lose their knowledge of that hand
        (rules, further rulings: a card given unseen).
        """
        known = sum(map(mark, seats))
        self.hide(hand, known)
        self.show(given, known)

    @property
    def drawable(self) -> int:
        """The number of cards that can be drawn, including the discard pile, which replaces an empty draw pile."""
        return len(self.deck) + len(self.discard)

    # The board

    def face_up(self, space: Space) -> int | None:
        """Return the instance of a space's top card if the card is face-up, or else None."""
        stack = self.stacks.get(space)
        return stack[-1] if stack and stack[-1] not in self.face_down else None

    def wasteland(self, space: Space) -> bool:
        """Whether a space has no card but is next to at least one (rules, section 3)."""
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
        """Return one minion of each kind; those of equal owner, size, orientation and space are interchangeable."""
        seen: dict[Minion, int] = {}
        for number in numbers:
            seen.setdefault(self.minions[number], number)
        return list(seen.values())

    def smaller(self, seat: Seat, size: int) -> list[int]:
        """Return the sizes in a player's stash, up to a given size."""
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
