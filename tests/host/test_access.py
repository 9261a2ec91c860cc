"""Access rules: what a refusal tells those who are refused."""

import pytest
from msgspec.structs import replace

from bot.host.access import (
    COMMANDS,
    Person,
    Rights,
    Rule,
    Visit,
    forker,
    match_manager,
    match_moderator,
    match_reader,
    season_organiser,
    season_reader,
)
from bot.host.kernel.errors import UserError
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.host.seasons import management
from engine.contract import Message
from tests.host.players import ADA, BEN, CHANNEL, CLEO, DAN, click, opened, started
from tests.support.clicks import Everywhere

GUILD = 77
NOWHERE = 99_999
ABOUT_MATCHES = sorted(
    name for name, rule in COMMANDS.items() if rule in {forker, match_manager, match_moderator, match_reader}
)
STRANGER = Person(DAN, None, None)
STRANGERS = {
    "in direct messages": STRANGER,
    "in another channel": replace(STRANGER, guild=GUILD, channel=CHANNEL + 1),
    "who moderates another channel": replace(STRANGER, guild=GUILD, channel=CHANNEL + 1, moderates=True),
    "in another server": replace(STRANGER, guild=GUILD + 1, channel=1),
    "who manages another server": replace(STRANGER, guild=GUILD + 1, channel=1, manages=True, moderates=True),
}


class Closed(Everywhere):
    """Permissions under which nobody may read the channels of others."""

    async def rights(self, guild: int, channel: int, user: int) -> Rights:
        return Rights()


async def refusal(host: Host, name: str, person: Person, match: int) -> Message | None:
    """Why somebody may not use a command about a match."""
    try:
        await COMMANDS[name](Visit(host, Closed(), person, match))
    except UserError as error:
        return error.reason
    return None


def test_the_commands_that_name_a_match_are_known() -> None:
    assert {"/hand", "/match show", "/match fork", "/moderate close", "/moderate reverse"} <= {*ABOUT_MATCHES}


@pytest.mark.parametrize("who", STRANGERS)
async def test_no_refusal_tells_whether_a_match_number_exists(host: Host, who: str) -> None:
    running, over = await started(host, guild=GUILD), await started(host, guild=GUILD)
    await panel_actions.leave(host, click(BEN), over)
    lobby = (await opened(host, user=ADA, opponent=None, guild=GUILD)).match.id
    person = STRANGERS[who]
    told = [
        (name, match, await refusal(host, name, person, match))
        for name in ABOUT_MATCHES
        for match in (running, over, lobby)
    ]
    nothing = {name: await refusal(host, name, person, NOWHERE) for name in ABOUT_MATCHES}
    assert [each for each in told if each[2] != nothing[each[0]]] == []
    assert None not in nothing.values()
    assert await refusal(host, "/hand", replace(person, user=ADA), running) is None
    assert await refusal(host, "/hand", replace(person, user=CLEO), running) is not None


async def test_a_season_of_a_hidden_channel_is_known_only_to_its_readers_and_organisers(host: Host) -> None:
    made = await management.create(host, click(ADA), GUILD, CHANNEL, "Autumn")
    stranger = Person(DAN, GUILD, CHANNEL + 1)

    async def told(person: Person, rule: Rule, number: int) -> str | None:
        try:
            await rule(Visit(host, Closed(), person, number))
        except UserError as error:
            return error.reason.id
        return None

    hidden = [await told(stranger, season_reader, number) for number in (made.row.id, NOWHERE)]
    assert hidden == ["season.refused.gone"] * 2
    elsewhere = replace(stranger, guild=GUILD + 1, manages=True)
    assert await told(elsewhere, season_organiser, made.row.id) == "season.refused.gone"
    readers = (replace(stranger, channel=CHANNEL), replace(stranger, user=ADA), replace(stranger, manages=True))
    assert [await told(person, season_reader, made.row.id) for person in readers] == [None] * 3
    may = [await told(person, season_organiser, made.row.id) for person in readers]
    assert may == ["tournament.refused.not_organiser", None, None]
