"""The options of a question: their numbers, the places on the board that they stand for, and their labels."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from bot.ui.games.card_numbers import subject_of
from bot.ui.games.zarcana.board import top_card
from bot.ui.games.zarcana.cards import worth
from bot.ui.texts.words import Rendered, Words
from engine.contract import CardRef, Decision, Forecast, Key, Option, Seat, SeatRef, letter
from engine.games.zarcana import board
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import ZarcanaView

ALL: Final = -1
"""The place of a whole space."""

Place: TypeAlias = tuple[str, int]
"""A space with the place of a minion there, from 0, or with `ALL`."""


class Choices(Struct, frozen=True):
    """The options of a question that have a number.

    Attributes:
        numbers: the number of each of these options, by its key.
        places: the numbers on the board.
        start: the space of the minion that acts; empty if there is none.
    """

    numbers: Mapping[Key, int] = {}
    places: Mapping[Place, int] = {}
    start: str = ""


def in_hand(view: ZarcanaView, seat: Seat, words: Words) -> list[CardRef]:
    """Return the cards that a seat has held in this turn, suit by suit: those in the hand, and those in use."""
    used = view.resolving if view.active == seat else ()
    order = list(words.pool(ZarcanaCards).by_id)
    return sorted((*view.seats[letter(seat)].hand, *used), key=lambda ref: order.index(ref.card))


def choices(view: ZarcanaView, seat: Seat, asked: Decision, words: Words) -> Choices:
    """Return the options of a question with their numbers. Cards of the hand keep theirs for the turn.

    What is on the board is numbered after the hand if both can be chosen, or else from 1.
    """
    held = {ref: number for number, ref in enumerate(in_hand(view, seat, words), 1)}
    loose = [option for option in asked.options if "space" not in option.label.args]
    numbers = {option.key: held[ref] for option in loose if (ref := subject_of(option.label)) in held}
    places: dict[Place, int] = {}
    first = 1 + (len(held) if numbers else 0)
    for option in asked.options:
        place = _minion(view, option, places) or (space_of(asked, option), ALL)
        if place not in places and (place[0] in view.board or place[0] in view.wasteland):
            numbers[option.key] = places[place] = first + len(places)
    return Choices(numbers, places, str(asked.about.get("space", "")))


def _minion(view: ZarcanaView, option: Option, taken: Iterable[Place]) -> Place | None:
    """Return the place of an option's minion: the first of those that look like it and have no number yet."""
    args = option.label.args
    name, owner = str(args.get("space")), args.get("seat")
    if not isinstance(owner, SeatRef) or name not in view.board:
        return None
    looks = (owner.seat, option.label.id.rpartition(".")[2], board.FACINGS[board.SIGNS.index(str(args["facing"]))])
    there = ((minion.seat, minion.size, minion.facing) for minion in view.board[name].minions)
    alike = ((name, place) for place, minion in enumerate(there) if minion == looks)
    return next((place for place in alike if place not in taken), None)


def space_of(asked: Decision, option: Option) -> str:
    """Return the space that an option stands for, or at which a minion then points; empty if there is none."""
    facing, start = option.label.id.removeprefix("zarcana.pick."), asked.about.get("space")
    if facing not in board.FACINGS or start is None:
        return str(option.label.args.get("space", ""))
    return board.name(board.named(str(start)) + board.AHEAD[board.FACINGS.index(facing)])


def label(view: ZarcanaView, asked: Decision, option: Option, words: Words) -> str:
    """Return the label of an option, which says what is where it leads."""
    args, kind, name = option.label.args, option.label.id.removeprefix("zarcana.pick."), space_of(asked, option)
    if kind in ("territory", "face_down", "wasteland"):
        ref = args.get("card")
        value = worth(ref.card, words.pool(ZarcanaCards)) if isinstance(ref, CardRef) else ""
        there = Rendered(words.plain(f"zarcana.choice.{kind}", value=value, **args))
        return words.plain("zarcana.choice.to", there=there) if "space" in asked.about else there
    if kind in board.FACINGS[1:] and (name in view.board or name in view.wasteland):
        top = top_card(view.board[name]) if name in view.board else None
        key = "zarcana.choice.facing" if top is None else "zarcana.choice.facing.card"
        return words.plain(key, facing=Rendered(words.label(option.label)), space=name, card=top or "")
    return words.label(option.label)


def outcome(
    _: ZarcanaView, __: Decision, ___: Option, lines: Sequence[Forecast], now: Sequence[Forecast], words: Words
) -> str:
    """Return in a few words whose scores change, and from what to what."""
    return ", ".join(
        words.plain("zarcana.choice.change", **line.message.args) for line in lines if any(line.changes.values())
    )
