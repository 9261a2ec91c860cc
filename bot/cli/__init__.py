"""The command line: `tableside`."""

from bot.cli.main import app

__all__ = ["app"]
