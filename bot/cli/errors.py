"""The errors with which a command stops; the message of each says why in one line."""


class StartFailed(Exception):
    """The service could not start, or a command failed."""


class ServiceMisconfigured(StartFailed):
    """Discord refuses the bot for a reason that only its operator can change, so a restart would fail again."""
