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


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("Attempting a reconnect for shard ID %s in %.2fs", (3, 1.5), "for shard ID 3 in 1.50s"),
        ("Failed to connect for shard_id: %s. Retrying...", (3,), "for shard_id: 3. Retrying..."),
    ],
)
def test_a_connection_that_is_tried_again_is_a_warning_in_one_line(
    text: str, values: tuple[float, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(Settings(log_format="json"))
    lost = ConnectionResetError("100% gone")
    logging.getLogger("discord.shard").error(text, *values, exc_info=(type(lost), lost, None))
    logging.getLogger("discord.shard").error("Something else", exc_info=(type(lost), lost, None))
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert first["level"] == "warning"
    assert first["event"].endswith(f"{said}: ConnectionResetError('100% gone')")
    assert "exception" not in first
    assert second["level"] == "error"
    assert "100% gone" in second["exception"]
