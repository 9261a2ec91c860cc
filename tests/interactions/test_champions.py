"""The champion's role through Discord's own protocol: who gets it, when nobody does, and what is mentioned."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import people
from sandbox.description import INVITE_PERMISSIONS
from sandbox.faults import Fault
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import SETTINGS, confirmed, find, found
from tests.e2e.tournament_panels import chosen, opened, set_up, turned
from tests.interactions import test_seasons
from tests.interactions.room import Room
from tests.support.discord import Stage
from tests.support.people import PLAYED_WORLD

RESULTS, ROLES = 3, 4
"""The pages of the panel on which results and roles are set, counted from 0."""

WORLD = replace(
    PLAYED_WORLD,
    guilds=tuple(replace(each, bot_permissions=(*INVITE_PERMISSIONS, "manage_roles")) for each in PLAYED_WORLD.guilds),
)


class Club:
    """A server with a role for champions, in which Ada holds tournaments. Ada owns it, and reads its log."""

    def __init__(self, room: Room, ada: Person) -> None:
        self.room = room
        self.ada = ada
        self.world = room.sandbox.parts.world
        self.guild = int(ada.places["guilds"][0]["id"])
        self.role = self.world.make_role(self.guild, "Champion")

    @classmethod
    async def opened(cls, stage: Stage, folder: Path) -> "Club":
        room = await Room.prepared(stage, folder, 3, SETTINGS, WORLD)
        await room.start()
        return cls(room, await room.client.person("Ada"))

    async def promised(self, title: str, what: str = "champion_role", role: int | None = None) -> Message:
        """Set up a tournament with a role, whose results are final at once, and return the panel."""
        panel = await turned(self.ada, await set_up(self.room, title, ("format", "single")), RESULTS)
        panel = await turned(self.ada, await chosen(self.ada, panel, "provisional", "none"), ROLES)
        return await chosen(self.ada, panel, what, str(role or self.role))

    async def held(self, panel: Message, title: str, winner: Person, loser: Person) -> None:
        """Hold a tournament of two, in which one leaves."""
        announcement = await opened(self.ada, panel, title)
        for person in (winner, loser):
            await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
        manage = (await self.ada.slash("tournament manage")).message
        assert manage is not None
        await confirmed(self.ada, manage, "tstart")
        await loser.wait_for(lambda message: find(message, "watch") is not None)
        asked = (await loser.click(loser.now(announcement), found(loser.now(announcement), "tleave"))).message
        assert asked is not None
        await loser.click(asked, found(asked, "tleave"))
        await self.room.quiet(self.ada)

    def champions(self) -> set[int]:
        members = self.world.guild(self.guild).members.values()
        return {member.user_id for member in members if self.role in member.role_ids}


async def test_the_champion_has_the_role_until_the_next_one_wins(stage: Stage, tmp_path: Path) -> None:
    club = await Club.opened(stage, tmp_path)
    ben, cleo = await club.room.client.person("Ben"), await club.room.client.person("Cleo")
    await club.held(await club.promised("First Friday"), "First Friday", ben, cleo)
    assert club.champions() == {ben.id}
    await club.held(await club.promised("Second Friday"), "Second Friday", cleo, ben)
    assert club.champions() == {cleo.id}
    await club.held(await club.promised("Third Friday"), "Third Friday", cleo, ben)
    assert club.champions() == {cleo.id}


async def test_the_champion_of_a_season_has_its_role_once_it_is_over(stage: Stage, tmp_path: Path) -> None:
    club = await Club.opened(stage, tmp_path)
    ben, cleo = await club.room.client.person("Ben"), await club.room.client.person("Cleo")
    season = await test_seasons.planned(club.ada, "Autumn")
    season = await test_seasons.chosen(club.ada, season, ".role", str(club.role))
    other = club.world.make_role(club.guild, "Winner of an evening")
    panel = await club.promised("Friday night", role=other)
    await club.held(panel, "Friday night", ben, cleo)
    own = await club.ada.finished(await club.ada.slash("season"))
    season = (await club.ada.click(own, found(own, "seasonmanage"))).message or season
    select = next(each for each in season.selects if "seasonchoose" in each.custom_id)
    season = (await club.ada.select(season, select.custom_id, [select.options[0][0]])).message or season
    await club.room.quiet(club.ada)
    assert club.champions() == set()
    season = (await club.ada.click(own, found(own, "seasonmanage"))).message or season
    await club.ada.submit_modal(await club.ada.click(season, found(season, "seasonend")), {"reason": ""})
    await club.room.quiet(club.ada)
    assert club.champions() == {ben.id}


def _powers(club: Club) -> None:
    club.world.edit_role(club.guild, club.role, {"permissions": ["ban_members"]})


def _moved(club: Club) -> None:
    club.world.edit_role(club.guild, club.role, {"position": 99})


def _managed(club: Club) -> None:
    club.world.edit_role(club.guild, club.role, {"managed": True})


def _gone(club: Club) -> None:
    club.world.delete_role(club.guild, club.role)


def _forbidden(club: Club) -> None:
    bot = next(role for role in club.world.guild(club.guild).roles.values() if role.managed)
    club.world.edit_role(club.guild, bot.id, {"permissions": INVITE_PERMISSIONS})


def _door(club: Club) -> None:
    club.world.set_permission(club.ada.channel_id("card-room"), club.role, "manage_messages", allowed=True)


def _late(club: Club) -> None:
    """The role moves between the look and the gift."""
    club.room.sandbox.parts.faults.plan(Fault("PUT", "/guilds/*/members/*/roles/*", status=403, code=50013))


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        (_powers, "It allows more than everybody may do"),
        (_door, "It allows more than everybody may do"),
        (_moved, "my role above it"),
        (_managed, "It belongs to a bot"),
        (_gone, "It no longer exists"),
        (_forbidden, "I need **Manage Roles**"),
        (_late, "I need **Manage Roles**"),
    ],
)
async def test_a_role_that_has_changed_since_is_given_to_nobody_and_the_log_says_why(
    planted: Callable[[Club], None], said: str, stage: Stage, tmp_path: Path
) -> None:
    club = await Club.opened(stage, tmp_path)
    ben, cleo = await club.room.client.person("Ben"), await club.room.client.person("Cleo")
    async with club.room.opened_database() as database, database.transaction() as tx:
        await people.change_guild(tx, club.guild, log=club.ada.channel_id("card-room"))
    panel = await club.promised("Friday night")
    planted(club)
    await club.held(panel, "Friday night", ben, cleo)
    assert club.champions() == set()
    log = await club.ada.messages(club.ada.channel_id("card-room"))
    assert any("Nobody got the role of Friday night" in each.text and said in each.text for each in log)


async def test_a_role_is_promised_only_by_people_who_may_give_it_and_only_as_long_as_they_may(
    stage: Stage, tmp_path: Path
) -> None:
    club = await Club.opened(stage, tmp_path)
    ben, cleo, dan = [await club.room.client.person(name) for name in ("Ben", "Cleo", "Dan")]
    room, lounge = club.room, club.ada.channel_id("card-room")
    async with room.opened_database() as database, database.transaction() as tx:
        await people.change_guild(tx, club.guild, log=lounge)
    staff = club.world.make_role(club.guild, "Staff", ["manage_guild"])
    prize = club.world.make_role(club.guild, "Winner")
    club.world.hold_role(club.guild, dan.id, staff)
    club.role, club.ada = prize, dan
    made = (await dan.slash("tournament create", title="Dan's evening", game="artbot")).message
    assert made is not None
    panel = await turned(dan, made, ROLES)
    select = next(each.custom_id for each in panel.selects if each.custom_id.endswith(" champion_role"))
    refused = await dan.select(panel, select, [str(prize)])
    assert refused.message is not None
    assert "You need **Manage Roles**, and a role above this one." in refused.message.text
    club.world.edit_role(club.guild, staff, {"permissions": ["manage_guild", "manage_roles"]})
    panel = await turned(dan, await chosen(dan, panel, "champion_role", str(prize)), 0)
    panel = await turned(dan, await chosen(dan, panel, "format", "single"), RESULTS)
    panel = await chosen(dan, panel, "provisional", "none")
    club.world.edit_role(club.guild, staff, {"permissions": ["manage_guild"]})
    await club.held(panel, "Dan's evening", ben, cleo)
    assert club.champions() == set()
    log = await ben.messages(lounge)
    assert any("The person who chose it may no longer give it." in each.text for each in log)


@pytest.mark.parametrize(
    ("permissions", "said"), [(["kick_members"], "This role allows more than everybody may do."), ([], None)]
)
async def test_a_role_with_powers_cannot_be_promised(
    permissions: list[str], said: str | None, stage: Stage, tmp_path: Path
) -> None:
    club = await Club.opened(stage, tmp_path)
    panel = await club.promised("Friday night", role=club.world.make_role(club.guild, "Helper", permissions))
    assert (said is not None) == ("Choose one without" in panel.text)
    assert said is None or said in panel.text


async def test_a_role_is_mentioned_when_people_can_join_and_when_it_starts_and_not_again(
    stage: Stage, tmp_path: Path
) -> None:
    club = await Club.opened(stage, tmp_path)
    ben, cleo = await club.room.client.person("Ben"), await club.room.client.person("Cleo")
    players = club.world.make_role(club.guild, "Players", mentionable=True)
    await club.held(await club.promised("Friday night", "ping_role", players), "Friday night", ben, cleo)
    seen = [each for each in await ben.messages(ben.here) if each.raw["mention_roles"] == [str(players)]]
    assert [each.text.partition("> ")[2].split(".")[0] for each in seen] == [
        "You can join **Friday night** now",
        "**Friday night** starts now",
    ]


async def test_a_role_that_may_not_be_mentioned_any_more_is_not_and_the_log_says_so(
    stage: Stage, tmp_path: Path
) -> None:
    club = await Club.opened(stage, tmp_path)
    ben, cleo = await club.room.client.person("Ben"), await club.room.client.person("Cleo")
    lounge = club.ada.channel_id("card-room")
    async with club.room.opened_database() as database, database.transaction() as tx:
        await people.change_guild(tx, club.guild, log=lounge)
    players = club.world.make_role(club.guild, "Players", mentionable=True)
    panel = await club.promised("Friday night", "ping_role", players)
    club.world.edit_role(club.guild, players, {"mentionable": False})
    await club.held(panel, "Friday night", ben, cleo)
    assert not [each for each in await ben.messages(ben.here) if each.raw["mention_roles"]]
    assert any("I did not mention the role of Friday night." in each.text for each in await ben.messages(lounge))
