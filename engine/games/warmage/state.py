"""The state of a WarMage match: the piles and tasks that its pieces are in.

Pieces that several lists may share are frozen and are replaced when they change, so copying a state copies only its
lists.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import final

from engine.contract import Decision, Outcome, Seat
from engine.games.warmage.pieces import Announced, Link, Lying, Step, Task, WarMageInstance, WarMageOptions
from engine.games.warmage.pool import WarMageCards
from engine.kit import state as kit


@lru_cache(maxsize=64)
def _round_the_table(seat: Seat, count: int) -> tuple[Seat, ...]:
    return tuple((seat + step) % count for step in range(1, count + 1))


@final
@dataclass
class WarMagePlayer:
    """One seat's cards and Wounds. `play` holds the cards in front of the player, oldest first."""

    hand: list[int] = field(default_factory=list)
    play: list[Lying] = field(default_factory=list)
    flesh: int = 0
    mortal: int = 0
    out: bool = False
    answered: int = 0
    """The number of decisions that this seat has answered, used in the ids of its decisions."""

    def copy(self) -> "WarMagePlayer":
        """Return an independent copy."""
        return WarMagePlayer(self.hand[:], self.play[:], self.flesh, self.mortal, self.out, self.answered)


@final
@dataclass
class WarMageState(kit.CardState):
    """A match in progress.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        open: the open decisions, cached once computed; not part of a dump.
        deck: the common deck, with the top card last.
        wounds: the number of Wound Cards per player.
        acts: the number of Chains opened plus activated effects used in this turn.
        used: the activated effects used in this turn: card in play, and index of the effect.
        chain: the Spells being cast, with the bottom one first.
        chains: the number of Chains opened so far.
        window: the seats that may answer the top Spell, in turn order; empty if no window is open.
        windows: the number of windows opened so far.
        sealed: the answers given so far, by seat; None for a pass.
        announced: Spells and effects, by seat, whose choices are not yet complete.
        todo: the stack of tasks, with the next one last.
        asked: the seat that has to answer before the last task of `todo` can be carried out.
        choices: the number of questions completely answered; it names the clock of the open one.
        fallen: the players whose Wounds are all Mortal, in the order in which they got there.
        marked: the players whose last chance has passed.
        gone: the players who are out, in the order of leaving; those who left together form one group.
    """

    cards: WarMageCards
    options: WarMageOptions
    instances: list[WarMageInstance] = field()
    players: list[WarMagePlayer] = field()
    deck: list[int]
    wounds: int
    open: tuple[Decision, ...] | None = None
    row: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    turn: int = 1
    active: Seat = 0
    step: Step = "draw"
    acts: int = 0
    used: tuple[tuple[int, int | None], ...] = ()
    chain: list[Link] = field(default_factory=list)
    chains: int = 0
    window: tuple[Seat, ...] = ()
    windows: int = 0
    sealed: dict[Seat, Announced | None] = field(default_factory=dict)
    announced: dict[Seat, Announced] = field(default_factory=dict)
    todo: list[Task] = field(default_factory=list)
    asked: Seat | None = None
    choices: int = 0
    fallen: tuple[Seat, ...] = ()
    marked: tuple[Seat, ...] = ()
    gone: tuple[tuple[Seat, ...], ...] = ()
    outcome: Outcome | None = None

    def copy(self) -> "WarMageState":
        """Return an independent copy."""
        return WarMageState(
            self.cards,
            self.options,
            self.instances[:],
            [player.copy() for player in self.players],
            self.deck[:],
            self.wounds,
            self.open,
            self.row[:],
            self.discard[:],
            self.turn,
            self.active,
            self.step,
            self.acts,
            self.used,
            self.chain[:],
            self.chains,
            self.window,
            self.windows,
            self.sealed.copy(),
            self.announced.copy(),
            self.todo[:],
            self.asked,
            self.choices,
            self.fallen,
            self.marked,
            self.gone,
            self.outcome,
        )

    def clockwise(self, seat: Seat) -> list[Seat]:
        """Return the living players clockwise from a seat's left, ending with that seat."""
        players = self.players
        return [each for each in _round_the_table(seat, len(players)) if not players[each].out]

    def living(self, seat: Seat) -> bool:
        """Whether a player is still in the match."""
        return not self.players[seat].out

    def all_mortal(self, seat: Seat) -> bool:
        """Whether a player is still in the match with all Wounds Mortal."""
        player = self.players[seat]
        return player.mortal == self.wounds and not player.out

    def steps_left(self, seat: Seat) -> int:
        """Return how many Wounds a player can take until all are Mortal (rules, Wounds)."""
        player = self.players[seat]
        return 2 * self.wounds - player.flesh - 2 * player.mortal

    @property
    def points(self) -> tuple[int, ...]:
        """How many Wounds each player can still take."""
        return tuple([max(0, self.steps_left(seat)) for seat in range(len(self.players))])

    def link(self, card: int | None) -> int | None:
        """Return a card's index in the Chain, from the bottom, or None."""
        return next((place for place, link in enumerate(self.chain) if link.card == card), None)

    def lying(self, card: int | None) -> tuple[Seat, Lying] | None:
        """Return a card in play and the seat that it lies in front of, or None."""
        for seat, player in enumerate(self.players):
            for each in player.play:
                if each.card == card:
                    return seat, each
        return None

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have yet to answer the top Spell; in seat order, only the next one."""
        left = tuple([seat for seat in self.window if seat not in self.sealed])
        return left[:1] if self.options.responses == "seat_order" else left


kit.keep_types(
    WarMagePlayer,
    play=list[Lying],
)

kit.keep_types(
    WarMageState,
    instances=list[WarMageInstance],
    players=list[WarMagePlayer],
    open=tuple[Decision, ...] | None,
    step=Step,
    used=tuple[tuple[int, int | None], ...],
    chain=list[Link],
    sealed=dict[Seat, Announced | None],
    announced=dict[Seat, Announced],
    todo=list[Task],
    asked=Seat | None,
    gone=tuple[tuple[Seat, ...], ...],
    outcome=Outcome | None,
)
