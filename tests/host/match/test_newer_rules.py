"""Newer rules: a running match goes on by them, its log says where; what was before is checked by its draws."""

import copy
import hmac
import json
from collections.abc import AsyncIterator, Callable, Iterator
from random import Random
from typing import Any

import pytest

from bot.host.fairness import exports, verification
from bot.host.fairness.export_files import Unverified
from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match import panel_actions, queries, rewind
from bot.host.match.replay import UPGRADE, ReplayEntry, StoredState
from bot.host.review import requests
from bot.host.workers import timekeeper
from bot.interactions import router
from bot.ui.messages.custom_ids import CustomId
from tests.host.players import (
    ADA,
    BEN,
    CLEO,
    answer,
    answered_at_random,
    check_log,
    click,
    log_of,
    posts_of,
    probe_of,
    table_of,
    until,
)
from tests.probe.newer import newer
from tests.probe.renderer import renderer
from tests.support.chance import SeededChance
from tests.support.clicks import Clicks, front_of
from tests.support.clocks import ManualClock


@pytest.fixture
async def later(host: Host) -> AsyncIterator[Host]:
    """A host of a later version over the same database, in which the probe has newer rules."""
    later = Host(host.database, newer(dict(host.games)), host.clock, SeededChance(8), HOOKS)
    await later.store_sets()
    yield later
    later.worker_pool.close()


async def played(host: Host, clock: ManualClock, match: int, users: tuple[int, ...], most: int = 1000) -> None:
    """Play a match on at random: to its end, or for so many answers."""
    chance = Random(5)
    while most > 0 and (await table_of(host, match)).outcome is None:
        acted = [user for user in users if await answered_at_random(host, match, user, chance)]
        most -= len(acted)
        if not acted:
            clock.advance(15)
            await timekeeper.work(host)


async def exported(host: Host, match: int) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(await exports.export(host, match)))
    return data


async def taken_back(host: Host, match: int, caller: int, *voters: int) -> None:
    await rewind.call(host, click(caller), match)
    for voter in voters:
        await rewind.vote(host, click(voter), match, yes=True)


@pytest.fixture
async def old_export(host: Host, clock: ManualClock) -> dict[str, Any]:
    """A match that was played by the first rules to its end, with a move that was taken back."""
    match = await probe_of(host)
    await answer(host, match, ADA, "share:1")
    await answer(host, match, ADA, "mark")
    await answer(host, match, ADA, "share:1")
    await taken_back(host, match, BEN, ADA)
    await played(host, clock, match, (ADA, BEN))
    return await exported(host, match)


# What was played by older rules to its end


async def test_what_was_played_by_older_rules_is_checked_by_its_draws(old_export: dict[str, Any], later: Host) -> None:
    with pytest.raises(Unverified):
        # By the newer rules the log leads elsewhere, so it must not be replayed by them.
        verification.verify(published({**old_export, "rules": 2}), later.games)
    verdict = verification.verify(old_export, later.games)
    assert (verdict.first, verdict.rules, verdict.present) == (None, 1, 2)
    assert verdict.draws == sum(len(entry[4]) for entry in old_export["log"]) > 0


def draws_of(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for entry in data["log"]:
        yield from entry[4]


def published(data: dict[str, Any]) -> dict[str, Any]:
    """A changed export as somebody would publish it who knows what binds its fields: the secret is in it."""
    rest = {name: value for name, value in data.items() if name != "record"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {**rest, "record": hmac.new(bytes.fromhex(data["secret"]), text.encode(), "sha256").hexdigest()}


def turned(draw: dict[str, Any]) -> None:
    """Let a draw show something else."""
    if len(draw["result"]) == 1:
        draw["result"] = [(draw["result"][0] + 1) % draw["size"]]
    else:
        draw["result"] = [*draw["result"][1:], draw["result"][0]]


@pytest.mark.parametrize(
    "change",
    [
        turned,
        lambda draw: draw.update(index=draw["index"] + 1),
        lambda draw: draw.update(purpose=f"{draw['purpose']}!"),
        lambda draw: draw.update(size=draw["size"] + 10**12),
        lambda draw: draw.update(size=0),
        lambda draw: draw.update(result=[]),
        lambda draw: draw.update(result="7"),
    ],
    ids=["result", "index", "purpose", "size", "no size", "no result", "no list"],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_no_changed_draw_of_older_rules_goes_unnoticed(
    old_export: dict[str, Any], later: Host, change: Callable[[dict[str, Any]], None]
) -> None:
    for place, draw in enumerate(draws_of(old_export)):
        if change is turned and draw["size"] == 1:
            continue
        data = copy.deepcopy(old_export)
        change(list(draws_of(data))[place])
        with pytest.raises(Unverified, match="draws of entry"):
            verification.verify(published(data), later.games)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("what", ["secret", "seal", "table", "match", "rules"])
async def test_seal_and_table_of_older_rules_are_checked(old_export: dict[str, Any], later: Host, what: str) -> None:
    other = {"secret": "00" * 32, "seal": "A" * 43, "table": "{}", "match": 99, "rules": 3}
    with pytest.raises(Unverified):
        verification.verify(published({**old_export, what: other[what]}), later.games)


async def test_check_the_dice_says_so_in_discord(old_export: dict[str, Any], later: Host) -> None:
    clicks = Clicks(1, 2)
    front = front_of(later, {"probe": renderer()})
    await router.component(front, clicks.of(ADA, str(CustomId("verify", old_export["match"]))))
    assert "used rules 1, and this version has 2" in str(clicks.discord.said)
    assert "does not hold" not in str(clicks.discord.said)


async def test_what_older_rules_left_is_still_told_and_not_looked_back_at(
    old_export: dict[str, Any], host: Host, later: Host
) -> None:
    match = old_export["match"]
    assert await queries.log(later, match) == await queries.log(host, match)
    assert (await queries.table(later, match)).match.status == "over"
    with pytest.raises(Refused, match=r"review\.other_rules"):
        await requests.review(later, match, ADA)


# What was running


async def test_a_running_match_is_upgraded_with_its_first_change_and_not_by_looking(host: Host, later: Host) -> None:
    match = await probe_of(host)
    await answer(host, match, ADA, "mark")
    await answer(host, match, ADA, "peek")
    before = await log_of(host, match)
    await panel_actions.show(later, match, ADA)
    assert await log_of(later, match) == before
    await answer(later, match, ADA, "done")
    await answer(later, match, ADA, "s1", "s2")
    log = await log_of(later, match)
    mark = log[len(before)]
    assert (mark.kind, mark.seat, mark.decision, mark.draws) == (UPGRADE, None, None, [])
    stored = StoredState.of(ReplayEntry.of(mark))
    assert (stored.rules, stored.branch, stored.state["marks"]) == (2, 0, 3)
    assert [each.kind for each in log].count(UPGRADE) == 1
    assert (await table_of(later, match)).row.state_version == 2
    await check_log(later, match)


async def test_an_upgraded_match_plays_on_and_verifies_from_the_mark(
    host: Host, later: Host, clock: ManualClock
) -> None:
    match = await probe_of(host)
    for key in ("mark", "mark", "peek", "done"):
        await answer(host, match, ADA, key)
    await played(host, clock, match, (ADA, BEN), 12)
    await played(later, clock, match, (ADA, BEN))
    await check_log(later, match)
    data = await exported(later, match)
    verdict = verification.verify(data, later.games)
    assert verdict.first is not None
    assert data["log"][verdict.first][0] == UPGRADE
    assert verdict.first >= 12
    await requests.review(later, match, ADA)
    changes: list[Callable[[dict[str, Any]], Any]] = [
        lambda data: data["log"].pop(verdict.first),
        lambda data: data["log"].pop(0),
        lambda data: data["log"][verdict.first].__setitem__(3, ["{}"]),
        lambda data: data["log"][verdict.first].__setitem__(
            3, [data["log"][verdict.first][3][0].replace('"branch":0', '"branch":1')]
        ),
        lambda data: data["log"].pop(),
        lambda data: next(draws_of({"log": data["log"][: verdict.first]})).update(result=[99]),
    ]
    for change in changes:
        changed = copy.deepcopy(data)
        change(changed)
        with pytest.raises(Unverified):
            verification.verify(published(changed), later.games)


async def test_an_upgraded_match_that_was_rewound_before_goes_on_with_the_same_dice(
    host: Host, later: Host, clock: ManualClock
) -> None:
    match = await probe_of(host)
    await answer(host, match, ADA, "share:1")
    await taken_back(host, match, BEN, ADA)
    await answer(host, match, ADA, "share:1")
    await played(later, clock, match, (ADA, BEN), 3)
    assert (
        StoredState.of(next(ReplayEntry.of(row) for row in await log_of(later, match) if row.kind == UPGRADE)).branch
        == 1
    )
    await played(later, clock, match, (ADA, BEN))
    assert verification.verify(await exported(later, match), later.games).first


async def test_no_move_is_taken_back_beyond_the_mark_and_moves_after_it_are(host: Host, later: Host) -> None:
    match = await probe_of(host, (ADA, BEN, CLEO))
    await answer(host, match, ADA, "peek")
    with pytest.raises(Refused, match=r"vote\.refused\.rules"):
        await rewind.call(later, click(ADA), match)
    await answer(later, match, ADA, "share:1")
    await taken_back(later, match, ADA, BEN, CLEO)
    log = await log_of(later, match)
    assert [each.kind for each in log] == ["start", "pick", UPGRADE, "pick", "rewind"]
    assert log[-1].answer == ["3"]
    await check_log(later, match)
    with pytest.raises(Refused, match=r"vote\.refused\.rules"):
        await rewind.call(later, click(BEN), match)


async def test_a_vote_that_is_open_when_the_rules_change_ends_and_play_goes_on(
    host: Host, later: Host, clock: ManualClock
) -> None:
    match = await probe_of(host)
    await answer(host, match, ADA, "peek")
    await rewind.call(host, click(ADA), match)
    await answer(later, match, ADA, "peek")
    table = await table_of(later, match)
    assert (table.vote, table.row.branch) == (None, 0)
    assert len(await posts_of(later, match, "kept")) == 1
    await played(later, clock, match, (ADA, BEN))
    assert verification.verify(await exported(later, match), later.games).first == 2


async def test_a_draft_and_a_sealed_window_outlive_the_change(host: Host, later: Host, clock: ManualClock) -> None:
    match = await probe_of(host, (ADA, BEN, CLEO))
    await answer(host, match, ADA, "mark")
    assert len((await panel_actions.show(later, match, ADA)).draft.made) == 1
    await answer(later, match, ADA, "share:1")
    assert [each.answer for each in await log_of(later, match) if each.kind == "pick"] == [["mark"], ["share:1"]]
    sealed = await probe_of(host, (ADA, BEN, CLEO))
    await until(host, sealed, "sealed", (ADA, BEN, CLEO))
    asked = (await panel_actions.show(host, sealed, BEN)).asked
    assert asked is not None
    await answer(host, sealed, BEN, asked.options[0].key)
    for number in (match, sealed):
        await played(later, clock, number, (ADA, BEN, CLEO))
        assert verification.verify(await exported(later, number), later.games).first
