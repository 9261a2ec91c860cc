"""The frame that all games share: how a pick is played, and how states and facts are stored."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from pydantic import BaseModel

from engine.contract import (
    EVERYTHING,
    JSON,
    C,
    Cards,
    CardSet,
    Decision,
    Event,
    Fact,
    Game,
    IllegalPosition,
    Key,
    Outcome,
    Seat,
    Viewer,
    check_pick,
    find_open,
)
from engine.dice import Dice
from engine.kit.play import Play, S

T = TypeVar("T")
P = TypeVar("P", bound=Play[Any])


class NoCards(Cards):
    """The definitions of a game whose cards say all on their face: an id is also the name."""

    def __init__(self, sets: Iterable[CardSet] = ()) -> None:
        """Take no notice of the sets."""

    def name(self, card: str) -> str:
        """Return the card's id."""
        return card

    def find(self, name: str) -> str:
        """Raise KeyError: no card can be looked up."""
        raise KeyError(name)


class CardGame(Game[S, C], Generic[S, C, P]):
    """A game whose state is a msgspec struct and whose picks are played out by a `Play`.

    Attributes:
        pool: makes the definitions of some sets of this game; raises IllegalSet.
        state_class: a match in progress; its field `open` holds the open decisions once they were asked for.
        play_class: a pick being played out.
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
        """Return every decision of a match that is not over."""

    @abstractmethod
    def answer(self, play: P, asked: Decision, keys: Sequence[Key]) -> None:
        """Play a legal pick, and play on until the next question."""

    def usual(self, state: S, asked: Decision, dice: Dice) -> tuple[Key, ...]:
        """Return what the clock plays for an absent seat, in answer to an open decision: the first options."""
        return tuple(option.key for option in asked.options[: asked.least])

    def position(self, data: JSON, cards: C) -> S:
        """Return the state that a scenario describes. Raises IllegalPosition, here for a game without scenarios."""
        raise IllegalPosition("game", f"{self.spec.key} has no positions")

    @abstractmethod
    def take_out(self, play: P, seat: Seat) -> None:
        """Take a seat out of a match that is not over, unless it is out already."""

    @abstractmethod
    def deal_unknown(self, guess: S, viewer: Viewer, dice: Dice) -> None:
        """Deal anew, in a copy of the state, what a viewer does not know."""

    @abstractmethod
    def ranked(self, state: S, reason: str) -> Outcome:
        """Return the ranking as play stands."""

    def cards(self, sets: Iterable[CardSet]) -> C:
        """Return the definitions of some sets together. Raises IllegalSet where they do not fit together."""
        return self.pool(each for each in sets if isinstance(each, self.card_set))

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Return every open decision; none exactly when the match is over."""
        if state.open is None:
            state.open = () if state.outcome is not None else tuple(self.questions(state))
        return state.open

    def apply(self, state: S, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        """Answer a decision. Raises IllegalPick, and then nothing has changed."""
        asked = check_pick(self.decisions(state), decision, keys)
        play = self.play_class(state, dice)
        self.answer(play, asked, keys)
        return play.told()

    def default(self, state: S, decision: str, dice: Dice) -> tuple[Key, ...]:
        """Return what the clock plays for an absent seat. Raises IllegalPick for a decision that is not open."""
        return self.usual(state, find_open(self.decisions(state), decision), dice)

    def leave(self, state: S, seat: Seat, dice: Dice) -> tuple[Event, ...]:
        """Take a seat out of the match, at any moment. Leaving twice changes nothing."""
        if state.outcome is not None:
            return ()
        play = self.play_class(state, dice)
        self.take_out(play, seat)
        return play.told()

    def rename(self, state: S, before: Iterable[Decision]) -> None:
        """Give every question a new id that means something else than it did before under the same."""
        named = {asked.id: asked for asked in before}
        for asked in self.decisions(state):
            if named.get(asked.id, asked) != asked:
                state.ask_anew(asked.seat)

    def stop(self, state: S) -> Outcome:
        """Return the ranking if play stopped now."""
        return state.outcome or self.ranked(state, f"{self.spec.key}.end.stopped")

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it runs."""
        return state.outcome

    def determinize(self, state: S, viewer: Viewer, dice: Dice) -> S:
        """Return a state in which what the viewer does not know is dealt anew."""
        guess = state.copy()
        if viewer != EVERYTHING:
            guess.open = None
            self.deal_unknown(guess, viewer, dice)
        return guess

    def copy(self, state: S) -> S:
        """Return a state of its own."""
        return state.copy()

    def dump(self, state: S) -> JSON:
        """Return the state as JSON values, in the present `state_version`."""
        data: JSON = msgspec.to_builtins(state, enc_hook=_plain, str_keys=True)
        for field in self.unstored:
            del data[field]
        return data

    def load(self, data: JSON, version: int, cards: C) -> S:
        """Return the state that `dump` wrote. Raises ValueError for a version that was never released."""
        if not 1 <= version <= self.state_version:
            raise ValueError(f"{self.spec.key} has no state version {version}")
        return msgspec.convert(
            {**self.upgraded(data, version), "cards": cards}, self.state_class, dec_hook=_rich, str_keys=True
        )

    def upgraded(self, data: JSON, version: int) -> JSON:
        """Return what `dump` wrote in a version as the present one writes it; a field that is missing is as usual."""
        return data

    def fact(self, data: JSON) -> Fact:
        """Return a fact of this game from its JSON form."""
        fact: Fact = msgspec.convert(data, self.facts)
        return fact


def expect(kind: type[T], value: object) -> T:
    """Return a value that is of a kind. Raises TypeError for any other."""
    if not isinstance(value, kind):
        raise TypeError(value)
    return value


def _plain(value: Any) -> Any:
    """Give msgspec the plain form of what is not its own: options are pydantic's, cards are pinned."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else None


def _rich(kind: type[Any], data: Any) -> Any:
    return data if isinstance(data, kind) else kind.model_validate(data)
