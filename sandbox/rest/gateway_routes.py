"""Routes for the gateway's address and the application's own description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.wire import Json


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
    return {
        "id": str(world.application_id),
        "name": bot["username"],
        "icon": None,
        "description": "A bot that hosts tabletop card games.",
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
    "GET /users/@me": me,
}
