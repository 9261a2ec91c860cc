"""`tableside stats`: what is played on all servers together."""

import pytest
from typer.testing import CliRunner

from bot.cli import app
from tests.cli.test_server_settings import url

__all__ = ["url"]


@pytest.mark.usefixtures("url")
def test_the_numbers_of_all_servers_are_printed_as_csv() -> None:
    """Issue 55. Nothing has been played."""
    result = CliRunner().invoke(app, ["stats", "--weeks", "8"])
    assert (result.exit_code, result.stdout.splitlines()) == (0, ["week,kind,game,way,number"])
