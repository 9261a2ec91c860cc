"""The contents of Zarcana's pictures of the board, and of cards for reading, taken only from a view or the cards."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from bot.ui.games.trophies import seat_tones
from bot.ui.games.zarcana import cards
from bot.ui.games.zarcana.board import top_card
from bot.ui.games.zarcana.choices import Choices, choices, in_hand
from bot.ui.games.zarcana.faces import TarotFace, tarot_face
from bot.ui.games.zarcana.need_icons import NeedIcons
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.seat_faces import PlayerFace, seated
from bot.ui.texts.words import Words
from engine.contract import Decision, Forecast, Seat, SeatRef, letter
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import MinionView, SpaceView, ZarcanaView

FEW: Final = 3
"""The most players beside whom there is room for the unit of points and the number of cards."""


class BoardTile(Struct, frozen=True):
    """A space of the board.

    Attributes:
        name: the name of the space.
        cards: the number of cards on the space; none in the wasteland.
        face: the top card, if it is face-up.
        minions: the minions on the space.
        chosen: whether the space can be chosen.
        numbers: the numbers of the options that stand for its minions; 0 for each that has none.
        lit: whether the last turn changed it, or the minion that acts is there.
    """

    name: str
    cards: int
    face: TarotFace | None
    minions: tuple[MinionView, ...]
    chosen: bool = False
    numbers: tuple[int, ...] = ()
    lit: bool = False


class MapPlayer(Struct, frozen=True):
    """A player beside the board.

    Attributes:
        name: the player's name; the reader's is "You".
        points: the score, or the one before the reader's draft if that changes it.
        after: the score after the draft; empty if it does not change.
        gains: whether it rises.
        hand: the number of cards that the reader does not see; None for the reader's own, and beside many players.
        active: whether it is the player's turn.
    """

    seat: Seat
    name: str
    face: PlayerFace
    points: str
    after: str
    gains: bool
    hand: int | None
    active: bool


class ZarcanaBoardModel(Struct, frozen=True):
    """Everything that a picture of the board shows, and nothing else: equal models result in the same picture.

    Attributes:
        tiles: the territories and the wasteland spaces; after the end, only those with minions.
        players: those who have not left; the reader is the first one.
        marks: the sign of each seat.
        start: the space of the minion that acts, from which arrows lead to the spaces that can be chosen; empty without
            one.
    """

    tiles: tuple[BoardTile, ...]
    players: tuple[MapPlayer, ...]
    marks: tuple[str, ...]
    start: str = ""


class CardModel(Struct, frozen=True):
    """Everything that a picture of a card shows; equal models result in the same picture.

    Attributes:
        power: the card's effect.
        needs: what using the card requires: the name of each icon, and the words beside it.
    """

    face: TarotFace
    power: str
    needs: tuple[tuple[str, str], ...]


def board_model(
    view: ZarcanaView,
    words: Words,
    seat: Seat | None = None,
    asked: Decision | None = None,
    forecast: Sequence[Forecast] = (),
) -> ZarcanaBoardModel:
    """Return the model of the board as everybody sees it, with the spaces that the last turn changed.

    With a `seat`, it is the one on that seat's panel, with what the seat's question offers on the board.
    """
    chosen = Choices() if seat is None or asked is None else choices(view, seat, asked, words)
    touched = () if view.outcome else view.touched
    first = seat or 0
    return ZarcanaBoardModel(
        tiles=tuple(_tiles(view, chosen, touched if seat is None else (chosen.start,), words)),
        players=tuple(_players(view, (*range(first, len(view.seats)), *range(first)), forecast, words)),
        marks=words.marks(len(view.seats)),
        start=chosen.start,
    )


def _tiles(view: ZarcanaView, chosen: Choices, lit: Sequence[str], words: Words) -> Iterator[BoardTile]:
    """Yield the spaces of a board, the territories first."""
    empty = () if view.outcome else (name for name in view.wasteland if name not in view.board)
    bare = SpaceView((), (), ())
    for name, space in [*view.board.items(), *((name, bare) for name in empty)]:
        top = top_card(space)
        face = None if top is None else tarot_face(top.card, words.pool(ZarcanaCards))
        numbers = tuple(chosen.minions.get((name, place), 0) for place in range(len(space.minions)))
        yield BoardTile(name, len(space.stack), face, space.minions, name in chosen.spaces, numbers, name in lit)


def _players(
    view: ZarcanaView, order: Sequence[Seat], forecast: Sequence[Forecast], words: Words
) -> Iterator[MapPlayer]:
    """Yield the players who have not left, with their scores before and after a draft."""
    faces = seated(words, seat_tones(len(view.seats)))
    lines = {line.message.args["seat"]: line for line in forecast if any(line.changes.values())}
    few = len(view.seats) <= FEW
    for seat in order:
        shown, line = view.seats[letter(seat)], lines.get(SeatRef(seat))
        count = shown.score if line is None else line.message.args["count"]
        points = words.plain("zarcana.panel.score", count=count) if few else str(count)
        if not shown.left:
            yield MapPlayer(
                seat=seat,
                name=words.plain("player.you") if seat == words.reader else words.name(seat),
                face=faces[seat],
                points=points if line is None else str(line.message.args["before"]),
                after="" if line is None else points,
                gains=line is not None and line.changes[seat] > 0,
                hand=shown.hand_size if few and seat != words.reader else None,
                active=seat == view.active and view.outcome is None,
            )


def hand_model(view: ZarcanaView, seat: Seat, words: Words) -> tuple[ListedCard, ...]:
    """Return the known cards that a seat has held in this turn; a court has the power of its hand version."""
    pool = words.pool(ZarcanaCards)
    return tuple(_listed(ref.card, number, pool, words) for number, ref in enumerate(in_hand(view, seat, words), 1))


def _listed(card: str, number: int, pool: ZarcanaCards, words: Words) -> ListedCard:
    """Return a card as a row of a list, with the icons of what its power requires."""
    face, power = tarot_face(card, pool), pool.played_as[card]
    return ListedCard(
        card=card,
        name=face.name,
        art=face.art,
        key=face.look.ink,
        paper=face.look.paper,
        kin=words.plain("zarcana.card.worth", value=face.worth),
        text=cards.does(power, words),
        number=number,
        figures=NeedIcons(tuple(cards.needs(power, pool)), face.look.ink),
    )


def card_model(card: str, powers: Sequence[str], pool: ZarcanaCards, words: Words) -> CardModel:
    """Return the model of a card with the effects of these powers, and the requirements of the first one."""
    needs = tuple((need, words.plain(f"zarcana.needs.{need}")) for need in cards.needs(powers[0], pool))
    return CardModel(tarot_face(card, pool), " ".join(cards.does(power, words) for power in powers), needs)
