"""The picture of how things stand on a panel: the wizards with their Wounds, the Chain from the top down, the Row.

The reader is on the left, whoever sits where. What can be chosen has the number of its button. The top Spell has its
rules, and so has the Row if the reader draws from it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.card_numbers import Numbers, alike
from bot.ui.games.warmage import board, cards
from bot.ui.games.warmage.faces import listed_spell
from bot.ui.games.warmage.model import LinkModel, PlayerModel, board_model, numbers
from bot.ui.games.warmage.picture import FATES, WOUND, WoundCard
from bot.ui.games.warmage.situation import draws, pictures_row, seats_from
from bot.ui.pictures.badges import PLATE, PileSign
from bot.ui.pictures.card_list import list_of, rows, sized
from bot.ui.pictures.colours import CHALK, GLOW
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.facing import (
    ARROW,
    BESIDE,
    GAP,
    LONG_NAME,
    PAD,
    ROW,
    choice,
    chosen_face,
    facing,
    named_face,
    plate_width,
)
from bot.ui.pictures.layout import Box, Label, Plate, Space, Stack, column, in_lines, row, scene_of
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.parts import card, face, image, piece, points, sign
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Names, Scene
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.tones import CREAM, SLATE
from bot.ui.texts.words import Rendered, Spoken, Words, copies
from engine.contract import CardRef, Decision, Forecast, Seat, SeatRef, letter
from engine.games.warmage.pool import WarMageCards
from engine.games.warmage.view import WarMageView

SITUATION: Final = "warmage-situation.png"

FACE, SMALL = 36, 18
"""The radii of a player's face, and of the face of whoever cast a card in play, in pixels."""

NAME, LEFT, TEXT = (46, 26), (38, 24), (30, 24)
"""The sizes of a name, of the number of Wounds left, and of other texts."""

WOUND_WIDE, ART, NAMED = 32, 56, 230
"""The widths of a Wound Card, of the art of a card in play, and of one with its name, in pixels."""

LOW: Final = 0.7
"""The size of a Spell in the Chain that is not to be read, as a share of one that is."""

LINES: Final = 2
"""The most lines of cards in play with their names; of more cards, there is only the art."""

TARGET: Final = 212
"""The width of a Spell's target, in pixels."""


class LyingCard(Struct, frozen=True):
    """A card in play, its caster if another player cast it, and the number of its button."""

    card: ListedCard
    by: PlayerFace | None


class Wizard(Struct, frozen=True):
    """A player, the number of their button or 0, and their cards in play; `hand` is None for the reader's own."""

    player: PlayerModel
    number: int
    hand: int | None
    play: tuple[LyingCard, ...]


class CastSpell(Struct, frozen=True):
    """A Spell in the Chain as a card, which has rules only if it is to be read, with its caster and target."""

    link: LinkModel
    card: ListedCard
    by: PlayerModel
    at: PlayerModel | None


class SituationModel(Struct, frozen=True):
    """Everything that the picture shows.

    Attributes:
        wizards: the players, the reader first.
        chain_name, row_name: what the Chain and the Row are called.
        chain: the Spells from the top down.
        row: the Row's cards, which have rules only if the reader draws from it.
    """

    wizards: tuple[Wizard, ...]
    chain_name: str
    chain: tuple[CastSpell, ...]
    row_name: str
    row: tuple[ListedCard, ...]


def situation_picture(
    view: WarMageView, seat: Seat, words: Words, asked: Decision | None, _: Sequence[Forecast]
) -> Picture:
    """Return a picture of how a seat stands, described by the board and by what the cards to read do."""
    spoken = Spoken.of(words)
    read = [*(view.row if draws(view, seat, words) else ()), *(link.card for link in reversed(view.chain))]
    told = [board.describe_board(view, spoken), *_does(read, spoken)]
    model = situation_model(view, seat, words, numbers(view, seat, asked, words))
    return Picture(SITUATION, draw_situation(model), description("\n".join(told)))


def _does(refs: list[CardRef], words: Words) -> Iterator[str]:
    """Yield a line for each different card, with how often it is there and what it does."""
    for each, count in Counter(ref.card for ref in refs).items():
        does = Rendered(cards.short(words.pool(WarMageCards).by_id[each], words))
        yield words("card.described", card=CardRef(each), copies=copies(count), text=does)


def situation_model(view: WarMageView, seat: Seat, words: Words, known: Numbers) -> SituationModel:
    """Return the model of a seat's situation, given the numbers of what can be chosen."""
    shown, drawing, you = board_model(view, words), draws(view, seat, words), words.plain("player.you")
    players = [replace(each, name=you if each.seat == seat else each.name, play=()) for each in shown.players]

    def listed(*refs: CardRef, rules: bool = False) -> ListedCard:
        spell = listed_spell(refs[0].card, words, max(known.get(ref, 0) for ref in refs), len(refs))
        return spell if rules else replace(spell, kin="", text="")

    def wizard(each: Seat) -> Wizard:
        play = view.seats[letter(each)].play
        lying = [LyingCard(listed(lies.card), None if lies.seat == each else shown.seats[lies.seat]) for lies in play]
        hand = None if each == seat else players[each].hand
        return Wizard(players[each], known.get(SeatRef(each), 0), hand, tuple(lying))

    def cast(link: LinkModel) -> CastSpell:
        is_read = link.number == len(view.chain) and not drawing
        spell = listed(view.chain[link.number - 1].card, rules=is_read)
        return CastSpell(
            link, replace(spell, kin=""), players[link.seat], None if link.at is None else players[link.at]
        )

    return SituationModel(
        wizards=tuple(wizard(each) for each in seats_from(view, seat)),
        chain_name=shown.title,
        chain=tuple(map(cast, shown.chain)),
        row_name=shown.row_name,
        row=tuple(listed(*refs, rules=drawing) for refs in alike(view.row)) if pictures_row(view, seat, words) else (),
    )


def lay_situation(model: SituationModel) -> Scene:
    """Return the situation as a scene: the wizards, and below them the Chain and the Row."""
    names = Names()
    wide, is_high = plate_width(len(model.wizards)), len(model.wizards) > ROW + 1
    own, *others = model.wizards
    head = facing([_wizard(own, wide, names, is_high=is_high), *(_wizard(each, wide, names) for each in others)])
    chain = [piece(_spell(each), names("chain", each.link.number), each.card.name) for each in model.chain]
    title = _title(model.chain_name) if len(chain) > 1 else None
    return scene_of(column(head, title, *chain, _row(model, names), gap=GAP, width=WIDE))


def _row(model: SituationModel, names: Names) -> Stack | None:
    """Return the Row below its name, to be read or side by side; None if it is not shown, or empty."""
    if not model.row:
        return None
    found = rows(model.row) if any(each.text for each in model.row) else [sized(model.row, WIDE)]
    return column(_title(model.row_name), list_of(found, names), gap=4)


def _title(text: str) -> Stack:
    """Return what stands above a list."""
    return row(Label(text, TEXT, GLOW, grow=1), pad=(PAD, 0), height=44, plate=Plate(PLATE, 14))


def _wizard(shown: Wizard, wide: float, names: Names, *, is_high: bool = False) -> Box:
    """Return a player's plate: name, hand, Wounds left with their bar and cards, cards in play.

    If the plate is as high as two, all stands in its middle.
    """
    player, room = shown.player, wide - 2 * PAD
    tones = player.seated.tones
    hand = None if shown.hand is None else Label(str(shown.hand), LEFT, tones.tint, "title")
    wounds = ("flesh",) * player.flesh + ("mortal",) * player.mortal
    share = player.left / player.most
    head = column(
        row(
            chosen_face(player.seated, FACE, shown.number),
            Label(player.name, NAME, CREAM, "title", wrapped=LONG_NAME, grow=1),
            None if hand is None or player.out else image(PileSign("hand"), 38, 38),
            None if player.out else hand,
            gap=12,
            height=2 * FACE + 8,
        ),
        row(
            Label(player.told, LEFT, tones.tint, grow=1),
            *(image(WoundCard(kind), WOUND_WIDE, WOUND_WIDE * WOUND[1] / WOUND[0]) for kind in wounds),
            gap=4,
            height=50,
        ),
        None if player.out else points((share, share), tones.light, 18),
    )
    plate = Plate(SLATE if player.out else tones.base, 20, GLOW if player.active else None, 6)
    parts = [
        piece(head, f"seat {letter(player.seat)}"),
        *_lying(shown, room, names),
        None if is_high else Space(grow=1),
    ]
    return column(*parts, gap=8, pad=(PAD, 8), width=wide, plate=plate)


def _lying(shown: Wizard, room: float, names: Names) -> list[Stack]:
    """Return lines of cards in play: with their names or, if they are many, only their art."""
    in_line = room // NAMED
    wide = room / in_line - GAP if len(shown.play) <= LINES * in_line else None
    found = [piece(_card(each, wide), names("play", each.card.name), each.card.name) for each in shown.play]
    return in_lines(found, room, GAP)


def _card(lies: LyingCard, wide: float | None) -> Stack:
    """Return a card in play: its number, its art, its caster if that is another player, and its name if it is wide."""
    caster = None if lies.by is None else face(lies.by, SMALL)
    name = None if wide is None else Label(lies.card.name, TEXT, CREAM, wrapped=(30, 24, 2), grow=1)
    return row(choice(lies.card.number), card(lies.card.art, ART), caster, name, gap=6, width=wide, height=76)


def _spell(cast: CastSpell) -> Stack:
    """Return a Spell in the Chain, from left to right: its caster, its card, its target and its fate.

    One that is not to be read is lower.
    """
    link, is_low = cast.link, not cast.card.text
    (mark, colour), paper = FATES[link.fate], cast.by.seated.tones.deep
    arrow = sign("arrow", ARROW, GLOW, paper)
    radius = LOW * FACE if is_low else FACE
    upon = Label(link.upon[1], TEXT, CHALK, wrapped=(28, 24, 2), grow=1) if link.upon else None
    by = named_face(cast.by.seated, cast.by.name, radius)
    at: Box | None = None
    if cast.at is not None:
        at = face(cast.at.seated, SMALL) if is_low or upon else named_face(cast.at.seated, cast.at.name, radius)
    target = row(upon, at, None if upon else Space(grow=1), gap=4, height=40, grow=0 if is_low else 1)
    room = WIDE - BESIDE - TARGET - 2 * ARROW - 4 * GAP
    [spell] = sized([cast.card], room / LOW if is_low else room)
    high = spell.high * room / spell.wide
    fate = row(
        sign(mark, 30, colour, paper),
        Label(link.told, TEXT, colour, most=TARGET - 40),
        sign("ward", 30, GLOW, paper) if link.protected else None,
        Space(grow=1),
        gap=6,
        height=36,
    )
    aside = column(target if upon or at else None, fate, width=TARGET)
    parts = (by, arrow, image(spell, room, high), arrow if upon or at else Space(ARROW), aside)
    return row(*parts, gap=GAP, pad=(0, 5), plate=Plate(paper, 18))


draw_situation = DrawnScene(lay_situation, WIDE)
