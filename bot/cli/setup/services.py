"""The bot as a service of this machine: systemd units and a file for compose, made for the folder of this setup."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

UNIT: Final = "tableside.service"

COMMAND: Final = (sys.executable, "-P", "-m", "tableside")
"""Runs `tableside` with the same Python as this process; -P keeps other programs' folders out of its way."""


class NoService(Exception):
    """A command that sets up the service failed; the message is what it said."""


def user_unit() -> Path:
    """Return where the unit of the user who runs this belongs."""
    return Path.home() / ".config" / "systemd" / "user" / UNIT


def unit(folder: Path, *, user: str | None) -> str:
    """Return the unit of the service that runs in a folder: as a user of the system, or as a user's own service."""
    template = Template(files("bot.cli.setup").joinpath("tableside.service.in").read_text("utf-8"))
    return template.substitute(
        folder=_escaped(folder),
        command=" ".join(_quoted(Path(word)) if "/" in word else word for word in (*COMMAND, "run")),
        user="" if user is None else f"User={user}\n",
        network="" if user is None else "Wants=network-online.target\nAfter=network-online.target postgresql.service\n",
        target="default.target" if user is None else "multi-user.target",
    )


def _escaped(path: Path) -> str:
    """Return a path as systemd reads it where a line has nothing else."""
    return str(path).replace("%", "%%")


def _quoted(path: Path) -> str:
    """Return a path as systemd reads it among the words of a command."""
    return f'"{_escaped(path)}"' if " " in str(path) else _escaped(path)


def start_user_service(folder: Path) -> None:
    """Write the user's own unit and start it, also whenever the machine starts. Raises NoService and OSError."""
    place = user_unit()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(unit(folder, user=None), "utf-8")
    for command in (
        ["systemctl", "--user", "daemon-reload"],
        ["systemctl", "--user", "enable", UNIT],
        ["systemctl", "--user", "restart", UNIT],
        ["loginctl", "enable-linger"],
    ):
        _run(command)


def has_systemd() -> bool:
    """Return whether this machine is run by systemd."""
    return shutil.which("systemctl") is not None and Path("/run/systemd/system").is_dir()


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - the commands above
    except FileNotFoundError as error:
        raise NoService(f"{command[0]} is not on this machine") from error
    except subprocess.CalledProcessError as error:
        raise NoService(f"{' '.join(command)}: {(error.stderr or error.stdout).strip()}") from error
