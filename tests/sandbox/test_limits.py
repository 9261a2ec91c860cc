"""Rate limits: off, watched, or enforced with Discord's headers."""

from sandbox.rest.limits import LimitMode, LimitSettings
from sandbox.server import SandboxSettings
from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.rawbot import used
from tests.support.discord import Stage

WRONG = "guess"


async def limited(stage: Stage, mode: LimitMode, **sizes: int) -> Scene:
    start = 1_800_000_000.0
    return await set_scene(
        stage,
        clock=lambda: start,
        settings=SandboxSettings(limits=mode, limit_sizes=LimitSettings(**sizes)),
    )


async def test_enforced_limits_tell_what_is_left_and_refuse(stage: Stage) -> None:
    scene = await limited(stage, "enforce")
    answers = [await scene.bot.send(scene.lobby, content=str(number)) for number in range(6)]
    assert [answer.status for answer in answers] == [200] * 5 + [429]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers[:5]] == list("43210")
    refused = answers[5]
    assert refused.headers["X-RateLimit-Reset-After"] == "5.000"
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert "Via" in refused.headers
    assert refused.body == {"message": "You are being rate limited.", "retry_after": 5.0, "global": False}
    other = await scene.bot.send(scene.ada.channel_id("card-room"), content="x")
    assert other.status == 200
    assert other.headers["X-RateLimit-Bucket"] == refused.headers["X-RateLimit-Bucket"]
    await scene.client.advance(5)
    assert (await scene.bot.send(scene.lobby, content="later")).status == 200


async def test_the_global_limit_spares_interactions(stage: Stage) -> None:
    scene = await limited(stage, "enforce", global_per_second=3)
    await scene.client.advance(1)
    doing = await used(scene.gateway, scene.ada)
    answers = [await scene.bot.call("GET", "/users/@me") for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert answers[3].body["global"] is True
    assert answers[3].headers["X-RateLimit-Global"] == "true"
    assert (await scene.bot.answer(doing.interaction, 4, content="x")).status == 200
    assert (await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="y")).status == 200


async def test_watched_limits_refuse_nothing_and_complain(stage: Stage) -> None:
    scene = await limited(stage, "observe")
    answers = [await scene.bot.send(scene.lobby, content=str(number)) for number in range(6)]
    assert {answer.status for answer in answers} == {200}
    assert "X-RateLimit-Remaining" not in answers[0].headers
    assert [(each.kind, each.what) for each in scene.sandbox.parts.findings.all()] == [("limit", "user limit exceeded")]
    assert scene.sandbox.parts.findings.fatal() == []


async def test_without_limits_nothing_is_said(stage: Stage) -> None:
    scene = await limited(stage, "off")
    for number in range(20):
        assert (await scene.bot.send(scene.lobby, content=str(number))).status == 200
    assert scene.sandbox.parts.findings.all() == []


async def test_edits_of_old_messages_have_a_quota(stage: Stage) -> None:
    scene = await limited(stage, "enforce", old_edits_per_hour=1)
    sent = await scene.bot.send(scene.lobby, content="x")
    path = f"/channels/{scene.lobby}/messages/{sent.body['id']}"
    assert (await scene.bot.call("PATCH", path, {"content": "y"})).status == 200
    await scene.client.advance(3601)
    assert (await scene.bot.call("PATCH", path, {"content": "z"})).status == 200
    refused = await scene.bot.call("PATCH", path, {"content": "a"})
    assert (refused.status, refused.code) == (429, 30046)


async def test_too_many_refused_requests_are_a_ban(stage: Stage) -> None:
    scene = await limited(stage, "enforce", invalid_most=3)
    for _ in range(3):
        assert (await scene.bot.call("GET", "/users/@me", token=WRONG)).status == 401
    banned = await scene.bot.call("GET", "/users/@me")
    assert banned.status == 429
    assert banned.headers["Content-Type"].startswith("text/html")
    assert "Via" not in banned.headers
    await scene.client.advance(600)
    assert (await scene.bot.call("GET", "/users/@me")).status == 200
