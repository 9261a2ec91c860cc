"""Texts about the events of a Zarcana match, turn by turn."""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.story import Teller, by_fields, with_cards, with_outcome
from bot.ui.words import Rendered, Words
from engine.contract import Fact, SeatRef
from engine.games.zarcana import events as e
from engine.kit.facts import Drew, DrewUnseen, Ended, Left

SIZES: Final = ("small", "medium", "large")

PARTICULARS: Final = (e.PowerCopied, e.TookSuit, e.Reoriented)


class _Way(Fact, frozen=True):
    """The steps of one minion's way, which a post tells as one."""

    steps: tuple[e.MinionMoved, ...]


def resolution(facts: Sequence[Fact]) -> Sequence[Fact]:
    """Return the facts; several steps of one minion's way are one."""
    found: list[Fact] = []
    for fact in facts:
        before = found[-1] if found else None
        steps = before.steps if isinstance(before, _Way) else (before,) if isinstance(before, e.MinionMoved) else ()
        if isinstance(fact, e.MinionMoved) and steps and goes_on(steps[-1], fact):
            found[-1] = _Way((*steps, fact))
        else:
            found.append(fact)
    return found


def goes_on(step: e.MinionMoved, after: e.MinionMoved) -> bool:
    """Whether one step continues the way of another."""
    return (step.seat, step.size, step.space) == (after.seat, after.size, after.start)


def _way(fact: _Way, words: Words) -> str:
    first, *_, last = fact.steps
    through = ", ".join(step.space for step in fact.steps[:-1])
    return words(
        "zarcana.fact.moved_through",
        seat=SeatRef(first.seat),
        size=_size(first.size, words),
        start=first.start,
        through=Rendered(through),
        space=last.space,
    )


def _transported(fact: e.Transported, words: Words) -> str:
    card = words("zarcana.board.face_down") if fact.card is None else words.card(fact.card.card)
    return words(
        "zarcana.fact.transported",
        seat=SeatRef(fact.seat),
        card=card,
        start=fact.start,
        space=fact.space,
        count=fact.minions,
    )


def _scored(fact: e.Scored, words: Words) -> str:
    totals = ", ".join(
        words("zarcana.fact.score", seat=SeatRef(seat), score=score) for seat, score in enumerate(fact.scores)
    )
    return words("zarcana.fact.scored", totals=Rendered(totals))


def _turn(fact: e.TurnBegan, words: Words) -> str:
    kind = "extra" if fact.extra else "final" if fact.final else "turn"
    return words(f"zarcana.fact.{kind}_began", seat=SeatRef(fact.seat), turn=fact.turn)


def _size(size: int, words: Words) -> Rendered:
    return words(f"zarcana.size.{SIZES[size - 1]}")


def _plain(key: str, part: str | None = None) -> Teller:
    """Return a teller that fills in a message from a fact's fields, and puts sizes and facings into words."""
    return by_fields(
        key, part, size=_size, replacement=_size, facing=lambda facing, words: words(f"zarcana.facing.{facing}")
    )


TELLERS: Final[dict[type[Fact], Teller]] = {
    e.BoardLaid: _plain("zarcana.fact.board_laid"),
    e.TurnBegan: _turn,
    Drew: with_cards("zarcana.fact.drew"),
    DrewUnseen: _plain("zarcana.fact.drew_unseen"),
    e.Reshuffled: _plain("zarcana.fact.reshuffled"),
    e.Played: _plain("zarcana.fact.played"),
    e.Used: _plain("zarcana.fact.used"),
    e.PowerCopied: _plain("zarcana.fact.copied"),
    e.TookSuit: lambda fact, words: words("zarcana.fact.took_suit", suit=words(f"zarcana.pick.{fact.suit}")),
    e.FoolDrew: lambda fact, words: words(
        "zarcana.fact.fool_plays" if fact.played else "zarcana.fact.fool_discards",
        seat=SeatRef(fact.seat),
        card=fact.card,
    ),
    e.MinionEntered: lambda fact, words: _plain(f"zarcana.fact.{fact.why}")(fact, words),
    e.Grew: _plain("zarcana.fact.grew"),
    e.MinionMoved: _plain("zarcana.fact.moved"),
    _Way: _way,
    e.Shrank: _plain("zarcana.fact.shrank"),
    e.Destroyed: _plain("zarcana.fact.destroyed", "why"),
    e.Converted: _plain("zarcana.fact.converted"),
    e.Reoriented: _plain("zarcana.fact.reoriented"),
    e.TerritoryLost: _plain("zarcana.fact.territory_lost"),
    e.Built: _plain("zarcana.fact.built"),
    e.BuiltFaceDown: _plain("zarcana.fact.built_face_down"),
    e.Looked: _plain("zarcana.fact.looked"),
    e.Transported: _transported,
    e.HandsTraded: _plain("zarcana.fact.hands_traded"),
    e.HandSeen: with_cards("zarcana.fact.hand_seen"),
    e.Demanded: _plain("zarcana.fact.demanded"),
    e.Gave: with_cards("zarcana.fact.gave"),
    e.GaveUnseen: _plain("zarcana.fact.gave_unseen"),
    e.TookDiscards: with_cards("zarcana.fact.took_discards"),
    e.HandDiscarded: with_cards("zarcana.fact.hand_discarded"),
    e.GoesAgain: _plain("zarcana.fact.goes_again"),
    e.Passed: _plain("zarcana.fact.passed"),
    e.Declared: _plain("zarcana.fact.declared"),
    e.FinalRoundOpened: by_fields("zarcana.fact.final", "why"),
    e.TurnedUp: _plain("zarcana.fact.turned_up"),
    e.Scored: _scored,
    Left: _plain("zarcana.fact.left"),
    Ended: with_outcome("zarcana.fact.won", "zarcana.fact.shared"),
}
