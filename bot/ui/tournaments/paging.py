"""Paging through content that does not fit in one message: a page, and buttons to the previous and next pages."""

from collections.abc import Sequence

import discord

from bot.ui.messages.buttons import Item
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, attached, rows
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words


def within(page: int, pages: int) -> int:
    """Return a page number, counted from 0, clamped to the pages that exist."""
    return max(0, min(page, pages - 1))


def page_of(
    texts: Sequence[Rendered],
    page: int,
    pages: int,
    button: CustomId,
    words: Words,
    picture: Picture | None = None,
) -> Outgoing:
    """Return a message with one of `pages` pages, counted from 0. If there are fewer texts, the last one is repeated.

    `button` is the custom id for a page; the argument is replaced by the number of the page that a button leads to.
    """
    content, files = texts[within(page, len(texts))], attached(picture)
    ways = page_buttons(page, pages, button, words)
    return Outgoing(content=content, files=files, view=rows(ways) if ways else None)


def page_buttons(page: int, pages: int, button: CustomId, words: Words) -> list[Item]:
    """Return the buttons to the previous and the next page if there are several; see `page_of`."""
    found: list[Item] = [
        discord.ui.Button(
            custom_id=str(CustomId(button.action, button.subject, argument=str(to))),
            label=words.plain(label),
            disabled=not 0 <= to < pages,
        )
        for to, label in ((page - 1, "page.before"), (page + 1, "page.after"))
    ]
    return found if pages > 1 else []
