"""The errors of aiohttp itself, as the exceptions that the rest of the bot knows."""

import aiohttp
import discord
import pytest

from bot.messenger.failures import Busy, outcomes
from bot.messenger.requests import Request


def unknown(request: Request, error: discord.HTTPException) -> None:
    raise AssertionError(request)


async def test_an_answer_after_the_client_was_closed_is_one_that_did_not_get_through() -> None:
    session = aiohttp.ClientSession()
    await session.close()
    with pytest.raises(Busy), outcomes(Request.EDIT_ORIGINAL, unknown):
        await session.patch("http://127.0.0.1/")


def test_any_other_error_of_our_own_stays_what_it_is() -> None:
    with pytest.raises(RuntimeError, match="no session"), outcomes(Request.EDIT_ORIGINAL, unknown):
        raise RuntimeError("there is no session")
