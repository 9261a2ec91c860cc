"""Matches of one person against the house, in answers to the person's clicks alone: no clock, and nothing posted."""

import pytest
from msgspec.structs import replace

from bot.host import lobby
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.lobby import Opening
from bot.host.match import panel_actions
from bot.storage import matches, outbox, panels, people, seals, timers
from bot.storage.destination import Destination
from bot.storage.outbox import SurfaceRow
from tests.host.players import ADA, CHANNEL, click, pass_time, table_of
from tests.support.clocks import ManualClock

SERVER = 7
LOBBY, PANEL, LATER = 71, 72, 73
"""The ids of the messages: the one that /play was answered with, the one with the hand, and one after that."""

PLAIN = {"turn": ["done"], "gather": ["s1", "s2"]}
"""The plainest answers to what the probe asks; all options, where nothing else is said."""


async def begun(host: Host, guild: int | None = None) -> int:
    """Begin a solo match."""
    options = host.games["probe"].spec.options()
    wanted = Opening("probe", "none", guild, CHANNEL, options, house="easy", seats=2, solo=True)
    table = await lobby.open_table(host, click(ADA), wanted)
    assert table is not None
    started = await lobby.start(host, replace(click(ADA), message=LOBBY), table.match.id)
    assert started.match.status == "running"
    return table.match.id


def shown_by(name: str, message: int | None = None) -> Click:
    """A click of Ada's that is answered with her panel; its token is the name."""
    return replace(click(ADA), message=message, token=name)


async def reminded(host: Host, match: int) -> list[Destination]:
    """Return where reminders about a match went."""
    async with host.database.reading() as connection:
        return [post.destination for post in await outbox.posts_of(connection, match) if post.kind == "reminder"]


async def hand(host: Host, match: int) -> SurfaceRow:
    async with host.database.reading() as connection:
        found = await outbox.surface(connection, match, "panel", 0)
    assert found is not None
    return found


async def token(host: Host, shown: SurfaceRow) -> str | None:
    """The token by which a panel is edited."""
    async with host.database.reading() as connection:
        found = await panels.token_of(connection, shown.id)
    return None if found is None else found.token


async def test_the_message_on_which_start_was_pressed_carries_the_seal(host: Host) -> None:
    match = await begun(host)
    async with host.database.reading() as connection:
        kept = await seals.get(connection, match)
    assert kept is not None
    assert (kept.channel, kept.message) == (CHANNEL, LOBBY)


async def test_it_has_no_clock_and_ends_after_thirty_days_without_a_click(host: Host, clock: ManualClock) -> None:
    match = await begun(host)
    await pass_time(host, clock, 29 * DAY)
    await panel_actions.look(host, match, ADA, shown_by("first"))
    await pass_time(host, clock, 29 * DAY)
    panel = await panel_actions.show(host, match, ADA)
    assert panel.asked is not None
    assert panel.deadline is None
    more = await panel_actions.more_time(host, click(ADA), match)
    assert more is not None
    assert more.notice is not None
    assert more.notice.id == "refusal.no_clock"
    async with host.database.reading() as connection:
        kinds = {row.key[0] for row in await timers.of_match(connection, match)}
    assert kinds == {"idle"}
    await pass_time(host, clock, 2 * DAY)
    async with host.database.reading() as connection:
        row = await matches.get(connection, match)
    assert row is not None
    assert row.status == "closed"
    assert row.closing is not None
    assert row.closing["id"] == "end.idle"


@pytest.mark.parametrize(("hand", "reminders"), [("dm", [Destination.dm(ADA)]), ("button", [])])
async def test_one_reminder_comes_a_week_before_the_end_if_hands_come_by_direct_message(
    host: Host, clock: ManualClock, hand: str, reminders: list[Destination]
) -> None:
    match = await begun(host, SERVER)
    async with host.database.transaction() as tx:
        await people.change_user(tx, ADA, hand=hand)
    await panel_actions.look(host, match, ADA, shown_by("first"))
    await pass_time(host, clock, 22 * DAY)
    assert await reminded(host, match) == []
    for _ in range(7):
        await pass_time(host, clock, DAY)
    assert await reminded(host, match) == reminders


async def test_nothing_is_posted_and_only_the_panel_is_kept_current(host: Host, clock: ManualClock) -> None:
    match = await begun(host)
    await panel_actions.look(host, match, ADA, shown_by("first"))
    await panel_actions.leave(host, click(ADA), match)
    await pass_time(host, clock, 1)
    assert (await table_of(host, match)).row.status != "running"
    async with host.database.reading() as connection:
        assert await outbox.posts_of(connection, match) == []
        for kind in ("lobby", "status"):
            assert await outbox.surface(connection, match, kind, None) is None
    assert (await hand(host, match)).destination == Destination.panel(match, 0)


async def test_a_click_on_the_old_panel_makes_it_the_panel_again_before_the_new_one_is_there(host: Host) -> None:
    match = await begun(host)
    await panel_actions.look(host, match, ADA, shown_by("first"))
    await panel_actions.opened(host, match, "first", PANEL)
    old = await hand(host, match)
    await panel_actions.look(host, match, ADA, shown_by("second"))
    new = await hand(host, match)
    assert (new.id != old.id, new.message) == (True, None)
    await panel_actions.look(host, match, ADA, shown_by("third", PANEL))
    back = await hand(host, match)
    assert (back.id, back.message, await token(host, back)) == (old.id, PANEL, "third")
    assert await token(host, new) == "second", "its message says where the hand is once it is there"
    await panel_actions.opened(host, match, "second", LATER)
    assert await hand(host, match) == back


async def test_the_panel_is_edited_by_the_newest_click_that_was_answered_with_it(
    host: Host, clock: ManualClock
) -> None:
    match = await begun(host)
    await panel_actions.look(host, match, ADA, shown_by("first"))
    shown = await hand(host, match)
    assert (await token(host, shown), shown.wanted) == ("first", shown.shown)
    while all(asked.seat == 0 for asked in (await table_of(host, match)).open()):
        panel = await panel_actions.show(host, match, ADA)
        assert panel.asked is not None
        every = [option.key for option in panel.asked.options]
        keys = PLAIN.get(panel.asked.kind, every[: panel.asked.most])
        by = shown_by("second", PANEL)
        answered = await panel_actions.pick(host, by, match, panel.asked.id, panel.draft.revision, keys)
        assert answered is not None
        assert answered.notice is None
    shown = await hand(host, match)
    assert (await token(host, shown), shown.message, shown.wanted) == ("second", PANEL, shown.shown)
    told = (await panel_actions.show(host, match, ADA)).since
    assert told
    await pass_time(host, clock, 5)
    assert (await hand(host, match)).wanted > shown.wanted, "the house has moved"
    assert (await panel_actions.show(host, match, ADA)).since[: len(told)] == told
