"""The shell commands that an operator runs while the bot is running.

They are forked from a process that has imported them already. `tests/cli/test_sandbox.py` and `tests/e2e/test_smoke.py`
start commands from nothing, as a shell does.
"""

import asyncio
import json

from tests.e2e.players import ROOT, Room
from tests.support.processes import FORKED, BotProcess

SCRIPT = ROOT / "tests" / "e2e" / "operator_command.py"


async def run(room: Room, *arguments: str) -> tuple[int, str]:
    """Run a shell command while the bot is running; return its exit code and what it printed, errors last."""
    environment = {
        "PATH": "",
        "TEST_ARGUMENTS": json.dumps(arguments),
        "TABLESIDE_TOKEN": room.sandbox.token,
        "TABLESIDE_DISCORD_API": room.sandbox.api_base,
        "TABLESIDE_DATABASE": room.url,
        "TABLESIDE_CLOCK_FILE": str(room.clock_file.path),
        **{name: value for name, value in room.environment.items() if name.startswith("TABLESIDE_PUBLIC_")},
    }
    command = await BotProcess.started(FORKED, str(SCRIPT), environment, heard=True)
    printed, errors = await asyncio.gather(command.printed(), _lines(command))
    return await command.ended(), printed + errors


async def _lines(command: BotProcess) -> str:
    return "\n".join([line async for line in command.complaints()])
