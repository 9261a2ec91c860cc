"""Collections through the host's doors: starter decks, packs, trades, matches for keeps, reversals, forgetting."""

import json
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.host import lobby
from bot.host.collections import boosters, collection, privacy, stakes, trades
from bot.host.collections.trades import MOST_OFFERED
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR
from bot.host.lobby import stakes as keeps
from bot.host.match import panel_actions
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.operations import closing
from bot.host.people import settings
from bot.storage import copies, outbox
from bot.ui.messages.custom_ids import LONGEST, CustomId
from cardsdb import boosters as pack_rules
from cardsdb.ledger import HOLD
from engine.contract import Message
from engine.games.artbot.rulings import PACK
from tests.host.collections.collectors import FIVE, GAME, GUILD, TEN, agreed, check, for_keeps, give, has, table_for
from tests.host.players import ADA, BEN, CLEO, DAN, begin, click, opened, pass_time, play_out, posts_of, table_of
from tests.support.clocks import ManualClock

YOUNG = (int((1_800_000_000 - 1_420_070_400 - 29 * DAY) * 1000)) << 22
"""An account that is 29 days old by the tests' clock."""


async def refused(doing: Awaitable[object]) -> str:
    with pytest.raises(Refused) as error:
        await doing
    return error.value.reason.id


async def finished(host: Host, user: int, times: int) -> None:
    """Let somebody have finished some matches just now."""
    async with host.database.transaction() as tx:
        for _ in range(times):
            await copies.count_finished(tx, user, host.now())


# Starter decks


async def test_a_collection_begins_with_one_ready_deck_that_is_bound(host: Host) -> None:
    assert (await collection.look(host, ADA, GAME)).starter is None
    begun = await collection.begin(host, click(ADA), GAME, "Foundry")
    assert begun.starter == "Foundry"
    again = await collection.begin(host, click(ADA), GAME, "Salon")
    assert again.starter == "Foundry"
    owned = [copy for held in again.held.values() for copy in held]
    assert len(owned) == 20
    assert all(copy.bound and again.barrier(copy) is not None for copy in owned)
    assert await refused(collection.begin(host, click(BEN), GAME, "No such deck")) == "lobby.refused.deck"
    assert await refused(collection.look(host, ADA, "zarcana")) == "collection.refused.game"
    await check(host, 20)


# Packs


async def test_a_pack_holds_five_cards_by_the_rules_odds_and_can_be_checked(host: Host, tmp_path: Path) -> None:
    await finished(host, ADA, 1)
    sealed = await boosters.look(host, ADA, GAME)
    assert sealed.row is not None
    assert sealed.seal is not None
    assert (await boosters.look(host, ADA, GAME)).seal == sealed.seal
    assert await refused(boosters.opened(host, ADA, sealed.row.id)) == "pack.refused.not_yours"
    found = await boosters.open_pack(host, click(ADA), GAME, "möhre")
    assert found.row is not None
    assert found.row.cards is not None
    rarities = [found.album[card].rarity for card in found.row.cards]
    assert all(rarity in odds for rarity, odds in zip(rarities, PACK, strict=True))
    assert len(set(found.row.cards)) == len(PACK)
    file = await boosters.exported(host, ADA, found.row.id)
    assert file["seal"] == sealed.seal
    verdict = pack_rules.verify(file, host.games)
    assert (len(verdict.cards), verdict.seal) == (len(PACK), sealed.seal)
    exported = tmp_path / "pack.json"
    exported.write_text(json.dumps(file))
    held = CliRunner().invoke(app, ["verify", str(exported), f"--seal={sealed.seal}"])
    assert (held.exit_code, f"pack {found.row.id} holds" in held.output) == (0, True)
    alone = CliRunner().invoke(app, ["verify", str(exported)])
    assert (alone.exit_code, f"pack {found.row.id} agrees with itself" in alone.output) == (3, True)
    other = CliRunner().invoke(app, ["verify", str(exported), f"--seal={'A' * 43}"])
    assert (other.exit_code, "does not hold" in other.output) == (1, True)
    assert await refused(boosters.exported(host, BEN, found.row.id)) == "pack.refused.not_yours"
    assert await refused(boosters.opened(host, BEN, found.row.id)) == "pack.refused.not_yours"
    await check(host, len(PACK))


@pytest.mark.parametrize(
    ("what", "value"), [("word", "carrot"), ("secret", "00" * 32), ("pack", 99), ("cards", ["PHY1"] * 5), ("game", "x")]
)
async def test_a_changed_pack_does_not_hold(host: Host, what: str, value: object) -> None:
    await finished(host, ADA, 1)
    await boosters.look(host, ADA, GAME)
    found = await boosters.open_pack(host, click(ADA), GAME, "")
    assert found.row is not None
    file = await boosters.exported(host, ADA, found.row.id)
    with pytest.raises(pack_rules.FalsePack):
        pack_rules.verify({**file, what: value}, host.games)


async def test_one_pack_a_utc_day(host: Host, clock: ManualClock) -> None:
    await finished(host, ADA, 1)
    await boosters.open_pack(host, click(ADA), GAME, "")
    again = await boosters.open_pack(host, click(ADA), GAME, "again")
    assert again.row is not None
    assert again.row.word == ""
    await check(host, 5)
    clock.advance(again.tomorrow - clock.now() - 1)
    assert (await boosters.look(host, ADA, GAME)).row == again.row
    clock.advance(1)
    assert (await boosters.open_pack(host, click(ADA), GAME, "")).row != again.row
    assert (await boosters.opened(host, ADA, again.row.id)).row == again.row, "it can be read on at midnight"
    await check(host, 10)


async def test_packs_are_for_who_plays_and_is_no_newcomer_to_discord(host: Host, clock: ManualClock) -> None:
    await finished(host, YOUNG, 1)
    young = await boosters.open_pack(host, click(YOUNG), GAME, "")
    assert young.barrier is not None
    assert young.barrier.id == "pack.barrier.account"
    clock.advance(DAY)
    assert (await boosters.look(host, YOUNG, GAME)).barrier is None
    idle = await boosters.open_pack(host, click(BEN), GAME, "")
    assert idle.barrier is not None
    assert idle.barrier.id == "pack.barrier.played"
    clock.advance(6 * DAY + 1)
    assert (await boosters.look(host, YOUNG, GAME)).barrier is not None
    await check(host, 0)


async def test_copies_of_a_pack_are_free_after_three_finished_matches(host: Host) -> None:
    await finished(host, ADA, 5)
    await boosters.open_pack(host, click(ADA), GAME, "")
    for left in (3, 2, 1):
        seen = await collection.look(host, ADA, GAME)
        barriers = [seen.barrier(copy) for held in seen.held.values() for copy in held]
        assert barriers == [Message("copy.ripens", {"count": left})] * len(PACK)
        await finished(host, ADA, 1)
    seen = await collection.look(host, ADA, GAME)
    assert all(seen.barrier(copy) is None for held in seen.held.values() for copy in held)


async def test_who_plays_to_the_end_has_finished_a_match_and_who_leaves_has_not(host: Host, clock: ManualClock) -> None:
    match = await table_for(host, (ADA, BEN))
    await begin(host, click(ADA), match)
    await panel_actions.leave(host, click(BEN), match)
    async with host.database.reading() as connection:
        assert await copies.finished(connection, ADA) == (1, clock.now())
        assert await copies.finished(connection, BEN) == (0, 0.0)


# Trades


async def traded(host: Host, opener: int = ADA, partner: int = BEN) -> int:
    found = await trades.open_trade(host, click(opener), partner)
    assert found is not None
    return found.row.id


async def test_two_people_trade(host: Host) -> None:
    await give(host, ADA, {"PHY1": 2})
    await give(host, BEN, {"GLI6": 1})
    trade = await traded(host)
    await trades.offer(host, click(ADA), trade, {(GAME, "PHY1"): 2})
    offered = await trades.offer(host, click(BEN), trade, {(GAME, "GLI6"): 1})
    revision = offered.row.revision
    assert (await trades.agree(host, click(ADA), trade, revision)).row.status == "open"
    assert (await trades.agree(host, click(BEN), trade, revision)).row.status == "settled"
    assert (await has(host, ADA), await has(host, BEN)) == (Counter(GLI6=1), Counter(PHY1=2))
    assert await refused(trades.agree(host, click(BEN), trade, revision)) == "trade.refused.over"
    assert [told.entry.reason for told in await collection.history(host, ADA)] == ["trade"] * 3 + ["pack"] * 2
    await check(host, 3)


async def test_a_change_takes_back_what_was_agreed_to(host: Host) -> None:
    await give(host, ADA, {"PHY1": 1, "GLI6": 1})
    await give(host, BEN, {"PSY1": 1})
    trade = await traded(host)
    good = await trades.offer(host, click(ADA), trade, {(GAME, "GLI6"): 1})
    await trades.agree(host, click(BEN), trade, good.row.revision)
    worse = await trades.offer(host, click(ADA), trade, {(GAME, "PHY1"): 1})
    assert await refused(trades.agree(host, click(BEN), trade, good.row.revision)) == "trade.refused.changed"
    assert (await trades.agree(host, click(ADA), trade, worse.row.revision)).row.status == "open"
    same = await trades.offer(host, click(ADA), trade, {(GAME, "PHY1"): 1})
    assert same.row.agreed(0), "what is offered has not changed"
    await check(host, 3)


async def test_what_is_offered_is_reserved_until_the_trade_ends(host: Host, clock: ManualClock) -> None:
    await give(host, ADA, {"GLI6": 1})
    first, second = await traded(host), await traded(host, ADA, CLEO)
    await trades.offer(host, click(ADA), first, {(GAME, "GLI6"): 1})
    again = trades.offer(host, click(ADA), second, {(GAME, "GLI6"): 1})
    assert await refused(again) == "trade.refused.in_use"
    await trades.cancel(host, click(BEN), first)
    assert (await trades.offer(host, click(ADA), second, {(GAME, "GLI6"): 1})).offers[0]
    await pass_time(host, clock, trades.LIFE + 1)
    assert (await trades.look(host, second)).row.status == "lapsed"
    seen = await collection.look(host, ADA, GAME)
    assert seen.uses == {}
    await check(host, 1)


async def test_what_a_draft_shows_is_what_its_trade_offers(host: Host) -> None:
    """Nothing is stored before, whatever the opener has chosen, and the opener's copies that stay are counted."""
    await collection.begin(host, click(ADA), GAME, "Foundry")
    bound = await has(host, ADA)
    card = next(iter(bound))
    await give(host, ADA, {card: 3, "GLI6": 1})
    wanted = {(GAME, card): 2, (GAME, "GLI6"): 1}
    draft = await trades.draft(host, ADA, BEN, wanted)
    assert draft.could == {(GAME, card): 3, (GAME, "GLI6"): 1}
    assert draft.owned[GAME, card] - draft.gives[GAME, card] == bound[card] + 1
    assert (await collection.look(host, ADA, GAME)).uses == {}
    assert await refused(trades.look(host, 1)) == "trade.refused.gone"
    gives = await trades.coded(host, ADA, BEN, draft.code)
    assert gives == wanted
    found = await trades.open_trade(host, click(ADA), BEN, gives)
    assert found is not None
    assert Counter((copy.game, copy.card) for copy in found.offers[0]) == wanted
    assert await refused(trades.draft(host, ADA, CLEO, wanted)) == "trade.refused.in_use"
    assert await refused(trades.coded(host, ADA, CLEO, draft.code)) == "trade.refused.in_use"
    assert await refused(trades.coded(host, ADA, BEN, draft.code)) == "trade.refused.asked"
    assert (await trades.draft(host, ADA, CLEO)).could == {(GAME, card): 1}
    assert await refused(trades.draft(host, ADA, BEN)) == "trade.refused.asked"
    await check(host, 24)


async def test_the_longest_draft_fits_a_custom_id_and_all_cards_have_different_marks(host: Host) -> None:
    album = (await collection.look(host, ADA, GAME)).album
    await give(host, ADA, dict.fromkeys(album, 1))
    for first in range(0, len(album), MOST_OFFERED):
        wanted = {(GAME, card): 1 for card in [*album][first : first + MOST_OFFERED]}
        code = (await trades.draft(host, ADA, BEN, wanted)).code
        assert len(str(CustomId("tradepost", (1 << 62) - 1, argument=code))) <= LONGEST
        assert await trades.coded(host, ADA, BEN, code) == wanted


async def test_a_trade_that_cannot_be_opened_with_its_cards_is_not_opened_at_all(host: Host) -> None:
    await give(host, ADA, {"GLI6": 1})
    for wanted, why in (
        ({(GAME, "GLI6"): 2}, "in_use"),
        ({(GAME, "STE9"): 1}, "in_use"),
        ({(GAME, "GLI6"): MOST_OFFERED + 1}, "too_many"),
    ):
        assert await refused(trades.open_trade(host, click(ADA), BEN, wanted)) == f"trade.refused.{why}"
        assert await refused(trades.draft(host, ADA, BEN, wanted)) == f"trade.refused.{why}"
    for forged in ("", "x", "0" * trades.MARK):
        assert bool(forged) == (await _is_refused(host, forged))
    assert await refused(trades.look(host, 1)) == "trade.refused.gone"
    await check(host, 1)


async def _is_refused(host: Host, code: str) -> bool:
    try:
        return bool(await trades.coded(host, ADA, BEN, code))
    except Refused:
        return True


Give = Callable[[Host, int], Awaitable[object]]
BAD: list[tuple[str, Give, str]] = [
    ("a card that one does not have", lambda h, t: trades.offer(h, click(ADA), t, {(GAME, "STE9"): 1}), "in_use"),
    ("a card of no game", lambda h, t: trades.offer(h, click(ADA), t, {("chess", "king"): 1}), "in_use"),
    ("too many", lambda h, t: trades.offer(h, click(ADA), t, {(GAME, "PHY1"): 11}), "too_many"),
    ("nothing for nothing", lambda h, t: trades.agree(h, click(ADA), t, 0), "empty"),
    ("by a stranger", lambda h, t: trades.cancel(h, click(CLEO), t), "not_yours"),
    ("no such trade", lambda h, t: trades.cancel(h, click(ADA), t + 1), "gone"),
    ("with oneself", lambda h, _: trades.open_trade(h, click(ADA), ADA), "self"),
]


@pytest.mark.parametrize(("act", "why"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
async def test_a_bad_trade_is_refused_and_changes_nothing(host: Host, act: Give, why: str) -> None:
    await collection.begin(host, click(ADA), GAME, "Foundry")
    trade = await traded(host)
    before = await trades.look(host, trade)
    assert await refused(act(host, trade)) == f"trade.refused.{why}"
    assert await trades.look(host, trade) == before
    await check(host, 20)


# For keeps


async def test_a_duel_for_keeps_moves_what_was_won_and_holds_it(host: Host, clock: ManualClock) -> None:
    for user in (ADA, BEN):
        await give(host, user, FIVE)
    match = await for_keeps(host, (ADA, BEN))
    assert (await trades.draft(host, ADA, CLEO)).could == {}
    assert await refused(trades.offer(host, click(ADA), await traded(host), {(GAME, "PHY1"): 1})) == (
        "trade.refused.in_use"
    )
    await play_out(host, clock, match, Random(5), (ADA, BEN))
    table = await table_of(host, match)
    winner = table.outcome.ranking[0] if table.outcome else ()
    won = {seat: len(player.won) for seat, player in enumerate(table.state.players)}
    until, told = await stakes.outcome(host, match)
    if len(winner) == 1:
        assert Counter(each.entry.taker for each in told) == +Counter({ADA: won[0], BEN: won[1]})
        assert {each.entry.reason for each in told} <= {"duel"}
        assert until is not None
    seen = await collection.look(host, ADA, GAME)
    for copy in (copy for held in seen.held.values() for copy in held if copy.held):
        assert seen.barrier(copy) is not None
    assert len(await posts_of(host, match, "settled")) == 1
    await check(host, 10)
    clock.advance(HOLD)
    seen = await collection.look(host, ADA, GAME)
    assert all(seen.barrier(copy) is None for held in seen.held.values() for copy in held)


@pytest.mark.parametrize("seed", range(3))
async def test_a_battle_for_keeps_pays_a_trophy_and_moves_what_was_taken(
    host: Host, clock: ManualClock, seed: int
) -> None:
    people = (ADA, BEN, CLEO)
    for user in people:
        await give(host, user, TEN)
    match = await for_keeps(host, people, TEN, rules="quick", round_cap=1)
    await play_out(host, clock, match, Random(seed), people)
    table = await table_of(host, match)
    assert table.outcome is not None
    until, told = await stakes.outcome(host, match)
    if len(table.outcome.ranking[0]) > 1:
        assert (until, told) == (None, [])
    else:
        held = Counter(
            people[seat]
            for seat, player in enumerate(table.state.players)
            for _ in (*player.inactive, *player.active, *player.discard, *player.in_play)
        )
        winner = people[table.outcome.ranking[0][0]]
        for loser in people:
            if loser != winner and held[loser]:
                held[loser], held[winner] = held[loser] - 1, held[winner] + 1
        assert {user: sum((await has(host, user)).values()) for user in people} == dict(held)
        assert {each.entry.reason for each in told} <= {"steal", "glitch", "trophy"}
    await check(host, 30)


async def test_settling_twice_changes_nothing(host: Host) -> None:
    for user in (ADA, BEN):
        await give(host, user, TEN)
    match = await for_keeps(host, (ADA, BEN), TEN)
    await panel_actions.leave(host, click(BEN), match)
    before = await has(host, ADA), await has(host, BEN)
    assert sum(before[0].values()) == 11, "the trophy is paid by who concedes"
    async with host.database.transaction() as tx:
        said = len(await outbox.posts_of(tx, match))
        assert not await stakes.on_end(host, tx, await table_of(host, match))
        assert len(await outbox.posts_of(tx, match)) == said
    assert (await has(host, ADA), await has(host, BEN)) == before
    await check(host, 20)


async def test_the_server_takes_a_match_back_within_72_hours_and_not_after(host: Host, clock: ManualClock) -> None:
    for user in (ADA, BEN):
        await give(host, user, TEN)
    match = await for_keeps(host, (ADA, BEN), TEN)
    assert await refused(closing.reverse(host, click(CLEO), GUILD, match, "cheating")) == "keeps.refused.nothing"
    await panel_actions.leave(host, click(BEN), match)
    with pytest.raises(NoSuchMatch):
        await closing.reverse(host, click(CLEO), GUILD + 1, match, "not here")
    await closing.reverse(host, click(CLEO), GUILD, match, "cheating")
    assert (await has(host, ADA), await has(host, BEN)) == (Counter(TEN), Counter(TEN))
    assert await refused(closing.reverse(host, click(CLEO), GUILD, match, "again")) == "keeps.refused.nothing"
    assert [post.content for post in await posts_of(host, match, "reversed")] == [{"reason": "cheating"}]
    second = await for_keeps(host, (ADA, BEN), TEN)
    await panel_actions.leave(host, click(BEN), second)
    clock.advance(HOLD)
    assert await refused(closing.reverse(host, click(CLEO), GUILD, second, "late")) == "keeps.refused.late"
    await check(host, 20)


async def test_a_match_that_is_stopped_leaves_everything_where_it_was(host: Host) -> None:
    for user in (ADA, BEN):
        await give(host, user, TEN)
    match = await for_keeps(host, (ADA, BEN), TEN)
    await closing.by_moderator(host, click(CLEO), GUILD, match, "too loud")
    assert (await has(host, ADA), await has(host, BEN)) == (Counter(TEN), Counter(TEN))
    until, told = await stakes.outcome(host, match)
    assert (until, told) == (None, [])
    assert (await collection.look(host, ADA, GAME)).uses == {}


async def test_keeps_needs_everybody(host: Host) -> None:
    for user in (ADA, BEN):
        await give(host, user, FIVE)
    match = await table_for(host, (ADA, BEN))
    assert await refused(keeps.offer(host, click(BEN), match)) == "keeps.refused.not_opener"
    assert await refused(keeps.agree_to_stakes(host, click(BEN), match, "")) == "keeps.refused.off"
    await keeps.offer(host, click(ADA), match)
    shown = await keeps.look(host, match, ADA)
    await keeps.agree_to_stakes(host, click(ADA), match, shown.digest)
    assert await refused(begin(host, click(ADA), match)) == "keeps.refused.waiting"
    await keeps.decline(host, click(BEN), match)
    await begin(host, click(ADA), match)
    assert (await stakes.outcome(host, match))[0] is None
    assert (await collection.look(host, ADA, GAME)).uses == {}


async def test_who_agreed_agrees_anew_when_the_table_is_another(host: Host) -> None:
    for user in (ADA, BEN, CLEO):
        await give(host, user, FIVE)
    match = await table_for(host, (ADA, BEN))
    await agreed(host, match, (ADA, BEN))
    old = await keeps.look(host, match, ADA)
    await lobby.give_up(host, click(BEN), match)
    await lobby.join(host, click(CLEO), match)
    now = await keeps.look(host, match, ADA)
    assert not now.agreed
    assert await refused(keeps.agree_to_stakes(host, click(ADA), match, old.digest)) == "keeps.refused.changed"
    assert await refused(begin(host, click(ADA), match)) == "keeps.refused.waiting"


async def test_only_own_free_copies_can_be_put_at_stake(host: Host) -> None:
    await give(host, ADA, FIVE)
    await give(host, BEN, {"PHY1": 2, "PSY1": 2})
    await collection.begin(host, click(BEN), GAME, "Foundry")
    match = await table_for(host, (ADA, BEN))
    await keeps.offer(host, click(ADA), match)
    shown = await keeps.look(host, match, BEN)
    assert shown.missing == {"HEA1": 1}
    assert await refused(keeps.agree_to_stakes(host, click(BEN), match, shown.digest)) == "keeps.refused.missing"
    await give(host, BEN, {"HEA1": 1})
    await agreed(host, match, (ADA, BEN))
    trade = await traded(host)
    await trades.offer(host, click(ADA), trade, {(GAME, "PHY1"): 1})
    assert await refused(begin(host, click(ADA), match)) == "keeps.refused.lacking"
    await trades.cancel(host, click(ADA), trade)
    assert (await begin(host, click(ADA), match)).match.status == "running"


async def test_a_server_can_forbid_keeps(host: Host) -> None:
    for user in (ADA, BEN):
        await give(host, user, FIVE)
    match = await table_for(host, (ADA, BEN))
    await agreed(host, match, (ADA, BEN))
    await settings.change_guild(host, GUILD, "keeps", ["no"])
    assert await refused(begin(host, click(ADA), match)) == "keeps.refused.forbidden"
    assert await refused(keeps.offer(host, click(ADA), match)) == "keeps.refused.forbidden"
    await keeps.decline(host, click(ADA), match)
    assert (await begin(host, click(ADA), match)).match.status == "running"


async def test_no_keeps_without_a_server_with_house_players_or_where_nothing_is_collected(host: Host) -> None:
    alone = await opened(host, game=GAME, house="easy", guild=GUILD)
    assert await refused(keeps.offer(host, click(ADA), alone.match.id)) == "keeps.refused.house"
    other = await opened(host, guild=GUILD)
    assert await refused(keeps.offer(host, click(ADA), other.match.id)) == "keeps.refused.game"
    nowhere = await table_for(host, (ADA, BEN), guild=None)
    assert await refused(keeps.offer(host, click(ADA), nowhere)) == "keeps.refused.server"


# Forgetting


async def test_copies_of_who_is_forgotten_go_to_nobody_and_the_ledger_has_no_name(host: Host) -> None:
    await give(host, ADA, TEN)
    await give(host, BEN, TEN)
    await collection.begin(host, click(BEN), GAME, "Foundry")
    match = await for_keeps(host, (ADA, BEN), TEN)
    await panel_actions.leave(host, click(BEN), match)
    trade = await traded(host, BEN, CLEO)
    await trades.offer(host, click(BEN), trade, {(GAME, "PHY3"): 1})
    async with host.database.transaction() as tx:
        await privacy.forget(host, tx, BEN)
    assert await has(host, BEN) == Counter()
    assert (await trades.look(host, trade)).row.status == "cancelled"
    assert await collection.history(host, BEN) == []
    await closing.reverse(host, click(DAN), GUILD, match, "whole, even so")
    assert await has(host, ADA) == Counter(TEN)
    await check(host, 40)


async def test_what_is_at_stake_for_who_is_forgotten_is_settled_with_the_match(host: Host) -> None:
    people = (ADA, BEN, CLEO)
    for user in people:
        await give(host, user, TEN)
    match = await for_keeps(host, people, TEN)
    await panel_actions.leave(host, click(BEN), match)
    async with host.database.transaction() as tx:
        await privacy.forget(host, tx, BEN)
    await check(host, 30)
    await panel_actions.leave(host, click(CLEO), match)
    _, told = await stakes.outcome(host, match)
    assert "trophy" in {each.entry.reason for each in told}
    await check(host, 30)


async def test_held_copies_are_free_at_the_end_of_their_time(host: Host, clock: ManualClock) -> None:
    for user in (ADA, BEN):
        await give(host, user, TEN)
    match = await for_keeps(host, (ADA, BEN), TEN)
    await panel_actions.leave(host, click(BEN), match)
    (won,) = [told.card for told in (await stakes.outcome(host, match))[1] if told.entry.taker == ADA][:1]
    trade = await traded(host)
    everything = (await has(host, ADA))[won]
    assert await refused(trades.offer(host, click(ADA), trade, {(GAME, won): everything})) == "trade.refused.in_use"
    clock.advance(HOLD - HOUR)
    assert await refused(trades.offer(host, click(ADA), trade, {(GAME, won): everything})) == "trade.refused.in_use"
    clock.advance(HOUR)
    assert (await trades.offer(host, click(ADA), trade, {(GAME, won): everything})).offers[0]
