"""The parts of `tableside setup`: changes of `.env`, units for systemd, and the launcher before them."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.errors import FOR_GOOD, OUTAGE
from bot.cli.setup import env_file, services
from bot.cli.setup.running import Bot
from bot.settings import Settings

ROOT = Path(__file__).parents[2]
SINCE_254 = ("RestartSteps", "RestartMaxDelaySec")
"""Keys that an older systemd does not know and passes over."""

SYSTEMD_ANALYZE = shutil.which("systemd-analyze")


def test_a_setting_takes_its_own_place_and_no_other_line_changes(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    shutil.copy(ROOT / ".env.example", file)
    before = file.read_text("utf-8").splitlines()
    env_file.write({"TABLESIDE_TOKEN": "a.b-c", "TABLESIDE_PUBLIC_PORT": "8081", "DATABASE_PASSWORD": "x1"}, file)
    after = file.read_text("utf-8").splitlines()
    changed = {"TABLESIDE_TOKEN=": "TABLESIDE_TOKEN=a.b-c", "#TABLESIDE_PUBLIC_PORT=": "TABLESIDE_PUBLIC_PORT=8081"}
    assert after == [*(changed.get(line, line) for line in before), "DATABASE_PASSWORD=x1"]
    assert env_file.names(file) == {"TABLESIDE_TOKEN", "TABLESIDE_PUBLIC_PORT", "DATABASE_PASSWORD"}


def test_only_the_owner_may_read_the_settings_whoever_could_before(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("TABLESIDE_TOKEN=old\nexport TABLESIDE_TOKEN = newer\n")
    file.chmod(0o644)
    env_file.write({"TABLESIDE_TOKEN": "newest"}, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text() == "TABLESIDE_TOKEN=old\nTABLESIDE_TOKEN=newest\n"
    read = Settings(_env_file=file).token
    assert read is not None
    assert read.get_secret_value() == "newest"


def test_a_write_that_was_broken_off_does_not_stop_the_next_one(tmp_path: Path) -> None:
    (tmp_path / ".env.unfinished").write_text("TABLESIDE_TOK")
    env_file.write({"TABLESIDE_TOKEN": "x"}, tmp_path / ".env")
    assert [file.name for file in tmp_path.iterdir()] == [".env"]


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="needs systemd-analyze")
@pytest.mark.parametrize("user", [None, "root"])
def test_systemd_accepts_the_units_that_setup_writes(user: str | None, tmp_path: Path) -> None:
    folder = tmp_path / "my 100% bot"
    folder.mkdir()
    unit = tmp_path / services.UNIT
    unit.write_text(services.unit(folder, user=user), "utf-8")
    assert_verified(unit)


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="needs systemd-analyze")
def test_systemd_accepts_the_unit_for_a_checkout(tmp_path: Path) -> None:
    """Its program is not on this machine, so another one stands in its place."""
    text = (ROOT / "deploy" / services.UNIT).read_text("utf-8")
    assert "ExecStart=/opt/tableside/.venv/bin/tableside run" in text
    unit = tmp_path / services.UNIT
    unit.write_text(text.replace("/opt/tableside/.venv/bin/tableside", "/bin/true").replace("User=tableside", ""))
    assert_verified(unit)


def assert_verified(unit: Path) -> None:
    """Let systemd read a unit; it names every line that it does not understand."""
    done = subprocess.run(  # noqa: S603 - systemd alone
        [SYSTEMD_ANALYZE or "", "verify", "--recursive-errors=no", unit], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if not any(f"'{key}'" in line for key in SINCE_254)] == []


def test_both_units_restart_the_bot_in_the_same_way() -> None:
    def restarts(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.startswith(("Restart", "StartLimit", "TimeoutStop"))]

    checkout = (ROOT / "deploy" / services.UNIT).read_text("utf-8")
    assert restarts(services.unit(Path("/somewhere"), user=None)) == restarts(checkout) != []


def launched(path: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `tableside --version` with a folder in front of our packages."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "tableside", "--version"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": f"{path}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("foreign", ["bot.py", "cogs/__init__.py", "engine/__init__.py"])
def test_a_foreign_package_in_the_way_is_named_in_one_line(foreign: str, tmp_path: Path) -> None:
    file = tmp_path / foreign
    file.parent.mkdir(exist_ok=True)
    file.write_text("raise SystemExit('never imported')")
    done = launched(tmp_path, tmp_path)
    name = foreign.partition("/")[0].removesuffix(".py")
    assert done.returncode == 1
    assert done.stderr.startswith(f"tableside: another package named {name!r} is in the way: {file}")
    assert len(done.stderr.splitlines()) == 1


def test_a_foreign_package_in_the_folder_where_tableside_is_run_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit('never imported')")
    done = launched(tmp_path / "nothing", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_bot_that_dies_is_started_again_but_not_if_that_cannot_help(tmp_path: Path) -> None:
    """It dies twice, and then ends because its settings are wrong."""
    starts = tmp_path / "starts"
    starts.touch()
    script = "import os, sys; f = open(sys.argv[1], 'ab'); f.write(b'x'); sys.exit([1, 75, 78][f.tell() - 1])"
    command = (sys.executable, "-c", script, str(starts))
    waited: list[float] = []
    died: list[tuple[int, int]] = []
    with Bot(command, waited.append) as bot:
        assert bot.keep(lambda code, pause: died.append((code, pause))) == FOR_GOOD
    assert [code for code, _ in died] == [1, OUTAGE]
    assert waited == [pause for _, pause in died] == sorted(waited)
    assert starts.read_text() == "xxx"


def test_windows_is_told_in_a_sentence_where_tableside_runs() -> None:
    script = "import sys\nfrom tableside import main\nsys.platform = 'win32'\nmain()"
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "WSL" in done.stderr
