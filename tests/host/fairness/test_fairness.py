"""Fair dice: a finished match verifies, and no change to its file goes unnoticed."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.host import lobby
from bot.host.fairness import exports, verification
from bot.host.fairness.export_files import Unverified, structured
from bot.host.kernel.host import Host
from tests.host.players import ADA, BEN, begin, click, opened, play_out
from tests.support.clocks import ManualClock

_played: dict[bool, bytes] = {}
"""The file of the match that is played on each kind of database, whether that is SQLite: once for all tests."""


@pytest.fixture
async def exported(host: Host, clock: ManualClock) -> dict[str, Any]:
    """The file of a finished match."""
    kind = host.database.is_sqlite
    if kind not in _played:
        _played[kind] = await play(host, clock)
    data: dict[str, Any] = msgspec.json.decode(_played[kind])
    return data


async def play(host: Host, clock: ManualClock) -> bytes:
    """Play a match to its end and export it."""
    table = await opened(host)
    match = table.match.id
    await lobby.join(host, click(BEN), match)
    await lobby.say_word(host, click(BEN), match, "möhre")
    await begin(host, click(ADA), match)
    await play_out(host, clock, match, Random(2), (ADA, BEN))
    return msgspec.json.encode(await exports.export(host, match))


TAMPERED: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("another secret", lambda data: data.update(secret="00" * 32)),
    ("another seal", lambda data: data.update(seal="A" * 43)),
    ("another word", lambda data: data["seats"][1].update(word="carrot")),
    ("another deck", lambda data: data["seats"][0]["deck"]["cards"].update({"quick-jab": 4})),
    ("another option", lambda data: data["options"].update(turn_cap=61)),
    ("another card", lambda data: data["sets"].__setitem__(0, data["sets"][0].replace("Quick Jab", "Quick Jap"))),
    ("another draw", lambda data: data["log"][0][4][0]["result"].reverse()),
    ("another pick", lambda data: data["log"][1].__setitem__(3, ["nothing"])),
    ("a pick less", lambda data: data["log"].pop()),
    ("another outcome", lambda data: data["outcome"]["ranking"].reverse()),
    ("other rules", lambda data: data.update(rules=99)),
]


async def test_a_match_verifies_and_no_change_goes_unnoticed(
    exported: dict[str, Any], host: Host, tmp_path: Path
) -> None:
    verdict = verification.verify(exported, host.games)
    assert verdict.draws > 20
    file = tmp_path / "match.json"
    file.write_bytes(msgspec.json.encode(exported))
    alone = CliRunner().invoke(app, ["verify", str(file)])
    assert (alone.exit_code, "agrees with itself" in alone.output, verdict.seal in alone.output) == (3, True, True)
    result = CliRunner().invoke(app, ["verify", str(file), f"--seal={verdict.seal}"])
    assert result.exit_code == 0
    assert f"{verdict.draws} draws" in result.output
    other = CliRunner().invoke(app, ["verify", str(file), f"--seal={'A' * 43}"])
    assert (other.exit_code, "does not hold" in other.output) == (1, True)
    unnoticed = [what for what, change in TAMPERED if verifies(exported, change, host)]
    assert unnoticed == []


def test_a_byte_order_mark_does_not_make_a_file_unreadable(exported: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(b"\xef\xbb\xbf" + msgspec.json.encode(exported))
    result = CliRunner().invoke(app, ["verify", str(file)])
    assert "agrees with itself" in result.output


def verifies(exported: dict[str, Any], change: Callable[[dict[str, Any]], None], host: Host) -> bool:
    """Whether an export still verifies after a change."""
    data = copy.deepcopy(exported)
    change(data)
    try:
        verification.verify(data, host.games)
    except Unverified:
        return False
    return True


async def test_no_lucky_word_is_in_a_page_or_a_file(exported: dict[str, Any], host: Host) -> None:
    """The check works with their hashes; a match that began with the words themselves shows the key instead."""
    assert "möhre" not in str(exported)
    told = structured(exported)
    assert verification.shareable(told) == (told.table, None)
    old = copy.deepcopy(exported)
    agreed = json.loads(old["table"])
    agreed["seats"][1]["word"] = old["seats"][1]["word"] = "möhre"
    old["table"] = json.dumps(agreed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    before = structured(old)
    table, key = verification.shareable(before)
    assert table == told.table
    assert key == verification.key_of(before).hex()


async def test_an_export_names_seats_and_no_people(exported: dict[str, Any]) -> None:
    assert [sorted(seat) for seat in exported["seats"]] == [["deck", "house", "word"], ["deck", "house", "word"]]
    assert sorted(exported) == sorted(
        (
            "format",
            "match",
            "game",
            "rules",
            "seal",
            "deal",
            "record",
            "secret",
            "table",
            "options",
            "takeover",
            "rated",
            "sets",
            "seats",
            "log",
            "outcome",
        )
    )
