"""Transport compression, with one compressor for a connection's whole lifetime.

Discord documentation, "Gateway: Transport Compression".
"""

from __future__ import annotations

import importlib.util
import zlib
from typing import Protocol


class Compressor(Protocol):
    """Compresses a message into the bytes that the client's decompressor stream expects next."""

    def __call__(self, message: bytes) -> bytes:
        """Compress one message and flush it."""
        ...


def compressor_for(name: str | None) -> Compressor | None:
    """Create the compressor that a client requested in its URL; None means plain text frames.

    zstd-stream needs the package `zstandard`; without it, the frames stay plain, which every client must also accept.
    """
    if name == "zlib-stream":
        return _zlib_stream()
    if name == "zstd-stream" and importlib.util.find_spec("zstandard") is not None:
        return _zstd_stream()
    return None


def _zlib_stream() -> Compressor:
    stream = zlib.compressobj()

    def compress(message: bytes) -> bytes:
        return stream.compress(message) + stream.flush(zlib.Z_SYNC_FLUSH)

    return compress


def _zstd_stream() -> Compressor:
    import zstandard  # noqa: PLC0415 - an optional package

    stream = zstandard.ZstdCompressor().compressobj()

    def compress(message: bytes) -> bytes:
        return stream.compress(message) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)

    return compress
