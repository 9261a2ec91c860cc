"""How cards are collected: what a game specifies about cards of which people own copies."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from engine.dice import Dice


class Collected(Struct, frozen=True):
    """The facts about a card that interest a collector; both fields are words in the game's own texts.

    Attributes:
        rarity: how often the card appears in packs; its text is `<game>.rarity.<rarity>`, with underscores for spaces.
        kind: the type of card; its text is `<game>.power.<kind>`.
    """

    rarity: str
    kind: str


class Transfer(Struct, frozen=True):
    """A card that changes owner after a match played for keeps.

    Attributes:
        card: the definition's id.
        owner: the seat that brought it.
        holder: the seat that keeps it.
        how: why it changed hands, as a word from the game's rules; its text is `<game>.how.<how>`.
    """

    card: str
    owner: int
    holder: int
    how: str


class Collecting(ABC):
    """How a game's cards are collected. The text `<game>.keeps` explains what its matches for keeps are about.

    Attributes:
        rarities: all rarities, from the most common to the rarest.
        pack: the slots of a pack, each with the percentage chance of each rarity.
    """

    rarities: ClassVar[tuple[str, ...]]
    pack: ClassVar[tuple[dict[str, int], ...]]

    @abstractmethod
    def album(self, cards: Any) -> Mapping[str, Collected]:
        """Return the game's collectable cards by id, in album order."""

    @abstractmethod
    def transfers(self, state: Any, dice: Dice) -> tuple[Transfer, ...]:
        """Return the cards that change hands after a finished match for keeps; none unless there is a sole winner.

        `dice` are separate from those of the match, so these draws follow only from the match's key and final state.
        """
