"""Verification of Discord's requests, which the application's key signs over the raw time and body."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Signatures:
    """Verifies signatures with one application's public key, in hexadecimal."""

    def __init__(self, public_key: str) -> None:
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))

    def hold(self, signature: str, timestamp: str, body: bytes) -> bool:
        """Return whether a signature in hexadecimal is the application's over a time and a body."""
        try:
            self._key.verify(bytes.fromhex(signature), timestamp.encode() + body)
        except (InvalidSignature, ValueError):
            return False
        return True
