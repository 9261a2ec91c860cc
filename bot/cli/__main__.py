"""The entry point for `python -m bot.cli`, which runs `tableside`."""

from bot.cli import app

app()
