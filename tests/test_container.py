"""The container: packages by their hashes, as in constraints.txt, and base images that a release names by digest."""

import re
from pathlib import Path

import pytest

from bot.settings import PREFIX, check_names
from release.pins import SHIPPED, needed, pins
from tests.bare import containerfile
from tests.bare.__main__ import debian_packages

ROOT = Path(__file__).parents[1]
STEPS = (ROOT / "deploy" / "Containerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
NEEDED = {
    "requirements": [*SHIPPED],
    "build-requirements": ["tableside", "hatch-mypyc", "hatchling", "mypy", "setuptools"],
}
"""What the container installs, by the file of pins."""


def pinned(name: str) -> dict[str, str]:
    """What a file of pins says of each package: version, markers and hashes."""
    return pins(ROOT / name)


def test_every_package_comes_by_its_hash() -> None:
    installs = [step for step in STEPS if "pip install" in step]
    assert len(installs) == 3
    for file, step in zip(("build-requirements", "requirements"), installs, strict=False):
        assert "--require-hashes" in step
        assert f"-r {file}.txt" in step
        assert all("--hash=sha256:" in block for block in pinned(f"deploy/{file}.txt").values())
    assert {"--no-index", "--no-deps"} <= set(installs[2].split())
    assert not [step for step in STEPS if "sed " in step]


@pytest.mark.parametrize("file", NEEDED)
def test_the_container_has_the_versions_that_are_tested(file: str) -> None:
    tested, here = pinned("constraints.txt"), pinned(f"deploy/{file}.txt")
    assert {name: tested[name] for name in here} == here


@pytest.mark.parametrize("file", NEEDED)
def test_the_container_lacks_no_package(file: str) -> None:
    assert needed(NEEDED[file]) - set(pinned(f"deploy/{file}.txt")) == set()


def test_the_containers_engine_is_compiled_and_its_compiler_stays_behind() -> None:
    last = max(number for number, step in enumerate(STEPS) if step.startswith("FROM"))
    assert any("HATCH_BUILD_HOOKS_ENABLE=true" in step for step in STEPS[:last])
    assert not [step for step in STEPS[last:] if "gcc" in step or "build-requirements" in step]


def test_a_release_names_its_base_by_digest() -> None:
    assert STEPS.index("ARG BASE=python:3.13-slim") < STEPS.index("FROM ${BASE} AS build")
    assert [step for step in STEPS if step.startswith("FROM")] == ["FROM ${BASE} AS build", "FROM ${BASE}"]


def test_what_the_container_sets_are_settings() -> None:
    check_names(re.findall(rf"({PREFIX}\w+)=", "\n".join(STEPS)))


def test_make_bare_follows_every_step(tmp_path: Path) -> None:
    found = [kind for kind, _ in containerfile.steps(ROOT / "deploy" / "Containerfile")]
    assert found.count("FROM") == 2
    assert set(found) <= containerfile.KINDS
    (tmp_path / "Containerfile").write_text("FROM x\nONBUILD RUN true\n")
    with pytest.raises(ValueError, match="ONBUILD"):
        containerfile.steps(tmp_path / "Containerfile")


def test_what_joins_arabic_letters_is_in_the_container_and_among_what_hosts_install() -> None:
    last = max(number for number, step in enumerate(STEPS) if step.startswith("FROM"))
    assert [step for step in STEPS[last:] if "apt-get install" in step and "libfribidi0" in step] != []
    assert "libfribidi0" in debian_packages()


def test_make_bare_installs_what_hosts_are_told_to() -> None:
    assert {"git", "make", "python3-venv"} <= set(debian_packages())
