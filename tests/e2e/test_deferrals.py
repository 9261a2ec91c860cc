"""Answers that take so long that they are announced first: each is given as Discord's documentation says.

Discord documentation, "Interactions: Receiving and Responding" (Interaction Callback Type, Followup Messages).
"""

from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot.storage import inbox
from bot.ui.texts.words import Words
from cardsdb.sets import shipped_cards
from engine.registry import GAMES
from sandbox.person import Person
from sandbox.seen import Message, Outcome
from tests.e2e.players import START, Room, all_of, both_doors, found
from tests.support.discord import Stage, heard

pytestmark = both_doors

AT_ONCE: Final = "0"
"""The `TEST_PATIENCE` of a bot that announces every answer."""

SLOW: Final = 300.0
"""How long Discord takes for an answer while the bot dies, in seconds of the sandbox's clock."""

INTERRUPTED: Final = Words(None)("error.interrupted")
VARIA: Final = GAMES["varia"]
CARDS: Final = shipped_cards(VARIA)
DECK: Final = f"# Foxes\n3 {CARDS.name(VARIA.deck_cards(CARDS)[0].card)}"


async def asked(room: Room) -> list[str]:
    """The requests that were made with tokens of interactions, without the tokens."""
    headlines = [entry["headline"] for entry in await room.client.journal("request")]
    found = [line.split(" ", 1) for line in headlines if " /webhooks/" in line]
    return [f"{method} @original" if path.endswith("@original") else method for method, path in found]


async def imported(ada: Person) -> Message:
    """Import a deck by the modal of a command, and return its panel."""
    outcome = await ada.submit_modal(await ada.slash("deck import"), {"text": DECK})
    assert outcome.kind == "deferred", outcome.reason
    return await ada.finished(outcome)


async def test_what_was_announced_is_filled_in(stage: Stage, tmp_path: Path) -> None:
    """A command, and the modal that it opened: there is no message to change, so the bot is seen to think."""
    room = await Room.opened(stage, tmp_path, TEST_PATIENCE=AT_ONCE)
    ada = await room.client.person("Ada")
    outcome = await ada.slash("games")
    assert outcome.message is not None, outcome.reason
    assert outcome.message.thinking
    assert outcome.message.ephemeral
    assert (await ada.finished(outcome)).ephemeral
    deck = await imported(ada)
    assert deck.ephemeral
    assert "Foxes" in all_of(deck)
    assert await asked(room) == ["PATCH @original"] * 2


async def test_what_was_announced_on_a_message_changes_it_or_follows(stage: Stage, tmp_path: Path) -> None:
    """The modal of a button, and a button: the message that they are on is changed, and what is private follows."""
    room = await Room.opened(stage, tmp_path, TEST_PATIENCE=AT_ONCE)
    ada = await room.client.person("Ada")
    deck = await imported(ada)
    named = await ada.submit_modal(await ada.click(deck, found(deck, "deckname")), {"name": "Owls"})
    assert named.kind == "deferred", named.reason
    await ada.until(lambda: "Owls" in all_of(ada.now(deck)), "the other name on the deck's panel")
    deck = ada.now(deck)
    assert (await ada.click(deck, found(deck, "deckout"))).kind == "deferred"
    code = await ada.wait_for(lambda each: each.id != deck.id and "Owls" in each.text)
    assert code.ephemeral
    assert await asked(room) == ["PATCH @original"] * 2 + ["POST"]


async def test_what_a_process_that_died_had_announced_is_answered(stage: Stage, tmp_path: Path) -> None:
    """What was announced as a message is filled in; what was announced as a change is answered beside it."""
    room = await Room.opened(stage, tmp_path, TEST_PATIENCE=AT_ONCE)
    ada = await room.client.person("Ada")
    deck = await imported(ada)
    first = await interrupted(room, ada, ada.slash("games"), deck)
    assert (await asked(room))[-2:] == ["GET @original", "PATCH @original"]
    await interrupted(room, ada, ada.click(deck, found(deck, "deckdrop")), first)
    assert (await asked(room))[-2:] == ["GET @original", "POST"]
    assert "Foxes" in all_of(ada.now(deck))


async def test_what_was_announced_and_deleted_is_no_incident(stage: Stage, tmp_path: Path) -> None:
    """Nothing can be said any more to whoever sees the announcement gone; the next command is answered."""
    room = await Room.opened(stage, tmp_path, TEST_PATIENCE=AT_ONCE)
    ada = await room.client.person("Ada")
    struck = heard(room.sandbox, "fault")
    await room.client.fault(method="PATCH", path="/webhooks/*", milliseconds=1000 * SLOW)
    outcome = await ada.slash("games")
    assert outcome.message is not None, outcome.reason
    await struck.wait()
    refused = heard(room.sandbox, "answer", "404 PATCH /webhooks/")
    await room.client.delete_message(outcome.message)
    room.advance(SLOW)
    await refused.wait()
    assert (await ada.finished(await ada.slash("games"))).text
    assert await asked(room) == ["PATCH @original"] * 2


async def test_a_layout_takes_the_place_of_a_text(stage: Stage, tmp_path: Path) -> None:
    """Another process says "interrupted" for one that is only slow; its answer, a layout, still comes."""
    room = await Room.opened(stage, tmp_path, TEST_PATIENCE=AT_ONCE)
    ada = await room.client.person("Ada")
    struck = heard(room.sandbox, "fault")
    await room.client.fault(method="PATCH", path="/webhooks/*", milliseconds=1000 * SLOW)
    outcome = await ada.submit_modal(await ada.slash("deck import"), {"text": DECK})
    await struck.wait()
    await say_interrupted(room)
    assert (await ada.finished(outcome)).text == INTERRUPTED
    room.advance(SLOW)
    assert outcome.message is not None
    told = outcome.message
    await ada.until(lambda: "Foxes" in all_of(ada.now(told)), "the deck in the place of the text")
    assert found(ada.now(told), "deckname")
    assert INTERRUPTED not in ada.now(told).text


async def say_interrupted(room: Room) -> None:
    """Fill in what the bot announced, as another process of it would."""
    async with room.reading() as connection:
        token = (await inbox.unanswered(connection, room.now + SLOW))[0].token
    facts = await room.client.facts()
    url = f"{facts['api_base']}/webhooks/{facts['application_id']}/{token}/messages/@original"
    async with aiohttp.ClientSession() as session, session.patch(url, json={"content": INTERRUPTED}) as response:
        assert response.ok


async def interrupted(room: Room, ada: Person, act: Coroutine[Any, Any, Outcome], after: Message) -> Message:
    """Let the bot die between an announcement and its answer, and return what it says about that when it is back."""
    struck = heard(room.sandbox, "fault")
    await room.client.fault(method="PATCH", path="/webhooks/*", milliseconds=1000 * SLOW)
    assert (await act).kind == "deferred"
    await struck.wait()
    await room.bot.kill()
    await room.start()
    told = await ada.wait_for(lambda each: each.text == INTERRUPTED and each.id > after.id, timeout=START)
    assert told.ephemeral
    return told
