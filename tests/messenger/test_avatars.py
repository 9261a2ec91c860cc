"""Avatars come from Discord's file host, and what is no small picture is left out."""

from collections.abc import AsyncIterator
from io import BytesIO

import discord
import pytest
from PIL import Image

from bot.messenger.avatars import fetched
from bot.ui.pictures.avatar import LARGEST, PIXELS
from sandbox.description import WorldDescription
from sandbox.server import Sandbox
from tests.support.avatars import MAGENTA, avatar
from tests.support.discord import Stage

ODD = {
    "Ben": b"no picture",
    "Cleo": avatar(side=PIXELS + 1),
    "Dan": avatar()[:-40],
    "Eve": avatar(kind="GIF"),
    "Finn": avatar() + bytes(LARGEST),
}
"""Files that are no avatars: text, too many pixels, one cut short, another format, too many bytes."""

WORLD = WorldDescription(people=("Ada", *ODD), avatars=(("Ada", avatar(side=64)), *ODD.items()))


@pytest.fixture
async def sandbox(stage: Stage) -> AsyncIterator[Sandbox]:
    sandbox = await stage.sandbox(world=WORLD)
    before, discord.asset.Asset.BASE = discord.asset.Asset.BASE, sandbox.cdn_base
    yield sandbox
    discord.asset.Asset.BASE = before


async def of(sandbox: Sandbox, name: str) -> bytes | None:
    user = sandbox.parts.world.people[name]
    return await fetched(user, str(sandbox.parts.world.backend.users[user].avatar))


async def test_an_avatar_is_fetched_in_one_size(sandbox: Sandbox) -> None:
    content = await of(sandbox, "Ada")
    assert content is not None
    with Image.open(BytesIO(content)) as image:
        assert image.size == (PIXELS, PIXELS)
        assert image.getpixel((9, 9)) == MAGENTA


@pytest.mark.parametrize("name", ODD)
async def test_what_is_no_small_picture_is_no_avatar(sandbox: Sandbox, name: str) -> None:
    assert await of(sandbox, name) is None


async def test_nobody_has_an_avatar_that_is_gone_or_while_the_files_are_out_of_reach(sandbox: Sandbox) -> None:
    assert await fetched(sandbox.parts.world.people["Ada"], "gone") is None
    sandbox.parts.faults.cdn_down = True
    assert await of(sandbox, "Ada") is None
