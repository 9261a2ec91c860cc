"""A page for a link: what its preview says is text, whatever it says, and it holds nothing before it may."""

import gzip
import re
from html import unescape

import pytest

from bot.host.fairness import replays
from bot.host.fairness.export_files import decoded
from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.story import why_over
from bot.ui.games.trophies import outcome_of
from bot.ui.replays.linked import LinkTask, linked_page
from bot.ui.replays.page import PageLink, words_of
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
    task = LinkTask(
        content, GAMES, RENDERERS[key], None, published=False, link=PageLink(MARKUP, "2026-11-30"), facts=()
    )
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


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_preview_shows_the_first_turn_and_not_the_result(key: str) -> None:
    content = finished(key, 1, policy="greedy", longest=60)
    match = replays.opened(decoded(content), GAMES)
    facts = [fact for step in match.steps() for fact in seen(step.events, SPECTATOR)]
    link = PageLink("https://cards.example/m/x", "2026-11-30", (Player(name="Ada"), Player(name="Ben")))
    made = linked_page(LinkTask(content, GAMES, RENDERERS[key], None, published=False, link=link, facts=facts))
    assert made.preview is not None
    assert made.preview.startswith(b"\x89PNG")
    told = [unescape(each) for each in re.findall(r'content="([^"]*)"', gzip.decompress(made.page).decode())]
    outcome = outcome_of(facts)
    assert outcome is not None
    words = words_of(match, None, link.players)
    winner = words.list_players(outcome.ranking[0])
    assert not [each for each in told if words.plain("end.won", player=winner).strip("🏆 *") in each]
    assert not [each for each in told if why_over(outcome.reason, outcome.ranking, words) in each]
    assert f"Ada vs Ben · {words(f'{key}.name')}" in told
