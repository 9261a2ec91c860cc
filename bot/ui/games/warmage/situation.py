"""What a panel shows of a WarMage match: the Chain, every player's Wounds, and the cards in play and in the Row."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.games.renderer import Laid
from bot.ui.games.story import by_fields
from bot.ui.games.warmage.story import target_of
from bot.ui.words import Rendered, Words
from engine.contract import CardRef, Fact, Seat, SeatRef, letter
from engine.games.warmage import events as e
from engine.games.warmage.view import WarMageView
from engine.kit.facts import Ended, Left

NOTABLE: Final[Sequence[type[Fact]]] = (
    Ended,
    Left,
    e.Eliminated,
    e.Wounded,
    e.Prevented,
    e.Countered,
    e.Resolved,
    e.Used,
    e.Cast,
    e.TookFromRow,
)
"""The kinds of facts that a panel repeats: first who was wounded, then what happened to the Spells."""


def situation(view: WarMageView, seat: Seat, words: Words) -> str:
    """Return the Chain from the top down, and every player's Wounds, the reader's last."""
    others = [each for each in range(len(view.seats)) if each != seat]
    return "\n".join([*_chain(view, seat, words), *(_player(view, each, words) for each in (*others, seat))])


def answers(view: WarMageView, seat: Seat) -> bool:
    """Whether a seat can still answer the top Spell."""
    return bool(view.chain) and seat in view.may_answer and view.sealed is None


def _chain(view: WarMageView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield the Chain from the top Spell down; the fate of a Spell only if it will not happen.

    The question is enough for a single Spell that the seat can answer.
    """
    if not view.chain or (len(view.chain) == 1 and answers(view, seat)):
        return
    yield words("warmage.panel.chain")
    for number in range(len(view.chain), 0, -1):
        link = view.chain[number - 1]
        spell = by_fields(f"warmage.link.{target_of(link) or 'none'}")(link, words)
        line = words("warmage.panel.link", number=number, spell=Rendered(spell))
        yield line if link.fate == "success" else f"{line} · {words(f'warmage.fate.{link.fate}')}"


def _player(view: WarMageView, seat: Seat, words: Words) -> str:
    """Return a player's Wounds, without those that the player does not have, and the size of another's hand."""
    shown = view.seats[letter(seat)]
    if shown.out:
        return words("warmage.board.out", seat=SeatRef(seat))
    parts = [words("warmage.panel.player", seat=words.marked(seat), count=shown.left)]
    parts += [words("warmage.panel.flesh", flesh=shown.flesh)] if shown.flesh else []
    parts += [words("warmage.panel.mortal", mortal=shown.mortal)] if shown.mortal else []
    if seat != view.viewer:
        parts.append(words("warmage.panel.hand", count=shown.hand_size))
    return " · ".join(parts)


def held(view: WarMageView, seat: Seat) -> frozenset[str]:
    """Return the Spells in a seat's hand."""
    return frozenset(ref.card for ref in view.seats[letter(seat)].hand if ref is not None)


def open_cards(view: WarMageView, seat: Seat, words: Words, *, pictured: bool) -> list[Laid]:
    """Return the Row, the cards in play in front of each player, and the Spells below the top of the Chain.

    The Row matters only when the seat draws. No picture on a panel shows any of these.
    """
    places = [Laid(words("warmage.panel.row"), _names(view.row), matter=view.active == seat and view.step == "draw")]
    for front in range(len(view.seats)):
        play = view.seats[letter(front)].play
        for by in dict.fromkeys(each.seat for each in play):
            title = words("warmage.panel.front", seat=SeatRef(front))
            if by != front:
                title = words("warmage.panel.front_by", seat=SeatRef(front), target=SeatRef(by))
            places.append(Laid(title, _names(each.card for each in play if each.seat == by)))
    places.append(Laid(words("warmage.panel.below"), _names(link.card for link in reversed(view.chain[:-1]))))
    return [place for place in places if place.cards]


def _names(refs: Iterable[CardRef]) -> tuple[str, ...]:
    return tuple(ref.card for ref in refs)


def score(view: WarMageView, seat: Seat, words: Words) -> str:
    """Return how many Wounds a player has to go."""
    return words("warmage.panel.score", count=view.seats[letter(seat)].left)
