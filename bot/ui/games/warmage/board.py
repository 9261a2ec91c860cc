"""Texts about the state of a WarMage match."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.games.finish import finish_lines
from bot.ui.games.panel_renderer import Laid, PanelLine
from bot.ui.games.story import by_fields
from bot.ui.games.warmage import cards
from bot.ui.games.warmage.episodes import target_of
from bot.ui.games.warmage.situation import answers, score
from bot.ui.texts.words import Rendered, Value, Words, copies
from engine.contract import CardRef, Outcome, Seat, SeatRef, letter
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import LyingView, WarMageSeatView, WarMageView

HAND_ROOM = 1500
"""The maximum number of characters for a hand with every card's details; if it needs more, only names are listed."""

LAST: Final = 4
"""The maximum number of cards on the last board."""


def step(view: WarMageView, words: Words) -> str:
    """Return the turn and step of WarMage, or the height of the Chain."""
    if view.chain:
        return words("warmage.step.chain", turn=view.turn, count=len(view.chain))
    return words(f"warmage.step.{view.step}", turn=view.turn)


def board(view: WarMageView, words: Words) -> str:
    """Return the Chain from the top down, every player's Wounds and cards in play, the Row and the piles.

    Once the match is over, return how it ended.
    """
    if view.outcome is not None:
        return last_lines(view, view.outcome, words)
    players = [line for seat in range(len(view.seats)) for line in _player(view, seat, words)]
    return "\n".join([*chain_lines(view, words), *players, *_middle(view, words)])


def describe_board(view: WarMageView, words: Words) -> str:
    """Return a description of the board to be read aloud: the Chain, the players, the Row and the piles."""
    if view.outcome is not None:
        return last_lines(view, view.outcome, words)
    players = [_sentence(view, seat, words) for seat in range(len(view.seats))]
    return "\n".join([*chain_lines(view, words), *players, *_middle(view, words)])


def last_lines(view: WarMageView, outcome: Outcome, words: Words) -> str:
    """Return with how many Wounds everybody ended, and the cards that are still on the table."""
    lines = finish_lines(outcome, [score(view, seat, words) for seat in range(len(view.seats))], words)
    title, last = last_cards(view, words)
    cards = [words("finish.cards", title=Rendered(title), cards=words.list_cards(last))] if last else []
    return "\n".join([*lines, *cards])


def last_cards(view: WarMageView, words: Words) -> tuple[str, Sequence[CardRef]]:
    """Return the Spells still in the Chain and the newest cards in play, with a title for them."""
    lying = (each.card for seat in range(len(view.seats)) for each in reversed(view.seats[letter(seat)].play))
    found = (*(link.card for link in reversed(view.chain)), *lying)
    if len(found) <= LAST:
        return words("warmage.picture.last"), found
    return words("warmage.picture.last.some", count=LAST, all=len(found)), found[:LAST]


def _middle(view: WarMageView, words: Words) -> Iterable[str]:
    row = words.list_equal_cards(view.row) or words("warmage.board.empty")
    yield words("warmage.board.row", row=Rendered(row))
    counts: dict[str, Value] = {"deck": view.deck_size, "discard": len(view.discard)}
    if view.discard:
        yield words("warmage.board.piles.top", card=view.discard[-1], **counts)
    else:
        yield words("warmage.board.piles", **counts)


def _sentence(view: WarMageView, seat: Seat, words: Words) -> str:
    shown = view.seats[letter(seat)]
    if shown.out:
        return words("warmage.spoken.out", seat=SeatRef(seat))
    line = words(
        "warmage.spoken.active" if seat == view.active else "warmage.spoken.player",
        seat=SeatRef(seat),
        flesh=shown.flesh,
        mortal=shown.mortal,
        left=shown.left,
        hand=shown.hand_size,
    )
    if not shown.play:
        return line
    return f"{line} {words('warmage.spoken.play', cards=Rendered(', '.join(lying(shown, seat, words))))}"


def piles(view: WarMageView, words: Words) -> list[Laid]:
    """Return the Discard, with equal cards grouped: the only pile that everybody may look through (rules, R23)."""
    title, told = words("warmage.piles.discard", count=len(view.discard)), words.list_equal_cards(view.discard)
    return [Laid(title, tuple(ref.card for ref in view.discard), told=told)]


def chain_lines(view: WarMageView, words: Words) -> Iterable[str]:
    """Yield the Chain from the top Spell down, each Spell with its fate if nobody answers, then who may answer."""
    if not view.chain:
        return
    yield words("warmage.board.chain")
    for number in range(len(view.chain), 0, -1):
        link = view.chain[number - 1]
        fate, spell = words(f"warmage.fate.{link.fate}"), by_fields(f"warmage.link.{target_of(link) or 'none'}")
        yield words("warmage.board.link", number=number, spell=spell(link, words), fate=fate)
    if view.may_answer:
        yield words("warmage.board.may_answer", players=words.list_players(view.may_answer))


def _player(view: WarMageView, seat: Seat, words: Words) -> Iterable[str]:
    shown = view.seats[letter(seat)]
    if shown.out:
        yield words("warmage.board.out", seat=SeatRef(seat))
        return
    key = "warmage.board.active" if seat == view.active else "warmage.board.player"
    yield words(
        key,
        seat=words.marked(seat),
        flesh=shown.flesh,
        mortal=shown.mortal,
        aside=shown.aside,
        left=shown.left,
    )
    parts: list[str] = [words("warmage.board.hand", count=shown.hand_size)]
    known = [ref for ref in shown.hand if ref is not None]
    if known and seat != view.viewer:
        parts.append(words("warmage.board.known", cards=Rendered(words.list_equal_cards(known))))
    if shown.play:
        parts.append(words("warmage.board.play", cards=Rendered(", ".join(lying(shown, seat, words)))))
    yield words("warmage.board.under", parts=Rendered(" · ".join(parts)))


def lying(shown: WarMageSeatView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield the cards in play in front of a player, each with its caster if that is someone else."""
    counts: Counter[LyingView] = Counter(LyingView(CardRef(each.card.card), each.seat) for each in shown.play)
    for each, count in counts.items():
        name = f"{words.card(each.card.card)}{copies(count)}"
        yield name if each.seat == seat else words("warmage.board.from", card=Rendered(name), seat=SeatRef(each.seat))


def hand(view: WarMageView, seat: Seat, words: Words) -> str:
    """Return the Spells in a seat's hand, with equal cards grouped together."""
    held = [ref for ref in view.seats[letter(seat)].hand if ref is not None]
    counts = Counter(ref.card for ref in held)
    lines: list[str] = [words("warmage.hand.title", count=len(held))]
    full: list[str] = [
        words(
            "warmage.hand.card",
            card=CardRef(card),
            copies=copies(count),
            particulars=Rendered(cards.short(words.pool(WarMageCards).by_id[card], words)),
        )
        for card, count in counts.items()
    ]
    if sum(map(len, full)) > HAND_ROOM:
        full = [Rendered(words.list_equal_cards(held))]
    return "\n".join([*lines, *(full or [words("warmage.hand.empty")])])


def advice(view: WarMageView, seat: Seat, words: Words) -> list[PanelLine]:
    """Return what the top Spell does, which the pictures show, and the seat's own sealed answer."""
    return [
        *(PanelLine(line, drawn=True) for line in _top(view, seat, words)),
        *(PanelLine(line) for line in _sealed(view, words)),
    ]


def _sealed(view: WarMageView, words: Words) -> Iterable[str]:
    """Yield the seat's own sealed answer, if it has given one."""
    if isinstance(view.sealed, CardRef):
        yield words("warmage.advice.sealed", card=view.sealed)
    elif view.sealed is not None:
        yield words("warmage.advice.passed")


def _top(view: WarMageView, seat: Seat, words: Words) -> Iterable[str]:
    """Yield what the top Spell does, if the seat can still answer it: there is no time to look the Spell up."""
    if answers(view, seat):
        top = words.pool(WarMageCards).by_id[view.chain[-1].card.card]
        yield words("warmage.advice.top", card=view.chain[-1].card, does=Rendered(" ".join(cards.does(top, words))))
