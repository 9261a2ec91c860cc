"""The list of requests: the smoke test tries all of it, a page lists it, and doctor can name the permissions in it."""

import re
from pathlib import Path

import pytest
from discord import Permissions

from bot.messenger.permissions import INVITED, NAMES, ON_REQUEST, OPTIONAL
from bot.messenger.requests import Request
from bot.ui.texts.words import Words

DOCS = Path(__file__).parents[2] / "docs"
REPORT = DOCS / "lab" / "smoke-report.md"


def untried(report: str) -> list[str]:
    """The requests that no step of a smoke test's report succeeded with."""
    tried = set(re.findall(r"^\| ([\w ]+?)(?:,.*?)? \| (2\d\d) \| \2 \|", report, re.MULTILINE))
    wanted = {(name, str(request.value.status)) for request in Request for name in request.value.names}
    return sorted(name for name, _ in wanted - tried)


def test_the_smoke_test_tries_every_request_that_the_bot_makes() -> None:
    report = REPORT.read_text("utf-8")
    assert untried(report) == []
    assert untried(report.replace("| Delete Message | 204", "| Delete Message | 200")) == ["Delete Message"]


def test_the_page_for_hosts_lists_every_request() -> None:
    lines = re.findall(
        r"^\| (.+?) \| (.+?) \| (.*?) \|$", (DOCS / "hosts" / "smoke.md").read_text("utf-8"), re.MULTILINE
    )
    english = Words(None)
    listed = [
        (", ".join(kind.names), kind.use, ", ".join(english.plain(f"permission.{name}") for name in kind.permissions))
        for kind in (request.value for request in Request)
    ]
    assert lines[1:] == listed


@pytest.mark.parametrize("name", [*NAMES, *OPTIONAL])
def test_a_permission_is_one_of_discords_and_has_a_name(name: str) -> None:
    assert name in Permissions.VALID_FLAGS
    assert getattr(INVITED, name) is (name not in ON_REQUEST)
    assert Words(None).plain(f"permission.{name}")


def test_the_bot_does_without_what_it_does_not_need() -> None:
    assert OPTIONAL == ("manage_roles", "create_events")
    assert ON_REQUEST == ("manage_roles",)
    assert not set(OPTIONAL) & set(NAMES)
