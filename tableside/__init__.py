"""The command `tableside`: check that Python finds this program's own packages, then run the command line."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

OWN: Final = ("bot", "cardsdb", "cogs", "engine")
"""The packages of this program whose names other programs use as well."""


def main() -> None:
    """Run the command line; if it cannot run here or a package of our names hides ours, say so in a line and exit."""
    sys.exit(_elsewhere() or next(_clashes(), None) or _run())


def _elsewhere() -> str | None:
    """Return a line for a system on which Tableside does not run, or None."""
    if sys.platform != "win32":
        return None
    return (
        "tableside: it runs on Linux and macOS; on Windows, install WSL (Windows Subsystem for Linux) with "
        "'wsl --install', and Tableside inside it"
    )


def _clashes() -> Iterator[str]:
    """Yield a line for each of our packages that Python would not import from the folder of this one."""
    root = Path(__file__).resolve().parents[1]
    for name in OWN:
        spec = find_spec(name)
        if spec is None:
            yield f"tableside: its package {name!r} is missing from {root}; install Tableside again"
        elif spec.origin is None or root / name != Path(spec.origin).resolve().parent:
            where = spec.origin or next(iter(spec.submodule_search_locations or ()), "an unknown place")
            yield (
                f"tableside: another package named {name!r} is in the way: {where}; "
                "install Tableside in an environment of its own, or start it from another folder"
            )


def _run() -> str | None:
    """Run the command line, which exits by itself; return a line if another program has replaced files of ours."""
    try:
        from bot.cli import app  # noqa: PLC0415 - only now is it known to be ours
    except ImportError as error:
        name = (error.name or "").partition(".")[0]
        if name not in OWN:
            raise
        return (
            f"tableside: another program has replaced files of its package {name!r} ({error}); "
            "install Tableside again, in an environment of its own"
        )
    app()
    return None
