"""`python -m bot.cli` is `tableside`."""

from bot.cli import app

app()
