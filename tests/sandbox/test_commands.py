"""Commands: the rules for their form and number, and what people are offered."""

import pytest

from sandbox.client import Refused
from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.sandbox.rawbot import PLAY, act, used


def command(**fields: object) -> Json:
    return {"name": "cards", "description": "Cards"} | fields


def option(**fields: object) -> Json:
    return {"type": 3, "name": "card", "description": "Which"} | fields


def group(*children: Json, kind: int = 2) -> Json:
    return {"type": kind, "name": "deck", "description": "Decks", "options": list(children)}


BROKEN: dict[str, tuple[Json, str]] = {
    "capitals": (command(name="Cards"), "0.name"),
    "a space": (command(name="my cards"), "0.name"),
    "no description": ({"name": "cards"}, "0.description"),
    "a description on a menu": (command(type=2), "0.description"),
    "required after optional": (
        command(options=[option(), option(name="deck", required=True)]),
        "0.options.1",
    ),
    "an option twice": (command(options=[option(), option()]), "0.options.1.name"),
    "a subcommand beside an option": (command(options=[option(), group(kind=1)]), "0.options"),
    "a group in a group": (command(options=[group(group())]), "0.options.0.options.0.type"),
    "choices beside autocomplete": (
        command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])]),
        "0.options.0",
    ),
    "the same choice twice": (
        command(options=[option(choices=[{"name": "a", "value": value} for value in "xy"])]),
        "0.options.0.choices.1.name",
    ),
    "least above most": (
        command(options=[option(type=4, min_value=5, max_value=1)]),
        "0.options.0.min_value",
    ),
    "shortest above longest": (
        command(options=[option(min_length=5, max_length=1)]),
        "0.options.0.min_length",
    ),
    "8000 characters": (
        command(
            options=[
                option(
                    name=f"o{number}",
                    description="x" * 100,
                    choices=[
                        {"name": "x" * 99 + chr(97 + each), "value": "y" * 99 + chr(97 + each)} for each in range(20)
                    ],
                )
                for number in range(2)
            ]
        ),
        "0",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_a_broken_rule_is_refused(scene: Scene, name: str) -> None:
    body, path = BROKEN[name]
    answer = await scene.bot.sync(body)
    assert (answer.status, answer.code) == (400, 50035)
    assert path in answer.errors_at()
    assert [each["name"] for each in await scene.ada.commands()] == ["play"]


async def test_names_are_unique(scene: Scene) -> None:
    answer = await scene.bot.sync(command(), command())
    assert answer.errors_at() == ["1.name"]


async def test_a_hundred_commands_are_the_most(scene: Scene) -> None:
    many = [command(name=f"cards{number}") for number in range(101)]
    assert (await scene.bot.sync(*many[:100])).status == 200
    answer = await scene.bot.sync(*many)
    assert (answer.status, answer.code) == (400, 30032)
    path = f"/applications/{scene.sandbox.application_id}/commands"
    answer = await scene.bot.call("POST", path, many[100])
    assert (answer.status, answer.code) == (400, 30032)


async def test_two_hundred_new_commands_a_day_are_the_most(scene: Scene) -> None:
    for round_ in range(2):
        answer = await scene.bot.sync(*[command(name=f"r{round_}c{number}") for number in range(99)])
        assert answer.status == 200
    answer = await scene.bot.sync(command(name="one"), command(name="two"))
    assert (answer.status, answer.code) == (400, 30034)
    await scene.client.advance(86_401)
    assert (await scene.bot.sync(command(name="one"), command(name="two"))).status == 200


async def test_a_foreign_server_has_no_commands_of_ours(scene: Scene) -> None:
    path = f"/applications/{scene.sandbox.application_id}/guilds/1/commands"
    answer = await scene.bot.call("PUT", path, [command()])
    assert (answer.status, answer.code) == (403, 50001)
    answer = await scene.bot.call("GET", "/applications/1/commands")
    assert (answer.status, answer.code) == (404, 10002)


async def test_single_commands_are_made_changed_and_removed(scene: Scene) -> None:
    path = f"/applications/{scene.sandbox.application_id}/commands"
    made = (await scene.bot.call("POST", path, command())).body
    changed = (await scene.bot.call("PATCH", f"{path}/{made['id']}", {"description": "All cards"})).body
    assert (changed["id"], changed["description"]) == (made["id"], "All cards")
    assert changed["version"] != made["version"]
    assert (await scene.bot.call("GET", f"{path}/{made['id']}")).body == changed
    refused = await scene.bot.call("PATCH", f"{path}/{made['id']}", {"name": "Upper"})
    assert refused.errors_at() == ["name"]
    assert (await scene.bot.call("DELETE", f"{path}/{made['id']}")).status == 204
    assert (await scene.bot.call("GET", f"{path}/{made['id']}")).code == 10063


async def test_a_command_keeps_its_id_when_it_is_synced_again(scene: Scene) -> None:
    before = (await scene.bot.sync(PLAY)).body[0]
    assert (await scene.bot.sync(PLAY)).body[0] == before


async def test_a_servers_command_hides_the_global_one(scene: Scene) -> None:
    guild = scene.ada.places["guilds"][0]["id"]
    path = f"/applications/{scene.sandbox.application_id}/guilds/{guild}/commands"
    await scene.bot.call("PUT", path, [command(name="play", description="Here")])
    assert [each["description"] for each in await scene.ada.commands()] == ["Here"]


async def test_only_those_who_may_are_offered_a_command(scene: Scene) -> None:
    manage_guild = str(1 << 5)
    await scene.bot.sync(command(name="settings", default_member_permissions=manage_guild))
    assert [each["name"] for each in await scene.ada.commands()] == ["settings"]
    assert await scene.ben.commands() == []
    with pytest.raises(Refused, match="offered no command"):
        await scene.ben.slash("settings")


REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "an option that is not there": ({"deck": "x"}, "has no option 'deck'"),
    "a text for a number": ({"seats": "two"}, "is a number"),
    "a number out of range": ({"seats": 9}, "takes 1 to 8"),
    "a number for a text": ({"game": 5}, "is a text"),
    "nobody": ({"opponent": "Zoe"}, "nobody called Zoe"),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_the_client_refuses_what_it_could_not_send(scene: Scene, name: str) -> None:
    options, reason = REFUSED[name]
    with pytest.raises(Refused, match=reason):
        await scene.ada.slash("play", options=options)


async def test_options_arrive_with_what_they_stand_for(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada, game="varia", seats=2, opponent="Ben")
    data = doing.interaction["data"]
    ben = str(scene.ben.id)
    assert [(each["name"], each["value"]) for each in data["options"]] == [
        ("game", "varia"),
        ("seats", 2),
        ("opponent", ben),
    ]
    assert data["resolved"]["users"][ben]["username"] == "ben"
    assert "user" not in data["resolved"]["members"][ben]
    assert doing.interaction["attachment_size_limit"] == 10 * 1024 * 1024
    await scene.bot.answer(doing.interaction, 5)


async def test_subcommands_are_found_by_their_words(scene: Scene) -> None:
    show = {"type": 1, "name": "show", "description": "Show", "options": [option()]}
    await scene.bot.sync(command(options=[group(show)]))
    doing = await act(scene.gateway, scene.ada.slash("cards deck show", card="fox"))
    (outer,) = doing.interaction["data"]["options"]
    (inner,) = outer["options"]
    assert (outer["name"], inner["name"], inner["options"][0]["value"]) == ("deck", "show", "fox")
    await scene.bot.answer(doing.interaction, 5)
    with pytest.raises(Refused, match="needs one of its subcommands"):
        await scene.ada.slash("cards deck")


async def test_menus_of_messages_and_people(scene: Scene) -> None:
    await scene.bot.sync({"name": "Replay", "type": 3}, {"name": "Challenge", "type": 2})
    message = await scene.ben.write("look")
    doing = await act(scene.gateway, scene.ada.context_menu("Replay", message))
    data = doing.interaction["data"]
    assert data["resolved"]["messages"][data["target_id"]]["content"] == "look"
    await scene.bot.answer(doing.interaction, 5)
    doing = await act(scene.gateway, scene.ada.context_menu("Challenge", "Ben"))
    assert doing.interaction["data"]["target_id"] == str(scene.ben.id)
    await scene.bot.answer(doing.interaction, 4, content="On!")
    assert (await doing.done()).kind == "message"


async def test_a_command_in_a_direct_message(scene: Scene) -> None:
    dm = await scene.ada.open_dm()
    doing = await act(scene.gateway, scene.ada.slash("play", channel=dm, game="varia"))
    assert doing.interaction["context"] == 1
    assert doing.interaction["user"]["id"] == str(scene.ada.id)
    assert "guild_id" not in doing.interaction
    await scene.bot.answer(doing.interaction, 4, content="Here?")
    outcome = await doing.done()
    assert [message.content for message in await scene.ada.dms()] == ["Here?"]
    assert outcome.channel_id == dm
