"""Commands that are typed often or run by a timer begin at once: nothing heavy is imported before it is needed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.finished import finished

HEAVY = ("PIL", "aiohttp", "aiosqlite", "alembic", "babel", "bot.app", "bot.ui", "discord", "networkx", "sqlalchemy")
"""What takes a tenth of a second and more."""


def imported(folder: Path, *arguments: str) -> set[str]:
    """Run a command, and return what of the heavy packages it imported."""
    script = (
        "import json, sys\nfrom bot.cli import app\n"
        "try:\n    app(sys.argv[1:])\nfinally:\n    print(json.dumps(list(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", script, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return {*json.loads(done.stderr.splitlines()[-1])} & {*HEAVY, "engine.registry"}


@pytest.mark.parametrize("name", ["--version", "backup", "verify"])
def test_a_quick_command_waits_for_no_heavy_import(tmp_path: Path, name: str) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(finished("zarcana", 3, longest=12))
    arguments = {"--version": [], "backup": [str(tmp_path / "copy.db")], "verify": [str(file)]}
    assert imported(tmp_path, name, *arguments[name]) == set()
