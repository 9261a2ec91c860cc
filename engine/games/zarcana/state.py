"""The state of a Zarcana match: the board, the hands and the piles that its pieces are in.

Pieces that several lists may share are frozen and are replaced when they change, so copying a state copies only its
lists and tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import final

from engine.contract import Decision, Outcome, Seat, mark
from engine.games.zarcana.board import AROUND, Space
from engine.games.zarcana.cards import Power
from engine.games.zarcana.pieces import Minion, Use, ZarcanaInstance, ZarcanaOptions
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.rulings import LARGE, STASH
from engine.kit import state as kit


@final
@dataclass
class ZarcanaPlayer:
    """One seat's hand, minions and stash.

    Attributes:
        hand: instances, in the order in which they were gained.
        minions: the numbers of the player's minions on the board.
        stash: the number of minions of size 1, 2 and 3 off the board.
        turns: the number of turns that the player has begun; extra turns do not count (rules, Q40).
        left: whether the player has left the match.
        answered: the number of decisions that the player has answered, used in the ids of the player's decisions.
    """

    hand: list[int] = field(default_factory=list)
    minions: tuple[int, ...] = ()
    stash: tuple[int, int, int] = (STASH, STASH, STASH)
    turns: int = 0
    left: bool = False
    answered: int = 0

    def copy(self) -> "ZarcanaPlayer":
        """Return an independent copy."""
        return ZarcanaPlayer(self.hand[:], self.minions, self.stash, self.turns, self.left, self.answered)


@final
@dataclass
class ZarcanaState(kit.CardState):
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
        before: each player's score before the first of these picks; only for display.
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
    instances: list[ZarcanaInstance] = field()
    players: list[ZarcanaPlayer] = field()
    active: Seat
    open: tuple[Decision, ...] | None = None
    stacks: dict[Space, tuple[int, ...]] = field(default_factory=dict)
    face_down: tuple[int, ...] = ()
    minions: dict[int, Minion] = field(default_factory=dict)
    occupants: dict[Space, tuple[int, ...]] = field(default_factory=dict)
    numbered: int = 0
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    turn: int = 1
    extra_turn: bool = False
    acting: bool = False
    uses: tuple[Use, ...] = ()
    draft: bool = False
    before: tuple[int, ...] = ()
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
        return ZarcanaState(
            self.cards,
            self.options,
            self.instances[:],
            [player.copy() for player in self.players],
            self.active,
            self.open,
            self.stacks.copy(),
            self.face_down,
            self.minions.copy(),
            self.occupants.copy(),
            self.numbered,
            self.deck[:],
            self.discard[:],
            self.turn,
            self.extra_turn,
            self.acting,
            self.uses,
            self.draft,
            self.before,
            self.shuffles,
            self.quiet,
            self.extras,
            self.banning,
            self.banned,
            self.final,
            self.capped,
            self.touched,
            self.touched_in,
            self.outcome,
        )

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

    # Scores

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's score, without territories that lie face-down."""
        return self.scores(all_known=False)

    def scores(self, *, all_known: bool = True) -> tuple[int, ...]:
        """Return each seat's total: the top card of every territory that the seat alone occupies (seed, Notes).

        Face-down cards count only with `all_known`, as at the end. A seat that has left scores nothing (rules, Q28).
        """
        totals = [0] * len(self.players)
        for space, crowd in self.occupants.items():
            stack = self.stacks.get(space)
            owners = {self.minions[number].seat for number in crowd}
            if stack and len(owners) == 1 and (all_known or stack[-1] not in self.face_down):
                totals[owners.pop()] += self.value(self.card(stack[-1]))
        return tuple(0 if player.left else total for player, total in zip(self.players, totals, strict=True))

    def value(self, card: str) -> int:
        """Return a card's score; the Doppelganger takes the last discard's value, or 0 if there is none."""
        if card in self.cards.value_of:
            return self.cards.value_of[card]
        return self.value(self.card(self.discard[-1])) if self.discard else 0

    # Seats

    @property
    def staying(self) -> list[Seat]:
        """The seats that have not left."""
        return [seat for seat, player in enumerate(self.players) if not player.left]

    def after(self, seat: Seat) -> Seat:
        """Return the next seat in turn order that has not left."""
        count = len(self.players)
        return next(each % count for each in range(seat + 1, seat + count + 1) if not self.players[each % count].left)


kit.keep_types(
    ZarcanaPlayer,
    stash=tuple[int, int, int],
)

kit.keep_types(
    ZarcanaState,
    instances=list[ZarcanaInstance],
    players=list[ZarcanaPlayer],
    open=tuple[Decision, ...] | None,
    stacks=dict[Space, tuple[int, ...]],
    minions=dict[int, Minion],
    occupants=dict[Space, tuple[int, ...]],
    uses=tuple[Use, ...],
    final=tuple[Seat, ...] | None,
    outcome=Outcome | None,
    touched=tuple[Space, ...],
)
