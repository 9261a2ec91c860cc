"""What happened in an Art Bot match, told card by card: the reveal, the arithmetic, and what it cost."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from bot.ui.games.artbot.board import names
from bot.ui.games.renderer import Beat
from bot.ui.words import Rendered, Words
from engine.contract import CardRef, Fact, Seat, SeatRef
from engine.games.artbot import events as e
from engine.games.artbot.cards import ArtBotCards
from engine.kit.facts import Drew, DrewUnseen, Ended, Left


def story(facts: Sequence[Fact], words: Words) -> list[Beat]:
    """Return what happened, in order. The arithmetic of a hit and the deal of a Glitch are particulars."""
    beats: list[Beat] = []
    for fact in facts:
        told = _TELL.get(type(fact))
        line = "" if told is None else told(fact, words)
        if not line:
            continue
        if isinstance(fact, _PARTICULARS) and beats:
            last = beats[-1]
            beats[-1] = Beat(last.line, (*last.particulars, line))
        else:
            beats.append(Beat(line))
    return beats


def resolution(facts: Sequence[Fact]) -> Sequence[Fact]:
    """Return what happened without drawing and returning."""
    return [fact for fact in facts if not isinstance(fact, _QUIET)]


def headline(facts: Sequence[Fact], words: Words) -> str:
    """Return the last thing that counts: the outcome, the points after the turn, a hit, a draw, or who begins."""
    for kind in (Ended, e.Standing, e.Revealed, e.SuddenDeath, e.Won, e.Tied, e.TurnBegan):
        last = next((fact for fact in reversed(facts) if isinstance(fact, kind)), None)
        if last is not None:
            return _TELL[kind](last, words)
    return ""


_PARTICULARS: Final = (e.Dealt, e.DealtUnseen, e.Returned, e.ReturnedUnseen, Drew, DrewUnseen, e.Standing)
_QUIET: Final = (e.Returned, e.ReturnedUnseen, Drew, DrewUnseen, e.Began, e.Standing)


def _players(seats: Iterable[Seat], words: Words) -> Rendered:
    return Rendered(", ".join(words.player(seat) for seat in seats))


def _began(fact: e.Began, words: Words) -> str:
    return words("artbot.fact.began", players=_players(fact.order, words))


def _played(fact: e.Played, words: Words) -> str:
    """The card, and at whom; whom a Glitch leaves short is told with the Glitch."""
    glitch = isinstance(words.cards, ArtBotCards) and words.cards.by_id[fact.card.card].power == "glitch"
    if fact.target is None or glitch:
        return words("artbot.fact.played", seat=SeatRef(fact.seat), card=fact.card)
    return words("artbot.fact.played_at", seat=SeatRef(fact.seat), card=fact.card, target=SeatRef(fact.target))


def _revealed(fact: e.Revealed, words: Words) -> str:
    """The cards, and the sum that says what they cost."""
    cards = names((*fact.cards, *fact.spilled), words)
    line = words("artbot.fact.revealed", seat=SeatRef(fact.seat), cards=cards)
    spilled = words("artbot.fact.spilled", count=len(fact.spilled)) if fact.spilled else ""
    outcome = "backfires" if fact.net < 0 else "discards" if fact.discards else "nothing"
    total = words(f"artbot.fact.sum_{outcome}", pp=fact.pp, rp=fact.rp, net=fact.net, count=max(1, fact.discards))
    return " ".join(part for part in (line, spilled, total) if part)


def _discarded(fact: e.Discarded, words: Words) -> str:
    if not fact.cards:
        return words("artbot.fact.unharmed", seat=SeatRef(fact.seat))
    cards = names(fact.cards, words)
    return words("artbot.fact.discarded", count=len(fact.cards), seat=SeatRef(fact.seat), cards=cards)


def _eliminated(fact: e.Eliminated, words: Words) -> str:
    return words("artbot.fact.eliminated", count=len(fact.seats), players=_players(fact.seats, words))


def _standing(fact: e.Standing, words: Words) -> str:
    points = (words("artbot.fact.hp", seat=SeatRef(seat), hp=hp) for seat, hp in enumerate(fact.hp) if hp)
    return words("artbot.fact.standing", points=Rendered(" · ".join(points)))


def _turned(fact: e.Turned, words: Words) -> str:
    shown = (
        words("artbot.fact.turned_card", seat=SeatRef(seat), card=card, worth=worth)
        for seat, (card, worth) in enumerate(zip(fact.cards, fact.worth, strict=True))
    )
    return words("artbot.fact.turned", draw=fact.draw, cards=Rendered(" – ".join(shown)))


def _ended(fact: Ended, words: Words) -> str:
    reason = words(fact.outcome.reason)
    first = fact.outcome.ranking[0]
    if len(first) > 1:
        return words("artbot.fact.shared", players=_players(first, words), reason=reason)
    return words("artbot.fact.won_match", seat=SeatRef(first[0]), reason=reason)


def _plain(key: str) -> Callable[[Any, Words], str]:
    """Tell a fact by its own fields: seats as players, cards by name and how many they are, the rest as it is."""

    def tell(fact: Any, words: Words) -> str:
        values: dict[str, Any] = {}
        for name in fact.__struct_fields__:
            value = getattr(fact, name)
            if name in ("seat", "target"):
                values[name] = SeatRef(value)
            elif name == "cards":
                values |= {name: names(value, words), "count": len(value)}
            elif isinstance(value, int | CardRef):
                values[name] = value
        return words(key, **values)

    return tell


_TELL: Final[dict[type[Fact], Callable[[Any, Words], str]]] = {
    e.Began: _began,
    e.StarterDiscarded: _plain("artbot.fact.starter_discarded"),
    e.TurnBegan: _plain("artbot.fact.turn_began"),
    Drew: _plain("artbot.fact.drew"),
    DrewUnseen: _plain("artbot.fact.drew_unseen"),
    e.Returned: _plain("artbot.fact.returned"),
    e.ReturnedUnseen: _plain("artbot.fact.returned_unseen"),
    e.Played: _played,
    e.Revealed: _revealed,
    e.Discarded: _discarded,
    e.Recovered: _plain("artbot.fact.recovered"),
    e.Stole: _plain("artbot.fact.stole"),
    e.StoleUnseen: _plain("artbot.fact.stole_unseen"),
    e.Glitched: _plain("artbot.fact.glitched"),
    e.Dealt: _plain("artbot.fact.dealt"),
    e.DealtUnseen: _plain("artbot.fact.dealt_unseen"),
    e.Fizzled: _plain("artbot.fact.fizzled"),
    e.Eliminated: _eliminated,
    e.Standing: _standing,
    e.Turned: _turned,
    e.Won: _plain("artbot.fact.won"),
    e.Tied: _plain("artbot.fact.tied"),
    e.PotReturned: _plain("artbot.fact.pot_returned"),
    e.SuddenDeath: _plain("artbot.fact.sudden_death"),
    Left: _plain("artbot.fact.left"),
    Ended: _ended,
}
