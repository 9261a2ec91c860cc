"""Bare Debians: made once by debootstrap, copied for each use, with programs that run in namespaces of their own."""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

NETWORK: Final = ("PIP_CERT", "SSL_CERT_FILE", "http_proxy", "https_proxy", "no_proxy")
"""The variables that say how this machine reaches package registries; a bare Debian needs the same."""

ENTER: Final = """
root=$1; folder=$2; user=$3; writable=$4; shift 4
if [ -n "$writable" ]; then
    mount --bind "$root" "$root"
    mount --bind "$root$writable" "$root$writable"
    mount -t tmpfs tmpfs "$root/tmp"
fi
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
if [ -n "$writable" ]; then
    mount -o remount,bind,ro "$root"
fi
chroot --userspec="$user" "$root" sh -c 'cd "$1" && shift && exec "$@"' sh "$folder" "$@" || exit $?
"""
"""Runs a command in a Debian. If a writable folder is given, everything else but /tmp is read-only.

The shell stays: in its place, a command of another user would outlive its killer.
"""


class Failed(Exception):
    """A step did not succeed; the message says which one, with what it printed."""


class System:
    """A Debian in a folder of this machine."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def copied(self, root: Path) -> "System":
        """Return a copy of this Debian in a folder, which is emptied first."""
        shutil.rmtree(root, ignore_errors=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        _run(["cp", "--archive", "--reflink=auto", self.root, root])
        return System(root)

    def run(
        self,
        command: Sequence[str],
        folder: str = "/",
        *,
        user: str = "root",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Run a command in a folder until it ends. Raises Failed."""
        _run(self._entering(command, folder, user), _variables(environment or {}))

    async def start(
        self,
        command: Sequence[str],
        folder: str,
        log: Path,
        *,
        environment: Mapping[str, str],
        user: str = "root",
        writable: str = "",
        given: str = "",
    ) -> asyncio.subprocess.Process:
        """Start a command whose input is `given`, and whose output goes to a file. Killing it kills all it started."""
        with log.open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                *self._entering(command, folder, user, writable),
                env=_variables(environment),
                stdin=asyncio.subprocess.PIPE,
                stdout=output,
                stderr=output,
            )
        assert process.stdin is not None
        process.stdin.write(given.encode())
        process.stdin.close()
        return process

    def install(self, *packages: str) -> None:
        """Install packages of Debian. Raises Failed."""
        self.run(["apt-get", "install", "--yes", "--no-install-recommends", *packages])

    def unpack(self, checkout: Path, folder: str) -> None:
        """Put what is committed in a checkout into a folder. Raises Failed."""
        target = self.root / folder.lstrip("/")
        target.mkdir(parents=True, exist_ok=True)
        archive = target.with_name(f"{target.name}.tar")
        _run(["git", "-C", checkout, "archive", f"--output={archive}", "HEAD"])
        _run(["tar", "--extract", f"--file={archive}", f"--directory={target}"])
        archive.unlink()

    def _entering(self, command: Sequence[str], folder: str, user: str, writable: str = "") -> list[str]:
        namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return [*namespaces, "sh", "-ec", ENTER, "sh", str(self.root), folder, user, writable, *command]


def bare(folder: Path, packages: Iterable[str]) -> System:
    """Return a Debian with some packages, as apt's own settings name its mirror and version; it is made only once."""
    site, version = _mirror()
    root = folder / f"debian-{version}"
    if not root.exists():
        unfinished = folder / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        wanted = ",".join(["ca-certificates", *packages])
        _run(["debootstrap", "--variant=minbase", f"--include={wanted}", version, unfinished, site])
        for file in ("/etc/resolv.conf", "/etc/hosts", *_certificates()):
            shutil.copy(file, unfinished / file.lstrip("/"))
        System(unfinished).run(["apt-get", "update"])
        unfinished.rename(root)
    return System(root)


def _mirror() -> tuple[str, str]:
    """Return the address and the version of the Debian that this machine gets its own packages from."""
    wanted = ["Created-By: Packages", "Origin: Debian", "Label: Debian", "Component: main"]
    found = _run(["apt-get", "indextargets", "--format", "$(SITE) $(CODENAME)", *wanted])
    site, version = next(line.split() for line in found.splitlines() if re.fullmatch(r"\S+ \w+", line))
    return site, version


def _certificates() -> list[str]:
    """Return the files of certificates that this machine trusts in addition, if its settings name any."""
    return sorted({os.environ[name] for name in ("PIP_CERT", "SSL_CERT_FILE") if name in os.environ})


def _variables(more: Mapping[str, str]) -> dict[str, str]:
    return {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive",
        **{name: os.environ[name] for name in NETWORK if name in os.environ},
        **more,
    }


def _run(command: Sequence[str | Path], environment: Mapping[str, str] | None = None) -> str:
    """Run a command, and return what it prints. Raises Failed."""
    done = subprocess.run(  # noqa: S603 - the commands of this package
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout
