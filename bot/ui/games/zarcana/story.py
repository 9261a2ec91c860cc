"""What happened in a Zarcana match, told turn by turn."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.ui.games.renderer import Beat
from bot.ui.words import Rendered, Words
from engine.contract import CardRef, Fact, SeatRef
from engine.games.zarcana import events as e
from engine.kit.facts import Drew, DrewUnseen, Ended, Left

SIZES: Final = ("small", "medium", "large")


def story(facts: Sequence[Fact], words: Words) -> list[Beat]:
    """Return what happened, in order; what a power comes to is a particular of its use."""
    beats: list[Beat] = []
    for fact in facts:
        line = _TELL[type(fact)](fact, words)
        if isinstance(fact, _PARTICULARS) and beats:
            beats[-1] = Beat(beats[-1].line, (*beats[-1].particulars, line))
        else:
            beats.append(Beat(line))
    return beats


def headline(facts: Sequence[Fact], words: Words) -> str:
    """Return the last thing that counts: the outcome, the final round, else whose turn it is."""
    for kind in (Ended, e.Declared, e.FinalRoundOpened, e.TurnBegan):
        last = next((fact for fact in reversed(facts) if isinstance(fact, kind)), None)
        if last is not None:
            return _TELL[kind](last, words)
    return ""


_PARTICULARS: Final = (e.Copied, e.TookSuit, e.Reoriented)


def _facing(fact: Any, words: Words) -> str:
    return words(f"zarcana.facing.{fact.facing}")


def _entered(fact: e.MinionEntered, words: Words) -> str:
    return words(
        f"zarcana.fact.{fact.why}",
        seat=SeatRef(fact.seat),
        size=words(f"zarcana.size.{SIZES[fact.size - 1]}"),
        space=fact.space,
        facing=_facing(fact, words),
    )


def _converted(fact: e.Converted, words: Words) -> str:
    return words(
        "zarcana.fact.converted",
        seat=SeatRef(fact.seat),
        target=SeatRef(fact.target),
        size=words(f"zarcana.size.{SIZES[fact.size - 1]}"),
        replacement=words(f"zarcana.size.{SIZES[fact.replacement - 1]}"),
        space=fact.space,
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


def _ended(fact: Ended, words: Words) -> str:
    first = fact.outcome.ranking[0]
    winners = ", ".join(words.player(seat) for seat in first)
    key = "zarcana.fact.won" if len(first) == 1 else "zarcana.fact.shared"
    return words(key, players=Rendered(winners), reason=words(fact.outcome.reason))


def _cards(refs: Sequence[CardRef], words: Words) -> Rendered:
    return Rendered(", ".join(words.card(ref.card) for ref in refs))


def _with_cards(key: str) -> Callable[[Any, Words], str]:
    """Tell of cards, listed by name."""

    def tell(fact: Any, words: Words) -> str:
        to: dict[str, SeatRef] = {"to": SeatRef(fact.to)} if hasattr(fact, "to") else {}
        return words(key, seat=SeatRef(fact.seat), cards=_cards(fact.cards, words), count=len(fact.cards), **to)

    return tell


def _plain(key: str) -> Callable[[Any, Words], str]:
    """Tell a fact by its own fields: seats as players, sizes as words, cards by name, the rest as it is."""

    def tell(fact: Any, words: Words) -> str:
        values = {name: getattr(fact, name) for name in fact.__struct_fields__}
        for name in ("seat", "target", "to", "active"):
            if name in values:
                values[name] = SeatRef(values[name])
        if "size" in values:
            values["size"] = words(f"zarcana.size.{SIZES[values['size'] - 1]}")
        if "facing" in values:
            values["facing"] = _facing(fact, words)
        return words(key, **{name: value for name, value in values.items() if isinstance(value, _SHOWN)})

    return tell


_SHOWN: Final = (int, str, SeatRef, CardRef)

_TELL: Final[dict[type[Fact], Callable[[Any, Words], str]]] = {
    e.BoardLaid: _plain("zarcana.fact.board_laid"),
    e.TurnBegan: _turn,
    Drew: _with_cards("zarcana.fact.drew"),
    DrewUnseen: _plain("zarcana.fact.drew_unseen"),
    e.Reshuffled: _plain("zarcana.fact.reshuffled"),
    e.Played: _plain("zarcana.fact.played"),
    e.Used: _plain("zarcana.fact.used"),
    e.Copied: _plain("zarcana.fact.copied"),
    e.TookSuit: lambda fact, words: words("zarcana.fact.took_suit", suit=words(f"zarcana.pick.{fact.suit}")),
    e.FoolDrew: lambda fact, words: words(
        "zarcana.fact.fool_plays" if fact.played else "zarcana.fact.fool_discards",
        seat=SeatRef(fact.seat),
        card=fact.card,
    ),
    e.MinionEntered: _entered,
    e.Grew: _plain("zarcana.fact.grew"),
    e.MinionMoved: _plain("zarcana.fact.moved"),
    e.Shrank: _plain("zarcana.fact.shrank"),
    e.Destroyed: lambda fact, words: _plain(f"zarcana.fact.destroyed_{fact.why}")(fact, words),
    e.Converted: _converted,
    e.Reoriented: _plain("zarcana.fact.reoriented"),
    e.TerritoryLost: _plain("zarcana.fact.territory_lost"),
    e.Built: _plain("zarcana.fact.built"),
    e.BuiltFaceDown: _plain("zarcana.fact.built_face_down"),
    e.Looked: _plain("zarcana.fact.looked"),
    e.Transported: _transported,
    e.HandsTraded: _plain("zarcana.fact.hands_traded"),
    e.HandSeen: _with_cards("zarcana.fact.hand_seen"),
    e.Demanded: _plain("zarcana.fact.demanded"),
    e.Gave: _with_cards("zarcana.fact.gave"),
    e.GaveUnseen: _plain("zarcana.fact.gave_unseen"),
    e.TookDiscards: _with_cards("zarcana.fact.took_discards"),
    e.HandDiscarded: _with_cards("zarcana.fact.hand_discarded"),
    e.GoesAgain: _plain("zarcana.fact.goes_again"),
    e.Passed: _plain("zarcana.fact.passed"),
    e.Declared: _plain("zarcana.fact.declared"),
    e.FinalRoundOpened: lambda fact, words: words(f"zarcana.fact.final_{fact.why.replace(' ', '_')}"),
    e.TurnedUp: _plain("zarcana.fact.turned_up"),
    e.Scored: _scored,
    Left: _plain("zarcana.fact.left"),
    Ended: _ended,
}
