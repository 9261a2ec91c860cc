"""The players in a match's seats, as everybody knows them."""

from collections.abc import Sequence

from msgspec import Struct

from bot.storage.matches import SeatRow
from bot.storage.privacy import GONE
from engine.players.characters import cast


class Player(Struct, frozen=True):
    """The player in a seat: a person, a house player, or nobody yet.

    Attributes:
        user: the person who has the seat, or had it before a house player took over.
        character: the house player that plays.
        name: the person's name as Discord displayed it, if it is known.
        left: whether the person has left the match.
    """

    user: int | None = None
    character: str | None = None
    name: str | None = None
    left: bool = False

    @property
    def taken(self) -> bool:
        """Whether anybody plays in the seat."""
        return self.user is not None or self.character is not None

    @property
    def gone(self) -> bool:
        """Whether the person's data has been deleted."""
        return self.user == GONE


def players_of(seats: Sequence[SeatRow]) -> tuple[Player, ...]:
    """Return the players in a match's seats, in order."""
    characters = cast([seat.house for seat in seats], seats[0].match) if seats else ()
    return tuple(
        Player(seat.user, character, seat.name, seat.left) for seat, character in zip(seats, characters, strict=True)
    )
