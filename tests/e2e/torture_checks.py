"""The checks after all failures, based on the sandbox's journal and the database."""

import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.fairness import verification
from bot.host.kernel.host import Host
from bot.host.match import queries
from bot.storage import destinations, matches, outbox, set_versions
from bot.storage.destination import Destination, Kind
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.schema import deferred, timers
from bot.storage.timers import JOBS
from bot.ui.games import RENDERERS
from bot.ui.texts.words import Rendered, Words
from engine.contract import Fact
from engine.registry import GAMES
from sandbox.journal import JournalEntry
from tests.probe import PROBE
from tests.probe.renderer import renderer

MARK: Final = re.compile(r"#(\d+)\.(\d+)$", re.MULTILINE)
EXPECTED: Final = ("database or disk is full", "disk I/O error", "database is locked", "'kind': 'worker'")
"""What a process may log as an error while its disk accepts no data, and when one of its workers is killed."""

ORPHANED: Final = "in spawn_main"
"""What Python writes for a worker that was starting when the process that started it was killed."""

_ANY: Final = Rendered("@")
HELD: Final = re.compile(re.escape(Words(None)("panel.held", answer=_ANY, when=_ANY)).replace(_ANY, ".+"))
"""The line of a panel that says when an answer becomes final: until then it can be taken back."""


PASS_TOO: Final = Words(None).plain("panel.pass_too")
"""The label of the button that passes along with the player who is asked first."""


class Accepted(NamedTuple):
    """An answer that a panel showed as accepted; if it is `held`, as one that becomes final later."""

    user: int
    decision: str
    key: str
    held: bool


@dataclass
class Verdict:
    """The figures of a run; `faults` describes the errors and must be empty."""

    matches: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    clicks: int = 0
    accepted: int = 0
    lost: int = 0
    doubled: int = 0
    posts: int = 0
    missing: int = 0
    repeated: int = 0
    disordered: int = 0
    leaks: int = 0
    looks: int = 0
    silent: int = 0
    unfinished: int = 0
    closed: int = 0
    incidents: int = 0
    left_behind: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def played(self) -> int:
        """The number of finished matches."""
        return self.matches.total() - self.closed - self.unfinished

    def add(self, other: "Verdict") -> None:
        """Add another run's figures."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def lines(self) -> list[str]:
        """Return the figures as lines of text."""
        return [
            f"matches: {self.matches.total()} ({_listed(self.matches)})",
            f"closed because the bot was removed: {self.closed}, not finished: {self.unfinished}",
            f"kills: {self.kills.total()} ({_listed(self.kills)})",
            f"faults: {self.failures.total()} ({_listed(self.failures)})",
            f"clicks: {self.clicks}; picks accepted: {self.accepted}, lost: {self.lost}, doubled: {self.doubled}",
            f"posts: {self.posts}, missing: {self.missing}, doubled: {self.repeated}, out of order: {self.disordered}",
            f"silent: {self.silent}",
            f"leaks: {self.leaks} (in {self.looks} looks)",
            f"incidents: {self.incidents}, left behind: {self.left_behind}",
            *(f"WRONG: {fault}" for fault in self.faults),
        ]


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def _parts(line: dict[str, Any]) -> list[dict[str, Any]]:
    """The components in a row of a classic message."""
    found: list[dict[str, Any]] = line.get("components", [])
    return found


class Said:
    """The marks of all posts that ever appeared in the sandbox, in order, by match, and the channels of each.

    If a post is sent again because it was deleted, alone or with its thread or channel, before the bot knew of it, the
    second position counts. So it does if a copy was restored after the post had been sent elsewhere: a post that waited
    in the copy is looked up where its match was played then, and there alone.
    """

    def __init__(self) -> None:
        self.marks: dict[int, list[int]] = defaultdict(list)
        self.channels: dict[tuple[int, int], list[str]] = defaultdict(list)
        self._where: dict[tuple[int, int], set[str]] = {}
        self._gone: set[str] = set()
        self._undone: set[tuple[int, int]] = set()
        self._parents: dict[str, str] = {}

    def hear(self, entry: JournalEntry) -> None:
        """Record a message of the bot, and deletions by people."""
        if entry.kind == "fault" and entry.headline in ("delete_channel", "delete_message"):
            self._gone.add(entry.details[entry.headline.removeprefix("delete_")])
        elif entry.kind == "event" and entry.headline == "THREAD_CREATE":
            self._parents[entry.details["id"]] = entry.details["parent_id"]
        elif entry.kind == "event" and entry.headline == "MESSAGE_CREATE":
            embeds = entry.details.get("embeds", ())
            texts = [entry.details.get("content") or "", *(embed.get("footer", {}).get("text", "") for embed in embeds)]
            texts += [
                part.get("custom_id", "") for line in entry.details.get("components", ()) for part in _parts(line)
            ]
            for match, post in {found for text in texts for found in MARK.findall(text)}:
                self.channels[int(match), int(post)].append(entry.details["channel_id"])
                channel = entry.details["channel_id"]
                where = {entry.details["id"], channel, self._parents.get(channel, channel)}
                self._note(int(match), int(post), where)

    def go_back(self) -> None:
        """Record that a copy was restored, which may not know of all this."""
        self._undone |= self._where.keys()

    def _note(self, match: int, post: int, where: set[str]) -> None:
        before = self._where.get((match, post), set())
        elsewhere = (match, post) in self._undone and len({*self.channels[match, post][-2:]}) > 1
        if self._gone & before or elsewhere:
            self.marks[match].remove(post)
        self.marks[match].append(post)
        self._where[match, post] = where


async def judge(
    connection: AsyncConnection,
    verdict: Verdict,
    match: int,
    accepted: list[Accepted],
    posts: list[Any],
    said: Said,
) -> None:
    """Judge one match: its log, the accepted answers, its posts, and those that were seen."""
    row = await matches.get(connection, match)
    assert row is not None
    seats = await matches.seats_of(connection, match)
    log = await matches.log_of(connection, match)
    contents = await set_versions.contents(connection, row.sets)
    # A job that a match no longer needs, for example to look for its lost place, ends when it runs next.
    clocks = await connection.scalar(
        select(func.count()).select_from(timers).where(timers.c.match == match, timers.c.kind.not_in(JOBS))
    )

    def wrong(fault: str) -> int:
        verdict.faults.append(f"match {match} ({row.game}): {fault}")
        return 1

    _judge_end(verdict, wrong, row, clocks or 0)
    if [entry.number for entry in log] != list(range(len(log))):
        verdict.lost += wrong("the log has a gap")
    answers = Counter((entry.seat, entry.decision) for entry in log if entry.decision is not None)
    for twice in [answer for answer, times in answers.items() if times > 1]:
        verdict.doubled += wrong(f"{twice} is answered twice")
    picks = {(entry.seat, entry.decision, key) for entry in log for key in entry.answer or ()}
    by_user = {seat.user: seat.seat for seat in seats}
    verdict.accepted += len(accepted)
    for user, decision, key, held in accepted:
        # A match that is closed ends before an answer that its panel still holds.
        if (by_user.get(user), decision, key) not in picks and not (held and row.status == "closed"):
            verdict.lost += wrong(f"{decision} {key} was accepted and is not in the log; the match is {row.status}")
    if row.status == "over":
        try:
            verification.verify(verification.export(row, seats, log, contents), {**GAMES, "probe": PROBE})
        except Exception as error:  # noqa: BLE001 - whatever it is, the report says it
            verdict.lost += wrong(f"the log does not replay: {error!r}")
    there = [post for post in posts if post.destination == str(Destination.thread(match))]
    _judge_posts(verdict, wrong, match, there, said)


def _judge_end(verdict: Verdict, wrong: Any, row: MatchRow, clocks: int) -> None:
    """Judge how a match ended; only a removal of the bot closes one."""
    verdict.closed += row.status == "closed"
    if row.closing is not None and row.closing["id"] != "end.removed":
        verdict.lost += wrong(f"it was closed: {row.closing}")
    if row.status == "running":
        verdict.unfinished += wrong("it did not finish")
    elif clocks:
        verdict.left_behind += wrong(f"{clocks} timers of a match that is over")


def _judge_posts(verdict: Verdict, wrong: Any, match: int, posts: list[Any], said: Said) -> None:
    marks = said.marks[match]
    told = [(post.content["first"], post.content["last"]) for post in posts if post.kind == "events"]
    if any(before[1] + 1 != after[0] for before, after in pairwise(told)):
        verdict.missing += wrong(f"what happened is told with gaps: {told}")
    verdict.posts += len(posts)
    for post in posts:
        if post.status != "sent":
            verdict.missing += wrong(f"post {post.id} ({post.kind}) is {post.status}: {post.failure}")
        elif post.message is not None and post.id not in marks:
            verdict.missing += wrong(f"post {post.id} ({post.kind}) was never there")
    wanted = {post.id for post in posts}
    seen = [mark for mark in marks if mark in wanted]
    for mark, times in Counter(seen).items():
        if times > 1:
            verdict.repeated += wrong(f"post {mark} was there {times} times, in {said.channels[match, mark]}")
    if seen != sorted(seen):
        verdict.disordered += wrong(f"posts came out of order: {seen}")


async def judge_silence(host: Host, verdict: Verdict, match: int, posts: list[Any], marks: Collection[int]) -> None:
    """Judge the silence of a match: what was neither visible in its place nor sent to each of its people.

    This covers its events, its end and its board: a post that its place rejects is sent to each of the people instead,
    and the board is in the match's place. A match closed because its place is gone has no board.
    """
    async with host.database.reading() as connection:
        row, seats = await matches.get(connection, match), await matches.seats_of(connection, match)
        place = await destinations.place(connection, Destination.thread(match))
        board = await outbox.surface(connection, match, "status", None)
    if row is None or row.status != "over":
        return
    silent = [what async for what in _untold(host, row, seats, posts, marks)]
    if place is not None and (board is None or board.message is None or board.channel != place):
        silent.append("the board")
    verdict.silent += len(silent)
    verdict.faults += [f"match {match} ({row.game}): {what} was seen by nobody" for what in silent]


async def _untold(
    host: Host, row: MatchRow, seats: list[SeatRow], posts: list[Any], marks: Collection[int]
) -> AsyncIterator[str]:
    ways = [
        {str(Destination.dm(seat.user)), str(Destination.shelf(row.id, seat.seat))}
        for seat in seats
        if seat.user is not None and not seat.left
    ]
    seen: dict[tuple[str, int, int], set[str]] = defaultdict(set)
    for post in posts:
        if post.kind in ("events", "end"):
            # What waits on a panel, or was shown there, is no message with a mark.
            reached = post.id in marks or Destination.parse(post.destination).kind is Kind.SHELF
            seen[_told(post)] |= {post.destination} if reached else set()
    for (kind, first, last), places in seen.items():
        if str(Destination.thread(row.id)) in places or all(way & places for way in ways):
            continue
        if kind == "end" or _tells(row.game, await queries.story(host, row.id, first, last)):
            rows = [post for post in posts if _told(post) == (kind, first, last)]
            yield f"{kind} {first} to {last} ({[(each.destination, each.status, each.failure) for each in rows]})"


def _told(post: Any) -> tuple[str, int, int]:
    """What a post tells: its kind, and the first and last fact."""
    return post.kind, post.content.get("first", 0), post.content.get("last", 0)


def _tells(game: str, facts: list[Fact]) -> bool:
    """Whether a game has any text for some facts."""
    words = renderer() if game == "probe" else RENDERERS[game]
    return bool(words.report(facts, (), Words(None)))


async def judge_rest(
    connection: AsyncConnection, verdict: Verdict, said: list[dict[str, Any]], *, sick: bool, killed: bool
) -> None:
    """Judge what belongs to no match: answers that were announced and never given, and the processes' logs.

    `sick` is whether a database or a worker process was made to fail, `killed` whether a process was killed: log lines
    that only report it are then no fault.
    """
    waiting = await connection.scalar(select(func.count()).select_from(deferred))
    if waiting:
        verdict.left_behind += waiting
        verdict.faults.append(f"{waiting} answers were announced and never given")
    for line in said:
        if line.get("level") not in ("error", "critical"):
            continue
        if sick and any(words in str(line) for words in EXPECTED):
            continue
        if killed and ORPHANED in line["event"]:
            continue
        verdict.incidents += 1
        verdict.faults.append(f"logged: {str(line)[-1500:]}")
