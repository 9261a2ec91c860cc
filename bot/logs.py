"""Logging: one line per event, with its name and keys, for our own events and the libraries' alike."""

import logging
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import discord
import structlog
from sqlalchemy import make_url

from bot.settings import Settings

_TOKENS: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.~-]{20,}")
"""An interaction's token in a URL: anyone who has it can answer in the bot's name for a quarter of an hour."""


def secrets_of(settings: Settings) -> list[str]:
    """Return the secrets that must never appear in a log."""
    password = make_url(settings.database).password
    token = None if settings.token is None else settings.token.get_secret_value()
    return [secret for secret in (token, password) if secret]


def redactor(hidden: Sequence[str]) -> Callable[[Any, str, Any], str]:
    """Return the final log processor, which removes secrets from every line, tracebacks included."""

    def redact(_logger: Any, _method: str, line: Any) -> str:
        text = _TOKENS.sub(r"\1[hidden]", str(line))
        for secret in hidden:
            text = text.replace(secret, "[hidden]")
        return text

    return redact


RETRIED: Final = ("Attempting a reconnect", "Failed to connect for shard_id")
"""How discord.py's errors begin that only say that it tries again to connect."""


class Reconnecting(logging.Filter):
    """Turns discord.py's errors about connections that it tries again into one-line warnings."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass on every line, turning reconnections into warnings."""
        if str(record.msg).startswith(RETRIED):
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
            if record.exc_info:
                error = repr(record.exc_info[1]).replace("%", "%%")
                record.msg, record.exc_info = f"{record.msg}: {error}", None
        return True


def configure(settings: Settings) -> None:
    """Configure logging to standard error, according to the settings."""
    level = getattr(logging, settings.log_level.upper())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    renderer: Any = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    if settings.log_format == "json":
        shared.append(structlog.processors.format_exc_info)
        renderer = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Reconnecting())
    strip = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[strip, renderer, redactor(secrets_of(settings))]
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    logging.getLogger("discord").setLevel(max(level, logging.WARNING))
    # The bot does not use voice channels, so the operator needs no warning about their missing libraries.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("alembic").setLevel(logging.WARNING)
