"""The notes of a release, from CHANGELOG.md."""

import re
from typing import Final

VERSION: Final = re.compile(r"\d+\.\d+\.\d+")
"""A version that can be released; those with anything more are versions in development."""


class NotReady(Exception):
    """The release cannot go on; the message says what to do first, in one line."""


def notes(changelog: str, version: str) -> str:
    """Return what the changelog says about a version. Raises NotReady unless its newest section is about it."""
    if VERSION.fullmatch(version) is None:
        raise NotReady(f"set __version__ in bot/__init__.py to the version of the release; {version} is in development")
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    title, _, text = sections[0].partition("\n") if sections else ("", "", "")
    if title.strip() != version:
        raise NotReady(f'call the newest section of CHANGELOG.md "## {version}"; it is called "{title.strip()}"')
    if not text.strip():
        raise NotReady(f"write in CHANGELOG.md what is new in {version}")
    return text.strip() + "\n"
