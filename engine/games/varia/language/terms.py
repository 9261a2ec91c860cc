"""The vocabulary of the card language, and the base class of all its parts."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, Discriminator, Tag

from engine.text import Name

Supertype: TypeAlias = Literal["physical", "magical", "attack", "block"]
Subtype: TypeAlias = Literal[
    "dexterity",
    "vampiric",
    "earth",
    "fire",
    "air",
    "water",
    "demonic",
    "angelic",
    "draconic",
    "poison",
    "death",
    "shadow",
    "clockwork",
]
Type: TypeAlias = Supertype | Subtype
Keyword: TypeAlias = Literal["fast", "impaired", "improved", "ranged", "spellfuse"]
KEYWORDS: Final = ("fast", "impaired", "improved", "ranged", "spellfuse")
"""The keywords in the guide; all other keywords are rules named by a set."""

AnyKeyword: TypeAlias = Annotated[
    Annotated[Keyword, Tag("guide")] | Annotated[Name, Tag("own")],
    Discriminator(lambda value: "guide" if value in KEYWORDS else "own"),
]
"""A keyword from the guide, or the name of one of the set's own keywords."""

Attribute: TypeAlias = Literal["aggression", "tenacity", "faith", "spirit", "intellect", "charisma", "subtlety"]

Side: TypeAlias = Literal["self", "opponent"]
"""A side: that of the card's player, or that of the opponent."""

Whom: TypeAlias = Literal[Side, "target"]
"""A player: as in `Side`, or the player that this action targets."""

Which: TypeAlias = Literal["this", "opposing", "opponent", "next", "opponent next"]
"""An action. In the current moment: that of the card's player, the one that opposes it, or the opponent's whether
it opposes or not (rules, further rulings: the opposing action). In the next moment: the player's or the opponent's."""

GainedKeyword: TypeAlias = Literal["impaired", "improved", "ranged"]
"""A keyword that an action can gain once it is planned. Fast and Spellfuse say how an action may be planned, so a card
gains them before that."""

GainedBan: TypeAlias = Literal["disrupt", "miss"]
"""The things an action can become immune to once it is planned: being disrupted, or missing."""

ActionBan: TypeAlias = Literal["combine", "replace"] | GainedBan
"""The things an action cannot do or have done to it: be combined, be replaced, be disrupted, miss."""

PlayerBan: TypeAlias = Literal["engage", "disengage", "fast", "items", "draw", "heal", "gain ap"]
"""Things a player cannot do: engage, disengage, plan Fast actions in the fast steps, use items, draw, regain points."""


class Model(BaseModel, frozen=True, extra="forbid"):
    """A part of a card. It is immutable and rejects unknown fields."""
