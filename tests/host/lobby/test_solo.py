"""What a person can choose for a match alone against a house player, and how the earlier ones against each ended."""

from typing import Any

import pytest

from bot.host import lobby
from bot.host.decks import personal
from bot.host.kernel.host import Host
from bot.host.kernel.paces import NO_CLOCK
from bot.host.lobby import CharacterRecord, Opening, solo_choices
from bot.host.lobby.solo import NEWEST
from bot.host.match import panel_actions
from bot.storage import matches
from bot.storage.matches import SeatRow
from engine.players.characters import EASIEST, newcomer
from tests.host.players import ADA, BEN, CHANNEL, click, started, table_of

PLAYED = "varia"
WON, LOST, DRAWN = [[0], [1]], [[1], [0]], [[0, 1]]


async def ended(host: Host, ranking: list[list[int]], *others: SeatRow, user: int = ADA, **more: Any) -> int:
    """Store a finished match, in whose first seat a person sat; return it."""
    row = {
        "game": PLAYED,
        "status": "over",
        "channel": CHANNEL,
        "opener": user,
        "pace": NO_CLOCK.key,
        "options": {},
        "sets": [],
        "secret": b"",
        "counters": {},
        "clocks": {},
        "opened": 0.0,
        "started": 0.0,
        "outcome": {"ranking": ranking, "reason": "varia.over"},
    }
    async with host.database.transaction() as tx:
        match = await matches.create(tx, {**row, **more})
        for each in others:
            each.match = match
        await matches.add_seats(tx, [SeatRow(match, 0, user=user), *others])
    return match


def house(character: str, seat: int = 1, user: int | None = None) -> SeatRow:
    return SeatRow(0, seat, user=user, house=character)


async def records(host: Host, user: int = ADA) -> dict[str, CharacterRecord]:
    return dict((await solo_choices(host, user, None, PLAYED)).records)


async def test_each_character_has_the_record_of_the_persons_own_matches_alone(host: Host) -> None:
    for ranking in (WON, WON, LOST, DRAWN):
        await ended(host, ranking, house("kit"))
    await ended(host, LOST, house("vex"))
    await ended(host, DRAWN, house("pip"))
    await ended(host, WON, house("ember"), user=BEN)
    assert await records(host) == {
        "kit": CharacterRecord(2, 1),
        "vex": CharacterRecord(0, 1),
        "pip": CharacterRecord(0, 0),
    }


async def test_other_matches_are_in_no_record(host: Host) -> None:
    await ended(host, WON, house("kit"), game="artbot")
    await ended(host, WON, house("kit"), status="running")
    await ended(host, WON, house("kit"), status="closed")
    await ended(host, WON, house("kit"), lesson={"key": "first"})
    await ended(host, WON, house("kit"), loaded={})
    await ended(host, WON, house("kit"), origin={"match": 1, "step": 2})
    await ended(host, WON, house("kit", user=BEN))
    await ended(host, WON, SeatRow(0, 1, user=BEN))
    await ended(host, [[0], [1], [2]], house("kit"), house("vex", seat=2))
    await ended(host, [[0], [1], [2]], house("kit"), SeatRow(0, 2, user=BEN))
    assert await records(host) == {}


async def test_a_match_that_the_person_left_to_the_house_is_lost(host: Host) -> None:
    match = await started(host, game=PLAYED, house="kit")
    await panel_actions.leave(host, click(ADA), match)
    assert (await table_of(host, match)).row.status == "over"
    assert await records(host) == {"kit": CharacterRecord(0, 1)}


async def test_a_level_that_an_old_match_stores_is_the_character_that_the_match_shows(host: Host) -> None:
    match = await ended(host, WON, house("normal"))
    assert await records(host) == {newcomer("normal", (), match): CharacterRecord(1, 0)}


async def test_only_the_newest_matches_are_counted_of_any_game(host: Host) -> None:
    await ended(host, WON, house("kit"))
    for _ in range(NEWEST - 1):
        await ended(host, WON, house("kit"), game="artbot")
    assert await records(host) == {"kit": CharacterRecord(1, 0)}
    await ended(host, WON, house("vex"))
    assert await records(host) == {"vex": CharacterRecord(1, 0)}


@pytest.mark.parametrize("game", ["varia", "artbot", "warmage", "zarcana"])
async def test_who_names_no_deck_plays_the_one_that_is_said_to_be_usual(host: Host, game: str) -> None:
    choices = await solo_choices(host, ADA, None, game)
    wanted = Opening(game, NO_CLOCK.key, None, CHANNEL, house=EASIEST, solo=True, at_once=True)
    table = await lobby.open_table(host, click(ADA), wanted)
    assert table is not None
    deck = table.seats[0].deck
    assert choices.deck == (None if deck is None else deck["name"])
    assert [choice.ready.name for choice in choices.ready] == [choice.ready.name for choice in table.decks]
    assert (choices.deck is None) is not host.games[game].spec.decks


async def test_own_decks_that_fit_can_be_chosen_too(host: Host) -> None:
    assert (await solo_choices(host, ADA, None, "varia")).built == []
    copied = await personal.copy(host, click(ADA), None, "Cogwright", "Mine")
    empty = await personal.build(host, click(ADA), None, "varia", "Empty", "")
    assert copied is not None
    assert empty is not None
    assert (await solo_choices(host, ADA, None, "varia")).built == ["Mine"]
    assert (await solo_choices(host, ADA, None, "artbot")).built == []
    assert (await solo_choices(host, BEN, None, "varia")).built == []
