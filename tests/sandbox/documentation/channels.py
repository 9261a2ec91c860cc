"""Channels, threads, direct messages and paths. Pages "Resources: Channel", "Topics: Threads" and others."""

from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.sandbox.documentation.probe import Call, Probe, between, body_of, refused, stated

CHANNEL = "Resources: Channel, Channel Structure"
START = "Resources: Channel, Start Thread without Message"
FROM_MESSAGE = "Resources: Channel, Start Thread from Message"
THREADS = "Topics: Threads, Active & Archived Threads"
CODES = "Topics: Opcodes and Status Codes"


def thread(**fields: object) -> Call:
    return Call("POST", "/channels/{lobby}/threads", {"name": "table", "type": 11} | fields)


PROBES = [
    Probe(
        START,
        "The name of a thread has at most 100 characters.",
        between(thread(name="x" * 100), thread(name="x" * 101), "name"),
    ),
    Probe(
        START,
        "A thread is archived after 60, 1440, 4320 or 10080 minutes without activity.",
        between(thread(auto_archive_duration=4320), thread(auto_archive_duration=90), "auto_archive_duration"),
    ),
    Probe(
        "Resources: Channel, Start Thread in Forum or Media Channel",
        "An announcement thread is not for a text channel.",
        refused(thread(type=10), code=50024),
    ),
    *[
        Probe(
            f"{CODES}, HTTP",
            f"What does not exist is 404 (NOT FOUND): {method} {path}.",
            refused(Call(method, path), status=404, code=0),
        )
        for method, path in (
            ("GET", "/cards"),
            ("POST", "/channels/{lobby}/cards"),
            ("GET", "/channels/{lobby}/messages/bulk-delete"),
            ("DELETE", "/channels/{lobby}/messages/pins"),
            ("PATCH", "/guilds/{guild}/roles/member-counts"),
        )
    ],
    Probe(
        f"{CODES}, JSON Error Codes",
        "An unknown channel is 10003.",
        refused(Call("GET", "/channels/1"), status=404, code=10003),
    ),
    Probe(
        f"{CODES}, JSON Error Codes",
        "An unknown message is 10008.",
        refused(Call("GET", "/channels/{lobby}/messages/1"), status=404, code=10008),
    ),
    Probe(
        f"{CODES}, JSON Error Codes",
        "An unknown member is 10007.",
        refused(Call("GET", "/guilds/{guild}/members/1"), status=404, code=10007),
    ),
    Probe(
        f"{CODES}, JSON Error Codes",
        "An unknown user is 10013.",
        refused(Call("GET", "/users/1"), status=404, code=10013),
    ),
    Probe(
        "Resources: Channel, Delete/Close Channel",
        "Deleting a channel that is unknown is 10003.",
        refused(Call("DELETE", "/channels/1"), status=404, code=10003),
    ),
]


async def from_message(scene: Scene) -> tuple[Json, Json]:
    """Start a thread from a message; return both."""
    sent = body_of(await scene.bot.send(scene.lobby, content="a match"))
    path = f"/channels/{scene.lobby}/messages/{sent['id']}/threads"
    return sent, body_of(await scene.bot.call("POST", path, {"name": "table"}))


async def now(scene: Scene, place: Json) -> Json:
    """Read a channel."""
    told: Json = body_of(await scene.bot.call("GET", f"/channels/{place['id']}"))
    return told


@stated(FROM_MESSAGE, "A thread that is started from a message has the message's id.", PROBES)
async def _(scene: Scene) -> None:
    sent, made = await from_message(scene)
    assert made["id"] == sent["id"]


@stated(FROM_MESSAGE, "A message has only one thread; a second one is 160004.", PROBES)
async def _(scene: Scene) -> None:
    sent, _made = await from_message(scene)
    again = await scene.bot.call("POST", f"/channels/{scene.lobby}/messages/{sent['id']}/threads", {"name": "table"})
    assert (again.status, again.code) == (400, 160004)


@stated(CHANNEL, "The message_count of a thread leaves out its initial message.", PROBES)
async def _(scene: Scene) -> None:
    _sent, made = await from_message(scene)
    assert (made["message_count"], (await now(scene, made))["message_count"]) == (0, 0)
    await scene.bot.send(int(made["id"]), content="x")
    assert (await now(scene, made))["message_count"] == 1


@stated(CHANNEL, "The message_count of a post leaves out its initial message.", PROBES)
async def _(scene: Scene) -> None:
    forum = await scene.client.create_channel(int(scene.ada.places["guilds"][0]["id"]), "posts", "forum")
    post = {"name": "a post", "message": {"content": "x"}}
    made = body_of(await scene.bot.call("POST", f"/channels/{forum}/threads", post))
    assert (await now(scene, made))["message_count"] == 0
    await scene.bot.call("DELETE", f"/channels/{made['id']}/messages/{made['id']}")
    assert (await now(scene, made))["message_count"] == 0


@stated(CHANNEL, "Deleted messages leave message_count, and stay in total_message_sent.", PROBES)
async def _(scene: Scene) -> None:
    _sent, made = await from_message(scene)
    said = [body_of(await scene.bot.send(int(made["id"]), content=each)) for each in "abcd"]
    await scene.bot.call("DELETE", f"/channels/{made['id']}/messages/{said[0]['id']}")
    await scene.client.permit(scene.lobby, "bot", "manage_messages", allowed=True)
    several = {"messages": [each["id"] for each in said[1:3]]}
    assert (await scene.bot.call("POST", f"/channels/{made['id']}/messages/bulk-delete", several)).status == 204
    told = await now(scene, made)
    assert (told["message_count"], told["total_message_sent"]) == (1, 4)


@stated(THREADS, "A message in an archived thread unarchives it.", PROBES)
async def _(scene: Scene) -> None:
    _sent, made = await from_message(scene)
    await scene.client.set_thread(int(made["id"]), archived=True)
    assert (await now(scene, made))["thread_metadata"]["archived"]
    await scene.bot.send(int(made["id"]), content="x")
    assert not (await now(scene, made))["thread_metadata"]["archived"]


@stated(THREADS, "Nothing is edited in an archived thread.", PROBES)
async def _(scene: Scene) -> None:
    _sent, made = await from_message(scene)
    said = body_of(await scene.bot.send(int(made["id"]), content="x"))
    await scene.client.set_thread(int(made["id"]), archived=True)
    changed = await scene.bot.call("PATCH", f"/channels/{made['id']}/messages/{said['id']}", {"content": "y"})
    assert (changed.status, changed.code) == (400, 50083)


@stated("Resources: User, Create DM", "A DM that exists already is returned.", PROBES)
async def _(scene: Scene) -> None:
    first, again = [
        body_of(await scene.bot.call("POST", "/users/@me/channels", {"recipient_id": str(scene.ben.id)}))
        for _ in range(2)
    ]
    assert (again["id"], again["type"]) == (first["id"], 1)


@stated(f"{CODES}, JSON Error Codes", "A person who refuses DMs is 50007.", PROBES)
async def _(scene: Scene) -> None:
    dm = body_of(await scene.bot.call("POST", "/users/@me/channels", {"recipient_id": str(scene.ben.id)}))
    await scene.client.close_dms("Ben")
    sent = await scene.bot.send(int(dm["id"]), content="x")
    assert (sent.status, sent.code) == (403, 50007)


@stated("Reference: Authentication", "A request without a token is 401.", PROBES)
async def _(scene: Scene) -> None:
    assert (await scene.bot.call("GET", "/users/@me", token=None)).status == 401


@stated("Reference: Error Messages", "An invalid form is 50035 and names the places of what is wrong.", PROBES)
async def _(scene: Scene) -> None:
    sent = await scene.bot.send(scene.lobby, content=7, embeds=[{"title": "x" * 257}])
    assert (sent.status, sent.code) == (400, 50035)
    assert set(sent.errors_at()) == {"content", "embeds.0.title"}
