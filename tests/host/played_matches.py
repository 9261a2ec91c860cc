"""Matches of every kind, played through the host by people and characters who answer at random."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from msgspec.structs import replace
from sqlalchemy import select

from bot.host import lobby
from bot.host.fairness.replays import position_at
from bot.host.house import worker
from bot.host.house.thinking import InProcess, R, T, Thought
from bot.host.kernel.host import Host
from bot.host.kernel.process_cards import cards_of
from bot.host.lobby import Fork, Opening, lessons
from bot.host.lobby.position_start import Place
from bot.host.match import panel_actions
from bot.host.match.log import Log, log_of
from bot.host.match.replay import Replay, first_replayable
from bot.host.operations import closing
from bot.host.workers import timekeeper
from bot.storage.schema import matches as match_table
from engine.dice import FairDice
from engine.players.characters import CHARACTERS
from engine.players.levels import USUAL_LEVEL
from engine.players.players import RandomPlayer
from tests.host.players import CHANNEL, MESSAGES, answered_at_random, begin, click, post_lobbies, table_of
from tests.support.clocks import ManualClock

PEOPLE: Final = tuple(range(501, 513))
SERVERS: Final = (None, 71, 72)
GAMES: Final = (*["probe"] * 12, "artbot", "zarcana", "varia", "warmage")

LONGEST: Final = {"probe": 80}
"""How many answers a match of a game may have before somebody leaves it."""


class AtRandom(InProcess):
    """Has characters do anything legal, at once."""

    async def run(self, work: Callable[[T], R], task: T) -> R:
        assert isinstance(task, Thought)
        cards = cards_of(task.game, task.hashes, task.contents)
        guess = task.game.load(task.guess, task.game.state_version, cards)
        line: Any = RandomPlayer().line(task.game, guess, task.seat, FairDice(task.seed))
        return line  # type: ignore[no-any-return]


async def play(host: Host, clock: ManualClock, chance: Random, count: int) -> dict[int, str]:
    """Play some matches, one after the other, some of which go on from earlier ones; return how each was come to."""
    played: dict[int, str] = {}
    match = None
    for _ in range(count):
        match, way = await _begun(host, chance, match)
        await _play_out(host, clock, chance, match)
        clock.advance(chance.choice((60, 3600, 86400)))
        played[match] = way
    return played


async def _begun(host: Host, chance: Random, latest: int | None) -> tuple[int, str]:
    """Begin a match: a lesson, a rematch, one that goes on from the latest, or one at a new table."""
    way, person = chance.random(), chance.choice(PEOPLE)
    if way < 0.05:
        lesson = chance.choice(lessons.lessons(host))
        match = await lessons.begin_lesson(host, click(person), lesson.key, Place(chance.choice(SERVERS), CHANNEL))
        assert match is not None
        return match, "lesson"
    old = None if latest is None else await table_of(host, latest)
    if old is not None and old.row.status == "over" and old.row.lesson is None and old.row.origin is None:
        people = [seat.user for seat in old.seats if seat.user is not None]
        if way < 0.15:
            tables = [await lobby.rematch(host, click(user), old.row.id) for user in people]
            return await _started(host, tables[0].match.id, people[0]), "rematch"
        if way < 0.25 and old.row.game != "probe":
            position = position_at(await lobby.position_task(host, old.row.id, 2))
            if position.state is not None:  # a match that somebody left at once has no such step
                place = Opening(old.row.game, "none", old.row.guild, CHANNEL)
                forked = await lobby.fork(host, click(person), Fork(old.row.id, 2, place, USUAL_LEVEL), position)
                assert forked is not None
                return await _started(host, forked.match.id, person), "fork"
    return await _at_a_new_table(host, chance)


async def _at_a_new_table(host: Host, chance: Random) -> tuple[int, str]:
    game = chance.choice(GAMES)
    spec, people = host.games[game].spec, chance.sample(PEOPLE, 3)
    seats = chance.randint(max(2, spec.least), min(spec.most, 4))
    alone = chance.random() < 0.4
    guests = [] if alone else people[1 : chance.randint(2, min(3, seats))]
    options = spec.options(turn_cap=chance.randint(2, 4)) if game == "probe" else spec.options()
    invited = tuple(guests) if chance.random() < 0.3 else ()
    wanted = Opening(
        game,
        "none" if alone else "live",
        chance.choice(SERVERS),
        CHANNEL,
        options,
        opponents=invited,
        house=chance.choice(list(CHARACTERS)) if alone else None,
        seats=seats,
        solo=alone,
    )
    table = await lobby.open_table(host, click(people[0]), wanted)
    assert table is not None
    match = table.match.id
    for guest in guests:
        await lobby.join(host, click(guest), match)
    for _ in range(0 if alone else seats - 1 - len(guests)):
        await lobby.arrange(host, click(people[0]), match, "house", chance.choice(list(CHARACTERS)))
    if not alone and chance.random() < 0.5:
        await lobby.arrange(host, click(people[0]), match, "takeover", "easy")
        for guest in guests:
            if not (await lobby.look(host, match)).seats[1 + guests.index(guest)].agreed:
                await lobby.agree(host, click(guest), match)
    return await _started(host, match, people[0]), "invitation" if invited else "command"


async def _started(host: Host, match: int, opener: int) -> int:
    await post_lobbies(host)
    row = (await lobby.look(host, match)).match
    if row.starting is not None:
        if row.solo:
            await lobby.keep_hand(host, click(opener), match, str(match), MESSAGES + match)
        await timekeeper.work(host)
    elif row.solo:
        await lobby.start(host, replace(click(opener), message=MESSAGES + match), match)
    else:
        await begin(host, click(opener), match)
    return match


async def _play_out(host: Host, clock: ManualClock, chance: Random, match: int) -> None:
    """Play a match to some end: its own, or the one that it gets when people leave, stay away, or it is closed."""
    answers, stays_away = 0, chance.random() < 0.2
    while (table := await table_of(host, match)).row.status == "running":
        people = [seat.user for seat in table.seats if seat.present and seat.user is not None]
        answers += 1
        if answers > LONGEST.get(table.row.game, 8):
            if chance.random() < 0.1:
                await closing.by_operator(host, match, "enough")
            else:
                await panel_actions.leave(host, click(chance.choice(people)), match)
            continue
        acting = [] if stays_away and chance.random() < 0.5 else people
        acted = [user for user in acting if await answered_at_random(host, match, user, chance)]
        if not await worker.work(host, AtRandom()) and not acted:
            clock.advance(600 if stays_away else 15)
        await timekeeper.work(host)


async def logs_of(host: Host) -> list[tuple[Any, list[Any], Log]]:
    """Return all matches that have begun, each with its seats and its log."""
    async with host.database.reading() as connection:
        query = select(match_table.c.id).where(match_table.c.started.is_not(None)).order_by(match_table.c.id)
        numbers = list(await connection.scalars(query))
    found = []
    for number in numbers:
        table = await table_of(host, number)
        async with host.database.reading() as connection:
            found.append((table.row, table.seats, await log_of(connection, table)))
    return found


def replay_of(log: Log) -> Replay:
    """Return a match as it stands at the end of its log."""
    replay = Replay(log.match(), first_replayable(log.entries))
    for entry in log.entries:
        replay.enter(entry)
    return replay
