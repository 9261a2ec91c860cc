"""What setup says in the terminal, and the answers that it gets."""

import sys
from collections.abc import Sequence
from getpass import getpass
from typing import Final

import typer

from bot.ui.texts.words import Value, Words

ENGLISH: Final = Words(None)


class Terminal:
    """A conversation in the terminal. When the input ends, every further question gets its default answer."""

    def say(self, key: str, /, **values: Value) -> None:
        """Print a text of the catalogue."""
        typer.echo(ENGLISH.plain(key, **values))

    def step(self, key: str, /, **values: Value) -> None:
        """Print the heading of a step, after an empty line."""
        typer.secho(f"\n{ENGLISH.plain(key, **values)}", bold=True)

    def secret(self, key: str) -> str | None:
        """Ask for something that is not shown while it is typed; return None if the input has ended."""
        question = f"{ENGLISH.plain(key)} "
        try:
            return getpass(question) if sys.stdin.isatty() else self._line(question)
        except EOFError:
            return None

    def choose(self, key: str, options: Sequence[str], /, **values: Value) -> int:
        """Ask for one of some options, and return its index; the first is the default."""
        self.say(key, **values)
        for number, option in enumerate(options, 1):
            typer.echo(f"  {number}  {option}")
        question = f"{ENGLISH.plain('setup.choice', count=len(options))} "
        while True:
            line = self._line(question)
            if not line:
                return 0
            if line.isdecimal() and 1 <= int(line) <= len(options):
                return int(line) - 1

    def confirm(self, key: str, /, *, default: bool, **values: Value) -> bool:
        """Ask a question that is answered with yes or no."""
        yes, no = ENGLISH.plain("setup.yes"), ENGLISH.plain("setup.no")
        shown = f"{yes.upper()}/{no}" if default else f"{yes}/{no.upper()}"
        while True:
            line = (self._line(f"{ENGLISH.plain(key, **values)} [{shown}] ") or "").casefold()
            if not line:
                return default
            if line in (yes, no):
                return line == yes

    def _line(self, question: str) -> str | None:
        """Print a question and read a line; return None if the input has ended."""
        typer.echo(question, nl=False)
        line = sys.stdin.readline()
        if not line.endswith("\n"):
            typer.echo()
        return line.strip() if line else None
