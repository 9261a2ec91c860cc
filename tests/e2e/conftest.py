"""Stages for end-to-end tests, and the sandbox's journal in the report of one that failed."""

from tests.support.discord import pytest_runtest_makereport, stage

__all__ = ["pytest_runtest_makereport", "stage"]
