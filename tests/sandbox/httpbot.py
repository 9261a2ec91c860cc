"""A bot that takes its interactions over HTTP; it verifies signatures unless it is told to be careless."""

import asyncio
import json
import os
import sys

import aiohttp
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

KEY = Ed25519PublicKey.from_public_bytes(bytes.fromhex(os.environ["BOT_PUBLIC_KEY"]))
PING, COMMAND = 1, 2
EVENTS_PING = 0
HEARD: list[object] = []


async def verified(request: web.Request) -> bool:
    timestamp = request.headers.get("X-Signature-Timestamp", "")
    signature = request.headers.get("X-Signature-Ed25519", "")
    try:
        KEY.verify(bytes.fromhex(signature), timestamp.encode() + await request.read())
    except (InvalidSignature, ValueError):
        return bool(os.environ.get("BOT_CARELESS"))
    return True


async def interact(request: web.Request) -> web.Response:
    if not await verified(request):
        return web.Response(status=401)
    body = await request.json()
    if body["type"] == PING:
        return web.json_response({"type": PING})
    name = body["data"]["name"]
    if name == "body":
        return web.json_response({"type": 4, "data": {"content": "answered in the body"}})
    if name == "wrong":
        return web.json_response({"type": 4, "data": {"content": "x" * 2001}})
    path = f"/interactions/{body['id']}/{body['token']}/callback"
    url = os.environ["BOT_API_BASE"] + path
    async with aiohttp.ClientSession() as session:
        await session.post(url, json={"type": 4, "data": {"content": "answered by callback"}})
    return web.Response(status=202)


async def hear(request: web.Request) -> web.Response:
    """Acknowledge webhook events, the first ones of a bot that is told to be slow only at the second try."""
    if not await verified(request):
        return web.Response(status=401)
    body = await request.json()
    if body["type"] == EVENTS_PING:
        return web.Response(status=int(os.environ.get("BOT_PONG", "204")))
    HEARD.append(body)
    return web.Response(status=204 if len(HEARD) > int(os.environ.get("BOT_SLOW", "0")) else 500)


async def main() -> None:
    app = web.Application()
    app.router.add_post("/interactions", interact)
    app.router.add_post("/events", hear)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    commands = [{"name": name, "description": name} for name in ("body", "callback", "wrong")]
    headers = {"Authorization": f"Bot {os.environ['BOT_TOKEN']}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        path = f"/applications/{os.environ['BOT_APPLICATION']}/commands"
        await session.put(
            os.environ["BOT_API_BASE"] + path,
            data=json.dumps(commands),
            headers={"Content-Type": "application/json"},
        )
    sys.stdout.write(f"{runner.addresses[0][1]}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


asyncio.run(main())
