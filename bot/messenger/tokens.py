"""The tokens by which the answers to interactions are edited later.

An interaction's token alone edits the original answer, which is the clicked message if that was updated. A follow-up's
token names its message too: `aW50ZXI/123`. An older version that shares the database finds nothing by such a token, so
it never edits another message instead.

Discord documentation, "Interactions: Receiving and Responding" (Edit Original Interaction Response, Edit Followup
Message).
"""


def of_follow_up(token: str, message: int) -> str:
    """Return what edits a follow-up: the token of its interaction with the message's id."""
    return f"{token}/{message}"


def read(token: str) -> tuple[str, int | None]:
    """Return the interaction's token and, if this is a follow-up's, the message's id."""
    own, _, follow_up = token.partition("/")
    return own, int(follow_up) if follow_up else None
