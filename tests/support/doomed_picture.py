"""A picture whose process may be killed at any moment while it draws, or stops for ever."""

from bot.ui.pictures.drawing_process import drawn_in_process
from tests.support import doomed


@drawn_in_process
def doomed_picture(number: int) -> bytes:
    """Draw something long, or be killed before, meanwhile or afterwards."""
    return doomed.killed_sometime()[0]


@drawn_in_process
def endless_picture(number: int) -> bytes:
    """Draw for ever."""
    doomed.stopped()
    return b""


@drawn_in_process
def plain_picture(number: int) -> bytes:
    """Draw nothing, at once."""
    return b"plain"
