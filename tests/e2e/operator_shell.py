"""The shell commands that an operator runs while the bot is running."""

import asyncio
import sys

from tests.e2e.players import ROOT, Room


async def run(room: Room, *arguments: str) -> tuple[int, str]:
    """Run a shell command while the bot is running."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot.cli",
        *arguments,
        cwd=ROOT,
        env={
            "PATH": "",
            "TABLESIDE_TOKEN": room.sandbox.token,
            "TABLESIDE_DISCORD_API": room.sandbox.api_base,
            "TABLESIDE_DATABASE": room.url,
            "TABLESIDE_CLOCK_FILE": str(room.clock_file.path),
            **{name: value for name, value in room.environment.items() if name.startswith("TABLESIDE_PUBLIC_")},
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()
