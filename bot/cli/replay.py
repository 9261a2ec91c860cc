"""The command that makes something of an exported match: a page to look at step by step, or a scenario of a step."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.verify import BROKEN, read_export, shown_reason
from bot.host.fairness import replays
from bot.host.fairness.export_files import Unverified
from bot.host.fairness.scenarios import NoSuchStep, scenario_at
from bot.host.review.analysis import look_over
from bot.ui.games import RENDERERS
from bot.ui.replays.page import replay_page
from engine.registry import GAMES


def replay(
    file: Annotated[Path, typer.Argument(help="An exported match.")],
    output: Annotated[Path | None, typer.Option(dir_okay=False, help="The page; by default, beside the file.")] = None,
    fork: Annotated[
        int | None, typer.Option(min=1, help="Write a scenario that begins after this step instead.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0, help="How long to look for costly moves; 0 for not at all.")] = 20.0,
) -> int:
    """Make a page from an exported match, on which every step can be looked at without a connection.

    With --fork, make a scenario from a step of the match: its position, what was answered next and what was asked then.

    The match is verified first, as `verify` does. Exit codes: 0 if the file was made; 1 if the match fails.
    """
    try:
        match = replays.opened(read_export(file), GAMES)
    except Unverified as fault:
        typer.echo(f"{file}: does not hold: {shown_reason(fault)}", err=True)
        return BROKEN
    suffix = ".html" if fork is None else f"-step-{fork}.toml"
    made = output or file.with_name(f"{file.stem}{suffix}")
    try:
        if fork is None:
            review = look_over(match.log(), seconds)
            made.write_text(replay_page(match, RENDERERS[match.told.game], review=review), "utf-8")
        else:
            made.write_text(scenario_at(match, fork), "utf-8")
    except NoSuchStep as fault:
        typer.echo(f"{file}: {fault}", err=True)
        return BROKEN
    except OSError as fault:
        typer.echo(f"{made}: cannot be written: {shown_reason(fault)}", err=True)
        return BROKEN
    how = f"tableside scenario run {made}" if fork else "open it in a browser"
    typer.echo(f"{made}: {made.stat().st_size / 1_000_000:.1f} MB; {how}")
    return 0
