"""The engine compiled by mypyc plays as the same source does in Python: built into a copy, so nothing here changes."""

import re
import shutil
import sys
from pathlib import Path
from subprocess import run

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("engine", "cardsdb", "bot", "cogs", "sandbox", "tests", "pyproject.toml", "mypy.ini", "README.md", "LICENSE")
LAWS = "json or copies or replays or one_place"
"""The laws that try what is compiled most: stored states, copies, whole matches, every pile."""

GAMES = ("varia", "artbot", "warmage", "zarcana")
PLAYED = f"""
from contextlib import suppress
import engine.kit.play
from bot.cli import app
print(engine.kit.play.__file__)
for game in {GAMES}:
    for policy in ("random", "greedy"):
        with suppress(SystemExit):
            app(f"simulate {{game}} --games 10 --seed 27 --jobs 1 --policy {{policy}}".split())
"""


def ran(tree: Path, *arguments: str) -> str:
    """What a command of Python prints that works on a tree of its own."""
    made = run(  # noqa: S603 - ours
        [sys.executable, *arguments],
        cwd=tree,
        env={"PATH": "/usr/bin:/bin", "HATCH_BUILD_HOOKS_ENABLE": "true", "HOME": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout[-3000:] + made.stderr[-3000:]
    return made.stdout


def played(tree: Path) -> tuple[str, str]:
    """The kind of file that the engine is run from, and what simulated matches come to, with all their digests."""
    file, _, results = ran(tree, "-c", PLAYED).partition("\n")
    return Path(file).suffix, results


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source, without anything compiled; compiled without optimising, which takes a third of the time."""
    copy = tmp_path_factory.mktemp("compiled")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        else:
            shutil.copy(ROOT / part, copy / part)
    project = copy / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace('opt_level = "3"', 'opt_level = "0"'), "utf-8")
    return copy


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.timeout(900)
def test_the_compiled_engine_plays_the_same_matches_and_keeps_the_laws(tree: Path) -> None:
    suffix, results = played(tree)
    assert suffix == ".py"
    assert results.count("seed 27") == 2 * len(GAMES)
    ran(tree, "-m", "hatchling", "build", "--target", "wheel", "--hooks-only")
    assert played(tree) == (".so", results)
    for arguments in (["tests/engine/test_laws.py", "-k", LAWS], ["tests/engine/test_scenarios.py"]):
        tested = ran(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)
        assert re.search(r"\d+ passed", tested)
