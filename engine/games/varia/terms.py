"""What a newcomer to Varia may not know, in the order in which it is explained."""

from collections.abc import Iterable
from typing import Final

from engine.contract import Decision, letter
from engine.games.varia.cards import ActionCard
from engine.games.varia.pool import VariaCards
from engine.games.varia.view import ActionView, VariaView

PLANNING: Final = ("movement", "action", "reaction")
"""The questions in which points, types and distance matter first."""


def terms(view: VariaView, asked: Decision, cards: VariaCards) -> tuple[str, ...]:
    """Return the kind of question, then what lies open: points, types, the timeline, items, and marks on actions."""
    return tuple(f"varia.term.{name}" for name in (f"ask.{asked.kind}", *_shown(view, asked, cards)))


def _shown(view: VariaView, asked: Decision, cards: VariaCards) -> Iterable[str]:
    own, other = (view.seats[letter(seat)] for seat in (asked.seat, 1 - asked.seat))
    actions = [action for seat in (own, other) for action in seat.plan if action is not None]
    yield "hp"
    if asked.kind in PLANNING:
        yield "ap"
    yield from _types(actions, [cards.by_id[ref.card] for ref in own.hand or ()])
    yield view.distance
    if actions:
        yield from ("moment", "power", "focus")
    if any(own.plan) and any(other.plan):
        yield "clash"
    seats = (own, other)
    open_things = {
        "item": any(seat.items for seat in seats),
        "queue": any(seat.queue for seat in seats),
        "stack": any(seat.stacks for seat in seats),
        "combo": any(len(action.now or action.cards) > 1 for action in actions),
        "improved": any(action.improved > 0 for action in actions),
        "impaired": any(action.improved < 0 for action in actions),
        "disrupted": any(action.disrupted for action in actions),
        "ruined": any(seat.ruined for seat in seats),
    }
    yield from (name for name, there in open_things.items() if there)


def _types(actions: Iterable[ActionView], hand: Iterable[object]) -> Iterable[str]:
    """Yield the kinds of cards that a player can see."""
    held = [card for card in hand if isinstance(card, ActionCard)]
    types = {each for card in held for each in card.types} | {each for action in actions for each in action.types}
    yield from (name for name in ("attack", "block") if name in types)
    if any(card.fast for card in held):
        yield "fast"
