"""What an operator reads of the libraries' own lines."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.logs import configure
from bot.settings import Settings


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_a_connection_that_is_taken_up_again_is_a_warning_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure(Settings(log_format="json"))
    lost = ConnectionResetError("100% gone")
    logging.getLogger("discord.shard").error(
        "Attempting a reconnect for shard ID %s in %.2fs", 3, 1.5, exc_info=(type(lost), lost, None)
    )
    logging.getLogger("discord.shard").error("Something else", exc_info=(type(lost), lost, None))
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert first["level"] == "warning"
    assert first["event"] == "Attempting a reconnect for shard ID 3 in 1.50s: ConnectionResetError('100% gone')"
    assert "exception" not in first
    assert second["level"] == "error"
    assert "100% gone" in second["exception"]
