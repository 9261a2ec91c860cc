"""Scheduled events that take place elsewhere, as Discord documentation, "Guild Scheduled Event", has them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sandbox.description import DEFAULT_WORLD, INVITE_PERMISSIONS
from sandbox.wire import Json
from tests.sandbox.conftest import Scene, set_scene
from tests.support.discord import Stage

SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
START = datetime.now(UTC) + timedelta(hours=2)
EVENT: Json = {
    "name": "Friday night",
    "privacy_level": 2,
    "entity_type": 3,
    "scheduled_start_time": START.isoformat(),
    "scheduled_end_time": (START + timedelta(hours=3)).isoformat(),
    "entity_metadata": {"location": "<#1>"},
}


def path_of(scene: Scene, event: Json | None = None) -> str:
    path = f"/guilds/{scene.ada.places['guilds'][0]['id']}/scheduled-events"
    return path if event is None else f"{path}/{event['id']}"


async def made(scene: Scene) -> Json:
    answer = await scene.bot.call("POST", path_of(scene), EVENT)
    assert answer.status == 200, answer.body
    event: Json = answer.body
    return event


async def status_of(scene: Scene, event: Json) -> int:
    listed = (await scene.bot.call("GET", path_of(scene))).body
    return int(next(each["status"] for each in listed if each["id"] == event["id"]))


async def test_an_event_is_made_begun_and_ended(scene: Scene) -> None:
    """Valid Guild Scheduled Event Status Transitions; a finished event is 180000."""
    event = await made(scene)
    assert event["creator_id"] == str(scene.sandbox.parts.world.bot_id)
    assert (event["status"], event["entity_metadata"]) == (SCHEDULED, {"location": "<#1>"})
    for status, answered in ((COMPLETED, 400), (ACTIVE, 200), (CANCELLED, 400), (COMPLETED, 200)):
        answer = await scene.bot.call("PATCH", path_of(scene, event), {"status": status})
        assert answer.status == answered, status
    answer = await scene.bot.call("PATCH", path_of(scene, event), {"name": "Saturday"})
    assert (answer.status, answer.code) == (400, 180000)


async def test_an_event_begins_and_ends_by_its_times(scene: Scene) -> None:
    """Guild Scheduled Event Status Update Automation: external events begin and end automatically."""
    event = await made(scene)
    for hours, status in ((1, SCHEDULED), (2, ACTIVE), (3, COMPLETED)):
        scene.sandbox.clock.advance(hours * 3600)
        assert await status_of(scene, event) == status


async def test_an_event_that_is_deleted_is_unknown(scene: Scene) -> None:
    event = await made(scene)
    assert (await scene.bot.call("DELETE", path_of(scene, event))).status == 204
    for method in ("GET", "DELETE"):
        answer = await scene.bot.call(method, path_of(scene, event))
        assert (answer.status, answer.code) == (404, 10070)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"scheduled_end_time": None}, "scheduled_end_time"),
        ({"entity_metadata": {"location": ""}}, "entity_metadata.location"),
        ({"channel_id": "1"}, "channel_id"),
        ({"name": "x" * 101}, "name"),
    ],
)
async def test_an_event_elsewhere_has_a_place_and_an_end_and_no_channel(
    scene: Scene, change: dict[str, Any], where: str
) -> None:
    """Field Requirements By Entity Type."""
    answer = await scene.bot.call("POST", path_of(scene), EVENT | change)
    assert (answer.status, answer.code) == (400, 50035)
    assert where in answer.errors_at()


async def test_a_server_has_at_most_a_hundred_events_that_are_not_over(scene: Scene) -> None:
    """Create Guild Scheduled Event, and JSON error code 30038."""
    for _ in range(100):
        await made(scene)
    answer = await scene.bot.call("POST", path_of(scene), EVENT)
    assert (answer.status, answer.code) == (400, 30038)


async def test_events_take_their_permission(stage: Stage) -> None:
    """Guild Scheduled Event Permissions Requirements, for EXTERNAL: Create Events; looking takes none."""
    held = tuple(name for name in INVITE_PERMISSIONS if name != "create_events")
    guilds = tuple(replace(each, bot_permissions=held) for each in DEFAULT_WORLD.guilds)
    scene = await set_scene(stage, world=replace(DEFAULT_WORLD, guilds=guilds))
    answer = await scene.bot.call("POST", path_of(scene), EVENT)
    assert (answer.status, answer.code) == (403, 50013)
    assert (await scene.bot.call("GET", path_of(scene))).body == []
