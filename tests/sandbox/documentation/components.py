"""Components of messages and modals. Page "Components: Component Reference"."""

from typing import Any

import pytest

from sandbox.errors import Refused
from sandbox.person import file_of
from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.sandbox.documentation.probe import Call, Probe, allowed, between, body_of, message, modal, refused, stated
from tests.sandbox.rawbot import act, used

REFERENCE = "Components: Component Reference"
FILE_TYPES = "Reference: File Type Filtering"
V2 = 1 << 15
(ROW, BUTTON, STRING, TEXT_INPUT, USERS, ROLES, MENTIONABLES, CHANNELS, SECTION, TEXT, THUMBNAIL, GALLERY, FILE) = (
    range(1, 14)
)
SEPARATOR, CONTAINER, LABEL, UPLOAD, RADIOS, CHECKS, CHECKBOX = 14, 17, 18, 19, 21, 22, 23
IN_ROW = "components.0.components.0"
IN_LABEL = "data.components.0.component"
PICTURE = "https://example.org/a.png"


def long(length: int) -> str:
    return "x" * length


def options(count: int, **fields: object) -> list[Json]:
    return [{"label": str(index), "value": str(index)} | fields for index in range(count)]


def button(**fields: object) -> Json:
    return {"type": BUTTON, "style": 1, "label": "Go", "custom_id": "go"} | fields


def select(kind: int = STRING, **fields: object) -> Json:
    offered = {"options": options(3)} if kind == STRING else {}
    return {"type": kind, "custom_id": "pick"} | offered | fields


def rows(*children: Json) -> Call:
    """Send a message with one row."""
    return message(components=[{"type": ROW, "components": list(children)}])


def new(*parts: Json, files: dict[str, bytes] | None = None, **fields: object) -> Call:
    """Send a message of the new components."""
    return message(files=files, flags=V2, components=list(parts), **fields)


def text(content: str = "x") -> Json:
    return {"type": TEXT, "content": content}


def part(kind: int, **fields: object) -> Json:
    return {"type": kind} | fields


def labelled(kind: int, **fields: Any) -> Call:
    """Show a modal of one input."""
    return modal(label(kind, **fields))


def label(kind: int, custom_id: str = "p", **fields: object) -> Json:
    more = {"style": 1} if kind == TEXT_INPUT else {}
    return {"type": LABEL, "label": "Pick", "component": {"type": kind, "custom_id": custom_id} | more | fields}


def preset(count: int) -> list[Json]:
    return [{"id": str(index + 1), "type": "user"} for index in range(count)]


PROBES = [
    Probe(
        f"{REFERENCE}, Action Row",
        "A row holds at most five buttons.",
        between(
            rows(*[button(custom_id=str(each)) for each in range(5)]),
            rows(*[button(custom_id=str(each)) for each in range(6)]),
            "components.0.components",
        ),
    ),
    Probe(
        f"{REFERENCE}, Action Row",
        "A row holds one select, and nothing beside it.",
        between(rows(select()), rows(select(), button()), "components.0.components"),
    ),
    Probe(
        f"{REFERENCE}, Custom ID",
        "A custom id has at most 100 characters.",
        between(rows(button(custom_id=long(100))), rows(button(custom_id=long(101))), f"{IN_ROW}.custom_id"),
    ),
    Probe(
        f"{REFERENCE}, Custom ID",
        "A custom id has at least one character.",
        refused(rows(button(custom_id="")), f"{IN_ROW}.custom_id"),
    ),
    Probe(
        f"{REFERENCE}, Custom ID",
        "No two components of a message share a custom id.",
        refused(rows(button(), button()), "components.0.components.1.custom_id"),
    ),
    Probe(
        f"{REFERENCE}, Anatomy of a Component",
        "The id of a component is unique in its message.",
        refused(new(text() | {"id": 7}, text() | {"id": 7}), "components.1.id"),
    ),
    Probe(
        f"{REFERENCE}, Button",
        "A button's label has at most 80 characters.",
        between(rows(button(label=long(80))), rows(button(label=long(81))), f"{IN_ROW}.label"),
    ),
    Probe(
        f"{REFERENCE}, Button",
        "A button that is neither a link nor premium has a custom id.",
        refused(rows(part(BUTTON, style=1, label="Go")), f"{IN_ROW}.custom_id"),
    ),
    Probe(
        f"{REFERENCE}, Button",
        "A button that is neither a link nor premium has no address.",
        refused(rows(button(url=PICTURE)), f"{IN_ROW}.url"),
    ),
    Probe(
        f"{REFERENCE}, Button",
        "A link has an address and no custom id.",
        between(
            rows(part(BUTTON, style=5, label="Go", url=PICTURE)),
            rows(part(BUTTON, style=5, label="Go", url=PICTURE, custom_id="go")),
            f"{IN_ROW}.custom_id",
        ),
    ),
    Probe(
        f"{REFERENCE}, Button",
        "The address of a link has at most 512 characters.",
        between(
            rows(part(BUTTON, style=5, label="Go", url="https://example.org/".ljust(512, "a"))),
            rows(part(BUTTON, style=5, label="Go", url="https://example.org/".ljust(513, "a"))),
            f"{IN_ROW}.url",
        ),
    ),
    Probe(
        f"{REFERENCE}, Button",
        "A premium button has a sku_id and neither a label nor a custom id.",
        refused(rows(part(BUTTON, style=6, sku_id="1", custom_id="go")), f"{IN_ROW}.custom_id"),
    ),
    Probe(
        f"{REFERENCE}, Button Styles",
        "There are six styles of buttons.",
        refused(rows(button(style=7)), f"{IN_ROW}.style"),
    ),
    Probe(
        f"{REFERENCE}, Component Types",
        "Buttons are for messages, not for modals.",
        refused(modal({"type": LABEL, "label": "Go", "component": button()}), f"{IN_LABEL}.type"),
    ),
    Probe(
        f"{REFERENCE}, String Select",
        "A select has at most 25 options.",
        between(rows(select(options=options(25))), rows(select(options=options(26))), f"{IN_ROW}.options"),
    ),
    Probe(
        f"{REFERENCE}, Select Option Structure",
        "The label of an option has at most 100 characters.",
        between(
            rows(select(options=options(1, label=long(100)))),
            rows(select(options=options(1, label=long(101)))),
            f"{IN_ROW}.options.0.label",
        ),
    ),
    Probe(
        f"{REFERENCE}, Select Option Structure",
        "The value of an option has at most 100 characters.",
        between(
            rows(select(options=options(1, value=long(100)))),
            rows(select(options=options(1, value=long(101)))),
            f"{IN_ROW}.options.0.value",
        ),
    ),
    Probe(
        f"{REFERENCE}, Select Option Structure",
        "The description of an option has at most 100 characters.",
        between(
            rows(select(options=options(1, description=long(100)))),
            rows(select(options=options(1, description=long(101)))),
            f"{IN_ROW}.options.0.description",
        ),
    ),
    Probe(
        f"{REFERENCE}, String Select",
        "The placeholder of a select has at most 150 characters.",
        between(rows(select(placeholder=long(150))), rows(select(placeholder=long(151))), f"{IN_ROW}.placeholder"),
    ),
    Probe(
        f"{REFERENCE}, String Select",
        "In a message, the fewest choices of a select may be none.",
        allowed(rows(select(min_values=0))),
    ),
    Probe(
        f"{REFERENCE}, String Select",
        "The most choices of a select are at most 25.",
        between(
            rows(select(options=options(25), max_values=25)),
            rows(select(options=options(25), max_values=26)),
            f"{IN_ROW}.max_values",
        ),
    ),
    Probe(
        f"{REFERENCE}, User Select",
        "A user select has as many default values as may be chosen, not more.",
        between(
            rows(select(USERS, max_values=2, default_values=preset(2))),
            rows(select(USERS, max_values=2, default_values=preset(3))),
            f"{IN_ROW}.default_values",
        ),
    ),
    Probe(
        f"{REFERENCE}, User Select",
        "A user select has as many default values as may be chosen, not fewer.",
        between(
            rows(select(USERS, min_values=2, max_values=3, default_values=preset(2))),
            rows(select(USERS, min_values=2, max_values=3, default_values=preset(1))),
            f"{IN_ROW}.default_values",
        ),
    ),
    Probe(
        f"{REFERENCE}, Channel Select",
        "The default values of a channel select are within its bounds, in a modal too.",
        refused(
            labelled(CHANNELS, default_values=[{"id": str(each), "type": "channel"} for each in (1, 2)]),
            f"{IN_LABEL}.default_values",
        ),
    ),
    Probe(
        f"{REFERENCE}, Select Default Value Structure",
        "A role select presets roles and not users.",
        refused(rows(select(ROLES, default_values=preset(1))), f"{IN_ROW}.default_values.0.type"),
    ),
    Probe(
        f"{REFERENCE}, Text Input",
        "Text inputs are for modals alone.",
        refused(rows(part(TEXT_INPUT, custom_id="t", style=1)), f"{IN_ROW}.type"),
    ),
    Probe(
        f"{REFERENCE}, Section",
        "A section has one to three texts.",
        between(
            new(part(SECTION, components=[text()] * 3, accessory=button())),
            new(part(SECTION, components=[text()] * 4, accessory=button())),
            "components.0.components",
        ),
    ),
    Probe(
        f"{REFERENCE}, Section",
        "A section has a button or a thumbnail beside its texts.",
        between(
            new(part(SECTION, components=[text()], accessory=part(THUMBNAIL, media={"url": PICTURE}))),
            new(part(SECTION, components=[text()])),
            "components.0.accessory",
        ),
    ),
    Probe(
        f"{REFERENCE}, Thumbnail",
        "The description of a thumbnail has at most 1024 characters.",
        refused(
            new(
                part(
                    SECTION,
                    components=[text()],
                    accessory=part(THUMBNAIL, media={"url": PICTURE}, description=long(1025)),
                )
            ),
            "components.0.accessory.description",
        ),
    ),
    Probe(
        f"{REFERENCE}, Media Gallery",
        "A gallery has at most ten items.",
        between(
            new(part(GALLERY, items=[{"media": {"url": PICTURE}}] * 10)),
            new(part(GALLERY, items=[{"media": {"url": PICTURE}}] * 11)),
            "components.0.items",
        ),
    ),
    Probe(
        f"{REFERENCE}, Media Gallery",
        "A gallery has at least one item.",
        refused(new(part(GALLERY, items=[])), "components.0.items"),
    ),
    Probe(
        f"{REFERENCE}, File",
        "A File shows an uploaded file by attachment:// and no other address.",
        between(
            new(part(FILE, file={"url": "attachment://a.txt"}), files={"a.txt": b"x"}),
            new(part(FILE, file={"url": "https://example.org/a.txt"})),
            "components.0.file.url",
        ),
    ),
    Probe(
        f"{REFERENCE}, Unfurled Media Item",
        "A gallery takes any address.",
        allowed(new(part(GALLERY, items=[{"media": {"url": PICTURE}}]))),
    ),
    Probe(
        f"{REFERENCE}, Separator",
        "The spacing of a separator is 1 or 2.",
        between(
            new(text(), part(SEPARATOR, spacing=2)),
            new(text(), part(SEPARATOR, spacing=3)),
            "components.1.spacing",
        ),
    ),
    Probe(
        f"{REFERENCE}, Container",
        "The colour of a container is from 0 to 0xFFFFFF.",
        between(
            new(part(CONTAINER, components=[text()], accent_color=0xFFFFFF)),
            new(part(CONTAINER, components=[text()], accent_color=0x1000000)),
            "components.0.accent_color",
        ),
    ),
    Probe(
        REFERENCE,
        "A message has at most 40 components, and nested ones count.",
        between(
            new(part(CONTAINER, components=[text()] * 39)),
            new(part(CONTAINER, components=[text()] * 40)),
            "components",
        ),
    ),
    Probe(
        REFERENCE,
        "The new components need the flag IS_COMPONENTS_V2.",
        between(new(text()), message(components=[text()]), "components.0.type"),
    ),
    Probe(REFERENCE, "With that flag, a message has no content.", refused(new(text(), content="x"), "content")),
    Probe(
        REFERENCE,
        "With that flag, a message has no embeds.",
        refused(new(text(), embeds=[{"title": "t"}]), "embeds"),
    ),
    Probe(
        REFERENCE,
        "With that flag, a message has no poll.",
        refused(
            new(text(), poll={"question": {"text": "Who?"}, "answers": [{"poll_media": {"text": "Me"}}]}),
            "poll",
        ),
    ),
    Probe(
        REFERENCE,
        "With that flag, a message has no stickers.",
        refused(new(text(), sticker_ids=["1"]), "sticker_ids"),
    ),
    Probe(
        f"{REFERENCE}, Legacy Message Component Behavior",
        "Without that flag, a message has at most five rows.",
        refused(
            message(components=[{"type": ROW, "components": [button(custom_id=str(each))]} for each in range(6)]),
            "components",
        ),
    ),
    Probe(
        "Interactions: Receiving and Responding, Modal",
        "The title of a modal has at most 45 characters.",
        between(modal(label(TEXT_INPUT), title=long(45)), modal(label(TEXT_INPUT), title=long(46)), "data.title"),
    ),
    Probe(
        "Interactions: Receiving and Responding, Modal",
        "The custom id of a modal has at most 100 characters.",
        between(
            modal(label(TEXT_INPUT), custom_id=long(100)),
            modal(label(TEXT_INPUT), custom_id=long(101)),
            "data.custom_id",
        ),
    ),
    Probe(
        "Interactions: Receiving and Responding, Modal",
        "A modal has one to five components.",
        between(
            modal(*[label(TEXT_INPUT, str(each)) for each in range(5)]),
            modal(*[label(TEXT_INPUT, str(each)) for each in range(6)]),
            "data.components",
        ),
    ),
    Probe(
        f"{REFERENCE}, Label",
        "A label has at most 45 characters.",
        between(
            modal(label(TEXT_INPUT) | {"label": long(45)}),
            modal(label(TEXT_INPUT) | {"label": long(46)}),
            "data.components.0.label",
        ),
    ),
    Probe(
        f"{REFERENCE}, Label",
        "The description of a label has at most 100 characters.",
        between(
            modal(label(TEXT_INPUT) | {"description": long(100)}),
            modal(label(TEXT_INPUT) | {"description": long(101)}),
            "data.components.0.description",
        ),
    ),
    Probe(f"{REFERENCE}, Text Display", "A modal may hold texts.", allowed(modal(text(), label(TEXT_INPUT)))),
    Probe(
        f"{REFERENCE}, Text Input",
        "The value of a text input has at most 4000 characters.",
        between(labelled(TEXT_INPUT, value=long(4000)), labelled(TEXT_INPUT, value=long(4001)), f"{IN_LABEL}.value"),
    ),
    Probe(
        f"{REFERENCE}, Text Input",
        "The placeholder of a text input has at most 100 characters.",
        between(
            labelled(TEXT_INPUT, placeholder=long(100)),
            labelled(TEXT_INPUT, placeholder=long(101)),
            f"{IN_LABEL}.placeholder",
        ),
    ),
    Probe(
        f"{REFERENCE}, Text Input",
        "The longest text of a text input has 1 to 4000 characters.",
        between(labelled(TEXT_INPUT, max_length=1), labelled(TEXT_INPUT, max_length=0), f"{IN_LABEL}.max_length"),
    ),
    *[
        Probe(
            f"{REFERENCE}, {name}",
            f"A {name.lower()} that is disabled is an error in a modal, and allowed in a message.",
            between(rows(select(kind, disabled=True)), labelled(kind, **more, disabled=True), f"{IN_LABEL}.disabled"),
        )
        for name, kind, more in (
            ("String Select", STRING, {"options": options(1)}),
            ("User Select", USERS, {}),
            ("Role Select", ROLES, {}),
            ("Mentionable Select", MENTIONABLES, {}),
            ("Channel Select", CHANNELS, {}),
        )
    ],
    Probe(
        f"{REFERENCE}, String Select",
        "In a modal, a select that is required has at least one choice.",
        between(
            labelled(STRING, options=options(2), min_values=0, required=False),
            labelled(STRING, options=options(2), min_values=0),
            f"{IN_LABEL}.min_values",
        ),
    ),
    Probe(
        f"{REFERENCE}, File Upload",
        "At most ten files are uploaded at once.",
        between(labelled(UPLOAD, max_values=10), labelled(UPLOAD, max_values=11), f"{IN_LABEL}.max_values"),
    ),
    Probe(
        f"{REFERENCE}, File Upload",
        "An upload that is required has at least one file.",
        refused(labelled(UPLOAD, min_values=0), f"{IN_LABEL}.min_values"),
    ),
    Probe(
        f"{REFERENCE}, Radio Group",
        "A radio group has two to ten options.",
        between(labelled(RADIOS, options=options(10)), labelled(RADIOS, options=options(11)), f"{IN_LABEL}.options"),
    ),
    Probe(
        f"{REFERENCE}, Radio Group",
        "A radio group has no single option.",
        between(labelled(RADIOS, options=options(2)), labelled(RADIOS, options=options(1)), f"{IN_LABEL}.options"),
    ),
    Probe(
        f"{REFERENCE}, Checkbox Group",
        "A checkbox group has one to ten options.",
        between(labelled(CHECKS, options=options(10)), labelled(CHECKS, options=options(11)), f"{IN_LABEL}.options"),
    ),
    Probe(
        f"{REFERENCE}, Checkbox Group",
        "The most choices of a checkbox group are its number of options if nothing else is said.",
        allowed(labelled(CHECKS, options=options(4), min_values=4)),
    ),
    Probe(
        FILE_TYPES,
        "A file upload filters for up to ten types of files.",
        between(
            labelled(UPLOAD, file_types=[f".a{each}" for each in range(10)]),
            labelled(UPLOAD, file_types=[f".a{each}" for each in range(11)]),
            f"{IN_LABEL}.file_types",
        ),
    ),
    Probe(
        FILE_TYPES,
        "A type of file is image, video, audio or an extension with its dot.",
        between(
            labelled(UPLOAD, file_types=["image", "video", "audio", ".PDF"]),
            labelled(UPLOAD, file_types=["image", "pdf"]),
            f"{IN_LABEL}.file_types.1",
        ),
    ),
]


@stated(FILE_TYPES, "Only the extension counts, in any case, and a group stands for several extensions.", PROBES)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    shown = label(UPLOAD, file_types=["image", ".TXT"])
    await scene.bot.answer(doing.interaction, 9, custom_id="f", title="F", components=[shown])
    form = await doing.done()
    with pytest.raises(Refused, match="only files of the types"):
        await scene.ada.submit_modal(form, {"p": [file_of("deck.pdf", b"x")]})
    sending = await act(scene.gateway, scene.ada.submit_modal(form, {"p": [file_of("Deck.txt", b"x")]}))
    await scene.bot.answer(sending.interaction, 4, content="Thanks")
    await sending.done()


@stated(f"{REFERENCE}, Radio Group", "The value of a radio group in which nothing is chosen is null.", PROBES)
async def _(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    shown = label(RADIOS, options=options(2), required=False)
    await scene.bot.answer(doing.interaction, 9, custom_id="f", title="F", components=[shown])
    sending = await act(scene.gateway, scene.ada.submit_modal(await doing.done(), {}))
    (answered,) = sending.interaction["data"]["components"]
    assert answered["component"]["value"] is None
    await scene.bot.answer(sending.interaction, 4, content="Thanks")
    await sending.done()


@stated(f"{REFERENCE}, Anatomy of a Component", "Components without an id, or with 0, get ids in a row.", PROBES)
async def _(scene: Scene) -> None:
    sent = body_of(await new(text(), text() | {"id": 0}, text()).made(scene))
    assert [each["id"] for each in sent["components"]] == [1, 2, 3]


@stated(f"{REFERENCE}, Anatomy of a Component", "A generated id is none that the message has already.", PROBES)
async def _(scene: Scene) -> None:
    sent = body_of(await new(text(), text() | {"id": 1}, text()).made(scene))
    ids = [each["id"] for each in sent["components"]]
    assert len(set(ids)) == len(ids)
    assert ids[1] == 1


@stated(REFERENCE, "The flag IS_COMPONENTS_V2 cannot be removed from a message.", PROBES)
async def _(scene: Scene) -> None:
    sent = body_of(await new(text()).made(scene))
    changed = await scene.bot.call(
        "PATCH", f"/channels/{scene.lobby}/messages/{sent['id']}", {"flags": 0, "components": [], "content": "x"}
    )
    assert (changed.status, changed.code) == (400, 50035)
    assert "flags" in changed.errors_at()


@stated(f"{REFERENCE}, Button", "A link sends no interaction.", PROBES)
async def _(scene: Scene) -> None:
    await rows(part(BUTTON, style=5, label="Out", url=PICTURE)).made(scene)
    shown = await scene.ada.wait_for(lambda each: bool(each.raw["components"]))
    with pytest.raises(Refused, match="opens a page"):
        await scene.ada.click(shown, "Out")
