"""The pieces common to all matches: physical cards."""


class Instance:
    """One physical card. Each game has its own type, a frozen struct with its fields in the order of its dumps.

    Attributes:
        card: the definition's id.
        known_to: the seats that know what it is, one bit per seat.
        owner: the seat it belongs to, or the pile it came from. The cards of one owner that a viewer does not know may
            have changed places with each other; a game without this field has one common deck.
    """

    __slots__ = ()

    card: str
    known_to: int
    owner: int = 0
