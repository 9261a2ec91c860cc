"""The container: packages by their hashes, as in constraints.txt, and base images that a release names by digest."""

import re
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.settings import PREFIX, check_names

ROOT = Path(__file__).parents[1]
STEPS = (ROOT / "deploy" / "Containerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
NEEDED = ["tableside[http,postgres]", "hatchling"]


def pins(name: str) -> dict[str, str]:
    """What a file of pins says of each package: version, markers and hashes."""
    blocks = re.split(r"\n(?=\S)", (ROOT / name).read_text("utf-8").strip())
    return {canonicalize_name(re.split(r"[=\[ ]", block)[0]): block.strip() for block in blocks}


def needed() -> set[str]:
    """The packages that are needed here for what the container installs, and what these need."""
    left, seen = [Requirement(each) for each in NEEDED], set()
    found: set[str] = set()
    while left:
        wanted = left.pop()
        name, extras = canonicalize_name(wanted.name), sorted(wanted.extras) or [""]
        if (name, *extras) in seen:
            continue
        seen.add((name, *extras))
        found.add(name)
        left += [
            each
            for each in map(Requirement, requires(wanted.name) or ())
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras)
        ]
    return {str(name) for name in found} - {"tableside"}


def test_every_package_comes_by_its_hash() -> None:
    installs = [step for step in STEPS if "pip install" in step]
    assert len(installs) == 2
    assert "--require-hashes" in installs[0]
    assert "-r requirements.txt" in installs[0]
    assert {"--no-index", "--no-deps", "--no-build-isolation"} <= set(installs[1].split())
    assert not [step for step in STEPS if "sed " in step]
    assert all("--hash=sha256:" in block for block in pins("deploy/requirements.txt").values())


def test_the_container_has_the_versions_that_are_tested() -> None:
    tested = pins("constraints.txt")
    assert {name: tested[name] for name in pins("deploy/requirements.txt")} == pins("deploy/requirements.txt")


def test_the_container_lacks_no_package() -> None:
    assert needed() - set(pins("deploy/requirements.txt")) == set()


def test_a_release_names_its_images_by_digest() -> None:
    assert STEPS.index("ARG BASE=python:3.13-slim") < STEPS.index("FROM ${BASE}")
    assert [step for step in STEPS if step.startswith("FROM")] == ["FROM ${BASE}"]
    images = re.findall(
        r"^ +(?:image|BASE): (.+)$", (ROOT / "deploy" / "compose.yaml").read_text("utf-8"), re.MULTILINE
    )
    assert images
    assert all(image.startswith("${") for image in images)


def test_what_the_container_sets_are_settings() -> None:
    check_names(re.findall(rf"({PREFIX}\w+)=", "\n".join(STEPS)))
