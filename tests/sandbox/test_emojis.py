"""The application's emojis, as Discord documentation, "Emoji Resource", has them."""

from base64 import b64encode
from pathlib import Path

import aiohttp
import pytest

from sandbox.server import Sandbox
from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.support.avatars import avatar
from tests.support.discord import Stage, needs_openapi

PNG = avatar(side=16)


def uri(image: bytes, kind: str = "png") -> str:
    return f"data:image/{kind};base64,{b64encode(image).decode()}"


def path_of(scene: Scene, emoji: Json | None = None) -> str:
    path = f"/applications/{scene.sandbox.application_id}/emojis"
    return path if emoji is None else f"{path}/{emoji['id']}"


async def made(scene: Scene, name: str = "die") -> Json:
    answer = await scene.bot.call("POST", path_of(scene), {"name": name, "image": uri(PNG)})
    assert answer.status == 201, answer.body
    emoji: Json = answer.body
    return emoji


@needs_openapi
async def test_an_emoji_is_made_listed_renamed_and_deleted(scene: Scene) -> None:
    emoji = await made(scene)
    assert (emoji["name"], emoji["animated"], emoji["available"]) == ("die", False, True)
    assert emoji["user"]["id"] == str(scene.sandbox.parts.world.bot_id)
    assert (await scene.bot.call("GET", path_of(scene))).body == {"items": [emoji]}
    renamed = await scene.bot.call("PATCH", path_of(scene, emoji), {"name": "cube"})
    assert (await scene.bot.call("GET", path_of(scene, emoji))).body == renamed.body == emoji | {"name": "cube"}
    assert (await scene.bot.call("DELETE", path_of(scene, emoji))).status == 204
    for method in ("GET", "DELETE"):
        answer = await scene.bot.call(method, path_of(scene, emoji))
        assert (answer.status, answer.code) == (404, 10014)


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("a b", uri(PNG)),
        ("die", uri(PNG)),
        ("cube", "https://example.org/cube.png"),
        ("cube", uri(b"no picture")),
        ("cube", uri(PNG + bytes(256 * 1024))),
    ],
)
async def test_a_bad_name_or_image_is_refused(scene: Scene, name: str, image: str) -> None:
    await made(scene)
    answer = await scene.bot.call("POST", path_of(scene), {"name": name, "image": image})
    assert (answer.status, answer.code) == (400, 50035)


async def test_another_application_has_no_emojis_here(scene: Scene) -> None:
    answer = await scene.bot.call("GET", "/applications/1/emojis")
    assert (answer.status, answer.code) == (404, 10002)


async def test_an_emoji_is_served_in_every_format(scene: Scene) -> None:
    emoji = await made(scene)
    async with aiohttp.ClientSession() as session:
        for name, status in ((f"{emoji['id']}.png", 200), (f"{emoji['id']}.webp", 200), ("1.png", 404)):
            async with session.get(f"{scene.sandbox.cdn_base}/emojis/{name}") as answer:
                assert answer.status == status
                assert status == 404 or await answer.read() == PNG


async def test_a_component_has_a_character_or_an_emoji_that_exists(scene: Scene) -> None:
    emoji = await made(scene)
    right = [{"id": emoji["id"], "name": "die"}, {"id": int(emoji["id"]), "name": "die"}, {"id": None, "name": "🎲"}]
    wrong = [{"id": "1", "name": "die"}, {"name": "die"}]
    for shown, status in ((each, 200 if each in right else 400) for each in (*right, *wrong)):
        button = {"type": 2, "style": 1, "custom_id": "a", "label": "Roll", "emoji": shown}
        option = {"label": "Roll", "value": "a", "emoji": shown}
        for part in (button, {"type": 3, "custom_id": "a", "options": [option]}):
            body = {"components": [{"type": 1, "components": [part]}]}
            answer = await scene.bot.call("POST", f"/channels/{scene.lobby}/messages", body)
            assert answer.status == status, (part, answer.body)


async def test_emojis_are_saved(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "world.json"
    async with Sandbox(snapshot=file) as sandbox:
        emoji = sandbox.parts.world.make_emoji("die", PNG, animated=False)
    async with Sandbox(snapshot=file) as sandbox:
        world = sandbox.parts.world
        assert world.emojis == {int(emoji["id"]): emoji}
        assert world.file(f"{sandbox.cdn_base}/emojis/{emoji['id']}") == PNG
