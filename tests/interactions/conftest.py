"""Fixtures of tests through Discord's protocol, as in `tests/e2e`."""

from tests.e2e.conftest import door, figures, pytest_runtest_makereport, stage

__all__ = ["door", "figures", "pytest_runtest_makereport", "stage"]
