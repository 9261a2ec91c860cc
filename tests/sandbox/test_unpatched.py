"""A bot with nothing changed at all: its connector finds Discord's names here, under our own certificate."""

import ssl
from pathlib import Path

from tests.sandbox.certificates import make_certificates
from tests.sandbox.test_bot import BOT, go_through_everything
from tests.support.discord import PATIENT, Stage


async def test_a_bot_that_takes_the_sandbox_for_discord(stage: Stage, tmp_path: Path) -> None:
    authority, chain = make_certificates(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(chain)
    sandbox = await stage.sandbox(tls=context, settings=PATIENT)
    client = await stage.client(sandbox)
    await stage.bot(sandbox, BOT, BOT_API_BASE="", BOT_TLS_PORT=str(sandbox.tls_port), BOT_AUTHORITY=str(authority))
    ada, ben = await client.person("Ada"), await client.person("Ben")
    await ada.wait_online()
    await go_through_everything(ada, ben)
    before = ada.arrivals
    await client.drop("abort")
    await ada.wait_back(before)
    assert (await ada.slash("hello", card="Ember Fox")).kind == "message"
    headlines = [entry["headline"] for entry in await client.journal("gateway")]
    assert "bot sends op 6" in headlines
