"""What an Art Bot match consists of.

All parts that several lists may share are frozen and replaced when they change, so a copy of a state only copies
its lists.
"""

from collections.abc import Iterable
from copy import copy
from typing import Annotated, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, Field

from engine.contract import Decision, Outcome, Seat
from engine.contract.decks import by_name
from engine.games.artbot.cards import ArtBotCard, ArtBotCards
from engine.games.artbot.decks import FORMATS, STANDARD, ArtBotFormat
from engine.games.artbot.rulings import LEAST_DUEL_DECK, MOST_DECK, POINTS, ROUND_CAP, USUAL_DECK
from engine.kit import state as kit

Step: TypeAlias = Literal["choose", "discard", "recover", "draw", "over"]
"""Where a match stands: the active player chooses; a hit's victim chooses what to discard, or what to get back; in
Toe-to-Toe both draw; it is over."""


_READ, _WRITE = by_name(FORMATS)


class ArtBotOptions(BaseModel, frozen=True, extra="forbid"):
    """The table options.

    `rules` names one of the two versions of the rules: `classic` follows the seed, `quick` the makers' newer sheet.
    Each of the three switches behind it can be set apart from them (rules, 3.11). `starter_discards` takes the top card
    of the Inactive Deck from who begins; neither sheet knows it (docs/lab/balance.md says what it is good for).
    """

    mode: Literal["battle", "toe-to-toe"] = "battle"
    rules: Literal["classic", "quick"] = "classic"
    played_card: Literal["by the rules", "under the deck", "discarded"] = "by the rules"
    steal: Literal["by the rules", "one card", "by points"] = "by the rules"
    glitch_draw: Literal["by the rules", "next turn", "at once"] = "by the rules"
    starter_discards: bool = False
    open_hands: bool = False
    format: Annotated[ArtBotFormat, FORMATS, _READ, _WRITE] = STANDARD
    deck_size: int = Field(USUAL_DECK, ge=LEAST_DUEL_DECK, le=MOST_DECK)
    round_cap: int = Field(ROUND_CAP, ge=1, le=200)

    @property
    def duel(self) -> bool:
        """Whether it is Toe-to-Toe."""
        return self.mode == "toe-to-toe"

    @property
    def size(self) -> int:
        """How many cards each deck has: as the format says, where it says so, else as the table agreed."""
        return self.format.size or self.deck_size

    @property
    def discards_played(self) -> bool:
        """Whether a played card goes to the Discard Pile; it goes under the Inactive Deck otherwise."""
        return self._set(self.played_card, "discarded")

    @property
    def steals_by_points(self) -> bool:
        """Whether a Steal takes a card for every ten Power Points; it takes one otherwise."""
        return self._set(self.steal, "by points")

    @property
    def short_draws_at_once(self) -> bool:
        """Whether who is short after a Glitch draws in that turn; at the end of the own next turn otherwise."""
        return self._set(self.glitch_draw, "at once")

    def _set(self, switch: str, wanted: str) -> bool:
        """Whether a switch stands as in `quick`, by itself or by the rules that were chosen."""
        return switch == wanted or (switch == "by the rules" and self.rules == "quick")


class Instance(kit.Instance, Struct, frozen=True):
    """One piece of cardboard.

    Attributes:
        card: the definition's id.
        owner: the seat that brought it.
        known_to: the seats that know what it is, a bit a seat.
        taken: by which power somebody else than its owner came to hold it, the last one of several.
    """

    card: str
    owner: Seat
    known_to: int
    taken: Literal["", "steal", "glitch", "duel"] = ""


class Mix(Struct, frozen=True):
    """Cards that changed places among each other, and all or most players could not follow which came to lie where.

    Attributes:
        cards: the instances.
        known_to: for each of them the seats that knew what it was when it went in, a bit a seat.
        followed: the seats that saw where each came to lie, a bit a seat.
    """

    cards: tuple[int, ...]
    known_to: tuple[int, ...]
    followed: int = 0


class Hit(Struct, frozen=True):
    """A hit that its victim has still to answer. The cards it revealed stay where they were until then.

    Attributes:
        seat: who dealt it.
        victim: who answers it.
        pp: its Power Points.
        rp: the Rarity Points of all revealed cards, which came off it.
        revealed: the victim's revealed cards, in the order in which they were.
        count: how many of them are to be discarded; in a backfire how many cards come back from the Discard Pile.
    """

    seat: Seat
    victim: Seat
    pp: int
    rp: int
    revealed: tuple[int, ...]
    count: int

    @property
    def net(self) -> int:
        """What is left of the hit."""
        return self.pp - self.rp

    @property
    def backfires(self) -> bool:
        """Whether the Rarity Points were more than the hit."""
        return self.net < 0


class Glitch(Struct, frozen=True):
    """A Glitch that was played: in which turn, by whom, and who was left short."""

    turn: int
    seat: Seat
    short: Seat


class Player(Struct):
    """One seat's zones.

    The top of the Inactive Deck is its last element, as is the newest card of the Discard Pile. In Toe-to-Toe
    `in_play` holds the turned cards, a tie's pot among them, `aside` the own cards of decided draws and `won` the
    opponent's; all three are empty in a battle, but for the one card that is being played.
    """

    inactive: list[int]
    active: list[int] = []
    discard: list[int] = []
    in_play: list[int] = []
    aside: list[int] = []
    won: list[int] = []
    answered: int = 0
    """How many decisions this seat has answered: the counter in its decisions' ids."""

    def copy(self) -> "Player":
        """Return a player of its own."""
        return Player(
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
        """Health points: ten for each card of Active and Inactive Deck, the one being played too (rules, R4)."""
        return POINTS * (len(self.inactive) + len(self.active) + len(self.in_play))


class State(kit.CardState, Struct):
    """A match in progress.

    Attributes:
        cards: the pinned definitions; not part of a dump.
        order: the seats in the order of their turns.
        dealt: what each instance is: guesses at the match start from it, so that none follows from another guess.
        mixes: the shuffles and unseen moves that not everybody could follow, the oldest first; each player's deck at
            the start goes before them.
        out: the seats that are out of the match, in the order in which they went; those of one check together.
        open: the open decisions, once they were asked for; not part of a dump.
        turn: which turn, from 1; in Toe-to-Toe which draw.
        round: which round, from 1: in each every living seat has one turn.
        playing: the card that the active player wants to play, once chosen.
        returning: the card that the active player wants to return, once chosen.
        hit: a hit that waits for its victim's answer.
        short: who was left short by a Glitch in this turn.
        glitch: the last Glitch.
        ready: in Toe-to-Toe, who has asked for the next draw.
        tied: in Toe-to-Toe, how many draws of the sudden death were tied; None before it.
    """

    cards: ArtBotCards
    options: ArtBotOptions
    order: tuple[Seat, ...]
    instances: list[Instance]
    players: list[Player]
    active: Seat
    step: Step = "choose"
    dealt: tuple[Instance, ...] = ()
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

    def copy(self) -> "State":
        """Return a state of its own."""
        state = copy(self)
        state.instances = self.instances[:]
        state.players = [player.copy() for player in self.players]
        return state

    @property
    def living(self) -> list[Seat]:
        """The seats still in the match, in the order of their turns."""
        gone = {seat for together in self.out for seat in together}
        return [seat for seat in self.order if seat not in gone]

    def opponents(self, seat: Seat) -> list[Seat]:
        """Return a seat's living opponents, clockwise from its left."""
        living = self.living
        place = living.index(seat)
        return living[place + 1 :] + living[:place]

    def definition(self, number: int) -> ArtBotCard:
        """Return the definition of an instance."""
        return self.cards.by_id[self.instances[number].card]

    def take(self, instances: Iterable[int], how: Literal["steal", "glitch", "duel"]) -> None:
        """Note by which power some instances came to who holds them now."""
        for number in instances:
            self.instances[number] = replace(self.instances[number], taken=how)
