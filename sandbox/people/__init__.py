"""Simulated people: they can do what a real Discord client lets a person do, and nothing else."""

from sandbox.people.actions import People

__all__ = ["People"]
