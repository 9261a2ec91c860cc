"""What a tree tells: everything that its bot sends while seeded matches are played, as one recording a game."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct, field, json

from tests.compare.discord_stand_in import Sent
from tests.compare.scenes import MARK, Layout

Line: TypeAlias = tuple[str, str]
"""A text that people read, and its place in the message."""

SHOWN: Final = ("content", "title", "description", "name", "value", "text", "label", "placeholder", "filename")
"""The fields of a message, its embeds and its components that people read."""

UNSEEN: Final = frozenset({"custom_id", "url", "attachments", "nonce", "allowed_mentions", "flags", "emoji"})

BUTTON: Final = 2

_DATA: Final = re.compile(r'<script type="application/json"[^>]*>(.*?)</script>', re.DOTALL)
"""The data that a page's script reads."""

_MARKED: Final = re.compile(r"-[0-9a-f]{12}(\.[a-z]+)$")
"""The part of a file's name that follows from its content."""


class Drawn(Struct, frozen=True):
    """A picture in a message: its file's name, and the digests of its layouts, several if it moves."""

    name: str
    layouts: tuple[str, ...]


class Surface(Struct, frozen=True):
    """Something sent.

    Attributes:
        match: the match, or what else was going on.
        where: the step of the match, what was sent and to whom, and the how-manieth of its kind it is.
        lines: the texts, from top to bottom.
        pictures: the pictures, in their order.
    """

    match: str
    where: str
    lines: tuple[Line, ...]
    pictures: tuple[Drawn, ...]


class Reach(Struct):
    """What a recording could have reached, and what it did.

    Attributes:
        offered: the actions of the buttons in messages; `pressed` are those that were pressed.
        commands: the bot's commands; `given` are those that were given.
        errors: what failed, such as a picture that was not drawn.
    """

    offered: set[str] = field(default_factory=set)
    pressed: set[str] = field(default_factory=set)
    commands: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    errors: set[str] = field(default_factory=set)


class Recording(Struct):
    """What a tree tells about a game.

    Attributes:
        names: who is meant by what players are called.
        cards: what cards are called.
        digests: the digest of each match's log, outcome and last position.
        surfaces: everything sent, in its order.
        layouts: the pictures, by digest.
        reach: what was reached.
    """

    names: dict[str, str]
    cards: list[str]
    digests: dict[str, str] = field(default_factory=dict)
    surfaces: list[Surface] = field(default_factory=list)
    layouts: dict[str, Layout] = field(default_factory=dict)
    reach: Reach = field(default_factory=Reach)


class MessageRecorder:
    """Notes what is sent, under what is going on.

    Attributes:
        match: what is going on: a match, or anything else that is told for itself.
        step: how far it is.
        what: what is being sent, and to whom.
        count: how many requests there have been.
        buttons: the newest custom id of each action that a message of this match has offered.
    """

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.match = ""
        self.step = 0
        self.what = ""
        self.count = 0
        self.buttons: dict[str, str] = {}
        self._counts: Counter[tuple[str, int, str]] = Counter()

    def begin(self, match: str) -> None:
        """Begin a match, or anything else that is told for itself."""
        self.match, self.step = match, 0
        self.buttons = {}

    def note(self, sent: Sent) -> None:
        """Keep what people see of a request."""
        self.count += 1
        if not sent.payload:
            return
        what = f"{self.what}: {sent.request}"
        key = (self.match, self.step, what)
        self._counts[key] += 1
        where = f"step {self.step}, {what} #{self._counts[key]}"
        payload = sent.payload.get("data", sent.payload)
        offered = {each.split(".")[1]: each for each in _custom_ids(payload)}
        self.buttons |= offered
        self.recording.reach.offered |= offered.keys()
        lines = (*_lines(payload, ""), *_descriptions(payload), *_files(sent.files))
        pictures = tuple(
            Drawn(_plain(name), tuple(content.removeprefix(MARK).decode().split()))
            for name, content in sent.files.items()
            if content.startswith(MARK)
        )
        self.recording.surfaces.append(Surface(self.match, where, lines, pictures))


def _lines(part: Any, place: str) -> Iterator[Line]:
    """Yield the texts of a message's part that people read."""
    if isinstance(part, Mapping):
        for key, value in part.items():
            if key in UNSEEN or (key == "value" and "label" in part):
                continue
            if isinstance(value, str):
                if key in SHOWN:
                    yield from ((f"{place}{key}", line) for line in value.split("\n"))
            else:
                yield from _lines(value, place if key in ("components", "accessory") else f"{place}{key} ")
    elif isinstance(part, list):
        for each in part:
            yield from _lines(each, place)


def _custom_ids(part: Any) -> Iterator[str]:
    """Yield the custom ids of a message's buttons."""
    if isinstance(part, Mapping):
        if part.get("type") == BUTTON and "custom_id" in part and not part.get("disabled"):
            yield part["custom_id"]
        yield from _custom_ids([*part.values()])
    elif isinstance(part, list):
        for each in part:
            yield from _custom_ids(each)


def _descriptions(payload: Mapping[str, Any]) -> Iterator[Line]:
    """Yield what a message's files are called, and the texts for people who cannot see them."""
    for each in payload.get("attachments") or []:
        yield "file", _plain(each.get("filename", ""))
        yield from (("alt text", line) for line in (each.get("description") or "").split("\n"))


def _files(files: Mapping[str, bytes]) -> Iterator[Line]:
    """Yield the texts in files: the lines of tables, and what the data of a page say."""
    for name, content in files.items():
        if name.endswith(".csv"):
            yield from ((_plain(name), line) for line in content.decode().split("\n"))
        elif name.endswith(".html"):
            for data in _DATA.findall(content.decode()):
                yield from ((_plain(name), text) for text in _texts(json.decode(data)))


def _texts(data: Any) -> Iterator[str]:
    """Yield the texts in a page's data, without elements that are drawn."""
    if isinstance(data, str) and not data.startswith("<"):
        yield data
    elif isinstance(data, Mapping):
        yield from _texts([*data.values()])
    elif isinstance(data, list):
        for each in data:
            yield from _texts(each)


def _plain(name: str) -> str:
    """Return a file's name without the part that follows from its content."""
    return _MARKED.sub(r"\1", name)
