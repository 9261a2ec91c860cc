"""How the fixtures beside this file were made: played by the code of 0.1.0, commit a8b54ed, and never made again.

    git worktree add ../0.1.0 a8b54ed && cd ../0.1.0
    PYTHONPATH=. python .../tests/upgrade/0.1.0/make.py .../tests/upgrade/0.1.0

It needs the tests of that commit too, whose helpers play the matches. Numbers of matches and people are the same on
both databases; whoever is new at a table has a number of their own, so that nobody has too many matches.
"""

import asyncio
import hashlib
import json
import lzma
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import asyncpg
from sqlalchemy import select

from bot.front import collections as collections_front
from bot.front import decks as decks_front
from bot.front import formats as formats_front
from bot.front import organising as organising_front
from bot.front import panels, router
from bot.front import privacy as privacy_front
from bot.front import reviews as reviews_front
from bot.front import sets as sets_front
from bot.front import settings as settings_front
from bot.front import trades as trades_front
from bot.front.answering import Front, answer
from bot.host import away, blocks, deckbox, formats, homebrew, lobby, play, reading, rewind, settings
from bot.host.collections import packs, shelf, trades
from bot.host.context import Host
from bot.host.desk import NoSuchMatch
from bot.host.lobby import Opening, keeps
from bot.host.refusal import Refused
from bot.host.thinking import InProcess
from bot.host.tournament import creating, entering, organising
from bot.host.tournament.tournament import look
from bot.languages import Languages
from bot.posts import Posts
from bot.storage import copies, inbox, migrations, orders, timers
from bot.storage.database import Database
from bot.storage.inbox import DeferredRow
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.rows import columns
from bot.storage.schema import matches as match_table
from bot.storage.schema import metadata, posts, seats, surfaces
from bot.ui.custom_ids import CustomId, parse
from bot.ui.games import RENDERERS
from cardsdb.decks import deck_code, deck_text
from cardsdb.formats import format_text
from cardsdb.ledger import Copy
from cardsdb.sets import deck_of, example, shipped_sets
from engine.contract import Fact
from engine.registry import GAMES
from tests.engine.tables import random_keys
from tests.host.organisers import begun, play_round, settle
from tests.host.play_through import click, happen, table_of
from tests.support.chance import SeededChance
from tests.support.clicks import Clicks
from tests.support.clocks import ManualClock
from tests.support.databases import postgres, postgres_server, sqlite

GUILD, CHANNEL, ORGANISER = 77, 900, 100
DAY: Final = 86400.0

STARTED: Final = (0, 4, 15, 40)
"""After how many clicks a running match is left as it stands."""

SHORT: Final = {
    "varia": {"turn_cap": 12},
    "artbot": {"deck_size": 20},
    "warmage": {"turn_cap": 30},
    "zarcana": {"turn_cap": 6},
}
"""Options of matches that are played to their end, so that they have one soon."""

OTHER: Final = {
    "varia": {"fatigue": "lose 1 HP a turn", "death": "any point"},
    "artbot": {"rules": "quick"},
    "warmage": {"responses": "fastest"},
    "zarcana": {"board_size": "scaled"},
}
"""Options that lead to other windows and other cards."""


class Story:
    """What happened in the servers of 0.1.0, and the people to whom it happened."""

    def __init__(self, host: Host, clock: ManualClock) -> None:
        self.host, self.clock, self.chance = host, clock, Random(23)
        self.people = count(1001)
        self.named: dict[str, int] = {}

    async def table(
        self, game: str, people: int, *, pace: str = "live", house: str | None = None, **options: Any
    ) -> Any:
        """Open a table, and return its number and the people who sit there."""
        users = [next(self.people) for _ in range(people)]
        wanted = self.host.games[game].spec.options(**options)
        seats = people + 1 if house else people
        opened = await lobby.open_table(
            self.host, click(users[0]), Opening(game, pace, GUILD, CHANNEL, wanted, house=house, seats=seats)
        )
        assert opened is not None
        for user in users[1:]:
            await lobby.join(self.host, click(user), opened.match.id)
        return opened.match.id, users

    async def started(self, name: str, game: str, people: int, **wanted: Any) -> Any:
        """Start a match and give it a name."""
        takeover = wanted.pop("takeover", None)
        match, users = await self.table(game, people, **wanted)
        if takeover:
            await lobby.arrange(self.host, click(users[0]), match, "takeover", takeover)
            for user in users[1:]:
                await lobby.agree(self.host, click(user), match)
        await lobby.say_word(self.host, click(users[0]), match, f"lucky {name}")
        await lobby.start(self.host, click(users[0]), match)
        self.named[name] = match
        return match, users

    async def clicked(self, match: int, users: list[int], clicks: int) -> None:
        """Click at random, the clock moving on where nobody has anything to click."""
        while clicks > 0 and (await table_of(self.host, match)).outcome is None:
            acted = False
            for user in users:
                if clicks > 0 and await self.answered(match, user):
                    acted, clicks = True, clicks - 1
            if not acted:
                await self.wait(match)
            await happen(self.host)

    async def wait(self, match: int) -> None:
        """Let the time pass until something is due in a match."""
        async with self.host.database.reading() as connection:
            due = min((row.due for row in await timers.of_match(connection, match)), default=0.0)
        self.clock.advance(max(0.5, due - self.clock.now()))

    async def answered(self, match: int, user: int) -> bool:
        """Answer what somebody is asked, at random, and return whether there was anything."""
        panel = await play.show(self.host, match, user)
        if panel.asked is None:
            return False
        keys = random_keys(panel.asked, self.chance)
        await play.pick(self.host, click(user), match, panel.asked.id, panel.draft.revision, keys)
        return True

    async def drafting(self, match: int, users: list[int]) -> None:
        """Click on until somebody has a draft that is not committed, if that comes soon."""
        for _ in range(60):
            table = await table_of(self.host, match)
            if table.outcome is not None or any(draft.picks or draft.chosen or draft.held for draft in table.drafts):
                return
            for user in users:
                panel = await play.show(self.host, match, user)
                if panel.asked is not None and panel.asked.most > 1:
                    key, asked = panel.asked.options[0].key, panel.asked.id
                    await play.choose(self.host, click(user), match, asked, panel.draft.revision, key)
                    return
            await self.clicked(match, users, 1)

    async def ended(self, match: int, users: list[int]) -> None:
        """Play a match to its end."""
        await self.clicked(match, users, 100_000)

    async def finished(self, game: str) -> None:
        """Play matches of a game to their end: plain, one that somebody leaves, with the house, and one taken over."""
        most = self.host.games[game].spec.most
        match, users = await self.started(f"{game} finished", game, 2, **SHORT[game])
        await self.ended(match, users)
        match, users = await self.started(f"{game} finished leaver", game, min(3, most), **SHORT[game])
        await self.clicked(match, users, 12)
        await play.leave(self.host, click(users[-1]), match)
        if (await table_of(self.host, match)).outcome is None:
            await self.ended(match, users[:-1])
        match, users = await self.started(f"{game} finished house", game, 1, house="easy", **SHORT[game])
        await self.ended(match, users)
        match, users = await self.started(f"{game} finished takeover", game, 2, takeover="easy", **SHORT[game])
        await self.clicked(match, users, 9)
        await play.leave(self.host, click(users[1]), match)
        if (await table_of(self.host, match)).outcome is None:
            await self.ended(match, users[:1])

    async def running(self, game: str) -> None:
        """Play matches of a game up to somewhere, and open lobbies."""
        most = self.host.games[game].spec.most
        for clicks in STARTED:
            match, users = await self.started(f"{game} running {clicks}", game, 2, pace="slow")
            await self.clicked(match, users, clicks)
        match, users = await self.started(f"{game} other options", game, min(3, most), pace="slow", **OTHER[game])
        await self.clicked(match, users, 30)
        match, users = await self.started(f"{game} house", game, 1, house="easy", pace="slow")
        await self.clicked(match, users, 8)
        match, users = await self.started(f"{game} drafting", game, 2)
        await self.clicked(match, users, 6)
        await self.drafting(match, users)
        self.named[f"{game} lobby"], users = await self.table(game, 2)
        await lobby.arrange(self.host, click(users[0]), self.named[f"{game} lobby"], "takeover", "easy")
        opponent, opener = next(self.people), next(self.people)
        wanted = Opening(game, "live", GUILD, CHANNEL, self.host.games[game].spec.options(), opponent=opponent)
        asked = await lobby.open_table(self.host, click(opener), wanted)
        assert asked is not None
        empty, _ = await self.table(game, 1)
        for match in (self.named[f"{game} lobby"], asked.match.id, empty):
            await lobby.shown(self.host, match, CHANNEL, 50_000 + match, "digest")

    async def taken_back(self, *names: str) -> None:
        """Take moves back in a match."""
        for name in names:
            match, users = await self.started(
                f"warmage {name}", "warmage", 3, pace="slow" if name != "finished rewind" else "live", turn_cap=60
            )
            for caller in users[:1] if name == "vote" else users[:2]:
                await self.clicked(match, users, 9)
                await self.called(match, users, caller)
                if name != "vote":
                    for voter in users:
                        if voter != caller and (await table_of(self.host, match)).vote is not None:
                            await rewind.vote(self.host, click(voter), match, yes=True)
                    await self.clicked(match, users, 5)
            if name == "finished rewind":
                await self.ended(match, users)

    async def called(self, match: int, users: list[int], caller: int) -> None:
        """Click on until somebody can call for a vote, and does."""
        while (await table_of(self.host, match)).outcome is None:
            await self.clicked(match, users, 1)
            with suppress(lobby.Refused):
                await rewind.call(self.host, click(caller), match)
                return
        raise RuntimeError("the match is over before a vote")

    async def uploaded(self) -> None:
        """Upload sets."""
        host = self.host
        for game in ("varia", "artbot", "warmage"):
            file = example(host.games[game])
            taken = await homebrew.upload(host, click(ORGANISER), GUILD, f"{game}.toml", file.encode())
            assert taken is not None
            await homebrew.enable(host, click(ORGANISER), GUILD, taken.looked.row.id)

    async def homebrew(self, name: str) -> None:
        """Play with the server's own sets: to the end, or to the middle."""
        for game in ("varia", "artbot", "warmage"):
            options, pace = dict(SHORT[game]), "live" if name == "finished homebrew" else "slow"
            if self.host.games[game].spec.decks:
                options["format"] = self.host.games[game].spec.formats[-1]
            match, users = await self.started(f"{game} {name}", game, 2, pace=pace, **options)
            if name == "finished homebrew":
                await self.ended(match, users)
            else:
                await self.clicked(match, users, 20)

    async def collections(self) -> None:
        """Begin collections, open packs, trade and play for keeps."""
        host, users = self.host, [501, 502, 503]
        for user in users:
            async with host.database.transaction() as tx:
                for _ in range(3):
                    await copies.count_finished(tx, user, host.now())
            await shelf.begin(host, click(user), "artbot", "Foundry")
        await packs.look(host, 501, "artbot")
        await packs.open_pack(host, click(501), "artbot", "möhre")
        await packs.look(host, 502, "artbot")
        five = {"PHY1": 2, "PSY1": 2, "HEA1": 1}
        for user in users:
            fresh = [Copy(0, "artbot", card, user) for card, each in five.items() for _ in range(6 * each)]
            async with host.database.transaction() as tx:
                await copies.create(tx, fresh, "pack", host.now())
        for settled in (True, False):
            trade = await trades.open_trade(host, click(501), 503)
            assert trade is not None
            await trades.offer(host, click(501), trade.row.id, {("artbot", "PHY1"): 1})
            trade = await trades.offer(host, click(503), trade.row.id, {("artbot", "PSY1"): 1})
            await trades.agree(host, click(501), trade.row.id, trade.row.revision)
            if settled:
                await trades.agree(host, click(503), trade.row.id, trade.row.revision)
        for name in ("offered", "running", "settled"):
            match = await self.for_keeps([501, 502], five)
            self.named[f"artbot keeps {name}"] = match
            if name == "offered":
                continue
            for user in (501, 502):
                shown = await keeps.look(host, match, user)
                await keeps.agree(host, click(user), match, shown.digest)
            await lobby.start(host, click(501), match)
            await self.clicked(match, [501, 502], 4)
            if name == "settled":
                await play.leave(host, click(502), match)

    async def for_keeps(self, users: list[int], cards: dict[str, int]) -> int:
        """Open a table of two at which playing for keeps is offered."""
        options = self.host.games["artbot"].spec.options(mode="toe-to-toe", deck_size=5)
        opened = await lobby.open_table(
            self.host, click(users[0]), Opening("artbot", "live", GUILD, CHANNEL, options, seats=2)
        )
        assert opened is not None
        await lobby.join(self.host, click(users[1]), opened.match.id)
        for user in users:
            if "Keep" not in await deckbox.names(self.host, user):
                code = "\n".join(f"{each} {self.name('artbot', card)}" for card, each in cards.items())
                await deckbox.take_in(self.host, click(user), GUILD, "artbot", code, "Keep", "New deck")
            await lobby.choose_deck(self.host, click(user), opened.match.id, "Keep")
        await keeps.offer(self.host, click(users[0]), opened.match.id)
        return opened.match.id

    def name(self, game: str, card: str) -> str:
        """Return a card's printed name."""
        rules = self.host.games[game]
        return rules.cards(shipped_sets(rules)).name(card)

    async def tournaments(self) -> None:
        """Hold tournaments: a draft, announced ones, running ones of each format, a finished and a cancelled one."""
        host = self.host
        for game, format_ in (("warmage", "robin"), ("varia", "single")):
            number = await begun(host, 4, game=game, format=format_)
            while (await look(host, number)).row.status == "running":
                await play_round(host, number)
        number = await announced(host, "zarcana", "Rained off", people=2)
        await organising.change_course(host, click(ORGANISER), number, "cancel", manages=False)
        await settle(host)
        made = await creating.create(host, click(ORGANISER), GUILD, CHANNEL, "varia", "Draft Cup")
        assert made is not None
        await announced(host, "warmage", "Invitation Cup", people=3, entry="invitation")
        number = await begun(host, 6, game="artbot", format="swiss", best_of="3")
        await play_round(host, number)
        await organising.drop(host, click(ORGANISER), number, 2, manages=False)
        await begun(host, 6, game="zarcana", format="double", pace="slow")

    async def people_and_servers(self) -> None:
        """Build decks, write a format, set things, block, go away; leave an answer and an order waiting."""
        host = self.host
        for number, (game, rules) in enumerate(host.games.items()):
            if not rules.spec.decks:
                continue
            cards = rules.cards(shipped_sets(rules))
            ready = [deck_of(deck, cards) for each in shipped_sets(rules) for deck in each.decks]
            for deck in ready[:2]:
                await deckbox.take_in(
                    host, click(1001), GUILD, game, deck_text(deck, cards), f"My {deck.name}", "New deck"
                )
            await deckbox.build(host, click(1001), GUILD, game, f"Empty {number}", "New deck")
            own = rules.spec.formats[0].model_copy(update={"name": f"House {game}"})
            await formats.keep(host, GUILD, game, format_text(own))
        await settings.change_guild(host, GUILD, "pace", ["daily"])
        await settings.change_guild(host, GUILD, "retention", ["365"])
        await settings.change_guild(host, GUILD, "organisers", ["555"])
        for name, value in (("hand", "button"), ("asking", "concerned"), ("quiet_from", "22"), ("zone", "2")):
            await settings.change_person(host, 1002, name, [value])
        await blocks.change(host, 1003, 1004)
        await away.go(host, click(1003), 3)
        await announced(host, "artbot", "Open Cup", people=4, starts="0.5", check_in="60")
        await settle(host)
        async with host.database.transaction() as tx:
            await inbox.defer(tx, DeferredRow(next(self.people) + 10**17, "a token", "en-US", host.now()))
            await orders.give(
                tx, "close", {"match": self.named["zarcana lobby"], "reason": "the room closes"}, host.now()
            )

    async def told(self) -> None:
        """Play it all; last what is left running, because time passes for every match."""
        for game in self.host.games:
            await self.finished(game)
        await self.taken_back("finished rewind")
        await self.uploaded()
        await self.homebrew("finished homebrew")
        await self.collections()
        await self.tournaments()
        await self.homebrew("running homebrew")
        await self.taken_back("running rewind", "vote")
        for game in self.host.games:
            await self.running(game)
        await self.people_and_servers()


async def announced(host: Host, game: str, title: str, people: int, **wanted: str) -> int:
    """Announce a tournament that some people enter."""
    made = await creating.create(host, click(ORGANISER), GUILD, CHANNEL, game, title)
    assert made is not None
    number = made.row.id
    for what, value in wanted.items():
        if value:
            await creating.arrange(host, click(ORGANISER), number, what, value, manages=False)
    await creating.announce(host, click(ORGANISER), number, manages=False)
    for user in range(1, people + 1):
        if wanted.get("entry") == "invitation":
            await organising.invite(host, click(ORGANISER), number, user, f"Player {user}", manages=False)
        if wanted.get("entry") != "invitation" or user == 1:
            await entering.join(host, click(user), number, f"Player {user}", ())
    return number


async def story_of(database: Database) -> Story:
    """Let the story happen over a database."""
    clock = ManualClock()
    host = Host(database, dict(GAMES), clock, SeededChance(10))
    await host.store_sets()
    story = Story(host, clock)
    await story.told()
    return story


async def exports_of(story: Story) -> dict[str, Any]:
    """Return what can be checked: every finished match that has a name, and an opened pack."""
    found: dict[str, Any] = {}
    for name, match in story.named.items():
        with suppress(NoSuchMatch):
            exported = await reading.export(story.host, match)
            if exported is not None:
                found[name] = exported
    found["pack"] = await packs.exported(story.host, 501, 1)
    return found


class Pressing:
    """Presses what 0.1.0 shows, each button on the story as it ended, and notes what was pressed.

    From the messages that were to be sent and from commands it goes on to whatever their answers offer.
    """

    def __init__(self, story: Story, file: Path) -> None:
        self.story, self.file, self.saved = story, file, file.read_bytes()
        self.host = story.host
        self.clicks = Clicks(GUILD, CHANNEL)
        self.front = Front(self.host, Languages(self.host), RENDERERS, InProcess())
        self.waiting: list[dict[str, Any]] = []
        self.pressed: dict[str, dict[str, Any]] = {}
        self.often: Counter[str] = Counter()

    async def everything(self) -> list[dict[str, Any]]:
        """Press all, and return what was pressed."""
        await self.shown()
        await self.hands()
        for command in COMMANDS:
            await self.restored()
            for user in (501, 502, ORGANISER, 1001):
                click = self.clicks.of(user, None)
                before = len(self.clicks.discord.said)
                with suppress(Refused):
                    await command(self.front, click)
                self.take(user, before)
        while self.waiting:
            each = self.waiting.pop(0)
            kind = "modal" if each["modal"] is not None else "click"
            action = f"{kind} {parse(each['custom_id']).action}"
            if self.often[action] >= PRESSED:
                continue
            self.often[action] += 1
            await self.restored()
            before = len(self.clicks.discord.said)
            if each["modal"] is not None:
                await router.modal(self.front, self.clicks.modal(each["user"], each["custom_id"], each["modal"]))
            else:
                await router.component(self.front, self.clicks.of(each["user"], each["custom_id"], each["values"]))
            self.take(each["user"], before)
            self.pressed[f"{kind} {each['custom_id']} {each['user']}"] = each
        self.unseen()
        return list(self.pressed.values())

    async def hands(self) -> None:
        """Take what everybody's hand offers."""
        async with self.host.database.reading() as connection:
            running = select(seats.c.match, seats.c.user).join(match_table).where(match_table.c.status == "running")
            found = [tuple(row) for row in await connection.execute(running.where(seats.c.user.is_not(None)))]
        for match, user in found:
            shown = (await panels.hand(self.front, match, user)).message
            if shown is not None and shown.view is not None:
                self.offered(user, shown.view.to_components())

    def unseen(self) -> None:
        """Note an id for each action that nothing has offered."""
        match = self.story.named["varia running 4"]
        for kind, actions in (("click", (*router.ACTIONS, *router.ASKS)), ("modal", router.MODALS)):
            for action in actions:
                if not self.often[f"{kind} {action}"]:
                    custom_id = str(CustomId(action, match, "A1", 1, "1"))
                    modal = {"text": "1"} if kind == "modal" else None
                    self.pressed[f"{kind} {custom_id}"] = {
                        "user": 1001,
                        "custom_id": custom_id,
                        "values": None,
                        "modal": modal,
                    }

    async def restored(self) -> None:
        """Put the story back to its end."""
        await self.host.database.close()
        for name in (self.file, Path(f"{self.file}-wal"), Path(f"{self.file}-shm")):
            name.unlink(missing_ok=True)
        self.file.write_bytes(self.saved)

    async def shown(self) -> None:
        """Take what the messages offer that the bot keeps or was to send, one of a kind for each game."""
        drawn, renderer = set(), Posts(self.host, self.front.languages, RENDERERS)
        async with self.host.database.reading() as connection:
            games = {row.id: (row.game, row.opener) for row in await connection.execute(select(match_table))}
            seated = {(row.match, row.seat): row.user for row in await connection.execute(select(seats))}
            rows = [SurfaceRow(*row) for row in await connection.execute(select(*columns(surfaces, SurfaceRow)))]
            sent = [PostRow(*row) for row in await connection.execute(select(*columns(posts, PostRow)))]
        for kind, row in [*(("surface", row) for row in rows), *(("post", row) for row in sent)]:
            game, opener = games.get(row.match, ("tournament", ORGANISER))
            name = (kind, row.kind, game, row.tournament)
            if name in drawn:
                continue
            shown = await (renderer.surface(row) if kind == "surface" else renderer.post(row))
            if shown is not None and shown.view is not None:
                drawn.add(name)
                user = seated.get((row.match, row.seat)) if row.kind == "hand" else opener
                self.offered(user or opener, shown.view.to_components())

    def take(self, user: int, before: int) -> None:
        """Take what the answers since then offer."""
        for said in self.clicks.discord.said[before:]:
            found = (said or {}).get("data") or said or {}
            if (said or {}).get("type") == 9:
                self.waiting.append(
                    {"user": user, "custom_id": found["custom_id"], "values": None, "modal": dict(fields(found))}
                )
            else:
                self.offered(user, found.get("components") or [])

    def offered(self, user: int, components: Any) -> None:
        """Take every button and select."""
        for part in parts_of(components):
            if part.get("type") in CHOSEN and "custom_id" in part and not part.get("disabled"):
                values = None if part["type"] == 2 else [chosen(part)]
                self.waiting.append({"user": user, "custom_id": part["custom_id"], "values": values, "modal": None})


PRESSED: Final = 8
"""How often each action is pressed at the most."""

CHOSEN: Final = {2: "", 3: "", 5: "1003", 6: "555", 8: str(CHANNEL)}
"""What is chosen in each kind of component that lets people choose a person, a role or a channel."""


def chosen(part: dict[str, Any]) -> str:
    """Return what is chosen in a select."""
    options = part.get("options")
    return options[-1]["value"] if options else CHOSEN[part["type"]]


def parts_of(components: Any) -> Iterator[dict[str, Any]]:
    """Give the parts of a message or a modal, those inside others too."""
    for part in components:
        yield part
        yield from parts_of(part.get("components") or ())
        yield from parts_of([part[name] for name in ("component", "accessory") if part.get(name)])


def fields(modal: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Give what is typed into a modal's fields."""
    for part in parts_of(modal["components"]):
        if part.get("type") == 4:
            yield part["custom_id"], part.get("value") or "1"
        elif part.get("type") in CHOSEN:
            yield part["custom_id"], chosen(part)


def commanded(work: Callable[..., Coroutine[Any, Any, Any]], *wanted: Any) -> Callable[..., Coroutine[Any, Any, None]]:
    """Return a command that answers with what some work of the front comes to."""

    async def run(front: Front, click: Any) -> None:
        await answer(front, click, work(front, click, *wanted))

    return run


async def begin_trade(front: Front, click: Any) -> None:
    """Begin a trade with somebody."""
    person = Clicks(GUILD, CHANNEL).of(503, None).user
    await answer(front, click, trades_front.trade(front, click, person), private=False)


async def ask_privacy(front: Front, click: Any) -> None:
    """Ask to be forgotten."""
    await answer(front, click, privacy_front.ask(click))


COMMANDS: Final = (
    commanded(settings_front.guild),
    commanded(settings_front.person),
    commanded(decks_front.box),
    commanded(decks_front.show, "My Oathwarden"),
    commanded(decks_front.delete, "My Oathwarden"),
    lambda front, click: decks_front.ask_text(front, click, "varia"),
    lambda front, click: formats_front.write(front, click, "varia", None),
    commanded(collections_front.collection, "artbot"),
    commanded(collections_front.pack, "artbot"),
    commanded(sets_front.listed),
    commanded(reviews_front.of_person, None),
    *(commanded(organising_front.manage, number) for number in range(1, 9)),
    *(commanded(sets_front.show, name) for name in ("kitchen", "hedge-school")),
    begin_trade,
    ask_privacy,
)
"""What people ask for by commands."""


def deck_codes() -> dict[str, Any]:
    """Return the codes of all ready decks, with what they hold."""
    found = {}
    for game, rules in GAMES.items():
        if not rules.spec.decks:
            continue
        cards = rules.cards(shipped_sets(rules))
        for each in shipped_sets(rules):
            for ready in each.decks:
                deck = deck_of(ready, cards)
                found[f"{game} {deck.name}"] = {
                    "game": game,
                    "code": deck_code(game, deck),
                    "text": deck_text(deck, cards),
                    "cards": deck.cards,
                }
    return found


def fact_fields() -> dict[str, list[str]]:
    """Return the fields of every fact of every game, by the tag that is stored."""
    found = {}
    for game in GAMES:
        module = sys.modules[f"engine.{game}.events"]
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Fact) and kind.__struct_config__.tag is not None:
                found[f"{game} {kind.__struct_config__.tag}"] = list(kind.__struct_fields__)
    return found


async def rows_of(address: str) -> list[str]:
    """Return every row of a PostgreSQL database, as lines of JSON that PostgreSQL wrote and can read."""
    connection = await asyncpg.connect(address)
    lines: list[str] = []
    try:
        for table in metadata.sorted_tables:
            key = ", ".join(f'"{column.name}"' for column in table.primary_key)
            rows = await connection.fetch(f"SELECT row_to_json(t) AS row FROM {table.name} t ORDER BY {key}")
            found = [{"table": table.name, "row": json.loads(row["row"])} for row in rows]
            lines += [json.dumps(each, ensure_ascii=False) for each in found]
    finally:
        await connection.close()
    return lines


async def main(folder: Path) -> None:
    """Make everything."""
    with TemporaryDirectory() as there:
        async with sqlite(Path(there)) as database:
            story = await story_of(database)
            exports = await exports_of(story)
            names, file = story.named, Path(there) / "tableside.db"
            await database.close()
            (folder / "sqlite.db.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
            pressed = await Pressing(story, file).everything()
    with postgres_server() as server:
        async with postgres(server) as database:
            story = await story_of(database)
            assert story.named == names
            address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
            lines = await rows_of(address)
    (folder / "postgres.jsonl.xz").write_bytes(lzma.compress("\n".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    (folder / "exports.json.xz").write_bytes(
        lzma.compress(json.dumps(exports, ensure_ascii=False).encode(), preset=9 | lzma.PRESET_EXTREME)
    )
    first = next(Path(migrations.__file__).parent.joinpath("versions").glob("0001_*.py"))
    frozen = {
        "migration": {"file": first.name, "sha256": hashlib.sha256(first.read_bytes()).hexdigest()},
        "matches": names,
        "clicks": pressed,
        "deck_codes": deck_codes(),
        "facts": fact_fields(),
    }
    (folder / "frozen.json").write_text(json.dumps(frozen, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
