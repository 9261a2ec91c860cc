"""What a panel shows of a WarMage match: the Chain, every player's Wounds and cards in play, and the Row."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.games.story import by_fields
from bot.ui.games.warmage import board
from bot.ui.games.warmage.story import target_of
from bot.ui.words import Rendered, Words
from engine.contract import Fact, Seat, SeatRef, letter
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
    """Return the Chain from the top down, every player's Wounds and cards in play, and the Row."""
    lines = [*_chain(view, words)]
    for each in range(len(view.seats)):
        lines += _player(view, each, words)
    if view.row:
        lines.append(words("warmage.board.row", row=Rendered(words.list_equal_cards(view.row))))
    return "\n".join(lines)


def _chain(view: WarMageView, words: Words) -> Iterable[str]:
    """Yield the Chain from the top Spell down; the fate of a Spell only if it will not happen."""
    if view.chain:
        yield words("warmage.panel.chain")
    for number in range(len(view.chain), 0, -1):
        link = view.chain[number - 1]
        spell = by_fields(f"warmage.link.{target_of(link) or 'none'}")(link, words)
        line = words("warmage.panel.link", number=number, spell=Rendered(spell))
        yield line if link.fate == "success" else f"{line} · {words(f'warmage.fate.{link.fate}')}"


def _player(view: WarMageView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield a player's Wounds, without those that the player does not have, and the cards in play."""
    shown = view.seats[letter(seat)]
    if shown.out:
        yield words("warmage.board.out", seat=SeatRef(seat))
        return
    parts = [words("warmage.panel.player", seat=words.marked(seat), left=shown.left)]
    parts += [words("warmage.panel.flesh", flesh=shown.flesh)] if shown.flesh else []
    parts += [words("warmage.panel.mortal", mortal=shown.mortal)] if shown.mortal else []
    if seat != view.viewer:
        parts.append(words("warmage.panel.hand", count=shown.hand_size))
    yield " · ".join(parts)
    if shown.play:
        yield words("warmage.panel.play", cards=Rendered(", ".join(board.lying(shown, seat, words))))


def held(view: WarMageView, seat: Seat) -> frozenset[str]:
    """Return the Spells in a seat's hand."""
    return frozenset(ref.card for ref in view.seats[letter(seat)].hand if ref is not None)


def open_cards(view: WarMageView, seat: Seat) -> list[str]:
    """Return the cards in the Chain below the top Spell and in play, and the Row on the seat's own turn."""
    chain = [link.card.card for link in view.chain[:-1]]
    play = [each.card.card for shown in view.seats.values() for each in shown.play]
    return [*chain, *play, *(ref.card for ref in view.row if view.active == seat and not view.chain)]


def score(view: WarMageView, seat: Seat, words: Words) -> str:
    """Return how many Wounds a player has to go."""
    return words("warmage.panel.score", count=view.seats[letter(seat)].left)
