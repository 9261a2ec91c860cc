"""Positions for scenarios: a match in one of its planning steps."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, Field

from engine.contract import EVERYBODY, JSON, IllegalPosition, Seat, mark
from engine.dice import NoDice
from engine.games.varia.cards import StackCard
from engine.games.varia.pieces import Action, VariaInstance, VariaOptions
from engine.games.varia.play import VariaPlay
from engine.games.varia.pool import VariaCards
from engine.games.varia.rulings import STARTING_AP, STARTING_HP
from engine.games.varia.state import VariaPlayer, VariaState
from engine.games.varia.timeline import return_queue
from engine.kit.positions import bare, parsed
from engine.text import slug


class ActionPosition(BaseModel, extra="forbid"):
    """An action made of one or more cards.

    `token` turns a card that is not printed as one into a token; `target` sets the action's target if there is a
    choice.
    """

    cards: list[str] = Field(min_length=1)
    disrupted: bool = False
    token: bool = False
    target: Literal["self", "opponent"] | None = None


ActionEntry = str | list[str] | ActionPosition
"""An action: one card's name, the names of a combo, or a table; an empty name is an empty moment."""


class VariaSeatPosition(BaseModel, extra="forbid"):
    """One player's zones; the first card in `deck` is the top one."""

    hp: int = STARTING_HP
    ap: int = STARTING_AP
    hand: list[str] = []
    deck: list[str] = []
    items: list[str] = []
    discard: list[str] = []
    forgotten: list[str] = []
    ruined: list[str] = []
    queue: list[ActionEntry] = []
    timeline: list[ActionEntry] = []
    stacks: dict[str, int] = {}


class VariaPosition(BaseModel, extra="forbid"):
    """A complete position.

    If no timeline is given for the player whose step it is, that player's forced moves from the queue are made.
    """

    options: VariaOptions = VariaOptions()
    turn: int = Field(2, ge=1)
    active: Literal["A", "B"] = "A"
    step: Literal["movement", "action", "reaction", "fast_action", "fast_reaction"] = "movement"
    round: int = Field(1, ge=1)
    distance: Literal["engaged", "disengaged"] | None = None
    seats: dict[Literal["A", "B"], VariaSeatPosition] = {}


def position(data: JSON, cards: VariaCards) -> VariaState:
    """Return the duel that a position describes, with both timelines. Raises IllegalPosition, naming the field."""
    wanted = parsed(VariaPosition, data)
    distance = wanted.distance or wanted.options.starting_distance
    active = "AB".index(wanted.active)
    state = VariaState(cards, wanted.options, [], [], active, distance == "engaged")
    state.turn, state.step, state.round = wanted.turn, wanted.step, wanted.round
    for seat, name in enumerate("AB"):
        state.players.append(_Seat(state, seat, wanted.seats.get(name, VariaSeatPosition())).player())  # type: ignore[call-overload]
    _lay_timeline(state)
    return state


class _Seat:
    """A reader of one seat's part, which creates an instance of every card in field order."""

    def __init__(self, state: VariaState, seat: Seat, wanted: VariaSeatPosition) -> None:
        self.state = state
        self.seat = seat
        self.wanted = wanted

    def player(self) -> VariaPlayer:
        wanted = self.wanted
        player = VariaPlayer(
            hp=wanted.hp,
            ap=wanted.ap,
            hand=self.pile("hand", wanted.hand, mark(self.seat)),
            deck=self.pile("deck", wanted.deck, 0)[::-1],
            items=self.pile("items", wanted.items, EVERYBODY),
            gear=(),
            ruined=(),
            discard=self.pile("discard", wanted.discard, EVERYBODY),
            forgotten=self.pile("forgotten", wanted.forgotten, 0),
            queue=[action for action in self.actions("queue", wanted.queue) if action is not None],
            plan=self.actions("timeline", wanted.timeline),
            stacks={self.stack(name): height for name, height in wanted.stacks.items()},
        )
        player.gear = tuple(
            number
            for number, card in enumerate(self.state.instances)
            if card.owner == self.seat and self.state.cards.is_item(card.card)
        )
        player.ruined = tuple(self.item(place, name) for place, name in enumerate(wanted.ruined))
        return player

    def item(self, place: int, name: str) -> int:
        """Return one of the player's items by name, from the item zone or the timeline."""
        card = slug(bare(name))
        for number, each in enumerate(self.state.instances):
            if each.owner == self.seat and each.card == card and self.state.cards.is_item(card):
                return number
        raise self.illegal(f"ruined.{place}", f"there is no item of this player called {name!r}")

    def pile(self, field: str, names: Iterable[str], known_to: int) -> list[int]:
        return [self.instance(f"{field}.{place}", name, known_to) for place, name in enumerate(names)]

    def actions(self, field: str, entries: Iterable[ActionEntry]) -> list[Action | None]:
        return [self.action(f"{field}.{place}", entry) for place, entry in enumerate(entries)]

    def action(self, field: str, entry: ActionEntry) -> Action | None:
        if not entry:
            return None
        if isinstance(entry, str):
            entry = [entry]
        table = entry if isinstance(entry, ActionPosition) else ActionPosition(cards=entry)
        numbers = tuple(self.instance(field, name, EVERYBODY, token=table.token) for name in table.cards)
        aims = table.target or self.state.cards.target(self.state.card(numbers[0]))
        return Action(numbers, self.seat if aims == "self" else 1 - self.seat, disrupted=table.disrupted)

    def instance(self, field: str, name: str, known_to: int, *, token: bool = False) -> int:
        card = slug(bare(name))
        if card not in self.state.cards.by_id or isinstance(self.state.cards.by_id[card], StackCard):
            raise self.illegal(field, f"there is no card called {name!r}")
        token = token or self.state.cards.is_token(card)
        self.state.instances.append(VariaInstance(card, self.seat, known_to, token))
        return len(self.state.instances) - 1

    def stack(self, name: str) -> str:
        if not isinstance(self.state.cards.by_id.get(slug(name)), StackCard):
            raise self.illegal(f"stacks.{name}", "there is no stack of this name")
        return slug(name)

    def illegal(self, field: str, why: str) -> IllegalPosition:
        return IllegalPosition(f"seats.{'AB'[self.seat]}.{field}", why)


def _lay_timeline(state: VariaState) -> None:
    """Set the number of moments if it is settled, and make the forced moves of the player whose step it is."""
    play = VariaPlay(state, NoDice())
    active, reactive = state.players[state.active], state.players[state.reactive]
    if state.step == "action":
        if not active.plan:
            return_queue(play, state.active)
        return
    if state.step == "movement":
        return
    active.plan = active.plan or [None]
    state.moments = len(active.plan)
    if state.step == "reaction" and not reactive.plan:
        return_queue(play, state.reactive)
    reactive.plan += [None] * (state.moments - len(reactive.plan))
