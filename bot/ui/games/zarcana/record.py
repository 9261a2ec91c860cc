"""What a Zarcana match's facts say for its trophy: everybody's points from turn to turn, and the best turns."""

from collections import Counter
from collections.abc import Sequence

from bot.ui.games.trophies import Deed, Record, better, by_turn, per_seat, seat_tones
from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.games.zarcana.points import PointCount
from bot.ui.words import Words
from engine.contract import CardRef, Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import ZarcanaView


def record(facts: Sequence[Fact], view: ZarcanaView, words: Words) -> Record | None:
    """Return what the facts of a whole match say; None without the definitions of its cards."""
    pool, seats = words.cards, len(view.seats)
    if not isinstance(pool, ZarcanaCards):
        return None
    board = PointCount(facts, view, pool)
    used = [_most_used(seat, facts) for seat in range(seats)]
    return Record(
        title=words("zarcana.trophy.curve"),
        values=by_turn(facts, (e.TurnBegan,), board.points(seats), board.count),
        falls=False,
        roles=("",) * seats,
        tones=seat_tones(seats),
        arts=tuple(None if card is None else tarot_face(card, words).art for card in used),
        deeds=per_seat(_deeds(facts, PointCount(facts, view, pool), seats, words), seats),
        deed=words("zarcana.trophy.turn"),
    )


def _most_used(seat: Seat, facts: Sequence[Fact]) -> str | None:
    """Return the card whose power a player has used most."""
    used = Counter(fact.card.card for fact in facts if isinstance(fact, e.Played | e.Used) and fact.seat == seat)
    return max(used, key=lambda card: (used[card], card), default=None)


def _deeds(facts: Sequence[Fact], board: PointCount, seats: int, words: Words) -> dict[Seat, Deed]:
    """Return each player's turn that gained the most points, and the last card used in it."""
    deeds: dict[Seat, Deed] = {}
    points, before = board.points(seats), board.points(seats)
    began: e.TurnBegan | None = None
    card: CardRef | None = None
    for fact in facts:
        if isinstance(fact, e.TurnBegan):
            began, card, before = fact, None, list(points)
        elif isinstance(fact, e.Played | e.Used):
            card = fact.card
        elif isinstance(fact, e.Scored):
            break
        board.count(fact, points)
        if began is None or card is None:
            continue
        gained = points[began.seat] - before[began.seat]
        if gained > 0:
            figure, face = words("zarcana.trophy.gained", count=gained), tarot_face(card.card, words)
            better(deeds, began.seat, Deed(gained, figure, face.name, face.art, began.turn))
    return deeds
