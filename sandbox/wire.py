"""Wire formats: JSON values, ids and times in Discord's own forms."""

import re
from typing import Any

import msgspec

Json = dict[str, Any]
"""A JSON object as it is sent or received."""

DISCORD_EPOCH = 1_420_070_400.0
"""The epoch of Discord's ids, in seconds since 1970."""

_ID = re.compile(r"[0-9]{1,20}")
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder()


def encode(value: object) -> bytes:
    """Encode a JSON value as bytes, without spaces."""
    return _encoder.encode(value)


def decode(raw: bytes | str) -> Any:
    """Decode JSON.

    Raises:
        ValueError: If the text is not JSON.
    """
    try:
        return _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from error


def as_id(value: object) -> int | None:
    """Parse a Discord id given as a number or as decimal text, or return None if it is neither."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value if value >= 0 else None
    if isinstance(value, str) and _ID.fullmatch(value):
        return int(value)
    return None


def id_time(identifier: int) -> float:
    """Return when an id was created, in seconds since 1970."""
    return (identifier >> 22) / 1000 + DISCORD_EPOCH
