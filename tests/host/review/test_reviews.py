"""Looking back: a review finds what cost something and what the dice did; nobody is told what is hidden from them."""

from itertools import count
from random import Random

import pytest

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match.panel_actions import NotAtTable, leave
from bot.host.review import requests
from bot.host.review.analysis import REMARKS, SECONDS, look_back, look_into, look_over, plan_of
from bot.storage import matches
from bot.storage.matches import EntryRow
from cardsdb.sets import shipped_cards
from engine.contract import SPECTATOR, AnyGame, Viewer, letter
from engine.dice import FairDice, NoDice
from engine.players.analysis import judged, weighed
from engine.players.policies import POLICIES
from engine.players.search import SearchPlayer
from engine.registry import GAMES
from tests.engine.random_tables import ALL_GAMES, some_step
from tests.host.players import ADA, BEN, CLEO, click, click_randomly, pass_time, started, table_of
from tests.host.review.played_logs import logged
from tests.support.clocks import ManualClock


def test_the_largest_losses_come_first_and_are_told_as_the_player_saw_the_match() -> None:
    log, _ = logged("varia", 1, 40)
    shown = look_back((log, 0), clock=lambda: 0.0)
    assert 0 < shown.judged == shown.lines
    losses = [each.gain.worth for each in shown.remarks]
    assert 0 < len(losses) <= REMARKS
    assert losses == sorted(losses, reverse=True)
    assert all(each.played.made != each.better.made and each.view.viewer == each.seat == 0 for each in shown.remarks)


def test_a_review_is_cut_off_by_the_clock() -> None:
    log, _ = logged("artbot", 1, 40)
    clock = count(0, SECONDS / 10)
    shown = look_back((log, 0), clock=lambda: next(clock))
    assert 0 < shown.judged < shown.lines


@pytest.mark.parametrize("key", GAMES)
def test_a_player_and_the_page_are_told_the_same_costliest_moves_whatever_the_time(key: str) -> None:
    log, _ = logged(key, 3, 60)
    slow, page = count(0, SECONDS / 1e5), look_over(log, clock=lambda: 0.0)
    found = [look_back((log, seat), clock=lambda: next(slow)) for seat in range(2)]
    together = sorted((each for own in found for each in own.remarks), key=lambda each: each.gain.worth, reverse=True)
    assert tuple(together[:REMARKS]) == page.remarks
    assert sum(own.judged for own in found) == page.judged


def test_the_dice_of_both_are_counted_and_what_they_show_on_average() -> None:
    log, draws = logged("varia", 2, 120)
    for throws, seat in zip(look_over(log, 0).throws, "AB", strict=True):
        thrown = [each for each in draws if each["purpose"] in (f"power.{seat}", f"focus.{seat}", f"effect.{seat}")]
        assert throws.dice == len(thrown) > 0
        assert throws.shown == sum(each["shown"] for each in thrown)
        assert throws.expected == sum((each["size"] + 1) / 2 for each in thrown)


@pytest.mark.parametrize("key", GAMES)
def test_any_game_can_be_looked_back_at(key: str) -> None:
    log, _ = logged(key, 3, 24, houses=[1])
    clock = count(0, SECONDS / 10)
    shown = look_back((log, 0), clock=lambda: next(clock))
    assert 0 < shown.judged <= shown.lines
    assert look_back((log, 1)).lines == 0, "what a house player did for somebody is not that person's"
    insight = look_into((log, (1,), 0))
    assert insight is not None
    assert all(log.entries[number].seat == 1 for number in range(insight.first, insight.last + 1))
    assert look_into((log, (), 0)) is None
    known = look_into((log, (1,), None))
    assert known is not None
    assert known.weighed == ()
    assert known.rival is None or known.rival.played.made != known.rival.other.made


async def test_a_finished_match_is_looked_back_at_for_its_people_alone(host: Host) -> None:
    match = await started(host, game="artbot")
    with pytest.raises(Refused):
        await requests.review(host, match, ADA)
    await leave(host, click(BEN), match)
    for user in (ADA, BEN):
        assert (await requests.review(host, match, user)).remarks == ()
    with pytest.raises(NotAtTable):
        await requests.review(host, match, CLEO)


async def test_a_house_player_explains_its_last_move(host: Host, clock: ManualClock) -> None:
    match, chance = await started(host, game="artbot", house="easy"), Random(2)
    assert await requests.explain(host, match, ADA) is None
    while (shown := await requests.explain(host, match, ADA)) is None:
        await click_randomly(host, match, ADA, chance)
        await pass_time(host, clock, 10)
    assert (await table_of(host, match)).seats[shown.seat].house is not None
    assert shown.told
    assert [each.worth for each in shown.weighed] == sorted((each.worth for each in shown.weighed), reverse=True)


async def test_a_log_that_the_rules_do_not_follow_is_refused(host: Host) -> None:
    match = await started(host, game="artbot")
    await leave(host, click(BEN), match)
    async with host.database.transaction() as tx:
        broken = EntryRow(match, 2, "pick", 0, "A99", [], [], 0.0)
        await matches.append(tx, [broken], [])
    with pytest.raises(Refused):
        await requests.review(host, match, ADA)


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_what_a_viewer_is_told_hangs_on_nothing_hidden_from_it(game: AnyGame) -> None:
    for seed in range(6):
        at, step, _, _ = some_step(game, seed)
        seat = step.decision.seat
        viewers: list[Viewer] = [SPECTATOR, *(other for other in range(len(at.seats)) if other != seat)]
        for viewer in viewers[:2]:
            dealt_anew = [game.determinize(step.state, viewer, FairDice.seeded(seed, name)) for name in "ab"]
            told = [weighed(game, state, viewer, seat, FairDice.seeded(seed)) for state in (step.state, *dealt_anew)]
            assert told[0] == told[1] == told[2], (seed, letter(seat), viewer)


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_a_judgement_hangs_on_nothing_that_the_player_did_not_know(game: AnyGame) -> None:
    for seed in range(3):
        _, step, _, _ = some_step(game, seed)
        seat = step.decision.seat
        played = tuple(POLICIES["random"].line(game, step.state, seat, FairDice.seeded(seed)))
        dealt_anew = game.determinize(step.state, seat, FairDice.seeded(seed, "anew"))
        assert judged(game, step.state, seat, played, FairDice.seeded(seed)) == judged(
            game, dealt_anew, seat, played, FairDice.seeded(seed)
        )


def test_a_blunder_is_seen_and_the_best_line_is_none() -> None:
    game = ALL_GAMES["varia"]
    losses = []
    for seed in range(9, 17):
        _, step, _, _ = some_step(game, seed)
        seat = step.decision.seat
        tried = SearchPlayer(120).weigh(game, step.state, seat, FairDice.seeded(seed))
        if len(tried) > 4:
            worst = judged(game, step.state, seat, tried[-1].line, FairDice.seeded(seed, "worst")).loss
            best = judged(game, step.state, seat, tried[0].line, FairDice.seeded(seed, "best")).loss
            losses.append((worst, best))
    assert losses
    assert any(worst > 0 for worst, _ in losses)
    assert sum(worst for worst, _ in losses) > sum(best for _, best in losses)


def test_a_line_is_told_without_the_turns_to_other_moments() -> None:
    game = ALL_GAMES["varia"]
    seats = {"A": {"timeline": ["Kite Guard", "Hearth Cleave"]}, "B": {"hand": ["Iron Bulwark"]}}
    position = {"step": "reaction", "distance": "engaged", "seats": seats}
    state = game.position(position, shipped_cards(game))
    line = list[tuple[str, tuple[str, ...]]]()
    after = game.copy(state)
    for key in ("at:1", "gap", "lock"):
        (asked,) = game.decisions(after)
        line.append((asked.id, (key,)))
        if key != "lock":
            game.apply(after, asked.id, (key,), NoDice())
    told = plan_of(game, state, 1, tuple(line))
    assert [label.id for made in told.made for label in made.labels] == ["varia.pick.gap", "varia.pick.lock"]
