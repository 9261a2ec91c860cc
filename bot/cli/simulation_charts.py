"""A picture of a simulation's results: the lengths of the matches, wins by turn order, and wins by pairing."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from engine.players.simulation import Share, Totals

INCHES: Final = 5.0
"""The height of a row of charts, in inches."""

WIDTHS: Final = (6.0, 3.5, 6.5)
"""The widths of the charts in a row, in inches; the last chart is drawn only if decks met each other."""

FAIR: Final = (0.4, 0.6)
"""A pairing counts as level if the share of wins is between these two."""


def draw(file: Path, rows: Sequence[tuple[str, Totals]]) -> None:
    """Draw a row of charts for each row of a simulation; `rows` holds labels and totals."""
    matrix = any(totals.pairings for _, totals in rows)
    widths = WIDTHS if matrix else WIDTHS[:-1]
    figure = Figure(figsize=(sum(widths), INCHES * len(rows)), layout="constrained")
    grid = figure.subplots(len(rows), len(widths), squeeze=False, width_ratios=widths)
    for (label, totals), axes in zip(rows, grid, strict=True):
        _lengths(axes[0], label, totals)
        _order(axes[1], totals)
        if matrix:
            _matrix(axes[2], totals)
    figure.savefig(file)


def _lengths(axes: Axes, label: str, totals: Totals) -> None:
    least, most = totals.lengths[0], totals.lengths[-1]
    step = max(1, (most - least) // 40)
    axes.hist(totals.lengths, bins=range(least, most + step + 1, step), color="tab:blue", edgecolor="white")
    axes.axvline(totals.median, color="black", linestyle="--", label=f"median {totals.median:g}")
    axes.set(title=f"{label}: {totals.games} matches", xlabel=totals.unit, ylabel="matches")
    axes.legend()


def _order(axes: Axes, totals: Totals) -> None:
    """Draw the wins by turn order with their confidence intervals, and a line for equal chances."""
    places = range(1, len(totals.order) + 1)
    low, high = zip(*(_reach(share) for share in totals.order), strict=True)
    axes.bar(places, [share.part for share in totals.order], yerr=[low, high], capsize=6, color="tab:orange")
    axes.axhline(1 / len(totals.order), color="black", linestyle="--", label="level")
    axes.set(title="wins by order of turns", xlabel="turn in the first round", ylim=(0, None))
    axes.set_xticks(list(places))
    axes.legend()


def _reach(share: Share) -> tuple[float, float]:
    low, high = share.interval
    return share.part - low, high - share.part


def _matrix(axes: Axes, totals: Totals) -> None:
    names = list(totals.pairings)
    parts = [
        [totals.pairings[deck][other].part if other in totals.pairings[deck] else 0.5 for other in names]
        for deck in names
    ]
    axes.imshow(parts, cmap="RdYlGn", vmin=0, vmax=1)
    for down, deck in enumerate(names):
        for across, other in enumerate(names):
            found = totals.pairings[deck].get(other)
            if found is not None:
                low, high = found.interval
                weight = "normal" if FAIR[0] <= found.part <= FAIR[1] else "bold"
                axes.text(across, down, f"{found.part:.0%}", ha="center", fontsize=9, fontweight=weight)
                axes.text(across, down + 0.3, f"{100 * low:.0f}-{100 * high:.0f}", ha="center", fontsize=6)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right", fontsize=8)
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_title("wins of the row's deck against the column's")
