"""The command that makes the match page: an exported match becomes one HTML file to look at, step by step."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.engine_commands import BROKEN, read_export, shown_reason
from bot.host.fairness import replays
from bot.host.fairness.export_files import Unverified
from bot.host.review.analysis import look_over
from bot.ui.games import RENDERERS
from bot.ui.replays.page import replay_page
from engine.registry import GAMES


def replay(
    file: Annotated[Path, typer.Argument(help="An exported match.")],
    output: Annotated[Path | None, typer.Option(dir_okay=False, help="The page; by default, beside the file.")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="How long to look for costly moves; 0 for not at all.")] = 20.0,
) -> int:
    """Make a page from an exported match, on which every step can be looked at without a connection.

    The match is verified first, as `verify` does. Exit codes: 0 if the page was made; 1 if the file fails.
    """
    try:
        match = replays.opened(read_export(file), GAMES)
    except Unverified as fault:
        typer.echo(f"{file}: does not hold: {shown_reason(fault)}", err=True)
        return BROKEN
    page = output or file.with_suffix(".html")
    try:
        review = look_over(match.log(), seconds)
        page.write_text(replay_page(match, RENDERERS[match.told.game], review=review), "utf-8")
    except OSError as fault:
        typer.echo(f"{page}: cannot be written: {shown_reason(fault)}", err=True)
        return BROKEN
    typer.echo(f"{page}: {page.stat().st_size / 1_000_000:.1f} MB; open it in a browser")
    return 0
