"""The components of a message or a modal, as SimCord keeps them."""

from __future__ import annotations

from typing import Any, Self

from sandbox.wire import Json, decode, encode


class Components(list[Json]):
    """Components as the bot sent them. SimCord copies them six times for a message; by way of JSON that is fast."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return type(self)(decode(encode(list(self))))


def with_components(body: object) -> object:
    """Return a request's body whose components can be copied fast."""
    if not isinstance(body, dict):
        return body
    kept = {key: with_components(value) if key in {"data", "message"} else value for key, value in body.items()}
    components = kept.get("components")
    return {**kept, "components": Components(components)} if isinstance(components, list) else kept
