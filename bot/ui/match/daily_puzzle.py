"""The post of the day in a server: a puzzle's position and question, and once it has closed its answer."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ButtonStyle

from bot.host.puzzles.daily_posts import DailyPost
from bot.host.puzzles.streaks import closes, number_of
from bot.host.puzzles.weeks import POINTS, Week, WeekLine
from bot.ui.match.puzzles import asked, date_of, proved, to_list
from bot.ui.messages.components import Part, action_row, button_to, layout, unframed
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, attached_all, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, time_left

LEADERS, LISTED = 3, 10
"""How many people a post names who led the week before, and how many a table lists."""


def daily_post(post: DailyPost, pictures: Sequence[Picture], before: Week | None, words: Words) -> Outgoing:
    """Return a post of the day, with the table of the week `before` on the first day of a new one.

    `words` have the puzzle's seats.
    """
    puzzle, files = post.puzzle, attached_all(pictures)
    game = words(f"{puzzle.game}.name")
    title = words("daily.title", number=number_of(post.day), date=Rendered(date_of(post.day, words)), game=game)
    parts: list[Part] = [title, *(gallery([file]) for file in files), asked(puzzle.game, puzzle, words)]
    parts += [_led(before, words)] if before is not None and before.leaders else []
    if post.answered:
        told = [*proved(puzzle.game, puzzle.question, puzzle, words), _results(post, words)]
        solve = button_to(CustomId("practise", argument=puzzle.key), words.plain("daily.practise"))
        parts.append("\n".join(told))
    else:
        parts.append(words("daily.open", when=Rendered(time_left(closes(post.day)))))
        wanted = CustomId("solve", argument=post.day.isoformat())
        solve = button_to(wanted, words.plain("puzzle.solve"), ButtonStyle.success)
    return unframed([*parts, action_row(solve, to_week(words))], files, silent=True)


def _results(post: DailyPost, words: Words) -> Rendered:
    if not post.tried:
        return words("daily.results.none")
    return words("daily.results", count=post.tried, found=post.found)


def _led(before: Week, words: Words) -> Rendered:
    led = before.leaders
    return words("daily.led", people=_named(line.user for line in led[:LEADERS]), count=led[0].points)


def _named(people: Iterable[int]) -> Rendered:
    return Rendered(", ".join(f"<@{user}>" for user in people))


def to_week(words: Words) -> "discord.ui.Button[Any]":
    """Return the button that shows a server's table of this week."""
    return button_to(CustomId("puzzleweek"), words.plain("week.button"))


def week(found: Week, reader: int, words: Words) -> Outgoing:
    """Return a server's table of a week: its best people and the reader."""
    lines = [line for number, line in enumerate(found.lines) if number < LISTED or line.user == reader]
    parts: list[Part] = [words("week.title")]
    parts.append("\n".join(_week_line(found, line, words) for line in lines) if lines else words("week.none"))
    return layout([*parts, words("week.rules", **POINTS), action_row(to_list(words))])


def _week_line(found: Week, line: WeekLine, words: Words) -> Rendered:
    place, person = found.place(line), _named([line.user])
    return words("week.line", count=line.points, place=place, person=person, found=line.found, tried=line.tried)
