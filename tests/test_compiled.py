"""The engine compiled by mypyc plays as the same source does in Python: built into a copy, so nothing here changes."""

import re
import shutil
from pathlib import Path

import pytest

from tests.support.compiled import compile_quickly, pure_copy, ran

LAWS = "json or copies or replays or one_place"
"""The laws that try what is compiled most: stored states, copies, whole matches, every pile."""

GAMES = ("varia", "artbot", "warmage", "zarcana")
PLAYED = f"""
from contextlib import suppress
import engine.kit.play
from bot.cli import app
print(engine.kit.play.__file__)
for game in {GAMES}:
    for policy, games in (("random", 10), ("greedy", 2)):
        with suppress(SystemExit):
            app(f"simulate {{game}} --games {{games}} --seed 27 --jobs 1 --policy {{policy}}".split())
"""


def played(tree: Path) -> tuple[str, str]:
    """The kind of file that the engine is run from, and what simulated matches come to, with all their digests."""
    file, _, results = ran(tree, "-c", PLAYED).partition("\n")
    return Path(file).suffix, results


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.timeout(900)
def test_the_compiled_engine_plays_the_same_matches_and_keeps_the_laws(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    pure_copy(tree)
    suffix, results = played(tree)
    assert suffix == ".py"
    assert results.count("seed 27") == 2 * len(GAMES)
    compile_quickly(tree)
    assert played(tree) == (".so", results)
    for arguments in (["tests/engine/test_laws.py", "-k", LAWS], ["tests/engine/test_scenarios.py"]):
        tested = ran(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)
        assert re.search(r"\d+ passed", tested)
