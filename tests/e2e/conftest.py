"""Stages for end-to-end tests, the sandbox's journal in the report of one that failed, and figures in the summary."""

from collections.abc import Iterator

import pytest

from tests.support.discord import pytest_runtest_makereport, stage

__all__ = ["pytest_runtest_makereport", "stage"]

_FIGURE = "figure"


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
