"""The contents of WarMage's pictures, taken only from a view: the Chain, the players, the Row, a hand."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from bot.ui.games.card_numbers import Numbers, alike, numbered
from bot.ui.games.trophies import seat_tones
from bot.ui.games.warmage.faces import LOOKS, listed_spell, spell_face
from bot.ui.games.warmage.sigil import sigil_of
from bot.ui.games.warmage.situation import pictures_row, seats_from
from bot.ui.pictures.badges import PileCount, pile_count
from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.seat_faces import PlayerFace, seated
from bot.ui.texts.words import Words, copies
from engine.contract import CardRef, Decision, Seat, SeatRef, letter
from engine.games.warmage.chain import Fate
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.rulings import wound_cards
from engine.games.warmage.view import LinkView, WarMageSeatView, WarMageView


class LinkModel(Struct, frozen=True):
    """A Spell in the Chain.

    Attributes:
        number: its position from the bottom, counted from 1.
        sign: the sign of its school.
        at: the player whom it targets, if any.
        upon: the Spell or card that it targets, if any: position in the Chain (None for a card in play) and name.
        fate: what happens to the Spell if nobody answers.
        told: the fate as text.
    """

    number: int
    seat: Seat
    sign: str
    name: str
    at: Seat | None
    upon: tuple[int | None, str] | None
    protected: bool
    fate: Fate
    told: str


class LyingModel(Struct, frozen=True):
    """Equal cards in front of a player: their art and name, and their caster if another player cast them."""

    art: Illustration
    name: str
    by: PlayerFace | None


class PlayerModel(Struct, frozen=True):
    """A player: name, Wound Cards, number of Wounds left, size of the hand, cards in play.

    Attributes:
        left, most: how many Wounds are left, and with how many everybody begins.
        told: how many are left, or that the player is out, in words.
        hand, held: the size of the hand, as a number and in words.
    """

    seat: Seat
    seated: PlayerFace
    name: str
    flesh: int
    mortal: int
    left: int
    most: int
    told: str
    hand: int
    held: str
    play: tuple[LyingModel, ...]
    active: bool
    out: bool


class WarMageBoardModel(Struct, frozen=True):
    """Everything that a picture of the table shows, and nothing else: equal models result in the same picture.

    Attributes:
        seats: the face of each seat's player.
        chain: the Spells from the top down.
        asked: the text that precedes the players who may answer.
        may_answer: the players who may answer the top Spell, including those who have already answered.
        row_name: what the Row is called.
        row, deck, discard: the Row and the piles.
        newest: the art of the newest card on the Discard; None if that is empty.
    """

    seats: tuple[PlayerFace, ...]
    title: str
    chain: tuple[LinkModel, ...]
    asked: str
    may_answer: tuple[Seat, ...]
    players: tuple[PlayerModel, ...]
    row_name: str
    row: tuple[CardFace, ...]
    deck: PileCount
    discard: PileCount
    newest: Illustration | None


def board_model(view: WarMageView, words: Words) -> WarMageBoardModel:
    """Return the model of the table: the Chain, the Row, and the players with their Wounds and cards in play."""
    links = [_link(view, number, words) for number in range(len(view.chain), 0, -1)]
    seats, pool = seated(words, seat_tones(len(view.seats))), words.pool(WarMageCards)
    return WarMageBoardModel(
        seats=seats,
        title=words.plain("warmage.picture.chain"),
        chain=tuple(links),
        asked=words.plain("warmage.picture.may_answer"),
        may_answer=view.may_answer if view.chain else (),
        players=tuple(_player(view, seat, seats, words) for seat in range(len(view.seats))),
        row_name=words.plain("warmage.picture.row"),
        row=tuple(spell_face(pool.by_id[ref.card], words) for ref in view.row),
        deck=pile_count("deck", view.deck_size, words),
        discard=pile_count("discard", len(view.discard), words),
        newest=sigil_of(pool.by_id[view.discard[-1].card]) if view.discard else None,
    )


def _link(view: WarMageView, number: int, words: Words) -> LinkModel:
    link = view.chain[number - 1]
    return LinkModel(
        number,
        link.seat,
        LOOKS[words.pool(WarMageCards).by_id[link.card.card].school][0],
        words.card(link.card.card),
        link.target,
        _upon(view, link, words),
        link.protected,
        link.fate,
        words.plain(f"warmage.picture.{link.fate}"),
    )


def _upon(view: WarMageView, link: LinkView, words: Words) -> tuple[int | None, str] | None:
    """Return the Spell or card that a Spell targets, or None if it targets only a player or nothing."""
    if link.spell is not None:
        place = next((place for place, each in enumerate(view.chain, 1) if each.card == link.spell), None)
        return place, words.card(link.spell.card)
    return None if link.aimed is None else (None, words.card(link.aimed.card))


def _player(view: WarMageView, seat: Seat, seats: tuple[PlayerFace, ...], words: Words) -> PlayerModel:
    shown = view.seats[letter(seat)]
    return PlayerModel(
        seat,
        seats[seat],
        words.name(seat),
        shown.flesh,
        shown.mortal,
        shown.left,
        2 * wound_cards(len(view.seats)),
        words.plain("warmage.picture.out") if shown.out else words.plain("warmage.picture.left", count=shown.left),
        shown.hand_size,
        words.plain("warmage.panel.hand", count=shown.hand_size),
        tuple(_lying(shown, seat, seats, words)),
        active=seat == view.active,
        out=shown.out,
    )


def _lying(shown: WarMageSeatView, seat: Seat, seats: tuple[PlayerFace, ...], words: Words) -> Iterable[LyingModel]:
    counts = Counter((each.card.card, each.seat) for each in shown.play)
    for (card, by), count in counts.items():
        art = sigil_of(words.pool(WarMageCards).by_id[card])
        yield LyingModel(art, f"{words.card(card)}{copies(count)}", None if by == seat else seats[by])


def hand_model(view: WarMageView, seat: Seat, words: Words) -> tuple[ListedCard, ...]:
    """Return the Spells in a hand, as far as the viewer knows them, with the numbers that they have on panels."""
    held = alike(ref for ref in view.seats[letter(seat)].hand if ref is not None)
    return tuple(listed_spell(refs[0].card, words, number, len(refs)) for number, refs in enumerate(held, 1))


def numbers(view: WarMageView, seat: Seat, asked: Decision | None, words: Words, /) -> Numbers:
    """Return the numbers of the Spells in a seat's hand, and of all else that its question offers on the pictures."""
    held = alike(ref for ref in view.seats[letter(seat)].hand if ref is not None)
    seats = seats_from(view, seat)
    shown: list[CardRef | SeatRef] = [SeatRef(each) for each in seats]
    shown += [lies.card for each in seats for lies in view.seats[letter(each)].play]
    shown += [link.card for link in reversed(view.chain)]
    shown += [ref for refs in alike(view.row) for ref in refs] if pictures_row(view, seat, words) else ()
    return numbered(held, shown, asked)
