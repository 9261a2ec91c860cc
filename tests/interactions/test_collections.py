"""Collections through Discord: the pack of the day, a trade between two people, a match for keeps and its reversal.

The same goes through a process and a socket in `tests/e2e/test_forging.py`.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import aiohttp
import pytest

from bot.host.kernel.paces import DAY
from bot.storage import copies, matches
from bot.storage.database import Database
from bot.ui.messages.custom_ids import parse
from cardsdb.ledger import Copy
from sandbox.client import Person, Refused
from sandbox.description import WorldDescription
from sandbox.seen import Message, Outcome
from tests.e2e.players import begin, found, ids_of
from tests.interactions.room import Room
from tests.support.discord import Stage

FOUNDRY = "Foundry"
CHECKBOX_GROUP = 22
"""The type of a group of checkboxes in a modal."""


@pytest.fixture
async def room(stage: Stage, tmp_path: Path) -> Room:
    return await Room.opened(stage, tmp_path, seed=4, pictures=True)


def shown(outcome: Outcome) -> Message:
    assert outcome.message is not None, outcome.reason
    return outcome.message


async def give(room: Room, person: Person, cards: Mapping[str, int]) -> None:
    """Let somebody own copies that may change hands, as if from packs of long ago."""
    database = Database(room.url)
    fresh = [Copy(0, "artbot", card, person.id) for card, count in cards.items() for _ in range(count)]
    async with database.transaction() as tx:
        await copies.create(tx, fresh, "pack", room.now)
    await database.close()


async def cards_of(room: Room, person: Person) -> Counter[str]:
    database = Database(room.url)
    async with database.reading() as connection:
        owned = Counter(copy.card for copy in await copies.of(connection, person.id))
    await database.close()
    return owned


async def finish_a_match(room: Room, person: Person, ago: float = 0.0) -> None:
    """Let somebody have finished a match just now, or some seconds ago."""
    database = Database(room.url)
    async with database.transaction() as tx:
        await copies.count_finished(tx, person.id, room.now - ago)
    await database.close()


async def file_of(message: Message) -> bytes:
    (file,) = message.attachments
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as answer:
        return await answer.read()


def actions_of(message: Message) -> set[str]:
    return {each.action for each in ids_of(message)}


async def check_no_pack(ada: Person, message: Message) -> None:
    """What a pack holds and how to get one is said, and the way to a match is open, but not that to a pack."""
    assert "A pack holds 5 cards" in message.text
    assert "3 × Common" in message.text
    assert "Finish a match of any game" in message.text
    assert "Your pack" not in message.text
    assert not actions_of(message) & {"pack", "open", "luck"}
    menu = shown(await ada.click(message, found(message, "playnow")))
    assert (menu.text, menu.ephemeral) == (shown(await ada.slash("play")).text, True)


async def test_before_a_first_match_it_is_said_what_a_pack_holds_and_how_to_get_one(room: Room) -> None:
    ada = await room.client.person("Ada")
    await check_no_pack(ada, shown(await ada.slash("pack")))
    shelf = shown(await ada.slash("collection"))
    assert "You have no cards yet" in shelf.text
    await check_no_pack(ada, shelf)
    which = next(select for select in shelf.selects if ":which:" in f":{parse(select.custom_id).argument}")
    everything = shown(await ada.select(shelf, which.custom_id, ["all"]))
    assert "not yours yet" in everything.text
    assert "You have no cards yet" not in everything.text


async def test_after_a_week_without_a_match_it_is_said_how_to_get_a_pack_again(room: Room) -> None:
    ada = await room.client.person("Ada")
    await finish_a_match(room, ada, ago=8 * DAY)
    await check_no_pack(ada, shown(await ada.slash("pack")))
    shelf = shown(await ada.slash("collection"))
    starter = next(select for select in shelf.selects if parse(select.custom_id).action == "starter")
    begun = shown(await ada.select(shelf, starter.custom_id, [FOUNDRY]))
    assert "Cards: **20**" in begun.text
    await check_no_pack(ada, begun)


async def test_a_pack_that_waits_is_shown_from_an_empty_collection(room: Room) -> None:
    ada = await room.client.person("Ada")
    await finish_a_match(room, ada)
    shelf = shown(await ada.slash("collection"))
    assert "You have no cards yet" in shelf.text
    assert "A pack holds" not in shelf.text
    assert "playnow" not in actions_of(shelf)
    sealed = shown(await ada.click(shelf, found(shelf, "pack")))
    assert "Your pack" in sealed.text
    assert "Finish a match" not in sealed.text
    assert {"open", "luck"} <= actions_of(sealed)
    assert "playnow" not in actions_of(sealed)


async def test_five_cards_of_a_pack_are_not_called_none_before_a_first_deck(room: Room) -> None:
    ada = await room.client.person("Ada")
    await finish_a_match(room, ada)
    sealed = shown(await ada.slash("pack"))
    opened = shown(await ada.click(sealed, found(sealed, "open")))
    everything = shown(await ada.click(opened, found(opened, "reveal", "5")))
    assert "if you've finished a match in the last 7 days" in everything.text
    shelf = shown(await ada.slash("collection"))
    assert "Cards: **5**" in shelf.text
    assert "Choose your first deck" in shelf.text
    assert "no cards" not in shelf.text
    which = next(select for select in shelf.selects if ":which:" in f":{parse(select.custom_id).argument}")
    free = shown(await ada.select(shelf, which.custom_id, ["free"]))
    assert "No cards match" in free.text
    history = shown(await ada.click(free, found(free, "ledger")))
    assert "no cards" not in history.text


async def test_a_first_deck_and_the_pack_of_the_day(room: Room) -> None:
    ada = await room.client.person("Ada")
    shelf = shown(await ada.slash("collection"))
    assert "Cards: **0**" in shelf.text
    starter = next(select for select in shelf.selects if parse(select.custom_id).action == "starter")
    begun = shown(await ada.select(shelf, starter.custom_id, [FOUNDRY]))
    assert "Cards: **20**" in begun.text
    assert "Yours for good" in begun.text
    assert len(begun.attachments) == 1
    which = next(select for select in begun.selects if ":which:" in f":{parse(select.custom_id).argument}")
    lacking = shown(await ada.select(begun, which.custom_id, ["missing"]))
    assert "not yours yet" in lacking.text
    assert "Page" not in lacking.text
    *_, onward = (each for each in ids_of(lacking) if each.action == "turn")
    turned = shown(await ada.click(lacking, str(onward)))
    assert turned.text != lacking.text

    assert "Finish a match" in shown(await ada.slash("pack")).text
    await finish_a_match(room, ada)
    sealed = shown(await ada.slash("pack"))
    assert "Uncommon 60\u00a0%, Rare 32\u00a0%, Super Rare 8\u00a0%" in sealed.text
    asked = await ada.click(sealed, found(sealed, "luck"))
    card = shown(await ada.submit_modal(asked, {"word": "möhre"}))
    assert (await cards_of(room, ada)).total() == 25
    assert "Card 1 of 5" in card.text
    first = card.attachments[0]["description"]
    card = shown(await ada.click(card, found(card, "reveal", "1")))
    assert "Card 2 of 5" in card.text
    assert card.attachments[0]["description"] != first
    opened = shown(await ada.click(card, found(card, "reveal", "5")))
    assert opened.text.count("**") >= 10
    assert opened.attachments[0]["description"]
    checked = shown(await ada.click(opened, found(opened, "packcheck")))
    assert "drawn fairly" in checked.text
    assert json.loads(await file_of(checked))["word"] == "möhre"
    again = shown(await ada.slash("pack"))
    assert "Seal" not in again.text
    history = shown(await ada.click(again, found(again, "shelf")))
    assert "Cards: **25**" in history.text
    told = shown(await ada.click(history, found(history, "ledger")))
    assert told.text.count("pack") >= 5


async def drafted(opener: Person, partner: Person, card: str, copies: int) -> Message:
    """Prepare a trade in which the opener gives all copies of a card, and return what the opener sees."""
    first = shown(await opener.slash("trade", person=partner))
    assert first.ephemeral
    assert "**You give**\nnothing yet" in first.text
    asked = await opener.click(first, found(first, "tradewith"))
    assert asked.modal is not None
    (name,) = asked.modal.inputs
    assert asked.modal.inputs[name]["type"] == CHECKBOX_GROUP
    values = [option["value"] for option in asked.modal.inputs[name]["options"] if card in option["label"]]
    assert len(values) == copies
    return shown(await opener.submit_modal(asked, {name: values}))


async def test_a_trade_is_looked_at_before_anybody_else_sees_it(room: Room) -> None:
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    await give(room, ada, {"PHY1": 2, "GLI6": 1})
    draft = await drafted(ada, ben, "Chisel", 2)
    assert draft.ephemeral
    assert "2 × Chisel Chomper · afterwards you have 0" in draft.text
    assert "chooses once you've posted it" in draft.text
    asked = await ada.click(draft, found(draft, "tradewith"))
    assert asked.modal is not None
    (name,) = asked.modal.inputs
    chosen = [option["label"] for option in asked.modal.inputs[name]["options"] if option.get("default")]
    assert chosen == ["Chisel Chomper", "Chisel Chomper (copy 2)"]
    first = [option["value"] for option in asked.modal.inputs[name]["options"]][:1]
    fewer = shown(await ada.submit_modal(asked, {name: first}))
    assert "1 × Chisel Chomper · afterwards you have 1" in fewer.text
    cancelled = shown(await ada.click(fewer, found(fewer, "stay")))
    assert "Nothing has changed" in cancelled.text
    assert not ids_of(cancelled)
    assert not [each for each in await ben.messages() if "trade" in each.text]
    again = shown(await ada.slash("trade", person=ben))
    assert found(again, "tradepost"), "nothing was opened, so nothing is in the way"


async def test_cards_that_went_elsewhere_meanwhile_are_not_posted(room: Room) -> None:
    ada, ben, cleo = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    await give(room, ada, {"PHY1": 1, "GLI6": 1})
    draft = await drafted(ada, ben, "Chisel", 1)
    other = await drafted(ada, cleo, "Chisel", 1)
    await ada.click(other, found(other, "tradepost"))
    refused = shown(await ada.click(draft, found(draft, "tradepost")))
    assert refused.ephemeral
    assert "You can't give all of these cards" in refused.text
    asked = await ada.click(draft, found(draft, "tradewith"))
    assert asked.modal is not None
    (name,) = asked.modal.inputs
    assert not [each for each in asked.modal.inputs[name]["options"] if each.get("default")]


async def test_two_people_of_one_name_are_told_apart_by_their_usernames(stage: Stage, tmp_path: Path) -> None:
    world = WorldDescription(
        people=("sam", "sam_k", "darya"), display_names=(("sam", "Sam"), ("sam_k", "SAM"), ("darya", "Darya"))
    )
    room = await Room.prepared(stage, tmp_path, seed=4, world=world)
    await room.start("sam")
    sam, other, darya = [await room.client.person(name) for name in world.people]
    await give(room, sam, {"PHY1": 1, "GLI6": 1})
    draft = await drafted(sam, other, "Chisel", 1)
    named = f"<@{other.id}> (sam\\_k)"
    assert f"A trade with {named}" in draft.text
    message = shown(await sam.click(draft, found(draft, "tradepost")))
    both = f"A trade between <@{sam.id}> (sam) and {named}."
    assert both in message.text
    assert f"**{named} gives**" in message.text
    await other.click(other.now(message), found(other.now(message), "tradeyes"))
    assert "agreed" in sam.now(message).text
    assert both in sam.now(message).text
    await other.click(other.now(message), found(other.now(message), "tradeno"))
    assert both in sam.now(message).text
    different = shown(await sam.slash("trade", person=darya))
    assert "(" not in different.text
    posted = shown(await sam.click(different, found(different, "tradepost")))
    assert f"A trade between <@{sam.id}> and <@{darya.id}>." in posted.text


async def test_two_people_trade(room: Room) -> None:
    ada, ben, cleo = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    await give(room, ada, {"PHY1": 2, "GLI6": 1})
    await give(room, ben, {"STE9": 1})
    draft = await drafted(ada, ben, "Chisel", 2)
    message = shown(await ada.click(draft, found(draft, "tradepost")))
    assert not message.ephemeral
    assert ben.now(message).pings_me
    assert "2 × Chisel Chomper" in ben.now(message).text
    assert "afterwards" not in ben.now(message).text
    again = shown(await ada.click(draft, found(draft, "tradepost")))
    assert "You already have an open trade" in again.text
    stale = found(ben.now(message), "tradeyes")
    asked = await ben.click(ben.now(message), found(ben.now(message), "tradegive"))
    assert asked.modal is not None
    (name,) = asked.modal.inputs
    offered = asked.modal.inputs[name]["options"]
    await ben.submit_modal(asked, {name: [offered[0]["value"]]})
    assert "The Empty Frame" in ada.now(message).text
    assert stale != found(ada.now(message), "tradeyes")
    await cleo.click(cleo.now(message), found(cleo.now(message), "tradeyes"))
    await cleo.wait_for(lambda each: "between two other people" in each.text)
    await ada.click(ada.now(message), found(ada.now(message), "tradeyes"))
    assert "agreed" in ben.now(message).text
    await ben.click(ben.now(message), found(ben.now(message), "tradeyes"))
    assert "have changed hands" in ada.now(message).text
    assert await cards_of(room, ada) == Counter({"GLI6": 1, "STE9": 1})
    assert await cards_of(room, ben) == Counter({"PHY1": 2})


async def keeps_of(person: Person, lobby: Message) -> Message:
    """Return what somebody reads of playing for keeps, which nobody has offered yet."""
    settings = shown(await person.click(person.now(lobby), found(person.now(lobby), "table")))
    return shown(await person.click(settings, found(settings, "keeps")))


async def test_a_match_for_keeps_from_agreement_to_settlement_and_its_reversal(room: Room) -> None:
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    lobby = shown(await ada.slash("play", game="artbot", opponent=ben, pace="daily", deck=FOUNDRY))
    await ben.click(lobby, found(lobby, "join"))
    match = parse(found(ada.now(lobby), "start")).number
    for person in (ada, ben):
        seat = shown(await person.click(person.now(lobby), found(person.now(lobby), "seat")))
        await person.select(seat, seat.selects[0].custom_id, [FOUNDRY])
    screen = await keeps_of(ben, lobby)
    assert "Nobody has offered to play for keeps" in screen.text
    assert "You have no free copies" in screen.text

    for person in (ada, ben):
        await give(room, person, await deck_of(room, match))
    own = await keeps_of(ada, lobby)
    assert "at worst you lose all 20" in own.text
    offered = shown(await ada.click(own, found(own, "keepoffer")))
    await ada.click(offered, found(offered, "keepyes"))
    await ben.until(lambda: "✅ <@" in ben.now(lobby).text, "who has agreed")
    refused = shown(await ada.click(ada.now(lobby), found(ada.now(lobby), "start")))
    assert "Not everybody has agreed" in refused.text
    screen = shown(await ben.click(ben.now(lobby), found(ben.now(lobby), "keeps")))
    agreed = shown(await ben.click(screen, found(screen, "keepyes")))
    assert "You have agreed" in agreed.text
    await begin(ada, lobby)

    ask = shown(await ben.slash("match leave", match=match))
    await ben.click(ask, found(ask, "leave"))
    post = await ada.wait_for(lambda message: "for keeps" in message.text and "trophy" in message.text)
    assert "on hold until" in post.text
    before = await cards_of(room, ada)
    assert sum(before.values()) == 21

    with pytest.raises(Refused):
        await ben.slash("moderate reverse", match=match, reason="I lost")
    await room.client.permit(ben.channel_id("lobby"), "Ben", "manage_messages", allowed=True)
    denied = shown(await ben.slash("moderate reverse", match=match, reason="I lost"))
    assert "You need the Manage Server permission" in denied.text
    asked = await ada.slash("moderate reverse", match=match, reason="A cat walked over the keyboard")
    done = shown(await ada.submit_modal(asked, {"reason": "Ben's cat walked over the keyboard"}))
    assert "You've undone match" in done.text
    await ben.wait_for(lambda message: "cat walked" in message.text)
    assert sum((await cards_of(room, ben)).values()) == 20


async def deck_of(room: Room, match: int) -> dict[str, int]:
    """The deck on the first seat of a match."""
    database = Database(room.url)
    async with database.reading() as connection:
        seats = await matches.seats_of(connection, match)
    await database.close()
    assert seats[0].deck is not None
    deck: dict[str, int] = seats[0].deck["cards"]
    return deck
