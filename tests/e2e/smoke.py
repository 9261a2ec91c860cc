"""The smoke test in the sandbox, with a person who follows the terminal's instructions.

python -m tests.e2e.smoke        # renews docs/lab/smoke-report.md
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sandbox.client import Outcome, Person
from sandbox.description import DEFAULT_WORLD, INVITE_PERMISSIONS, WorldDescription
from sandbox.seen import Message
from sandbox.server import Sandbox
from tests.support.discord import PATIENT, Stage, open_stage

Act = Callable[[], Awaitable[Outcome]]

ROOT: Final = Path(__file__).parents[2]
REPORT: Final = ROOT / "docs" / "lab" / "smoke-report.md"

EVERYTHING: Final = (*INVITE_PERMISSIONS, "manage_threads", "create_events", "manage_events", "manage_roles")
"""The bot's permissions, sufficient to try every request and to delete everything afterwards."""


def world(*permissions: str) -> WorldDescription:
    """Return the usual world with the given permissions for the bot."""
    return replace(
        DEFAULT_WORLD, guilds=tuple(replace(each, bot_permissions=permissions) for each in DEFAULT_WORLD.guilds)
    )


async def begun(sandbox: Sandbox, folder: Path, *, guild: int | None = None, channel: int | None = None) -> Process:
    """Start `tableside smoke` in a sandbox; it writes its report to `smoke.md` in the folder."""
    there = sandbox.facts()["guilds"][0]
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.cli", "smoke", "--report", str(folder / "smoke.md")),
        *("--guild", str(guild or there["id"]), "--channel", str(channel or there["channels"]["lobby"])),
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "TABLESIDE_TOKEN": sandbox.token,
            "TABLESIDE_DISCORD_API": sandbox.api_base,
            "TABLESIDE_DISCORD_GATEWAY": sandbox.gateway_url,
            "TABLESIDE_DISCORD_CDN": sandbox.cdn_base,
            "TABLESIDE_DATABASE": f"sqlite+aiosqlite:///{folder / 'tableside.db'}",
        },
        stdout=PIPE,
        stderr=PIPE,
        cwd=folder,
    )


class Clicker:
    """A person who follows the terminal's instructions, one click after another."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.clicks = 0
        self._outcome: Outcome
        self._acts: tuple[Act, ...] = (
            self._command,
            lambda: person.context_menu("Smoke test", "Ben"),
            self._submit,
            lambda: self._press("smoke:update"),
            lambda: self._press("smoke:wait"),
            lambda: self._press("smoke:think"),
            lambda: self._press("smoke:panel"),
            lambda: self._press("smoke:change"),
            lambda: self._press("smoke:form"),
            self._submit,
        )

    async def follow(self, process: Process, clicks: int = 10) -> str:
        """Read the process's output and follow its instructions for up to `clicks` clicks; return the output."""
        assert process.stdout is not None
        said = ""
        while line := (await process.stdout.readline()).decode():
            said += line
            if line.startswith("Click "):
                await self.person.wait_online()
                self._outcome = await self._acts[self.clicks]()
                self.clicks += 1
            if self.clicks == clicks:
                break
        return said

    async def _command(self) -> Outcome:
        offered = await self.person.autocomplete("smoke", "word", "s")
        return await self.person.slash("smoke", options={"word": offered.choices[0][1]})

    async def _press(self, wanted: str) -> Outcome:
        def has(message: Message) -> bool:
            return any(button.custom_id == wanted for button in message.buttons)

        return await self.person.click(await self.person.wait_for(has), wanted)

    async def _submit(self) -> Outcome:
        return await self.person.submit_modal(self._outcome, {"word": "smoke", "choice": ["one"]})


async def report(stage: Stage, folder: Path) -> tuple[int, str]:
    """Run the whole test in a sandbox; return its exit code and its report."""
    sandbox = await stage.sandbox(settings=PATIENT, world=world(*EVERYTHING))
    sandbox.parts.world.make_role(int(sandbox.facts()["guilds"][0]["id"]), "Champion")
    clicker = Clicker(await (await stage.client(sandbox)).person("Ada"))
    process = await begun(sandbox, folder)
    said = await clicker.follow(process)
    out, complaints = await process.communicate()
    assert process.returncode is not None, (said, out, complaints)
    return process.returncode, (folder / "smoke.md").read_text("utf-8")


async def _renewed() -> str:
    with TemporaryDirectory() as folder:
        async with open_stage() as stage:
            return (await report(stage, Path(folder)))[1]


if __name__ == "__main__":
    REPORT.write_text(asyncio.run(_renewed()), "utf-8")
