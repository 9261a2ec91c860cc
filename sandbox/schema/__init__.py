"""Validation of everything that the bot and the sandbox send, against Discord's own description of its API."""

from sandbox.schema.checker import SchemaChecker, find_openapi

__all__ = ["SchemaChecker", "find_openapi"]
