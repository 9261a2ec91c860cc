"""Simulated people, who can do exactly what a real Discord client allows."""

from sandbox.people.actions import People

__all__ = ["People"]
