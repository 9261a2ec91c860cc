"""Routes for the gateway's address and the application's own description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import NotBuilt

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.wire import Json

ADDRESSES: Final = ("interactions_endpoint_url", "event_webhooks_url")
"""The fields with the bot's own addresses, which Discord tries before it accepts them."""


def gateway(parts: Parts, _: ApiRequest) -> Json:
    """Return the gateway's address."""
    return {"url": parts.gateway.address}


def gateway_for_bot(parts: Parts, _: ApiRequest) -> Json:
    """Return the gateway's address, the number of shards to use and the number of sessions left to start."""
    settings = parts.gateway.settings
    return {
        "url": parts.gateway.address,
        "shards": settings.shards,
        "session_start_limit": {
            "total": 1000,
            "remaining": parts.gateway.starts_left,
            "reset_after": 86_400_000,
            "max_concurrency": settings.max_concurrency,
        },
    }


def application(parts: Parts, _: ApiRequest) -> Json:
    """Describe the bot's application."""
    world = parts.world
    bot = world.user_payload(world.bot_id)
    described: Json = {
        "id": str(world.application_id),
        "name": bot["username"],
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": bot,
        "owner": bot,
        "team": None,
        "verify_key": parts.public_key,
        "flags": 0,
        "flags_new": "0",
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": {"0": {}, "1": {}},
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": len(world.bot_guilds()),
        "approximate_user_install_count": len(world.installed),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }
    return described | world.profile


def change_application(parts: Parts, asked: ApiRequest) -> Json:
    """Change the application's description, how it is installed, and the addresses that Discord sends to."""
    profile = parts.world.profile
    for name, value in (asked.body or {}).items():
        if name == "description":
            profile[name] = value["default"] if isinstance(value, dict) else value
        elif name == "integration_types_config":
            profile[name] = {kind: _installing(params) for kind, params in value.items()}
        elif name in ADDRESSES or name in {"event_webhooks_status", "event_webhooks_types"}:
            profile[name] = value
        else:
            raise NotBuilt(f"the application's {name}")
    return application(parts, asked)


def _installing(config: Json | None) -> Json:
    """Return how an application is installed as Discord tells it: the permissions are decimal digits."""
    params = (config or {}).get("oauth2_install_params")
    if params is None:
        return {}
    return {"oauth2_install_params": {**params, "permissions": str(params["permissions"])}}


def me(parts: Parts, _: ApiRequest) -> Json:
    """Describe the bot's own user, with the fields that only the user itself may see."""
    return parts.world.user_payload(parts.world.bot_id) | {
        "mfa_enabled": False,
        "locale": "en-US",
        "verified": True,
        "email": None,
        "premium_type": 0,
    }


HANDLERS: Final[dict[str, Callable[[Parts, ApiRequest], Any]]] = {
    "GET /gateway": gateway,
    "GET /gateway/bot": gateway_for_bot,
    "GET /oauth2/applications/@me": application,
    "GET /applications/@me": application,
    "PATCH /applications/@me": change_application,
    "GET /users/@me": me,
}
