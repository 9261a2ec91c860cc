"""Rules of the codebase that no other tool checks."""

import ast
import re
import subprocess
from collections.abc import Collection
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from bot.settings import Settings
from engine.registry import GAMES

ROOT = Path(__file__).parents[1]
GENERAL = ("bot/host", "bot/storage", "bot/interactions", "cogs")
"""Rooms that know the contract and no single game."""


def sources(*rooms: str) -> list[Path]:
    return [file for room in rooms for file in (ROOT / room).rglob("*.py")]


@pytest.mark.parametrize("key", GAMES)
def test_no_games_name_stands_in_the_general_rooms(key: str) -> None:
    named = [file for file in sources(*GENERAL) if re.search(rf"\b{key}\b", file.read_text("utf-8"), re.IGNORECASE)]
    assert named == []


def test_no_text_stands_in_the_code_that_speaks_to_people() -> None:
    """All texts are in the catalogue: in the code there are their ids, names of things, and lines for the log."""
    found = [(file.name, text) for file in sources("bot/ui", "bot/interactions", "cogs") for text in spoken(file)]
    assert found == []


def spoken(file: Path) -> list[str]:
    """The strings of a file that read like something to be said: two words, or one that begins with a capital."""
    tree = ast.parse(file.read_text("utf-8"))
    silent: set[int] = set()
    for node in ast.walk(tree):
        for part in not_said(node):
            silent |= {id(inner) for inner in ast.walk(part)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in silent]
    return [str(text.value) for text in texts if isinstance(text.value, str) and SPOKEN.search(text.value)]


SPOKEN = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}|^[A-Z][a-z]{2,}")


def not_said(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that nobody is told: docstrings, annotations, what is compared, what is logged."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Compare() | ast.MatchValue():
            return [node]
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
            return [node]
        case ast.AnnAssign() | ast.arg():
            return [node.annotation] if node.annotation is not None else []
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [node.returns] if node.returns is not None else []
        case _:
            return []


@pytest.mark.parametrize("code", ['button(label="Join")', 'say("You have left the table.")', 'x = f"Turn over {name}"'])
def test_a_text_in_the_code_is_seen(code: str, tmp_path: Path) -> None:
    file = tmp_path / "speaks.py"
    file.write_text(code)
    assert spoken(file)


def test_every_setting_is_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    names = re.findall(r"^#?(TABLESIDE_[A-Z_]+)=", example, re.MULTILINE)
    assert sorted(names) == sorted(f"TABLESIDE_{name}".upper() for name in Settings.model_fields)


def test_every_dependency_is_explained() -> None:
    """docs/developers/dependencies.md has a line for each package that pyproject.toml asks for."""
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    wanted = re.findall(r'^    "([a-z.\-]+)(?:\[[a-z,]+\])?[>=]=', project, re.MULTILINE)
    page = (ROOT / "docs" / "developers" / "dependencies.md").read_text("utf-8").lower()
    assert [name for name in wanted if f"`{name}`" not in page] == []


def test_pins_carry_hashes_and_no_addresses() -> None:
    pins = (ROOT / "constraints.txt").read_text("utf-8")
    assert "--hash=sha256:" in pins
    assert "://" not in pins


def test_files_stay_readable() -> None:
    """Beyond some 400 lines a file is usually two rooms. Migrations are Alembic's."""
    written = (
        file for file in sources("engine", "cardsdb", "bot", "cogs", "sandbox") if file.parent.name != "versions"
    )
    long = [file.name for file in written if lines(file) > 500]
    assert long == []


def lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


def test_no_path_of_one_machine_and_no_lock_file() -> None:
    listed = subprocess.run(
        ["git", "ls-files"],  # noqa: S607 - whichever git is there
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert not {"uv.lock", "poetry.lock", "package-lock.json"} & {Path(name).name for name in listed}
    path = re.compile(r"(?<![\w./])/(?:root|home|work)/")
    texts = [name for name in listed if not name.endswith((".png", ".svg", ".otf", ".ttf", ".whl", ".xz", ".gz"))]
    assert [name for name in texts if path.search((ROOT / name).read_text("utf-8"))] == [] or texts == []


ROOMS = ("engine", "cardsdb", "bot", "cogs", "sandbox", "tableside", "release", "benchmarks", "tests")
CLOSING = {("tests.e2e.failures", "tests.e2e.torture_room")}
"""The imports that close a circle and have still to go: who imports whom. The list only shrinks."""


def imports(root: Path, *rooms: str) -> dict[str, set[str]]:
    """The modules below a folder, each with those that it imports: anywhere in it, and for types alone too."""
    files = {
        ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): file
        for room in rooms
        for file in (root / room).rglob("*.py")
    }
    return {name: imported(file, files.keys()) - {name} for name, file in files.items()}


def imported(file: Path, modules: Collection[str]) -> set[str]:
    """Those of some modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in modules else str(node.module) for name in names}
    return found & set(modules)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle of modules that import each other, or nothing if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other() -> None:
    graph = imports(ROOT, *ROOMS)
    for importer, closing in CLOSING:
        graph[importer].remove(closing)
    assert circle(graph) == []


@pytest.mark.parametrize(
    "line",
    [
        "import room.two",
        "from room import two",
        "from room.two import name",
        "if TYPE_CHECKING:\n    from room.two import Name",
        "def late():\n    from room.two import name",
    ],
)
def test_a_circle_is_seen(line: str, tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "one.py").write_text(line)
    (tmp_path / "room" / "two.py").write_text("from room import three")
    (tmp_path / "room" / "three.py").touch()
    assert circle(imports(tmp_path, "room")) == []
    (tmp_path / "room" / "three.py").write_text("import room.one")
    assert set(circle(imports(tmp_path, "room"))) == {"room.one", "room.two", "room.three"}
