"""Round robin: everyone meets everyone once, in as few rounds as possible."""

from collections.abc import Sequence

from bot.host.tournament.rules.standings import Player


def rounds(players: int) -> int:
    """Return the number of rounds for a number of players."""
    return players - 1 + players % 2


def meetings(players: Sequence[Player], number: int) -> list[tuple[Player, Player | None]]:
    """Return the meetings in a round, with rounds counted from 0; a player without an opponent has a bye.

    All players except the first sit around a table and move on by one place each round. The first seat alternates, so
    that nobody always begins.
    """
    places: list[Player | None] = [*players, *([None] if len(players) % 2 else [])]
    fixed, others = places[0], places[1:]
    shift = number % len(others)
    seated = [fixed, *others[-shift:], *others[:-shift]] if shift else [fixed, *others]
    found: list[tuple[Player, Player | None]] = []
    for place in range(len(seated) // 2):
        pair = (seated[place], seated[-1 - place])
        if (place + number * (place == 0)) % 2:
            pair = pair[::-1]
        first, second = pair if pair[0] is not None else pair[::-1]
        if first is not None:
            found.append((first, second))
    return found
