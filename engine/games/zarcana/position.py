"""Positions for scenarios: a match before one of the eight turn options is chosen."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, Field

from engine.contract import EVERYBODY, JSON, IllegalPosition, Seat, letter, mark
from engine.dice import NoDice
from engine.games.zarcana import board
from engine.games.zarcana.board import Space
from engine.games.zarcana.pieces import Minion, ZarcanaInstance, ZarcanaOptions
from engine.games.zarcana.play import ZarcanaPlay
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.powers.handler import SIZES
from engine.games.zarcana.setup import deal
from engine.games.zarcana.state import ZarcanaPlayer, ZarcanaState
from engine.kit.positions import parsed

Letter = Literal["A", "B", "C", "D", "E", "F"]

LEAST_SEATS = 2


class MinionPosition(BaseModel, extra="forbid"):
    """A minion: its space, size and orientation."""

    at: str
    size: Literal["small", "medium", "large"] = "small"
    facing: Literal["up", "north", "east", "south", "west"] = "up"


class StackPosition(BaseModel, extra="forbid"):
    """A territory's cards, with the top one last; `face_down` names those that lie face-down."""

    cards: list[str] = Field(min_length=1)
    face_down: list[str] = []


class ZarcanaSeatPosition(BaseModel, extra="forbid"):
    """One player's hand and minions; minions that are not on the board are in the stash."""

    hand: list[str] = []
    minions: list[MinionPosition] = []
    left: bool = False


class ZarcanaPosition(BaseModel, extra="forbid"):
    """A position. The top card is the first one in `deck` and in `discard`, but the last one in a stack.

    Without `deck`, the draw pile holds every card not named elsewhere, in the order of the set. If `dealt` gives a
    number of seats, the position is the beginning of their match, with the pack in the order of the set.
    """

    options: ZarcanaOptions = ZarcanaOptions()
    turn: int = Field(2, ge=1)
    active: Letter = "A"
    board: dict[str, str | list[str] | StackPosition] = {}
    seats: dict[Letter, ZarcanaSeatPosition] = {}
    deck: list[str] | None = None
    discard: list[str] = []
    reshuffled: bool = False
    quiet: int = Field(0, ge=0)
    final: list[Letter] | None = None
    dealt: int | None = Field(None, ge=2, le=6)


def position(data: JSON, cards: ZarcanaCards) -> ZarcanaState:
    """Return the match that a position describes, with its board. Raises IllegalPosition, naming the field."""
    wanted = parsed(ZarcanaPosition, data)
    reader = _Reader(wanted, cards)
    return reader.state() if wanted.dealt is None else reader.dealt()


class _Reader:
    """A reader of a position, which creates an instance of every card in the order of the fields."""

    def __init__(self, wanted: ZarcanaPosition, cards: ZarcanaCards) -> None:
        self.wanted = wanted
        named = [*wanted.seats, wanted.active, *(wanted.final or ())]
        count = wanted.dealt or max(LEAST_SEATS, *(_seat(each) + 1 for each in named))
        self.made = ZarcanaState(
            cards, wanted.options, [], [ZarcanaPlayer() for _ in range(count)], _seat(wanted.active)
        )
        self.used: set[str] = set()

    def state(self) -> ZarcanaState:
        state, wanted = self.made, self.wanted
        for name, entry in wanted.board.items():
            self.stack(name, entry)
        for seat, player in enumerate(state.players):
            self.player(seat, player, wanted.seats.get(letter(seat), ZarcanaSeatPosition()))  # type: ignore[call-overload]
        state.discard = self.pile("discard", wanted.discard, EVERYBODY)[::-1]
        state.deck = self.deck()
        if state.discard and not state.deck:
            raise IllegalPosition("deck", "a draw pile is empty only if the discard pile is, too")
        state.turn, state.quiet, state.shuffles = wanted.turn, wanted.quiet, int(wanted.reshuffled)
        for player in state.players:
            player.turns = 1
        state.final = None if wanted.final is None else tuple(map(_seat, wanted.final))
        return state

    def dealt(self) -> ZarcanaState:
        self.made.deck = self.deck()
        deal(ZarcanaPlay(self.made, NoDice()))
        return self.made

    def stack(self, name: str, entry: str | list[str] | StackPosition) -> None:
        field = f"board.{name}"
        if isinstance(entry, StackPosition):
            names, face_down = entry.cards, entry.face_down
        else:
            names, face_down = ([entry] if isinstance(entry, str) else entry), []
        missing = next((each for each in face_down if each not in names), None)
        if missing is not None or not names:
            raise IllegalPosition(field, f"{missing!r} is not among its cards" if missing else "it has no card")
        stack = tuple(self.instance(field, each, 0 if each in face_down else EVERYBODY) for each in names)
        self.made.stacks[self.space(field, name)] = stack
        self.made.face_down += tuple(card for card, each in zip(stack, names, strict=True) if each in face_down)

    def player(self, seat: Seat, player: ZarcanaPlayer, wanted: ZarcanaSeatPosition) -> None:
        field = f"seats.{letter(seat)}"
        player.left = wanted.left
        player.hand = self.pile(f"{field}.hand", wanted.hand, mark(seat))
        stash = list(player.stash)
        for number, entry in enumerate(wanted.minions):
            here = f"{field}.minions.{number}"
            space, size = self.space(f"{here}.at", entry.at), SIZES.index(entry.size)
            if not self.made.land(space):
                raise IllegalPosition(f"{here}.at", "no minion lives in the void")
            if not stash[size]:
                raise IllegalPosition(f"{here}.size", "a player has five minions of each size")
            stash[size] -= 1
            self.minion(Minion(seat, size + 1, board.FACINGS.index(entry.facing), space))
        player.stash = (stash[0], stash[1], stash[2])

    def minion(self, minion: Minion) -> None:
        state = self.made
        state.numbered += 1
        state.minions[state.numbered] = minion
        state.occupants[minion.space] = (*state.crowd(minion.space), state.numbered)
        state.players[minion.seat].minions += (state.numbered,)

    def deck(self) -> list[int]:
        named = self.wanted.deck
        if named is None:
            pack = self.made.cards.pack(extras=self.wanted.options.extras)
            named = [self.made.cards.name(card) for card in pack if card not in self.used]
        return self.pile("deck", named, 0)[::-1]

    def pile(self, field: str, names: Iterable[str], known_to: int) -> list[int]:
        return [self.instance(f"{field}.{place}", name, known_to) for place, name in enumerate(names)]

    def instance(self, field: str, name: str, known_to: int) -> int:
        try:
            card = self.made.cards.find(name)
        except KeyError:
            raise IllegalPosition(field, f"there is no card called {name!r}") from None
        if card in self.used:
            raise IllegalPosition(field, f"there is only one {name}")
        self.used.add(card)
        self.made.instances.append(ZarcanaInstance(card, known_to))
        return len(self.made.instances) - 1

    def space(self, field: str, name: str) -> Space:
        try:
            return board.named(name)
        except ValueError:
            raise IllegalPosition(field, f"{name!r} is no space: spaces are called C4, E5 and so on") from None


def _seat(name: str) -> Seat:
    return "ABCDEF".index(name)
