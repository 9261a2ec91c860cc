"""Discord's own description of its API, held against what the bot sends and what the sandbox sends."""

from sandbox.schema.checker import SchemaChecker, find_openapi

__all__ = ["SchemaChecker", "find_openapi"]
