"""Our Swiss pairing beside an independent one that follows FIDE's Dutch system, on the same tournaments."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from bot.host.tournament.rules.standings import WIN, Player, Series, standings
from bot.host.tournament.rules.swiss import pair

ROUNDS = 7


def trf(players: int, played: list[Series]) -> str:
    """A tournament in FIDE's format: columns of fixed width, a player a line; who is named first has white."""
    lines = []
    for player in range(players):
        results, won = [], 0
        for series in played:
            if player not in (series.first, series.second):
                continue
            won += series.winner == player
            if series.second is None:
                results.append("0000 - U")
                continue
            white = series.first == player
            other = series.second if white else series.first
            results.append(f"{other + 1:4} {'w' if white else 'b'} {'1' if series.winner == player else '0'}")
        name = f"001 {player + 1:4} m    {f'Player {player + 1}':33} {2400 - player:4} FID {player + 1:11} 2000/01/01"
        lines.append(f"{name} {float(won):4.1f} {player + 1:4}  " + "  ".join(results))
    return "\n".join([*lines, f"XXR {ROUNDS}", ""])


def independent(folder: Path, players: int, played: list[Series]) -> list[tuple[Player, Player | None]]:
    file = folder / "tournament.trf"
    file.write_text(trf(players, played))
    found: Any = DutchEngine.generate_pairings(TrfParser.parse(file))
    return [(each.white - 1, each.black - 1 if each.black else None) for each in found]


def apart(pairs: list[tuple[Player, Player | None]], points: dict[Player, int]) -> int:
    """How far those who meet are apart, in wins, squared and together."""
    return sum(((points[one] - points[two]) // WIN) ** 2 for one, two in pairs if two is not None)


@pytest.mark.parametrize("players", [8, 17, 32, 61])
def test_those_who_meet_are_as_near_in_points_as_in_an_independent_pairing(players: int, tmp_path: Path) -> None:
    chance, played = Random(players), list[Series]()
    for number in range(min(ROUNDS, players - 2)):
        table = standings(range(players), played)
        points = {each.player: each.points for each in table}
        theirs = independent(tmp_path, players, played)
        ours = [(each.first, each.second) for each in pair(table, played)]
        assert apart(ours, points) <= apart(theirs, points), number
        assert [points[one] for one, two in ours if two is None] == [points[one] for one, two in theirs if two is None]
        for one, two in theirs:
            winner = one if two is None else chance.choice((one, two))
            played.append(Series(number, one, two, "won", winner))
