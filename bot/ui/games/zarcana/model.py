"""The contents of Zarcana's pictures of the board, and of cards for reading, taken only from a view or the cards."""

from collections.abc import Sequence

from msgspec import Struct

from bot.ui.games.zarcana import cards
from bot.ui.games.zarcana.faces import TarotFace, tarot_face
from bot.ui.texts.words import Words
from engine.contract import CardRef, Seat, letter
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import MinionView, SpaceView, ZarcanaView


class BoardTile(Struct, frozen=True):
    """A territory, or a wasteland space with minions.

    Attributes:
        space: the name of the space.
        cards: the number of cards on the space.
        face: the top card, if it is face-up.
        minions: the minions on the space.
    """

    space: str
    cards: int
    face: TarotFace | None
    minions: tuple[MinionView, ...]


class ZarcanaBoardModel(Struct, frozen=True):
    """Everything that a picture of the board shows, and nothing else: equal models result in the same picture.

    Attributes:
        tiles: the territories, and the wasteland spaces with minions.
        empty: the wasteland spaces without minions; none after the end.
        touched: the spaces that the last turn changed; none after the end.
        scores: each seat that has not left, with its player's name and the score of its territories in words.
        active: the seat whose turn it is.
        marks: the sign of each seat.
    """

    tiles: tuple[BoardTile, ...]
    empty: tuple[str, ...]
    touched: tuple[str, ...]
    scores: tuple[tuple[Seat, str, str], ...]
    active: Seat
    marks: tuple[str, ...]


class CardModel(Struct, frozen=True):
    """Everything that a picture of a card shows; equal models result in the same picture.

    Attributes:
        power: the card's effect.
        needs: what using the card requires: the name of each icon, and the words beside it.
    """

    face: TarotFace
    power: str
    needs: tuple[tuple[str, str], ...]


def board_model(view: ZarcanaView, words: Words) -> ZarcanaBoardModel:
    """Return the model of the board: territories and wasteland spaces with their minions, and the players' scores."""
    over = view.outcome is not None
    return ZarcanaBoardModel(
        marks=words.marks(len(view.seats)),
        tiles=tuple(_tile(name, space, words) for name, space in view.board.items()),
        empty=tuple(name for name in view.wasteland if name not in view.board and not over),
        touched=() if over else view.touched,
        scores=tuple(
            (seat, words.name(seat), words.plain("zarcana.panel.score", count=shown.score))
            for seat, shown in enumerate(view.seats.values())
            if not shown.left
        ),
        active=view.active,
    )


def _tile(name: str, space: SpaceView, words: Words) -> BoardTile:
    top = space.stack[-1] if space.stack else None
    shown = isinstance(top, CardRef) and len(space.stack) - 1 not in space.face_down
    seen = tarot_face(top.card, words) if isinstance(top, CardRef) and shown else None
    return BoardTile(name, len(space.stack), seen, space.minions)


def hand_model(view: ZarcanaView, seat: Seat, words: Words) -> tuple[CardModel, ...]:
    """Return models of the known cards in a hand of Zarcana; a court has the power of its hand version."""
    held, pool = view.seats[letter(seat)].hand, words.pool(ZarcanaCards)
    return tuple(card_model(ref.card, [pool.played_as[ref.card]], pool, words) for ref in held)


def card_model(card: str, powers: Sequence[str], pool: ZarcanaCards, words: Words) -> CardModel:
    """Return the model of a card with the effects of these powers, and the requirements of the first one."""
    needs = tuple((need, words.plain(f"zarcana.needs.{need}")) for need in cards.needs(powers[0], pool))
    return CardModel(tarot_face(card, words), " ".join(cards.does(power, words) for power in powers), needs)
