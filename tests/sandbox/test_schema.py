"""Forms that Discord's OpenAPI file forbids are refused, with the path to what is wrong."""

from typing import Any

import pytest

from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.support.discord import needs_openapi

pytestmark = needs_openapi


def message(**fields: object) -> tuple[str, Any]:
    return "message", fields


def embed(**fields: object) -> tuple[str, Any]:
    return message(embeds=[fields])


def row(*parts: Json) -> tuple[str, Any]:
    return message(components=[{"type": 1, "components": list(parts)}])


def button(**fields: object) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | fields


def select(**fields: object) -> Json:
    return {"type": 3, "custom_id": "pick", "options": options(1)} | fields


def options(count: int, **fields: object) -> list[Json]:
    return [{"label": str(index), "value": str(index)} | fields for index in range(count)]


def command(**fields: object) -> tuple[str, Any]:
    return "command", [{"name": "play", "description": "Play"} | fields]


def option(**fields: object) -> tuple[str, Any]:
    return command(options=[{"type": 3, "name": "game", "description": "Which"} | fields])


def modal(*parts: Json, **fields: object) -> tuple[str, Any]:
    return "modal", {"custom_id": "m", "title": "Form", "components": list(parts)} | fields


def text_input(**fields: object) -> Json:
    return {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "n", "style": 1} | fields}


MISTAKES: list[tuple[tuple[str, Any], str]] = [
    (embed(title="x" * 257), "embeds.0.title"),
    (embed(description="x" * 4097), "embeds.0.description"),
    (embed(fields=[{"name": "n", "value": "v"}] * 26), "embeds.0.fields"),
    (embed(fields=[{"name": "x" * 257, "value": "v"}]), "embeds.0.fields.0.name"),
    (embed(fields=[{"name": "n", "value": "x" * 1025}]), "embeds.0.fields.0.value"),
    (embed(fields=[{"name": "n"}]), "embeds.0.fields.0.value"),
    (embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    (embed(author={"name": "x" * 257}), "embeds.0.author.name"),
    (embed(color=0x1000000), "embeds.0.color"),
    (embed(title="t", url="no address"), "embeds.0.url"),
    (embed(title="t", timestamp="yesterday"), "embeds.0.timestamp"),
    (message(embeds=[{"title": "t"}] * 11), "embeds"),
    (message(content=7), "content"),
    (message(content="x", allowed_mentions={"parse": ["nobody"]}), "allowed_mentions.parse.0"),
    (message(content="x", nonce="n" * 26), "nonce"),
    (message(content="x", attachments=[{"id": index} for index in range(11)]), "attachments"),
    (row(*[button(custom_id=str(index)) for index in range(6)]), "components.0.components"),
    (row(button(custom_id="x" * 101)), "components.0.components.0.custom_id"),
    (row(button(label="x" * 81)), "components.0.components.0.label"),
    (row(button(style=9)), "components.0.components.0.style"),
    (row({"type": 2, "style": 5, "label": "Go", "url": "x" * 513}), "components.0.components.0.url"),
    (row(select(options=options(26))), "components.0.components.0.options"),
    (row(select(options=[])), "components.0.components.0.options"),
    (row(select(options=options(1, label="x" * 101))), "components.0.components.0.options.0.label"),
    (row(select(options=options(1, value="x" * 101))), "components.0.components.0.options.0.value"),
    (
        row(select(options=options(1, description="x" * 101))),
        "components.0.components.0.options.0.description",
    ),
    (row(select(placeholder="x" * 151)), "components.0.components.0.placeholder"),
    (row(select(max_values=26)), "components.0.components.0.max_values"),
    (row({"type": 4, "custom_id": "t", "style": 1}), "components.0.components.0.type"),
    (message(components=[{"type": 99}]), "components.0.type"),
    (command(name="x" * 33), "0.name"),
    (command(name=""), "0.name"),
    (command(description="x" * 101), "0.description"),
    (
        command(options=[{"type": 3, "name": f"o{index}", "description": "d"} for index in range(26)]),
        "0.options",
    ),
    (option(description=""), "0.options.0.description"),
    (option(description="x" * 101), "0.options.0.description"),
    (option(type=12), "0.options.0.type"),
    (
        option(choices=[{"name": str(index), "value": str(index)} for index in range(26)]),
        "0.options.0.choices",
    ),
    (option(choices=[{"name": "x" * 101, "value": "v"}]), "0.options.0.choices.0.name"),
    (modal(text_input(), title="x" * 46), "data.title"),
    (modal(text_input(value="x" * 4001)), "data.components.0.component.value"),
    (
        modal({"type": 18, "label": "x" * 46, "component": {"type": 4, "custom_id": "n", "style": 1}}),
        "data.components.0.label",
    ),
    (("choices", [{"name": str(index), "value": "v"} for index in range(26)]), "data.choices"),
    (("choices", [{"name": "x" * 101, "value": "v"}]), "data.choices.0.name"),
    (("thread", {"auto_archive_duration": 60}), "name"),
    (("thread", {"name": "x" * 101}), "name"),
    (("dm", {"recipient_id": "nobody"}), "recipient_id"),
]


@pytest.mark.parametrize(("planted", "path"), MISTAKES, ids=lambda each: each if isinstance(each, str) else each[0])
async def test_a_mistake_is_refused_with_its_path(scene: Scene, planted: tuple[str, Any], path: str) -> None:
    kind, body = planted
    channel = f"/channels/{scene.lobby}"
    commands = f"/applications/{scene.sandbox.application_id}/commands"
    calls = {
        "message": ("POST", f"{channel}/messages", body),
        "command": ("PUT", commands, body),
        "thread": ("POST", f"{channel}/threads", body),
        "dm": ("POST", "/users/@me/channels", body),
        "modal": ("POST", "/interactions/1/x/callback", {"type": 9, "data": body}),
        "choices": ("POST", "/interactions/1/x/callback", {"type": 8, "data": {"choices": body}}),
    }
    answer = await scene.bot.call(*calls[kind])
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.errors_at() == [path]


def test_there_are_forty_planted_mistakes() -> None:
    assert len(MISTAKES) >= 40


async def test_every_mistake_of_a_form_is_told(scene: Scene) -> None:
    answer = await scene.bot.send(scene.lobby, embeds=[{"title": "x" * 257, "color": -1}], content=7)
    assert set(answer.errors_at()) == {"embeds.0.title", "embeds.0.color", "content"}


async def test_ids_may_be_numbers(scene: Scene) -> None:
    answer = await scene.bot.call("POST", "/users/@me/channels", {"recipient_id": scene.ben.id})
    assert answer.status == 200


async def test_unknown_fields_are_told_but_not_refused(scene: Scene) -> None:
    answer = await scene.bot.send(scene.lobby, content="x", embeds=[{"titel": "t", "title": "t"}])
    assert answer.status == 200
    assert [(each.kind, each.what) for each in scene.sandbox.parts.findings.all()] == [
        ("warning", "Discord knows no field embeds[].titel")
    ]
