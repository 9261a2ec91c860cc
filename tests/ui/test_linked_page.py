"""A page for a link: what its preview says is text, whatever it says, and it holds nothing before it may."""

import gzip
import re
from html import unescape

import pytest

from bot.host.fairness import replays
from bot.host.fairness.export_files import decoded
from bot.ui.games import RENDERERS
from bot.ui.replays.linked import LinkTask, linked_page
from engine.contract import EVERYTHING, SPECTATOR
from engine.contract.events import seen
from engine.registry import GAMES
from engine.scenarios.names import card_refs
from tests.e2e.secrecy import find
from tests.support.finished import finished

MARKUP = 'https://cards.example/m/"><script>alert(1)</script>&'


@pytest.mark.parametrize("key", ["varia", "warmage"])
def test_before_the_secret_is_published_a_page_says_only_what_a_spectator_saw(key: str) -> None:
    content = finished(key, 3, longest=12)
    task = LinkTask(content, GAMES, RENDERERS[key], None, published=False, address=MARKUP, facts=())
    page = gzip.decompress(linked_page(task).page).decode()
    (told,) = re.findall(r'<meta property="og:url" content="([^"]*)"', page)
    assert unescape(told) == MARKUP
    assert MARKUP not in page
    match = replays.opened(decoded(content), GAMES)
    game, cards = match.match.game, match.match.cards
    public, everything = set[str](), set[str]()
    for step in match.steps():
        public |= {
            ref.card for ref in (*card_refs(game.view(step.state, SPECTATOR)), *card_refs(seen(step.events, SPECTATOR)))
        }
        everything |= {ref.card for ref in card_refs(game.view(step.state, EVERYTHING))}
    hidden = {cards.name(card) for card in everything - public} | {match.told.secret, str(match.told.table)}
    assert len(hidden) > 2
    assert find([unescape(page)], hidden) == []
