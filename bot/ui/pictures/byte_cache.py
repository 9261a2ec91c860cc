"""Caches that count bytes, so that a process with pictures takes no more memory than it may."""

import sys
from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

from msgspec import Struct

V = TypeVar("V")

_OWN = 200
"""What an entry takes beside its key and its value, in bytes."""


class ByteCache(Generic[V]):
    """Keeps values, keys counted, in at most `room` bytes; what has not been used for longest goes first.

    Any thread may use it.
    """

    def __init__(self, room: int) -> None:
        self.room = room
        self._kept: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    @property
    def size(self) -> int:
        """How many bytes the cache takes."""
        return self._size

    def get(self, key: Hashable) -> V | None:
        """Return a kept value, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: Hashable, value: V, size: int) -> None:
        """Keep a value of `size` bytes, unless it would need more than the whole room."""
        size += size_of(key) + _OWN
        with self._lock:
            self._drop(key)
            if size > self.room:
                return
            self._kept[key] = value, size
            self._size += size
            while self._size > self.room:
                self._drop(next(iter(self._kept)))

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self._size = 0

    def forget(self, group: Hashable) -> None:
        """Drop every value whose key is a tuple that begins with `group`."""
        with self._lock:
            for key in [each for each in self._kept if isinstance(each, tuple) and each[0] == group]:
                self._drop(key)

    def _drop(self, key: Hashable) -> None:
        if key in self._kept:
            self._size -= self._kept.pop(key)[1]


def size_of(value: Any) -> int:
    """Return how many bytes a value takes that consists of structs, tuples, texts and the like.

    What several parts of it share is counted once.
    """
    size, seen, left = 0, set[int](), [value]
    while left:
        part = left.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        size += sys.getsizeof(part)
        if isinstance(part, Struct):
            left += [getattr(part, name) for name in part.__struct_fields__]
        elif isinstance(part, tuple | list | frozenset | set):
            left += part
        elif isinstance(part, dict):
            left += [*part, *part.values()]
    return size
