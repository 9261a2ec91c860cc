"""Card sets, the definitions that they hold, and the decks built from them."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Struct
from pydantic import BaseModel, Field

from engine.contract.messages import Message
from engine.text import Name, Words


class Deck(Struct, frozen=True):
    """The deck that a seat brings: the number of copies of each card, by definition id."""

    name: str
    cards: dict[str, int]


class ReadyDeck(BaseModel, frozen=True, extra="forbid"):
    """A prebuilt deck that comes with a card set, for people who have not built their own.

    Attributes:
        difficulty: from 1 to 5.
        plan: how to play it.
        cards: the number of copies of each card, by name.
    """

    name: Name
    difficulty: int = Field(ge=1, le=5)
    plan: Words = Field(max_length=300)
    cards: dict[Name, Annotated[int, Field(ge=1, le=30)]] = Field(max_length=60)


class CardFault(Struct, frozen=True):
    """A fault in a card set: the card (or the set itself), the path of the field, and the reason.

    `reason` is the same explanation for people, if the catalogue has a message for it.
    """

    card: str
    field: str
    why: str
    reason: Message | None = None


class CardSet(BaseModel, frozen=True, extra="forbid"):
    """A named set of cards and ready decks. Each game derives its own, with its own card types.

    Attributes:
        homebrew: whether servers may write their own sets. Every field of such a set is bounded.
    """

    homebrew: ClassVar[bool] = False

    game: str
    key: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)
    title: Name
    credit: Words = Field(max_length=200)
    decks: tuple[ReadyDeck, ...] = Field((), max_length=10)
    cards: tuple[Any, ...]

    @classmethod
    def reserves(cls, name: str) -> bool:  # noqa: ARG003 - most games reserve no names
        """Whether the name belongs to a publisher's card, so that only sets that come with Tableside may use it."""
        return False

    def joins(self) -> bool:
        """Return whether, in a game with a common deck, the set's cards are added to those that come with Tableside.

        Any other set is a common deck by itself.
        """
        return False

    def unplayable(self, beside: Sequence["CardSet"]) -> Iterable[CardFault]:
        """Return the faults for which a set is refused, when it is uploaded or enabled, although its cards can be read.

        `beside` holds the sets with which it is played. A set that was enabled before is still played with.
        """
        return ()
