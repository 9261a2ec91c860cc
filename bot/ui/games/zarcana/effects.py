"""What a card of Zarcana did, as a picture of the turn shows it beside the card: to which piece, what, and where."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.games.zarcana.picture import BACK
from bot.ui.games.zarcana.story import SIZES
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.shapes import Back
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import Effect
from bot.ui.words import Words
from engine.contract import CardRef, Fact, Seat, SeatRef
from engine.games.zarcana import events as e
from engine.kit.facts import Drew, DrewUnseen

HIDDEN: Final = Back(CARD, 13, *BACK, 4)
"""A face-down card."""


def effects(facts: Sequence[Fact], seat: Seat, words: Words) -> list[Effect]:
    """Return what happened after a player's card, in order; the steps of one minion's way are one thing."""
    found: list[Effect] = []
    moved: e.MinionMoved | None = None
    for fact in facts:
        if (
            isinstance(fact, e.MinionMoved)
            and moved is not None
            and (fact.seat, fact.start) == (moved.seat, moved.space)
        ):
            found[-1] = replace(found[-1], figure=words("zarcana.strip.way", start=found[-1].figure, space=fact.space))
            moved = fact
            continue
        effect = EFFECTS[type(fact)](fact, words) if type(fact) in EFFECTS else None
        if effect is not None:
            found.append(effect)
            moved = fact if isinstance(fact, e.MinionMoved) else None
    found += _draws(facts, words)
    suits = [fact.suit for fact in facts if isinstance(fact, e.TookSuit)]
    found += [Effect(seat, words("zarcana.strip.suit", suit=words(f"zarcana.pick.{suit}"))) for suit in suits]
    return found or [Effect(seat, words("zarcana.strip.nothing"))]


def _draws(facts: Iterable[Fact], words: Words) -> Iterable[Effect]:
    """Yield how many cards each player drew."""
    drawn: Counter[Seat] = Counter()
    for fact in facts:
        if isinstance(fact, Drew | DrewUnseen):
            drawn[fact.seat] += fact.count if isinstance(fact, DrewUnseen) else len(fact.cards)
    for seat, count in drawn.items():
        yield Effect(seat, words("zarcana.strip.draws", count=count))


def _minion(side: Seat, size: int, words: Words, facing: str = "up") -> Pyramid:
    """Return a minion with its player's sign."""
    return Pyramid(side, words.marks(side + 1)[side], SIZES[size - 1], facing)


def _size(size: int, words: Words) -> str:
    return words(f"zarcana.size.{SIZES[size - 1]}")


def _card(ref: CardRef | None, words: Words) -> Illustration | None:
    """Return a card; its back if it is hidden, and None if it is not known."""
    art = None if ref is None else tarot_face(ref.card, words).art
    return HIDDEN if ref is None else None if art is None else SmallCard(art)


def _entered(fact: e.MinionEntered, words: Words) -> Effect:
    told = words("zarcana.strip.enters", size=_size(fact.size, words))
    return Effect(fact.seat, told, fact.space, _minion(fact.seat, fact.size, words, fact.facing))


def _grew(fact: e.Grew, words: Words) -> Effect:
    told = words("zarcana.strip.grows", size=_size(fact.size, words))
    return Effect(fact.seat, told, fact.space, _minion(fact.seat, fact.size, words))


def _moved(fact: e.MinionMoved, words: Words) -> Effect:
    told = words("zarcana.strip.moves", size=_size(fact.size, words))
    way = words("zarcana.strip.way", start=fact.start, space=fact.space)
    return Effect(fact.seat, told, way, _minion(fact.seat, fact.size, words))


def _shrank(fact: e.Shrank, words: Words) -> Effect:
    told = words("zarcana.strip.shrinks", size=_size(fact.size, words))
    return Effect(fact.target, told, fact.space, _minion(fact.target, fact.size, words))


def _destroyed(fact: e.Destroyed, words: Words) -> Effect:
    told = words("zarcana.strip.falls", size=_size(fact.size, words))
    return Effect(fact.target, told, fact.space, _minion(fact.target, fact.size, words), gone=True)


def _converted(fact: e.Converted, words: Words) -> Effect:
    told = words("zarcana.strip.converted", target=SeatRef(fact.target))
    return Effect(fact.seat, told, fact.space, _minion(fact.seat, fact.replacement, words))


def _turned(fact: e.Reoriented, words: Words) -> Effect:
    stands = fact.facing == "up"
    facing = words(f"zarcana.facing.{fact.facing}")
    told = words("zarcana.strip.stands") if stands else words("zarcana.strip.turns", facing=facing)
    return Effect(fact.target, told, fact.space, _minion(fact.target, fact.size, words, fact.facing))


def _lost(fact: e.TerritoryLost, words: Words) -> Effect:
    told = words("zarcana.strip.lost", card=fact.card)
    return Effect(fact.seat, told, fact.space, _card(fact.card, words), gone=True)


def _built(fact: e.Built, words: Words) -> Effect:
    return Effect(fact.seat, words("zarcana.strip.built", card=fact.card), fact.space, _card(fact.card, words))


def _carried(fact: e.Transported, words: Words) -> Effect:
    card = words("zarcana.strip.face_down") if fact.card is None else words.card(fact.card.card)
    told = words("zarcana.strip.carried", card=card, count=fact.minions)
    way = words("zarcana.strip.way", start=fact.start, space=fact.space)
    return Effect(fact.seat, told, way, _card(fact.card, words))


def _gave(fact: e.Gave | e.GaveUnseen, words: Words) -> Effect:
    count = fact.count if isinstance(fact, e.GaveUnseen) else len(fact.cards)
    return Effect(fact.seat, words("zarcana.strip.gives", seat=SeatRef(fact.seat), count=count))


def _fool(fact: e.FoolDrew, words: Words) -> Effect | None:
    """Return a card of the Fool's that nobody could use; one that is played is a play of its own."""
    if fact.played:
        return None
    return Effect(fact.seat, words("zarcana.strip.unused", card=fact.card), art=_card(fact.card, words), gone=True)


EFFECTS: Final[dict[type[Fact], Callable[[Any, Words], Effect | None]]] = {
    e.MinionEntered: _entered,
    e.Grew: _grew,
    e.MinionMoved: _moved,
    e.Shrank: _shrank,
    e.Destroyed: _destroyed,
    e.Converted: _converted,
    e.Reoriented: _turned,
    e.TerritoryLost: _lost,
    e.Built: _built,
    e.BuiltFaceDown: lambda fact, words: Effect(fact.seat, words("zarcana.strip.face_down"), fact.space, HIDDEN),
    e.Transported: _carried,
    e.HandsTraded: lambda fact, words: Effect(fact.to, words("zarcana.strip.trades", to=SeatRef(fact.to))),
    e.Gave: _gave,
    e.GaveUnseen: _gave,
    e.TookDiscards: lambda fact, words: Effect(fact.seat, words("zarcana.strip.takes", count=len(fact.cards))),
    e.HandDiscarded: lambda fact, words: Effect(fact.seat, words("zarcana.strip.discards")),
    e.GoesAgain: lambda fact, words: Effect(fact.seat, words("zarcana.strip.again")),
    e.PowerCopied: lambda fact, words: Effect(
        fact.seat, words("zarcana.strip.copies", card=fact.of), art=_card(fact.of, words)
    ),
    e.FoolDrew: _fool,
}
"""What is shown of each kind of fact, except for drawn cards and suits."""
