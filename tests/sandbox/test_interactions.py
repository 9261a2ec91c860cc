"""Answering interactions: in time, once, with what fits; and what the token is good for afterwards."""

import asyncio

import pytest

from sandbox.client import Refused
from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.sandbox.rawbot import Act, act, used

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
ROW: Json = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
FORM: Json = {
    "custom_id": "form",
    "title": "Form",
    "components": [
        {
            "type": 18,
            "label": "Name",
            "component": {"type": 4, "custom_id": "name", "style": 1, "max_length": 5},
        },
        {
            "type": 18,
            "label": "Pace",
            "component": {
                "type": 3,
                "custom_id": "pace",
                "required": False,
                "options": [{"label": each, "value": each} for each in ("live", "slow")],
            },
        },
        {
            "type": 18,
            "label": "Start",
            "component": {
                "type": 21,
                "custom_id": "start",
                "options": [{"label": each, "value": each} for each in ("dice", "me")],
            },
        },
        {
            "type": 18,
            "label": "Extras",
            "component": {
                "type": 22,
                "custom_id": "extras",
                "min_values": 1,
                "max_values": 1,
                "options": [{"label": each, "value": each} for each in ("undo", "watch")],
            },
        },
        {"type": 18, "label": "Sure", "component": {"type": 23, "custom_id": "sure"}},
    ],
}
FILLED: dict[str, object] = {"name": "Fox", "start": "me", "extras": ["undo"], "sure": True}


async def clicked(scene: Scene) -> Act:
    sent = await scene.bot.send(scene.lobby, content="click", components=[ROW])
    message = await scene.ada.wait_for(lambda each: each.id == int(sent.body["id"]))
    return await act(scene.gateway, scene.ada.click(message, "Go"))


async def completed(scene: Scene) -> Act:
    return await act(scene.gateway, scene.ada.autocomplete("play", "game", "va"))


async def submitted(scene: Scene) -> Act:
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, MODAL, **FORM)
    return await act(scene.gateway, scene.ada.submit_modal(await doing.done(), FILLED))


async def submitted_from_message(scene: Scene) -> Act:
    doing = await clicked(scene)
    await scene.bot.answer(doing.interaction, MODAL, **FORM)
    return await act(scene.gateway, scene.ada.submit_modal(await doing.done(), FILLED))


async def commanded(scene: Scene) -> Act:
    return await used(scene.gateway, scene.ada)


BODIES: dict[int, Json] = {
    MESSAGE: {"content": "x"},
    DEFER: {},
    DEFER_UPDATE: {},
    UPDATE: {"content": "x"},
    CHOICES: {"choices": []},
    MODAL: FORM,
}
FITTING = {
    commanded: {MESSAGE, DEFER, MODAL},
    clicked: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL},
    completed: {CHOICES},
    submitted: {MESSAGE, DEFER},
    submitted_from_message: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE},
}


@pytest.mark.parametrize("raised", FITTING, ids=lambda raised: raised.__name__)
async def test_only_fitting_answers_are_taken(scene: Scene, raised: type) -> None:
    """Discord documentation, "Interactions: Receiving and Responding", "Interaction Callback Type".

    DEFERRED_UPDATE_MESSAGE and UPDATE_MESSAGE are for component-based interactions alone: a modal that a button opened
    may have them, one that a command opened is deferred with DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE. MODAL is no answer
    to a modal.
    """
    fitting = FITTING[raised]
    doing: Act = await raised(scene)
    for kind, body in BODIES.items():
        if kind not in fitting:
            refused = await scene.bot.answer(doing.interaction, kind, **body)
            assert (refused.status, refused.errors_at()) == (400, ["type"]), kind
    for kind in sorted(fitting):
        taken = await scene.bot.answer(doing.interaction, kind, **BODIES[kind])
        assert taken.status == 200, (kind, taken)
        await doing.done()
        if kind != max(fitting):
            doing = await raised(scene)


async def test_only_a_modal_of_a_component_tells_of_a_message(scene: Scene) -> None:
    """Discord documentation, "Interactions: Receiving and Responding", "Interaction Structure".

    `message` is there for components and for modals triggered by components.
    """
    doing = await submitted(scene)
    assert "message" not in doing.interaction
    await scene.bot.answer(doing.interaction, DEFER)
    doing = await submitted_from_message(scene)
    assert doing.interaction["message"]["content"] == "click"
    await scene.bot.answer(doing.interaction, DEFER_UPDATE)


@pytest.mark.parametrize("flags", [4, 1 << 15, 64 | 4096])
async def test_a_deferral_has_no_flag_but_ephemeral(scene: Scene, flags: int) -> None:
    """Discord documentation, "Interactions: Receiving and Responding", "Interaction Callback Data Structure".

    With DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE the only valid message flag is EPHEMERAL.
    """
    doing = await used(scene.gateway, scene.ada)
    refused = await scene.bot.answer(doing.interaction, DEFER, flags=flags)
    assert (refused.status, refused.errors_at()) == (400, ["data.flags"])
    assert (await scene.bot.answer(doing.interaction, DEFER, flags=64)).status == 200


async def test_a_second_answer_is_40060(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    assert (await scene.bot.answer(doing.interaction, MESSAGE, content="x")).status == 200
    again = await scene.bot.answer(doing.interaction, MESSAGE, content="y")
    assert (again.status, again.code) == (400, 40060)


async def test_of_two_answers_at_once_one_is_taken(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    answers = await asyncio.gather(
        *[scene.bot.answer(doing.interaction, MESSAGE, content=str(number)) for number in range(2)]
    )
    assert sorted(answer.status for answer in answers) == [200, 400]


async def test_after_three_seconds_an_answer_is_10062(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await scene.client.age(3)
    outcome = await doing.done()
    assert (outcome.kind, outcome.reason) == ("failed", "The application did not respond")
    late = await scene.bot.answer(doing.interaction, MESSAGE, content="x")
    assert (late.status, late.code) == (404, 10062)


async def test_a_foreign_token_is_10062(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    foreign = await scene.bot.answer(doing.interaction | {"token": "guess"}, MESSAGE, content="x")
    assert (foreign.status, foreign.code) == (404, 10062)
    await scene.bot.answer(doing.interaction, DEFER)


async def test_a_refused_answer_does_not_use_the_interaction_up(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    for body in ({"content": "x" * 2001}, {"components": [ROW, ROW], "content": "x"}):
        assert (await scene.bot.answer(doing.interaction, MESSAGE, **body)).status == 400
    assert (await scene.bot.answer(doing.interaction, MESSAGE)).code == 50006
    assert (await scene.bot.answer(doing.interaction, MESSAGE, content="right")).status == 200
    outcome = await doing.done()
    assert outcome.message is not None
    assert outcome.message.content == "right"


async def test_before_the_first_answer_the_token_is_10015(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    assert (await scene.bot.webhook("POST", doing.interaction, content="early")).code == 10015
    original = "/messages/@original"
    assert (await scene.bot.webhook("PATCH", doing.interaction, original, content="early")).code == 10015
    await scene.bot.answer(doing.interaction, DEFER)


async def test_after_a_quarter_of_an_hour_the_token_is_50027(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, MESSAGE, content="x")
    outcome = await doing.done()
    assert (await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="y")).status == 200
    await scene.client.age(900, outcome)
    for method, rest in (("POST", ""), ("PATCH", "/messages/@original"), ("GET", "/messages/@original")):
        body = {} if method == "GET" else {"content": "z"}
        answer = await scene.bot.webhook(method, doing.interaction, rest, **body)
        assert (answer.status, answer.code) == (401, 50027)


async def test_the_first_follow_up_fills_the_thinking_message(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, DEFER, flags=64)
    thinking = (await doing.done()).message
    assert thinking is not None
    assert thinking.thinking
    assert thinking.ephemeral
    empty = await scene.bot.webhook("POST", doing.interaction, content="")
    assert empty.code == 50006
    assert (await scene.ada.messages())[-1].thinking
    filled = await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="done", flags=0)
    assert (filled.body["id"], filled.body["flags"]) == (str(thinking.id), 64)
    second = await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="more")
    assert second.body["id"] != filled.body["id"]
    assert second.body["interaction_metadata"]["original_response_message_id"] == filled.body["id"]


async def test_follow_ups_are_read_edited_and_deleted(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, MESSAGE, content="x")
    more = (await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="more")).body
    path = f"/messages/{more['id']}"
    assert (await scene.bot.webhook("PATCH", doing.interaction, path, content="edited")).status == 200
    assert (await scene.bot.webhook("GET", doing.interaction, path)).body["content"] == "edited"
    assert (await scene.bot.webhook("DELETE", doing.interaction, path)).status == 204
    assert (await scene.bot.webhook("PATCH", doing.interaction, path, content="x")).code == 10008
    assert (await scene.bot.webhook("DELETE", doing.interaction, "/messages/@original")).status == 204
    assert (await scene.bot.webhook("GET", doing.interaction, "/messages/@original")).code == 10008
    assert await scene.ada.messages() == []


async def test_a_deferred_update_leaves_the_message_to_a_later_edit(scene: Scene) -> None:
    doing = await clicked(scene)
    await scene.bot.answer(doing.interaction, DEFER_UPDATE)
    outcome = await doing.done()
    assert (outcome.kind, outcome.message and outcome.message.content) == ("deferred", "click")
    await scene.bot.webhook("PATCH", doing.interaction, "/messages/@original", content="changed")
    await scene.ada.wait_for(lambda message: message.content == "changed" and message.edited)


async def test_offered_values_are_of_the_options_type(scene: Scene) -> None:
    doing = await completed(scene)
    refused = await scene.bot.answer(doing.interaction, CHOICES, choices=[{"name": "Varia", "value": 1}])
    assert refused.errors_at() == ["data.choices.0.value"]
    await scene.bot.answer(doing.interaction, CHOICES, choices=[{"name": "Varia", "value": "varia"}])
    assert (await doing.done()).choices == (("Varia", "varia"),)


async def test_numbers_are_typed_as_text(scene: Scene) -> None:
    option = {"type": 4, "name": "seats", "description": "How many", "autocomplete": True}
    await scene.bot.sync({"name": "seats", "description": "Seats", "options": [option]})
    doing = await act(scene.gateway, scene.ada.autocomplete("seats", "seats", "2"))
    assert doing.interaction["data"]["options"][0]["value"] == "2"
    await scene.bot.answer(doing.interaction, CHOICES, choices=[{"name": "two", "value": 2}])
    assert (await doing.done()).choices == (("two", 2),)


BROKEN_MODALS: dict[str, tuple[Json, str]] = {
    "six parts": (FORM | {"components": [{"type": 10, "content": "x"}] * 6}, "data.components"),
    "the same id twice": (
        FORM | {"components": FORM["components"][:1] * 2},
        "data.components.1.component.custom_id",
    ),
    "shortest above longest": (
        FORM
        | {
            "components": [
                {
                    "type": 18,
                    "label": "Name",
                    "component": {"type": 4, "custom_id": "n", "style": 1, "min_length": 5, "max_length": 1},
                }
            ]
        },
        "data.components.0.component.min_length",
    ),
}


@pytest.mark.parametrize("name", BROKEN_MODALS)
async def test_a_broken_modal_is_refused(scene: Scene, name: str) -> None:
    body, path = BROKEN_MODALS[name]
    doing = await used(scene.gateway, scene.ada)
    refused = await scene.bot.answer(doing.interaction, MODAL, **body)
    assert path in refused.errors_at()
    await scene.bot.answer(doing.interaction, DEFER)


async def test_a_modal_comes_back_filled_in(scene: Scene) -> None:
    doing = await submitted(scene)
    parts = [part["component"] for part in doing.interaction["data"]["components"]]
    values = {part["custom_id"]: part.get("value", part.get("values")) for part in parts}
    assert values == {"name": "Fox", "pace": [], "start": "me", "extras": ["undo"], "sure": True}
    await scene.bot.answer(doing.interaction, MESSAGE, content="Thanks")
    outcome = await doing.done()
    assert outcome.message is not None
    metadata = outcome.message.raw["interaction_metadata"]
    assert metadata["triggering_interaction_metadata"]["name"] == "play"


WRONG_VALUES: dict[str, tuple[dict[str, object], str]] = {
    "a required input is empty": (FILLED | {"name": ""}, "must not be empty"),
    "a text is too long": (FILLED | {"name": "Foxglove"}, "takes 0 to 5"),
    "no choice is made": ({**FILLED, "start": None}, "must be chosen"),
    "a choice that is not there": (FILLED | {"start": "you"}, "does not offer"),
    "too many are chosen": (FILLED | {"extras": ["undo", "watch"]}, "takes 1 to 1"),
    "an input that is not there": (FILLED | {"age": "7"}, "has no input"),
}


@pytest.mark.parametrize("name", WRONG_VALUES)
async def test_the_client_checks_a_modal_first(scene: Scene, name: str) -> None:
    values, reason = WRONG_VALUES[name]
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, MODAL, **FORM)
    shown = await doing.done()
    with pytest.raises(Refused, match=reason):
        await scene.ada.submit_modal(shown, values)


async def test_a_modal_is_sent_once_and_by_its_own_person(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    await scene.bot.answer(doing.interaction, MODAL, **FORM)
    shown = await doing.done()
    with pytest.raises(Refused, match="no such modal"):
        await scene.ben.submit_modal(shown, FILLED)
    sending = await act(scene.gateway, scene.ada.submit_modal(shown, FILLED))
    await scene.bot.answer(sending.interaction, DEFER)
    with pytest.raises(Refused, match="sent already"):
        await scene.ada.submit_modal(shown, FILLED)


async def test_people_can_only_use_what_is_there(scene: Scene) -> None:
    disabled = {"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": True}
    link = {"type": 2, "style": 5, "label": "Out", "url": "https://example.org"}
    options = [{"label": each, "value": each} for each in "ab"]
    select = {"type": 3, "custom_id": "pick", "options": options}
    rows = [{"type": 1, "components": [disabled, link]}, {"type": 1, "components": [select]}]
    await scene.bot.send(scene.lobby, content="panel", components=rows)
    panel = await scene.ada.wait_for(lambda message: message.content == "panel")
    for button, reason in (("Off", "is disabled"), ("Out", "opens a page"), ("Nothing", "no button")):
        with pytest.raises(Refused, match=reason):
            await scene.ada.click(panel, button)
    for values, reason in ((["c"], "does not offer"), (["a", "b"], "takes 1 to 1"), ([], "takes 1 to 1")):
        with pytest.raises(Refused, match=reason):
            await scene.ada.select(panel, "pick", values)
    await scene.client.delete_message(panel)
    with pytest.raises(Refused, match="no message"):
        await scene.ada.click(panel, "Off")


async def test_people_roles_and_channels_can_be_chosen(scene: Scene) -> None:
    rows = [{"type": 1, "components": [{"type": kind, "custom_id": str(kind)}]} for kind in (5, 6, 7, 8)]
    await scene.bot.send(scene.lobby, content="choose", components=rows)
    panel = await scene.ada.wait_for(lambda message: message.content == "choose")
    for kind, value, bucket in (
        (5, "Ben", "users"),
        (6, "Tableside", "roles"),
        (7, "Ben", "members"),
        (8, "#card-room", "channels"),
    ):
        doing = await act(scene.gateway, scene.ada.select(panel, str(kind), [value]))
        data = doing.interaction["data"]
        assert list(data["resolved"][bucket]) == data["values"]
        await scene.bot.answer(doing.interaction, DEFER_UPDATE)
        await doing.done()
