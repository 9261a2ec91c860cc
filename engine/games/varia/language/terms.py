"""The words of the card language, and what every part of it has in common."""

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
"""The keywords of the guide; all others are rules that a set gives a name to."""

AnyKeyword: TypeAlias = Annotated[
    Annotated[Keyword, Tag("guide")] | Annotated[Name, Tag("own")],
    Discriminator(lambda value: "guide" if value in KEYWORDS else "own"),
]
"""A keyword of the guide, or the name of one of the set's own."""

Attribute: TypeAlias = Literal["aggression", "tenacity", "faith", "spirit", "intellect", "charisma", "subtlety"]

Side: TypeAlias = Literal["self", "opponent"]
"""Whose: of the player whose card it is, or of the other."""

Whom: TypeAlias = Literal[Side, "target"]
"""To whom: as `Side`, or the player that this action targets."""

Which: TypeAlias = Literal["this", "opposing", "opponent", "next", "opponent next"]
"""Which action. Of the present moment: the one of the card's player, the one that opposes it, or the opponent's whether
it opposes or not (rules, further rulings: the opposing action). Of the next moment: the player's, or the opponent's."""

GainedKeyword: TypeAlias = Literal["impaired", "improved", "ranged"]
"""A keyword that an action can gain once it is planned."""

GainedBan: TypeAlias = Literal["disrupt", "miss"]
"""What can come not to be possible once an action is planned: that it is disrupted, that it misses."""

ActionBan: TypeAlias = Literal["combine", "replace"] | GainedBan
"""What cannot be done to an action, or what it cannot do: be combined, be replaced, be disrupted, miss."""

PlayerBan: TypeAlias = Literal["engage", "disengage", "fast", "items", "draw", "heal", "gain ap"]
"""What a player cannot do: engage, disengage, plan Fast actions in the fast steps, use items, draw, regain points."""


class Model(BaseModel, frozen=True, extra="forbid"):
    """A part of a card: never changed, and refusing fields it does not know."""
