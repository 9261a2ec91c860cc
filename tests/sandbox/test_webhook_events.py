"""Events by webhook: an address that is tried first, and told that the bot was added to a server."""

from typing import Any

import pytest

from sandbox.client import SandboxClient
from sandbox.errors import CannotDo
from sandbox.server import Sandbox
from tests.sandbox.test_endpoint import start
from tests.support.discord import Stage, heard

ACKNOWLEDGED = "the address for webhook events answers 204"
FAILED = "the address for webhook events answers 500"


async def told(stage: Stage, **environment: str) -> tuple[Sandbox, SandboxClient, int]:
    """Set up a bot that is told of events, and a server from which it was kicked."""
    sandbox, url = await start(stage, **environment)
    client = await stage.client(sandbox)
    guild = int((await client.facts())["guilds"][0]["id"])
    await client.kick_bot(guild)
    await client.call("POST", "webhook", {"url": events(url)})
    return sandbox, client, guild


def events(url: str) -> str:
    return url.replace("interactions", "events")


def answers(sandbox: Sandbox) -> list[str]:
    return [entry.headline for entry in sandbox.parts.journal.entries(["answer"]) if "webhook" in entry.headline]


async def test_an_address_is_told_that_the_bot_was_added_to_a_server(stage: Stage) -> None:
    """Discord, "Webhook Events": it is "sent when the app is added to a server or user account"."""
    sandbox, client, guild = await told(stage)
    acknowledged = heard(sandbox, "answer", ACKNOWLEDGED)
    await client.invite_bot(guild)
    await acknowledged.wait()
    (entry,) = [each for each in sandbox.parts.journal.entries(["event"]) if "by webhook" in each.headline]
    body: Any = entry.details
    assert (body["version"], body["type"], body["application_id"]) == (1, 1, str(sandbox.application_id))
    assert body["event"]["type"] == "APPLICATION_AUTHORIZED"
    assert body["event"]["data"]["integration_type"] == 0
    assert body["event"]["data"]["guild"]["id"] == str(guild)
    assert "channels" not in body["event"]["data"]["guild"]


async def test_an_event_that_is_not_acknowledged_is_sent_again(stage: Stage) -> None:
    """Discord, "Webhook Events: Responding to Events": it retries "using exponential backoff for up to 10 minutes"."""
    sandbox, client, guild = await told(stage, BOT_SLOW="2")
    failed, acknowledged = heard(sandbox, "answer", FAILED), heard(sandbox, "answer", ACKNOWLEDGED)
    await client.invite_bot(guild)
    await failed.wait()
    await acknowledged.wait()
    assert answers(sandbox) == [FAILED, FAILED, ACKNOWLEDGED]


@pytest.mark.parametrize(
    ("environment", "why"),
    [({"BOT_CARELESS": "1"}, "took a wrong signature"), ({"BOT_PONG": "200"}, "answered the PING of webhook events")],
)
async def test_an_address_is_taken_that_acknowledges_and_refuses_forgeries(
    stage: Stage, environment: dict[str, str], why: str
) -> None:
    """Discord, "Webhook Events": PING wants "a `204` response with an empty body", a wrong signature a 401."""
    sandbox, url = await start(stage, **environment)
    with pytest.raises(CannotDo, match=why):
        await sandbox.use_webhook(events(url))
