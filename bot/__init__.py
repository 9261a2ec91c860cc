"""The Discord application: settings, host, storage, user interface, texts and the command line."""

__version__ = "0.2.0.dev0"
"""The version of Tableside, and of its package."""
