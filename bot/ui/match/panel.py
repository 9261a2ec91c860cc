"""A seat's panel: hand, open question and draft. It looks the same in a DM and as an ephemeral answer in a thread."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import discord
from msgspec.structs import replace

from bot.host.match.foreseen import passing
from bot.host.match.panel_actions import Panel
from bot.ui.cards import lookup as card_lookup
from bot.ui.games import strips
from bot.ui.games.card_numbers import subject_of
from bot.ui.games.renderer import Renderer
from bot.ui.match import lessons, puzzles, votes
from bot.ui.match.panel_texts import TEXT_ROOM, card_of, texts
from bot.ui.match.posts import end_buttons
from bot.ui.messages.buttons import button
from bot.ui.messages.components import LABEL, Part, Row, action_row, button_to, layout, unframed
from bot.ui.messages.custom_ids import CustomId, parse
from bot.ui.messages.outgoing import FILES, Outgoing, attached_all, gallery, rows
from bot.ui.messages.widgets import BUTTONS, HERE, SELECT, SELECTS, Look, Selects, pages, widgets
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words, shortened
from engine.contract import Decision, Forecast, Option, Seat
from engine.kit.forecasts import whole

FINISHED: Final = discord.Colour.greyple()

BEST: Final = 5
"""How many whole choices that begin with a few cards are buttons."""

OTHERS: Final = "panel.others"
"""The group of all other whole choices, which are a select."""

PAGES: Final = frozenset({"help", "read", "steer", "more", "piles", "now", "hint", "why", "happens"})
"""The actions that can show something on a panel."""


def panel(
    shown: Panel,
    words: Words,
    renderer: Renderer,
    pictures: Sequence[Picture] = (),
    page: int = 0,
    warned: str | None = None,
) -> Outgoing:
    """Return a seat's panel.

    `pictures` are those of `Renderer.panel_pictures`, in place of text; those that do not fit a message are left out.
    `page` is the page of options to show. `warned` is the key of an option that the player has to confirm.
    """
    asked = shown.question if shown.match.lesson is None else _free_of_doubts(shown.question)
    options = asked.options if asked is not None else ()
    doubtful = next((option for option in options if option.key == warned and option.asks is not None), None)
    files = attached_all(pictures[:FILES])
    said = texts(shown, words, renderer, doubtful, pictured=bool(files), drawn_turn=_of_turn(pictures))
    above, below = (said.head, said.hand), (said.cards, said.situation, said.question)
    parts: list[Part] = [*filter(None, above), *(gallery([file]) for file in files), *filter(None, below)]
    if shown.vote is not None:
        parts.append(_vote(shown, words))
    elif asked is not None:
        known = renderer.held(shown.view, shown.seat)
        told = {each.group for each in options if (named := card_of(each.label)) is not None and named not in known}
        groups = Counter(each.group for each in options)
        told |= {OTHERS, *(group for group in renderer.folded if groups[group] > 1)}
        drawn = renderer.numbers(shown.view, shown.seat, asked, words)
        places = renderer.option_numbers(shown.view, shown.seat, asked, words)
        numbers = places if files else {}
        plain = {*numbers, *(option.key for option in options if files and subject_of(option.label) in drawn)}
        question = asked
        look = Look(
            lambda option: renderer.hint(option, words) if option.group in told else None,
            lambda option: None if option.key in plain else renderer.emoji(option, words),
            lambda option: _label(option, question, numbers, shown, words, renderer),
            _beaten(shown),
        )
        if not asked.ordered:  # the same with and without pictures, which may come later
            listed = sorted(options, key=lambda option: places.get(option.key, len(options) + len(places)))
            asked = _few_changes(replace(asked, options=tuple(listed)), shown)
        parts += widgets(shown.match.id, asked, shown.draft, words, look, page, doubtful)
    elif shown.foreseen is not None and shown.foreseen.answerable and shown.draft.held is None:
        parts.append(_pass_too(shown, shown.foreseen, words))
    if shown.puzzle is not None and shown.puzzle.proof is not None:
        parts.append(puzzles.ending(shown, words))
    elif shown.match.lesson is not None and shown.match.status == "over":
        parts.append(lessons.ending(shown, words))
    elif shown.match.status == "over":
        # A solo match has no post about its end, which has the button that checks the dice.
        checks = [button(shown.match.id, "verify", words)] if shown.match.solo else []
        after = [puzzles.to_list(words)] if shown.match.puzzle is not None else checks
        parts.append(action_row(*end_buttons(shown, words), *after))
    controls = _controls(shown, words, said.unread)
    if (last := _with_room(parts[-1], len(controls))) is None:
        parts.append(action_row(*controls))
    else:
        for each in controls:
            last.add_item(each)
    parts += [said.foot] * bool(said.foot)
    return unframed(parts, files, silent=asked is None and shown.vote is None)


def _few_changes(asked: Decision, shown: Panel) -> Decision:
    """Return a question with as many whole choices as a panel has room for, and all others in a group of their own.

    Those that bring the seat most stay, the best first; of what is forecast, only what brings more than to leave things
    as they are. Where each card has one use, all stay as they are.
    """
    wholes = [[whole.option.key for whole in there] for there in shown.draft.wholes.values()]
    changes = [key for keys in wholes for key in keys]
    if len(changes) == len(wholes):
        return asked
    kept = sorted(changes, key=lambda key: _gain(shown.outlooks.get(key, ()), shown.seat), reverse=True)[:BEST]
    kept = [key for key in kept if not shown.outlooks.get(key) or _more(shown, shown.outlooks[key]) > 0]
    rest = [option for option in asked.options if option.key not in kept]
    others = [replace(option, group=OTHERS) if option.key in changes else option for option in rest]
    best = sorted((option for option in asked.options if option.key in kept), key=lambda each: kept.index(each.key))
    return replace(asked, options=(*best, *others))


def _beaten(shown: Panel) -> bool:
    """Whether some choice is forecast to bring the seat more, by a point or so, than leaving things as they are."""
    return any(_more(shown, lines) > 0 for lines in shown.outlooks.values() if lines)


def _more(shown: Panel, lines: Sequence[Forecast]) -> float:
    """Return by how many points, as panels show them, a choice is forecast to bring the seat more than what is now."""
    return _gain(lines, shown.seat, whole) - _gain(shown.forecast, shown.seat, whole)


def _gain(lines: Sequence[Forecast], seat: Seat, told: Callable[[float], float] = float) -> float:
    """Return by how much a forecast brings a seat more than all others together, its figures as they are `told`."""
    return sum(told(gain) if each == seat else -told(gain) for line in lines for each, gain in line.changes.items())


def _of_turn(pictures: Sequence[Picture]) -> bool:
    """Whether the first picture on a panel is of the last turn."""
    return bool(pictures) and pictures[0].name == strips.NAME


def page(
    shown: Panel, words: Words, renderer: Renderer, message: Outgoing, pictures: Sequence[Picture] = ()
) -> Outgoing:
    """Return a seat's panel with a message in place of the question and its buttons, and the way back.

    The message's texts are cut where there is no room for all of them; it has no files.
    """
    files = attached_all(pictures[:FILES])
    head = texts(shown, words, renderer, None, pictured=bool(files), drawn_turn=_of_turn(pictures)).head
    said = shortened("\n".join(text for text in message.texts if text), TEXT_ROOM - len(head))
    parts: list[Part] = [
        head,
        *(gallery([file]) for file in files),
        *([said] if said else []),
        *_rows_of(message),
        action_row(_control(shown, "refresh", words.plain("button.back"))),
    ]
    return unframed(parts, files, silent=True)


def _rows_of(message: Outgoing) -> Iterator[Row]:
    """Yield the rows of a message, for a panel: what its buttons show then stands on the panel, too."""
    children = [] if message.view is None else message.view.children
    for _, items in groupby(children, key=lambda item: item.row):
        yield action_row(*map(_on_panel, items))


def _on_panel(item: "discord.ui.Item[Any]") -> "discord.ui.Item[Any]":
    """Return a button or select as it is on a panel."""
    wanted = parse(str(getattr(item, "custom_id", "")))
    here = str(replace(wanted, argument=HERE))
    if isinstance(item, discord.ui.Select) and wanted.action != "select":
        return discord.ui.Select(custom_id=here, options=item.options, placeholder=item.placeholder)
    if isinstance(item, discord.ui.Button) and wanted.action in PAGES:
        return discord.ui.Button(custom_id=here, label=item.label, style=item.style)
    return item


def _free_of_doubts(asked: Decision | None) -> Decision | None:
    """Return a lesson's question without doubts: the coach says what is wrong, and a wrong answer costs nothing."""
    if asked is None:
        return None
    return replace(asked, options=tuple(replace(option, doubt=None) for option in asked.options))


def _label(
    option: Option, asked: Decision, numbers: Mapping[str, int], shown: Panel, words: Words, renderer: Renderer
) -> str:
    """Return the label of an option, with its number in front if it has one, and what the turn then brings at its end.

    An option that locks the plan changes nothing in what is forecast, nor does one that only steers.
    """
    label, number = renderer.label(shown.view, asked, option, words), numbers.get(option.key)
    if number is not None:
        label = words.plain("panel.numbered", number=number, label=label)
    stays = option.steers or option.label.id in renderer.locks
    lines = shown.forecast if stays else shown.outlooks.get(option.key, ())
    outcome = renderer.outcome(shown.view, asked, option, lines, shown.forecast, words)
    return words.plain("panel.foreseen", label=label, outcome=outcome) if outcome else label


def asleep(shown: Panel, words: Words) -> Outgoing:
    """Return the last look of a panel that has not been clicked on for long: a line, and a button that wakes it."""
    line = words("panel.asleep", match=shown.match.id)
    return layout([line, action_row(_control(shown, "refresh", words.plain("panel.wake")))], FINISHED, silent=True)


def replaced(words: Words, *, below: bool) -> Outgoing:
    """Return the last look of a panel whose place another message has taken, which may be below it: a line."""
    return layout([words("panel.replaced.below" if below else "panel.replaced")], FINISHED, silent=True)


def _with_room(part: Part, count: int) -> "Row | None":
    """Return a part if it is a row of buttons in which some more have room."""
    if not isinstance(part, discord.ui.ActionRow) or len(part.children) + count > BUTTONS:
        return None
    return part if all(isinstance(each, discord.ui.Button) for each in part.children) else None


def _controls(shown: Panel, words: Words, unread: Sequence[str]) -> "list[discord.ui.Button[Any]]":
    """Return the last buttons: undo if it is possible, help, cards to read if the panel has not all texts, and more."""
    buttons, draft = [], shown.draft
    if shown.match.status == "running" and (draft.made or draft.chosen or draft.held or shown.passes):
        buttons.append(_control(shown, "undo", words.plain("panel.undo")))
    buttons.append(_control(shown, "help", words.plain("panel.help"), HERE))
    if shown.asked is not None and unread:
        buttons.append(_control(shown, "read", words.plain("panel.read"), HERE))
    return [*buttons, _control(shown, "more", words.plain("button.more"), HERE)]


def reading(shown: Panel, words: Words, renderer: Renderer, *, pictured: bool) -> Outgoing:
    """Return the selects that answer with the text of a card, for those whose texts are not on the panel."""
    unread = texts(shown, words, renderer, None, pictured=pictured).unread
    if not unread:
        return Outgoing(content=words("panel.read.none"))
    parts = [unread[start : start + SELECT] for start in range(0, min(len(unread), SELECTS * SELECT), SELECT)]
    choosers = [action_row(_chooser(shown.match.id, number, part, words)) for number, part in enumerate(parts)]
    return Outgoing(content=words("panel.read.which"), view=rows(*([*row.children] for row in choosers)))


def _chooser(match: int, number: int, cards: Sequence[str], words: Words) -> "discord.ui.Select[Any]":
    """Return the select for some of the cards to read; each has a number of its own."""
    span = words.plain("panel.page", first=words.card(cards[0]), last=words.card(cards[-1]))
    return discord.ui.Select(
        custom_id=str(CustomId("read", match, revision=number)),
        options=[discord.SelectOption(label=shortened(words.card(card), LABEL), value=card) for card in cards],
        placeholder=span,
    )


def steering(shown: Panel, words: Words, renderer: Renderer) -> Outgoing:
    """Return the selects of what one can turn to or say beforehand, with what is forecast there."""
    asked = shown.question
    there = [] if asked is None else [option for option in asked.options if option.steers]
    if asked is None or not there:
        return Outgoing(content=words("panel.stale"))
    look = Look(lambda _: None, lambda _: None, lambda option: _label(option, asked, {}, shown, words, renderer))
    selects = Selects(
        words,
        look,
        lambda action, argument: str(CustomId(action, shown.match.id, asked.id, shown.draft.revision, argument)),
    )
    return Outgoing(view=rows(*([*row.children] for row in selects.rows(pages(there)[:SELECTS], 0, "select"))))


def card(shown: Panel, key: str, words: Words, renderer: Renderer) -> Outgoing:
    """Return the text of a card from the sets that the match is played with."""
    definition = renderer.definitions(shown.cards).get(key)
    page = None if definition is None else renderer.card_page(definition, shown.cards, words)
    return Outgoing(content=words("card.unknown", name=key[:100])) if page is None else card_lookup.card(page, words)


def _pass_too(shown: Panel, soon: Decision, words: Words) -> Row:
    """Return the button that passes a question before it is asked."""
    [key] = passing(soon)
    wanted = CustomId("pick", shown.match.id, soon.id, shown.draft.revision, key)
    return action_row(button_to(wanted, words.plain("panel.pass_too")))


def _vote(shown: Panel, words: Words) -> Row:
    """Return the voting buttons, which replace the widgets for the match's own question."""
    buttons = votes.buttons(shown.match.id, words)
    for each in buttons:
        each.disabled = shown.vote is None or shown.seat == shown.vote.seat
    return action_row(*buttons)


def _control(shown: Panel, action: str, label: str, argument: str = "") -> "discord.ui.Button[Any]":
    return button_to(CustomId(action, shown.match.id, revision=shown.draft.revision, argument=argument), label)
