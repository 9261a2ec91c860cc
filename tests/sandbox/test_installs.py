"""An app that people have installed for themselves, in their own DMs, and in servers to which nobody added the bot.

Discord documentation, "Interactions: Receiving and Responding" and "Interactions: Application Commands" (contexts).
"""

import pytest

from sandbox.client import Refused
from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.rawbot import act
from tests.support.discord import ELSEWHERE, INSTALLED_BY_ADA, Stage

EVERYWHERE = {
    "name": "rules",
    "type": 1,
    "description": "Show the rules",
    "integration_types": [0, 1],
    "contexts": [0, 1, 2],
}
SERVERS_ONLY = {
    "name": "settings",
    "type": 1,
    "description": "Set the server",
    "contexts": [0],
    "integration_types": [0],
}
ATTACH_FILES, EMBED_LINKS, MENTION_EVERYONE = 1 << 15, 1 << 14, 1 << 17


async def scene_of(stage: Stage) -> Scene:
    scene = await set_scene(stage, world=INSTALLED_BY_ADA)
    await scene.bot.sync(EVERYWHERE, SERVERS_ONLY)
    return scene


def group_of(scene: Scene) -> int:
    """The group DM of Ada, Ben and Cleo."""
    return scene.ada.conversations[1]


async def test_a_command_is_offered_where_its_contexts_and_an_install_allow_it(stage: Stage) -> None:
    scene = await scene_of(stage)
    shed, (pair, group) = scene.ada.channel_id(ELSEWHERE), scene.ada.conversations
    for place in (scene.lobby, shed, pair, group):
        names = [each["name"] for each in await scene.ada.commands(place)]
        assert names == (["rules", "settings"] if place == scene.lobby else ["rules"])
    for place in (shed, pair, group):
        with pytest.raises(Refused, match="offered no command"):
            await scene.ben.slash("rules", place)
    await scene.client.install("Ben")
    doing = await act(scene.gateway, scene.ben.slash("rules", group))
    assert doing.interaction["authorizing_integration_owners"] == {"1": str(scene.ben.id)}
    doing.outcome.cancel()


async def test_an_interaction_says_where_it_comes_from_and_who_installed_the_app(stage: Stage) -> None:
    scene = await scene_of(stage)
    guild = scene.ada.places["guilds"][0]["id"]
    direct, person = await scene.ada.open_dm(), str(scene.ada.id)
    for place, context, owners in (
        (scene.lobby, 0, {"0": guild, "1": person}),
        (direct, 1, {"0": "0", "1": person}),
        (scene.ada.channel_id(ELSEWHERE), 0, {"1": person}),
        (scene.ada.conversations[0], 2, {"1": person}),
        (group_of(scene), 2, {"1": person}),
    ):
        doing = await act(scene.gateway, scene.ada.slash("rules", place))
        assert doing.interaction["context"] == context
        assert doing.interaction["authorizing_integration_owners"] == owners
        permissions = int(doing.interaction["app_permissions"])
        if "0" not in owners:
            assert permissions == ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE
        await scene.bot.answer(doing.interaction, 4, content="rules")
        await doing.done()


async def test_a_click_carries_the_installation_of_what_its_message_answers(stage: Stage) -> None:
    """The owner is who used the command, and not who clicks."""
    scene = await scene_of(stage)
    doing = await act(scene.gateway, scene.ada.slash("rules", group_of(scene)))
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    await scene.bot.answer(doing.interaction, 4, content="rules", components=[row])
    message = await scene.ben.wait_for(lambda each: each.text == "rules", group_of(scene))
    clicked = await act(scene.gateway, scene.ben.click(message, "Go"))
    assert clicked.interaction["authorizing_integration_owners"] == {"1": str(scene.ada.id)}
    assert clicked.interaction["channel"]["type"] == 3
    await scene.bot.answer(clicked.interaction, 7, content="clicked")
    assert (await clicked.done()).kind == "update"


async def test_the_bot_reaches_such_a_place_by_the_interaction_alone(stage: Stage) -> None:
    scene = await scene_of(stage)
    for place in (scene.ada.channel_id(ELSEWHERE), *scene.ada.conversations):
        doing = await act(scene.gateway, scene.ada.slash("rules", place))
        answered = await scene.bot.answer(doing.interaction, 4, content="rules")
        message = answered.body["resource"]["message"]["id"]
        assert (await scene.bot.webhook("PATCH", doing.interaction, "/messages/@original", content="x")).status == 200
        here = f"/channels/{place}"
        for method, path, body in (
            ("POST", f"{here}/messages", {"content": "hello"}),
            ("PATCH", f"{here}/messages/{message}", {"content": "hello"}),
            ("GET", f"{here}/messages", None),
            ("GET", here, None),
            ("POST", f"{here}/messages/{message}/threads", {"name": "a match"}),
        ):
            answer = await scene.bot.call(method, path, body)
            assert (answer.status, answer.code) == (403, 50001), path


async def test_the_sixth_follow_up_of_an_app_for_one_person_is_40094(stage: Stage) -> None:
    scene = await scene_of(stage)
    doing = await act(scene.gateway, scene.ada.slash("rules", group_of(scene)))
    await scene.bot.answer(doing.interaction, 4, content="rules")
    for _ in range(5):
        assert (await scene.bot.webhook("POST", doing.interaction, content="more")).status == 200
    answer = await scene.bot.webhook("POST", doing.interaction, content="too much")
    assert (answer.status, answer.code) == (400, 40094)
    at_home = await act(scene.gateway, scene.ada.slash("rules", scene.lobby))
    await scene.bot.answer(at_home.interaction, 4, content="rules")
    for _ in range(6):
        assert (await scene.bot.webhook("POST", at_home.interaction, content="more")).status == 200


async def test_without_use_external_apps_only_the_person_sees_the_answer(stage: Stage) -> None:
    """Discord documentation, "Topics: Permissions" (USE_EXTERNAL_APPS)."""
    scene = await scene_of(stage)
    shed = scene.ada.channel_id(ELSEWHERE)
    await scene.client.permit(shed, "Ada", "use_external_apps", allowed=False)
    doing = await act(scene.gateway, scene.ada.slash("rules", shed))
    answered = await scene.bot.answer(doing.interaction, 4, content="rules")
    assert answered.body["interaction"]["response_message_ephemeral"] is True
    followed = await scene.bot.webhook("POST", doing.interaction, content="more")
    assert followed.body["flags"] & 64
    assert await scene.ben.messages(shed) == []


async def test_the_bot_hears_nothing_of_what_people_say_to_each_other(stage: Stage) -> None:
    scene = await scene_of(stage)
    await scene.ada.write("just us", group_of(scene))
    await scene.ben.wait_for(lambda each: each.text == "just us", group_of(scene))
    await scene.ada.write("everybody", scene.lobby)
    assert (await scene.gateway.event("MESSAGE_CREATE"))["channel_id"] == str(scene.lobby)
