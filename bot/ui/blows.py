"""Blow by blow: what happened in a turn, a block for each moment, with every figure by its name."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from msgspec import Struct

from bot.storage.matches import MatchRow
from bot.ui.components import Part, action_row, button_to, layout
from bot.ui.custom_ids import Argument, CustomId
from bot.ui.games.renderer import Renderer, StoryPart
from bot.ui.messages import attached, attached_all, gallery, Outgoing
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
    custom_id = str(CustomId("blows", match, argument=str(Blows(first, last, 0))))
    return discord.ui.Button(custom_id=custom_id, label=words.plain("button.blows"))


def blows(
    row: MatchRow,
    wanted: Blows,
    facts: Sequence[Fact],
    before: Sequence[Fact],
    words: Words,
    renderer: Renderer,
    pictures: Mapping[str, Picture] | None = None,
) -> Outgoing:
    """Return a page of everything that happened in a turn.

    No page ends within a part, unless that is too long for one. `pictures` are those of `Renderer.blow_pictures`. Each
    stands above what it shows, and the rest of the turn at the top of the first page.
    """
    pictures = pictures or {}
    pages = _pages(renderer.blows(_of_turn(facts, renderer), words))
    page = min(wanted.page, len(pages) - 1)
    title = words("blows.title", turn=Rendered(renderer.turn(before, Spoken.of(words))))
    parts: list[Part] = [title if len(pages) == 1 else f"{title}\n{words('blows.page', page=page + 1, pages=len(pages))}"]
    shown = [] if page else [pictures[""]] * ("" in pictures)
    parts += [gallery(attached(picture)) for picture in shown]
    for block in pages[page]:
        parts.append(discord.ui.Separator())
        if block.row in pictures and block.row:
            shown.append(pictures[block.row])
            parts.append(gallery(attached(pictures[block.row])))
        parts.append(block.text)
    if not pages[page]:
        parts.append(words("blows.empty"))
    turns = [
        button_to(
            CustomId("blows", row.id, argument=str(Blows(wanted.first, wanted.last, to))), words.plain(f"button.{label}")
        )
        for label, to in (("back", page - 1), ("next", page + 1))
        if 0 <= to < len(pages)
    ]
    return layout([*parts, *([action_row(*turns)] if turns else [])], discord.Colour.gold(), attached_all(shown))


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
        if len(texts[-1]) + len(cut) >= PAGE:
            texts.append("")
        texts[-1] = f"{texts[-1]}\n{cut}".strip()
    return [_Block(text, "" if number else part.row) for number, text in enumerate(texts)]
