"""The reply to an interaction: what is announced, where the answer goes, and what follows it."""

import pytest

from bot.host.access import anyone
from bot.host.kernel.host import Host
from bot.interactions.answers import Answer, Reply, say
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Words
from tests.host.players import ADA
from tests.support.clicks import EPHEMERAL, LAYOUT, Clicks, front_of

HELP = str(CustomId("howto"))
FILLED_IN, UPDATED, MESSAGE = 5, 6, 4
"""Types of callback: two announcements, of a message and of an update, and a message at once."""


@pytest.mark.parametrize(
    ("private", "anew", "announced"),
    [
        (True, True, {"type": FILLED_IN, "data": {"flags": EPHEMERAL}}),
        (False, True, {"type": FILLED_IN}),
        (True, False, {"type": UPDATED}),
    ],
)
async def test_an_announcement_says_what_will_come(
    host: Host, *, private: bool, anew: bool, announced: dict[str, object]
) -> None:
    clicks = Clicks(1, 2)

    async def work() -> Answer:
        await clicks.discord.heard.wait()
        return say("done")

    front = front_of(host, patience=0.0)
    await Reply(front, clicks.of(ADA, HELP), anyone, private=private, anew=anew).answer(work())
    assert clicks.discord.said[0] == announced
    assert "done" in str(clicks.discord.said[1])


async def test_an_answer_stays_if_what_follows_it_fails(host: Host) -> None:
    clicks = Clicks(1, 2)

    async def too() -> Outgoing:
        raise RuntimeError

    async def work() -> Answer:
        return Answer(Outgoing(content="done"), too=too)

    await Reply(front_of(host), clicks.of(ADA, HELP), anyone).answer(work())
    first, following = clicks.discord.said
    assert first["data"]["content"] == "done"
    assert following["content"].startswith(Words(None)("error.incident", incident="?").split("?")[0])


async def test_what_follows_is_sent_after_the_answer(host: Host) -> None:
    clicks = Clicks(1, 2)

    async def work() -> Answer:
        return Answer(Outgoing(content="done"), too=Outgoing(content="and this"))

    await Reply(front_of(host), clicks.of(ADA, HELP), anyone).answer(work())
    assert [said.get("content", said.get("data", {}).get("content")) for said in clicks.discord.said] == [
        "done",
        "and this",
    ]


async def test_a_panel_never_becomes_a_message_of_another_form(host: Host) -> None:
    """Discord refuses an update that takes the components' flag away, so the answer is a message of its own."""
    clicks = Clicks(1, 2)
    click = clicks.of(ADA, HELP)
    assert click.message is not None
    assert click.message.flags.value & LAYOUT

    async def work() -> Answer:
        return Answer(Outgoing(content="done"), "update")

    await Reply(front_of(host), click, anyone).answer(work())
    assert [said["type"] for said in clicks.discord.said] == [MESSAGE]
