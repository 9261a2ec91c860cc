"""Setting up a table: options, pace, seats, house players; and everybody agreeing to what was changed."""

import asyncio
from random import Random

import pytest

from bot.host import lobby
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.lobby import NOBODY, OPTION, Lobby, Refused, missing
from bot.host.lobby.table_options import fields
from bot.host.match import panel_actions
from bot.storage import outbox
from bot.storage.destination import Destination
from engine.contract import AnyGame
from engine.players.characters import level_of
from engine.registry import GAMES
from tests.engine.random_tables import random_options
from tests.host.players import ADA, BEN, CLEO, DAN, click, opened, posts_of, table_of


async def arranged(host: Host, shown: Lobby, what: str, value: str, user: int = ADA) -> Lobby:
    return await lobby.arrange(host, click(user), shown.match.id, what, value)


async def refused(host: Host, shown: Lobby, what: str, value: str, user: int = ADA) -> str:
    """Why something cannot be changed; and then nothing has changed."""
    before = await lobby.look(host, shown.match.id)
    with pytest.raises(Refused) as why:
        await arranged(host, shown, what, value, user)
    after = await lobby.look(host, shown.match.id)
    assert (after.match.options, after.match.pace, after.seats) == (
        before.match.options,
        before.match.pace,
        before.seats,
    )
    return why.value.reason.id


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_every_option_of_every_game_can_be_set_to_what_its_field_allows(host: Host, game: AnyGame) -> None:
    shown = await opened(host, game=game.spec.key, opponent=None)
    wanted = random_options(game.spec.options, Random(3)).model_dump(mode="json")
    for field in fields(game.spec.options):
        options = {**shown.match.options, field.name: wanted[field.name]}
        faults = game.table_faults(game.spec.options.model_validate(options), len(shown.seats))
        what, value = f"{OPTION}{field.name}", str(wanted[field.name])
        if faults:
            assert await refused(host, shown, what, value) == faults[0].id
        else:
            shown = await arranged(host, shown, what, value)
            assert shown.match.options == options


@pytest.mark.parametrize(
    ("what", "value", "why"),
    [
        (f"{OPTION}round_cap", "0", "table.refused.number"),
        (f"{OPTION}round_cap", "201", "table.refused.number"),
        (f"{OPTION}round_cap", "ten", "table.refused.number"),
        (f"{OPTION}rules", "mine", "table.refused.option"),
        (f"{OPTION}open_hands", "maybe", "table.refused.option"),
        (f"{OPTION}colour", "red", "table.refused.option"),
        ("colour", "red", "table.refused.option"),
        ("preset", "mine", "table.refused.option"),
        ("pace", "fast", "table.refused.option"),
        ("takeover", "boss", "table.refused.option"),
        ("house", "boss", "table.refused.option"),
        ("unhouse", "", "table.refused.no_house"),
        ("seats", "1", "lobby.refused.players"),
        ("seats", "9", "lobby.refused.players"),
        ("seats", "-2", "lobby.refused.players"),
        (f"{OPTION}deck_size", "6", "artbot.table.deck_size"),
    ],
)
async def test_what_cannot_be_is_refused_with_the_reason(host: Host, what: str, value: str, why: str) -> None:
    shown = await opened(host, game="artbot", opponent=None)
    assert await refused(host, shown, what, value) == why


async def test_options_that_depend_on_each_other_are_refused_in_the_games_words(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None, seats=3)
    assert await refused(host, shown, "preset", "duel") == "artbot.table.duel"
    shown = await arranged(host, shown, "seats", "2")
    shown = await arranged(host, shown, "preset", "duel")
    assert await refused(host, shown, "seats", "3") == "artbot.table.duel"


async def test_only_the_opener_changes_a_table_and_only_before_the_start(host: Host) -> None:
    shown = await opened(host)
    assert await refused(host, shown, "pace", "slow", BEN) == "table.refused.not_opener"
    await lobby.join(host, click(BEN), shown.match.id)
    await lobby.start(host, click(ADA), shown.match.id)
    assert await refused(host, shown, "pace", "slow") == "lobby.refused.started"


async def test_house_players_fill_a_table_of_eight_and_get_up_again(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None)
    shown = await arranged(host, shown, "seats", "8")
    await lobby.join(host, click(BEN), shown.match.id)
    for _ in range(6):
        shown = await arranged(host, shown, "house", "easy")
    assert shown.full
    assert all(row.deck is not None for row in shown.seats)
    assert len({row.house for row in shown.seats if row.house is not None}) == 6, "six different characters"
    assert await refused(host, shown, "house", "easy") == "table.refused.no_seat"
    shown = await arranged(host, shown, "unhouse", "")
    assert [row.seat for row in shown.seats if not row.taken] == [7]


async def test_the_character_that_was_chosen_sits_down_or_the_next_of_its_level_if_it_sits_there(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None, seats=4)
    for _ in range(2):
        shown = await arranged(host, shown, "house", "wren")
    shown = await arranged(host, shown, "house", "normal")
    houses = [row.house for row in shown.seats[1:]]
    assert houses[0] == "wren"
    assert len(set(houses)) == 3
    assert [level_of(house or "") for house in houses] == ["normal"] * 3


async def test_a_click_that_comes_twice_counts_once(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None, seats=4)
    twice = click(ADA)
    for _ in range(2):
        shown = await lobby.arrange(host, twice, shown.match.id, "house", "easy")
    assert [row.house is not None for row in shown.seats] == [False, True, False, False]


async def test_fewer_seats_take_free_ones_first_then_house_players_and_never_a_persons(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None, seats=5)
    for user in (BEN, CLEO, DAN):
        shown = await lobby.join(host, click(user), shown.match.id)
    await lobby.give_up(host, click(BEN), shown.match.id)
    shown = await arranged(host, shown, "house", "easy")  # in Ben's place
    shown = await arranged(host, shown, "seats", "4")
    assert [(row.seat, row.user, row.house is not None) for row in shown.seats] == [
        (0, ADA, False), (1, None, True), (2, CLEO, False), (3, DAN, False)
    ]  # fmt: skip
    shown = await arranged(host, shown, "seats", "3")
    assert [row.user for row in shown.seats] == [ADA, CLEO, DAN]
    assert await refused(host, shown, "seats", "2") == "table.refused.seats_taken"
    async with host.database.reading() as connection:
        surfaces = [await outbox.surface(connection, shown.match.id, "hand", seat) for seat in range(4)]
    places = [None if surface is None else surface.destination for surface in surfaces]
    assert places[1:] == [Destination.dm(CLEO), Destination.dm(DAN), None]


async def test_a_change_after_somebody_sat_down_is_said_once_and_agreed_to_before_the_start(host: Host) -> None:
    shown = await opened(host, opponent=None)
    match = shown.match.id
    shown = await arranged(host, shown, f"{OPTION}turn_cap", "30")
    assert missing(shown) == ()
    await lobby.join(host, click(BEN), match)
    shown = await arranged(host, shown, f"{OPTION}turn_cap", "20")
    shown = await arranged(host, shown, "takeover", "easy")
    assert missing(shown) == (1,)
    assert [post.content for post in await posts_of(host, match, "changed")] == [{"seats": [1]}]
    with pytest.raises(Refused) as why:
        await lobby.start(host, click(ADA), match)
    assert why.value.reason.id == "table.refused.agreement"
    assert missing(await lobby.agree(host, click(BEN), match)) == ()
    shown = await lobby.start(host, click(ADA), match)
    assert (shown.match.status, shown.match.takeover, shown.match.options["turn_cap"]) == ("running", "easy", 20)
    assert '"turn_cap":20' in (shown.match.table_string or "")
    assert '"takeover":"easy"' in (shown.match.table_string or "")


async def test_what_stays_as_it_was_asks_nobody_and_who_leaves_asks_nothing_more(host: Host) -> None:
    shown = await opened(host, opponent=None)
    await lobby.join(host, click(BEN), shown.match.id)
    shown = await arranged(host, shown, "takeover", NOBODY)
    shown = await arranged(host, shown, "pace", "live")
    assert missing(shown) == ()
    await arranged(host, shown, "pace", "slow")
    await lobby.give_up(host, click(BEN), shown.match.id)
    shown = await lobby.join(host, click(CLEO), shown.match.id)
    assert missing(shown) == ()


async def test_a_change_and_a_start_at_once_never_start_what_nobody_agreed_to(host: Host) -> None:
    """Whichever comes first: the match starts with what both had agreed to, or waits for the second to agree."""
    for number in range(4):
        shown = await opened(host, opponent=None, user=1000 + number)
        match = shown.match.id
        await lobby.join(host, click(2000 + number), match)
        change = lobby.arrange(host, click(1000 + number), match, f"{OPTION}turn_cap", "9")
        start = lobby.start(host, click(2000 + number), match)
        both = (change, start) if number % 2 else (start, change)
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sum(isinstance(result, Refused) for result in results) == 1
        after = await lobby.look(host, match)
        assert (after.match.status == "running") == (after.match.options["turn_cap"] == 60)


async def test_a_table_with_house_rules_is_played_by_them_and_its_rematch_keeps_them(host: Host) -> None:
    shown = await opened(host, opponent=None)
    await arranged(host, shown, f"{OPTION}starting_distance", "engaged")
    await lobby.join(host, click(BEN), shown.match.id)
    await lobby.start(host, click(ADA), shown.match.id)
    assert (await table_of(host, shown.match.id)).options.model_dump()["starting_distance"] == "engaged"
    await panel_actions.leave(host, click(ADA), shown.match.id)
    again = await lobby.rematch(host, click(BEN), shown.match.id)
    assert again.match.options["starting_distance"] == "engaged"


async def test_ready_decks_follow_the_size_that_the_table_agrees_on(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None)
    shown = await arranged(host, shown, "house", "easy")
    shown = await arranged(host, shown, f"{OPTION}deck_size", "30")
    held = [seat.deck["cards"] for seat in shown.seats if seat.deck is not None]
    assert [sum(cards.values()) for cards in held] == [30, 30]
    assert {sum(choice.stored["cards"].values()) for choice in shown.decks} == {30}
    shown = await lobby.start(host, click(ADA), shown.match.id)
    assert shown.match.status == "running"


async def test_a_message_that_waits_for_a_hand_never_becomes_that_of_another_seat(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None, seats=3)
    match = shown.match.id
    for user in (BEN, CLEO):
        await lobby.join(host, click(user), match)
    waiting = Click(71, CLEO, 0.0)
    await lobby.keep_hand(host, waiting, match, "early", 72)
    async with host.database.reading() as connection:
        assert await outbox.surface(connection, match, "panel", 2) is not None
    await lobby.give_up(host, click(BEN), match)
    shown = await arranged(host, await lobby.look(host, match), "seats", "2")
    assert [seat.user for seat in shown.seats] == [ADA, CLEO]
    async with host.database.reading() as connection:
        assert [await outbox.surface(connection, match, "panel", seat) for seat in (1, 2)] == [None, None]
