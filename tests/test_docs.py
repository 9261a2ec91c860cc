"""The pages: every link leads somewhere, every page is in the index, and every file and command named exists."""

import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
INDEX = DOCS / "index.md"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))

LINK = re.compile(r"\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


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


@EVERY_PAGE
def test_every_make_target_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([\w. /-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    known = {name for line in targets for name in line.split()}
    assert sorted(set(re.findall(r"`make ([\w./-]+)", page.read_text("utf-8"))) - known) == []
