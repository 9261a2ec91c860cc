"""The names of things in scenarios: options by their labels' arguments, cards by name, seats by letter."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from engine.contract import (
    EVERYTHING,
    SPECTATOR,
    Arg,
    CardRef,
    Cards,
    Key,
    Message,
    Option,
    SeatRef,
    View,
    Viewer,
    letter,
)

T = TypeVar("T")

SEATS: Final = {letter(seat): seat for seat in range(8)}
VIEWERS: Final[dict[str, Viewer]] = {**SEATS, "SPECTATOR": SPECTATOR, "EVERYTHING": EVERYTHING}
FIELDS_OF_SEATS: Final = ("seat", "active", "target", "attacker", "winner", "to")
"""The fields of facts and views that hold a seat, which scenarios write as a letter."""


class Names:
    """The names of one position: its cards and their copies, numbered in the order in which the position lists them."""

    def __init__(self, cards: Cards, everything: View) -> None:
        self.cards = cards
        self.copies = _copies(everything)

    def find(self, labelled: Iterable[tuple[Message, T]], choice: str | dict[str, Any]) -> list[T]:
        """Return the values whose labels match. If a copy named by number is not there, any equal one matches."""
        entries = list(labelled)
        if isinstance(choice, str):
            return [value for label, value in entries if label.id.rpartition(".")[2] == choice]
        for exact in (True, False):
            found = [value for label, value in entries if self.named(choice, label, exact=exact)]
            if found:
                return found
        return []

    def choice(self, options: Sequence[Option], key: Key) -> str | dict[str, Any] | None:
        """Return how a scenario names an option: the shortest way that `find` leads back to it, or None."""
        labelled = [(option.label, option) for option in options]
        wanted = next(option for option in options if option.key == key)
        for choice in self._choices(wanted.label):
            found = self.find(labelled, choice)
            if found and found[0] is wanted and len({self.label(option.label) for option in found}) == 1:
                return choice
        return None

    def _choices(self, label: Message) -> Iterator[str | dict[str, Any]]:
        """Yield the possible names of an option: a word, or its arguments without and with the numbers of copies."""
        yield label.id.rpartition(".")[2]
        for exact in (False, True):
            if label.args:
                yield {key: self.written(value, exact=exact) for key, value in label.args.items()}

    def written(self, value: Arg, *, exact: bool) -> Any:
        """Return an argument as a scenario writes it, with the numbers of copies if it has to be exact."""
        if isinstance(value, CardRef):
            number = self.copies.get(value.instance) if exact else None
            return self.cards.name(value.card) + (f"#{number}" if number else "")
        if isinstance(value, SeatRef):
            return letter(value.seat)
        return [self.written(each, exact=exact) for each in value] if isinstance(value, tuple) else value

    def named(self, choice: dict[str, Any], label: Message, *, exact: bool) -> bool:
        """Whether a label has every argument that a choice names."""
        return all(
            key in label.args and self.argument(value, label.args[key], exact=exact) for key, value in choice.items()
        )

    def argument(self, wanted: Any, found: Arg, *, exact: bool) -> bool:
        """Whether an argument matches a choice."""
        if isinstance(found, CardRef):
            name, _, number = str(wanted).partition("#")
            return self.cards.name(found.card) == name and (
                not exact or not number or self.copies.get(found.instance) == int(number)
            )
        if isinstance(found, SeatRef):
            return bool(letter(found.seat) == wanted)
        if isinstance(found, tuple):
            names = wanted if isinstance(wanted, list) else [wanted]
            return len(names) == len(found) and all(
                self.argument(name, each, exact=exact) for name, each in zip(names, found, strict=True)
            )
        return bool(found == wanted)

    def same(self, wanted: Any, found: Any, field: str) -> bool:
        """Whether a value matches a scenario's: cards by name, seats by letter, everything else unchanged."""
        if isinstance(found, int) and isinstance(wanted, str) and field in FIELDS_OF_SEATS:
            return SEATS.get(wanted) == found
        return _equal(wanted, self.plain(found))

    def plain(self, value: Any) -> Any:
        """Return a value as scenarios write it: a card as its name, a list of cards as a list of names, None as false.

        TOML has no null value.
        """
        if value is None:
            return False
        if isinstance(value, dict):
            if value.get("type") == "card":
                return self.cards.name(value["card"])
            return {self.heading(key): self.plain(each) for key, each in value.items()}
        return [self.plain(each) for each in value] if isinstance(value, list | tuple) else value

    def heading(self, key: str) -> str:
        """Return a table's key as scenarios write it: a card's name if the key is a card's id."""
        try:
            return self.cards.name(key)
        except KeyError:
            return key

    def text(self, value: Any) -> str:
        """Return a value as a single text, with cards by name."""
        return str(self.plain(msgspec.to_builtins(value)))

    def label(self, label: Message) -> str:
        """Return a label as a scenario would write it."""
        return f"{label.id.rpartition('.')[2]} {self.plain(msgspec.to_builtins(label.args))}"


def _equal(wanted: Any, found: Any) -> bool:
    """Whether a plain value matches a scenario's, in which both `false` and an empty text stand for no value."""
    if found is False and wanted == "":
        return True
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(_equal, wanted, found))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return wanted.keys() == found.keys() and all(_equal(value, found[key]) for key, value in wanted.items())
    return isinstance(wanted, bool) is isinstance(found, bool) and bool(wanted == found)


def _copies(everything: View) -> dict[int | None, int]:
    """Number the copies of each card from 1 by instance number, which follows the order of the position."""
    numbered: dict[int | None, int] = {}
    seen: dict[str, int] = {}
    for ref in sorted(card_refs(everything), key=lambda ref: -1 if ref.instance is None else ref.instance):
        if ref.instance not in numbered:
            seen[ref.card] = seen.get(ref.card, 0) + 1
            numbered[ref.instance] = seen[ref.card]
    return numbered


def card_refs(value: Any) -> Iterator[CardRef]:
    """Yield every card named inside a view, a fact, a decision or a list of these."""
    if isinstance(value, CardRef):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from card_refs(getattr(value, field))
    elif isinstance(value, dict):
        for each in value.values():
            yield from card_refs(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from card_refs(each)
