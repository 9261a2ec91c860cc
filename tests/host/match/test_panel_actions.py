"""Matches through the host's doors: played to the end, refused where wrong, and never changed by a refusal."""

import asyncio
from itertools import pairwise
from random import Random

import msgspec
import pytest
from sqlalchemy import event

from bot.host import lobby
from bot.host.fairness import exports, verification
from bot.host.features import HOOKS
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.lobby import Refused
from bot.host.match import panel_actions
from bot.host.match.panel_actions import NotAtTable, Panel
from bot.host.match.table import Table
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.operations import closing
from bot.host.workers import timekeeper
from bot.storage import matches, outbox, set_versions
from cardsdb.sets import shipped_sets, stored
from engine.contract import Message
from engine.games.varia.cards import ActionCard, AnyCard, VariaSet
from engine.games.varia.pool import VariaCards
from tests.host.crash_points import Crash
from tests.host.players import (
    ADA,
    BEN,
    CLEO,
    answered_at_random,
    begin,
    check_timers,
    click,
    click_randomly,
    happen,
    jobs_of,
    log_of,
    opened,
    pass_time,
    play_out,
    probe_of,
    started,
    table_of,
)
from tests.support.clocks import ManualClock


@pytest.mark.parametrize("seed", range(2))
async def test_two_people_play_to_the_end(host: Host, clock: ManualClock, seed: int) -> None:
    match = await started(host)
    assert await play_out(host, clock, match, Random(seed), (ADA, BEN)) > 20
    table = await table_of(host, match)
    assert table.row.status == "over"
    exported = await exports.export(host, match)
    assert exported is not None
    verdict = verification.verify(msgspec.json.decode(msgspec.json.encode(exported)), host.games)
    assert verdict.outcome == table.row.outcome


async def test_one_person_plays_against_the_house(host: Host, clock: ManualClock) -> None:
    match = await started(host, house="easy")
    await play_out(host, clock, match, Random(3), (ADA,))
    assert (await table_of(host, match)).row.status == "over"


async def test_clock_alone_ends_a_match(host: Host, clock: ManualClock) -> None:
    match = await started(host)
    for _ in range(1000):
        if (await table_of(host, match)).outcome is not None:
            break
        await check_timers(host, match)
        clock.advance(200)
        await timekeeper.work(host)
    assert (await table_of(host, match)).row.status == "over"


async def panel_of(host: Host, match: int) -> tuple[int, panel_actions.Panel]:
    """Whoever is asked first, and the panel."""
    seat = (await table_of(host, match)).open()[0].seat
    user = (ADA, BEN)[seat]
    return user, await panel_actions.show(host, match, user)


async def test_draft_waits_until_it_is_locked_in(host: Host) -> None:
    match = await started(host)
    user, panel = await panel_of(host, match)
    other = BEN if user == ADA else ADA
    before = (await panel_actions.show(host, match, other)).view
    assert panel.asked is not None
    moved = await panel_actions.pick(host, click(user), match, panel.asked.id, panel.draft.revision, ["engage"])
    assert moved is not None
    assert [made.kind for made in moved.draft.made] == ["movement"]
    assert (await panel_actions.show(host, match, other)).view == before
    back = await panel_actions.undo(host, click(user), match, moved.draft.revision)
    assert back is not None
    assert back.draft.made == ()
    assert back.asked == panel.asked


async def test_a_card_planned_straight_away_implies_staying_and_undo_takes_both_back(host: Host) -> None:
    match = await started(host)
    user, panel = await panel_of(host, match)
    assert panel.asked is not None
    assert panel.question is not None
    assert (panel.asked.kind, panel.question.kind) == ("movement", "action")
    card = next(option.key for option in panel.question.options if option.key.startswith("plan:"))
    planned = await panel_actions.pick(host, click(user), match, panel.question.id, panel.draft.revision, [card])
    assert planned is not None
    assert planned.notice is None
    assert [made.kind for made in planned.draft.made] == ["movement", "action"]
    back = await panel_actions.undo(host, click(user), match, planned.draft.revision)
    assert back is not None
    assert (back.draft.made, back.asked, back.question) == ((), panel.asked, panel.question)
    moved = await panel_actions.pick(host, click(user), match, panel.asked.id, back.draft.revision, ["engage"])
    assert moved is not None
    stale = await panel_actions.pick(host, click(user), match, panel.question.id, back.draft.revision, [card])
    assert stale is not None
    assert stale.notice == Message("panel.stale")
    assert [made.kind for made in stale.draft.made] == ["movement"]


async def test_a_click_has_a_panel_only_if_it_is_committed_and_only_once(host: Host) -> None:
    """Issue 27."""
    match = await started(host)
    user, panel = await panel_of(host, match)
    assert panel.asked is not None
    asked, engine = panel.asked, host.database.engine.sync_engine

    async def pick(by: Click) -> Panel | None:
        return await panel_actions.pick(host, by, match, asked.id, panel.draft.revision, ["stay"])

    def crash(_: object) -> None:
        raise Crash

    event.listen(engine, "commit", crash)
    with pytest.raises(Crash):
        await pick(click(user))
    event.remove(engine, "commit", crash)
    assert (await panel_of(host, match)) == (user, panel), "nothing has happened"
    by = click(user)
    assert await pick(by) is not None
    assert await pick(by) is None


async def test_deadline_locks_in_the_draft_as_it_stands(host: Host, clock: ManualClock) -> None:
    match = await started(host)
    user, panel = await panel_of(host, match)
    assert panel.asked is not None
    assert panel.deadline == clock.now() + 120
    moved = await panel_actions.pick(host, click(user), match, panel.asked.id, panel.draft.revision, ["engage"])
    assert moved is not None
    assert moved.asked is not None
    card = next(option.key for option in moved.asked.options if option.key.startswith("plan:"))
    await panel_actions.pick(host, click(user), match, moved.asked.id, moved.draft.revision, [card])
    clock.advance(121)
    await timekeeper.work(host)
    assert (await table_of(host, match)).row.entries == 1, "the clock worker fires two seconds late"
    clock.advance(1)
    await timekeeper.work(host)
    assert (await table_of(host, match)).row.entries == 1, "the reserve runs first"
    reserve = await panel_actions.show(host, match, user)
    assert reserve.deadline == pytest.approx(clock.now() + 180, abs=3)
    clock.advance(181)
    await timekeeper.work(host)
    table = await table_of(host, match)
    assert table.state.step == "reaction"
    assert table.state.engaged
    assert len(table.state.players[panel.seat].plan) >= 1
    await check_timers(host, match)


async def test_wrong_clicks_are_answered_and_change_nothing(host: Host) -> None:
    match = await started(host)
    user, panel = await panel_of(host, match)
    other = BEN if user == ADA else ADA
    before = (await table_of(host, match)).row
    assert panel.asked is not None
    revision, decision = panel.draft.revision, panel.asked.id

    async def notice(who: int, decision: str, revision: int, keys: list[str]) -> str:
        answer = await panel_actions.pick(host, click(who), match, decision, revision, keys)
        assert answer is not None
        assert answer.notice is not None
        return answer.notice.id

    assert await notice(user, decision, revision, ["plan:1"]) == "refusal.not_offered"
    assert await notice(user, decision, revision, []) == "refusal.too_few"
    assert await notice(user, decision, revision, ["stay", "engage"]) == "refusal.too_many"
    assert await notice(user, decision, revision + 1, ["stay"]) == "panel.stale"
    assert await notice(user, "A999", revision, ["stay"]) == "panel.stale"
    assert await notice(user, "x" * 4000, revision, ["stay"]) == "panel.stale"
    assert await notice(other, decision, 0, ["stay"]) == "panel.stale"
    with pytest.raises(NotAtTable):
        await panel_actions.pick(host, click(CLEO), match, decision, revision, ["stay"])
    with pytest.raises(NoSuchMatch):
        await panel_actions.pick(host, click(user), match + 99, decision, revision, ["stay"])
    assert (await table_of(host, match)).row == before


async def test_interaction_is_taken_up_once(host: Host) -> None:
    match = await started(host)
    user, panel = await panel_of(host, match)
    assert panel.asked is not None
    same = Click(77_000_000, user, 0.0)
    answers = await asyncio.gather(
        *(panel_actions.pick(host, same, match, panel.asked.id, panel.draft.revision, ["stay"]) for _ in range(5))
    )
    assert sum(answer is not None for answer in answers) == 1


async def test_answer_sent_again_changes_nothing(host: Host) -> None:
    match = await started(host)
    user, panel = await panel_of(host, match)
    assert panel.asked is not None
    moved = await panel_actions.pick(host, click(user), match, panel.asked.id, panel.draft.revision, ["stay"])
    assert moved is not None
    assert moved.asked is not None
    await panel_actions.pick(host, click(user), match, moved.asked.id, moved.draft.revision, ["lock"])
    before = (await table_of(host, match)).row
    again = await panel_actions.pick(host, click(user), match, moved.asked.id, moved.draft.revision, ["lock"])
    assert again is not None
    assert again.notice is None
    assert (await table_of(host, match)).row == before


async def test_hundred_clicks_at_once_are_one_right_result(host: Host) -> None:
    match = await started(host)
    user, panel = await panel_of(host, match)
    assert panel.asked is not None
    decision, revision = panel.asked.id, panel.draft.revision
    answers = await asyncio.gather(
        *(
            panel_actions.pick(host, click(user), match, decision, revision, [("stay", "engage")[n % 2]])
            for n in range(100)
        )
    )
    taken = [answer for answer in answers if answer is not None and answer.notice is None]
    assert len(taken) == 1
    assert {answer.notice.id for answer in answers if answer and answer.notice} == {"panel.stale"}


async def test_a_hundred_matches_are_clicked_on_at_once_each_twice(host: Host) -> None:
    tables = {await probe_of(host, (1000 + n, 2000 + n)): 1000 + n for n in range(100)}
    panels = {match: await panel_actions.show(host, match, user) for match, user in tables.items()}

    async def mark(match: int) -> str | None:
        panel = panels[match]
        assert panel.asked is not None
        marked = panel_actions.pick(host, click(tables[match]), match, panel.asked.id, panel.draft.revision, ["mark"])
        answer = await marked
        assert answer is not None
        return answer.notice.id if answer.notice else None

    answers = await asyncio.gather(*(mark(match) for match in tables for _ in range(2)))
    assert sorted(answers, key=str) == [None] * 100 + ["panel.stale"] * 100
    drafts = [(await panel_actions.show(host, match, user)).draft.made for match, user in tables.items()]
    assert [len(made) for made in drafts] == [1] * 100


async def test_leaving_ends_a_duel_and_rematch_swaps_the_seats(host: Host) -> None:
    match = (await opened(host)).match.id
    await lobby.join(host, click(BEN), match)
    await lobby.choose_deck(host, click(BEN), match, "Mistbinder")
    await begin(host, click(ADA), match)
    await panel_actions.leave(host, click(BEN), match)
    table = await table_of(host, match)
    assert table.outcome is not None
    assert table.outcome.ranking == ((0,), (1,))
    await check_timers(host, match)
    asked = await lobby.rematch(host, click(BEN), match)
    assert [(row.user, row.invited) for row in asked.seats] == [(BEN, BEN), (None, ADA)]
    await lobby.rematch(host, click(ADA), match)
    await happen(host)
    again = await lobby.look(host, asked.match.id)
    assert again.match.status == "running"
    assert [row.deck["name"] for row in again.seats if row.deck] == ["Mistbinder", "Cinder Vanguard"]


async def test_lobby(host: Host) -> None:
    table = await opened(host)
    match = table.match.id
    with pytest.raises(Refused) as refused:
        await begin(host, click(ADA), match)
    assert refused.value.reason.id == "lobby.refused.waiting"
    with pytest.raises(Refused) as refused:
        await lobby.join(host, click(CLEO), match)
    assert refused.value.reason.id == "lobby.refused.kept"
    await lobby.join(host, click(BEN), match)
    with pytest.raises(Refused):
        await lobby.choose_deck(host, click(BEN), match, "No such deck")
    chosen = await lobby.choose_deck(host, click(BEN), match, "Cinder Vanguard")
    assert chosen.seats[1].deck is not None
    assert chosen.seats[1].deck["name"] == "Cinder Vanguard"
    with pytest.raises(Refused):
        await lobby.say_word(host, click(BEN), match, "x" * 4000)
    await lobby.give_up(host, click(BEN), match)
    assert not (await lobby.look(host, match)).full
    await lobby.give_up(host, click(ADA), match)
    assert (await lobby.look(host, match)).match.status == "closed"


async def test_lobby_lapses(host: Host, clock: ManualClock) -> None:
    table = await opened(host)
    clock.advance(25 * 3600)
    await timekeeper.work(host)
    assert (await lobby.look(host, table.match.id)).match.status == "closed"


async def test_a_match_that_was_closed_asks_nobody_anything(host: Host) -> None:
    match = await started(host)
    user, panel = await panel_of(host, match)
    assert panel.asked is not None
    await closing.by_operator(host, match, "maintenance")
    closed = await panel_actions.show(host, match, user)
    assert closed.match.status == "closed"
    assert closed.asked is None
    late = await panel_actions.pick(
        host, click(user), match, panel.asked.id, panel.draft.revision, (panel.asked.options[0].key,)
    )
    assert late is not None
    assert (late.asked, late.notice) == (None, Message("panel.over"))


async def test_secret_is_not_exported_while_the_match_runs(host: Host) -> None:
    match = await started(host)
    assert await exports.export(host, match) is None


async def test_every_event_is_in_one_post(host: Host, clock: ManualClock) -> None:
    match = await started(host)
    await play_out(host, clock, match, Random(5), (ADA, BEN))
    async with host.database.reading() as connection:
        rows = await outbox.posts_of(connection, match)
    ranges = [(row.content["first"], row.content["last"]) for row in rows if row.kind == "events"]
    assert ranges[0][0] == 1
    assert all(after[0] == before[1] + 1 for before, after in pairwise(ranges))
    assert ranges[-1][1] == (await table_of(host, match)).row.events
    assert rows[-1].kind == "end"
    assert len(await jobs_of(host, match, "tidy")) == 1


async def test_a_match_keeps_the_cards_that_it_began_with(host: Host, clock: ManualClock) -> None:
    """A card's cost is changed and the process started anew: the match plays on with the old one, the next does not."""
    first = await started(host)
    game = host.games["varia"]
    cheaper = [
        each.model_copy(update={"cards": tuple(dearer(card) for card in each.cards)})
        for each in shipped_sets(game)
        if isinstance(each, VariaSet)
    ]
    again = Host(host.database, host.games, clock, host.chance, HOOKS)
    async with host.database.transaction() as tx:
        versions = [stored(each) for each in cheaper]
        for version in versions:
            await set_versions.keep(tx, version)
    again.shipped = {**host.shipped, "varia": tuple(versions)}
    second = await started(again)
    costs = [costs_of(await table_of(again, match)) for match in (first, second)]
    assert {card: cost + 1 for card, cost in costs[0].items()} == costs[1]
    await play_out(again, clock, first, Random(8), (ADA, BEN))


def dearer(card: AnyCard) -> AnyCard:
    """The same card for one action point more."""
    if not isinstance(card, ActionCard):
        return card
    return card.model_copy(update={"cost": card.cost.model_copy(update={"ap": card.cost.ap + 1})})


def costs_of(table: Table) -> dict[str, int]:
    cards = table.cards
    assert isinstance(cards, VariaCards)
    return {card.id: card.cost.ap for card in cards.by_id.values() if isinstance(card, ActionCard)}


async def test_what_one_click_begins_and_completes_one_undo_takes_back(host: Host, clock: ManualClock) -> None:
    match, chance = await started(host), Random(0)
    user, panel = await whole_choice(host, clock, match, chance)
    asked, draft = panel.question, panel.draft
    assert asked is not None
    whole = next(iter(draft.wholes.values()))[0]
    assert whole.option in asked.options
    assert whole.begins not in {option.key for option in asked.options}
    picked = await panel_actions.pick(host, click(user), match, asked.id, draft.revision, [whole.option.key])
    assert picked is not None
    assert picked.notice is None
    labels = [option.label for option in whole.asked.options if option.key == whole.key]
    assert list(picked.draft.made[-1].labels) == labels
    undone = await panel_actions.undo(host, click(user), match, picked.draft.revision)
    assert undone is not None
    assert undone.draft.made == draft.made


async def whole_choice(host: Host, clock: ManualClock, match: int, chance: Random) -> tuple[int, panel_actions.Panel]:
    """Play at random until somebody's panel offers a whole choice; return the person and the panel."""
    while True:
        for user in (ADA, BEN):
            panel = await panel_actions.show(host, match, user)
            if panel.draft.wholes and panel.draft.beyond is None:
                return user, panel
            await click_randomly(host, match, user, chance)
        clock.advance(15)
        await happen(host)


async def test_a_pass_made_for_a_seat_is_no_answer(host: Host, clock: ManualClock) -> None:
    match, chance = await started(host, game="warmage"), Random(1)
    while not (passes := [entry for entry in await log_of(host, match) if entry.kind == "pass"]):
        for user in (ADA, BEN):
            await answered_at_random(host, match, user, chance)
        await pass_time(host, clock, 5)
    async with host.database.reading() as connection:
        since = await matches.events_since_answer(connection, match, passes[-1].seat or 0)
    assert since[0].entry < passes[-1].number, "its player has not seen what happened before"


async def test_a_panel_that_was_given_up_halfway_can_be_shown_afterwards(host: Host) -> None:
    """Discord gives up a click that takes long, and a database can fail between two reads."""
    match, chance = await started(host, game="artbot"), Random(3)
    for steps in range(60):
        for user in (ADA, BEN):
            shown = asyncio.ensure_future(panel_actions.show(host, match, user))
            for _ in range(steps):
                await asyncio.sleep(0)
            shown.cancel()
            await asyncio.wait([shown])
            assert (await panel_actions.show(host, match, user)).match.id == match
            await click_randomly(host, match, user, chance)
