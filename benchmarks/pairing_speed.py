"""Processor time for pairing a Swiss round: the slowest of nine rounds with random results."""

import random
import time
from typing import Final

from bot.host.tournament.rules.standings import Series, standings
from bot.host.tournament.rules.swiss import pair

FIELDS: Final = (32, 256, 1024)
ROUNDS: Final = 9
AIM: Final = 2.0
"""The target for pairing 256 players, in seconds of processor time."""


def pairing_speed() -> None:
    """Pair the rounds of Swiss events of several sizes, and print each event's slowest round."""
    for players in FIELDS:
        chance, played, slowest = random.Random(players), list[Series](), 0.0
        for number in range(ROUNDS):
            table = standings(range(players), played)
            begun = time.process_time()
            pairings = pair(table, played)
            slowest = max(slowest, time.process_time() - begun)
            played += [
                Series(number, each.first, each.second, "won", chance.choice((each.first, each.second)))
                for each in pairings
            ]
        print(f"pairing {players:5,} players: {slowest:6.2f} s of processor time (aim for 256: {AIM} s)")
