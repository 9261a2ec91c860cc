"""The state of an Art Bot match: the piles that its cards are in.

Pieces that several lists may share are frozen and are replaced when they change, so copying a state only copies its
lists.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, final

from msgspec.structs import replace

from engine.contract import Decision, Outcome, Seat
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.pieces import ArtBotInstance, ArtBotOptions, Glitch, Hit, Mix, Step
from engine.games.artbot.rulings import POINTS
from engine.kit import state as kit


@final
@dataclass
class ArtBotPlayer:
    """One seat's zones.

    The top of the Inactive Deck is its last element, as is the newest card of the Discard Pile. In Toe-to-Toe,
    `in_play` holds the cards turned up, including the pot after a tie; `aside` holds the player's own cards from draws
    that the player won, and `won` the opponent's. In a battle, `in_play` holds the card being played, and the other two
    are empty.
    """

    inactive: list[int]
    active: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    in_play: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    answered: int = 0
    """The number of decisions that this seat has answered, used in the ids of its decisions."""

    def copy(self) -> "ArtBotPlayer":
        """Return an independent copy."""
        return ArtBotPlayer(
            self.inactive[:],
            self.active[:],
            self.discard[:],
            self.in_play[:],
            self.aside[:],
            self.won[:],
            self.answered,
        )

    @property
    def hp(self) -> int:
        """Health points: ten per card in the Active and Inactive Decks, including the card being played (rules, R4)."""
        return POINTS * (len(self.inactive) + len(self.active) + len(self.in_play))


@final
@dataclass
class ArtBotState(kit.CardState):
    """A match in progress.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        order: the seats in turn order.
        dealt: the original identity of each instance. Guesses at hidden cards start from it, so that no guess depends
            on an earlier one.
        mixes: the shuffles and unseen moves that not everybody could track, oldest first; the initial shuffle of
            each deck precedes them.
        out: the seats that are out of the match, in the order of leaving; those eliminated in the same check form one
            group.
        open: the open decisions, cached once computed; not part of a dump.
        turn: the turn number, from 1; in Toe-to-Toe, the draw number.
        round: the round number, from 1: every living seat has one turn per round.
        playing: the card that the active player has chosen to play.
        returning: the card that the active player has chosen to return.
        hit: a hit awaiting its victim's answer.
        short: the seat left short by a Glitch in this turn.
        glitch: the last Glitch.
        ready: in Toe-to-Toe, the seats that have asked for the next draw.
        tied: in Toe-to-Toe, the number of tied draws in the sudden death; None before it.
    """

    cards: ArtBotCards
    options: ArtBotOptions
    order: tuple[Seat, ...]
    instances: list[ArtBotInstance] = field()
    players: list[ArtBotPlayer] = field()
    active: Seat
    step: Step = "choose"
    dealt: tuple[ArtBotInstance, ...] = ()
    mixes: tuple[Mix, ...] = ()
    out: tuple[tuple[Seat, ...], ...] = ()
    open: tuple[Decision, ...] | None = None
    turn: int = 1
    round: int = 1
    playing: int | None = None
    returning: int | None = None
    hit: Hit | None = None
    short: Seat | None = None
    glitch: Glitch | None = None
    ready: tuple[Seat, ...] = ()
    tied: int | None = None
    outcome: Outcome | None = None

    def copy(self) -> "ArtBotState":
        """Return an independent copy."""
        return ArtBotState(
            self.cards,
            self.options,
            self.order,
            self.instances[:],
            [player.copy() for player in self.players],
            self.active,
            self.step,
            self.dealt,
            self.mixes,
            self.out,
            self.open,
            self.turn,
            self.round,
            self.playing,
            self.returning,
            self.hit,
            self.short,
            self.glitch,
            self.ready,
            self.tied,
            self.outcome,
        )

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's health points; in Toe-to-Toe, the number of cards won."""
        return tuple([len(player.won) if self.options.duel else player.hp for player in self.players])

    @property
    def living(self) -> list[Seat]:
        """The seats still in the match, in turn order."""
        gone = {seat for together in self.out for seat in together}
        return [seat for seat in self.order if seat not in gone]

    def opponents(self, seat: Seat) -> list[Seat]:
        """Return a seat's living opponents, clockwise from the seat's left."""
        living = self.living
        place = living.index(seat)
        return living[place + 1 :] + living[:place]

    def definition(self, number: int) -> ArtBotCard:
        """Return the definition of an instance."""
        return self.cards.by_id[self.instances[number].card]

    def take(self, instances: Iterable[int], how: Literal["steal", "glitch", "duel"]) -> None:
        """Record the power by which some instances came to their present holder."""
        for number in instances:
            self.instances[number] = replace(self.instances[number], taken=how)


kit.keep_types(
    ArtBotState,
    instances=list[ArtBotInstance],
    players=list[ArtBotPlayer],
    open=tuple[Decision, ...] | None,
    step=Step,
    dealt=tuple[ArtBotInstance, ...],
    mixes=tuple[Mix, ...],
    out=tuple[tuple[Seat, ...], ...],
    playing=int | None,
    returning=int | None,
    hit=Hit | None,
    short=Seat | None,
    glitch=Glitch | None,
    tied=int | None,
    outcome=Outcome | None,
)
