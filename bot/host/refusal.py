"""Saying no."""

from engine.contract import Message


class Refused(Exception):
    """Something cannot be done; `reason` says why, for the person who wanted it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id, reason.args)
        self.reason = reason
