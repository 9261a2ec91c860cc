"""Pictures of brackets, with a few rounds each: matches are boxes with two names, and lines lead to the next match."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from bot.host.tournament.rules.bracket import From, Source
from bot.host.tournament.rules.standings import Player
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, PAPER, Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, png
from bot.ui.pictures.scene import Frame, Item, Path, Scene, Text
from bot.ui.pictures.scene import box as rectangle
from bot.ui.pictures.shapes import line_at
from bot.ui.pictures.symbols import symbol_at
from bot.ui.tournaments import bracket as trees
from bot.ui.tournaments.bracket import BracketSection, BracketTree, Fork, forks
from bot.ui.tournaments.picture_sheet import DARK, KEPT, MARGIN, WIDE, Head, fit_description, sheet_scene
from bot.ui.tournaments.standings_picture import paged
from bot.ui.tournaments.tournament_view import Faced, TournamentView, drawable_name, faced, score, spoken_name
from bot.ui.words import Words, shortened

SIDE_BY_SIDE: Final = 3
"""How many rounds are side by side; a fourth is in the last column, between the two matches that lead to it."""

SLOT: Final = 132
"""The height of a match: its label, two rows, and some space."""

ROW: Final = 50
LABEL: Final = 30
TITLE: Final = 48
"""The height of a part's title."""

ROUND: Final = 38
"""The height of the round titles."""

BETWEEN: Final = 26
"""The horizontal gap between rounds."""

MOST: Final = 420
"""The maximum width of a match in pixels."""

RADIUS: Final = 20
"""The radius of a player's face."""

SCORE: Final = 38
"""The width of the number of games won."""

NAME: Final = (38, 33)
"""The largest and smallest size of a name: a phone shows the smallest at 11 pixels."""

SMALL: Final = 28

State = Literal["open", "won", "lost", "out", "unknown"]
"""A player's state in a match: still to play, won, lost but still in the bracket, eliminated, not known yet."""


class Side(Struct, frozen=True):
    """One side of a match: the player's name, games won and face or, while unknown, where they come from."""

    state: State
    name: str
    score: str = ""
    player: Faced | None = None


class Box(Struct, frozen=True):
    """A match, drawn as a box.

    Attributes:
        column: the index of the match's column, from 0.
        middle: the vertical position of its middle, in slots.
        label: its number and any remarks.
        sides: the players; if there is only one side, that player has a bye.
        to_play: whether both players are known and the match is still to be played.
        sources: the indices of the boxes in the same part that lead to this one.
    """

    column: int
    middle: float
    label: str
    sides: tuple[Side, ...]
    to_play: bool
    sources: tuple[int, ...]


class Part(Struct, frozen=True):
    """A part of a bracket: its title, the titles of its columns, its height in slots, and its matches.

    It has no title if it is the only part or the final.
    """

    title: str
    rounds: tuple[str, ...]
    slots: int
    boxes: tuple[Box, ...]

    @property
    def above(self) -> int:
        """The height of the titles above the matches, in pixels."""
        return (TITLE if self.title else 0) + ROUND


class BracketScene(Struct, frozen=True):
    """Everything that a picture of a bracket shows."""

    head: Head
    parts: tuple[Part, ...]


def bracket_picture(tournament: TournamentView, tree: BracketTree, page: int, words: Words) -> Picture:
    """Return a picture of a bracket's page; pages are counted from 0."""
    told = fit_description(lambda longest: _told(tournament, tree, page, words, longest))
    return Picture("bracket.png", draw_bracket(bracket_scene(tournament, tree, page, words)), told)


def bracket_scene(tournament: TournamentView, tree: BracketTree, page: int, words: Words) -> BracketScene:
    """Return the scene of a bracket's page."""
    pages = trees.pages(tree)
    champion = tree.champion
    crowned = (
        "" if champion is None else words.plain("standings.champion", player=drawable_name(tournament, champion, words))
    )
    parts = tuple(_part(tournament, tree, panel, words) for panel in pages[page])
    return BracketScene(Head(tournament.title, paged(page, len(pages), words), crowned), parts)


def _title(tree: BracketTree, panel: BracketSection, played: Sequence[Fork], words: Words) -> str:
    numbers = [number for node in panel.nodes if (number := played[node].number) is not None]
    if panel.stage == "final" or len(numbers) == max(fork.number or 0 for fork in played):
        return ""
    stage = panel.stage if tree.is_double else "all"
    return words.plain(f"bracket.part.{stage}", first=min(numbers), last=max(numbers), count=len(numbers))


def _part(tournament: TournamentView, tree: BracketTree, panel: BracketSection, words: Words) -> Part:
    played = forks(tree)
    order: dict[int, int] = {}
    boxes: list[Box] = []
    for column, nodes in enumerate(panel.columns):
        for number, node in enumerate(nodes):
            if not trees.is_shown(tree, node, played[node]):
                continue
            order[node] = len(order)
            before = [
                each.match for each in (tree.nodes[node].first, tree.nodes[node].second) if isinstance(each, From)
            ]
            boxes.append(
                Box(
                    min(column, SIDE_BY_SIDE - 1),
                    (number + 0.5) * panel.slots / len(nodes),
                    _label(tree, node, played[node], words, central=column >= SIDE_BY_SIDE),
                    _sides(tournament, tree, node, played, words),
                    tree.seats[node].open,
                    tuple(order[each] for each in before if each in order),
                )
            )
    names = [str(trees.round_name(tree, nodes[0], words)) for nodes in panel.columns]
    return Part(_title(tree, panel, played, words), tuple(names[:SIDE_BY_SIDE]), panel.slots, tuple(boxes))


def _label(tree: BracketTree, node: int, fork: Fork, words: Words, *, central: bool) -> str:
    if fork.number is None:
        return words.plain("bracket.bye")
    if central:
        return words.plain("bracket.match.central", number=fork.number, round=trees.round_name(tree, node, words))
    key = "bracket.match.open" if tree.seats[node].open else "bracket.match"
    return words.plain(key, number=fork.number)


def _sides(
    tournament: TournamentView, tree: BracketTree, node: int, played: Sequence[Fork], words: Words
) -> tuple[Side, ...]:
    fork, games = played[node], tree.games.get(node)
    found: list[Side] = []
    for number, source in enumerate(each for each in (fork.first, fork.second) if each is not None):
        player = trees.comer(tree, source)
        if player is None:
            found.append(Side("unknown", str(trees.source_name(source, played, words))))
            continue
        state = "open" if fork.number is None else _state(tree, node, player)
        found.append(
            Side(
                state,
                drawable_name(tournament, player, words),
                "" if games is None else str(games[number]),
                faced(tournament, player, words),
            )
        )
    return tuple(found)


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
    tournament: TournamentView, tree: BracketTree, node: int, played: Sequence[Fork], words: Words, longest: int
) -> str:
    fork = played[node]
    first, second = (
        _told_side(tournament, tree, source, played, words, longest) for source in (fork.first, fork.second)
    )
    if fork.number is None:
        return words.plain("bracket.told.bye", player=first)
    games, winner = tree.games.get(node), tree.seats[node].winner
    if games is not None:
        return words.plain("bracket.told.score", number=fork.number, first=first, second=second, score=score(games))
    if winner is not None:
        name = shortened(spoken_name(tournament, winner, words), longest)
        return words.plain("bracket.told.unplayed", number=fork.number, first=first, second=second, winner=name)
    return words.plain("bracket.told.open", number=fork.number, first=first, second=second)


def _told_side(
    tournament: TournamentView,
    tree: BracketTree,
    source: Source | None,
    played: Sequence[Fork],
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
    wide = min(MOST, (WIDE - 2 * MARGIN - (count - 1) * BETWEEN) // count)
    return [(MARGIN + at * (wide + BETWEEN), MARGIN + at * (wide + BETWEEN) + wide) for at in range(count)]


def match_rectangles(part: Part, top: int) -> list[tuple[int, int, int, int]]:
    """Return the rectangle, in pixels, of each match in a part that starts at `top`, without the label above it."""
    begin = top + part.above
    columns = column_edges(part)
    found: list[tuple[int, int, int, int]] = []
    for box in part.boxes:
        left, right = columns[box.column]
        high = ROW * len(box.sides)
        middle = begin + round(box.middle * SLOT) + LABEL // 2
        found.append((left, middle - high // 2, right, middle - high // 2 + high))
    return found


def part_tops(scene: BracketScene) -> list[int]:
    """Return the y coordinate of each part in a picture, and where the last part ends."""
    found = [scene.head.high]
    for part in scene.parts:
        found.append(found[-1] + part.above + part.slots * SLOT)
    return found


@drawn_in_process(KEPT)
def draw_bracket(scene: BracketScene) -> bytes:
    """Draw a bracket, as a PNG."""
    return png(paint(bracket_sheet(scene), WIDE))


def bracket_sheet(scene: BracketScene) -> Scene:
    """Return a page of a bracket as it is drawn."""
    downs = part_tops(scene)
    items: list[Item] = []
    for part, top in zip(scene.parts, downs, strict=False):
        rooms = match_rectangles(part, top)
        items += _titles(part, top)
        for box, room in zip(part.boxes, rooms, strict=True):
            items += [line for source in box.sources for line in _connection(rooms[source], room)]
        for box, room in zip(part.boxes, rooms, strict=True):
            items += _box_items(box, room)
    return sheet_scene(scene.head, downs[-1] - scene.head.high + MARGIN, items)


def _titles(part: Part, top: int) -> list[Item]:
    items: list[Item] = []
    if part.title:
        at = (MARGIN, top + TITLE * 0.6)
        items.append(line_at(at, part.title, WIDE - 2 * MARGIN, (32, 22), GLOW, "lm")[0])
    for name, (left, right) in zip(part.rounds, column_edges(part), strict=True):
        at = (left, top + part.above - ROUND / 2)
        items.append(line_at(at, name, right - left, (34, 22), PAPER, "lm")[0])
    return items


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


def _box_items(box: Box, room: tuple[int, int, int, int]) -> list[Item]:
    left, top, right, bottom = room
    ink = GLOW if box.to_play else CHALK
    items: list[Item] = [line_at((left + 2, top - LABEL / 2), box.label, right - left, (SMALL, 20), ink, "lm")[0]]
    for number, side in enumerate(box.sides):
        items += _side_items(side, (left, top + number * ROW, right, top + (number + 1) * ROW))
    if box.to_play:
        items.append(Frame((left, top), (right - left, bottom - top), 8, None, GLOW, 3))
    return items


def _side_items(side: Side, room: tuple[int, int, int, int]) -> list[Item]:
    left, top, right, bottom = room
    paper, ink = _COLOURS[side.state]
    items: list[Item] = [Frame((left, top), (right - left, bottom - top - 2), 8, paper, paper, 1)]
    middle = (top + bottom) / 2 - 1
    start, end = left + 12, right - 8
    if side.player is not None:
        items += face_disc(side.player, (left + 6 + RADIUS, middle), RADIUS)
        start = left + 2 * RADIUS + 12
    if side.score:
        items.append(Text(side.score, (right - SCORE / 2, middle), 38, ink))
        end = right - SCORE
    if side.state in _SIGNS:
        items.append(symbol_at(_SIGNS[side.state], (end - 22, middle - 10), 20, mixed(ink, paper, 0.2), paper))
        end -= 28
    sizes = NAME if side.player is not None else (SMALL + 2, 20)
    items.append(line_at((start, middle), side.name, end - start, sizes, ink, "lm")[0])
    return items


_COLOURS: Final[dict[State, tuple[Colour, Colour]]] = {
    "open": (mixed(PLATE, CHALK, 0.2), PAPER),
    "won": (PAPER, INK),
    "lost": (DARK, CHALK),
    "out": (DARK, CHALK),
    "unknown": (PLATE, CHALK),
}

_SIGNS: Final[dict[State, str]] = {"won": "arrow", "out": "barred"}
"""The signs for winners and eliminated players, so that colour is not the only difference."""
