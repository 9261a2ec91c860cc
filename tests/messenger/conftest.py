"""A sandbox for the tests that need Discord's file host."""

from tests.support.discord import stage

__all__ = ["stage"]
