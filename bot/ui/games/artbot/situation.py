"""What a panel shows of an Art Bot match: every player's points, and the hit that awaits an answer."""

from collections.abc import Iterable

from bot.ui.games.panel_renderer import Laid, PanelLine
from bot.ui.texts.words import Rendered, Words
from engine.contract import Seat, SeatRef, letter
from engine.games.artbot.rulings import HAND
from engine.games.artbot.view import ArtBotView


def situation(view: ArtBotView, seat: Seat, words: Words) -> list[PanelLine]:
    """Return every player's points in turn order, and the sum of an open hit or a tie's pot; the pictures show all."""
    duel = view.mode == "toe-to-toe"
    standing = [_duellist(view, each, words) if duel else _player(view, each, words) for each in view.order]
    return [PanelLine(line, drawn=True) for line in (*standing, *_pot(view, words), *_hit(view, words))]


def _player(view: ArtBotView, seat: Seat, words: Words) -> str:
    shown = view.seats[letter(seat)]
    if shown.out:
        return words("artbot.panel.out", seat=SeatRef(seat))
    line = words("artbot.board.player", seat=words.marked(seat), hp=shown.hp)
    if shown.active_size == HAND:
        return line
    return words("artbot.panel.hand", player=line, count=shown.active_size)


def _duellist(view: ArtBotView, seat: Seat, words: Words) -> str:
    shown = view.seats[letter(seat)]
    return words("artbot.panel.duellist", seat=words.marked(seat), count=len(shown.won), deck=shown.inactive_size)


def _pot(view: ArtBotView, words: Words) -> Iterable[str]:
    """Yield each player's cards in the pot of a tie in Toe-to-Toe."""
    for seat in view.order if view.mode == "toe-to-toe" else ():
        cards = view.seats[letter(seat)].in_play
        if cards:
            yield words("artbot.panel.pot", seat=words.marked(seat), cards=words.list_cards(cards))


def _hit(view: ArtBotView, words: Words) -> Iterable[str]:
    """Yield the sum of the open hit."""
    if view.hit is not None:
        yield words("artbot.panel.sum", pp=view.hit.pp, rp=view.hit.rp, net=Rendered(str(view.hit.pp - view.hit.rp)))


def held(view: ArtBotView, seat: Seat) -> frozenset[str]:
    """Return the cards in a seat's Active Deck."""
    return frozenset(ref.card for ref in view.seats[letter(seat)].active if ref is not None)


def open_cards(view: ArtBotView, seat: Seat, words: Words) -> list[Laid]:
    """Return the cards that the open hit has revealed; the pictures show them."""
    revealed = () if view.hit is None else tuple(ref.card for ref in view.hit.revealed)
    return [Laid(words("artbot.panel.revealed"), revealed, drawn=True)] if revealed else []
