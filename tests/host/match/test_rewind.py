"""Taking a move back by a vote: who may call and vote, ties and silence, and what the log and the dice say after it."""

import asyncio
import json
from random import Random

import pytest

from bot.host import lobby
from bot.host.fairness import exports, verification
from bot.host.kernel.host import Host
from bot.host.kernel.paces import MINUTE
from bot.host.lobby import Refused
from bot.host.match import panel_actions, rewind
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.unit_of_work import load
from bot.storage import timers
from tests.host.players import (
    ADA,
    BEN,
    CLEO,
    DAN,
    answer,
    answered_at_random,
    begin,
    check_log,
    click,
    log_of,
    opened,
    pass_time,
    posts_of,
    probe_of,
    table_of,
    until,
)
from tests.support.clocks import ManualClock

THREE = (ADA, BEN, CLEO)


async def called(host: Host, match: int, user: int = ADA) -> None:
    await rewind.call(host, click(user), match)


async def voted(host: Host, match: int, user: int, *, yes: bool) -> None:
    await rewind.vote(host, click(user), match, yes=yes)


async def why_not(host: Host, match: int, user: int = ADA) -> str:
    with pytest.raises(Refused) as why:
        await called(host, match, user)
    return why.value.reason.id


async def active_of(host: Host, match: int, users: tuple[int, ...]) -> int:
    return users[(await table_of(host, match)).open()[0].seat]


async def after_a_move(host: Host, users: tuple[int, ...] = THREE) -> int:
    """A probe match in which who begins has looked at the top card of the deck."""
    match = await probe_of(host, users)
    await answer(host, match, users[0], "peek")
    return match


async def test_the_majority_takes_a_move_back_and_the_log_keeps_both_branches(host: Host) -> None:
    match = await after_a_move(host)
    deck = (await table_of(host, match)).state.deck
    await called(host, match)
    [post] = await posts_of(host, match, "vote")
    assert post.content["seats"] == [1, 2]
    await voted(host, match, BEN, yes=True)
    await voted(host, match, CLEO, yes=True)
    table = await table_of(host, match)
    assert [(each.kind, each.answer) for each in await log_of(host, match)] == [
        ("start", None),
        ("pick", ["peek"]),
        ("rewind", ["1"]),
    ]
    assert (table.row.branch, table.row.unrated, table.vote) == (1, "rewind", None)
    assert table.state.marks == 0
    assert sorted(table.state.deck) == sorted(deck)
    assert table.state.deck != deck  # its top card was seen, so it is shuffled again
    assert all(table.state.instances[number].known_to == 0 for number in table.state.deck)
    await check_log(host, match)


async def test_the_dice_of_the_new_branch_are_not_those_that_were_seen(host: Host) -> None:
    """The same pick draws anew: who saw what came cannot choose to have it again, or not to."""
    same = 0
    for _ in range(6):
        match = await probe_of(host, (ADA, BEN))
        for key in ("share:1", "share:1"):
            await answer(host, match, ADA, key)
        before = (await log_of(host, match))[-1].draws
        await called(host, match, BEN)
        await voted(host, match, ADA, yes=True)
        await answer(host, match, ADA, "share:1")
        after = (await log_of(host, match))[-1].draws
        assert [(each["purpose"], each["index"]) for each in before] == [
            (each["purpose"], each["index"]) for each in after
        ]
        same += before == after
        await check_log(host, match)
    assert same < 6


async def test_what_was_shown_since_stays_known(host: Host) -> None:
    match = await probe_of(host, (ADA, BEN))
    await answer(host, match, ADA, "share:1")
    known = (await table_of(host, match)).view(1)
    await called(host, match, BEN)
    await voted(host, match, ADA, yes=True)
    assert (await table_of(host, match)).view(1).hands == known.hands  # type: ignore[attr-defined]


async def test_a_vote_that_fails_gives_everybody_the_time_that_was_left(host: Host, clock: ManualClock) -> None:
    match = await after_a_move(host)
    await pass_time(host, clock, 70)
    await called(host, match)
    await pass_time(host, clock, 30)
    panel = await panel_actions.show(host, match, ADA)
    await panel_actions.pick(host, click(ADA), match, "A1", panel.draft.revision, ["peek"])
    assert (await table_of(host, match)).state.marks == 1  # nobody moves while it is open
    await voted(host, match, BEN, yes=False)
    table = await table_of(host, match)
    assert (table.vote, table.row.branch, table.row.unrated) == (None, 0, None)
    assert len(await posts_of(host, match, "kept")) == 1
    deadline = (await panel_actions.show(host, match, ADA)).deadline
    assert deadline is not None
    assert 49 <= deadline - clock.now() <= 51  # two minutes, of which 70 seconds had gone
    await answer(host, match, ADA, "peek")


@pytest.mark.parametrize(
    ("votes", "opener", "passed"),
    [
        ({}, ADA, False),
        ({BEN: True}, ADA, True),
        ({BEN: False}, ADA, False),
        ({BEN: True, CLEO: False}, ADA, False),
        ({BEN: True, CLEO: False}, BEN, False),
    ],
)
async def test_no_tie_and_no_silence_takes_a_move_back(
    host: Host,
    clock: ManualClock,
    votes: dict[int, bool],
    opener: int,
    passed: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Ada calls; Ben, Cleo and Dan can vote. A missing vote is neither yes nor no."""
    users = (opener, *(user for user in (ADA, BEN, CLEO, DAN) if user != opener))
    match = await probe_of(host, users)
    first = await active_of(host, match, users)
    await answer(host, match, first, "mark" if first == ADA else "peek")
    if first == ADA:
        await answer(host, match, ADA, "peek")
    await called(host, match)
    for user, yes in votes.items():
        await voted(host, match, user, yes=yes)
    assert (await table_of(host, match)).vote is not None
    await pass_time(host, clock, MINUTE + 1)
    table = await table_of(host, match)
    assert table.vote is None
    assert (table.row.branch == 1) == passed


async def test_who_may_not_call_and_who_may_not_vote(host: Host) -> None:
    match = await probe_of(host, THREE)
    assert await why_not(host, match) == "vote.refused.nothing"
    await answer(host, match, ADA, "peek")
    with pytest.raises(NotAtTable):
        await called(host, match, DAN)
    with pytest.raises(Refused):
        await voted(host, match, BEN, yes=True)
    await called(host, match, BEN)
    assert await why_not(host, match, CLEO) == "vote.refused.open"
    with pytest.raises(Refused) as why:
        await voted(host, match, BEN, yes=True)
    assert why.value.reason.id == "vote.refused.own"
    await voted(host, match, ADA, yes=False)
    assert await why_not(host, match, BEN) == "vote.refused.again"
    await called(host, match, CLEO)
    shown = await opened(host, opponent=None)
    await lobby.join(host, click(BEN), shown.match.id)
    await begin(host, click(ADA), shown.match.id)
    assert await why_not(host, shown.match.id) == "vote.refused.game"


async def test_a_vote_can_be_changed_while_it_is_open(host: Host) -> None:
    match = await after_a_move(host, (ADA, BEN, CLEO, DAN))
    await called(host, match)
    await voted(host, match, BEN, yes=False)
    await voted(host, match, BEN, yes=True)
    await voted(host, match, CLEO, yes=True)
    assert (await table_of(host, match)).row.branch == 1


async def test_nothing_is_taken_back_beyond_a_leave_and_a_leave_ends_a_vote(host: Host) -> None:
    match = await after_a_move(host)
    await called(host, match)
    await panel_actions.leave(host, click(CLEO), match)
    table = await table_of(host, match)
    assert table.vote is None
    assert await why_not(host, match, BEN) == "vote.refused.nothing"
    await answer(host, match, ADA, "peek")
    await called(host, match, BEN)


async def test_alone_with_house_players_a_move_is_taken_back_at_once(host: Host) -> None:
    shown = await opened(host, game="probe", house="easy", seats=2)
    await begin(host, click(ADA), shown.match.id)
    await answer(host, shown.match.id, ADA, "peek")
    await called(host, shown.match.id)
    assert (await table_of(host, shown.match.id)).row.branch == 1


async def test_called_in_the_middle_of_a_window_it_tells_nothing_of_who_has_answered(host: Host) -> None:
    """Whether somebody has answered under seal or not, the same move is offered, and all are asked anew after it."""
    offered = []
    for answered in (False, True):
        match = await probe_of(host, THREE)
        await until(host, match, "sealed", THREE)
        if answered:
            asked = (await panel_actions.show(host, match, BEN)).asked
            assert asked is not None
            await answer(host, match, BEN, asked.options[0].key)
        await called(host, match, CLEO)
        vote = (await table_of(host, match)).vote
        assert vote is not None
        offered.append((await log_of(host, match))[vote.entry].kind)
        entry = (await log_of(host, match))[vote.entry]
        assert entry.decision is not None
        assert entry.answer is not None
        assert not entry.answer[0].startswith("none")
        await voted(host, match, ADA, yes=True)
        await voted(host, match, BEN, yes=True)
        assert (await table_of(host, match)).open()[0].kind == "order"
        await check_log(host, match)
    assert offered == ["pick", "pick"]


async def test_a_closed_window_is_opened_anew_as_a_whole(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, THREE)
    await until(host, match, "sealed", THREE)
    for user in THREE:
        asked = (await panel_actions.show(host, match, user)).asked
        assert asked is not None
        await answer(host, match, user, asked.options[0].key)
    clock.advance(20)
    await called(host, match)
    await voted(host, match, BEN, yes=True)
    await voted(host, match, CLEO, yes=True)
    table = await table_of(host, match)
    assert [asked.kind for asked in table.open()] == ["sealed"] * 3
    assert table.clocks.windows == {table.open()[0].window.id: [0, 1, 2]}  # type: ignore[union-attr]
    await check_log(host, match)


async def test_votes_at_the_same_moment_count_once_each(host: Host) -> None:
    match = await after_a_move(host, (ADA, BEN, CLEO, DAN))
    await called(host, match)
    votes = [rewind.vote(host, click(user), match, yes=True) for user in (BEN, CLEO, DAN)]
    results = await asyncio.gather(*votes, rewind.call(host, click(BEN), match), return_exceptions=True)
    assert all(result is None or isinstance(result, Refused) for result in results)
    table = await table_of(host, match)
    assert (table.row.branch, table.vote) == (1, None)
    assert [each.kind for each in await log_of(host, match)].count("rewind") == 1
    await check_log(host, match)


@pytest.mark.parametrize("game", ["probe", "warmage"])
async def test_matches_with_rewinds_at_random_replay_verify_and_never_stall(
    host: Host, clock: ManualClock, game: str
) -> None:
    """Clicks, calls and votes at random: the log gives the state at every rewind, and the export is verified."""
    chance, users = Random(11), (ADA, BEN)
    shown = await opened(host, game=game, opponent=None, seats=2)
    match = shown.match.id
    options = {"probe": ("turn_cap", "4"), "warmage": ("turn_cap", "12")}[game]
    await lobby.arrange(host, click(ADA), match, f"{lobby.OPTION}{options[0]}", options[1])
    await lobby.join(host, click(BEN), match)
    await begin(host, click(ADA), match)
    rewinds = 0
    while (table := await table_of(host, match)).outcome is None:
        if table.vote is not None:
            voter = users[1 - table.vote.seat]
            await voted(host, match, voter, yes=chance.random() < 0.7)
            rewinds += (await table_of(host, match)).row.branch - table.row.branch
            await check_log(host, match)
        elif rewinds < 5 and chance.random() < 0.1:
            with_call = rewind.call(host, click(chance.choice(users)), match)
            await asyncio.gather(with_call, return_exceptions=True)
        else:
            acted = [user for user in users if await answered_at_random(host, match, user, chance)]
            if not acted:
                await pass_time(host, clock, 15)
        async with host.database.reading() as connection:
            assert await timers.of_match(connection, match) or (await load(host, connection, match)).outcome
    assert rewinds > 0
    await check_log(host, match)
    data = await exports.export(host, match)
    assert data is not None
    assert verification.verify(json.loads(json.dumps(data)), host.games).outcome == data["outcome"]
