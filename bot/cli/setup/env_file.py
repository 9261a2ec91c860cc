"""Changes of single settings in `.env`; every other line of the file stays as it is."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ENV: Final = Path(".env")
"""The file with the settings, in the folder where `tableside` is run."""

OWNER_ONLY: Final = 0o600


def names(path: Path = ENV) -> set[str]:
    """Return the names of the settings in the file."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {line.partition("=")[0].strip() for line in lines if "=" in line and not line.startswith("#")}


def write(values: Mapping[str, str], path: Path = ENV) -> None:
    """Set settings in the file, which only its owner may read afterwards; the file is replaced as a whole.

    A setting replaces its own line, or the comment that stands for it in .env.example. Raises OSError.
    """
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    for name, value in values.items():
        _set(lines, name, value)
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(
        os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w", encoding="utf-8"
    ) as file:
        file.write("\n".join([*lines, ""]))
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def _set(lines: list[str], name: str, value: str) -> None:
    written = re.compile(rf"\s*(?:export\s+)?{name}\s*=", re.IGNORECASE)
    commented = re.compile(rf"#{name}=")
    for pattern in (written, commented):
        places = [number for number, line in enumerate(lines) if pattern.match(line)]
        if places:
            # The last one counts: later lines replace earlier ones when the file is read.
            lines[places[-1]] = f"{name}={value}"
            return
    lines.append(f"{name}={value}")
