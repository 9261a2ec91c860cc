"""The numbers of cards that a panel offers: on its pictures, and on its buttons."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.ui.texts.words import Words
from engine.contract import CardRef, Decision, Key, Message

Numbers: TypeAlias = Mapping[CardRef, int]
"""The number of each card that a question offers, from 1; equal cards that are drawn as one share it."""


def subject_of(label: Message) -> CardRef | None:
    """Return the card that an option is about, or begins with if it is a whole choice; None if it is about none."""
    ref = label.args.get("begun", label.args.get("card"))
    return ref if isinstance(ref, CardRef) else None


def alike(refs: Iterable[CardRef]) -> list[tuple[CardRef, ...]]:
    """Return cards in their order, with equal ones together."""
    groups: dict[str, list[CardRef]] = {}
    for ref in refs:
        groups.setdefault(ref.card, []).append(ref)
    return [tuple(group) for group in groups.values()]


def numbered(drawn: Iterable[Sequence[CardRef]], asked: Decision) -> Numbers:
    """Return the numbers of the cards that a question offers, given in the order in which a picture shows them.

    `drawn` has a group of equal cards for each card of the picture.
    """
    offered = {subject_of(option.label) for option in asked.options}
    found = [refs for refs in drawn if not offered.isdisjoint(refs)]
    return {ref: number for number, refs in enumerate(found, 1) for ref in refs}


def listed(numbers: Numbers, words: Words) -> str:
    """Return which card has which number, for the description of a picture; empty without numbers."""
    cards = {number: words.card(ref.card) for ref, number in numbers.items()}
    return ", ".join(words.plain("panel.numbered", number=number, label=card) for number, card in cards.items())


def numbers_of_options(asked: Decision, numbers: Numbers) -> Mapping[Key, int]:
    """Return the numbers of options, by the options' keys.

    A card's number stands only at its first option, so that no two buttons begin with the same one.
    """
    found: dict[int, Key] = {}
    for option in asked.options:
        ref = subject_of(option.label)
        if ref is not None and ref in numbers:
            found.setdefault(numbers[ref], option.key)
    return {key: number for number, key in found.items()}
