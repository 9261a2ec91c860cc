"""Application commands. Page "Interactions: Application Commands"."""

import pytest

from sandbox.errors import Refused
from sandbox.person import file_of
from sandbox.wire import Json
from tests.sandbox.conftest import Scene
from tests.sandbox.documentation.probe import (
    Call,
    Check,
    Probe,
    allowed,
    between,
    body_of,
    commands,
    refused,
    stated,
)
from tests.sandbox.rawbot import act

PAGE = "Interactions: Application Commands"
STRUCTURE = f"{PAGE}, Application Command Structure"
NAMING = f"{PAGE}, Application Command Naming"
OPTION = f"{PAGE}, Application Command Option Structure"
CHOICE = f"{PAGE}, Application Command Option Choice Structure"
REGISTERING = f"{PAGE}, Registering a Command"
SLASH, USER, MESSAGE, ENTRY_POINT = range(1, 5)
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN = range(1, 6)
CHANNEL, ATTACHMENT = 7, 11
OPTIONS = "0.options.0"


def long(length: int) -> str:
    return "x" * length


def command(**fields: object) -> Json:
    return {"name": "cards", "description": "Cards"} | fields


def option(**fields: object) -> Json:
    return {"type": STRING, "name": "card", "description": "Which"} | fields


def menu(kind: int, **fields: object) -> Json:
    return {"type": kind, "name": "Look up"} | fields


def with_options(*options: Json) -> Call:
    return commands(command(options=list(options)))


def choices(count: int, **fields: object) -> Call:
    return with_options(option(choices=[{"name": str(each), "value": str(each)} | fields for each in range(count)]))


def at_most(count: int, kind: int) -> Check:
    """Check that this many commands of a kind are allowed and one more is not."""
    more = {"description": "d"} if kind == SLASH else {}
    many = [{"type": kind, "name": f"c{each}"} | more for each in range(count + 1)]
    return between(commands(*many[:-1]), commands(*many), code=30032)


PROBES = [
    Probe(
        NAMING,
        "The name of a command has at most 32 characters.",
        between(commands(command(name=long(32))), commands(command(name=long(33))), "0.name"),
    ),
    Probe(NAMING, "The name of a slash command has no spaces.", refused(commands(command(name="my cards")), "0.name")),
    Probe(
        NAMING,
        "The name of a slash command uses the small variants of letters that have one.",
        refused(commands(command(name="Cards")), "0.name"),
    ),
    Probe(
        NAMING,
        "Names may have letters of any script, with the signs of Devanagari and Thai, hyphens and apostrophes.",
        allowed(commands(*[command(name=each) for each in ("हिन्दी", "ที่นี่", "karten-name", "l'as", "牌")])),
    ),
    Probe(
        NAMING,
        "Commands in menus may have capitals and spaces.",
        allowed(commands(menu(USER), menu(MESSAGE))),
    ),
    Probe(
        STRUCTURE,
        "The description of a slash command has 1 to 100 characters.",
        between(commands(command(description=long(100))), commands(command(description=long(101))), "0.description"),
    ),
    Probe(
        STRUCTURE,
        "A slash command has a description.",
        refused(commands({"name": "cards"}), "0.description"),
    ),
    *[
        Probe(
            STRUCTURE,
            f"The description of a command in the menu of a {name} is empty.",
            between(commands(menu(kind)), commands(menu(kind, description="d")), "0.description"),
        )
        for name, kind in (("person", USER), ("message", MESSAGE))
    ],
    Probe(
        STRUCTURE,
        "A command has at most 25 options.",
        between(
            with_options(*[option(name=f"o{each}") for each in range(25)]),
            with_options(*[option(name=f"o{each}") for each in range(26)]),
            "0.options",
        ),
    ),
    Probe(
        STRUCTURE,
        "Only slash commands have options.",
        refused(commands(menu(USER, options=[option()]))),
    ),
    Probe(
        STRUCTURE,
        "The names of a command in other languages are listed by Discord's locales.",
        between(
            commands(command(name_localizations={"de": "karten", "pt-BR": "cartas"})),
            commands(command(name_localizations={"de-AT": "karten"})),
            "0.name_localizations.de-AT",
        ),
    ),
    Probe(
        STRUCTURE,
        "The descriptions of a command in other languages are listed by Discord's locales.",
        refused(commands(command(description_localizations={"en": "Cards"})), "0.description_localizations.en"),
    ),
    Probe(
        OPTION,
        "The names of an option in other languages are listed by Discord's locales.",
        refused(with_options(option(name_localizations={"xx": "karte"})), f"{OPTIONS}.name_localizations.xx"),
    ),
    Probe(
        CHOICE,
        "The names of a choice in other languages are listed by Discord's locales.",
        refused(choices(1, name_localizations={"xx": "eins"}), f"{OPTIONS}.choices.0.name_localizations.xx"),
    ),
    Probe(
        STRUCTURE,
        "A name in another language keeps the rules for names.",
        refused(commands(command(name_localizations={"de": "Karten"})), "0.name_localizations.de"),
    ),
    Probe(
        STRUCTURE,
        "Only the primary entry point has a handler.",
        between(
            commands({"type": ENTRY_POINT, "name": "launch", "description": "Go", "handler": 1}),
            commands(command(handler=1)),
            "0.handler",
        ),
    ),
    Probe(
        STRUCTURE,
        "A command in a menu has no handler.",
        refused(commands(menu(MESSAGE, handler=2)), "0.handler"),
    ),
    Probe(
        f"{PAGE}, Entry Point Command Handler Types",
        "There are two handlers.",
        refused(commands({"type": ENTRY_POINT, "name": "launch", "handler": 3}), "0.handler"),
    ),
    Probe(REGISTERING, "An app has at most one primary entry point.", at_most(1, ENTRY_POINT)),
    Probe(
        REGISTERING,
        "A server has no primary entry point of its own.",
        refused(commands({"type": ENTRY_POINT, "name": "launch", "handler": 1}, scope="/guilds/{guild}"), "0.type"),
    ),
    Probe(REGISTERING, "An app has at most 100 slash commands.", at_most(100, SLASH)),
    Probe(REGISTERING, "An app has at most 15 commands in the menus of people.", at_most(15, USER)),
    Probe(REGISTERING, "An app has at most 15 commands in the menus of messages.", at_most(15, MESSAGE)),
    Probe(
        REGISTERING,
        "No two commands of a type and scope have the same name.",
        refused(commands(command(), command()), "1.name"),
    ),
    Probe(
        REGISTERING,
        "Commands of different types may have the same name.",
        allowed(commands(command(), {"type": USER, "name": "cards"})),
    ),
    Probe(
        OPTION,
        "The name of an option is unique in its command.",
        refused(with_options(option(), option()), "0.options.1.name"),
    ),
    Probe(
        OPTION,
        "Required options come before others.",
        between(
            with_options(option(required=True), option(name="deck")),
            with_options(option(), option(name="deck", required=True)),
            "0.options.1",
        ),
    ),
    Probe(
        OPTION,
        "The description of an option has 1 to 100 characters.",
        between(
            with_options(option(description=long(100))),
            with_options(option(description=long(101))),
            f"{OPTIONS}.description",
        ),
    ),
    Probe(
        OPTION,
        "An option has at most 25 choices.",
        between(choices(25), choices(26), f"{OPTIONS}.choices"),
    ),
    Probe(
        CHOICE,
        "The name of a choice has at most 100 characters.",
        between(choices(1, name=long(100)), choices(1, name=long(101)), f"{OPTIONS}.choices.0.name"),
    ),
    Probe(
        CHOICE,
        "The value of a choice has at most 100 characters if it is a text.",
        between(choices(1, value=long(100)), choices(1, value=long(101)), f"{OPTIONS}.choices.0.value"),
    ),
    Probe(
        CHOICE,
        "The value of a choice is of its option's type.",
        refused(with_options(option(type=INTEGER, choices=[{"name": "one", "value": "one"}]))),
    ),
    Probe(
        OPTION,
        "An option with choices has no autocomplete.",
        refused(with_options(option(autocomplete=True, choices=[{"name": "a", "value": "a"}])), OPTIONS),
    ),
    Probe(
        OPTION,
        "Only texts and numbers have autocomplete.",
        refused(with_options(option(type=BOOLEAN, autocomplete=True))),
    ),
    Probe(
        OPTION,
        "The shortest text of an option has 0 to 6000 characters.",
        between(with_options(option(min_length=6000)), with_options(option(min_length=6001)), f"{OPTIONS}.min_length"),
    ),
    Probe(
        OPTION,
        "The longest text of an option has 1 to 6000 characters.",
        between(with_options(option(max_length=1)), with_options(option(max_length=0)), f"{OPTIONS}.max_length"),
    ),
    Probe(
        f"{PAGE}, Subcommands and Subcommand Groups",
        "A group holds subcommands and no other group.",
        refused(with_options(option(type=GROUP, options=[option(type=GROUP, options=[option(type=SUBCOMMAND)])]))),
    ),
    Probe(
        f"{PAGE}, Subcommands and Subcommand Groups",
        "A subcommand holds plain options.",
        between(
            with_options(option(type=GROUP, options=[option(type=SUBCOMMAND, options=[option()])])),
            with_options(option(type=SUBCOMMAND, options=[option(type=SUBCOMMAND)])),
        ),
    ),
    Probe(
        f"{PAGE}, Slash Commands",
        "The names, descriptions and values of a command have at most 8000 characters together.",
        between(
            with_options(
                *[
                    option(
                        name=f"o{each}",
                        choices=[{"name": str(index), "value": f"{index:a>99}"} for index in range(20)],
                    )
                    for each in range(3)
                ]
            ),
            with_options(
                *[
                    option(
                        name=f"o{each}",
                        choices=[{"name": str(index), "value": f"{index:a>99}"} for index in range(20)],
                    )
                    for each in range(4)
                ]
            ),
            "0",
        ),
    ),
    Probe(
        f"{PAGE}, Slash Commands",
        "Of a text in several languages, the longest counts towards the 8000 characters.",
        between(
            with_options(*[option(name=f"o{each}", description_localizations={"de": long(99)}) for each in range(25)]),
            with_options(
                *[
                    option(
                        name=f"o{each}",
                        choices=[
                            {"name": str(index), "value": str(index), "name_localizations": {"de": long(100)}}
                            for index in range(4)
                        ],
                    )
                    for each in range(20)
                ]
            ),
            "0",
        ),
    ),
    Probe(
        "Reference: File Type Filtering",
        "An option for an attachment filters for up to ten types of files.",
        between(
            with_options(option(type=ATTACHMENT, file_types=["image"] + [f".a{each}" for each in range(9)])),
            with_options(option(type=ATTACHMENT, file_types=["image"] + [f".a{each}" for each in range(10)])),
            f"{OPTIONS}.file_types",
        ),
    ),
    Probe(
        "Reference: File Type Filtering",
        "The types of an option are the three groups and extensions with their dots.",
        refused(with_options(option(type=ATTACHMENT, file_types=["pictures"])), f"{OPTIONS}.file_types.0"),
    ),
    Probe(
        OPTION,
        "Only options for attachments have types of files.",
        refused(with_options(option(file_types=["image"])), f"{OPTIONS}.file_types"),
    ),
]


@stated("Reference: File Type Filtering", "A person attaches only a file whose name has one of the types.", PROBES)
async def _(scene: Scene) -> None:
    await with_options(option(type=ATTACHMENT, file_types=[".TOML"])).made(scene)
    with pytest.raises(Refused, match="only files of the types"):
        await scene.ada.slash("cards", options={"card": file_of("set.png", b"x")})
    doing = await act(scene.gateway, scene.ada.slash("cards", options={"card": file_of("set.toml", b"x")}))
    (resolved,) = doing.interaction["data"]["resolved"]["attachments"].values()
    assert resolved["filename"] == "set.toml"
    await scene.bot.answer(doing.interaction, 5)
    await doing.done()


@stated(f"{PAGE}, Create Global Application Command", "A name that is used already updates its command.", PROBES)
async def _(scene: Scene) -> None:
    path = f"/applications/{scene.sandbox.application_id}/commands"
    first, second = [body_of(await scene.bot.call("POST", path, command(description=each))) for each in ("Old", "New")]
    assert (second["id"], second["description"]) == (first["id"], "New")


@stated(f"{PAGE}, Bulk Overwrite Global Application Commands", "Commands that are not listed are deleted.", PROBES)
async def _(scene: Scene) -> None:
    await commands(command()).made(scene)
    listed = body_of(await scene.bot.call("GET", f"/applications/{scene.sandbox.application_id}/commands"))
    assert [each["name"] for each in listed] == ["cards"]


@stated(REGISTERING, "A server has at most 200 new commands a day.", PROBES)
async def _(scene: Scene) -> None:
    for letter in "ab":
        made = await commands(*[command(name=f"{letter}{each}") for each in range(99)]).made(scene)
        assert made.status == 200
    await refused(commands(command(name="x"), command(name="y"), command(name="z")), code=30034)(scene)


@stated(f"{PAGE}, Permissions", 'With "0" as its default permissions, a command is for administrators.', PROBES)
async def _(scene: Scene) -> None:
    await commands(command(default_member_permissions="0")).made(scene)
    assert [each["name"] for each in await scene.ada.commands()] == ["cards"]
    assert await scene.ben.commands() == []


@stated(f"{PAGE}, Interaction Contexts", "A command for servers alone is not offered in a DM with the bot.", PROBES)
async def _(scene: Scene) -> None:
    await commands(command(contexts=[0])).made(scene)
    with pytest.raises(Refused, match="offered no command"):
        await scene.ada.slash("cards", channel=await scene.ada.open_dm())
    assert [each["name"] for each in await scene.ada.commands()] == ["cards"]


@stated(REGISTERING, "Commands of a server are not available in DMs.", PROBES)
async def _(scene: Scene) -> None:
    await commands(command(), scope="/guilds/{guild}").made(scene)
    with pytest.raises(Refused, match="offered no command"):
        await scene.ada.slash("cards", channel=await scene.ada.open_dm())


@stated(OPTION, "A channel option shows only channels of its types.", PROBES)
async def _(scene: Scene) -> None:
    await with_options(option(type=CHANNEL, channel_types=[2])).made(scene)
    with pytest.raises(Refused, match="offers no channels like"):
        await scene.ada.slash("cards", options={"card": "#lobby"})
