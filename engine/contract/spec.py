"""What the lobby has to know of a game before anybody plays it."""

from typing import Any

from msgspec import Struct
from pydantic import BaseModel

from engine.contract.collecting import Collecting
from engine.contract.decks import DeckFormat


class Length(Struct, frozen=True):
    """How long a match usually is, from a short one to a long one.

    Attributes:
        turns: the turns of all players together.
        minutes: how long these take at the live pace.
        together: whether all players play in every turn, instead of one after the other.
    """

    turns: tuple[int, int]
    minutes: tuple[int, int]
    together: bool = False


class Preset(Struct, frozen=True):
    """A ready set of table options: what it sets, everything else as usual; its text is `<key>.preset.<name>`.

    `advised` is the number of seats from which the lobby recommends it, with the text `<key>.preset.<name>.advised`.
    """

    name: str
    options: dict[str, Any]
    advised: int | None = None


class Spec(Struct, frozen=True):
    """What the lobby has to know of a game.

    Attributes:
        key: the game's key, everywhere.
        least: the fewest seats.
        most: the most seats.
        options: the table options: booleans, choices of words, whole numbers in a range, and the format of the decks. A
            field's name is the text `<key>.option.<field>`, with `.about` behind it what it does, with `.<value>` a
            word that can be chosen.
        formats: the deck formats that come with the game, the usual one first and the most generous last; none where
            seats bring no decks. Which one a table has is the table option `format`.
        presets: ready sets of options to choose from.
        rewinds: whether a table may vote to take a move back.
        windows: whether several seats are asked together what each may pass on; people say then when to be asked.
        collecting: how its cards are collected, or None where they are not.
        foresight: how many turns of its own the strongest house player plays ahead before it judges a line; 0 where a
            line is a whole turn, and it is enough to go on to the next one.
        effort: how many times the playouts of its level that player makes: more than once where a turn is many small
            choices, and the best of them is only a little better than the next.
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

    @property
    def decks(self) -> bool:
        """Whether each seat brings a deck."""
        return bool(self.formats)
