"""The match page as it is served at a link: compressed, with a preview that shows how the match began."""

import gzip
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Final

from msgspec import Struct

from bot.host.fairness.export_files import Export
from bot.host.fairness.replays import opened
from bot.host.review.analysis import SECONDS, look_over
from bot.ui.games.renderer import Renderer
from bot.ui.games.turns import turn_picture
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.svg import element, said
from bot.ui.replays.page import PageLink, replay_page, title_of, words_of
from bot.ui.texts.words import Spoken
from engine.contract import AnyGame, Fact

PREVIEW: Final = "turn.png"
"""The end of the path of a page's picture, after that of the page."""

LEVEL: Final = 6
"""How well a page is compressed, from 1 (quickly) to 9: beyond 6, only the time grows."""


class LinkTask(Struct, frozen=True):
    """What another process needs to make a page for a link.

    Attributes:
        content: the exported match, as JSON.
        games: the games by key.
        renderer: the renderer of the match's game.
        locale: the language; None for the usual one.
        published: whether the match's secret is no longer in use.
        link: what the page says of its link.
        facts: what everybody saw happen in the match.
    """

    content: bytes
    games: Mapping[str, AnyGame]
    renderer: Renderer
    locale: str | None
    published: bool
    link: PageLink
    facts: Sequence[Fact]


class LinkedPage(Struct, frozen=True):
    """A page for a link.

    Attributes:
        page: the HTML, compressed by gzip.
        preview: the picture for its preview, as PNG; None if no turn before the last one can be drawn.
        mark: a short hash of the page.
    """

    page: bytes
    preview: bytes | None
    mark: str


def linked_page(task: LinkTask) -> LinkedPage:
    """Return a page made in another process. Raises Unverified if the match fails verification or is of older rules."""
    match = opened(json.loads(task.content), task.games)
    words = words_of(match, task.locale, task.link.players, published=task.published)
    picture = _first_turn(task, words)
    head = _preview(match.told, words, task.link.address, picture)
    review = look_over(match.log(), SECONDS) if task.published else None
    page = replay_page(
        match, task.renderer, task.locale, published=task.published, head=head, review=review, link=task.link
    ).encode()
    preview = None if picture is None else picture.content
    return LinkedPage(gzip.compress(page, LEVEL, mtime=0), preview, sha256(page).hexdigest()[:32])


def _first_turn(task: LinkTask, words: Spoken) -> Picture | None:
    """Return the picture of the first turn that can be drawn, unless the match ended in it."""
    begun = [place for place, fact in enumerate(task.facts) if isinstance(fact, task.renderer.turns)]
    drawn = (
        turn_picture(task.renderer, task.facts[begin:end], task.facts[:begin], words) for begin, end in pairwise(begun)
    )
    return next((picture for picture in drawn if picture is not None), None)


def _preview(told: Export, words: Spoken, address: str, picture: Picture | None) -> str:
    """Return the elements from which Discord makes a link's preview, which does not tell the result."""
    facts = {"og:title": title_of(told, words), "og:type": "website", "og:url": address}
    facts["og:description"] = words("link.about")
    if picture is not None:
        facts |= {"og:image": f"{address}/{PREVIEW}", "og:image:alt": picture.description}
        facts["twitter:card"] = "summary_large_image"
    return "\n".join(element("meta", property=name, content=said(value)) for name, value in facts.items())
