"""The definitions of cards that a match is pinned to."""

from typing import Any

from mypy_extensions import mypyc_attr

from engine.text import slug


@mypyc_attr(allow_interpreted_subclasses=True)
class Cards:
    """The definitions that a match is pinned to.

    Attributes:
        by_id: the cards; an id is the card's name as a slug, unless the game says otherwise.
    """

    by_id: dict[str, Any]

    def name(self, card: str) -> str:
        """Return the printed name of a card. Raises KeyError if no set has the id."""
        name: str = self.by_id[card].name
        return name

    def find(self, name: str) -> str:
        """Return the id of the card with this name. Raises KeyError if there is no such card."""
        card: str = self.by_id[slug(name)].id
        return card
