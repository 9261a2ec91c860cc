"""The facts that the lobby needs about a game before anyone plays it."""

from typing import Any

from msgspec import Struct
from pydantic import BaseModel

from engine.contract.collecting import Collecting
from engine.contract.decks import DeckFormat


class Length(Struct, frozen=True):
    """The usual length of a match, as a range from short to long.

    Attributes:
        turns: the total number of turns for all players.
        minutes: the duration at the live pace.
        together: whether all players play in every turn instead of taking turns.
    """

    turns: tuple[int, int]
    minutes: tuple[int, int]
    together: bool = False


class Preset(Struct, frozen=True):
    """A named set of table options; options that it leaves out keep their defaults. Its text is `<key>.preset.<name>`.

    `advised` is the smallest number of seats at which the lobby recommends it, with the text
    `<key>.preset.<name>.advised`.
    """

    name: str
    options: dict[str, Any]
    advised: int | None = None


class Spec(Struct, frozen=True):
    """The facts that the lobby needs about a game.

    Attributes:
        key: the game's key, used everywhere.
        least: the minimum number of seats.
        most: the maximum number of seats.
        options: the table options: booleans, choices of words, whole numbers in a range, and the deck format. The text
            `<key>.option.<field>` names a field; the same id with `.about` appended explains it, and with `.<value>`
            names one of its choices.
        formats: the deck formats that come with the game, the default first and the most permissive last; none if seats
            bring no decks. The table option `format` selects one.
        presets: the presets to choose from.
        rewinds: whether a table may vote to take a move back.
        windows: whether several seats can be asked together with the option to pass, in which case players can set
            when they are asked.
        collecting: how its cards are collected, or None if they are not.
        foresight: the number of its own turns that the strongest house player plays ahead before it evaluates a line; 0
            if a line is a whole turn, so that playing on to the next turn is enough.
        effort: the factor by which that player multiplies the rollouts of its level: more than 1 if a turn consists of
            many small choices and the best is only slightly better than the next.
        tastes: what house players with each taste like to do: how much an answer of a kind (`Game.kind`) adds to the
            worth of a line for them, from -2 to 2. The text `<key>.taste.<taste>` names it.
    """

    key: str
    least: int
    most: int
    options: type[BaseModel]
    formats: tuple[DeckFormat, ...] = ()
    presets: tuple[Preset, ...] = ()
    rewinds: bool = False
    windows: bool = False
    collecting: Collecting | None = None
    foresight: int = 0
    effort: int = 1
    tastes: dict[str, dict[str, float]] = {}

    @property
    def decks(self) -> bool:
        """Whether each seat brings a deck."""
        return bool(self.formats)
