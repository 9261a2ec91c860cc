"""A seat's panel: hand, open question and draft. It looks the same in a DM and as an ephemeral answer in a thread."""

from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.host.match.drafts import Made
from bot.host.match.panel_actions import Panel
from bot.ui import lessons, votes
from bot.ui.buttons import button
from bot.ui.components import Part, Row, action_row, layout
from bot.ui.custom_ids import CustomId
from bot.ui.games.renderer import Renderer
from bot.ui.match import fit_beats, result
from bot.ui.messages import Outgoing, attached, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.widgets import widgets
from bot.ui.words import Rendered, Words, shortened, time_left
from engine.contract import Decision, Option

TEXT_ROOM: Final = 3900
"""The maximum total number of characters in a panel's texts: Discord accepts 4,000."""

BOARD_LEAST: Final = 400
"""How many characters of the board to keep even if the texts do not all fit."""

SINCE_ROOM: Final = 900
"""The maximum number of characters for what has happened since the seat's last answer."""

FORECAST_ROOM: Final = 500
"""The maximum number of characters for what happens if nobody does anything more."""

BLOCKED_ROOM: Final = 200
"""The maximum number of characters in a list of blocked options."""

YOUR_TURN: Final = discord.Colour.green()
WAITING: Final = discord.Colour.blurple()
FINISHED: Final = discord.Colour.greyple()


def panel(
    shown: Panel,
    words: Words,
    renderer: Renderer,
    picture: Picture | None = None,
    page: int = 0,
    warned: str | None = None,
) -> Outgoing:
    """Return a seat's panel.

    `picture` shows the hand, above text that describes the hand completely. `page` is the page of options to show.
    `warned` is the key of an option that the player has to confirm.
    """
    asked = shown.asked
    options = asked.options if asked is not None else ()
    doubtful = next((option for option in options if option.key == warned and option.warning is not None), None)
    head, board, hand, foot = _texts(shown, words, renderer, doubtful)
    parts: list[Part] = [head, board]
    files = attached(picture)
    if hand or files:
        parts.append(discord.ui.Separator())
    if files:
        parts.append(gallery(files))
    if hand:
        parts.append(hand)
    parts += [discord.ui.Separator(), foot]
    if shown.vote is not None:
        parts.append(_vote(shown, words))
    elif asked is not None:
        hint = lambda option: renderer.hint(option, words)  # noqa: E731 - it only binds the words
        parts += widgets(shown.match.id, asked, shown.draft, words, hint, page, doubtful)
    if shown.match.lesson is not None and shown.match.status == "over":
        parts.append(lessons.ending(shown.match, words))
    elif shown.match.solo and shown.match.status == "over":
        # These buttons belong to the post for the end of a match, but a solo match has no such post.
        parts.append(action_row(*(button(shown.match.id, action, words) for action in ("review", "verify", "log"))))
    parts.append(_controls(shown, words))
    return layout(parts, _colour(shown), files, silent=asked is None and shown.vote is None)


def asleep(shown: Panel, words: Words) -> Outgoing:
    """Return the last look of a panel that has not been clicked on for long: a line, and a button that wakes it."""
    line = words("panel.asleep", match=shown.match.id)
    return layout([line, action_row(_control(shown, "refresh", words.plain("panel.wake")))], FINISHED, silent=True)


def _colour(shown: Panel) -> discord.Colour:
    if shown.match.status != "running":
        return FINISHED
    return WAITING if shown.asked is None else YOUR_TURN


def _texts(shown: Panel, words: Words, renderer: Renderer, doubtful: Option | None) -> tuple[str, str, str, str]:
    """Return the panel's texts, shortened until all of them fit: first the board is cut, then the hand."""
    head, foot = _head(shown, words, renderer), _foot(shown, words, renderer, doubtful)
    board = renderer.board(shown.view, words)
    hand = renderer.hand(shown.view, shown.seat, words)
    left = TEXT_ROOM - len(head) - len(foot) - len(hand)
    board = shortened(board, max(BOARD_LEAST, left))
    hand = shortened(hand, max(1, TEXT_ROOM - len(head) - len(foot) - len(board)))
    return head, board, hand, foot


def _head(shown: Panel, words: Words, renderer: Renderer) -> str:
    others = ", ".join(words.player(row.seat) for row in shown.seats if row.seat != shown.seat)
    if shown.match.lesson is not None:
        return lessons.title(shown.match, words)
    title = words("panel.title", game=words(f"{shown.match.game}.name"), match=shown.match.id, others=Rendered(others))
    return f"{title}\n{words('panel.step', step=Rendered(renderer.step(shown.view, words)))}"


def _foot(shown: Panel, words: Words, renderer: Renderer, doubtful: Option | None) -> str:
    asked = shown.asked
    lines: list[str] = []
    if shown.notice is not None:
        lines.append(words("panel.notice", notice=words.message(shown.notice)))
    if shown.since:
        happened = fit_beats(renderer.story(shown.since, words, brief=True), SINCE_ROOM)
        lines += [words("panel.since"), happened] if happened else []
    lines += votes.lines(shown, words)
    if shown.told:
        lines += [words("panel.told"), *(beat.line for beat in renderer.story(shown.told, words))]
    if shown.draft.made:
        lines.append(words("panel.draft"))
        lines += [
            f"{number}. {', '.join(words.made(label) for label in made.labels)}"
            for number, made in enumerate(shown.draft.made, 1)
        ]
    lines += renderer.advice(shown.view, shown.seat, words)
    lines += _forecast(shown, words)
    if doubtful is not None and doubtful.warning is not None:
        lines.append(words("panel.notice", notice=words.message(doubtful.warning)))
    elif asked is not None and shown.vote is None:
        lines.append(words("panel.question", question=Rendered(renderer.question(asked, words))))
        lines += _several(asked, shown, words)
        locks = any(option.final and not option.passes for option in asked.options)
        if locks:
            lines.append(words("panel.final"))
        lines += _blocked(asked, words)
        lines += _timing(shown, words)
        if shown.first:
            planned = "panel.hint.lock" if locks else "panel.hint.planned"
            lines.append(words(planned if shown.draft.made else "panel.hint.fresh"))
    else:
        lines += _not_asked(shown, words)
    return "\n".join([*lines, *lessons.coach_lines(shown, words)])


def _forecast(shown: Panel, words: Words) -> list[str]:
    """Return what happens if nobody does anything more, in whole lines as far as there is room."""
    lines: list[str] = []
    room = FORECAST_ROOM
    for each in shown.forecast:
        line = words.message(each.message)
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    return lines


def _not_asked(shown: Panel, words: Words) -> list[str]:
    """Return what the match is waiting for, or how it ended, if the seat has no question to answer."""
    if shown.vote is not None:
        return []
    if shown.draft.held is not None:
        return _held(shown.draft.held, shown.effect, words)
    if shown.match.status != "running":
        return [words("panel.over"), *(result(shown.match, words) if shown.match.solo else [])]
    waiting = ", ".join(words.player(seat) for seat in shown.waiting if seat != shown.seat)
    return [words("panel.waiting", players=Rendered(waiting))]


def _timing(shown: Panel, words: Words) -> list[str]:
    """Return the deadline, the reserve time, and whether the seat's answers are held back until the deadline."""
    lines: list[str] = []
    if shown.deadline is not None:
        lines.append(words("panel.deadline", when=Rendered(time_left(shown.deadline))))
        if shown.own.bank and shown.asked is not None and shown.asked.tempo == "turn":
            lines.append(words("panel.bank", seconds=round(shown.own.bank)))
    if shown.own.waits and shown.pace.days:
        lines.append(words("panel.waits"))
    return lines


def _held(held: Made, effect: float | None, words: Words) -> list[str]:
    """Return the answer that the player has already given, and when it will take effect."""
    answer = ", ".join(words.made(label) for label in held.labels)
    when = Rendered(time_left(effect or 0.0))
    return [words("panel.held", answer=Rendered(answer), when=when)]


def _blocked(asked: Decision, words: Words) -> list[str]:
    """Return the blocked options and the reasons why they are blocked, one line per reason."""
    reasons: dict[str, list[str]] = {}
    for blocked in asked.blocked:
        reasons.setdefault(words.message(blocked.reason), []).append(words.message(blocked.label))
    return [
        words("panel.blocked", reason=Rendered(reason), what=Rendered(shortened(", ".join(what), BLOCKED_ROOM)))
        for reason, what in reasons.items()
    ]


def _several(asked: Decision, shown: Panel, words: Words) -> list[str]:
    """Return how many answers are required, and which ones have been chosen so far."""
    if asked.most == asked.least == 1 or not asked.options:
        return []
    labels = {option.key: words.message(option.label) for option in asked.options}
    chosen = [labels[key] for key in shown.draft.chosen]
    lines: list[str] = []
    if asked.ordered:
        listed = "\n".join(f"-# {number}. {label}" for number, label in enumerate(labels.values(), 1))
        lines += [words("panel.order_shown"), listed]
    else:
        lines.append(_how_many(asked, words))
    if chosen:
        lines.append(words("panel.chosen", chosen=Rendered(", ".join(chosen))))
    return lines


def _how_many(asked: Decision, words: Words) -> str:
    if asked.least == asked.most:
        return words("panel.choose.exactly", count=asked.most)
    return words("panel.choose.between" if asked.least else "panel.choose.up_to", least=asked.least, most=asked.most)


def _controls(shown: Panel, words: Words) -> Row:
    """Return the last row, the same on every panel: undo, refresh, help, more, and passing ahead if allowed."""
    buttons, draft = [], shown.draft
    if shown.asked is not None and shown.asked.ahead is not None:
        on = shown.own.ahead == shown.asked.ahead
        key = f"{shown.match.game}.ahead"
        label = words.plain(key if key in words.catalogue.ids else "panel.ahead")
        buttons.append(_control(shown, "ahead", words.plain("panel.ahead.on", label=label) if on else label))
    undoable = bool(draft.made or draft.chosen or draft.held)
    buttons.append(_control(shown, "undo", words.plain("panel.undo"), disabled=not undoable))
    buttons += [_control(shown, action, words.plain(f"panel.{action}")) for action in ("refresh", "help", "more")]
    return action_row(*buttons)


def _vote(shown: Panel, words: Words) -> Row:
    """Return the voting buttons, which replace the widgets for the match's own question."""
    buttons = votes.buttons(shown.match.id, words)
    for each in buttons:
        each.disabled = shown.vote is None or shown.seat == shown.vote.seat
    return action_row(*buttons)


def _control(shown: Panel, action: str, label: str, *, disabled: bool = False) -> "discord.ui.Button[Any]":
    custom_id = str(CustomId(action, shown.match.id, revision=shown.draft.revision))
    return discord.ui.Button(custom_id=custom_id, label=label, style=ButtonStyle.secondary, disabled=disabled)
