"""Verification of Discord's requests: each is signed with the application's key, over the raw time and body."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Signatures:
    """Verifies signatures with an application's public key, given in hexadecimal."""

    def __init__(self, public_key: str) -> None:
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))

    def hold(self, signature: str, timestamp: str, body: bytes) -> bool:
        """Whether a hexadecimal signature of a time and a body is valid."""
        try:
            self._key.verify(bytes.fromhex(signature), timestamp.encode() + body)
        except (InvalidSignature, ValueError):
            return False
        return True
