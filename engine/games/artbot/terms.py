"""What a newcomer to Art Bot Cards may not know, in the order in which it is explained."""

from collections.abc import Iterable

from engine.contract import Decision, letter
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.view import ArtBotView


def terms(view: ArtBotView, asked: Decision, cards: ArtBotCards) -> tuple[str, ...]:
    """Return the kind of question, then the points, the kinds of cards in hand, and an open hit."""
    return tuple(f"artbot.term.{name}" for name in (f"ask.{asked.kind}", *_shown(view, asked, cards)))


def _shown(view: ArtBotView, asked: Decision, cards: ArtBotCards) -> Iterable[str]:
    if view.mode == "toe-to-toe":
        return
    yield from ("hp", "pp", "rp")
    if view.hit is not None:
        yield "backfire" if view.hit.backfires else "sum"
    held = [cards.by_id[ref.card] for ref in view.seats[letter(asked.seat)].active if ref is not None]
    if any(card.damages for card in held):
        yield "damage"
    powers = {card.power for card in held}
    yield from (power for power in ("heal", "steal", "glitch") if power in powers)
    if any(seat.discard for seat in view.seats.values()):
        yield "discard"
    if any(seat.out for seat in view.seats.values()):
        yield "out"
