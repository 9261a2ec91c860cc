"""From a bare Debian to played matches: by the README, with a wheel, and by the steps of the container file.

    python -m tests.bare                  # all three, one after the other
    python -m tests.bare readme wheel     # some

It needs root, debootstrap and the network. Each way begins with a copy of the same Debian, and ends when two people
have played a match of every game. It fails if its first match is not over after five minutes. The Debian is kept in
`var/bare` for the next time, with what the programs of each way printed.
"""

import argparse
import asyncio
import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from bot.ui.messages.custom_ids import CustomId
from engine.registry import GAMES
from release import packages
from tests.bare import containerfile
from tests.bare.system import Failed, System, bare
from tests.e2e.players import Player, Room, begin, found, ids_of, news
from tests.e2e.test_greeting import is_greeting
from tests.support.discord import open_stage

ROOT: Final = Path(__file__).parents[2]
VAR: Final = ROOT / "var" / "bare"
IMAGES: Final = VAR / "images"
CHECKOUT: Final = "/opt/tableside"
"""Where the unit in `deploy/` has its checkout."""

LIMIT: Final = 5 * 60.0
"""The seconds from a finished Debian and a wheel to the end of the first match."""

FIRST: Final = "artbot"
"""The game that is played first: the one that newcomers are told is a good first game."""

START: Final = 120.0
LONG: Final = 180.0
"""The seconds in which a bot that has started greets its server, and in which a match goes on."""

MOMENT: Final = 0.5
"""The seconds after which people look again even without news, which may have come while they looked."""

STANDING_FOR_THE_BASE: Final = ("python3-pip", "python3-dev", "python-is-python3")
"""What the base image of the container has, and a bare Debian has not."""


class Way:
    """One way to install Tableside: the sandbox that it is pointed at, the people there, and the time it takes."""

    def __init__(self, name: str, debian: System, room: Room) -> None:
        self.name = name
        self.debian = debian
        self.room = room
        self.began = time.monotonic()
        self.first: float | None = None
        self.left = sorted(GAMES, key=FIRST.__ne__)

    @property
    def seconds(self) -> float:
        """The seconds since this way began."""
        return time.monotonic() - self.began

    def say(self, what: str) -> None:
        """Print what has happened, and when."""
        print(f"{self.name}: {what} after {self.seconds:.0f} s", flush=True)

    @property
    def log(self) -> Path:
        """Where the output of its programs is."""
        return VAR / f"{self.name}.log"

    @property
    def pointing(self) -> dict[str, str]:
        """The settings of a bot that takes the sandbox for Discord, except its token."""
        sandbox = self.room.sandbox
        return {
            "TABLESIDE_DISCORD_API": sandbox.api_base,
            "TABLESIDE_DISCORD_GATEWAY": sandbox.gateway_url,
            "TABLESIDE_DISCORD_CDN": sandbox.cdn_base,
            "TABLESIDE_LOG_LEVEL": "warning",
        }

    @asynccontextmanager
    async def running(self, start: Callable[[], Awaitable[asyncio.subprocess.Process]]) -> AsyncIterator[None]:
        """Start a bot, wait until people see it, and kill it at the end."""
        ada = await self.room.client.person("Ada")
        before = ada.arrivals
        process = await start()
        try:
            back = asyncio.ensure_future(ada.wait_back(before, timeout=START))
            gone = asyncio.ensure_future(process.wait())
            await asyncio.wait([back, gone], return_when=asyncio.FIRST_COMPLETED)
            gone.cancel()
            if not back.done():
                back.cancel()
                raise Failed(f"the bot has ended:\n{self.log.read_text('utf-8')[-4000:]}")
            await back
            await ada.wait_for(is_greeting, timeout=START)
            self.say("the bot has greeted its server")
            yield
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def play(self, count: int) -> None:
        """Let Ada and Ben play matches of the next games to their ends, without steps that mostly go by unused."""
        for game in [self.left.pop(0) for _ in range(count)]:
            ada, ben = await self.room.client.person("Ada"), await self.room.client.person("Ben")
            opened = await ada.slash("play", game=game, players=2, pace="live")
            assert opened.message is not None, opened.reason
            joined = await ben.click(opened.message, found(opened.message, "join"))
            assert joined.kind == "update", joined.reason
            match = await begin(ada, opened.message)
            players = [Player(self.room, person, match, ahead=True) for person in (ada, ben)]
            last = time.monotonic()
            while not any(CustomId("verify", match) in ids_of(message) for message in ada.seen()):
                if any([await player.act() for player in players]) or await news(players, MOMENT):
                    last = time.monotonic()
                elif time.monotonic() > last + LONG:
                    raise Failed(f"nobody can do anything in {game}")
            self.first = self.first or self.seconds
            self.say(f"a match of {game} is over")


async def by_readme(way: Way) -> None:
    """The two commands of the README; afterwards the command of the unit, in the same folder."""
    text = (ROOT / "README.md").read_text("utf-8").partition("## Host it")[2]
    make, setup = (shlex.split(command) for command in re.findall(r"^\d\. Run `([^`]+)`", text, re.MULTILINE))
    way.debian.unpack(ROOT, CHECKOUT)
    await asyncio.to_thread(way.debian.run, make, CHECKOUT)
    way.say("everything is installed")
    start = partial(way.debian.start, folder=CHECKOUT, log=way.log, environment=way.pointing)
    async with way.running(lambda: start(setup, given=f"{way.room.sandbox.token}\n")):
        await way.play(1)
    unit = (ROOT / "deploy" / "tableside.service").read_text("utf-8")
    (command,) = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    async with way.running(lambda: start(shlex.split(command))):
        await way.play(len(way.left))


async def by_wheel(way: Way) -> None:
    """The pure wheel of a release, in an environment of its own, and `tableside setup` in an empty folder."""
    (wheel,) = (VAR / "dist").iterdir()
    shutil.copy(wheel, way.debian.root / "srv")
    (way.debian.root / "srv" / "bot").mkdir()
    for command in (["python3", "-m", "venv", "/srv/venv"], ["/srv/venv/bin/pip", "install", f"/srv/{wheel.name}"]):
        await asyncio.to_thread(way.debian.run, command)
    way.say("everything is installed")
    start = partial(way.debian.start, folder="/srv/bot", log=way.log, environment=way.pointing)
    setup = ["/srv/venv/bin/tableside", "setup"]
    async with way.running(lambda: start(setup, given=f"{way.room.sandbox.token}\n")):
        await way.play(len(way.left))


async def by_container(way: Way) -> None:
    """The steps of the container file; its program then runs with a read-only file system, except for its volume.

    Its first stage does what `make release` does with another Python: it makes the wheel. So the time begins after it.
    """

    def begins(stage: str) -> None:
        if stage == "last":
            way.say("the wheel is made")
            way.began = time.monotonic()

    context = System(IMAGES / "context")
    context.unpack(ROOT, "/")
    file = ROOT / "deploy" / "Containerfile"
    image = await asyncio.to_thread(containerfile.built, file, context.root, way.debian, IMAGES, begins)
    way.say("the image is built")
    environment = {**image.environment, **way.pointing, "TABLESIDE_TOKEN": way.room.sandbox.token}
    start = partial(image.system.start, image.command, image.folder, way.log, environment=environment, user=image.user)
    async with way.running(lambda: start(writable=image.volume)):
        await asyncio.to_thread(image.system.run, image.health, environment=image.environment)
        await way.play(len(way.left))


WAYS: Final[Mapping[str, Callable[[Way], Awaitable[None]]]] = {
    "readme": by_readme,
    "wheel": by_wheel,
    "container": by_container,
}


def prepared(base: System, name: str) -> System:
    """Return the Debian in which a way begins; for the container it stands for the base image."""
    debian = base.copied(VAR / name)
    if name == "container":
        debian.install(*STANDING_FOR_THE_BASE)
        for marker in (debian.root / "usr" / "lib").glob("python3*/EXTERNALLY-MANAGED"):
            marker.unlink()
    return debian


async def gone(name: str, debian: System) -> bool:
    """Go one way, print its time, and return whether it led to matches of every game and to the first one in time."""
    folder = VAR / f"{name}-room"
    folder.mkdir(exist_ok=True)
    try:
        async with open_stage() as stage:
            way = Way(name, debian, await Room.prepared(stage, folder, pictures=True))
            await WAYS[name](way)
            took = way.seconds
    except (Failed, AssertionError) as error:
        print(f"{name}: FAILED: {error}", flush=True)
        return False
    finally:
        for used in (debian.root, IMAGES, folder):
            shutil.rmtree(used, ignore_errors=True)
    assert way.first is not None
    in_time = way.first <= LIMIT
    verdict = "" if in_time else f", which is more than {LIMIT:.0f} s"
    print(f"{name}: first match after {way.first:.0f} s{verdict}; every game after {took:.0f} s", flush=True)
    return in_time


def debian_packages() -> list[str]:
    """Return the Debian packages that docs/hosts/hosting.md has hosts install."""
    (named,) = re.findall(
        r"\(Debian: `sudo apt install ([^`]+)`\)", (ROOT / "docs/hosts/hosting.md").read_text("utf-8")
    )
    return str(named).split()


def main(arguments: list[str]) -> int:
    """Go the ways that the command line asks for, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.bare", description="From a bare Debian to played matches.")
    parser.add_argument("ways", nargs="*", metavar="way", help=f"some of {', '.join(WAYS)}; all without one")
    wanted = parser.parse_args(arguments).ways or list(WAYS)
    if unknown := [name for name in wanted if name not in WAYS]:
        parser.error(f"there is no way {unknown[0]}")
    if os.geteuid() != 0:
        parser.error("only root can make a Debian: sudo make bare")
    if shutil.which("debootstrap") is None:
        parser.error("debootstrap is missing: apt install debootstrap")
    try:
        base = bare(VAR, debian_packages())
        if "wheel" in wanted:
            shutil.rmtree(VAR / "dist", ignore_errors=True)
            packages.build(ROOT, VAR / "dist", "wheel")
        well = [asyncio.run(gone(name, prepared(base, name))) for name in wanted]
    except Failed as error:
        sys.exit(str(error))
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
