"""Messages, embeds and files. Pages "Resources: Message", "Reference" and "Topics: Permissions"."""

import asyncio

from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.sandbox.documentation.probe import Call, Probe, allowed, answer, between, body_of, message, refused, stated
from tests.sandbox.rawbot import act, used

CREATE = "Resources: Message, Create Message"
EDIT = "Resources: Message, Edit Message"
LIMITS = "Resources: Message, Embed Limits"
MENTIONS = "Resources: Message, Allowed Mentions Object"
EMPTY, FORBIDDEN = 50006, 50013
SUPPRESS_EMBEDS, EPHEMERAL, SILENT, V2 = 1 << 2, 1 << 6, 1 << 12, 1 << 15


def embed(**fields: object) -> Call:
    return message(embeds=[fields])


def field(**fields: object) -> Call:
    return embed(fields=[{"name": "n", "value": "v"} | fields])


def long(length: int) -> str:
    return "x" * length


PROBES = [
    Probe(
        CREATE,
        "The content of a message has at most 2000 characters.",
        between(message(content=long(2000)), message(content=long(2001)), "content"),
    ),
    Probe(
        CREATE,
        "A message has at most ten embeds.",
        between(message(embeds=[{"title": "t"}] * 10), message(embeds=[{"title": "t"}] * 11), "embeds"),
    ),
    Probe(
        LIMITS,
        "An embed's title has at most 256 characters.",
        between(embed(title=long(256)), embed(title=long(257)), "embeds.0.title"),
    ),
    Probe(
        LIMITS,
        "An embed's description has at most 4096 characters.",
        between(embed(description=long(4096)), embed(description=long(4097)), "embeds.0.description"),
    ),
    Probe(
        LIMITS,
        "An embed has at most 25 fields.",
        between(
            embed(fields=[{"name": "n", "value": "v"}] * 25),
            embed(fields=[{"name": "n", "value": "v"}] * 26),
            "embeds.0.fields",
        ),
    ),
    Probe(
        LIMITS,
        "The name of an embed's field has at most 256 characters.",
        between(field(name=long(256)), field(name=long(257)), "embeds.0.fields.0.name"),
    ),
    Probe(
        LIMITS,
        "The value of an embed's field has at most 1024 characters.",
        between(field(value=long(1024)), field(value=long(1025)), "embeds.0.fields.0.value"),
    ),
    Probe(
        LIMITS,
        "An embed's footer has at most 2048 characters.",
        between(embed(footer={"text": long(2048)}), embed(footer={"text": long(2049)}), "embeds.0.footer.text"),
    ),
    Probe(
        LIMITS,
        "The name of an embed's author has at most 256 characters.",
        between(embed(author={"name": long(256)}), embed(author={"name": long(257)}), "embeds.0.author.name"),
    ),
    Probe(
        LIMITS,
        "The texts of all embeds of a message together have at most 6000 characters.",
        between(
            message(embeds=[{"description": long(3000)}] * 2),
            message(embeds=[{"description": long(3000)}, {"description": long(3000), "title": "t"}]),
            "embeds",
        ),
    ),
    Probe(
        LIMITS,
        "White space at the ends of an embed's texts does not count.",
        allowed(message(embeds=[{"description": " " * 90 + long(3000) + " " * 90}] * 2)),
    ),
    Probe(
        CREATE,
        "A new message needs content, embeds, stickers, components, files or a poll.",
        refused(message(), code=EMPTY),
    ),
    Probe(CREATE, "A file alone is a message.", allowed(message(files={"a.txt": b"x"}))),
    Probe(
        CREATE,
        "A nonce has at most 25 characters.",
        between(message(content="x", nonce=long(25)), message(content="x", nonce=long(26)), "nonce"),
    ),
    Probe(
        CREATE,
        "A message has at most three stickers.",
        refused(message(content="x", sticker_ids=["1", "2", "3", "4"]), "sticker_ids"),
    ),
    Probe(
        CREATE,
        "Of the flags, a new message may have SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS and two more, but not EPHEMERAL.",
        between(message(content="x", flags=SUPPRESS_EMBEDS | SILENT), message(content="x", flags=EPHEMERAL), "flags"),
    ),
    Probe(
        "Resources: Message, Message Flags",
        "Flags that tell what became of a message (CROSSPOSTED, HAS_THREAD, LOADING) are not for new messages.",
        refused(message(content="x", flags=1 << 0 | 1 << 5 | 1 << 7), "flags"),
    ),
    Probe(
        "Interactions: Receiving and Responding, Interaction Callback Data Structure",
        "The answer to an interaction may be EPHEMERAL beside the flags of any message, but has no others.",
        between(answer(4, content="x", flags=EPHEMERAL | SILENT), answer(4, content="x", flags=1 << 7), "data.flags"),
    ),
    Probe(
        "Resources: Message, Attachment Structure",
        "The description of a file has at most 1024 characters.",
        between(
            message(files={"a.txt": b"x"}, attachments=[{"id": 0, "description": long(1024)}]),
            message(files={"a.txt": b"x"}, attachments=[{"id": 0, "description": long(1025)}]),
            "attachments.0.description",
        ),
    ),
    Probe(
        "Resources: Message, Get Channel Messages",
        "One request lists at most 100 messages.",
        between(
            Call("GET", "/channels/{lobby}/messages?limit=100"),
            Call("GET", "/channels/{lobby}/messages?limit=101"),
            "limit",
        ),
    ),
]


@stated(CREATE, "With enforce_nonce, the same nonce returns the message that was sent and makes none.", PROBES)
async def _(scene: Scene) -> None:
    first, again = [
        body_of(await scene.bot.send(scene.lobby, content=each, nonce="n", enforce_nonce=True)) for each in "ab"
    ]
    assert (again["id"], again["content"]) == (first["id"], "a")


@stated(MENTIONS, "An empty list of things to parse suppresses all mentions.", PROBES)
async def _(scene: Scene) -> None:
    content = f"<@{scene.ben.id}> @everyone"
    sent = body_of(await scene.bot.send(scene.lobby, content=content, allowed_mentions={"parse": []}))
    assert (sent["mentions"], sent["mention_everyone"]) == ([], False)


@stated(MENTIONS, "Listed users are mentioned, and others who are named in the content are not.", PROBES)
async def _(scene: Scene) -> None:
    sent = body_of(
        await scene.bot.send(
            scene.lobby,
            content=f"<@{scene.ben.id}> <@{scene.ada.id}>",
            allowed_mentions={"users": [str(scene.ada.id)]},
        )
    )
    assert [user["id"] for user in sent["mentions"]] == [str(scene.ada.id)]


@stated(MENTIONS, "A list of users and parsing all users exclude each other.", PROBES)
async def _(scene: Scene) -> None:
    wanted = {"parse": ["users"], "users": [str(scene.ada.id)]}
    sent = await scene.bot.send(scene.lobby, content="x", allowed_mentions=wanted)
    assert (sent.status, sent.code) == (400, 50035)


@stated("Resources: Message, Message Reference Structure", "A reply to a message that is gone is refused.", PROBES)
async def _(scene: Scene) -> None:
    sent = await scene.bot.send(scene.lobby, content="x", message_reference={"message_id": "1"})
    assert (sent.status, sent.errors_at()) == (400, ["message_reference"])


@stated(
    "Resources: Message, Message Reference Structure",
    "With fail_if_not_exists switched off, a reply to a message that is gone is sent as an ordinary message.",
    PROBES,
)
async def _(scene: Scene) -> None:
    reference = {"message_id": "1", "fail_if_not_exists": False}
    sent = body_of(await scene.bot.send(scene.lobby, content="x", message_reference=reference))
    assert sent["type"] == 0


@stated("Resources: Message, Message Types", "A reply is of the type REPLY, 19.", PROBES)
async def _(scene: Scene) -> None:
    first = body_of(await scene.bot.send(scene.lobby, content="x"))
    sent = await scene.bot.send(scene.lobby, content="y", message_reference={"message_id": first["id"]})
    assert body_of(sent)["type"] == 19


async def _edited(scene: Scene, before: Json, after: Json, files: dict[str, bytes] | None = None) -> Json:
    path = f"/channels/{scene.lobby}/messages"
    sent = body_of(await scene.bot.call("POST", path, before, files=files))
    changed: Json = body_of(await scene.bot.call("PATCH", f"{path}/{sent['id']}", after))
    return changed


@stated(EDIT, "The message's edited_timestamp tells that it was edited.", PROBES)
async def _(scene: Scene) -> None:
    assert (await _edited(scene, {"content": "x"}, {"content": "y"}))["edited_timestamp"] is not None


@stated(EDIT, "Changes of flags that cannot be changed are ignored without an error.", PROBES)
async def _(scene: Scene) -> None:
    assert (await _edited(scene, {"content": "x"}, {"flags": EPHEMERAL}))["flags"] & EPHEMERAL == 0


@stated(EDIT, "A message of somebody else cannot be edited, except for its flags.", PROBES)
async def _(scene: Scene) -> None:
    theirs = await scene.ada.write("mine")
    changed = await scene.bot.call("PATCH", f"/channels/{scene.lobby}/messages/{theirs.id}", {"content": "x"})
    assert (changed.status, changed.code) == (403, 50005)


@stated("Reference: Editing Message Attachments", "Files that an edit does not list are removed.", PROBES)
async def _(scene: Scene) -> None:
    two = {"a.txt": b"a", "b.txt": b"b"}
    path = f"/channels/{scene.lobby}/messages"
    sent = body_of(await scene.bot.call("POST", path, {"content": "x"}, files=two))
    kept = [{"id": sent["attachments"][1]["id"]}]
    changed = body_of(await scene.bot.call("PATCH", f"{path}/{sent['id']}", {"attachments": kept}))
    assert [each["filename"] for each in changed["attachments"]] == ["b.txt"]


@stated("Reference: Uploading Files", "An embed can show a file of its message by attachment:// and its name.", PROBES)
async def _(scene: Scene) -> None:
    body = {"embeds": [{"image": {"url": "attachment://a.png"}}]}
    sent = body_of(await scene.bot.call("POST", f"/channels/{scene.lobby}/messages", body, files={"a.png": b"\x89PNG"}))
    assert sent["embeds"][0]["image"]["url"].endswith("/a.png")


@stated("Resources: Message, Delete Message", "A deletion answers 204 and raises a Message Delete event.", PROBES)
async def _(scene: Scene) -> None:
    sent = body_of(await scene.bot.send(scene.lobby, content="x"))
    gone = await scene.bot.call("DELETE", f"/channels/{scene.lobby}/messages/{sent['id']}")
    assert gone.status == 204
    assert (await scene.gateway.event("MESSAGE_DELETE"))["id"] == sent["id"]


@stated("Resources: Message, Get Channel Messages", "Messages are listed from the newest on.", PROBES)
async def _(scene: Scene) -> None:
    for content in "abc":
        await scene.bot.send(scene.lobby, content=content)
    listed = body_of(await scene.bot.call("GET", f"/channels/{scene.lobby}/messages?limit=2"))
    assert [each["content"] for each in listed] == ["c", "b"]


@stated(CREATE, "Without SEND_MESSAGES, no message can be sent.", PROBES)
async def _(scene: Scene) -> None:
    await scene.client.permit(scene.lobby, "bot", "send_messages", allowed=False)
    assert (await scene.bot.send(scene.lobby, content="x")).code == FORBIDDEN


@stated(
    "Resources: Message, Get Channel Messages",
    "Without READ_MESSAGE_HISTORY, no messages are listed.",
    PROBES,
)
async def _(scene: Scene) -> None:
    await scene.bot.send(scene.lobby, content="x")
    await scene.client.permit(scene.lobby, "bot", "read_message_history", allowed=False)
    assert body_of(await scene.bot.call("GET", f"/channels/{scene.lobby}/messages")) == []


@stated(
    "Interactions: Receiving and Responding, Create Followup Message",
    "A follow-up may be EPHEMERAL, and a message that is EPHEMERAL reaches only the person who asked.",
    PROBES,
)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, 4, content="for all")
    await doing.done()
    more = body_of(await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="hush", flags=EPHEMERAL))
    assert more["flags"] & EPHEMERAL
    assert "hush" in [each.content for each in await scene.ada.messages()]
    assert "hush" not in [each.content for each in await scene.ben.messages()]


@stated(
    "Interactions: Receiving and Responding, Create Followup Message",
    "The first follow-up to a deferred answer takes that answer's ephemerality, whatever its own flags are.",
    PROBES,
)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, 5)
    filled = body_of(await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="x", flags=EPHEMERAL))
    assert filled["flags"] & EPHEMERAL == 0


@stated(
    "Resources: Channel, Start Thread in Forum or Media Channel",
    "The first message of a post may have SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS and IS_COMPONENTS_V2 alone.",
    PROBES,
)
async def _(scene: Scene) -> None:
    forum = await scene.client.create_channel(int(scene.ada.places["guilds"][0]["id"]), "posts", "forum")
    post = {"name": "a post", "message": {"content": "x"}}
    assert (await scene.bot.call("POST", f"/channels/{forum}/threads", post)).status == 201
    post = {"name": "a post", "message": {"content": "x", "flags": EPHEMERAL}}
    made = await scene.bot.call("POST", f"/channels/{forum}/threads", post)
    assert (made.status, made.errors_at()) == (400, ["message.flags"])


@stated(CREATE, "A message in a channel tells the gateway of itself with its nonce.", PROBES)
async def _(scene: Scene) -> None:
    async with asyncio.TaskGroup() as group:
        heard = group.create_task(scene.gateway.event("MESSAGE_CREATE"))
        group.create_task(scene.bot.send(scene.lobby, content="x", nonce="n"))
    assert heard.result()["nonce"] == "n"


@stated(
    "Interactions: Receiving and Responding, Interaction Structure",
    "The interaction of a component carries the message that the component is on.",
    PROBES,
)
async def _(scene: Scene) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    await scene.bot.send(scene.lobby, content="click", components=[{"type": 1, "components": [button]}])
    shown = await scene.ada.wait_for(lambda each: each.content == "click")
    doing = await act(scene.gateway, scene.ada.click(shown, "Go"))
    assert doing.interaction["message"]["id"] == str(shown.id)
    await scene.bot.answer(doing.interaction, 6)
    await doing.done()
