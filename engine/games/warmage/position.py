"""Positions for scenarios: a match during a turn, with no Chain open."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, Field

from engine.contract import EVERYBODY, JSON, IllegalPosition, letter, mark
from engine.dice import NoDice
from engine.games.warmage.pieces import Lying, Point, WarMageInstance, WarMageOptions
from engine.games.warmage.play import WarMagePlay
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.rulings import LEAST_SEATS, MOST_SEATS, wound_cards
from engine.games.warmage.state import WarMagePlayer, WarMageState
from engine.games.warmage.turn import advance
from engine.kit.positions import bare, parsed
from engine.text import slug

Letter = Literal["A", "B", "C", "D", "E", "F"]


class LyingPosition(BaseModel, extra="forbid"):
    """A card in front of a player, and its caster."""

    card: str
    seat: Letter


class WarMageSeatPosition(BaseModel, extra="forbid"):
    """One player's cards and Wounds. A card in play given only by name was cast by that player."""

    hand: list[str] = []
    play: list[str | LyingPosition] = []
    flesh: int = Field(0, ge=0)
    mortal: int = Field(0, ge=0)
    out: bool = False


class WarMagePosition(BaseModel, extra="forbid"):
    """A position. The first card in `deck` is the top one; the seats are those named, from A on."""

    options: WarMageOptions = WarMageOptions()
    turn: int = Field(2, ge=1)
    active: Letter = "A"
    step: Literal["begin", "draw", "cast"] = "cast"
    seats: dict[Letter, WarMageSeatPosition]
    deck: list[str] = []
    row: list[str] = []
    discard: list[str] = []


def position(data: JSON, cards: WarMageCards) -> WarMageState:
    """Return the match that a position describes, with its Row and Chain. Raises IllegalPosition, naming the field."""
    return _Reader(cards, parsed(WarMagePosition, data)).state()


class _Reader:
    """A reader of a position, which creates an instance of every card in the order of the fields."""

    def __init__(self, cards: WarMageCards, wanted: WarMagePosition) -> None:
        self.cards = cards
        self.wanted = wanted
        self.instances: list[WarMageInstance] = []
        self.count = len(wanted.seats)

    def state(self) -> WarMageState:
        """Return the state. Raises IllegalPosition."""
        wanted = self.wanted
        letters = "".join(letter(seat) for seat in range(self.count))
        if not LEAST_SEATS <= self.count <= MOST_SEATS or set(wanted.seats) != set(letters):
            raise IllegalPosition("seats", f"there are {LEAST_SEATS} to {MOST_SEATS} seats, named from A on")
        players = [self.player(seat, wanted.seats[name]) for seat, name in enumerate(letters)]  # type: ignore[index]
        active = letters.find(wanted.active)
        if active < 0 or players[active].out:
            raise IllegalPosition("active", "the active player is in the match")
        state = WarMageState(
            self.cards,
            wanted.options,
            self.instances,
            players,
            self.pile("deck", wanted.deck, 0)[::-1],
            wound_cards(self.count),
            row=self.pile("row", wanted.row, EVERYBODY),
            discard=self.pile("discard", wanted.discard, EVERYBODY),
            turn=wanted.turn,
            active=active,
            step="cast" if wanted.step == "cast" else "draw",
            gone=tuple((seat,) for seat, player in enumerate(players) if player.out),
        )
        state.fallen = tuple(seat for seat in range(self.count) if state.all_mortal(seat))
        if wanted.step == "begin":
            state.todo.append(Point("turn_begin", active))
        advance(WarMagePlay(state, NoDice()))
        return state

    def player(self, seat: int, wanted: WarMageSeatPosition) -> WarMagePlayer:
        """Return one player's cards and Wounds. Raises IllegalPosition."""
        field = f"seats.{letter(seat)}"
        if wanted.flesh + wanted.mortal > wound_cards(self.count):
            raise IllegalPosition(f"{field}.flesh", f"there are {wound_cards(self.count)} Wound Cards")
        hand = self.pile(f"{field}.hand", wanted.hand, mark(seat))
        play = [self.lying(f"{field}.play.{place}", entry, seat) for place, entry in enumerate(wanted.play)]
        return WarMagePlayer(hand, play, wanted.flesh, wanted.mortal, wanted.out)

    def lying(self, field: str, entry: str | LyingPosition, bearer: int) -> Lying:
        """Return a card in play. Raises IllegalPosition."""
        name = entry if isinstance(entry, str) else entry.card
        seat = bearer if isinstance(entry, str) else "ABCDEF".index(entry.seat)
        if seat >= self.count:
            raise IllegalPosition(field, "the player who cast it has a seat")
        number = self.instance(field, name, EVERYBODY)
        if not self.cards.by_id[self.instances[number].card].lingering:
            raise IllegalPosition(field, f"{name!r} does not stay in play")
        return Lying(number, seat)

    def pile(self, field: str, names: Iterable[str], known_to: int) -> list[int]:
        """Return the cards in a zone. Raises IllegalPosition."""
        return [self.instance(f"{field}.{place}", name, known_to) for place, name in enumerate(names)]

    def instance(self, field: str, name: str, known_to: int) -> int:
        """Return a card's instance. Raises IllegalPosition."""
        card = slug(bare(name))
        if card not in self.cards.by_id:
            raise IllegalPosition(field, f"there is no card called {name!r}")
        self.instances.append(WarMageInstance(card, known_to))
        return len(self.instances) - 1
