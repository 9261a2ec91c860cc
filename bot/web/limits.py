"""Limits on how often pages may be requested, over all and from one address."""

from collections import Counter
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, TypeAlias

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

Address: TypeAlias = IPv4Address | IPv6Address


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


def address_of(request: web.Request, proxy: Address) -> str:
    """Return the address that a request comes from, or its network.

    The proxy in front of the bot appends the address that it saw to a header. What others write into that header does
    not count, and neither does a header from anybody but the proxy.
    """
    peer = _parsed(request.remote or "")
    if peer == proxy:
        forwarded = ",".join(request.headers.getall(FORWARDED, [])).rpartition(",")[2].strip()
        peer = _parsed(forwarded) if forwarded else peer
    if isinstance(peer, IPv6Address):
        return str(int(peer) >> (peer.max_prefixlen - NETWORK))
    return "" if peer is None else str(peer)


def _parsed(address: str) -> Address | None:
    """Return an address, or None if the text is none. An IPv4 address may be written as one of IPv6."""
    try:
        found = ip_address(address)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
