"""A lesson at a table: which question of its script comes next, and what its coach says and plays."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.host.match.drafts import Draft
from engine.contract import JSON, Decision, IllegalPick, Key, Message, Seat
from engine.scenarios.coach import LEARNER, Coach


class LessonProgress(Struct):
    """How far a lesson has come, as its match stores it.

    Attributes:
        key: the lesson.
        picks: how many picks of its script have been committed.
        said: what the coach says about the learner's last committed answer.
    """

    key: str
    picks: int = 0
    said: str | None = None


class CoachLine(Struct, frozen=True):
    """What the coach says on the learner's panel.

    Attributes:
        then: about the last answer.
        now: about the question on the panel, or the last word once the lesson is over.
    """

    then: str | None
    now: str | None


class Coaching:
    """The coach of a table, and how far its lesson has come."""

    def __init__(self, coach: Coach, progress: LessonProgress) -> None:
        self.coach = coach
        self.progress = progress

    def offered(self, seat: Seat, draft: Draft) -> Draft:
        """Return a seat's draft with only the options that the lesson needs, one pick at a time."""
        if seat != LEARNER or draft.asked is None:
            return draft
        return replace(draft, asked=self.coach.offered(draft.asked, self._number(draft)), beyond=None, wholes={})

    def check(self, seat: Seat, draft: Draft, asked: Decision, keys: Sequence[Key]) -> None:
        """Raise IllegalPick, with the coach's explanation, for a wrong answer that is asked again."""
        wrong = self.coach.wrong(asked, keys, self._number(draft)) if seat == LEARNER else None
        if wrong is not None and not wrong.happens:
            raise IllegalPick(Message("lesson.again", {"why": wrong.say}) if wrong.say else Message("lesson.not_that"))

    def note(self, asked: Decision, keys: Sequence[Key]) -> None:
        """Record that a pick has been committed."""
        if asked.seat == LEARNER:
            labels = _labels(asked, keys)
            if self.coach.asks(self.progress.picks) is not None:
                self.progress.said = self.coach.comment(asked.kind, labels, self.progress.picks)
        self.progress.picks += 1

    def plays(self, open_now: Iterable[Decision]) -> tuple[Decision, tuple[Key, ...]] | None:
        """Return the question that the coach answers next, with its answer; None if it is the learner's turn."""
        return self.coach.plays(open_now, self.progress.picks)

    def line(self, draft: Draft) -> CoachLine:
        """Return what the coach says to a learner with this draft."""
        then = self.progress.said
        if draft.made:
            last = draft.made[-1]
            then = self.coach.comment(last.kind, last.labels, self._number(draft) - 1)
        step = self.coach.asks(self._number(draft))
        header = self.coach.lesson.lesson
        over = self.coach.step(self._number(draft)) is None and header is not None
        return CoachLine(then, header.end if over and header is not None else None if step is None else step.say)

    def _number(self, draft: Draft) -> int:
        return self.progress.picks + len(draft.made)


def coaching_of(coach: Coach | None, stored: JSON | None) -> Coaching | None:
    """Return the coach of a match at its table, with the progress as stored; None if the match is no lesson."""
    return None if coach is None or stored is None else Coaching(coach, msgspec.convert(stored, LessonProgress))


def _labels(asked: Decision, keys: Sequence[Key]) -> list[Message]:
    return [option.label for key in keys for option in asked.options if option.key == key]
