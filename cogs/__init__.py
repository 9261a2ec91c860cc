"""Slash commands: parse, call the host, answer."""
