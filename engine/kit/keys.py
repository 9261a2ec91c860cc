"""Option keys: short strings that say what an option does, and to what."""

from dataclasses import dataclass
from functools import lru_cache
from typing import final

from engine.contract import Key


@final
@dataclass(frozen=True)
class OptionKey:
    """The parsed key of an option.

    Its text is a word alone ("pass"), a word followed by its arguments after colons ("use:12:1", "use:C4"), or a single
    letter and one argument without a colon ("m12", "sC4"). So a word of several letters has at least one lower-case
    letter after its first.

    Attributes:
        word: the action, or the kind of thing chosen.
        about: its arguments: numbers of cards, seats and the like, and names of spaces.
    """

    word: str
    about: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        """Return the key's text."""
        return keyed(self.word, *self.about)

    @staticmethod
    def parse(text: Key) -> "OptionKey":
        """Parse the text of a key. Raises ValueError if it is not the text of any key."""
        return _parsed(text)

    @property
    def number(self) -> int:
        """The key's only argument, as a number. Raises ValueError for any other key."""
        (number,) = self.numbers
        return number

    @property
    def numbers(self) -> tuple[int, ...]:
        """The key's arguments as numbers. Raises ValueError if any is not a number."""
        return tuple([int(part) for part in self.about])


@lru_cache(maxsize=4096)  # the same few keys are picked again and again
def _parsed(text: Key) -> OptionKey:
    head, *tail = text.split(":")
    if not tail and head[1:] and head[1:] == head[1:].upper():
        head, *tail = head[0], head[1:]
    key = OptionKey(head, tuple([int(part) if part.isdecimal() else part for part in tail]))
    if not head or str(key) != text:
        raise ValueError(text)
    return key


def keyed(word: str, *about: int | str) -> Key:
    """Return the text of a key."""
    if len(about) == 1:
        return f"{word}{about[0]}" if len(word) == 1 else f"{word}:{about[0]}"
    return ":".join([word, *map(str, about)])


def number_of(key: Key) -> int:
    """Return the number in the text of a key. Raises ValueError if there is none or more than one."""
    return OptionKey.parse(key).number
