"""The figures of a roll, each by the name of its source: the dice, each card, and everything else that changes it."""

from collections.abc import Sequence

from bot.ui.texts.words import Rendered, Words
from engine.contract import CardRef, SeatRef
from engine.games.varia import events as e
from engine.games.varia.pool import VariaCards


def roll(fact: e.Rolled, cards: Sequence[CardRef], words: Words) -> Rendered:
    """Return a line about a roll for an action made of `cards`: "Power 10: 4 on the die, 6 from Ashwood Mace"."""
    parts = [dice(fact, words)] if fact.pools[fact.kept] else []
    rest = fact.plus
    for card in cards:
        printed = _printed(card, fact.figure, words)
        if printed:
            parts.append(words("varia.blow.card", plus=_signed(printed), card=card))
            rest -= printed
    if rest and fact.figure == "effect":
        parts.append(_signed(rest))
    elif rest:
        parts.append(words("varia.blow.effects", plus=_signed(rest)))
    if not parts:
        parts.append(Rendered("0"))
    line = words(
        f"varia.blow.{fact.figure}", seat=SeatRef(fact.seat), parts=Rendered(", ".join(parts)), total=fact.total
    )
    return Rendered(" ".join([line, *_notes(fact, words)]))


def dice(fact: e.Rolled, words: Words) -> Rendered:
    """Return the dice that count in a roll of Varia: "4 on the die", or "4 + 6 on the dice"."""
    pool = fact.pools[fact.kept]
    faces = " + ".join(str(fact.face or face) for face in pool)
    return words("varia.blow.dice", count=len(pool), faces=faces)


def _notes(fact: e.Rolled, words: Words) -> list[str]:
    """Return what else happened to the dice of a roll: throws that did not count, dice thrown again or set."""
    notes: list[str] = []
    others = ["+".join(map(str, pool)) for number, pool in enumerate(fact.pools) if number != fact.kept]
    if others and fact.pools[fact.kept]:
        kept, least = sum(fact.pools[fact.kept]), min(map(sum, fact.pools))
        which = "impaired" if kept == least else "improved"
        notes.append(words(f"varia.blow.{which}", rest=Rendered(" / ".join(others))))
    if fact.again:
        notes.append(words("varia.blow.again", faces=Rendered(", ".join(map(str, fact.again)))))
    return notes


def _printed(card: CardRef, figure: e.Figure, words: Words) -> int:
    """Return the figure that is printed on a card, or 0."""
    if figure == "effect":
        return 0
    try:
        profile = words.pool(VariaCards).printed((card.card,))
    except KeyError:
        return 0
    return (profile.power if figure == "power" else profile.focus) or 0


def _signed(number: int) -> Rendered:
    """Return a number as a summand, with a minus sign if it is negative."""
    return Rendered(str(number).replace("-", "−"))
