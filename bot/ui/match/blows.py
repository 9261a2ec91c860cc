"""Blow by blow: what happened in a turn, a picture for each moment or else a sentence, and on request every figure."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import discord
from msgspec import Struct

from bot.ui.games.renderer import Renderer
from bot.ui.games.story import StoryPart
from bot.ui.games.turns import turn_title
from bot.ui.messages.components import Part, action_row, button_to, layout
from bot.ui.messages.custom_ids import Argument, CustomId
from bot.ui.messages.outgoing import Outgoing, attached, attached_all, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Spoken, Words, shortened
from engine.contract import Fact

PAGE: Final = 3500
"""The maximum length of a page's blocks together."""

BLOCKS: Final = 6
"""The most blocks on a page: each may have a large picture."""


class Blows(Argument, frozen=True):
    """A page of what happened from one event to another; pages count from 0."""

    first: int
    last: int
    page: int


class _Block(Struct, frozen=True):
    """A text with its part of the story.

    Attributes:
        row: the label of the moment in the turn's picture that shows it; None if none does.
        beside: what is said beside that picture, in brief.
    """

    part: int
    text: str
    row: str | None = None
    beside: str = ""


def says_more(facts: Sequence[Fact], lines: Sequence[str], words: Words, renderer: Renderer) -> bool:
    """Whether anything happened in a turn that the lines of its post do not say, apart from what the board shows."""
    said = "\n".join(lines)
    told = (each for episode in renderer.episodes(_of_turn(facts, renderer), words) for each in episode.says)
    return any(text not in said for each in told if each.kind.weight != "routine" for text in (each.text, each.beside))


def blows_button(match: int, first: int, last: int, words: Words) -> "discord.ui.Button[discord.ui.View]":
    """Return the button that shows everything that happened from one event to another."""
    return button_to(_id(match, Blows(first, last, 0)), words.plain("button.blows"))


def _id(match: int, wanted: Blows, action: str = "blows") -> CustomId:
    return CustomId(action, match, argument=str(wanted))


def labels(wanted: Blows, facts: Sequence[Fact], words: Words, renderer: Renderer, *, everything: bool) -> set[str]:
    """Return the labels of the moments in the turn's picture that a page shows."""
    pages = _pages(renderer.blows(_of_turn(facts, renderer), words), everything=everything)
    return {block.row for block in pages[min(wanted.page, len(pages) - 1)] if block.row is not None}


def blows(
    match: int,
    wanted: Blows,
    facts: Sequence[Fact],
    before: Sequence[Fact],
    words: Words,
    renderer: Renderer,
    pictures: Mapping[str, Picture] = MappingProxyType({}),
    *,
    everything: bool = False,
) -> Outgoing:
    """Return a page of what happened in a turn, moment by moment: in brief, or everything with every figure.

    No page ends within a part, unless that is too long for one. `pictures` are those of `Renderer.blow_pictures`: in
    brief, each stands instead of the words that would repeat it, and otherwise above them.
    """
    parts = renderer.blows(_of_turn(facts, renderer), words)
    pages = _pages(parts, everything=everything)
    page = min(wanted.page, len(pages) - 1)
    title = words("blows.title", turn=Rendered(turn_title(renderer, before, Spoken.of(words), facts)))
    lines = [title, *([words("page.small", page=page + 1, pages=len(pages))] if len(pages) > 1 else [])]
    shown = [pictures.get(block.row) if block.row is not None else None for block in pages[page]]
    content: list[Part] = ["\n".join(lines)]
    for block, picture in zip(pages[page], shown, strict=True):
        small = [words("report.small", text=Rendered(block.beside))] if block.beside else []
        told = small if picture is not None and not everything else [block.text]
        content += [discord.ui.Separator(), *_galleries(picture), *told]
    if not pages[page]:
        content.append(words("blows.empty"))
    action = "sums" if everything else "blows"
    buttons = [
        button_to(_id(match, Blows(wanted.first, wanted.last, to), action), words.plain(f"button.{label}"))
        for label, to in (("back", page - 1), ("next", page + 1))
        if 0 <= to < len(pages)
    ]
    other = _pages(parts, everything=not everything)
    pictured = any(picture is not None for picture in shown)
    if pictured or [block.text for each in other for block in each] != [block.text for each in pages for block in each]:
        to = Blows(wanted.first, wanted.last, _page_with(pages[page], other))
        label = words.plain("button.blows.less" if everything else "button.blows.all")
        buttons.append(button_to(_id(match, to, "blows" if everything else "sums"), label))
    return layout([*content, *([action_row(*buttons)] if buttons else [])], discord.Colour.gold(), attached_all(shown))


def _page_with(blocks: Sequence[_Block], pages: Sequence[Sequence[_Block]]) -> int:
    """Return the page that begins what some blocks show, or goes on after it."""
    first = blocks[0].part if blocks else 0
    return next((number for number, page in enumerate(pages) if page and page[-1].part >= first), len(pages) - 1)


def _galleries(picture: Picture | None) -> list[Part]:
    return [] if picture is None else [gallery(attached(picture))]


def _of_turn(facts: Sequence[Fact], renderer: Renderer) -> Sequence[Fact]:
    """Return the facts without the beginning of the next turn."""
    return [fact for fact in facts if not isinstance(fact, renderer.turns)]


def _pages(parts: Sequence[StoryPart], *, everything: bool) -> list[list[_Block]]:
    """Return parts, in brief or with everything, as pages of blocks; at least one page."""
    pages: list[list[_Block]] = [[]]
    for block in (block for number, part in enumerate(parts) for block in _blocks(number, part, everything=everything)):
        length = sum(len(each.text) for each in pages[-1])
        if pages[-1] and (len(pages[-1]) == BLOCKS or length + len(block.text) > PAGE):
            pages.append([])
        pages[-1].append(block)
    return pages


def _blocks(number: int, part: StoryPart, *, everything: bool) -> list[_Block]:
    """Return a part as one block; as several if it is longer than a page, and none if there is nothing to say."""
    lines = part.short.splitlines()
    if everything:
        lines = [
            *part.line.splitlines(),
            *(f"- {line}" for line in part.particulars),
            *(f"-# {line}" for line in part.asides),
        ]
    texts = [""]
    for line in lines:
        cut = shortened(line, PAGE)
        if texts[-1] and len(texts[-1]) + len(cut) >= PAGE:
            texts.append("")
        texts[-1] = f"{texts[-1]}\n{cut}".strip()
    rows = [part.row, *[None] * (len(texts) - 1)]
    return [_Block(number, text, row, part.beside) for text, row in zip(texts, rows, strict=True) if text]
