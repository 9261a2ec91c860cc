"""The number of turns that matches take, measured with `tableside simulate`.

A range leaves out the shortest tenth and the longest tenth of the matches, according to the `turns` that the command
writes to the file given with `--json`. Turns are the total for all players. docs/lab/balance.md describes the players
`normal` and `greedy`.
"""

from typing import Final

from msgspec import Struct

from engine.contract.spec import Length


class Measured(Struct, frozen=True):
    """The result of one measuring command.

    Attributes:
        command: the command that reproduces it.
        turns: for each number of seats, the turns of a short match and of a long one.
    """

    command: str
    turns: dict[int, tuple[int, int]]


VARIA: Final = Measured("tableside simulate varia --players normal,normal --games 200 --json FILE", {2: (4, 12)})

ARTBOT_CLASSIC: Final = Measured(
    "tableside simulate artbot --policy greedy --games 100 --seats 2-8 --option rules=classic --json FILE",
    {2: (14, 25), 3: (23, 37), 4: (34, 54), 5: (47, 80), 6: (58, 109), 7: (72, 126), 8: (83, 139)},
)

ARTBOT_QUICK: Final = Measured(
    "tableside simulate artbot --policy greedy --games 100 --seats 2-8 --option rules=quick --json FILE",
    {2: (9, 16), 3: (15, 25), 4: (23, 34), 5: (30, 41), 6: (37, 51), 7: (43, 59), 8: (50, 67)},
)

ARTBOT_DUEL: Final = Measured(
    "tableside simulate artbot --policy greedy --games 200 --seats 2 --option mode=toe-to-toe --json FILE",
    {2: (21, 23)},
)

WARMAGE: Final = Measured(
    "tableside simulate warmage --policy greedy --games 100 --seats 2-6 --json FILE",
    {2: (11, 26), 3: (19, 34), 4: (31, 55), 5: (25, 48), 6: (32, 82)},
)

ZARCANA: Final = Measured(
    "tableside simulate zarcana --policy greedy --games 40 --seats 2-6 --json FILE",
    dict.fromkeys(range(2, 7), (55, 98)),
)
"""The range that the rules state (rules, stated length), for any number of seats. 194 of these 200 matches lie in
it; without the tenths at both ends they took 57 to 78 turns with two players and 62 to 88 with more."""


def timed(turns: tuple[int, int], seconds: int, *, together: bool = False) -> Length:
    """Return the length of a match with this range of turns, each taking `seconds` at the live pace."""
    short, long = (max(1, round(count * seconds / 60)) for count in turns)
    return Length(turns, (short, long), together)
