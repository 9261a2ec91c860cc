"""Ratings: which matches count, what they do to people's numbers, and what leaderboards and profiles tell of them."""

import asyncio
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.lobby import Refused
from bot.host.match import panel_actions
from bot.host.match.players import players_of
from bot.host.match.unit_of_work import store
from bot.host.operations import privacy
from bot.host.operations.closing import by_operator
from bot.host.ratings import leaderboards, rating
from bot.host.ratings.rating import LEAST_ANSWERS, PAIR_MATCHES, PAIR_TIME
from bot.storage import ratings
from bot.storage.ratings import ResultRow
from engine.contract import Outcome
from tests.host.players import ADA, BEN, CLEO, DAN, begin, click, happen, opened, table_of
from tests.support.clocks import ManualClock

GUILD, OTHER = 77, 78


async def begun(
    host: Host, people: tuple[int, ...] = (ADA, BEN), *, guild: int = GUILD, arranged: dict[str, str] | None = None
) -> int:
    """Start a match of some people, at a table that was set up in some ways."""
    shown = await opened(host, game="artbot", guild=guild, seats=len(people), user=people[0], opponent=None)
    for what, value in (arranged or {}).items():
        await lobby.arrange(host, click(people[0]), shown.match.id, what, value)
    for user in people[1:]:
        await lobby.join(host, click(user), shown.match.id)
    await begin(host, click(people[0]), shown.match.id)
    return shown.match.id


async def given_answers(host: Host, match: int) -> dict[int, int]:
    async with host.database.reading() as connection:
        return await ratings.answers(connection, match)


async def act(host: Host, match: int, user: int, chance: Random) -> bool:
    """Give a random answer to what a person is asked, and return whether the person was asked anything."""
    panel = await panel_actions.show(host, match, user)
    asked = panel.asked
    if asked is None or panel.match.status != "running":
        return False
    keys = [option.key for option in asked.options]
    answer = chance.sample(keys, chance.randint(asked.least, min(asked.most, len(keys))))
    await panel_actions.pick(host, click(user), match, asked.id, panel.draft.revision, answer)
    return True


async def played(host: Host, clock: ManualClock, match: int, people: tuple[int, ...]) -> None:
    """Let people play until as many have given enough answers as it takes; the clock moves on where nobody is asked."""
    chance = Random(1)
    while sum(count >= LEAST_ANSWERS for count in (await given_answers(host, match)).values()) < 2:
        if not any([await act(host, match, user, chance) for user in people]):
            clock.advance(1)
            await happen(host)


async def won_by(host: Host, clock: ManualClock, winner: int, loser: int, *, guild: int = GUILD) -> int:
    """Let two people play for a while, until one of them concedes; return the match."""
    match = await begun(host, (winner, loser), guild=guild)
    await played(host, clock, match, (winner, loser))
    await panel_actions.leave(host, click(loser), match)
    return match


async def results_of(host: Host, match: int) -> list[ResultRow]:
    async with host.database.reading() as connection:
        return await ratings.of_match(connection, match)


async def why_unrated(host: Host, match: int) -> str | None:
    assert await results_of(host, match) == []
    return (await table_of(host, match)).row.unrated


async def test_a_match_is_rated_where_it_ends_and_as_the_model_says(host: Host, clock: ManualClock) -> None:
    match = await won_by(host, clock, ADA, BEN)
    first, second = await results_of(host, match)
    assert (first.user, first.place, second.user, second.place, first.last) == (ADA, 1, BEN, 2, 2)
    model = PlackettLuce()
    ((winner,), (loser,)) = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert (first.mu, first.sigma, second.mu, second.sigma) == (winner.mu, winner.sigma, loser.mu, loser.sigma)
    assert (first.gained, second.gained) == (winner.mu - 25, loser.mu - 25)
    shown = await leaderboards.of_match(host, match)
    assert [each.rating.points - each.gained for each in shown] == [1500, 1500]
    assert shown[0].gained > 0 > shown[1].gained


async def test_a_match_is_rated_once(host: Host, clock: ManualClock) -> None:
    match = await won_by(host, clock, ADA, BEN)
    before = await results_of(host, match)
    async with host.database.transaction() as tx:
        await store(host, tx, await table_of(host, match), ())
    assert await results_of(host, match) == before
    assert (await leaderboards.profile(host, ADA, "artbot", ADA)).standing == (await place_of(host, ADA))


async def place_of(host: Host, user: int, guild: int | None = None) -> leaderboards.LeaderboardPlace | None:
    return (await leaderboards.leaderboard(host, "artbot", guild, user)).own


@pytest.mark.parametrize(
    ("arranged", "why"),
    [({"rating": "casual"}, "casual"), ({"seats": "3", "house": "easy"}, "house")],
)
async def test_casual_matches_and_house_players_are_unrated(host: Host, arranged: dict[str, str], why: str) -> None:
    match = await begun(host, arranged=arranged)
    await panel_actions.leave(host, click(BEN), match)
    if (await table_of(host, match)).outcome is None:
        await panel_actions.leave(host, click(ADA), match)
    assert (
        rating.unrated((row := (await table_of(host, match)).row), players_of((await table_of(host, match)).seats))
        == why
    )
    assert row.status in ("over", "closed")
    assert await results_of(host, match) == []


async def test_who_leaves_at_once_ends_a_match_too_short_to_be_rated(host: Host) -> None:
    match = await begun(host)
    await panel_actions.leave(host, click(BEN), match)
    assert await why_unrated(host, match) == "short"
    assert (await leaderboards.profile(host, ADA, None, ADA)).standing is None


async def test_what_was_closed_is_unrated(host: Host) -> None:
    match = await begun(host)
    await by_operator(host, match, "maintenance")
    assert await results_of(host, match) == []


async def test_two_people_cannot_play_for_the_number_all_day(host: Host, clock: ManualClock) -> None:
    met = [
        ResultRow(10**6 + number, user, "artbot", GUILD, place, 2, None, 25.0, 8.0, 0.0, number + 1, clock.now())
        for number in range(PAIR_MATCHES)
        for user, place in ((ADA, 1), (BEN, 2))
    ]
    async with host.database.transaction() as tx:
        await ratings.keep(tx, [], met)
    assert await why_unrated(host, await won_by(host, clock, BEN, ADA)) == "often"
    assert await results_of(host, await won_by(host, clock, ADA, CLEO)) != []
    clock.advance(PAIR_TIME)
    assert await results_of(host, await won_by(host, clock, BEN, ADA)) != []


async def test_a_match_of_four_is_rated_by_its_places(host: Host, clock: ManualClock) -> None:
    people = (ADA, BEN, CLEO, DAN)
    match = await begun(host, people)
    await played(host, clock, match, people)
    for user in (CLEO, ADA, DAN):
        await panel_actions.leave(host, click(user), match)
    outcome = (await table_of(host, match)).outcome
    assert outcome is not None
    found = await results_of(host, match)
    assert {row.user for row in found} == set(people)
    places = {row.user: row.place for row in found}
    above = [[people[seat] for seat in rank] for rank in outcome.ranking]
    assert [sorted(user for user in people if places[user] == place) for place in sorted({*places.values()})] == [
        sorted(rank) for rank in above
    ]


async def test_matches_that_end_at_once_all_count(host: Host, clock: ManualClock) -> None:
    opponents = (BEN, CLEO, DAN)
    running = [await begun(host, (ADA, each)) for each in opponents]
    for match, other in zip(running, opponents, strict=True):
        await played(host, clock, match, (ADA, other))
    await asyncio.gather(
        *(panel_actions.leave(host, click(each), match) for match, each in zip(running, opponents, strict=True))
    )
    profile = await leaderboards.profile(host, ADA, "artbot", ADA)
    assert profile.came == ("won",) * 3
    assert profile.standing is not None
    assert (profile.standing.matches, profile.standing.rating) == (3, profile.curve[-1])
    assert [each.points for each in profile.curve] == sorted(each.points for each in profile.curve)


async def test_a_leaderboard_is_of_a_server_or_of_all(host: Host, clock: ManualClock) -> None:
    await won_by(host, clock, ADA, BEN)
    await won_by(host, clock, ADA, CLEO, guild=OTHER)
    everywhere = await leaderboards.leaderboard(host, "artbot", None, BEN)
    best = everywhere.places[0]
    assert (best.user, best.matches, best.place) == (ADA, 2, 1)
    assert {each.user for each in everywhere.places} == {ADA, BEN, CLEO}
    here = await leaderboards.leaderboard(host, "artbot", GUILD, CLEO)
    assert [each.user for each in here.places] == [ADA, BEN]
    assert here.own is None
    assert (await leaderboards.leaderboard(host, "warmage", None, ADA)).places == ()


async def test_a_profile_tells_form_decks_and_who_was_met(host: Host, clock: ManualClock) -> None:
    for winner, loser in ((ADA, BEN), (BEN, ADA), (ADA, BEN), (ADA, CLEO)):
        await won_by(host, clock, winner, loser)
        clock.advance(DAY)
    profile = await leaderboards.profile(host, ADA, None, ADA)
    assert (profile.game, profile.came) == ("artbot", ("won", "lost", "won", "won"))
    assert len(profile.curve) == 4
    assert [(each.user, each.won, each.drawn, each.lost) for each in profile.rivals] == [
        (BEN, 2, 0, 1),
        (CLEO, 1, 0, 0),
    ]
    assert (await leaderboards.profile(host, DAN, "artbot", DAN)).standing is None


async def test_who_is_deleted_has_no_rating_and_others_keep_theirs(host: Host, clock: ManualClock) -> None:
    await won_by(host, clock, ADA, BEN)
    before = (await leaderboards.profile(host, ADA, "artbot", ADA)).curve
    assert len((await privacy.told(host, BEN))["rated matches"]) == 1
    running = await begun(host, (ADA, BEN, CLEO))
    await played(host, clock, running, (ADA, BEN, CLEO))
    await privacy.forget(host, BEN)
    assert [each.user for each in (await leaderboards.leaderboard(host, "artbot", None, ADA)).places] == [ADA]
    await panel_actions.leave(host, click(CLEO), running)
    assert await why_unrated(host, running) == "gone"
    profile = await leaderboards.profile(host, ADA, "artbot", ADA)
    assert (profile.curve, profile.rivals) == (before, ())


async def test_rated_or_casual_is_agreed_on(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None)
    match = shown.match.id
    assert shown.match.rated
    await lobby.join(host, click(BEN), match)
    shown = await lobby.arrange(host, click(ADA), match, "rating", "casual")
    assert (shown.match.rated, lobby.missing(shown)) == (False, (1,))
    with pytest.raises(Refused):
        await begin(host, click(ADA), match)
    with pytest.raises(Refused):
        await lobby.arrange(host, click(ADA), match, "rating", "perhaps")
    await lobby.agree(host, click(BEN), match)
    shown = await begin(host, click(ADA), match)
    assert '"rated":false' in (shown.match.table_string or "")


@given(st.permutations(range(5)), st.lists(st.booleans(), min_size=4, max_size=4))
@settings(max_examples=50)
def test_places_count_who_is_above(order: list[int], together: list[bool]) -> None:
    ranks: list[list[int]] = [[order[0]]]
    for seat, tied in zip(order[1:], together, strict=True):
        if tied:
            ranks[-1].append(seat)
        else:
            ranks.append([seat])
    places = rating.places_of(Outcome(tuple(map(tuple, ranks)), "x"))
    for above, rank in enumerate(ranks):
        for seat in rank:
            assert places[seat] == 1 + sum(len(each) for each in ranks[:above])
