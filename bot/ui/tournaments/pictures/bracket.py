"""Pictures of brackets, with a few rounds each: matches are boxes with two names, and lines lead to the next match."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from bot.host.tournament.rules.bracket import From, Source
from bot.host.tournament.rules.standings import Player
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, TABLE, Colour, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Box, Label, Plate, Room, Space, Stack, column, row
from bot.ui.pictures.parts import face, sign
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Frame, Item, Path, Scene, ellipse
from bot.ui.pictures.scene import box as rectangle
from bot.ui.pictures.seat_faces import PlayerFace
from bot.ui.texts.words import Words, shortened
from bot.ui.tournaments import bracket as trees
from bot.ui.tournaments.bracket import BracketMatch, BracketSection, BracketTree, forks
from bot.ui.tournaments.pictures.sheet import DARK, MARGIN, WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.pictures.standings import paged
from bot.ui.tournaments.tournament_view import TournamentView, drawable_name, faced, score, spoken_name

SIDE_BY_SIDE: Final = 3
"""How many rounds are side by side; a fourth is in the last column, between the two matches that lead to it."""

HIGH: Final = 1350
"""The most height of a page's parts together."""

LARGEST, NARROWER = 84, 56
"""The greatest height of a player's row, and where three rounds are side by side."""

LABEL: Final = 32
"""The height of the room above a match, with its number where one is needed."""

TITLE: Final = 48
"""The height of a part's title."""

ROUND: Final = 52
"""The height of the round titles."""

BETWEEN, NARROW = 60, 26
"""The horizontal gap between two rounds, and between more."""

NAME: Final = 36
"""The smallest size of a name: a phone shows it at 12 pixels."""

SMALL: Final = 28

OUTLINE: Final[Colour] = mixed(TABLE, CHALK, 0.35)
"""The outline of a place that nobody has reached yet."""

State = Literal["open", "won", "lost", "out", "unknown"]
"""A player's state in a match: still to play, won, lost but still in the bracket, eliminated, not known yet."""


class MatchSide(Struct, frozen=True):
    """One side of a match: the player's name, games won and face or, while unknown, where they come from.

    Where a line shows that, an unknown player has no name, and before the first game there is no score.
    """

    state: State
    name: str
    score: str = ""
    player: PlayerFace | None = None


class MatchBox(Struct, frozen=True):
    """A match, drawn as a box.

    Attributes:
        column: the index of the match's column, from 0.
        middle: the vertical position of its middle, in slots.
        label: its number, where others name it, and any remarks; can be empty.
        sides: the players; if there is only one side, that player has a bye.
        to_play: whether both players are known and the match is still to be played.
        sources: the indices of the boxes in the same part that lead to this one.
    """

    column: int
    middle: float
    label: str
    sides: tuple[MatchSide, ...]
    to_play: bool
    sources: tuple[int, ...]


class Part(Struct, frozen=True):
    """A part of a bracket: its title, the titles of its columns, its height in slots, and its matches.

    It has no title if it is the only part or the final.

    Attributes:
        row: the height of a player's row in pixels.
    """

    title: str
    rounds: tuple[str, ...]
    slots: int
    boxes: tuple[MatchBox, ...]
    row: int

    @property
    def slot(self) -> int:
        """The height of a match in pixels: its label, two rows, and some space."""
        return 2 * self.row + LABEL + self.row // 6

    @property
    def above(self) -> int:
        """The height of the titles above the matches, in pixels."""
        return (TITLE if self.title else 0) + ROUND


class BracketModel(Struct, frozen=True):
    """Everything that a picture of a bracket shows."""

    head: Head
    parts: tuple[Part, ...]


def bracket_picture(tournament: TournamentView, tree: BracketTree, page: int, words: Words) -> Picture:
    """Return a picture of a bracket's page; pages are counted from 0."""
    told = fit_description(lambda longest: _told(tournament, tree, page, words, longest))
    return Picture("bracket.png", draw_bracket(bracket_model(tournament, tree, page, words)), told)


def bracket_model(tournament: TournamentView, tree: BracketTree, page: int, words: Words) -> BracketModel:
    """Return the model of a bracket's page."""
    pages = trees.pages(tree)
    champion = tree.champion
    crowned = (
        "" if champion is None else words.plain("standings.champion", player=drawable_name(tournament, champion, words))
    )
    row = _row_height(pages[page])
    parts = tuple(_part(tournament, tree, panel, row, words) for panel in pages[page])
    return BracketModel(Head(tournament.title, paged(page, len(pages), words), crowned), parts)


def _row_height(page: trees.Page) -> int:
    """Return the height of a player's row with which a page's matches, with their titles, have room."""
    largest = NARROWER if any(len(panel.columns) >= SIDE_BY_SIDE for panel in page) else LARGEST
    slot = (HIGH - len(page) * (TITLE + ROUND)) // sum(panel.slots for panel in page)
    return min(largest, 6 * (slot - LABEL) // 13)


def _title(tree: BracketTree, panel: BracketSection, played: Sequence[BracketMatch], words: Words) -> str:
    numbers = [number for node in panel.nodes if (number := played[node].number) is not None]
    if panel.stage == "final" or len(numbers) == max(fork.number or 0 for fork in played):
        return ""
    stage = panel.stage if tree.is_double else "all"
    return words.plain(f"bracket.part.{stage}", first=min(numbers), last=max(numbers), count=len(numbers))


def _part(tournament: TournamentView, tree: BracketTree, panel: BracketSection, row: int, words: Words) -> Part:
    """Return a part of a bracket; its matches have numbers only if lines cannot show where everybody goes."""
    played = forks(tree)
    numbered = len([section for page in trees.pages(tree) for section in page]) > 1
    order: dict[int, int] = {}
    boxes: list[MatchBox] = []
    for at, nodes in enumerate(panel.columns):
        for number, node in enumerate(nodes):
            if not trees.is_shown(tree, node, played[node]):
                continue
            order[node] = len(order)
            before = [
                each.match for each in (tree.nodes[node].first, tree.nodes[node].second) if isinstance(each, From)
            ]
            boxes.append(
                MatchBox(
                    min(at, SIDE_BY_SIDE - 1),
                    (number + 0.5) * panel.slots / len(nodes),
                    _label(tree, node, played[node], words, numbered=numbered, central=at >= SIDE_BY_SIDE),
                    _sides(tournament, tree, node, played, words, numbered=numbered),
                    tree.seats[node].open and not tournament.cancelled,
                    tuple(order[each] for each in before if each in order),
                )
            )
    names = [str(trees.round_name(tree, nodes[0], words)) for nodes in panel.columns]
    return Part(_title(tree, panel, played, words), tuple(names[:SIDE_BY_SIDE]), panel.slots, tuple(boxes), row)


def _label(tree: BracketTree, node: int, fork: BracketMatch, words: Words, *, numbered: bool, central: bool) -> str:
    if fork.number is None:
        return words.plain("bracket.bye")
    name = str(trees.round_name(tree, node, words)) if central else ""
    if not numbered:
        return name
    if central:
        return words.plain("bracket.match.central", number=fork.number, round=name)
    return words.plain("bracket.match", number=fork.number)


def _sides(
    tournament: TournamentView,
    tree: BracketTree,
    node: int,
    played: Sequence[BracketMatch],
    words: Words,
    *,
    numbered: bool,
) -> tuple[MatchSide, ...]:
    fork, games = played[node], _games(tree, node)
    found: list[MatchSide] = []
    for number, source in enumerate(each for each in (fork.first, fork.second) if each is not None):
        player = trees.comer(tree, source)
        if player is None:
            found.append(MatchSide("unknown", str(trees.source_name(source, played, words)) if numbered else ""))
            continue
        state = "open" if fork.number is None else _state(tree, node, player)
        found.append(
            MatchSide(
                state,
                drawable_name(tournament, player, words),
                "" if games is None else str(games[number]),
                faced(tournament, player, words),
            )
        )
    return tuple(found)


def _games(tree: BracketTree, node: int) -> tuple[int, int] | None:
    """Return the games that both sides of a match have won; None before the first game."""
    games = tree.games.get(node)
    return None if tree.seats[node].open and games == (0, 0) else games


def _state(tree: BracketTree, node: int, player: Player) -> State:
    seats = tree.seats[node]
    if not seats.decided:
        return "open"
    if seats.winner == player:
        return "won"
    return "out" if trees.is_out(tree, node) else "lost"


def _told(tournament: TournamentView, tree: BracketTree, page: int, words: Words, longest: int) -> str:
    pages, played = trees.pages(tree), forks(tree)
    told = [words.plain("bracket.described", title=shortened(tournament.title, 2 * longest))]
    told += filter(None, [paged(page, len(pages), words)])
    if tree.champion is not None:
        told.append(
            words.plain("standings.champion", player=shortened(spoken_name(tournament, tree.champion, words), longest))
        )
    told += [
        _told_match(tournament, tree, node, played, words, longest)
        for panel in pages[page]
        for node in panel.nodes
        if trees.is_shown(tree, node, played[node])
    ]
    return "\n".join(told)


def _told_match(
    tournament: TournamentView, tree: BracketTree, node: int, played: Sequence[BracketMatch], words: Words, longest: int
) -> str:
    fork = played[node]
    first, second = (
        _told_side(tournament, tree, source, played, words, longest) for source in (fork.first, fork.second)
    )
    if fork.number is None:
        return words.plain(f"bracket.text.bye.{trees.round_after(tree, node)}", player=first)
    games, winner = _games(tree, node), tree.seats[node].winner
    if games is not None:
        told = words.plain("bracket.told.score", number=fork.number, first=first, second=second, score=score(games))
    elif winner is not None:
        name = shortened(spoken_name(tournament, winner, words), longest)
        return words.plain("bracket.told.unplayed", number=fork.number, first=first, second=second, winner=name)
    else:
        told = words.plain("bracket.told.open", number=fork.number, first=first, second=second)
    now = tree.seats[node].open and not tournament.cancelled
    return words.plain("bracket.told.now", match=told) if now else told


def _told_side(
    tournament: TournamentView,
    tree: BracketTree,
    source: Source | None,
    played: Sequence[BracketMatch],
    words: Words,
    longest: int,
) -> str:
    if source is None:
        return ""
    player = trees.comer(tree, source)
    if player is None:
        return str(trees.source_name(source, played, words))
    return shortened(spoken_name(tournament, player, words), longest)


def column_edges(part: Part) -> list[tuple[int, int]]:
    """Return the left and right edges of each column in a part, in pixels."""
    count = len(part.rounds)
    gap = _gap(count)
    wide = (WIDE - 2 * MARGIN - (count - 1) * gap) // count
    return [(MARGIN + at * (wide + gap), MARGIN + at * (wide + gap) + wide) for at in range(count)]


def _gap(columns: int) -> int:
    """Return the horizontal gap between two of some columns, in pixels."""
    return NARROW if columns == SIDE_BY_SIDE else BETWEEN


def match_rectangles(part: Part, top: int) -> list[tuple[int, int, int, int]]:
    """Return the rectangle, in pixels, of each match in a part that starts at `top`, without the label above it."""
    begin = top + part.above
    columns = column_edges(part)
    found: list[tuple[int, int, int, int]] = []
    for box in part.boxes:
        left, right = columns[box.column]
        high = part.row * len(box.sides)
        middle = begin + round(box.middle * part.slot) + LABEL // 2
        found.append((left, middle - high // 2, right, middle - high // 2 + high))
    return found


def bracket_sheet(model: BracketModel) -> Scene:
    """Return a page of a bracket as it is drawn."""
    return sheet_scene(model.head, *(box for part in model.parts for box in _shown(part)))


def _shown(part: Part) -> list[Box]:
    """Return a part: its title, the titles of its columns, and its matches."""
    edges = column_edges(part)
    titles = [
        Label(name, (38, 22), PAPER, width=right - left) for name, (left, right) in zip(part.rounds, edges, strict=True)
    ]
    return [
        *([Label(part.title, (32, 22), GLOW, height=TITLE)] if part.title else []),
        row(*titles, gap=_gap(len(titles)), height=ROUND),
        Art(lambda room: _matches(part, round(room.top)), (0, part.slots * part.slot)),
    ]


def _matches(part: Part, top: int) -> list[Item]:
    """Show the matches of a part below a line, with the lines that lead from one to the next."""
    rooms = match_rectangles(part, top - part.above)
    lines = [
        line
        for box, room in zip(part.boxes, rooms, strict=True)
        for source in box.sources
        for line in _connection(rooms[source], room)
    ]
    return [
        *lines,
        *(item for box, room in zip(part.boxes, rooms, strict=True) for item in _match(box, room, part.row)),
    ]


def _connection(source: tuple[int, int, int, int], room: tuple[int, int, int, int]) -> list[Path]:
    """Return the line from one match to the next: to the right and across, or straight up or down within a column."""
    if source[0] == room[0]:
        upper, lower = sorted((source, room), key=lambda each: each[1])
        middle = (room[0] + room[2]) // 2
        return [Path((rectangle(middle - 1, upper[3], middle + 2, lower[1] - LABEL),), FAINT)]
    start, end = (source[1] + source[3]) // 2, (room[1] + room[3]) // 2
    middle = (source[2] + room[0]) // 2
    return [
        Path((rectangle(source[2], start - 1, middle + 2, start + 2),), FAINT),
        Path((rectangle(middle - 1, min(start, end), middle + 2, max(start, end)),), FAINT),
        Path((rectangle(middle - 1, end - 1, room[0], end + 2),), FAINT),
    ]


def _match(box: MatchBox, room: tuple[int, int, int, int], height: int) -> list[Item]:
    """Show a match; one that is played now has a bright frame with a sword at its corner."""
    left, top, right, bottom = room
    label = Label(box.label, (SMALL, 20), CHALK, height=LABEL)
    sides = column(label, *(_side(side, height) for side in box.sides))
    items = sides.items(Room(left, top - LABEL, right - left, bottom - top + LABEL))
    if box.to_play:
        radius = max(16, height * 0.26)
        sword = sign("sword", 1.4 * radius, INK, GLOW)
        items += [
            Frame((left - 3, top - 3), (right - left + 6, bottom - top + 4), 12, None, GLOW, 6),
            Path((ellipse((right - 12, top), radius),), GLOW),
            *sword.items(Room(right - 12 - radius, top - radius, 2 * radius, 2 * radius)),
        ]
    return items


def _side(side: MatchSide, height: int) -> Stack:
    """Return a side of a match: the face, the name, a sign for the winner or a loser, and the games won."""
    if side.state == "unknown":
        name = Label(side.name, (SMALL + 2, 20), CHALK, grow=1)
        return column(
            row(name, pad=(13, 0), height=height - 4, plate=Plate(TABLE, 8, OUTLINE, 2)), pad=(1, 1), height=height
        )
    paper, ink = _COLOURS[side.state]
    size = round(height * 0.72)
    shown = row(
        None if side.player is None else face(side.player, height * 0.4),
        Label(side.name, (max(NAME, round(height * 0.56)), NAME), ink, grow=1),
        sign(_SIGNS[side.state], 20, mixed(ink, paper, 0.2), paper) if side.state in _SIGNS else None,
        Label(side.score, (size, size), ink, "title") if side.score else None,
        gap=max(6, height * 0.22 - 4),
        pad=(8, 0),
        height=height - 2,
        plate=Plate(paper, 8),
    )
    return column(shown, Space(height=2), height=height)


_COLOURS: Final[dict[State, tuple[Colour, Colour]]] = {
    "open": (mixed(PLATE, CHALK, 0.2), PAPER),
    "won": (PAPER, INK),
    "lost": (DARK, CHALK),
    "out": (DARK, CHALK),
    "unknown": (PLATE, CHALK),
}

_SIGNS: Final[dict[State, str]] = {"won": "arrow", "out": "barred"}
"""The signs for winners and eliminated players, so that colour is not the only difference."""


draw_bracket = DrawnScene(bracket_sheet, WIDE)
