"""Positions for scenarios: a battle in which a player has to choose, or a duel before a draw."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, Field

from engine.contract import EVERYBODY, JSON, IllegalPosition, Seat, letter, mark
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.pieces import ArtBotInstance, ArtBotOptions
from engine.games.artbot.rulings import HAND, LEAST_SEATS
from engine.games.artbot.state import ArtBotPlayer, ArtBotState
from engine.kit.positions import bare, parsed

SeatLetter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
LETTERS: Final = get_args(SeatLetter)


class ArtBotSeatPosition(BaseModel, extra="forbid"):
    """One player's zones. The first card in `inactive` is the top one, and the first in `discard` is the newest.

    `in_play` is a duel's pot.
    """

    active: list[str] = Field([], max_length=HAND)
    inactive: list[str] = []
    discard: list[str] = []
    in_play: list[str] = []
    aside: list[str] = []
    won: list[str] = []


class ArtBotPosition(BaseModel, extra="forbid"):
    """A position. Its seats are the ones named, in order from A; a player without cards is out of the match."""

    options: ArtBotOptions = ArtBotOptions()
    turn: int = Field(1, ge=1)
    round: int = Field(1, ge=1)
    active: SeatLetter = "A"
    tied: int | None = Field(None, ge=0)
    seats: dict[SeatLetter, ArtBotSeatPosition] = Field(min_length=LEAST_SEATS)


def position(data: JSON, cards: ArtBotCards) -> ArtBotState:
    """Return the battle or top-card duel that a position describes. Raises IllegalPosition, naming the field."""
    wanted = parsed(ArtBotPosition, data)
    count = len(wanted.seats)
    if sorted(wanted.seats) != list(LETTERS[:count]):
        raise IllegalPosition("seats", "seats are named from A on, without a gap")
    if wanted.options.duel and count != LEAST_SEATS:
        raise IllegalPosition("seats", "Toe-to-Toe is for two")
    if wanted.tied is not None and not wanted.options.duel:
        raise IllegalPosition("tied", "only Toe-to-Toe has a sudden death")
    state = ArtBotState(cards, wanted.options, tuple(range(count)), [], [], LETTERS.index(wanted.active))
    state.turn, state.round, state.tied = wanted.turn, wanted.round, wanted.tied
    state.step = "draw" if wanted.options.duel else "choose"
    for seat, name in enumerate(LETTERS[:count]):
        state.players.append(_player(state, seat, wanted.seats[name]))
    state.dealt = tuple(state.instances)
    _judge(state)
    return state


def _player(state: ArtBotState, seat: Seat, wanted: ArtBotSeatPosition) -> ArtBotPlayer:
    hand = EVERYBODY if state.options.open_hands else mark(seat)
    player = ArtBotPlayer(_pile(state, seat, "inactive", wanted.inactive, 0)[::-1])
    player.active = _pile(state, seat, "active", wanted.active, hand)
    player.discard = _pile(state, seat, "discard", wanted.discard, EVERYBODY)[::-1]
    player.in_play = _pile(state, seat, "in_play", wanted.in_play, EVERYBODY)
    player.aside = _pile(state, seat, "aside", wanted.aside, EVERYBODY)
    player.won = _pile(state, seat, "won", wanted.won, EVERYBODY)
    return player


def _pile(state: ArtBotState, seat: Seat, field: str, names: Sequence[str], known_to: int) -> list[int]:
    """Create an instance of each named card, in the order given."""
    numbers = []
    for place, name in enumerate(names):
        try:
            card = state.cards.find(bare(name))
        except KeyError as error:
            where = f"seats.{letter(seat)}.{field}.{place}"
            raise IllegalPosition(where, f"there is no card called {name!r}") from error
        numbers.append(len(state.instances))
        state.instances.append(ArtBotInstance(card, seat, known_to))
    return numbers


def _judge(state: ArtBotState) -> None:
    """Eliminate players without cards, and reject a match that is over or a battle with a duel's zones."""
    for seat, player in enumerate(state.players):
        if not state.options.duel and (player.in_play or player.aside or player.won):
            raise IllegalPosition(f"seats.{letter(seat)}", "in_play, aside and won are Toe-to-Toe's")
        if state.options.duel and not player.inactive:
            raise IllegalPosition(f"seats.{letter(seat)}.inactive", "both have a card to draw")
    gone = tuple(seat for seat, player in enumerate(state.players) if not player.hp)
    state.out = (gone,) if gone else ()
    if len(state.living) < LEAST_SEATS:
        raise IllegalPosition("seats", "at least two players have cards left")
    if not state.options.duel and not state.players[state.active].active:
        raise IllegalPosition(f"seats.{letter(state.active)}.active", "the active player has a card to play")
