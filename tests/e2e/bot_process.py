"""The bot as a separate process, started as by `tableside run`, but with seeded randomness and a movable clock.

The clock follows the sandbox's, as with `tableside sandbox --clock sandbox`.

If this process was forked, so is the one that draws: its imports would take longer than most tests.
"""

import asyncio
import gc
import os
import sys
from contextlib import nullcontext
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import structlog

from bot.app import COMMANDS
from bot.cli import service_commands
from bot.cli.errors import StartFailed
from bot.interactions.answers import PATIENCE
from bot.locale.catalogue import catalogue
from bot.processes import LEAN
from bot.rendering import pictures
from bot.ui.games import RENDERERS
from cardsdb.sets import shipped_sets
from engine.registry import GAMES
from tests.e2e.in_flight_requests import note
from tests.e2e.kill_points import arm
from tests.e2e.letters import noting
from tests.e2e.patient_clock import PatientClock
from tests.e2e.planted_faults import plant
from tests.probe import PROBE, short
from tests.probe.renderer import renderer
from tests.support.chance import SeededChance
from tests.support.processes import PRELOADED
from tests.ui import picture_watch
from tests.ui.picture_laws import know_fonts

picture_watch.watch()

# What each bot would read anew, read once for all that are forked from this process.
catalogue(None)
for game in GAMES.values():
    shipped_sets(game)
import_module(COMMANDS)
know_fonts()

if __name__ != "__main__":
    # A forked bot collects garbage as it starts, which would copy all memory that it shares with this process.
    gc.collect()
    gc.freeze()

if __name__ == "__main__":
    drawing = float(os.environ.get("TEST_DRAWING", pictures.PATIENCE))
    clock = PatientClock(Path(os.environ["TABLESIDE_CLOCK_FILE"]), drawing)
    if folder := os.environ.get("TEST_FLIGHTS"):
        note(Path(folder))
    if point := os.environ.get("TEST_KILL"):
        name, _, nth = point.rpartition(":")
        arm(name, int(nth))
    if fault := os.environ.get("TEST_FAULT"):
        plant(fault)
    chance = SeededChance(int(os.environ["TEST_SEED"]))
    turns = os.environ.get("TEST_TURNS")
    games, renderers = {**GAMES, "probe": short(int(turns)) if turns else PROBE}, {**RENDERERS, "probe": renderer()}
    patience = float(os.environ.get("TEST_PATIENCE", PATIENCE))
    letters = os.environ.get("TEST_LETTERS")
    try:
        context = get_context("fork") if PRELOADED in sys.modules else LEAN
        running = service_commands.run(clock, chance, games, renderers, patience=patience, context=context)
        with noting(Path(letters)) if letters else nullcontext():
            sys.exit(asyncio.run(running))
    except StartFailed as error:
        structlog.get_logger().warning("start failed", why=str(error))
        sys.exit(1)
