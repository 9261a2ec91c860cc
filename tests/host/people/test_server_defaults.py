"""What a server's tables of a game begin with: taken at every door where nobody chooses otherwise, and nowhere else."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.host import lobby
from bot.host.decks import formats, personal
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import MINUTE, NO_CLOCK
from bot.host.lobby import OPTION, Opening
from bot.host.people import settings
from bot.host.people.settings import Unsettable
from bot.host.tournament import creation
from bot.storage.matches import MatchRow
from bot.storage.tournaments import TournamentRow
from cardsdb.deck_formats import format_text
from engine.contract import JSON
from tests.host.lobby.test_forks import forked
from tests.host.people.test_server_rules import over
from tests.host.players import ADA, BEN, CHANNEL, CLEO, click
from tests.host.tournament.organisers import GUILD, ORGANISER

PEOPLE = {"varia": BEN, "artbot": CLEO}
"""Whom Ada challenges: each person only once."""

Row: TypeAlias = MatchRow | TournamentRow
Door: TypeAlias = Callable[[Host, str, int | None], Awaitable[Row]]
"""Opens a table, or a tournament, of a game in a server."""


async def opened(host: Host, wanted: Opening) -> MatchRow:
    table = await lobby.open_table(host, click(ADA), wanted)
    assert table is not None
    return table.match


async def looked_for(host: Host, game: str, guild: int | None) -> MatchRow:
    assert guild is not None
    wanted = Opening(game, None, guild, CHANNEL, sought=30 * MINUTE)
    table = await lobby.look_for(host, click(ADA), guild, wanted, {CHANNEL})
    assert table is not None
    return table.match


async def tournament(host: Host, game: str, guild: int | None) -> TournamentRow:
    assert guild is not None
    made = await creation.create(host, click(ORGANISER), guild, CHANNEL, game, "Cup")
    assert made is not None
    return made.row


DOORS: dict[str, Door] = {
    "/play": lambda host, game, guild: opened(host, Opening(game, None, guild, CHANNEL)),
    "challenge": lambda host, game, guild: opened(host, Opening(game, None, guild, CHANNEL, opponents=(PEOPLE[game],))),
    "search": looked_for,
    "tournament": tournament,
}


async def set_up(host: Host, game: str, **values: str) -> None:
    for what, value in values.items():
        name = what if what in ("pace", "preset") else f"{OPTION}{what}"
        await lobby.change_default(host, GUILD, game, name, value)


def named(options: JSON) -> object:
    wanted = options["format"]
    return wanted["name"] if isinstance(wanted, dict) else wanted


@pytest.mark.parametrize("door", DOORS)
async def test_every_door_takes_the_servers_defaults(door: str, host: Host) -> None:
    await settings.change_guild(host, GUILD, "pace", ["slow"])
    await set_up(host, "varia", pace="daily", turn_cap="30", format="Open")
    row = await DOORS[door](host, "varia", GUILD)
    assert (row.pace, row.options["turn_cap"], named(row.options)) == ("daily", 30, "Open")
    other = await DOORS[door](host, "artbot", GUILD)
    assert other.pace == "slow", "a game without a pace of its own has the one for all games"
    assert other.options == host.games["artbot"].spec.options().model_dump(mode="json")


@pytest.mark.parametrize("door", ["/play", "challenge"])
async def test_outside_the_server_its_defaults_do_not_count(door: str, host: Host) -> None:
    await set_up(host, "varia", pace="daily", turn_cap="30")
    row = await DOORS[door](host, "varia", GUILD + 1)
    assert (row.pace, row.options) == ("live", host.games["varia"].spec.options().model_dump(mode="json"))


async def test_what_a_person_chooses_counts_more(host: Host) -> None:
    await set_up(host, "varia", pace="daily", turn_cap="30", format="Open")
    rules = host.games["varia"].spec
    row = await opened(host, Opening("varia", "live", GUILD, CHANNEL, format=rules.formats[1]))
    assert (row.pace, row.options["turn_cap"], named(row.options)) == ("live", 30, rules.formats[1].name)
    row = await opened(host, Opening("varia", NO_CLOCK.key, GUILD, CHANNEL, rules.options(), house="pip"))
    assert (row.pace, row.options["turn_cap"]) == (NO_CLOCK.key, 60)


async def test_a_fork_with_people_has_the_pace_of_the_server_and_the_options_of_the_match(host: Host) -> None:
    match = await over(host)
    old = (await lobby.look(host, match)).match
    await set_up(host, old.game, pace="slow", turn_cap="9")
    table = await forked(host, match, 1, guild=GUILD, opponent=BEN, pace=None)
    assert (table.match.pace, table.match.options) == ("slow", old.options)


async def test_a_rematch_is_played_as_the_match_was(host: Host) -> None:
    match = await over(host)
    old = (await lobby.look(host, match)).match
    await set_up(host, old.game, pace="slow", turn_cap="9")
    again = (await lobby.rematch(host, click(ADA), match)).match
    assert (again.pace, again.options) == (old.pace, old.options)


async def test_options_that_do_not_fit_the_seats_are_the_games_own(host: Host) -> None:
    """A preset for two is no reason to refuse a table for three."""
    await lobby.change_default(host, GUILD, "artbot", "preset", "duel")
    rules = host.games["artbot"]
    usual = rules.spec.options()
    duel = (await lobby.defaults(host, GUILD, "artbot")).options
    assert duel != usual
    assert (await lobby.defaults(host, GUILD, "artbot", 2)).options == duel
    for seats in range(rules.spec.least, rules.spec.most + 1):
        wanted = usual if rules.table_faults(duel, seats) else duel
        table = await lobby.open_table(host, click(ADA + seats), Opening("artbot", None, GUILD, CHANNEL, seats=seats))
        assert table is not None
        assert table.match.options == wanted.model_dump(mode="json")


async def test_a_format_of_the_server_that_is_gone_is_the_games_own(host: Host) -> None:
    usual = host.games["varia"].spec.formats[0].name
    own = host.games["varia"].spec.formats[0].model_copy(update={"name": "House rules"})
    await formats.keep(host, GUILD, "varia", format_text(own))
    await set_up(host, "varia", format="House rules")
    assert named((await opened(host, Opening("varia", None, GUILD, CHANNEL))).options) == "House rules"
    await formats.drop(host, click(ADA), GUILD, "varia", "House rules")
    assert named((await opened(host, Opening("varia", None, GUILD, CHANNEL))).options) == usual


async def test_a_deck_is_tried_in_the_servers_format_first(host: Host) -> None:
    wanted = host.games["varia"].spec.formats[-1]
    deck = (await personal.ready_names(host, GUILD))[0]
    assert await personal.format_for(host, ADA, GUILD, "varia", deck, wanted) == wanted


async def test_a_value_is_taken_back(host: Host) -> None:
    await set_up(host, "varia", pace="daily", turn_cap="30", format="Open")
    await set_up(host, "varia", pace="", turn_cap="", format="")
    assert (await settings.guild(host, GUILD)).defaults == {}


@pytest.mark.parametrize(
    ("game", "what", "value"),
    [
        ("chess", "pace", "daily"),
        ("varia", "pace", "fast"),
        ("varia", "preset", "duel"),
        ("varia", "colour", "red"),
        ("varia", f"{OPTION}turn_cap", "1000"),
        ("varia", f"{OPTION}turn_cap", "ten"),
        ("varia", f"{OPTION}format", "Anything"),
    ],
)
async def test_what_cannot_be_a_default_changes_nothing(game: str, what: str, value: str, host: Host) -> None:
    await set_up(host, "varia", pace="slow")
    before = await settings.guild(host, GUILD)
    with pytest.raises((Refused, Unsettable)):
        await lobby.change_default(host, GUILD, game, what, value)
    assert await settings.guild(host, GUILD) == before
