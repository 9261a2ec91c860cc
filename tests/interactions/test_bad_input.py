"""Wrong, old, foreign and forged clicks, and texts that want to do harm: a clear private answer, and nothing changes.

Forged buttons are put into a message of the bot's own by the test, which knows its token; clicking them is then an
ordinary interaction.

The same goes through a process and a socket in `tests/e2e/test_forging.py`.
"""

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.storage import matches
from bot.ui.messages.custom_ids import CustomId
from sandbox.client import Person
from sandbox.seen import Message, Outcome
from tests.e2e.interaction_forger import Forger
from tests.e2e.players import Player, both_doors, found, offered
from tests.interactions.room import Room
from tests.support.discord import Stage

pytestmark = both_doors


@pytest.fixture
async def room(stage: Stage, tmp_path: Path) -> Room:
    return await Room.opened(stage, tmp_path, seed=2)


async def forged(room: Room, person: Person, *custom_ids: str) -> Message:
    """A message of the bot's with buttons of these custom ids."""
    buttons = [{"type": 2, "style": 2, "label": f"forged {n}", "custom_id": each} for n, each in enumerate(custom_ids)]
    body: dict[str, Any] = {"content": "forged", "components": [{"type": 1, "components": buttons}]}
    headers = {"Authorization": f"Bot {room.sandbox.token}"}
    async with aiohttp.ClientSession() as session:
        url = f"{room.sandbox.api_base}/channels/{person.here}/messages"
        async with session.post(url, json=body, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
    return await person.wait_for(lambda message: message.content == "forged")


def told(outcome: Outcome) -> str:
    """What somebody was told privately."""
    assert outcome.message is not None, outcome.reason
    assert outcome.message.ephemeral
    return outcome.message.text


async def test_forged_buttons(room: Room) -> None:
    ada, ben, cleo = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    match = await room.open_match()
    players = [Player(room, ada, match), Player(room, ben, match)]
    panels = [await player.shown() for player in players]
    before = await room.row(match)

    ids = ("nonsense", "1.pick.1", f"1.{'x' * 90}", "2.pick.1.A0.0.stay")
    message = await forged(room, ada, *ids)
    for each in ids:
        assert "This button is too old" in told(await ada.click(message, each))

    asked, letter = next(
        (player, name) for player, name, panel in zip(players, "AB", panels, strict=True) if offered(panel)
    )
    wrong = [
        str(CustomId("pick", match, f"{letter}0", 0, "plan:1")),
        str(CustomId("pick", match, f"{letter}0", 7, "stay")),
        str(CustomId("pick", match, f"{letter}99", 0, "stay")),
        str(CustomId("undo", match, revision=9)),
        str(CustomId("choose", match, f"{letter}0", 0, "nothing")),
    ]
    for number, custom_id in enumerate(wrong):
        message = await forged(room, asked.person, custom_id)
        outcome = await asked.person.click(message, custom_id)
        assert f"match {match} · " in told(outcome), "a panel, and only for who may see it"
        assert ("question is closed" in told(outcome)) is (number not in (0, 4)), told(outcome)
        await room.client.delete_message(message)

    foreign = await forged(
        room, cleo, str(CustomId("refresh", match)), str(CustomId("leaving", match)), str(CustomId("hand", 999))
    )
    assert "not playing in this match" in told(await cleo.click(foreign, "forged 0"))
    assert "not playing in this match" in told(await cleo.click(foreign, "forged 1"))
    assert "doesn't exist" in told(await cleo.click(foreign, "forged 2"))

    after = await room.row(match)
    assert (after.revision, after.entries, after.state) == (before.revision, before.entries, before.state)


OLDER, NOT_THERE = "This button is too old", "couldn't get this file"
NAMED = {"filename": "deck.txt", "size": 3}
FORGED_FILES: tuple[tuple[object, str], ...] = (
    ([], OLDER),
    ({"attachments": []}, OLDER),
    ({"attachments": {"1": "deck.txt"}}, OLDER),
    ({"attachments": {"1": {**NAMED, "url": 1}}}, OLDER),
    ({"attachments": {"1": {**NAMED, "url": "x", "size": "3"}}}, OLDER),
    ({"attachments": {"1": {**NAMED, "url": "x", "filename": "\x00"}}}, OLDER),
    ({"attachments": {"1": {**NAMED, "url": "x"}}}, NOT_THERE),
    ({"attachments": {"1": {**NAMED, "url": "https://[x"}}}, NOT_THERE),
    ({"attachments": {"1": {**NAMED, "url": "https://localhost/deck.txt"}}}, NOT_THERE),
)


async def test_forged_files(room: Room) -> None:
    ada = await room.client.person("Ada")
    forger = Forger(room, ada.id, ada.here)
    for resolved, answer in FORGED_FILES:
        assert answer in told(await forger.upload(str(CustomId("setupload")), resolved)), resolved


async def test_old_button_is_answered_with_the_present_panel(room: Room) -> None:
    ada = await room.client.person("Ada")
    match = await room.open_match(house="pip")
    shown = await ada.slash("hand", match=match)
    assert shown.message is not None
    offers = offered(shown.message)
    if not offers:
        return  # the house begins: nothing to answer twice
    await ada.click(shown.message, offers[0][0])
    late = await Forger(room, ada.id, ada.here).click(offers[0][0])
    assert "question is closed" in told(late)
    assert (await room.row(match)).entries == 1


async def test_values_that_were_never_offered(room: Room) -> None:
    ada = await room.client.person("Ada")
    assert "Choose a deck from the list" in told(await ada.slash("play", deck="Nobody's deck"))
    assert "That's you" in told(await ada.slash("play", opponent=ada))
    assert "doesn't exist" in told(await ada.slash("match show", match=4242))
    assert "not in a match here" in told(await ada.slash("match leave"))


async def test_hostile_texts_are_shown_inert(room: Room) -> None:
    ada = await room.client.person("Ada")
    answer = await ada.slash("card", name=f"@everyone **loud** <@{ada.id}> " + "x" * 40)
    text = told(answer)
    assert "\\*\\*loud\\*\\*" in text
    assert "@everyone" not in text.replace("@\u200beveryone", "")
    assert answer.message is not None
    assert not answer.message.pings_me

    opened = await ada.slash("play", game="varia")
    assert opened.message is not None
    seat = await ada.click(opened.message, found(opened.message, "seat"))
    assert seat.message is not None
    asked = await ada.click(seat.message, found(seat.message, "word"))
    saved = await ada.submit_modal(asked, {"word": "||@everyone|| `x`"})
    assert saved.message is not None
    assert "\\|\\|" in saved.message.text


async def test_autocomplete_offers_what_there_is(room: Room) -> None:
    ada = await room.client.person("Ada")
    cards = await ada.autocomplete("card", "name", "hearth")
    assert [name for name, _ in cards.choices] == ["Hearth Cleave", "Banner of the Hearth"]
    decks = await ada.autocomplete("play", "deck", "mist")
    assert [name for name, _ in decks.choices] == ["Mistbinder"]
    shown = await ada.slash("card", name="Hearth Cleave")
    assert "3 AP" in told(shown)
    assert "power 3+1d6" in told(shown)
    assert "Varia" in told(await ada.slash("rules"))
    assert "/play" in told(await ada.slash("help"))
    assert "No match right now" in told(await ada.slash("games"))


async def test_forged_choices_for_a_match_alone(room: Room) -> None:
    ada = await room.client.person("Ada")
    wrong = {
        "chess": "Choose a game from the list.",
        "varia nobody": "Choose a house player from the list.",
        "varia pip Nobody's Class": "Choose a deck from the list.",
        "zarcana pip Cogwright": "Choose a deck from the list.",
    }
    for argument, answer in wrong.items():
        ids = [str(CustomId(action, argument=argument)) for action in ("game", "playdeck", "playreal")]
        message = await forged(room, ada, *ids)
        for custom_id in ids:
            assert answer in told(await ada.click(message, custom_id)), custom_id
        await room.client.delete_message(message)
    level = str(CustomId("game", argument="varia normal"))
    assert "Choose a house player" in told(await ada.click(await forged(room, ada, level), level))
    async with room.reading() as connection:
        assert await matches.opened_by(connection, ada.id) == 0
        assert await matches.open_of(connection, ada.id) == 0
