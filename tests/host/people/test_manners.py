"""Manners: lobbies that end, people who do not want each other, limits, watchers, closing, what the operator orders."""

import pytest

from bot.host import lobby
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.kernel.paces import ASKING_PAUSE, DAY
from bot.host.lobby import Lobby, Refused
from bot.host.match import panel_actions, queries
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.operations import closing, orders
from bot.host.people import blocks, settings
from bot.host.people.settings import Unsettable, WrongChannel
from bot.storage import orders as order_rows
from bot.storage import timers
from bot.storage.orders import OrderRow
from engine.contract import Message
from tests.host.players import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    begin,
    click,
    jobs_of,
    opened,
    pass_time,
    posts_of,
    probe_of,
    started,
    table_of,
)
from tests.support.clocks import ManualClock

GUILD = 800


def closed_because(shown: Lobby) -> str | None:
    assert shown.match.status == "closed"
    return None if shown.match.closing is None else str(shown.match.closing["id"])


async def test_a_challenge_is_declined_by_the_challenged_and_withdrawn_by_the_opener(
    host: Host, clock: ManualClock
) -> None:
    table = await opened(host)
    assert closed_because(await lobby.give_up(host, click(BEN), table.match.id)) == "lobby.closed.declined"
    clock.advance(ASKING_PAUSE)
    table = await opened(host)
    with pytest.raises(Refused) as refused:
        await lobby.withdraw(host, click(BEN), table.match.id)
    assert refused.value.reason.id == "lobby.refused.not_opener"
    assert closed_because(await lobby.withdraw(host, click(ADA), table.match.id)) == "lobby.closed.withdrawn"
    with pytest.raises(Refused):
        await lobby.join(host, click(BEN), table.match.id)


async def test_a_table_that_nobody_starts_lapses_after_a_day(host: Host, clock: ManualClock) -> None:
    table = await opened(host)
    await pass_time(host, clock, DAY + 1)
    assert closed_because(await lobby.look(host, table.match.id)) == "lobby.closed.lapsed"
    async with host.database.reading() as connection:
        assert await timers.of_match(connection, table.match.id) == []


async def test_who_was_blocked_can_neither_challenge_nor_join(host: Host) -> None:
    assert await blocks.change(host, BEN, ADA)
    with pytest.raises(Refused) as refused:
        await opened(host)
    assert refused.value.reason.id == "invite.refused.apart"
    table = await opened(host, opponent=None, user=BEN)
    with pytest.raises(Refused):
        await lobby.join(host, click(ADA), table.match.id)
    assert await blocks.listed(host, BEN) == [ADA]
    assert not await blocks.change(host, BEN, ADA)
    assert (await lobby.join(host, click(ADA), table.match.id)).full


async def test_at_most_five_open_tables_and_twenty_open_matches(host: Host) -> None:
    for number in range(lobby.OPEN_MATCHES):
        if number % lobby.OPEN_TABLES == lobby.OPEN_TABLES - 1:
            with_five = await opened(host, opponent=None)
            with pytest.raises(Refused) as refused:
                await opened(host, opponent=None)
            assert refused.value.reason.id == "lobby.refused." + (
                "tables" if number < lobby.OPEN_MATCHES - 1 else "matches"
            )
            for match in range(with_five.match.id - lobby.OPEN_TABLES + 1, with_five.match.id + 1):
                await lobby.join(host, click(1000 + match), match)
                await begin(host, click(ADA), match)
        else:
            await opened(host, opponent=None)
    cleos = await opened(host, opponent=None, user=CLEO)
    with pytest.raises(Refused) as refused:
        await lobby.join(host, click(ADA), cleos.match.id)
    assert refused.value.reason.id == "lobby.refused.matches"


async def test_tables_are_opened_where_the_server_wants_them(host: Host) -> None:
    await settings.change_guild(host, GUILD, "channels", [str(CHANNEL + 1)])
    with pytest.raises(WrongChannel) as refused:
        await opened(host, guild=GUILD)
    assert refused.value.reason == Message("lobby.refused.channel", {"channels": f"<#{CHANNEL + 1}>"})
    options = host.games["varia"].spec.options()
    in_a_thread = lobby.Opening("varia", "live", GUILD, CHANNEL, options, parent=CHANNEL + 1)
    assert await lobby.open_table(host, click(ADA), in_a_thread) is not None
    await settings.change_guild(host, GUILD, "channels", [])
    assert (await opened(host, guild=GUILD)).match.status == "lobby"


@pytest.mark.parametrize(
    ("name", "value"),
    [("pace", "fast"), ("threads", ""), ("retention", "-1"), ("retention", "x"), ("locale", "xx"), ("colour", "red")],
)
async def test_what_a_server_cannot_set_changes_nothing(host: Host, name: str, value: str) -> None:
    before = await settings.guild(host, GUILD)
    with pytest.raises(Unsettable):
        await settings.change_guild(host, GUILD, name, [value])
    assert await settings.guild(host, GUILD) == before


async def test_a_persons_language_is_what_the_persons_discord_speaks(host: Host) -> None:
    table = await opened(host, opponent=None)
    await lobby.join(host, Click(10**9, BEN, 0.0, locale="en-GB"), table.match.id)
    assert (await settings.person(host, BEN)).locale == "en-GB"
    await begin(host, click(BEN), table.match.id)
    assert (await settings.person(host, BEN)).locale == "en-GB"


async def test_settings_are_kept(host: Host) -> None:
    for name, value in (("pace", "slow"), ("threads", "no"), ("hand", "button"), ("retention", "90")):
        await settings.change_guild(host, GUILD, name, [value])
    row = await settings.guild(host, GUILD)
    assert (row.pace, row.threads, row.hand, row.retention) == ("slow", False, "button", 90)
    for name, value in (("locale", "en"), ("uploaders", "71"), ("organisers", "72")):
        row = await settings.change_guild(host, GUILD, name, [value])
    assert (row.locale, row.uploaders, row.organisers) == ("en", 71, 72)
    assert (await settings.change_guild(host, GUILD, "uploaders", [])).uploaders is None
    wanted = {
        "hand": "button",
        "reminders": "no",
        "quiet_from": "22",
        "quiet_to": "7",
        "zone": "-5",
        "motion": "no",
        "desk": "yes",
    }
    for name, value in wanted.items():
        await settings.change_person(host, ADA, name, [value])
    person = await settings.person(host, ADA)
    assert (person.hand, person.reminders, person.zone, person.motion) == ("button", False, -5, False)
    assert person.desk
    assert (person.quiet_from, person.quiet_to) == (22, 7)
    assert (await settings.change_person(host, ADA, "hand", ["server"])).hand is None


async def test_watchers_are_added_when_there_is_something_to_watch(host: Host) -> None:
    table = await opened(host, guild=GUILD)
    match = table.match.id
    await lobby.watch(host, click(CLEO), match)
    await lobby.watch(host, click(CLEO), match)
    assert await jobs_of(host, match, "watch") == []
    await lobby.join(host, click(BEN), match)
    await begin(host, click(ADA), match)
    await lobby.watch(host, click(CLEO), match)
    (job,) = await jobs_of(host, match, "watch")
    assert job.subject == str(CLEO)


async def test_a_moderator_closes_a_match_of_the_server_with_a_reason(host: Host) -> None:
    match = await started(host, guild=GUILD)
    with pytest.raises(NoSuchMatch):
        await closing.by_moderator(host, click(CLEO), GUILD + 1, match, "not here")
    await closing.by_moderator(host, click(CLEO), GUILD, match, "too loud")
    row = (await table_of(host, match)).row
    assert (row.status, row.outcome) == ("closed", None)
    assert row.closing == {"id": "end.moderator", "args": {"reason": "too loud"}}
    assert len(await posts_of(host, match, "end")) == 1
    with pytest.raises(Refused):
        await closing.by_moderator(host, click(CLEO), GUILD, match, "again")
    panel = await panel_actions.leave(host, click(ADA), match)
    assert panel is not None
    assert panel.notice is not None
    assert panel.notice.id == "panel.over"


async def ordered(host: Host, match: int) -> OrderRow:
    async with host.database.transaction() as tx:
        number = await order_rows.give(tx, "close", {"match": match, "reason": "maintenance"}, host.now())
    await orders.work(host)
    async with host.database.reading() as connection:
        return await order_rows.get(connection, number)


async def test_the_operators_orders_are_carried_out_once(host: Host) -> None:
    match = await started(host)
    order = await ordered(host, match)
    assert order.done is not None
    assert order.failure is None
    assert (await table_of(host, match)).row.status == "closed"
    assert (await ordered(host, match)).failure is not None
    assert (await ordered(host, match + 77)).failure is not None


async def test_a_person_who_cannot_be_reached_is_taken_out(host: Host) -> None:
    match = await started(host)
    await panel_actions.remove(host, match, 1)
    await panel_actions.remove(host, match, 1)
    assert (await table_of(host, match)).row.status == "over"


async def test_what_is_told_once_is_in_no_log_while_the_match_runs(host: Host) -> None:
    match = await probe_of(host)
    panel = await panel_actions.show(host, match, ADA)
    assert panel.asked is not None
    await panel_actions.pick(host, click(ADA), match, panel.asked.id, panel.draft.revision, ["peek"])
    (post,) = await posts_of(host, match, "once")
    number = post.content["event"]
    assert [type(fact).__name__ for fact in await queries.story(host, match, number, number, 0)] == ["Peeked"]
    assert await queries.log(host, match, 0) == []
    assert [type(fact).__name__ for fact in await queries.log(host, match)] == ["PeekedUnseen"]
    await panel_actions.leave(host, click(BEN), match)
    assert "Peeked" in [type(fact).__name__ for fact in await queries.log(host, match, 0)]


async def test_what_is_told_once_stays_on_the_panel_of_somebody_who_takes_no_messages_until_they_act(
    host: Host,
) -> None:
    match = await probe_of(host)
    await settings.change_person(host, ADA, "hand", ["button"])
    panel = await panel_actions.show(host, match, ADA)
    assert panel.asked is not None
    answer = await panel_actions.pick(host, click(ADA), match, panel.asked.id, panel.draft.revision, ["peek"])
    assert answer is not None
    later = [await panel_actions.look(host, match, ADA), await panel_actions.show(host, match, ADA)]
    assert [[type(fact).__name__ for fact in each.told] for each in (answer, *later)] == [["Peeked"]] * 3
    assert (await panel_actions.show(host, match, BEN)).told == ()
    await panel_actions.wait(host, click(ADA), match)
    assert (await panel_actions.show(host, match, ADA)).told == ()
    assert {post.status for post in await posts_of(host, match, "once")} == {"sent"}
