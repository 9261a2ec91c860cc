"""The part of Zarcana's board on which a card did something, as the picture of a turn shows it before and after.

Every card has its picture and its value; spaces that changed have a bright frame and their name. An arrow leads from
space to space, a plus marks what is new or has grown, and a burst what was hit; a cross is on what is gone.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.games.zarcana.faces import TarotFace, tarot_face
from bot.ui.games.zarcana.position import MapPiece, MapPosition
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.texts.words import Words
from engine.contract import Fact, Seat
from engine.games.zarcana import events as e
from engine.games.zarcana.board import column_of, named, row_of
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.powers.handler import SIZES

Mark: TypeAlias = Literal["", "new", "hit", "gone"]
"""What happened to a minion or to a card: nothing, it came or grew, it was hit, or it is not there any more."""

SMALL: Final = 3
"""The most columns or rows of a board of which all are shown."""


class Token(Struct, frozen=True):
    """A minion on the map, whose `facing` is empty if nobody can tell where it points, and what happened to it."""

    pyramid: Pyramid
    mark: Mark = ""


class Tile(Struct, frozen=True):
    """A space of the map.

    Attributes:
        place: its column and its row, counted from the first ones of the map.
        face: the top card if it is face-up.
        cards: how many cards lie there.
        mark: what happened to the top card.
        lit: whether the space has changed.
    """

    space: str
    place: tuple[int, int]
    face: TarotFace | None
    cards: int
    tokens: tuple[Token, ...]
    mark: Mark
    lit: bool


class Arrow(Struct, frozen=True):
    """A way over the board: the player who moved something, and the spaces from first to last."""

    seat: Seat
    way: tuple[str, ...]


class TurnMap(Struct, frozen=True):
    """A part of the board: its columns and rows, its spaces, and the ways of what moved."""

    size: tuple[int, int]
    tiles: tuple[Tile, ...]
    arrows: tuple[Arrow, ...]


def turn_maps(position: MapPosition, facts: Sequence[Fact], words: Words) -> tuple[TurnMap, TurnMap] | None:
    """Return the board before and after some facts, after which `position` is left; None if nothing on it changed."""
    change = _Change(position, words)
    before = position.copy()
    for fact in facts:
        change.note(fact)
    if not change.lit:
        return None
    window = _Window(change.lit, (*before.stacks, *position.stacks))
    size = (len(window.columns), len(window.rows))
    first = TurnMap(size, tuple(change.tiles(before, window, marked=False)), ())
    return first, TurnMap(size, tuple(change.tiles(position, window, marked=True)), tuple(change.arrows))


class _Window:
    """The columns and rows that a map shows: those of what has changed, with a line around them, or the whole board."""

    def __init__(self, lit: Iterable[str], board: Iterable[str]) -> None:
        near, whole = [named(space) for space in lit], [named(space) for space in (*board, *lit)]
        self.columns = _span([*map(column_of, near)], [*map(column_of, whole)])
        self.rows = _span([*map(row_of, near)], [*map(row_of, whole)])

    def place(self, space: str) -> tuple[int, int] | None:
        """Return the column and the row of a space; None if it is not shown."""
        column, row = column_of(named(space)), row_of(named(space))
        is_shown = column in self.columns and row in self.rows
        return (column - self.columns.start, row - self.rows.start) if is_shown else None


def _span(near: Sequence[int], whole: Sequence[int]) -> range:
    """Return the lines that are shown of a whole board, if something has changed in the ones that are `near`."""
    least, most = min(whole), max(whole)
    if most - least < SMALL:
        return range(least, most + 1)
    first, last = max(least, min(near) - 1), min(most, max(near) + 1)
    last = max(last, min(most, first + SMALL - 1))
    return range(min(first, max(least, last - SMALL + 1)), last + 1)


class _Change:
    """What happens on a board, noted fact by fact."""

    def __init__(self, position: MapPosition, words: Words) -> None:
        self.position, self.words = position, words
        self.signs = words.marks(len(words.seats))
        self.lit: dict[str, None] = {}
        self.arrows: list[Arrow] = []
        self.marks: list[tuple[MapPiece, Mark]] = []
        self.cards: dict[str, Mark] = {}

    def note(self, fact: Fact) -> None:
        """Take notice of a fact, and change the board by it."""
        for space in (getattr(fact, "start", None), getattr(fact, "space", None)):
            if isinstance(space, str) and not isinstance(fact, e.Used | e.Looked):
                self.lit[space] = None
        self.position.note(fact)
        match fact:
            case e.MinionEntered() | e.Grew():
                self.marks.append((MapPiece(fact.seat, fact.size, fact.space), "new"))
            case e.Shrank():
                self.marks.append((MapPiece(fact.target, fact.size, fact.space), "hit"))
            case e.Converted():
                self.marks.append((MapPiece(fact.target, fact.size, fact.space), "gone"))
                self.marks.append((MapPiece(fact.seat, fact.replacement, fact.space), "new"))
            case e.Destroyed():
                self.marks.append((MapPiece(fact.target, fact.size, fact.space), "gone"))
            case e.Built() | e.BuiltFaceDown():
                self.cards[fact.space] = "new"
            case e.TerritoryLost():
                self.cards[fact.space] = "gone"
            case e.MinionMoved() | e.Transported():
                self.move(fact)

    def move(self, fact: e.MinionMoved | e.Transported) -> None:
        """Note a step, which can go on from the one before it."""
        last = self.arrows[-1] if self.arrows else None
        if last is not None and (last.seat, last.way[-1]) == (fact.seat, fact.start):
            self.arrows[-1] = Arrow(fact.seat, (*last.way, fact.space))
        else:
            self.arrows.append(Arrow(fact.seat, (fact.start, fact.space)))

    def tiles(self, position: MapPosition, window: _Window, *, marked: bool) -> Iterable[Tile]:
        """Yield the spaces of a board that are shown, with what happened there if `marked`."""
        spaces = dict.fromkeys((*position.stacks, *(piece.space for piece in position.pieces), *self.lit))
        for space in spaces:
            place = window.place(space)
            if place is None:
                continue
            stack = position.stacks.get(space, [])
            card = stack[-1] if stack else None
            face = None if card is None else tarot_face(card.card, self.words.pool(ZarcanaCards))
            mark = self.cards.get(space, "") if marked else ""
            tokens = tuple(self.tokens(position.at(space), space, marked=marked))
            yield Tile(space, place, face, len(stack), tokens, mark, space in self.lit)

    def tokens(self, pieces: Sequence[MapPiece], space: str, *, marked: bool) -> Iterable[Token]:
        """Yield the minions on a space, and those that are gone from it if `marked`."""
        left = [(piece, mark) for piece, mark in self.marks if piece.space == space] if marked else []
        tokens: list[Token] = []
        for piece in reversed(pieces):  # the last one has come, grown or shrunk last
            known = next((each for each in reversed(left) if _alike(each[0], piece) and each[1] != "gone"), None)
            if known is not None:
                left.remove(known)
            tokens.append(self.token(piece, "" if known is None else known[1]))
        yield from reversed(tokens)
        yield from (self.token(piece, mark) for piece, mark in left if mark == "gone")

    def token(self, piece: MapPiece, mark: Mark) -> Token:
        """Return a minion with its player's sign."""
        return Token(Pyramid(piece.seat, self.signs[piece.seat], SIZES[piece.size - 1], piece.facing), mark)


def _alike(one: MapPiece, other: MapPiece) -> bool:
    """Whether two minions have the same player and size."""
    return (one.seat, one.size) == (other.seat, other.size)
