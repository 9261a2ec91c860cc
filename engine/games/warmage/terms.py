"""What a newcomer to WarMage may not know, in the order in which it is explained."""

from collections.abc import Iterable

from engine.contract import Decision, letter
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import WarMageView


def terms(view: WarMageView, asked: Decision, cards: WarMageCards) -> tuple[str, ...]:
    """Return the kind of question, then the Wounds, when the Spells in hand may be cast, and what lies open."""
    kind = "react" if asked.kind.startswith("react_") else asked.kind
    return tuple(f"warmage.term.{name}" for name in (f"ask.{kind}", *_shown(view, asked, cards)))


def _shown(view: WarMageView, asked: Decision, cards: WarMageCards) -> Iterable[str]:
    seats = view.seats.values()
    yield "wounds"
    if view.chain:
        yield "chain"
    held = [cards.by_id[ref.card] for ref in view.seats[letter(asked.seat)].hand if ref is not None]
    timings = {card.timing for card in held}
    yield from (timing for timing in ("opener", "reflex", "swift") if timing in timings)
    open_things = {
        "countered": any(link.fate == "countered" for link in view.chain),
        "row": bool(view.row),
        "flesh": any(seat.flesh for seat in seats),
        "mortal": any(seat.mortal for seat in seats),
        "play": any(seat.play for seat in seats),
        "out": any(seat.out for seat in seats),
    }
    yield from (name for name, there in open_things.items() if there)
