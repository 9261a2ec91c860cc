"""The match page as it is served at a link: compressed, with a preview that shows the trophy."""

import gzip
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

from bot.host.fairness.export_files import Export
from bot.host.fairness.replays import opened
from bot.host.review.analysis import SECONDS, look_over
from bot.ui.games.ends import end_picture
from bot.ui.games.renderer import Renderer
from bot.ui.games.trophies import NO_MEDALS
from bot.ui.pictures.svg import element, said
from bot.ui.replays.page import replay_page, title_of, words_of
from bot.ui.texts.words import Spoken
from engine.contract import SPECTATOR, AnyGame, Fact

TROPHY: Final = "trophy.png"
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
        address: the full address of the page.
        facts: what everybody saw happen in the match.
    """

    content: bytes
    games: Mapping[str, AnyGame]
    renderer: Renderer
    locale: str | None
    published: bool
    address: str
    facts: Sequence[Fact]


class LinkedPage(Struct, frozen=True):
    """A page for a link.

    Attributes:
        page: the HTML, compressed by gzip.
        trophy: the picture for its preview, as PNG; None if the match has no trophy.
        mark: a short hash of the page.
    """

    page: bytes
    trophy: bytes | None
    mark: str


def linked_page(task: LinkTask) -> LinkedPage:
    """Return a page made in another process. Raises Unverified if the match fails verification or is of older rules."""
    match = opened(json.loads(task.content), task.games)
    words = words_of(match, task.locale)
    *_, end = match.steps()
    view = match.match.game.view(end.state, SPECTATOR)
    picture = end_picture(task.renderer, task.facts, view, NO_MEDALS, words)
    head = _preview(match.told, words, task.address, None if picture is None else picture.description)
    review = look_over(match.log(), SECONDS) if task.published else None
    page = replay_page(match, task.renderer, task.locale, published=task.published, head=head, review=review).encode()
    trophy = None if picture is None else picture.content
    return LinkedPage(gzip.compress(page, LEVEL, mtime=0), trophy, sha256(page).hexdigest()[:32])


def _preview(told: Export, words: Spoken, address: str, trophy: str | None) -> str:
    """Return the elements from which Discord makes a link's preview. `trophy` says what the picture shows."""
    about = trophy.partition("\n")[0] if trophy else words("link.about")
    facts = {"og:title": title_of(told, words), "og:description": about, "og:type": "website", "og:url": address}
    if trophy is not None:
        facts |= {"og:image": f"{address}/{TROPHY}", "og:image:alt": trophy, "twitter:card": "summary_large_image"}
    return "\n".join(element("meta", property=name, content=said(value)) for name, value in facts.items())
