"""Match pages at their links, through the real listener: who gets one, what is sent with it, and what is never sent."""

import asyncio
import gzip
import re
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from hashlib import sha256
from html import unescape
from http import HTTPStatus
from ipaddress import ip_address
from random import Random
from typing import Final

import aiohttp
import pytest
import pytest_asyncio
from multidict import CIMultiDictProxy
from playwright.async_api import ViewportSize, expect
from sqlalchemy import delete, update

from bot.host import lobby
from bot.host.fairness import exports, page_links, replays
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.lobby import Opening
from bot.host.match import panel_actions
from bot.host.operations import privacy
from bot.host.people import settings
from bot.host.tournament import management
from bot.host.tournament.tournament import look
from bot.storage import matches
from bot.storage.schema import entries
from bot.storage.schema import matches as match_rows
from bot.ui.games import RENDERERS
from bot.ui.texts.words import Words
from bot.web.limits import ALL, EACH, FORWARDED, MINUTE, MISSES, Limits
from bot.web.listener import Listener
from bot.web.match_pages import MatchPages
from bot.web.page_store import LATER
from engine.contract import EVERYTHING, SPECTATOR
from engine.contract.events import seen
from engine.registry import GAMES
from engine.scenarios.names import card_refs
from tests.e2e.secrecy import find
from tests.host.players import ADA, BEN, begin, click, click_randomly, post_lobbies, started
from tests.host.tournament.organisers import ORGANISER, begun, game_of, play_to_the_end, settle, win
from tests.support.browser import needs_chromium, open_browser
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite
from tests.support.processes import fork_workers

HERE: Final = "127.0.0.1"
URL: Final = "https://cards.example"
WRONG: Final = "A" * 22
GUILD: Final = 77
FLOOD, FLOODERS = 10_000, 10
ENGLISH: Final = Words(None)

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Site:
    """Match pages that are served, and readers of them."""

    def __init__(self, host: Host, clock: ManualClock, proxy: str = HERE) -> None:
        self.host = host
        self.clock = clock
        self.listener = Listener()
        self.port = 0
        MatchPages(host, RENDERERS, URL, ip_address(proxy)).add_to(self.listener.app)

    async def get(self, path: str, **headers: str) -> "Answer":
        """Request a path, and again later if the machine is too busy to make the page in time."""
        answer = await self._asked(path, headers)
        while answer.status == HTTPStatus.SERVICE_UNAVAILABLE:
            self.clock.advance(LATER)
            answer = await self._asked(path, headers)
        return answer

    async def _asked(self, path: str, headers: Mapping[str, str]) -> "Answer":
        """Request a path as a browser does, which takes compressed pages, and read the answer."""
        async with (
            aiohttp.ClientSession(auto_decompress=False) as session,
            session.get(f"http://{HERE}:{self.port}/{path}", headers=headers) as reply,
        ):
            return Answer(reply.status, reply.headers, await reply.read())

    async def link(self, match: int, user: int = ADA, *, private: bool = False, named: bool = False) -> str:
        """Make a link to a match, and return its path."""
        return f"m/{await page_links.make(self.host, user, match, private=private, named=named)}"


class Answer:
    """An answer, read whole."""

    def __init__(self, status: int, headers: Mapping[str, str] | CIMultiDictProxy[str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def policy(self) -> dict[str, str]:
        """The content policy, by directive."""
        return dict(each.split(" ", 1) for each in self.headers["Content-Security-Policy"].split("; "))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    """One site for all tests, because each process that makes pages takes seconds to start."""
    async with sqlite(tmp_path_factory.mktemp("site")) as database:
        clock = ManualClock()
        host = Host(database, GAMES, clock, SeededChance(7), HOOKS)
        fork_workers(host)
        await host.store_sets()
        site = Site(host, clock)
        site.port = await site.listener.start(HERE, 0)
        yield site
        await site.listener.close()
        host.worker_pool.close()


@pytest.fixture
def site(served: Site) -> Site:
    """The site in a new minute."""
    served.clock.advance(MINUTE)
    return served


async def over(host: Host, guild: int | None = None) -> int:
    """A match that Ben left."""
    match = await started(host, guild=guild)
    await panel_actions.leave(host, click(BEN), match)
    return match


NAMES: Final = ("<b>Ada_1</b>", "B&n *Okafor*")
CLASS: Final = "Cinder Vanguard"
"""What people play who choose nothing."""

PEOPLE: Final = (10**17 + 1, 10**17 + 2)
PLACE: Final = (10**17 + 3, 10**17 + 4)
"""Ids as long as Discord's, so that no other number is one of them."""


async def between_named(host: Host) -> int:
    """A match between people with names, one of whom left."""
    (ada, ben), (guild, channel) = PEOPLE, PLACE
    wanted = Opening("varia", "live", guild, channel, host.games["varia"].spec.options(), opponents=(ben,))
    table = await lobby.open_table(host, click(ada, name=NAMES[0]), wanted)
    assert table is not None
    await post_lobbies(host)
    await lobby.join(host, click(ben, name=NAMES[1]), table.match.id)
    await begin(host, click(ada), table.match.id)
    await panel_actions.leave(host, click(ben), table.match.id)
    return table.match.id


async def with_turns(host: Host) -> int:
    """A match of which a turn can be drawn, if chance will have it, and that Ben left."""
    match, chance = await started(host, game="artbot"), Random(4)
    for user in (ADA, BEN) * 12:
        await click_randomly(host, match, user, chance)
    await panel_actions.leave(host, click(BEN), match)
    return match


async def test_a_link_leads_to_the_page_and_its_preview_does_not_tell_the_result(site: Site) -> None:
    match = await over(site.host)
    path = await site.link(match)
    page = await site.get(path)
    assert (page.status, page.headers["Content-Encoding"]) == (200, "gzip")
    plain = await site.get(path, **{"Accept-Encoding": "identity"})
    assert (plain.headers.get("Content-Encoding"), plain.body) == (None, page.body)
    told = preview_of(page)
    assert told == {
        "og:title": unescape(re.findall("<title>(.*)</title>", page.text)[0]),
        "og:type": "website",
        "og:url": f"{URL}/{path}",
        "og:description": ENGLISH.plain("link.about"),
    }
    players = [f"{CLASS} ({number})" for number in (1, 2)]
    assert told["og:title"] == f"{' vs '.join(players)} · Varia"
    assert (await site.get(f"{path}/turn.png")).status == 404, "there was no turn"
    async with site.host.database.reading() as connection:
        row = await matches.get(connection, match)
    assert row is not None
    assert row.secret.hex() in page.text, "what is published is there"
    path = await site.link(await with_turns(site.host))
    told, picture = preview_of(await site.get(path)), await site.get(f"{path}/turn.png")
    assert told["og:description"] == ENGLISH.plain("link.about")
    if "og:image" in told:
        assert told["og:image"] == f"{URL}/{path}/turn.png"
        assert (picture.headers["Content-Type"], picture.body[:4]) == ("image/png", b"\x89PNG")
    assert (picture.status == 200) == ("og:image" in told)


def preview_of(page: "Answer") -> dict[str, str]:
    """What a link's preview tells."""
    found = re.findall(r'<meta property="([\w:]+)" content="([^"]*)"', page.text)
    return {name: unescape(value) for name, value in found if name != "twitter:card"}


async def test_only_the_named_link_shows_names_and_neither_shows_ids(site: Site) -> None:
    match, (ada, _), (guild, channel) = await between_named(site.host), PEOPLE, PLACE
    shared, named = [await site.get(await site.link(match, ada, named=each)) for each in (False, True)]
    for answer in (shared, named):
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        for robot in ('<meta name="robots" content="noindex">', '<meta name="referrer" content="no-referrer">'):
            assert robot in answer.text
        assert secrets_in(answer, {str(each) for each in PEOPLE}) == set()
    for name in NAMES:
        assert name in unescape(named.text)
        assert name not in named.text.split('id="data"')[0], "a name is no markup"
    assert secrets_in(shared, {*NAMES, str(guild), str(channel), "Okafor"}) == set()
    assert f'href="https://discord.com/channels/{guild}/{channel}"' in named.text
    assert ENGLISH.plain("replay.named") in unescape(named.text)
    assert ENGLISH.plain("replay.unnamed") in unescape(shared.text)


@pytest.mark.parametrize("named", [False, True])
async def test_each_link_is_taken_back_alone(site: Site, *, named: bool) -> None:
    match, (ada, ben) = await between_named(site.host), PEOPLE
    gone, kept = await site.link(match, ada, named=named), await site.link(match, ada, named=not named)
    assert [(await site.get(each)).status for each in (gone, kept)] == [200, 200]
    await page_links.take_back(site.host, ben, match, moderates=False, named=named)
    assert [(await site.get(each)).status for each in (gone, kept)] == [404, 200]
    assert await site.link(match, ada, named=named) != gone


async def test_somebody_who_is_forgotten_is_named_no_more(site: Site) -> None:
    match, (ada, ben) = await between_named(site.host), PEOPLE
    path = await site.link(match, ada, named=True)
    assert secrets_in(await site.get(path), {*NAMES}) == {*NAMES}
    await privacy.forget(site.host, ben)
    after = await site.get(path)
    assert secrets_in(after, {*NAMES}) == {NAMES[0]}
    assert ENGLISH.plain("player.gone") in unescape(after.text)


async def test_a_browser_that_has_the_page_asks_whether_it_is_still_there(site: Site) -> None:
    match = await with_turns(site.host)
    path, tag = await site.link(match), ""
    has_picture = (await site.get(f"{path}/turn.png")).status == 200
    for part in (f"{path}/turn.png", path)[not has_picture :]:
        first = await site.get(part)
        assert first.headers["Cache-Control"] == "private, no-cache"
        tag = first.headers["ETag"]
        again = await site.get(part, **{"If-None-Match": tag})
        assert (again.status, again.body) == (304, b"")
    await page_links.take_back(site.host, ADA, match, moderates=False)
    assert (await site.get(path, **{"If-None-Match": tag})).status == 404


async def test_a_page_runs_its_own_script_alone_and_is_framed_by_discord_alone(site: Site) -> None:
    page = await site.get(await site.link(await over(site.host)))
    (script,) = re.findall(r'<script type="module">(.*?)</script>', page.text, re.DOTALL)
    assert page.policy["script-src"] == f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    assert page.policy["default-src"] == "'none'"
    assert re.fullmatch(r"(https://([\w*]+\.)?discord(says)?\.com ?)+", page.policy["frame-ancestors"])
    nothing = await site.get(f"m/{WRONG}")
    assert nothing.policy["frame-ancestors"] == nothing.policy["default-src"] == "'none'"
    for answer in (page, nothing):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "noindex" in answer.headers["X-Robots-Tag"]


async def test_a_link_that_was_taken_back_is_like_one_that_never_was(site: Site) -> None:
    match = await over(site.host)
    path = await site.link(match)
    assert (await site.get(path)).status == 200
    await page_links.take_back(site.host, ADA, match, moderates=False)
    answers = [await site.get(each) for each in (path, f"m/{WRONG}", "m/x", f"{path}/turn.png", f"{path}/x", "m/")]
    assert {(each.status, each.body) for each in answers} == {(404, answers[0].body)}
    assert len({tuple(sorted({**each.headers, "Date": ""}.items())) for each in answers}) == 1
    assert ENGLISH.plain("link.page.unknown") in unescape(answers[0].text)
    assert await site.link(match) != path, "the next link has another key"


async def test_keys_that_are_guessed_at_speed_are_no_longer_tried(site: Site) -> None:
    path = await site.link(await over(site.host))
    guesser = {FORWARDED: "203.0.113.5"}
    found = [(await site.get(f"m/{number:022}", **guesser)).status for number in range(MISSES + 1)]
    assert found == [404] * MISSES + [429]
    refused = await site.get(path, **guesser)
    assert (refused.status, ENGLISH.plain("link.page.limited") in refused.text) == (429, True)
    site.clock.advance(float(refused.headers["Retry-After"]))
    assert (await site.get(path, **guesser)).status == 200


async def test_one_address_gets_so_many_pages_a_minute_and_others_go_on_reading(site: Site) -> None:
    path = f"{await site.link(await over(site.host))}"
    first = await site.get(path)
    known = {"If-None-Match": first.headers["ETag"]}
    # What somebody writes into the header before the proxy does counts for nothing.
    asked = [
        (await site.get(path, **known, **{FORWARDED: f"198.51.100.{number % 250}, 203.0.113.5"})).status
        for number in range(EACH + 1)
    ]
    assert asked == [304] * EACH + [429]
    assert (await site.get(path, **known, **{FORWARDED: "203.0.113.5, 198.51.100.7"})).status == 304


@pytest.mark.parametrize("proxy", ["10.0.0.7", "192.0.2.7", "::1"])
async def test_nobody_but_the_configured_proxy_says_where_a_request_comes_from(site: Site, proxy: str) -> None:
    """Not even somebody on this machine or in a private network."""
    behind = Site(site.host, site.clock, proxy)
    behind.port = await behind.listener.start(HERE, 0)
    try:
        found = [
            (await behind.get(f"m/{number:022}", **{FORWARDED: f"203.0.113.{number}"})).status
            for number in range(MISSES + 1)
        ]
    finally:
        await behind.listener.close()
    assert found == [404] * MISSES + [429]


async def test_ten_thousand_requests_a_minute_are_refused_beyond_the_limit_over_all() -> None:
    clock = ManualClock()
    limits = Limits(clock)
    refused = [limits.refused(f"192.0.2.{number % 200}") for number in range(10_000)]
    assert [each is None for each in refused] == [True] * ALL + [False] * (10_000 - ALL)
    clock.advance(refused[-1] or 0)
    assert limits.refused("192.0.2.1") is None


async def test_ten_thousand_requests_a_minute_from_one_address_are_refused_and_others_go_on_reading(site: Site) -> None:
    """All at once, over a few connections to the real listener; the clock stands still."""
    path = await site.link(await over(site.host))
    known = {"If-None-Match": (await site.get(path)).headers["ETag"]}
    one = f"GET /{path} HTTP/1.1\r\nHost: x\r\n{FORWARDED}: 203.0.113.9\r\nIf-None-Match: {known['If-None-Match']}\r\n"

    async def flood() -> Counter[bytes]:
        reader, writer = await asyncio.open_connection(HERE, site.port)
        writer.write(f"{one}\r\n".encode() * (FLOOD // FLOODERS - 1) + f"{one}Connection: close\r\n\r\n".encode())
        answers = await reader.read(-1)
        writer.close()
        return Counter(re.findall(rb"HTTP/1\.1 (\d+)", answers))

    found = sum(await asyncio.gather(*(flood() for _ in range(FLOODERS))), Counter[bytes]())
    assert found == {b"304": EACH, b"429": FLOOD - EACH}
    assert (await site.get(path, **known, **{FORWARDED: "198.51.100.7"})).status == 304


async def test_links_of_private_channels_end_when_the_server_no_longer_allows_them(site: Site) -> None:
    match = await over(site.host, guild=GUILD)
    await settings.change_guild(site.host, GUILD, "private_links", ["yes"])
    path = await site.link(match, private=True)
    assert (await site.get(path)).status == 200
    await settings.change_guild(site.host, GUILD, "private_links", ["no"])
    assert (await site.get(path)).status == 404


async def test_a_lucky_word_that_was_deleted_is_in_no_page_that_was_made_before(site: Site) -> None:
    match = await over(site.host)
    path = await site.link(match)
    before = await site.get(path)
    async with site.host.database.reading() as connection:
        row = await matches.get(connection, match)
    assert row is not None
    async with site.host.database.transaction() as tx:
        table = (row.table_string or "").replace('"word":""', '"word":"Wunderhorn"', 1)
        await matches.change(tx, row, {"table_string": table})
    changed = await site.get(path)
    assert changed.headers.get("ETag") != before.headers["ETag"]
    await privacy.forget(site.host, ADA)
    assert (await site.get(path)).status == 404, "the link was hers"


async def test_a_match_that_cannot_be_shown_says_why(site: Site) -> None:
    older, damaged, deleted = [await over(site.host) for _ in range(3)]
    paths = [await site.link(match) for match in (older, damaged, deleted)]
    async with site.host.database.transaction() as tx:
        await tx.execute(update(match_rows).where(match_rows.c.id == older).values(state_version=999))
        await tx.execute(delete(entries).where(entries.c.match == damaged, entries.c.number == 1))
        await matches.delete(tx, [deleted])
    answers = [await site.get(path) for path in paths]
    assert [each.status for each in answers] == [410, 500, 404]
    for answer, reason in zip(answers, ("older", "broken", "unknown"), strict=True):
        assert ENGLISH.plain(f"link.page.{reason}") in unescape(answer.text)


PHONE: Final = ViewportSize(width=390, height=844)


@needs_chromium
@pytest.mark.timeout(400)
async def test_a_browser_shows_the_linked_page_without_a_complaint(site: Site, sealed: "Sealed") -> None:
    """The content policy lets the page do all that it does, and its address keeps the step and the eyes."""
    address = f"http://{HERE}:{site.port}"
    whole, part = await site.link(await over(site.host)), await site.link(sealed.match)
    for path in (whole, part):
        assert (await site.get(path)).status == 200, "it is made before the browser's patience begins"
    complaints: list[str] = []
    async with open_browser() as browser:
        page = await browser.new_page(viewport=PHONE)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(f"{address}/{whole}#step=1&eyes=2")
        assert await page.evaluate("[window.replay.step, window.replay.eyes]") == [1, 2]
        await expect(page.locator("#notice")).to_be_hidden()
        await page.locator("#fairness summary").click()
        await page.locator("#check").click()
        await expect(page.locator("#checked .holds")).to_be_visible()
        await page.goto(f"{address}/{whole}#step=99999&eyes=2")
        await expect(page.locator("#notice")).to_contain_text(ENGLISH.plain("replay.beyond", steps=2).split(".")[0])
        await page.goto(f"{address}/{part}")
        await expect(page.locator("#notice")).to_have_text(ENGLISH.plain("replay.sealed"))
        await expect(page.locator("#eyes option")).to_have_count(1)
        await expect(page.locator("#fairness")).to_be_hidden()
        last = await page.evaluate("window.replay.last")
        await page.keyboard.press("End")
        assert await page.evaluate("[window.replay.step, window.replay.eyes]") == [last, 0]
    assert complaints == []


class Sealed:
    """A game of a tournament with hidden decks that is over while the tournament goes on, and what is still secret."""

    def __init__(self, number: int, match: int, hidden: set[str]) -> None:
        self.number = number
        self.match = match
        self.hidden = hidden


@pytest_asyncio.fixture(loop_scope="module")
async def sealed(site: Site) -> Sealed:
    host = site.host
    number = await begun(host, 2, game="varia", hidden="yes", best_of="3")
    found = await look(host, number)
    row = await game_of(host, found.series[0])
    assert row is not None
    chance = Random(4)
    for user in (1, 2) * 12:
        await click_randomly(host, row.id, user, chance)
    await win(host, found, found.series[0], found.series[0].first)
    await settle(host)
    async with host.database.reading() as connection:
        stored = await matches.get(connection, row.id)
        assert stored is not None
        match = replays.opened(await exports.content(connection, stored), GAMES)
    cards, game = match.match.cards, match.match.game
    public, everything = set[str](), set[str]()
    for step in match.steps():
        public |= {ref.card for ref in card_refs(game.view(step.state, SPECTATOR))}
        public |= {ref.card for ref in card_refs(seen(step.events, SPECTATOR))}
        everything |= {ref.card for ref in card_refs(game.view(step.state, EVERYTHING))}
    names = {cards.name(card) for card in everything - public}
    return Sealed(number, row.id, names | {stored.secret.hex()})


def secrets_in(answer: Answer, hidden: set[str]) -> set[str]:
    """The hidden words in any byte of an answer that is text."""
    return {name for name, _ in find([unescape(answer.text), dict(answer.headers)], hidden)}


async def test_until_the_secret_is_published_the_page_holds_what_a_spectator_saw(site: Site, sealed: Sealed) -> None:
    assert len(sealed.hidden) > 2
    path = await site.link(sealed.match)
    before = await site.get(path)
    assert before.status == 200
    assert secrets_in(before, sealed.hidden) == set()
    await play_to_the_end(site.host, sealed.number)
    assert secrets_in(await site.get(path), sealed.hidden) == set(), "the results are provisional"
    await management.close(site.host, click(ORGANISER), sealed.number, manages=False)
    after = await site.get(path)
    assert len(secrets_in(after, sealed.hidden)) > 1, "then it shows hands, and the secret"


async def test_planted_leaks_in_a_page_are_found(site: Site, sealed: Sealed) -> None:
    path = await site.link(sealed.match)
    page = (await site.get(path)).text
    for name in sealed.hidden:
        for planted in (f"<title>{name}</title>", f'{{"lines":["a","{name}"]}}', f'aria-label="{name}, 3"'):
            assert secrets_in(Answer(200, {}, page.replace("</head>", f"{planted}</head>").encode()), {name}) == {name}
