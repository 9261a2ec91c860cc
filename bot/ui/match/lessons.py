"""Lessons: the list of them, the coach's lines on a panel, and what a learner can do at the end."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ButtonStyle

from bot.host.match.panel_actions import Panel
from bot.ui.messages.components import Part, Row, action_row, button_to, layout
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Rendered, Words
from cardsdb.lesson_files import Lesson, next_lesson, shipped_lessons
from engine.contract import CardRef


def lessons(found: Sequence[Lesson], done: Collection[str], words: Words) -> Outgoing:
    """Return the list of lessons, each with the button that starts it; the `done` ones are ticked."""
    parts: list[Part] = [words("lesson.list")]
    for game, each in groupby(found, lambda lesson: lesson.game):
        of_game = list(each)
        lines = [words("lesson.game", game=words(f"{game}.name"))]
        lines += [
            words(
                "lesson.line.done" if lesson.key in done else "lesson.line",
                number=lesson.header.number,
                title=lesson.title,
                about=lesson.header.about,
            )
            for lesson in of_game
        ]
        parts += ["\n".join(lines), action_row(*(_start(lesson, words) for lesson in of_game))]
    return layout(parts)


def _start(lesson: Lesson, words: Words, label: str = "lesson.start") -> "discord.ui.Button[Any]":
    text = words.plain(label, number=lesson.header.number, title=lesson.title)
    return button_to(CustomId("lesson", argument=lesson.key), text, ButtonStyle.primary)


def title(shown: Panel, words: Words) -> Rendered:
    """Return the title of a lesson's panel."""
    lesson = _of(shown)
    return words("lesson.title", game=words(f"{shown.match.game}.name"), title="" if lesson is None else lesson.title)


def coach_lines(shown: Panel, words: Words, held: frozenset[str]) -> list[str]:
    """Return what the coach says on a panel; nothing if the match is no lesson.

    The first panel says why some of the cards that the learner has, the `held` ones, have no button.
    """
    if shown.coach is None:
        return []
    lines: list[str] = [words("lesson.then", text=shown.coach.then)] if shown.coach.then else []
    lines += [words("lesson.now", text=shown.coach.now)] if shown.coach.now else []
    if _begins(shown) and not held <= _offered(shown):
        lines.append(words("lesson.few"))
    return lines


def _begins(shown: Panel) -> bool:
    """Whether nobody has answered anything yet."""
    return shown.match.lesson is not None and shown.match.lesson["picks"] == 0 and not shown.draft.made


def _offered(shown: Panel) -> set[str]:
    """Return the cards that the question offers."""
    options = () if shown.question is None else shown.question.options
    return {ref.card for option in options if isinstance(ref := option.label.args.get("card"), CardRef)}


def ending(shown: Panel, words: Words) -> Row:
    """Return the buttons at the end of a lesson: a real match, the next lesson if there is one, and a puzzle."""
    lesson = _of(shown)
    following = None if lesson is None else next_lesson(lesson.key)
    real = button_to(CustomId("playreal", argument=shown.match.game), words.plain("lesson.real"), ButtonStyle.success)
    after = [] if following is None else [_start(following, words, "lesson.next")]
    puzzle = button_to(CustomId("puzzlegame", argument=shown.match.game), words.plain("lesson.puzzle"))
    return action_row(real, *after, puzzle, button_to(CustomId("learn"), words.plain("button.learn")))


def _of(shown: Panel) -> Lesson | None:
    """Return the lesson that a match is, if it still exists."""
    return None if shown.match.lesson is None else shipped_lessons().get(shown.match.lesson["key"])
