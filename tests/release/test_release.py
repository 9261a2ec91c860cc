"""What `make release` makes and what stops it, without the checks that it runs for an hour."""

import json
import os
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path
from venv import EnvBuilder
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from release import bill, packages
from release.changelog import NotReady, notes
from release.pins import SHIPPED, needed

ROOT = Path(__file__).parents[2]
CHANGELOG = "# Changelog\n\n## 1.2.0\n\n- A new game.\n\n## 1.1.0\n\n- Older.\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pure wheel, built once."""
    return packages.build(ROOT, tmp_path_factory.mktemp("dist"), "wheel")


def test_the_notes_are_those_of_the_version() -> None:
    assert notes(CHANGELOG, "1.2.0") == "- A new game.\n"


@pytest.mark.parametrize(
    ("changelog", "version", "why"),
    [
        (CHANGELOG, "1.2.0.dev0", "bot/__init__.py"),
        (CHANGELOG, "1.3.0", '"## 1.3.0"'),
        ("# Changelog\n\n## 1.2.0\n\n## 1.1.0\n\n- Older.\n", "1.2.0", "what is new"),
        ("# Changelog\n", "1.2.0", '"## 1.2.0"'),
    ],
)
def test_a_release_without_notes_is_not_ready(changelog: str, version: str, why: str) -> None:
    with pytest.raises(NotReady, match=why):
        notes(changelog, version)


@pytest.mark.parametrize("base", ["", "python:3.13-slim", "python:3.13-slim@sha256:abc"])
def test_a_release_stops_without_the_digest_of_the_base(base: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "release"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "BASE": base},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("not ready for release: name the container's base by its digest")
    assert len(done.stderr.splitlines()) == 1


def test_no_licence_of_what_is_shipped_forbids_it() -> None:
    assert bill.forbidden() == {}


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("MIT AND Apache-2.0", True),
        ("GPL-3.0-only OR MIT", True),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT AND GPL-3.0-only) OR AGPL-3.0-only", False),
        ("GPL-3.0-only", False),
        (None, False),
    ],
)
def test_a_licence_that_forbids_it_is_seen(expression: str | None, *, allowed: bool) -> None:
    assert bill.is_allowed(expression) is allowed


def test_the_bill_names_every_package_with_its_licence() -> None:
    told = json.loads(bill.bill("1.2.0", bill.components(ROOT)))
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    listed = {each["name"]: each for each in told["components"]}
    assert listed.keys() == needed(SHIPPED) | bill.FONTS.keys() | {"mypyc"}
    assert {"Grenze", "Inter", "NotoSansArabic", "manimgx-fonts-cjk"} <= listed.keys()
    assert all(each["licenses"] for each in listed.values())
    assert listed["pillow"]["purl"] == f"pkg:pypi/pillow@{metadata('pillow')['Version']}"
    assert all("hashes" in each for each in listed.values() if each["type"] == "file")


def is_text(content: bytes) -> bool:
    """Whether a file was written by people, rather than drawn or compiled."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_the_wheel_has_what_is_run_and_no_tests(wheel: Path, tmp_path: Path) -> None:
    packages.check_contents(wheel)
    with ZipFile(wheel) as opened:
        about = next(name for name in opened.namelist() if name.endswith("/METADATA")).removesuffix("METADATA")
        told = opened.read(f"{about}METADATA").decode()
        assert {"licenses/LICENSE", "licenses/NOTICE"} <= {name.removeprefix(about) for name in opened.namelist()}
    wanted = [Requirement(line.partition(": ")[2]) for line in told.splitlines() if line.startswith("Requires-Dist")]
    assert "simcord" not in {each.name for each in wanted if each.marker is None}
    assert [each.name for each in wanted if each.marker and each.marker.evaluate({"extra": "sandbox"})] != []
    with ZipFile(wheel) as opened:
        contents = {name: opened.read(name) for name in opened.namelist()}
    assert {name for name, content in contents.items() if not is_text(content)} == set(map(str, bill.FONTS.values()))
    more = tmp_path / wheel.name
    more.write_bytes(wheel.read_bytes())
    with ZipFile(more, "a") as opened:
        opened.writestr("tests/test_it.py", "")
    with pytest.raises(NotReady, match="wrong parts: tests"):
        packages.check_contents(more)


PLAY = ["simulate", "zarcana", "--policy", "greedy", "--games", "1", "--jobs", "1", "--seed", "3"]


def test_an_installed_wheel_plays_a_match(wheel: Path, tmp_path: Path) -> None:
    """In an environment of its own: what it needs is there, and nothing of the checkout is."""
    home = tmp_path / "venv"
    EnvBuilder().create(home)
    (site,) = home.glob("lib/python*/site-packages")
    with ZipFile(wheel) as opened:
        opened.extractall(site)
    (around,) = {Path(path) for path in sys.path if path.endswith("site-packages")}
    needs = site / "needs"
    needs.mkdir()
    for each in around.iterdir():
        if "tableside" not in each.name and not each.name.endswith(".pth"):
            (needs / each.name).symlink_to(each)
    (site / "needs.pth").write_text(f"{needs}\n")
    done = subprocess.run(  # noqa: S603 - ours
        [home / "bin" / "python", "-m", "tableside", *PLAY],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "| 1 |" in done.stdout
