"""All settings, read from the environment (TABLESIDE_...) and a .env file. .env.example lists them all."""

import os
from collections.abc import Iterable
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal, Self

from pydantic import Field, IPvAnyAddress, SecretStr, ValidationError, model_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

PREFIX: Final = "TABLESIDE_"


class BrokenSetting(Exception):
    """A setting is invalid; the message names it in one line."""


class Settings(BaseSettings):
    """The settings of one process."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    token: SecretStr | None = Field(None, description="The bot's token, from Discord's developer portal.")
    database: str = Field(
        "sqlite+aiosqlite:///var/tableside.db",
        description="The database: sqlite+aiosqlite:///PATH or postgresql+asyncpg://USER:PASSWORD@HOST/NAME.",
        pattern=r"^(sqlite\+aiosqlite|postgresql\+asyncpg)://",
    )
    discord_api: str | None = Field(None, description="Where Discord's REST API is, for the sandbox or a proxy.")
    discord_gateway: str | None = Field(None, description="Where Discord's gateway is, for the sandbox or a proxy.")
    discord_cdn: str | None = Field(None, description="Where Discord's files are, for the sandbox or a proxy.")
    clock_file: Path | None = Field(
        None,
        description="The file by which the bot follows the sandbox's clock; the machine's clock where none is set.",
    )
    house_processes: int = Field(
        1,
        ge=0,
        le=64,
        description="In how many processes house players think, at most; 0 takes a thread of the bot's own.",
    )
    front: Literal["gateway", "http"] = Field(
        "gateway", description="How interactions come: over the gateway, or to our own address (docs/hosts/hosting.md)."
    )
    pooler: bool = Field(
        default=False,
        description="Whether PostgreSQL is behind a pooler that gives a connection for a transaction only.",
    )
    pool: int = Field(10, ge=1, description="How many connections to PostgreSQL a process keeps.")
    shards: int = Field(1, ge=1, description="How many shards there are over all processes, as Discord recommends.")
    shards_here: int | None = Field(
        None, ge=1, description="How many of them this process takes; all that are free where nothing is set."
    )
    identify_buckets: int = Field(
        1, ge=1, description="Discord's max_concurrency: how many shards may identify at once, each in its own bucket."
    )
    public_url: str | None = Field(
        None,
        description="Where everybody reaches the public port; with it, people can make links to matches.",
        pattern=r"^https?://[^/?#\s]+/?$",
    )
    public_address: str = Field(
        "127.0.0.1", description="Where Discord's interactions are taken over HTTP, and match pages served."
    )
    public_proxy: IPvAnyAddress = Field(
        ip_address("127.0.0.1"),
        description="The address of the reverse proxy in front of that port, whose X-Forwarded-For alone counts.",
    )
    public_port: int | None = Field(None, ge=0, le=65535, description="On which port; 0 takes any free one.")
    web_address: str = Field("127.0.0.1", description="Where health and metrics are served.")
    web_port: int | None = Field(
        None, ge=0, le=65535, description="On which port; 0 takes any free one, and without one nothing is served."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="How much is logged.")
    log_format: Literal["console", "json"] = Field("console", description="For people, or for machines.")
    grace_hours: float = Field(
        24,
        ge=0,
        le=24 * 30,
        description="For how many hours all waits in a server that the bot was removed from; 0 ends it at once.",
    )
    example_games: bool = Field(default=False, description="Whether games to learn from are offered too.")
    sandbox_port: int = Field(3940, ge=0, le=65535, description="Where the sandbox listens; 0 takes any free port.")
    openapi: Path | None = Field(
        None, description="Discord's OpenAPI file, for the sandbox to check every request and answer against."
    )

    @model_validator(mode="after")
    def _has_an_address(self) -> Self:
        if self.front == "http" and self.public_port is None:
            raise PydanticCustomError(
                "public_port",
                "has to be set where TABLESIDE_FRONT is http: interactions no longer come in at TABLESIDE_WEB_PORT",
            )
        if self.public_url is not None:
            if self.public_port is None:
                raise PydanticCustomError(
                    "public_port", "has to be set where TABLESIDE_PUBLIC_URL is: match pages are served on that port"
                )
            self.public_url = self.public_url.removesuffix("/")
        return self


def load() -> Settings:
    """Return the settings. Raises BrokenSetting, which names the first unknown or invalid one."""
    check_names([*os.environ, *DotEnvSettingsSource(Settings).env_vars])
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + ("_".join(str(part) for part in first["loc"]).upper() or "PUBLIC_PORT")
        raise BrokenSetting(f"{name}: {first['msg']}") from error


def check_names(names: Iterable[str]) -> None:
    """Raise BrokenSetting for an unknown name with our prefix, which is probably misspelt."""
    known = [f"{PREFIX}{field}".upper() for field in Settings.model_fields]
    for name in names:
        written = name.upper()
        if written.startswith(PREFIX) and written not in known:
            (nearest,) = get_close_matches(written, known, n=1, cutoff=0.0)
            raise BrokenSetting(f"{written}: there is no such setting; the nearest is {nearest}")
