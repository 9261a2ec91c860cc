"""The events of a WarMage match in words, and turns cut into episodes: each Spell that happens, and what it did."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.episodes import Episode, FactKind, Kinds, Said, cut
from bot.ui.games.story import by_fields, with_cards, with_outcome, with_players
from bot.ui.texts.words import Words
from engine.contract import Fact, SeatRef
from engine.games.warmage import events as e
from engine.games.warmage.view import LinkView
from engine.kit.facts import Drew, DrewUnseen, Ended, Left

HAPPENING: Final = (e.Resolved, e.Used)
"""What has a row of its own in the picture: a Spell of a Chain that happens, or an effect that is used."""

ENDS: Final = (e.Eliminated, e.Rewound, e.Started, Left, Ended)
"""What follows a Spell without being what it does."""


def episodes(facts: Sequence[Fact], words: Words) -> list[Episode]:
    """Return what happened in a turn: an episode for each Spell that happens, and for each effect that is used.

    The first Spell of a Chain has how the whole Chain was cast. An effect of a card that has only just come into play
    belongs to its Spell.
    """
    begun, found = _beginnings(facts), list[Episode]()
    for episode in cut(facts, KINDS, words, lambda fact: is_among(fact, begun)):
        happens = next((fact for fact in episode.facts if isinstance(fact, HAPPENING)), None)
        number = 1 + sum(bool(each.label) for each in found)
        label = str(number) if happens is not None else None if found else ""
        found.append(Episode(tuple(_said(each, episode, happens) for each in episode.says), label))
    return found


def rows(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that have a row of their own in the picture, in order."""
    found: list[Fact] = []
    spell: e.Resolved | None = None
    for fact in facts:
        if isinstance(fact, e.Used) and spell is not None and (fact.seat, fact.card) == (spell.seat, spell.card):
            continue
        if isinstance(fact, (*HAPPENING, *ENDS, e.Cast)):
            spell = fact if isinstance(fact, e.Resolved) else None
            found += [fact] if isinstance(fact, HAPPENING) else []
    return found


def _beginnings(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that begin an episode: a Chain, a Spell after the first of its Chain, an effect, or an end."""
    shown, found, chained = rows(facts), list[Fact](), False
    for fact in facts:
        if isinstance(fact, e.Cast):
            found += [] if fact.response else [fact]
            chained = True
        elif isinstance(fact, ENDS) or is_among(fact, shown):
            found += [] if chained and isinstance(fact, e.Resolved) else [fact]
            chained = False
    return found


def is_among(fact: Fact, facts: Iterable[Fact]) -> bool:
    """Whether a fact itself, and not only an equal one, is among others."""
    return any(fact is each for each in facts)


def _said(said: Said, episode: Episode, happens: Fact | None) -> Said:
    """Return a fact in words with what it is worth in this episode.

    An answer shares the line of the Spell before it. The picture shows how its own Spell was cast. That this happens
    goes without saying where it was cast. What a Spell draws is no routine.
    """
    fact, kind = said.fact, said.kind
    if isinstance(fact, e.Cast):
        own = isinstance(happens, e.Resolved) and fact.card == happens.card
        return replace(said, kind=replace(kind, weight="aside" if fact.response else "outcome", drawn=own))
    if isinstance(fact, e.Resolved) and fact.how == "success" and isinstance(episode.says[0].fact, e.Cast):
        return replace(said, kind=replace(kind, weight="routine"))
    if isinstance(fact, Drew | DrewUnseen | e.TookFromRow) and happens is not None:
        return replace(said, kind=replace(kind, weight="aside", drawn=True))
    return said


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


def _aside(key: str, part: str | None = None) -> FactKind:
    """Return a kind that shares the line of what came before."""
    return FactKind(by_fields(key, part), "aside", drawn=True)


KINDS: Final[Kinds] = {
    e.Started: FactKind(by_fields("warmage.fact.started")),
    e.Dealt: FactKind(with_cards("warmage.fact.dealt"), "aside"),
    e.TurnBegan: FactKind(by_fields("warmage.fact.turn_began")),
    Drew: FactKind(with_cards("warmage.fact.drew"), "routine"),
    DrewUnseen: FactKind(by_fields("warmage.fact.drew_unseen"), "routine"),
    e.TookFromRow: FactKind(by_fields("warmage.fact.took_from_row"), "routine"),
    e.Revealed: FactKind(with_cards("warmage.fact.revealed"), "routine"),
    e.Reshuffled: FactKind(by_fields("warmage.fact.reshuffled"), "routine"),
    e.Cast: FactKind(_done),
    e.CameSecond: _aside("warmage.fact.came_second"),
    e.Rewound: FactKind(lambda fact, words: words(f"warmage.fact.rewound.{'shuffled' if fact.shuffled else 'same'}")),
    e.ChainClosed: FactKind(lambda fact, words: words("warmage.fact.chain_closed", count=fact.links), "routine"),
    e.Resolved: FactKind(by_fields("warmage.fact.resolved", "how"), drawn=True),
    e.Countered: _aside("warmage.fact.countered", "to"),
    e.CounterFailed: _aside("warmage.fact.counter_failed"),
    e.Protected: _aside("warmage.fact.protected"),
    e.Redirected: _aside("warmage.fact.redirected"),
    e.Removed: _aside("warmage.fact.removed"),
    e.Used: FactKind(_done, drawn=True),
    e.CameIntoPlay: _aside("warmage.fact.came_into_play"),
    e.LeftPlay: _aside("warmage.fact.left_play"),
    e.Discarded: FactKind(with_cards("warmage.fact.discarded"), "aside", drawn=True),
    e.Stole: _aside("warmage.fact.stole"),
    e.StoleUnseen: _aside("warmage.fact.stole_unseen"),
    e.RowSwept: _aside("warmage.fact.row_swept"),
    e.Wounded: FactKind(by_fields("warmage.fact.wounded", "to"), drawn=True),
    e.Prevented: _aside("warmage.fact.prevented"),
    e.Healed: _aside("warmage.fact.healed", "wound"),
    e.Eliminated: FactKind(with_players("warmage.fact.eliminated")),
    Left: FactKind(by_fields("warmage.fact.left")),
    e.CutShort: _aside("warmage.fact.cut_short"),
    Ended: FactKind(with_outcome("warmage.fact.won", "warmage.fact.drawn")),
}
"""How the game tells each kind of fact."""
