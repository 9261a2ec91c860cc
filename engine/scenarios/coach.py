"""The coach of a lesson: which answers it offers, what it says about them, and what it plays for everybody else.

A lesson is a scenario whose picks are its script. Those of the first seat that have a text to say are the learner's;
the coach makes all others. The learner's answers are the right one and the wrong ones that the file lists, so after
any number of picks the script says what comes next.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from engine.contract import EVERYTHING, AnyGame, Cards, Decision, Key, Message, Seat
from engine.scenarios.file_format import Picked, Scenario, ScenarioStep, Wrong
from engine.scenarios.names import SEATS, Names

LEARNER: Final[Seat] = 0
"""The learner's seat."""

Choice = str | dict[str, object]


class Coach:
    """The coach of one lesson."""

    def __init__(self, lesson: Scenario, game: AnyGame, cards: Cards) -> None:
        self.lesson = lesson
        self.script: tuple[ScenarioStep, ...] = tuple(step for step in lesson.step if step.pick is not None)
        options = game.spec.options.model_validate(lesson.options)
        beginning = game.position({**lesson.position, "options": options.model_dump()}, cards)
        self._names = Names(cards, game.view(beginning, EVERYTHING))

    def step(self, number: int) -> ScenarioStep | None:
        """Return the pick that comes after `number` picks, or None at the end of the script."""
        return self.script[number] if number < len(self.script) else None

    def asks(self, number: int) -> ScenarioStep | None:
        """Return the learner's question after `number` picks, or None if the learner has none now."""
        step = self.step(number)
        return None if step is None or step.say is None else step

    def offered(self, asked: Decision, number: int) -> Decision:
        """Return a learner's question with only the options that the lesson needs: the right ones and the wrong ones.

        The question itself is returned if it is not the one that the script expects.
        """
        step = self.asks(number)
        if step is None or step.pick is None or step.pick.kind != asked.kind:
            return asked
        answers: list[Picked | Wrong] = [step.pick, *step.wrong]
        wanted = {key for answer in answers for key in self._keys(asked, answer.choose)}
        options = tuple(replace(option, ahead=None) for option in asked.options if option.key in wanted)
        return replace(asked, options=options, blocked=(), implied=None) if options else asked

    def wrong(self, asked: Decision, keys: Sequence[Key], number: int) -> Wrong | None:
        """Return the wrong answer that a learner's answer is, or None for the right one.

        An answer that the file does not list is wrong without a reason.
        """
        step = self.asks(number)
        if step is None or step.pick is None or step.pick.kind != asked.kind:
            return None
        if self._same(asked, step.pick.choose, keys):
            return None
        listed = (each for each in step.wrong if self._same(asked, each.choose, keys))
        return next(listed, Wrong(say=""))

    def comment(self, kind: str, labels: Sequence[Message], number: int) -> str | None:
        """Return what the coach says about an answer that has been given, by the labels of its options."""
        step = self.asks(number)
        if step is None or step.pick is None or step.pick.kind != kind:
            return None
        for each in step.wrong:
            if len(each.choose) == len(labels) and all(
                self._names.find([(label, label)], choice) for choice, label in zip(each.choose, labels, strict=True)
            ):
                return each.say
        return step.then

    def plays(self, open_now: Iterable[Decision], number: int) -> tuple[Decision, tuple[Key, ...]] | None:
        """Return the open question that the coach answers next, with its answer; None if it is the learner's turn."""
        step = self.step(number)
        if step is None or step.pick is None or step.say is not None:
            return None
        seat = SEATS[step.pick.seat]
        asked = next((each for each in open_now if each.seat == seat and each.kind == step.pick.kind), None)
        if asked is None:
            return None
        keys = self._keys(asked, step.pick.choose)
        return (asked, keys) if len(keys) == len(step.pick.choose) else None

    def missing(self, asked: Decision, pick: Picked | Wrong) -> list[Choice]:
        """Return those of a pick's choices that the question does not offer."""
        return [choice for choice in pick.choose if not self._keys(asked, [choice])]

    def keys_of(self, asked: Decision, pick: Picked | Wrong) -> tuple[Key, ...]:
        """Return the keys of a pick's options; options that are not offered are left out."""
        return self._keys(asked, pick.choose)

    def _same(self, asked: Decision, choose: Sequence[Choice], keys: Sequence[Key]) -> bool:
        wanted = self._keys(asked, choose)
        return list(wanted) == list(keys) if asked.ordered else sorted(wanted) == sorted(keys)

    def _keys(self, asked: Decision, choose: Sequence[Choice]) -> tuple[Key, ...]:
        """Return the keys of the options that some choices name; a choice that is not offered has none."""
        labelled = [(option.label, option) for option in asked.options]
        keys: list[Key] = []
        for choice in choose:
            found = [each for each in self._names.find(labelled, choice) if each.key not in keys]
            keys += [found[0].key] if found else []
        return tuple(keys)
