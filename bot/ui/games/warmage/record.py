"""What a WarMage match's facts say for its trophy: the Wounds that were left, and the Spells that wounded most."""

from collections import Counter
from collections.abc import Sequence

from bot.ui.games.trophies import Deed, MatchRecord, better, by_turn, most_used, per_seat, seat_tones
from bot.ui.games.warmage import board
from bot.ui.games.warmage.sigil import sigil_of
from bot.ui.texts.words import Words
from engine.contract import Fact, Seat
from engine.games.warmage import events as e
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import WarMageView


def record(facts: Sequence[Fact], view: WarMageView, words: Words) -> MatchRecord:
    """Return what the facts of a whole match of WarMage say for its trophy."""
    pool, seats = words.pool(WarMageCards), len(view.seats)
    cast = [fact for fact in facts if isinstance(fact, e.Cast)]
    favourites = [most_used(fact.card.card for fact in cast if fact.seat == seat) for seat in range(seats)]
    last, cards = board.last_cards(view, words)
    return MatchRecord(
        title=words("warmage.trophy.curve"),
        values=by_turn(facts, (e.TurnBegan,)),
        falls=True,
        roles=("",) * seats,
        tones=seat_tones(seats),
        arts=tuple(None if card is None else sigil_of(pool.by_id[card]) for card in favourites),
        deeds=per_seat(_deeds(facts, pool, words), seats),
        deed=words("warmage.trophy.blow"),
        last=last,
        cards=tuple((pool.name(each.card), sigil_of(pool.by_id[each.card]), None) for each in cards),
    )


def _deeds(facts: Sequence[Fact], pool: WarMageCards, words: Words) -> dict[Seat, Deed]:
    """Return each player's Spell that dealt the most Wounds to others in one turn."""
    deeds: dict[Seat, Deed] = {}
    turn = 0
    casters: dict[str, Seat] = {}
    dealt: Counter[tuple[Seat, str]] = Counter()
    for fact in facts:
        if isinstance(fact, e.TurnBegan):
            turn, dealt = fact.turn, Counter()
        elif isinstance(fact, e.Cast | e.Used):
            casters[fact.card.card] = fact.seat
        elif isinstance(fact, e.Wounded) and casters.get(fact.card.card, fact.seat) != fact.seat:
            seat, card = casters[fact.card.card], fact.card.card
            dealt[seat, card] += 1
            count = dealt[seat, card]
            figure = words("warmage.figure.fewer", amount=count, count=count)
            better(deeds, seat, Deed(count, figure, pool.name(card), sigil_of(pool.by_id[card]), turn))
    return deeds
