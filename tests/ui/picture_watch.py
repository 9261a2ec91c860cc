"""Judging every picture by its laws as soon as it is drawn, in whichever test and process that is.

`watch` looks at each scene that is painted as pixels or written as SVG, and at each text that is asked for and does not
exist, but for those of the probe, a game without a catalogue. What breaks a law is written to a file, because
bots draw in processes of their own; after each test, the fixture in `tests/conftest.py` fails it for what is in there.
"""

import os
import sys
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.locale.catalogue import MISSING
from bot.ui.pictures.drawing_process import DRAWING
from bot.ui.pictures.scene import DRAWN, Scene
from tests.ui.picture_laws import text_faults
from tests.ui.picture_orders import order_faults

FAULTS: Final = "PICTURE_FAULTS"
"""The environment variable that names the file to which faults are written."""

Drawing: TypeAlias = tuple[Callable[..., object], tuple[Any, ...]]
"""A function that draws, and its arguments."""

_BEGUN: ContextVar[Drawing | None] = ContextVar("begun", default=None)
"""The drawing whose scene comes next."""


@cache
def watch() -> None:
    """Judge each picture that this process and its forks draw from now on, if there is a file for the faults."""
    name = os.environ.get(FAULTS)
    if name is not None:
        sys.addaudithook(_Watch(Path(name)))


def noted() -> list[str]:
    """Return the faults of all pictures since the last call."""
    file = Path(os.environ[FAULTS])
    if not file.exists():
        return []
    faults = file.read_text("utf-8").splitlines()
    file.unlink()
    return faults


class _Watch:
    """Hears of each picture that is drawn; see `sys.addaudithook`."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == DRAWING:
            _BEGUN.set((arguments[0], arguments[1]))
        elif event == DRAWN:
            self._judge(*arguments)
        elif event == MISSING and not arguments[0].startswith("probe."):
            self._write([f"there is no text {arguments[0]}"])

    def _judge(self, scene: Scene, width: int) -> None:
        begun = _BEGUN.get()
        _BEGUN.set(None)
        faults = text_faults(scene, width)
        if begun is not None:
            faults += order_faults(*begun, scene)
        if faults:
            self._write(faults)

    def _write(self, faults: list[str]) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.writelines(f"{fault}\n" for fault in faults)
