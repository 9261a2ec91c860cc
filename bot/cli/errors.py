"""The errors with which a command stops; the message of each says why in one line."""

from typing import Final

FOR_GOOD: Final = 78
"""The exit code for errors that a restart cannot fix: `EX_CONFIG` of sysexits.h. The unit in `deploy/` does not
restart the service after it."""

OUTAGE: Final = 75
"""The exit code when the database could not be used for too long: `EX_TEMPFAIL` of sysexits.h. A new start may help."""


class StartFailed(Exception):
    """The service could not start, or a command failed."""


class ServiceMisconfigured(StartFailed):
    """Discord refuses the bot for a reason that only its operator can change, so a restart would fail again."""
