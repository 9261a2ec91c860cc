"""Puzzles: the list of what there is to solve, the question on a panel, and the proof after the lock."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.host.lobby.puzzles import DayPuzzle, PuzzleList
from bot.host.match.panel_actions import Panel
from bot.host.puzzles.attempts import PuzzlePanel, PuzzleProof
from bot.host.puzzles.streaks import DAY, Streak, closes
from bot.host.puzzles.weeks import POINTS
from bot.ui.messages.components import LABEL, Part, Row, action_row, button_to, layout
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.messages.widgets import SELECT
from bot.ui.people.time_zones import date_name
from bot.ui.texts.words import Rendered, Words, shortened, time_left
from engine.puzzles.file_format import Answer, Puzzle

ROWS: Final = 5
"""How many options the proof lists, the best first; the chosen one is always among them."""

WHOLE: Final = 100
"""All of 100 deals."""


def puzzles(found: PuzzleList, words: Words, more: "Sequence[discord.ui.Button[Any]]" = ()) -> Outgoing:
    """Return what a person can solve: the puzzles whose day is open, earlier ones, and themes; then `more` buttons."""
    parts: list[Part] = [words("puzzle.list"), *([_streak(found.streak, words)] if found.streak.longest else [])]
    if not found.open:
        parts.append(words("puzzle.none"))
    for number, each in enumerate(found.open):
        parts += [_day(each, words, today=number == 0), action_row(_solve(each, words))]
    older = [discord.SelectOption(label=_dated(each, words), value=each.day.isoformat()) for each in found.older]
    themed = [
        discord.SelectOption(label=shortened(_themed(game, theme, words), LABEL), value=f"{game} {theme}")
        for game, theme in found.themes
    ]
    parts += [*_select("puzzleday", older, words), *_select("puzzletheme", themed, words)]
    return layout([*parts, action_row(*more)] if more else parts)


def _day(each: DayPuzzle, words: Words, *, today: bool) -> str:
    """Return what is said about a date's puzzle before it is solved; its theme would be a hint."""
    puzzle = each.puzzle
    game, difficulty = words(f"{puzzle.game}.name"), words(f"level.{each.difficulty}.name")
    lines = [
        words("puzzle.today" if today else "puzzle.still", date=Rendered(date_of(each.day, words)), game=game),
        words("puzzle.about", question=words(f"{puzzle.game}.puzzle.{puzzle.question}"), difficulty=difficulty),
    ]
    if each.found is not None:
        lines.append(words("puzzle.tried.right" if each.found else "puzzle.tried.wrong"))
    elif not today:
        lines.append(words("puzzle.closes", when=Rendered(time_left(closes(each.day)))))
    if each.again:
        lines.append(words("puzzle.again"))
    return "\n".join(lines)


def _solve(each: DayPuzzle, words: Words) -> "discord.ui.Button[Any]":
    wanted = CustomId("solve", argument=each.day.isoformat())
    if each.found is None:
        return button_to(wanted, words.plain("puzzle.solve"), ButtonStyle.success)
    return button_to(wanted, words.plain("puzzle.retry"))


def _select(action: str, options: Sequence[discord.SelectOption], words: Words) -> list[Row]:
    if not options:
        return []
    chooser: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(CustomId(action)), options=list(options)[:SELECT], placeholder=words.plain(f"puzzle.{action}")
    )
    return [action_row(chooser)]


def _dated(each: DayPuzzle, words: Words) -> str:
    label = words.plain("puzzle.dated", date=date_of(each.day, words), game=words.plain(f"{each.puzzle.game}.name"))
    return shortened(label, LABEL)


def date_of(day: date, words: Words) -> str:
    """Return the name of a puzzle's date."""
    return date_name(closes(day) - DAY.total_seconds(), "UTC", words)


def _themed(game: str, theme: str, words: Words) -> str:
    return words.plain("puzzle.themed", game=words.plain(f"{game}.name"), theme=words.plain(f"{game}.theme.{theme}"))


def changed(other: str | None, words: Words) -> Outgoing:
    """Return that a puzzle does not fit the rules any more, with another one."""
    instead = [] if other is None else [button_to(CustomId("practise", argument=other), words.plain("puzzle.other"))]
    return layout([words("puzzle.refused.changed"), action_row(*instead, to_list(words))])


def title(shown: Panel, words: Words) -> Rendered:
    """Return the title of a puzzle's panel."""
    return words("puzzle.title", game=words(f"{shown.match.game}.name"))


def question(shown: Panel, words: Words) -> list[str]:
    """Return what an unsolved puzzle asks; nothing if the match is none."""
    puzzle = shown.puzzle
    if puzzle is None or puzzle.proof is not None:
        return []
    key = "puzzle.practice" if puzzle.day is None else "puzzle.counts"
    return [asked(shown.match.game, puzzle, words), words(key)]


def asked(game: str, puzzle: PuzzlePanel | Puzzle, words: Words) -> Rendered:
    """Return what a puzzle asks, with its difficulty."""
    question = words(f"{game}.puzzle.{puzzle.question}")
    return words("puzzle.asked", question=question, difficulty=words(f"level.{puzzle.difficulty}.name"))


def verdict(shown: Panel, words: Words) -> list[str]:
    """Return whether the person found the answer, and how long the streak is."""
    puzzle = shown.puzzle
    if puzzle is None or puzzle.proof is None:
        return [words("puzzle.locked")]
    proof = puzzle.proof
    lines: list[str] = [asked(shown.match.game, puzzle, words)]
    if proof.chosen is None:
        return [words("puzzle.unknown"), *lines]
    lines.insert(0, words("puzzle.right" if proof.right else "puzzle.wrong"))
    if proof.counted:
        return [*lines, _streak(proof.streak, words)]
    return [*lines, words("puzzle.practised")]


def _streak(streak: Streak, words: Words) -> str:
    return words("puzzle.streak", count=streak.now, longest=streak.longest)


def proof(shown: Panel, words: Words) -> list[str]:
    """Return the options with their values, the best first, and why the first one leads."""
    puzzle = shown.puzzle
    if puzzle is None or puzzle.proof is None:
        return []
    return proved(shown.match.game, puzzle.question, puzzle.proof, puzzle.proof.chosen, words)


def proved(game: str, question: str, by: PuzzleProof | Puzzle, chosen: int | None, words: Words) -> list[str]:
    """Return the best options of a puzzle and any chosen one, with their values, and why the first one leads."""
    listed = [*range(min(ROWS, len(by.answers)))]
    if chosen is not None and chosen not in listed:
        listed.append(chosen)
    lines: list[str] = [words("puzzle.proof")]
    for number in listed:
        key = "puzzle.row.right" if number == 0 else _chosen(by.answers[number]) if number == chosen else "puzzle.row"
        answer = by.answers[number]
        value = words(f"{game}.puzzle.{question}.value", value=_figure(answer.value), share=round(100 * answer.value))
        lines.append(words(key, line=Rendered(_line(answer, words)), value=value))
    if len(by.answers) > len(listed):
        lines.append(words("puzzle.rest", count=len(by.answers) - len(listed)))
    share, theme = int(100 * by.margin.share), words(f"{game}.theme.{by.theme}")
    return [*lines, words("puzzle.lead" if share < WHOLE else "puzzle.lead.always", share=share, theme=theme)]


def _chosen(answer: Answer) -> str:
    """Return the text of a wrong row that was chosen: it names the first of its lines, which may be another one."""
    return "puzzle.row.chosen" if len(answer.effects) == 1 else "puzzle.row.alike"


def _line(answer: Answer, words: Words) -> str:
    return ", ".join(words.made(label) for label in answer.labels)


def _figure(value: float) -> str:
    """Return a value as people write it: with a sign, and one decimal if it needs one."""
    text = f"{abs(value):.1f}".removesuffix(".0")
    return text if text == "0" else f"+{text}" if value > 0 else f"−{text}"


def ending(shown: Panel, words: Words) -> Row:
    """Return the buttons after the lock."""
    on = button_to(CustomId("playon", shown.match.id), words.plain("puzzle.play_on"), ButtonStyle.success)
    counted = shown.puzzle is not None and shown.puzzle.proof is not None and shown.puzzle.proof.counted
    share = button_to(CustomId("puzzleshare", shown.match.id), words.plain("button.share"))
    return action_row(on, *[share] * counted, to_list(words))


def share_text(number: int, difficulty: str, streak: int, words: Words, *, right: bool) -> Rendered:
    """Return what a person shares of a try: nothing from which the answer follows.

    As many squares are coloured as the puzzle is hard.
    """
    coloured = 1 + (*POINTS,).index(difficulty)
    squares = ("🟩" if right else "🟥") * coloured + "⬜" * (len(POINTS) - coloured)
    level = words(f"level.{difficulty}.name")
    return words("share.text", number=number, squares=squares, difficulty=level, streak=streak)


def to_list(words: Words) -> "discord.ui.Button[Any]":
    """Return the button that lists the puzzles."""
    return button_to(CustomId("puzzle"), words.plain("puzzle.all"))
