"""The results of a simulation as Markdown tables."""

from collections.abc import Iterable, Mapping, Sequence

from engine.contract import letter
from engine.players.policies import ABOUT
from engine.players.simulation import Share, Totals


def title(game: str, players: Sequence[str], seed: int, games: int) -> str:
    """Return the line above a table: the game, the number of matches, the players and the seed."""
    named = (f"{name} ({ABOUT[name]})" if name in ABOUT else name for name in dict.fromkeys(players))
    return f"{game}: {games} games a row, players {', '.join(named)}, seed {seed}\n"


def lines(seats: int, options: Mapping[str, object], totals: Totals, *, first: bool) -> list[str]:
    """Return the lines of a table row; the first row also has the column headings."""
    cells = _cells(seats, options, totals)
    row = _line(cells.values())
    return [_line(cells), f"|{'---|' * len(cells)}", row] if first else [row]


def pairings(totals: Totals) -> list[str]:
    """Return a table of each deck's results against every other deck."""
    names = list(totals.pairings)
    rows = [
        [deck, *(_share(found[other]) if other in found else "" for other in names)]
        for deck, found in totals.pairings.items()
    ]
    return [_line(["", *names]), f"|{'---|' * (len(names) + 1)}", *(_line(row) for row in rows)]


def _cells(seats: int, options: Mapping[str, object], totals: Totals) -> dict[str, object]:
    """Return the cells of a row, by column."""
    cells: dict[str, object] = {"seats": seats, **options, "games": totals.games}
    cells["length"] = f"{totals.median:g} {totals.unit}"
    cells["90% within"] = totals.ninety
    cells["stopped by the cap"] = f"{totals.capped / totals.games:.1%}"
    cells["draws"] = f"{totals.draws / totals.games:.1%}"
    cells["wins by seat, with 95% intervals"] = _shares((letter(seat), each) for seat, each in enumerate(totals.seats))
    cells["wins by order of turns"] = _shares(enumerate(totals.order, 1))
    if len(totals.players) > 1:
        cells["wins by player"] = _shares(totals.players.items())
    if totals.decks:
        cells["wins by deck"] = _shares(totals.decks.items())
    return {**cells, "digest": totals.digest}


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _shares(named: Iterable[tuple[object, Share]]) -> str:
    return ", ".join(f"{name} {_share(share)}" for name, share in named)


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.part:.1%} ({100 * low:.1f}-{100 * high:.1f})"
