"""The events of a Zarcana match in words and pictures, card by card, and turns cut into episodes."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bot.ui.games.episodes import Episode, FactKind, Kinds, Merged, Shower, cut
from bot.ui.games.story import Teller, by_fields, with_cards, with_outcome
from bot.ui.games.strips import cards_drawn
from bot.ui.games.zarcana.board_map import BACK
from bot.ui.games.zarcana.faces import tarot_face
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.shapes import Back
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import Effect
from bot.ui.texts.words import Rendered, Words
from engine.contract import CardRef, Fact, Seat, SeatRef
from engine.games.zarcana import events as e
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.powers.handler import SIZES
from engine.kit.facts import Drew, DrewUnseen, Ended, Left

HIDDEN: Final = Back(CARD, 13, *BACK, 4)
"""A face-down card."""

BEGINNING: Final = (e.Passed, e.Declared, e.FinalRoundOpened, e.TurnedUp, e.Scored, e.TurnBegan, Left, Ended)
"""Facts, other than plays, that begin an episode."""

SCORES: Final = "scores"
"""The label of the episode with everybody's score, which the picture of a turn does not show as a label."""


class _Way(Merged, frozen=True):
    """The steps of one minion's way."""


def episodes(facts: Sequence[Fact], words: Words) -> list[Episode]:
    """Return what happened in a turn of Zarcana: an episode for each card, with what it did, and for what is between.

    A row of the picture shows a card, what was done on the board before the first one, or the scores.
    """
    labels, found = list[str](), list[Episode]()
    for episode in cut(_with_ways(facts), KINDS, words, lambda fact: is_play(fact) or isinstance(fact, BEGINNING)):
        label = None
        if is_play(episode.says[0].fact):
            label = str(1 + sum(each.isdecimal() for each in labels))
        elif isinstance(episode.says[0].fact, e.Scored):
            label = SCORES
        elif not labels and any(said.kind.effect is not None for said in episode.says):
            label = ""
        labels += [] if label is None else [label]
        found.append(replace(episode, label=label))
    return found


def is_play(fact: Fact) -> bool:
    """Whether a card is played or used, or drawn by the Fool to be played."""
    return isinstance(fact, e.Played | e.Used) or (isinstance(fact, e.FoolDrew) and fact.played)


def _with_ways(facts: Iterable[Fact]) -> Sequence[Fact]:
    """Return the facts; several steps of one minion's way are one."""
    found: list[Fact] = []
    for fact in facts:
        before = found[-1] if found else None
        steps = before.parts if isinstance(before, _Way) else (before,) if isinstance(before, e.MinionMoved) else ()
        if isinstance(fact, e.MinionMoved) and steps and _goes_on(steps[-1], fact):
            found[-1] = _Way((*steps, fact))
        else:
            found.append(fact)
    return found


def _goes_on(step: e.MinionMoved, after: e.MinionMoved) -> bool:
    """Whether one step continues the way of another."""
    return (step.seat, step.size, step.space) == (after.seat, after.size, after.start)


def _way(fact: _Way, words: Words) -> str:
    first, *_, last = fact.parts
    through = ", ".join(step.space for step in fact.parts[:-1])
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


def effects(episode: Episode, seat: Seat, words: Words) -> list[Effect]:
    """Return what the picture of a turn of Zarcana shows of an episode beside a player's card, in order."""
    shown = ((said.kind.effect, said.fact) for said in episode.says)
    found = [effect for show, fact in shown if show is not None and (effect := show(fact, words)) is not None]
    for drawer, count in cards_drawn(episode.facts).items():
        found.append(Effect(drawer, words("zarcana.strip.draws", count=count)))
    suits = [fact.suit for fact in episode.facts if isinstance(fact, e.TookSuit)]
    found += [Effect(seat, words("zarcana.strip.suit", suit=words(f"zarcana.pick.{suit}"))) for suit in suits]
    return found or [Effect(seat, words("zarcana.strip.nothing"))]


def _minion(side: Seat, size: int, words: Words, facing: str = "up") -> Pyramid:
    """Return a minion with its player's sign."""
    return Pyramid(side, words.marks(side + 1)[side], SIZES[size - 1], facing)


def _card(ref: CardRef | None, words: Words) -> Illustration:
    """Return a card; its back if it is hidden."""
    return HIDDEN if ref is None else SmallCard(tarot_face(ref.card, words.pool(ZarcanaCards)).art)


def _piece(key: str, *, gone: bool = False) -> Shower:
    """Return a function that shows what happened to a minion on its space."""

    def show(fact: Any, words: Words) -> Effect:
        side = fact.target if hasattr(fact, "target") else fact.seat
        told = words(key, size=_size(fact.size, words))
        return Effect(side, told, fact.space, _minion(side, fact.size, words, getattr(fact, "facing", "up")), gone=gone)

    return show


def _went(fact: e.MinionMoved | _Way, words: Words) -> Effect:
    first, *others = fact.parts if isinstance(fact, _Way) else (fact,)
    told, way = words("zarcana.strip.moves", size=_size(first.size, words)), Rendered(first.start)
    for step in (first, *others):
        way = words("zarcana.strip.way", start=way, space=step.space)
    return Effect(first.seat, told, way, _minion(first.seat, first.size, words))


def _converted(fact: e.Converted, words: Words) -> Effect:
    told = words("zarcana.strip.converted", target=SeatRef(fact.target))
    return Effect(fact.seat, told, fact.space, _minion(fact.seat, fact.replacement, words))


def _turned(fact: e.Reoriented, words: Words) -> Effect:
    facing = words(f"zarcana.facing.{fact.facing}")
    told = words("zarcana.strip.stands" if fact.facing == "up" else "zarcana.strip.turns", facing=facing)
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


def _copied(fact: e.PowerCopied, words: Words) -> Effect:
    return Effect(fact.seat, words("zarcana.strip.copies", card=fact.of), art=_card(fact.of, words))


def _fool(fact: e.FoolDrew, words: Words) -> Effect | None:
    """Return a card of the Fool's that nobody could use; one that is played is a play of its own."""
    if fact.played:
        return None
    return Effect(fact.seat, words("zarcana.strip.unused", card=fact.card), art=_card(fact.card, words), gone=True)


def _fool_drew(fact: e.FoolDrew, words: Words) -> str:
    key = "zarcana.fact.fool_plays" if fact.played else "zarcana.fact.fool_discards"
    return words(key, seat=SeatRef(fact.seat), card=fact.card)


KINDS: Final[Kinds] = {
    e.BoardLaid: FactKind(_plain("zarcana.fact.board_laid")),
    e.TurnBegan: FactKind(_turn),
    Drew: FactKind(with_cards("zarcana.fact.drew"), drawn=True),
    DrewUnseen: FactKind(_plain("zarcana.fact.drew_unseen"), drawn=True),
    e.Reshuffled: FactKind(_plain("zarcana.fact.reshuffled")),
    e.Played: FactKind(_plain("zarcana.fact.played"), drawn=True),
    e.Used: FactKind(_plain("zarcana.fact.used"), drawn=True),
    e.PowerCopied: FactKind(_plain("zarcana.fact.copied"), "detail", effect=_copied),
    e.TookSuit: FactKind(
        lambda fact, words: words("zarcana.fact.took_suit", suit=words(f"zarcana.pick.{fact.suit}")),
        "detail",
        drawn=True,
    ),
    e.FoolDrew: FactKind(_fool_drew, effect=_fool),
    e.MinionEntered: FactKind(
        lambda fact, words: _plain(f"zarcana.fact.{fact.why}")(fact, words), effect=_piece("zarcana.strip.enters")
    ),
    e.Grew: FactKind(_plain("zarcana.fact.grew"), effect=_piece("zarcana.strip.grows")),
    e.MinionMoved: FactKind(_plain("zarcana.fact.moved"), effect=_went),
    _Way: FactKind(_way, effect=_went),
    e.Shrank: FactKind(_plain("zarcana.fact.shrank"), effect=_piece("zarcana.strip.shrinks")),
    e.Destroyed: FactKind(_plain("zarcana.fact.destroyed", "why"), effect=_piece("zarcana.strip.falls", gone=True)),
    e.Converted: FactKind(_plain("zarcana.fact.converted"), effect=_converted),
    e.Reoriented: FactKind(_plain("zarcana.fact.reoriented"), "detail", effect=_turned),
    e.TerritoryLost: FactKind(_plain("zarcana.fact.territory_lost"), effect=_lost),
    e.Built: FactKind(_plain("zarcana.fact.built"), effect=_built),
    e.BuiltFaceDown: FactKind(
        _plain("zarcana.fact.built_face_down"),
        effect=lambda fact, words: Effect(fact.seat, words("zarcana.strip.face_down"), fact.space, HIDDEN),
    ),
    e.Looked: FactKind(_plain("zarcana.fact.looked")),
    e.Transported: FactKind(_transported, effect=_carried),
    e.HandsTraded: FactKind(
        _plain("zarcana.fact.hands_traded"),
        effect=lambda fact, words: Effect(fact.to, words("zarcana.strip.trades", to=SeatRef(fact.to))),
    ),
    e.HandSeen: FactKind(with_cards("zarcana.fact.hand_seen")),
    e.Demanded: FactKind(_plain("zarcana.fact.demanded")),
    e.Gave: FactKind(with_cards("zarcana.fact.gave"), effect=_gave, counted=True),
    e.GaveUnseen: FactKind(_plain("zarcana.fact.gave_unseen"), effect=_gave),
    e.TookDiscards: FactKind(
        with_cards("zarcana.fact.took_discards"),
        effect=lambda fact, words: Effect(fact.seat, words("zarcana.strip.takes", count=len(fact.cards))),
        counted=True,
    ),
    e.HandDiscarded: FactKind(
        with_cards("zarcana.fact.hand_discarded"),
        effect=lambda fact, words: Effect(fact.seat, words("zarcana.strip.discards")),
        counted=True,
    ),
    e.GoesAgain: FactKind(
        _plain("zarcana.fact.goes_again"),
        "aside",
        effect=lambda fact, words: Effect(fact.seat, words("zarcana.strip.again")),
    ),
    e.Passed: FactKind(_plain("zarcana.fact.passed")),
    e.Declared: FactKind(_plain("zarcana.fact.declared")),
    e.FinalRoundOpened: FactKind(by_fields("zarcana.fact.final", "why")),
    e.TurnedUp: FactKind(_plain("zarcana.fact.turned_up"), "aside"),
    e.Scored: FactKind(_scored, drawn=True),
    Left: FactKind(_plain("zarcana.fact.left")),
    Ended: FactKind(with_outcome("zarcana.fact.won", "zarcana.fact.shared")),
}
"""How the game tells each kind of fact, and what the picture of a turn shows of it."""
