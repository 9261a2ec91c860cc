"""The format of puzzle files: one puzzle in JSON, which a person can read, correct and remove."""

import re
from typing import Any, Final

import msgspec
from msgspec import Struct

from engine.contract import Key, Message, Seat
from engine.players.lines import Line, Pick

FORMAT: Final = 1
"""The version of the format."""


class PuzzleRefused(Exception):
    """A puzzle cannot be read, rebuilt or made; the message says which and why in one line."""


class Pins(Struct, frozen=True, forbid_unknown_fields=True):
    """The versions that the answer was proved with.

    Attributes:
        rules: the game's `state_version`.
        sets: the content hash of each shipped card set of which a card is in the match, by the set's key.
    """

    rules: int
    sets: dict[str, str]


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The match of house players that the position comes from; playing the picks rebuilds the position with its dice.

    Attributes:
        seed: the seed that the match was made with.
        match: the match's number with this seed, from 0. Both together decide its dice, and nothing else does.
        level: the level of all its players.
        options: the table options; those left out have the game's defaults.
        decks: the name of each seat's ready-made deck; the number of entries is the number of seats.
        picks: all picks before the puzzle, as `pick_text` writes them.
        digest: a digest of the rebuilt state. Another one means that the rules or cards have changed.
    """

    seed: int
    match: int
    level: str
    options: dict[str, Any]
    decks: tuple[str, ...]
    picks: tuple[str, ...]
    digest: str

    @property
    def step(self) -> int:
        """The number of picks before the puzzle."""
        return len(self.picks)


class Deals(Struct, frozen=True, forbid_unknown_fields=True):
    """The deals and dice that every line was played with: those numbered from 0 to `count` - 1 with a seed."""

    seed: int
    count: int


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the proof: lines of the turn that do the same in each deal.

    Attributes:
        value: what they are worth on average: a share of wins, or points.
        least: the least that they are worth in a deal.
        most: the most that they are worth in a deal.
        line: one of these lines, as `pick_text` writes its picks.
        labels: what the line chooses, in order, in the words of the options.
        effects: the digest of what each of these lines does (`proof.effect`): a line with one of them is in this row.
    """

    value: float
    least: float
    most: float
    line: tuple[str, ...]
    labels: tuple[Message, ...]
    effects: tuple[str, ...]

    @property
    def picks(self) -> Line:
        """The line as picks."""
        return tuple(map(read_pick, self.line))


class Margin(Struct, frozen=True, forbid_unknown_fields=True):
    """How far the right answer leads each other one, at least.

    Attributes:
        mean: the average lead over the second-best row.
        low: the lower end of the 99 % interval of the smallest lead, from paired differences.
        share: the smallest share of deals in which it leads another row.
    """

    mean: float
    low: float
    share: float


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle.

    Attributes:
        format: the version of the format.
        game: the game's key.
        number: the puzzle's number in its game, from 1; never given to another puzzle.
        question: one of the `questions` of the game's `Puzzles`; its text is `<game>.puzzle.<question>`.
        seat: the seat to play.
        theme: what the right answer uses; its text is `<game>.theme.<theme>`.
        difficulty: "easy", "normal" or "hard": the weakest level of house players that finds the answer, or "hard".
        found_by: the levels that find it.
        pins: the versions that it was proved with.
        source: where the position comes from.
        deals: the deals that the proof played.
        margin: how far the right answer leads.
        answers: all rows of the proof, best first: the first row is right, and every line in it is as right.
    """

    format: int
    game: str
    number: int
    question: str
    seat: Seat
    theme: str
    difficulty: str
    found_by: tuple[str, ...]
    pins: Pins
    source: Source
    deals: Deals
    margin: Margin
    answers: tuple[Answer, ...]

    @property
    def key(self) -> str:
        """Its game and number, such as "varia-12", by which matches and buttons can refer to it."""
        return f"{self.game}-{self.number}"

    @property
    def kind(self) -> tuple[str, str]:
        """Its question and theme: two puzzles of a kind are alike."""
        return self.question, self.theme

    @property
    def right(self) -> Answer:
        """The right row."""
        return self.answers[0]


def pick_text(pick: Pick) -> str:
    """Return a pick in one line: the decision's id, and then the keys."""
    decision, keys = pick
    return " ".join((decision, *keys))


def read_pick(text: str) -> Pick:
    """Return the pick that `pick_text` wrote."""
    decision, *keys = text.split(" ")
    picked: tuple[Key, ...] = tuple(keys)
    return decision, picked


_SHORT: Final = re.compile(rb"\[\s+([^\[\]{}]*?)\s+\]")


def write_puzzle(puzzle: Puzzle) -> bytes:
    """Return the content of a puzzle's file: indented JSON, with each list of plain values in one line."""
    text = msgspec.json.format(msgspec.json.encode(puzzle), indent=1)
    return _SHORT.sub(lambda found: b"[" + re.sub(rb"\s*\n\s*", b" ", found[1]) + b"]", text) + b"\n"


def read_puzzle(content: bytes, file: str) -> Puzzle:
    """Return the puzzle in a file. Raises PuzzleRefused if it is not one of this format."""
    try:
        puzzle = msgspec.json.decode(content, type=Puzzle)
    except msgspec.DecodeError as error:
        raise PuzzleRefused(f"{file}: {error}") from error
    if puzzle.format != FORMAT:
        raise PuzzleRefused(f"{file}: this is format {puzzle.format}, and not {FORMAT}")
    if not puzzle.answers:
        raise PuzzleRefused(f"{file}: it has no answers")
    return puzzle
