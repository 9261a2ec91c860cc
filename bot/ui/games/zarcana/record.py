"""What a Zarcana match's facts say for its trophy: everybody's minions from turn to turn, and the best turns.

Points are known only in the end, so the curve counts the sizes of a player's minions on the board.
"""

from collections import Counter
from collections.abc import Sequence

from bot.ui.games.trophies import Deed, Record, better, by_turn, per_seat, seat_tones
from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.games.zarcana.story import SIZES
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
    used = [_most_used(seat, facts) for seat in range(seats)]
    return Record(
        title=words("zarcana.trophy.curve"),
        values=by_turn(facts, (e.TurnBegan,), _start(facts, view), _count),
        falls=False,
        roles=tuple("" if card is None else _suit(card, pool, words) for card in used),
        tones=seat_tones(seats),
        arts=tuple(None if card is None else tarot_face(card, words).art for card in used),
        deeds=per_seat(_deeds(facts, seats, words), seats),
        deed=words("zarcana.trophy.turn"),
        scored=False,
    )


def _suit(card: str, pool: ZarcanaCards, words: Words) -> str:
    """Return the name of a card's suit."""
    named: dict[str, str] = {suit: power.name for suit, power in pool.suits.items()}
    return named.get(pool.suit_of[card]) or words("zarcana.trophy.trumps")


def _start(facts: Sequence[Fact], view: ZarcanaView) -> Sequence[int]:
    """Return the sizes of everybody's minions before the first fact: a lesson or a fork begins with some on the board.

    `view` is of the position that the facts led to.
    """
    changed, sizes = [0] * len(view.seats), [0] * len(view.seats)
    for fact in facts:
        _count(fact, changed)
    for minion in (minion for space in view.board.values() for minion in space.minions):
        sizes[minion.seat] += SIZES.index(minion.size) + 1
    return [now - change for now, change in zip(sizes, changed, strict=True)]


def _count(fact: Fact, sizes: list[int]) -> None:
    """Keep the sizes of everybody's minions, which a fact may change."""
    match fact:
        case e.MinionEntered():
            sizes[fact.seat] += fact.size
        case e.Grew():
            sizes[fact.seat] += 1
        case e.Shrank():
            sizes[fact.target] -= 1
        case e.Destroyed():
            sizes[fact.target] -= fact.size
        case e.Converted():
            sizes[fact.target] -= fact.size
            sizes[fact.seat] += fact.replacement
        case _:
            pass


def _most_used(seat: Seat, facts: Sequence[Fact]) -> str | None:
    """Return the card whose power a player has used most."""
    used = Counter(fact.card.card for fact in facts if isinstance(fact, e.Played | e.Used) and fact.seat == seat)
    return max(used, key=lambda card: (used[card], card), default=None)


def _deeds(facts: Sequence[Fact], seats: int, words: Words) -> dict[Seat, Deed]:
    """Return each player's turn that gained the most over the others, in sizes of minions, and the card used in it."""
    deeds: dict[Seat, Deed] = {}
    sizes, before = [0] * seats, [0] * seats
    began: e.TurnBegan | None = None
    card: CardRef | None = None
    for fact in facts:
        if isinstance(fact, e.TurnBegan):
            began, card, before = fact, None, list(sizes)
        elif isinstance(fact, e.Played | e.Used):
            card = fact.card
        _count(fact, sizes)
        if began is None or card is None:
            continue
        seat = began.seat
        lost = sum(max(0, was - now) for each, (was, now) in enumerate(zip(before, sizes, strict=True)) if each != seat)
        gained = max(0, sizes[seat] - before[seat]) + lost
        if gained:
            figure, face = words("zarcana.trophy.gained", count=gained), tarot_face(card.card, words)
            better(deeds, seat, Deed(gained, figure, face.name, face.art, began.turn))
    return deeds
