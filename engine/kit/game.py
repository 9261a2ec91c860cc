"""The base that all games share: how a pick is played, and how states and facts are stored."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from types import GenericAlias
from typing import Any, ClassVar, Generic, TypeVar, get_args

import msgspec
from pydantic import BaseModel

from engine.budget import STEPS_A_FORECAST, STEPS_A_ROW, Spent, StrictBudget
from engine.contract import (
    EVERYTHING,
    JSON,
    C,
    Cards,
    CardSet,
    Decision,
    Event,
    Fact,
    Forecast,
    Game,
    IllegalPosition,
    Key,
    Option,
    Outcome,
    Seat,
    Viewer,
    check_pick,
    find_open,
)
from engine.dice import Dice, NoDice
from engine.kit.play import Play, S

T = TypeVar("T")
P = TypeVar("P", bound=Play[Any])


class NoCards(Cards):
    """The definitions of a game with plain cards, whose ids are also their names."""

    def __init__(self, sets: Iterable[CardSet] = ()) -> None:
        """Ignore the sets."""

    def name(self, card: str) -> str:
        """Return the card's id."""
        return card

    def find(self, name: str) -> str:
        """Raise KeyError, because no card can be looked up."""
        raise KeyError(name)


class CardGame(Game[S, C], Generic[S, C, P]):
    """A game whose state is a dataclass and whose picks are played out by its subclass of `Play`.

    Attributes:
        pool: builds the definitions from sets of this game; raises IllegalSet.
        state_class: a match in progress; its field `open` caches the open decisions once they have been requested.
        play_class: a pick in progress.
        facts: the union of all facts of the game.
        unstored: the fields of a state that are not part of a dump.
    """

    pool: Callable[[Iterable[Any]], C]
    state_class: type[S]
    play_class: type[P]
    facts: Any
    unstored: ClassVar[tuple[str, ...]] = ("cards", "open")

    @abstractmethod
    def questions(self, state: S) -> Iterable[Decision]:
        """Return the open decisions of a match that is not over."""

    @abstractmethod
    def answer(self, play: P, asked: Decision, keys: Sequence[Key]) -> None:
        """Play a legal pick, and play on until the next question."""

    def default_picks(self, state: S, asked: Decision, dice: Dice) -> tuple[Key, ...]:
        """Return what the clock plays for an absent seat in answer to an open decision: the first options."""
        return tuple(option.key for option in asked.options[: asked.least])

    def position(self, data: JSON, cards: C) -> S:
        """Return the state that a scenario describes. Raises IllegalPosition, as by default there are no scenarios."""
        raise IllegalPosition("game", f"{self.spec.key} has no positions")

    @abstractmethod
    def take_out(self, play: P, seat: Seat) -> None:
        """Remove a seat from a match that is not over, unless it is already out."""

    @abstractmethod
    def deal_unknown(self, guess: S, viewer: Viewer, dice: Dice) -> None:
        """Redeal, in a copy of the state, the cards that a viewer does not know."""

    @abstractmethod
    def ranked(self, state: S, reason: str) -> Outcome:
        """Return the current ranking."""

    def cards(self, sets: Iterable[CardSet]) -> C:
        """Return the combined definitions of the given sets. Raises IllegalSet if they do not fit together."""
        return self.pool(each for each in sets if isinstance(each, self.card_set))

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Return every open decision; none exactly when the match is over."""
        if state.open is None:
            state.open = () if state.outcome is not None else tuple(self.questions(state))
        return state.open

    def apply(self, state: S, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        """Answer a decision. Raises IllegalPick, in which case everything is unchanged."""
        asked = check_pick(self.decisions(state), decision, keys)
        play = self.play_class(state, dice)
        self.answer(play, asked, keys)
        return play.told()

    def default(self, state: S, decision: str, dice: Dice) -> tuple[Key, ...]:
        """Return what the clock plays for an absent seat. Raises IllegalPick if the decision is not open."""
        return self.default_picks(state, find_open(self.decisions(state), decision), dice)

    def leave(self, state: S, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        """Remove a seat from the match at any time. Leaving twice changes nothing."""
        if state.outcome is not None:
            return ()
        play = self.play_class(state, dice)
        self.take_out(play, seat)
        return play.told()

    def rename(self, state: S, before: Iterable[Decision]) -> None:
        """Give a new id to every question whose meaning has changed under the same id."""
        named = {asked.id: asked for asked in before}
        for asked in self.decisions(state):
            if named.get(asked.id, asked) != asked:
                state.ask_anew(asked.seat)

    def stop(self, state: S) -> Outcome:
        """Return the ranking that would apply if play stopped now."""
        return state.outcome or self.ranked(state, f"{self.spec.key}.end.stopped")

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it is running."""
        return state.outcome

    def forecast(self, state: S, viewer: Viewer, budget: StrictBudget | None = None) -> tuple[Forecast, ...]:
        """Return what happens if nobody does anything more; nothing if finding it out takes too many steps."""
        try:
            return self.foretell(state, viewer, budget or StrictBudget(STEPS_A_FORECAST))
        except Spent:
            return ()

    def foretell(self, state: S, viewer: Viewer, budget: StrictBudget) -> tuple[Forecast, ...]:
        """Return the forecast; by default, a game has nothing to forecast. Raises Spent."""
        return ()

    def outlooks(
        self, state: S, asked: Decision, budget: StrictBudget | None = None
    ) -> Mapping[Key, tuple[Forecast, ...]]:
        """Return the forecast after each option that is not final; nothing if all of them take too many steps."""
        row = budget or StrictBudget(STEPS_A_ROW)
        single = asked.options if asked.least == asked.most == 1 else ()
        keys = [option.key for option in single if not (option.final or option.steers)]
        try:
            states = [self._after(state, asked, key, row) for key in keys]
            return dict(zip(keys, self.foretell_row(states, asked.seat, row), strict=True))
        except Spent:
            return {}

    def _after(self, state: S, asked: Decision, key: Key, row: StrictBudget) -> S:
        """Return a copy of a state in which an option that is not final has been chosen. Raises Spent."""
        after, dice = state.copy(), NoDice()
        self.apply(after, asked.id, (key,), dice)
        row.spend(1 + dice.budget.used)
        return after

    def foretell_row(self, states: Sequence[S], seat: Seat, budget: StrictBudget) -> Sequence[tuple[Forecast, ...]]:
        """Return a seat's forecasts of states that differ in one choice. Raises Spent.

        A game that shares work among them counts what each would have taken by itself towards its own limit.
        """
        return [budget.within(STEPS_A_FORECAST, partial(self.foretell, state, seat)) or () for state in states]

    def points(self, state: S) -> tuple[int, ...]:
        """Return each seat's points, as everybody can count them; empty if the game counts none."""
        return state.points

    def kind(self, state: S, option: Option) -> str:
        """Return what kind of answer an option is: the id of its text."""
        return option.label.id

    def terms(self, view: Any, asked: Decision, cards: C) -> tuple[str, ...]:
        """Return nothing: by default, a game explains nothing."""
        return ()

    def determinize(self, state: S, viewer: Viewer, dice: Dice) -> S:
        """Return a copy of the state in which everything the viewer does not know is redealt."""
        guess = state.copy()
        if viewer != EVERYTHING:
            guess.open = None
            self.deal_unknown(guess, viewer, dice)
        return guess

    def copy(self, state: S) -> S:
        """Return an independent copy of the state."""
        return state.copy()

    def dump(self, state: S) -> JSON:
        """Return the state as JSON values, in the current `state_version`."""
        data: JSON = msgspec.to_builtins(state, enc_hook=_plain, str_keys=True)
        for field in self.unstored:
            del data[field]
        return data

    def load(self, data: JSON, version: int, cards: C) -> S:
        """Return the state that `dump` wrote. Raises ValueError if the version was never released."""
        if not 1 <= version <= self.state_version:
            raise ValueError(f"{self.spec.key} has no state version {version}")
        whole = {**self.upgraded(data, version), "cards": cards}
        kind: Any = self.state_class
        state: S = _restored(kind, msgspec.convert(whole, _stored(kind), dec_hook=_rich, str_keys=True))
        return state

    def upgraded(self, data: JSON, version: int) -> JSON:
        """Convert what `dump` wrote in an older version to the current one; missing fields take their defaults."""
        return data

    def fact(self, data: JSON) -> Fact:
        """Return a fact of this game from its JSON form."""
        fact: Fact = msgspec.convert({"fact": data}, _held(type(self))).fact
        return fact


def expect(kind: type[T], value: object) -> T:
    """Return the value if it has the given type. Raises TypeError otherwise."""
    if not isinstance(value, kind):
        raise TypeError(value)
    return value


def _plain(value: Any) -> Any:
    """Return the plain form of values that msgspec cannot encode: options are pydantic models, cards are pinned."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else None


@cache
def _held(game: type[CardGame[Any, Any, Any]]) -> Any:
    """Return a struct that holds a fact of a game: msgspec learns a struct once, but a bare union with each value."""
    return msgspec.defstruct("Held", [("fact", game.facts)])


@cache
def _stored(kind: Any) -> type[msgspec.Struct]:
    """Return a struct with the fields of a dataclass, to read it with: msgspec cannot make compiled objects."""
    read: list[tuple[str, Any, Any]] = []
    for each in fields(kind):
        part = _part(kind, each.name)
        wanted: Any = kind.__annotations__[each.name] if part is None else GenericAlias(list, (_stored(part),))
        default: Any = msgspec.NODEFAULT if each.default is MISSING else each.default
        if each.default_factory is not MISSING:
            default = msgspec.field(default_factory=each.default_factory)
        read.append((each.name, wanted, default))
    return msgspec.defstruct(kind.__name__, read, kw_only=True)


def _restored(kind: Any, stored: Any) -> Any:
    """Return the dataclass that was read as a struct."""
    values = {each.name: getattr(stored, each.name) for each in fields(kind)}
    for name, value in values.items():
        part = _part(kind, name)
        if part is not None:
            values[name] = [_restored(part, each) for each in value]
    return kind(**values)


@cache
def _part(kind: Any, name: str) -> Any:
    """Return the dataclass that a field holds a list of, or None."""
    part = next(iter(get_args(kind.__annotations__[name])), None)
    return part if is_dataclass(part) else None


def _rich(kind: type[Any], data: Any) -> Any:
    return data if isinstance(data, kind) else kind.model_validate(data)
