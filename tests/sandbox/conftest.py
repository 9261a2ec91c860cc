"""What the sandbox's own tests use."""

from tests.support.discord import pytest_runtest_makereport, stage

__all__ = ["pytest_runtest_makereport", "stage"]
