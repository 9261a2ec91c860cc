"""Stages for end-to-end tests, the sandbox's journal in the report of one that failed, and figures in the summary."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.support.discord import DOORS, Stage, open_stage, pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]

_FIGURE = "figure"


@pytest.fixture
def door(request: pytest.FixtureRequest) -> str:
    """By which of Discord's doors people come to the bot: as the test says, or else the command line."""
    if request.node.get_closest_marker("gateway") is not None:
        return DOORS[0]
    return str(request.config.getoption("--door"))


@pytest.fixture
async def stage(door: str) -> AsyncIterator[Stage]:
    """Give a test its stage."""
    async with open_stage(door) as opened:
        yield opened


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Lines that the test run prints at its end."""
    lines: list[str] = []
    yield lines
    # A property goes with the report, also where the tests are shared out among processes.
    request.node.user_properties += [(_FIGURE, line) for line in lines]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the tests measured."""
    for report in terminalreporter.getreports(""):
        if report.when == "teardown":
            for name, line in report.user_properties:
                if name == _FIGURE:
                    terminalreporter.write_line(line)
