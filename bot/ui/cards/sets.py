"""A server's own card sets: uploads, the faults in a file, and pages that describe the cards."""

import json
from collections.abc import Iterable, Sequence
from math import ceil
from typing import ClassVar, Final

import discord
from discord import ButtonStyle, RadioGroupOption

from bot.host.card_sets.uploads import Faulty, OwnSet, SetContents, Uploaded
from bot.ui.games.card_pages import page_of
from bot.ui.games.card_renderer import CardPage
from bot.ui.games.renderer import Renderer
from bot.ui.messages.buttons import Item
from bot.ui.messages.components import FileInput, button_to
from bot.ui.messages.custom_ids import Argument, CustomId
from bot.ui.messages.outgoing import Attachment, Outgoing, rows
from bot.ui.texts.words import Rendered, Words, inert, moment, shortened
from cardsdb.sets import example, schema, schema_file, starter
from cardsdb.source import SetFault
from cardsdb.trial_matches import Trials
from engine.contract import AnyGame, ReadyDeck

SET_FILES: Final = (".toml", ".txt")
"""The extensions of a set's file."""

PAGE: Final = 3600
"""The maximum number of characters on a page of cards; an embed holds 4,096."""

LOOK, ENABLE = "look", "enable"
"""What to do with a set after its upload: only look at it for now, or let new tables use it."""

CARD: Final = 1400
"""The maximum number of characters for a card on a page. Once the set is enabled, /card shows the full text."""

CARDS: Final = 6
"""The maximum number of cards on a page: more are hard to read on a phone."""

FAULTS: Final = 3600
"""The maximum number of characters for the faults in a message; an attached file lists all of them."""

LISTED: Final = 3900

UNPLAYED: Final = 600
"""The maximum number of characters for the names of unplayed cards in an answer."""


class SetPage(Argument, frozen=True):
    """A version of a set, and the page of its cards to show."""

    divider: ClassVar[str] = "."
    version: int
    page: int


def set_faults(found: Faulty, file: str, words: Words) -> Outgoing:
    """Return a message that lists a file's faults with their lines. If some do not fit, a file lists all of them."""
    count = len(found.faults) + found.more
    lines = [_fault(fault, words) for fault in found.faults]
    if found.more:
        lines.append(words("set.fault.more", count=found.more))
    text = "\n".join(lines)
    unread = [] if found.stage == "decks" else [words(f"set.faulty.{found.stage}")]
    content = "\n".join([words("set.faulty", file=shortened(file, 80), count=count), *unread])
    if len(text) <= FAULTS:
        return Outgoing(content=content, embeds=(discord.Embed(description=text, colour=discord.Colour.red()),))
    shown = _whole_lines(lines, FAULTS)
    embed = discord.Embed(description="\n".join(shown), colour=discord.Colour.red())
    plain = [fault_line(fault, words) for fault in found.faults]
    if found.more:
        plain.append(words.plain("set.fault.more", count=found.more))
    whole = Attachment("faults.txt", "\n".join(plain).encode(), words.plain("set.fault.file"))
    return Outgoing(content=f"{content} {words('set.faulty.file')}", embeds=(embed,), files=(whole,))


def upload_modal(words: Words) -> discord.ui.Modal:
    """Return the modal for uploading a set's file."""
    shown = discord.ui.Modal(title=words.plain("set.upload.title"), custom_id=str(CustomId("setupload")), timeout=None)
    label, hint = words.plain("set.upload.label"), words.plain("set.upload.hint")
    shown.add_item(discord.ui.Label(text=label, description=hint, component=FileInput(SET_FILES)))
    ways = (LOOK, ENABLE)
    then: discord.ui.RadioGroup[discord.ui.Modal] = discord.ui.RadioGroup(
        custom_id="then",
        options=[
            RadioGroupOption(label=words.plain(f"set.upload.{way}"), value=way, default=way == LOOK) for way in ways
        ],
    )
    shown.add_item(discord.ui.Label(text=words.plain("set.upload.then"), component=then))
    return shown


def _fault(fault: SetFault, words: Words) -> str:
    key = "set.fault" if fault.line else "set.fault.whole"
    why = words.message(fault.reason) if fault.reason is not None else fault.why
    return words(key, line=fault.line, card=fault.card, field=fault.field, why=why)


def fault_line(fault: SetFault, words: Words) -> str:
    """Return a one-line description of a fault, for a file or a shell."""
    why = words.label(fault.reason) if fault.reason is not None else fault.why
    return words.plain("set.fault.line", line=fault.line, card=fault.card, field=fault.field, why=why)


def _whole_lines(lines: Iterable[str], room: int) -> list[str]:
    """Return as many lines as fit without cutting any."""
    shown: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    return shown


def uploaded_set(taken: Uploaded, words: Words) -> Outgoing:
    """Return the result of an upload: the stored set, the outcome of its trial matches, and what to do next."""
    looked = taken.looked
    row = looked.row
    lines = [
        words("set.known" if taken.known else "set.uploaded", title=row.title, version=row.version),
        words(
            "set.holds",
            game=words(f"{row.game}.name"),
            cards=len(looked.card_set.cards),
            decks=len(looked.card_set.decks),
        ),
        *_trials(taken.trials, words),
        _state(looked.own, words),
    ]
    return Outgoing(content="\n".join(lines), view=rows(_buttons(looked.own, words, look=True)))


def _trials(trials: Trials, words: Words) -> list[Rendered]:
    """Return the outcome of the trial matches."""
    lines = [words("set.trials", count=trials.matches)]
    if trials.turns is not None and trials.longest is not None:
        lines.append(words("set.trials.turns", turns=trials.turns, longest=trials.longest))
    lines.append(words("set.trials.work", percent=ceil(100 * trials.work)))
    if trials.forecast:
        lines.append(words("set.trials.forecast", percent=ceil(100 * trials.forecast)))
    if trials.unplayed:
        lines.append(words("set.trials.unplayed", cards=shortened(", ".join(trials.unplayed), UNPLAYED)))
    return lines


def set_state(looked: SetContents, words: Words) -> Outgoing:
    """Return the new state of a set that has just been enabled or disabled."""
    lines = [words("set.title", title=looked.row.title, version=looked.row.version), _state(looked.own, words)]
    return Outgoing(content="\n".join(lines), view=rows(_buttons(looked.own, words, look=True)))


def _state(own: OwnSet, words: Words) -> Rendered:
    """Return whether new tables use the set and, if they use an older version, which one."""
    if own.enabled is None:
        return words("set.state.off")
    if own.enabled.id == own.newest.id:
        return words("set.state.on")
    return words("set.state.newer", old=own.enabled.version, new=own.newest.version)


def _buttons(own: OwnSet, words: Words, *, look: bool) -> list[Item]:
    newest = own.newest.id
    found = [_button("setshow", str(SetPage(newest, 0)), words.plain("button.setshow"))] if look else []
    if own.enabled is None or own.enabled.id != newest:
        found.append(_button("setenable", str(newest), words.plain("button.setenable"), ButtonStyle.success))
    if own.enabled is not None:
        found.append(_button("setdisable", str(newest), words.plain("button.setdisable")))
    return [*found, _button("setdelete", str(newest), words.plain("button.delete"), ButtonStyle.danger)]


def _button(
    action: str, argument: str, label: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
) -> Item:
    return button_to(CustomId(action, argument=argument), label, style, disabled=disabled)


def set_list(found: Sequence[OwnSet], words: Words) -> Outgoing:
    """Return a message that lists a server's sets."""
    if not found:
        return Outgoing(content=words("set.none"))
    lines = [f"{_entry(each, words)}\n{_state(each, words)}" for each in found]
    return Outgoing(
        content=words("set.list"), embeds=(discord.Embed(description="\n".join(_whole_lines(lines, LISTED))),)
    )


def _entry(own: OwnSet, words: Words) -> Rendered:
    """Return a line about the newest version of a set."""
    row = own.newest
    return words(
        "set.entry",
        title=row.title,
        game=words(f"{row.game}.name"),
        key=row.key,
        version=row.version,
        when=Rendered(moment(row.uploaded)),
    )


def set_page(looked: SetContents, page: int, words: Words, renderer: Renderer, *, may_change: bool) -> Outgoing:
    """Return a page that describes some of a set's cards and decks; the texts are generated by the bot."""
    found = pages(looked, words, renderer)
    page = max(0, min(page, len(found) - 1))
    row = looked.row
    embed = discord.Embed(
        title=shortened(f"{row.title}", 200),
        description=found[page],
        colour=discord.Colour.blurple(),
    )
    embed.set_footer(text=words.plain("set.page", page=page + 1, pages=len(found), version=row.version))
    back = _button("setshow", str(SetPage(row.id, page - 1)), words.plain("button.back"), disabled=page == 0)
    on = _button("setshow", str(SetPage(row.id, page + 1)), words.plain("button.next"), disabled=page == len(found) - 1)
    turning = [] if len(found) == 1 else [back, on]
    acting = _buttons(looked.own, words, look=False) if may_change else []
    lines = [line for line in (turning, acting) if line]
    return Outgoing(embeds=(embed,), view=rows(*lines) if lines else None)


def pages(looked: SetContents, words: Words, renderer: Renderer) -> list[str]:
    """Return pages that describe a set's cards and decks; no entry is split between pages."""
    parts = [
        _card(page)
        for card in looked.card_set.cards
        if (page := page_of(renderer, card.name, looked.cards, words)) is not None
    ]
    parts += [_deck(deck, words) for deck in looked.card_set.decks]
    found: list[list[str]] = [[]]
    for part in parts:
        if len(found[-1]) == CARDS or len("\n\n".join([*found[-1], part])) > PAGE:
            found.append([])
        found[-1].append(part)
    return ["\n\n".join(page) or words("set.empty") for page in found]


def _card(page: CardPage) -> str:
    lines = [f"**{inert(page.title)}**", f"-# {page.kind}", page.text]
    return shortened("\n".join([*lines, *([f"-# {page.flavour}"] if page.flavour else [])]), CARD)


def _deck(deck: ReadyDeck, words: Words) -> str:
    cards = ", ".join(words("set.deck.card", copies=count, card=name) for name, count in deck.cards.items())
    title = words("set.deck", name=deck.name, difficulty=deck.difficulty, plan=deck.plan)
    return shortened(f"{title}\n{cards}", CARD)


def file(key: str, title: str, version: int, text: str, words: Words) -> Outgoing:
    """Return a message with a set's file attached, exactly as it was uploaded."""
    description = words.plain("set.file", title=title, version=version)
    attached = Attachment(f"{key}.toml", text.encode(), description)
    return Outgoing(content=words("set.here", title=title, version=version), files=(attached,))


def help_with(game: AnyGame, words: Words) -> Outgoing:
    """Return what an author needs to write a set.

    That is a working example, the schema by which editors check files and, if there is one, a set to try one card with.
    """
    key = game.spec.key
    name, start = words(f"{key}.name"), starter(game)
    content = words("set.help", game=name, schema=schema_file(game))
    files = (
        Attachment(f"{key}-example.toml", example(game).encode(), words.plain("set.help.example", game=name)),
        Attachment(
            schema_file(game), json.dumps(schema(game), indent=1).encode(), words.plain("set.help.schema", game=name)
        ),
    )
    if start is None:
        return Outgoing(content=content, files=files)
    more = Attachment(f"{key}-starter.toml", start.encode(), words.plain("set.help.starter", game=name))
    return Outgoing(content="\n".join([content, words("set.help.try")]), files=(*files, more))
