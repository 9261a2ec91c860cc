"""What a server decides is obeyed at every door: which games, who may open tables, who may not play."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from bot.host import lobby
from bot.host.access import COMMANDS, Channels, Person, Rights, Visit, server_manager
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby import Opening
from bot.host.lobby.lessons import begin_lesson, lessons
from bot.host.lobby.position_start import Place
from bot.host.lobby.puzzles import begin_day, begin_practice
from bot.host.match import panel_actions
from bot.host.operations import privacy
from bot.host.people import settings
from bot.host.people.settings import MOST_BARRED, Unsettable
from bot.host.puzzles.streaks import day_of
from bot.host.tournament import creation, entry, management
from bot.interactions.router import ACTIONS
from tests.host.lobby.test_forks import forked
from tests.host.players import ADA, BEN, CHANNEL, CLEO, begin, click, opened, started
from tests.host.tournament.organisers import GUILD, ORGANISER, announced

ROOT = Path(__file__).parents[3]
OPENER = 71
"""A role."""

Door: TypeAlias = Callable[[Host], Awaitable[object]]
"""What Ada, or the organiser, tries in the server: it is allowed before, and is refused afterwards."""


async def over(host: Host) -> int:
    """A finished match of Ada and Ben."""
    match = await started(host, guild=GUILD)
    await panel_actions.leave(host, click(BEN), match)
    return match


async def bens_table(host: Host) -> int:
    return (await opened(host, guild=GUILD, user=BEN, opponent=None)).match.id


async def full_table(host: Host) -> int:
    match = await bens_table(host)
    await lobby.join(host, click(ADA), match)
    return match


async def draft(host: Host) -> object:
    return await creation.create(host, click(ORGANISER), GUILD, CHANNEL, "varia", "Cup")


async def nothing(host: Host) -> int:
    return 0


async def published(host: Host) -> object:
    """Move a match that was begun elsewhere to the server."""
    options = host.games["varia"].spec.options()
    wanted = Opening("varia", "none", None, CHANNEL, options, house="pip", solo=True)
    table = await lobby.open_table(host, click(ADA), wanted)
    assert table is not None
    match = table.match.id
    await lobby.start(host, replace(click(ADA), message=match), match)
    await lobby.publish(host, click(ADA), match, GUILD, CHANNEL, None)
    return match


HERE = Place(GUILD, CHANNEL)
Prepare: TypeAlias = Callable[[Host], Awaitable[int]]
Try: TypeAlias = Callable[[Host, int], Awaitable[object]]

PEOPLE: dict[str, tuple[Prepare, Try]] = {
    "open": (nothing, lambda host, _: opened(host, guild=GUILD, opponent=None)),
    "be challenged": (nothing, lambda host, _: opened(host, guild=GUILD, user=BEN, opponent=ADA)),
    "be invited to a table": (bens_table, lambda host, match: lobby.invite(host, click(BEN), match, [ADA])),
    "join": (bens_table, lambda host, match: lobby.join(host, click(ADA), match)),
    "start": (full_table, lambda host, match: begin(host, click(ADA), match)),
    "be started with": (full_table, lambda host, match: begin(host, click(BEN), match)),
    "rematch": (over, lambda host, match: lobby.rematch(host, click(ADA), match)),
    "be asked for a rematch": (over, lambda host, match: lobby.rematch(host, click(BEN), match)),
    "play on": (over, lambda host, match: forked(host, match, 1, guild=GUILD)),
    "be asked to play on": (over, lambda host, match: forked(host, match, 1, BEN, guild=GUILD, again=True)),
    "learn": (nothing, lambda host, _: begin_lesson(host, click(ADA), lessons(host)[0].key, HERE)),
    "solve": (nothing, lambda host, _: begin_day(host, click(ADA), day_of(host.now()), HERE)),
    "play in public": (nothing, lambda host, _: published(host)),
    "enter": (announced, lambda host, number: entry.join(host, click(ADA), number, "Ada", ())),
    "be invited": (
        announced,
        lambda host, number: management.invite(host, click(ORGANISER), number, ADA, "Ada", manages=True),
    ),
}


async def with_an_entrant(host: Host) -> int:
    number = await announced(host)
    await entry.join(host, click(BEN), number, "Ben", ())
    return number


PEOPLE["take a place"] = (
    with_an_entrant,
    lambda host, number: management.replace(host, click(ORGANISER), number, 0, ADA, "Ada", manages=True),
)
GAMES: dict[str, tuple[Prepare, Try]] = {
    **{name: PEOPLE[name] for name in ("open", "rematch", "play on", "play in public")},
    "learn": (nothing, lambda host, _: begin_lesson(host, click(ADA), lessons(host, "varia")[0].key, HERE)),
    "practise": (nothing, lambda host, _: begin_practice(host, click(ADA), "varia-28", HERE)),
    "hold a tournament": (nothing, lambda host, _: draft(host)),
}


@pytest.mark.parametrize("door", PEOPLE)
async def test_who_may_not_play_here_is_refused_at_every_door(door: str, host: Host) -> None:
    prepare, attempt = PEOPLE[door]
    number = await prepare(host)
    await settings.change_guild(host, GUILD, "barred", [str(ADA)])
    with pytest.raises(Refused) as refused:
        await attempt(host, number)
    assert refused.value.reason.id in ("server.refused.barred", "server.refused.other")
    await settings.change_guild(host, GUILD, "barred", [])
    assert await attempt(host, number) is not None


@pytest.mark.parametrize("door", GAMES)
async def test_a_game_that_is_not_played_here_is_refused_at_every_door(door: str, host: Host) -> None:
    prepare, attempt = GAMES[door]
    number = await prepare(host)
    await settings.change_guild(host, GUILD, "games", ["zarcana", "artbot"])
    with pytest.raises(Refused) as refused:
        await attempt(host, number)
    assert refused.value.reason.id == "server.refused.game"
    await settings.change_guild(host, GUILD, "games", [*host.games])
    assert (await settings.guild(host, GUILD)).games == []
    assert await attempt(host, number) is not None


def test_every_way_to_begin_a_match_is_one_of_these_doors() -> None:
    """A new one has to be walked here as well. A series' games are those of its entrants."""
    host = ROOT / "bot" / "host"
    makers = {
        str(file.relative_to(host))
        for file in host.rglob("*.py")
        if re.search(r"\bmatches\.create\(", file.read_text("utf-8"))
    }
    assert makers == {"lobby/creation.py", "lobby/forks.py", "lobby/position_start.py", "tournament/games.py"}


async def test_outside_the_server_its_rules_do_not_count(host: Host) -> None:
    await settings.change_guild(host, GUILD, "barred", [str(ADA)])
    await settings.change_guild(host, GUILD, "games", ["zarcana"])
    assert (await opened(host, guild=GUILD + 1, opponent=None)).match.status == "lobby"
    assert (await opened(host, house="pip")).match.guild is None


async def test_a_running_match_goes_on_without_regard_to_a_new_rule(host: Host) -> None:
    match = await started(host, guild=GUILD)
    [mover] = [user for user in (ADA, BEN) if (await panel_actions.show(host, match, user)).asked is not None]
    await settings.change_guild(host, GUILD, "barred", [str(mover)])
    assert (await panel_actions.show(host, match, mover)).asked is not None


class Elsewhere(Channels):
    """A lookup that nobody needs."""

    async def rights(self, guild: int, channel: int, user: int) -> Rights:
        raise AssertionError("nobody looks up a channel here")

    async def is_private(self, guild: int, channel: int) -> bool:
        raise AssertionError("nobody looks up a channel here")

    async def missing(self, guild: int, channels: object, *, threads: bool) -> dict[int, list[str]]:
        raise AssertionError("nobody looks up a channel here")

    async def role_fault(self, guild: int, role: int, chooser: int, mentioned: int | None = None) -> str | None:
        raise AssertionError("nobody looks up a role here")


def visit(host: Host, number: int | None, *, guild: int | None = GUILD, manages: bool = False, role: int = 0) -> Visit:
    person = Person(ADA, guild, CHANNEL, roles=frozenset({role}), manages=manages)
    return Visit(host, Elsewhere(), person, number)


@pytest.mark.parametrize(
    "name",
    ["/play", "/Challenge", "invited", "anyone", "lesson", "solve", "puzzlegame", "playon", "playreal", "rematch"],
)
async def test_only_those_whom_the_server_lets_open_tables(name: str, host: Host) -> None:
    rule = COMMANDS[name] if name.startswith("/") else ACTIONS[name].rule
    match = await over(host)
    await rule(visit(host, match))
    await settings.change_guild(host, GUILD, "openers", [str(OPENER)])
    with pytest.raises(Refused) as refused:
        await rule(visit(host, match))
    assert refused.value.reason.id == "server.refused.opener"
    await rule(visit(host, match, role=OPENER))
    await rule(visit(host, match, manages=True))
    await rule(visit(host, match, guild=GUILD + 1) if name != "rematch" else visit(host, match, role=OPENER))


async def test_a_rematch_is_not_asked_for_in_another_place_but_agreed_to_anywhere(host: Host) -> None:
    """A role counts in the server that gave it; in direct messages nobody has one."""
    match, rule = await over(host), ACTIONS["rematch"].rule
    await settings.change_guild(host, GUILD, "openers", [str(OPENER)])
    for elsewhere in (None, GUILD + 1):
        with pytest.raises(Refused):
            await rule(visit(host, match, guild=elsewhere, role=OPENER, manages=True))
    await lobby.rematch(host, click(BEN), match)
    await rule(visit(host, match, guild=None))


async def test_only_managers_change_the_rules() -> None:
    assert {ACTIONS[name].rule for name in ("guild", "guildpage", "settings")} == {server_manager}
    assert COMMANDS["/settings"] is server_manager


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("games", ["chess"]),
        ("barred", ["x"]),
        ("openers", ["-1"]),
        ("barred", list(map(str, range(1, MOST_BARRED + 2)))),
    ],
)
async def test_what_cannot_be_a_rule_changes_nothing(name: str, values: list[str], host: Host) -> None:
    await settings.change_guild(host, GUILD, "barred", [str(CLEO)])
    before = await settings.guild(host, GUILD)
    with pytest.raises(Unsettable):
        await settings.change_guild(host, GUILD, name, values)
    assert await settings.guild(host, GUILD) == before
    assert await settings.barred(host, GUILD) == [CLEO]


async def test_who_is_forgotten_is_on_no_list(host: Host) -> None:
    await settings.change_guild(host, GUILD, "barred", [str(ADA), str(BEN)])
    await privacy.forget(host, ADA)
    assert await settings.barred(host, GUILD) == [BEN]
