"""Puzzles: the list of what there is to solve, the question on a panel, and the proof after the lock."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.host.lobby.puzzles import DayPuzzle, PuzzleList
from bot.host.match.drafts import Made
from bot.host.match.panel_actions import Panel
from bot.host.puzzles.attempts import PuzzlePanel, PuzzleProof
from bot.host.puzzles.streaks import DAY, Streak, closes
from bot.host.puzzles.weeks import POINTS
from bot.ui.games import RENDERERS
from bot.ui.games.renderer import Renderer
from bot.ui.messages.components import LABEL, Part, Row, action_row, button_to, layout
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.messages.widgets import HERE, SELECT
from bot.ui.people.time_zones import date_name
from bot.ui.review.lines import labels_of
from bot.ui.texts.words import Rendered, Words, shortened, time_left
from engine.contract import Fact, Message
from engine.kit.puzzles import WIN
from engine.puzzles.courses import Courses
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
    asked = _in_a_duel(f"{puzzle.game}.puzzle.{puzzle.question}", len(puzzle.source.decks), words)
    lines = [
        words("puzzle.today" if today else "puzzle.still", date=Rendered(date_of(each.day, words)), game=game),
        words("puzzle.about", question=words(asked), difficulty=difficulty),
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
    others = "puzzle.others.any" if puzzle.question == WIN.key else f"{shown.match.game}.puzzle.others"
    return [
        asked(shown.match.game, puzzle, words),
        words(others),
        words("puzzle.practice" if puzzle.day is None else "puzzle.counts"),
    ]


def asked(game: str, puzzle: PuzzlePanel | Puzzle, words: Words) -> Rendered:
    """Return what a puzzle asks, with its difficulty; `words` have its seats."""
    question = words(_in_a_duel(f"{game}.puzzle.{puzzle.question}", len(words.seats), words))
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
    """Return the best turns and the person's own with their values, and what the answer is about."""
    puzzle = shown.puzzle
    if puzzle is None or puzzle.proof is None:
        return []
    return proved(shown.match.game, puzzle.question, puzzle.proof, words, puzzle.proof)


def proved(
    game: str, question: str, by: PuzzleProof | Puzzle, words: Words, solved: PuzzleProof | None = None
) -> list[str]:
    """Return the best turns of a puzzle, and that of the person who has `solved` it, with their values and a lead."""
    chosen, own = (None, "") if solved is None else (solved.chosen, _line(solved.own, game, words))
    listed = [*range(min(ROWS, len(by.answers))), *([chosen] if chosen is not None and chosen >= ROWS else [])]
    lines: list[str] = [words("puzzle.proof")]
    for number in listed:
        answer, more = by.answers[number], len(by.answers[number].effects) - 1
        line = Rendered(own) if number == chosen != 0 else _line(answer.labels, game, words)
        mine = number == chosen and line == own
        key = ("chosen" if mine else "other") if number else "found" if mine else "right"
        said = words(f"puzzle.row.{key}", line=line, value=_value(game, question, answer, words))
        lines.append(words("puzzle.same", row=said, count=more) if more else said)
        if chosen == number and not mine:
            lines.append(words("puzzle.row.own", line=Rendered(own)))
    if len(by.answers) > len(listed):
        lines.append(words("puzzle.rest", count=len(by.answers) - len(listed)))
    share, theme = int(100 * by.margin.share), words(f"{game}.theme.{by.theme}")
    return [*lines, words("puzzle.lead" if share < WHOLE else "puzzle.lead.always", share=share, theme=theme)]


def _line(labels: Sequence[Message], game: str, words: Words) -> Rendered:
    """Return what a turn does, without what only ends it.

    A pick only begins something if the text of the next one can name both.
    """
    begins = [f"{then.id}.whole" in words.catalogue.ids for then in labels[1:]]
    made = [Made("", (label,), begins=begun) for label, begun in zip(labels, [*begins, False], strict=False)]
    picks = [words.made(label) for label in labels_of(made, words) if label.id not in RENDERERS[game].locks]
    return Rendered(", ".join(picks)) if picks else words("review.chose_nothing")


def _value(game: str, question: str, answer: Answer, words: Words) -> Rendered:
    """Return what a row is worth: on average, if that depends on chance."""
    value = _worth(game, question, answer.value, words)
    return value if question == WIN.key or answer.least == answer.most else words("puzzle.average", value=value)


def _worth(game: str, question: str, value: float, words: Words) -> Rendered:
    key, figure = _in_a_duel(f"{game}.puzzle.{question}.value", len(words.seats), words), _figure(value)
    return words(key, value=figure, share=round(100 * value), count=1 if figure[1:] == "1" else 2)


def _in_a_duel(key: str, seats: int, words: Words) -> str:
    """Return the id of the text that says "your opponent", if there is one and only one other player."""
    duel = f"{key}.duel"
    return duel if seats == 2 and duel in words.catalogue.ids else key  # noqa: PLR2004 - a duel has two


def happens(
    game: str, puzzle: PuzzlePanel, solved: PuzzleProof, found: Courses, words: Words, renderer: Renderer
) -> Outgoing:
    """Return how the answer goes on in one of the proof's deals, and the person's turn beside it if it was wrong."""
    lines: list[str] = [words("puzzle.deal")]
    labels = {"right": solved.answers[0].labels, "own": solved.own}
    for key, course in zip(labels, found.lines, strict=False):
        lines += ["", words(f"puzzle.deal.{key}", line=_line(labels[key], game, words))]
        lines += _story(course.facts, found.before, words, renderer)
        if puzzle.question != WIN.key:
            lines.append(words("puzzle.deal.value", value=_worth(game, puzzle.question, course.value, words)))
    return Outgoing(content="\n".join(lines))


def _story(facts: Sequence[Fact], before: Sequence[Fact], words: Words, renderer: Renderer) -> Iterator[str]:
    """Yield what happens, turn by turn, as its posts tell it."""
    begins = [place for place, fact in enumerate(facts) if isinstance(fact, renderer.turns)]
    for start, end in pairwise([0, *begins, len(facts)]):
        yield from (
            line
            for line in renderer.report(facts[start:end], (*before, *facts[:start]), words)
            if not line.startswith("-# ")
        )


def _figure(value: float) -> str:
    """Return a value as people write it: with a sign, and one decimal if it needs one."""
    text = f"{abs(value):.1f}".removesuffix(".0")
    return text if text == "0" else f"+{text}" if value > 0 else f"−{text}"


def ending(shown: Panel, words: Words) -> Row:
    """Return the buttons after the lock."""
    on = button_to(CustomId("playon", shown.match.id), words.plain("puzzle.play_on"), ButtonStyle.success)
    told = button_to(CustomId("happens", shown.match.id, argument=HERE), words.plain("puzzle.happens"))
    counted = shown.puzzle is not None and shown.puzzle.proof is not None and shown.puzzle.proof.counted
    share = button_to(CustomId("puzzleshare", shown.match.id), words.plain("button.share"))
    return action_row(on, told, *[share] * counted, to_list(words))


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
