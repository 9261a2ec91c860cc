"""Slash commands: declare the options, call the host, answer."""
