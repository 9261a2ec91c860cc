"""What a Spell of WarMage did, as a picture of the turn shows it beside the Spell."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.ui.games.strips import cards_drawn
from bot.ui.games.warmage.links import SpellLink
from bot.ui.games.warmage.sigil import sigil_of
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip import Effect
from bot.ui.texts.words import Words
from engine.contract import CardRef, Fact, SeatRef
from engine.games.warmage import events as e
from engine.games.warmage.pool import WarMageCards
from engine.kit.facts import CardFact


def effects(link: SpellLink, pool: WarMageCards, words: Words) -> list[Effect]:
    """Return what a Spell did: first whom it wounded, then whatever else happened."""
    found = [*_wounds(link, words)]
    for ref in link.countered:
        said = words("warmage.strip.countered", card=ref)
        found += [Effect(link.seat, said, art=_art(ref, pool), gone=True)]
    for fact in link.facts:
        effect = _of_player(fact, words) or _of_card(fact, pool, words)
        found += [] if effect is None else [effect]
    for seat, count in cards_drawn(link.facts).items():
        found.append(Effect(seat, words("warmage.strip.draws", seat=SeatRef(seat), count=count)))
    if link.fate != "success":
        found.append(Effect(link.seat, words(f"warmage.strip.{link.fate or 'waits'}")))
    elif not found and link.target not in (None, link.seat):
        found.append(Effect(link.target, words("warmage.strip.aimed", target=SeatRef(link.target))))
    elif not found:
        found.append(Effect(link.seat, words("warmage.strip.done")))
    return found


def _wounds(link: SpellLink, words: Words) -> Iterable[Effect]:
    """Yield the Wounds that each player took, with what is left."""
    for seat, count in link.wounds.items():
        if count:
            told = words("warmage.strip.wounded", seat=SeatRef(seat), left=link.after[seat])
            yield Effect(seat, told, f"−{count}", hurts=True)


def _of_player(fact: Fact, words: Words) -> Effect | None:
    """Return what happened to a player; None for anything else, and for what is shown otherwise."""
    match fact:
        case e.Healed():
            told = words("warmage.strip.wounded", seat=SeatRef(fact.seat), left=fact.left)
            return Effect(fact.seat, told, "+1")
        case e.Prevented():
            return Effect(fact.seat, words("warmage.strip.prevented", seat=SeatRef(fact.seat)))
        case e.Discarded():
            count = len(fact.cards)
            return Effect(fact.seat, words("warmage.strip.discards", seat=SeatRef(fact.seat), count=count))
        case e.Stole() | e.StoleUnseen():
            seat, target = SeatRef(fact.seat), SeatRef(fact.target)
            return Effect(fact.target, words("warmage.strip.stole", seat=seat, target=target))
        case e.RowSwept():
            return Effect(fact.seat, words("warmage.strip.swept"))
        case e.CameIntoPlay():
            return Effect(fact.seat, words("warmage.strip.stays", seat=SeatRef(fact.seat)))
        case e.Redirected():
            told = words("warmage.strip.redirected", card=fact.card, target=SeatRef(fact.target))
            return Effect(fact.target, told)
        case _:
            return None


CARDS: Final[Mapping[type[Fact], str]] = {
    e.LeftPlay: "leaves",
    e.Removed: "leaves",
    e.Protected: "protected",
    e.CounterFailed: "protected",
    e.TookFromRow: "takes",
}
"""What is said of a card to which something happened."""


def _of_card(fact: Fact, pool: WarMageCards, words: Words) -> Effect | None:
    """Return what happened to a card; None for anything else."""
    if not isinstance(fact, CardFact) or type(fact) not in CARDS:
        return None
    said = words(f"warmage.strip.{CARDS[type(fact)]}", card=fact.card)
    return Effect(fact.seat, said, art=_art(fact.card, pool), gone=isinstance(fact, e.LeftPlay | e.Removed))


def _art(ref: CardRef, pool: WarMageCards) -> SmallCard:
    return SmallCard(sigil_of(pool.by_id[ref.card]))
