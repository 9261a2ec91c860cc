"""`tableside simulate`."""

import os
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.simulation import PLAYERS, Output, SimulationRefused, rows_of
from bot.cli.simulation import simulate as play
from engine.players.policies import POLICIES
from engine.registry import GAMES


def simulate(  # noqa: PLR0913 - a command's options are its arguments
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.")],
    *,
    policy: Annotated[str | None, typer.Option(help=f"Who plays at every seat: {', '.join(POLICIES)}.")] = None,
    players: Annotated[str | None, typer.Option(help=f"Who plays by seat, of {', '.join(PLAYERS)}.")] = None,
    seats: Annotated[str | None, typer.Option(help="Numbers of seats, like 2,3 or 2-6; each is a row.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A table option, like name=value or name=value,value; each value is a row.")
    ] = None,
    games_: Annotated[int, typer.Option("--games", min=1, help="How many matches a row.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same matches.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, help="How many processes; as many as there are cores.")] = None,
    json: Annotated[Path | None, typer.Option(dir_okay=False, help="Write each match there as a line.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on after the matches in the file of --json.")] = False,
    pairings: Annotated[bool, typer.Option("--pairings", help="Say how the decks did against each other.")] = False,
    picture: Annotated[Path | None, typer.Option(dir_okay=False, help="Draw all of it there, as a PNG.")] = None,
) -> int:
    """Play matches between house players without Discord, and print a table of the results."""
    if policy is not None and (players is not None or policy not in POLICIES):
        raise SimulationRefused(f"--policy takes one of {', '.join(POLICIES)}, and goes without --players")
    names = (policy or players or "random").split(",")
    rows = rows_of(game, names, seats, option or [], seed)
    return play(rows, games_, jobs or os.cpu_count() or 1, Output(json, resume, pairings, picture))
