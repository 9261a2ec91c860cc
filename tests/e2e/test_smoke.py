"""`tableside smoke` against the sandbox: all is as documented, nothing is left behind, and differences are told."""

import signal
from pathlib import Path

import pytest

from bot.smoke.report import NOTED, SmokeReport, SmokeStep, markdown
from sandbox.description import INVITE_PERMISSIONS
from sandbox.faults import Fault
from sandbox.person import Person
from sandbox.rest.routing import Routes
from sandbox.server import Sandbox
from tests.e2e.players import Player, Room, play_out
from tests.e2e.smoke import EVERYTHING, REPORT, Clicker, begun, report, world
from tests.support.discord import PATIENT, Stage, heard

pytestmark = pytest.mark.gateway("the smoke test hears clicks by it")


def lasting(told: str) -> list[str]:
    """The lines of a report that are the same for every run."""
    return [line for line in told.splitlines() if not line.startswith("Run on ")]


async def test_the_report_in_the_docs_is_what_comes_out(stage: Stage, tmp_path: Path) -> None:
    code, told = await report(stage, tmp_path)
    assert code == 0
    assert lasting(told) == lasting(REPORT.read_text("utf-8"))


async def left(sandbox: Sandbox, ada: Person) -> list[str]:
    """What stands in the world that the test has made: its messages, as Ada sees them, open threads, events."""
    world = sandbox.parts.world
    guild = world.guild(int(sandbox.facts()["guilds"][0]["id"]))
    seen = [message for place in (None, await ada.open_dm()) for message in await ada.messages(place)]
    threads = [(channel.id, channel.thread_metadata) for channel in world.backend.channels.values()]
    return [
        *(message.text or "a picture" for message in seen if not message.ephemeral),
        *(f"thread {number}" for number, thread in threads if thread is not None and not thread.archived),
        *(f"event {event.name}" for event in guild.scheduled_events.values()),
        *(f"command {command['name']}" for command in await ada.commands()),
    ]


@pytest.mark.parametrize("clicks", [1, 5])
async def test_it_cleans_up_when_it_is_interrupted(stage: Stage, tmp_path: Path, clicks: int) -> None:
    sandbox = await stage.sandbox(settings=PATIENT, world=world(*EVERYTHING))
    ada = await (await stage.client(sandbox)).person("Ada")
    process = await begun(sandbox, tmp_path)
    await Clicker(ada).follow(process, clicks)
    assert await left(sandbox, ada)
    process.send_signal(signal.SIGINT)
    out, complaints = await process.communicate()
    assert (process.returncode, complaints) == (1, b"")
    assert b"First I'm deleting everything the test made" in out
    assert await left(sandbox, ada) == []
    told = (tmp_path / "smoke.md").read_text("utf-8")
    assert "| the rest of the test | reached | not reached: it was stopped | **differs** |" in told


async def test_what_was_on_its_way_when_it_was_interrupted_is_deleted_too(stage: Stage, tmp_path: Path) -> None:
    sandbox = await stage.sandbox(settings=PATIENT, world=world(*EVERYTHING))
    ada = await (await stage.client(sandbox)).person("Ada")
    sandbox.parts.faults.plan(Fault("POST", "/channels/*/messages", milliseconds=1000))
    asked = heard(sandbox, "request", "POST /channels")
    process = await begun(sandbox, tmp_path)
    await asked.wait()
    process.send_signal(signal.SIGINT)
    await process.communicate()
    said = [entry for entry in sandbox.parts.journal.entries(["event"]) if entry.headline.startswith("MESSAGE_CREATE")]
    assert len(said) == 1
    assert await left(sandbox, ada) == []


def asked_of(sandbox: Sandbox) -> set[str]:
    """The kinds of request that a sandbox was asked for."""
    found = set()
    for entry in sandbox.parts.journal.entries(["request"]):
        method, path = entry.headline.split()[:2]
        known = Routes().find(path.split("?")[0])
        found.add(f"{method} {known[0] if known else path}")
    return found


async def test_it_tries_everything_that_a_match_asks_for(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.seated("probe", [ada, ben])
    players = [Player(room, person, match) for person in (ada, ben)]
    await play_out(room, players)
    await room.calm(players)
    wanted = asked_of(room.sandbox) - {"PUT /applications/{application_id}/commands"}  # the server's own are tried
    tried = await stage.sandbox(settings=PATIENT, world=world(*EVERYTHING))
    process = await begun(tried, tmp_path)
    await Clicker(await (await stage.client(tried)).person("Ada")).follow(process)
    await process.communicate()
    assert wanted - asked_of(tried) == set()
    assert {f"POST /channels/{{channel_id}}/messages{more}" for more in ("", "/{message_id}/threads")} <= wanted


async def test_without_permission_to_delete_threads_and_make_events_both_are_named(
    stage: Stage, tmp_path: Path
) -> None:
    sandbox = await stage.sandbox(settings=PATIENT, world=world(*(set(INVITE_PERMISSIONS) - {"create_events"})))
    ada = await (await stage.client(sandbox)).person("Ada")
    process = await begun(sandbox, tmp_path)
    await Clicker(ada).follow(process)
    out, _ = await process.communicate()
    told = (tmp_path / "smoke.md").read_text("utf-8")
    assert b"I couldn't delete everything" in out
    assert told.count("is archived: to delete it the bot lacks Manage Threads.") == 2
    assert "| Create Guild Scheduled Event | 403/50013 | 403/50013 |  |" in told
    assert "not reached: the bot has no permission Create Events here" in told
    assert await left(sandbox, ada) == []


async def test_an_answer_that_is_not_as_documented_is_told(stage: Stage, tmp_path: Path) -> None:
    sandbox = await stage.sandbox(settings=PATIENT, world=world(*EVERYTHING))
    sandbox.parts.faults.plan(Fault("POST", "/channels/*/messages/*/threads", status=400, code=160_006))
    ada = await (await stage.client(sandbox)).person("Ada")
    process = await begun(sandbox, tmp_path)
    await Clicker(ada).follow(process)
    await process.communicate()
    assert process.returncode == 1
    told = (tmp_path / "smoke.md").read_text("utf-8")
    assert "- **Threads, Start Thread from Message**: 201 expected, 400/160006 came" in told
    assert "| the rest of this part | reached | not reached: Start Thread from Message | **differs** |" in told


@pytest.mark.parametrize("wrong", ["token", "channel"])
async def test_what_it_cannot_begin_with_is_named(stage: Stage, tmp_path: Path, wrong: str) -> None:
    sandbox = await stage.sandbox(settings=PATIENT)
    if wrong == "token":
        sandbox.token, kept = "not the token", sandbox.token
        process = await begun(sandbox, tmp_path)
        sandbox.token = kept
        out, complaints = await process.communicate()
        assert (process.returncode, out) == (78, b"")
        assert complaints.startswith(b"TABLESIDE_TOKEN: ")
    else:
        process = await begun(sandbox, tmp_path, channel=1)
        out, complaints = await process.communicate()
        assert (process.returncode, out) == (1, b"")
        assert complaints.decode().strip() == "the bot sees no text channel 1 in this server"


def test_a_report_names_what_differs_and_what_is_left() -> None:
    steps = [
        SmokeStep("One", "Get", ("200",), "200", ("id",)),
        SmokeStep("One", "Refused", ("400/50035",), "400/50035 in content"),
        SmokeStep("Two", "Noted", (NOTED,), "whatever"),
        SmokeStep("Two", "Late", ("404/10062", "404/10015"), "403/50001"),
    ]
    told = markdown(SmokeReport("Run somewhere.", steps, ["Thread 5"]))
    assert "3 of 4 answers are as expected.\n- **Two, Late**: 404/10062 or 404/10015 expected, 403/50001 came" in told
    assert "| Late | 404/10062 or 404/10015 | 403/50001 | **differs** |" in told
    assert "## Left behind\n\n- Thread 5" in told
    assert "- One, Get: `id`" in told
