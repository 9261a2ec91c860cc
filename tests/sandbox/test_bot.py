"""An ordinary discord.py bot in another process, through every kind of answer."""

import pytest

from sandbox.client import Person
from tests.support.discord import PATIENT, Stage

BOT = "tests/sandbox/bot.py"
WAYS = {
    "zlib": {"BOT_COMPRESSION": "zlib"},
    "zstd": {},
    "sharded": {"BOT_SHARDS": "2"},
}


async def sit(stage: Stage, **environment: str) -> tuple[Person, Person]:
    sandbox = await stage.sandbox(settings=PATIENT)
    client = await stage.client(sandbox)
    await stage.bot(sandbox, BOT, **environment)
    ada, ben = await client.person("Ada"), await client.person("Ben")
    await ada.wait_online()
    return ada, ben


@pytest.mark.parametrize("way", WAYS)
async def test_goes_through_everything(stage: Stage, way: str) -> None:
    ada, ben = await sit(stage, **WAYS[way])
    await go_through_everything(ada, ben)
    assert [each for each in await ada.client.findings() if each["kind"] != "limit"] == []


async def go_through_everything(ada: Person, ben: Person) -> None:
    await commands_are_completed_and_answered(ada, ben)
    await deferred_answers_are_followed_up(ada)
    await private_answers_change(ada, ben)
    await panels_react(ada)
    await modals_come_back(ada)
    await direct_messages_carry_files(ada, ben)
    await threads_are_made_and_used(ada, ben)
    await files_are_read(ada)


async def commands_are_completed_and_answered(ada: Person, ben: Person) -> None:
    offered = await ada.autocomplete("hello", "card", "o")
    assert [value for _, value in offered.choices] == ["Ace of Cups", "Ember Fox", "Stone Golem"]
    outcome = await ada.slash("hello", card="Ember Fox", times=2, friend=ben)
    assert outcome.kind == "message"
    assert outcome.message is not None
    assert outcome.message.embeds[0]["color"] == 0x57F287
    assert f"Ember Fox x2 for <@{ben.id}>" in outcome.message.text
    seen = await ben.wait_for(lambda message: "Ember Fox" in message.text)
    assert seen.pings_me


async def deferred_answers_are_followed_up(ada: Person) -> None:
    outcome = await ada.slash("slow")
    assert outcome.kind == "deferred"
    first = await ada.finished(outcome)
    assert first.content.startswith("first")
    await ada.wait_for(lambda message: message.content == "first, edited" and message.edited)
    second = await ada.wait_for(lambda message: message.content == "second, edited")
    assert second.ephemeral


async def private_answers_change(ada: Person, ben: Person) -> None:
    outcome = await ada.slash("secret")
    assert outcome.message is not None
    assert outcome.message.ephemeral
    await ada.wait_for(lambda message: message.content == "a changed secret")
    assert not [message for message in await ben.messages() if "secret" in message.content]


async def panels_react(ada: Person) -> None:
    outcome = await ada.slash("panel")
    assert outcome.message is not None
    panel = outcome.message
    assert [button.label for button in panel.buttons] == ["Draw"]
    clicked = await ada.click(panel, "Draw")
    assert clicked.kind == "update"
    assert "Four cards" in ada.now(panel).text
    chosen = await ada.select(panel, "card", ["Stone Golem"])
    assert chosen.kind == "deferred"
    answer = await ada.wait_for(lambda message: message.content == "You chose Stone Golem")
    assert answer.ephemeral


async def modals_come_back(ada: Person) -> None:
    shown = await ada.slash("form")
    assert shown.modal is not None
    assert shown.modal.title == "Name your deck"
    await ada.slash("hello", card="Ember Fox")  # discord.py keeps a modal only once it has read Discord's answer
    outcome = await ada.submit_modal(shown, {"name": "Foxes", "pace": ["slow"]})
    assert outcome.message is not None
    assert outcome.message.content == "Foxes at slow pace"


async def direct_messages_carry_files(ada: Person, ben: Person) -> None:
    outcome = await ada.slash("whisper", user=ben)
    assert (await ada.finished(outcome)).content == "told"
    (whispered,) = await ben.dms()
    assert whispered.attachments[0]["description"] == "A card"
    assert whispered.attachments[0]["width"] == 1


async def threads_are_made_and_used(ada: Person, ben: Person) -> None:
    await ada.slash("room", guest=ben)
    await ada.wait_for(lambda message: message.content == "Match 1: 3")
    texts = [message.content for message in await ben.messages("Match 1")]
    assert texts == ["", f"<@{ben.id}>, your turn", "same"]
    post = next(message for message in await ada.messages() if message.content == "the match")
    assert post.thread_id == post.id


async def files_are_read(ada: Person) -> None:
    outcome = await ada.slash("look", options={"file": {"filename": "my list.txt", "content": "aGFsbG8="}})
    assert outcome.message is not None
    assert outcome.message.content == "my_list.txt: 5 bytes of text/plain; charset=utf-8"


async def test_a_429_is_waited_out(stage: Stage) -> None:
    ada, _ = await sit(stage)
    await ada.client.fault(path="/interactions/*", status=429, retry_after=0.05)
    await ada.client.fault(path="/interactions/*", status=429, retry_after=0.05, scope="global")
    outcome = await ada.slash("hello", card="Ember Fox")
    assert outcome.kind == "message"
    answers = [
        entry["headline"] for entry in await ada.client.journal("answer") if "/interactions/" in entry["headline"]
    ]
    assert [answer[:3] for answer in answers] == ["429", "429", "200"]


async def test_a_lost_answer_makes_no_second_message(stage: Stage) -> None:
    ada, ben = await sit(stage)
    await ada.client.fault(method="POST", path="/channels/*/messages", lose_answer=True)
    await ada.slash("whisper", user=ben)
    await ben.wait_for(lambda message: message.content == "psst")
    assert len(await ben.dms()) == 1
