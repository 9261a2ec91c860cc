"""What happened in a WarMage match, in words."""

from collections.abc import Sequence
from typing import Any, Final

from bot.ui.games.story import Teller, by_fields
from bot.ui.words import Rendered, Words
from engine.contract import CardRef, Fact, SeatRef
from engine.games.warmage import events as e
from engine.kit.facts import Drew, DrewUnseen, Ended, Left

UPKEEP: Final = (Drew, DrewUnseen, e.TookFromRow, e.Revealed, e.Reshuffled)
"""Everyday drawing: particulars of what it belongs to."""


def without_upkeep(facts: Sequence[Fact]) -> list[Fact]:
    """Return what happened without the everyday drawing."""
    return [fact for fact in facts if not isinstance(fact, UPKEEP)]


HEADLINES: Final = (
    (Ended,),
    (e.Eliminated, Left),
    (e.Wounded, e.Prevented),
    (e.Countered, e.Resolved, e.Used),
    (e.Cast,),
    (e.TurnBegan, e.Started),
)
"""The last thing that counts: the outcome, who went out, Wounds, Spells, or whose turn it is."""


def _cast(fact: e.Cast, words: Words) -> str:
    values: dict[str, Any] = {"seat": SeatRef(fact.seat), "card": fact.card}
    if fact.spell is not None and fact.target is not None:
        line = words("warmage.fact.cast_both", spell=fact.spell, target=SeatRef(fact.target), **values)
    elif fact.spell is not None:
        line = words("warmage.fact.cast_spell", spell=fact.spell, **values)
    elif fact.target is not None:
        line = words("warmage.fact.cast_player", target=SeatRef(fact.target), **values)
    elif fact.aimed is not None:
        line = words("warmage.fact.cast_card", aimed=fact.aimed, **values)
    else:
        line = words("warmage.fact.cast", **values)
    return f"{line} {_paid(fact.paid, words)}" if fact.paid else line


def _used(fact: e.Used, words: Words) -> str:
    values: dict[str, Any] = {"seat": SeatRef(fact.seat), "card": fact.card}
    if fact.target is None:
        line = words("warmage.fact.used", **values)
    else:
        line = words("warmage.fact.used_player", target=SeatRef(fact.target), **values)
    return f"{line} {_paid(fact.paid, words)}" if fact.paid else line


def _paid(paid: tuple[CardRef, ...], words: Words) -> Rendered:
    return words("warmage.fact.paid", cards=paid)


def _eliminated(fact: e.Eliminated, words: Words) -> str:
    return words("warmage.fact.eliminated", count=len(fact.seats), players=words.list_players(fact.seats))


def _ended(fact: Ended, words: Words) -> str:
    first = fact.outcome.ranking[0]
    reason = words(fact.outcome.reason)
    if len(first) > 1:
        return words("warmage.fact.drawn", players=words.list_players(first), reason=reason)
    return words("warmage.fact.won", seat=SeatRef(first[0]), reason=reason)


TELLERS: Final[dict[type[Fact], Teller]] = {
    e.Started: by_fields("warmage.fact.started"),
    e.Dealt: by_fields("warmage.fact.dealt"),
    e.TurnBegan: by_fields("warmage.fact.turn_began"),
    Drew: by_fields("warmage.fact.drew"),
    DrewUnseen: by_fields("warmage.fact.drew_unseen"),
    e.TookFromRow: by_fields("warmage.fact.took_from_row"),
    e.Revealed: by_fields("warmage.fact.revealed"),
    e.Reshuffled: by_fields("warmage.fact.reshuffled"),
    e.Cast: _cast,
    e.CameSecond: by_fields("warmage.fact.came_second"),
    e.Rewound: lambda fact, words: words(f"warmage.fact.rewound.{'shuffled' if fact.shuffled else 'same'}"),
    e.ChainClosed: lambda fact, words: words("warmage.fact.chain_closed", count=fact.links),
    e.Resolved: by_fields("warmage.fact.resolved", "how"),
    e.Countered: by_fields("warmage.fact.countered", "to"),
    e.CounterFailed: by_fields("warmage.fact.counter_failed"),
    e.Protected: by_fields("warmage.fact.protected"),
    e.Redirected: by_fields("warmage.fact.redirected"),
    e.Removed: by_fields("warmage.fact.removed"),
    e.Used: _used,
    e.CameIntoPlay: by_fields("warmage.fact.came_into_play"),
    e.LeftPlay: by_fields("warmage.fact.left_play"),
    e.Discarded: by_fields("warmage.fact.discarded"),
    e.Stole: by_fields("warmage.fact.stole"),
    e.StoleUnseen: by_fields("warmage.fact.stole_unseen"),
    e.RowSwept: by_fields("warmage.fact.row_swept"),
    e.Wounded: by_fields("warmage.fact.wounded", "to"),
    e.Prevented: by_fields("warmage.fact.prevented"),
    e.Healed: by_fields("warmage.fact.healed", "wound"),
    e.Eliminated: _eliminated,
    Left: by_fields("warmage.fact.left"),
    e.CutShort: by_fields("warmage.fact.cut_short"),
    Ended: _ended,
}
