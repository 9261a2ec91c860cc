"""The contents of Art Bot's pictures of the table and of a hand, taken only from a view."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from bot.ui.games.artbot.faces import art_bot_face, listed_robot
from bot.ui.games.artbot.mascots import MASCOTS
from bot.ui.games.artbot.robot import robot_of
from bot.ui.games.card_numbers import Numbers, alike, numbered
from bot.ui.games.trophies import seat_tones
from bot.ui.pictures.badges import PileCount, pile_count
from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.seat_faces import PlayerFace, seated
from bot.ui.texts.words import Words
from engine.contract import CardRef, Decision, Seat, SeatRef, letter
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.rulings import POINTS
from engine.games.artbot.view import ArtBotSeatView, ArtBotView, HitView


class ArtistModel(Struct, frozen=True):
    """A player's panel.

    Attributes:
        points: the text about health points or, in Toe-to-Toe, about the cards won.
        filled, cells: how many of the bar's cells are filled, and how many it has.
        piles: the hand, Inactive Deck and Discard Pile or, in Toe-to-Toe, the deck and the cards set aside.
        fate: the mark for a victim, a player short of cards or an eliminated player, one of `SYMBOLS`; empty for none.
        robot: the art of the newest card that the player has discarded or, in Toe-to-Toe, won; until there is one, a
            robot that belongs to no card. None for an eliminated player.
        is_card: whether the robot is that of a card.
        active: whether it is the player's turn.
    """

    seat: Seat
    seated: PlayerFace
    name: str
    points: str
    filled: int
    cells: int
    piles: tuple[PileCount, ...]
    fate: str
    robot: Illustration | None
    is_card: bool
    active: bool


class HitModel(Struct, frozen=True):
    """A hit awaiting its victim's answer: the card played, the cards revealed, the sum, and the victim's task."""

    seat: Seat
    victim: Seat
    card: CardFace | None
    revealed: tuple[CardFace, ...]
    sum: str
    choice: str


class GlitchModel(Struct, frozen=True):
    """A Glitch: the title, and a line about the player left short of cards."""

    title: str
    line: str


class PotModel(Struct, frozen=True):
    """A tie in Toe-to-Toe: the title, and each player's cards in the pot."""

    title: str
    cards: tuple[tuple[Seat, tuple[CardFace, ...]], ...]


class ArtBotBoardModel(Struct, frozen=True):
    """Everything that a picture of the table shows, and nothing else: equal models result in the same picture.

    Attributes:
        seats: the face of each seat's player.
        panels: the players, in turn order.
        event: the most urgent event, if there is one.
    """

    seats: tuple[PlayerFace, ...]
    panels: tuple[ArtistModel, ...]
    event: HitModel | GlitchModel | PotModel | None


LEAST_BAR: Final = 20
"""The minimum number of cells in a bar, so that even a few health points look like a bar."""


def board_model(view: ArtBotView, words: Words) -> ArtBotBoardModel:
    """Return the model of the table: every artist's points and piles, and the open hit, latest Glitch or pot."""
    cells = max([LEAST_BAR, *(shown.hp // POINTS for shown in view.seats.values())])
    seats = seated(words, seat_tones(len(view.seats)))
    panels = tuple(_artist(view, seat, seats[seat], cells, words) for seat in view.order)
    return ArtBotBoardModel(seats, panels, _event(view, words))


def _artist(view: ArtBotView, seat: Seat, player: PlayerFace, cells: int, words: Words) -> ArtistModel:
    """Return a player's panel; `cells` is how many cells its bar has in a battle."""
    shown = view.seats[letter(seat)]
    deck = pile_count("deck", shown.inactive_size, words)
    piles: tuple[PileCount, ...]
    if view.mode == "toe-to-toe":
        filled, newest = len(shown.won), shown.won[-1:]
        points = words.plain("artbot.picture.won", count=filled)
        cells = max(LEAST_BAR, filled + shown.inactive_size + len(shown.aside) + len(shown.in_play))
        piles = (deck, PileCount("discard", len(shown.aside), words.plain("artbot.picture.aside")))
    else:
        filled, newest = shown.hp // POINTS, shown.discard[:1]
        points = words.plain("artbot.picture.out") if shown.out else words.plain("artbot.picture.hp", hp=shown.hp)
        hand, discard = shown.active_size, len(shown.discard)
        piles = (pile_count("hand", hand, words), deck, pile_count("discard", discard, words))
    pool, mascot = words.pool(ArtBotCards), MASCOTS[seat % len(MASCOTS)]
    robot = robot_of(pool.by_id[newest[0].card]) if newest else mascot
    return ArtistModel(
        seat=seat,
        seated=player,
        name=words.name(seat),
        points=points,
        filled=filled,
        cells=cells,
        piles=piles,
        fate=_fate(view, seat, shown),
        robot=None if shown.out else robot,
        is_card=bool(newest),
        active=view.mode != "toe-to-toe" and seat == view.active,
    )


def _fate(view: ArtBotView, seat: Seat, shown: ArtBotSeatView) -> str:
    if shown.out:
        return "skull"
    if view.hit is not None:
        return "target" if seat == view.hit.victim else ""
    return "glitch" if view.glitch is not None and seat == view.glitch.short else ""


def _event(view: ArtBotView, words: Words) -> HitModel | GlitchModel | PotModel | None:
    """Return the most urgent event: an open hit, the latest Glitch, or a tie; None if there is none of these."""
    if view.hit is not None:
        return _hit(view, view.hit, words)
    if view.glitch is not None:
        line = words.plain("artbot.picture.short", seat=SeatRef(view.glitch.short))
        return GlitchModel(words.plain("artbot.picture.glitch"), line)
    pot = tuple((seat, fronts(view.seats[letter(seat)].in_play, words)) for seat in view.order)
    if view.mode == "toe-to-toe" and any(cards for _, cards in pot):
        return PotModel(words.plain("artbot.picture.pot", count=sum(len(cards) for _, cards in pot)), pot)
    return None


def _hit(view: ArtBotView, hit: HitView, words: Words) -> HitModel:
    played = fronts(view.seats[letter(hit.seat)].in_play, words)
    choice = words.plain(
        "artbot.picture.recovers" if hit.backfires else "artbot.picture.loses",
        seat=SeatRef(hit.victim),
        count=hit.count,
    )
    return HitModel(
        hit.seat,
        hit.victim,
        played[0] if played else None,
        fronts(hit.revealed, words),
        words.plain("artbot.picture.sum", pp=hit.pp, rp=hit.rp, net=hit.pp - hit.rp),
        choice,
    )


def fronts(refs: Iterable[CardRef], words: Words) -> tuple[CardFace, ...]:
    """Return the fronts of cards of Art Bot for a board."""
    return tuple(art_bot_face(words.pool(ArtBotCards).by_id[ref.card], words) for ref in refs)


def held_cards(view: ArtBotView, seat: Seat) -> list[tuple[CardRef, ...]]:
    """Return the cards in a seat's hand that the viewer knows, with equal ones together, as they are one button."""
    return alike(ref for ref in view.seats[letter(seat)].active if ref is not None)


def seats_from(view: ArtBotView, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats in turn order, from one on."""
    at = view.order.index(seat)
    return (*view.order[at:], *view.order[:at])


def numbers(view: ArtBotView, seat: Seat, asked: Decision | None, _: Words, /) -> Numbers:
    """Return the numbers of the cards in a seat's hand, and of all else that its question offers on the pictures."""
    shown: list[CardRef | SeatRef] = [SeatRef(each) for each in seats_from(view, seat)]
    shown += view.hit.revealed if view.hit is not None else ()
    return numbered(held_cards(view, seat), shown, asked)


def hand_model(view: ArtBotView, seat: Seat, words: Words) -> tuple[ListedCard, ...]:
    """Return a seat's hand, as far as the viewer knows it, with the numbers that it has on panels."""
    held = held_cards(view, seat)
    return tuple(listed_robot(refs[0], words, number, len(refs)) for number, refs in enumerate(held, 1))
