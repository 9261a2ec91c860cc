"""What a newcomer to Zarcana may not know, in the order in which it is explained."""

from collections.abc import Iterable

from engine.contract import Decision, letter
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import ZarcanaView


def terms(view: ZarcanaView, asked: Decision, cards: ZarcanaCards) -> tuple[str, ...]:
    """Return the kind of question, then the points, the kinds of cards in hand, and what lies on the board."""
    return tuple(f"zarcana.term.{name}" for name in (f"ask.{asked.kind}", *_shown(view, asked, cards)))


def _shown(view: ZarcanaView, asked: Decision, cards: ZarcanaCards) -> Iterable[str]:
    own, spaces = view.seats[letter(asked.seat)], view.board.values()
    yield "points"
    kinds = {cards.by_id[ref.card].kind for ref in own.hand}
    yield from (kind for kind in ("number", "court", "trump") if kind in kinds)
    minions = [minion for space in spaces for minion in space.minions]
    open_things = {
        "standing": any(minion.facing == "up" for minion in minions),
        "lying": any(minion.facing != "up" for minion in minions),
        "wasteland": any(not space.stack for space in spaces),
        "shared": any(len({minion.seat for minion in space.minions}) > 1 for space in spaces),
        "face_down": any(space.face_down for space in spaces),
        "reshuffled": view.reshuffled,
        "final": view.final is not None,
    }
    yield from (name for name, there in open_things.items() if there)
