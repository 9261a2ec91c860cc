"""Routes for the application's emojis.

Discord documentation, "Emoji Resource" (Application-Owned Emoji, Create Application Emoji) and "Reference: Image Data".
"""

from __future__ import annotations

import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any, Final

from sandbox.cdn import content_type
from sandbox.errors import invalid_form, refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.schema.explain import Problem
    from sandbox.wire import Json

_EMOJIS: Final = "/applications/{application_id}/emojis"
_EMOJI: Final = f"{_EMOJIS}/{{emoji_id}}"
_MOST: Final = 2000
_LARGEST: Final = 256 * 1024
_NAME: Final = re.compile(r"\w{2,32}", re.ASCII)
_DATA: Final = re.compile(r"data:image/(?:jpeg|png|gif|webp|avif);base64,([A-Za-z0-9+/]+=*)")


def listed(parts: Parts, asked: ApiRequest) -> Json:
    """List the application's emojis."""
    return {"items": list(_own(parts, asked).values())}


def one(parts: Parts, asked: ApiRequest) -> Json:
    """Return an emoji."""
    found = _own(parts, asked).get(asked.id("emoji_id"))
    if found is None:
        raise refusal("unknown_emoji")
    return found


def create(parts: Parts, asked: ApiRequest) -> Json:
    """Create an emoji."""
    if len(_own(parts, asked)) >= _MOST:
        raise refusal("too_many_emojis")
    problems = _name_problems(parts, asked)
    found = _DATA.fullmatch(asked.form["image"])
    image = b64decode(found[1]) if found is not None else b""
    kind = content_type("", image)
    if not kind.startswith("image/"):
        problems.append((("image",), "IMAGE_INVALID", "Invalid image data"))
    if len(image) > _LARGEST:
        problems.append((("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb."))
    if problems:
        raise invalid_form(problems)
    return parts.world.make_emoji(asked.form["name"], image, animated=kind == "image/gif")


def change(parts: Parts, asked: ApiRequest) -> Json:
    """Rename an emoji."""
    emoji, problems = one(parts, asked), _name_problems(parts, asked)
    if problems:
        raise invalid_form(problems)
    emoji["name"] = asked.form["name"]
    return emoji


def delete(parts: Parts, asked: ApiRequest) -> None:
    """Delete an emoji; texts that contain it keep showing its file."""
    one(parts, asked)
    del parts.world.emojis[asked.id("emoji_id")]


def _own(parts: Parts, asked: ApiRequest) -> dict[int, Json]:
    if asked.id("application_id") != parts.world.application_id:
        raise refusal("unknown_application")
    return parts.world.emojis


def _name_problems(parts: Parts, asked: ApiRequest) -> list[Problem]:
    name = asked.form["name"]
    if _NAME.fullmatch(name) is None:
        return [(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")]
    if any(each["name"] == name for each in _own(parts, asked).values()):
        return [(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name already exists")]
    return []


HANDLERS: Final[dict[str, Callable[[Parts, ApiRequest], Any]]] = {
    f"GET {_EMOJIS}": listed,
    f"POST {_EMOJIS}": create,
    f"GET {_EMOJI}": one,
    f"PATCH {_EMOJI}": change,
    f"DELETE {_EMOJI}": delete,
}
