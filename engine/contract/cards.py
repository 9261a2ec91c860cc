"""Card sets, the definitions that they hold, and the decks that are built of them."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Struct
from pydantic import BaseModel, Field

from engine.contract.messages import Message
from engine.text import Name, Words, slug


class Deck(Struct, frozen=True):
    """What a seat brings: how many of which card, by the definitions' ids."""

    name: str
    cards: dict[str, int]


class ReadyDeck(BaseModel, frozen=True, extra="forbid"):
    """A deck that comes with a card set, for people who have not built their own.

    Attributes:
        difficulty: from 1 to 5.
        plan: how it is played.
        cards: how many of which card, by their names.
    """

    name: Name
    difficulty: int = Field(ge=1, le=5)
    plan: Words = Field(max_length=300)
    cards: dict[Name, Annotated[int, Field(ge=1, le=30)]] = Field(max_length=60)


class CardFault(Struct, frozen=True):
    """What is wrong with a card set: which card (or the set itself), the path of the field, and why.

    `reason` is the same for people, where the catalogue has words for it.
    """

    card: str
    field: str
    why: str
    reason: Message | None = None


class CardSet(BaseModel, frozen=True, extra="forbid"):
    """A named set of cards and ready decks. Each game derives its own, with its own kinds of card.

    Attributes:
        homebrew: whether servers may write sets of their own. Every field of such a set is bounded.
    """

    homebrew: ClassVar[bool] = False

    game: str
    key: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)
    title: Name
    credit: Words = Field(max_length=200)
    decks: tuple[ReadyDeck, ...] = Field((), max_length=10)
    cards: tuple[Any, ...]

    @classmethod
    def reserves(cls, name: str) -> bool:  # noqa: ARG003 - most games reserve none
        """Whether only sets that come with Tableside may give a card this name: a publisher's card has it."""
        return False

    def unplayable(self) -> Iterable[CardFault]:
        """Return why no table can be played with this set, where each of its cards is sound for itself."""
        return ()


class Cards:
    """The definitions that a match is pinned to.

    Attributes:
        by_id: the cards; an id is a card's name as a slug, where the game does not say otherwise.
    """

    by_id: Mapping[str, Any]

    def name(self, card: str) -> str:
        """Return the printed name of a card. Raises KeyError for an id that is in none of the sets."""
        name: str = self.by_id[card].name
        return name

    def find(self, name: str) -> str:
        """Return the id of the card of this name. Raises KeyError where there is none."""
        card: str = self.by_id[slug(name)].id
        return card
