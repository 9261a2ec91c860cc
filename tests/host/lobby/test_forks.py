"""Playing on from a step of a finished match: the same position, new dice, and the old match as it was."""

import copy
import json
from random import Random
from typing import Any, Final

import msgspec
import pytest

from bot.host import lobby
from bot.host.fairness import exports, verification
from bot.host.fairness.export_files import Unverified
from bot.host.fairness.replays import ExportedStep, opened, position_at
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import NO_CLOCK
from bot.host.lobby import Fork, Lobby, Opening
from bot.host.match import panel_actions
from bot.host.people import blocks
from bot.storage import matches
from engine.contract import EVERYTHING, SPECTATOR
from engine.players.levels import USUAL_LEVEL
from engine.registry import GAMES
from tests.host.players import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    answered_at_random,
    begin,
    check_log,
    click,
    happen,
    started,
    table_of,
)
from tests.support.clocks import ManualClock

STEPS: Final = 5
"""How many steps of a match are drawn."""

FEW: Final = 40
"""How many answers a match has in tests that are about its third step."""

MATCHES: Final = 10
"""How many matches of each game are played on with `--every`, as by `make soak-forks`; otherwise, one is."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Draw the matches from which a test plays on."""
    if "drawn" in metafunc.fixturenames:
        every = metafunc.config.getoption("--every")
        found = [(game, seed) for game in sorted(GAMES) for seed in range(2, 2 + (MATCHES if every else 1))]
        metafunc.parametrize("drawn", found, ids=lambda each: f"{each[0]}-{each[1]}")


async def finished(host: Host, clock: ManualClock, game: str = "varia", answers: int = 150, seed: int = 2) -> int:
    """Play some answers of a match between Ada and Ben, which Ben then leaves."""
    match = await started(host, game=game)
    await play(host, clock, match, Random(seed), answers)
    await end(host, match, BEN)
    return match


async def play(host: Host, clock: ManualClock, match: int, chance: Random, answers: int) -> None:
    """Play some answers, moving the clock if nobody has anything to answer."""
    while answers > 0 and (await table_of(host, match)).outcome is None:
        acted = [user for user in (ADA, BEN) if await answered_at_random(host, match, user, chance)]
        answers -= max(1, len(acted))
        if not acted:
            clock.advance(15)
            await happen(host)


async def end(host: Host, match: int, user: int) -> None:
    """Make a person leave a match of two, unless it is over."""
    if (await table_of(host, match)).outcome is None:
        await panel_actions.leave(host, click(user), match)
    assert (await table_of(host, match)).row.status == "over"


async def forked(host: Host, match: int, step: int, user: int = ADA, **more: Any) -> Lobby:
    opponent, again, guild = more.pop("opponent", None), more.pop("again", False), more.pop("guild", None)
    row = (await lobby.look(host, match)).match
    pace = more.pop("pace", "live" if opponent or again else NO_CLOCK.key)
    place = Opening(row.game, pace, guild, CHANNEL, opponents=() if opponent is None else (opponent,))
    position = position_at(await lobby.position_task(host, match, step))
    table = await lobby.fork(host, click(user), Fork(match, step, place, USUAL_LEVEL, again=again, **more), position)
    assert table is not None
    return table


async def export_of(host: Host, match: int) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(await exports.export(host, match)))
    return data


async def stored(host: Host, match: int) -> Any:
    """Everything that the database holds of a match."""
    async with host.database.reading() as connection:
        row = await matches.get(connection, match)
        assert row is not None
        events = await matches.events_of(connection, match, 1, row.events)
        return row, await matches.seats_of(connection, match), await matches.log_of(connection, match), events


def steps_of(host: Host, data: dict[str, Any]) -> list[tuple[ExportedStep, dict[Any, Any], Any]]:
    """Return the steps of a match, with what everyone sees there and the whole state."""
    exported = opened(data, host.games)
    game, eyes = exported.match.game, (SPECTATOR, *range(len(exported.told.seats)), EVERYTHING)
    return [
        (step, {each: game.view(step.state, each) for each in eyes}, game.dump(step.state))
        for step in exported.steps()
        if game.outcome(step.state) is None
    ]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # the engine's work is the same on either
async def test_a_match_goes_on_from_exactly_that_position_with_new_dice(
    host: Host, clock: ManualClock, drawn: tuple[str, int]
) -> None:
    chance = Random(f"forks of {drawn}")
    old = await finished(host, clock, drawn[0], seed=drawn[1])
    data, before = await export_of(host, old), await stored(host, old)
    steps = steps_of(host, data)
    for number in sorted(chance.sample(range(len(steps)), min(STEPS, len(steps)))):
        match = (await forked(host, old, number + 1, opponent=BEN)).match.id
        await lobby.join(host, click(BEN), match)
        await begin(host, click(ADA), match)
        table, (_, views, state) = await table_of(host, match), steps[number]
        assert {eyes: table.view(eyes) for eyes in views} == views
        assert table.game.dump(table.state) == state
        await play(host, clock, match, chance, 20)
        await end(host, match, ADA)
        file = await export_of(host, match)
        verdict = verification.verify(file, host.games)
        assert (verdict.first, verdict.whole, file["secret"] == data["secret"]) == (0, True, False)
        assert (file["origin"]["match"], file["origin"]["step"]) == (old, number + 1)
        row = (await table_of(host, match)).row
        assert (row.rated, row.unrated) == (False, "fork")
    assert await stored(host, old) == before
    verification.verify(await export_of(host, old), host.games)


async def test_one_can_play_on_from_a_match_once_it_is_over(host: Host, clock: ManualClock) -> None:
    match = await started(host)
    assert not await lobby.can_fork(host, match)
    await end(host, match, BEN)
    assert await lobby.can_fork(host, match)


async def test_the_file_binds_the_position_and_a_fork_can_be_forked(host: Host, clock: ManualClock) -> None:
    first = await finished(host, clock, answers=FEW)
    match = (await forked(host, first, 3, opponent=BEN)).match.id
    await lobby.join(host, click(BEN), match)
    await begin(host, click(ADA), match)
    await play(host, clock, match, Random(3), 100)
    await check_log(host, match)
    await end(host, match, BEN)
    data = await export_of(host, match)
    assert verification.verify(data, host.games).draws > 0
    for change in ("position", "origin", "none"):
        wrong = copy.deepcopy(data)
        if change == "position":
            stands = json.loads(wrong["log"][0][3][0])
            stands["state"] = steps_of(host, await export_of(host, first))[1][2]
            wrong["log"][0][3] = [json.dumps(stands)]
        elif change == "origin":
            wrong["origin"]["step"] += 1
        else:
            del wrong["origin"]
        wrong["record"] = verification.record(wrong)
        with pytest.raises(Unverified):
            verification.verify(wrong, host.games)
    again = (await forked(host, match, 2)).match
    assert again.origin == {"match": match, "step": 2}


async def test_who_sits_where(host: Host, clock: ManualClock) -> None:
    old = await finished(host, clock, answers=FEW)
    alone = await forked(host, old, 3)
    assert [(row.user, row.house is None) for row in alone.seats] == [(ADA, True), (None, False)]
    turned = await forked(host, old, 3, seat=1)
    assert [(row.user, row.house is None) for row in turned.seats] == [(None, False), (ADA, True)]
    both = await forked(host, old, 3, user=BEN, again=True)
    assert [(row.user, row.invited) for row in both.seats] == [(None, ADA), (BEN, None)]
    friend = await forked(host, old, 3, user=CLEO, opponent=BEN)
    assert [(row.user, row.invited) for row in friend.seats] == [(CLEO, None), (None, BEN)]


async def test_what_is_refused(host: Host, clock: ManualClock) -> None:
    running, old = await started(host), await finished(host, clock, answers=FEW)
    steps = len(steps_of(host, await export_of(host, old)))

    async def refusal(match: int, step: int = 2, **more: Any) -> str:
        with pytest.raises(Refused) as refused:
            await forked(host, match, step, **more)
        return refused.value.reason.id

    assert await refusal(running) == "fork.refused.not_yet"
    assert [await refusal(old, step) for step in (0, steps + 1)] == ["fork.refused.step"] * 2
    assert await refusal(old, seat=2) == "fork.refused.seat"
    assert await refusal(old, opponent=ADA) == "lobby.refused.self"
    assert await refusal(old, user=CLEO, again=True) == "lobby.refused.not_seated"
    await blocks.change(host, BEN, ADA)
    for more in ({"again": True}, {"opponent": BEN}):
        assert await refusal(old, **more) == "invite.refused.apart"


async def test_the_table_keeps_what_follows_from_the_position(host: Host, clock: ManualClock) -> None:
    table = await forked(host, await finished(host, clock, answers=FEW), 3, opponent=BEN)
    match = table.match.id
    for what, value in (("rating", "rated"), ("house", "easy"), ("option hp", "30"), ("preset", "quick")):
        with pytest.raises(Refused) as refused:
            await lobby.arrange(host, click(ADA), match, what, value)
        assert refused.value.reason.id == "fork.refused.setup"
    assert (await lobby.arrange(host, click(ADA), match, "pace", "daily")).match.pace == "daily"
    await lobby.join(host, click(BEN), match)
    with pytest.raises(Refused):
        await lobby.choose_deck(host, click(BEN), match, table.decks[0].ready.name)
    await lobby.give_up(host, click(BEN), match)
    now = await lobby.look(host, match)
    assert [row.deck for row in now.seats] == [row.deck for row in table.seats]
    assert {row.deck["name"] for row in now.seats if row.deck} == {""}
    await lobby.join(host, click(BEN), match)
    await begin(host, click(ADA), match)
    await end(host, match, BEN)
    with pytest.raises(Refused) as refused:
        await lobby.rematch(host, click(ADA), match)
    assert refused.value.reason.id == "fork.refused.rematch"
