"""What interactions carry, and how they are answered. Page "Interactions: Receiving and Responding"."""

from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.sandbox.documentation.probe import Probe, answer, between, body_of, stated
from tests.sandbox.rawbot import Act, act, used

PAGE = "Interactions: Receiving and Responding"
STRUCTURE = f"{PAGE}, Interaction Structure"
RESOLVED = f"{PAGE}, Resolved Data Structure"
CHANGE_LOG = "Change Log, 16 July 2026"
OF_A_CHANNEL = {
    "id",
    "name",
    "type",
    "permissions",
    "app_permissions",
    "last_message_id",
    "last_pin_timestamp",
    "nsfw",
    "parent_id",
    "guild_id",
    "flags",
    "rate_limit_per_user",
    "topic",
    "position",
}
VIEW_CHANNEL, SEND_MESSAGES, EMBED_LINKS, ATTACH_FILES, MENTION_EVERYONE = 1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 17
EXTERNAL_EMOJIS = 1 << 18
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = range(4, 10)
EPHEMERAL = 1 << 6

PROBES = [
    Probe(
        f"{PAGE}, Interaction Callback Data Structure",
        "A deferred answer may be EPHEMERAL and has no other flag.",
        between(answer(DEFERRED, flags=EPHEMERAL), answer(DEFERRED, flags=EPHEMERAL | 1 << 2), "data.flags"),
    ),
    Probe(
        f"{PAGE}, Interaction Callback Type",
        "DEFERRED_UPDATE_MESSAGE and UPDATE_MESSAGE are for components: a command has no message to update.",
        between(answer(MESSAGE, content="x"), answer(UPDATE, content="x"), "type"),
    ),
    Probe(
        f"{PAGE}, Interaction Callback Type",
        "Choices are an answer to autocomplete alone.",
        between(answer(DEFERRED), answer(CHOICES, choices=[]), "type"),
    ),
]


async def closed(scene: Scene, doing: Act) -> Json:
    """Answer an interaction and return it."""
    await scene.bot.answer(doing.interaction, DEFERRED)
    await doing.done()
    return doing.interaction


async def with_channel(scene: Scene, channel: str) -> Json:
    """Let somebody choose a channel in a command, and return what is resolved of it."""
    option = {"type": 7, "name": "where", "description": "Where"}
    await scene.bot.sync({"name": "settle", "description": "Settle", "options": [option]})
    asked = await closed(scene, await act(scene.gateway, scene.ada.slash("settle", options={"where": channel})))
    (resolved,) = asked["data"]["resolved"]["channels"].values()
    return dict(resolved)


@stated(RESOLVED, "A channel that was chosen has only some of its fields.", PROBES)
async def _(scene: Scene) -> None:
    resolved = await with_channel(scene, "#lobby")
    assert set(resolved) <= OF_A_CHANNEL
    assert {"id", "name", "type", "permissions"} <= set(resolved)


@stated(RESOLVED, "A thread that was chosen has its thread_metadata beside the fields of a channel.", PROBES)
async def _(scene: Scene) -> None:
    await scene.bot.call("POST", f"/channels/{scene.lobby}/threads", {"name": "table", "type": 11})
    await scene.ada.wait_for(lambda each: each.content == "table")
    resolved = await with_channel(scene, "table")
    assert set(resolved) <= OF_A_CHANNEL | {"thread_metadata"}
    assert resolved["thread_metadata"]["archived"] is False
    assert resolved["parent_id"] == str(scene.lobby)


@stated(CHANGE_LOG, "A channel that was chosen says what the app may do there: app_permissions.", PROBES)
async def _(scene: Scene) -> None:
    may = int((await with_channel(scene, "#card-room"))["app_permissions"])
    assert may & SEND_MESSAGES
    await scene.client.permit(scene.ada.channel_id("card-room"), "bot", "send_messages", allowed=False)
    asked = await closed(scene, await act(scene.gateway, scene.ada.slash("settle", options={"where": "#card-room"})))
    (resolved,) = asked["data"]["resolved"]["channels"].values()
    assert int(resolved["app_permissions"]) & SEND_MESSAGES == 0
    assert int(resolved["permissions"]) & SEND_MESSAGES
    assert int(asked["app_permissions"]) & SEND_MESSAGES


@stated(CHANGE_LOG, "A channel chosen in a select of a message has app_permissions too.", PROBES)
async def _(scene: Scene) -> None:
    select = {"type": 8, "custom_id": "where"}
    await scene.bot.send(scene.lobby, content="choose", components=[{"type": 1, "components": [select]}])
    shown = await scene.ada.wait_for(lambda each: each.content == "choose")
    doing = await act(scene.gateway, scene.ada.select(shown, "where", ["#card-room"]))
    (resolved,) = doing.interaction["data"]["resolved"]["channels"].values()
    assert int(resolved["app_permissions"]) & VIEW_CHANNEL
    await scene.bot.answer(doing.interaction, DEFERRED_UPDATE)
    await doing.done()


@stated(RESOLVED, "A member that is resolved comes with the user, and lacks user, deaf and mute.", PROBES)
async def _(scene: Scene) -> None:
    asked = await closed(scene, await used(scene.gateway, scene.ada, opponent="Ben"))
    resolved, ben = asked["data"]["resolved"], str(scene.ben.id)
    assert resolved["users"][ben]["id"] == ben
    assert not resolved["members"][ben].keys() & {"user", "deaf", "mute"}


@stated(STRUCTURE, "In a server, an interaction has a member with permissions, and no user.", PROBES)
async def _(scene: Scene) -> None:
    asked = await closed(scene, await used(scene.gateway, scene.ada))
    assert asked["member"]["user"]["id"] == str(scene.ada.id)
    assert int(asked["member"]["permissions"]) & VIEW_CHANNEL
    assert "user" not in asked


async def in_a_dm(scene: Scene) -> Json:
    dm = await scene.ada.open_dm()
    return await closed(scene, await act(scene.gateway, scene.ada.slash("play", channel=dm)))


@stated(STRUCTURE, "In a DM, an interaction has a user, and neither a member nor a server.", PROBES)
async def _(scene: Scene) -> None:
    asked = await in_a_dm(scene)
    assert asked["user"]["id"] == str(scene.ada.id)
    assert not asked.keys() & {"member", "guild_id", "guild_locale"}


@stated(f"{PAGE}, Interaction Context Types", "A server is the context 0, and a DM with the bot is 1.", PROBES)
async def _(scene: Scene) -> None:
    assert (await closed(scene, await used(scene.gateway, scene.ada)))["context"] == 0
    assert (await in_a_dm(scene))["context"] == 1


@stated(STRUCTURE, "In a DM with the bot, the app may attach, embed, mention, and use emojis from elsewhere.", PROBES)
async def _(scene: Scene) -> None:
    wanted = ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE | EXTERNAL_EMOJIS
    assert int((await in_a_dm(scene))["app_permissions"]) & wanted == wanted


@stated(
    f"{PAGE}, Authorizing Integration Owners Object",
    "For an app in a server, the owner is that server, and 0 in a DM with the bot.",
    PROBES,
)
async def _(scene: Scene) -> None:
    asked = await closed(scene, await used(scene.gateway, scene.ada))
    assert asked["authorizing_integration_owners"] == {"0": asked["guild_id"]}
    assert (await in_a_dm(scene))["authorizing_integration_owners"] == {"0": "0"}


@stated(STRUCTURE, "The version is always 1, and the locales of the person and the server are told.", PROBES)
async def _(scene: Scene) -> None:
    asked = await closed(scene, await used(scene.gateway, scene.ada))
    assert asked["version"] == 1
    assert asked["locale"]
    assert asked["guild_locale"]


@stated(f"{PAGE}, Message Component Data Structure", "A select's interaction has the chosen values.", PROBES)
async def _(scene: Scene) -> None:
    select = {"type": 3, "custom_id": "pick", "options": [{"label": each, "value": each} for each in "ab"]}
    await scene.bot.send(scene.lobby, content="choose", components=[{"type": 1, "components": [select]}])
    shown = await scene.ada.wait_for(lambda each: each.content == "choose")
    doing = await act(scene.gateway, scene.ada.select(shown, "pick", ["b"]))
    data = doing.interaction["data"]
    assert (data["custom_id"], data["component_type"], data["values"]) == ("pick", 3, ["b"])
    await scene.bot.answer(doing.interaction, DEFERRED_UPDATE)
    await doing.done()


@stated(
    "Interactions: Application Commands, Autocomplete",
    "The option in which somebody types is focused, and its value is a text.",
    PROBES,
)
async def _(scene: Scene) -> None:
    doing = await act(scene.gateway, scene.ada.autocomplete("play", "game", "va"))
    (option,) = doing.interaction["data"]["options"]
    assert (option["focused"], option["value"]) == (True, "va")
    many = [{"name": str(each), "value": str(each)} for each in range(26)]
    refused = await scene.bot.answer(doing.interaction, CHOICES, choices=many)
    assert (refused.status, refused.errors_at()) == (400, ["data.choices"])
    await scene.bot.answer(doing.interaction, CHOICES, choices=many[:25])
    assert len((await doing.done()).choices) == 25


@stated(f"{PAGE}, Interaction Callback Type", "A modal is no answer to a modal.", PROBES)
async def _(scene: Scene) -> None:
    field = {"type": 4, "custom_id": "n", "style": 1}
    form = {"custom_id": "f", "title": "F", "components": [{"type": 18, "label": "Name", "component": field}]}
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, MODAL, **form)
    sending = await act(scene.gateway, scene.ada.submit_modal(await doing.done(), {"n": "Fox"}))
    refused = await scene.bot.answer(sending.interaction, MODAL, **form)
    assert (refused.status, refused.errors_at()) == (400, ["type"])
    await closed(scene, sending)


@stated(f"{PAGE}, Responding to an Interaction", "An interaction is answered once; a second answer is 40060.", PROBES)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await closed(scene, doing)
    again = await scene.bot.answer(doing.interaction, MESSAGE, content="x")
    assert (again.status, again.code) == (400, 40060)


@stated(f"{PAGE}, Followup Messages", "The first answer has three seconds; after them the token is void.", PROBES)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await scene.client.age(2.9)
    assert not doing.outcome.done()
    await scene.client.age(0.1)
    assert (await doing.done()).kind == "failed"
    assert (await scene.bot.answer(doing.interaction, MESSAGE, content="x")).code == 10062


@stated(f"{PAGE}, Followup Messages", "The token of an interaction is valid for 15 minutes.", PROBES)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await closed(scene, doing)
    await scene.client.age(890)
    assert (await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="x")).status == 200
    await scene.client.age(10)
    assert (await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="y")).status == 401


@stated(f"{PAGE}, Create Interaction Response", "With with_response, the answer tells of the message made.", PROBES)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    told = body_of(await scene.bot.answer(doing.interaction, MESSAGE, content="x"))
    assert told["interaction"]["response_message_id"] == told["resource"]["message"]["id"]
    await doing.done()


@stated(f"{PAGE}, Create Interaction Response", "Without with_response, the answer is 204 and empty.", PROBES)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    path = f"/interactions/{doing.interaction['id']}/{doing.interaction['token']}/callback"
    told = await scene.bot.call("POST", path, {"type": DEFERRED}, token=None)
    assert (told.status, told.body) == (204, None)
    await doing.done()
