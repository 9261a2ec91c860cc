"""Lessons: scenario files with a coach, which people play."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardsdb.scenarios import scenario_sets
from cardsdb.sets import StoredSet, deck_of, restored, stored
from engine.contract import EVERYTHING, SPECTATOR, AnyGame, Cards, Fact, Seating, View, seen
from engine.dice import FairDice, LoadedDice
from engine.registry import GAMES
from engine.scenarios.coach import Coach
from engine.scenarios.file_format import LessonHeader, Scenario, read_scenario, refused_at
from engine.scenarios.names import SEATS, card_refs
from engine.scenarios.runner import loaded_draws


class Example(Struct, frozen=True):
    """The beginning of a lesson, as everybody sees it.

    Attributes:
        before: the board before it or, in a game with own decks, at the start of a usual match, with as many points as
            its rules say.
        after: the board after it.
        facts: what happened.
        seats: how many players there are.
    """

    before: View
    after: View
    facts: tuple[Fact, ...]
    seats: int


class Lesson(Struct, frozen=True):
    """A lesson.

    Attributes:
        key: its game and number, such as "varia-1", by which matches and buttons refer to it.
        header: what its file says about it.
        sets: the card sets that it is played with.
    """

    key: str
    header: LessonHeader
    script: Scenario
    sets: tuple[StoredSet, ...]

    @property
    def game(self) -> str:
        """The key of its game."""
        return self.script.game

    @property
    def title(self) -> str:
        """Its title."""
        return self.script.title

    @property
    def seats(self) -> int:
        """How many seats it has."""
        return 1 + len(self.header.opponents)

    @property
    def rules(self) -> AnyGame:
        """The rules of its game."""
        return GAMES[self.game]

    def cards(self) -> Cards:
        """Return its cards."""
        cards: Cards = self.rules.cards([restored(self.rules, each.content) for each in self.sets])
        return cards

    def beginning(self, cards: Cards) -> Any:
        """Return the state from which it begins. Raises IllegalPosition."""
        options = self.rules.spec.options.model_validate(self.script.options)
        return self.rules.position({**self.script.position, "options": options.model_dump()}, cards)

    def start(self, cards: Cards) -> Any:
        """Return the state in which a usual match with its ready-made decks starts; the same each time."""
        decks = [deck_of(deck, cards) for each in self.sets for deck in restored(self.rules, each.content).decks]
        seatings = [Seating(decks[seat % len(decks)]) for seat in range(self.seats)]
        return self.rules.new(self.rules.spec.options(), seatings, cards, FairDice.seeded(self.key))[0]

    def example(self) -> Example:
        """Return the beginning, with the right answers, until the learner is asked the first kind of question again."""
        return _example(self.key)

    def coach(self) -> Coach:
        """Return its coach. Raises IllegalPosition if its position is impossible."""
        return Coach(self.script, self.rules, self.cards())


def read_lesson(text: str, file: str) -> Lesson:
    """Return the lesson in a TOML text. Raises ScenarioRefused with the line and the reason."""
    script = read_scenario(text, file)
    if script.lesson is None:
        raise refused_at(text, file, ("lesson",), "it is missing: a lesson says its number and what it is about")
    if script.new is not None:
        raise refused_at(text, file, ("new",), "a lesson begins from a position")
    if "rest" in script.dice:
        raise refused_at(text, file, ("dice", "rest"), "a lesson loads every draw, so that it goes as its coach says")
    if script.game not in GAMES:
        raise refused_at(text, file, ("game",), f"there is no game {script.game!r}")
    sets = scenario_sets(script, GAMES[script.game], text, file)
    key = f"{script.game}-{script.lesson.number}"
    return Lesson(key, script.lesson, script, tuple(stored(each) for each in sets))


def lesson_paths() -> list[Path]:
    """Return the files of the lessons that come with Tableside, sorted by game and name."""
    return sorted(Path(str(files("cardsdb").joinpath("lessons"))).glob("*/*.toml"))


@cache
def shipped_lessons() -> dict[str, Lesson]:
    """Return the lessons that come with Tableside by key, in the order in which they teach. Raises ScenarioRefused."""
    found = [read_lesson(path.read_text("utf-8"), path.name) for path in lesson_paths()]
    order = list(GAMES)
    found.sort(key=lambda lesson: (order.index(lesson.game), lesson.header.number))
    return {lesson.key: lesson for lesson in found}


@cache
def _example(key: str) -> Example:
    lesson = shipped_lessons()[key]
    rules, cards, coach = lesson.rules, lesson.cards(), lesson.coach()
    state = lesson.beginning(cards)
    before = rules.view(lesson.start(cards) if rules.spec.decks else state, SPECTATOR)
    names = {ref.instance: cards.name(ref.card) for ref in card_refs(rules.view(state, EVERYTHING))}
    dice = LoadedDice(loaded_draws(lesson.script), lambda item: names.get(item, str(item)))
    facts: list[Fact] = []
    first, answered = "", False
    for step in coach.script:
        if step.pick is None or (answered and step.say is not None and step.pick.kind == first):
            break
        first, answered = first or step.pick.kind, answered or step.say is None
        asked = next(
            each
            for each in rules.decisions(state)
            if each.seat == SEATS[step.pick.seat] and each.kind == step.pick.kind
        )
        keys = coach.keys_of(asked, step.pick)
        facts += seen(rules.apply(state, asked.id, keys, dice), SPECTATOR)
    return Example(before, rules.view(state, SPECTATOR), tuple(facts), lesson.seats)


@cache
def coach_of(key: str, hashes: tuple[str, ...]) -> Coach | None:
    """Return the coach of a lesson that is played with some versions of sets, or None if there is none any more."""
    lesson = shipped_lessons().get(key)
    if lesson is None or hashes != tuple(each.hash for each in lesson.sets):
        return None
    return lesson.coach()


def next_lesson(key: str) -> Lesson | None:
    """Return the lesson that follows another one of the same game, or None."""
    game, _, number = key.rpartition("-")
    return shipped_lessons().get(f"{game}-{int(number) + 1}")
