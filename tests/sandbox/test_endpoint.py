"""Interactions over HTTP: signed, verified, answered in the body or by the callback route."""

import asyncio
import gc
import ssl
from pathlib import Path

import pytest

from sandbox.client import Person, Refused
from sandbox.errors import CannotDo
from sandbox.server import Sandbox
from tests.sandbox.certificates import make_certificates
from tests.support.discord import PATIENT, Stage, heard


async def start(stage: Stage, **environment: str) -> tuple[Sandbox, str]:
    sandbox = await stage.sandbox(settings=PATIENT)
    bot = await stage.bot(
        sandbox,
        "tests/sandbox/httpbot.py",
        BOT_PUBLIC_KEY=sandbox.public_key,
        BOT_APPLICATION=str(sandbox.application_id),
        **environment,
    )
    return sandbox, f"http://127.0.0.1:{await bot.line()}/interactions"


async def seat(stage: Stage) -> tuple[Sandbox, Person]:
    sandbox, url = await start(stage)
    await sandbox.use_endpoint(url)
    client = await stage.client(sandbox)
    return sandbox, await client.person("Ada")


@pytest.mark.parametrize("way", ["body", "callback"])
async def test_both_ways_of_answering(stage: Stage, way: str) -> None:
    _, ada = await seat(stage)
    outcome = await ada.slash(way)
    assert outcome.kind == "message"
    assert outcome.message is not None
    assert outcome.message.content == {"body": "answered in the body", "callback": "answered by callback"}[way]


async def test_a_wrong_answer_in_the_body_is_none(stage: Stage) -> None:
    sandbox, ada = await seat(stage)
    refusal = heard(sandbox, "answer", "is refused")
    doing = asyncio.ensure_future(ada.slash("wrong"))
    await refusal.wait()
    await ada.client.age(3)
    assert (await doing).kind == "failed"
    refused = [entry for entry in sandbox.parts.journal.entries(["answer"]) if "is refused" in entry.headline]
    assert refused[0].details == {
        "data": {
            "content": {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length."}]}
        }
    }


async def test_the_address_is_named_by_the_control_api_too(stage: Stage) -> None:
    sandbox, url = await start(stage)
    client = await stage.client(sandbox)
    with pytest.raises(Refused, match="cannot be reached"):
        await client.call("POST", "endpoint", {"url": "http://127.0.0.1:1/interactions"})
    await client.call("POST", "endpoint", {"url": url})
    ada = await client.person("Ada")
    assert (await ada.slash("body")).kind == "message"


async def test_an_address_takes_anothers_place_which_is_let_go(stage: Stage) -> None:
    sandbox, url = await start(stage)
    await sandbox.use_endpoint(url)
    await sandbox.use_endpoint(url)
    gc.collect()  # a connection that nobody closed says so
    ada = await (await stage.client(sandbox)).person("Ada")
    assert (await ada.slash("body")).kind == "message"


async def test_an_endpoint_that_takes_wrong_signatures_is_not_taken(stage: Stage) -> None:
    sandbox, url = await start(stage, BOT_CARELESS="1")
    with pytest.raises(CannotDo, match="took a wrong signature"):
        await sandbox.use_endpoint(url)


async def test_an_address_without_a_bot_is_not_taken(stage: Stage) -> None:
    sandbox = await stage.sandbox(settings=PATIENT)
    with pytest.raises(CannotDo, match="answered PING with 404"):
        await sandbox.use_endpoint(f"{sandbox.address}/interactions")


async def test_a_certificate_can_be_trusted_while_the_sandbox_runs(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority, chain = make_certificates(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(chain)
    sandbox = await stage.sandbox(tls=context, settings=PATIENT)
    client = await stage.client(sandbox)
    address = {"url": f"https://localhost:{sandbox.tls_port}/interactions"}
    with pytest.raises(Refused, match="CERTIFICATE_VERIFY_FAILED"):
        await client.call("POST", "endpoint", address)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    with pytest.raises(Refused, match="answered PING with 404"):
        await client.call("POST", "endpoint", address)


async def test_a_sandbox_that_starts_again_has_the_same_key(stage: Stage) -> None:
    first, second = await stage.sandbox(), await stage.sandbox()
    assert first.public_key == second.public_key
