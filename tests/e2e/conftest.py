"""Fixtures of end-to-end tests: stages, the sandbox's journal in failure reports, and figures in the summary."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.discord import DOORS, Stage, open_stage, pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]

_FIGURE = "figure"


@pytest.fixture
def door(request: pytest.FixtureRequest) -> str:
    """The way in which the bot receives interactions: the test's choice, or else the command line's."""
    if request.node.get_closest_marker("gateway") is not None:
        return DOORS[0]
    return str(request.config.getoption("--door"))


@pytest.fixture
async def stage(door: str, tmp_path: Path) -> AsyncIterator[Stage]:
    """Provide a test with its stage, which is closed before the test's folder, with the bots' files, is deleted."""
    async with open_stage(door) as opened:
        yield opened


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Collect lines that the test run prints at its end."""
    lines: list[str] = []
    yield lines
    # A property travels with the report, even if the tests are distributed among processes.
    request.node.user_properties += [(_FIGURE, line) for line in lines]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the tests measured."""
    for report in terminalreporter.getreports(""):
        if report.when == "teardown":
            for name, line in report.user_properties:
                if name == _FIGURE:
                    terminalreporter.write_line(line)
