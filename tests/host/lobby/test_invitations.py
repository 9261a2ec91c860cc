"""Inviting several people: to a table that is opened for them, and to one that stands."""

from collections.abc import Sequence

import pytest

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.lobby import Lobby, Opening, Refused, missing
from bot.host.operations import privacy
from bot.host.people import blocks
from tests.host.players import ADA, BEN, CHANNEL, CLEO, DAN, click, opened, posts_of

EVE, GUILD = 105, 800


async def asked(host: Host, *others: int, seats: int | None = None, game: str = "artbot") -> Lobby:
    """Open a table for some people."""
    wanted = Opening(game, "live", GUILD, CHANNEL, opponents=others, seats=seats)
    table = await lobby.open_table(host, click(ADA), wanted)
    assert table is not None
    return table


def kept(shown: Lobby) -> list[int | None]:
    return [seat.kept_for for seat in shown.seats]


async def refused(host: Host, shown: Lobby, others: Sequence[int], user: int = ADA) -> str:
    """Why people cannot be invited to a table; and then nothing has changed."""
    before, posts = await lobby.look(host, shown.match.id), await posts_of(host, shown.match.id, "invited")
    with pytest.raises(Refused) as why:
        await lobby.invite(host, click(user), shown.match.id, others)
    after = await lobby.look(host, shown.match.id)
    assert (after.seats, after.match) == (before.seats, before.match)
    assert await posts_of(host, shown.match.id, "invited") == posts
    return why.value.reason.id


async def test_a_table_has_a_seat_for_everybody_who_is_asked(host: Host) -> None:
    shown = await asked(host, BEN, CLEO, DAN)
    assert kept(shown) == [None, BEN, CLEO, DAN]
    for user in (DAN, BEN, CLEO):
        shown = await lobby.join(host, click(user), shown.match.id)
    assert [seat.user for seat in shown.seats] == [ADA, BEN, CLEO, DAN]
    assert shown.full


async def test_a_table_has_as_many_seats_as_its_opener_wants_and_the_game_at_least(host: Host) -> None:
    assert kept(await asked(host, BEN, game="warmage")) == [None, BEN]
    assert kept(await asked(host, CLEO, seats=4)) == [None, CLEO, None, None]


@pytest.mark.parametrize(("game", "seats"), [("varia", None), ("artbot", 2)])
async def test_more_people_than_seats_are_refused_and_no_table_is_opened(
    host: Host, game: str, seats: int | None
) -> None:
    with pytest.raises(Refused) as why:
        await asked(host, BEN, CLEO, game=game, seats=seats)
    assert (why.value.reason.id, why.value.reason.args) == ("invite.refused.room", {"count": 1})
    assert (await asked(host, BEN)).match.id == 1


async def test_a_standing_table_gets_the_seats_that_it_needs_and_its_guests_agree(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None, guild=GUILD)
    match = shown.match.id
    shown = await lobby.invite(host, click(ADA), match, [BEN])
    assert kept(shown) == [None, BEN]
    await lobby.join(host, click(BEN), match)
    shown = await lobby.invite(host, click(ADA), match, [CLEO, DAN])
    assert kept(shown) == [None, None, CLEO, DAN]
    assert missing(shown) == (1,)
    assert [post.content for post in await posts_of(host, match, "invited")] == [{"seats": [1]}, {"seats": [2, 3]}]


async def test_who_may_not_be_invited_is_refused_and_nothing_changes(host: Host) -> None:
    shown = await asked(host, BEN, CLEO, seats=4)
    await lobby.join(host, click(BEN), shown.match.id)
    assert await refused(host, shown, [DAN], user=BEN) == "table.refused.not_opener"
    for there in (ADA, BEN, CLEO):
        assert await refused(host, shown, [DAN, there]) == "invite.refused.there"
    room = host.games["artbot"].spec.most - 3
    assert await refused(host, shown, range(200, 200 + room + 1)) == "invite.refused.room"
    await blocks.change(host, DAN, ADA)
    assert await refused(host, shown, [EVE, DAN]) == "invite.refused.apart"


async def test_a_seat_that_one_of_several_declines_is_free_for_anybody(host: Host) -> None:
    shown = await asked(host, BEN, CLEO)
    match = shown.match.id
    shown = await lobby.give_up(host, click(BEN), match)
    assert (shown.match.status, kept(shown)) == ("lobby", [None, None, CLEO])
    assert await refused(host, shown, [BEN]) == "invite.refused.declined"
    with pytest.raises(Refused, match=r"lobby\.refused\.asked"):
        await asked(host, BEN)
    with pytest.raises(Refused, match=r"lobby\.refused\.not_seated"):
        await lobby.give_up(host, click(BEN), match)
    shown = await lobby.join(host, click(DAN), match)
    shown = await lobby.join(host, click(CLEO), match)
    assert [seat.user for seat in shown.seats] == [ADA, DAN, CLEO]
    assert (await lobby.give_up(host, click(DAN), match)).seats[1].free


async def test_a_table_closes_once_everybody_has_declined(host: Host) -> None:
    shown = await asked(host, BEN, CLEO)
    await lobby.give_up(host, click(CLEO), shown.match.id)
    shown = await lobby.give_up(host, click(BEN), shown.match.id)
    assert shown.match.closing is not None
    assert (shown.match.status, shown.match.closing["id"]) == ("closed", "lobby.closed.declined")


async def test_a_person_who_declined_can_still_join_what_is_free(host: Host) -> None:
    shown = await asked(host, BEN, CLEO)
    await lobby.give_up(host, click(BEN), shown.match.id)
    shown = await lobby.join(host, click(BEN), shown.match.id)
    assert ([seat.user for seat in shown.seats], missing(shown)) == ([ADA, BEN, None], ())


async def test_an_invited_person_gets_the_seat_that_is_kept_for_them(host: Host) -> None:
    shown = await opened(host, game="artbot", opponent=None, guild=GUILD, seats=3)
    await lobby.invite(host, click(ADA), shown.match.id, [BEN])
    await lobby.invite(host, click(ADA), shown.match.id, [CLEO])
    await lobby.give_up(host, click(BEN), shown.match.id)
    shown = await lobby.join(host, click(CLEO), shown.match.id)
    assert [seat.user for seat in shown.seats] == [ADA, None, CLEO]


def names(shown: Lobby) -> list[str | None]:
    return [seat.name for seat in shown.seats]


async def test_a_seat_has_the_name_of_the_person_it_is_kept_for_until_they_decline(host: Host) -> None:
    wanted = Opening("artbot", "live", GUILD, CHANNEL, opponents=(BEN, CLEO), names={BEN: "Ben", CLEO: "Cleo"})
    shown = await lobby.open_table(host, click(ADA, name="Ada"), wanted)
    assert shown is not None
    match = shown.match.id
    assert names(shown) == ["Ada", "Ben", "Cleo"]
    assert names(await lobby.invite(host, click(ADA), match, [DAN], {DAN: "Dan"})) == ["Ada", "Ben", "Cleo", "Dan"]
    assert names(await lobby.give_up(host, click(BEN), match)) == ["Ada", None, "Cleo", "Dan"]
    shown = await lobby.join(host, click(DAN, name="Dan II"), match)
    assert names(shown) == ["Ada", None, "Cleo", "Dan II"]
    await privacy.forget(host, CLEO)
    assert names(await lobby.look(host, match)) == ["Ada", None, None, "Dan II"]
