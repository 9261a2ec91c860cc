"""Texts about the events of a WarMage match."""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.story import Teller, by_fields, with_cards, with_outcome, with_players
from bot.ui.texts.words import Words
from engine.contract import Fact, SeatRef
from engine.games.warmage import events as e
from engine.games.warmage.view import LinkView
from engine.kit.facts import Drew, DrewUnseen, Ended, Left

UPKEEP: Final = (Drew, DrewUnseen, e.TookFromRow, e.Revealed, e.Reshuffled)
"""Routine drawing, told as details of the fact before it."""


def without_upkeep(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts, leaving out routine drawing."""
    return [fact for fact in facts if not isinstance(fact, UPKEEP)]


def without_open_chain(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts, leaving out the Spells of a Chain that is still open."""
    closed = max((place for place, fact in enumerate(facts) if isinstance(fact, e.ChainClosed)), default=-1)
    return [fact for place, fact in enumerate(facts) if place < closed or not isinstance(fact, e.Cast)]


def target_of(cast: e.Cast | LinkView) -> str:
    """Return the kind of target that a Spell has, as the last part of a message id; empty if it has no target."""
    if cast.spell is not None:
        return "spell" if cast.target is None else "both"
    return "player" if cast.target is not None else "card" if cast.aimed is not None else ""


def _done(fact: e.Cast | e.Used, words: Words) -> str:
    """Return a line about the Spell cast or the ability used, its target, and the cost paid."""
    if isinstance(fact, e.Cast):
        key, target = "warmage.fact.cast", target_of(fact)
    else:
        key, target = "warmage.fact.used", "" if fact.target is None else "player"
    line = by_fields(f"{key}_{target}" if target else key)(fact, words)
    if not fact.paid:
        return line
    return f"{line} {words('warmage.fact.paid', seat=SeatRef(fact.seat), cards=words.list_cards(fact.paid))}"


TELLERS: Final[dict[type[Fact], Teller]] = {
    e.Started: by_fields("warmage.fact.started"),
    e.Dealt: with_cards("warmage.fact.dealt"),
    e.TurnBegan: by_fields("warmage.fact.turn_began"),
    Drew: with_cards("warmage.fact.drew"),
    DrewUnseen: by_fields("warmage.fact.drew_unseen"),
    e.TookFromRow: by_fields("warmage.fact.took_from_row"),
    e.Revealed: with_cards("warmage.fact.revealed"),
    e.Reshuffled: by_fields("warmage.fact.reshuffled"),
    e.Cast: _done,
    e.CameSecond: by_fields("warmage.fact.came_second"),
    e.Rewound: lambda fact, words: words(f"warmage.fact.rewound.{'shuffled' if fact.shuffled else 'same'}"),
    e.ChainClosed: lambda fact, words: words("warmage.fact.chain_closed", count=fact.links),
    e.Resolved: by_fields("warmage.fact.resolved", "how"),
    e.Countered: by_fields("warmage.fact.countered", "to"),
    e.CounterFailed: by_fields("warmage.fact.counter_failed"),
    e.Protected: by_fields("warmage.fact.protected"),
    e.Redirected: by_fields("warmage.fact.redirected"),
    e.Removed: by_fields("warmage.fact.removed"),
    e.Used: _done,
    e.CameIntoPlay: by_fields("warmage.fact.came_into_play"),
    e.LeftPlay: by_fields("warmage.fact.left_play"),
    e.Discarded: with_cards("warmage.fact.discarded"),
    e.Stole: by_fields("warmage.fact.stole"),
    e.StoleUnseen: by_fields("warmage.fact.stole_unseen"),
    e.RowSwept: by_fields("warmage.fact.row_swept"),
    e.Wounded: by_fields("warmage.fact.wounded", "to"),
    e.Prevented: by_fields("warmage.fact.prevented"),
    e.Healed: by_fields("warmage.fact.healed", "wound"),
    e.Eliminated: with_players("warmage.fact.eliminated"),
    Left: by_fields("warmage.fact.left"),
    e.CutShort: by_fields("warmage.fact.cut_short"),
    Ended: with_outcome("warmage.fact.won", "warmage.fact.drawn"),
}

BRIEF: Final[dict[type[Fact], Teller]] = {**TELLERS, e.Wounded: by_fields("warmage.since.wounded", "to")}
"""How facts are told above everybody's Wounds, so that a Wound need not say how many are left."""
