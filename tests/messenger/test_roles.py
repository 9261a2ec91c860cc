"""Which roles a champion may get and a tournament may mention: judged anew from what Discord says, name by name."""

import asyncio
from typing import Any

from discord import Permissions
from hypothesis import given
from hypothesis import strategies as st

from bot.messenger import roles
from bot.messenger.failures import Unreachable

GUILD, CHANNEL, BOT, ASKING, OWNER = 1, 2, 3, 4, 5
PRIZE, HELPER, HIGH = 11, 12, 13
PLACES = (PRIZE, HELPER, HIGH)
SOME = ("view_channel", "send_messages", "manage_roles", "mention_everyone", "administrator", "ban_members")
NAMES = st.sets(st.sampled_from(SOME))


def bits(names: set[str]) -> int:
    return Permissions(**dict.fromkeys(names, True)).value


@st.composite
def servers(draw: st.DrawFn) -> dict[str, Any]:
    """A server as Discord describes it, by paths, with what everybody and some roles may do."""
    told = [
        {
            "id": str(role),
            "position": 0 if role == GUILD else draw(st.integers(1, 3)),
            "permissions": str(bits(draw(NAMES))),
            "managed": role != GUILD and draw(st.booleans()),
            "mentionable": draw(st.booleans()),
        }
        for role in (GUILD, *sorted(draw(st.sets(st.sampled_from(PLACES)))))
    ]
    overwrites = [
        {"id": str(role), "allow": str(bits(draw(NAMES))), "deny": str(bits(draw(NAMES)))}
        for role in draw(st.sets(st.sampled_from([GUILD, PRIZE, HELPER])))
    ]
    held = {user: draw(st.sets(st.sampled_from(PLACES))) for user in (BOT, ASKING)}
    there = {user: {"roles": [str(role) for role in sorted(own)]} for user, own in held.items()}
    if draw(st.booleans()):
        del there[ASKING]
    return {
        f"/guilds/{GUILD}": {"id": str(GUILD), "owner_id": str(draw(st.sampled_from([OWNER, ASKING]))), "roles": told},
        f"/guilds/{GUILD}/channels": [{"id": str(CHANNEL), "permission_overwrites": overwrites}],
        **{f"/guilds/{GUILD}/members/{user}": member for user, member in there.items()},
    }


class Server:
    """A server, read as a person reads its settings."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        self.owner = int(told[f"/guilds/{GUILD}"]["owner_id"])
        self.roles = {int(each["id"]): each for each in told[f"/guilds/{GUILD}"]["roles"]}
        channel = told[f"/guilds/{GUILD}/channels"][0]
        self.overwrites = {int(each["id"]): each for each in channel["permission_overwrites"]}

    async def get(self, path: str) -> Any:
        if path not in self.told:
            raise Unreachable(path)
        return self.told[path]

    def own(self, user: int) -> list[int]:
        return [int(role) for role in self.told[f"/guilds/{GUILD}/members/{user}"]["roles"] if int(role) in self.roles]

    def allows(self, role: int, name: str) -> bool:
        return bool(getattr(Permissions(int(self.roles[role]["permissions"])), name))

    def may(self, user: int, name: str) -> bool:
        ways = (GUILD, *self.own(user))
        return user == self.owner or any(self.allows(role, each) for role in ways for each in (name, "administrator"))

    def everybody_may_there(self, name: str) -> bool:
        if self.allows(GUILD, "administrator"):
            return True
        there = self.overwrites.get(GUILD, {"allow": "0", "deny": "0"})
        if getattr(Permissions(int(there["allow"])), name):
            return True
        return self.allows(GUILD, name) and not getattr(Permissions(int(there["deny"])), name)

    def is_above(self, one: int, other: int) -> bool:
        first, second = self.roles[one], self.roles[other]
        return first["position"] > second["position"] or (first["position"] == second["position"] and one < other)

    def gives(self, user: int) -> bool:
        above = user == self.owner or any(self.is_above(role, PRIZE) for role in self.own(user))
        return above and self.may(user, "manage_roles")

    def is_safe(self) -> bool:
        """Whether the prize may be given for the person who asks."""
        if PRIZE not in self.roles or self.roles[PRIZE]["managed"]:
            return False
        mighty = any(self.allows(PRIZE, name) and not self.allows(GUILD, name) for name in SOME)
        allowed = Permissions(int(self.overwrites.get(PRIZE, {"allow": "0"})["allow"]))
        mighty |= any(getattr(allowed, name) and not self.everybody_may_there(name) for name in SOME)
        there = f"/guilds/{GUILD}/members/{ASKING}" in self.told
        return not mighty and self.gives(BOT) and there and self.gives(ASKING)


@given(servers())
def test_a_prize_is_a_role_that_gives_no_power_and_that_both_may_give(told: dict[str, Any]) -> None:
    server = Server(told)
    found = asyncio.run(roles.roles(server.get, GUILD, BOT, ASKING))
    assert (roles.against_prize(found, PRIZE) is None) is server.is_safe()
    assert roles.against_prize(found, GUILD) == "everybody"


@given(servers())
def test_a_role_is_mentioned_if_everybody_may_or_if_bot_and_organiser_may(told: dict[str, Any]) -> None:
    server = Server(told)
    found = asyncio.run(roles.roles(server.get, GUILD, BOT, ASKING))
    fault = roles.against_mention(found, PRIZE, channel=99)
    if PRIZE not in server.roles:
        assert fault == "gone"
    else:
        there = f"/guilds/{GUILD}/members/{ASKING}" in told
        both = there and all(server.may(user, "mention_everyone") for user in (BOT, ASKING))
        assert (fault is None) is (server.roles[PRIZE]["mentionable"] or both)
    assert roles.against_mention(found, GUILD, channel=99) == "everybody"
