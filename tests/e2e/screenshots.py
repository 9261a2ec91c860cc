"""Takes screenshots of everything that people see: run `make screenshots`, and look at them one by one.

All of them go into a folder, `var/screenshots` or the one that is named, and a few of them into docs/pictures. The
panels of the matches are measured; with `--renew`, docs/lab/panels.md gets the table of what was measured.
"""

import argparse
import asyncio
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.storage import people
from bot.storage.database import Database
from bot.ui.messages.custom_ids import CustomId, parse
from engine.registry import GAMES
from sandbox.client import Person
from sandbox.seen import Message, Outcome
from tests.e2e.camera import Camera
from tests.e2e.panel_looks import Album
from tests.e2e.panel_table import PAGE, page, rows
from tests.e2e.photographed_match import PATIENCE, PhotographedMatch
from tests.e2e.players import ROOT, Room, confirmed, found
from tests.e2e.tournament_panels import opened, set_up
from tests.support.browser import open_browser
from tests.support.discord import open_stage
from tests.support.people import PEOPLE, PHOTOGRAPHED_WORLD

FOLDER: Final = ROOT / "var" / "screenshots"
PICTURES: Final = ROOT / "docs" / "pictures"

DOCS: Final = {
    "set-up.png": "artbot-set-up-phone-dark.png",
    "panel.png": "varia-plan-phone-dark.png",
    "resolution.png": "varia-turn-phone-dark.png",
    "end.png": "varia-end-phone-dark.png",
}
"""The screenshots that the docs show, by their names in docs/pictures."""

SEED: Final = 12

DRAWING: Final = 60
"""The seconds that a post waits for its picture, so that it has one on any machine."""


class Look:
    """A person who looks things up, and a camera."""

    def __init__(self, camera: Camera, person: Person) -> None:
        self.camera = camera
        self.person = person

    async def at(self, outcome: Outcome, name: str) -> Message:
        """Photograph an answer, and return it."""
        message = await self.person.finished(outcome, timeout=PATIENCE)
        await self.camera.take(self.person, message, name)
        return message

    async def at_command(self, screenshot: str, command: str, **options: object) -> Message:
        """Photograph the answer to a command, and return it."""
        return await self.at(await self.person.slash(command, options=options), screenshot)

    async def choose(self, message: Message, action: str, option: int) -> Message:
        """Choose one of the options of a select."""
        select = next(each for each in message.selects if parse(each.custom_id).action == action)
        outcome = await self.person.select(message, select.custom_id, [select.options[option][0]])
        return await self.person.finished(outcome, timeout=PATIENCE)


def main() -> int:
    """Take all screenshots."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--renew", action="store_true", help="write what was measured into docs/lab/panels.md")
    given = parser.parse_args()
    folder: Path = given.folder
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data:
        measured = asyncio.run(photograph(Path(data), folder)).rows()
    for name, screenshot in DOCS.items():
        shutil.copyfile(folder / screenshot, PICTURES / name)
    if given.renew:
        PAGE.write_text(page(rows(PAGE.read_text("utf-8")), measured), "utf-8")
    faults = [fault for row in measured for fault in row.faults()]
    print(*measured, *faults, sep="\n", flush=True)
    return 1 if faults else 0


async def photograph(data: Path, folder: Path) -> Album:
    """Open a room with its database in one folder, take its screenshots into another, and return what was measured."""
    async with open_stage() as stage, open_browser() as browser:
        room = await Room.prepared(stage, data, seed=SEED, world=PHOTOGRAPHED_WORLD, pictures=True)
        letters = data / "letters"
        room.environment = {"TEST_DRAWING": str(DRAWING), "TEST_LETTERS": str(letters)}
        await room.start()
        album = Album()
        await look_around(room, Camera(browser, room, folder, letters), album)
        return album


async def look_around(room: Room, camera: Camera, album: Album) -> None:
    """Look at everything: commands, matches of all games, what they leave behind, and a tournament."""
    ada, ben, cleo, dan, eve, finn, gus = [await room.client.person(name) for name in PEOPLE]
    await prepare(room, ada)
    look = Look(camera, ada)
    await beginnings(look)
    await decks(look)
    await asyncio.gather(
        PhotographedMatch(camera, album, room, "varia", [ada, ben]).play(opponent=ben, deck="Cinder Vanguard"),
        PhotographedMatch(camera, album, room, "artbot", [eve, finn, cleo]).play(players=3),
        PhotographedMatch(camera, album, room, "warmage", [dan]).play(house="wren"),
        PhotographedMatch(camera, album, room, "zarcana", [gus, dan]).play(players=2),
    )
    await look.at_command("me-profile", "profile")
    await look.at_command("me-settings", "me settings")
    await look.at_command("me-games", "games")
    await look.at_command("me-leaderboard", "leaderboard", game="varia")
    await tournament(room, look)


async def prepare(room: Room, person: Person) -> None:
    """Have pictures of turns stand still, so that screenshots show how they end; leave the games for tests out."""
    database = Database(room.url)
    async with database.transaction() as tx:
        server = int(person.places["guilds"][0]["id"])
        await people.change_guild(tx, server, turns="still", games=[*GAMES])
    await database.close()


async def beginnings(look: Look) -> None:
    """Look at what somebody sees first: help, rules, classes, and how to begin a game."""
    await look.at_command("help", "help")
    chooser = await look.at_command("play", "play")
    for game in GAMES:
        await look.at_command(f"{game}-rules", "rules", game=game)
        begun = await look.at(await look.person.click(chooser, str(CustomId("game", argument=game))), f"{game}-play")
        chooser = await look.person.finished(await look.person.click(begun, found(begun, "games")))
    overview = await look.at_command("varia-class", "class", name="Cinder Vanguard")
    await look.at(await look.person.click(overview, found(overview, "classpage")), "varia-class-cards")
    await look.at_command("varia-card", "card", name="Hearth Cleave")


async def decks(look: Look) -> None:
    """Look at a deck that is being built, and at a card for it."""
    for game, ready in (("varia", "Cinder Vanguard"), ("artbot", "Foundry")):
        copied = await look.person.slash("deck copy", deck=ready, name=f"My {ready}")
        bench = await look.at(copied, f"{game}-deck-builder")
        bench = await look.choose(bench, "benchpage", 0)
        bench = await look.choose(bench, "benchcard", 0)
        await look.camera.take(look.person, bench, f"{game}-deck-builder-card")


async def tournament(room: Room, look: Look) -> None:
    """Look at a tournament before it starts, and at its bracket."""
    entrants = [await room.client.person(name) for name in ("Ada", "Eve", "Finn", "Gus")]
    panel = await set_up(room, "Friday night", ("format", "single"))
    await look.camera.take(look.person, panel, "tournament-set-up")
    announcement = await opened(look.person, panel, "Friday night")
    for person in entrants:
        await person.wait_for(lambda each: each.id == announcement.id, timeout=PATIENCE)
        await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
    await look.camera.take(look.person, look.person.now(announcement), "tournament")
    manage = (await look.person.slash("tournament manage")).message
    assert manage is not None
    await confirmed(look.person, manage, "tstart")
    ready = await look.person.wait_for(lambda each: "your match is ready" in each.text, timeout=PATIENCE)
    await look.camera.take(look.person, ready, "tournament-round")
    for name in ("bracket", "standings", "my"):
        await look.at_command(f"tournament-{name}", f"tournament {name}")


if __name__ == "__main__":
    sys.exit(main())
