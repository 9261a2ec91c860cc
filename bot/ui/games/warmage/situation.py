"""What a panel shows of a WarMage match: the Chain, every player's Wounds, and the cards in play and in the Row."""

from collections.abc import Iterable

from bot.ui.games.panel_renderer import Laid, PanelLine
from bot.ui.games.story import by_fields
from bot.ui.games.warmage.episodes import target_of
from bot.ui.games.warmage.faces import listed_spell
from bot.ui.texts.words import Rendered, Words
from engine.contract import CardRef, Decision, Seat, SeatRef, letter
from engine.games.warmage.cards import Draw
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import WarMageView


def situation(view: WarMageView, seat: Seat, words: Words) -> list[PanelLine]:
    """Return the Chain from the top down, and every player's Wounds, the reader's last; the pictures show both."""
    _, *others = seats_from(view, seat)
    standing = [_player(view, each, words) for each in (*others, seat)]
    return [PanelLine(line, drawn=True) for line in (*_chain(view, seat, words), *standing)]


def seats_from(view: WarMageView, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats in turn order, from one on."""
    return (*range(seat, len(view.seats)), *range(seat))


def pictures_row(view: WarMageView, seat: Seat, words: Words) -> bool:
    """Whether the picture of a seat's situation shows the Row: there is no Chain, or the seat draws from the Row."""
    return not view.chain or draws(view, seat, words)


def draws(view: WarMageView, seat: Seat, words: Words) -> bool:
    """Whether a seat draws cards now: in its step for that, or because of the Spell that is happening."""
    if not view.chain:
        return view.active == seat and view.step == "draw"
    if view.may_answer:
        return False
    top = view.chain[-1]
    spell = words.pool(WarMageCards).by_id[top.card.card]
    targeted = seat != top.seat if spell.at_each else seat == top.target
    applies = {"you": seat == top.seat, "target": targeted, "everyone": True}
    return any(isinstance(each, Draw) and applies[each.who] for each in spell.do)


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


def open_cards(view: WarMageView, seat: Seat, words: Words) -> list[Laid]:
    """Return the Row, the cards in play in front of each player, and the Spells below the top of the Chain.

    The pictures show them, but the Row only if no Chain is in its place. It matters only when the seat draws. The
    advice says what the top Spell does.
    """
    row = draws(view, seat, words)
    places = [Laid(words("warmage.panel.row"), _names(view.row), matter=row, drawn=pictures_row(view, seat, words))]
    for front in range(len(view.seats)):
        play = view.seats[letter(front)].play
        for by in dict.fromkeys(each.seat for each in play):
            title = words("warmage.panel.front", seat=SeatRef(front))
            if by != front:
                title = words("warmage.panel.front_by", seat=SeatRef(front), target=SeatRef(by))
            places.append(Laid(title, _names(each.card for each in play if each.seat == by), drawn=True))
    below = _names(link.card for link in reversed(view.chain[:-1]))
    places.append(Laid(words("warmage.panel.below"), below, drawn=True))
    return [place for place in places if place.cards]


def glimpsed(view: WarMageView, seat: Seat, _: Decision, words: Words, /) -> list[str]:
    """Return the cards whose rules are not on the pictures of a panel, or not whole."""
    drawing = draws(view, seat, words)
    small = [lies.card for shown in view.seats.values() for lies in shown.play]
    small += [link.card for link in (view.chain if drawing else view.chain[:-1])]
    small += () if drawing else view.row
    read = [ref for ref in view.seats[letter(seat)].hand if ref is not None]
    read += view.row if drawing else [link.card for link in view.chain[-1:]]
    whole = {ref.card for ref in read if not listed_spell(ref.card, words).cut}
    return [card for card in dict.fromkeys(ref.card for ref in (*read, *small)) if card not in whole]


def _names(refs: Iterable[CardRef]) -> tuple[str, ...]:
    return tuple(ref.card for ref in refs)


def score(view: WarMageView, seat: Seat, words: Words) -> str:
    """Return how many Wounds a player has left, or that the player is out."""
    shown = view.seats[letter(seat)]
    return words("warmage.picture.out") if shown.out else words("warmage.picture.left", count=shown.left)
