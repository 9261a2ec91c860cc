"""The pages: every link leads somewhere, every page is in the index, every file and command named exists, and every
example is read by the code that it is for."""

import ast
import re
import shlex
import subprocess
import tomllib
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import Any, TypeAlias

import pytest
from typer.main import get_command

from bot.cli import app
from bot.locale.catalogue import catalogue
from cardsdb.scenarios import run_file
from engine.registry import GAMES
from sandbox.client import Person, SandboxClient
from tests.support.discord import Stage

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
INDEX = DOCS / "index.md"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))

LINK = re.compile(r"\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(
    r"^```(?P<language>[a-z]*)\n(?P<fenced>(?s:.*?))^```|(?<=\n\n)(?P<indented>(?: {4}.+\n|\n(?= {4}))+)", re.MULTILINE
)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`")
AROUND = re.compile(r"^(?:cd \S+$|sudo (?:-u \S+ )?|docker exec \S+ |[A-Z_]+=\S* )")
"""What runs a command as somebody or somewhere else, or with a setting."""

Command: TypeAlias = tuple[str, ...]


@cache
def tracked() -> list[str]:
    """The files of the repository, new ones too."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - git alone
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page: Path) -> list[str]:
    """The relative links of a page that lead to no file, or to no heading of it."""
    dead = []
    for link in LINK.finditer(FENCED.sub("", page.read_text("utf-8"))):
        target = page.parent / link[1] if link[1] else page
        if not target.is_file() or (link[2] is not None and link[2] not in anchors(target)):
            dead.append(link[0])
    return dead


@EVERY_PAGE
def test_every_link_leads_to_a_file(page: Path) -> None:
    assert dead_links(page) == []


@pytest.mark.parametrize("link", ["](gone.md)", "](#gone)", "](page.md#gone)"])
def test_a_dead_link_is_seen(link: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Here\n\n[well](page.md#here) [well](https://example.com) [dead{link}\n", "utf-8")
    assert dead_links(page) == [link]


def test_every_page_is_in_the_index_once() -> None:
    listed = [INDEX.parent / link[1] for link in LINK.finditer(INDEX.read_text("utf-8"))]
    assert sorted(listed) == [page for page in PAGES if DOCS in page.parents and page != INDEX]


def test_every_page_that_a_file_names_exists() -> None:
    endings = (".py", ".toml", ".md", ".yaml", ".service", ".example")
    files = [ROOT / name for name in tracked() if name.endswith(endings)]
    named = {(file, name) for file in files for name in re.findall(r"\bdocs/[\w./-]+\.\w+", file.read_text("utf-8"))}
    assert sorted((str(file), name) for file, name in named if not (ROOT / name).exists()) == []


@EVERY_PAGE
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    files = [f"/{name}" for name in tracked()]
    named = re.findall(r"`([\w/.]+\.py)`", text)
    assert sorted({name for name in named if not any(file.endswith(f"/{name}") for file in files)}) == []
    assert [name for name in re.findall(r"python -m ([\w.]+)", text) if find_spec(name) is None] == []


def unquoted(benchmarks: Path) -> list[str]:
    """The benchmarks whose figures no page quotes; a file that runs nothing, or is a bot, is a part of others."""
    text = "".join(page.read_text("utf-8") for page in PAGES)
    files = [file for file in benchmarks.glob("*.py") if not file.stem.endswith("_bot")]
    names = [file.stem for file in files if '__name__ == "__main__"' in file.read_text("utf-8")]
    return [name for name in names if not re.search(rf"benchmarks[./]{name}\b", text)]


def test_every_benchmark_is_quoted_on_a_page(tmp_path: Path) -> None:
    assert unquoted(ROOT / "benchmarks") == []
    (tmp_path / "idle_speed.py").write_text('if __name__ == "__main__":\n    pass')
    assert unquoted(tmp_path) == ["idle_speed"]


def blocks(page: Path, language: str | None = None) -> list[str]:
    """The blocks of a page, indented or fenced; only those of a language if it is given."""
    found = [block for block in BLOCK.finditer(page.read_text("utf-8")) if language in (None, block["language"])]
    return [dedent(block["fenced"] or block["indented"] or "") for block in found]


def commands(text: str) -> list[Command]:
    """The commands in some lines as their words, without comments and without what runs them elsewhere."""
    found = []
    for part in re.split(r"&&|\n", text):
        line = re.split(r"(?:^|\s)#|\s[>|]\s", re.sub(r"\$\([^)]*\)", "…", part))[0].strip()
        while AROUND.match(line):
            line = AROUND.sub("", line)
        with suppress(ValueError):  # not a command: a quotation mark without its partner
            found.append(tuple(shlex.split(line)))
    return [command for command in found if command]


def called(page: Path, program: str) -> list[Command]:
    """The arguments of every call of a program in a page's blocks."""
    return [words[1:] for block in blocks(page) for words in commands(block) if Path(words[0]).name == program]


def mentioned(page: Path, program: str) -> list[Command]:
    """The arguments of a program in a page's sentences, where not all of them need be there."""
    sentences = INLINE.findall(FENCED.sub("", page.read_text("utf-8")))
    return [words[1:] for each in sentences for words in commands(each) if Path(words[0]).name == program]


def refusal(arguments: Command, *, whole: bool = True) -> str | None:
    """Why `tableside` would not take these arguments; unless they are whole, only a wrong name is wrong."""
    command: Any = get_command(app)
    context = command.context_class(command)
    left = list(arguments)
    while left and hasattr(command, "get_command") and not left[0].startswith("-"):
        name = left.pop(0)
        command = command.get_command(context, name)
        if command is None:
            return f"there is no {name}"
        context = command.context_class(command, parent=context)
    parameters = command.get_params(context)
    options = {option for each in parameters for option in (*each.opts, *each.secondary_opts)}
    if wrong := [word for word in left if word.startswith("--") and word.partition("=")[0] not in options]:
        return f"there is no {wrong}"
    if not whole:
        return None
    try:
        given, more, _ = command.make_parser(context).parse_args(left)
    except Exception as error:  # noqa: BLE001 - click's own, under whatever name it comes
        return str(error)
    if "game" in given and given["game"] not in (*GAMES, None) and given["game"].isalpha():
        return f"there is no game {given['game']}"
    missing = [each.name for each in parameters if each.required and not given.get(each.name)]
    return f"too much: {more}" if more else f"missing: {missing}" if missing else None


@EVERY_PAGE
def test_every_command_of_tableside_on_a_page_is_one_that_it_takes(page: Path) -> None:
    told = {words: refusal(words) for words in called(page, "tableside")}
    if page.name != "CHANGELOG.md":  # which also names what is gone
        told |= {words: refusal(words, whole=False) for words in mentioned(page, "tableside") if words not in told}
    assert {words: why for words, why in told.items() if why} == {}


@pytest.mark.parametrize(
    "line", ["sail", "cards sail", "verify --sail x.json", "verify", "simulate varia artbot", "simulate bids"]
)
def test_a_wrong_command_is_seen(line: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Here\n\n    cd /opt && sudo -u tableside .venv/bin/tableside {line}  # so\n", "utf-8")
    assert [refusal(words) is None for words in called(page, "tableside")] == [False]
    page.write_text("# Here\n\n`tableside run`, `tableside verify --seal` and `tableside verify --sail`\n", "utf-8")
    assert [refusal(words, whole=False) for words in mentioned(page, "tableside")] == [
        None,
        None,
        "there is no ['--sail']",
    ]


@EVERY_PAGE
def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([\w. /-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    known = {name for line in targets for name in line.split()}
    assert sorted({words[0] for words in (*called(page, "make"), *mentioned(page, "make")) if words} - known) == []


@EVERY_PAGE
def test_every_place_in_the_repository_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    words = {word for block in blocks(page) for command in commands(block) for word in command}
    tops = {name.partition("/")[0] for name in tracked() if "/" in name}
    named = {word for word in words | set(INLINE.findall(text)) if re.fullmatch(r"[\w.-]+(?:/[\w.-]+)+/?", word)}
    gone = {name for name in named if not any((top / name).exists() for top in (ROOT, ROOT / "tests"))}
    assert [
        name for name in sorted(gone) if name.partition("/")[0] in tops and not Path(ROOT / f"{name}.py").exists()
    ] == []


@EVERY_PAGE
def test_every_setting_that_a_page_names_exists(page: Path) -> None:
    known = set(re.findall(r"TABLESIDE_\w+", (ROOT / ".env.example").read_text("utf-8")))
    assert sorted(set(re.findall(r"TABLESIDE_\w+", page.read_text("utf-8"))) - known - {"TABLESIDE_"}) == []


@pytest.mark.parametrize("page", ["players/playing.md", "players/tournaments.md", "hosts/writing-cards.md"])
def test_every_slash_command_that_a_page_names_exists(page: str) -> None:
    named = re.findall(r"`/([a-z]+(?: [a-z]+)?)`", (DOCS / page).read_text("utf-8"))
    known = catalogue("en").ids
    assert [command for command in named if f"command.{command.replace(' ', '.')}" not in known] == []


def test_the_example_of_a_scenario_passes(tmp_path: Path) -> None:
    (example,) = blocks(DOCS / "developers" / "scenarios.md", "toml")
    file = tmp_path / "example.toml"
    file.write_text(example, "utf-8")
    assert run_file(file).differences == []


def test_the_beginning_of_a_set_of_warmage_is_one() -> None:
    """A whole set would be too long for the page: it is the example that people get. Varia's is on the page."""
    (beginning,) = blocks(DOCS / "hosts" / "writing-cards.md", "warmage")
    assert len(GAMES["warmage"].card_set.model_validate(tomllib.loads(beginning)).cards) == 1


def test_every_test_in_the_sandbox_that_its_page_shows_can_be_written() -> None:
    page = DOCS / "developers" / "sandbox.md"
    shown = [block for block in blocks(page) if "await " in block]
    assert len(shown) > 1
    for block in shown:
        compile(block, page.name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    named = re.findall(r"\b(client|stage|ada|ben)\.(\w+)\(", page.read_text("utf-8"))
    doers = {"client": SandboxClient, "stage": Stage, "ada": Person, "ben": Person}
    assert sorted({(who, act) for who, act in named if not hasattr(doers[who], act)}) == []
