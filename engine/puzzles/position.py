"""The position of a puzzle: rebuilt from its match, or reached for the first time while it is played."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from engine.contract import AnyGame, Cards, Deck, Event, IllegalDeck, IllegalPick, Seating
from engine.dice import FairDice
from engine.puzzles.file_format import Puzzle, PuzzleRefused, Source, read_pick

DIGEST: Final = 16
"""The number of hexadecimal digits in the digest of a position."""


class PuzzleTable(Struct, frozen=True):
    """What the puzzles of a game are made with.

    Attributes:
        cards: the definitions of all shipped sets.
        decks: the ready-made decks; none for a game with a common deck.
        sets: the content hash of each shipped set and the ids of its cards, by the set's key.
    """

    game: AnyGame
    cards: Cards
    decks: tuple[Deck, ...]
    sets: Mapping[str, tuple[str, frozenset[str]]]


class Position(Struct, frozen=True):
    """A match in progress.

    Attributes:
        state: the true state, with everything that is hidden.
        dice: the dice with which the match goes on.
        events: what happened so far, with the audience of each event.
    """

    state: Any
    dice: FairDice
    events: tuple[Event, ...]


def begun(table: PuzzleTable, source: Source) -> Position:
    """Return the position at the start of a match. Raises PuzzleRefused if it cannot be played."""
    game = table.game
    options = game.spec.options.model_validate(source.options)
    dice = FairDice.seeded("puzzle", game.spec.key, source.seed, source.match)
    try:
        state, events = game.new(options, _seatings(table, options, source.decks), table.cards, dice)
    except IllegalDeck as error:
        raise PuzzleRefused(f"the match of {game.spec.key} cannot begin: {error}") from error
    return Position(state, dice, events)


def _seatings(table: PuzzleTable, options: Any, decks: Sequence[str]) -> list[Seating]:
    if not table.game.spec.decks:
        return [Seating() for _ in decks]
    wanted = table.game.deck_format(options)
    known = {deck.name: deck for deck in table.decks}
    missing = next((name for name in decks if name not in known), None)
    if missing is not None:
        raise PuzzleRefused(f"there is no deck {missing!r} any more")
    return [Seating(table.game.ready_deck(known[name], table.cards, wanted)) for name in decks]


def rebuilt(table: PuzzleTable, puzzle: Puzzle) -> Position:
    """Return a puzzle's position. Raises PuzzleRefused if its cards or rules have changed so that it is another one."""
    source = puzzle.source
    at = begun(table, source)
    events = list(at.events)
    for text in source.picks:
        try:
            events += table.game.apply(at.state, *read_pick(text), at.dice)
        except IllegalPick as error:
            raise PuzzleRefused(f"{puzzle.key}: the pick {text!r} is not legal any more") from error
    if digest(table.game, at.state) != source.digest:
        raise PuzzleRefused(f"{puzzle.key}: the same picks lead to another position now")
    return Position(at.state, at.dice, tuple(events))


def digest(game: AnyGame, state: Any) -> str:
    """Return a digest of a state."""
    return hashlib.sha256(msgspec.json.encode(game.dump(state))).hexdigest()[:DIGEST]


def pinned(table: PuzzleTable, state: Any) -> dict[str, str]:
    """Return the hash of each shipped set of which a card is in a match, by the set's key."""
    there = {each.card for each in state.instances}
    return {key: version for key, (version, cards) in table.sets.items() if there & cards}
