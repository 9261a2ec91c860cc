"""The types of files that an option or an input takes. Discord documentation, "Reference: File Type Filtering"."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.schema.explain import Problem
    from sandbox.wire import Json

Path = tuple[str | int, ...]

_MOST: Final = 10
_GROUPS: Final = {
    "image": frozenset({".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"}),
    "video": frozenset({".mp4", ".mov", ".qt", ".webm"}),
    "audio": frozenset({".mp3", ".m4a", ".wav", ".ogg", ".opus", ".flac"}),
}
_EXTENSION: Final = re.compile(r"\.\w+")


def file_type_problems(path: Path, taker: Json) -> Iterator[Problem]:
    """List the problems with the `file_types` of an attachment option or a file upload."""
    types = taker.get("file_types") or []
    if len(types) > _MOST:
        yield (*path, "file_types"), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length."
    for index, each in enumerate(types):
        if each not in _GROUPS and not (isinstance(each, str) and _EXTENSION.fullmatch(each)):
            yield (
                (*path, "file_types", index),
                "BASE_TYPE_CHOICES",
                "A file type is image, video, audio or an extension that begins with a dot.",
            )


def takes_file(taker: Json, filename: str) -> bool:
    """Return whether a client lets a person attach a file of this name; only the name's extension counts."""
    types = taker.get("file_types")
    if not types:
        return True
    extension = PurePath(filename).suffix.lower()
    return any(extension in _GROUPS.get(each, {each.lower()}) for each in types)
