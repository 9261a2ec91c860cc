"""Lessons: the list of them, the coach's lines on a panel, and what a learner can do at the end."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ButtonStyle

from bot.host.match.panel_actions import Panel
from bot.storage.matches import MatchRow
from bot.ui.components import Part, Row, action_row, button_to, layout
from bot.ui.custom_ids import CustomId
from bot.ui.messages import Outgoing
from bot.ui.words import Rendered, Words
from cardsdb.lesson_files import Lesson, next_lesson, shipped_lessons


def lessons(found: Sequence[Lesson], words: Words) -> Outgoing:
    """Return the list of lessons, each with the button that starts it."""
    parts: list[Part] = [words("lesson.list")]
    for game, each in groupby(found, lambda lesson: lesson.game):
        of_game = list(each)
        lines = [words("lesson.game", game=words(f"{game}.name"))]
        lines += [
            words("lesson.line", number=lesson.header.number, title=lesson.title, about=lesson.header.about)
            for lesson in of_game
        ]
        parts += ["\n".join(lines), action_row(*(_start(lesson, words) for lesson in of_game))]
    return layout(parts)


def _start(lesson: Lesson, words: Words, label: str = "lesson.start") -> "discord.ui.Button[Any]":
    text = words.plain(label, number=lesson.header.number, title=lesson.title)
    return button_to(CustomId("lesson", argument=lesson.key), text, ButtonStyle.primary)


def title(row: MatchRow, words: Words) -> Rendered:
    """Return the title of a lesson's panel and board."""
    lesson = _of(row)
    return words("lesson.title", game=words(f"{row.game}.name"), title="" if lesson is None else lesson.title)


def coach_lines(shown: Panel, words: Words) -> list[str]:
    """Return what the coach says on a panel; nothing if the match is no lesson."""
    if shown.coach is None:
        return []
    lines = [words("lesson.then", text=shown.coach.then)] if shown.coach.then else []
    return [*lines, *([words("lesson.now", text=shown.coach.now)] if shown.coach.now else [])]


def ending(row: MatchRow, words: Words) -> Row:
    """Return the buttons at the end of a lesson: a real match, and the next lesson if there is one."""
    lesson = _of(row)
    following = None if lesson is None else next_lesson(lesson.key)
    real = button_to(CustomId("playreal", argument=row.game), words.plain("lesson.real"), ButtonStyle.success)
    after = [] if following is None else [_start(following, words, "lesson.next")]
    return action_row(real, *after, button_to(CustomId("learn"), words.plain("button.learn")))


def _of(row: MatchRow) -> Lesson | None:
    """Return the lesson that a match is, if it still exists."""
    return None if row.lesson is None else shipped_lessons().get(row.lesson["key"])
