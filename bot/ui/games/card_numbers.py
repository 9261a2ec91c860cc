"""The numbers of cards that a panel offers: on its pictures, and on its buttons."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.ui.texts.words import Words
from engine.contract import CardRef, Decision, Key, Message, Option, SeatRef

Numbers: TypeAlias = Mapping[CardRef | SeatRef, int]
"""The number of each card and player that a question offers, from 1; equal cards that are drawn as one share it."""


def subject_of(label: Message) -> CardRef | None:
    """Return the card that an option is about, or begins with if it is a whole choice; None if it is about none."""
    ref = label.args.get("begun", label.args.get("card"))
    return ref if isinstance(ref, CardRef) else None


def offered(asked: Decision | None) -> frozenset[str]:
    """Return the cards that can be chosen in a question, and those that join them; none without a question."""
    labels = [option.label for option in asked.options] if asked is not None else []
    refs = (ref for label in labels for ref in (subject_of(label), label.args.get("card")))
    return frozenset(ref.card for ref in refs if isinstance(ref, CardRef))


def alike(refs: Iterable[CardRef]) -> list[tuple[CardRef, ...]]:
    """Return cards in their order, with equal ones together."""
    groups: dict[str, list[CardRef]] = {}
    for ref in refs:
        groups.setdefault(ref.card, []).append(ref)
    return [tuple(group) for group in groups.values()]


def chosen_with(label: Message) -> CardRef | SeatRef | None:
    """Return what is chosen with an option: its card or else its player; None if it has neither."""
    seat = label.args.get("seat")
    return subject_of(label) or (seat if isinstance(seat, SeatRef) else None)


def numbered(hand: Iterable[Sequence[CardRef]], shown: Iterable[CardRef | SeatRef], asked: Decision | None) -> Numbers:
    """Return the numbers of a hand's cards, whatever is asked, and after them of what else a picture shows and offers.

    `hand` has a group of equal cards for each card of the picture, and `shown` everything else in its order.
    """
    found: dict[CardRef | SeatRef, int] = {ref: number for number, refs in enumerate(hand, 1) for ref in refs}
    chosen = {chosen_with(option.label) for option in asked.options} if asked is not None else set()
    others = dict.fromkeys(each for each in shown if each in chosen and each not in found)
    return found | {each: number for number, each in enumerate(others, max(found.values(), default=0) + 1)}


def listed(numbers: Numbers, words: Words) -> str:
    """Return which card has which number, for the description of a picture; empty without numbers."""
    cards = {number: words.card(ref.card) for ref, number in numbers.items() if isinstance(ref, CardRef)}
    return ", ".join(words.plain("panel.numbered", number=number, label=card) for number, card in cards.items())


def numbers_of_options(asked: Decision, numbers: Numbers) -> Mapping[Key, int]:
    """Return the numbers of options, by the options' keys.

    A card's number stands only at its first option, so that no two buttons begin with the same one, and at no whole
    choice, which has the number of a place.
    """
    found: dict[int, list[Option]] = {}
    for option in asked.options:
        chosen = chosen_with(option.label)
        if chosen is not None and chosen in numbers:
            found.setdefault(numbers[chosen], []).append(option)
    return {first.key: number for number, (first, *_) in found.items() if "begun" not in first.label.args}
