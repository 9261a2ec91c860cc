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

COMPARED: Final = ("move", "victim", "space", "card", "demand")
"""The questions whose options are compared by what they bring: all of them, or none, have a forecast."""

Place: TypeAlias = tuple[str, int]
"""A space with the place of a minion there, from 0."""


class Choices(Struct, frozen=True):
    """How pictures show what a question offers. Spaces have their names, and everything else has a number.

    Attributes:
        numbers: the number of each option that has one, by its key.
        minions: the numbers of minions.
        spaces: the spaces that can be chosen.
        start: the space of the minion that acts; empty if there is none.
    """

    numbers: Mapping[Key, int] = {}
    minions: Mapping[Place, int] = {}
    spaces: frozenset[str] = frozenset()
    start: str = ""


def in_hand(view: ZarcanaView, seat: Seat, words: Words) -> list[CardRef]:
    """Return the cards that a seat has held in this turn, suit by suit: those in the hand, and those in use."""
    used = view.resolving if view.active == seat else ()
    order = list(words.pool(ZarcanaCards).by_id)
    return sorted((*view.seats[letter(seat)].hand, *used), key=lambda ref: order.index(ref.card))


def choices(view: ZarcanaView, seat: Seat, asked: Decision, words: Words) -> Choices:
    """Return how pictures show what a question offers.

    Cards of the hand keep their numbers for the turn. Minions have the numbers after these, so that nothing else on a
    panel has the same one.
    """
    held = {ref: number for number, ref in enumerate(in_hand(view, seat, words), 1)}
    loose = [option for option in asked.options if "space" not in option.label.args]
    numbers = {option.key: held[ref] for option in loose if (ref := subject_of(option.label)) in held}
    minions: dict[Place, int] = {}
    spaces = set[str]()
    for option in asked.options:
        if (place := _minion(view, option, minions)) is None:
            spaces.add(space_of(asked, option))
        else:
            numbers[option.key] = minions[place] = 1 + len(held) + len(minions)
    return Choices(numbers, minions, frozenset(spaces), str(asked.about.get("space", "")))


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
    """Return the label of an option, which begins with the space to which it leads, and says what is there."""
    args, kind, name = option.label.args, option.label.id.removeprefix("zarcana.pick."), space_of(asked, option)
    pool = words.pool(ZarcanaCards)
    if kind in ("territory", "face_down", "wasteland"):
        ref = args.get("card")
        value = worth(ref.card, pool) if isinstance(ref, CardRef) else ""
        return words.plain(f"zarcana.choice.{kind}", value=value, **args)
    if kind in board.FACINGS[1:] and (name in view.board or name in view.wasteland):
        top = top_card(view.board[name]) if name in view.board else None
        facing = Rendered(words.label(option.label))
        if top is None:
            return words.plain("zarcana.choice.facing", facing=facing, space=name)
        value = worth(top.card, pool)
        return words.plain("zarcana.choice.facing.card", facing=facing, space=name, card=top, value=value)
    return words.label(option.label)


def outcome(
    _: ZarcanaView, asked: Decision, __: Option, lines: Sequence[Forecast], now: Sequence[Forecast], words: Words
) -> str:
    """Return in a few words whose scores change, and from what to what; the own one also if it stays as it is."""
    own = lines[:1] if asked.kind in COMPARED else ()
    shown = (line for line in lines if line in own or any(line.changes.values()))
    return ", ".join(words.plain("zarcana.choice.change", **line.message.args) for line in shown)
