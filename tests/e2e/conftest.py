"""Stages for end-to-end tests, the sandbox's journal in the report of one that failed, and figures in the summary."""

import pytest

from tests.support.discord import pytest_runtest_makereport, stage

__all__ = ["pytest_runtest_makereport", "stage"]

_FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture
def figures(pytestconfig: pytest.Config) -> list[str]:
    """Lines that the test run prints at its end."""
    return pytestconfig.stash.setdefault(_FIGURES, [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what the tests measured."""
    for line in config.stash.get(_FIGURES, []):
        terminalreporter.write_line(line)
