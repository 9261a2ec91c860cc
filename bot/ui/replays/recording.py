"""Recordings: what every pair of eyes sees at each step of a match, with nothing written twice."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from bot.host.fairness.replays import ExportedMatch, ExportedStep
from bot.ui.games.ends import match_trophy
from bot.ui.games.renderer import Renderer
from bot.ui.games.strips import in_few_rows, with_points
from bot.ui.games.trophies import NO_MEDALS
from bot.ui.games.turns import turn_title
from bot.ui.pictures.picture import description
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.strip import large_heights
from bot.ui.pictures.strip_scene import strip_scene
from bot.ui.pictures.svg import Piece, SvgWriter, said
from bot.ui.pictures.trophy import trophy_scene
from bot.ui.replays.named_cards import NamedCards, RecordedCard
from bot.ui.texts.words import Rendered, Spoken
from engine.contract import EVERYTHING, SPECTATOR, Fact, SeatRef, Viewer
from engine.contract.events import seen

Number: TypeAlias = int | float

Group: TypeAlias = tuple[()] | tuple[tuple[int, ...], tuple[int, ...]]
"""What happened and how, as numbers of lines; or nothing, where a turn begins."""

NOTHING: Final = -1
"""The number of a scene that does not exist: a hand that is empty."""

MANY: Final = 2
"""The number of groups from which every figure of a step is told."""

PLACES: Final = 1
"""The number of decimal places of a piece's place."""


class Register(list[Any]):
    """A list that holds each value once. A value's number is its index."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[Hashable, int] = {}

    def number(self, value: Hashable) -> int:
        """Return the number of a value, which is added if it is new."""
        known = self._numbers.get(value)
        if known is None:
            known = self._numbers[value] = len(self)
            self.append(value)
        return known


class RecordedTurn(Struct, frozen=True):
    """The beginning of a turn: the number of its first step, and its title."""

    step: int
    title: str


class RecordedStep(Struct, omit_defaults=True):
    """What is different at a step from the step before it.

    Attributes:
        boards: by the number of a pair of eyes, the number of the scene of the board.
        hands: by seat, the number of the scene of its hand, or `NOTHING`.
        words: by the number of a pair of eyes, the numbers of the lines that describe the board.
        odds: by the number of a pair of eyes, the numbers of the lines that say what was to be expected then.
        turn: the number of the scene of the turn, as far as everybody has seen it happen, or `NOTHING`; None for the
            same as before.
        log: by the number of a pair of eyes, what they saw happen: groups of the numbers of lines, first those that
            say what happened, then those that say how. At an empty group, the next turn begins.
    """

    boards: dict[int, int] = field(default_factory=dict)
    hands: dict[int, int] = field(default_factory=dict)
    words: dict[int, tuple[int, ...]] = field(default_factory=dict)
    odds: dict[int, tuple[int, ...]] = field(default_factory=dict)
    turn: int | None = None
    log: dict[int, tuple[Group, ...]] = field(default_factory=dict)


class Recording(Struct, kw_only=True):
    """A match for the page. Everything is named by its number in a list.

    Attributes:
        seats: the names of the players.
        eyes: how many pairs of eyes there are: a spectator's, each player's in the order of the seats, and everything;
            or a spectator's alone.
        definitions: the elements to which the pieces refer.
        elements: the elements of pieces.
        pieces: each an id, a description, the numbers of the cards that it shows, and those of its elements.
        scenes: each a width, a height, and for each piece its number and its place.
        cards: what the cards say that lines and pieces name.
        lines: lines of text, each a text or its parts, among them numbers of cards.
        turns: the beginnings of the turns.
        steps: the steps.
        opens: the number of the step that is shown first: the end of the first turn that is drawn, before the match is
            over; the first step if there is none.
        over: the number of the first step at which the match is over.
    """

    seats: list[str]
    eyes: int
    definitions: list[str]
    elements: list[Any]
    pieces: list[Any]
    scenes: list[Any]
    cards: list[RecordedCard]
    lines: list[Any]
    turns: list[RecordedTurn]
    steps: list[RecordedStep]
    opens: int
    over: int


class Recorder:
    """Records the steps of a match, one after another.

    Args:
        published: whether the match's secret is no longer in use. Until then, only a spectator's eyes are recorded, and
            only steps at which a spectator saw something; no card can be opened, because its text may name others.
    """

    def __init__(self, match: ExportedMatch, renderer: Renderer, words: Spoken, *, published: bool = True) -> None:
        self._game = match.match.game
        self._renderer = renderer
        self._words = words
        self._seats = range(len(match.told.seats))
        self._published = published
        self._eyes: Sequence[Viewer] = (SPECTATOR, *self._seats, EVERYTHING) if published else (SPECTATOR,)
        self._writer = SvgWriter()
        self._cards = NamedCards(renderer, words) if published else None
        self._drawn: dict[Scene, int] = {}
        self._now = RecordedStep(turn=NOTHING)
        self._facts: list[Fact] = []
        self._began = 0
        self._opens = 0
        self._points: Sequence[int] = ()
        self._over: int | None = None
        self._before: list[list[Fact]] = [[] for _ in self._eyes]
        self._lists = {name: Register() for name in ("elements", "pieces", "scenes", "lines")}
        self._turns: list[RecordedTurn] = []
        self._steps: list[RecordedStep] = []

    def recording(self, steps: Iterable[ExportedStep]) -> Recording:
        """Return the recording of a match. Raises Diverged if it cannot be replayed."""
        for step in steps:
            self._record(step)
        return Recording(
            seats=[self._words.name(seat) for seat in self._seats],
            eyes=len(self._eyes),
            definitions=self._writer.definitions,
            cards=[] if self._cards is None else self._cards.shown,
            turns=self._turns,
            steps=self._steps,
            opens=self._opens,
            over=len(self._steps) - 1 if self._over is None else self._over,
            **self._lists,
        )

    def _record(self, step: ExportedStep) -> None:
        views = {eyes: self._game.view(step.state, eyes) for eyes in self._eyes}
        public, points = seen(step.events, SPECTATOR), self._game.points(step.state)
        found = RecordedStep(turn=self._turn(public, points))
        if self._renderer.board_stays and self._game.outcome(step.state) is not None:
            found.turn = self._scene(self._renderer.board_drawing(views[self._eyes[0]], self._words))
        changed = self._changed(points, views[self._eyes[0]])
        for number, eyes in enumerate(self._eyes):
            found.boards[number] = self._scene(self._board(step, views[eyes]))
            text = self._renderer.board(views[eyes], self._words)
            found.words[number] = self._numbers(text.splitlines())
            expected = self._renderer.forecast(self._game.forecast(step.state, eyes), self._words)
            found.odds[number] = self._numbers(expected)
            found.log[number] = self._told(seen(step.events, eyes), self._before[number], changed)
        for seat in self._seats if self._published else ():
            found.hands[seat] = self._scene(self._renderer.hand_drawing(views[seat], seat, self._words))
        difference = _difference(found, self._now)
        if self._steps and not self._published and difference == RecordedStep():
            return
        if not self._opens and found.turn != NOTHING and any(isinstance(fact, self._renderer.turns) for fact in public):
            self._opens = len(self._steps)
        self._note_turns(seen(step.events, self._eyes[-1]))
        self._steps.append(difference)
        if self._over is None and self._game.outcome(step.state) is not None:
            self._over = len(self._steps) - 1
        self._now = found

    def _board(self, step: ExportedStep, view: Any) -> Scene | None:
        """Return the board, or what shows how the match ended: then a board that stays is in place of the turn."""
        if self._game.outcome(step.state) is None:
            return self._renderer.board_drawing(view, self._words)
        trophy = match_trophy(self._renderer, self._facts, view, NO_MEDALS, self._words)
        return None if trophy is None else trophy_scene(trophy)

    def _turn(self, facts: Sequence[Fact], points: Sequence[int]) -> int:
        """Return the scene of the turn in which a step began, as far as it has happened; note what everybody saw.

        Its head shows the `points` that everybody has after the step.
        """
        known, begin = len(self._facts), self._began
        self._facts += facts
        turns = [known + place for place, fact in enumerate(facts, 1) if isinstance(fact, self._renderer.turns)]
        self._began = turns[-1] if turns else begin
        told = self._facts[begin : turns[0] if turns else None], self._facts[:begin]
        strip = in_few_rows(self._renderer.turn_strip(*told, self._words), self._words)
        return self._scene(None if strip is None else strip_scene(with_points(strip, points), large_heights))

    def _note_turns(self, facts: Sequence[Fact]) -> None:
        """Note the beginning of the match, and of each turn that begins in a step."""
        if not self._steps:
            self._note_turn(())
        for fact in facts:
            if isinstance(fact, self._renderer.turns):
                self._note_turn((fact,))

    def _note_turn(self, began: Sequence[Fact]) -> None:
        self._turns.append(RecordedTurn(len(self._steps), description(turn_title(self._renderer, began, self._words))))

    def _changed(self, points: Sequence[int], view: Any) -> str:
        """Return the points of everybody who has gained or lost some in a step, and note the points after it."""
        had, self._points = self._points or points, points
        seats = (seat for seat in self._seats if had[seat] != points[seat])
        scores = ((seat, self._renderer.score(view, seat, self._words)) for seat in seats)
        told = [
            self._words("replay.changed", seat=SeatRef(seat), old=had[seat], score=Rendered(score))
            for seat, score in scores
            if score is not None
        ]
        return " · ".join(told)

    def _told(self, facts: Sequence[Fact], before: list[Fact], changed: str) -> tuple[Group, ...]:
        """Return what happened in a step, with an empty group wherever a turn begins.

        If it takes more than one group, whose points have `changed` comes first. Add the facts to those `before`, which
        are of the same turn.
        """
        groups: list[Group] = [] if self._steps else [()]
        rest: list[Fact] = []
        for fact in facts:
            if isinstance(fact, self._renderer.turns):
                groups += (*self._groups(rest, before), ())
                rest = []
                before.clear()
            else:
                rest.append(fact)
        groups += self._groups(rest, before)
        before += rest
        if changed and sum(map(bool, groups)) >= MANY:
            groups.insert(next(place for place, group in enumerate(groups) if group), (self._numbers([changed]), ()))
        return tuple(groups)

    def _groups(self, facts: Sequence[Fact], before: Sequence[Fact]) -> list[Group]:
        """Return the story of some facts, or all their figures if that takes more than one group."""
        parts = self._renderer.blows(facts, self._words, before)
        if len(parts) < MANY:
            parts = self._renderer.story(facts, self._words)
        return [
            (self._numbers(part.line.splitlines()), self._numbers((*part.particulars, *part.asides))) for part in parts
        ]

    def _numbers(self, lines: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._line(line) for line in lines)

    def _line(self, text: str) -> int:
        line = description(text)
        return self._lists["lines"].number(line if self._cards is None else self._cards.line(line))

    def _scene(self, scene: Scene | None) -> int:
        if scene is None:
            return NOTHING
        known = self._drawn.get(scene)
        if known is None:
            placed = [number for piece in self._writer.pieces(scene) for number in self._piece(piece)]
            size = (round(scene.width, PLACES), round(scene.height, PLACES))
            known = self._drawn[scene] = self._lists["scenes"].number((*size, *placed))
        return known

    def _piece(self, piece: Piece) -> tuple[Number, Number, Number]:
        elements = tuple(self._lists["elements"].number(each) for each in piece.elements)
        cards = () if self._cards is None else self._cards.among(piece.description)
        number = self._lists["pieces"].number((piece.id, said(piece.description), cards, *elements))
        x, y = (_short(each) for each in piece.at)
        return (number, x, y)


def _short(number: float) -> Number:
    """Return a number with few places, and without any if it is whole."""
    short = round(number, PLACES)
    return int(short) if short == int(short) else short


def _difference(now: RecordedStep, before: RecordedStep) -> RecordedStep:
    """Return what is different at a step; what happened in it is always new."""
    return RecordedStep(
        boards={eyes: scene for eyes, scene in now.boards.items() if before.boards.get(eyes) != scene},
        hands={seat: scene for seat, scene in now.hands.items() if before.hands.get(seat) != scene},
        words={eyes: lines for eyes, lines in now.words.items() if before.words.get(eyes) != lines},
        odds={eyes: lines for eyes, lines in now.odds.items() if before.odds.get(eyes, ()) != lines},
        turn=None if now.turn == before.turn else now.turn,
        log={eyes: groups for eyes, groups in now.log.items() if groups},
    )
