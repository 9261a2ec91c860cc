"""What a draft leads to, computed in another process: forecasts take longer than everything else in a click.

The other process receives a guess that the seat cannot refute and never the state itself: what a forecast says depends
on nothing that is hidden from the seat, and this shows it.
"""

from asyncio import Future
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from bot.host.kernel.process_cards import cards_of
from bot.host.match.drafts import outlooks_of, reached
from engine.contract import JSON, AnyGame, Cards, Forecast, Key, Seat
from engine.dice import FairDice


class Forecasts(Struct, frozen=True):
    """What a draft leads to.

    Attributes:
        forecast: what happens if nobody does anything more, with the draft and an implied choice played.
        outlooks: the same after each option of the question that is not final, by its key; empty if the question takes
            several, and if they take too many steps together.
    """

    forecast: tuple[Forecast, ...]
    outlooks: Mapping[Key, tuple[Forecast, ...]]


class Foresight(Struct):
    """A draft whose forecasts are computed once, when the first panel that shows it is drawn.

    Attributes:
        state: the match with the draft played on it.
        computing: the forecasts, from then on.
    """

    state: Any
    computing: Future[Forecasts] | None = None


class Question(Struct, frozen=True):
    """A draft whose forecasts another process computes.

    Attributes:
        game: the rules; games hold no state of their own.
        hashes: the card sets that the match is pinned to.
        contents: the contents of these sets; None if the process should know them by now.
        guess: a determinization for the seat, as dumped by the game.
        seat: the seat that has the draft.
    """

    game: AnyGame
    hashes: tuple[str, ...]
    contents: tuple[str, ...] | None
    guess: JSON
    seat: Seat


def question(game: AnyGame, hashes: tuple[str, ...], state: Any, seat: Seat) -> Question:
    """Return the question for another process."""
    guess = game.determinize(state, seat, FairDice.seeded("foresight"))
    return Question(game, hashes, None, game.dump(guess), seat)


def foreseen(asked: Question) -> Forecasts:
    """Return what another process asks for. Raises UnknownCards if it has to send the contents of its sets as well."""
    cards: Cards = cards_of(asked.game, asked.hashes, asked.contents)
    state = asked.game.load(asked.guess, asked.game.state_version, cards)
    return forecasts_of(asked.game, state, asked.seat)


def forecasts_of(game: AnyGame, state: Any, seat: Seat) -> Forecasts:
    """Return what a draft that has been played on a match leads to."""
    at = reached(game, state, seat, ())
    return Forecasts(game.forecast(at.shown, seat), outlooks_of(game, at))
