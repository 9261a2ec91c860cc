"""The clock of the tests' bots: the sandbox's, and patient with pictures, so that no test depends on the machine."""

import asyncio
from pathlib import Path
from typing import Final

from bot.host.kernel.clock import FollowedClock
from bot.rendering import pictures

SURELY: Final = 4.0
"""How many seconds most machines draw a hand in; a table that is not answered with soon is posted once more."""

EVER: Final = 60.0
"""How many seconds a panel waits for a late picture, which is in words after three on other machines."""


class PatientClock(FollowedClock):
    """The sandbox's clock. A post waits `drawing` seconds for its picture.

    The answer to a click waits for its own, unless that is 0.
    """

    def __init__(self, file: Path, drawing: float = pictures.PATIENCE) -> None:
        super().__init__(file)
        self._drawing = drawing

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        if seconds in (pictures.PATIENCE, pictures.POSTED):
            seconds = self._drawing
        elif seconds == pictures.HASTE:
            seconds = SURELY if self._drawing else 0.0
        elif seconds == pictures.LONGEST - pictures.HASTE:
            seconds = EVER
        await super().sleep(seconds, until)
