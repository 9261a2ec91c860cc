"""Blow by blow: what happened in a turn, a block for each moment, with every figure by its name."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import discord
from msgspec import Struct

from bot.storage.matches import MatchRow
from bot.ui.components import Part, action_row, button_to, layout
from bot.ui.custom_ids import Argument, CustomId
from bot.ui.games.renderer import Renderer, StoryPart
from bot.ui.messages import Outgoing, attached, attached_all, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.words import Rendered, Spoken, Words, shortened
from engine.contract import Fact

PAGE: Final = 3500
"""The maximum length of a page's blocks together."""

BLOCKS: Final = 9
"""The most blocks on a page: each may have a picture, and a message has at most ten files."""


class Blows(Argument, frozen=True):
    """A page of what happened from one event to another; pages count from 0."""

    first: int
    last: int
    page: int


class _Block(Struct, frozen=True):
    """A text, and the label of the row that shows it in the turn's picture; empty if none does."""

    text: str
    row: str = ""


def says_more(facts: Sequence[Fact], lines: Sequence[str], words: Words, renderer: Renderer) -> bool:
    """Whether anything happened in a turn that the lines of its post do not say, apart from what the board shows."""
    said = "\n".join(lines)
    story = renderer.story(_of_turn(facts, renderer), words, brief=True)
    return any(line not in said for part in story for line in (part.line, *part.particulars))


def blows_button(match: int, first: int, last: int, words: Words) -> "discord.ui.Button[discord.ui.View]":
    """Return the button that shows everything that happened from one event to another."""
    return button_to(_id(match, Blows(first, last, 0)), words.plain("button.blows"))


def _id(match: int, wanted: Blows) -> CustomId:
    return CustomId("blows", match, argument=str(wanted))


def blows(
    row: MatchRow,
    wanted: Blows,
    facts: Sequence[Fact],
    before: Sequence[Fact],
    words: Words,
    renderer: Renderer,
    pictures: Mapping[str, Picture] = MappingProxyType({}),
) -> Outgoing:
    """Return a page of everything that happened in a turn.

    No page ends within a part, unless that is too long for one. `pictures` are those of `Renderer.blow_pictures`. Each
    stands above what it shows, and the rest of the turn at the top of the first page.
    """
    pages = _pages(renderer.blows(_of_turn(facts, renderer), words))
    page = min(wanted.page, len(pages) - 1)
    title = words("blows.title", turn=Rendered(renderer.turn(before, Spoken.of(words))))
    lines = [title, *([words("blows.page", page=page + 1, pages=len(pages))] if len(pages) > 1 else [])]
    shown = [
        None if page else pictures.get(""),
        *(pictures.get(block.row) if block.row else None for block in pages[page]),
    ]
    parts: list[Part] = ["\n".join(lines), *_galleries(shown[0])]
    for block, picture in zip(pages[page], shown[1:], strict=True):
        parts += [discord.ui.Separator(), *_galleries(picture), block.text]
    if not pages[page]:
        parts.append(words("blows.empty"))
    turns = [
        button_to(_id(row.id, Blows(wanted.first, wanted.last, to)), words.plain(f"button.{label}"))
        for label, to in (("back", page - 1), ("next", page + 1))
        if 0 <= to < len(pages)
    ]
    return layout([*parts, *([action_row(*turns)] if turns else [])], discord.Colour.gold(), attached_all(shown))


def _galleries(picture: Picture | None) -> list[Part]:
    return [] if picture is None else [gallery(attached(picture))]


def _of_turn(facts: Sequence[Fact], renderer: Renderer) -> Sequence[Fact]:
    """Return the facts without the beginning of the next turn."""
    return [fact for fact in facts if not isinstance(fact, renderer.turns)]


def _pages(parts: Sequence[StoryPart]) -> list[list[_Block]]:
    """Return parts as pages of blocks; at least one page."""
    pages: list[list[_Block]] = [[]]
    for block in (block for part in parts for block in _blocks(part)):
        length = sum(len(each.text) for each in pages[-1])
        if pages[-1] and (len(pages[-1]) == BLOCKS or length + len(block.text) > PAGE):
            pages.append([])
        pages[-1].append(block)
    return pages


def _blocks(part: StoryPart) -> list[_Block]:
    """Return a part as one block; as several if it is longer than a page."""
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
    return [_Block(text, "" if number else part.row) for number, text in enumerate(texts)]
