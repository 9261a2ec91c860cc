"""Limits on how often pages may be requested, over all and from one address."""

from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Final

from aiohttp import web

from bot.host.kernel.clock import Clock

MINUTE: Final = 60.0

ALL: Final = 6_000
"""How many requests are answered in a minute: twice those of 50 readers a second, which leave clicks their time."""

EACH: Final = 300
"""How many requests from one address are answered in a minute: a class behind one address fits in."""

MISSES: Final = 20
"""How many wrong keys one address may try in a minute, before nothing more is answered there."""

NETWORK: Final = 64
"""The number of bits of an IPv6 address that name one customer, who has all the addresses that begin so."""

FORWARDED: Final = "X-Forwarded-For"


class Limits:
    """Counts requests by the minute. Only the current minute is remembered, so memory is bounded by `ALL`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._minute = -1
        self._all = 0
        self._each: Counter[str] = Counter()
        self._misses: Counter[str] = Counter()

    def refused(self, address: str) -> int | None:
        """Count a request, and return None if it may be answered, or else in how many seconds the next one may be."""
        now = self._clock.steady()
        if self._minute != int(now // MINUTE):
            self._minute, self._all = int(now // MINUTE), 0
            self._each.clear()
            self._misses.clear()
        if self._all >= ALL or self._each[address] >= EACH or self._misses[address] >= MISSES:
            return int((self._minute + 1) * MINUTE - now) + 1
        self._all += 1
        self._each[address] += 1
        return None

    def missed(self, address: str) -> None:
        """Count a wrong key."""
        self._misses[address] += 1


def address_of(request: web.Request) -> str:
    """Return the address that a request comes from, or its network.

    A proxy in front of the bot has an address of this machine or of a private network, and appends the address that it
    saw to a header. What others write into that header does not count.
    """
    peer = request.remote or ""
    if _is_near(peer):
        forwarded = ",".join(request.headers.getall(FORWARDED, [])).rpartition(",")[2].strip()
        peer = forwarded or peer
    try:
        found = ip_address(peer)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(int(found) >> (found.max_prefixlen - NETWORK))
    return str(found)


def _is_near(peer: str) -> bool:
    """Whether an address belongs to this machine or to a private network."""
    try:
        found = ip_address(peer)
    except ValueError:
        return False
    return found.is_loopback or found.is_private
