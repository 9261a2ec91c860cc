"""Lessons: the list of those that come with Tableside, and beginning one."""

import msgspec

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby.position_start import Beginning, Place, begin_from_position
from bot.host.match.coaching import LessonProgress
from bot.storage import matches
from cardsdb.lesson_files import Lesson, shipped_lessons
from engine.contract import Message
from engine.scenarios.runner import loaded_draws

UNRATED = "lesson"
"""Why a lesson is not rated."""


def lessons(host: Host, game: str | None = None) -> list[Lesson]:
    """Return the lessons of one game, or of all, in the order in which they teach."""
    return [each for each in shipped_lessons().values() if each.game in host.games and game in (None, each.game)]


async def done(host: Host, user: int) -> set[str]:
    """Return the keys of the lessons that a person has played to the end."""
    async with host.database.reading() as connection:
        return await matches.lessons_done(connection, user)


async def begin_lesson(host: Host, click: Click, key: str, place: Place) -> int | None:
    """Begin a lesson, and return its match.

    Returns None for an interaction that has already been taken up. Raises Refused.
    """
    lesson = next((each for each in lessons(host) if each.key == key), None)
    if lesson is None:
        raise Refused(Message("lesson.refused.unknown"))
    rules = lesson.rules
    beginning = Beginning(
        game=lesson.game,
        options=rules.spec.options.model_validate(lesson.script.options),
        sets=lesson.sets,
        position=lesson.beginning(lesson.cards()),
        houses=lesson.header.opponents,
        loaded=loaded_draws(lesson.script),
        why=UNRATED,
        lesson=msgspec.to_builtins(LessonProgress(key)),
    )
    return await begin_from_position(host, click, beginning, place)
