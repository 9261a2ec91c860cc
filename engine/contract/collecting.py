"""How cards are collected: what a game says of its own where people own copies of them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from engine.dice import Dice


class Collected(Struct, frozen=True):
    """What a collector asks of a card; both are words of the game's own texts.

    Attributes:
        rarity: how often it lies in packs; its text is `<game>.rarity.<rarity>`, a space being an underscore there.
        kind: what sort of card it is; its text is `<game>.power.<kind>`.
    """

    rarity: str
    kind: str


class Transfer(Struct, frozen=True):
    """A card that belongs to another seat after a match that was played for keeps.

    Attributes:
        card: the definition's id.
        owner: the seat that brought it.
        holder: the seat that keeps it.
        how: by what it changed hands, in a word of the game's rules; its text is `<game>.how.<how>`.
    """

    card: str
    owner: int
    holder: int
    how: str


class Collecting(ABC):
    """How a game's cards are collected. What its matches for keeps are about says its text `<game>.keeps`.

    Attributes:
        rarities: all rarities, from the most common on.
        pack: the places of a pack, each with how many times in a hundred a card of which rarity lies there.
    """

    rarities: ClassVar[tuple[str, ...]]
    pack: ClassVar[tuple[dict[str, int], ...]]

    @abstractmethod
    def album(self, cards: Any) -> Mapping[str, Collected]:
        """Return those of a game's cards that are collected, by id, in the order of an album."""

    @abstractmethod
    def transfers(self, state: Any, dice: Dice) -> tuple[Transfer, ...]:
        """Return what changes hands after a finished match that was played for keeps; nothing where none won alone.

        `dice` are apart from those of the match, so that what is drawn here follows from the match's key and its end
        alone.
        """
