"""Short pages that say why there is no match page to show."""

from typing import Literal, TypeAlias

from bot.ui.pictures.svg import said
from bot.ui.replays.page import file, filled
from bot.ui.texts.words import Words

Reason: TypeAlias = Literal["unknown", "limited", "busy", "older", "broken"]
"""Why there is no page: the address is wrong or was taken back, the reader asks for too many pages, too many readers
wait for other pages, the match was played by older rules, or its log does not hold."""


def notice(reason: Reason, words: Words) -> str:
    """Return a page that says why there is nothing to show, and what to do."""
    return filled(
        "notice.html",
        {
            "language": words.catalogue.locale,
            "title": said(words(f"link.page.{reason}.title")),
            "text": said(words(f"link.page.{reason}")),
            "style": notice_style(),
        },
    )


def notice_style() -> str:
    """Return the style of such a page."""
    return file("notice.css")
