"""Checking a lesson: it is played as its file says, with every wrong answer, and measured."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cardsdb.lesson_files import Lesson, read_lesson
from cardsdb.scenarios import run_file
from engine.contract import EVERYTHING, AnyGame, Cards, Decision, IllegalPosition, Key
from engine.dice import LoadedDice, OutOfDraws
from engine.players.characters import CHARACTERS
from engine.scenarios.coach import LEARNER, Coach
from engine.scenarios.file_format import Picked, ScenarioStep, Wrong
from engine.scenarios.names import card_refs
from engine.scenarios.runner import loaded_draws

MOST_CLICKS: Final = 40
"""How many clicks a lesson may take."""

MOST_SECONDS: Final = 300.0
"""How long a lesson may take, at `WORDS_A_SECOND` and `SECONDS_A_CLICK`."""

WORDS_A_SECOND: Final = 3.0
SECONDS_A_CLICK: Final = 4.0

LONGEST_SENTENCE: Final = 14
"""How many words a sentence of the coach may have."""

_SENTENCE_ENDS: Final = re.compile(r"[.!?:](?:\s+|$)")
_TITLES: Final = 60


class Fault(Exception):
    """Raised when a lesson cannot be played as its file says; the message says where and why."""


def check_lesson(path: Path) -> list[str]:
    """Return everything that is wrong with a lesson; nothing if it is sound. Raises ScenarioRefused."""
    lesson = read_lesson(path.read_text("utf-8"), str(path))
    faults = [*_of_texts(lesson), *_of_people(lesson), *run_file(path).differences]
    try:
        coach = lesson.coach()
        clicks = play(lesson, coach, {})
    except (Fault, IllegalPosition) as fault:
        return [*faults, str(fault)]
    faults += [f"{where} is wrong and happens: {why}" for where, why in _branches(lesson, coach)]
    words = sum(len(text.split()) for text in texts(lesson))
    seconds = words / WORDS_A_SECOND + clicks * SECONDS_A_CLICK
    if clicks > MOST_CLICKS:
        faults.append(f"it takes {clicks} clicks, and {MOST_CLICKS} are allowed")
    if seconds > MOST_SECONDS:
        faults.append(f"it takes about {seconds:.0f} seconds, and {MOST_SECONDS:.0f} are allowed")
    return faults


def play(lesson: Lesson, coach: Coach, wrong: Mapping[int, Wrong]) -> int:
    """Play a lesson to its end with the right answers, except for some, and return the learner's clicks.

    `wrong` holds the wrong answers to play, by the number of the pick. Raises Fault.
    """
    game, cards = lesson.rules, lesson.cards()
    state = lesson.beginning(cards)
    names = _names(game, state, cards)
    dice = LoadedDice(loaded_draws(lesson.script), lambda item: names.get(item, str(item)))
    clicks, drafting = 0, False
    for number, step in enumerate(coach.script):
        where = f"pick {number + 1}"
        if step.say is None:
            if step.pick is not None and step.pick.seat == "A" and drafting:
                raise Fault(f"{where}: the coach cannot answer for the learner before the plan is locked in")
            played = coach.plays(game.decisions(state), number)
            if played is None:
                raise Fault(f"{where} is not offered")
            asked, keys = played
        else:
            asked = _question(game, state, step, where)
            keys = _answer(coach, asked, step, number, wrong.get(number), where)
            clicks += len(keys) if asked.most == 1 else len(keys) + 1
            drafting = not asked.commits(keys)
        try:
            game.apply(state, asked.id, keys, dice)
        except OutOfDraws as out:
            raise Fault(f"{where}: the dice have nothing loaded for {out}") from out
    outcome = game.outcome(state)
    if outcome is None or outcome.ranking[0] != (LEARNER,):
        raise Fault("the learner does not win")
    return clicks


def _names(game: AnyGame, state: Any, cards: Cards) -> dict[int | None, str]:
    return {ref.instance: cards.name(ref.card) for ref in card_refs(game.view(state, EVERYTHING))}


def _question(game: AnyGame, state: Any, step: ScenarioStep, where: str) -> Decision:
    """Return the learner's question. Raises Fault if it is another one than the file expects."""
    kind = "" if step.pick is None else step.pick.kind
    open_now = game.decisions(state)
    asked = next((each for each in open_now if each.seat == LEARNER), None)
    if asked is None or asked.kind != kind:
        raise Fault(f"{where}: the learner is asked {None if asked is None else asked.kind}, not {kind}")
    return asked


def _answer(
    coach: Coach, asked: Decision, step: ScenarioStep, number: int, wrong: Wrong | None, where: str
) -> tuple[Key, ...]:
    """Return the keys of the answer to play, and check that every answer of the file is offered. Raises Fault."""
    right = step.pick
    if right is None:
        raise Fault(f"{where}: only a pick is a question")
    answers: list[Picked | Wrong] = [right, *step.wrong]
    for each in answers:
        missing = coach.missing(asked, each)
        if missing:
            raise Fault(f"{where}: {missing[0]} is not offered")
    offered = coach.offered(asked, number)
    keys = coach.keys_of(asked, wrong or right)
    if not set(keys) <= {option.key for option in offered.options}:
        raise Fault(f"{where}: its own answer is not offered")
    if wrong is None and coach.wrong(asked, keys, number) is not None:
        raise Fault(f"{where}: a wrong answer is the same as the right one")
    return keys


def _branches(lesson: Lesson, coach: Coach) -> Iterator[tuple[str, str]]:
    """Yield each wrong answer after which the rest of the lesson cannot be played, and the reason."""
    for number, step in enumerate(coach.script):
        for each in step.wrong:
            if each.happens:
                try:
                    play(lesson, coach, {number: each})
                except Fault as fault:
                    yield f"pick {number + 1}: {list(each.choose)}", str(fault)


def texts(lesson: Lesson) -> Iterator[str]:
    """Yield everything that the coach says if nothing goes wrong, in order."""
    for step in lesson.script.step:
        yield from (text for text in (step.say, step.then) if text)
    yield lesson.header.end


def _of_texts(lesson: Lesson) -> Iterator[str]:
    wrong = [each.say for step in lesson.script.step for each in step.wrong]
    for text in [*texts(lesson), *wrong]:
        for sentence in _SENTENCE_ENDS.split(text):
            if len(sentence.split()) > LONGEST_SENTENCE:
                yield f"this sentence has more than {LONGEST_SENTENCE} words: {sentence}"
    if len(lesson.title) > _TITLES:
        yield f"the title has more than {_TITLES} characters"


def _of_people(lesson: Lesson) -> Iterator[str]:
    for each in lesson.header.opponents:
        if each not in CHARACTERS:
            yield f"there is no character {each!r}"
