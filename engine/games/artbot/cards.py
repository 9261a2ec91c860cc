"""Art Bot's cards as data, and the pool of definitions that a match is pinned to."""

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, Final, Literal, TypeAlias

from pydantic import BaseModel, Field

from engine.contract import CardFault, Cards, CardSet, IllegalSet
from engine.text import Name, Words

Rarity: TypeAlias = Literal["common", "uncommon", "rare", "super rare"]

Power: TypeAlias = Literal["physical", "psychological", "spiritual", "holistic", "heal", "steal", "glitch"]
"""The effect of playing a card."""

DAMAGE: Final[frozenset[Power]] = frozenset(("physical", "psychological", "spiritual", "holistic"))
"""The four kinds of damage. No rule distinguishes them (rules, R16)."""


MOST_RP: Final = 100
"""The maximum Rarity Points of a card."""


class ArtBotCard(BaseModel, frozen=True, extra="forbid"):
    """A card.

    Attributes:
        id: permanent, so that the card keeps its identity if its name is corrected.
        rp: Rarity Points, subtracted from a hit that reveals the card.
        pp: Power Points, the strength of its power.
    """

    id: str = Field(pattern=r"^[A-Z0-9]{1,12}$")
    name: Name
    rarity: Rarity
    rp: int = Field(ge=0, le=MOST_RP)
    power: Power
    pp: int = Field(ge=0, le=200)
    flavour: Words = Field("", max_length=200)

    @property
    def damages(self) -> bool:
        """Whether the card's power is one of the four kinds of damage."""
        return self.power in DAMAGE


class ArtBotSet(CardSet):
    """A set of Art Bot cards."""

    homebrew: ClassVar[bool] = True

    game: Literal["artbot"] = "artbot"
    cards: tuple[ArtBotCard, ...] = Field(max_length=300)


class ArtBotCards(Cards):
    """The definitions from one or more sets, by id. Raises IllegalSet if two cards share an id or a name."""

    def __init__(self, sets: Iterable[ArtBotSet]) -> None:
        cards = [card for each in sets for card in each.cards]
        faults = [
            CardFault(card.name, field, f"two cards have the {field} {getattr(card, field)!r}")
            for field in ("id", "name")
            for card in _twice(cards, field)
        ]
        if faults:
            raise IllegalSet(faults)
        self.by_id: dict[str, ArtBotCard] = {card.id: card for card in cards}
        self._ids = {card.name.casefold(): card.id for card in cards}

    def find(self, name: str) -> str:
        """Return the id of the card with this name. Raises KeyError if there is none."""
        return self._ids[name.casefold()]


def _twice(cards: Iterable[ArtBotCard], field: str) -> Iterable[ArtBotCard]:
    """Yield the cards that have the same id or name as another card, ignoring case."""
    counts = Counter(getattr(card, field).casefold() for card in cards)
    return (card for card in cards if counts[getattr(card, field).casefold()] > 1)
