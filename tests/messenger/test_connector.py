"""Connections to Discord: what a request with files looks like on its way."""

from io import BytesIO

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.messenger.connector import MOST, Connector


async def _mirror(request: web.Request) -> web.Response:
    """Answer with the parts of a form: its text, and the size of its file."""
    form = await request.post()
    text, file = form["payload_json"], form["files[0]"]
    assert isinstance(file, web.FileField)
    assert isinstance(text, bytes | bytearray)
    return web.json_response([text.decode(), file.filename, len(file.file.read())])


@pytest.mark.parametrize(("size", "whole"), [(1, True), (100_000, True), (MOST, False)])
async def test_a_form_with_a_file_goes_out_in_one_piece(size: int, *, whole: bool) -> None:
    """Issue 27. One that is too large to be joined still arrives."""
    pieces: list[int] = []
    trace = aiohttp.TraceConfig()

    async def note(_session: object, _context: object, params: aiohttp.TraceRequestChunkSentParams) -> None:
        pieces.append(len(params.chunk))

    trace.on_request_chunk_sent.append(note)
    app = web.Application(client_max_size=2 * MOST)
    app.router.add_post("/", _mirror)
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"a": "é"}', content_type="application/json")
    form.add_field("files[0]", BytesIO(bytes(size)), filename="hand.png", content_type="application/octet-stream")
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(connector=Connector(), trace_configs=[trace]) as session,
        session.post(server.make_url("/"), data=form) as answer,
    ):
        assert await answer.json() == ['{"a": "é"}', "hand.png", size]
    assert (len(pieces) == 1) == whole
