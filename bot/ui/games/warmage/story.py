"""What happened in a WarMage match, in words."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.ui.games.renderer import Beat
from bot.ui.words import Rendered, Words
from engine.contract import CardRef, Fact, SeatRef
from engine.games.warmage import events as e
from engine.kit.facts import Drew, DrewUnseen, Ended, Left

UPKEEP: Final = (Drew, DrewUnseen, e.TookFromRow, e.Revealed, e.Reshuffled)
"""Everyday drawing: particulars of what it belongs to."""


def story(facts: Sequence[Fact], words: Words) -> list[Beat]:
    """Return what happened, in order."""
    beats: list[Beat] = []
    for fact in facts:
        told = _TELL.get(type(fact))
        line = "" if told is None else told(fact, words)
        if not line:
            continue
        if isinstance(fact, UPKEEP) and beats:
            last = beats[-1]
            beats[-1] = Beat(last.line, (*last.particulars, line))
        else:
            beats.append(Beat(line))
    return beats


def without_upkeep(facts: Sequence[Fact]) -> list[Fact]:
    """Return what happened without the everyday drawing."""
    return [fact for fact in facts if not isinstance(fact, UPKEEP)]


def headline(facts: Sequence[Fact], words: Words) -> str:
    """Return the last thing that counts: the outcome, who went out, Wounds, Spells, or whose turn it is."""
    for kinds in (
        (Ended,),
        (e.Eliminated, Left),
        (e.Wounded, e.Prevented),
        (e.Countered, e.Resolved, e.Used),
        (e.Cast,),
        (e.TurnBegan, e.Started),
    ):
        last = next((fact for fact in reversed(facts) if isinstance(fact, kinds)), None)
        if last is not None:
            return _TELL[type(last)](last, words)
    return ""


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
    players = ", ".join(words.player(seat) for seat in fact.seats)
    return words("warmage.fact.eliminated", count=len(fact.seats), players=Rendered(players))


def _ended(fact: Ended, words: Words) -> str:
    first = fact.outcome.ranking[0]
    reason = words(fact.outcome.reason)
    if len(first) > 1:
        players = ", ".join(words.player(seat) for seat in first)
        return words("warmage.fact.drawn", players=Rendered(players), reason=reason)
    return words("warmage.fact.won", seat=SeatRef(first[0]), reason=reason)


def _plain(key: str, part: str | None = None) -> Callable[[Any, Words], str]:
    """Tell a fact by its own fields: seats as players, cards by name, the rest as it is; `part` ends the id."""

    def tell(fact: Any, words: Words) -> str:
        values = {name: getattr(fact, name) for name in fact.__struct_fields__}
        values |= {name: SeatRef(value) for name, value in values.items() if name in _SEATS and isinstance(value, int)}
        shown = {name: value for name, value in values.items() if isinstance(value, _SHOWN)}
        return words(f"{key}_{getattr(fact, part)}" if part else key, **shown)

    return tell


_SEATS: Final = ("seat", "active", "target")
_SHOWN: Final = (int, str, SeatRef, CardRef, tuple)

_TELL: Final[dict[type[Fact], Callable[[Any, Words], str]]] = {
    e.Started: _plain("warmage.fact.started"),
    e.Dealt: _plain("warmage.fact.dealt"),
    e.TurnBegan: _plain("warmage.fact.turn_began"),
    Drew: _plain("warmage.fact.drew"),
    DrewUnseen: _plain("warmage.fact.drew_unseen"),
    e.TookFromRow: _plain("warmage.fact.took_from_row"),
    e.Revealed: _plain("warmage.fact.revealed"),
    e.Reshuffled: _plain("warmage.fact.reshuffled"),
    e.Cast: _cast,
    e.CameSecond: _plain("warmage.fact.came_second"),
    e.Rewound: lambda fact, words: words(f"warmage.fact.rewound.{'shuffled' if fact.shuffled else 'same'}"),
    e.ChainClosed: lambda fact, words: words("warmage.fact.chain_closed", count=fact.links),
    e.Resolved: _plain("warmage.fact.resolved", "how"),
    e.Countered: _plain("warmage.fact.countered", "to"),
    e.CounterFailed: _plain("warmage.fact.counter_failed"),
    e.Protected: _plain("warmage.fact.protected"),
    e.Redirected: _plain("warmage.fact.redirected"),
    e.Removed: _plain("warmage.fact.removed"),
    e.Used: _used,
    e.CameIntoPlay: _plain("warmage.fact.came_into_play"),
    e.LeftPlay: _plain("warmage.fact.left_play"),
    e.Discarded: _plain("warmage.fact.discarded"),
    e.Stole: _plain("warmage.fact.stole"),
    e.StoleUnseen: _plain("warmage.fact.stole_unseen"),
    e.RowSwept: _plain("warmage.fact.row_swept"),
    e.Wounded: _plain("warmage.fact.wounded", "to"),
    e.Prevented: _plain("warmage.fact.prevented"),
    e.Healed: _plain("warmage.fact.healed", "wound"),
    e.Eliminated: _eliminated,
    Left: _plain("warmage.fact.left"),
    e.CutShort: _plain("warmage.fact.cut_short"),
    Ended: _ended,
}
