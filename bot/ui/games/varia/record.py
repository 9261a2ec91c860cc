"""What a Varia match's facts say for its trophy: classes, health points from turn to turn, and the hardest blows."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from bot.ui.games.trophies import Deed, MatchRecord, better, by_turn, per_seat
from bot.ui.games.varia import board
from bot.ui.games.varia.classes import class_of, tones_of_classes
from bot.ui.games.varia.faces import art
from bot.ui.games.varia.moments import ActingCards, pool_of
from bot.ui.games.varia.portraits import portrait_of
from bot.ui.texts.words import Words
from engine.contract import Fact, Seat
from engine.games.varia import events as e
from engine.games.varia.odds import distribution
from engine.games.varia.pool import VariaCards
from engine.games.varia.rulings import FOCUS_SIDES, POWER_SIDES
from engine.games.varia.view import VariaView


def record(facts: Sequence[Fact], view: VariaView, words: Words) -> MatchRecord:
    """Return what the facts of a whole match of Varia say for its trophy."""
    pool = words.pool(VariaCards)
    deeds = _deeds(facts, pool, words)
    classes = [class_of(seat, facts, pool) for seat in (0, 1)]
    blows = per_seat(deeds, 2)
    return MatchRecord(
        title=words("varia.trophy.curve"),
        values=by_turn(facts, (e.TurnBegan,)),
        falls=True,
        roles=tuple(pool.classes.get(key, "") for key in classes),
        tones=tones_of_classes(*classes),
        arts=tuple(None if not key else portrait_of(key) for key in classes),
        deeds=blows,
        deed=words("varia.trophy.blow"),
        last=words("varia.picture.last"),
        cards=tuple(
            (words.cards_of(action.cards), art(pool.by_id[action.cards[0].card], pool), seat)
            for seat, action in board.last_moment(view)
        ),
        luck=(_luck(0, facts), _luck(1, facts)),
    )


def _luck(seat: Seat, facts: Sequence[Fact]) -> int:
    """Return by how many pips a player's dice came above what was to be expected of them, rounded.

    Rolls of which the facts do not tell what was to be expected do not count.
    """
    luck = Fraction()
    for fact in facts:
        if not isinstance(fact, e.Rolled) or fact.seat != seat or fact.face is not None or fact.again:
            continue
        sums = [sum(pool) for pool in fact.pools]
        if len(sums) > 1 and min(sums) == max(sums):
            continue
        pool = pool_of(fact, POWER_SIDES if fact.figure == "power" else FOCUS_SIDES)
        luck += sums[fact.kept] - sum(total * chance for total, chance in distribution(replace(pool, plus=0)))
    return round(luck)


def _deeds(facts: Sequence[Fact], pool: VariaCards, words: Words) -> dict[Seat, Deed]:
    """Return each player's hardest blow at the other one."""
    deeds: dict[Seat, Deed] = {}
    turn, actions = 0, ActingCards()
    for fact in facts:
        actions.note(fact)
        if isinstance(fact, e.TurnBegan):
            turn = fact.turn
        elif isinstance(fact, e.MomentBegan):
            actions = ActingCards()
        elif isinstance(fact, e.Hit) and fact.dealt and fact.target != fact.seat and actions.of(fact.seat):
            cards = actions.of(fact.seat)
            figure = words("varia.figure.fewer", amount=fact.dealt)
            better(
                deeds,
                fact.seat,
                Deed(fact.dealt, figure, words.cards_of(cards), art(pool.by_id[cards[0].card], pool), turn),
            )
    return deeds
