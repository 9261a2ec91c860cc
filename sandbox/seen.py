"""Values that describe what a person sees, made to be read in a test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.wire import Json

_EPHEMERAL, _LOADING, _SILENT = 1 << 6, 1 << 7, 1 << 12
_BUTTON, _TEXT_DISPLAY, _LABEL, _ROW = 2, 10, 18, 1
_SELECTS = frozenset({3, 5, 6, 7, 8})


@dataclass(frozen=True, slots=True)
class Button:
    """A button on a message."""

    label: str
    custom_id: str | None
    url: str | None
    style: int
    disabled: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A select on a message; `options` are the values and labels of a string select."""

    custom_id: str
    kind: int
    options: tuple[tuple[str, str], ...]
    placeholder: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class Message:
    """A message as one person sees it. `raw` is Discord's own description of the message."""

    raw: Json

    @property
    def id(self) -> int:
        """The message's id."""
        return int(self.raw["id"])

    @property
    def channel_id(self) -> int:
        """The id of the message's channel."""
        return int(self.raw["channel_id"])

    @property
    def author(self) -> str:
        """The author's display name."""
        author = self.raw["author"]
        return str(author.get("global_name") or author["username"])

    @property
    def content(self) -> str:
        """The message's plain content."""
        return str(self.raw["content"])

    @property
    def embeds(self) -> list[Json]:
        """The message's embeds."""
        return list(self.raw["embeds"])

    @property
    def attachments(self) -> list[Json]:
        """The message's files."""
        return list(self.raw["attachments"])

    @property
    def components(self) -> list[Json]:
        """The message's components, as a tree."""
        return list(self.raw["components"])

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees the message."""
        return bool(self.raw["flags"] & _EPHEMERAL)

    @property
    def thinking(self) -> bool:
        """Whether the message still shows that the application is thinking."""
        return bool(self.raw["flags"] & _LOADING)

    @property
    def silent(self) -> bool:
        """Whether the message was sent without push and desktop notifications (`SUPPRESS_NOTIFICATIONS`)."""
        return bool(self.raw["flags"] & _SILENT)

    @property
    def edited(self) -> bool:
        """Whether the message is marked as edited."""
        return self.raw["edited_timestamp"] is not None

    @property
    def pings_me(self) -> bool:
        """Whether the message notified this person."""
        return bool(self.raw.get("pings_me"))

    @property
    def thread_id(self) -> int | None:
        """The id of the thread started from the message, or None."""
        thread = self.raw.get("thread")
        return int(thread["id"]) if thread else None

    @property
    def text(self) -> str:
        """All the message's readable text: content, embeds and text displays, line by line."""
        return "\n".join(text for text in self._texts() if text)

    def _texts(self) -> Iterator[str]:
        yield self.content
        for embed in self.embeds:
            yield str((embed.get("author") or {}).get("name") or "")
            yield str(embed.get("title") or "")
            yield str(embed.get("description") or "")
            for field in embed.get("fields") or []:
                yield str(field["name"])
                yield str(field["value"])
            yield str((embed.get("footer") or {}).get("text") or "")
        for part in parts_of(self.components):
            if part["type"] == _TEXT_DISPLAY:
                yield str(part["content"])

    @property
    def buttons(self) -> list[Button]:
        """The message's buttons, in display order."""
        return [
            Button(
                label=str(part.get("label") or (part.get("emoji") or {}).get("name") or ""),
                custom_id=part.get("custom_id"),
                url=part.get("url"),
                style=part["style"],
                disabled=bool(part.get("disabled")),
            )
            for part in parts_of(self.components)
            if part["type"] == _BUTTON
        ]

    @property
    def selects(self) -> list[Select]:
        """The message's selects, in display order."""
        return [
            Select(
                custom_id=part["custom_id"],
                kind=part["type"],
                options=tuple((each["value"], each["label"]) for each in part.get("options") or []),
                placeholder=str(part.get("placeholder") or ""),
                disabled=bool(part.get("disabled")),
            )
            for part in parts_of(self.components)
            if part["type"] in _SELECTS
        ]


def parts_of(components: list[Json]) -> Iterator[Json]:
    """Yield every component of a tree."""
    for part in components:
        yield part
        yield from parts_of(part.get("components") or [])
        for key in ("accessory", "component"):
            if isinstance(part.get(key), dict):
                yield from parts_of([part[key]])


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal that was shown to a person."""

    raw: Json

    @property
    def title(self) -> str:
        """The modal's title."""
        return str(self.raw["title"])

    @property
    def inputs(self) -> dict[str, Json]:
        """The modal's inputs, by their custom ids."""
        return {part["custom_id"]: part for part in parts_of(self.raw["components"]) if part.get("custom_id")}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a person's action, as they saw it.

    `kind` is `message` (a new message), `update` (the message with the component changed), `deferred` (the bot is
    thinking, or will change something later), `modal`, `autocomplete`, or `failed`, with the `reason` that the client
    shows. `milliseconds` is the time until the bot's first answer arrived.
    """

    kind: str
    interaction_id: int
    channel_id: int
    milliseconds: float
    message: Message | None = None
    modal: Modal | None = None
    choices: tuple[tuple[str, Any], ...] = ()
    reason: str | None = None

    @classmethod
    def read(cls, raw: Json) -> Outcome:
        """Parse an outcome from the control API's JSON."""
        return cls(
            kind=raw["kind"],
            interaction_id=int(raw["interaction_id"]),
            channel_id=int(raw["channel_id"]),
            milliseconds=raw["milliseconds"],
            message=Message(raw["message"]) if raw["message"] is not None else None,
            modal=Modal(raw["modal"]) if raw["modal"] is not None else None,
            choices=tuple((each["name"], each["value"]) for each in raw["choices"] or ()),
            reason=raw["reason"],
        )
