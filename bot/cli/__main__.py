"""Run `tableside` by `python -m bot.cli`."""

from bot.cli import app

app()
