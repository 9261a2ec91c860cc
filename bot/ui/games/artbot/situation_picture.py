"""The picture of how things stand on a panel of Art Bot: the artists, and the hit or tie between them.

The reader is on the left, whoever sits where. What can be chosen has the number of its button.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.artbot import board
from bot.ui.games.artbot.faces import listed_robot
from bot.ui.games.artbot.mascots import Disc
from bot.ui.games.artbot.model import ArtistModel, HitModel, PotModel, board_model, numbers, seats_from
from bot.ui.games.artbot.picture import AIMED
from bot.ui.games.card_numbers import Numbers
from bot.ui.pictures.badges import PLATE, Pile, PileSign
from bot.ui.pictures.card_list import list_of, rows, sized
from bot.ui.pictures.colours import CHALK, GLOW, PAPER
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.facing import ARROW, BESIDE, GAP, LONG_NAME, PAD, ROW, chosen_face, facing, named_face, plate_width
from bot.ui.pictures.layout import Box, Label, Plate, Space, Stack, column, in_lines, row, scene_of
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.parts import card, image, piece, points, sign
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Names, Scene
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.tones import CREAM, SLATE
from bot.ui.texts.words import Spoken, Words
from engine.contract import CardRef, Decision, Forecast, Seat, SeatRef, letter
from engine.games.artbot.view import ArtBotView

SITUATION: Final = "artbot-situation.png"

FACE, SIGN, ROBOT = 36, 44, 78
"""The radius of a player's face, the side of a sign, and the width of a player's robot, in pixels."""

NAME, POINTS, COUNT, TEXT = (46, 26), (58, 30), (34, 26), (38, 24)
"""The sizes of a name, of a player's points, of a number of cards, and of other texts."""


class HitBetween(Struct, frozen=True):
    """An open hit: the sum and what the victim does, both players, the card played, and the cards revealed."""

    sum: str
    choice: str
    by: ArtistModel
    at: ArtistModel
    played: tuple[ListedCard, ...]
    revealed: tuple[ListedCard, ...]


class SituationModel(Struct, frozen=True):
    """Everything that the picture shows.

    Attributes:
        artists: the players, the reader first, each with the number of their button or 0.
        hit: the open hit, if there is one.
        pot: what the pot of a tie is called, and each player's cards in it, in the same order; empty without a tie.
    """

    artists: tuple[tuple[ArtistModel, int], ...]
    hit: HitBetween | None
    pot: str
    tied: tuple[tuple[ListedCard, ...], ...]


def situation_picture(
    view: ArtBotView, seat: Seat, words: Words, asked: Decision | None, _: Sequence[Forecast]
) -> Picture:
    """Return a picture of how a seat stands, described by the table and by what there is to choose from."""
    spoken = Spoken.of(words)
    told = [board.describe_board(view, spoken), board.choice(view, seat, spoken)]
    model = situation_model(view, seat, words, numbers(view, seat, asked, words))
    return Picture(SITUATION, draw_situation(model), description("\n".join(told).strip()))


def situation_model(view: ArtBotView, seat: Seat, words: Words, known: Numbers) -> SituationModel:
    """Return the model of a seat's situation, given the numbers of what can be chosen."""
    shown, you = board_model(view, words), words.plain("player.you")
    artists = {each.seat: replace(each, name=you) if each.seat == seat else each for each in shown.panels}

    def listed(ref: CardRef) -> ListedCard:
        return replace(listed_robot(ref, words, known.get(ref, 0)), kin="", text="")

    hit, order = None, seats_from(view, seat)
    if view.hit is not None and isinstance(shown.event, HitModel):
        victim, count = view.hit.victim, view.hit.count
        chooses = words.plain("artbot.picture.choose", seat=SeatRef(victim), count=count)
        hit = HitBetween(
            shown.event.sum,
            shown.event.choice if view.hit.backfires else chooses,
            artists[view.hit.seat],
            artists[victim],
            tuple(map(listed, view.seats[letter(view.hit.seat)].in_play[:1])),
            tuple(map(listed, view.hit.revealed)),
        )
    return SituationModel(
        artists=tuple((artists[each], known.get(SeatRef(each), 0)) for each in order),
        hit=hit,
        pot=shown.event.title if isinstance(shown.event, PotModel) else "",
        tied=tuple(tuple(map(listed, view.seats[letter(each)].in_play)) for each in order)
        if isinstance(shown.event, PotModel)
        else (),
    )


def lay_situation(model: SituationModel) -> Scene:
    """Return the situation as a scene: the artists, and below them the hit or the tie."""
    names = Names()
    wide, is_high = plate_width(len(model.artists)), len(model.artists) > ROW + 1
    (own, number), *others = model.artists
    plates = [_artist(own, number, wide, is_high=is_high), *(_artist(*each, wide) for each in others)]
    below = [] if model.hit is None else _hit(model.hit, names)
    return scene_of(column(facing(plates), *below, *_tied(model, names), gap=GAP, width=WIDE))


def _artist(artist: ArtistModel, number: int, wide: float, *, is_high: bool = False) -> Stack:
    """Return a player's plate: name, points with their bar, robot, piles, and a sign for what happened last.

    If the plate is as high as two, all stands in its middle.
    """
    mark, tones = artist.fate, artist.seated.tones
    is_out = mark == "skull"
    paper, ink = SLATE if is_out else tones.base, CHALK if is_out else AIMED if mark == "target" else GLOW
    robot = None
    if artist.robot is not None:
        robot = card(artist.robot, ROBOT) if artist.is_card else image(Disc(artist.robot), ROBOT, ROBOT)
    share = artist.filled / artist.cells
    name = Label(artist.name, NAME, CREAM, "title", wrapped=LONG_NAME, grow=1)
    said = column(
        row(chosen_face(artist.seated, FACE, number), name, sign(mark, SIGN, ink, paper) if mark else None, gap=12),
        row(Label(artist.points, POINTS, PAPER, "title", grow=1), robot, gap=8, height=108),
        None if is_out else points((share, share), tones.light, 18),
        *in_lines((_pile(pile.kind, pile.count) for pile in artist.piles), wide - 2 * PAD, 14),
        gap=4,
    )
    plate = Plate(paper, 20, GLOW if artist.active else None, 6)
    shown = piece(said, f"seat {letter(artist.seat)}")
    return column(shown, None if is_high else Space(grow=1), pad=(PAD, 8), width=wide, plate=plate)


def _pile(kind: Pile, count: int) -> Stack:
    """Return a pile's sign beside the number of its cards."""
    return row(image(PileSign(kind), 40, 40), Label(str(count), COUNT, CREAM, "title"), gap=4, height=46)


def _hit(shown: HitBetween, names: Names) -> list[Box]:
    """Return who hits whom with what, the sum with what the victim has to do, and the cards revealed."""
    paper = shown.by.seated.tones.deep
    arrow, room = sign("arrow", ARROW, GLOW, paper), WIDE - 2 * BESIDE - 2 * ARROW - 4 * GAP
    played: Box = list_of([sized(shown.played, room)], names) if shown.played else Space(room)
    by, at = (named_face(each.seated, each.name, FACE) for each in (shown.by, shown.at))
    between = row(by, arrow, played, arrow, at, gap=GAP, pad=(0, 5), plate=Plate(paper, 18))
    sums = column(
        Label(shown.sum, (50, 26), PAPER, "title", "middle", height=58),
        Label(shown.choice, TEXT, GLOW, side="middle", height=46),
        pad=(PAD, 3),
        plate=Plate(shown.at.seated.tones.deep, 18),
    )
    return [between, sums, *([list_of(rows(shown.revealed), names)] if shown.revealed else [])]


def _tied(model: SituationModel, names: Names) -> list[Box]:
    """Return the pot of a tie, each player's cards below their plate; nothing without a tie."""
    if not model.pot:
        return []
    title = row(Label(model.pot, TEXT, GLOW, side="middle", grow=1), height=58, plate=Plate(PLATE, 18))
    wide = plate_width(len(model.tied))
    sides = [list_of([sized([each], wide) for each in cards], names) for cards in model.tied]
    return [title, row(*(column(side, Space(grow=1), width=wide) for side in sides), gap=GAP)]


draw_situation = DrawnScene(lay_situation, WIDE)
